"""Everything that a board knows, done by mouse, keys and fingers on the page of a game."""

from __future__ import annotations

import functools
from collections.abc import Callable
from itertools import cycle, islice
from typing import Any

from playwright.sync_api import Browser, Page

from bench.board_games import Crowded
from bench.script_time import Took, Watched
from dragoman.judge.commands import command as c
from tests.web.trial_page import PASSWORD, Trial

REST = 900
"""Milliseconds after which a page rests: what was ordered is saved, and drawn by the judge."""
SHORT = 400
"""The same where nothing is sent."""
_BOARD = "document.querySelector('dip-board')"
_WANTED = """unit => {
  const { own, units } = document.querySelector('dip-board').board;
  const at = place => units.find(([, , one]) => one === place);
  const found = { free: [], convoy: [], whom: [], chip: [] };
  for (const [name, can] of Object.entries(own.units)) {
    found.free.push([name, (can.m ?? []).filter(to => !at(to) && !to.includes('/'))]);
    const over = Object.keys(can.v ?? {}).filter(to => !can.m?.includes(to) && !to.includes('/'));
    found.convoy.push([name, over.filter(to => !at(to))]);
    const whom = Object.entries(can.s ?? {}).filter(([, to]) => to.includes('.'));
    found.whom.push([name, whom.map(([one]) => one).filter(one => one in own.units)]);
    found.chip.push([name, (can.x ?? []).map(([text]) => text)]);
  }
  for (const key in found) found[key] = found[key].filter(([, all]) => all.length);
  return found;
}"""


class At:
    """Somebody at the page of a game."""

    def __init__(self, browser: Browser, t: Trial, game: Crowded, **options: Any) -> None:
        self.context = browser.new_context(base_url=t.address, **options)
        who = {"who": t.name(game.user), "password": PASSWORD}
        assert self.context.request.post("/api/session", data=who).ok
        self.page: Page = self.context.new_page()
        for _ in range(2):  # first the page tells what happened, then it is the present
            self.page.goto(f"/games/{game.number}")
            self.page.locator("dip-board .unit").first.wait_for()
        self.page.wait_for_timeout(3000)
        self.watched = Watched(browser, self.page)

    def gesture(self, name: str, act: Callable[[], object], rest: int = SHORT) -> None:
        self.watched.begin(name)
        act()
        self.page.wait_for_timeout(rest)
        self.watched.end()

    def close(self) -> list[Took]:
        found = self.watched.close()
        self.context.close()
        return found

    def wanted(self) -> dict[str, list[tuple[str, list[str]]]]:
        """Units, each with what can be done with it."""
        return self.page.evaluate(_WANTED)

    def spot(self, place: str) -> tuple[float, float]:
        """Where a place is in the window."""
        at = self.page.evaluate(
            f"""place => {{
              const board = {_BOARD};
              const [x, y] = board.ground.places[place].at;
              const spot = new DOMPoint(x, y).matrixTransform(board.picture.svg.getScreenCTM());
              return [spot.x, spot.y];
            }}""",
            place,
        )
        return at[0], at[1]

    def button(self, name: str) -> tuple[float, float]:
        """The middle of a button of the board."""
        one = self.page.get_by_role("button", name=name, exact=True)
        box = one.bounding_box()
        assert box is not None, name
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def to_map(self) -> None:
        self.page.evaluate("scrollTo(0, 0)")
        self.page.locator("dip-board .view").focus()

    # A mouse.

    def over(self, spot: tuple[float, float]) -> None:
        self.page.mouse.move(*spot)

    def click(self) -> None:
        self.page.mouse.down()
        self.page.mouse.up()

    def pick(self, place: str, name: str, rest: int = SHORT) -> None:
        """Go to a place, which is a gesture of its own, and pick it."""
        self.gesture("mouse over a province", functools.partial(self.over, self.spot(place)))
        self.gesture(name, self.click, rest)

    def drag(self, spots: list[tuple[float, float]], button: Any = "left") -> None:
        self.page.mouse.down(button=button)
        for one in spots:
            self.page.mouse.move(*one, steps=4)
        self.page.mouse.up(button=button)

    def press(self, name: str, *keys: str, rest: int = SHORT) -> None:
        for key in keys:
            self.gesture(name, lambda key=key: self.page.keyboard.press(key), rest)


def home(unit: str) -> str:
    return unit.rpartition(" ")[2]


def at_desk(browser: Browser, t: Trial, game: Crowded) -> list[Took]:
    """By mouse and keys, on the standard map."""
    one = At(browser, t, game, viewport={"width": 1280, "height": 1100})
    wanted = one.wanted()
    for unit, places in islice(wanted["free"], 8):
        one.pick(home(unit), "pick of a unit")
        one.pick(places[0], "order by a click", REST)
    for unit, places in islice(wanted["free"], 8, 12):
        one.over(one.spot(home(unit)))
        goal = one.spot(places[0])
        one.gesture("order by a drag", lambda goal=goal: one.drag([goal]), REST)
    for unit, others in islice(wanted["whom"], 4, 10):
        one.pick(home(unit), "pick of a unit")
        one.pick(home(others[0]), "support by a click", REST)
    for unit, places in islice(wanted["convoy"], 6):
        one.pick(home(unit), "pick of a unit")
        one.pick(places[-1], "convoy with its chain", REST)
    one.press("undo, redo", *("Control+z",) * 5, *("Control+y",) * 3, rest=REST)
    one.page.keyboard.press("Escape")
    one.press("arrow key", *("ArrowUp", "ArrowLeft", "ArrowDown", "ArrowRight") * 3)
    for _ in range(4):
        one.press("next unit by key", "n")
        one.press("step back by key", "Escape")
        one.press("next unit by key", "n")
        one.press("hold by key", "h", rest=REST)
        one.press("what is offered beside", "1", rest=REST)
    for name in ("mun", "par", "mos"):
        one.press("a province by its letters", ".", *name)
    _lists(one)
    _text(one)
    _looking(one)
    _around(one, t, game)
    return one.close()


def _lists(one: At) -> None:
    """Native lists beside the map, by keys, and the board as a list."""
    lists = one.page.locator(".dip-rows li select:first-of-type")
    for number in range(12, 16):
        lists.nth(number).focus()
        one.press("order from a list", "ArrowDown", "ArrowDown", rest=REST)
        one.page.keyboard.press("Tab")
        one.press("order from a list", "ArrowDown", rest=REST)
    summary = one.page.locator(".dip-grid summary")
    summary.focus()
    one.press("the board as a list, opened", "Enter", rest=REST)
    one.page.locator(".dip-grid [role=row] > [tabindex='0']").focus()
    keys = islice(cycle(("ArrowDown", "ArrowRight", "ArrowDown", "ArrowLeft")), 12)
    one.press("arrow key in it", *keys)
    one.press("pick in it", "Enter", "ArrowDown", "Enter", rest=REST)
    one.to_map()
    one.press("turn before, turn after, with it", *("[", "]") * 2, rest=REST)
    summary.focus()
    one.page.keyboard.press("Enter")


def _text(one: At) -> None:
    """The orders as text."""
    fold = one.page.locator("details:has(#sheet) summary")
    fold.click()
    one.page.locator("#sheet").focus()
    one.page.keyboard.press("Control+End")
    for text in ("Enter", "A", "Backspace", "Backspace"):
        one.press("a letter of the text", text, rest=REST)
    fold.click()


def _looking(one: At) -> None:
    """Turns that were judged, why it came out so, and what would come."""
    page = one.page
    one.to_map()
    one.press("turn before, turn after", *("Shift+ArrowLeft", "Shift+ArrowRight") * 4, rest=REST)
    page.keyboard.press("[")
    page.wait_for_timeout(REST)
    for unit in page.evaluate(f"{_BOARD}.board.units.map(([, name]) => name).slice(0, 8)"):
        one.pick(home(unit), "why", REST)
    page.keyboard.press("Escape")
    page.wait_for_timeout(REST)
    for _ in range(3):
        one.over(one.button("What if?"))
        one.gesture("what if", one.click, REST)
        one.over(one.button("Now »"))
        one.gesture("what if, put away", one.click, REST)


def _around(one: At, t: Trial, game: Crowded) -> None:
    """The map moved and sketched upon, and what comes from elsewhere."""
    page = one.page
    one.to_map()
    box = page.locator("dip-board .view").bounding_box()
    assert box is not None
    center = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    one.over(center)
    for by in (-200, -200, -200, 120):
        one.gesture("zoom by wheel", lambda by=by: page.mouse.wheel(0, by))
    for x, y in ((150, 90), (-120, -60), (60, 120), (-90, 20)):
        there = (center[0] + x, center[1] + y)
        one.over(center)
        one.gesture("pan by mouse", lambda there=there: one.drag([there]))
    for name in ("My units or the whole map", "Zoom out", "Zoom out", "Zoom in", "Zoom out"):
        one.over(one.button(name))
        one.gesture("zoom by buttons", one.click)
    for _ in range(4):
        page.keyboard.press("-")
    for start, end in (("PAR", "MUN"), ("MOS", "WAR"), ("ROM", "TUN")):
        one.over(one.spot(start))
        goal = one.spot(end)
        one.gesture("a sketch", lambda goal=goal: one.drag([goal], "right"))
    for number in range(3):
        one.gesture("press comes", lambda n=number: _writes(t, game, n), 2 * REST)


def _writes(t: Trial, game: Crowded, number: int) -> None:
    t.act(game.number, c.Send(f"Message {number}.", ()))


def in_italy(browser: Browser, t: Trial, game: Crowded) -> list[Took]:
    """Garrisons, sieges and conversions, in Renaissance Italy."""
    one = At(browser, t, game, viewport={"width": 1280, "height": 1100})
    wanted = one.wanted()
    for unit, _ in islice(wanted["chip"], 8):
        one.pick(home(unit), "pick of a unit in Italy")
        if one.page.locator("dip-board .chips button").count():
            one.press("conversion or siege", "1", rest=REST)
    for unit, places in islice(wanted["free"], 8):
        one.pick(home(unit), "pick of a unit in Italy")
        one.pick(places[0], "order by a click in Italy", REST)
    return one.close()


def by_touch(browser: Browser, t: Trial, game: Crowded) -> list[Took]:
    """By one finger and by two, on a telephone."""
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    one = At(browser, t, game, **phone)
    page = one.page
    tools = one.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        fingers = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
        tools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    def tap(spot: tuple[float, float]) -> None:
        touch("touchStart", spot)
        touch("touchEnd")

    def pinch(x: float, y: float, wide: float) -> None:
        touch("touchStart", (x - 40, y))
        touch("touchStart", (x - 40, y), (x + 40, y))
        for step in range(1, 6):
            far = 40 + (wide - 40) * step / 5
            touch("touchMove", (x - far, y), (x + far, y))
        touch("touchEnd", (x + wide, y))
        touch("touchEnd")

    def swipe(x: float, y: float, by: float) -> None:
        touch("touchStart", (x, y))
        for step in range(1, 6):
            touch("touchMove", (x + by * step / 5, y))
        touch("touchEnd")

    page.locator("dip-board").scroll_into_view_if_needed()
    box = page.locator("dip-board .view").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for by in (120, -120, 120, -120):
        one.gesture("turn by a swipe", lambda by=by: swipe(x - by / 2, y, by), REST)
    for place in ("BUL", "SER", "GRE", "BUL"):
        one.gesture("tap where several are meant", functools.partial(tap, one.spot(place)), REST)
        page.keyboard.press("Escape")
    for wide in (110, 110, 20, 90):
        one.gesture("pinch", lambda wide=wide: pinch(x, y, wide))
    for by in (80, -60, 40, -50):
        one.gesture("pan by a finger", lambda by=by: swipe(x - by / 2, y, by))
    return one.close()
