"""The traits of a partner: how loyal it is, how hot its temper, how much it talks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.values import FrozenMap

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
NAMED: Final[Mapping[str, Traits]] = FrozenMap(
    {
        "loyal": Traits(100, 30, 70),
        "sly": Traits(15, 30, 80),
        "hot": Traits(75, 95, 50),
        "teacher": Traits(85, 20, 70, explains=True, skill=90),
        "novice": Traits(85, 20, 80, skill=45),
        "general": Traits(90, 40, 70),
        "fox": Traits(20, 40, 80),
    }
)
"""Partners with names (see ``bots.characters``)."""
SEARCHING: Final[Mapping[str, int]] = FrozenMap({"general": 600, "fox": 600})
"""The evaluations with which those of them search that do."""


def traits_of(text: str) -> tuple[Traits, int]:
    """The traits in ``70,40,60``: loyalty, temper, talk; or of one of ``NAMED``. A fourth number is
    that of the evaluations with which it searches, 0 where there is none.

    Raises:
        ActionRefused: if that is none.
    """
    if text in NAMED:
        return NAMED[text], SEARCHING.get(text, 0)
    parts = text.split(",")
    if len(parts) in (3, 4) and all(part.isascii() and part.isdigit() for part in parts):
        *found, evaluations = (int(part[:10]) for part in (*parts, "0")[:4])
        if max(found) <= MOST:
            return Traits(found[0], found[1], found[2]), evaluations
    raise ActionRefused(
        "bad-traits",
        f"{text!r} are no traits of a partner",
        "write partner:70,40,60, say: loyalty, temper and talk, up to 100 each",
        tuple(NAMED),
    )
