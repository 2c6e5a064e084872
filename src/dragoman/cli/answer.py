"""Answers of commands, printed as text for people or as JSON for programs; and what is shown in a
terminal meanwhile."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, nullcontext
from io import TextIOWrapper
from pathlib import Path
from threading import Event, Thread
from typing import Any

import typer

from dragoman.diagnostics import Diagnostic, has_errors
from dragoman.extras import MissingExtra
from dragoman.games.requests import Answer
from dragoman.long_work import listening
from dragoman.nearest import nearest_files
from dragoman.words import in_language, refusal_in_language, said

# Long work

_PATIENCE = 1.0
"""Seconds after which something is shown."""
_OFTEN = 0.25


class Progress:
    """The work that goes on: what it is, how far it has come, and since when it has been that."""

    def __init__(self, what: str) -> None:
        self._usual = what
        self._begun = self._since = time.monotonic()
        self._what, self._done, self._of = what, 0, 0

    def tell(self, what: str, done: int = 0, of: int = 0) -> None:
        """Say that it is something else now, or has come farther; without a text, that it is again
        what it was at first."""
        if not done:
            self._since = time.monotonic()
        self._what, self._done, self._of = what or self._usual, done, of

    def shown(self, now: float) -> str:
        """The line that is shown at a moment, as ``time.monotonic`` has it."""
        if not self._what:
            return ""
        said = f"{self._what}, {now - self._begun:.0f} s"
        if not self._done:
            return said
        left = (now - self._since) / self._done * (self._of - self._done)
        return f"{said}: {100 * self._done // self._of} %, about {spell_of(left)} left"


def spell_of(seconds: float) -> str:
    """A time in one unit: ``40 s``, ``12 min``, ``3 h``."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.0f} h"


@contextmanager
def waiting(what: str = "") -> Generator[Progress]:
    """Show on the terminal, once work takes more than a second, what it is, how long it has taken
    and, where that is told (``dragoman.long_work``), how long it will take. Without a text nothing
    is shown before something is told.

    Nothing is shown where errors go elsewhere, and nothing is left of it in the end.
    """
    doing, ended = Progress(what), Event()

    def watch() -> None:
        if ended.wait(_PATIENCE):
            return
        from rich.console import Console  # only now: most work is done by then

        with Console(stderr=True).status("") as status:
            while not ended.wait(_OFTEN):
                status.update(doing.shown(time.monotonic()))

    watcher = Thread(target=watch, daemon=True)

    def hear(what: str, done: int, of: int) -> None:
        doing.tell(what, done, of)
        if what and watcher.ident is None:
            watcher.start()

    with listening(hear) if sys.stderr.isatty() else nullcontext():
        if what and sys.stderr.isatty():
            watcher.start()
        try:
            yield doing
        finally:
            ended.set()
            if watcher.is_alive():
                watcher.join()


# Answers

USER_ERROR = 2
"""The exit status where something the user gave was wrong."""


def deliver(
    command: Callable[[], Answer], as_json: bool, doing: str = "", language: str = "en"
) -> None:
    """Run a command and print its answer, in a language as far as there are words in it.
    ``doing`` is shown meanwhile if it takes long, and whatever work tells of itself.

    Text goes to standard output and diagnostics to standard error; JSON is one object that
    holds both. Whatever the system refuses, such as a disk without room, and an extra that
    is not installed are diagnostics like the others. With any error the exit status is 2.
    """
    try:
        with waiting(doing):
            answer = command()
    except BrokenPipeError:
        raise  # whoever reads has had enough: no fault of anything given
    except OSError as error:
        answer = Answer(diagnostics=(refused_by_system(error),))
    except MissingExtra as missing:
        answer = Answer(diagnostics=(missing.diagnostic,))
    if as_json:
        if answer.content:
            what, remedy = "JSON and the data cannot both be printed", "name a file for the data"
            answer = Answer(diagnostics=(Diagnostic("two-outputs", what, remedy),))
        found = {**answer.data, "diagnostics": [*map(as_data, answer.diagnostics)]}
        write_out(json.dumps(found, ensure_ascii=False), as_json)
    else:
        if answer.content:
            typer.echo(answer.content, nl=False)
        elif answer.text:
            write_out(in_language(answer.text, language), as_json)
        for diagnostic in answer.diagnostics:
            typer.echo(_text(diagnostic, language), err=True)
    if has_errors(answer.diagnostics):
        raise typer.Exit(USER_ERROR)


def write_out(text: str, as_json: bool = False) -> None:
    """Print a text, whatever letters the terminal can show. JSON is always UTF-8."""
    if isinstance(out := sys.stdout, TextIOWrapper):
        if as_json:  # backslashreplace: a letter UTF-8 cannot hold is escaped as JSON escapes it
            out.reconfigure(encoding="utf-8", errors="backslashreplace")
        else:
            out.reconfigure(errors="replace")
    typer.echo(text.rstrip("\n"))


def as_data(diagnostic: Diagnostic) -> dict[str, Any]:
    """A diagnostic as programs read it."""
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity.value,
        "what": diagnostic.what,
        "remedy": diagnostic.remedy,
        "source": diagnostic.source,
        "line": diagnostic.line,
        "column": diagnostic.column,
        "candidates": diagnostic.candidates,
    }


def _text(diagnostic: Diagnostic, language: str) -> str:
    text = diagnostic.told(lambda said: refusal_in_language(said, language))
    # A diagnostic without a place does not say by itself whether it is an error.
    placed = diagnostic.source or diagnostic.line
    return text if placed else f"{in_language(diagnostic.severity.value, language)}: {text}"


def refused_by_system(error: OSError) -> Diagnostic:
    """The refusal of the system as a diagnostic, such as that the disk is full."""
    reason = (error.strerror or str(error)).lower()
    source = "" if error.filename is None else str(error.filename)
    if isinstance(error, FileNotFoundError) and source:
        folder = Path(source).parent
        if not folder.is_dir():
            what = said("there is no folder {folder}", folder=folder)
            return Diagnostic("refused-by-system", what)
        near = nearest_files(Path(source))
        what = "there is no such file"
        return Diagnostic("refused-by-system", what, source=source, candidates=near)
    what = said("the system says: {reason}", reason=reason)
    return Diagnostic("refused-by-system", what, source=source)
