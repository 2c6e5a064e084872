"""A private board as its owner, or whoever has the link, sees it: plain data."""

from __future__ import annotations

from typing import Any

from dragoman.diagnostics import Diagnostic
from dragoman.game import Game, Resolution, Variant, account_json, dice_json, position_json, results
from dragoman.judge.sandbox.board import Sandbox
from dragoman.judge.sandbox.commands import check_node, power_called
from dragoman.judge.views.board_view import sheet_board
from dragoman.judge.views.orders_view import Ordered, diagnostic_data
from dragoman.orders import write
from dragoman.refusal import ActionRefused
from dragoman.reports import Explanation, explanations
from dragoman.rules import Position


def sandbox_view(s: Sandbox, owner: bool) -> dict[str, Any]:
    """The whole tree, and the node at hand. Only the owner sees the link and the game that it was
    taken from."""
    found: dict[str, Any] = {
        "title": s.title,
        "variant": s.origin.variant,
        "rules": s.origin.rules,
        "switches": dict(s.origin.switches),
        "powers": list(s.powers),
        "at": s.at,
        "nodes": [
            {
                "node": one.number,
                "parent": one.parent or None,
                "phase": one.position["phase"],
                "name": one.name,
                "winners": list(one.winners),
            }
            for one in s.nodes.values()
        ],
        "node": node_view(s, s.at),
    }
    if owner:
        found["link"] = s.link
        found["game"] = s.origin.game or None
        found["seen"] = s.origin.seen
    return found


def node_view(s: Sandbox, number: int) -> dict[str, Any]:
    """A node: its position, what is ordered there, what was said of it, and how it came about.

    Raises:
        ActionRefused: if there is no such node.
    """
    node = s.nodes[check_node(s, number)]
    game = s.game(number)
    found: dict[str, Any] = {
        "node": number,
        "parent": node.parent or None,
        "name": node.name,
        "phase": str(game.phase),
        "position": shown(game.position),
        "sheets": dict(node.sheets),
        "orders": {power: [write(one) for one in game.orders(power)] for power in s.powers},
        "winners": list(node.winners),
        "next": [one.number for one in s.children(number)],
    }
    resolution = s.resolution(number)
    if resolution is not None:
        found["came_by"] = resolution_data(s.variant, resolution)
    return found


def sides_view(s: Sandbox, number: int) -> dict[str, dict[str, Any]]:
    """What each power can order at a node, and what it is ordered; nothing where the game is won.

    Raises:
        ActionRefused: if there is no such node.
    """
    node = s.nodes[check_node(s, number)]
    if node.winners:
        return {}
    found: dict[str, dict[str, Any]] = {}
    for power in s.powers:
        game = Game(s.variant, s.rules, s.position(number))
        text = node.sheets.get(power, "")
        told = game.order(power, text) if text else ()
        own = sheet_board(Ordered(text, game, told), power)
        if own["units"] or own.get("builds") or text or "means" in own:
            found[power] = {**own, "conditional": False, "ready": False, "early": "never"}
    return found


def way_to(s: Sandbox, number: int) -> list[int]:
    """The nodes from the first to one.

    Raises:
        ActionRefused: if there is no such node.
    """
    way = [check_node(s, number)]
    while parent := s.nodes[way[0]].parent:
        way.insert(0, parent)
    return way


def possible_view(s: Sandbox, number: int, power: str) -> dict[str, list[str]]:
    """What each unit of a power may be ordered at a node.

    Raises:
        ActionRefused: if there is no such node or power.
    """
    game = s.game(check_node(s, number))
    legal = game.legal_orders(power_called(s, power))
    return {str(unit): [write(one) for one in orders] for unit, orders in legal.items()}


def came_about(s: Sandbox, number: int) -> Resolution:
    """How a node came about.

    Raises:
        ActionRefused: if there is no such node, or it is the first.
    """
    resolution = s.resolution(check_node(s, number))
    if resolution is None:
        raise ActionRefused("nothing-before", "the board begins here")
    return resolution


def explained(s: Sandbox, number: int) -> tuple[Explanation, ...]:
    """Why each of the orders by which a node came about came out as it did.

    Raises:
        ActionRefused: if there is no such node, or it is the first.
    """
    resolution = came_about(s, number)
    # Famines go back to the phases before (Machiavelli).
    earlier = s.year_before(number) if s.variant.ground is not None else ()
    return explanations(s.variant, resolution, earlier)


def resolution_data(variant: Variant, resolution: Resolution) -> dict[str, Any]:
    """What came of orders on a board, all of which may be seen."""
    found: dict[str, Any] = {
        "phase": str(resolution.phase),
        "orders": {
            power: [write(one) for one in given] for power, given in resolution.orders.items()
        },
        "results": results(resolution.outcomes, resolution.phase.kind, resolution.destroyed),
        "winners": list(resolution.winners),
    }
    if resolution.account is not None:
        account = {**account_json(resolution.account), **dice_json(variant, resolution.account)}
        found["account"] = account
    return found


def shown(position: Position) -> dict[str, Any]:
    """A position; what its dice will be shows when they are rolled."""
    data = position_json(position)
    if "affairs" in data:
        data["affairs"].pop("seed", None)
    return data


def told_data(told: tuple[Diagnostic, ...]) -> list[dict[str, Any]]:
    """Diagnostics, as plain data."""
    return [diagnostic_data(one) for one in told]
