"""What tests have other processes do. They are forked from one that has loaded the judge, which
takes no time."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from multiprocessing.connection import Connection
from typing import Any

from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.service import Judge
from dragoman.judge.storage import game_store
from tests.judge.stores import NOW

_processes = multiprocessing.get_context("forkserver")
_processes.set_forkserver_preload(["tests.judge.processes"])


class Running:
    """A process that tells what it has done, until it is killed or has nothing more to do."""

    def __init__(self, work: Callable[..., None], *arguments: Any) -> None:
        self._told, tell = _processes.Pipe(duplex=False)
        self._process = _processes.Process(target=work, args=(tell, *arguments))
        self._process.start()
        tell.close()

    def next(self) -> Any:
        """The next thing it tells.

        Raises:
            EOFError: if it tells nothing any more.
        """
        return self._told.recv()

    def rest(self) -> Iterator[Any]:
        """All that it still tells, to its end."""
        try:
            while True:
                yield self.next()
        except EOFError:
            self._process.join()

    def kill(self) -> None:
        """End it without a word."""
        assert self._process.pid is not None
        os.kill(self._process.pid, signal.SIGKILL)

    def close(self) -> None:
        self._process.kill()
        self._process.join()
        self._process.close()
        self._told.close()


@contextmanager
def running(work: Callable[..., None], *arguments: Any) -> Iterator[Running]:
    """A process for as long as the ``with`` lasts."""
    one = Running(work, *arguments)
    try:
        yield one
    finally:
        one.close()


def write(tell: Connection, address: str, game: int, user: int, count: int) -> None:
    """Send so many messages, and tell of each when it is confirmed."""
    store = Judge(address).games
    for number in range(count):
        store.act(game, c.Send(f"{user} {number}"), Actor(user), NOW)
        tell.send(number)


def work(tell: Connection, address: str, now: datetime) -> None:
    """Do what is due, and tell of each game."""
    store = Judge(address).games
    while (done := store.tick(now)) is not None:
        tell.send((done.game, done.judged))


def begin_and_stop(tell: Connection, address: str, now: datetime) -> None:
    """Begin to judge a game, tell that, and stay there."""
    decide = game_store.decide

    def decide_and_stay(*given: Any) -> Any:
        answer = decide(*given)
        tell.send("in the middle")
        time.sleep(600)
        return answer

    game_store.decide = decide_and_stay
    Judge(address).games.tick(now)
