"""Private boards: taken from a game, from a variant's start, from a position or another board;
their positions, pictures and explanations; and the commands of their owners."""

from __future__ import annotations

from typing import Annotated, Final, NotRequired, get_args

from dragoman.diagnostics import Diagnostic
from dragoman.extras import extra
from dragoman.judge.sandbox import commands as c
from dragoman.judge.sandbox.board import Sandbox
from dragoman.judge.sandbox.board_view import (
    NodeShape,
    SandboxShape,
    SharedSandbox,
    came_about,
    explanations_of,
    node_view,
    owners_view,
    possible_view,
    sandbox_view,
    sides_view,
    way_to,
)
from dragoman.judge.sandbox.commands import check_node
from dragoman.judge.sandbox.forking import fork_game, fork_start
from dragoman.judge.sandbox.sandbox_store import SandboxItem
from dragoman.judge.sandbox.what_if import WhatIf, what_if
from dragoman.judge.views.board_view import OwnBoard
from dragoman.judge.views.hand_view import HandShape, hand_view
from dragoman.values import FrozenMap
from dragoman.views import DiagnosticShape, View
from dragoman.web.callers import Caller, Scope, ViewerHere, may, signed_in
from dragoman.web.drawn_boards import (
    JudgedBoard,
    MapAsked,
    PlainBoard,
    judged_board,
    layers_of,
    plain_board,
    turns_in_words,
)
from dragoman.web.languages import ENGLISH, Language, Spoken
from dragoman.web.map_sight import MapSight, MapSightAsked
from dragoman.web.pictures import SVG, SchemeAsked, drawn, map_look
from dragoman.web.problems import Problem, api_router
from dragoman.web.requests import MOST_ITEMS, Body, Text, command_of, endpoint, route_name
from dragoman.web.responses import is_named, json_bytes, tag_of, tagged
from dragoman.web.turns import ExplanationShape, Guesses, explained
from dragoman.web.web_state import LARGEST_ID, GameNumber, StateHere, WebState

with extra("judge"):
    from fastapi import APIRouter, Depends, Header, Path, Query, Request
    from fastapi.responses import JSONResponse, Response
    from pydantic import Field


# Positions, read by the owner, and in the same way by whoever has the link

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
    state: StateHere,
) -> None:
    request.state.board = state.judge.sandboxes.load(sandbox, caller.actor.user)
    request.state.owned = sandbox


def _shared_board(request: Request, link: Link, caller: Reader, state: StateHere) -> None:
    request.state.board = state.judge.sandboxes.linked(link)


async def _board_here(request: Request) -> Sandbox:
    board: Sandbox = request.state.board
    return board


BoardHere = Annotated[Sandbox, Depends(_board_here)]
"""The board that an address names; the routes of ``nodes`` are included where one of the two above
has looked it up."""
Node = Annotated[int, Path(ge=1, le=LARGEST_ID, description="A position of the board's tree.")]
nodes = APIRouter(tags=["sandboxes"], prefix="/nodes/{node}")


@nodes.get("", response_model=NodeShape)
def read_node(request: Request, s: BoardHere, node: Node, state: StateHere) -> Response:
    """A position: what stands there, what is ordered, and how it came about."""
    with state.map_queue.working_on(s.origin.variant):
        content = json_bytes(node_view(s, node))
    return tagged(request, content)


@nodes.get("/board", response_model=NodeBoard)
def read_node_board(
    request: Request,
    s: BoardHere,
    node: Node,
    caller: Reader,
    state: StateHere,
    sight: MapSightAsked,
    language: Language = ENGLISH,
) -> Response:
    """A position as the board of a page wants it: what stands there, with all orders; and for the
    owner, where he looks at it, what each power can order."""
    asked = _asked(state, s, language, caller, sight)
    owned: int = getattr(request.state, "owned", 0)
    with state.map_queue.working_on(s.origin.variant):
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
    state: StateHere,
    sight: MapSightAsked,
    language: Language = ENGLISH,
) -> Response:
    """The turn by which a position came about, as the board of a page wants it."""
    with state.map_queue.working_on(s.origin.variant):
        found = judged_board(_asked(state, s, language, caller, sight), came_about(s, node))
    return tagged(request, json_bytes(found))


@nodes.get("/possible-orders", response_model=PossibleOrders)
def list_possible_orders(
    request: Request,
    s: BoardHere,
    node: Node,
    state: StateHere,
    power: Annotated[Text, Query(max_length=80, description="A power by any of its names.")],
) -> Response:
    """Orders that each unit of a power can be given at a position."""
    with state.map_queue.working_on(s.origin.variant):
        units = possible_view(s, node, power)
    return tagged(request, json_bytes({"power": power, "units": units}))


@nodes.get("/map.svg", response_class=Response, responses=SVG)
def draw_node(
    request: Request,
    s: BoardHere,
    node: Node,
    caller: Reader,
    state: StateHere,
    language: Spoken,
    orders: bool = True,
    scheme: SchemeAsked = "light",
) -> Response:
    """A picture of a position, with what is ordered there."""
    with state.map_queue.working_on(s.origin.variant):
        game = s.game(check_node(s, node))
        given = FrozenMap({power: game.orders(power) for power in s.powers if orders})
        look = map_look(caller.look, scheme)
        picture = drawn(state, s.variant, game.position, None, given, language, look)
    return tagged(request, picture.encode(), "image/svg+xml", language=language)


@nodes.get("/came-by/map.svg", response_class=Response, responses=SVG)
def draw_what_came_before(
    request: Request,
    s: BoardHere,
    node: Node,
    caller: Reader,
    state: StateHere,
    language: Spoken,
    scheme: SchemeAsked = "light",
) -> Response:
    """A picture of how a position came about: the one before, with the orders and what came of
    them."""
    with state.map_queue.working_on(s.origin.variant):
        resolution = came_about(s, node)
        look = map_look(caller.look, scheme)
        before = resolution.before
        picture = drawn(state, s.variant, before, resolution, FrozenMap(), language, look)
    return tagged(request, picture.encode(), "image/svg+xml", language=language)


@nodes.get("/came-by/explanations", response_model=NodeExplained)
def explain_node(
    request: Request,
    s: BoardHere,
    node: Node,
    state: StateHere,
    language: Spoken,
    caller: Reader,
    unit: Annotated[str, Query(max_length=80, description="As `A BUR`, or its place.")] = "",
) -> Response:
    """Why each order by which a position came about came out as it did."""
    state.buckets.take("explanations", caller.key, state.limits.explanations)
    with state.map_queue.working_on(s.origin.variant):
        phase = str(came_about(s, node).phase)
        items = [
            explained(one, language, caller.look.notation)
            for one in explanations_of(s, node)
            if not unit or one.concerns(unit)
        ]
    content = json_bytes({"node": node, "phase": phase, "items": items})
    return tagged(request, content, language=language)


def _asked(
    state: WebState, s: Sandbox, language: Language, caller: Caller, sight: MapSight
) -> MapAsked:
    name, look = s.origin.variant, caller.look
    return MapAsked(
        state, name, s.variant, language, look.apart, look.letters, look.notation, sight
    )


reading = APIRouter()
reading.include_router(nodes, prefix="/sandboxes/{sandbox}", dependencies=[Depends(_own_board)])
reading.include_router(
    nodes, prefix="/shared-sandboxes/{link}", dependencies=[Depends(_shared_board)]
)


# Boards and their commands

router = api_router("sandboxes")
Owner = Annotated[Caller, Depends(signed_in(Scope.PLAY))]
OwnReader = Annotated[Caller, Depends(signed_in(Scope.READ))]
Title = Annotated[Text, Field(max_length=c.LONGEST_NAME)]
IfMatch = Annotated[
    str,
    Header(
        max_length=200,
        description="The tag of the board as it was read: where it stands otherwise by now nothing "
        "is done, and the answer (412) holds the board under `current`.",
    ),
]


class SandboxMade(View):
    sandbox: int


class SandboxList(View):
    items: list[SandboxItem]
    next: int | None
    """The `cursor` of the next page."""


class SandboxAnswer(View):
    """A command was carried out, or changed nothing."""

    changed: bool
    at: int
    """The node at hand after it."""
    told: list[DiagnosticShape]
    """What the judge makes of the orders."""


class NewSandbox(Body):
    """A board at the start of a variant, or at a position."""

    variant: Annotated[Text, Field(max_length=60)] = "standard"
    rules: Annotated[Text, Field(max_length=60)] = ""
    """A preset; empty for the variant's own."""
    switches: Annotated[dict[Text, Text], Field(max_length=MOST_ITEMS)] = Field(
        default_factory=dict[str, str]
    )
    position: Text = ""
    """As JSON, in the form in which games show theirs, or on one line; empty for the start."""
    title: Title = ""


class Fork(Body):
    """A phase of a game, the one at hand where none is named, as one sees it."""

    phase: Annotated[Text, Field(max_length=20)] = ""
    title: Title = ""


class Copy(Body):
    """A board of one's own that stands as another does."""

    title: Title = ""


@router.post("/sandboxes", status_code=201, response_model=SandboxMade)
def open_sandbox(body: NewSandbox, caller: Owner, state: StateHere) -> JSONResponse:
    """Begin a private board at a variant's start, or at a position of one's own."""
    begun = fork_start(
        body.variant,
        body.rules,
        body.switches,
        body.position,
        body.title,
        state.judge.games.find,
    )
    return _made(state.judge.sandboxes.create(caller.actor.user, begun, state.now()))


@router.post("/games/{game}/sandboxes", status_code=201, response_model=SandboxMade)
def fork_sandbox(
    body: Fork, game: GameNumber, viewer: ViewerHere, caller: Owner, state: StateHere
) -> JSONResponse:
    """Take a phase of a game aside, as one may see it, with the orders that one may see."""
    begun = fork_game(viewer, game, body.phase, body.title)
    return _made(state.judge.sandboxes.create(caller.actor.user, begun, state.now()))


@router.post("/sandboxes/{sandbox}/copies", status_code=201, response_model=SandboxMade)
def copy_sandbox(body: Copy, sandbox: OwnNumber, caller: Owner, state: StateHere) -> JSONResponse:
    """Copy a board of one's own."""
    boards = state.judge.sandboxes
    return _made(boards.copy(sandbox, caller.actor.user, state.now(), body.title))


@router.post("/shared-sandboxes/{link}/copies", status_code=201, response_model=SandboxMade)
def copy_shared_sandbox(body: Copy, link: Link, caller: Owner, state: StateHere) -> JSONResponse:
    """Copy a board that one has the link of, to go on with it."""
    boards = state.judge.sandboxes
    return _made(boards.copy_linked(link, caller.actor.user, state.now(), body.title))


@router.get("/sandboxes", response_model=SandboxList)
def list_sandboxes(
    request: Request,
    caller: OwnReader,
    state: StateHere,
    cursor: Annotated[int, Query(ge=0, le=LARGEST_ID, description="`next` of the last page.")] = 0,
    limit: Annotated[int, Query(ge=1, le=100)] = 30,
) -> Response:
    """One's own boards, the newest first."""
    found = state.judge.sandboxes.listed(caller.actor.user, cursor, limit + 1)
    more = found[limit - 1]["sandbox"] if len(found) > limit else None
    return tagged(request, json_bytes({"items": found[:limit], "next": more}))


@router.get("/sandboxes/{sandbox}", response_model=SandboxShape)
def read_sandbox(
    request: Request, sandbox: OwnNumber, caller: OwnReader, state: StateHere
) -> Response:
    """A board of one's own: the tree of its positions, and the one at hand."""
    s = state.judge.sandboxes.load(sandbox, caller.actor.user)
    with state.map_queue.working_on(s.origin.variant):
        content = json_bytes(owners_view(sandbox, s))
    return tagged(request, content)


@router.delete("/sandboxes/{sandbox}", status_code=204)
def remove_sandbox(sandbox: OwnNumber, caller: Owner, state: StateHere) -> Response:
    """Remove a board, with all that was done on it. Copies of it stay."""
    state.judge.sandboxes.remove(sandbox, caller.actor.user)
    return Response(status_code=204)


@router.get("/shared-sandboxes/{link}", response_model=SharedSandbox)
def read_shared_sandbox(request: Request, link: Link, caller: Reader, state: StateHere) -> Response:
    """A board that one has the link of."""
    s = state.judge.sandboxes.linked(link)
    with state.map_queue.working_on(s.origin.variant):
        content = json_bytes(sandbox_view(s))
    return tagged(request, content)


@router.post("/games/{game}/what-if", response_model=WhatIf)
def ask_what_if(
    body: Guesses, viewer: ViewerHere, caller: Reader, state: StateHere
) -> JSONResponse:
    """The outcome that the phase at hand would have, as far as one can know: with one's own orders
    as they are on file, or others, and what one guesses that the others do. Nothing of it is
    kept."""
    state.buckets.take("explanations", caller.key, state.limits.explanations)
    with state.map_queue.working_on(viewer.g.settings.variant):
        return JSONResponse(what_if(viewer, body.orders))


def _made(number: int) -> JSONResponse:
    return JSONResponse({"sandbox": number}, 201, {"Location": f"/api/sandboxes/{number}"})


def carry_out_on_board(
    kind: type[c.Command],
    body: Body,
    sandbox: int,
    caller: Caller,
    state: StateHere,
    if_match: str = "",
) -> JSONResponse:
    def check(s: Sandbox) -> None:
        now = owners_view(sandbox, s)
        tag = tag_of(json_bytes(now))
        if not is_named(tag, if_match):
            what = "this board was changed meanwhile, here or elsewhere"
            fault = Diagnostic("changed-meanwhile", what, "look at how it stands now")
            raise Problem((fault,), headers={"ETag": tag}, more={"current": now})

    user = caller.actor.user
    command = command_of(kind, body)
    asked = check if if_match else None
    s, decided = state.judge.sandboxes.act(
        sandbox,
        user,
        command,
        state.now(),
        asked,
        lambda s: state.map_queue.working_on(s.origin.variant),
    )
    with state.map_queue.working_on(s.origin.variant):
        tag = tag_of(json_bytes(owners_view(sandbox, s)))
    told = [one.data() for one in decided.told]
    data = {"changed": bool(decided.events), "at": s.at, "told": told}
    return JSONResponse(data, headers={"ETag": tag})


COMMANDS: Final = {kind.__name__: kind for kind in get_args(c.Command)}
"""Every command on a private board, by its name."""
_GIVEN: Final = {
    "sandbox": OwnNumber,
    "caller": Owner,
    "state": StateHere,
    "if_match": (IfMatch, ""),
}

for _name, _kind in COMMANDS.items():
    router.add_api_route(
        f"/sandboxes/{{sandbox}}/commands/{route_name(_name)}",
        endpoint(_kind, carry_out_on_board, _GIVEN, f"Sandbox{_name}"),
        methods=["POST"],
        response_model=SandboxAnswer,
        operation_id=f"Sandbox{_name}",
        summary=_name,
        openapi_extra={"x-scope": Scope.PLAY.value},
    )

router.include_router(reading)
