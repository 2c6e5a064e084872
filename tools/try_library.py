"""Tries a library of machine code where there is no Python: under an emulator, or for another C
library.

    python tools/try_library.py FILE TARGET [RUNNER ...]

has ziglang build a small program for a target, such as ``aarch64-linux-musl``, which loads the
library, has it process random positions, and prints a digest of all that it was given as it is
then; and runs it by the runner, such as ``qemu-aarch64 -L FOLDER``. The digest has to be that of
the machine code here.
"""

from __future__ import annotations

import struct
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

import numpy as np

from dragoman.formats import load_variant
from dragoman.native.library import Entry, library_of
from dragoman.rules.batch import Batch
from dragoman.rules.batch.arrays import KernelSize
from dragoman.rules.batch.compile import RULES, compiled, unit_of

GAMES: Final = 400
PROGRAM: Final = r"""
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef _WIN32
#include <windows.h>
#define OPEN(file) LoadLibraryA(file)
#define FIND(library, name) GetProcAddress(library, name)
#else
#include <dlfcn.h>
#define OPEN(file) dlopen(file, RTLD_NOW)
#define FIND(library, name) dlsym(library, name)
#endif
int main(int count, char **names) {
    void *library = OPEN(names[1]);
    if (!library) { puts("not loaded"); return 1; }
    int64_t (*entry)(const int64_t *) = (void *)FIND(library, names[2]);
    if (!entry) { puts("not found"); return 1; }
    FILE *file = fopen(names[3], "rb");
    int64_t taken, given[64], size[64];
    if (!file || fread(&taken, 8, 1, file) != 1) return 1;
    for (int i = 0; i < taken; i++) {
        if (fread(&size[i], 8, 1, file) != 1) return 1;
        void *at = size[i] < 0 ? (void *)&given[i] : calloc(size[i] + 8, 1);
        int64_t length = size[i] < 0 ? 8 : size[i];
        if (length && fread(at, 1, length, file) != (size_t)length) return 1;
        if (size[i] >= 0) given[i] = (int64_t)(uintptr_t)at;
    }
    entry(given);
    uint64_t digest = UINT64_C(14695981039346656037);
    for (int i = 0; i < taken; i++)
        for (int64_t k = 0; k < size[i]; k++)
            digest = (digest ^ ((uint8_t *)(uintptr_t)given[i])[k]) * UINT64_C(1099511628211);
    printf("%016llx\n", (unsigned long long)digest);
    return 0;
}
"""


def call_to_try() -> list[int | bytes]:
    """The numbers and the bytes of arrays of a call that processes random positions."""
    batch = Batch(load_variant("standard").board)
    start = np.repeat(batch.pack([load_variant("standard").start]), GAMES, axis=0)
    cells, _ = batch.play(start, 1902, seed=1)
    codes = batch.random_orders(cells, batch.states(GAMES, seed=2))
    room = batch.kernel_room()
    chunk = room.chunk | {"cells": cells, "codes": codes, "width": codes.shape[1]}
    chunk |= {"results": np.zeros(codes.shape, np.uint8), "begin": 0, "end": GAMES}
    named = room.arrays, {"": room.arrays["ice"]}, {"": room.arrays["form"]}, chunk
    found: list[int | bytes] = []
    for arguments, parts in zip(named, compiled(room.size).takes["process_chunk"], strict=True):
        for part in parts or ():
            one: Any = arguments[part]
            found.append(int(one) if isinstance(one, int) else bytes(memoryview(one).cast("B")))
    return found


def written(call: list[int | bytes]) -> bytes:
    """A call as the program reads it."""
    parts = [struct.pack("<q", len(call))]
    for one in call:
        parts.append(struct.pack("<qq", -1, one) if isinstance(one, int) else b"")
        parts.append(b"" if isinstance(one, int) else struct.pack("<q", len(one)) + one)
    return b"".join(parts)


def main(library: str, target: str, *runner: str) -> None:
    unit = unit_of(RULES, KernelSize(127, 1))
    entry: Entry = library_of(unit).entry("process_chunk")
    call = call_to_try()
    with tempfile.TemporaryDirectory(prefix="dragoman-") as folder:
        program = Path(folder, "try.exe" if "windows" in target else "try")
        Path(folder, "try.c").write_text(PROGRAM, "utf-8")
        Path(folder, "call").write_bytes(written(call))
        zig = (sys.executable, "-m", "ziglang", "cc", "-target", target, "-O1", "-w")
        linked = () if "windows" in target else ("-dynamic",)
        subprocess.run([*zig, *linked, "-o", program, "try.c"], cwd=folder, check=True)
        names = Path(library).resolve(), f"{unit.name}_process_chunk", "call"
        done = subprocess.run(
            [*runner, program, *names], cwd=folder, capture_output=True, text=True, check=False
        )
    found, expected = done.stdout.strip(), digest(entry, call)
    print(f"{library}: {found or done.stderr.strip()}")
    if found != expected:
        sys.exit(f"it has to be {expected}")


def digest(entry: Entry, call: list[int | bytes]) -> str:
    """The digest of what a call leaves, by the machine code here."""
    import ctypes

    arrays = [None if isinstance(one, int) else bytearray(one + bytes(8)) for one in call]
    buffers = [one and (ctypes.c_uint8 * len(one)).from_buffer(one) for one in arrays]
    numbers = [
        one if isinstance(one, int) else ctypes.addressof(buffer)  # type: ignore[arg-type]
        for one, buffer in zip(call, buffers, strict=True)
    ]
    entry((ctypes.c_int64 * len(numbers))(*numbers))
    found = 14695981039346656037
    for one, array in zip(call, arrays, strict=True):
        for byte in array[: len(one)] if array and isinstance(one, bytes) else ():
            found = (found ^ byte) * 1099511628211 & (1 << 64) - 1
    return f"{found:016x}"


if __name__ == "__main__":
    main(*sys.argv[1:])
