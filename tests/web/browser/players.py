"""Players of a game on the judge's pages, each with a way of his own to say the same: by mouse, by
touch, by keys alone, by forms without script, and by JSON."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Protocol

from playwright.sync_api import APIRequestContext, BrowserContext, Locator, Page, expect

from tests.web.browser import board_states
from tests.web.patience import MILLISECONDS
from tests.web.trial_page import Trial

_ORDER = re.compile(
    r"(?P<kind>\w) (?P<at>[\w/]+)"
    r"(?:-(?P<to>[\w/]+)| (?P<verb>[HSCRBD])(?: (?P<other>\w [\w/]+))?(?:-?(?P<goal> ?[\w/]+))?)$"
)


class Player(Protocol):
    """Somebody who plays a power."""

    power: str

    def order(self, *orders: str) -> None:
        """Give orders, written as the judge writes them."""
        ...

    def is_ready(self) -> None: ...
    def sees(self, phase: str, words: str) -> None:
        """Go on only when he is shown this phase."""
        ...

    def agrees(self) -> None:
        """Agree to what was proposed."""
        ...

    def write(self, other: str, text: str) -> None: ...
    def reads(self, other: str, text: str) -> None: ...


class Order:
    """An order as text, in its parts."""

    def __init__(self, text: str) -> None:
        found = _ORDER.match(text)
        assert found is not None, text
        self.kind, self.at, self.to = found["kind"], found["at"], found["to"] or ""
        self.verb = found["verb"] or "M"
        self.other = (found["other"] or "").rpartition(" ")[2]
        self.goal = (found["goal"] or "").strip()
        if self.verb == "R":
            self.to = self.goal


class AtPage:
    """What all players with a page have in common."""

    def __init__(self, t: Trial, context: BrowserContext, game: int, power: str) -> None:
        self.t, self.context, self.game, self.power = t, context, game, power
        self.page: Page = context.new_page()
        self.faults: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", lambda said: self._hear(said.type, said.text))

    def _hear(self, kind: str, text: str) -> None:
        # What the network or the judge refuses is said there, too, and is part of the game.
        if kind == "error" and "Failed to load resource" not in text:
            self.faults.append(text)

    def join(self, words: str) -> None:
        """Join the game, and wish for a power by its name."""
        self.page.goto(f"/games/{self.game}")
        self.page.locator("#wish-1").select_option(label=words)
        self.push(self.form("join").get_by_role("button"))
        expect(self.page.locator("#joining")).to_contain_text("You are in")

    def form(self, command: str) -> Locator:
        return self.page.locator(f'form[action="/games/{self.game}/do/{command}"]')

    def push(self, button: Locator) -> None:
        self.reveal(button)
        button.click()

    def fill(self, field: Locator, text: str) -> None:
        self.reveal(field)
        field.fill(text)

    def tick(self, box: Locator) -> None:
        self.reveal(box)
        box.check()

    def reveal(self, element: Locator) -> None:
        """Open the pane that something is in, where that is put away."""
        element.wait_for(state="attached")
        pane = element.evaluate("one => one.closest('.pane')?.id ?? ''")
        if pane and not self.page.locator(f"#{pane}").is_visible():
            self.open(pane.removeprefix("pane-"))

    def open(self, pane: str) -> None:
        """Open a pane, where it is upon the map and not beside it."""
        tab = self.page.locator(f".pane-tabs [data-pane={pane}]")
        if tab.is_visible() and tab.get_attribute("aria-current") != "true":
            self.push(tab)

    def is_ready(self) -> None:
        phase = self.t.judge.games.load(self.game).phase
        # A page that has heard of a new phase offers to be ready again before long.
        self.push(self.form("set-ready").get_by_role("button", name="Ready", exact=True))
        asked = self.page.get_by_role("button", name="Ready all the same")
        is_asked = self.page.locator("button", has_text="Ready all the same")
        is_answered = False

        def is_heard() -> bool:
            nonlocal is_answered
            if not is_answered and is_asked.is_visible():
                is_answered = True
                self.push(asked)
            g = self.t.judge.games.load(self.game)
            return g.is_ready(self.power) or g.phase != phase

        self.wait_for(is_heard)

    def wait_for(self, is_so: Callable[[], bool]) -> None:
        """Go on once something is so; the browser goes on meanwhile."""
        for _ in range(MILLISECONDS // 30):
            if is_so():
                return
            self.page.wait_for_timeout(30)
        raise AssertionError(f"{self.power} waited in vain")

    def agrees(self) -> None:
        agree = self.form("vote").get_by_role(
            "button", name="Agree", exact=True, include_hidden=True
        )
        if not agree.count():
            self.page.reload()
        self.push(agree.first)
        self.page.wait_for_url("**/do/vote")
        self.push(self.page.get_by_role("button", name="Agree", exact=True))
        # It is marked as chosen, or the game is over by it.
        expect(self.page.locator("#votes")).to_be_visible()

    def write(self, other: str, text: str) -> None:
        self.open("press")
        self.push(self.page.locator("#press .threads a").filter(has_text=other.capitalize()).first)
        self.page.wait_for_url("**thread=*")
        form = self.form("send")
        self.fill(form.locator("textarea"), text)
        self.push(form.get_by_role("button"))
        expect(self.page.locator("#press")).to_contain_text(text)
        self.open("map")

    def reads(self, other: str, text: str) -> None:
        thread = "%2B".join(sorted((other, self.power)))
        self.page.goto(f"/games/{self.game}?thread={thread}#press")
        expect(self.page.locator("#press")).to_contain_text(text)
        self.open("map")

    def sees(self, phase: str, words: str) -> None:
        expect(self.page.locator(".phase")).to_contain_text(words)
        self.goes_on()
        self.page.wait_for_function(
            """phase => {
              const element = document.querySelector('dip-board');
              if (!element?.shadowRoot?.querySelector('.unit')) return false;
              return element.board.phase === phase;
            }""",
            arg=phase,
        )

    def goes_on(self) -> None:
        """Go on from what happened, if a turn was judged that he was not shown yet, to what is to
        be done."""
        history = self.t.judge.games.load(self.game).history
        if not history:
            return
        told = self.page.locator(f'#results[data-last="{history[-1].phase}"]')
        told.wait_for(state="attached")
        onward = told.locator(".to-now")
        if "results" in (told.get_attribute("class") or "").split():
            self.push(onward)

    def given(self, orders: tuple[str, ...]) -> None:
        """See that these orders are on file before long, and no others."""
        try:
            self.wait_for(lambda: sorted(self.on_file) == sorted(orders))
        finally:
            assert sorted(self.on_file) == sorted(orders)
        assert not self.faults, self.faults

    @property
    def on_file(self) -> list[str]:
        return self.t.text(self.game, self.power).splitlines()

    def spot(self, place: str, is_dislodged: bool = False) -> tuple[float, float]:
        """Where a place lies in the window, once the board is there."""
        self.page.wait_for_function(board_states.THERE)
        x, y = self.page.evaluate(
            """async ([place, beside]) => {
              await new Promise(requestAnimationFrame);  // in which a map that moves is drawn
              await new Promise(requestAnimationFrame);
              const board = document.querySelector('dip-board');
              const at = board.ground.places[place].at.slice(beside ? 2 : 0, beside ? 4 : 2);
              const spot = new DOMPoint(...at).matrixTransform(board.picture.svg.getScreenCTM());
              return [spot.x, spot.y];
            }""",
            [place, is_dislodged],
        )
        return x, y

    def chip(self, kind: str) -> Locator:
        """What is offered beside a centre: an army, or a fleet."""
        return self.offer(re.compile(rf"{kind} [A-Z]"))

    def offer(self, text: str | re.Pattern[str]) -> Locator:
        """One of the buttons with what can be ordered."""
        return self.page.locator("dip-board .chips button").filter(has_text=text).first


class ByMouse(AtPage):
    """Two clicks for an order."""

    def order(self, *orders: str) -> None:
        self.page.locator("dip-board").scroll_into_view_if_needed()
        for text in orders:
            order = Order(text)
            if order.verb == "C":
                continue  # drafted with the army that it takes along
            self.pick(order.at, order.verb == "R")
            if order.verb == "H":
                self.push(self.offer("Hold"))
            elif order.verb == "B":
                self.push(self.chip(order.kind))
            elif order.verb == "D":
                self.push(self.offer(re.compile("Disband|Remove it")))
            elif order.verb == "S":
                self.pick(order.other)
                if not order.goal and self.offer("Support it there").is_visible():
                    self.push(self.offer("Support it there"))
            else:
                self.pick(order.to)
        self.given(orders)

    def pick(self, place: str, is_dislodged: bool = False) -> None:
        self.page.mouse.click(*self.spot(place, is_dislodged))


class ByTouch(ByMouse):
    """Two taps for an order, on a map that opens on one's own units."""

    def order(self, *orders: str) -> None:
        self.open("map")
        super().order(*orders)

    def pick(self, place: str, is_dislodged: bool = False) -> None:
        for _ in range(8):
            x, y = self.spot(place, is_dislodged)
            box = self.page.locator("dip-board .view").bounding_box()
            assert box is not None
            if 9 < x - box["x"] < box["width"] - 60 and 60 < y - box["y"] < box["height"] - 9:
                break  # in sight, and beside the buttons and the turns
            self.page.get_by_role("button", name="Zoom out").tap()
        self.page.touchscreen.tap(x, y)
        # Where a finger covers several places the board asks which of them is meant.
        which = self.page.evaluate(
            """place => {
              const board = document.querySelector('dip-board');
              return board.names.includes(place) ? board.ground.places[place].name : '';
            }""",
            place.partition("/")[0],
        )
        if which:
            self.page.locator("dip-board .chips button", has_text=which).tap()

    def push(self, button: Locator) -> None:
        self.reveal(button)
        button.tap()


class ByKeys(AtPage):
    """Nothing but keys: whatever he does he has to come to by Tab."""

    def order(self, *orders: str) -> None:
        self.come_to(self.page.locator("dip-board .view"))
        for text in orders:
            order = Order(text)
            self.go(order.at)
            if order.verb == "H":
                self.page.keyboard.press("h")
            elif order.verb == "B":
                self.page.keyboard.press(order.kind.lower())
            elif order.verb == "S":
                self.page.keyboard.press("s")
                self.go(order.other)
                self.go(order.goal)
            else:
                if order.verb == "M":
                    self.page.keyboard.press("m")  # also onto a unit of one's own
                self.go(order.to)
        self.given(orders)

    def go(self, place: str) -> None:
        for key in (".", *place.lower(), "Enter"):
            self.page.keyboard.press(key)

    def come_to(self, element: Locator) -> None:
        """Press Tab until an element has the focus."""
        element.wait_for()
        found = element.element_handle()  # to look for it by its role takes longer than a key
        for _ in range(150):
            is_there, has_focus = found.evaluate(
                "one => [one.isConnected, one.getRootNode().activeElement === one]"
            )
            if not is_there:
                found = element.element_handle()
            elif has_focus:
                return
            else:
                self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {element}")

    def push(self, button: Locator) -> None:
        self.reveal(button)
        self.come_to(button)
        self.page.keyboard.press("Enter")

    def fill(self, field: Locator, text: str) -> None:
        self.reveal(field)
        self.come_to(field)
        self.page.keyboard.type(text)

    def tick(self, box: Locator) -> None:
        self.reveal(box)
        self.come_to(box)
        self.page.keyboard.press("Space")


class ByForms(AtPage):
    """A browser that runs no script: each page is asked for anew."""

    def order(self, *orders: str) -> None:
        lists = self.page.locator(f'form[action="/games/{self.game}/listed-orders"]')
        for text in orders:
            option = self.page.locator("option", has_text=re.compile(f"^{re.escape(text)}$"))
            lists.locator("select", has=option).first.select_option(text)
        self.push(lists.get_by_role("button"))
        self.given(orders)

    def sees(self, phase: str, words: str) -> None:
        self.page.goto(f"/games/{self.game}")
        expect(self.page.locator(".phase")).to_contain_text(words)
        self.goes_on()


class ByJson:
    """A program's way."""

    def __init__(self, t: Trial, context: BrowserContext, game: int, power: str) -> None:
        self.t, self.game, self.power = t, game, power
        self.asks: APIRequestContext = context.request

    def do(self, command: str, **fields: object) -> None:
        path = f"/api/games/{self.game}/commands/{command}"
        answer = self.asks.post(path, data=fields, headers={"X-Dragoman": "1"})
        assert answer.ok, answer.text()

    def join(self, words: str) -> None:
        self.do("join", wishes=[self.power])

    def order(self, *orders: str) -> None:
        self.do("save-orders", text="\n".join(orders))

    def is_ready(self) -> None:
        self.do("set-ready")

    def sees(self, phase: str, words: str) -> None:
        found = self.asks.get(f"/api/games/{self.game}").json()
        assert found["phase"] == phase

    def agrees(self) -> None:
        last = self.asks.get(f"/api/games/{self.game}").json()["proposals"][-1]
        self.do("vote", number=last["number"], agrees=True)

    def write(self, other: str, text: str) -> None:
        self.do("send", text=text, to=[other])

    def reads(self, other: str, text: str) -> None:
        items = self.asks.get(f"/api/games/{self.game}/press").json()["items"]
        assert (other, text) in [(one["from"], one["text"]) for one in items]
