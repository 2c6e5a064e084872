"""The saved games of the `diplomacy` package, and a plainer layout of the same facts.

The package writes for each phase a ``name`` and a ``state`` with units, centres and
retreats; data sets made from it often put these straight into the phase and call its name
``phase``. Both are read, the package's own is written.

    >>> text = write_saved_game(game)
    >>> same, diagnostics = read_saved_game(text)
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from dragoman.board import Unit, province_of
from dragoman.diagnostics import Diagnostic
from dragoman.errors import DragomanError, checked
from dragoman.formats.records.retelling import OtherPosition, difference
from dragoman.formats.variants.loading import VariantError, load_variant
from dragoman.game import (
    Ending,
    FormatError,
    Game,
    JsonObject,
    OrderSet,
    Pending,
    Resolution,
    Variant,
    parse,
    powers_named,
    process,
    read_phase,
    read_position,
    results,
    starred_json,
)
from dragoman.game.variant import PLAY
from dragoman.orders import (
    Build,
    Convoy,
    Move,
    NotationError,
    Order,
    Support,
    UnitRef,
    scan_order,
    unit_of,
    write,
)
from dragoman.quick_dataclass import dataclass
from dragoman.rules import Phase, PhaseKind, Position, RuleSet

Find = Callable[[str], Variant]
"""Looks up a variant by name; raises VariantError where there is none."""

SAVED_GAME_RULES = RuleSet(via_without_convoy="by-land-if-possible")
"""The rules by which the package judges."""

_NO_ROOM = "saved games of the diplomacy package hold no money, sieges and rebellions"
_INSTEAD = "keep it as a record (save_game) or as a text (Game.text)"

_OVER = "COMPLETED"
_VICTORY = "Victory by: "


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A saved game, judged again: the game, None where it is none; what is wrong with it; and what
    was recorded otherwise. ``phases`` are the recorded phases that are judged, one for each of the
    game's history."""

    game: Game | None
    diagnostics: tuple[Diagnostic, ...]
    others: tuple[OtherPosition, ...] = ()
    phases: tuple[JsonObject, ...] = ()
    name: str = ""


@checked
def read_saved_game(
    text: str, find: Find = load_variant, rule_set: RuleSet | None = None, source: str = ""
) -> tuple[Game | None, tuple[Diagnostic, ...]]:
    """The game of a saved game, by replaying its orders, and what is wrong with it.

    There is a game unless the text is not a saved game or names something unknown. Orders
    that cannot be read are left out. Where a recorded position does not follow from the
    orders, a warning says how, and the game goes on from what was recorded. Press is not
    read. ``find`` looks a variant up by the name of its map; the rule set is the package's
    own, ``SAVED_GAME_RULES``, unless another is given.
    """
    saved = retell_saved_game(text, find, rule_set, source)
    return saved.game, saved.diagnostics


def retell_saved_game(
    text: str, find: Find = load_variant, rule_set: RuleSet | None = None, source: str = ""
) -> SavedGame:
    """The same with all that was recorded."""
    retelling = _Retelling()
    try:
        saved = parse(text)
        game = _game(saved, find, rule_set, retelling)
        name = saved.text("id") if isinstance(saved.values.get("id"), str) else ""
    except FormatError as error:
        game, name = None, ""
        retelling.faults.append(error.diagnostic)
    faults = tuple(fault.at(source) for fault in retelling.faults)
    return SavedGame(game, faults, tuple(retelling.others), tuple(retelling.phases), name)


@checked
def write_saved_game(
    game: Game,
    name: str = "dragoman",
    messages: Mapping[str, Sequence[Mapping[str, Any]]] = MappingProxyType({}),
) -> str:
    """The game as the `diplomacy` package saves it. ``name`` is what the package calls id.
    ``messages`` are the press of each phase, by its name, as the package has it: ``sender``,
    ``recipient`` (a power, or ``GLOBAL``), ``time_sent``, ``phase`` and ``message``.

    Raises:
        DragomanError: if it is a game of Machiavelli, of which these have no room for the half.
    """
    if not _has_room_for(game.variant):
        raise DragomanError(f"{game.variant.title}: {_NO_ROOM}; {_INSTEAD}")
    phases: list[dict[str, Any]] = []
    for resolution, found in zip(game.history, recorded_results(game.history), strict=True):
        before = resolution.before
        orders = {power: _texts(given, before) for power, given in resolution.orders.items()}
        phases.append(_entry(_state(before, game), orders, found, messages))
    now = _state(game.position, game)
    if game.ending is None or game.ending.how != "victory":
        orders = {power: _texts(game.orders(power), game.position) for power in game.survivors}
        phases.append(_entry(now, orders, {}, messages))
    if game.ending is not None:
        note = _VICTORY + ", ".join(power[:3] for power in game.ending.powers)
        phases.append(_entry({**now, "name": _OVER, "note": note}, {}, {}, {}))
    return json.dumps({"id": name, "map": game.variant.name, "rules": [], "phases": phases})


def recorded_results(history: Iterable[Resolution]) -> Iterator[dict[str, list[str]]]:
    """The words of each phase for each unit, as the package records them."""
    destroyed: tuple[Unit, ...] = ()
    for resolution in history:
        found = results(resolution.outcomes, resolution.phase.kind)
        # Where a unit had no retreat, the package says so in the phase for retreats or builds.
        if resolution.phase.kind is not PhaseKind.MOVEMENT:
            found |= {str(unit): ["disband"] for unit in destroyed}
        destroyed = resolution.destroyed
        yield found


def _has_room_for(variant: Variant) -> bool:
    """True if games of a variant can be told in such a file whole."""
    return PLAY.of(variant).is_plain


# Reading.


class _Retelling:
    """Notes that are taken while a saved game is judged again."""

    def __init__(self) -> None:
        self.faults: list[Diagnostic] = []
        self.others: list[OtherPosition] = []
        self.phases: list[JsonObject] = []


def _game(saved: JsonObject, find: Find, rule_set: RuleSet | None, noted: _Retelling) -> Game:
    faults = noted.faults
    variant = _variant(saved, find)
    if not _has_room_for(variant):
        raise saved.wrong("map", "not-held", f"this is a map of Machiavelli, and {_NO_ROOM}")
    phases = saved.objects("phases")
    if not phases or _name(phases[0]) == _OVER:
        raise saved.wrong("phases", "missing-field", "there is no phase of a game here")
    start = _position(phases[0], _turn(phases[0], variant), variant)
    game = Game(variant, rule_set or _rules_of(saved), start)
    for phase, following in pairwise(phases):
        orders = _orders(phase, game, faults)
        over = _name(following) == _OVER
        if over and not phase.object("results").values:
            # Agreed while the phase was open: it was never judged.
            powers = _named_winners(following, game) or game.survivors
            how = "concession" if len(powers) == 1 else "draw"
            game.restore(_handed_in(orders), Ending(how, powers))
            return game
        resolution = process(variant, game.position, orders, game.rule_set)
        noted.phases.append(phase)
        turn = resolution.position.phase if over else _turn(following, variant)
        recorded = _position(following, turn, variant)
        if other := difference(resolution, recorded):
            noted.others.append(other)
            faults.append(other.diagnostic)
            resolution = replace(resolution, position=recorded)
        if over:
            won = _named_winners(following, game) or resolution.winners or game.survivors
            game.adopt(replace(resolution, winners=won))
            return game
        game.adopt(replace(resolution, winners=()))
    game.restore(_handed_in(_orders(phases[-1], game, faults)), None)
    return game


def _rules_of(saved: JsonObject) -> RuleSet:
    """The rules by which the package judged this game."""
    builds_anywhere = "BUILD_ANY" in saved.texts("rules")
    return SAVED_GAME_RULES.with_settings("build_in=any") if builds_anywhere else SAVED_GAME_RULES


def _variant(saved: JsonObject, find: Find) -> Variant:
    key = "map" if "map" in saved else "variant"
    name = saved.text(key)
    try:
        return find(name)
    except VariantError as error:
        what = f"there is no variant for the map {name!r}: {error.diagnostics[0].what}"
        raise saved.wrong(key, "unknown-variant", what) from None


def _name(phase: JsonObject) -> str:
    return phase.text("name" if "name" in phase else "phase")


def _turn(phase: JsonObject, variant: Variant) -> Phase:
    return read_phase(phase, variant.calendar, "name" if "name" in phase else "phase")


def _position(phase: JsonObject, turn: Phase, variant: Variant) -> Position:
    return read_position(phase.object("state") if "state" in phase else phase, turn, variant)


def _orders(
    phase: JsonObject, game: Game, faults: list[Diagnostic]
) -> dict[str, tuple[Order, ...]]:
    """The recorded orders that can be read; of the rest, the faults."""
    found: dict[str, tuple[Order, ...]] = {}
    recorded = phase.object("orders")
    for name, power in powers_named(recorded, game.variant.board):
        orders: list[Order] = []
        for text in recorded.texts(name):
            order = scan_order(text, game.variant.board, game.phase.kind.value)
            if isinstance(order, Diagnostic):
                faults.append(replace(order, what=f"{recorded.at(name)}: {order.what}"))
            else:
                orders.append(order)
        found[power] = tuple(orders)
    return found


def _named_winners(last: JsonObject, game: Game) -> tuple[str, ...]:
    """The winners of a finished game by the package's note; empty where there is none.

    The package writes a draw as a victory of several, each by its first three letters.
    """
    state = last.object("state") if "state" in last else last
    note = state.text("note") if "note" in state else ""
    named = {name.strip() for name in note.removeprefix(_VICTORY).split(",")}
    return tuple(power for power in game.survivors if power[:3] in named)


def _handed_in(orders: Mapping[str, tuple[Order, ...]]) -> Pending:
    return Pending({power: (OrderSet(given),) for power, given in orders.items() if given})


# Writing.


def _entry(
    state: dict[str, Any],
    orders: Mapping[str, list[str]],
    found: dict[str, list[str]],
    messages: Mapping[str, Sequence[Mapping[str, Any]]],
) -> dict[str, Any]:
    return {
        "name": state["name"],
        "state": state,
        "orders": orders,
        "results": found,
        "messages": [dict(one) for one in messages.get(state["name"], ())],
    }


def _state(position: Position, game: Game) -> dict[str, Any]:
    return {
        "name": str(position.phase),
        "note": "",
        "map": game.variant.name,
        "homes": {power: list(homes) for power, homes in game.variant.board.homes.items()},
        **starred_json(position, game.variant.board.powers),
    }


def _texts(orders: Iterable[Order], position: Position) -> list[str]:
    """The orders as the package writes them, without those it has no words for.

    These are orders that name a unit of no known kind, because there is none.
    """
    found: list[str] = []
    for order in orders:
        with suppress(NotationError):
            found.append(write(_in_full(order, position), "diplomacy"))
    return found


def _in_full(order: Order, position: Position) -> Order:
    """The order with the kinds and coasts of the units it names, as the package wants them."""
    waiting = [dislodged.unit for dislodged in position.dislodged]
    units = {province_of(unit.location): unit for unit in (*waiting, *position.units)}
    if position.phase.kind is PhaseKind.RETREAT:
        units |= {province_of(unit.location): unit for unit in waiting}

    def named(name: UnitRef) -> UnitRef:
        unit = units.get(province_of(name.location))
        return name if unit is None else UnitRef(unit.location, unit.kind)

    match order:
        case Build():
            return order
        case Support():
            return replace(order, unit=named(order.unit), supported=named(order.supported))
        case Convoy():
            return replace(order, unit=named(order.unit), convoyed=named(order.convoyed))
        case Move():
            return replace(order, unit=named(order.unit), route=())
        case _:
            unit = unit_of(order)
            return order if unit is None else replace(order, unit=named(unit))
