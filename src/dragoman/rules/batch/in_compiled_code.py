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

import sys
from typing import Any, Final, NamedTuple

from dragoman.extras import extra
from dragoman.rules.batch.arrays import KernelSize
from dragoman.rules.batch.compile import PROCESSOR
from dragoman.rules.batch.source import kernel_path
from dragoman.rules.engine.codes import NONE

with extra("fast"):
    import numba as _numba
    from numba import types as _types
    from numba.core import cgutils as _cgutils, errors as _errors
    from numba.extending import intrinsic

_njit: Any = _numba.njit(nogil=True, inline="never")
_typed: Any = _types
_building: Any = _cgutils


class Room(NamedTuple):
    """The room in which one thread has packed positions judged: the kernel's arrays, to be handed
    on as a whole. Two threads must never work in one room at a time."""

    board: Any
    rules: Any
    calendar: Any
    numbers: Any
    slab: Any
    masks: Any
    routes: Any
    starts: Any
    found: Any
    link_army: Any
    link_goal: Any
    link_next: Any
    link_helps: Any
    link_needs: Any
    ice: Any
    form: Any
    rows: Any
    """Where the first row of a list of legal orders stands: at 0."""
    addresses: Any
    """Where the machine code of each function of ``ENTRIES`` begins."""


ENTRIES: Final = ("process_chunk", "choose_for_chunk", "list_for_chunk")
"""The functions of the kernel that are called."""


def machine_address(size: KernelSize, name: str) -> int:
    """Where the machine code of a function of the kernel begins, which was called before."""
    module = sys.modules[kernel_path(PROCESSOR, size).stem]
    (compiled,) = getattr(module, f"{name}_on_arrays").overloads.values()
    return compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)


def _called(returned: Any) -> Any:
    """An intrinsic that calls a compiled function by its address, where that returns this type."""

    def type_call(typing: Any, address: Any, arguments: Any) -> Any:
        given = tuple(_typed.unliteral(one) for one in arguments)
        for one in given:
            if isinstance(one, _typed.Array) and (one.layout != "C" or not one.mutable):
                raise _errors.TypingError(
                    f"the kernel takes arrays that lie in one piece and can be written to: {one}"
                )

        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            convention = context.call_conv
            kind = convention.get_function_type(returned, given)
            function = builder.inttoptr(values[0], kind.as_pointer())
            parts = _building.unpack_tuple(builder, values[1], len(given))
            _, result = convention.call_function(builder, function, returned, given, parts)
            return result

        return returned(_typed.int64, arguments), generate

    return intrinsic(type_call)


_call: Any = _called(_typed.none)
_ask: Any = _called(_typed.int64)


@_njit
def process_row(room: Any, row: Any, codes: Any, results: Any, checked: bool) -> None:
    """Carry out the phase that a position is in: ``row`` becomes the next position, ``results``
    what became of the orders, as ``Batch.process`` has it. A won game stays as it is,
    and nothing is written."""
    _call(
        room.addresses[0],
        (
            *(room.board, room.rules, room.calendar, room.numbers, room.slab, room.masks),
            *(room.routes, room.ice, room.form, row, codes, results),
            *(0, 1, len(codes), checked),
        ),
    )


@_njit
def draw_row(room: Any, row: Any, codes: Any, states: Any) -> int:
    """Write a random legal order for every choice of a position to ``codes``. ``states[0]`` is
    the state of the random generator, which moves on. The answer is 0, or -1 if there was too
    little room to list orders."""
    done = _ask(
        room.addresses[1],
        (
            *(room.board, room.rules, room.calendar, room.numbers, room.slab, room.masks),
            *(room.found, room.link_army, room.link_goal, room.link_next),
            *(room.link_helps, room.link_needs, room.ice, room.form, row, codes, states),
            *(0, 1, len(codes)),
        ),
    )
    return 0 if done == 1 else NONE


@_njit
def list_row(room: Any, row: Any, codes: Any, counts: Any, dues: Any) -> int:
    """List the legal orders of a position, one row of codes after the other: in ``codes`` the
    orders, in ``counts`` (``np.int64``) how many there are in each row, in ``dues``
    (``np.int32``) what is due of them; see ``LegalOrders`` on what the rows are, and how many.
    The answer is 0, or -1 if there was too little room, here or in ``codes``."""
    done = _ask(
        room.addresses[2],
        (
            *(room.board, room.rules, room.calendar, room.numbers, room.slab, room.masks),
            *(room.starts, room.found, room.link_army, room.link_goal, room.link_next),
            *(room.link_helps, room.link_needs, room.ice, room.form),
            *(row, codes, counts, room.rows, dues),
            *(0, 1, len(codes)),
        ),
    )
    return 0 if done == 1 else NONE
