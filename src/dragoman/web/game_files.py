"""Whole games as files, out of this judge and into it.

What is in such a file is more than anybody in the game may know: orders on file, votes, notes, the
numbers that dice will be thrown from. So of a game that goes on only an admin has it, who does not
play in it; a master has that of a game that is over, without what he is never told. And what a file
says of results and deadlines counts for ratings and reliability, so only an admin takes one in.
"""

from __future__ import annotations

from typing import Annotated

from dragoman.extras import extra
from dragoman.games.variants.trial import with_variant_tried
from dragoman.judge.log.table import TABLE
from dragoman.judge.storage.whole_game import export_game, import_game
from dragoman.judge.views.viewer import Viewer
from dragoman.web.callers import Caller, Scope, ViewerHere, signed_in
from dragoman.web.games import GameCreated
from dragoman.web.problems import api_router, refused
from dragoman.web.requests import MOST_ITEMS, Body, Number, Text
from dragoman.web.responses import tagged
from dragoman.web.web_state import GameNumber, StateHere

with extra("judge"):
    from fastapi import Depends, Request
    from fastapi.responses import JSONResponse, Response
    from pydantic import Field, StrictBool


router = api_router("games")
Master = Annotated[Caller, Depends(signed_in(Scope.MASTER))]
Admin = Annotated[Caller, Depends(signed_in(Scope.ADMIN))]


class GameFile(Body):
    """A game as `GET /games/{game}/file` gives it, and who its people are here."""

    file: Annotated[Text, Field(max_length=4_000_000)]
    """The text of the file."""
    people: Annotated[dict[Text, Number], Field(max_length=MOST_ITEMS)] = Field(
        default_factory=dict[str, int]
    )
    """Accounts here by the names in the file; of others nothing but the name is kept."""
    same_people: StrictBool = False
    """Whether who has the same number and name here is the same: where this judge wrote it."""


@router.get(
    "/games/{game}/file",
    response_class=Response,
    responses={200: {"content": {"application/json": {"schema": {"type": "object"}}}}},
)
def export_whole_game(
    request: Request, game: GameNumber, viewer: ViewerHere, caller: Master, state: StateHere
) -> Response:
    """A game as a file with its whole log: for an admin who does not play in it, and once it is
    over for its masters, without votes, notes, and who muted whom."""
    for_master = _check_may_have(viewer)
    viewer.enter_file()
    state.buckets.take("explanations", caller.key, state.limits.explanations)
    text = export_game(state.judge.games, state.judge.variants, game, for_master)
    headers = {"Content-Disposition": f'attachment; filename="game-{game}.json"'}
    return tagged(request, text.encode(), headers=headers)


@router.post("/game-files", status_code=201, response_model=GameCreated)
def import_whole_game(body: GameFile, caller: Admin, state: StateHere) -> JSONResponse:
    """Take in a game from a file, as it stands, for admins: all that the file says counts."""
    if not caller.actor.is_admin:
        what = "only an admin may take in a game, for all that its file says counts"
        raise refused("not-allowed", what)
    state.buckets.take("uploads", caller.key, state.limits.uploads)
    with state.map_queue.slot():
        text = with_variant_tried(body.file)
    judge, now = state.judge, state.now()
    taken = import_game(judge.games, judge.variants, text, now, body.people, body.same_people)
    told = [one.data() for one in taken.told]
    where = {"Location": f"/api/games/{taken.game}"}
    return JSONResponse({"game": taken.game, "told": told}, 201, where)


def _check_may_have(viewer: Viewer) -> bool:
    """See that somebody may have a game's file; whether he has it as its master.

    Raises:
        Problem: if he may not.
    """
    g, actor = viewer.g, viewer.actor
    if actor.is_admin and viewer.is_master:
        return False
    if actor.user not in g.masters:
        raise refused("not-allowed", "only a master of this game, or an admin, may have its file")
    if not viewer.is_over:
        what = "the file of a game that goes on holds what its masters do not know"
        raise refused("not-over", what, "wait for its end, or ask an admin")
    if TABLE.of(g.game.variant).has_secrets(g.game.position):
        what = "this file says how dice would fall, which no master knows"
        raise refused("not-allowed", what, "ask an admin")
    return True
