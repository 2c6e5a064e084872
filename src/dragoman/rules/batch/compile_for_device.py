"""The source of the rules compiled for a graphics card by Numba, or run in its simulator of one.

The source is the processor's. What differs is its head: functions are the device's, and addresses
are those of lanes (see ``bare_arrays``). And there are kernels of another kind: each of many
threads goes through positions of its own.
"""

from __future__ import annotations

from typing import Any, Final

from dragoman.extras import extra
from dragoman.remembered import made_once
from dragoman.rules.batch.arrays import KernelSize
from dragoman.rules.batch.chunk import CHUNK_NUMBERS
from dragoman.rules.batch.places import CHUNK, TABLES_OF_TURN
from dragoman.rules.batch.source import Machine, Takes, kernel_module

with extra("fast"):
    from numba.core import config

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
_MACHINERY: Final = ("compile_for_device", "simulated")

CARD: Final = Machine(
    name="card",
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
    entries=_ENTRIES,
    entry=_entry,
    into_callers=_INTO_CALLERS | frozenset(_ENTRIES),
    modules=("batch.device_kernel",),
    machinery=_MACHINERY,
)

SIMULATED_CARD: Final = Machine(
    name="simulated card",
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
    entries=_ENTRIES,
    entry=_entry,
    modules=("batch.device_kernel",),
    machinery=_MACHINERY,
)


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
