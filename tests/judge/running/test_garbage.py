"""How a process that serves looks for garbage: what stays is set aside, and not for good; all of it
is looked through when nobody asks."""

import asyncio
import gc
import weakref
from collections.abc import Iterator
from typing import Any

import pytest

from dragoman.judge.running.garbage import QUIET, Tidied


class Thing:
    """Something that may refer to itself."""

    own: object = None


async def answer(*_: Any) -> None:
    """A program that serves."""


@pytest.fixture
def tidied() -> Iterator[Tidied]:
    before = gc.get_threshold()
    gc.collect()
    found = Tidied(answer)
    found.begin()
    yield found
    gc.callbacks.remove(found.watch)
    gc.set_threshold(*before)
    gc.unfreeze()


def circle() -> Thing:
    found = Thing()
    found.own = found
    return found


def set_aside(times: int) -> list[list[int]]:
    """Things in use, some more than so many times as many as there are; they are set aside."""
    more = [[number] for number in range(times * gc.get_freeze_count() + 1)]
    gc.collect()
    return more


async def turn_of_timers() -> None:
    for _ in range(2):
        await asyncio.sleep(0)


def is_set_aside(thing: object) -> bool:
    return not any(one is thing for one in gc.get_objects())


@pytest.mark.usefixtures("tidied")
def test_what_a_look_found_in_use_is_not_looked_through_again():
    kept = [[number] for number in range(10_000)]
    gc.collect()
    assert is_set_aside(kept[0])


@pytest.mark.usefixtures("tidied")
def test_what_was_set_aside_goes_when_nobody_refers_to_it():
    thing = Thing()
    seen = weakref.ref(thing)
    gc.collect()
    del thing
    assert seen() is None


@pytest.mark.usefixtures("tidied")
def test_garbage_that_came_since_is_found_by_each_look():
    for _ in range(3):
        seen = weakref.ref(circle())
        gc.collect()
        assert seen() is None


def test_while_people_ask_no_look_goes_through_what_was_set_aside(tidied: Tidied):
    looked_through: list[int] = []

    def measure(phase: str, look: dict[str, int]) -> None:
        if phase == "stop" and look["generation"] == 2:
            looked_through.append(len(gc.get_objects()))

    async def serve() -> None:
        loop, now = asyncio.get_running_loop(), 0.0
        loop.time = lambda: now
        for _ in range(5):
            await tidied({"type": "http"})
            gc.collect()
            now += 0.8 * QUIET
            await turn_of_timers()
        assert len(looked_through) == 5 and max(looked_through) < there / 10
        now += QUIET
        await turn_of_timers()
        assert len(looked_through) == 6 and looked_through[-1] > there, "now nobody waits"

    there, more = gc.get_freeze_count(), set_aside(1)
    gc.callbacks.insert(0, measure)
    try:
        asyncio.run(serve())
    finally:
        gc.callbacks.remove(measure)
    assert len(more) > there


def test_garbage_among_what_was_set_aside_is_found_when_nobody_asks(tidied: Tidied):
    async def be_asked_once() -> None:
        loop, now = asyncio.get_running_loop(), 0.0
        loop.time = lambda: now
        await tidied({"type": "http"})
        now += QUIET
        await turn_of_timers()

    seen = weakref.ref(thing := circle())
    gc.collect()
    del thing
    asyncio.run(be_asked_once())
    assert seen() is not None, "there is too little of it to look through everything"
    more = set_aside(1)
    asyncio.run(be_asked_once())
    assert seen() is None
    seen = weakref.ref(again := circle())
    gc.collect()
    del again
    asyncio.run(be_asked_once())
    assert seen() is not None and more, "from then on it begins anew"


@pytest.mark.usefixtures("tidied")
def test_where_somebody_always_asks_garbage_is_found_when_there_is_ten_times_as_much(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr("dragoman.judge.running.garbage._AT_LAST", 2)
    seen = weakref.ref(thing := circle())
    gc.collect()
    del thing
    there = gc.get_freeze_count()
    more = [[number] for number in range(2 * there + 1)]
    gc.collect()
    assert seen() is not None
    gc.collect()
    assert seen() is None and more
