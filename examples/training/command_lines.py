"""The command lines of the programs."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from dragoman.errors import DragomanError


def parser_of(about: str | None) -> argparse.ArgumentParser:
    """A parser of arguments that says what a program is for."""
    shown = argparse.RawTextHelpFormatter
    return argparse.ArgumentParser(description=about, formatter_class=shown)


def run(parser: argparse.ArgumentParser, function: Callable[..., Any]) -> None:
    """Call a function with the arguments; what is wrong with them is told in a sentence, and the
    exit status is 2."""
    given = vars(parser.parse_args())
    try:
        function(**given)
    except (DragomanError, OSError) as error:
        parser.exit(2, f"error: {error}\n")
