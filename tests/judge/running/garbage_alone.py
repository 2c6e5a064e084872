"""How a process that serves looks for garbage, tried in a process of its own: what stays is set
aside, and not for good; all of it is looked through when nobody asks. One with fifteen thousand
tests would look through these."""

import asyncio
import gc
import json
import sys
import time
import traceback
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import Any

from dragoman.judge.running.garbage import QUIET, Tidied


class Thing:
    """Something that may refer to itself."""

    own: object = None


async def answer(*_: Any) -> None:
    """A program that serves."""


@contextmanager
def tidying() -> Iterator[Tidied]:
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


def what_a_look_found_in_use_is_not_looked_through_again(_: Tidied) -> None:
    kept = [[number] for number in range(10_000)]
    gc.collect()
    assert is_set_aside(kept[0])


def what_was_set_aside_goes_when_nobody_refers_to_it(_: Tidied) -> None:
    thing = Thing()
    seen = weakref.ref(thing)
    gc.collect()
    del thing
    assert seen() is None


def garbage_that_came_since_is_found_by_each_look(_: Tidied) -> None:
    for _ in range(3):
        seen = weakref.ref(circle())
        gc.collect()
        assert seen() is None


def while_people_ask_no_look_goes_through_what_was_set_aside(tidied: Tidied) -> None:
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


def garbage_among_what_was_set_aside_is_found_when_nobody_asks(tidied: Tidied) -> None:
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


def while_many_follow_games_no_look_goes_through_everything(tidied: Tidied) -> None:
    async def follow(*_: Any) -> None:
        await over.wait()

    async def serve() -> None:
        loop, now = asyncio.get_running_loop(), 0.0
        loop.time = lambda: now
        following = [asyncio.create_task(tidied({"type": "http"})) for _ in range(101)]
        await turn_of_timers()
        now += QUIET
        await turn_of_timers()
        assert seen() is not None, "they would all wait"
        over.set()
        await asyncio.gather(*following)
        now += QUIET
        await turn_of_timers()
        assert seen() is None

    over, tidied._program = asyncio.Event(), follow
    seen = weakref.ref(thing := circle())
    gc.collect()
    del thing
    more = set_aside(1)
    asyncio.run(serve())
    assert more


def where_somebody_always_asks_it_is_found_when_there_is_ten_times_as_much(_: Tidied) -> None:
    seen = weakref.ref(thing := circle())
    gc.collect()
    del thing
    more = set_aside(10)
    assert seen() is not None
    gc.collect()
    assert seen() is None and more


def what_other_threads_put_together_meanwhile_grows(_: Tidied) -> None:
    """A tuple of unknown length cannot be made where somebody else refers to it."""
    faults, is_over = list[SystemError](), Event()

    def put_together() -> None:
        while not is_over.is_set():
            try:
                tuple(number for number in range(40))
            except SystemError as error:
                faults.append(error)

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    others = [Thread(target=put_together) for _ in range(3)]
    for one in others:
        one.start()
    end = time.monotonic() + 2
    while time.monotonic() < end and not faults:
        gc.unfreeze()
        gc.collect()
    is_over.set()
    for one in others:
        one.join()
    sys.setswitchinterval(before)
    assert not faults, faults


ALL: tuple[Callable[[Tidied], None], ...] = (
    what_a_look_found_in_use_is_not_looked_through_again,
    what_was_set_aside_goes_when_nobody_refers_to_it,
    garbage_that_came_since_is_found_by_each_look,
    while_people_ask_no_look_goes_through_what_was_set_aside,
    garbage_among_what_was_set_aside_is_found_when_nobody_asks,
    while_many_follow_games_no_look_goes_through_everything,
    where_somebody_always_asks_it_is_found_when_there_is_ten_times_as_much,
    what_other_threads_put_together_meanwhile_grows,
)


def main() -> None:
    """Try all, and tell what went wrong with each."""
    told: dict[str, str] = {}
    for one in ALL:
        told[one.__name__] = ""
        with tidying() as tidied:
            try:
                one(tidied)
            except Exception:
                told[one.__name__] = traceback.format_exc()
    json.dump(told, sys.stdout)


if __name__ == "__main__":
    main()
