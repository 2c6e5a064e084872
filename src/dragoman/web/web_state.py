"""The state that all routes share: the judge, the time, news, limits and the counts of requests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from datetime import UTC, datetime
from typing import Annotated, Final

from dragoman.extras import extra
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.log.events import GameLogEntry
from dragoman.judge.service import Judge
from dragoman.quick_dataclass import dataclass
from dragoman.remembered import Remembered
from dragoman.web.limits import Limiter, MapQueue, RequestLimits
from dragoman.web.news import News
from dragoman.web.upkeep_watch import UpkeepWatch

with extra("judge"):
    from fastapi import Depends, Path, Request

LARGEST_ID: Final = 2**31 - 1


def right_now() -> datetime:
    """The current time, in UTC."""
    return datetime.now(UTC)


@dataclass
class WebState:
    """The judge and what the web application keeps beside it: news, limits and their counts."""

    judge: Judge
    news: News
    limits: RequestLimits
    buckets: Limiter
    map_queue: MapQueue
    now: Callable[[], datetime] = field(default=right_now)
    marks: Remembered[tuple[int, Actor], tuple[int, str]] = field(
        default_factory=Remembered[tuple[int, Actor], tuple[int, str]]
    )
    """By game and actor, where he was when he last looked: a number of the log, and its mark."""
    stretches: Remembered[int, tuple[int, int, list[GameLogEntry]]] = field(
        default_factory=Remembered[int, tuple[int, int, list[GameLogEntry]]]
    )
    """By game, what was asked for last of its log: after one number, up to another."""
    upkeep: UpkeepWatch = field(init=False)

    def __post_init__(self) -> None:
        self.upkeep = UpkeepWatch(self.judge.database)

    @property
    def is_https(self) -> bool:
        """True if people reach it by HTTPS alone."""
        return self.judge.site.address.startswith("https:")


def state_of(request: Request) -> WebState:
    """The state of the application that a request came to."""
    state: WebState = request.app.state.web
    return state


async def _state_here(request: Request) -> WebState:
    # What waits for nothing is no work for another thread: to go there takes longer.
    return state_of(request)


StateHere = Annotated[WebState, Depends(_state_here)]
GameNumber = Annotated[int, Path(ge=1, le=LARGEST_ID, description="The game's number.")]
