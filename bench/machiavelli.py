"""Machiavelli: whole campaigns, and a game's folder."""

from __future__ import annotations

from pathlib import Path

from bench.figures import Results


def game_folder(into: Path) -> Path | None:
    """A new game that can be adjudicated."""
    return None


def play(results: Results, number: int) -> None:
    pass
