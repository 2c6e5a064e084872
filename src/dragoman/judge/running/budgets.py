"""Time limits: on the wall, or of the processor."""

from __future__ import annotations

import ctypes
import signal
import threading
import time
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, contextmanager, suppress
from types import FrameType
from typing import Final

_AGAIN: Final = 1.0
"""Seconds after which something is told once more to give up. An error that comes up while another
thing is cleared away (a finalizer, a callback of the collector) is lost there without a trace, and
work that nobody ends would hold its thread for ever."""


class TookTooLong(BaseException):
    """Something was not done within the budget. No ``Exception``: nothing on the way shall take it
    for an error of its own, and a connection that it went through is thrown away."""


class TooMuchWork(TookTooLong):
    """Something on a map that somebody brought took more of the processor's time than it may."""


@contextmanager
def within(seconds: float) -> Generator[None]:
    """Give up what is inside after so many seconds. Only the main thread can be interrupted so;
    in others nothing is. Where a system has no such signal (Windows) a second thread looks on, and
    what waits for something is given up when that comes.

    Raises:
        TookTooLong: then.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    if not hasattr(signal, "SIGALRM"):
        with _by_watcher(seconds, time.monotonic, TookTooLong):
            yield
        return

    def give_up(_: int, __: FrameType | None) -> None:
        raise TookTooLong

    before = signal.signal(signal.SIGALRM, give_up)
    signal.setitimer(signal.ITIMER_REAL, seconds, _AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def working_within(seconds: float) -> AbstractContextManager[None]:
    """Give up what is inside after so many seconds of the processor's time, however busy the
    machine is: of this process where it is in the main thread, else of this thread.

    Raises:
        TooMuchWork: then.
    """
    if hasattr(signal, "SIGPROF") and threading.current_thread() is threading.main_thread():
        return _by_signal(seconds)
    return _by_watcher(seconds, _clock_of(threading.get_ident()), TooMuchWork)


@contextmanager
def _by_signal(seconds: float) -> Generator[None]:
    def give_up(_: int, __: FrameType | None) -> None:
        raise TooMuchWork

    before = signal.signal(signal.SIGPROF, give_up)
    signal.setitimer(signal.ITIMER_PROF, seconds, _AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@contextmanager
def _by_watcher(
    seconds: float, worked: Callable[[], float], error: type[TookTooLong]
) -> Generator[None]:
    """Signals come to the main thread alone, so another thread looks after this one."""
    thread = threading.get_ident()
    until = worked() + seconds
    lock, ended = threading.Lock(), threading.Event()

    def watch() -> None:
        nonlocal until
        # Nobody works for longer than time passes.
        while not ended.wait(max(until - worked(), 0.001)):
            with lock:
                if ended.is_set():
                    return
                if worked() >= until:
                    _raise_in(thread, error)
                    until = worked() + _AGAIN

    def end() -> None:
        with lock:
            ended.set()
        # An error that is on its way comes up here, and meets nothing else. To call it back would
        # leave the interpreter looking for it at every step from then on.
        for _ in range(10):
            pass

    watcher = threading.Thread(target=watch, name="budget", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        with suppress(error):
            end()
        watcher.join()


def _clock_of(thread: int) -> Callable[[], float]:
    """A clock of the processor's time that a thread has had; where a system has none, of the time
    that has passed."""
    try:
        clock = time.pthread_getcpuclockid(thread)
    except AttributeError:
        return time.monotonic
    return lambda: time.clock_gettime(clock)


def _raise_in(thread: int, error: type[BaseException]) -> None:
    """Have an error come up in a thread at its next step."""
    given = ctypes.py_object(error)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), given)
