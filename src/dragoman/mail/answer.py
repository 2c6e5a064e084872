"""What the judge answers to a mail, before it is made one."""

from __future__ import annotations

import re
from typing import Final

from dragoman.mail.message import Attachment
from dragoman.quick_dataclass import dataclass

_REPLY: Final = re.compile(r"\s*(?:re|aw|antw)\s*:", re.I)


@dataclass(frozen=True, slots=True)
class Part:
    """Some lines of an answer under a heading. ``is_fixed`` says that they are columns or orders,
    of which the white space counts."""

    heading: str
    lines: tuple[str, ...]
    is_fixed: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """A map that goes with an answer: of a phase that was judged, or of the position at hand. What
    is on it is what ``person`` may see."""

    game: int
    person: int
    phase: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """One mail back to whoever wrote. ``person`` is the account that was recognised, 0 where none
    was; ``game`` the game it is about, 0 where it is about several or none."""

    subject: str
    parts: tuple[Part, ...]
    language: str
    person: int = 0
    game: int = 0
    files: tuple[Attachment, ...] = ()
    pictures: tuple[Picture, ...] = ()

    @property
    def text(self) -> str:
        """The whole of it as plain text."""
        return "\n\n".join(
            "\n".join((*((part.heading, "") if part.heading else ()), *part.lines))
            for part in self.parts
        )


def is_reply(subject: str) -> bool:
    """Whether a subject says that its mail answers another."""
    return _REPLY.match(subject) is not None


def subject_of_answer(subject: str) -> str:
    """The subject of the answer to a mail that has this one."""
    return subject if is_reply(subject) else f"Re: {subject}"
