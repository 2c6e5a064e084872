"""How a process that serves looks for garbage: objects that hold each other in circles, and nobody
else does.

While Python looks through objects everybody waits: half a second at a thousand games that are
remembered, and nearly all that it finds there is in use. Those games hold nothing in circles, and
go when nobody refers to them, looked through or not. So what a look found in use is set aside, and
the next one looks through what has come since. What has become a circle after it was set aside
waits until everything is looked through once more: when as much was set aside since as there was.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Any, Final, Literal

_OLDEST: Final = 2
_WHEN: Final = (2_000, 10, 5)
"""A request leaves two hundred objects that may be in circles: new ones are looked through every
ten requests, those that outlived this every hundred, and those that outlived that every five
hundred. That takes one millisecond, five, and twenty; with the two hundred thousand new ones of a
command, which ends soon, the first would take a hundred."""

Watch = Callable[[Literal["start", "stop"], dict[str, int]], Any]


def set_aside_what_stays() -> Watch:
    """Look for garbage as a server does, from now on; what is there by now stays. What is returned
    is told of each look, as one of ``gc.callbacks``."""
    gc.freeze()
    gc.set_threshold(*_WHEN)
    watch = _watch(gc.get_freeze_count())
    gc.callbacks.append(watch)
    return watch


def _watch(there: int) -> Watch:
    since, is_thorough = 0, False

    def watch(phase: Literal["start", "stop"], look: dict[str, int]) -> None:
        nonlocal there, since, is_thorough
        if look["generation"] != _OLDEST:
            return
        if phase == "start":
            if is_thorough := since > there:
                gc.unfreeze()
            return
        found = len(gc.get_objects(_OLDEST))
        gc.freeze()
        there, since = (found, 0) if is_thorough else (there, since + found)

    return watch
