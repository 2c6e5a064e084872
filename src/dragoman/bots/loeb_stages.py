"""The stages of Loeb's program: a, how vulnerable each space is; b, what it is worth; c, at which
space each unit aims; d, who moves there and who supports; e, what else those can do that hold.

Numbers the letter leaves open, such as what an enemy's home centre is worth, are set here.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final

from dragoman.bots.engine.worth import is_pressing
from dragoman.bots.visibility import NumberedView
from dragoman.quick_dataclass import dataclass
from dragoman.rules.engine.codes import HOLD, MOVE, NONE, SUPPORT
from dragoman.rules.engine.packed_orders import packed, packed_kind
from dragoman.rules.judge.board_index import board_index
from dragoman.values import FrozenMap

_HELD: Final = packed(HOLD, 0, NONE, NONE)

OWN, ALLIED, NEUTRAL, ENEMY = range(4)
"""Whose forces are counted apart."""

_PLAIN: Final = 1.0
_WORTH: Final = {OWN: 30.0, ALLIED: 2.0, NEUTRAL: 40.0, ENEMY: 60.0}
"""What a centre is worth, by who owns it ..."""
_NOBODYS: Final = 70.0
"""... or nobody does, ..."""
_HOME: Final = 3.0
"""... and what is added for an own home centre, or one of an enemy."""
_THREAT: Final = 6.0
"""What is added to an own centre for each unit that could come there and is none of an ally."""
_LEFT_TO_ALLIES: Final = 0.04
"""By how much less another's centre is worth to which an ally could go."""
_NEIGHBOURS: Final = 0.12
"""The part of its neighbours' worth that is added to that of a space."""
_FELT: Final = 4
"""How many spaces away that is felt: each adds what has come to it so far."""
_CHANCE: Final = 0.05
"""How large the random part is."""
_SATISFIED: Final = 0.05
"""What is left of the importance of a space once enough units aim at it."""
_ROUNDS: Final = 4
"""How often vulnerability and worth are worked out in turn, until they hardly change."""
_SPRING: Final = 0.9
"""How much less a centre of others is worth when nothing is counted next."""
_STRESSED: Final = 1.25
"""How much more a space is worth that an ally calls important."""


@dataclass(frozen=True, slots=True)
class Claims:
    """The claims of others about their orders, in numbers."""

    places: Mapping[int, tuple[int, float]] = FrozenMap()
    """To which province a unit is said to go, or to give support, and how much that is believed."""
    supports: Mapping[int, int] = FrozenMap()
    """How many units of allies are said to support the own ones at a province."""
    yielded: frozenset[int] = frozenset()
    """Provinces to which allies are said to go."""
    stressed: frozenset[int] = frozenset()
    """Provinces that allies call important."""


NO_CLAIMS: Final = Claims()


@dataclass(frozen=True, slots=True)
class Stages:
    """Which of the letter's stages and bracketed extensions are on."""

    weighted_forces: bool = True
    """Extension of a: a unit counts the less for a space the more it is worth elsewhere."""
    by_season: bool = True
    """Extension of b: centres count for more in fall, what lies beside them in spring."""
    by_kind: bool = True
    """Extension of b: the neighbours of a space are those that the kind of unit can go to."""
    uncut_movers: bool = True
    """Extension of d: the unit moves whose support would be cut, not that from the least space."""
    reassigned: bool = True
    """Stage e: units that were only to hold support what they can."""
    concurrent: bool = False
    """Extension of e: they do so as soon as it is settled who goes to a space, where more units are
    needed than aim at it, and only then wherever they can."""
    convoys: bool = True
    """Extension of e: fleets that would only hold carry armies that would, too (see
    ``loeb_last_look``)."""


class Plan:
    """The plan that the stages make in a position. ``stand`` says for each power whether it is the
    program itself, an ally, neutral or an enemy."""

    def __init__(
        self,
        seen: NumberedView,
        stand: list[int],
        stages: Stages,
        dice: Random,
        claims: Claims = NO_CLAIMS,
    ) -> None:
        self._seen, self._stand, self._stages, self._dice = seen, stand, stages, dice
        self._claims = claims
        self._t, self._s = seen.tables, seen.sight
        n = board_index(seen.view.variant.board)
        homes = (province.home for province in n.board.provinces.values())
        self._homes = [NONE if home is None else n.power[home] for home in homes]
        self._reach = [self._steps(unit) for unit in range(self._s.counts[0])]
        self._near = self._neighbours()
        self.importance = self._valued()

    def _steps(self, unit: int) -> dict[int, int]:
        """Where a unit can be after the phase: by province the location."""
        t, s = self._t, self._s
        node = s.kind[unit] * t.locations + s.location[unit]
        steps = t.steps[t.step_starts[node] : t.step_starts[node + 1]]
        return {t.province_of[to]: to for to in steps} | {
            t.province_of[s.location[unit]]: s.location[unit]
        }

    # Stages a and b.

    def _forces(self, worth: list[float] | None) -> list[list[float]]:
        """For each sort of power and each province the units that could be there."""
        found = [[0.0] * self._t.provinces for _ in range(4)]
        for unit, reach in enumerate(self._reach):
            sort = self._stand[self._s.owner[unit]]
            most = max(worth[place] for place in reach) if worth else 1.0
            said, belief = self._claims.places.get(unit, (NONE, 0.0))
            for place in reach:
                usual = worth[place] / most if worth and most > 0 else 1.0
                found[sort][place] += (1 - belief) * usual + belief * (place == said)
        return found

    def _valued(self) -> list[float]:
        """The worth of each province, after as many rounds as the stages say."""
        chance = [1 + _CHANCE * self._dice.random() for _ in range(self._t.provinces)]
        worth = self._worth(self._forces(None), chance)
        for _ in range(_ROUNDS if self._stages.weighted_forces else 0):
            worth = self._worth(self._forces(worth), chance)
        return worth

    def _worth(self, forces: list[list[float]], chance: list[float]) -> list[float]:
        t, s = self._t, self._s
        spring = self._stages.by_season and not is_pressing(t, s)
        own: list[float] = []
        for place in range(t.provinces):
            value = _PLAIN
            if t.center_of[place] != NONE:
                owner = s.owners[place]
                sort = NEUTRAL if owner == NONE else self._stand[owner]
                value = _NOBODYS if owner == NONE else _WORTH[sort]
                if owner == self._seen.number:
                    value += _THREAT * (forces[ENEMY][place] + forces[NEUTRAL][place] / 2)
                else:
                    value *= 1 - _LEFT_TO_ALLIES * min(1.0, forces[ALLIED][place])
                    value *= _SPRING if spring else 1.0
                if owner != NONE and self._homes[place] == owner and sort in (OWN, ENEMY):
                    value += _HOME
            if place in self._claims.stressed:
                value *= _STRESSED
            own.append(value * chance[place])
        found = own
        for _ in range(_FELT):
            found = [
                value + _NEIGHBOURS * sum(map(found.__getitem__, self._near[place]))
                for place, value in enumerate(own)
            ]
        return found

    def _neighbours(self) -> list[set[int]]:
        t = self._t
        found: list[set[int]] = [set() for _ in range(t.provinces)]
        for node in range(t.kinds * t.locations):
            place = t.province_of[node % t.locations]
            for step in range(t.step_starts[node], t.step_starts[node + 1]):
                found[place].add(t.province_of[t.steps[step]])
        return found

    def near(self, place: int) -> set[int]:
        """The provinces next to one, by any kind of unit."""
        return self._near[place]

    def is_threatened(self, place: int) -> bool:
        """True if a unit of another power could go to a province."""
        number = self._seen.number
        return any(
            place in reach and self._s.owner[unit] != number
            for unit, reach in enumerate(self._reach)
        )

    def reach(self, unit: int) -> dict[int, int]:
        """Where a unit can be after the phase: by province the location."""
        return self._reach[unit]

    def worth_at(self, kind: int, location: int) -> float:
        """The worth of having a unit of a kind at a location."""
        t, place = self._t, self._t.province_of[location]
        if not self._stages.by_kind:
            return self.importance[place]
        node = kind * t.locations + location
        steps = t.steps[t.step_starts[node] : t.step_starts[node + 1]]
        around = sum(self.importance[t.province_of[to]] for to in steps)
        return self.importance[place] + _NEIGHBOURS * around

    # Stage c.

    def targets(self) -> dict[int, int]:
        """Which province each own unit aims at."""
        left = list(self.importance)
        forces = self._forces(None)
        missing = [
            max(1, round(forces[ENEMY][place] + forces[NEUTRAL][place]) + self._is_held(place))
            for place in range(self._t.provinces)
        ]
        for place, promised in self._claims.supports.items():
            missing[place] = max(1, missing[place] - promised)
        for place in self._claims.yielded:
            left[place] *= _SATISFIED
        found: dict[int, int] = {}
        waiting = self._seen.own
        self._dice.shuffle(waiting)
        while waiting:
            unit, place = max(
                ((unit, place) for unit in waiting for place in self._reach[unit]),
                key=lambda pair: left[pair[1]] + 0.1 * self._ahead(*pair),
            )
            waiting.remove(unit)
            found[unit] = place
            missing[place] -= 1
            if missing[place] == 0:
                left[place] *= _SATISFIED
        self.short = {place: missing[place] for place in {*found.values()} if missing[place] > 0}
        return found

    def _is_held(self, place: int) -> int:
        """1 if somebody else stands there, who has to be beaten."""
        there = self._s.at[place]
        return int(there != NONE and self._s.owner[there] != self._seen.number)

    def _ahead(self, unit: int, place: int) -> float:
        """The worth of what lies within reach of a unit once it is there."""
        return self.worth_at(self._s.kind[unit], self._reach[unit][place])

    # Stages d and e.

    def codes(self) -> list[int]:
        """The orders of the own units, by their numbers."""
        targets = self.targets()
        codes = [_HELD] * self._s.counts[0]
        self._stays: set[int] = set()
        self._mover: dict[int, int] = {}
        dealt: set[int] = set()
        for place in sorted(set(targets.values()), key=lambda place: -self.importance[place]):
            self._deal(place, targets, codes, dealt)
            if self._stages.reassigned and self._stages.concurrent:
                self._reinforce(place, targets, codes)
        if self._stages.reassigned:
            self._reassign(targets, codes)
        return codes

    def _deal(self, place: int, targets: dict[int, int], codes: list[int], dealt: set[int]) -> None:
        """Settle who goes to a space that is aimed at. A space whose unit aims elsewhere waits
        until that is settled."""
        if place in dealt:
            return
        dealt.add(place)
        aiming = [unit for unit, target in targets.items() if target == place]
        there = self._s.at[place]
        if there in targets and there not in aiming:
            self._deal(targets[there], targets, codes, dealt)
            if packed_kind(codes[there]) == MOVE:
                there = NONE
        if there in targets:  # it stays, as it is to or because it cannot leave
            self._stays.add(place)
            helped = packed(SUPPORT, 0, NONE, self._s.location[there])
        else:
            mover = min(aiming, key=lambda unit: self._reluctance(unit, there))
            to = self._reach[mover][place]
            codes[mover] = packed(MOVE, 0, to, NONE)
            self._mover[place] = mover
            helped = packed(SUPPORT, 0, to, self._s.location[mover])
            there = mover
        for unit in aiming:
            if unit != there:
                codes[unit] = helped

    def _reluctance(self, unit: int, there: int) -> tuple[bool, float]:
        """The case against a unit's moving rather than another's: that nobody could cut its
        support, but who stands ``there`` and cannot by the rules; and what it leaves behind."""
        place = self._t.province_of[self._s.location[unit]]
        is_attacked = any(
            place in reach and self._stand[self._s.owner[other]] in (NEUTRAL, ENEMY)
            for other, reach in enumerate(self._reach)
            if other not in (unit, there)
        )
        return self._stages.uncut_movers and not is_attacked, self.importance[place]

    def _reinforce(self, place: int, targets: dict[int, int], codes: list[int]) -> None:
        """Let units that only hold support a space that has been settled, if it needs more."""
        for unit in targets:
            if self.short.get(place, 0) < 1:
                return
            own = self._t.province_of[self._s.location[unit]]
            if codes[unit] == _HELD and place != own and place in self._reach[unit]:
                codes[unit] = self._help(place)
                self.short[place] -= 1

    def _reassign(self, targets: dict[int, int], codes: list[int]) -> None:
        """Let units that only hold support a space beside them that is aimed at."""
        for unit in targets:
            if codes[unit] != _HELD:
                continue
            own = self._t.province_of[self._s.location[unit]]
            places = [
                place
                for place in self._reach[unit]
                if place != own and (place in self._mover or place in self._stays)
            ]
            if not places:
                continue
            codes[unit] = self._help(max(places, key=lambda place: self.importance[place]))

    def _help(self, place: int) -> int:
        """A support of what goes to a space or stays there."""
        if place in self._mover:
            mover = self._mover[place]
            return packed(SUPPORT, 0, self._reach[mover][place], self._s.location[mover])
        return packed(SUPPORT, 0, NONE, self._s.location[self._s.at[place]])
