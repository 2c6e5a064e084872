"""The record of a game: one JSON text from which the game can be rebuilt exactly.

``record.schema.json`` beside this module is the published description of the format. A
record holds facts, not explanations: positions, orders as text and, for other programs,
the results in the words of ``results``. Reading replays the orders. Where a rule was mended
since and the replay says otherwise, what was recorded stands, with a warning.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from dragoman.board import Board
from dragoman.diagnostics import Diagnostic, Severity
from dragoman.errors import checked
from dragoman.files import read_text, write_atomically
from dragoman.game.game import Game
from dragoman.game.json_object import FormatError, JsonObject, parse
from dragoman.game.json_positions import (
    powers_named,
    read_phase,
    read_position,
    read_power,
)
from dragoman.game.order_sets import Intent, OrderSet, Pending
from dragoman.game.record_writer import FORMAT, VERSION, write_record
from dragoman.game.resolution import Resolution, process
from dragoman.game.result_words import results
from dragoman.game.state import Ending
from dragoman.game.thrown_dice import (
    read_dice,
    take_opening,
    with_recorded,
)
from dragoman.game.variant import Find, Variant, find_variant
from dragoman.orders import Order, scan_order
from dragoman.rules import PhaseKind, RuleSet

if TYPE_CHECKING:  # Diplomacy does without it
    from dragoman.machiavelli import Roll


@checked
def save_game(game: Game, path: Path | str) -> None:
    """Write the record of a game to a file: the whole of it, or nothing.

    Raises:
        OSError: if the file cannot be written; what was there before still stands.
    """
    write_atomically(path, write_record(game))


@checked
def load_game(
    path: Path | str, find: Find = find_variant
) -> tuple[Game | None, tuple[Diagnostic, ...]]:
    """Read the record of a game from a file; see ``read_record``.

    There is a game unless some diagnostic is an error. ``find`` looks a variant up by name.
    """
    text, faults = read_text(path)
    return (None, faults) if faults else read_record(text, find, str(path))


@checked
def read_record(
    text: str, find: Find = find_variant, source: str = ""
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


# Reading.


def _game(record: JsonObject, find: Find) -> tuple[Game, tuple[Diagnostic, ...]]:
    _check_format(record)
    variant = _variant(record, find)
    phases = record.objects("phases")
    if not phases:
        raise record.wrong("phases", "missing-field", "a record holds at least one phase")
    ending = _read_ending(record, variant.board)
    won = ending.powers if ending and ending.how == "victory" else ()
    for phase in phases:
        phase.need("units")
    phase = read_phase(phases[0], variant.calendar)
    start = read_position(phases[0], phase, variant)
    game = Game(variant, _rule_set(record.object("rules")), start)
    faults: list[Diagnostic] = [*_read_opening(record.object("opening"), game)]
    for phase, following in pairwise(phases):
        orders = _orders_by_power(phase, "orders", game.phase.kind, variant.board)
        thrown = _dice(phase, "thrown", variant)
        resolution = process(variant, game.position, orders, game.rule_set, thrown)
        if again := with_recorded(variant, resolution, _dice(phase, "dice", variant)):
            resolution = again
            what = "the recorded dice are not those that the seed gives"
            faults.append(_warning("other-dice", f"{phase.at('dice')}: {what}"))
        turn = read_phase(following, variant.calendar)
        recorded = replace(
            resolution,
            position=read_position(following, turn, variant),
            winners=won if following is phases[-1] else (),
        )
        faults += _differences(phase, resolution, recorded)
        game.adopt(recorded)
    pending = _read_pending(record.object("pending"), game.phase.kind, variant)
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
    powers = (read_power(ending, "powers", name, board) for name in ending.texts("powers"))
    return Ending(how, tuple(powers))


def _power(fields: JsonObject, key: str, board: Board) -> str:
    return read_power(fields, key, fields.text(key), board)


def _orders_by_power(
    fields: JsonObject, key: str, kind: PhaseKind, board: Board
) -> dict[str, tuple[Order, ...]]:
    orders = fields.object(key)
    return {
        power: _read_orders(orders, name, kind, board)
        for name, power in powers_named(orders, board)
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


def _read_opening(opening: JsonObject, game: Game) -> Iterator[Diagnostic]:
    """Take how the first income came about from a record, if it leads to where the game starts."""
    dice, thrown = (_dice(opening, key, game.variant) for key in ("dice", "thrown"))
    if dice and not take_opening(game, dice, thrown):
        what = "the recorded first income does not lead to the first position"
        yield _warning("other-position", f"{opening.place}: {what}")


def _dice(fields: JsonObject, key: str, variant: Variant) -> tuple[Roll, ...]:
    """The dice in a field."""
    rolls, faults = read_dice(variant, fields.texts(key))
    for fault in faults:
        raise fields.wrong(key, fault.code, fault.what)
    return rolls


def _read_pending(pending: JsonObject, kind: PhaseKind, variant: Variant) -> Pending:
    board = variant.board
    sets = pending.object("sets")
    return Pending(
        {
            power: tuple(_read_set(one, kind, board) for one in sets.objects(name))
            for name, power in powers_named(sets, board)
        },
        _orders_by_power(pending, "standing", PhaseKind.MOVEMENT, board),
        {
            one.text("province"): (_power(one, "owner", board), _power(one, "holder", board))
            for one in pending.objects("proxies")
        },
        _dice(pending, "thrown", variant),
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
