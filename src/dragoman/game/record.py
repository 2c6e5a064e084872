"""The record of a game: one JSON text from which the game can be rebuilt exactly.

``record.schema.json`` beside this module is the published description of the format. A
record holds facts, not explanations: positions, orders as text and, for other programs,
the results in the words of ``results``. Reading replays the orders. Where a rule was mended
since and the replay says otherwise, what was recorded stands, with a warning.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

from dragoman.board import Board, Unit
from dragoman.diagnostics import Diagnostic, Severity
from dragoman.files import read_text, write_atomically
from dragoman.game.game import Ending, Game
from dragoman.game.json_object import FormatError, JsonObject, parse
from dragoman.game.order_sets import Intent, OrderSet, Pending
from dragoman.game.resolution import Resolution, process
from dragoman.game.results import results
from dragoman.game.variant import Variant
from dragoman.orders import Order, scan_order
from dragoman.orders import write as write_order
from dragoman.rules import DIPLOMACY, PRESETS, Dislodged, Phase, PhaseKind, Position, RuleSet

FORMAT = "dragoman-game"
VERSION = 1

Find = Callable[[str], Variant]
"""Looks up a variant by name; raises ValueError where there is none."""


def save_game(game: Game, path: Path | str) -> None:
    """Write the record of a game to a file: the whole of it, or nothing.

    Raises:
        OSError: if the file cannot be written; what was there before still stands.
    """
    write_atomically(path, write_record(game))


def load_game(path: Path | str, find: Find) -> tuple[Game | None, tuple[Diagnostic, ...]]:
    """Read the record of a game from a file; see ``read_record``."""
    text, faults = read_text(path)
    return (None, faults) if faults else read_record(text, find, str(path))


def read_record(
    text: str, find: Find, source: str = ""
) -> tuple[Game | None, tuple[Diagnostic, ...]]:
    """The game of a record, and what is wrong with the record.

    There is a game unless some diagnostic is an error. Warnings tell where the recorded
    positions are not those that follow from the recorded orders. ``source`` is named in
    the diagnostics.
    """
    try:
        game, faults = _game(parse(text), find)
    except FormatError as error:
        game, faults = None, (error.diagnostic,)
    return game, tuple(fault.at(source) for fault in faults)


def write_record(game: Game) -> str:
    """The record of a game."""
    record: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "variant": game.variant.name,
        "rules": _rules(game.rule_set),
        "phases": [*map(_phase, game.history), _position(game.position)],
    }
    if game.pending != Pending():
        record["pending"] = _pending(game.pending)
    if game.ending:
        record["ending"] = {"how": game.ending.how, "powers": game.ending.powers}
    return _layout(record) + "\n"


# Writing.


def _rules(rule_set: RuleSet) -> dict[str, Any]:
    """The preset that is nearest to a rule set, and where the two differ."""
    differences = {name: rule_set.differences(preset) for name, preset in PRESETS.items()}
    nearest = min(differences, key=lambda name: len(differences[name]))
    return {"preset": nearest, "changed": differences[nearest]}


def _phase(resolution: Resolution) -> dict[str, Any]:
    return {
        **_position(resolution.before),
        "orders": {power: _texts(orders) for power, orders in resolution.orders.items()},
        "results": results(resolution.outcomes, resolution.phase.kind),
    }


def _position(position: Position) -> dict[str, Any]:
    units: dict[str, list[str]] = {}
    for unit in position.units:
        units.setdefault(unit.power, []).append(str(unit))
    centers: dict[str, list[str]] = {}
    for center, owner in position.owners.items():
        centers.setdefault(owner, []).append(center)
    found: dict[str, Any] = {
        "phase": str(position.phase),
        "units": units,
        "centers": dict(sorted(centers.items())),
    }
    if position.dislodged:
        found["dislodged"] = [_dislodged(dislodged) for dislodged in position.dislodged]
    if position.contested:
        found["contested"] = sorted(position.contested)
    return found


def _dislodged(dislodged: Dislodged) -> dict[str, Any]:
    unit = dislodged.unit
    found: dict[str, Any] = {
        "power": unit.power,
        "unit": str(unit),
        "retreats": dislodged.options,
    }
    return found if dislodged.came_from is None else {**found, "attacker_from": dislodged.came_from}


def _pending(pending: Pending) -> dict[str, Any]:
    return {
        "sets": {p: [_order_set(one) for one in sets] for p, sets in pending.sets.items()},
        "standing": {p: _texts(orders) for p, orders in pending.standing.items()},
        "proxies": [
            {"province": province, "owner": owner, "holder": holder}
            for province, (owner, holder) in pending.proxies.items()
        ],
    }


def _order_set(one: OrderSet) -> dict[str, Any]:
    return {
        "orders": _texts(one.orders),
        "intent": one.intent.value,
        "dated": one.dated,
        "proxies": dict(one.proxies),
    }


def _texts(orders: Iterable[Order]) -> list[str]:
    return [write_order(order) for order in orders]


def _layout(value: object, depth: int = 0) -> str:
    """JSON with a line for each field of the record and of its phases."""
    indent = "\n" + " " * depth
    if depth < 3 and value and isinstance(value, dict):
        items = cast(dict[str, object], value).items()
        lines = [f"{json.dumps(key)}: {_layout(item, depth + 1)}" for key, item in items]
        return f"{{{indent} {f',{indent} '.join(lines)}{indent}}}"
    if depth < 3 and value and isinstance(value, list):
        lines = [_layout(item, depth + 1) for item in cast(list[object], value)]
        return f"[{indent} {f',{indent} '.join(lines)}{indent}]"
    return json.dumps(value, ensure_ascii=False)


# Reading.


def _game(record: JsonObject, find: Find) -> tuple[Game, tuple[Diagnostic, ...]]:
    _check_format(record)
    variant = _variant(record, find)
    phases = record.objects("phases")
    if not phases:
        raise record.wrong("phases", "missing-field", "a record holds at least one phase")
    ending = _read_ending(record, variant.board)
    won = ending.powers if ending and ending.how == "victory" else ()
    start = _read_position(phases[0], variant.board)
    game = Game(variant, _rule_set(record.object("rules")), start)
    faults: list[Diagnostic] = []
    for phase, following in pairwise(phases):
        orders = _orders_by_power(phase, "orders", game.phase.kind, variant.board)
        resolution = process(variant, game.position, orders, game.rule_set)
        recorded = replace(
            resolution,
            position=_read_position(following, variant.board),
            winners=won if following is phases[-1] else (),
        )
        faults += _differences(phase, resolution, recorded)
        game.adopt(recorded)
    pending = _read_pending(record.object("pending"), game.phase.kind, variant.board)
    game.restore(pending, None if won else ending)
    return game, tuple(faults)


def _check_format(record: JsonObject) -> None:
    if record.values.get("format") != FORMAT:
        raise record.wrong("format", "wrong-format", "this is no record of a Dragoman game")
    if (version := record.number("version")) > VERSION:
        what = f"the record is of version {version}; this program reads up to {VERSION}"
        raise FormatError(Diagnostic("newer-version", what, "use a newer version of Dragoman"))


def _variant(record: JsonObject, find: Find) -> Variant:
    name = record.text("variant")
    try:
        return find(name)
    except ValueError as error:
        what = f"the variant {name!r} cannot be read: {error}"
        raise record.wrong("variant", "unknown-variant", what) from None


def _rule_set(rules: JsonObject) -> RuleSet:
    try:
        rule_set = RuleSet.preset(rules.text("preset"))
        changed = rules.object("changed")
        settings = (f"{switch}={changed.text(switch)}" for switch in changed.values)
        return rule_set.with_settings(*settings)
    except ValueError as error:
        raise rules.wrong("preset", "unknown-rule", str(error)) from None


def _read_ending(record: JsonObject, board: Board) -> Ending | None:
    if "ending" not in record:
        return None
    ending = record.object("ending")
    how = ending.text("how")
    if how not in ("victory", "draw", "concession"):
        raise ending.wrong("how", "wrong-field", "a game ends by victory, draw or concession")
    powers = ending.texts("powers")
    for power in powers:
        _check_power(ending, "powers", power, board)
    return Ending(how, powers)


def _read_position(phase: JsonObject, board: Board) -> Position:
    position = Position(
        phase=_phase_name(phase),
        units=tuple(
            _unit(phase, "units", power, text)
            for power, texts in _by_power(phase, "units", board).items()
            for text in texts
        ),
        owners={
            center: power
            for power, centers in _by_power(phase, "centers", board).items()
            for center in centers
        },
        dislodged=tuple(
            Dislodged(
                _unit(one, "unit", one.text("power"), one.text("unit")),
                one.texts("retreats"),
                one.text("attacker_from") if "attacker_from" in one else None,
            )
            for one in phase.objects("dislodged")
        ),
        contested=frozenset(phase.texts("contested")),
    )
    faults = position.faults(board)
    named = (*position.contested, *(o for d in position.dislodged for o in d.options))
    faults += [
        f"there is no {place!r} on the map" for place in named if place not in board.province_of
    ]
    if faults:
        raise phase.wrong("units", "impossible-position", faults[0])
    return position


def _phase_name(phase: JsonObject) -> Phase:
    try:
        name = Phase.parse(phase.text("phase"))
    except ValueError as error:
        raise phase.wrong("phase", "wrong-field", str(error)) from None
    if name not in DIPLOMACY:
        raise phase.wrong("phase", "wrong-field", f"this game has no phase {name}")
    return name


def _unit(fields: JsonObject, key: str, power: str, text: str) -> Unit:
    kind, space, location = text.partition(" ")
    if not space:
        raise fields.wrong(key, "wrong-field", f"{text!r} is no unit; units are written F LON")
    return Unit(power, kind, location)


def _by_power(fields: JsonObject, key: str, board: Board) -> dict[str, tuple[str, ...]]:
    powers = fields.object(key)
    for power in powers.values:
        _check_power(fields, key, power, board)
    return {power: powers.texts(power) for power in powers.values}


def _check_power(fields: JsonObject, key: str, power: str, board: Board) -> None:
    if power not in board.powers:
        raise fields.wrong(key, "unknown-power", f"there is no power {power!r} in this variant")


def _power(fields: JsonObject, key: str, board: Board) -> str:
    power = fields.text(key)
    _check_power(fields, key, power, board)
    return power


def _orders_by_power(
    fields: JsonObject, key: str, kind: PhaseKind, board: Board
) -> dict[str, tuple[Order, ...]]:
    orders = fields.object(key)
    return {
        power: _read_orders(orders, power, kind, board) for power in _by_power(fields, key, board)
    }


def _read_orders(fields: JsonObject, key: str, kind: PhaseKind, board: Board) -> tuple[Order, ...]:
    found: list[Order] = []
    for text in fields.texts(key):
        order = scan_order(text, board, kind.value)
        if isinstance(order, Diagnostic):
            raise fields.wrong(key, "unreadable-order", f"{text!r}: {order.what}")
        found.append(order)
    return tuple(found)


def _differences(
    phase: JsonObject, resolution: Resolution, recorded: Resolution
) -> Iterable[Diagnostic]:
    """Warnings where a phase does not come out as recorded."""
    ours = results(resolution.outcomes, resolution.phase.kind)
    theirs = phase.object("results")
    differing = [unit for unit in ours if unit in theirs and ours[unit] != theirs.values[unit]]
    if differing:
        what = f"{', '.join(differing)}: the recorded results do not follow from the orders"
        yield _warning("other-results", f"{phase.at('results')}: {what}")
    if (resolution.position, resolution.winners) != (recorded.position, recorded.winners):
        what = f"{recorded.position.phase} as recorded does not follow from {resolution.phase}"
        yield _warning("other-position", f"{phase.place}: {what}")


def _warning(code: str, what: str) -> Diagnostic:
    return Diagnostic(code, what, "what was recorded stands", severity=Severity.WARNING)


def _read_pending(pending: JsonObject, kind: PhaseKind, board: Board) -> Pending:
    sets = pending.object("sets")
    for power in sets.values:
        _check_power(pending, "sets", power, board)
    return Pending(
        {
            power: tuple(_read_set(one, kind, board) for one in sets.objects(power))
            for power in sets.values
        },
        _orders_by_power(pending, "standing", PhaseKind.MOVEMENT, board),
        {
            one.text("province"): (_power(one, "owner", board), _power(one, "holder", board))
            for one in pending.objects("proxies")
        },
    )


def _read_set(one: JsonObject, kind: PhaseKind, board: Board) -> OrderSet:
    try:
        intent = Intent(one.text("intent"))
    except ValueError:
        raise one.wrong(
            "intent", "wrong-field", 'this should be "", "adds" or "replaces"'
        ) from None
    proxies = one.object("proxies")
    return OrderSet(
        _read_orders(one, "orders", kind, board),
        intent,
        one.flag("dated", True),
        {province: _power(proxies, province, board) for province in proxies.values},
    )
