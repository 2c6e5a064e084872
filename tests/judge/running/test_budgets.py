"""What takes too long is given up, in whichever thread it is, and nothing else is."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress

import pytest

from dragoman.judge.running.budgets import TookTooLong, TooMuchWork, within, working_within
from tests.patience import SECONDS


def in_another_thread(work: Callable[[], None]) -> list[BaseException]:
    """What became of something in a thread that is not the main one."""
    met = list[BaseException]()

    def run() -> None:
        try:
            work()
        except BaseException as error:
            met.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    return met


def endless() -> None:
    while True:
        pass


def test_only_what_is_inside_is_interrupted() -> None:
    with pytest.raises(TookTooLong), within(0.02):
        endless()
    with within(60):
        pass
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_a_system_without_such_signals_gives_up_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SIGALRM", "SIGPROF"):
        monkeypatch.delattr(signal, name)
    with pytest.raises(TookTooLong), within(0.02):
        endless()
    with pytest.raises(TooMuchWork), working_within(0.02):
        endless()
    with within(60), working_within(60):
        pass


def test_work_is_given_up_in_any_thread() -> None:
    def work() -> None:
        with working_within(0.02):
            endless()

    with pytest.raises(TooMuchWork):
        work()
    (error,) = in_another_thread(work)
    assert isinstance(error, TooMuchWork)


def test_what_lost_the_error_is_told_again() -> None:
    """As a finalizer loses it, in which it happens to come up."""

    def work(limit: Callable[[float], AbstractContextManager[None]]) -> None:
        with limit(0.02):
            with suppress(BaseException):
                endless()
            endless()

    for limit, error in ((within, TookTooLong), (working_within, TooMuchWork)):
        with pytest.raises(error):
            work(limit)
    (met,) = in_another_thread(lambda: work(working_within))
    assert isinstance(met, TooMuchWork)


def test_only_work_counts_and_only_what_is_inside() -> None:
    def work() -> None:
        with working_within(0.05):
            time.sleep(0.1)  # others have the processor meanwhile
        spent = time.thread_time()
        while time.thread_time() < spent + 0.1:
            pass

    assert in_another_thread(work) == []


def test_what_ends_as_its_budget_does_is_not_interrupted_later() -> None:
    """Whether it was in time or not: what comes after is never met."""
    late = list[int]()

    def work() -> None:
        for number in range(60):
            try:
                with working_within(0.001):
                    spent = time.thread_time()
                    while time.thread_time() < spent + 0.001:
                        pass
            except TooMuchWork:
                late.append(number)
            for _ in range(1000):
                pass

    assert in_another_thread(work) == []
    assert set(late) <= set(range(60))


def test_another_thread_is_not_met() -> None:
    stopped = threading.Event()

    def busy() -> None:
        while not stopped.is_set():
            pass

    other = list[BaseException]()
    beside = threading.Thread(target=lambda: other.extend(in_another_thread(busy)))
    beside.start()

    def work() -> None:
        with working_within(0.02):
            endless()

    assert len(in_another_thread(work)) == 1
    stopped.set()
    beside.join()
    assert other == []


@pytest.mark.slow
def test_the_interpreter_waits_for_no_error_that_has_come() -> None:
    """Where it does it looks for it at every step, and a debugger's or a coverage's trace never
    ends. In a process of its own, as that would be the end of this one, too."""
    program = """
import sys, threading
from dragoman.judge.running.budgets import TooMuchWork, working_within

def work():
    try:
        with working_within(0.02):
            while True:
                pass
    except TooMuchWork:
        print("given up")

for _ in range(3):
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
sys.settrace(lambda *_: None)
(lambda: print("traced"))()
"""
    ran = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert ran.stdout.split("\n") == ["given up"] * 3 + ["traced", ""], ran.stderr
