"""Questions in the terminal, and the answers to them, which are kept."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import typer

from dragoman.diagnostics import Diagnostic, has_errors
from dragoman.files import read_text

_Read = TypeVar("_Read")


class NoMoreAnswers(Exception):
    """The input ended at a question that has to be answered."""


class Misread(Exception):
    """An answer cannot be used; the text says why."""


class Interview:
    """Questions, answered from a list of lines first and then by ``line``, which has None where
    there are no more answers. ``tell`` gets what else there is to say. Usually this is a terminal.

    ``taken`` are the answers that could be used, in the order of their questions.
    """

    def __init__(
        self,
        given: Sequence[str] = (),
        line: Callable[[str], str | None] | None = None,
        tell: Callable[[str], None] | None = None,
    ) -> None:
        self.taken: list[str] = []
        self.tell = tell or _tell
        self._given = [*given]
        self._answer = line or _typed

    def ask(self, question: str, read: Callable[[str], _Read]) -> _Read:
        """The answer to a question, asked again as long as it cannot be read."""
        while True:
            line = self._line(question)
            try:
                found = read(line)
            except Misread as problem:
                self.tell(str(problem))
                continue
            self.taken.append(line)
            return found

    def ask_list(self, question: str, read: Callable[[str, list[_Read]], _Read]) -> list[_Read]:
        """The things in an answer, with commas between; ``read`` gets each, and those before it.

        Of an answer that can be used in part this part is kept, and the rest is asked for again.
        """
        found: list[_Read] = []
        kept: list[str] = []
        asked = question
        while True:
            wrong: list[str] = []
            for item in filter(None, (part.strip() for part in self._line(asked).split(","))):
                try:
                    found.append(read(item, found))
                except Misread as problem:
                    self.tell(str(problem))
                    wrong.append(item)
                else:
                    kept.append(item)
            if not wrong:
                self.taken.append(", ".join(kept))
                return found
            asked = f"Instead of {', '.join(wrong)} [nothing]" if found else question

    def _line(self, question: str) -> str:
        if self._given:
            line = self._given.pop(0)
            self.tell(f"{question}: {line}")
            return line.strip()
        line = self._answer(question)
        if line is None:
            raise NoMoreAnswers(question)
        return line.strip()


def _typed(question: str) -> str | None:
    """A line of standard input."""
    typer.echo(f"{question}: ", nl=False, err=True)
    line = sys.stdin.readline()
    if not line:
        typer.echo("", err=True)
    return line or None


def _tell(text: str) -> None:
    typer.echo(text, err=True)


def read_answers(file: Path) -> tuple[list[str], tuple[Diagnostic, ...]]:
    """The answers in a file, one on a line."""
    text, faults = read_text(file)
    return text.splitlines(), faults if has_errors(faults) else ()
