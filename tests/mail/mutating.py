"""Mails as nobody writes them: those of the sessions, with lines and letters changed at random."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random

_SPICE = (
    "", " ", "\t", "> ", "\x00", "\u202e", "ß", "Ä", "\ufeff", "--", "-- ", "IF", "ENDIF", "ELSE",
    "TO", "FROM", "17", "1", "F1", "?", '"', "@", "END", "ENDPRESS", "SIGNOFF", "NO ", "PHASE",
    "F1901M", "A PAR-BUR", "#", "{0}", "%s", "\\", "\N{GRINNING FACE}",
)  # fmt: skip
_MOST_LETTERS = 4000


@cache
def texts() -> tuple[str, ...]:
    """The texts of all mails of the sessions."""
    found: list[str] = []
    for path in sorted(Path(__file__).with_name("sessions").glob("*.toml")):
        for session in tomllib.loads(path.read_text("utf-8"))["session"]:
            found += (step["text"] for step in session["mail"])
    return tuple(found)


def mutated(dice: Random) -> str:
    """A mail of the sessions, or two, changed in a few places."""
    lines = dice.choice(texts()).split("\n")
    if dice.random() < 0.4:
        lines += dice.choice(texts()).split("\n")
    for _ in range(dice.randrange(1, 8)):
        _change(lines, dice)
    return "\n".join(lines)[:_MOST_LETTERS]


def _change(lines: list[str], dice: Random) -> None:
    at = dice.randrange(len(lines)) if lines else 0
    match dice.randrange(9):
        case 0 if len(lines) > 1:
            del lines[at]
        case 1 if lines:
            lines.insert(dice.randrange(len(lines)), lines[at])
        case 2 if len(lines) > 1:
            dice.shuffle(lines)
        case 3 if lines:
            lines[at] = _with_letters(lines[at], dice)
        case 4 if lines:
            lines[at] = lines[at].swapcase()
        case 5 if lines:
            lines[at] = lines[at][: dice.randrange(len(lines[at]) + 1)]
        case 6 if lines:
            lines[at] = f"{lines[at]} {dice.choice(lines)}"
        case 7:
            lines.insert(at, dice.choice(_every_line()))
        case _ if lines:
            words = lines[at].split(" ")
            dice.shuffle(words)
            lines[at] = " ".join(words)
        case _:
            lines.append(dice.choice(_SPICE))


def _with_letters(line: str, dice: Random) -> str:
    at = dice.randrange(len(line) + 1)
    spice = dice.choice(_SPICE)
    return line[:at] + spice + line[at + dice.randrange(3) :]


@cache
def _every_line() -> Sequence[str]:
    return tuple(line for text in texts() for line in text.split("\n") if line)
