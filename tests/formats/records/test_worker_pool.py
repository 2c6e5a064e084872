"""Long streams judged by several processes: the answers are those of one, in the same order."""

import json
import os
import signal
import sys

import pytest

from dragoman.formats.records import turn_lines
from dragoman.formats.records.turn_lines import resolve_chunks
from dragoman.formats.records.worker_pool import WorkerPool

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux forks quickly")

MOVES = {"phase": "S1901M", "units": {"ENGLAND": ["F LON"]}}


def lines(count):
    turns = [json.dumps(MOVES | {"id": number}) for number in range(count)]
    return [*turns[: count // 2], "", "nonsense", *turns[count // 2 :]]


def test_all_answers_come_in_order(monkeypatch):
    monkeypatch.setattr(turn_lines, "WARM_FROM", 0)
    chunks = [lines(1), lines(130), lines(40), lines(300)]
    alone = list(resolve_chunks(chunks))
    assert alone == list(resolve_chunks(chunks, processes=3))
    errors = [json.loads(answer) for answer in alone if "error" in answer]
    assert [error["line"] for error in errors] == [2, 70, 157, 329]


def test_a_process_that_was_ended_is_not_missed():
    judge = turn_lines._Judge(None, None)
    pool = WorkerPool(2, judge.answers)
    some = lines(90)
    expected = judge.answers(some, 1)
    assert list(pool.answers(some, 1)) == expected
    os.kill(pool._processes[0].pid, signal.SIGKILL)
    for _ in range(2):
        assert list(pool.answers(some, 1)) == expected
    pool.leave()
    assert not any(process.is_alive() for process in pool._processes)


def test_fewer_lines_than_processes():
    judge = turn_lines._Judge(None, None)
    pool = WorkerPool(3, judge.answers)
    for count in range(6):
        some = [json.dumps(MOVES | {"id": number}) for number in range(count)]
        assert list(pool.answers(some, 7)) == judge.answers(some, 7)
    pool.leave()
