"""What became of the orders of a movement phase, read off a turn that the engine has judged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dragoman.board import Unit
from dragoman.orders import Besiege, Convert, Convoy, Hold, LiftSiege, Move, Order, Support, UnitRef
from dragoman.rules.engine.aftermath import by_sea
from dragoman.rules.engine.codes import (
    CONVOY,
    GATED,
    HOLD,
    LEGAL_AS_NAMED,
    MOVE,
    NONE,
    SUPPORT,
    WAY_CLOSED,
)
from dragoman.rules.engine.masks import EMPTY, only
from dragoman.rules.engine.phases import settle_results
from dragoman.rules.engine.turn import Turn
from dragoman.rules.judge.board_index import BoardIndex
from dragoman.rules.judge.circles import circles
from dragoman.rules.judge.forces import Forces
from dragoman.rules.model.outcome import RESULTS, Outcome, Result, new_outcome
from dragoman.rules.model.reasons import (
    CONVOY_PARADOX,
    GATE_CLOSED,
    NO_SUCH_UNIT,
    NOT_YOURS,
    OK,
    OVERRULED,
    REASONS,
)


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
    treated_as = _Treatment(n, t, used)
    locations, rivals, places, moved = n.locations, t.rivals, t.place, t.moves_yes
    chosen_of, kinds, results, reasons = t.chosen, t.order, t.result, t.reason
    attackers = t.dislodged_by
    found: list[Outcome] = []
    for number, unit in enumerate(units):
        chosen, kind, attacker = chosen_of[number], kinds[number], attackers[number]
        order = treated_as.order_of(number) if chosen == NONE else used[chosen]
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
            cutter = forces.cutter(number) if result is Result.CUT else None
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
    """What became of the orders of gatekeepers' notional units."""
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


class _Treatment:
    """The orders as they were carried out: names and coasts put right, what is not legal a hold."""

    def __init__(self, n: BoardIndex, t: Turn, used: Sequence[Order]) -> None:
        self._n, self._turn, self._used = n, t, used
        self._last_given: dict[int, Order] | None = None

    def order_of(self, unit: int) -> Order | None:
        """The order that a unit was given last, where it carries out none."""
        if self._last_given is None:
            rows = self._turn.orders
            self._last_given = {
                ordered: order
                for order, ordered, reason in zip(self._used, rows.unit, rows.reason, strict=True)
                if reason not in (NO_SUCH_UNIT, NOT_YOURS)
            }
        return self._last_given.get(unit)

    def __call__(self, unit: int, chosen: int, kind: int, order: Order | None) -> Order:
        """As what the order was treated; ``chosen`` is its number, NONE if it is not carried out,
        and ``kind`` what the unit does."""
        if (
            chosen != NONE
            and self._turn.orders.flags[chosen] & LEGAL_AS_NAMED
            and self._is_carried_out_as_written(unit, chosen, kind, order)
        ):
            assert order is not None
            return order
        return self._put_right(unit, chosen, kind, order)

    def _is_carried_out_as_written(
        self, unit: int, chosen: int, kind: int, order: Order | None
    ) -> bool:
        """Whether an order that names its units as they are is carried out to the letter."""
        t = self._turn
        if not isinstance(order, _PLAIN) or order.unit.power is not None:
            return False
        if kind == MOVE:
            return t.target[unit] == t.orders.target[chosen]
        if kind == SUPPORT and (helped := t.helps[unit]) != NONE:
            assert isinstance(order, Support)
            target = t.orders.target[chosen]
            named_so = target in (NONE, t.target[helped])
            return named_so and order.supported.power is None
        return kind != HOLD or isinstance(order, Hold)

    def _put_right(self, unit: int, chosen: int, kind: int, order: Order | None) -> Order:
        n, t = self._n, self._turn
        named = n.ref(t.kind[unit], t.location[unit])
        if isinstance(order, Move) and kind == MOVE:
            target = order.target if chosen == NONE else n.locations[t.target[unit]]
            if order.unit == named and order.target == target:
                return order
            return replace(order, unit=named, target=target)
        if isinstance(order, Besiege | LiftSiege | Convert) and chosen != NONE:
            return order
        if isinstance(order, Support) and kind == SUPPORT and t.helps[unit] != NONE:
            helped = t.helps[unit]
            target = order.target if order.target is None else n.locations[t.target[helped]]
            return Support(named, n.ref(t.kind[helped], t.location[helped]), target)
        if isinstance(order, Convoy) and kind == CONVOY and t.carries[unit] != NONE:
            army = t.carries[unit]
            return Convoy(named, n.ref(t.kind[army], t.location[army]), n.places[t.goal[army]])
        if isinstance(order, Support | Convoy) and chosen != NONE and kind != HOLD:
            number = t.orders.target[chosen]
            target = None if number == NONE else n.locations[number]
            if order.unit == named and order.target == target:
                return order
            return replace(order, unit=named, target=target)
        if isinstance(order, Hold) and order.unit == named:
            return order
        return Hold(named)


_PLAIN = (Hold, Move, Support)
_CODES = {number: reason.code for number, reason in REASONS.items()}
