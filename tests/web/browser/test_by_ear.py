"""A year as it is played by ear: by keys, roles and names alone, with all that is announced held
against a transcript, in its order, each thing once."""

from __future__ import annotations

import re
from datetime import timedelta
from itertools import permutations
from typing import Any, Final

from playwright.sync_api import BrowserContext, Locator, expect

from dragoman.judge.commands import command as c
from tests.web.browser.conftest import Come
from tests.web.browser.players import ByKeys
from tests.web.trial_page import Trial

_LISTEN: Final = """
window.heard = [];
const LIVE = '[aria-live], [role=status], [role=alert]';
const hear = root => new MutationObserver(changes => {
  const live = new Set();
  for (const { target, addedNodes } of changes) {
    const at = target.nodeType === 1 ? target : target.parentElement;
    live.add(at?.closest(LIVE));
    for (const one of addedNodes) if (one.matches?.(LIVE)) live.add(one);
  }
  for (const one of live) {
    const text = one?.closest('[hidden]') ? '' : one?.textContent.replace(/\\s+/g, ' ').trim();
    if (text) window.heard.push(text);
  }
}).observe(root, { subtree: true, childList: true, characterData: true });
const attach = Element.prototype.attachShadow;
Element.prototype.attachShadow = function (how) {
  const root = attach.call(this, how);
  hear(root);
  return root;
};
document.addEventListener('readystatechange', () => {
  if (document.readyState === 'interactive') hear(document);
});
"""
"""Puts down whatever a live region says. A page that is opened says nothing: it is read."""

_NAME: Final = """() => {
  let one = document.activeElement;
  while (one.shadowRoot?.activeElement) one = one.shadowRoot.activeElement;
  return one.getAttribute('aria-label') || one.title || one.textContent.trim();
}"""
"""The name of whatever has the focus."""

UNITS: Final = {
    "RUSSIA": ["A FIN", "F BOT", "F BAL", "F CON", "A WAR", "A UKR", "A SEV"],
    "TURKEY": ["F BLA", "F ARM"],
    "AUSTRIA": ["A SER"],
    "GERMANY": ["A MUN"],
    "ENGLAND": ["F NTH"],
    "FRANCE": ["A PAR"],
    "ITALY": ["A ROM"],
}
CENTERS: Final = {
    "RUSSIA": ["STP", "MOS", "WAR", "SEV", "NWY", "SWE", "DEN", "RUM"],
    "TURKEY": ["ANK", "SMY", "CON"],
    "AUSTRIA": ["VIE", "BUD", "TRI", "SER"],
    "GERMANY": ["MUN", "KIE", "BER"],
    "ENGLAND": ["LON", "EDI", "LVP"],
    "FRANCE": ["PAR", "BRE", "MAR"],
    "ITALY": ["ROM", "NAP", "VEN"],
}
AT: Final = re.compile(r"\d\d:\d\d")


class ByEar(ByKeys):
    """Somebody who has keys and ears."""

    def __init__(self, t: Trial, context: BrowserContext, game: int, power: str) -> None:
        super().__init__(t, context, game, power)
        self.page.add_init_script(_LISTEN)
        self.heard = 0

    @property
    def board(self) -> Locator:
        return self.page.get_by_role("application", name="Board")

    def begins(self) -> None:
        """Open the page of the game, and go to the board: it comes first, past the menu."""
        self.page.goto(f"/games/{self.game}")
        expect(self.board).to_be_visible()
        for key in ("Tab", "Enter", "Tab"):
            self.page.keyboard.press(key)
        expect(self.board).to_be_focused()

    def opened(self) -> None:
        """Another page has come; what was heard on the one before is of the past."""
        expect(self.board).to_be_visible()
        self.heard = 0

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def hears(self, *told: str) -> None:
        """This is said next, before long, and nothing else."""
        wanted = ". ".join(told)
        try:
            self.wait_for(lambda: len(self._said()) >= len(wanted))
        finally:
            said = self._said()
            assert said == wanted
        self.heard = self._number()

    def hears_of(self, *told: str) -> None:
        """The same of things that come by themselves, whichever comes first."""
        self.wait_for(lambda: len(self._said()) >= len(". ".join(told)))
        assert self._said() in {". ".join(one) for one in permutations(told)}
        self.heard = self._number()

    def hears_results(self, phase: str, headline: str, *more: str) -> None:
        """A turn was judged: that is said, and how his orders came out."""
        self.hears_of(f"A new phase: {phase}", headline, *more)

    def goes_on_to(self, phase: str) -> None:
        """Go on from what happened to what is to be done."""
        self.push(self.page.locator("#results .to-now"))
        self.hears(phase)

    def finds(self, letters: str, told: str) -> None:
        """Go to a place by its first letters; where else they led on the way is told, too."""
        self.press(".", *letters)
        try:
            self.wait_for(lambda: self._said().endswith(told))
        finally:
            assert self._said().endswith(told), self._said()
        self.heard = self._number()

    def picks(self, letters: str, told: str, *then: str) -> None:
        self.finds(letters, told)
        self.press("Enter")
        self.hears(*then)

    def passed(self, until: Locator) -> list[str]:
        """Names of what Tab leads to on the way to an element, which has the focus then."""
        names = list[str]()
        for _ in range(150):
            self.page.keyboard.press("Tab")
            if until.evaluate("one => one.getRootNode().activeElement === one"):
                return names
            names.append(self.page.evaluate(_NAME))
        raise AssertionError(names)

    def _number(self) -> int:
        return int(self.page.evaluate("window.heard.length"))

    def _said(self) -> str:
        heard: list[str] = self.page.evaluate("at => window.heard.slice(at)", self.heard)
        return AT.sub("now", ". ".join(heard))


def test_a_year_by_ear(hall: Trial, come: Come) -> None:
    game, who = hall.game(press=["private", "public"], movement="2 d")
    hall.place(game, "S1901M", UNITS, centers=CENTERS)
    one = ByEar(hall, come(account=who["RUSSIA"]), game, "RUSSIA")
    one.begins()
    _spring(one)
    _what_others_do(hall, one, who)
    _one_account_on_two_devices(hall, one, who["RUSSIA"])
    _being_ready(one)
    orders = {"TURKEY": "F BLA-SEV\nF ARM S F BLA-SEV", "AUSTRIA": "A SER-RUM"}
    for power, text in orders.items():
        hall.act(game, c.SaveOrders(text), who[power])
    one.come_to(one.page.get_by_role("combobox", name="Order of A Warsaw").first)
    hall.act(game, c.ProcessNow())
    # What happened comes first; who was at the list of the spring is at that, and then goes on.
    one.hears_results(
        "Spring 1901, retreats",
        "6 of your 7 orders succeeded",
        "Votes, Draw: Austria, England, France, Germany, Italy, Russia, Turkey"
        " Spring 1901, movement lapsed",
    )
    told = one.page.get_by_role("heading", name="6 of your 7 orders succeeded")
    expect(told).to_be_focused()
    one.goes_on_to("Spring 1901, retreats")
    expect(one.page.get_by_role("heading", name="Orders", exact=True)).to_be_focused()
    _retreats(one)
    _autumn_and_winter(hall, one)
    assert not one.faults


def _spring(one: ByEar) -> None:
    """A convoy over two fleets, a support, a coast, a move that is going to bounce; what was
    ordered is heard again, and taken back."""
    one.picks("fin", "Finland, land, army of Russia, no order yet", "A Finland: where to?")
    one.picks(
        "ber",
        "Berlin, land, centre of Germany, reachable",
        "A Finland → Berlin, with F Gulf of Bothnia, F Baltic Sea",
        "Saved now",
    )
    told = "Warsaw, land, army of Russia, centre of Russia"
    one.picks("war", f"{told}, no order yet", "A Warsaw: where to?")
    one.picks("gal", "Galicia, land, reachable", "A Warsaw → Galicia", "Saved now")
    one.picks("ukr", "Ukraine, land, army of Russia, no order yet", "A Ukraine: where to?")
    helps = "A Ukraine: support A Warsaw → Galicia"
    more = "1 Move to Warsaw, 2 Support its move…"
    one.picks("war", f"{told}, A Warsaw → Galicia, reachable", helps, more, "Saved now")
    told = "Constantinople, land, fleet of Russia, centre of Turkey, no order yet"
    one.picks("con", told, "F Constantinople: where to?")
    coasts = ("Which coast?", "1 Bulgaria/ec, 2 Bulgaria/sc")
    one.picks("bul", "Bulgaria, land, unowned centre, reachable", *coasts)
    assert "F CON" not in "".join(one.on_file)
    one.press("2")
    one.hears("F Constantinople → Bulgaria/sc", "Saved now")
    told = "Sevastopol, land, army of Russia, centre of Russia"
    one.press("n")
    one.hears("A Sevastopol: where to?")
    move = ("A Sevastopol → Rumania", "1 By convoy", "Saved now")
    one.picks("rum", "Rumania, land, centre of Russia, reachable", *move)
    one.finds("ukr", f"Ukraine, land, army of Russia, {helps}")
    one.press(".", "z", "z")
    one.hears(f"Ukraine, land, army of Russia, {helps}")
    one.press("Control+z")
    one.hears("Undone: A Sevastopol", "Saved now")
    one.finds("sev", f"{told}, no order yet")
    one.press("Control+y")
    one.hears("Redone: A Sevastopol", "Saved now")
    one.press("Escape")
    one.hears("Pick one of your units, then where it goes")
    one.press("ArrowLeft")
    one.hears(f"Ukraine, land, army of Russia, {helps}")
    one.given(
        (
            *("A FIN-BER", "F BOT C A FIN-BER", "F BAL C A FIN-BER", "A WAR-GAL"),
            *("A UKR S A WAR-GAL", "F CON-BUL/SC", "A SEV-RUM"),
        )
    )


def _what_others_do(hall: Trial, one: ByEar, who: dict[str, int]) -> None:
    """Press that is read and answered, a vote, another deadline, a pause."""
    game, page = one.game, one.page
    hall.act(game, c.Send("Good morning.", ()), who["ITALY"])
    one.hears("New press: Everybody 1 unread")
    hall.act(game, c.Send("Will you hold?", ("RUSSIA",)), who["TURKEY"])
    one.hears("New press: Turkey 1 unread, Everybody 1 unread")
    # The pane at hand stays, whatever comes in others.
    expect(page.get_by_text("Will you hold?")).to_have_count(0)
    one.push(page.get_by_role("link", name="Turkey 1 unread"))
    expect(page.get_by_text("Will you hold?")).to_be_visible()
    one.opened()
    one.fill(page.get_by_role("textbox", name="To Turkey…"), "I do.")
    one.push(page.get_by_role("button", name="Send"))
    expect(page.get_by_role("listitem").filter(has_text="I do.")).to_be_visible()
    one.opened()
    letter = hall.judge.games.load(game).messages[-1]
    assert (letter.text, letter.to) == ("I do.", ("TURKEY",))
    hall.act(game, c.SetDeadline(hall.now() + timedelta(days=4), "a feast"))
    one.wait_for(lambda: one._said() != "")
    due = one._said()
    assert re.fullmatch(r"Spring 1901, movement, \w+ now", due)
    one.heard = one._number()
    hall.act(game, c.Pause("a feast"))
    one.hears("Spring 1901, movement, paused")
    hall.act(game, c.Resume())
    one.wait_for(lambda: one._said() != "")
    assert re.fullmatch(r"Spring 1901, movement, \w+ now", one._said())
    one.heard = one._number()
    draw = "Draw: Austria, England, France, Germany, Italy, Russia, Turkey Spring 1901, movement"
    hall.act(game, c.Propose("draw"), who["ENGLAND"])
    one.hears(f"Votes, {draw}")
    expect(page.locator(".pane-tabs")).to_contain_text("More 1 open vote")
    agree = page.get_by_role("button", name="Agree", exact=True)
    one.open("more")
    one.come_to(agree)
    hall.act(game, c.Propose("pause"), who["ENGLAND"])
    one.hears("Votes, Pause Spring 1901, movement")
    # There are two of them now, and he is where he was.
    expect(agree.first).to_be_focused()
    one.press("Enter")
    page.wait_for_url("**/do/vote")
    one.push(page.get_by_role("button", name="Agree", exact=True))
    one.wait_for(lambda: bool(_votes(hall, game, "RUSSIA")))
    one.opened()


def _votes(hall: Trial, game: int, power: str) -> list[Any]:
    proposals = hall.judge.games.load(game).proposals
    return [one for one in proposals if power in one.votes]


def _one_account_on_two_devices(hall: Trial, one: ByEar, account: int) -> None:
    """What he orders at another device is told; where both are changed he is asked."""
    game, board = one.game, one.board
    one.come_to(board)
    told = "Sevastopol, land, army of Russia, centre of Russia"
    sheet = "\n".join(one.on_file)
    hall.act(game, c.SaveOrders(sheet.replace("A SEV-RUM", "A SEV H")), account)
    one.hears("Changed elsewhere: A Sevastopol")
    one.picks("sev", f"{told}, A Sevastopol: hold", "A Sevastopol: where to?")
    move = ("A Sevastopol → Rumania", "1 By convoy", "Saved now")
    one.picks("rum", "Rumania, land, centre of Russia, reachable", *move)
    one.context.set_offline(True)
    one.picks("sev", f"{told}, A Sevastopol → Rumania", "A Sevastopol: where to?")
    one.press("h")
    one.hears("A Sevastopol: hold", "Offline: kept here")
    hall.act(game, c.SaveOrders(sheet.replace("A SEV-RUM", "A SEV-ARM")), account)
    one.context.set_offline(False)
    one.hears(
        "A Sevastopol was changed elsewhere, too. Which counts?",
        "1 Yours: A Sevastopol: hold, 2 Elsewhere: A Sevastopol → Armenia",
        "Saved now",
    )
    one.press("1")
    one.hears("A Sevastopol: hold", "Saved now")
    one.press("Control+z")
    one.hears("Undone: A Sevastopol", "Saved now")


def _being_ready(one: ByEar) -> None:
    """It is said that one is ready no more when one orders something else."""
    page, keyboard = one.page, one.page.keyboard
    # From the map one comes to its tools, what is offered, the turns, and then to Ready.
    assert one.passed(page.get_by_role("button", name="Ready", exact=True)) == [
        *("Tools", "Zoom in", "Zoom out", "My units or the whole map"),
        *("Undo", "Redo", "What if?", "Centres"),
    ]
    expect(page.get_by_role("button", name="Ready", exact=True)).to_be_focused()
    keyboard.press("Enter")
    one.wait_for(lambda: one.t.judge.games.load(one.game).is_ready("RUSSIA"))
    one.opened()
    # The page goes on where he was.
    keyboard.press("Tab")
    expect(page.get_by_role("button", name="Not ready after all")).to_be_focused()
    one.come_to(one.board)
    told = "Sevastopol, land, army of Russia, centre of Russia, A Sevastopol → Armenia"
    one.picks("sev", told, "A Sevastopol: where to?")
    move = ("A Sevastopol → Rumania", "1 By convoy", "You were ready: now you are not")
    one.picks("rum", "Rumania, land, centre of Russia, reachable", *move, "Saved now")


def _retreats(one: ByEar) -> None:
    """Who was driven out is heard; so is why, and where one is after that."""
    one.come_to(one.board)
    there = "fleet of Turkey, army of Russia, driven out, centre of Russia, no order yet"
    one.finds("sev", f"Sevastopol, land, {there}")
    one.press("Escape")
    one.hears("Pick a unit that was driven out, then where it goes, or disband it")
    one.press("n")
    one.hears("A Sevastopol: where to?", "1 Retreat to Moscow, 2 Disband")
    assert one.on_file == []
    one.picks(
        *("mos", "Moscow, land, centre of Russia, reachable"),
        *("A Sevastopol → Moscow", "Saved now"),
    )
    one.press("[")
    one.hears("Spring 1901, movement, as it was judged")
    one.finds("sev", "Sevastopol, land, army of Russia, centre of Russia, A Sev–Rum (bounced)")
    one.press("Enter")
    one.wait_for(lambda: "strength" in one._said())
    assert re.match(r"Sevastopol: A Sevastopol\. .*A Ser–Rum.*F Arm supports", one._said())
    one.heard = one._number()
    one.press("]")
    one.hears("Spring 1901, retreats")


def _autumn_and_winter(hall: Trial, one: ByEar) -> None:
    """A build on a coast, and in the year after a removal; looking for them orders nothing."""
    game = one.game
    turns = {
        "Fall 1901, movement": "Your order succeeded",
        "Winter 1901, adjustments": "You gave no orders",
    }
    for phase, headline in turns.items():
        hall.act(game, c.ProcessNow())
        one.hears_results(phase, headline)
        one.goes_on_to(phase)
    one.come_to(one.board)
    one.press("n")
    one.hears("St Petersburg, land, centre of Russia")
    assert one.on_file == []
    one.press("Enter")
    builds = "1 A St Petersburg, 2 F St Petersburg/nc, 3 F St Petersburg/sc"
    one.hears("Build what in St Petersburg?", builds)
    one.press("2")
    one.hears("build: F St Petersburg/nc", "Saved now")
    one.given(("F STP/NC B",))
    turns = {
        "Spring 1902, movement": "Your order succeeded",
        "Fall 1902, movement": "You gave no orders",
    }
    for phase, headline in turns.items():
        hall.act(game, c.ProcessNow())
        one.hears_results(phase, headline)
        one.goes_on_to(phase)
    units = UNITS | {"RUSSIA": ["F BAL", "A FIN", "A MOS"]}
    centers = {**CENTERS, "RUSSIA": ["MOS", "STP"]}
    hall.place(game, "F1902M", units, centers=centers)
    hall.act(game, c.ProcessNow())
    one.hears_results("Winter 1902, adjustments", "You gave no orders")
    one.goes_on_to("Winter 1902, adjustments")
    one.come_to(one.board)
    one.press("n")
    one.hears("Baltic Sea, water, fleet of Russia, no order yet")
    assert one.on_file == []
    one.press("Enter")
    one.hears("F Baltic Sea", "1 Remove it")
    assert one.on_file == []
    one.press("1")
    one.hears("F Baltic Sea: disband", "Saved now")
    one.picks(
        *("mos", "Moscow, land, army of Russia, centre of Russia, no order yet"),
        "Only 1 to remove, and all are chosen: take one back first",
    )
    one.given(("F BAL D",))


def test_a_spring_of_machiavelli_by_ear(hall: Trial, come: Come) -> None:
    """A siege, and money that is spent; both stand on one sheet."""
    game, who = hall.game(variant="machiavelli", movement="2 d")
    position = hall.judge.games.load(game).game.position.to_dict()
    units = {**position["units"], "MILAN": ["A MAN", "A MIL", "A PAV"]}
    more = {"centers": position["centers"], "affairs": position["affairs"]}
    hall.place(game, position["phase"], units, **more)
    one = ByEar(hall, come(account=who["MILAN"]), game, "MILAN")
    page = one.page
    one.begins()
    there = "Mantua, land, garrison of Autonomous, army of Milan, no order yet"
    chips = "1 A MAN besieges, 2 A MAN converts to G"
    one.picks("man", there, "A Mantua: where to?", chips)
    one.press("1")
    one.hears("A MAN besieges", "Saved now")
    one.push(page.locator("#money summary").filter(has_text=re.compile("^Milan$")))
    one.push(page.locator("#money details[open]").get_by_role("link", name="Milan"))
    one.hears("Milan (A Mil) Counter-bribe A Mil 3 ducats ducatsSpend")
    price = page.get_by_role("listitem").filter(has_text="Counter-bribe A Mil")
    one.push(price.get_by_role("button", name="Spend"))
    one.wait_for(lambda: len(one.on_file) == 2)
    one.opened()
    one.given(("A MAN besieges", "expense 1: 3 d counter-bribe A MIL"))
    expect(page.get_by_role("listitem").filter(has_text="counter-bribe")).to_be_visible()
    hall.act(game, c.ProcessNow())
    one.hears_results("Summer 1454, campaign", "Your order succeeded")
    one.goes_on_to("Summer 1454, campaign")
    one.come_to(one.board)
    one.press("[")
    one.hears("Spring 1454, campaign, as it was judged")
    one.finds("man", "Mantua, land, garrison of Autonomous, army of Milan, A Man besieges")
    assert not one.faults
