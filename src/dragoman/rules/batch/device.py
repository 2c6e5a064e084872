"""Chunks of positions judged by a graphics card, with the same results as by the processor.

A chunk is copied to the card row by row. There its positions are sorted by the kind of phase that
they are in, laid out in lanes (see ``device_memory``), and judged by the kernel of that kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from dragoman.extras import extra
from dragoman.rules.batch.arrays import Arrays, KernelSize
from dragoman.rules.batch.bare_arrays import LANES
from dragoman.rules.batch.card import numba_cuda
from dragoman.rules.batch.compile_for_device import (
    BLOCK,
    BLOCKS,
    FORM,
    compiled_for_device,
    is_simulated,
)
from dragoman.rules.batch.device_kernel import OVER
from dragoman.rules.engine.codes import ADJUSTMENTS, MOVEMENT, RETREATS

with extra("fast"):
    import numpy as np

CHUNK_SIZE: Final = 1 << 18
"""The most positions that are on the card at once."""
_KIND_NAMES: Final = {MOVEMENT: "movement", RETREATS: "retreats", ADJUSTMENTS: "adjustments"}
_NEVER: Final = 1 << 40
"""A year after every game."""
_LISTED: Final = 2048
"""The legal orders that each thread has room to list at first."""
_SHARE_OF_MEMORY: Final = 0.5
"""How much of the free memory of the card the threads may have to work in."""


class _Chunk(NamedTuple):
    """Positions on the card, with what belongs to them, as rows and in lanes."""

    size: int
    rows: Arrays
    lanes: Arrays
    numbers: Mapping[str, int]
    """Fields of a ``Chunk`` that are the same for all threads."""


class _Group(NamedTuple):
    """The positions of a chunk that have the same kernel and the same board: from ``begin`` to
    ``end`` of the order in which they are sorted."""

    order: Any
    begin: int
    end: int
    numbers: Any
    """Their numbers in the chunk."""
    kind: str
    is_icy: bool
    is_over: bool
    """Whether their games are won, or past the last year."""


class _Room(NamedTuple):
    """Working arrays on the card for so many threads and legal orders."""

    size: KernelSize
    threads: int
    has_all: bool
    """Whether the card can have no more threads at work."""
    listed: int
    arrays: Arrays

    def does_for(self, size: KernelSize, threads: int, listed: int) -> bool:
        """True if so many threads can work in it."""
        enough = self.has_all or self.threads >= threads
        return enough and self.size == size and self.listed >= listed


class GraphicsCard:
    """A graphics card that judges positions of one board under one rule set.

    ``turn`` gives the arrays of a turn for a kernel, with room to list so many legal orders;
    ``ice`` are the tables of the board while arctic water is closed, ``form`` those that say how a
    position is packed.

    Raises:
        MissingExtra: if what compiles for it is not installed.
        NoDevice: if there is no card, or no driver.
    """

    def __init__(self, turn: Callable[[KernelSize, int], Arrays], ice: Any, form: Any) -> None:
        self._cuda = numba_cuda()
        from dragoman.rules.batch import device_memory

        self._memory = device_memory
        self._turn = turn
        self._ice = self._cuda.to_device(np.asarray(ice))
        self._form = self._cuda.to_device(np.asarray(form))
        self._block = LANES if is_simulated() else BLOCK
        self._room: _Room | None = None
        self._listed = _LISTED

    def process(
        self, size: KernelSize, cells: Any, codes: Any, results: Any, is_checked: bool
    ) -> None:
        """Carry out the phase of each of these positions, over which the next ones are written."""
        numbers = {"width": codes.shape[1], "is_checked": is_checked}
        for part in _chunks(len(cells)):
            some = {"cells": cells[part], "codes": codes[part], "results": results[part]}
            chunk = self._chunk(some, numbers)
            for group in self._sorted(size, chunk):
                if not group.is_over:
                    self._lay(chunk, group, "cells", "codes", "results")
                    self._launch(f"process_{group.kind}", size, chunk, group, 0)
                    self._take(chunk, group, "cells", "results")
            chunk.rows["cells"].copy_to_host(cells[part])
            chunk.rows["results"].copy_to_host(results[part])

    def choose(self, size: KernelSize, cells: Any, codes: Any, states: Any) -> None:
        """Write random orders for these positions to ``codes``, and move the states on."""
        for part in _chunks(len(cells)):
            some = states[part].reshape(-1, 1)
            chunk = self._chunk({"cells": cells[part], "codes": codes[part], "states": some}, {})
            for group in self._sorted(size, chunk):
                self._choose(size, chunk, group)
                self._take(chunk, group, "codes", "states")
            chunk.rows["codes"].copy_to_host(codes[part])
            chunk.rows["states"].copy_to_host(some)

    def play(
        self, size: KernelSize, cells: Any, codes: Any, states: Any, counts: Any, last_year: int
    ) -> None:
        """Play random games until each is won or past its last year, and count their phases.
        ``codes`` is a row of orders that have not been chosen yet."""
        numbers = {"width": len(codes), "is_checked": True, "last_year": last_year}
        for part in _chunks(len(cells)):
            played = cells[part]
            given = np.tile(codes, (len(played), 1))
            some = {"cells": played, "codes": given, "states": states[part].reshape(-1, 1)}
            chunk = self._chunk(some, numbers)
            going_on = True
            while going_on:
                going_on = False
                for group in self._sorted(size, chunk):
                    if group.is_over:
                        continue
                    going_on = True
                    self._choose(size, chunk, group)
                    listed = self._listed
                    self._launch(f"process_{group.kind}", size, chunk, group, listed)
                    self._take(chunk, group, "cells", "states")
                    counts[part][group.numbers] += 1
            chunk.rows["cells"].copy_to_host(played)

    def _chunk(self, arrays: Arrays, numbers: Mapping[str, int]) -> _Chunk:
        """Arrays with a row for each position, on the card."""
        arrays.setdefault("results", np.zeros(arrays["codes"].shape, dtype=np.uint8))
        count = len(arrays["cells"])
        lanes = {
            name: self._memory.lanes(count, array.shape[1], array.dtype)
            for name, array in arrays.items()
        }
        rows = {name: self._cuda.to_device(array) for name, array in arrays.items()}
        return _Chunk(count, rows, lanes, {"last_year": _NEVER, **numbers})

    def _sorted(self, size: KernelSize, chunk: _Chunk) -> list[_Group]:
        """The positions of a chunk sorted by the kernels and boards that they need."""
        every = np.arange(chunk.size, dtype=np.int32)
        unsorted = _Group(self._cuda.to_device(every), 0, chunk.size, every, "", False, False)
        self._lay(chunk, unsorted, "cells")
        self._launch("note_group", size, chunk, unsorted, 0)
        noted = self._cuda.device_array((chunk.size, 1), dtype=np.uint8)
        self._copy(self._memory.take_from_lanes, noted, chunk.lanes["results"], unsorted)
        of_each = noted.copy_to_host()[:, 0]
        order = np.argsort(of_each, kind="stable").astype(np.int32)
        on_card = self._cuda.to_device(order)
        groups: list[_Group] = []
        end = 0
        for number, count in zip(*np.unique(of_each, return_counts=True), strict=True):
            begin, end = end, end + int(count)
            kind, is_icy = divmod(int(number) % OVER, 2)
            some = order[begin:end]
            groups.append(
                _Group(on_card, begin, end, some, _KIND_NAMES[kind], is_icy == 1, number >= OVER)
            )
        return groups

    def _choose(self, size: KernelSize, chunk: _Chunk, group: _Group) -> None:
        """Choose orders for a group, with more room whenever there is too little to list them."""
        short = True
        while short:
            self._lay(chunk, group, "cells", "codes", "states")
            short = self._launch(f"choose_for_{group.kind}", size, chunk, group, self._listed)
            self._listed *= 4 if short else 1

    def _launch(
        self, name: str, size: KernelSize, chunk: _Chunk, group: _Group, listed: int
    ) -> bool:
        """Have a kernel go through a group; whether there was too little room to list orders."""
        kernel, parts = compiled_for_device(size).named(name)
        count = group.end - group.begin
        room = self._room_for(size, count, listed)
        arrays = {**room.arrays, **chunk.lanes, **chunk.numbers, FORM: self._form}
        if group.is_icy:
            arrays |= {"board": self._ice}
        short = self._cuda.to_device(np.zeros(1, dtype=np.uint8))
        taken = [arrays[part] for part in parts]
        blocks = -(-min(room.threads, count) // self._block)
        kernel[blocks, self._block](*taken, group.begin, group.end, short)
        return bool(short.copy_to_host()[0])

    def _room_for(self, size: KernelSize, count: int, listed: int) -> _Room:
        """Working arrays for so many positions; those of before, if they will do."""
        threads = -(-count // self._block) * self._block
        room = self._room
        if room is None or not room.does_for(size, threads, listed):
            self._room = None  # so that its memory is free
            turn = {name: np.asarray(one) for name, one in self._turn(size, listed).items()}
            most = self._most_threads(self._memory.bytes_of_room(turn))
            arrays = self._memory.room_in_lanes(turn, min(threads, most))
            room = self._room = _Room(size, min(threads, most), threads >= most, listed, arrays)
        return room

    def _most_threads(self, bytes_of_one: int) -> int:
        """The threads that the card can have at work at once, each with so much room."""
        if is_simulated():
            return 2 * self._block
        processors: int = self._cuda.get_current_device().MULTIPROCESSOR_COUNT
        free: int = self._cuda.current_context().get_memory_info().free
        affordable = int(_SHARE_OF_MEMORY * free) // bytes_of_one // self._block * self._block
        return max(self._block, min(processors * BLOCKS * self._block, affordable))

    def _lay(self, chunk: _Chunk, group: _Group, *names: str) -> None:
        """Lay rows of a group in lanes."""
        for name in names:
            copy = self._memory.lay_in_lanes
            self._copy(copy, chunk.rows[name], chunk.lanes[name], group)

    def _take(self, chunk: _Chunk, group: _Group, *names: str) -> None:
        """Make rows of the lanes of a group."""
        for name in names:
            self._copy(self._memory.take_from_lanes, chunk.rows[name], chunk.lanes[name], group)

    def _copy(self, copy: Any, rows: Any, lanes: Any, group: _Group) -> None:
        blocks = -(-(group.end - group.begin) // self._block)
        copy[blocks, self._block](rows, group.order, lanes, group.begin, group.end)


def _chunks(count: int) -> Iterator[slice]:
    """The positions of each chunk."""
    for begin in range(0, count, CHUNK_SIZE):
        yield slice(begin, min(begin + CHUNK_SIZE, count))
