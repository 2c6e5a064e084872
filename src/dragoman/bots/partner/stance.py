"""The stance of a partner: whom it trusts and fears, has beside it, and means to take something
from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Final

from dragoman.board import Board, province_of
from dragoman.bots.bot import View
from dragoman.bots.partner.nearness import nearness_on
from dragoman.bots.partner.promises import Deed, Line, Promise, deeds, in_force, promises_in
from dragoman.bots.partner.traits import Traits
from dragoman.orders import Move
from dragoman.press.daide import speech as s
from dragoman.quick_dataclass import dataclass
from dragoman.rules import Position
from dragoman.values import FrozenMap

_KEPT, _MOST_KEPT = 0.04, 0.4
"""What a kept word adds to trust, and all of them at most."""
_SOLO: Final = 0.6
"""From this share of what it takes to win on, a power is one to stop."""
_AHEAD: Final = 1.25
"""... if it is so many times as large as the next."""


_NEARLY: Final = 7 / 9
"""From this share of what it takes to win on, of eighteen centres fourteen, a power is about to."""


@dataclass(frozen=True, slots=True)
class Stance:
    """The standing of a partner with the others."""

    promises: tuple[Promise, ...]
    """All that it and others ever promised each other, ..."""
    deeds: tuple[Deed, ...]
    """... and what became of that."""
    pledges: tuple[Promise, ...]
    """What of it holds now: a word that was broken binds nobody any more."""
    sizes: Mapping[str, int]
    """The centres of each power that is left."""
    trust: Mapping[str, float]
    """From 0, never, to 1."""
    threat: Mapping[str, float]
    """What each could do to its centres, ..."""
    lure: Mapping[str, float]
    """... and what it could do to theirs."""
    reach: Mapping[tuple[str, str], float]
    """What the units of one power could do to the centres of another."""
    friends: frozenset[str]
    """Those with whom there is peace, ..."""
    allies: frozenset[str]
    """... and those with whom it is allied."""
    leader: str
    """Who has to be stopped, if anybody has."""
    target: str
    """Whom it means to take something from, if anybody is left."""


def stance_of(view: View, lines: Sequence[Line], traits: Traits) -> Stance:
    """The stance of a partner in a position, after all that it heard and said."""
    me, phase = view.power, view.position.phase
    promises = promises_in(lines)
    done = deeds(view, promises)
    broken = {one.promise.key for one in done if not one.kept}
    now = [one for one in in_force(promises, phase) if one.key not in broken]
    centers = Counter(view.position.owners.values())
    standing = {unit.power for unit in view.position.units}
    sizes = {
        power: centers[power]
        for power in view.variant.board.powers
        if centers[power] or power in standing
    }
    others = [power for power in sizes if power != me]
    reach = _reach(view.variant.board, view.position, frozenset((*sizes, me)))
    trust = {power: _trust(view, power, done, traits) for power in others}
    allies = frozenset(
        one.to for one in now if one.by == me and isinstance(one.what, s.Alliance)
    ) & frozenset(others)
    peace = frozenset(one.to for one in now if one.by == me and isinstance(one.what, s.Peace))
    friends = (peace & frozenset(others)) | allies
    leader = _leader(view, sizes)
    lure = {other: reach[me, other] / (0.5 + reach[other, other]) for other in others}
    own = 0.5 + reach[me, me] if me in sizes else 1.0
    return Stance(
        promises=tuple(promises),
        deeds=tuple(done),
        sizes=FrozenMap(sizes),
        trust=FrozenMap(trust),
        threat=FrozenMap({other: reach[other, me] / own for other in others}),
        lure=FrozenMap(lure),
        reach=reach,
        friends=friends,
        allies=allies,
        pledges=tuple(now),
        leader=leader if leader != me else "",
        target=_target(view, traits, others, friends, trust, lure, leader),
    )


@lru_cache(maxsize=16)
def _reach(
    board: Board, position: Position, powers: frozenset[str]
) -> Mapping[tuple[str, str], float]:
    """The sums of what the units of each power can do to the centres of each."""
    near, owners = nearness_on(board), position.owners
    found = {(one, other): 0.0 for one in powers for other in powers}
    for unit in position.units:
        for center, felt in near[unit.kind, unit.location].items():
            owner = owners.get(center)
            if owner is not None:
                found[unit.power, owner] += felt
    return FrozenMap(found)


def _trust(view: View, power: str, done: Sequence[Deed], traits: Traits) -> float:
    """The trust in a power: a kept word counts a little, a broken one much, the less the
    longer it is ago; and so does an attack on a centre where nothing was promised."""
    hot = traits.temper / 100
    now = view.position.phase.year
    good = bad = 0.0
    for deed in done:
        if deed.promise.by == power and deed.promise.to == view.power:
            if deed.kept:
                good += _KEPT
            else:
                bad += (0.3 + 0.5 * hot) * _faded(now - deed.phase.year, hot)
    for resolution in view.history[-12:]:
        for order in resolution.orders.get(power, ()):
            if isinstance(order, Move):
                owner = resolution.before.owners.get(province_of(order.target))
                if owner == view.power:
                    bad += 0.1 * hot * _faded(now - resolution.before.phase.year, hot)
    return max(0.0, min(1.0, 0.5 + min(good, _MOST_KEPT) - bad))


def _faded(years: int, hot: float) -> float:
    return (0.5 + 0.45 * hot) ** max(0, years)


def is_about_to_win(size: int, wins_at: int) -> bool:
    """True if a power with so many centres lacks few to win."""
    return size >= _NEARLY * wins_at


def _leader(view: View, sizes: Mapping[str, int]) -> str:
    """The power that has to be stopped, if one has: it is far ahead, or about to win."""
    ranked = sorted(sizes, key=lambda power: -sizes[power])
    if len(ranked) < 2:
        return ""
    first, second = ranked[:2]
    wins_at = view.variant.victory_centers
    ahead = sizes[first] >= _SOLO * wins_at and sizes[first] >= _AHEAD * sizes[second]
    about = is_about_to_win(sizes[first], wins_at) and sizes[first] > sizes[second]
    return first if ahead or about else ""


def _target(
    view: View,
    traits: Traits,
    others: Sequence[str],
    friends: frozenset[str],
    trust: Mapping[str, float],
    lure: Mapping[str, float],
    leader: str,
) -> str:
    """Whom to take something from: who is weak, near and not trusted, no friend if possible, the
    leader before others. Some is a matter of taste, drawn once in a game."""

    def wish(power: str) -> float:
        taste = 0.8 + 0.4 * Random(f"{view.game} {power}").random()
        kept = (0.5 - 0.45 * traits.loyalty / 100) if power in friends else 1.0
        return lure[power] * (1.3 - trust[power]) * taste * kept * (2.0 if power == leader else 1.0)

    return max(others, key=wish, default="")
