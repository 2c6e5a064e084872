"""Traits of a variant by which it is looked for, and which nobody has to write down: its size, the
period it is set in, whether it is played by the usual rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

from dragoman.game import Variant, terms_told
from dragoman.rules import DIPLOMACY, PhaseKind, RuleSet

Size: TypeAlias = Literal["small", "medium", "large", "huge"]
Period: TypeAlias = Literal[
    "antiquity", "middle-ages", "early-modern", "19th", "20th", "21st", "invented"
]

_LARGEST: Final[dict[Size, int]] = {"small": 60, "medium": 100, "large": 200}
_LAST_YEARS: Final[dict[Period, int]] = {
    "antiquity": 499,
    "middle-ages": 1449,
    "early-modern": 1789,
    "19th": 1899,
    "20th": 1999,
}
_INVENTED: Final = frozenset(("fantasy", "abstract"))
_WITHOUT_SAY: Final = frozenset(("duality",))
"""Switches that tell of a map rather than of rules."""


def size_of(provinces: int) -> Size:
    """The size of a map of so many provinces."""
    for size, most in _LARGEST.items():
        if provinces <= most:
            return size
    return "huge"


def period_of(first_year: int, tags: Iterable[str] = ()) -> Period:
    """The period that a variant is set in, by its first year, unless its tags say none."""
    if not _INVENTED.isdisjoint(tags):
        return "invented"
    for period, last in _LAST_YEARS.items():
        if first_year <= last:
            return period
    return "21st"


def has_usual_rules(variant: Variant) -> bool:
    """True if who knows the usual game knows how a variant is played, but for its map."""
    board = variant.board
    changed = {*variant.rule_set.differences(RuleSet())} - _WITHOUT_SAY
    special = (
        changed,
        [*terms_told(variant)],
        board.gateways,
        board.railways,
        board.hong_kong,
        board.one_way,
        variant.start.phase.kind is PhaseKind.ADJUSTMENT,
        variant.calendar != DIPLOMACY,
        any(path.halves_lost for path in board.paths),
        any(kind.letter not in "AF" for kind in board.kinds.values()),
    )
    return not any(special)
