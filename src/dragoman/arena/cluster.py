"""Games in other processes: on a cluster of Dask's, or on this machine."""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Callable, Generator, Mapping
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from math import inf
from threading import Thread
from typing import Any, Final, cast

from dragoman.extras import extra
from dragoman.refusal import ActionRefused

_PATIENCE: Final = 10
"""Seconds for the scheduler to answer."""
_LOOK_EVERY: Final = 1.0


@contextmanager
def cluster_at(address: str) -> Generator[Executor]:
    """The workers of the cluster whose scheduler is at an address, as an executor. Dragoman is
    installed where they run. What a worker had in hand that dies is given to another.

    Raises:
        MissingExtra: without the extra ``cluster``.
        ActionRefused: if nobody answers there.
    """
    with extra("cluster"):
        import distributed

    try:
        client: Any = cast(Any, distributed).Client(
            address, timeout=_PATIENCE, set_as_default=False
        )
    except (OSError, ValueError) as error:
        raise ActionRefused(
            "no-cluster",
            f"no scheduler of Dask answers at {address!r}: {error}",
            "start one with: dask scheduler; and name its address, as tcp://HOST:8786",
        ) from None
    with client:
        yield _Workers(client)


class _Workers(Executor):
    """A cluster as an executor. That of ``distributed`` itself looks at a future's state after it
    has fetched the result, and takes for a fault what a worker that died meanwhile had computed;
    here the result is waited for, and computed anew where it was lost."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._held: frozenset[str] = frozenset()
        self._looked = -inf

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        work = self._client.submit(fn, *args, pure=False, **kwargs)
        future = _Asked(lambda: work.key in self._in_hand())

        def settle(_: object) -> None:
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(work.result())
                except BaseException as error:
                    is_cluster = type(error).__module__.startswith("distributed.")
                    future.set_exception(BrokenExecutor(str(error)) if is_cluster else error)

        def give_up(given: Future[Any]) -> None:
            if given.cancelled():
                work.cancel()

        work.add_done_callback(settle)
        future.add_done_callback(give_up)
        return future

    def _in_hand(self) -> frozenset[str]:
        """The keys of what workers carry out now, as they said a second ago at most: many are
        asked about at a time. What the scheduler has given out is more than that."""
        now = time.monotonic()
        if now - self._looked > _LOOK_EVERY:
            self._looked = now
            try:
                stacks: Mapping[str, Mapping[str, Any]] = self._client.call_stack()
            except Exception:  # whatever a cluster does that is gone: then nothing is in hand
                stacks = {}
            self._held = frozenset(key for held in stacks.values() for key in held)
        return self._held


class _Asked(Future[Any]):
    """A request to a cluster. As with a pool of processes, what runs cannot be cancelled."""

    def __init__(self, is_running: Callable[[], bool]) -> None:
        super().__init__()
        self._is_running = is_running

    def cancel(self) -> bool:
        return not self.done() and not self._is_running() and super().cancel()


# Processes of this machine


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
