"""The outlook of a game: how it may go on and end, as far as playing on tells. It needs the extra
``fast``.

Everybody is played as the DumbBot idea would, which seldom wins outright. So who is near victory
counts as dangerous by that alone, as it does in searches (see ``rollout.safety``).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from statistics import fmean
from typing import Final

from dragoman.bots.agreements import NOTHING, Agreement, give
from dragoman.bots.bot import View
from dragoman.bots.engine.rollout import NEAR
from dragoman.bots.searcher import outcomes_of, searcher_of
from dragoman.quick_dataclass import dataclass
from dragoman.values import FrozenMap

_WINTERS: Final = 5
"""To this winter a game is played on."""
_SCARCELY: Final = 0.02
"""Of so small a share of the squares nothing can be hoped."""
_MORE: Final = 1.1
"""Who may expect so many times what a draw would bring goes on playing."""
_URGENT: Final = 0.25
"""From this danger on, half of the way, somebody is to be stopped."""


@dataclass(frozen=True, slots=True)
class GameOutlook:
    """The outlook of a game for every power."""

    share: Mapping[str, float]
    """The share of the sum of squares that it may expect; all, for one who wins."""
    wins: Mapping[str, float]
    """How often it wins, ..."""
    lasts: Mapping[str, float]
    """... and how often it is not out of the game then."""
    danger: Mapping[str, float]
    """How near it is to victory: 0 while it lacks more than ``NEAR`` centres, 1 when it has won,
    and no less than how often it wins."""

    def to_be_stopped(self, power: str) -> str | None:
        """The other power that has to be stopped before anything else, if there is one."""
        foes = {foe: danger for foe, danger in self.danger.items() if foe != power}
        foe = max(foes, key=lambda one: foes[one], default=None)
        return foe if foe is not None and foes[foe] >= _URGENT else None

    def is_fair_draw(self, power: str, among: Collection[str]) -> bool:
        """True if a draw is worth as much to a power as it may expect of playing on, or about that:
        those who draw share alike, one who is near victory may expect that, and what others are
        about to win nobody can."""
        if power not in among:
            return False
        others = max((self.danger[foe] for foe in self.danger if foe != power), default=0.0)
        own = max(self.share[power], self.danger[power])
        return own * (1 - others) <= _MORE / len(among)

    def is_hopeless(self, power: str) -> bool:
        """True if a power has next to nothing to expect, and somebody else is about to win."""
        return self.share[power] < _SCARCELY and self.to_be_stopped(power) is not None


def outlook(view: View, agreed: Agreement = NOTHING, tries: int = 60) -> GameOutlook:
    """The outlook of a game as its position and what is agreed have it, of so many tries.

    Raises:
        ValueError: if an agreed order is not legal, or for a unit that is not there.
    """
    searcher, powers = searcher_of(view.variant), view.variant.board.powers
    searcher.see(view)
    give(searcher, view, agreed)
    searcher.room.victory[0] = 0  # shares as they are: danger is told beside them
    outcomes = outcomes_of(searcher, view, tries, _WINTERS)
    held, wins_at = view.position.owners, view.variant.victory_centers
    rows = dict(zip(powers, outcomes, strict=True))
    wins = {power: fmean(one >= 1.0 for one in row) for power, row in rows.items()}
    counts = {power: sum(owner == power for owner in held.values()) for power in powers}
    near = {
        power: min(1.0, max(0.0, 1 - (wins_at - count) / NEAR)) ** 2 if wins_at else 0.0
        for power, count in counts.items()
    }
    return GameOutlook(
        FrozenMap({power: fmean(row) for power, row in rows.items()}),
        FrozenMap(wins),
        FrozenMap({power: fmean(one > 0 for one in row) for power, row in rows.items()}),
        FrozenMap({power: max(near[power], wins[power]) for power in powers}),
    )
