"""The kernels of a graphics card compiled without one, and what each asks of it.

``python tests/rules/card_code.py`` prints registers and stack of every kernel for an H100.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import resources
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace
from typing import Final, NamedTuple
from unittest.mock import patch

from cuda.bindings import nvjitlink
from numba import cuda, types

from dragoman.native.library import hash_of
from dragoman.rules.batch.arrays import KernelSize
from dragoman.rules.batch.compile_for_device import CARD, compiled_for_device, kernel_source

BESIDE_SOURCE: Final = ("bare_arrays", "machine_masks")
"""The modules that a kernel's source imports."""
HOPPER = (9, 0)
"""The compute capability of an H100."""

NUMBERS = {
    "board": types.int32[::1],
    "rules": types.int32[::1],
    "calendar": types.int32[::1],
    "numbers": types.int64[:, :, ::1],
    "masks": types.int64[:, :, ::1],
    "form": types.int32[::1],
    "cells": types.uint16[:, :, ::1],
    "results": types.uint8[:, :, ::1],
    "states": types.int64[:, :, ::1],
    "width": types.int64,
    "is_checked": types.boolean,
    "last_year": types.int64,
}
"""The types of parts by their names; others have 32-bit numbers in lanes."""


class Asked(NamedTuple):
    """What a kernel asks of the card for each thread."""

    registers: int
    stack: int
    spilled: int
    """Bytes written to memory because there are too few registers."""


@contextmanager
def as_on(capability: tuple[int, int]) -> Iterator[None]:
    """Have Numba compile as if a card were there."""
    device = SimpleNamespace(compute_capability=capability)
    with patch("numba.cuda.dispatcher.get_current_device", lambda: device):
        yield


def ptx(name: str, size: KernelSize, optimized: bool = True) -> str:
    """A kernel as the card's assembly."""
    kernel, parts = compiled_for_device(size).named(name)
    arrays = [NUMBERS.get(part, types.int32[:, :, ::1]) for part in parts]
    numbers = [types.int64, types.int64, types.uint8[::1]]
    with as_on(HOPPER):
        code, _ = cuda.compile_ptx(
            kernel.py_func,
            tuple(arrays + numbers),
            cc=HOPPER,
            opt=optimized,
            launch_bounds=kernel.targetoptions["launch_bounds"],
        )
    return code


def asked(code: str) -> Asked:
    """What the assembled kernel asks for."""
    options = ["-arch=sm_90", "-verbose"]
    handle = nvjitlink.create(len(options), options)
    text = code.encode()
    nvjitlink.add_data(handle, nvjitlink.InputType.PTX, text, len(text), "kernel")
    nvjitlink.complete(handle)
    log = bytearray(nvjitlink.get_info_log_size(handle))
    nvjitlink.get_info_log(handle, log)
    nvjitlink.destroy(handle)
    told = log.decode()
    spilled = re.findall(r"(\d+) bytes spill stores", told)
    (registers, stack) = re.findall(r"used (\d+) registers.*?(\d+) stack", told)[-1]
    return Asked(int(registers), int(stack), sum(map(int, spilled)))


def registers(kernel: str, size: KernelSize) -> int:
    """How many registers a kernel asks for."""
    return noted(f"{kernel}-registers", size, lambda: asked(ptx(kernel, size)).registers)


def compiles(kernel: str, size: KernelSize) -> bool:
    """Whether a kernel compiles for an H100, not optimised."""

    def is_made() -> bool:
        return is_for_hopper(ptx(kernel, size, optimized=False))

    return bool(noted(f"{kernel}-compiles", size, is_made))


def is_for_hopper(code: str) -> bool:
    return f".target sm_{HOPPER[0]}{HOPPER[1]}" in code


NOTES: Final = Path(__file__).with_name("card_notes.json")
"""What was found out of kernels, by digests of their sources and of what compiles them. It takes
most of a minute and comes to the same as long as these do. ``python tests/rules/card_code.py
--note`` writes the file anew."""


def noted(name: str, size: KernelSize, find_out: Callable[[], int]) -> int:
    """What is noted of a kernel made of these very sources, or else is found out."""
    notes: dict[str, dict[str, int]] = json.loads(NOTES.read_text("utf-8"))
    found = notes.get(digest(size), {}).get(name)
    return find_out() if found is None else found


@cache
def digest(size: KernelSize) -> str:
    """A digest of all that kernels of a size are made of and by."""
    beside = (resources.files("dragoman.rules.batch") / f"{one}.py" for one in BESIDE_SOURCE)
    own = (one.read_text("utf-8") for one in (*beside, Path(__file__)))
    return hash_of(kernel_source(CARD, size), *own, *map(version, ("numba-cuda", "cuda-bindings")))


def note() -> None:
    """Write down what is asked for in ``test_device``."""
    small = KernelSize(127, 1)
    retreats, wide = "process_retreats", KernelSize(127, 4)
    rest = [one for one in CARD.program.entries if one != "process_movement"]
    found = {f"{one}-registers": asked(ptx(one, small)).registers for one in rest}
    found["process_movement-compiles"] = int(is_for_hopper(ptx("process_movement", small, False)))
    of_wide = {f"{retreats}-registers": asked(ptx(retreats, wide)).registers}
    notes = {digest(small): found, digest(wide): of_wide}
    NOTES.write_text(json.dumps(notes, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    import time

    if sys.argv[1:] == ["--note"]:
        note()
        sys.exit()
    wanted = KernelSize(*map(int, sys.argv[1:3])) if sys.argv[1:3] else KernelSize(127, 1)
    for kernel in sys.argv[3:] or CARD.program.entries:
        begun = time.process_time()
        compiled = ptx(kernel, wanted)
        needed = asked(compiled)
        took = time.process_time() - begun
        print(
            f"{kernel:<24}{len(compiled):>9} bytes {needed}, compiled in {took:.0f} s", flush=True
        )
