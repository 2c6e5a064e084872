"""A phase of a game in its folder, as it would have come out without some of its orders."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from dragoman.board import UnknownName
from dragoman.games.adjudication import resolution_of
from dragoman.games.answer import Answer
from dragoman.games.folder import GameFolder
from dragoman.games.playing import place_called
from dragoman.reports import what_if


def without(
    path: Path, unit: str, orders: Sequence[str], phase: str | None, language: str | None
) -> Answer:
    """What would have come out otherwise without these orders: for one unit, or for all where
    none is named. Nothing is changed."""
    folder = GameFolder(path)
    opened, faults = folder.open()
    if opened is None:
        return Answer(diagnostics=faults)
    resolution, fault = resolution_of(folder, opened, phase)
    if resolution is None:
        return Answer(diagnostics=(*opened.diagnostics, *fault))
    place = place_called(unit, opened) if unit else ""
    try:
        found = what_if(opened.game.variant, resolution, *orders)
        text = found.text(language or opened.settings.language, place)
    except UnknownName as unknown:
        return Answer(diagnostics=(*opened.diagnostics, unknown.diagnostic))
    data = {"phase": str(resolution.phase), **found.data(place), "text": text}
    return Answer(text, data, opened.diagnostics)
