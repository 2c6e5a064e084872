"""What the board and the page of a game do together, item by item of ``board_lists.toml``."""

from __future__ import annotations

import random
import re
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from dragoman.judge.commands import command as c
from tests.web.browser.conftest import Come
from tests.web.browser.players import ByKeys, ByMouse, ByTouch
from tests.web.panes import open_pane
from tests.web.trial_page import Trial

WHERE: Final = {
    "ENGLAND": ["F NTH", "A YOR", "F EDI"],
    "FRANCE": ["A PAR", "A MAR", "F MAO", "F WES", "A GAS"],
    "RUSSIA": ["A FIN", "F BOT"],
}


@pytest.fixture(scope="module")
def middle(hall: Trial) -> tuple[int, dict[str, int]]:
    """A game in its middle, and who plays what."""
    game, who = hall.game()
    hall.place(game, "S1901M", WHERE)
    return game, who


def at_desk(hall: Trial, come: Come, game: int, power: str, account: int) -> ByMouse:
    found = ByMouse(hall, come(account=account), game, power)
    found.page.goto(f"/games/{game}")
    found.sees(str(hall.judge.games.load(game).phase), "")
    return found


def cleared(hall: Trial, game: int, power: str, account: int) -> None:
    hall.act(game, c.SaveOrders(""), account)


EACH_ORDER: Final[tuple[tuple[list[str | int], list[str]], ...]] = (
    (["PAR", "PIC"], ["A PAR-PIC"]),
    (["PAR", 1], ["A PAR H"]),
    (["MAR", "GAS", 1], ["A MAR S A GAS"]),
    (["PAR", "BUR", "MAR", "PAR"], ["A PAR-BUR", "A MAR S A PAR-BUR"]),
)
"""Picks, of places and of what is offered by its number, and their orders; the last are two."""


def test_each_order_in_each_way(
    hall: Trial, come: Come, middle: tuple[int, dict[str, int]]
) -> None:
    game, who = middle
    desk = at_desk(hall, come, game, "FRANCE", who["FRANCE"])
    keys = ByKeys(hall, desk.context, game, "FRANCE")
    keys.page.close()
    keys.page = desk.page
    page = desk.page
    undo = page.get_by_role("button", name="Undo", exact=True)
    for picks, orders in EACH_ORDER:
        for one in picks:
            if isinstance(one, int):
                page.locator("dip-board .chips button").nth(one - 1).click()
            else:
                desk.pick(one)
        desk.given(tuple(orders))
        for _ in orders:
            undo.click()
        desk.given(())
        keys.come_to(page.locator("dip-board .view"))
        for one in picks:
            if isinstance(one, int):
                page.keyboard.press(str(one))
            else:
                keys.go(one)
        keys.given(tuple(orders))
        for _ in orders:
            page.keyboard.press("Control+z")
        desk.given(())
        _by_lists(page, orders)
        desk.given(tuple(orders))
        for _ in orders:
            undo.click()
        desk.given(())
    area = _as_text(page)
    for _, orders in EACH_ORDER:
        area.fill("\n".join(orders))
        area.blur()
        desk.given(tuple(orders))
        expect(page.locator("dip-board [data-ghost]")).to_have_count(0)
    area.fill("")
    area.blur()
    desk.given(())


def _as_text(page: Page) -> Any:
    area = page.locator("#sheet")
    if not area.is_visible():
        page.locator("summary", has_text="As text").first.click()
    return area


def _by_lists(page: Page, orders: list[str]) -> None:
    """Choose orders from the lists beside the map: the kind, then what it asks for."""
    for text in orders:
        unit, rest = text[:5], text[5:].strip()
        row = page.locator(".dip-rows li").filter(
            has=page.locator("button", has_text=NAMES[unit]),
        )
        lists = row.locator("select")
        answers = {"-": [rest[1:]], "H": [], "S": [rest[2:7], rest[8:] or "."]}[rest[0]]
        # A row in which somebody is choosing stays, also when what was saved before comes back.
        lists.nth(0).focus()
        lists.nth(0).select_option("m" if rest.startswith("-") else rest[0].lower())
        for number, answer in enumerate(answers, 1):
            if answer != "." or lists.count() > number:
                lists.nth(number).select_option(answer)


NAMES: Final = {"A PAR": "Paris", "A MAR": "Marseilles", "A GAS": "Gascony"}


def test_coasts_are_asked_for_where_there_are_several(
    hall: Trial, come: Come, middle: tuple[int, dict[str, int]]
) -> None:
    game, who = middle
    for power, units, asks in (
        ("RUSSIA", ("FIN", "STP"), False),
        ("FRANCE", ("WES", "SPA"), False),
        ("FRANCE", ("MAO", "SPA"), True),
    ):
        cleared(hall, game, power, who[power])
        desk = at_desk(hall, come, game, power, who[power])
        for place in units:
            desk.pick(place)
        if asks:
            chips = desk.page.locator("dip-board .chips button")
            expect(chips.filter(has_text="/nc")).to_have_count(1)
            assert desk.on_file == []
            chips.filter(has_text="/sc").click()
        desk.given(({"FIN": "A FIN-STP", "WES": "F WES-SPA/SC", "MAO": "F MAO-SPA/SC"}[units[0]],))


def test_what_cannot_be_is_ordered_anyway(hall: Trial, come: Come) -> None:
    game, who = hall.game()
    desk = at_desk(hall, come, game, "ENGLAND", who["ENGLAND"])
    page = desk.page
    desk.pick("LVP")
    desk.pick("MOS")
    assert desk.on_file == []
    page.locator("dip-board .chips button", has_text="anyway").first.click()
    desk.given(("A LVP-MOS",))
    desk.pick("EDI")
    page.keyboard.down("Shift")
    desk.pick("TUN")
    page.keyboard.up("Shift")
    desk.given(("A LVP-MOS", "F EDI-TUN"))
    # It is flagged with the judge's own sentence, and nothing keeps anybody from being ready.
    expect(page.locator(".dip-told")).to_contain_text("line 1")
    expect(page.locator(".dip-rows li.doubtful")).to_have_count(2)
    desk.is_ready()
    expect(desk.form("set-ready").get_by_role("button").first).to_contain_text("Not ready")
    hall.act(game, c.ProcessNow())
    page.goto(f"/games/{game}/turns/S1901M?why=true")
    expect(page.locator(".orders")).to_contain_text([re.compile("Lvp.Mos")])


def test_pans_and_pinches_change_no_order(
    hall: Trial, come: Come, middle: tuple[int, dict[str, int]]
) -> None:
    game, who = middle
    cleared(hall, game, "FRANCE", who["FRANCE"])
    phone = ByTouch(hall, come("phone", who["FRANCE"]), game, "FRANCE")
    page = phone.page
    page.goto(f"/games/{game}")
    phone.sees("S1901M", "")
    view = page.locator("dip-board .view")
    view.scroll_into_view_if_needed()
    box = view.bounding_box()
    assert box is not None
    fingers = phone.context.new_cdp_session(page)
    dice = random.Random(7)

    def somewhere() -> dict[str, float]:
        # On the map, and beside the buttons that lie upon it.
        x = box["x"] + dice.uniform(0.1, 0.8) * box["width"]
        y = box["y"] + dice.uniform(0.15, 0.9) * box["height"]
        return {"x": x, "y": y}

    def touch(kind: str, *points: dict[str, float]) -> None:
        numbered = [{**one, "id": number} for number, one in enumerate(points)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": numbered})

    zoomed = """() => {
      const { shadowRoot } = document.querySelector('dip-board');
      return shadowRoot.querySelector('.view > svg').getBoundingClientRect().width;
    }"""
    scales: set[float] = set()
    for _ in range(6):
        start, other = somewhere(), somewhere()
        touch("touchStart", start)
        touch("touchStart", start, other)
        for _ in range(3):
            touch("touchMove", somewhere(), somewhere())
        touch("touchEnd", other)
        touch("touchEnd")
        scales.add(page.evaluate(zoomed))
        start = somewhere()
        touch("touchStart", start)
        for _ in range(3):
            touch("touchMove", somewhere())
        touch("touchEnd")
    page.wait_for_timeout(60)
    assert len(scales) > 1, "two fingers zoom"
    # Nor does a tap by itself, wherever it goes.
    cancel = page.locator("dip-board .cancel")
    for _ in range(150):
        touch("touchStart", somewhere())
        touch("touchEnd")
        if cancel.is_visible():
            cancel.tap()
    assert phone.on_file == []
    page.get_by_role("button", name="My units").tap()
    page.wait_for_timeout(60)
    phone.pick("PAR")
    phone.pick("BUR")
    phone.given(("A PAR-BUR",))


def test_many_units_on_a_small_phone(hall: Trial, come: Come) -> None:
    game, who = hall.game()
    board = hall.judge.games.load(game).game.variant.board
    homes = [one for one in sorted(board.centers)]
    units = {
        "TURKEY": [f"A {one}" for one in homes[:17]],
        "RUSSIA": [f"A {one}" for one in homes[17:]],
    }
    hall.place(game, "S1901M", units)
    small = {"viewport": {"width": 360, "height": 640}}
    phone = ByTouch(hall, come("phone", who["TURKEY"], **small), game, "TURKEY")
    page = phone.page
    page.goto(f"/games/{game}")
    phone.sees("S1901M", "")
    ready = phone.form("set-ready").get_by_role("button").first
    expect(ready).to_be_in_viewport()
    phone.open("orders")
    page.locator(".dip-rows li").last.scroll_into_view_if_needed()
    expect(ready).to_be_in_viewport()
    phone.open("map")
    expect(ready).to_be_in_viewport()
    # Where shapes are small a tap asks which is meant, and orders nothing by itself.
    phone.pick("BUL")
    phone.pick("SER")
    expect(page.locator("dip-board .chips button").first).to_be_visible()


def test_what_the_phase_wants(hall: Trial, come: Come, middle: tuple[int, dict[str, int]]) -> None:
    game, who = middle
    cleared(hall, game, "FRANCE", who["FRANCE"])
    desk = at_desk(hall, come, game, "FRANCE", who["FRANCE"])
    page = desk.page
    expect(page.locator(".ready")).to_contain_text("0 of 5")
    expect(page.locator("dip-board .todo")).to_have_count(5)
    desk.pick("PAR")
    desk.pick("BUR")
    expect(page.locator(".ready")).to_contain_text("1 of 5")
    expect(page.locator("dip-board .todo")).to_have_count(4)
    expect(page.get_by_text("Saved orders count at the deadline").first).to_be_visible()
    expect(page.locator("time[datetime]").first).to_be_attached()


def test_who_is_ready_is_told_where_that_may_be_known(hall: Trial, come: Come) -> None:
    game, who = hall.game(readiness_shown=True)
    hall.act(game, c.SaveOrders("A par H"), who["FRANCE"])
    hall.act(game, c.SetReady(True), who["ITALY"])
    page = come(account=who["TURKEY"]).new_page()
    page.goto(f"/games/{game}")
    row = page.locator("#powers tbody tr")
    expect(row.filter(has_text="Italy")).to_contain_text("ready")
    expect(row.filter(has_text="France")).to_contain_text("orders in")
    expect(row.filter(has_text="Russia")).not_to_contain_text("orders in")


def test_press_stands_beside_the_map_and_orders_nothing(
    hall: Trial, come: Come, middle: tuple[int, dict[str, int]]
) -> None:
    game, who = middle
    cleared(hall, game, "FRANCE", who["FRANCE"])
    desk = at_desk(hall, come, game, "FRANCE", who["FRANCE"])
    page = desk.page
    desk.pick("PAR")
    written = desk.form("send").locator("textarea")
    view = page.locator("dip-board .view").bounding_box()
    written.scroll_into_view_if_needed()
    field = written.bounding_box()
    assert view is not None and field is not None and field["x"] > view["x"] + view["width"] - 1
    written.press_sequentially("Hm, h m s c v. [n] 1")
    assert desk.on_file == []
    send = desk.form("send").get_by_role("button")
    expect(send).to_be_disabled()
    desk.form("send").get_by_label("all", exact=True).check()
    send.click()
    expect(page.locator("#press")).to_contain_text("Hm, h m s c v. [n] 1")
    # What one writes is read, also where no page showed it.
    hall.act(game, c.Send("By mail.", ("ENGLAND",)), who["FRANCE"])
    page.goto("/")
    expect(page.locator("main")).not_to_contain_text("unread")


def test_a_thread_of_several_is_put_aside(hall: Trial, come: Come) -> None:
    """Press of three, read, and marked unread again to be answered later."""
    game, who = hall.game(press=["private"])
    for text in ("Shall we?", "All three of us?"):
        hall.act(game, c.Send(text, ("FRANCE", "GERMANY")), who["ENGLAND"])
    page = come(account=who["FRANCE"]).new_page()
    row = page.locator("main tr").filter(has=page.locator(f"a[href='/games/{game}']"))
    page.goto("/")
    expect(row).to_contain_text("2 unread")
    page.goto(f"/games/{game}")
    expect(page.locator("#press .threads")).to_contain_text("England, Germany")
    second = page.locator("#press .messages li").filter(has_text="All three of us?")
    page.goto("/")
    expect(row).not_to_contain_text("unread")
    page.goto(f"/games/{game}")
    second.get_by_role("button", name="Mark unread").click()
    expect(row).to_contain_text("1 unread")


def test_what_was_written_last_is_in_sight(hall: Trial, come: Come) -> None:
    """Also when more comes; but whoever reads further up stays there."""
    game, who = hall.game(press=["private"])

    def writes(number: int) -> None:
        hall.act(game, c.Send(f"Letter {number}.", ("FRANCE",)), who["ENGLAND"])

    for number in range(20):
        writes(number)
    page = come(account=who["FRANCE"]).new_page()
    page.goto(f"/games/{game}")
    page.locator("#press").scroll_into_view_if_needed()
    letters = page.locator("#press .messages")
    expect(letters.get_by_text("Letter 19.")).to_be_in_viewport()
    expect(letters.get_by_text("Letter 0.")).not_to_be_in_viewport()
    writes(20)
    expect(letters.get_by_text("Letter 20.")).to_be_in_viewport()
    letters.evaluate("one => { one.scrollTop = 0; }")
    expect(letters.get_by_text("Letter 0.")).to_be_in_viewport()
    writes(21)
    expect(letters.get_by_text("Letter 21.")).to_be_attached()
    expect(letters.get_by_text("Letter 0.")).to_be_in_viewport()


@pytest.mark.parametrize("how", ["is not there", "is kept away", "cannot be read"])
def test_a_board_whose_script_does_not_come(
    hall: Trial, come: Come, middle: tuple[int, dict[str, int]], how: str
) -> None:
    """Then there are the picture and the lists, as for browsers without script."""
    game, who = middle
    cleared(hall, game, "FRANCE", who["FRANCE"])
    page = come(account=who["FRANCE"], service_workers="block").new_page()
    answer: dict[str, Any] = {"status": 404, "body": ""}
    if how == "cannot be read":
        answer = {"content_type": "text/javascript", "body": "this is no script"}
    page.route(
        "**/dip-board.js",
        lambda route: route.abort() if how == "is kept away" else route.fulfill(**answer),
    )
    page.goto(f"/games/{game}")
    picture = page.locator("dip-board .map img")
    expect(picture).to_be_visible()
    page.wait_for_function("one => one.naturalWidth > 0", arg=picture.element_handle())
    lists = page.locator("#order-lists")
    lists.get_by_label("A GAS").select_option("A GAS H")
    lists.get_by_role("button").click()
    expect(page.locator(".ready .count")).to_contain_text("1 of 5")
    assert hall.text(game, "FRANCE") == "A GAS H"


@pytest.mark.parametrize("options", [{}, {"java_script_enabled": False}])
def test_a_warning_is_told_once(
    hall: Trial, come: Come, middle: tuple[int, dict[str, int]], options: dict[str, Any]
) -> None:
    """By the page, or by the board once that is there, which knows what is written since."""
    game, who = middle
    hall.act(game, c.SaveOrders("A GAS H\nA GAS - MOS"), who["FRANCE"])
    page = come(account=who["FRANCE"], **options).new_page()
    page.goto(f"/games/{game}")
    told = page.locator("#orders .told li").filter(visible=True)
    if not options:
        page.locator("dip-board .unit").first.wait_for()
    expect(told).to_have_count(1)
    expect(told).to_contain_text("ine 2")
    if not options:
        page.get_by_label("Orders as text").fill("A GAS H")
        expect(told).to_have_count(0)
    hall.act(game, c.SaveOrders(""), who["FRANCE"])


def test_what_is_offered_stays_within_a_phone(
    hall: Trial, come: Come, middle: tuple[int, dict[str, int]]
) -> None:
    """However much it is, and what is below stays where it is."""
    game, who = middle
    page = come("phone", who["FRANCE"]).new_page()
    page.goto(f"/games/{game}")
    page.locator("dip-board .unit").first.wait_for()
    chips = page.locator("dip-board .chips")
    below = page.locator("dip-board .tools")
    before = below.bounding_box()
    chips.evaluate(
        """one => one.innerHTML = ['north', 'south', 'east', 'west', 'north-west', 'south-east']
          .map(name => `<button>Move to Constantinople, ${name} coast</button>`).join('')"""
    )
    boxes = [one.bounding_box() for one in chips.get_by_role("button").all()]
    assert len({box["y"] for box in boxes if box}) == 1, "one line, which goes on sideways"
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert below.bounding_box() == before
    last = chips.get_by_role("button").last
    assert last.evaluate(
        """one => {
          one.scrollIntoView({ inline: 'end' });
          const { left, top, width, height } = one.getBoundingClientRect();
          const there = one.getRootNode().elementFromPoint(left + width / 2, top + height / 2);
          return left >= 0 && left + width <= 391 && there === one;
        }"""
    ), "nothing lies over it"


def test_rows_without_orders_are_marked_whatever_the_colours(
    hall: Trial, come: Come, middle: tuple[int, dict[str, int]]
) -> None:
    game, who = middle
    hall.act(game, c.SaveOrders("A GAS H"), who["FRANCE"])
    page = come(account=who["FRANCE"], forced_colors="active").new_page()
    page.goto(f"/games/{game}")
    page.locator("dip-board .unit").first.wait_for()
    rows = page.locator(".dip-rows")
    expect(rows.locator(".ordered")).to_have_count(1)
    bar = "one => getComputedStyle(one).borderLeftColor"
    ground = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    assert rows.locator(".ordered").evaluate(bar) == ground
    assert rows.locator("li:not(.ordered)").first.evaluate(bar) != ground
    hall.act(game, c.SaveOrders(""), who["FRANCE"])


def test_what_is_said(hall: Trial, come: Come, middle: tuple[int, dict[str, int]]) -> None:
    """The live region, against a transcript of a turn."""
    game, who = middle
    cleared(hall, game, "FRANCE", who["FRANCE"])
    keys = ByKeys(hall, come(account=who["FRANCE"]), game, "FRANCE")
    page = keys.page
    page.goto(f"/games/{game}")
    keys.sees("S1901M", "")
    page.evaluate(
        """() => {
          const live = document.querySelector('dip-board').shadowRoot.querySelector('[aria-live]');
          window.heard = [];
          new MutationObserver(() => window.heard.push(live.textContent)).observe(live, {
            childList: true, characterData: true, subtree: true });
        }"""
    )
    keys.come_to(page.locator("dip-board .view"))
    keys.go("par")
    keys.go("bur")
    keys.given(("A PAR-BUR",))
    keys.go("mar")
    page.keyboard.press("Escape")
    # What comes at once is said together, so it may not stand by itself.
    page.wait_for_function("() => window.heard.some(one => /(^|\\. )Saved/.test(one))")
    heard = "\n".join(page.evaluate("window.heard"))
    for line in (
        "Paris, .*army of France",
        "A Paris",
        "Burgundy.*reachable",
        "A Paris → Burgundy",
        "Saved",
    ):
        assert re.search(line, heard), heard


def test_the_past_takes_no_orders(hall: Trial, come: Come) -> None:
    game, who = hall.game()
    hall.act(game, c.SaveOrders("A par-bur"), who["FRANCE"])
    hall.act(game, c.ProcessNow())
    desk = ByMouse(hall, come(account=who["FRANCE"]), game, "FRANCE")
    page = desk.page
    page.goto(f"/games/{game}")
    desk.sees("F1901M", "Fall 1901")
    open_pane(page, "more")
    page.get_by_text("All turns", exact=True).click()
    page.get_by_role("link", name="Spring 1901, movement").first.click()
    page.wait_for_url("**/turns/S1901M*")
    expect(page.locator("main")).to_contain_text("Par–Bur")
    expect(page.locator("dip-board .desk.past")).to_be_visible()
    expect(page.locator("textarea:visible, .dip-rows select")).to_have_count(0)
    desk.pick("PAR")
    desk.pick("PIC")
    assert desk.on_file == []
    page.locator("#turns").get_by_role("button", name="Now").click()
    desk.sees("F1901M", "Fall 1901")
    desk.pick("BUR")
    desk.pick("BEL")
    desk.given(("A BUR-BEL",))


def test_the_position_is_read_without_the_map(
    hall: Trial, come: Come, middle: tuple[int, dict[str, int]]
) -> None:
    game, who = middle
    page = come(account=who["FRANCE"]).new_page()
    page.goto(f"/games/{game}")
    row = page.locator("#powers tbody tr").filter(has_text="France")
    expect(row).to_contain_text("A Par")
    cursor = page.locator("dip-board #cursor")
    view = page.locator("dip-board .view")
    view.focus()
    for key in (".", "b", "u", "r"):
        page.keyboard.press(key)
    expect(cursor).to_have_attribute("aria-label", re.compile("Burgundy, land"))
