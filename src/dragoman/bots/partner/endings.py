"""The endings that a partner agrees to: a draw when it is fair, a win of another when nothing is
left to win, and never one that could be stopped."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dragoman.bots.bot import View
from dragoman.bots.partner.situation import Situation
from dragoman.bots.partner.stance import is_about_to_win
from dragoman.bots.partner.thoughts import Thought, Why
from dragoman.game import Resolution

_STILL_YEARS: Final = 3
"""After so many years in which no centre changed hands a game will not change any more."""
_HOPE: Final = 1.15
"""Who has so many times the share of those who would draw may hope for more: from there on partners
came to more than that in the end, in the games of ``tools/partners.py``."""
_EARLY: Final = 16
"""Before so many phases nobody shares a draw of more than three."""
_LOST: Final = 0.85
"""From this share of a win on, a power cannot be stopped by one who has next to nothing."""


def on_draw(now: Situation, powers: Sequence[str] | None) -> tuple[bool, Thought]:
    """True if it would share a draw of these powers, or of all; and why."""
    sizes = now.stance.sizes
    those = [power for power in powers or sizes if power in sizes]
    if now.me not in those:
        return False, Thought(Why.AHEAD)
    own, all_held = sizes[now.me], sum(sizes.values())
    wins_at = now.view.variant.victory_centers
    foe = max((one for one in sizes if one != now.me), key=lambda one: sizes[one], default="")
    if foe and is_about_to_win(sizes[foe], wins_at) and sizes[foe] > own:
        return True, Thought(Why.STOP_LEADER, foe)
    if is_still(now.view):
        return True, Thought(Why.FAIR)
    if len(now.view.history) < _EARLY and len(those) > 3:
        return False, Thought(Why.EARLY)
    if now.outlook is not None:
        is_fair = now.outlook.is_fair_draw(now.me, those)
    else:
        is_fair = not is_about_to_win(own, wins_at) and own * len(those) <= _HOPE * all_held
    return is_fair, Thought(Why.FAIR if is_fair else Why.AHEAD)


def on_win(now: Situation, winner: str) -> tuple[bool, Thought]:
    """True if it would concede the game to a power; and why."""
    sizes = now.stance.sizes
    if winner == now.me:
        return True, Thought(Why.AHEAD)
    near = sizes.get(winner, 0) >= _LOST * now.view.variant.victory_centers
    is_lost = sizes.get(now.me, 0) <= 2
    if now.outlook is not None:
        is_lost = is_lost or now.outlook.is_hopeless(now.me)
    if near and is_lost:
        return True, Thought(Why.HOPELESS, winner)
    return False, Thought(Why.STOP_LEADER, winner)


def end_wanted(now: Situation) -> tuple[str, tuple[str, ...]] | None:
    """The end that it would propose, in spring, if it would one."""
    if now.position.phase.season != "S" or not now.is_movement:
        return None
    sizes = now.stance.sizes
    foe = max((one for one in sizes if one != now.me), key=lambda one: sizes[one], default="")
    if foe and on_win(now, foe)[0]:
        return "concession", (foe,)
    agrees, thought = on_draw(now, None)
    if agrees and (thought.why is Why.STOP_LEADER or is_still(now.view)):
        return "draw", ()
    return None


def is_still(view: View) -> bool:
    """True if no centre has changed hands for years."""
    owners = view.position.owners
    year = view.position.phase.year - _STILL_YEARS
    before = [one for one in view.history if one.before.phase.year <= year]
    return bool(before) and all(
        dict(one.before.owners) == dict(owners) for one in view.history if _is_after(one, year)
    )


def _is_after(resolution: Resolution, year: int) -> bool:
    return resolution.before.phase.year > year
