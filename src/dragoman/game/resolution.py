"""One phase of a game, resolved: from a position and orders to the next position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from html import escape
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final

from dragoman.board import AUTONOMOUS, Board, Unit, UnknownName
from dragoman.diagnostics import has_errors
from dragoman.errors import checked
from dragoman.game.order_checks import check_names
from dragoman.game.result_words import spoken, words
from dragoman.game.variant import PLAY, Variant
from dragoman.orders import Notation, Order, OrdersGiven, UnitRef, orders_given, write
from dragoman.orders.order import UnitNamed, unit_called
from dragoman.other_words import understands
from dragoman.quick_dataclass import dataclass
from dragoman.rules import (
    Orders,
    Outcome,
    Phase,
    PhaseKind,
    Position,
    PositionError,
    RuleSet,
    UnusedOrder,
    rules_called,
)
from dragoman.values import FrozenMap

if TYPE_CHECKING:
    from dragoman.machiavelli import Account, Roll


_HAS_ORDERS: Final = itemgetter(1)
"""Tells a power with its orders from one without any."""


@understands
@dataclass(frozen=True)
class Resolution:
    """A phase with its orders and their outcomes.

    ``before`` is the position the orders met, ``position`` the next one in which there is
    something to decide. ``unused`` are the orders that were not used. ``winners`` is
    empty while the game goes on. ``account`` is what happened besides in a game of Machiavelli:
    money, dice, sieges, losses.
    """

    before: Position
    orders: Orders
    rule_set: RuleSet
    outcomes: Sequence[Outcome]
    unused: tuple[UnusedOrder, ...]
    position: Position
    winners: tuple[str, ...] = ()
    account: Account | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.orders, FrozenMap) or not all(map(_is_tuple, self.orders.values())):
            orders = {power: tuple(given) for power, given in self.orders.items()}
            object.__setattr__(self, "orders", FrozenMap(orders))

    @property
    def phase(self) -> Phase:
        """The phase that was resolved."""
        return self.before.phase

    def __iter__(self) -> Iterator[Outcome]:
        """Go through the outcomes."""
        return iter(self.outcomes)

    def __len__(self) -> int:
        """The number of outcomes."""
        return len(self.outcomes)

    def __bool__(self) -> bool:
        """True, however few the outcomes: a phase was resolved."""
        return True

    def __contains__(self, one: object) -> bool:
        """True of an outcome, and of a unit, or what names one, whose order was resolved."""
        if isinstance(one, Unit | UnitRef | str):
            return unit_called((outcome.unit for outcome in self.outcomes), one) is not None
        return one in self.outcomes

    def __getitem__(self, unit: UnitNamed) -> Outcome:
        """The outcome of a unit's order; see ``outcome``."""
        return self.outcome(unit)

    def outcome(self, unit: UnitNamed) -> Outcome:
        """The outcome of a unit's order; the unit may be given as ``F LON`` or ``LON``. Of
        several on a high sea it is the first; a unit of these outcomes is found itself.

        Raises:
            UnknownName: if no order of such a unit was resolved in this phase.
        """
        for outcome in self.outcomes:
            if outcome.unit is unit:
                return outcome
        units = [outcome.unit for outcome in self.outcomes]
        if (found := unit_called(units, unit)) is not None:
            return next(outcome for outcome in self.outcomes if outcome.unit is found)
        what = f"{unit} had no order in {self.phase}"
        raise UnknownName("unit", str(unit), [*map(str, units)], what=what)

    @property
    def thrown(self) -> tuple[Roll, ...]:
        """The dice of this phase that were thrown on a table (Machiavelli)."""
        rolls = () if self.account is None else self.account.rolls
        return tuple(roll for roll in rolls if roll.is_thrown)

    @cached_property
    def destroyed(self) -> tuple[Unit, ...]:
        """The dislodged units with nowhere to go: they leave the board at once."""
        waiting = {dislodged.unit for dislodged in self.position.dislodged}
        return tuple(
            outcome.unit
            for outcome in self.outcomes
            if outcome.dislodged_by is not None and outcome.unit not in waiting
        )

    @cached_property
    def returned(self) -> tuple[Unit, ...]:
        """The units of nobody that came back after the phase."""
        before = self.before.units
        return tuple(unit for unit in self.position.units_of(AUTONOMOUS) if unit not in before)

    def records(self, notation: Notation | None = None) -> list[dict[str, Any]]:
        """A row for each order, of texts and numbers alone: ``pandas.DataFrame(game.records())`` is
        a table of a game. Orders are written as ``str()`` writes them, or in a notation."""
        return [_record(outcome, self.phase, notation) for outcome in self.outcomes]

    def to_dict(self) -> dict[str, Any]:
        """The phase of texts, numbers and lists alone, as JSON takes them: ``before`` and ``after``
        as ``Position.to_dict`` has them, the ``orders`` of each power, and ``outcomes`` as
        ``records`` has them."""
        return {
            "phase": str(self.phase),
            "before": self.before.to_dict(),
            "orders": {power: [*map(str, given)] for power, given in self.orders.items()},
            "outcomes": self.records(),
            "after": self.position.to_dict(),
            "winners": [*self.winners],
        }

    def _repr_html_(self) -> str:
        """A table for notebooks: each order with what came of it."""
        shown = ("power", "order", "result", "reason")
        rows = ["".join(f"<td>{escape(one[key])}</td>" for key in shown) for one in self.records()]
        head = "".join(f"<th>{key}</th>" for key in shown)
        body = "".join(f"<tr>{row}</tr>" for row in (head, *rows))
        return f"<table><caption>{escape(spoken(self.phase))}</caption>{body}</table>"

    def __repr__(self) -> str:
        return f"<Resolution of {self.phase}: {len(self.outcomes)} outcomes>"

    def __str__(self) -> str:
        return self.text()

    def text(self, notation: Notation | None = None) -> str:
        """The orders of each power with what became of them, and what is next. They are written as
        ``str()`` writes them (``A Par - Bur``), or in a notation (``"njudge"``).

        Raises:
            NotationError: if the notation cannot hold one of the orders.
        """
        lines = [spoken(self.phase)]
        for power, outcomes in _by_power(self.outcomes).items():
            text = ", ".join(_told(outcome, self.phase.kind, notation) for outcome in outcomes)
            lines.append(f"{power.title()}: {text}")
        if self.destroyed:
            lines.append(f"Destroyed: {', '.join(map(str, self.destroyed))}")
        if self.returned and self.position.affairs is None:
            lines.append(f"Back again: {', '.join(map(str, self.returned))}")
        for dislodged in self.position.dislodged if self.phase.kind is PhaseKind.MOVEMENT else ():
            lines.append(f"{dislodged.unit} may retreat to {', '.join(dislodged.options)}")
        if self.winners:
            lines.append(f"The game is won by {', '.join(self.winners).title()}")
        else:
            lines.append(f"Next: {spoken(self.position.phase)}")
        return "\n".join(lines)


@checked
def process(
    variant: Variant,
    position: Position,
    orders: Mapping[str, OrdersGiven],
    rule_set: RuleSet | str | None = None,
    thrown: Sequence[Roll] = (),
) -> Resolution:
    """Resolve one phase; nothing is changed.

    The orders go by the key of each power, as objects or as text. The rule set is the variant's
    own unless another is given, or the name of a preset. The next position lies in the
    next phase with something to decide: a retreat phase only if some dislodged unit has
    somewhere to go (the others are disbanded at once), an adjustment phase only if some
    power can build or must remove. In Machiavelli dice are rolled from the seed in the position,
    but for those ``thrown`` on a table; those that nothing asks for do nothing.

    Raises:
        PositionError: if the position cannot be: two units in one province, a centre that is
            none, a power or place that there is not.
        OrdersError: if something in a text is no order.
        UnknownName: if an order, or whoever gives it, names something that there is not.
    """
    given = orders_given(variant.board, position.phase.kind.value, orders)
    rule_set = variant.rule_set if rule_set is None else rules_called(rule_set)
    if position.phase.kind is not PhaseKind.MOVEMENT:
        _check(variant.board, position, given)
    play = PLAY.of(variant)
    if faults := play.faults(variant, position):
        raise PositionError(faults)
    try:
        result, account = play.judge(variant, position, given, rule_set, thrown)
    except (KeyError, ValueError):
        _check(variant.board, position, given)  # says in full what the rules could not judge
        raise
    powers = variant.board.powers
    resolution = Resolution.__new__(Resolution)  # of parts as it keeps them: quicker
    resolution.__dict__.update(
        before=position,
        orders=FrozenMap(filter(_HAS_ORDERS, zip(powers, map(given.get, powers), strict=True))),
        rule_set=rule_set,
        outcomes=result.outcomes,
        unused=result.unused,
        position=result.position,
        winners=() if result.winner is None else (result.winner,),
        account=account,
    )
    return resolution


def _check(board: Board, position: Position, orders: Orders) -> None:
    """See that the position can be and that the orders name what there is.

    Raises:
        PositionError, UnknownName: if not.
    """
    if has_errors(faults := position.faults(board)):
        raise PositionError(faults)
    check_names(board, orders)


def _is_tuple(given: Sequence[Order]) -> bool:
    return isinstance(given, tuple)


def _record(outcome: Outcome, phase: Phase, notation: Notation | None) -> dict[str, Any]:
    force = outcome.force
    return {
        "phase": str(phase),
        "power": outcome.power,
        "unit": str(outcome.unit),
        "order": _written(outcome, notation),
        "ordered": outcome.order is not None,
        "success": outcome.success,
        "result": outcome.result.value,
        "reason": outcome.reason,
        "strength": None if force is None else force.halves / 2,
        "moved_to": outcome.moved_to,
        "dislodged_by": None if outcome.dislodged_by is None else str(outcome.dislodged_by),
    }


def _by_power(outcomes: Iterable[Outcome]) -> dict[str, list[Outcome]]:
    powers: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        powers.setdefault(outcome.unit.power, []).append(outcome)
    return powers


def _written(outcome: Outcome, notation: Notation | None) -> str:
    """The order of a unit, or what it was taken to have been ordered."""
    order = outcome.order or outcome.treated_as
    return str(order) if notation is None else write(order, notation)


def _told(outcome: Outcome, kind: PhaseKind, notation: Notation | None) -> str:
    said = [word for word in words(outcome, kind) if word]
    if outcome.order is None and not outcome.is_idle:
        said.insert(0, "no order")
    return _written(outcome, notation) + (f" ({', '.join(said)})" if said else "")
