"""``python -m dragoman.cli``: the ``dragoman`` command."""

from dragoman.cli import main

main()
