"""The strengths of a settled phase, each as one number: for who asks from outside compiled code."""

from __future__ import annotations

from dragoman.rules.engine.codes import MOVE, NONE, YES
from dragoman.rules.engine.strengths import (
    attack,
    moves,
    opposition,
    own_part,
    prevent,
    support_for,
)
from dragoman.rules.engine.turn import Turn


def own_halves(t: Turn, unit: int) -> int:
    """The half points that a moving unit itself brings."""
    halves, _ = own_part(t, unit)
    return halves


def support_halves(t: Turn, unit: int, spared: int) -> int:
    """The half points of the support for a unit, leaving out that of power ``spared``."""
    halves, _ = support_for(t, unit, spared)
    return halves


def attack_halves(t: Turn, unit: int) -> int:
    """The half points of a move against its goal."""
    halves, _ = attack(t, unit)
    return halves


def hold_halves(t: Turn, unit: int) -> int:
    """The half points of a unit where it stands: with support only if it was not to move, and none
    if it left."""
    if t.order[unit] != MOVE:
        return t.strength[unit] + support_halves(t, unit, NONE)
    return 0 if moves(t, unit) == YES else t.strength[unit]


def opposition_halves(t: Turn, unit: int) -> int:
    """The half points of the unit at the goal of a move."""
    halves, _ = opposition(t, unit)
    return halves


def prevent_halves(t: Turn, unit: int, spared: int) -> int:
    """The half points with which a move keeps others out of its goal."""
    halves, _ = prevent(t, unit, spared)
    return halves
