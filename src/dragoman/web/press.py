"""Press: messages, threads, how far one has read; notes to oneself."""

from __future__ import annotations

from typing import Annotated

from dragoman.extras import extra
from dragoman.judge.storage.marks import read_marks, set_mark
from dragoman.judge.views.press_view import (
    HeldShape,
    MessageShape,
    ReportShape,
    ThreadShape,
    held_view,
    notes_view,
    press_view,
    reports_view,
    threads_view,
)
from dragoman.views import View
from dragoman.web.callers import Caller, Scope, ViewerHere, may, signed_in
from dragoman.web.problems import api_router, refused
from dragoman.web.requests import Body, Number, Text
from dragoman.web.responses import json_bytes, tagged
from dragoman.web.web_state import LARGEST_ID, GameNumber, StateHere

with extra("judge"):
    from fastapi import Depends, Query, Request
    from fastapi.responses import Response
    from pydantic import Field

router = api_router("press", "/games/{game}")
Reader = Annotated[Caller, Depends(may(Scope.READ))]
Correspondent = Annotated[Caller, Depends(signed_in(Scope.PRESS))]


class MessageList(View):
    items: list[MessageShape]
    more: bool
    """Whether there may be earlier ones."""


class HeldList(View):
    items: list[HeldShape]


class ThreadList(View):
    items: list[ThreadShape]


class Notes(View):
    notes: dict[str, str]
    """By phase; under the empty name what is for the game."""


class ReportList(View):
    items: list[ReportShape]


class ReadMark(Body):
    """That one has read a thread up to the message of a number."""

    thread: Annotated[Text, Field(max_length=400)]
    number: Number


@router.get("/press", response_model=MessageList)
def read_press(
    request: Request,
    viewer: ViewerHere,
    caller: Reader,
    after: Annotated[int, Query(ge=0, le=LARGEST_ID)] = 0,
    before: Annotated[int | None, Query(ge=1, le=LARGEST_ID)] = None,
    thread: Annotated[str, Query(max_length=400)] = "",
    search: Annotated[str, Query(max_length=200, description="All of these words.")] = "",
    limit: Annotated[int, Query(ge=1, le=200)] = 100,
) -> Response:
    """The messages that the caller may read, oldest first: the last so many of those between two
    numbers, of a thread, with words in them."""
    items = press_view(viewer, after, before, thread, search, limit)
    return tagged(request, json_bytes({"items": items, "more": len(items) == limit}))


@router.get("/threads", response_model=ThreadList)
def list_threads(
    request: Request, game: GameNumber, viewer: ViewerHere, caller: Reader, state: StateHere
) -> Response:
    """The threads that the caller may read, the latest first, with what is unread in each."""
    user = caller.actor.user
    marks = read_marks(state.judge.database, user, game) if user else {}
    return tagged(request, json_bytes({"items": threads_view(viewer, marks)}))


@router.put("/threads/read", status_code=204)
def mark_read(
    body: ReadMark, game: GameNumber, viewer: ViewerHere, caller: Correspondent, state: StateHere
) -> Response:
    """Say that one has read a thread up to a message."""
    names = {one["thread"] for one in threads_view(viewer)}
    if body.thread not in names:
        raise refused("no-thread", "there is no such thread for you", "see what threads there are")
    set_mark(state.judge.database, caller.actor.user, game, body.thread, body.number)
    return Response(status_code=204)


@router.get("/press/held", response_model=HeldList)
def read_held(request: Request, viewer: ViewerHere, caller: Reader) -> Response:
    """Messages that a master has not let through: for masters those that wait, for everybody his
    own."""
    return tagged(request, json_bytes({"items": held_view(viewer)}))


@router.get("/notes", response_model=Notes)
def read_notes(request: Request, viewer: ViewerHere, caller: Reader) -> Response:
    """Notes that the caller wrote down for himself, by phase; under no phase those for the game."""
    return tagged(request, json_bytes({"notes": notes_view(viewer)}))


@router.get("/reports", response_model=ReportList)
def read_reports(request: Request, viewer: ViewerHere, caller: Reader) -> Response:
    """Reports of readers to the masters about messages; for masters."""
    if not viewer.is_master:
        raise refused("not-allowed", "only a master of this game may read that")
    return tagged(request, json_bytes({"items": reports_view(viewer)}))
