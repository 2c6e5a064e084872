"""The verdict on a phase; and of a movement, read off a turn that the engine has judged, outcomes
of orders, the strengths that met, and the circles in which decisions waited for each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from dragoman.board import Unit
from dragoman.orders import Convert, Hold, Order, Support, UnitRef
from dragoman.rules.engine.aftermath import by_sea
from dragoman.rules.engine.codes import (
    DECISIONS,
    GATED,
    LAND,
    MOVE,
    MOVES,
    NO,
    NONE,
    OPEN,
    OWN_SAME_ATTACKER,
    RAIL,
    STANDS,
    WAY_CLOSED,
    YES,
)
from dragoman.rules.engine.phases import settle_results
from dragoman.rules.engine.primitives import EMPTY, Mask, first, members, only
from dragoman.rules.engine.resolver import (
    decision_count,
    note_waits,
    settle_certain,
    settle_circle,
    still_open,
)
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
from dragoman.rules.judge.board_index import BoardIndex, UnitRow
from dragoman.rules.judge.treatment import Treatment
from dragoman.rules.model.outcome import (
    RESULTS,
    Force,
    Link,
    Outcome,
    Result,
    Role,
    Supporter,
    UnusedOrder,
    new_force,
    new_outcome,
    new_supporter,
)
from dragoman.rules.model.position import Dislodged
from dragoman.rules.model.reasons import (
    CONVOY_PARADOX,
    GATE_CLOSED,
    NO_SUCH_UNIT,
    NOT_YOURS,
    OK,
    OVERRULED,
    REASONS,
    STRAIT_CLOSED,
)


class Verdict(NamedTuple):
    """A phase before the calendar moves on: outcomes, orders that were not used, the units that
    stand, those dislodged in the phase, and the provinces left empty by a stand-off."""

    outcomes: Sequence[Outcome]
    unused: tuple[UnusedOrder, ...]
    units: Sequence[UnitRow]
    dislodged: tuple[Dislodged, ...] = ()
    contested: frozenset[str] = frozenset()


def read_outcomes(
    n: BoardIndex,
    t: Turn,
    units: Sequence[Unit],
    used: Sequence[Order],
) -> tuple[Outcome, ...]:
    """One outcome for each unit, then one for each order of a gatekeeper. ``used`` are the orders
    that the turn has."""
    settle_results(t)
    circle_of = circles(t, units)
    forces = Forces(t, units)
    treated_as = Treatment(n, t, used)
    locations, rivals, places, moved = n.locations, t.rivals, t.place, t.moves_yes
    chosen_of, kinds, results, reasons = t.chosen, t.order, t.result, t.reason
    attackers = t.dislodged_by
    found: list[Outcome] = []
    for number, unit in enumerate(units):
        chosen, kind, attacker = chosen_of[number], kinds[number], attackers[number]
        order = used[chosen] if chosen != NONE else treated_as.order_of(number, kind)
        result, reason = RESULTS[results[number]], reasons[number]
        force, met, cutter, arrived, by_convoy = None, (), None, None, False
        if kind == MOVE and chosen != NONE:
            force, met = forces.of_move(number)
            arrived = locations[t.target[number]] if moved & only(number) != EMPTY else None
            by_convoy = by_sea(t, number)
            if result is Result.BLOCKED and reason == OK:
                reason = GATE_CLOSED
            elif result is Result.DISRUPTED and t.paradox[number] & WAY_CLOSED:
                reason = CONVOY_PARADOX
        elif rivals[places[number]] != EMPTY:
            force, met = forces.of_stay(number)
            was_stopped = result is Result.FAILS and isinstance(order, Convert)
            cutter = forces.cutter(number) if was_stopped or result is Result.CUT else None
        found.append(
            new_outcome(
                unit,
                order,
                treated_as(number, chosen, kind, order),
                result,
                _CODES[reason],
                None if attacker == NONE else units[attacker],
                force,
                met,
                cutter,
                arrived,
                by_convoy,
                circle_of.get(number, ()),
            )
        )
    return (*found, *_leave(n, t, used))


def _leave(n: BoardIndex, t: Turn, used: Sequence[Order]) -> list[Outcome]:
    """The outcomes of the orders of gatekeepers' notional units."""
    found: list[Outcome] = []
    gates = list(n.gates)
    for index, order in enumerate(used if gates else ()):
        power = n.powers[t.orders.by[index]]
        place = n.places[t.board.province_of[t.orders.location[index]]]
        reason = t.orders.reason[index]
        if place not in n.gates or reason in (NO_SUCH_UNIT, NOT_YOURS, OVERRULED):
            continue
        result = Result.SUCCEEDS if reason == OK else Result.ILLEGAL
        other = t.orders.other[index]
        if reason == OK and isinstance(order, Support) and other != NONE:
            passes = (
                t.route[other] == GATED
                and t.pass_gate[other] == gates.index(place)
                and t.reason[other] != GATE_CLOSED
            )
            if not passes:
                result = Result.UNUSED
            elif t.open_no & only(other) != EMPTY:
                result = Result.VOID
        treated = order if reason == OK else Hold(UnitRef(place))
        code = REASONS[reason].code
        found.append(Outcome(Unit(power, "", place), order, treated, result, code))
    return found


_CODES = {number: reason.code for number, reason in REASONS.items()}


# Strengths


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


# Circles
#
# The engine settles a circle as the rule set wants and goes on; it keeps only what that cost each
# unit. Which orders hung on which is for people, and rare, so it is worked out anew here, with the
# engine's own functions: every decision is unknown again and settled again, and where nothing goes
# on the circle is written down before the engine settles it.

_FIELDS: Final[dict[int, Literal["moves", "stands", "arrives"]]] = {
    MOVES: "moves",
    STANDS: "stands",
    OPEN: "arrives",
}


_DECIDED: Final = ("moves_yes", "moves_no", "stands_yes", "stands_no", "open_yes", "open_no")
"""The sets of a turn that hold what is decided of moves, supports and ways."""

_Decision: TypeAlias = tuple[int, int]
"""A unit and a field."""
_Undecided: TypeAlias = tuple[Mask, Mask, Mask]
"""Open decisions on moves, supports and ways, as sets of units."""


def circles(t: Turn, units: Sequence[Unit]) -> dict[int, tuple[Link, ...]]:
    """The circle of each unit that one cost something, beginning with the unit itself: every
    link hangs on the next one, the last on the first. The turn is left as it was."""
    found: dict[int, tuple[Link, ...]] = {}
    if not any(t.paradox[: t.unit_count]):
        return found
    kept_masks = {name: getattr(t, name) for name in _DECIDED}
    kept_loss, kept_paradox = list(t.loss), list(t.paradox)
    t.paradox[:] = [0] * len(t.paradox)
    undecided = _begin_again(t)
    while decision_count(undecided) > 0:
        left = settle_certain(t, undecided)
        if left == undecided:
            ways = _ways_round(t, undecided)
            settle_circle(t, undecided)
            for (unit, _), way in ways:
                if t.paradox[unit] and unit not in found:
                    found[unit] = tuple(Link(units[one], _FIELDS[field]) for one, field in way)
            left = still_open(t, undecided)
        undecided = left
    for name, mask in kept_masks.items():
        setattr(t, name, mask)
    t.loss[:], t.paradox[:] = kept_loss, kept_paradox
    return found


def _begin_again(t: Turn) -> _Undecided:
    """Make every decision unknown that was when the engine began; which these are."""
    moving = supporting = passing = EMPTY
    for unit in range(t.unit_count):
        is_shut = t.reason[unit] in (GATE_CLOSED, STRAIT_CLOSED)
        gated = t.route[unit] == GATED and not is_shut
        if t.order[unit] == MOVE:
            moving |= only(unit)
            by_convoy = t.route[unit] not in (LAND, RAIL, GATED) and t.fleets[unit] != EMPTY
            if (by_convoy and not is_shut) or gated:
                passing |= only(unit)
        elif t.helps[unit] != NONE:
            supporting |= only(unit)
            t.loss[unit] = 0
            if gated:
                passing |= only(unit)
    for names, open_ones in zip(
        (_DECIDED[:2], _DECIDED[2:4], _DECIDED[4:]), (moving, supporting, passing), strict=True
    ):
        for name in names:
            setattr(t, name, getattr(t, name) & ~open_ones)
    return moving, supporting, passing


def _ways_round(t: Turn, undecided: _Undecided) -> list[tuple[_Decision, list[_Decision]]]:
    """The shortest way from each waiting decision along what it waits for back to itself, if
    there is one; those of ways across the water first."""
    found: list[tuple[_Decision, list[_Decision]]] = []
    note_waits(t, undecided)
    waits = {one: _decisions(_waits_of(t, *one)) for one in _decisions(undecided)}
    for decision in sorted(waits, key=lambda one: (one[1] != OPEN, one)):
        ways = [[decision]]
        seen = {decision}
        while ways:
            if back := [way for way in ways if decision in waits[way[-1]]]:
                found.append((decision, back[0]))
                break
            further: list[list[_Decision]] = []
            for way in ways:
                for there in waits[way[-1]]:
                    if there not in seen:
                        seen.add(there)
                        further.append([*way, there])
            ways = further
    return found


def _waits_of(t: Turn, unit: int, field: int) -> _Undecided:
    row = DECISIONS * unit + field
    return t.waits_for_moves[row], t.waits_for_stands[row], t.waits_for_open[row]


def _decisions(undecided: _Undecided) -> list[_Decision]:
    """The decisions of three sets, by unit and field."""
    return sorted(
        (unit, field)
        for field, mask in zip((MOVES, STANDS, OPEN), undecided, strict=True)
        for unit in members(mask)
    )
