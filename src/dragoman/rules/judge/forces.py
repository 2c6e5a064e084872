"""The strengths that met, read off the resolver's settled rows."""

from __future__ import annotations

from collections.abc import Sequence

from dragoman.board import Unit
from dragoman.rules.engine.codes import (
    FIRST_SUPPORTER,
    GOAL,
    LOSS,
    MOVE,
    MOVES,
    NEXT_RIVAL,
    NEXT_SUPPORTER,
    NO,
    NONE,
    ORDER,
    OWN_SAME_ATTACKER,
    OWNER,
    PLACE,
    R_OWN_SUPPORT,
    R_SELF_CUT,
    SELF_CUTS,
    STANDS,
    STRENGTH,
    WIDTH,
    YES,
    Ints,
)
from dragoman.rules.engine.strengths import (
    ABSENT,
    arrives,
    attack,
    facing,
    head_on,
    opposition,
    own_part,
    prevent,
    stays_put,
    support_for,
)
from dragoman.rules.engine.supports import strikes
from dragoman.rules.judge.encoding import Table
from dragoman.rules.model.outcome import Force, Role, Supporter


class Forces:
    """The strengths of one settled movement phase."""

    def __init__(self, ground: Ints, table: Table, rules: Ints, units: Sequence[Unit]) -> None:
        self._ground, self._table, self._rules, self._units = ground, table, rules, units

    def unit(self, row: int) -> Unit:
        return self._units[row // WIDTH]

    def attackers(self, row: int) -> list[int]:
        """The rows of the units ordered into the province where this one stands."""
        return self._rivals(self._table.units[row + PLACE])

    def of_move(self, row: int) -> tuple[Force, tuple[Force, ...]]:
        """A move's own strength, and what it met at its goal."""
        t = self._table
        goal = t.units[row + GOAL]
        met = [self._opposition(row)] if t.at[goal] != NONE else []
        met += [self._prevent(rival) for rival in self._rivals(goal) if rival != row]
        return self._attack(row), tuple(met)

    def of_stay(self, row: int) -> tuple[Force, tuple[Force, ...]]:
        """The strength of a unit that stayed, and the attacks it met."""
        return self._hold(row), tuple(self._attack(rival) for rival in self.attackers(row))

    def cutter(self, row: int) -> Unit | None:
        """The unit that cut this support."""
        t = self._table
        t.trail[0] = 0
        for attacker in self.attackers(row):
            own = t.units[attacker + OWNER] == t.units[row + OWNER]
            if own and self._rules[R_SELF_CUT] != SELF_CUTS:
                continue
            struck = strikes(
                self._ground, attacker, row, t.units, t.at, t.rivals, self._rules, t.trail
            )
            if struck == YES:
                return self.unit(attacker)
        return None

    def _rivals(self, province: int) -> list[int]:
        rows: list[int] = []
        row = self._table.rivals[province]
        while row != NONE:
            rows.append(row)
            row = self._table.units[row + NEXT_RIVAL]
        return sorted(rows)

    def _attack(self, row: int) -> Force:
        t = self._table
        t.trail[0] = 0
        there = t.at[t.units[row + GOAL]]
        spared = NONE
        why_zero = ""
        if arrives(row, t.units, t.trail) == NO:
            why_zero = "no-convoy"
        elif stays_put(row, there, t.units, t.at, t.trail) == YES:
            spared = t.units[there + OWNER]
            if spared == t.units[row + OWNER]:
                why_zero = "own"
        halves, _ = attack(row, t.units, t.at, t.trail)
        won = t.units[row + MOVES] == YES
        if won and spared != NONE and self._rules[R_OWN_SUPPORT] != OWN_SAME_ATTACKER:
            spared = NONE  # the support of the unit's own side counted after all
            least, _ = support_for(row, NONE, t.units, t.trail)
            halves = own_part(row, t.units, t.trail)[0] + least
        if why_zero == "no-convoy":
            halves = 0
        own = 0 if why_zero else own_part(row, t.units, t.trail)[0]
        return Force(
            self.unit(row), Role.ATTACK, own, halves, self._supporters(row, spared), why_zero
        )

    def _opposition(self, row: int) -> Force:
        t = self._table
        t.trail[0] = 0
        there = t.at[t.units[row + GOAL]]
        halves, _ = opposition(row, t.units, t.at, t.trail)
        if t.units[there + ORDER] != MOVE:
            return self._hold(there)
        meets = facing(row, t.units, t.at) != NONE and head_on(row, there, t.units, t.trail) == YES
        if meets:
            helpers = self._supporters(there, NONE)
            own = halves - _counted(helpers)
            return Force(self.unit(there), Role.HEAD_ON, own, halves, helpers)
        return self._hold(there)

    def _hold(self, row: int) -> Force:
        t = self._table
        if t.units[row + ORDER] == MOVE:
            left = t.units[row + MOVES] == YES
            own = 0 if left else t.units[row + STRENGTH]
            return Force(self.unit(row), Role.HOLD, own, own, (), "left" if left else "")
        supporters = self._supporters(row, NONE)
        own = t.units[row + STRENGTH]
        return Force(self.unit(row), Role.HOLD, own, own + _counted(supporters), supporters)

    def _prevent(self, row: int) -> Force:
        t = self._table
        t.trail[0] = 0
        halves, _ = prevent(row, NONE, t.units, t.at, self._rules, t.trail)
        why_zero = ""
        if halves == ABSENT:
            halves = 0
            why_zero = "no-convoy" if arrives(row, t.units, t.trail) == NO else "beaten"
        elif halves == 0:
            why_zero = "weak"
        return Force(
            self.unit(row),
            Role.PREVENT,
            0 if why_zero else own_part(row, t.units, t.trail)[0],
            halves,
            self._supporters(row, NONE),
            why_zero,
        )

    def _supporters(self, row: int, spared: int) -> tuple[Supporter, ...]:
        t = self._table
        rows: list[int] = []
        supporter = t.units[row + FIRST_SUPPORTER]
        while supporter != NONE:
            rows.append(supporter)
            supporter = t.units[supporter + NEXT_SUPPORTER]
        found: list[Supporter] = []
        for supporter in sorted(rows):
            halves = t.units[supporter + STRENGTH] - t.units[supporter + LOSS]
            if t.units[supporter + STANDS] != YES:
                found.append(
                    Supporter(self.unit(supporter), halves, False, "cut", self.cutter(supporter))
                )
            elif t.units[supporter + OWNER] == spared:
                found.append(Supporter(self.unit(supporter), halves, False, "own"))
            else:
                found.append(Supporter(self.unit(supporter), halves, True))
        return tuple(found)


def _counted(supporters: Sequence[Supporter]) -> int:
    return sum(s.halves for s in supporters if s.counted)
