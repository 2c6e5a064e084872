"""Turns and orders as DPP's game master tells them, each order with its notes; and a game as
whoever sits in it follows it from that."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from dragoman.board import province_of
from dragoman.game import Game, Resolution, Variant
from dragoman.orders import (
    Build,
    Convoy,
    Move,
    Order,
    Remove,
    Support,
    UnitRef,
    Waive,
    unit_of,
)
from dragoman.press.daide.notes import NOTES_FOR
from dragoman.press.dpp.messages import Annotated, Note, Prediction, Results, TurnResults
from dragoman.press.dpp.vocabulary import turn_number, turn_numbered
from dragoman.refusal import ActionRefused
from dragoman.rules import Outcome, PhaseKind, Position, Result, RuleSet
from dragoman.sockets.orders_due import defaults, with_order
from dragoman.values import FrozenMap

_WORDS: Mapping[Result, str] = FrozenMap(
    {
        Result.SUCCEEDS: "VLD",
        Result.UNUSED: "VLD",
        Result.DISBANDS: "VLD",
        Result.FAILS: "FLD",
        Result.BLOCKED: "FLD",
        Result.CUT: "CUT",
        Result.DISRUPTED: "DSR",
        Result.NO_CONVOY: "NSO",
        Result.VOID: "NSO",
    }
)
_BY_NOTE: Final = FrozenMap({"FAR": "FAR", "NSU": "NSU", "NYU": "NSU"})
"""The words of DPP for notes of DAIDE; for all others it has ``HUH``."""
_ILLEGAL: Final = (Result.ILLEGAL, Result.EXCESS)


def turn_results(resolution: Resolution) -> TurnResults:
    """The results of a turn."""
    where = {d.unit: d.options for d in resolution.position.dislodged}
    found: dict[str, list[Annotated]] = {}
    for outcome in resolution.outcomes:
        notes = tuple(_notes(outcome, where.get(outcome.unit, ())))
        order = outcome.order or outcome.treated_as
        if not isinstance(order, Waive):
            plain = as_told(order, resolution.before)
            found.setdefault(outcome.unit.power, []).append(Annotated(plain, notes))
    return TurnResults(resolution.phase, _in_order(found))


def start_results(position: Position) -> TurnResults:
    """The start of the game, told as results of the turn before: all units were built."""
    found: dict[str, list[Annotated]] = {}
    for unit in position.units:
        built = Build(UnitRef(unit.location, unit.kind))
        found.setdefault(unit.power, []).append(Annotated(built, (Note("VLD"),)))
    return TurnResults(turn_numbered(turn_number(position.phase) - 1), _in_order(found))


def submitted(
    game: Game, power: str, kept: Sequence[Order], orders: Sequence[Order]
) -> tuple[tuple[Order, ...], Prediction | None]:
    """The orders of a power with those submitted now, and what is to be said if any is wrong or
    lacking: such orders are not kept. In an adjustment they replace all that were kept, and builds
    that are not ordered are given up."""
    is_adjustment = game.phase.kind is PhaseKind.ADJUSTMENT
    now: tuple[Order, ...] = () if is_adjustment else tuple(kept)
    wrong: list[Annotated] = []
    for order in orders:
        word = _fault(game, power, now, order)
        if word:
            wrong.append(Annotated(_plain(order), (Note(word),)))
        else:
            now = with_order(now, order)
    lacking = defaults(game, power, now)
    if lacking and all(isinstance(one, Waive) for one in lacking):
        now, lacking = (*now, *lacking), ()
    wrong += [Annotated(_plain(order), (Note("NMR"),)) for order in lacking]
    return now, Prediction(((power, tuple(wrong)),)) if wrong else None


def as_told(order: Order, position: Position) -> Order:
    """An order as DPP has it: with the kind and the coast of each unit, and no seas on the way."""
    return _plain(_named_fully(order, position))


def _fault(game: Game, power: str, kept: Sequence[Order], order: Order) -> str:
    """The note on an order that cannot be; empty where it can."""
    named = unit_of(order)
    tried = game.copy()
    tried.clear(power)
    among = with_order(kept, order) if isinstance(order, Build | Remove) else (order,)
    tried.order(power, among)
    found = tried.provisional()
    for outcome in found.outcomes:
        if outcome.unit.power != power or outcome.order != order:
            continue
        if outcome.result in _ILLEGAL:
            return _word_for(outcome.reason)
        if named is not None and named.kind and outcome.unit.kind != named.kind:
            return "NSU"
        return ""
    reasons = [one.reason for one in found.unused if one.order == order]
    return _word_for(reasons[0]) if reasons else "NSU"


def _word_for(reason: str) -> str:
    return _BY_NOTE.get(NOTES_FOR.get(reason, ""), "HUH")


def _notes(outcome: Outcome, retreats: Iterable[str]) -> Iterable[Note]:
    if outcome.order is None:
        yield Note("NMR")
    elif outcome.result in _ILLEGAL:
        yield Note(_word_for(outcome.reason))
    elif outcome.result is Result.BOUNCES:
        yield Note("FLD" if _is_beaten(outcome) else "BNC")
    elif outcome.result is Result.PARADOX:
        yield Note("CUT" if isinstance(outcome.treated_as, Support) else "DSR")
    elif outcome.result is not Result.DISLODGED:
        yield Note(_WORDS[outcome.result])
    if outcome.dislodged_by is not None:
        yield Note("RET", tuple(retreats))


def _is_beaten(outcome: Outcome) -> bool:
    """True if something stronger stood against a move; what holds out only because it is of the
    same power does not count."""
    force = outcome.force
    if force is None or force.why_zero == "own":
        return False
    return any(other.halves > force.halves for other in outcome.met)


def _plain(order: Order) -> Order:
    """The order as DPP has it: units without their powers, no seas on the way."""
    unit = unit_of(order)
    if unit is None:
        return order
    order = replace(order, unit=_unnamed(unit))
    match order:
        case Support():
            return replace(order, supported=_unnamed(order.supported))
        case Convoy():
            return replace(order, convoyed=_unnamed(order.convoyed))
        case Move():
            return Move(order.unit, order.target)
        case _:
            return order


def _unnamed(unit: UnitRef) -> UnitRef:
    return UnitRef(unit.location, unit.kind)


def _in_order(found: Mapping[str, Sequence[Annotated]]) -> Results:
    return tuple((power, tuple(orders)) for power, orders in found.items())


def _named_fully(order: Order, position: Position) -> Order:
    """An order with the kind and the coast of each unit, as people need not write them."""
    unit = unit_of(order)
    if unit is None or isinstance(order, Build):
        return order
    order = replace(order, unit=_standing(unit, position))
    if isinstance(order, Support):
        return replace(order, supported=_standing(order.supported, position))
    if isinstance(order, Convoy):
        return replace(order, convoyed=_standing(order.convoyed, position))
    return order


def _standing(unit: UnitRef, position: Position) -> UnitRef:
    province = province_of(unit.location)
    if position.phase.kind is PhaseKind.RETREAT:
        found = position.dislodged_by_province.get(province)
    else:
        found = position.by_province.get(province)
    if found is None or (unit.kind and unit.kind != found.kind):
        return unit
    return UnitRef(found.location, found.kind)


# A game as it is followed from them

_REMEDY = "name the variant with --variant, and the rules of that game with --rules and --set"
_NOT_GIVEN = Note("NMR")

_Facts: TypeAlias = dict[tuple[str, Order], frozenset[Note]]


class FollowedGame:
    """A game of which results are told in turn, from the beginning. Its own units may be given
    orders meanwhile."""

    def __init__(self, variant: Variant, rule_set: RuleSet) -> None:
        self._variant, self._rule_set = variant, rule_set
        self._before: Game | None = None
        self._last: TurnResults | None = None
        self.game = Game(variant, rule_set)

    def is_repeated(self, told: TurnResults) -> bool:
        """True if these results were the last that were told."""
        return self._last == told

    def is_start(self, told: TurnResults) -> bool:
        """True if this tells where the game begins."""
        return told.turn == start_results(self.game.start).turn

    def begin(self, told: TurnResults) -> None:
        """Follow the game from its beginning, perhaps once more.

        Raises:
            ActionRefused: if it begins elsewhere.
        """
        if _facts(told) != _facts(start_results(self.game.start)):
            what = f"the game there does not begin as {self._variant.title} does"
            raise ActionRefused("other-game", what, _REMEDY)
        self._before, self.game = self.game, Game(self._variant, self._rule_set)
        self._last = told

    def caught_up(self) -> None:
        """All was told again: orders for the turn at hand are kept, if it is the same."""
        before, self._before = self._before, None
        if before is not None and before.position == self.game.position:
            self.game.restore(before.pending, None)

    def go_on(self, told: TurnResults) -> Resolution:
        """Go on with the results of the turn at hand.

        Raises:
            ActionRefused: if it is another turn, or the results do not follow from the orders.
        """
        game = self.game
        if game.ending is not None or told.turn != game.phase:
            what = f"{told.turn} is told, and here the game stands in {game.ending or game.phase}"
            raise ActionRefused("other-game", what, _REMEDY)
        wanted = _facts(told)
        for results in (told, _by_sea(told)):
            tried = game.copy()
            for power in self._variant.board.powers:
                tried.clear(power)
            for power, orders in results.results:
                tried.order(power, [one.order for one in orders if _NOT_GIVEN not in one.notes])
            resolution = tried.provisional()
            found = _facts(turn_results(resolution))
            if found == wanted:
                game.adopt(resolution)
                self._last = told
                return resolution
        odd = next((key for key in wanted if wanted[key] != found.get(key)), None)
        which = f": {odd[0]}, {odd[1]}" if odd else ""
        what = f"what is told of {told.turn} does not follow from its orders{which}"
        raise ActionRefused("other-game", what, _REMEDY)


def _by_sea(told: TurnResults) -> TurnResults:
    """The results with the armies going by sea for which a convoy is ordered: DPP does not say."""
    ways = {
        (one.order.convoyed.location, one.order.target)
        for one in _all(told)
        if isinstance(one.order, Convoy)
    }

    def sent(one: Annotated) -> Annotated:
        order = one.order
        if isinstance(order, Move) and (order.unit.location, order.target) in ways:
            return replace(one, order=replace(order, via_convoy=True))
        return one

    results = tuple((power, tuple(map(sent, orders))) for power, orders in told.results)
    return replace(told, results=results)


def _all(told: TurnResults) -> Iterable[Annotated]:
    return (one for _, orders in told.results for one in orders)


def _facts(told: TurnResults) -> _Facts:
    """The facts that are told of each order, however they are sorted."""
    return {
        (power, one.order): frozenset(map(_sorted, one.notes))
        for power, orders in told.results
        for one in orders
    }


def _sorted(note: Note) -> Note:
    return replace(note, retreats=tuple(sorted(note.retreats)))
