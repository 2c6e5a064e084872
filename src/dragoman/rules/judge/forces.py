"""The strengths that met, read off a turn that the engine has judged."""

from __future__ import annotations

from collections.abc import Sequence

from dragoman.board import Unit
from dragoman.rules.engine.codes import LAND, MOVE, NO, NONE, OWN_SAME_ATTACKER, YES
from dragoman.rules.engine.masks import EMPTY, first, members, only
from dragoman.rules.engine.strengths import (
    ABSENT,
    arrives,
    attack,
    facing,
    head_on,
    moves,
    opposition,
    own_part,
    prevent,
    stays_put,
    support_for,
)
from dragoman.rules.engine.supports import strikes
from dragoman.rules.engine.turn import Turn
from dragoman.rules.model.outcome import Force, Role, Supporter, new_force, new_supporter


class Forces:
    """The strengths of one settled movement phase; units are given by their numbers."""

    def __init__(self, t: Turn, units: Sequence[Unit]) -> None:
        self._turn, self._units = t, units
        self._attacks: dict[int, Force] = {}

    def attackers(self, unit: int) -> list[int]:
        """The units ordered into the province where this one stands."""
        return self._rivals(self._turn.place[unit])

    def of_move(self, unit: int) -> tuple[Force, tuple[Force, ...]]:
        """A move's own strength, and what it met at its goal."""
        t = self._turn
        goal = t.goal[unit]
        met = [self._opposition(unit)] if t.at[goal] != NONE else []
        rivals = t.rivals[goal] & ~only(unit)
        while rivals != EMPTY:
            rival = first(rivals)
            rivals ^= only(rival)
            met.append(self._prevent(rival))
        return self._attack(unit), tuple(met)

    def of_stay(self, unit: int) -> tuple[Force, tuple[Force, ...]]:
        """The strength of a unit that stayed, and the attacks it met."""
        return self._hold(unit), tuple(self._attack(rival) for rival in self.attackers(unit))

    def in_place(self, unit: int) -> Force:
        """The strength of a unit with all support that it was given, whatever it was ordered."""
        supporters = self._supporters(unit, NONE)
        own = self._turn.strength[unit]
        halves = own + _counted(supporters)
        return new_force(self._units[unit], Role.HOLD, own, halves, supporters, "")

    def cutter(self, unit: int) -> Unit | None:
        """The unit that cut this support."""
        t = self._turn
        for attacker in self.attackers(unit):
            if strikes(t, attacker, unit) == YES:
                return self._units[attacker]
        return None

    def _rivals(self, province: int) -> list[int]:
        return members(self._turn.rivals[province])

    def _attack(self, unit: int) -> Force:
        found = self._attacks.get(unit)
        if found is None:
            found = self._attacks[unit] = self._new_attack(unit)
        return found

    def _new_attack(self, unit: int) -> Force:
        t = self._turn
        if t.at[t.goal[unit]] == NONE and t.supporters[unit] == EMPTY and t.route[unit] == LAND:
            own, _ = own_part(t, unit)
            return new_force(self._units[unit], Role.ATTACK, own, own, (), "")
        there = t.at[t.goal[unit]]
        spared = NONE
        why_zero = ""
        if arrives(t, unit) == NO:
            why_zero = "no-convoy"
        elif stays_put(t, unit, there) == YES:
            spared = t.owner[there]
            if spared == t.owner[unit]:
                why_zero = "own"
        halves, _ = attack(t, unit)
        won = moves(t, unit) == YES
        if won and spared != NONE and t.rules.own_support != OWN_SAME_ATTACKER:
            spared = NONE  # the support of the unit's own side counted after all
            least, _ = support_for(t, unit, NONE)
            halves = own_part(t, unit)[0] + least
        if why_zero == "no-convoy":
            halves = 0
        own = 0 if why_zero else own_part(t, unit)[0]
        helpers = self._supporters(unit, spared)
        return new_force(self._units[unit], Role.ATTACK, own, halves, helpers, why_zero)

    def _opposition(self, unit: int) -> Force:
        t = self._turn
        there = t.at[t.goal[unit]]
        halves, _ = opposition(t, unit)
        if t.order[there] != MOVE:
            return self._hold(there)
        meets = facing(t, unit) != NONE and head_on(t, unit, there) == YES
        if meets:
            helpers = self._supporters(there, NONE)
            own = halves - _counted(helpers)
            return new_force(self._units[there], Role.HEAD_ON, own, halves, helpers, "")
        return self._hold(there)

    def _hold(self, unit: int) -> Force:
        t = self._turn
        if t.order[unit] == MOVE:
            left = moves(t, unit) == YES
            own = 0 if left else t.strength[unit]
            return new_force(self._units[unit], Role.HOLD, own, own, (), "left" if left else "")
        return self.in_place(unit)

    def _prevent(self, unit: int) -> Force:
        t = self._turn
        halves, _ = prevent(t, unit, NONE)
        why_zero = ""
        if halves == ABSENT:
            halves = 0
            why_zero = "no-convoy" if arrives(t, unit) == NO else "beaten"
        elif halves == 0:
            why_zero = "weak"
        return new_force(
            self._units[unit],
            Role.PREVENT,
            0 if why_zero else own_part(t, unit)[0],
            halves,
            self._supporters(unit, NONE),
            why_zero,
        )

    def _supporters(self, unit: int, spared: int) -> tuple[Supporter, ...]:
        t = self._turn
        if t.supporters[unit] == EMPTY:
            return ()
        found: list[Supporter] = []
        for supporter in members(t.supporters[unit]):
            halves = t.strength[supporter] - t.loss[supporter]
            if t.stands_yes & only(supporter) == EMPTY:
                cutter = self.cutter(supporter)
                found.append(new_supporter(self._units[supporter], halves, False, "cut", cutter))
            elif t.owner[supporter] == spared:
                found.append(new_supporter(self._units[supporter], halves, False, "own", None))
            else:
                found.append(new_supporter(self._units[supporter], halves, True, "", None))
        return tuple(found)


def _counted(supporters: Sequence[Supporter]) -> int:
    return sum(s.halves for s in supporters if s.counted)
