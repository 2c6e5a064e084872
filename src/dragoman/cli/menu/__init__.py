"""The menu program for the terminal: game list, a menu for each game, editor, viewer, log."""

from __future__ import annotations

import sys
from pathlib import Path

from dragoman.diagnostics import Diagnostic
from dragoman.extras import extra
from dragoman.games.requests import Answer
from dragoman.words import said


def open_menu(folder: Path, language: str) -> Answer:
    """Open the menus on a folder with a ``PROJECT.TXT``, with game folders of ours, or with nothing
    yet; in a language."""
    if not folder.is_dir():
        what = said("there is no folder {folder}", folder=folder)
        return Answer(diagnostics=(Diagnostic("missing-directory", what, "name another"),))
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        what = "the menus need a terminal"
        remedy = 'without one use "dragoman dipwork run" and the other commands'
        return Answer(diagnostics=(Diagnostic("no-terminal", what, remedy),))
    with extra("menu"):
        from dragoman.cli.menu.application import Workbench
    Workbench(folder, language).run()
    return Answer()


__all__ = ["open_menu"]
