"""The workshop in a browser: a game from an empty map to a judged turn; all of it by keys; names,
corners and lines dragged; and two who save the same design."""

from __future__ import annotations

import gzip
import hashlib
import re
from pathlib import Path
from typing import Any

import pytest

import dragoman.web.pages

pytest.importorskip("playwright")
from playwright.sync_api import Page, Route, expect

from tests.web.browser.axe import ALL, violations
from tests.web.browser.conftest import Come, Look
from tests.web.patience import MILLISECONDS
from tests.web.trial_page import Trial

OPEN = "dip-workshop[open]"
PAGES = Path(dragoman.web.pages.__file__).parent
SOURCES = Path(__file__).parents[3] / "board-element" / "workshop"
MOST_BYTES = 24 * 1024


def test_what_is_served_was_built_of_what_is_here_and_is_small() -> None:
    """After a change there: `make board`."""
    script = (PAGES / "static" / "dip-workshop.js").read_bytes()
    digest = hashlib.sha256()
    for file in sorted(SOURCES.iterdir(), key=lambda one: one.name):
        digest.update(f"{file.name}\n".encode() + file.read_bytes())
    digest.update((PAGES / "workshop" / "words.pot").read_bytes())
    assert digest.hexdigest().encode() in script[:200]
    assert len(gzip.compress(script, 9)) <= MOST_BYTES


def begun(page: Page, name: str, begin: str = "") -> None:
    """A new design, opened on its map."""
    page.goto("/workshop")
    page.get_by_label("Short name").fill(name)
    page.get_by_label("Begin with", exact=True).select_option(begin)
    page.get_by_role("button", name="Begin", exact=True).click()
    page.locator(OPEN).wait_for()


def at(page: Page, x: float, y: float) -> tuple[float, float]:
    """The place in the window of a point on the sheet."""
    found = page.evaluate(
        """([x, y]) => {
      const { look, view } = document.querySelector('dip-workshop');
      const box = view.getBoundingClientRect();
      return [box.left + box.width / 2 + (x - look.x) * look.scale,
        box.top + box.height / 2 + (y - look.y) * look.scale];
    }""",
        [x, y],
    )
    return found[0], found[1]


def click(page: Page, x: float, y: float) -> None:
    page.mouse.click(*at(page, x, y))


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*at(page, *start))
    page.mouse.down()
    page.mouse.move(*at(page, *end), steps=4)
    page.mouse.up()


def design(page: Page) -> dict[str, Any]:
    return page.evaluate("document.querySelector('dip-workshop').state.history.now")


def tool(page: Page, name: str) -> None:
    page.get_by_role("toolbar", name="Tools").get_by_role("button", name=name, exact=True).click()


def good(page: Page) -> None:
    expect(page.get_by_role("heading", name="Nothing is wrong")).to_be_visible(timeout=MILLISECONDS)


def saved(page: Page) -> None:
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".voice")).to_have_text("Saved", timeout=MILLISECONDS)


def answered_meanwhile(page: Page) -> None:
    """The judge says what he makes of the design, while somebody is typing."""
    page.evaluate("document.querySelector('dip-workshop').try()")


def test_from_an_empty_map_to_a_judged_turn(come: Come, hall: Trial) -> None:
    page = come("desk", hall.account(70)).new_page()
    begun(page, "pond")
    places = {"Pond": (500, 550), "West": (250, 250), "Middle": (500, 250), "East": (750, 250)}
    for name, (x, y) in places.items():
        tool(page, "Add")
        click(page, x, y)
        page.get_by_label("Name", exact=True).fill(name)
        page.keyboard.press("Enter")
        if name == "Pond":
            page.get_by_label("Kind", exact=True).select_option("w")
    assert [one["words"][0] for one in design(page)["provinces"]] == ["pon", "wes", "mid", "eas"]
    page.get_by_role("tab", name="Powers").click()
    for name in ("Reds", "Blues"):
        page.get_by_label("A new power").fill(name)
        answered_meanwhile(page)
        page.get_by_role("button", name="Add", exact=True).last.click()
    field = page.get_by_label("Adjective").first
    field.fill("Red")
    answered_meanwhile(page)
    expect(field).to_have_value("Red")
    page.keyboard.press("Enter")
    assert design(page)["powers"][0]["adjective"] == "Red"
    for power, home in (("Reds", "West"), ("Blues", "East")):
        tool(page, "Homes")
        page.get_by_label("Power", exact=True).select_option(label=power)
        click(page, *places[home])
        tool(page, "Units")
        click(page, *places[home])
    tool(page, "Centres")
    click(page, *places["Middle"])
    good(page)
    # A border that is not wanted comes and goes, and so does what was undone.
    before = design(page)["ways"]
    tool(page, "Borders")
    click(page, *places["West"])
    click(page, *places["Middle"])
    assert len(design(page)["ways"]) < len(before)
    page.keyboard.press("Control+z")
    assert design(page)["ways"] == before
    page.keyboard.press("Control+y")
    assert design(page)["ways"] != before
    click(page, *places["Middle"])
    page.get_by_role("tab", name="Rules").click()
    page.get_by_label("Title", exact=True).fill("The Pond")
    page.keyboard.press("Tab")
    good(page)
    page.get_by_role("tab", name="Files").click()
    expect(page.locator(".difference").first).to_contain_text("+West,")
    assert violations(page, ALL) == []
    saved(page)
    page.get_by_role("button", name="Play it now").click()
    page.wait_for_url("**/sandboxes/*")
    # On the board: the army goes to the middle, the turn is judged, and there it stands.
    board = page.locator("dip-board")
    board.locator(".unit[data-unit='A WES']").wait_for()
    board.locator(".view").first.focus()
    # The network is slow: the turn is wanted before the judge has the orders, and waits for them.
    sent: list[Route] = []
    page.route("**/commands/order", lambda route, _: sent.append(route))
    page.evaluate(
        """() => {
      const board = document.querySelector('dip-board');
      for (const place of ['WES', 'MID']) board.pick({ place });
    }"""
    )
    order = page.locator("#order-rows").get_by_label("Order of A West: move to")
    expect(order).to_have_value(re.compile("MID"), timeout=MILLISECONDS)
    page.get_by_role("button", name="Judge", exact=True).click()
    expect(board).to_have_attribute("saving", "")
    sent[0].continue_()
    board.locator(".unit[data-unit='A MID']").wait_for(timeout=MILLISECONDS)
    expect(page.locator(".phase .now")).to_contain_text("Fall 1901")


def test_all_of_it_by_keys(come: Come, hall: Trial) -> None:
    page = come("desk", hall.account(71)).new_page()
    begun(page, "keyed")
    page.locator("dip-workshop .view").focus()
    for key in ("a", "Enter", "Enter"):
        page.keyboard.press(key)
    first, second = (one["id"] for one in design(page)["provinces"])
    assert {one["end"] for one in design(page)["ways"]} == {first, second}
    page.keyboard.press("v")
    page.keyboard.press("Alt+ArrowDown")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".voice")).to_contain_text("New 1, land")
    page.keyboard.press("F2")
    page.keyboard.type("Alpha")
    page.keyboard.press("Enter")
    assert design(page)["provinces"][0]["name"] == "Alpha"
    page.locator("dip-workshop .view").focus()
    for key in ("c", "Enter", "b", "Enter", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    now = design(page)
    assert now["provinces"][0]["center"] and now["ways"] == []
    for key in ("Enter", "v", "x", "Enter"):
        page.keyboard.press(key)
    assert len(design(page)["provinces"]) == 3
    page.keyboard.press("Delete")
    assert len(design(page)["provinces"]) == 2
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+s")
    expect(page.locator(".voice")).to_have_text("Saved", timeout=MILLISECONDS)


def test_what_is_dragged_on_a_drawn_map(come: Come, hall: Trial) -> None:
    page = come("desk", hall.account(72)).new_page()
    begun(page, "winter", "white_winter")
    spots = "document.querySelector('dip-workshop').state.history.now.shapes"
    x, y = page.evaluate(f"{spots}.grounds.WIN.label")
    drag(page, (x, y), (x + 20, y + 10))
    moved = design(page)["shapes"]["grounds"]["WIN"]["label"]
    assert abs(moved[0] - x - 20) < 2 and abs(moved[1] - y - 10) < 2
    # A line across the Winter Sea makes two of it.
    ux, uy = design(page)["shapes"]["units"]["WIN"]
    click(page, ux, uy)
    tool(page, "Split")
    drag(page, (ux, uy - 200), (ux, uy + 200))
    fresh = next(one for one in design(page)["provinces"] if not one["was"])
    assert fresh["area"] == "w" and fresh["name"] == "Winter Sea 1"
    good(page)
    tool(page, "Join")
    page.get_by_label("Province at hand").select_option("WIN")
    click(page, *design(page)["shapes"]["units"][fresh["id"]])
    assert len(design(page)["provinces"]) == 26
    # A corner of High Fell.
    tool(page, "Select")
    click(page, *design(page)["shapes"]["units"]["HIF"])
    handle = page.locator(".handle").nth(3)
    name = str(handle.get_attribute("data-id"))
    gx, gy = (int(one) / 10 for one in name.split(","))
    drag(page, (gx, gy), (gx + 8, gy + 8))
    assert name not in [
        one.get_attribute("data-id") for one in page.locator(".handle").element_handles()
    ]
    page.get_by_role("tab", name="Files").click()
    expect(page.locator("summary", has_text="geometry.json")).to_be_visible()
    assert page.locator("summary", has_text="seed.winter").count() == 1, "it is as it was"
    good(page)
    saved(page)
    page.reload()
    page.locator(OPEN).wait_for()
    assert design(page)["shapes"]["grounds"]["WIN"]["rings"]


def test_a_fault_leads_to_its_line_and_a_design_saved_elsewhere_is_asked_about(
    come: Come, hall: Trial
) -> None:
    context = come("desk", hall.account(73))
    page = context.new_page()
    begun(page, "twice", "white_winter")
    page.evaluate(
        """() => {
      const shop = document.querySelector('dip-workshop');
      const now = shop.state.history.now;
      shop.do({ ...now, ways: now.ways.filter(way => way.start !== 'WOL') });
    }"""
    )
    fault = page.locator(".told button").first
    expect(fault).to_contain_text("map.twice", timeout=MILLISECONDS)
    fault.click()
    expect(page.locator(".code .at")).to_have_text("urg-mv: sno tar pol wol mos")
    assert page.evaluate("document.querySelector('dip-workshop').state.hand.selected") == "URG"
    page.keyboard.press("Control+z")
    other = context.new_page()
    other.goto(page.url)
    other.locator(OPEN).wait_for()
    rename = """name => {
      const shop = document.querySelector('dip-workshop');
      const now = shop.state.history.now;
      shop.do({ ...now, provinces: now.provinces.map(one =>
        (one.id === 'GRI' ? { ...one, name } : one)) });
    }"""
    other.evaluate(rename, "Theirs")
    saved(other)
    page.evaluate(rename, "Mine")
    box = page.get_by_role("dialog")
    expect(box).to_be_visible(timeout=MILLISECONDS)
    expect(box).to_contain_text("-Theirs,")
    box.get_by_role("button", name="Go on without saving").click()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(box).to_be_visible(timeout=MILLISECONDS)
    box.get_by_role("button", name="Save mine over them").click()
    expect(page.locator(".voice")).to_have_text("Saved", timeout=MILLISECONDS)


def test_a_phone_has_it_too(look: Look, come: Come, hall: Trial) -> None:
    who = hall.account(74)
    page = come("desk", who).new_page()
    begun(page, "small", "white_winter")
    address = page.url
    for device in ("phone", "tablet"):
        shown = look(address, device, who, color_scheme="dark")
        shown.locator(OPEN).wait_for()
        wide = shown.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0
        assert violations(shown, ALL) == []
        small = """() => [...document.querySelectorAll('dip-workshop button, dip-workshop select')]
          .filter(one => one.offsetHeight && one.offsetHeight < 40 && !one.closest('table, .told'))
          .map(one => one.textContent)"""
        assert shown.evaluate(small) == []
