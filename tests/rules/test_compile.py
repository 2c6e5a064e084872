"""Of all processes that want the compiled rules one compiles them, and the others wait for that."""

import multiprocessing
import os
import signal
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest

pytest.importorskip("numba")

import numpy as np

from dragoman.files import locked
from dragoman.rules.batch.compile import Kernel


class Function:
    """Stands for a function of the compiled source."""

    def __init__(self) -> None:
        self.compiled_for = []

    def compile(self, types) -> None:
        self.compiled_for.append(types)

    def __call__(self, *arguments: object) -> object:
        return arguments


def kernel(folder: Path) -> tuple[Kernel, Function]:
    function = Function()
    module = SimpleNamespace(TAKES={"process_lot": (("board",), None)})
    module.__file__ = str(folder / "kernel.py")
    module.process_lot_on_arrays = function
    return Kernel(module), function


BOARD = np.zeros(3, dtype=np.int32)


def test_a_function_is_compiled_once_for_the_types_that_it_is_called_with(tmp_path):
    one, function = kernel(tmp_path)
    for _ in range(2):
        assert one.call("process_lot", {"board": BOARD}, 7) == (BOARD, 7)
    (types,) = function.compiled_for
    assert [str(each) for each in types] == ["array(int32, 1d, C)", "int64"]


def waiting_for(one: Kernel) -> threading.Thread:
    waiting = threading.Thread(target=one.call, args=("process_lot", {"board": BOARD}, 7))
    waiting.start()
    waiting.join(0.1)
    return waiting


def test_who_comes_later_waits_for_what_another_compiles(tmp_path):
    one, function = kernel(tmp_path)
    with locked(tmp_path, "compiling"):
        waiting = waiting_for(one)
        assert waiting.is_alive() and not function.compiled_for
    waiting.join()
    assert len(function.compiled_for) == 1
    assert not list(tmp_path.iterdir()), "no lock stays"


def test_what_is_kept_is_not_waited_for(tmp_path):
    one, function = kernel(tmp_path)
    kept = tmp_path / "__pycache__"
    kept.mkdir()
    (kept / "dragoman_rules_1.process_lot_on_arrays-9.py311.1.nbc").touch()
    with locked(tmp_path, "compiling"):
        one.call("process_lot", {"board": BOARD}, 7)
    assert len(function.compiled_for) == 1


def _compile_for_ever(folder: Path, at_work) -> None:
    with locked(folder, "compiling"):
        at_work.set()
        threading.Event().wait()


def test_a_process_that_was_killed_holds_up_nobody(tmp_path):
    spawn = multiprocessing.get_context("spawn")
    at_work = spawn.Event()
    other = spawn.Process(target=_compile_for_ever, args=(tmp_path, at_work))
    other.start()
    assert at_work.wait(60)
    one, function = kernel(tmp_path)
    waiting = waiting_for(one)
    assert waiting.is_alive()
    os.kill(other.pid, signal.SIGKILL)
    other.join()
    waiting.join(60)
    assert len(function.compiled_for) == 1
