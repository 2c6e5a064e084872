"""``python -m dragoman``: the ``dragoman`` command."""

from dragoman.cli import main

main()
