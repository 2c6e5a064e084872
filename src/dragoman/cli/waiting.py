"""Showing in a terminal that long work goes on, what it is, and for how long."""

from __future__ import annotations

import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from threading import Event, Thread

_PATIENCE = 1.0
"""Seconds after which something is shown."""
_OFTEN = 0.25


class Waiting:
    """What is being done. ``tell`` says that it is something else now."""

    def __init__(self, what: str) -> None:
        self.what = what

    def tell(self, what: str) -> None:
        self.what = what


@contextmanager
def waiting(what: str) -> Generator[Waiting]:
    """Show on the terminal, once work takes more than a second, what it is and how long it takes.

    Nothing is shown where errors go elsewhere, and nothing is left of it in the end.
    """
    doing, ended = Waiting(what), Event()

    def watch() -> None:
        begun = time.monotonic()
        if ended.wait(_PATIENCE):
            return
        from rich.console import Console  # only now: most work is done by then

        with Console(stderr=True).status("") as status:
            while not ended.wait(_OFTEN):
                status.update(f"{doing.what}, {time.monotonic() - begun:.0f} s")

    watcher = Thread(target=watch, daemon=True)
    if sys.stderr.isatty():
        watcher.start()
    try:
        yield doing
    finally:
        ended.set()
        if watcher.is_alive():
            watcher.join()
