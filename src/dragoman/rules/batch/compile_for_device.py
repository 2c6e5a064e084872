"""The source of the rules compiled for a graphics card by Numba, or run in its simulator of one.

The source is the processor's. What differs is its head: functions are the device's, and addresses
are those of lanes (see ``bare_arrays``). And there are kernels of another kind: each of many
threads goes through positions of its own.
"""

from __future__ import annotations

import ast
import importlib.util
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from dragoman.extras import Extra, extra
from dragoman.files import folder_to_keep_in, write_atomically
from dragoman.remembered import made_once
from dragoman.rules.batch.arrays import KernelSize
from dragoman.rules.batch.chunk import CHUNK_NUMBERS
from dragoman.rules.batch.places import CHUNK, TABLES_OF_TURN
from dragoman.rules.batch.source import MODULES, KernelProgram, Takes, digest_of, flat_source

with extra("cuda"):
    from numba.core import config


@dataclass(frozen=True, eq=False)
class Machine:
    """A machine that Numba compiles the source for."""

    program: KernelProgram
    extra: Extra
    """The extra that brings the compiler."""
    head: str
    """What has to be there before the source: the decorators ``_compile`` and
    ``_compile_into_callers``; the type ``_index``, what ``bare_arrays`` and ``machine_masks`` have.
    ``WORDS`` stands for the words of a mask."""
    entry: Callable[[str, Takes], str]
    """The source of the function that takes arrays and calls one of the program's entries; by the
    name of that, and what it takes."""
    into_callers: frozenset[str] = frozenset()
    """The functions that are compiled into their callers, however large these become."""


BLOCK: Final = 128
"""The threads of a block, which are launched together."""
BLOCKS: Final = 4
"""The blocks that one of the card's processors holds at once: each thread has its share of the
registers, and the more threads there are, the less waiting for memory matters."""
FORM: Final = "form"
"""The name of the tables that say how a position is packed."""


def _entry(name: str, takes: Takes) -> str:
    """A kernel that calls a function for the positions ``begin`` to ``end`` of a chunk, and notes
    in ``short`` whether there was too little room to list orders."""
    arrays = _arrays(takes)
    call = f"{name}({', '.join(map(_address, arrays))})"
    if name.startswith("choose"):
        call = f"if {call} == -1: short[0] = 1"
    return (
        f"@_kernel\ndef {name}_of_chunk({', '.join([*arrays, 'begin', 'end', 'short'])}):\n"
        "    thread = cuda.grid(1)\n"
        "    for index in range(begin + thread, end, cuda.gridsize(1)):\n"
        f"        {call}\n"
    )


def _arrays(takes: Takes) -> list[str]:
    """The arrays that replace the arguments of a function. Tables that are an argument themselves
    are those of the form of a position."""
    return [part or FORM for parts in takes for part in parts or ()]


def _address(part: str) -> str:
    """The address in an array that a thread gives to a function: the tables are the same for all
    threads, positions and orders lie lane by lane, and so does the room that each thread has."""
    if part in CHUNK_NUMBERS:
        return part
    if part in TABLES_OF_TURN or part == FORM:
        return f"_bare({part})"
    return f"_lane({part}, {'index' if part in CHUNK else 'thread'})"


_ENTRIES: Final = (
    "note_group",
    "process_movement",
    "process_retreats",
    "process_adjustments",
    "choose_for_movement",
    "choose_for_retreats",
    "choose_for_adjustments",
)
_INTO_CALLERS: Final = frozenset(
    {
        "read_order",
        "packed_kind",
        "packed_target",
        "packed_other",
        "packed_via",
        "way",
        "paths_from",
        "gate_between",
        "sets_out",
        "matches",
        "is_ordered_to",
        "take",
        "is_step",
        "decide_move",
        "is_hopeless",
        "beats_rivals",
        "decide_support",
        "strikes",
        "result_of",
        "mark_dislodged",
        "keep_undislodged",
        "forbidden_origin",
        # What is called from one place: machine code hands on every array as seven numbers.
        "count_orders",
        "write_orders",
        "link_all",
        "gather_comers",
        "count_plain",
        "pass_over",
        "offer",
        "read_position",
        "read_units",
        "read_owners",
        "read_standing",
        "read_dislodged",
        "read_orders",
        "read_retreats",
        "read_adjustments",
        "check",
        "match",
        "resolve",
        "begin",
        "settle_certain",
        "still_open",
        "draw_moves",
        "carry_out_movement",
        "carry_out_retreats",
        "carry_out_adjustments",
        "run_movement",
        "meet",
        "settle_results",
        "judge_orders",
        "forget_orders",
        "find_faults",
        "take_orders",
        "run_retreats",
        "run_adjustments",
        "keep_standing",
        "write_results",
        "write_adjustment_results",
        "write_position",
        "write_owners",
        "next_phase",
    }
)
"""What is asked of every unit of every turn, and the steps of a phase. Numba leaves it to us to say
so: it compiles for a card without knowing which functions are called from one place."""
_MACHINERY: Final = ("compile_for_device", "simulated", "bare_arrays", "machine_masks")

_ON_CARDS: Final = KernelProgram(
    name="card", entries=_ENTRIES, modules=(*MODULES, "batch.device_kernel")
)
CARD: Final = Machine(
    program=_ON_CARDS,
    extra="cuda",
    head=f"""
from numba import cuda, uint32 as _index
from dragoman.rules.batch.bare_arrays import bare as _bare, lane as _lane, part as _part
from dragoman.rules.batch.machine_masks import first, mask_functions, size
_compile = cuda.jit(device=True)
_compile_into_callers = cuda.jit(device=True, forceinline=True)
_kernel = cuda.jit(cache=True, launch_bounds=({BLOCK}, {BLOCKS}))
_empty, only, _load_mask, _store_mask = mask_functions(WORDS)
""",
    entry=_entry,
    into_callers=_INTO_CALLERS | frozenset(_ENTRIES),
)

SIMULATED_CARD: Final = Machine(
    program=replace(_ON_CARDS, name="simulated card"),
    extra="cuda",
    head="""
from numba import cuda
from dragoman.rules.batch.simulated import bare as _bare, lane as _lane, part as _part
from dragoman.rules.batch.simulated import first, mask_functions, size
_index = int
_compile = lambda function: function
_kernel = cuda.jit
_empty, only, _load_mask, _store_mask = mask_functions(WORDS)
""",
    entry=_entry,
)


@cache
def kernel_source(machine: Machine, size: KernelSize) -> str:
    """The program as one file for Numba, with every function marked for compilation."""
    flat = flat_source(machine.program, size)
    for function in flat.functions.values():
        inlined = function.name in machine.into_callers
        decorator = "_compile_into_callers" if inlined else "_compile"
        function.decorator_list = [ast.Name(decorator, ast.Load())]
    entries = "\n".join(machine.entry(one, flat.takes[one]) for one in machine.program.entries)
    head = machine.head.replace("WORDS", str(size.words))
    head += f"EMPTY = 0\nTAKES = {dict(flat.takes)!r}\n"
    parts = *flat.imports, *ast.parse(head).body, *flat.constants, *flat.functions.values()
    text = ast.unparse(ast.fix_missing_locations(ast.Module([*parts], [])))
    return f"from __future__ import annotations\n{text}\n{entries}"


def kernel_path(machine: Machine, size: KernelSize) -> Path:
    """Where the source lies, by a digest of all that it is made of: in a folder with the machine
    code that Numba makes of it and keeps."""
    own = (resources.files("dragoman.rules.batch") / f"{one}.py" for one in _MACHINERY)
    texts = (one.read_text("utf-8") for one in own)
    name = f"dragoman_rules_{digest_of(machine.program, sys.version, str(size), *texts)}"
    return folder_to_keep_in() / name / f"{name}.py"


def kernel_module(machine: Machine, size: KernelSize) -> ModuleType:
    """The source imported, all of its functions to be compiled when they are first called."""
    path = kernel_path(machine, size)
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        write_atomically(path, kernel_source(machine, size))
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    with extra(machine.extra):
        spec.loader.exec_module(module)
    return module


class DeviceKernel:
    """The kernels of a size, launched with arrays by name."""

    def __init__(self, module: Any) -> None:
        self._module = module

    def named(self, name: str) -> tuple[Any, list[str]]:
        """A kernel by the name of the function that it calls, and the parts that it takes."""
        parts = _arrays(self._module.TAKES[name])
        return getattr(self._module, f"{name}_of_chunk"), parts


@made_once
def compiled_for_device(size: KernelSize) -> DeviceKernel:
    """The kernels for boards and positions of such a size, each compiled when first launched."""
    return DeviceKernel(kernel_module(SIMULATED_CARD if is_simulated() else CARD, size))


def is_simulated() -> bool:
    """True if Numba simulates a card (``NUMBA_ENABLE_CUDASIM``)."""
    return bool(getattr(config, "ENABLE_CUDASIM"))  # noqa: B009 - Numba sets it as it starts
