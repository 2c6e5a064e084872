"""The window of a game: the map is the page, in every state, at the sizes of phones, tablets and
desks; nothing of it has to be scrolled to, and what one touches is large enough."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from dragoman.judge.commands import command as c
from tests.web.browser.conftest import Come, Look
from tests.web.panes import open_pane
from tests.web.trial_page import Trial

SIZES = {
    "phone": (390, 844),
    "short phone": (390, 664),
    "tablet": (820, 1180),
    "desk": (1440, 900),
    "wide desk": (1920, 1080),
    "phone on its side": (844, 390),
}
ALIKE = ("short phone", "wide desk")
LEAST = {"phone": 0.65, "short phone": 0.55, "desk": 0.65}
"""The share of the window that is uncovered map, with orders due."""
MEASURES = """() => {
  const view = document.querySelector('dip-board')?.shadowRoot.querySelector('.view');
  const box = view?.getBoundingClientRect() ?? new DOMRect();
  const upon = one => one.height && one.top < box.bottom && one.left < box.right;
  const panes = [...document.querySelectorAll('.pane')].map(one => one.getBoundingClientRect());
  const covered = Math.max(0, ...panes.filter(one => upon(one) && one.right > box.left)
    .map(one => (box.bottom - one.top) * box.width));
  const { scrollHeight, scrollWidth } = document.documentElement;
  return {
    scroll: [scrollHeight - innerHeight, scrollWidth - innerWidth],
    share: (box.width * box.height - covered) / (innerWidth * innerHeight),
  };
}"""
SMALL = """least => {
  const seen = [...document.querySelectorAll('button, .button, .pane-tabs a, summary')];
  seen.push(...document.querySelector('dip-board').shadowRoot.querySelectorAll('button, summary'));
  return seen.filter(one => one.checkVisibility() && one.getBoundingClientRect().height)
    .filter(one => !one.closest('.pane, nav[popover]'))
    .map(one => [one.textContent.trim().slice(0, 20), one.getBoundingClientRect()])
    .filter(([, box]) => Math.min(box.width, box.height) < least - .5)
    .map(([name, box]) => `${name} ${Math.round(box.width)}x${Math.round(box.height)}`);
}"""
Made = Callable[[Trial], tuple[int, int]]


def due(hall: Trial) -> tuple[int, int]:
    game, who = hall.game()
    return game, who["GERMANY"]


def ready(hall: Trial) -> tuple[int, int]:
    game, who = hall.game()
    hall.act(game, c.SetReady(True), who["GERMANY"])
    return game, who["GERMANY"]


def negotiation(hall: Trial) -> tuple[int, int]:
    game, who = hall.game()
    hall.act(game, c.SaveOrders("A ber H\nA mun H\nF kie H"), who["GERMANY"])
    for number in range(12):
        hall.act(game, c.Send(f"Letter {number}. " * 9, ("GERMANY",)), who["FRANCE"])
    return game, who["GERMANY"]


def judged(hall: Trial) -> tuple[int, int]:
    game, who = hall.game()
    hall.act(game, c.SaveOrders("A ber-mun\nA mun-bur\nF kie-hol"), who["GERMANY"])
    hall.act(game, c.ProcessNow())
    return game, who["GERMANY"]


def retreat(hall: Trial) -> tuple[int, int]:
    game, who = hall.game()
    hall.place(game, "S1901M", {"FRANCE": ["A BUR"], "GERMANY": ["A MUN", "A RUH"]})
    hall.act(game, c.SaveOrders("A mun-bur, A ruh S A mun-bur"), who["GERMANY"])
    hall.act(game, c.ProcessNow())
    return game, who["FRANCE"]


def build(hall: Trial) -> tuple[int, int]:
    game, who = hall.game()
    hall.act(game, c.ProcessNow())
    units = {"GERMANY": ["A HOL", "A DEN", "F BAL"], "FRANCE": ["A PAR"]}
    hall.place(game, "F1901M", units)
    hall.act(game, c.ProcessNow())
    return game, who["GERMANY"]


def over(hall: Trial) -> tuple[int, int]:
    game, who = hall.game()
    hall.act(game, c.ProcessNow())
    hall.act(game, c.Terminate("a test"))
    return game, who["GERMANY"]


def observer(hall: Trial) -> tuple[int, int]:
    game, _ = hall.game()
    hall.act(game, c.ProcessNow())
    return game, hall.account(40)


def master(hall: Trial) -> tuple[int, int]:
    game, _ = hall.game()
    return game, hall.account(1)


def machiavelli(hall: Trial) -> tuple[int, int]:
    game, who = hall.game(variant="machiavelli")
    return game, who["MILAN"]


STATES: dict[str, Made] = {
    one.__name__: one
    for one in (
        due,
        ready,
        negotiation,
        judged,
        retreat,
        build,
        over,
        observer,
        master,
        machiavelli,
    )
}


def opened(look: Look, account: int, game: int, size: tuple[int, int], **more: Any) -> Page:
    kind = "desk" if size[0] >= 1000 else "phone"
    page = look(f"/games/{game}", kind, account, size, reduced_motion="reduce", **more)
    page.locator("dip-board .view > svg").wait_for()
    return page


@pytest.mark.parametrize("state", STATES)
def test_a_game_fills_the_window(hall: Trial, look: Look, state: str) -> None:
    """No page is scrolled, whatever its state, and whichever pane is open. Windows with the same
    arrangement as another are gone through pane by pane in two of the states."""
    game, account = STATES[state](hall)
    page = opened(look, account, game, SIZES["phone"])
    for name, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(MEASURES)["scroll"] == [0, 0], name
        if name in ALIKE and state not in ("due", "machiavelli"):
            continue
        for pane in ("map", "orders", "press", "powers", "more"):
            if page.locator(f".pane-tabs [data-pane={pane}]").is_visible():
                open_pane(page, pane)
                assert page.evaluate(MEASURES)["scroll"] == [0, 0], (name, pane)


def test_the_map_is_the_page(hall: Trial, look: Look) -> None:
    game, account = due(hall)
    for name, least in LEAST.items():
        page = opened(look, account, game, SIZES[name])
        expect(page.locator(".strip li").first).to_be_visible()
        assert page.locator(".strip li").count() == 7
        assert page.evaluate(MEASURES)["share"] >= least, name
    for name in ("phone", "short phone"):
        game, account = judged(hall)
        page = opened(look, account, game, SIZES[name])
        expect(page.locator("#results h2")).to_be_in_viewport()
        assert page.evaluate(MEASURES)["share"] >= 0.3, name


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_is_touched_is_as_large_as_a_finger(hall: Trial, look: Look, language: str) -> None:
    game, account = due(hall)
    for name in ("phone", "short phone", "tablet"):
        page = opened(look, account, game, SIZES[name], locale=language)
        page.locator("dip-board .todos button").first.wait_for()
        assert page.evaluate(SMALL, 44) == [], name


def test_units_without_orders_are_buttons(hall: Trial, look: Look) -> None:
    """One picks the unit, and is there no more once that is ordered."""
    game, account = due(hall)
    page = opened(look, account, game, SIZES["phone"])
    todos = page.locator("dip-board .todos button")
    expect(todos).to_have_count(3)
    todos.filter(has_text="Berlin").tap()
    expect(page.locator("dip-board .said")).to_contain_text("Berlin")
    page.locator("dip-board .chips button", has_text="Hold").tap()
    expect(page.locator(".ready .count")).to_contain_text("1 of 3")
    page.locator("dip-board .view").press("Escape")
    expect(todos).to_have_count(2)


def test_a_sheet_lies_upon_the_map_and_goes_by_its_tab(hall: Trial, look: Look) -> None:
    game, account = due(hall)
    page = opened(look, account, game, SIZES["phone"])
    tab = page.locator(".pane-tabs [data-pane=powers]")
    tab.tap()
    expect(page.locator("#powers")).to_be_visible()
    expect(tab).to_have_attribute("aria-current", "true")
    half = page.evaluate(MEASURES)["share"]
    assert 0.3 < half < 0.65
    page.locator(".grip").evaluate("one => one.click()")
    expect(page.locator(".grip")).to_have_attribute("aria-expanded", "true")
    assert page.evaluate(MEASURES)["share"] < 0.1
    tab.tap()
    expect(page.locator("#powers")).to_be_hidden()
    # An address leads to what is in a pane.
    page.goto(f"/games/{game}#votes")
    expect(page.locator("#votes")).to_be_visible()


def test_without_script_all_of_it_is_read_from_top_to_bottom(hall: Trial, come: Come) -> None:
    game, account = due(hall)
    page = come("phone", account, java_script_enabled=False).new_page()
    page.goto(f"/games/{game}")
    for part in (".map img", ".strip", "#orders", "#press", "#powers", "#votes"):
        expect(page.locator(part).first).to_be_visible()
    expect(page.locator(".pane-tabs")).to_be_hidden()
