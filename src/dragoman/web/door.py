"""What all routes need: the judge, the time, who is asking, and how much he may ask for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from datetime import UTC, datetime
from typing import Annotated, Final

from dragoman.extras import extra
from dragoman.judge.commands.who_may import Actor
from dragoman.judge.service import Judge
from dragoman.judge.views.viewer import Viewer
from dragoman.quick_dataclass import dataclass
from dragoman.remembered import Remembered
from dragoman.web.callers import Caller, look_up
from dragoman.web.limits import Buckets, Limits, Workroom
from dragoman.web.news import News

with extra("judge"):
    from fastapi import Depends, Path, Request

LARGEST_ID: Final = 2**31 - 1


def right_now() -> datetime:
    """The moment, in UTC."""
    return datetime.now(UTC)


@dataclass
class Door:
    """The judge as seen from its door."""

    judge: Judge
    news: News
    limits: Limits
    buckets: Buckets
    brought: Workroom
    """Where variants of strangers are tried, and judged on."""
    now: Callable[[], datetime] = field(default=right_now)
    marks: Remembered[tuple[int, Actor], tuple[int, str]] = field(
        default_factory=Remembered[tuple[int, Actor], tuple[int, str]]
    )
    """Where somebody was in a game when he last looked: a number of its log, and its mark."""

    @property
    def is_https(self) -> bool:
        """Whether people reach it by HTTPS alone."""
        return self.judge.site.address.startswith("https:")


def door_of(request: Request) -> Door:
    """The door that a request came to."""
    door: Door = request.app.state.door
    return door


async def _door_here(request: Request) -> Door:
    # What waits for nothing is no work for another thread: to go there takes longer.
    return door_of(request)


DoorHere = Annotated[Door, Depends(_door_here)]
GameNumber = Annotated[int, Path(ge=1, le=LARGEST_ID, description="The game's number.")]


def viewer_here(request: Request, game: GameNumber, door: DoorHere) -> Viewer:
    """The game that an address names, as whoever asks may see it. Both are looked up at once, in
    the same thread: to go to another takes longer than either."""
    known: Caller | None = getattr(request.state, "caller", None)
    caller = known or look_up(request)
    return Viewer(door.judge.games.load(game), caller.actor)


ViewerHere = Annotated[Viewer, Depends(viewer_here)]
"""A route that wants it names it before whoever asks, who is known by then."""
