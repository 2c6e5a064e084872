"""Writing the record of a game: its facts as texts, numbers and lists, and as JSON of them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, cast

from dragoman.errors import checked
from dragoman.game.order_sets import OrderSet, Pending
from dragoman.game.resolution import Resolution
from dragoman.game.result_words import results
from dragoman.game.thrown_dice import dice_json, dice_texts
from dragoman.game.variant import Variant
from dragoman.orders import Order, write as write_order
from dragoman.rules import RuleSet

if TYPE_CHECKING:
    from dragoman.game.state import GameState

FORMAT = "dragoman-game"
VERSION = 1


@checked
def write_record(game: GameState) -> str:
    """The record of a game, as JSON."""
    return _layout(record_of(game)) + "\n"


def record_of(game: GameState) -> dict[str, Any]:
    """The record of a game."""
    record: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "variant": game.variant.name,
        "rules": _rules(game.rule_set),
        "phases": [
            *(_phase(game.variant, one) for one in game.history),
            game.position.to_dict(),
        ],
    }
    if opening := dice_json(game.variant, game.opening):
        record["opening"] = opening
    if game.pending != Pending():
        record["pending"] = _pending(game.variant, game.pending)
    if game.ending:
        record["ending"] = {"how": game.ending.how, "powers": game.ending.powers}
    return record


def _rules(rule_set: RuleSet) -> dict[str, Any]:
    preset, changed = rule_set.nearest_preset()
    return {"preset": preset, "changed": changed}


def _phase(variant: Variant, resolution: Resolution) -> dict[str, Any]:
    return {
        **resolution.before.to_dict(),
        "orders": {power: _texts(orders) for power, orders in resolution.orders.items()},
        "results": results(resolution.outcomes, resolution.phase.kind),
        **dice_json(variant, resolution.account),
    }


def _pending(variant: Variant, pending: Pending) -> dict[str, Any]:
    found: dict[str, Any] = {
        "sets": {p: [_order_set(one) for one in sets] for p, sets in pending.sets.items()},
        "standing": {p: _texts(orders) for p, orders in pending.standing.items()},
        "proxies": [
            {"province": province, "owner": owner, "holder": holder}
            for province, (owner, holder) in pending.proxies.items()
        ],
    }
    if pending.thrown:
        found["thrown"] = dice_texts(variant, pending.thrown)
    return found


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
