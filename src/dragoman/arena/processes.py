"""The processes of this machine that play, and end with the one that started them."""

from __future__ import annotations

import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor
from threading import Thread


def processes(count: int) -> ProcessPoolExecutor:
    """So many processes. If this one is killed they end at once, and with them the programs that
    they started."""
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(count, context, initializer=end_with_parent)


def end_with_parent() -> None:
    """End this process when its parent does, whatever it is doing."""
    Thread(target=_wait_for_parent, daemon=True).start()


def _wait_for_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
