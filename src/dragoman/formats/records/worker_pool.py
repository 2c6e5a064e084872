"""Other processes that judge a part of each chunk of a long stream."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

AnswerTurns = Callable[[Sequence[str], int], list[str]]
"""Gives the answers to lines, of which the first has this number."""


class WorkerPool:
    """Processes made from this one as it is. They end with it."""

    def __init__(self, size: int, answer: AnswerTurns) -> None:
        forking = multiprocessing.get_context("fork")
        self._answer = answer
        self._ends: list[Connection] = []
        self._processes: list[BaseProcess] = []
        for _ in range(size):
            own, its = forking.Pipe()
            process = forking.Process(target=_work, args=(its, own, answer), daemon=True)
            process.start()
            its.close()
            self._ends.append(own)
            self._processes.append(process)

    def answers(self, lines: Sequence[str], number: int) -> Iterator[str]:
        """The answers to lines, in order; ``number`` is that of the first. Each process gets as
        many lines, this one the first of them."""
        share = max(1, -(-len(lines) // (len(self._ends) + 1)))
        parts = [lines[begin : begin + share] for begin in range(0, len(lines), share)]
        begin = number + share
        sent: list[bool] = []
        for end, part in zip(self._ends, parts[1:], strict=False):
            sent.append(_send(end, part, begin))
            begin += share
        yield from self._answer(lines[:share], number)
        begin = number + share
        for end, part, is_sent in zip(self._ends, parts[1:], sent, strict=False):
            answers = _receive(end) if is_sent else None
            yield from self._answer(part, begin) if answers is None else answers
            begin += share

    def leave(self) -> None:
        """Let the processes end."""
        for end in self._ends:
            end.close()
        for process in self._processes:
            process.join()


def _send(end: Connection, lines: Sequence[str], number: int) -> bool:
    try:
        end.send((number, lines))
    except OSError:
        return False  # it was ended by somebody
    return True


def _receive(end: Connection) -> list[str] | None:
    try:
        return end.recv()
    except (EOFError, OSError):
        return None


def _work(end: Connection, of_parent: Connection, answer: AnswerTurns) -> None:
    of_parent.close()  # else the end of the other process would not be seen
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends, and this one with it
    try:
        while True:
            number, lines = end.recv()
            end.send(answer(lines, number))
    except (EOFError, OSError):
        pass
