"""The text of a game: headers, then the orders of each phase by power, as people write them.

    [Variant "standard"]
    [Rules "datc"]
    [Result "*"]

    S1901M
    England: F Lon - Nth, F Edi - Nwg, A Lvp - Yor
    France: A Par - Bur, A Mar S A Par - Bur, F Bre - Mao

``docs/how-to/programmers/library.md`` describes it. ``read_game_text`` reads it back.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from dragoman.board import Board
from dragoman.errors import checked
from dragoman.game.order_sets import Intent, OrderSet
from dragoman.game.resolution import Resolution, process
from dragoman.game.thrown_dice import dice_json, dice_texts
from dragoman.game.variant import Variant
from dragoman.orders import Order, PhaseLetter, scan_order, write
from dragoman.rules import PhaseKind

if TYPE_CHECKING:
    from dragoman.game.state import GameState

STANDING, PROXY, POSITION, TO = "standing", "proxy", "position", "to"
"""The words that begin lines about something else than the orders of a power; and one more."""

DICE, THROWN = "dice", "thrown"
"""The words before every roll of a phase, and before those that were thrown on a table."""

VARIANT, RULES, CHANGED, START, RESULT = "Variant", "Rules", "Changed", "Position", "Result"
OPENING = "Opening-"
"""The headers that say what is played, and how it went; the last is before the dice of the first
income."""

OPEN = "*"
"""The result of a game that goes on."""

UNDATED = "undated"


@checked
def write_game_text(game: GameState, headers: Mapping[str, str]) -> str:
    """The text of a game, with these headers before its own."""
    rows = [*headers.items(), *_headers(game)]
    blocks = ["\n".join(f"[{name} {json.dumps(value)}]" for name, value in rows)]
    follows = True
    for resolution in game.history:
        blocks.append("\n".join(_phase(game.variant, resolution, follows)))
        judged = process(
            game.variant, resolution.before, resolution.orders, game.rule_set, resolution.thrown
        )
        follows = (judged.position, judged.winners) == (resolution.position, resolution.winners)
    lines = [str(game.phase)]
    if not follows:
        lines.append(f"{POSITION}: {game.position.text()}")
    blocks.append("\n".join((*lines, *_handed_in(game))))
    return "\n\n".join(blocks) + "\n"


def _headers(game: GameState) -> Iterator[tuple[str, str]]:
    yield VARIANT, game.variant.name
    preset, changed = game.rule_set.nearest_preset()
    yield RULES, preset
    if changed:
        yield CHANGED, ", ".join(f"{switch}={answer}" for switch, answer in changed.items())
    if game.start != game.variant.start:
        yield START, game.start.text()
    for word, dice in dice_json(game.variant, game.opening).items():
        yield f"{OPENING}{word.title()}", ", ".join(dice)
    ending = game.ending
    yield RESULT, OPEN if ending is None else f"{ending.how}: {', '.join(ending.powers)}"


def _phase(variant: Variant, resolution: Resolution, follows: bool) -> Iterator[str]:
    board = variant.board
    yield str(resolution.phase)
    if not follows:
        yield f"{POSITION}: {resolution.before.text()}"
    for power, orders in resolution.orders.items():
        yield _orders_line(power_text(power, board), orders, resolution.phase.kind, board)
    for word, dice in dice_json(variant, resolution.account).items():
        yield f"{word}: {', '.join(dice)}"


def _handed_in(game: GameState) -> Iterator[str]:
    """The orders handed in for the phase at hand, and those that stand."""
    board, kind, pending = game.variant.board, game.phase.kind, game.pending
    for power, sets in pending.sets.items():
        for one in sets:
            notes = ", ".join(_notes(one, board))
            name = power_text(power, board)
            yield _orders_line(f"{name} ({notes})" if notes else name, one.orders, kind, board)
    for power, orders in pending.standing.items():
        name = f"{STANDING} {power_text(power, board)}"
        yield _orders_line(name, orders, PhaseKind.MOVEMENT, board)
    for province, (owner, holder) in pending.proxies.items():
        yield f"{PROXY} {province}: {power_text(owner, board)} {TO} {power_text(holder, board)}"
    if pending.thrown:
        yield f"{THROWN}: {', '.join(dice_texts(game.variant, pending.thrown))}"


def _notes(one: OrderSet, board: Board) -> Iterator[str]:
    if one.intent is not Intent.UNSAID:
        yield one.intent.value
    if not one.dated:
        yield UNDATED
    for province, holder in one.proxies.items():
        yield f"{province} {TO} {power_text(holder, board)}"


def power_text(power: str, board: Board) -> str:
    """A power's name where it stands for no other power and can be told from the rest of a
    line; else its key in quotation marks."""
    name = board.powers[power].name
    plain = name.replace(" ", "").replace("-", "").isalnum()
    first = name.partition(" ")[0].lower()
    words = f" {name.lower()} "
    clear = first not in (STANDING, PROXY, POSITION, DICE, THROWN) and f" {TO} " not in words
    alone = board.power_names.find(name) == (power,)
    return name if plain and clear and alone else json.dumps(power)


def _orders_line(name: str, orders: Iterable[Order], kind: PhaseKind, board: Board) -> str:
    texts = ", ".join(_order_text(order, kind, board) for order in orders)
    return f"{name}: {texts}".rstrip()


def _order_text(order: Order, kind: PhaseKind, board: Board) -> str:
    """The order as players write it; where it would be read otherwise, in full keys."""
    letter: PhaseLetter = kind.value
    return str(order) if scan_order(str(order), board, letter) == order else write(order)
