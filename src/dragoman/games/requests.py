"""Requests and their answers, whichever interface they come by: typed texts, reports, rule sets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

from dragoman.diagnostics import Diagnostic, Severity
from dragoman.files import decode
from dragoman.quick_dataclass import dataclass

if TYPE_CHECKING:
    from dragoman.rules import RuleSet


@dataclass(frozen=True)
class Answer:
    """The same facts as ``text`` for people and ``data`` for programs, and everything that was
    wrong. ``content`` is for standard output as it is, in place of a text."""

    text: str = ""
    data: Mapping[str, Any] = field(default_factory=dict[str, Any])
    diagnostics: tuple[Diagnostic, ...] = ()
    content: bytes = b""


# Typed texts

LARGEST: Final = 100_000
"""Bytes of what people type, unless more is asked for."""
_NAMES = {"cp1252": "Windows-1252", "cp437": "DOS (437)", "latin-1": "Latin-1"}


class TypedText(Protocol):
    """Somewhere a typed text comes from: a file, standard input, a form."""

    @property
    def name(self) -> str:
        """Its name in diagnostics."""
        ...

    def read(self, most: int) -> bytes:
        """Its content, up to so many bytes."""
        ...


@dataclass(frozen=True, slots=True)
class TypedFile:
    """A file that somebody typed."""

    path: Path

    @property
    def name(self) -> str:
        return str(self.path)

    def read(self, most: int) -> bytes:
        with open(self.path, "rb") as file:
            return file.read(most)


@dataclass(frozen=True, slots=True)
class TypedContent:
    """The content of a file as it was looked at, or why it could not be read."""

    name: str
    content: bytes | OSError

    def read(self, most: int) -> bytes:
        return self.whole()[:most]

    def whole(self) -> bytes:
        """All of it, however much that is."""
        if isinstance(self.content, OSError):
            raise self.content
        return self.content


def read_typed_text(typed: TypedText, most: int = LARGEST) -> tuple[str, tuple[Diagnostic, ...]]:
    """The text of an input of so many bytes at most, and what is wrong with it.

    UTF-8 and marked UTF-16 are taken as they are. Anything else is read in the 8-bit
    encoding in which it looks most like writing, with a warning. Anything that is not text is an
    error.

    Raises:
        OSError: if it cannot be read.
    """
    content = typed.read(most + 1)
    if len(content) > most:
        what = f"this holds more than {most // 1000} kB"
        return "", (Diagnostic("too-large", what, "name another file", typed.name),)
    text, encoding = decode(content)
    text = text.partition("\x1a")[0]  # the end-of-file mark of DOS
    if encoding == "" or any(c < " " and c not in "\t\n\r\f\v" for c in text):
        what = "this is not text, or is in an unknown encoding"
        return "", (Diagnostic("not-text", what, "save it as plain text in UTF-8", typed.name),)
    names = [_NAMES[one] for one in encoding.split("+") if one in _NAMES]
    if not names:
        return text, ()
    what = "some of this is not UTF-8; that" if "+" in encoding else "this is not UTF-8; it"
    warning = Diagnostic(
        "wrong-encoding",
        f"{what} was read as {names[0]}",
        "if names of places look wrong, save it as UTF-8",
        typed.name,
        severity=Severity.WARNING,
    )
    return text, (warning,)


# Reports


@dataclass(frozen=True, slots=True)
class ReportRequest:
    """A request to report a turn.

    ``form`` is one of ``reports.forms.FORMS``. Without a ``target`` the report is the
    answer's text. ``notes`` are what the game master has to say to the players. Without a
    ``language`` it is the game's own. ``replay`` is where the game can be watched: an address, or a
    file beside the report. ``seen_by`` is the power for whose eyes it is, in fog.
    """

    form: str
    target: Path | None = None
    notes: TypedText | None = None
    explained: bool = False
    language: str | None = None
    replay: str | None = None
    seen_by: str | None = None

    def is_over_notes(self) -> bool:
        """True if the report would replace the notes that go into it."""
        if self.target is None or self.notes is None:
            return False
        return self.target.resolve() == Path(self.notes.name).resolve()


# Rule sets


def chosen_rules(preset: str | None, settings: Sequence[str], usual: RuleSet) -> RuleSet:
    """The chosen preset, or else the usual rule set, with some answers changed.

    Raises:
        UnknownRule: if there is no such preset, switch or answer.
    """
    from dragoman.rules import RuleSet  # only now: most requests ask for none

    try:
        rule_set = usual if preset is None else RuleSet.preset(preset)
        return rule_set.with_settings(*settings)
    except ValueError as error:
        raise UnknownRule(str(error)) from None


class UnknownRule(Exception):
    """A rule was chosen that does not exist."""

    @property
    def diagnostic(self) -> Diagnostic:
        return Diagnostic("unknown-rule", str(self), "see them all with: dragoman rules")
