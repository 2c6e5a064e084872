"""Facts about the variant of a tournament: powers, centres, and how many of them win."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from dragoman.diagnostics import Diagnostic
from dragoman.formats import VariantError, load_variant
from dragoman.quick_dataclass import dataclass
from dragoman.tournament.rules.round_clock import FIRST_YEAR

STANDARD = "standard"
_FIRST_PHASE = f"S{FIRST_YEAR}M"


@dataclass(frozen=True, slots=True)
class PlayedVariant:
    """``powers`` are in the order in which counts are read out, ``letters`` what each is typed
    as; ``start`` has the centres each power begins with, ``centers`` those of the whole map.
    Who owns ``victory`` of them at a count wins alone."""

    name: str
    powers: tuple[str, ...]
    letters: Mapping[str, str]
    start: Mapping[str, int]
    centers: int
    victory: int

    @property
    def titles(self) -> tuple[str, ...]:
        """The powers as they are written for people."""
        return tuple(power.title() for power in self.powers)


@cache
def played_variant(name: str) -> PlayedVariant:
    """The facts that a tournament needs of a variant that is shipped or installed.

    Raises:
        VariantError: if there is no such variant, its files have errors, or its games do not
            begin in the spring of 1901, from which the clock of a round counts.
    """
    variant = load_variant(name)
    board, begins = variant.board, str(variant.start.phase)
    if begins != _FIRST_PHASE:
        what = f"{variant.title} begins with {begins}, and the clock of a round with {_FIRST_PHASE}"
        remedy = "play a variant that begins with the moves of that spring"
        raise VariantError([Diagnostic("other-calendar", what, remedy)])
    owned = Counter(variant.start.owners.values())
    return PlayedVariant(
        name,
        tuple(board.powers),
        MappingProxyType({power.letter.upper(): key for key, power in board.powers.items()}),
        MappingProxyType({power: owned[power] for power in board.powers}),
        len(board.centers),
        variant.victory_centers,
    )


def standard() -> PlayedVariant:
    """The variant that is played unless a preset names another."""
    return played_variant(STANDARD)
