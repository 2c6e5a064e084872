"""A private board as its owner, or whoever has the link, sees it: plain data."""

from __future__ import annotations

from typing import Any, NotRequired, cast

from dragoman.diagnostics import Diagnostic
from dragoman.game import Game, Resolution, Variant, results
from dragoman.judge.log.table import TABLE
from dragoman.judge.sandbox.board import Sandbox
from dragoman.judge.sandbox.commands import check_node, power_called
from dragoman.judge.views.board_view import OwnBoard, sheet_board
from dragoman.judge.views.orders_view import Ordered
from dragoman.judge.views.position_view import PositionShape
from dragoman.judge.views.turn_view import AccountShape
from dragoman.orders import write
from dragoman.refusal import ActionRefused
from dragoman.reports import Explanation, explanations
from dragoman.rules import Position
from dragoman.views import DiagnosticShape, View


class BranchNode(View):
    """A position of the tree."""

    node: int
    parent: int | None
    phase: str
    name: str
    winners: list[str]


class CameAbout(View):
    """Outcomes of orders, all of which may be seen."""

    phase: str
    orders: dict[str, list[str]]
    results: dict[str, list[str]]
    """For each unit what failed; nothing where its order succeeded."""
    winners: list[str]
    account: NotRequired[AccountShape]


class NodeShape(BranchNode):
    position: PositionShape
    sheets: dict[str, str]
    """What is ordered there, as it was written."""
    orders: dict[str, list[str]]
    """The same as the judge reads it."""
    next: list[int]
    """The nodes that came of it."""
    came_by: NotRequired[CameAbout]
    """How it came about; the first node has none of it."""


class SharedSandbox(View):
    """A board as whoever has its link reads it."""

    title: str
    variant: str
    rules: str
    switches: dict[str, str]
    powers: list[str]
    at: int
    """The node at hand."""
    nodes: list[BranchNode]
    node: NodeShape


class SandboxShape(SharedSandbox):
    """A board as its owner has it."""

    sandbox: int
    link: str
    """Whoever has it may read the board; empty where it is not shared."""
    game: int | None
    """The game that it was taken from."""
    seen: str
    """The phase of that."""


def sandbox_view(s: Sandbox) -> SharedSandbox:
    """The whole tree, and the node at hand, as whoever has the link sees them."""
    return {
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


def owners_view(number: int, s: Sandbox) -> SandboxShape:
    """The same as its owner sees it, with the link and the game that it was taken from."""
    return {
        **sandbox_view(s),
        "sandbox": number,
        "link": s.link,
        "game": s.origin.game or None,
        "seen": s.origin.seen,
    }


def node_view(s: Sandbox, number: int) -> NodeShape:
    """A node: its position, what is ordered there, what was said of it, and how it came about.

    Raises:
        ActionRefused: if there is no such node.
    """
    node = s.nodes[check_node(s, number)]
    game = s.game(number)
    found: NodeShape = {
        "node": number,
        "parent": node.parent or None,
        "name": node.name,
        "phase": str(game.phase),
        "position": shown(s.variant, game.position),
        "sheets": dict(node.sheets),
        "orders": {power: [write(one) for one in game.orders(power)] for power in s.powers},
        "winners": list(node.winners),
        "next": [one.number for one in s.children(number)],
    }
    resolution = s.resolution(number)
    if resolution is not None:
        found["came_by"] = resolution_data(s.variant, resolution)
    return found


def sides_view(s: Sandbox, number: int, tag: str) -> dict[str, OwnBoard]:
    """The choices and the orders of each power at a node; nothing where the game is won. The tag is
    that of the board.

    Raises:
        ActionRefused: if there is no such node.
    """
    node = s.nodes[check_node(s, number)]
    if node.winners:
        return {}
    found: dict[str, OwnBoard] = {}
    for power in s.powers:
        game = Game(s.variant, s.rules, s.position(number))
        text = node.sheets.get(power, "")
        told = game.order(power, text) if text else ()
        own = sheet_board(Ordered(text, game, told), power, tag)
        if own["units"] or own.get("builds") or text or "means" in own:
            found[power] = {**own, "conditional": False}
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
    """The possible orders of each unit of a power at a node.

    Raises:
        ActionRefused: if there is no such node or power.
    """
    game = s.game(check_node(s, number))
    legal = game.legal_orders(power_called(s, power))
    return {str(unit): [write(one) for one in orders] for unit, orders in legal.items()}


def came_about(s: Sandbox, number: int) -> Resolution:
    """The orders by which a node came about, with what came of them.

    Raises:
        ActionRefused: if there is no such node, or it is the first.
    """
    resolution = s.resolution(check_node(s, number))
    if resolution is None:
        raise ActionRefused("nothing-before", "the board begins here")
    return resolution


def explanations_of(s: Sandbox, number: int) -> tuple[Explanation, ...]:
    """Explanations of the orders by which a node came about.

    Raises:
        ActionRefused: if there is no such node, or it is the first.
    """
    resolution = came_about(s, number)
    return explanations(s.variant, resolution, s.earlier(number))


def resolution_data(variant: Variant, resolution: Resolution) -> CameAbout:
    """The outcomes of orders on a board, all of which may be seen."""
    found: CameAbout = {
        "phase": str(resolution.phase),
        "orders": {
            power: [write(one) for one in given] for power, given in resolution.orders.items()
        },
        "results": results(resolution.outcomes, resolution.phase.kind, resolution.destroyed),
        "winners": list(resolution.winners),
    }
    account = TABLE.of(variant).account(variant, resolution, lambda power, order: True)
    if account is not None:
        found["account"] = cast(AccountShape, account)
    return found


def shown(variant: Variant, position: Position) -> PositionShape:
    """A position; what nobody knows of one that is played shows when orders are carried out."""
    data: Any = position.to_dict()
    TABLE.of(variant).hide(data, lambda power: True)
    return data


def told_data(told: tuple[Diagnostic, ...]) -> list[DiagnosticShape]:
    """Diagnostics, as plain data."""
    return [one.data() for one in told]
