"""The kernels of a graphics card, in which a thread carries out one phase of one position.

Threads take each step together, so positions are sorted beforehand, and each kind of phase is a
kernel of its own. There every thread has the addresses of its own position, with which the chunk
begins.
"""

from __future__ import annotations

from typing import Final

from dragoman.rules.batch.chunk import Chunk
from dragoman.rules.batch.kernel import (
    carry_out_adjustments,
    carry_out_movement,
    carry_out_retreats,
    is_going_on,
)
from dragoman.rules.batch.packed_form import C_PHASE, PackedForm
from dragoman.rules.batch.packed_position import read_position, write_position
from dragoman.rules.batch.random_play import (
    draw_adjustments,
    draw_moves,
    draw_retreats,
)
from dragoman.rules.engine.phases import next_phase
from dragoman.rules.engine.turn import Turn

OVER: Final = 8
"""Added to the group of a position whose game is won, or past its last year."""


def note_group(t: Turn, form: PackedForm, chunk: Chunk) -> None:
    """Note which positions of a chunk have the same kernel and the same board: two numbers for each
    kind of phase, the second for those in which arctic water is closed."""
    phase = chunk.cells[C_PHASE]
    group = 2 * t.calendar.kind[phase] + t.calendar.is_icy[phase]
    chunk.results[0] = group if is_going_on(form, chunk, 0) else OVER + group


def process_movement(t: Turn, form: PackedForm, chunk: Chunk) -> None:
    """Carry out a movement phase."""
    read_position(t, form, chunk, 0)
    carry_out_movement(t, chunk, 0)
    next_phase(t)
    write_position(t, form, chunk, 0)


def process_retreats(t: Turn, form: PackedForm, chunk: Chunk) -> None:
    """Carry out a retreat phase."""
    read_position(t, form, chunk, 0)
    carry_out_retreats(t, chunk, 0)
    next_phase(t)
    write_position(t, form, chunk, 0)


def process_adjustments(t: Turn, form: PackedForm, chunk: Chunk) -> None:
    """Carry out an adjustment phase."""
    read_position(t, form, chunk, 0)
    carry_out_adjustments(t, chunk, 0)
    next_phase(t)
    write_position(t, form, chunk, 0)


def choose_for_movement(t: Turn, form: PackedForm, chunk: Chunk) -> int:
    """Random orders of a movement phase; among how many, NONE for no room to list them."""
    t.random_state = chunk.states[0]
    read_position(t, form, chunk, 0)
    total = draw_moves(t, chunk, 0)
    chunk.states[0] = t.random_state
    return total


def choose_for_retreats(t: Turn, form: PackedForm, chunk: Chunk) -> int:
    """Random orders of a retreat phase."""
    t.random_state = chunk.states[0]
    read_position(t, form, chunk, 0)
    total = draw_retreats(t, chunk, 0)
    chunk.states[0] = t.random_state
    return total


def choose_for_adjustments(t: Turn, form: PackedForm, chunk: Chunk) -> int:
    """Random orders of an adjustment phase."""
    t.random_state = chunk.states[0]
    read_position(t, form, chunk, 0)
    total = draw_adjustments(t, chunk, 0)
    chunk.states[0] = t.random_state
    return total
