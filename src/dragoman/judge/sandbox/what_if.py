"""The turn at hand tried out: as somebody sees it, with his own orders and what he guesses of the
others, judged without a trace."""

from __future__ import annotations

from collections.abc import Mapping

from dragoman.diagnostics import Diagnostic
from dragoman.game import Find, Resolution
from dragoman.judge.sandbox.board import apply, rebuild
from dragoman.judge.sandbox.board_view import CameAbout, resolution_data, shown, told_data
from dragoman.judge.sandbox.commands import Adjudicate, Order, decide, power_called
from dragoman.judge.sandbox.forking import fork_game
from dragoman.judge.views.position_view import PositionShape
from dragoman.judge.views.viewer import Viewer
from dragoman.refusal import ActionRefused
from dragoman.views import DiagnosticShape


class WhatIf(CameAbout):
    """The outcome that the phase at hand would have."""

    before: PositionShape
    after: PositionShape
    told: dict[str, list[DiagnosticShape]]
    """By power, what the judge makes of the orders that were given."""


def what_if(viewer: Viewer, guesses: Mapping[str, str]) -> WhatIf:
    """The resolution that the phase at hand would have, as plain data (see ``imagined``).

    Raises:
        ActionRefused: if he sees nothing of the board, the game is over, or there is no such
            power.
    """
    resolution, told = imagined(viewer, guesses)
    variant = viewer.g.game.variant
    return {
        "before": shown(variant, resolution.before),
        **resolution_data(variant, resolution),
        "after": shown(variant, resolution.position),
        "told": {power: told_data(said) for power, said in told.items() if said},
    }


def imagined(
    viewer: Viewer, guesses: Mapping[str, str]
) -> tuple[Resolution, dict[str, tuple[Diagnostic, ...]]]:
    """The resolution that the phase at hand would have, as far as somebody can know, and
    diagnostics by power: his own orders are those on file unless he gives others, all other powers
    hold unless he says what they do.

    Raises:
        ActionRefused: if he sees nothing of the board, the game is over, or there is no such
            power.
    """
    if viewer.is_over:
        raise ActionRefused("game-over", "the game is over", "take a position of it aside")
    find: Find = viewer.g.find
    s = rebuild(fork_game(viewer, 0), find)
    told: dict[str, tuple[Diagnostic, ...]] = {}
    for name, text in guesses.items():
        power = power_called(s, name)
        decided = decide(s, Order(power, text))
        told[power] = decided.told
        for event in decided.events:
            apply(s, event)
    for event in decide(s, Adjudicate()).events:
        apply(s, event)
    resolution = s.resolution(s.at)
    assert resolution is not None
    return resolution, told
