"""States of a board that a test waits for in the browser, as what `wait_for_function` takes."""

from __future__ import annotations

from typing import Final

THERE: Final = """() => {
  const board = document.querySelector('dip-board');
  return board?.ground && board.picture?.svg.isConnected;
}"""
"""The board has what it draws, and has it on the page."""

DRAWN_FOR_ITS_SCALE: Final = """() => {
  const board = document.querySelector('dip-board');
  return board.picture && board.view.scale
    && board.picture.steps.below(board.view.scale) === board.board.step;
}"""
"""Sizes of names and units are those for how near the map is seen."""
