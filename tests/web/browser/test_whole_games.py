"""Whole games through browsers: seven people with five ways of playing, from joining to the end; a
year of Machiavelli; a live game that its clock plays to its end; a variant as its designer brings
it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from playwright.sync_api import Page

from dragoman.formats import shipped_folder
from dragoman.judge.commands import command as c
from tests.web.browser.conftest import Come
from tests.web.browser.players import ByForms, ByJson, ByKeys, ByMouse, ByTouch, Player, expect
from tests.web.people import Clock
from tests.web.trial_page import Trial

WAYS: Final = {
    "ITALY": (ByJson, "desk", {}),
    "RUSSIA": (ByJson, "desk", {}),
    "TURKEY": (ByJson, "desk", {}),
    "AUSTRIA": (ByForms, "phone", {"java_script_enabled": False}),
    "FRANCE": (ByMouse, "desk", {}),
    "ENGLAND": (ByTouch, "phone", {}),
    "GERMANY": (ByKeys, "desk", {"reduced_motion": "reduce"}),
}
STORY: Final[tuple[tuple[str, str, Mapping[str, tuple[str, ...]]], ...]] = (
    (
        "S1901M",
        "Spring 1901",
        {
            "ITALY": ("A ROM-APU", "A VEN H", "F NAP-ION"),
            "RUSSIA": ("A MOS-UKR", "A WAR-GAL", "F SEV-BLA", "F STP/SC-BOT"),
            "TURKEY": ("A CON-BUL", "A SMY H", "F ANK-CON"),
            "AUSTRIA": ("A BUD-SER", "A VIE-GAL", "F TRI-ALB"),
            "FRANCE": ("A PAR-BUR", "A MAR-SPA", "F BRE-MAO"),
            "ENGLAND": ("F EDI-NWG", "F LON-NTH", "A LVP-YOR"),
            "GERMANY": ("A MUN-RUH", "A BER-MUN", "F KIE-HOL"),
        },
    ),
    (
        "F1901M",
        "Fall 1901",
        {
            "ITALY": ("A APU-TUN", "F ION C A APU-TUN", "A VEN H"),
            "RUSSIA": ("A UKR-RUM", "A WAR H", "F SEV H", "F BOT-SWE"),
            "TURKEY": ("A BUL H", "A SMY H", "F CON H"),
            "AUSTRIA": ("A SER H", "A VIE H", "F ALB-GRE"),
            "FRANCE": ("A BUR H", "A SPA H", "F MAO-POR"),
            "ENGLAND": ("F NWG-BAR", "A YOR-NWY", "F NTH C A YOR-NWY"),
            "GERMANY": ("A MUN-BUR", "A RUH S A MUN-BUR", "F HOL H"),
        },
    ),
    ("F1901R", "Fall 1901", {"FRANCE": ("A BUR R GAS",)}),
    (
        "W1901A",
        "Winter 1901",
        {
            "ITALY": ("F NAP B",),
            "RUSSIA": ("A MOS B", "F STP/NC B"),
            "TURKEY": ("F ANK B",),
            "AUSTRIA": ("A BUD B", "F TRI B"),
            "FRANCE": ("F BRE B", "A PAR B"),
            "ENGLAND": ("A LVP B",),
            "GERMANY": ("F KIE B",),
        },
    ),
    (
        "S1902M",
        "Spring 1902",
        {
            "ITALY": ("A VEN H",),
            "RUSSIA": ("A MOS H",),
            "TURKEY": ("F ANK-BLA",),
            "AUSTRIA": ("A BUD-RUM",),
            "FRANCE": ("A GAS-BUR", "A PAR-PIC"),
            "ENGLAND": ("A LVP-YOR",),
            "GERMANY": ("F KIE-DEN",),
        },
    ),
)
END: Final = ("F1902M", "Fall 1902")


def test_a_game_of_seven_to_its_end(hall: Trial, come: Come) -> None:
    master = ByJson(hall, come(account=hall.account(1)), 0, "")
    made = master.asks.post(
        "/api/games",
        data={"title": "The tour", "movement": "2 d"},
        headers={"X-Dragoman": "1"},
    )
    game = master.game = made.json()["game"]
    players: dict[str, Player] = {}
    for number, (power, (way, device, options)) in enumerate(WAYS.items()):
        context = come(device, hall.account(11 + number), **options)
        player = players[power] = way(hall, context, game, power)
        player.join(power.title())
    master.do("begin")
    for phase, words, orders in STORY:
        assert str(hall.judge.games.load(game).phase) == phase
        for power in WAYS:
            if power in orders or phase.endswith("M"):
                players[power].sees(phase, words)
        if phase == "S1901M":
            players["FRANCE"].write("ENGLAND", "The Channel stays empty?")
            players["ENGLAND"].reads("FRANCE", "The Channel stays empty?")
            players["ENGLAND"].write("FRANCE", "It does, if Picardy stays so, too.")
            players["GERMANY"].write("AUSTRIA", "Fall upon Russia with me.")
            players["AUSTRIA"].reads("GERMANY", "Fall upon Russia with me.")
            players["FRANCE"].reads("ENGLAND", "It does, if Picardy stays so, too.")
        for power, sheet in orders.items():
            players[power].order(*sheet)
            players[power].is_ready()
    players["ITALY"].sees(*END)
    italy = players["ITALY"]
    assert isinstance(italy, ByJson)
    italy.do("propose", what="draw")
    for power, player in players.items():
        player.sees(*END)
        if power != "ITALY":
            player.agrees()
    g = hall.judge.games.load(game)
    assert g.ending is not None and g.ending[0] == "draw"
    held = {power: len(g.game.position.centers_of(power)) for power in WAYS}
    assert held["FRANCE"] == held["AUSTRIA"] == 5 and held["GERMANY"] == 4
    for power in ("FRANCE", "ENGLAND", "GERMANY"):
        expect(players[power].page.locator(".phase")).to_contain_text("drawn")
    # What was is to be read from the first page on, also without script.
    page = players["AUSTRIA"].page
    page.goto(f"/games/{game}/turns/F1901M?why=true")
    expect(page.locator(".orders")).to_contain_text(["Bur"])


def test_a_year_of_machiavelli(hall: Trial, come: Come) -> None:
    game, who = hall.game(variant="machiavelli", movement="2 d", missed="hold")
    milan = ByMouse(hall, come(account=who["MILAN"]), game, "MILAN")
    milan.page.goto(f"/games/{game}")
    first = hall.judge.games.load(game).phase
    seen: list[str] = []
    while (g := hall.judge.games.load(game)).phase.year == first.year:
        phase = str(g.phase)
        assert phase not in seen, "the year goes on"
        seen.append(phase)
        milan.sees(phase, str(first.year))
        if phase == str(first):
            _spend_and_march(milan)
        for power, account in who.items():
            if power in tuple(g.has_to_order()):
                hall.act(game, c.SetReady(True, power), account)
        if str(hall.judge.games.load(game).phase) == phase:
            hall.act(game, c.ProcessNow())
    assert len(seen) >= 3
    milan.sees(str(g.phase), str(first.year + 1))
    page = milan.page
    page.goto(f"/games/{game}/turns/{first}")
    expect(page.get_by_text("Bank").first).to_be_visible()


def _spend_and_march(milan: ByMouse) -> None:
    """A march by mouse, and money as text; both stand on one sheet."""
    page = milan.page
    unit, place = page.evaluate(
        """() => {
          const { units } = document.querySelector('dip-board').board.own;
          const [unit, can] = Object.entries(units).find(([, can]) => can.m?.length);
          return [unit, can.m[0]];
        }"""
    )
    milan.order(f"{unit}-{place}")
    if not page.locator("#sheet").is_visible():
        page.locator("summary", has_text="As text").first.click()
    page.locator("#sheet").fill(f"{unit}-{place}\nborrow 5 d for 1 year")
    page.locator("#sheet").blur()
    milan.given((f"{unit}-{place}", "borrow 5 d for 1 year"))


def test_a_live_game_that_the_clock_plays_to_its_end(hall: Trial, clock: Clock, come: Come) -> None:
    game, who = hall.game(movement="5 min", last_year=1901, grace="0 min")
    desk = ByMouse(hall, come(account=who["TURKEY"]), game, "TURKEY")
    page = desk.page
    page.clock.install(time=clock())
    page.goto(f"/games/{game}")
    desk.sees("S1901M", "Spring 1901")
    expect(page.locator(".due")).to_contain_text(re.compile(r"[45]:\d\d"))
    # Saved orders count at the deadline, also of somebody who never said that he is ready.
    desk.order("A CON-BUL")
    _turn(hall, clock, page)
    desk.sees("F1901M", "Fall 1901")
    assert "BUL" in places(hall, game)
    # What comes after the deadline goes into no other phase.
    desk.context.set_offline(True)
    desk.pick("BUL")
    desk.pick("GRE")
    expect(page.locator("dip-board .status")).to_contain_text("Offline")
    _turn(hall, clock, page)
    assert desk.on_file == []
    desk.context.set_offline(False)
    desk.sees("W1901A", "Winter 1901")
    assert desk.on_file == []
    late = page.locator("#late .dip-note")
    expect(late).to_contain_text("Not sent, from Fall 1901, movement")
    expect(late).to_contain_text("A BUL-GRE")
    expect(late).to_be_visible()
    desk.order("F CON B")
    _turn(hall, clock, page)
    expect(page.locator(".phase")).to_contain_text("ended with the last year")
    g = hall.judge.games.load(game)
    assert g.ending is not None and g.game.position.centers_of("TURKEY").count("BUL") == 1


def places(hall: Trial, game: int) -> set[str]:
    """Where units stand."""
    return {one.location for one in hall.judge.games.load(game).game.position.units}


def _turn(hall: Trial, clock: Clock, page: Page) -> None:
    """Let the deadline come, here and there."""
    clock.wait(minutes=5, seconds=1)
    page.clock.set_system_time(clock())
    while hall.judge.games.tick(clock()) is not None:
        pass


def test_1898_as_its_designer_brings_it(hall: Trial, come: Come) -> None:
    designer = come(account=hall.account(1))
    folder = shipped_folder()
    files = {
        "name": "ninety_eight",
        "map": (folder / "standard" / "map.standard").read_text("utf-8"),
        "seed": (folder / "1898" / "seed.1898").read_text("utf-8"),
        "toml": 'title = "Ninety-eight"\nvictory_centers = 18\n',
    }
    guard = {"X-Dragoman": "1"}
    checked = designer.request.post("/api/variants/check", data=files, headers=guard).json()
    assert checked["map"].startswith("<svg") and not checked["told"]
    brought = designer.request.post("/api/variants", data=files, headers=guard)
    name = brought.json()["variant"]

    page = designer.new_page()
    page.goto(f"/variants/{name}")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Ninety-eight")
    page.get_by_role("link", name="Set up a game with it").click()
    expect(page.locator("#variant")).to_have_value(name)
    page.get_by_label("Title").fill("The year before")
    page.get_by_role("button", name="Set it up").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("The year before")
    game = int(page.url.partition("#")[0].rpartition("/")[2])
    player = ByMouse(hall, come(account=hall.account(11)), game, "R")
    player.page.goto(f"/games/{game}")
    player.page.locator("#wish-1").select_option(value="R")
    player.push(player.form("join").get_by_role("button"))
    expect(player.page.locator("#joining")).to_contain_text("You are in")
    for number in range(6):
        ByJson(hall, come(account=hall.account(12 + number)), game, "").do("join")
    page.reload()
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".phase")).to_contain_text("1899")
    # The page of a game that forms shows the same, until it hears that the game has begun.
    expect(player.page.locator("#sheet")).to_be_attached()
    player.sees("S1899M", "Spring 1899")
    player.order("A STP-MOS")
    page.locator(".pane-tabs [data-pane=more]").click()
    page.get_by_role("button", name="Judge now").click()
    page.wait_for_url("**/do/process-now")
    page.get_by_role("button", name="Judge now").click()
    # On a map that somebody brought the judge's worker judges, under a limit.
    player.wait_for(lambda: hall.judge.games.tick(hall.now()) is not None)
    player.sees("F1899M", "Fall 1899")
    assert "MOS" in places(hall, game)
