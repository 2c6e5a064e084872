"""The kernel called from one's own compiled code, with nothing of Python in between.

``Batch.room`` makes the room that one thread works in. Functions compiled by ``numba.njit`` hand
it on to ``process_row``, ``draw_row`` and ``list_row``, which work on one packed position each::

    @numba.njit(nogil=True)
    def play_on(room, row, codes, results, states, phases):
        for _ in range(phases):
            if draw_row(room, row, codes, states) >= 0:
                process_row(room, row, codes, results, True)

``row`` is one row of packed positions, ``codes`` has four bytes for each order (``np.int32``),
``results`` one (``np.uint8``), ``states`` is an array of one random state (``np.int64``); each lies
in memory in one piece. Lengths are not checked: ``codes`` and ``results`` need as many cells as the
board has provinces. Cells are unsigned numbers of 16 or 32 bits: ``int(cell)`` before subtracting.

The kernel is called by its address, which is part of the room. So one's own code compiles as
quickly as if the kernel were not there, and Numba may keep it on a disk.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from dragoman.extras import extra
from dragoman.rules.batch.kernel_rows import KernelRoom
from dragoman.rules.engine.codes import NONE

with extra("fast"):
    import numpy as np
with extra("numba"):
    import numba as _numba
    from llvmlite import ir as _ir  # type: ignore[reportMissingTypeStubs]
    from numba import types as _types
    from numba.core import errors as _errors
    from numba.extending import intrinsic

_njit: Any = _numba.njit(nogil=True, inline="never")
_typed: Any = _types


class Room(NamedTuple):
    """The room in which one thread has packed positions judged, to be handed on as a whole. Two
    threads must never work in one room at a time."""

    memory: Any
    """All that the kernel works on."""
    process: Any
    """What each function is given: numbers, and where arrays begin. The last of these are set
    before each call."""
    draw: Any
    list: Any
    addresses: Any
    """Where the machine code of each function of ``ENTRIES`` begins."""


_WORD: Final = 8
"""The bytes at whose multiples arrays begin."""
ENTRIES: Final = ("process_chunk", "choose_for_chunk", "list_for_chunk")
"""The functions of the kernel that are called."""


def room_of(room: KernelRoom) -> Room:
    """The room of a kernel for compiled code: its arrays are copied to one place."""
    kernel = room.kernel
    arrays = {name: np.asarray(one) for name, one in room.arrays.items()}
    lengths = [_WORD * (-(-one.nbytes // _WORD)) for one in arrays.values()]
    memory = np.zeros(sum(lengths), dtype=np.uint8)
    copies: dict[str, Any] = {}
    begin = 0
    for (name, one), length in zip(arrays.items(), lengths, strict=True):
        copies[name] = memory[begin : begin + one.nbytes].view(one.dtype)
        copies[name][:] = one.reshape(-1)
        begin += length
    turn, ice, form = copies, {"": copies["ice"]}, {"": copies["form"]}
    chunk = room.chunk | {"rows": copies["rows"]}
    process, draw, listing = (
        np.array(kernel.given(name, (turn, ice, form, chunk)), dtype=np.int64) for name in ENTRIES
    )
    addresses = np.array([kernel.address(name) for name in ENTRIES], dtype=np.int64)
    return Room(memory, process, draw, listing, addresses)


def _make_start(typing: Any, array: Any) -> Any:
    """Where the cells of an array begin."""
    if not isinstance(array, _typed.Array) or array.layout != "C" or not array.mutable:
        raise _errors.TypingError(
            f"the kernel takes arrays that lie in one piece and can be written to: {array}"
        )

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(array)(context, builder, arguments[0]).data
        return builder.ptrtoint(data, _ir.IntType(64))

    return _typed.int64(array), generate


def _make_call(typing: Any, address: Any, given: Any) -> Any:
    """Call a function of the kernel by its address."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        number = _ir.IntType(64)
        kind = _ir.FunctionType(number, [number])
        function = builder.inttoptr(arguments[0], kind.as_pointer())
        return builder.call(function, [arguments[1]])

    return _typed.int64(_typed.int64, _typed.int64), generate


_start: Any = intrinsic(_make_start)
_call: Any = intrinsic(_make_call)


@_njit
def process_row(room: Any, row: Any, codes: Any, results: Any, checked: bool) -> None:
    """Carry out the phase that a position is in: ``row`` becomes the next position, ``results``
    what became of the orders, as ``Batch.process`` has it. A won game stays as it is,
    and nothing is written."""
    given = room.process
    given[-7] = _start(row)
    given[-6] = _start(codes)
    given[-5] = _start(results)
    given[-4] = 0
    given[-3] = 1
    given[-2] = len(codes)
    given[-1] = checked
    _call(room.addresses[0], _start(given))


@_njit
def draw_row(room: Any, row: Any, codes: Any, states: Any) -> int:
    """Write a random legal order for every choice of a position to ``codes``. ``states[0]`` is
    the state of the random generator, which moves on. The answer is 0, or -1 if there was too
    little room to list orders."""
    given = room.draw
    given[-6] = _start(row)
    given[-5] = _start(codes)
    given[-4] = _start(states)
    given[-3] = 0
    given[-2] = 1
    given[-1] = len(codes)
    return 0 if _call(room.addresses[1], _start(given)) == 1 else NONE


@_njit
def list_row(room: Any, row: Any, codes: Any, counts: Any, dues: Any) -> int:
    """List the legal orders of a position, one row of codes after the other: in ``codes`` the
    orders, in ``counts`` (``np.int64``) how many there are in each row, in ``dues``
    (``np.int32``) what is due of them; see ``LegalOrders`` on what the rows are, and how many.
    The answer is 0, or -1 if there was too little room, here or in ``codes``."""
    given = room.list
    given[-8] = _start(row)
    given[-7] = _start(codes)
    given[-6] = _start(counts)
    given[-4] = _start(dues)
    given[-3] = 0
    given[-2] = 1
    given[-1] = len(codes)
    return 0 if _call(room.addresses[2], _start(given)) == 1 else NONE
