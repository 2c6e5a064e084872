"""Positions of more than 64 units: sets of several words in the compiled source."""

from __future__ import annotations

import types
from typing import Any

import numpy as np
import pytest

from dragoman import load_variant
from dragoman.rules.batch import Batch, arrays, bare_arrays, batch, compile, machine_masks
from dragoman.rules.engine import masks

numba = pytest.importorskip("numba")


@pytest.mark.parametrize("words", [1, 2, 5])
def test_sets_of_several_words(words: int) -> None:
    empty, only, load, store = machine_masks.mask_functions(words)
    size, first = machine_masks.size, machine_masks.first

    @numba.njit
    def tried(array: Any, end: int) -> Any:
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

    expected = {*range(0, 64 * words, 3), 1} - {6}
    array = np.zeros(3 * words, dtype=np.int64)
    assert tried(array, 64 * words) == (len(expected), sum(expected), True)
    assert not array[:words].any() and not array[2 * words :].any()


def test_the_words_a_position_needs() -> None:
    assert arrays.kernel_size(81, 64).words == 1
    assert arrays.kernel_size(81, 65).words == 2
    assert arrays.kernel_size(81, 300).words == 8
    assert arrays.kernel_size(842, 10).locations >= 842


@pytest.mark.parametrize("size", [arrays.KernelSize(127, 2), arrays.KernelSize(508, 1)])
def test_kernels_of_any_size_judge_and_draw_alike(
    monkeypatch: pytest.MonkeyPatch, size: arrays.KernelSize
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
    kernel = _in_plain_python(monkeypatch, size)
    monkeypatch.setattr(batch, "kernel_size", lambda locations, units: size)
    monkeypatch.setattr(batch, "compiled", lambda size: kernel)
    states = judge.states(2, seed=4)
    for cells, codes, after in zip(positions, orders, positions[1:], strict=False):
        assert (judge.random_orders(cells, states) == codes).all()
        assert (judge.process(cells, codes)[0] == after).all()


class _Numbers:
    """An array whose numbers do not overflow when Python reckons with them."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def __getitem__(self, place: int) -> int:
        return int(self.array[place])

    def __setitem__(self, place: int, number: int) -> None:
        self.array[place] = number


def _in_plain_python(monkeypatch: pytest.MonkeyPatch, size: arrays.KernelSize) -> compile.Kernel:
    words = size.words

    def load(numbers: _Numbers, place: int) -> int:
        return sum((numbers[place + w] % (1 << 64)) << 64 * w for w in range(words))

    def store(numbers: _Numbers, place: int, units: int) -> None:
        for word in range(words):
            numbers[place + word] = np.uint64(units >> 64 * word & (1 << 64) - 1).astype(np.int64)

    functions = machine_masks.MaskFunctions(lambda: 0, masks.only, load, store)
    monkeypatch.setattr(numba, "njit", lambda **_: lambda function: function)
    monkeypatch.setattr(numba, "uint64", int)
    monkeypatch.setattr(bare_arrays, "bare", _Numbers)
    monkeypatch.setattr(bare_arrays, "part", lambda numbers, begin: _Numbers(numbers.array[begin:]))
    monkeypatch.setattr(machine_masks, "mask_functions", lambda words: functions)
    monkeypatch.setattr(machine_masks, "first", lambda mask: masks.first(int(mask)))
    monkeypatch.setattr(machine_masks, "size", lambda mask: masks.size(int(mask)))
    module = types.ModuleType("kernel_in_plain_python")
    exec(compile._flattened(size), module.__dict__)  # pyright: ignore[reportPrivateUsage]
    return compile.Kernel(module)
