"""How long the board of a page keeps a browser's script busy for one gesture, on a processor that
is four times slower: ``python -m bench.board``; see docs/how-to/players/pages.md.

A judge is opened with two games of 60 units, and everything that the board knows is done on their
pages by real events: of mouse, fingers and keys. For each gesture all script is counted that runs
until the page rests again: handlers, timers, frames, and what is made of the judge's answers.
"""

from __future__ import annotations

import math
import shutil
import statistics
import sys
import tempfile
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any

from bench.board_games import UNITS, italian_game, standard_game
from bench.board_gestures import at_desk, by_touch, in_italy
from bench.figures import load, machine
from bench.page import Page
from bench.script_time import Took
from tests.web.trial_page import trial

SLOWER = 4
"""How much slower a processor is that takes so many times the time for the same."""


def main() -> None:
    """Measure, print, and with ``--page`` keep the figures."""
    from playwright.sync_api import sync_playwright

    at_first = load()
    with tempfile.TemporaryDirectory() as folder, trial(Path(folder)) as t:
        standard, italian = standard_game(t), italian_game(t)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox"]
            )
            took = [
                *at_desk(browser, t, standard),
                *in_italy(browser, t, italian),
                *by_touch(browser, t, standard),
            ]
            browser.close()
    found = {
        "machine": {**machine(), "date": str(date.today()), "load": [at_first, load()]},
        "slower": SLOWER,
        "units": UNITS,
        "milliseconds": figures(took),
    }
    print(PAGE.tables(found))
    if "--page" in sys.argv:
        PAGE.keep(found)


def figures(took: list[Took]) -> dict[str, dict[str, float]]:
    """The figures of each gesture, in milliseconds of the slow processor."""
    found: dict[str, dict[str, float]] = {}
    for name in dict.fromkeys(one.gesture for one in took):
        all_ = [one for one in took if one.gesture == name]
        found[name] = {
            "times": len(all_),
            "median": round(SLOWER * statistics.median(one.script for one in all_), 2),
            "most": round(SLOWER * max(one.script for one in all_), 2),
            "piece_median": round(SLOWER * statistics.median(one.longest for one in all_), 2),
            "piece_ninth": round(SLOWER * _ninth([one.longest for one in all_]), 2),
            "piece": round(SLOWER * max(one.longest for one in all_), 2),
            "thread": round(SLOWER * statistics.median(one.thread for one in all_), 2),
        }
    return found


def _ninth(all_: list[float]) -> float:
    """What nine in ten do not exceed."""
    return sorted(all_)[math.ceil(len(all_) * 0.9) - 1]


def _lines(found: Mapping[str, Any]) -> Iterator[str]:
    here = found["machine"]
    yield (
        f"{here['processor']}, {here['cores']} cores, {here['date']}, load "
        f"{here['load'][0]:.1f} at the beginning and {here['load'][1]:.1f} at the end; "
        f"{found['units']} units; milliseconds on a processor {found['slower']} times slower:"
    )
    yield ""
    yield (
        "| gesture | times | script, middle | script, longest "
        "| longest piece, middle | nine in ten | of all | with drawing |"
    )
    yield "|---|--:|--:|--:|--:|--:|--:|--:|"
    for name, one in found["milliseconds"].items():
        yield (
            f"| {name} | {one['times']} | {one['median']:.1f} | {one['most']:.1f} | "
            f"{one['piece_median']:.1f} | {one['piece_ninth']:.1f} | {one['piece']:.1f} | "
            f"{one['thread']:.0f} |"
        )
    yield ""


PAGE = Page("how-to/players/pages", "reference/measured/board-bench", _lines)


if __name__ == "__main__":
    main()
