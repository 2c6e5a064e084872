"""Of all processes that want the compiled rules one compiles them, and the others wait for that."""

import importlib.util
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest

pytest.importorskip("numba")

import numpy as np

from dragoman.files import locked
from dragoman.rules.batch import compile as compiling
from dragoman.rules.batch.arrays import kernel_size
from dragoman.rules.batch.compile import Kernel, compiled


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
    module = SimpleNamespace(TAKES={"process_chunk": (("board",), None)})
    module.__file__ = str(folder / "kernel.py")
    module.process_chunk_on_arrays = function
    return Kernel(module), function


BOARD = np.zeros(3, dtype=np.int32)


def test_a_function_is_compiled_once_for_the_types_that_it_is_called_with(tmp_path):
    one, function = kernel(tmp_path)
    for _ in range(2):
        assert one.call("process_chunk", {"board": BOARD}, 7) == (BOARD, 7)
    (types,) = function.compiled_for
    assert [str(each) for each in types] == ["array(int32, 1d, C)", "int64"]


def waiting_for(one: Kernel) -> threading.Thread:
    waiting = threading.Thread(target=one.call, args=("process_chunk", {"board": BOARD}, 7))
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
    (kept / "dragoman_rules_1.process_chunk_on_arrays-9.py311.1.nbc").touch()
    with locked(tmp_path, "compiling"):
        one.call("process_chunk", {"board": BOARD}, 7)
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


# Threads.


def at_once(*tasks: Callable[[], object]) -> list[object]:
    """What comes of tasks that all begin together, each in a thread of its own."""
    gate = threading.Barrier(len(tasks))

    def begin(task: Callable[[], object]) -> object:
        gate.wait(60)
        return task()

    with ThreadPoolExecutor(len(tasks)) as pool:
        return [future.result(60) for future in [pool.submit(begin, task) for task in tasks]]


def test_threads_that_want_a_kernel_at_once_are_given_the_same(tmp_path, monkeypatch):
    made = []

    def slowly(machine, size) -> SimpleNamespace:
        threading.Event().wait(0.05)  # long enough for the others to come
        made.append(size)
        return SimpleNamespace(TAKES={})

    monkeypatch.setattr(compiling, "kernel_module", slowly)
    size = kernel_size(7, 7)._replace(cell_bits=-1)  # of no kernel that there is
    first, *others = at_once(*[lambda: compiled(size)] * 4)
    assert made == [size] and all(other is first for other in others)


_TINY = """
import numba
from dragoman.rules.batch.one_module import Inner as _compile, Outer as _compile_whole
TAKES = {"double": (("board",), None)}

@_compile
def twice(number):
    return number + number

@_compile_whole
def double_on_arrays(board, times):
    return twice(board[0]) * times
"""


@pytest.mark.slow
@pytest.mark.parametrize("threads", [2, 8])
def test_what_threads_want_at_once_is_compiled_once_and_then_loaded(tmp_path, threads):
    file = tmp_path / "tiny_kernel.py"
    file.write_text(_TINY)

    def numbers(name: str) -> list[object]:
        spec = importlib.util.spec_from_file_location(name, file)
        assert spec is not None and spec.loader is not None
        module = sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        one = Kernel(module)
        found = at_once(*[lambda: one.call("double", {"board": BOARD + 3}, 7)] * threads)
        assert len(module.double_on_arrays.overloads) == 1
        stats = module.double_on_arrays.stats
        found.append((sum(stats.cache_misses.values()), sum(stats.cache_hits.values())))
        return found

    assert numbers("tiny_kernel") == [*[42] * threads, (1, 0)]
    assert numbers("tiny_kernel") == [*[42] * threads, (0, 1)]


_ROOMS = """
import threading
from dragoman import load_variant
from dragoman.rules.batch import Batch

gate, faults = threading.Barrier(4), []

def work():
    batch = Batch(load_variant("standard").board)
    gate.wait(60)
    try:
        batch.room()
    except ValueError as error:
        faults.append(error)

threads = [threading.Thread(target=work) for _ in range(4)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
assert not faults, faults
"""


@pytest.mark.slow
@pytest.mark.xdist_group("compiled")
def test_threads_make_themselves_rooms_at_once():
    for _ in range(2):
        subprocess.run([sys.executable, "-c", _ROOMS], check=True, timeout=600)
