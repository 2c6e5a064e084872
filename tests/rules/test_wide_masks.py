"""Positions of more than 64 units: sets of several words in the compiled source."""

from __future__ import annotations

import types
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dragoman import load_variant
from dragoman.rules.batch import Batch, arrays, batch, compile, machine_masks, simulated
from dragoman.rules.batch.compile import PROCESSOR
from dragoman.rules.batch.source import kernel_source

numba = pytest.importorskip("numba")


def tried_on(functions: Any, size: Any, first: Any, compiled: Callable[..., Any]) -> Any:
    empty, only, load, store = functions

    @compiled
    def tried(array: Any, words: int, end: int) -> Any:
        found = empty()
        for unit in range(0, end, 3):
            found |= only(unit)
        store(array, words, (found & ~only(6)) ^ only(1))
        left = load(array, words)
        count, total = size(left), 0
        while left != empty():
            total += first(left)
            left ^= only(first(left))
        return count, total, load(array, words) == (found ^ (only(6) | only(1)))

    return tried


@pytest.mark.parametrize("words", [1, 2, 5])
@pytest.mark.parametrize("machine", ["processor", "plain Python"])
def test_sets_of_several_words(words: int, machine: str) -> None:
    if machine == "processor":
        given = machine_masks.mask_functions(words), machine_masks.size, machine_masks.first
        tried = tried_on(*given, numba.njit)
    else:
        given = simulated.mask_functions(words), simulated.size, simulated.first
        tried = tried_on(*given, lambda function: function)
    expected = {*range(0, 64 * words, 3), 1} - {6}
    array = np.zeros(3 * words, dtype=np.int64)
    found = tried(array if machine == "processor" else simulated.bare(array), words, 64 * words)
    assert found == (len(expected), sum(expected), True)
    assert not array[:words].any() and not array[2 * words :].any()


def test_the_words_a_position_needs() -> None:
    assert arrays.kernel_size(81, 64).words == 1
    assert arrays.kernel_size(81, 65).words == 2
    assert arrays.kernel_size(81, 300).words == 8
    assert arrays.kernel_size(842, 10).locations >= 842


@pytest.mark.xdist_group("compiled")
@pytest.mark.parametrize("size", [arrays.KernelSize(127, 2), arrays.KernelSize(508, 1)])
def test_kernels_of_any_size_judge_and_draw_alike(
    monkeypatch: pytest.MonkeyPatch, size: arrays.KernelSize, tmp_path: Path
) -> None:
    """The source of other kernels, run as plain Python, against the common kernel: the same seed
    gives the same orders, and they the same positions."""
    standard = load_variant("standard")
    judge = Batch(standard.board, standard.rule_set, standard.victory_centers, 1)
    before = judge.pack([standard.start] * 2)
    positions, orders, states = [before], [], judge.states(2, seed=4)
    for _ in range(8):
        orders.append(judge.random_orders(positions[-1], states))
        positions.append(judge.process(positions[-1], orders[-1])[0])
    kernel = _in_plain_python(size, tmp_path)
    monkeypatch.setattr(batch, "kernel_size", lambda locations, units: size)
    monkeypatch.setattr(batch, "compiled", lambda size: kernel)
    states = judge.states(2, seed=4)
    for cells, codes, after in zip(positions, orders, positions[1:], strict=False):
        assert (judge.random_orders(cells, states) == codes).all()
        assert (judge.process(cells, codes)[0] == after).all()


PLAIN = replace(
    PROCESSOR,
    head="""
from dragoman.rules.batch.simulated import bare as _bare, part as _part
from dragoman.rules.batch.simulated import first, mask_functions, size
_index = int
_compile = lambda function: function
def _compile_whole(function):
    function.compile = lambda types: None
    return function
_empty, only, _load_mask, _store_mask = mask_functions(WORDS)
""",
)
"""Plain Python, which takes the source as it is."""


def _in_plain_python(size: arrays.KernelSize, folder: Path) -> compile.Kernel:
    module = types.ModuleType("kernel_in_plain_python")
    exec(kernel_source(PLAIN, size), module.__dict__)
    module.__file__ = str(folder / "kernel.py")
    return compile.Kernel(module)
