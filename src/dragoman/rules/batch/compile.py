"""The source of the rules as machine code for the processor."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from dragoman.native.kinds import CELLS, NUMBER, Kind, Pointer
from dragoman.native.library import CodeUnit, address_of, given, library_of
from dragoman.native.to_c import NumericSource, c_source, constants_in
from dragoman.remembered import made_once
from dragoman.rules.batch.arrays import CELLS_OF, Held, KernelSize
from dragoman.rules.batch.chunk import CHUNK_NUMBERS
from dragoman.rules.batch.source import MODULES, KernelProgram, Takes, digest_of, flat_source

RULES: Final = KernelProgram(
    name="rules",
    entries=(
        "process_chunk",
        "choose_for_chunk",
        "play_chunk",
        "list_for_chunk",
        "judge_written",
        "adjust_written",
        "list_written",
    ),
    modules=(*MODULES, "batch.written_turn"),
)


def unit_of(
    program: KernelProgram,
    size: KernelSize,
    note: Callable[[Mapping[str, Takes]], str] = json.dumps,
) -> CodeUnit:
    """The machine code of a program for boards and positions of such a size; in it stands a note,
    made of what its entries take."""
    name = f"{program.name}_{size.locations}_{size.words}_{size.cell_bits}"
    digest = digest_of(program, name)

    def source() -> str:
        flat = flat_source(program, size)
        entries = {one: _kinds(program, size, flat.takes[one]) for one in program.entries}
        constants = constants_in(flat.constants) | {"EMPTY": 0}
        taken = {one: flat.takes[one] for one in program.entries}
        whole = NumericSource(flat.functions, constants, entries, size.words)
        return c_source(whole, name, digest, note(taken))

    return CodeUnit(name, digest, source)


def _kinds(program: KernelProgram, size: KernelSize, takes: Takes) -> list[Kind]:
    """The kinds of what an entry is given."""
    found: list[Kind] = []
    for parts in takes:
        for part in ("",) if parts is None else parts:
            if parts is None or part in CHUNK_NUMBERS:
                found.append(NUMBER)
            else:
                found.append(Pointer(CELLS[cells_of(program, size, part)]))
    return found


def cells_of(program: KernelProgram, size: KernelSize, part: str) -> str:
    """The cells of a part of a turn or a chunk, as NumPy calls them."""
    if part in program.cells:
        return program.cells[part]
    return f"u{size.cell_bits // 8}" if part == "cells" else CELLS_OF.get(part, "i4")


class Kernel:
    """The machine code of a program, called with a turn's arrays by name."""

    def __init__(self, program: KernelProgram, size: KernelSize) -> None:
        self._library = library_of(unit_of(program, size))
        taken: Mapping[str, Takes] = json.loads(self._library.note)
        self.takes = taken
        """The parts that each function takes."""
        self._entries = {name: self._library.entry(name) for name in taken}
        named = {part for one in taken.values() for parts in one for part in parts or ()}
        self._cells = {part: CELLS[cells_of(program, size, part)] for part in named}

    def call(self, name: str, *arguments: Any) -> int:
        """Call a function of the source. Where that takes a turn or the like, the argument is a
        mapping from the names of its arrays (see ``arrays``)."""
        return self.bound(name, *arguments)()

    def bound(self, name: str, *arguments: Any) -> Callable[[], int]:
        """The call of a function with these arguments, of which the arrays have to stay."""
        return partial(self._entries[name], given(self.given(name, arguments)))

    def given(self, name: str, arguments: Sequence[Any]) -> list[int]:
        """The numbers that a function is given for arguments: of arrays where they begin."""
        found: list[int] = []
        for argument, parts in zip(arguments, self.takes[name], strict=True):
            if parts is None:
                found.append(argument)
                continue
            addresses: dict[str, int] = argument.addresses if isinstance(argument, Held) else {}
            for part in parts:
                if part in addresses:
                    found.append(addresses[part])
                elif part in CHUNK_NUMBERS:
                    found.append(argument[part])
                else:
                    found.append(address_of(argument[part], self._cells[part]))
                    if isinstance(argument, Held):
                        addresses[part] = found[-1]
        return found

    def address(self, name: str) -> int:
        """Where the machine code of a function begins."""
        return self._library.address(name)


@made_once
def compiled(size: KernelSize) -> Kernel:
    """The rules for boards and positions of such a size.

    Raises:
        NoMachineCode: if there is no machine code for this machine, nor a compiler.
    """
    return Kernel(RULES, size)
