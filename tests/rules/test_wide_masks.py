"""Positions of more than 64 units: sets of several words in the compiled source."""

from __future__ import annotations

from array import array
from typing import Any

import numpy as np
import pytest

from dragoman import load_variant
from dragoman.native.grid import Grid
from dragoman.rules.batch import Batch, arrays, batch, simulated
from dragoman.rules.batch.arrays import KernelSize
from dragoman.rules.batch.chunk import CHUNK_NUMBERS
from dragoman.rules.batch.compile import RULES
from dragoman.rules.batch.compile_for_device import Machine, kernel_source
from dragoman.rules.batch.source import Takes, flat_source


@pytest.mark.parametrize("words", [1, 2, 5])
def test_sets_of_several_words_in_plain_python(words: int) -> None:
    empty, only, load, store = simulated.mask_functions(words)
    found = empty()
    for unit in range(0, 64 * words, 3):
        found |= only(unit)
    array = np.zeros(3 * words, dtype=np.int64)
    bare = simulated.bare(array)
    store(bare, words, (found & ~only(6)) ^ only(1))
    left = load(bare, words)
    expected = {*range(0, 64 * words, 3), 1} - {6}
    assert simulated.size(left) == len(expected)
    met = set[int]()
    while left != empty():
        met.add(simulated.first(left))
        left ^= only(simulated.first(left))
    assert met == expected
    assert not array[:words].any() and not array[2 * words :].any()


def test_the_words_a_position_needs() -> None:
    assert arrays.kernel_size(81, 64).words == 1
    assert arrays.kernel_size(81, 65).words == 2
    assert arrays.kernel_size(81, 300).words == 8
    assert arrays.kernel_size(842, 10).locations >= 842


@pytest.mark.xdist_group("compiled")
@pytest.mark.parametrize("size", [KernelSize(127, 2), KernelSize(508, 1)])
@pytest.mark.parametrize("is_plain", [False, True])
def test_kernels_of_any_size_judge_and_draw_alike(
    monkeypatch: pytest.MonkeyPatch, size: KernelSize, is_plain: bool
) -> None:
    """Other kernels, as machine code and as plain Python, against the common kernel: the same seed
    gives the same orders, and they the same positions."""
    standard = load_variant("standard")
    judge = Batch(standard.board, standard.rule_set, standard.victory_centers, 1)
    before = judge.pack([standard.start] * 2)
    positions, orders, states = [before], [], judge.states(2, seed=4)
    for _ in range(8):
        orders.append(judge.random_orders(positions[-1], states))
        positions.append(judge.process(positions[-1], orders[-1])[0])
    other = Batch(standard.board, standard.rule_set, standard.victory_centers, 1)
    monkeypatch.setattr(batch, "kernel_size", lambda locations, units: size)
    if is_plain:
        kernel = _InPlainPython(size)
        monkeypatch.setattr(batch, "compiled", lambda size: kernel)
    states = judge.states(2, seed=4)
    for cells, codes, after in zip(positions, orders, positions[1:], strict=False):
        assert (other.random_orders(cells, states) == codes).all()
        assert (other.process(cells, codes)[0] == after).all()


def _entry(name: str, takes: Takes) -> str:
    """A function that calls one of the source with the addresses of arrays."""
    arguments: list[str] = []
    given: list[str] = []
    for place, parts in enumerate(takes):
        for part in ("",) if parts is None else parts:
            arguments.append(f"a{place}_{part}")
            is_number = parts is None or part in CHUNK_NUMBERS
            given.append(arguments[-1] if is_number else f"_bare({arguments[-1]})")
    arguments_, given_ = ", ".join(arguments), ", ".join(given)
    return f"def {name}_on_arrays({arguments_}):\n    return {name}({given_})\n"


PLAIN = Machine(
    program=RULES,
    extra="fast",
    head="""
from dragoman.rules.batch.simulated import bare as _bare, part as _part
from dragoman.rules.batch.simulated import first, mask_functions, size
_index = int
_compile = lambda function: function
_empty, only, _load_mask, _store_mask = mask_functions(WORDS)
""",
    entry=_entry,
)
"""Plain Python, which takes the source as it is."""


class _InPlainPython:
    """A kernel that is the flat source itself."""

    def __init__(self, size: KernelSize) -> None:
        self._functions: dict[str, Any] = {}
        exec(kernel_source(PLAIN, size), self._functions)
        self._takes = flat_source(RULES, size).takes

    def call(self, name: str, *arguments: Any) -> Any:
        given: list[Any] = []
        for argument, parts in zip(arguments, self._takes[name], strict=True):
            given += [argument] if parts is None else [_view(argument[part]) for part in parts]
        return self._functions[f"{name}_on_arrays"](*given)


def _view(part: Any) -> Any:
    """An array as one of NumPy's, of which a stretch is a view; a number as it is."""
    return np.asarray(part).reshape(-1) if isinstance(part, array | Grid) else part
