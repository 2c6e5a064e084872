"""How long the board of a page keeps a browser's script busy for one gesture, on a processor that
is four times slower: ``python -m bench.board``; see docs/pages.md.

The standard map with 60 units is ordered by real events: picks, moves under the mouse, keys,
undoing, turns that were judged. For each gesture all script is counted that runs until the board
rests again: handlers, timers, frames, and what the judge answers; in time of the browser's thread,
which does not depend on what else the machine does.
"""

from __future__ import annotations

import shutil
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import Any

from bench.figures import load, machine
from bench.page import Page
from dragoman.board import Unit
from dragoman.drawing import layers, map_of, scene_of
from dragoman.game import Game
from dragoman.judge.commands import command as c
from dragoman.judge.views.board_view import standing
from dragoman.judge.views.choices_view import choices
from dragoman.rules import Position
from tests.web.trial_page import PASSWORD, Trial, trial

SLOWER = 4
UNITS = 60
REST = 350
"""Milliseconds after which a board rests again."""


def main() -> None:
    """Measure, print, and with ``--page`` keep the figures."""
    from playwright.sync_api import sync_playwright

    at_first = load()
    with tempfile.TemporaryDirectory() as folder, trial(Path(folder)) as t:
        game, who = t.game()
        t.act(game, c.ProcessNow())
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox"]
            )
            measured = _played(browser, t, game, who["FRANCE"])
            browser.close()
    found = {
        "machine": {**machine(), "date": str(date.today()), "load": [at_first, load()]},
        "slower": SLOWER,
        "units": UNITS,
        "milliseconds": measured,
    }
    print(PAGE.tables(found))
    if "--page" in sys.argv:
        PAGE.keep(found)


def _lines(found: Mapping[str, Any]) -> Iterator[str]:
    here = found["machine"]
    yield (
        f"{here['processor']}, {here['cores']} cores, {here['date']}, load "
        f"{here['load'][0]:.1f} at the beginning and {here['load'][1]:.1f} at the end; the "
        f"processor slowed down {found['slower']} times, {found['units']} units. Milliseconds "
        "of script:"
    )
    yield ""
    yield "| gesture | times | median | most |"
    yield "|---|--:|--:|--:|"
    for name, one in found["milliseconds"].items():
        yield f"| {name} | {one['times']} | {one['median']:.1f} | {one['most']:.1f} |"
    yield ""


PAGE = Page("pages", "board-bench", _lines)


def _crowded(asked: Mapping[str, Any]) -> dict[str, Any]:
    """What a board is answered, with more units than the judge lets the standard map have."""
    variant = Game("standard").variant
    stands = variant.board.stands
    places = [f"A {one}" for one in variant.board.provinces if one in stands["A"]]
    seas = [one for one in variant.board.provinces if one not in stands["A"]]
    names = [*places, *(f"F {one}" for one in seas if one in stands["F"])][:UNITS]
    # Every other unit is the player's own, the rest are dealt out.
    powers = tuple(variant.board.powers)
    owners = [asked["power"] if n % 2 else powers[n // 2 % 7] for n in range(len(names))]
    units = tuple(Unit(owner, *name.split()) for owner, name in zip(owners, names, strict=True))
    position = Position(variant.start.phase, units, variant.start.owners)
    game = Game(variant, variant.rule_set, position)
    drawn_on, _ = map_of(variant)
    assert drawn_on is not None
    scene = scene_of(variant, drawn_on.geometry, position)
    return {
        **standing(position),
        "layers": asdict(layers(scene)),
        "own": {**asked["own"], "units": choices(game, asked["power"])["units"]},
    }


def _played(browser: Any, t: Trial, game: int, user: int) -> dict[str, dict[str, float]]:
    context = browser.new_context(viewport={"width": 1280, "height": 1100})
    asked = {"who": t.name(user), "password": PASSWORD}
    assert context.request.post(f"{t.address}/api/session", data=asked).ok
    page = context.new_page()
    more: dict[str, Any] = {}

    def crowd(route: Any) -> None:
        answer = route.fetch()
        asked = answer.json()
        crowded = more.setdefault("board", _crowded(asked))
        own = {**asked["own"], "units": crowded["own"]["units"]}
        route.fulfill(response=answer, json={**asked, **crowded, "own": own})

    page.route(f"**/api/games/{game}/board?*", crowd)
    page.goto(f"{t.address}/try/{game}")
    page.locator("dip-board .unit").first.wait_for()
    page.wait_for_timeout(500)
    tools = context.new_cdp_session(page)
    tools.send("Performance.enable", {"timeDomain": "threadTicks"})
    tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    took: dict[str, list[float]] = {}

    def gesture(name: str, act: Callable[[], None]) -> None:
        before = _script(tools)
        act()
        page.wait_for_timeout(REST)
        took.setdefault(name, []).append(_script(tools) - before)

    own = page.evaluate("Object.keys(document.querySelector('dip-board').board.own.units)")
    near = page.evaluate("document.querySelector('dip-board').ground.provinces")
    for unit in own[:15]:
        place = unit.split()[-1]
        spots = [_spot(page, one) for one in (place, *near[place]["near"][:3])]
        page.mouse.move(*spots[0])
        gesture("pick of a unit", lambda: _click(page))
        for spot in spots[1:]:
            gesture("mouse over a province", lambda spot=spot: page.mouse.move(*spot))
        gesture("pick of where it goes", lambda: _click(page))
        gesture("arrow key", lambda: page.keyboard.press("ArrowUp"))
    for name, key in (("undo", "Control+z"), ("next unit", "n"), ("step back", "Escape")) * 4:
        gesture(name, lambda key=key: page.keyboard.press(key))
    for key in ("Shift+ArrowLeft", "Shift+ArrowRight") * 3:
        gesture("turn before, turn after", lambda key=key: page.keyboard.press(key))
    context.close()
    return {
        name: {
            "times": len(all_),
            "median": round(statistics.median(all_), 2),
            "most": round(max(all_), 2),
        }
        for name, all_ in took.items()
    }


def _click(page: Any) -> None:
    page.mouse.down()
    page.mouse.up()


def _script(tools: Any) -> float:
    """Milliseconds of script that the page has run so far."""
    metrics = tools.send("Performance.getMetrics")["metrics"]
    return 1000 * next(one["value"] for one in metrics if one["name"] == "ScriptDuration")


def _spot(page: Any, place: str) -> tuple[float, float]:
    at = page.evaluate(
        """place => {
          const board = document.querySelector('dip-board');
          const [x, y] = board.ground.places[place].at;
          const spot = new DOMPoint(x, y).matrixTransform(board.picture.svg.getScreenCTM());
          return [spot.x, spot.y];
        }""",
        place,
    )
    return at[0], at[1]


if __name__ == "__main__":
    main()
