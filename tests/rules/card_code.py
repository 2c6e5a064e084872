"""The kernels of a graphics card compiled without one, and what each asks of it.

``python tests/rules/card_code.py`` prints registers and stack of every kernel for an H100.
"""

from __future__ import annotations

import re
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple
from unittest.mock import patch

from cuda.bindings import nvjitlink
from numba import cuda, types

from dragoman.rules.batch.arrays import KernelSize
from dragoman.rules.batch.compile_for_device import CARD, compiled_for_device, kernel_path

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

    def target() -> bool:
        return f".target sm_{HOPPER[0]}{HOPPER[1]}" in ptx(kernel, size, optimized=False)

    return bool(noted(f"{kernel}-compiles", size, target))


def noted(name: str, size: KernelSize, find_out: Callable[[], int]) -> int:
    """What was found out of a kernel. It takes many seconds and comes to the same as long as the
    sources are the same: it is noted beside them, in a folder with a digest of them in its name."""
    made_by = (Path(__file__).read_text("utf-8"), *map(version, ("numba-cuda", "cuda-bindings")))
    note = kernel_path(CARD, size).with_name(f"{name}-{zlib.crc32(repr(made_by).encode()):08x}")
    if not note.exists():
        found = find_out()
        note.write_text(str(int(found)), "ascii")
    return int(note.read_text("ascii"))


if __name__ == "__main__":
    import time

    wanted = KernelSize(*map(int, sys.argv[1:3])) if sys.argv[1:3] else KernelSize(127, 1)
    for kernel in sys.argv[3:] or CARD.program.entries:
        begun = time.process_time()
        compiled = ptx(kernel, wanted)
        needed = asked(compiled)
        took = time.process_time() - begun
        print(
            f"{kernel:<24}{len(compiled):>9} bytes {needed}, compiled in {took:.0f} s", flush=True
        )
