"""The positions of a private board, read by its owner, and in the same way by whoever has its link:
what stands there, what can be ordered, how it came about and why, and pictures of it."""

from __future__ import annotations

from typing import Annotated, NotRequired

from dragoman.extras import extra
from dragoman.judge.sandbox.board import Sandbox
from dragoman.judge.sandbox.board_view import (
    NodeShape,
    came_about,
    explanations_of,
    node_view,
    owners_view,
    possible_view,
    sides_view,
    way_to,
)
from dragoman.judge.sandbox.commands import check_node
from dragoman.judge.views.board_view import OwnBoard
from dragoman.judge.views.hand_view import HandShape, hand_view
from dragoman.values import FrozenMap
from dragoman.views import View
from dragoman.web.bodies import Text
from dragoman.web.callers import Caller, may, signed_in
from dragoman.web.door import LARGEST_ID, Door, DoorHere
from dragoman.web.drawn_boards import (
    JudgedBoard,
    PlainBoard,
    judged_board,
    layers_of,
    plain_board,
    turns_in_words,
)
from dragoman.web.etags import json_bytes, tag_of, tagged
from dragoman.web.explained import ExplanationShape, explained
from dragoman.web.grounds import MapAsked
from dragoman.web.languages import ENGLISH, Language, Spoken
from dragoman.web.pictures import SVG, drawn
from dragoman.web.scopes import Scope

with extra("judge"):
    from fastapi import APIRouter, Depends, Path, Query, Request
    from fastapi.responses import Response

OwnNumber = Annotated[int, Path(ge=1, le=LARGEST_ID, description="A board of one's own.")]
Link = Annotated[Text, Path(max_length=64, description="The link of a board that is shared.")]
Reader = Annotated[Caller, Depends(may(Scope.READ))]


class PossibleOrders(View):
    power: str
    units: dict[str, list[str]]
    """For each unit what it can be ordered."""


class NodeExplained(View):
    node: int
    phase: str
    """The phase of which the node came."""
    items: list[ExplanationShape]


class NodeBoard(PlainBoard):
    """A position of a private board."""

    stage: str
    """`running`, or `over` where the game is won."""
    power: str
    node: int
    way: list[int]
    """The positions from the first to this one."""
    past: list[str]
    """The phases that were judged between them."""
    past_turns: list[str]
    """The same in words."""
    sides: dict[str, OwnBoard]
    """For each power what it can order, and what it is ordered; none of that where nothing can be
    ordered: by others than the owner, elsewhere than at the position at hand, in a game that is
    won."""
    hand: NotRequired[HandShape]


def _own_board(
    request: Request,
    sandbox: OwnNumber,
    caller: Annotated[Caller, Depends(signed_in(Scope.READ))],
    door: DoorHere,
) -> None:
    request.state.board = door.judge.sandboxes.load(sandbox, caller.actor.user)
    request.state.owned = sandbox


def _shared_board(request: Request, link: Link, caller: Reader, door: DoorHere) -> None:
    request.state.board = door.judge.sandboxes.linked(link)


async def _board_here(request: Request) -> Sandbox:
    board: Sandbox = request.state.board
    return board


BoardHere = Annotated[Sandbox, Depends(_board_here)]
"""The board that an address names; the routes of ``nodes`` are included where one of the two above
has looked it up."""
Node = Annotated[int, Path(ge=1, le=LARGEST_ID, description="A position of the board's tree.")]
nodes = APIRouter(tags=["sandboxes"], prefix="/nodes/{node}")


@nodes.get("", response_model=NodeShape)
def read_node(request: Request, s: BoardHere, node: Node, door: DoorHere) -> Response:
    """A position: what stands there, what is ordered, and how it came about."""
    with door.brought.working_on(s.origin.variant):
        content = json_bytes(node_view(s, node))
    return tagged(request, content)


@nodes.get("/board", response_model=NodeBoard)
def read_node_board(
    request: Request,
    s: BoardHere,
    node: Node,
    caller: Reader,
    door: DoorHere,
    language: Language = ENGLISH,
) -> Response:
    """A position as the board of a page wants it: what stands there, with all orders; and for the
    owner, where he looks at it, what each power can order."""
    asked = _asked(door, s, language, caller)
    owned: int = getattr(request.state, "owned", 0)
    with door.brought.working_on(s.origin.variant):
        game, way = s.game(check_node(s, node)), way_to(s, node)
        given = FrozenMap({power: game.orders(power) for power in s.powers})
        past = [s.position(one).phase for one in way[:-1]]
        sides: dict[str, OwnBoard] = {}
        if owned and node == s.at:
            sides = sides_view(s, node, tag_of(json_bytes(owners_view(owned, s))))
        found: NodeBoard = {
            **plain_board(asked, game.position, layers_of(asked, game.position, given)),
            "stage": "over" if s.nodes[node].winners else "running",
            "power": "",
            "node": node,
            "way": way,
            "past": [*map(str, past)],
            "past_turns": turns_in_words(asked, past),
            "sides": sides,
        }
        if sides and caller.look.notation is not None:
            found["hand"] = hand_view(game, s.powers, caller.look.notation)
    return tagged(request, json_bytes(found))


@nodes.get("/came-by/board", response_model=JudgedBoard)
def read_what_came_before(
    request: Request,
    s: BoardHere,
    node: Node,
    caller: Reader,
    door: DoorHere,
    language: Language = ENGLISH,
) -> Response:
    """How a position came about, as the board of a page wants it."""
    with door.brought.working_on(s.origin.variant):
        found = judged_board(_asked(door, s, language, caller), came_about(s, node))
    return tagged(request, json_bytes(found))


@nodes.get("/possible-orders", response_model=PossibleOrders)
def list_possible_orders(
    request: Request,
    s: BoardHere,
    node: Node,
    door: DoorHere,
    power: Annotated[Text, Query(max_length=80, description="A power by any of its names.")],
) -> Response:
    """What each unit of a power can be ordered at a position."""
    with door.brought.working_on(s.origin.variant):
        units = possible_view(s, node, power)
    return tagged(request, json_bytes({"power": power, "units": units}))


@nodes.get("/map.svg", response_class=Response, responses=SVG)
def draw_node(
    request: Request,
    s: BoardHere,
    node: Node,
    caller: Reader,
    door: DoorHere,
    language: Spoken,
    orders: bool = True,
) -> Response:
    """A picture of a position, with what is ordered there."""
    with door.brought.working_on(s.origin.variant):
        game = s.game(check_node(s, node))
        given = FrozenMap({power: game.orders(power) for power in s.powers if orders})
        picture = drawn(door, s.variant, game.position, None, given, language, caller.look.apart)
    return tagged(request, picture.encode(), "image/svg+xml", language=language)


@nodes.get("/came-by/map.svg", response_class=Response, responses=SVG)
def draw_what_came_before(
    request: Request,
    s: BoardHere,
    node: Node,
    caller: Reader,
    door: DoorHere,
    language: Spoken,
) -> Response:
    """A picture of how a position came about: the one before, with the orders and what came of
    them."""
    with door.brought.working_on(s.origin.variant):
        resolution = came_about(s, node)
        apart = caller.look.apart
        before = resolution.before
        picture = drawn(door, s.variant, before, resolution, FrozenMap(), language, apart)
    return tagged(request, picture.encode(), "image/svg+xml", language=language)


@nodes.get("/came-by/explanations", response_model=NodeExplained)
def explain_node(
    request: Request,
    s: BoardHere,
    node: Node,
    door: DoorHere,
    language: Spoken,
    caller: Reader,
    unit: Annotated[str, Query(max_length=80, description="As `A BUR`, or its place.")] = "",
) -> Response:
    """Why each order by which a position came about came out as it did."""
    door.buckets.take("explanations", caller.key, door.limits.explanations)
    with door.brought.working_on(s.origin.variant):
        phase = str(came_about(s, node).phase)
        items = [
            explained(one, language, caller.look.notation)
            for one in explanations_of(s, node)
            if not unit or one.concerns(unit)
        ]
    content = json_bytes({"node": node, "phase": phase, "items": items})
    return tagged(request, content, language=language)


def _asked(door: Door, s: Sandbox, language: Language, caller: Caller) -> MapAsked:
    look = caller.look
    return MapAsked(door, s.origin.variant, s.variant, language, look.apart, look.notation)


reading = APIRouter()
reading.include_router(nodes, prefix="/sandboxes/{sandbox}", dependencies=[Depends(_own_board)])
reading.include_router(
    nodes, prefix="/shared-sandboxes/{link}", dependencies=[Depends(_shared_board)]
)
