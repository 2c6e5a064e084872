"""The traits of a partner: how loyal it is, how hot its temper, how much it talks."""

from __future__ import annotations

from typing import Final

from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused

MOST: Final = 100


@dataclass(frozen=True, slots=True)
class Traits:
    """The traits of a partner, each from 0 to 100."""

    loyalty: int = 70
    """How much a stab must bring before it breaks its word: 100 never does, 0 whenever it pays."""
    temper: int = 40
    """How much a broken word, or an attack, counts with it, and how long."""
    talk: int = 60
    """How much it offers and asks by itself; whoever writes to it is answered at any rate."""
    explains: bool = False
    """Whether it says after a turn, to those who are no programs, what it thought, and why."""
    skill: int = 100
    """How many of a hundred times its units go where that is best: the others go anywhere."""


USUAL: Final = Traits()


def traits_of(text: str) -> Traits:
    """The traits in ``70,40,60``: loyalty, temper, talk.

    Raises:
        ActionRefused: if that is none.
    """
    parts = text.split(",")
    if len(parts) == 3 and all(part.isascii() and part.isdigit() for part in parts):
        loyalty, temper, talk = (int(part[:4]) for part in parts)
        if max(loyalty, temper, talk) <= MOST:
            return Traits(loyalty, temper, talk)
    raise ActionRefused(
        "bad-traits",
        f"{text!r} are no traits of a partner",
        "write partner:70,40,60, say: loyalty, temper and talk, up to 100 each",
    )
