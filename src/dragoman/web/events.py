"""Events of a game, as a list and as a stream (Server-Sent Events), each as the caller may know it,
and where he was when he lost the stream."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import suppress
from itertools import groupby
from random import randint
from typing import Annotated, Final, cast

from dragoman.extras import extra
from dragoman.judge.log.events import GameLogEntry
from dragoman.judge.storage.game_store import entries, entries_at
from dragoman.judge.storage.upkeep import Upkeep
from dragoman.judge.views.event_view import EventShape, EventTold, event_view
from dragoman.judge.views.viewer import Viewer
from dragoman.quick_dataclass import dataclass
from dragoman.views import View
from dragoman.web.callers import Caller, Scope, look_up, may
from dragoman.web.maintenance import maintenance_view
from dragoman.web.problems import Problem, api_router, refused
from dragoman.web.requests import Text
from dragoman.web.web_state import GameNumber, StateHere, WebState

with extra("judge"):
    from fastapi import Depends, Header, Query, Request
    from fastapi.responses import StreamingResponse

router = api_router("events")
Reader = Annotated[Caller, Depends(may(Scope.READ))]

_HEARTBEAT: Final = 15.0
"""Seconds after which a stream in which nothing happens gives a sign of life."""
_COMES_BACK: Final = (500, 3000)
"""Milliseconds after which a browser comes back whose stream has ended, between these."""
_LOOKED_UP: Final = 4
"""Every so many of these it is seen whether he may still hear: thousands who wait keep nobody
busy."""
_MOST_AT_ONCE: Final = 500
_BACK: Final = 8
"""Events that are looked through at first for the last one that somebody may know; each time that
there is none among them, eight times as many of those before."""
_SIZE: Final = 300
"""Bytes, in about, that it takes to remember where somebody is."""


class EventList(View):
    items: list[EventShape]
    more: bool


@dataclass(frozen=True, slots=True)
class _News:
    """An event as somebody may know it. ``mark`` is where he is after it: the moment, and its
    place among those that he knows of that moment. It does not tell how much happened between."""

    mark: str
    number: int
    data: EventTold


@router.get("/games/{game}/events", response_model=EventList)
def list_events(
    game: GameNumber,
    state: StateHere,
    caller: Reader,
    after: Annotated[
        Text, Query(max_length=64, description="The `id` of the last one known.")
    ] = "",
    limit: Annotated[int, Query(ge=1, le=_MOST_AT_ONCE)] = 100,
) -> EventList:
    """Events of a game, oldest first, as far as the caller may know it."""
    found: list[_News] = []
    number = _number_of(state, game, caller, after)
    while len(found) <= limit:
        news, number, is_all = _read(state, game, caller, number)
        found += news
        if is_all:
            break
    items = [cast(EventShape, {"id": one.mark, **one.data}) for one in found[:limit]]
    return {"items": items, "more": len(found) > limit}


@router.get(
    "/games/{game}/stream",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}},
)
async def stream_events(
    request: Request,
    game: GameNumber,
    state: StateHere,
    caller: Reader,
    after: Annotated[Text, Query(max_length=64, description="As `Last-Event-ID`.")] = "",
    last_event_id: Annotated[Text, Header(max_length=64)] = "",
) -> StreamingResponse:
    """The same as a stream (`text/event-stream`). It begins with an event `ready`; what happens
    from then on comes after it. Whoever comes back with `Last-Event-ID` gets what he missed. An
    event `maintenance` says, as `/api/maintenance` does, that the judge stands still, or what is
    announced of it; none comes where there is nothing to say."""
    if state.news.followers_of(caller.key) >= state.limits.streams:
        raise refused("too-many-requests", "too many streams are open", "close another")
    since = last_event_id or after
    number = await state.news.read(_number_of, state, game, caller, since)
    if not since:
        number = (await state.news.read(state.judge.games.load, game)).number
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    stream = _stream(request, state, game, caller, number)
    return StreamingResponse(stream, headers=headers, media_type="text/event-stream")


async def _stream(
    request: Request, state: WebState, game: int, caller: Caller, number: int
) -> AsyncIterator[str]:
    with state.news.following(game, caller.key) as woken:
        await state.news.start()
        viewer = Viewer(await state.news.read(state.judge.games.load, game), caller.actor)
        mark = await state.news.read(mark_at, state, game, viewer, number)
        yield _event("ready", {}, mark)
        known = await state.news.read(state.upkeep.now)
        if known != Upkeep():
            yield _upkeep_event(known)
        while not state.news.is_closed:
            woken.clear()
            is_all = False
            while not is_all:
                news, number, is_all = await state.news.read(_read, state, game, caller, number)
                for one in news:
                    yield _event("event", one.data, one.mark)
            for _ in range(_LOOKED_UP):
                with suppress(TimeoutError):
                    await asyncio.wait_for(woken.wait(), _HEARTBEAT)
                    break
                yield ": here\n\n"
                if (found := await state.news.read(state.upkeep.now)) != known:
                    known = found
                    yield _upkeep_event(known)
            else:
                # Who signed out, or whose token was withdrawn, hears no more.
                try:
                    again = await state.news.read(look_up, request)
                except Problem:
                    return
                if again.actor != caller.actor:
                    return
        # The server ends: not all who followed shall come back in the same moment.
        yield f"retry: {randint(*_COMES_BACK)}\n\n"


def _event(name: str, data: Mapping[str, object], mark: str) -> str:
    return f"id: {mark}\nevent: {name}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"


def _upkeep_event(found: Upkeep) -> str:
    """The upkeep of the judge, as no event of the game: whoever comes back is told it anew."""
    data = json.dumps(maintenance_view(found), ensure_ascii=False)
    return f"event: maintenance\ndata: {data}\n\n"


def _read(state: WebState, game: int, caller: Caller, number: int) -> tuple[list[_News], int, bool]:
    """The events after a number of the log, the number to go on from, and True if that is all."""
    viewer = Viewer(state.judge.game(game, caller.actor), caller.actor)
    rows = entries(state.judge.database, game, number, _MOST_AT_ONCE)
    is_all = len(rows) < _MOST_AT_ONCE
    if not rows:
        return [], number, True
    if not is_all and rows[0].at != rows[-1].at:
        # The events of a moment stay together, for their places are counted.
        rows = [one for one in rows if one.at != rows[-1].at]
    # What the viewer was shown is not newer than the game he was shown it of.
    rows = [one for one in rows if one.number <= viewer.g.number]
    if not rows:
        return [], number, True
    # Only of the first moment some events may have been read before.
    first = entries_at(state.judge.database, game, rows[0].at)
    whole = [*(one for one in first if one.number < rows[0].number), *rows]
    news = [one for one in _marked(viewer, whole) if one.number > number]
    return news, rows[-1].number, is_all


def _marked(viewer: Viewer, rows: list[GameLogEntry]) -> Iterator[_News]:
    """The events of these that somebody may know, which hold the moments they are of whole."""
    for at, group in groupby(rows, lambda one: one.at):
        place = 0
        for one in group:
            if (data := event_view(viewer, one)) is not None:
                place += 1
                yield _News(_mark(at, place), one.number, data)


def _mark(at: str, place: int) -> str:
    # Addresses read a plus as a space.
    return f"{at.replace('+00:00', 'Z')}/{place}"


def mark_at(state: WebState, game: int, viewer: Viewer, number: int) -> str:
    """The mark of somebody who knows everything up to a number: that of the last thing that he may
    know. Where he was before is remembered, and only what came after it is read.

    Raises:
        ActionRefused: if the database does not answer.
    """
    key = game, viewer.actor
    before, mark = state.marks.get(key, (0, ""))
    if before == number:
        return mark
    if before > number:
        before, mark = 0, ""
    found = _last_mark(state, game, viewer, before, number) or mark
    if key in state.marks:
        state.marks[key] = number, found
    else:
        state.marks.keep(key, (number, found), _SIZE)
    return found


def _last_mark(state: WebState, game: int, viewer: Viewer, after: int, number: int) -> str:
    """The mark of the last thing that somebody may know of those up to a number and after another;
    empty where there is none."""
    most = _BACK
    while number > after:
        start = max(after, number - most)
        rows = _stretch(state, game, start, number)
        for one in reversed(rows):
            if event_view(viewer, one) is None:
                continue
            is_whole = not start or one.at != rows[0].at
            moment = rows if is_whole else entries_at(state.judge.database, game, one.at)
            return next(it.mark for it in _marked(viewer, moment) if it.number == one.number)
        number, most = start, most * 8
    return ""


def _stretch(state: WebState, game: int, start: int, number: int) -> list[GameLogEntry]:
    """The entries of a log after one and up to another. All who look at a game ask for the same of
    its end, and what stands in a log stays as it is."""
    known = state.stretches.get(game)
    if known is not None and known[:2] == (start, number):
        return known[2]
    rows = entries(state.judge.database, game, start, number - start)
    if len(rows) > _BACK:
        return rows
    if known is not None:
        state.stretches[game] = start, number, rows
    else:
        state.stretches.keep(game, (start, number, rows), _SIZE * _BACK)
    return rows


def _number_of(state: WebState, game: int, caller: Caller, mark: str) -> int:
    """The number in the log that a mark means. Where what the caller may know has changed since,
    it is one before: he is told something twice rather than never."""
    g = state.judge.game(game, caller.actor)
    if not mark:
        return 0
    at, _, place = mark.rpartition("/")
    if not place.isdecimal() or not at:
        raise refused("unknown-event", "this is not an id of an event", "begin without one")
    viewer = Viewer(g, caller.actor)
    rows = entries_at(state.judge.database, game, at.replace("Z", "+00:00"))
    if not rows:
        raise refused("unknown-event", "this game has no such event", "begin without one")
    known = [one.number for one in rows if event_view(viewer, one) is not None]
    if 1 <= int(place) <= len(known):
        return known[int(place) - 1]
    return rows[0].number - 1
