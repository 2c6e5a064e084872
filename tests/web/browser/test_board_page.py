"""The board in a browser, where there is one: by mouse, by touch, by keys, from a list; in two
tabs; and with the network cut."""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import dragoman.web.pages
from dragoman.judge.commands import command as c
from tests.web.panes import open_pane
from tests.web.trial_page import Trial, script, trial

pytest.importorskip("playwright")
from playwright.sync_api import APIResponse, BrowserContext, Page, Route, expect

from tests.web.browser import board_states
from tests.web.browser.conftest import Come
from tests.web.patience import MILLISECONDS

SOURCES = Path(__file__).parents[3] / "board-element" / "src"
ENGLISH = Path(dragoman.web.pages.__file__).parent / "board" / "words.pot"
MOST_BYTES = 36 * 1024


def test_what_is_served_was_built_of_what_is_here() -> None:
    """After a change there: `make board`."""
    digest = hashlib.sha256()
    for file in sorted(SOURCES.iterdir(), key=lambda one: one.name):
        digest.update(f"{file.name}\n".encode() + file.read_bytes())
    digest.update(ENGLISH.read_bytes())
    assert digest.hexdigest().encode() in script()[:200]


def test_it_is_small() -> None:
    assert len(gzip.compress(script(), 9)) <= MOST_BYTES


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Trial]:
    with trial(tmp_path_factory.mktemp("board")) as found:
        yield found


class Desk:
    """Somebody in front of a board."""

    def __init__(self, t: Trial, context: BrowserContext, game: int, power: str) -> None:
        self.t, self.context, self.game, self.power = t, context, game, power
        self.faults: list[str] = []
        self.page = self.tab()

    def tab(self) -> Page:
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.goto(f"{self.t.address}/try/{self.game}")
        page.locator("dip-board .unit").first.wait_for()
        return page

    def settles(self, is_so: Callable[[], bool]) -> None:
        """See that something is so before long, while the browser goes on."""
        for _ in range(MILLISECONDS // 30):
            if is_so():
                return
            self.page.wait_for_timeout(30)
        raise AssertionError("waited in vain")

    def spot(
        self, place: str, page: Page | None = None, dislodged: bool = False
    ) -> tuple[float, float]:
        """Where a province lies in the window, by where its unit would stand, once the board is
        there."""
        (page or self.page).wait_for_function(board_states.THERE)
        at = (page or self.page).evaluate(
            """([place, beside]) => {
              const board = document.querySelector('dip-board');
              const at = board.ground.places[place].at.slice(beside ? 2 : 0, beside ? 4 : 2);
              const spot = new DOMPoint(...at).matrixTransform(board.picture.svg.getScreenCTM());
              return [spot.x, spot.y];
            }""",
            [place, dislodged],
        )
        return at[0], at[1]

    def click(self, *places: str, page: Page | None = None, **more: Any) -> None:
        for place in places:
            (page or self.page).mouse.click(*self.spot(place, page, **more))

    def tap(self, *places: str) -> None:
        for place in places:
            self.page.touchscreen.tap(*self.spot(place))

    def keys(self, *keys: str) -> None:
        self.page.locator("dip-board .view").focus()
        for key in keys:
            self.page.keyboard.press(key)

    def go(self, place: str) -> None:
        self.keys(".", *place.lower(), "Enter")

    def chip(self, text: str, page: Page | None = None) -> None:
        (page or self.page).locator("dip-board .chips button", has_text=text).first.click()

    def saved(self, text: str) -> None:
        """See that this is on file before long, and that it is said."""
        expect(self.page.locator("dip-board .status")).to_contain_text("Saved")
        try:
            self.settles(lambda: self.text == text)
        finally:
            assert self.text == text
        assert not self.faults

    @property
    def text(self) -> str:
        return self.t.text(self.game, self.power)


Sit = Callable[..., Desk]


@pytest.fixture
def sit(hall: Trial, come: Come) -> Sit:
    def at(game: int, power: str, account: int, **options: Any) -> Desk:
        wanted = {"viewport": {"width": 1200, "height": 1100}, **options}
        return Desk(hall, come(account=account, **wanted), game, power)

    return at


WHERE = {
    "ENGLAND": ["F NTH", "A YOR", "F NWG"],
    "FRANCE": ["A PAR", "A MAR", "F MAO", "F WES"],
    "GERMANY": ["A MUN"],
}


def middle_game(t: Trial) -> tuple[int, dict[str, int]]:
    game, who = t.game()
    t.place(game, "S1901M", WHERE)
    return game, who


def test_by_mouse(hall: Trial, sit: Sit) -> None:
    game, who = middle_game(hall)
    desk = sit(game, "FRANCE", who["FRANCE"])
    desk.click("PAR", "BUR")
    desk.saved("A PAR-BUR")
    expect(desk.page.locator("dip-board #order-A-PAR-move")).to_be_attached()
    expect(desk.page.locator("dip-board [data-ghost]")).to_have_count(0)
    desk.click("MAR", "PAR")
    desk.saved("A PAR-BUR\nA MAR S A PAR-BUR")
    desk.click("MAO", "SPA")
    desk.chip("/nc")
    desk.saved("A PAR-BUR\nA MAR S A PAR-BUR\nF MAO-SPA/NC")
    desk.click("WES", "MAO")
    desk.page.keyboard.press("Control+z")
    desk.saved("A PAR-BUR\nA MAR S A PAR-BUR\nF MAO-SPA/NC")
    start, end = desk.spot("WES"), desk.spot("TUN")
    desk.page.mouse.move(*start)
    desk.page.mouse.down()
    desk.page.mouse.move(*end, steps=4)
    desk.page.mouse.up()
    desk.saved("A PAR-BUR\nA MAR S A PAR-BUR\nF MAO-SPA/NC\nF WES-TUN")
    desk.page.reload()
    expect(desk.page.locator("dip-board .tools button").nth(3)).to_be_enabled()
    desk.keys("Control+z")
    desk.saved("A PAR-BUR\nA MAR S A PAR-BUR\nF MAO-SPA/NC")


def test_by_touch_on_a_phone(hall: Trial, sit: Sit) -> None:
    game, who = middle_game(hall)
    phone = {"width": 390, "height": 844}
    desk = sit(game, "ENGLAND", who["ENGLAND"], viewport=phone, has_touch=True, is_mobile=True)
    box = desk.page.locator("dip-board .view").bounding_box()
    assert box is not None
    around = desk.page.evaluate(
        """places => {
          const { provinces } = document.querySelector('dip-board').ground;
          return places.flatMap(place => provinces[place].near);
        }""",
        ["NTH", "YOR", "NWG"],
    )
    assert {"BAR", "SKA", "WAL"} <= set(around)

    def out_of_sight() -> set[str]:
        at = {place: desk.spot(place) for place in ("NTH", "YOR", "NWG", *around)}
        return {
            place
            for place, (x, y) in at.items()
            if not box["x"] < x < box["x"] + box["width"]
            or not box["y"] < y < box["y"] + box["height"]
        }

    # One's own units are as large as a finger finds them: what lies far off is shown farther out.
    assert out_of_sight() == {"BAR"}
    desk.page.get_by_role("button", name="Zoom out").tap()
    desk.settles(lambda: not out_of_sight())
    desk.page.get_by_role("button", name="My units or the whole map").tap()
    desk.settles(lambda: out_of_sight() == {"BAR"})
    desk.tap("YOR", "NWY")
    desk.saved("A YOR-NWY\nF NTH C A YOR-NWY")
    desk.page.get_by_role("button", name="Undo", exact=True).tap()
    desk.saved("")


def test_by_keys_alone(hall: Trial, sit: Sit) -> None:
    game, who = middle_game(hall)
    desk = sit(game, "FRANCE", who["FRANCE"])
    desk.page.keyboard.press("Tab")
    desk.go("par")
    desk.go("bur")
    said = desk.page.locator("dip-board [aria-live]")
    expect(said).to_contain_text(re.compile("Paris → Burgundy|Saved"))
    desk.go("mar")
    desk.keys("s")
    desk.go("par")
    desk.go("bur")
    desk.go("wes")
    desk.keys("h")
    desk.saved("A PAR-BUR\nA MAR S A PAR-BUR\nF WES H")
    desk.keys("n")
    cursor = desk.page.locator("dip-board #cursor")
    expect(cursor).to_have_attribute("aria-label", re.compile("Mid.*fleet of France"))
    desk.keys("ArrowUp")
    expect(cursor).not_to_have_attribute("aria-label", re.compile("fleet of France"))


def test_from_the_list_and_as_text(hall: Trial, sit: Sit) -> None:
    game, who = middle_game(hall)
    desk = sit(game, "FRANCE", who["FRANCE"])
    row = desk.page.locator("dip-board .dip-rows li", has_text="A Paris")
    row.locator("select").nth(0).select_option("m")
    row.locator("select").nth(1).select_option("PIC")
    desk.saved("A PAR-PIC")
    for name in ("text", "dip-grid"):
        box = desk.page.locator(f"dip-board .{name} > summary").bounding_box()
        assert box is not None and box["height"] >= 24, "large enough for a finger"
    desk.page.locator("dip-board .text summary").click()
    area = desk.page.get_by_label("Orders as text")
    area.fill("A PAR-PIC\nfleet mid to portugal # home\nA mar xyzzy")
    area.blur()
    desk.saved("A PAR-PIC\nfleet mid to portugal # home\nA mar xyzzy")
    expect(desk.page.locator("dip-board .told")).to_contain_text("line 3")
    expect(desk.page.locator("dip-board #order-F-MAO-move")).to_be_attached()
    desk.click("WES", "TUN")
    desk.saved("A PAR-PIC\nfleet mid to portugal # home\nA mar xyzzy\nF WES-TUN")
    # What cannot be ordered and was ordered anyway is told as it is.
    area.fill("A PAR C A MAR-SPA")
    area.blur()
    desk.saved("A PAR C A MAR-SPA")
    assert [one.input_value() for one in row.locator("select").all()] == ["c", "A MAR", "SPA"]


def test_a_row_in_which_somebody_chooses_stays(hall: Trial, sit: Sit) -> None:
    """Whatever the judge tells meanwhile."""
    game, who = middle_game(hall)
    desk = sit(game, "FRANCE", who["FRANCE"])
    row = desk.page.locator("dip-board .dip-rows li", has_text="A Paris")
    first, second = row.locator("select").nth(0), row.locator("select").nth(1)
    first.focus()
    first.select_option("h")
    desk.saved("A PAR H")
    first.select_option("m")
    hall.act(game, c.SaveOrders("A PAR-GAS, A MAR H"), who["FRANCE"])
    refreshed = "document.querySelector('dip-board').refresh()"
    desk.page.evaluate(refreshed)
    other = desk.page.locator("dip-board .dip-rows li", has_text="A Marseilles").locator("select")
    expect(other).to_have_value("h")
    # By keys each kind of order is a choice: whoever goes on to the next stays in the list.
    expect(first).to_be_focused()
    expect(second).to_have_value("")
    second.focus()
    second.select_option("PIC")
    desk.saved("A PAR-PIC\nA MAR H")
    # Left without a choice, it shows what is ordered by now.
    expect(second).to_have_value("PIC")
    first.focus()
    first.select_option("s")
    hall.act(game, c.SaveOrders("A PAR-BUR, A MAR H"), who["FRANCE"])
    desk.page.evaluate(refreshed)
    expect(first).to_have_value("s")
    desk.page.locator("dip-board .view").focus()
    expect(first).to_have_value("m")
    expect(second).to_have_value("BUR")
    # What is chosen elsewhere on the page is shown at once, and a choice taken back leaves nothing.
    first.focus()
    first.select_option("s")
    desk.click("PAR", "GAS")
    expect(second).to_have_value("GAS")
    first.select_option("h")
    first.select_option("m")
    first.select_option("h")
    expect(row.locator("select")).to_have_count(1)
    desk.saved("A PAR H\nA MAR H")


def test_retreats_and_builds(hall: Trial, sit: Sit) -> None:
    game, who = hall.game()
    units = {"FRANCE": ["A BUR"], "GERMANY": ["A MUN", "A RUH"]}
    hall.place(game, "S1901M", units)
    attack = c.SaveOrders("A mun-bur, A ruh S A mun-bur")
    hall.act(game, attack, who["GERMANY"])
    hall.act(game, c.ProcessNow())
    desk = sit(game, "FRANCE", who["FRANCE"])
    rings = desk.page.locator("dip-board .rings circle")
    where = "ring => [ring.cx.baseVal.value, ring.cy.baseVal.value]"
    beside = desk.page.evaluate("document.querySelector('dip-board').ground.places.BUR.at.slice(2)")
    assert rings.evaluate(where) == pytest.approx(beside), "it is drawn beside who drove it out"
    desk.click("BUR", dislodged=True)
    desk.click("GAS")
    desk.saved("A BUR R GAS")
    hall.act(game, c.ProcessNow())
    centers = {"RUSSIA": ["STP", "MOS", "SEV"], "TURKEY": ["CON"]}
    hall.place(game, "F1901M", {"RUSSIA": ["A UKR"], "TURKEY": ["F CON"]}, centers=centers)
    hall.act(game, c.ProcessNow())
    desk = sit(game, "RUSSIA", who["RUSSIA"])
    desk.click("STP")
    desk.chip("/sc")
    desk.click("MOS")
    desk.page.keyboard.press("a")
    desk.saved("F STP/SC B\nA MOS B")
    desk.click("SEV")
    expect(desk.page.locator("dip-board .said")).to_contain_text("Only 2")
    desk.click("STP")
    desk.chip("No order")
    desk.page.get_by_role("button", name="Waive a build").click()
    desk.saved("A MOS B\nWAIVE")


def test_two_tabs_and_a_cut_network(hall: Trial, sit: Sit) -> None:
    game, who = middle_game(hall)
    desk = sit(game, "FRANCE", who["FRANCE"])
    other = desk.tab()
    desk.click("PAR", "BUR")
    desk.saved("A PAR-BUR")
    desk.click("WES", "TUN", page=other)
    expect(other.locator("dip-board .status")).to_contain_text("Saved")
    desk.saved("A PAR-BUR\nF WES-TUN")
    # It has heard of what it saved, and asks no more.
    own = "() => document.querySelector('dip-board').board.own.text.endsWith('F WES-TUN')"
    other.wait_for_function(own)
    desk.click("PAR", "PIC")
    desk.saved("A PAR-PIC\nF WES-TUN")
    # The other tab knows nothing of that, and orders the same unit.
    desk.click("PAR", "GAS", page=other)
    expect(other.locator("dip-board .chips")).to_contain_text("Elsewhere: A Paris → Picardy")
    assert desk.text == "A PAR-PIC\nF WES-TUN"
    desk.chip("Yours", page=other)
    expect(other.locator("dip-board .status")).to_contain_text("Saved")
    desk.saved("A PAR-GAS\nF WES-TUN")
    other.close()
    desk.page.reload()
    desk.page.locator("dip-board .unit").first.wait_for()
    desk.context.set_offline(True)
    desk.click("MAR", "SPA")
    expect(desk.page.locator("dip-board .status")).to_contain_text("Offline: kept here")
    desk.click("MAO", "POR")
    assert desk.text == "A PAR-GAS\nF WES-TUN"
    desk.context.set_offline(False)
    desk.saved("A PAR-GAS\nF WES-TUN\nA MAR-SPA\nF MAO-POR")


def test_an_order_takes_one_question_and_nothing_is_missed(hall: Trial, sit: Sit) -> None:
    """The judge answers a save with what it makes of the board; only what others did is asked for,
    and when they did it while something was on its way, then once that has arrived."""
    game, who = middle_game(hall)
    desk = sit(game, "FRANCE", who["FRANCE"])
    desk.page.goto(f"{hall.address}/games/{game}")
    desk.page.locator("dip-board .unit").first.wait_for()
    asked = list[str]()
    desk.page.on("request", lambda one: asked.append(f"{one.method} {one.url.rpartition('/')[2]}"))
    desk.page.wait_for_timeout(1000)
    while asked:  # until the page has fetched what it opens with
        asked.clear()
        desk.page.wait_for_timeout(1000)
    arrow = desk.page.locator("dip-board #order-A-PAR-move")
    with desk.page.expect_response("**/save-orders*"):
        desk.click("PAR", "BUR")
    expect(arrow).to_be_attached()
    desk.page.wait_for_timeout(1000)  # what comes of it has come by then
    assert [one.partition("&")[0] for one in asked] == ["POST save-orders?language=en"]
    # Another device of his writes while an order is on its way, and is heard of before the answer.
    other = desk.context.new_page()
    other.goto(f"{hall.address}/try/{game}")
    other.locator("dip-board .unit").first.wait_for()
    held = list[tuple[Route, APIResponse]]()
    desk.page.route("**/save-orders*", lambda route: held.append((route, route.fetch())), times=1)
    desk.click("MAR", "SPA")
    while not held:
        desk.page.wait_for_timeout(20)
    other.evaluate("document.querySelector('dip-board').refresh()")
    expect(other.locator("dip-board #order-A-MAR-move")).to_be_attached()
    with other.expect_response("**/save-orders*"):
        desk.click("WES", "TUN", page=other)
    other.wait_for_timeout(300)
    route, answer = held[0]
    route.fulfill(response=answer)
    expect(desk.page.locator("dip-board #order-F-WES-move")).to_be_attached()
    expect(desk.page.locator("dip-board #order-A-MAR-move")).to_be_attached()
    desk.saved("A PAR-BUR\nA MAR-SPA\nF WES-TUN")


def test_a_phase_that_ends_meanwhile_and_readiness(hall: Trial, sit: Sit) -> None:
    game, who = middle_game(hall)
    desk = sit(game, "FRANCE", who["FRANCE"])
    desk.click("PAR", "BUR")
    desk.saved("A PAR-BUR")
    hall.act(game, c.SetReady(True), who["FRANCE"])
    # As a page does that hears of it.
    desk.page.wait_for_function(
        """async () => {
          const board = document.querySelector('dip-board');
          await board.refresh();
          return board.board.own.ready;
        }"""
    )
    desk.click("MAR", "SPA")
    desk.saved("A PAR-BUR\nA MAR-SPA")
    g = hall.judge.games.load(game)
    assert not g.is_ready("FRANCE")
    hall.act(game, c.ProcessNow())
    desk.click("WES", "TUN")
    expect(desk.page.locator(".dip-note")).to_contain_text("F WES-TUN")
    expect(desk.page.locator("dip-board .said")).to_contain_text("fall 1901", ignore_case=True)
    assert desk.text == ""
    # It stays until it is put away, whatever page is hall meanwhile.
    late = desk.page.locator(".dip-note")
    desk.page.reload()
    expect(late).to_contain_text("Not sent, from Spring 1901, movement:")
    hall.act(game, c.ProcessNow())
    desk.page.goto(f"{hall.address}/games/{game}")
    expect(late).to_contain_text("F WES-TUN")
    desk.page.locator("#results .to-now").click()
    late.get_by_role("button", name="Dismiss").click()
    desk.page.reload()
    desk.page.locator("dip-board .unit").first.wait_for()
    expect(late).to_have_count(0)


def test_no_gesture_takes_long(hall: Trial, sit: Sit) -> None:
    """A budget of script, not of a machine: how much is made anew for one pick."""
    game, who = hall.game()
    desk = sit(game, "RUSSIA", who["RUSSIA"])
    made = desk.page.evaluate(
        """() => {
          const board = document.querySelector('dip-board');
          const watch = new MutationObserver(() => {});
          watch.observe(board.shadowRoot, { childList: true, subtree: true });
          board.does({ do: 'pick', place: 'MOS' });
          return watch.takeRecords().reduce((sum, one) => sum + one.addedNodes.length, 0);
        }"""
    )
    assert made < 30
    # What a gesture has nothing to do with stays where it is, and the judge is asked once.
    page = desk.page
    page.evaluate(
        """() => {
          const { svg } = document.querySelector('dip-board').picture;
          window.before = [...svg.querySelectorAll('.units > *, .orders > .order')];
        }"""
    )
    asked: list[str] = []
    page.on("request", lambda one: asked.append(f"{one.method} {one.url.rpartition('/')[2]}"))
    desk.keys("Escape")
    desk.click("MOS", "UKR")
    desk.saved("A MOS-UKR")
    expect(page.locator("dip-board .orders:not(.ghosts) > .order")).to_have_count(1)
    assert page.evaluate("window.before.length > 20 && window.before.every(one => one.isConnected)")
    assert [one.partition("&")[0] for one in asked] == ["POST save-orders?language=en"]
    # Nor is a unit drawn anew that stands in both of two turns.
    hall.act(game, c.ProcessNow())
    page.evaluate("document.querySelector('dip-board').refresh()")
    expect(page.locator("dip-board .said")).to_contain_text("fall 1901", ignore_case=True)
    stays = """() => [...document.querySelector('dip-board').picture.svg.querySelectorAll('.unit')]
      .filter(one => window.before.includes(one)).length"""
    assert page.evaluate(stays) == 21
    desk.keys("[")
    expect(page.locator("dip-board .desk.past")).to_be_visible()
    assert page.evaluate(stays) == 21


def test_turns_that_were_judged(hall: Trial, sit: Sit) -> None:
    """Looked at by buttons, keys and a swipe, with why; the draft of the turn at hand stays."""
    game, who = middle_game(hall)
    hall.act(game, c.SaveOrders("A par-bur, A mar S A par-bur"), who["FRANCE"])
    hall.act(game, c.SaveOrders("A mun-bur"), who["GERMANY"])
    hall.act(game, c.ProcessNow())
    desk = sit(game, "FRANCE", who["FRANCE"])
    desk.click("WES", "TUN")
    desk.saved("F WES-TUN")
    board = desk.page.locator("dip-board")
    board.get_by_role("button", name="Previous turn").click()
    expect(board.locator(".desk.past")).to_be_visible()
    expect(board.locator("#order-A-MUN-move.failed")).to_be_attached()
    expect(board.locator('.strength[data-unit="A PAR"] text')).to_have_text("2")
    expect(board.locator("[data-ghost]")).to_have_count(0)
    desk.click("MUN")
    expect(board.locator(".why")).to_contain_text("bounced: strength 1 against 2")
    expect(board.locator("[aria-live]")).to_contain_text("bounced")
    desk.click("PAR", "PIC")
    desk.keys("Shift+ArrowRight")
    expect(board.locator(".desk.past")).to_have_count(0)
    desk.saved("F WES-TUN")
    asked: list[str] = []
    desk.page.on("request", lambda one: asked.append(one.url))
    desk.keys("[")
    expect(board.locator(".desk.past")).to_be_visible()
    desk.keys("Escape")
    expect(board.locator(".desk.past")).to_have_count(0)
    assert not [one for one in asked if "/turns/" in one], "a turn is fetched once"
    desk.keys("[", "[")
    expect(board.locator("[aria-live]")).to_contain_text("There is no earlier turn")


def test_what_if_and_sketches(hall: Trial, sit: Sit) -> None:
    game, who = middle_game(hall)
    desk = sit(game, "FRANCE", who["FRANCE"])
    board = desk.page.locator("dip-board")
    desk.click("PAR", "BUR")
    desk.saved("A PAR-BUR")
    board.get_by_role("button", name="What if?").click()
    expect(board.locator(".desk.tried")).to_be_visible()
    desk.click("PAR")
    expect(board.locator(".why")).to_contain_text("nothing stood against it")
    board.get_by_role("button", name="Now").click()
    expect(board.locator(".desk.tried")).to_have_count(0)
    desk.page.mouse.move(*desk.spot("MUN"))
    desk.page.mouse.down(button="right")
    desk.page.mouse.move(*desk.spot("TYR"), steps=3)
    desk.page.mouse.up(button="right")
    desk.keys("k")
    desk.click("PIC", "BEL")
    expect(board.locator(".sketches .arrow:not(.casing)")).to_have_count(2)
    desk.keys("Escape")
    desk.keys("o")
    expect(board.locator("#order-A-PAR-move")).to_be_hidden()
    board.locator(".tools summary").click()
    board.get_by_role("button", name="Hide orders").click()
    expect(board.locator("#order-A-PAR-move")).to_be_visible()
    desk.click("MAR")
    desk.page.mouse.move(*desk.spot("SPA"))
    expect(board.locator(".preview [data-ghost]")).to_have_count(1)
    desk.saved("A PAR-BUR")
    desk.page.reload()
    expect(board.locator(".sketches .arrow:not(.casing)")).to_have_count(2)
    board.locator(".tools summary").click()
    board.get_by_role("button", name="Clear sketches").click()
    expect(board.locator(".sketches .arrow:not(.casing)")).to_have_count(0)


def test_a_private_board_in_a_browser(hall: Trial, sit: Sit) -> None:
    """Taken from a game by its page, ordered on two sides, judged, and stepped back on."""
    game, who = middle_game(hall)
    desk = sit(game, "FRANCE", who["FRANCE"])
    page = desk.page
    page.goto(f"{hall.address}/games/{game}")
    open_pane(page, "more")
    page.get_by_role("button", name="Continue on a private board").click()
    board = page.locator("dip-board")
    turns = page.locator("#turns")
    turns.get_by_role("combobox", name="Whose orders").select_option("GERMANY")
    desk.click("MUN", "BUR")
    expect(board.locator(".status")).to_contain_text("Saved")
    turns.get_by_role("combobox", name="Whose orders").select_option("FRANCE")
    desk.click("PAR", "BUR")
    expect(board.locator("[data-ghost]")).to_have_count(0)
    expect(board.locator("#order-A-PAR-move")).to_be_attached()
    page.get_by_role("button", name="Judge", exact=True).click()
    expect(page.locator("#positions li.here")).to_contain_text("Fall 1901")
    expect(page.locator("#main")).to_contain_text("A Mun–Bur")
    turns.get_by_role("button", name="Previous turn").click()
    expect(board.locator("#order-A-MUN-move.failed")).to_be_attached()
    page.get_by_role("button", name="Step back").click()
    expect(page.locator("#positions li.here")).to_contain_text("Spring 1901")
    assert not desk.faults


def test_for_whoever_does_not_see_it(hall: Trial, sit: Sit) -> None:
    """The board as a list and a grid of neighbours, by keys alone, as chromium tells it to screen
    readers; and what is said of what happens."""
    game, who = middle_game(hall)
    desk = sit(game, "FRANCE", who["FRANCE"])
    page = desk.page
    page.locator("dip-board .dip-grid summary").focus()
    page.keyboard.press("Enter")
    expect(page.locator("dip-board [role=grid]").first).to_be_visible()
    page.keyboard.press("Tab")
    tree = page.context.new_cdp_session(page)

    def told() -> list[tuple[str, str]]:
        nodes = tree.send("Accessibility.getFullAXTree")["nodes"]
        return [
            (one.get("role", {}).get("value", ""), one.get("name", {}).get("value", ""))
            for one in nodes
            if not one.get("ignored")
        ]

    def focused() -> str:
        inside = "document.querySelector('dip-board').shadowRoot"
        return page.evaluate(f"{inside}.activeElement.innerText")

    found = told()
    assert ("grid", "Units of England, with their neighbours") in found
    assert ("heading", "France") in found
    assert ("rowheader", "army Paris") in found
    assert ("gridcell", "Burgundy, empty") in found
    assert any(role == "application" and name.startswith("Board") for role, name in found)
    assert focused() == "fleet North Sea"
    page.keyboard.press("ArrowRight")
    assert "," in focused()
    for _ in range(6):
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Home")
        if focused() == "army Paris":
            break
    page.keyboard.press("Enter")
    live = page.locator("dip-board [aria-live]")
    expect(live).to_contain_text("A Paris: where to?")
    while focused() != "Burgundy, empty":
        page.keyboard.press("ArrowRight")
    # One saying may follow the other before this test looks.
    live.evaluate(
        """live => {
          window.heard = '';
          new MutationObserver(() => { window.heard += live.textContent; }).observe(live, {
            childList: true, characterData: true, subtree: true });
        }"""
    )
    page.keyboard.press("Enter")
    page.wait_for_function("() => heard.includes('A Paris → Burgundy')")
    desk.saved("A PAR-BUR")
    page.wait_for_function("() => heard.includes('Saved')")
    assert focused() == "Burgundy, empty", "what happens does not take the focus away"
    expect(page.locator("dip-board [role=row] [tabindex='0']")).to_have_count(1)
    hall.act(game, c.ProcessNow())
    page.evaluate("document.querySelector('dip-board').refresh()")
    expect(live).to_contain_text("A new phase: Fall 1901")
    assert ("rowheader", "army Burgundy") in told()


def test_what_happens_appears_on_the_page(hall: Trial, sit: Sit) -> None:
    """Press that comes, and a turn that is judged, under the hands of somebody who writes."""
    game, who = middle_game(hall)
    desk = sit(game, "FRANCE", who["FRANCE"])
    page = desk.page
    with page.expect_response(lambda one: "/stream" in one.url):
        page.goto(f"{hall.address}/games/{game}")
    page.locator("dip-board .unit").first.wait_for()
    page.get_by_label("Message").fill("Half a sent")
    hall.act(game, c.Send("Burgundy?", ("FRANCE",)), who["GERMANY"])
    expect(page.locator(".threads")).to_contain_text("Germany")
    expect(page.locator("#heard")).to_have_text("New press: Germany 1 unread")
    desk.click("PAR", "BUR")
    expect(page.locator(".ready .count")).to_have_text("1 of 4 ordered")
    expect(page.locator("dip-board .status")).to_contain_text("Saved")
    hall.act(game, c.ProcessNow())
    expect(page.locator(".phase .now")).to_contain_text("Fall 1901")
    expect(page.locator("dip-board .said")).to_contain_text("A new phase")
    expect(page.get_by_role("heading", name="Your order succeeded")).to_be_visible()
    expect(page.locator("#results")).to_contain_text("Paris → Burgundy")
    expect(page.locator("[data-live=turns]")).to_contain_text("Spring 1901")
    expect(page.get_by_label("Message")).to_have_value("Half a sent")
    # What happened comes first, and the turn with it; then one goes on, and may look back.
    expect(page.locator("dip-board .desk.past")).to_be_visible()
    page.get_by_role("link", name="Fall 1901: you order 4 units").click()
    expect(page.locator("dip-board .desk.past")).to_have_count(0)
    page.locator("#turns").get_by_role("button", name="Previous turn").click()
    expect(page.locator("#turn")).to_contain_text("A Par–Bur")
    page.locator("#turns").get_by_role("button", name="Now").click()
    expect(page.locator("#turn")).to_be_hidden()
    assert not desk.faults


def test_where_the_board_cannot_be_opened_there_is_the_picture(hall: Trial, sit: Sit) -> None:
    game, who = middle_game(hall)
    desk = sit(game, "FRANCE", who["FRANCE"])
    picture = desk.page.locator("dip-board .map img")
    desk.page.goto(f"{hall.address}/games/{game}")
    desk.page.locator("dip-board .unit").first.wait_for()
    expect(picture).to_be_hidden()
    desk.page.route("**/board?*", lambda route: route.fulfill(status=500, json={"detail": "No."}))
    with desk.page.expect_response("**/map.svg") as loaded:
        desk.page.reload()
    assert loaded.value.ok
    expect(desk.page.get_by_role("alert")).to_have_text("No.")
    expect(picture).to_be_visible()


def test_on_paper_there_is_the_whole_map(hall: Trial, sit: Sit) -> None:
    """Wherever somebody looks: paper cannot be panned."""
    game, who = middle_game(hall)
    desk = sit(game, "FRANCE", who["FRANCE"], viewport={"width": 700, "height": 900})
    sheet = desk.page.locator("dip-board .view svg")
    for _ in range(3):
        desk.page.locator("dip-board button[title='Zoom in']").click()
    desk.page.wait_for_function(
        "() => document.querySelector('dip-board').picture.svg.getBoundingClientRect().width > 900"
    )
    desk.page.emulate_media(media="print")
    at = sheet.bounding_box()
    assert at is not None
    assert at["x"] >= 0 and at["x"] + at["width"] <= 700
    view = sheet.evaluate("svg => svg.parentElement.clientHeight")
    assert view >= at["height"] > 300
    expect(desk.page.locator("dip-board .tools")).to_be_hidden()
