"""What a game over sockets is played by."""

from __future__ import annotations

from dragoman.quick_dataclass import dataclass
from dragoman.rules import Phase, PhaseKind


@dataclass(frozen=True, slots=True)
class Terms:
    """What a game is played by; where nothing is said there is no limit.

    ``level`` is how much of DAIDE's press there is, 0 for none. ``movement``, ``retreat`` and
    ``adjustment`` are the seconds of each kind of turn; ``press_ends`` says how many seconds before
    the end of a movement there is no press any more, ``messages`` how many messages a power may
    send in a turn, ``last_year`` after which year the survivors share a draw.

    ``partial_draws``: draws may leave survivors out. ``any_orders``: orders are kept although they
    cannot be carried out. ``waits_for_lost``: for so many seconds the clock stands still when the
    program of a power is lost that has orders to give. ``go_is_enough``: a power that says that it
    is ready is, although orders of it are missing; those are as if the time were up.
    """

    level: int = 0
    movement: int | None = None
    retreat: int | None = None
    adjustment: int | None = None
    partial_draws: bool = False
    press_in_retreats: bool = True
    press_in_adjustments: bool = True
    press_ends: int | None = None
    messages: int | None = None
    any_orders: bool = False
    waits_for_lost: int | None = None
    last_year: int | None = None
    go_is_enough: bool = False

    def seconds(self, phase: Phase) -> int | None:
        """The time for the orders of a turn."""
        kinds = {
            PhaseKind.MOVEMENT: self.movement,
            PhaseKind.RETREAT: self.retreat,
            PhaseKind.ADJUSTMENT: self.adjustment,
        }
        return kinds[phase.kind]

    def has_press_in(self, kind: PhaseKind) -> bool:
        """Whether there is press in turns of a kind."""
        if self.level == 0:
            return False
        barred = (kind is PhaseKind.RETREAT and not self.press_in_retreats) or (
            kind is PhaseKind.ADJUSTMENT and not self.press_in_adjustments
        )
        return not barred
