"""How a process that serves looks for garbage: what stays is set aside, and not for good."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from dragoman.judge.running.garbage import set_aside_what_stays


class Thing:
    """Something that may refer to itself."""

    own: object = None


@pytest.fixture(autouse=True)
def _served() -> Iterator[None]:  # pyright: ignore[reportUnusedFunction]
    before = gc.get_threshold()
    gc.collect()
    watch = set_aside_what_stays()
    yield
    gc.callbacks.remove(watch)
    gc.set_threshold(*before)
    gc.unfreeze()


def circle() -> Thing:
    found = Thing()
    found.own = found
    return found


def test_what_a_look_found_in_use_is_not_looked_through_again():
    kept = [[number] for number in range(10_000)]
    gc.collect()
    assert not any(one is kept[0] for one in gc.get_objects())


def test_what_was_set_aside_goes_when_nobody_refers_to_it():
    thing = Thing()
    seen = weakref.ref(thing)
    gc.collect()
    del thing
    assert seen() is None


def test_garbage_that_came_since_is_found_by_each_look():
    for _ in range(3):
        seen = weakref.ref(circle())
        gc.collect()
        assert seen() is None


def test_garbage_among_what_was_set_aside_is_found_when_there_is_twice_as_much():
    there, thing = gc.get_freeze_count(), circle()
    seen = weakref.ref(thing)
    gc.collect()
    del thing
    gc.collect()
    assert seen() is not None, "it was set aside"
    more = [[number] for number in range(there + 1)]
    gc.collect()
    gc.collect()
    assert seen() is None
    seen = weakref.ref(again := circle())
    gc.collect()
    del again
    gc.collect()
    assert seen() is not None and more, "from then on it begins anew"
