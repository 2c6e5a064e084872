"""Private boards: taken from a game, from a variant's start, from a position or another board; what
their owners do with them; and what would come of the turn at hand of a game."""

from __future__ import annotations

from typing import Annotated, Final, get_args

from dragoman.diagnostics import Diagnostic
from dragoman.extras import extra
from dragoman.judge.sandbox import commands as c
from dragoman.judge.sandbox.board import Sandbox
from dragoman.judge.sandbox.board_view import SandboxShape, SharedSandbox, sandbox_view
from dragoman.judge.sandbox.forking import fork_game, fork_start
from dragoman.judge.sandbox.sandbox_store import SandboxItem
from dragoman.judge.sandbox.what_if import WhatIf, what_if
from dragoman.views import DiagnosticShape, View
from dragoman.web.bodies import MOST_ITEMS, Body, Text, command_of, route_name
from dragoman.web.callers import Caller, may, signed_in
from dragoman.web.command_routes import endpoint
from dragoman.web.door import LARGEST_ID, DoorHere, GameNumber, ViewerHere
from dragoman.web.etags import is_named, json_bytes, tag_of, tagged
from dragoman.web.problems import Problem
from dragoman.web.sandbox_reading import Link, OwnNumber, owners_view, reading
from dragoman.web.scopes import Scope

with extra("judge"):
    from fastapi import APIRouter, Depends, Header, Query, Request
    from fastapi.responses import JSONResponse, Response
    from pydantic import Field

router = APIRouter(tags=["sandboxes"])
Reader = Annotated[Caller, Depends(may(Scope.READ))]
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


class Guesses(Body):
    """What powers would do; for one's own, what is on file where nothing is given."""

    orders: Annotated[dict[Text, Text], Field(max_length=MOST_ITEMS)] = Field(
        default_factory=dict[str, str]
    )


@router.post("/sandboxes", status_code=201, response_model=SandboxMade)
def open_sandbox(body: NewSandbox, caller: Owner, door: DoorHere) -> JSONResponse:
    """Begin a private board at a variant's start, or at a position of one's own."""
    begun = fork_start(
        body.variant,
        body.rules,
        body.switches,
        body.position,
        body.title,
        door.judge.games.find,
    )
    return _made(door.judge.sandboxes.create(caller.actor.user, begun, door.now()))


@router.post("/games/{game}/sandboxes", status_code=201, response_model=SandboxMade)
def fork_sandbox(
    body: Fork, game: GameNumber, viewer: ViewerHere, caller: Owner, door: DoorHere
) -> JSONResponse:
    """Take a phase of a game aside, as one may see it, with the orders that one may see."""
    begun = fork_game(viewer, game, body.phase, body.title)
    return _made(door.judge.sandboxes.create(caller.actor.user, begun, door.now()))


@router.post("/sandboxes/{sandbox}/copies", status_code=201, response_model=SandboxMade)
def copy_sandbox(body: Copy, sandbox: OwnNumber, caller: Owner, door: DoorHere) -> JSONResponse:
    """Copy a board of one's own."""
    boards = door.judge.sandboxes
    return _made(boards.copy(sandbox, caller.actor.user, door.now(), body.title))


@router.post("/shared-sandboxes/{link}/copies", status_code=201, response_model=SandboxMade)
def copy_shared_sandbox(body: Copy, link: Link, caller: Owner, door: DoorHere) -> JSONResponse:
    """Copy a board that one has the link of, to go on with it."""
    boards = door.judge.sandboxes
    return _made(boards.copy_linked(link, caller.actor.user, door.now(), body.title))


@router.get("/sandboxes", response_model=SandboxList)
def list_sandboxes(
    request: Request,
    caller: OwnReader,
    door: DoorHere,
    cursor: Annotated[int, Query(ge=0, le=LARGEST_ID, description="`next` of the last page.")] = 0,
    limit: Annotated[int, Query(ge=1, le=100)] = 30,
) -> Response:
    """One's own boards, the newest first."""
    found = door.judge.sandboxes.listed(caller.actor.user, cursor, limit + 1)
    more = found[limit - 1]["sandbox"] if len(found) > limit else None
    return tagged(request, json_bytes({"items": found[:limit], "next": more}))


@router.get("/sandboxes/{sandbox}", response_model=SandboxShape)
def read_sandbox(
    request: Request, sandbox: OwnNumber, caller: OwnReader, door: DoorHere
) -> Response:
    """A board of one's own: the tree of its positions, and the one at hand."""
    s = door.judge.sandboxes.load(sandbox, caller.actor.user)
    with door.brought.working_on(s.origin.variant):
        content = json_bytes(owners_view(sandbox, s))
    return tagged(request, content)


@router.delete("/sandboxes/{sandbox}", status_code=204)
def remove_sandbox(sandbox: OwnNumber, caller: Owner, door: DoorHere) -> Response:
    """Remove a board, with all that was done on it. Copies of it stay."""
    door.judge.sandboxes.remove(sandbox, caller.actor.user)
    return Response(status_code=204)


@router.get("/shared-sandboxes/{link}", response_model=SharedSandbox)
def read_shared_sandbox(request: Request, link: Link, caller: Reader, door: DoorHere) -> Response:
    """A board that one has the link of."""
    s = door.judge.sandboxes.linked(link)
    with door.brought.working_on(s.origin.variant):
        content = json_bytes(sandbox_view(s))
    return tagged(request, content)


@router.post("/games/{game}/what-if", response_model=WhatIf)
def ask_what_if(body: Guesses, viewer: ViewerHere, caller: Reader, door: DoorHere) -> JSONResponse:
    """What would come of the phase at hand, as far as one can know: with one's own orders as they
    are on file, or others, and what one guesses that the others do. Nothing of it is kept."""
    door.buckets.take("explanations", caller.key, door.limits.explanations)
    with door.brought.working_on(viewer.g.settings.variant):
        return JSONResponse(what_if(viewer, body.orders))


def _made(number: int) -> JSONResponse:
    return JSONResponse({"sandbox": number}, 201, {"Location": f"/api/sandboxes/{number}"})


def carry_out_on_board(
    kind: type[c.Command],
    body: Body,
    sandbox: int,
    caller: Caller,
    door: DoorHere,
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
    s, decided = door.judge.sandboxes.act(
        sandbox,
        user,
        command,
        door.now(),
        asked,
        lambda s: door.brought.working_on(s.origin.variant),
    )
    with door.brought.working_on(s.origin.variant):
        tag = tag_of(json_bytes(owners_view(sandbox, s)))
    told = [one.data() for one in decided.told]
    data = {"changed": bool(decided.events), "at": s.at, "told": told}
    return JSONResponse(data, headers={"ETag": tag})


COMMANDS: Final = {kind.__name__: kind for kind in get_args(c.Command)}
"""Every command on a private board, by its name."""
_GIVEN: Final = {
    "sandbox": OwnNumber,
    "caller": Owner,
    "door": DoorHere,
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
