"""Positions judged, ordered and played on by a device and by the processor: the same numbers.

A program of its own, because Numba has to be told before it starts that it is to simulate a device
(``NUMBA_ENABLE_CUDASIM=1``). Takes how many positions each rule set is tried on, and which presets
(all of them unless some are named), and says what differs, or nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from itertools import chain
from random import Random
from unittest.mock import patch

import numpy as np
from test_batch import STANDARD, WRITTEN, beginnings, drawn

from dragoman import load_variant
from dragoman.game import Variant
from dragoman.rules import PRESETS, RuleSet
from dragoman.rules.batch import Batch, batch, device_memory
from dragoman.rules.batch.arrays import KernelSize
from dragoman.rules.batch.bare_arrays import LANES

PHASES = 5


def pair(variant: Variant, rules: RuleSet) -> tuple[Batch, Batch]:
    """The same judge on the processor and on the device."""
    made_of = variant.board, rules, variant.victory_centers, 1, variant.calendar
    return Batch(*made_of), Batch(*made_of, "cuda")


def differing(name: str, ours: object, theirs: object) -> Iterator[str]:
    if not np.array_equal(ours, theirs):
        yield name


def processed(processor: Batch, device: Batch, cells: np.ndarray) -> Iterator[str]:
    """Whether random orders are the same, and what becomes of them, checked and not."""
    states, moved_on = processor.states(len(cells), 3), processor.states(len(cells), 3)
    codes = processor.random_orders(cells, states)
    yield from differing("orders", codes, device.random_orders(cells, moved_on))
    yield from differing("states", states, moved_on)
    for checked in (True, False):
        expected = processor.process(cells, codes, checked=checked)
        found = device.process(cells, codes, checked=checked)
        yield from differing(f"positions, checked: {checked}", expected[0], found[0])
        yield from differing(f"results, checked: {checked}", expected[1], found[1])


def judged(count: int, presets: Iterable[str]) -> Iterator[str]:
    """Turns of all kinds under these presets, with orders that clash; some of them absurd."""
    dice = Random(5)
    positions = beginnings(count, 5)
    for preset in presets:
        processor, device = pair(STANDARD, PRESETS[preset].replace(**WRITTEN))
        for _ in range(PHASES):
            cells = processor.pack(positions)
            codes = processor.pack_orders(cells, [drawn(p, dice) for p in positions])
            after, results = processor.process(cells, codes)
            found, told = device.process(cells, codes)
            yield from differing(f"{preset}: positions", after, found)
            yield from differing(f"{preset}: results", results, told)
            positions = processor.unpack(after)
        yield from (f"{preset}: {what}" for what in processed(processor, device, cells))


def other_boards(count: int) -> Iterator[str]:
    """Boards with water that freezes, with many fleets, with other calendars."""
    for name in ("white_winter", "abstraction_2"):
        variant = load_variant(name)
        processor, device = pair(variant, variant.rule_set)
        cells = processor.pack([variant.start] * count)
        for _ in range(PHASES):
            yield from (f"{name}: {what}" for what in processed(processor, device, cells))
            codes = processor.random_orders(cells, processor.states(count, 4))
            cells, _ = processor.process(cells, codes)


def played(count: int) -> Iterator[str]:
    """Whole games, of two years."""
    processor, device = pair(STANDARD, STANDARD.rule_set)
    cells = processor.pack([STANDARD.start] * count)
    for name, ours, theirs in zip(
        ("last positions", "phases"), processor.play(cells, 1902), device.play(cells, 1902),
        strict=True,
    ):  # fmt: skip
        yield from differing(name, ours, theirs)


def in_wide_masks(count: int) -> Iterator[str]:
    """Sets of units of two words, as positions of more than 64 units have them."""
    processor, device = pair(STANDARD, STANDARD.rule_set)
    cells = processor.pack(beginnings(count, 6))
    codes = processor.random_orders(cells, processor.states(len(cells)))
    expected = processor.process(cells, codes)
    with patch.object(batch, "kernel_size", lambda locations, units: KernelSize(127, 2)):
        found = device.process(cells, codes)
    yield from differing("positions with wide masks", expected[0], found[0])
    yield from differing("results with wide masks", expected[1], found[1])


def cleared(count: int) -> Iterator[str]:
    """Room of which every thread clears a share."""
    room = device_memory.lanes(count, 5, np.int32)
    room.copy_to_device(np.ones(room.shape, np.int32))
    device_memory.clear[1, LANES](room)
    yield from differing("cleared", np.zeros(room.shape, np.int32), room.copy_to_host())


if __name__ == "__main__":
    tried, presets = int(sys.argv[1]), sys.argv[2:] or [*PRESETS]
    others = (part(tried) for part in (other_boards, played, in_wide_masks, cleared))
    for fault in chain(judged(tried, presets), *others):
        print(fault, flush=True)
