"""What pages do with script, in a browser: passkeys; shell and last map without a network."""

from __future__ import annotations

import json
import re
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import uvicorn

from dragoman.judge.accounts.account_mails import Site
from dragoman.judge.accounts.credentials import Passwords
from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.service import Judge
from dragoman.web.app import make_app
from tests.patience import wait_until
from tests.web.conftest import HASHER, PASSWORD, ROOT
from tests.web.people import FREELY

pytest.importorskip("playwright")
from playwright.sync_api import (
    APIResponse,
    Browser,
    BrowserContext,
    Page,
    Route,
    expect,
)

from tests.web.patience import MILLISECONDS

STREAM = re.compile(r"/stream\b")
NOTED = """
window.kindsOfNews = [];
const listen = EventSource.prototype.addEventListener;
EventSource.prototype.addEventListener = function (type, listener) {
  listen.call(this, type, event => {
    listener(event);
    if (type === "event") kindsOfNews.push(JSON.parse(event.data).kind);
  });
};
"""
"""Notes the kinds of events that a page has dealt with."""


@dataclass
class Served:
    """A judge and its address. To browsers ``localhost`` is as good as HTTPS."""

    judge: Judge
    address: str

    def account(self, name: str) -> int:
        people, mail = self.judge.accounts.people, f"{name.lower()}@dip.example".replace(" ", ".")
        return people.create(ROOT, name, mail, PASSWORD, datetime.now(UTC))

    def name(self, game: int, power: str) -> str:
        """Who plays a power."""
        user = self.judge.games.load(game).seats[power].user
        assert user is not None
        return self.judge.accounts.people.names(frozenset({user}))[user]

    def game(self, title: str, master: int) -> int:
        """A game that has begun, of two and five bots."""
        now, judge = datetime.now(UTC), self.judge
        number, answer = judge.games.create({"title": title, "bot": "random"}, master, now)
        assert number is not None, answer
        for name in ("One", "Two"):
            judge.act(number, c.Join(), Actor(self.account(f"{title} {name}")), now)
        judge.act(number, c.Begin(), Actor(master), now)
        return number


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    listening = socket.create_server(("127.0.0.1", 0))
    address = f"http://localhost:{listening.getsockname()[1]}"
    path: Path = tmp_path_factory.mktemp("pages") / "judge.db"
    judge = Judge(f"sqlite:///{path}", site=Site(address), passwords=Passwords(HASHER))
    judge.database.create()
    program = make_app(judge, limits=FREELY)
    config = uvicorn.Config(program, log_level="error", timeout_graceful_shutdown=2)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield Served(judge, address)
    server.should_exit = True
    thread.join()
    judge.close()


@pytest.fixture
def window(chromium: Browser, served: Served) -> Iterator[BrowserContext]:
    context = chromium.new_context(base_url=served.address, locale="en-GB")
    context.set_default_timeout(MILLISECONDS)
    yield context
    context.close()


@pytest.fixture
def plain_window(chromium: Browser, served: Served) -> Iterator[BrowserContext]:
    """One without a service worker, in which requests can be held."""
    context = chromium.new_context(base_url=served.address, locale="en-GB", service_workers="block")
    context.set_default_timeout(MILLISECONDS)
    yield context
    context.close()


def sign_in(page: Page, name: str) -> None:
    page.goto("/sign-in")
    page.fill("#who", name)
    page.fill("#password", PASSWORD)
    page.click("main form button.strong")
    expect(page.get_by_role("button", name=name)).to_be_visible()


def watched(window: BrowserContext) -> tuple[Page, list[str]]:
    """A page, and what its browser finds fault with: scripts, and what the policy forbids."""
    page, faults = window.new_page(), list[str]()
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda told: faults.append(told.text) if "Policy" in told.text else None)
    return page, faults


def test_a_passkey_is_added_signs_in_and_is_removed(served: Served, window: BrowserContext):
    served.account("Ada")
    page, faults = watched(window)
    devtools = window.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    key = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True}
    key |= {"hasUserVerification": True, "isUserVerified": True}
    options = {**key, "automaticPresenceSimulation": True}
    authenticator = devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})

    sign_in(page, "Ada")
    page.goto("/account/sign-ins")
    page.fill("#passkey-name", "my laptop")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    expect(page.locator("#passkeys tbody th")).to_have_text("my laptop")

    page.get_by_role("button", name="Ada").click()
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.goto("/sign-in?next=/account/sign-ins")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page).to_have_url(f"{served.address}/account/sign-ins")
    expect(page.locator("#passkeys tbody td").nth(1)).not_to_have_text("never")

    page.locator("#passkeys").get_by_role("button", name="Remove").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    expect(page.locator("#passkeys table")).to_have_count(0)

    page.get_by_role("button", name="Ada").click()
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.goto("/sign-in")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.locator("#by-passkey .notice")).to_contain_text("not known here")

    found = {"authenticatorId": authenticator["authenticatorId"]}
    devtools.send("WebAuthn.setUserVerified", {**found, "isUserVerified": False})
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.locator("#by-passkey .notice")).to_have_text("No passkey was used.")
    assert faults == []


def test_menus_and_dialogs_open_without_script(served: Served, chromium: Browser):
    served.account("Bert")
    context = chromium.new_context(base_url=served.address, java_script_enabled=False)
    context.set_default_timeout(MILLISECONDS)
    page = context.new_page()
    sign_in(page, "Bert")
    page.goto("/account/data")
    expect(page.locator("#delete-account")).to_be_hidden()
    page.get_by_role("button", name="Delete account").click()
    expect(page.locator("#delete-account")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#delete-account")).to_be_hidden()
    context.close()


def test_a_lesson_is_done_on_the_board(window: BrowserContext):
    page, faults = watched(window)
    page.goto("/tutorial/6")
    rows = page.locator("#order-rows li")
    expect(page.locator("#order-lists")).to_be_hidden()
    rows.filter(has_text="Paris").locator("select").first.select_option("m")
    rows.filter(has_text="Paris").locator("select").nth(1).select_option(label="→ Burgundy")
    expect(page.locator("#text")).to_have_value("A PAR-BUR")
    page.get_by_role("button", name="Ready", exact=True).click()
    expect(page.locator("#came h2")).to_have_text("Not yet")
    expect(page.locator("#came")).to_contain_text("bounced")
    page.get_by_role("link", name="Start again").click()
    expect(rows.filter(has_text="Paris").locator("select").first).to_have_value("m")
    page.get_by_text("As text", exact=True).click()
    page.locator("#text").fill("A Par - Bur\nA Mar S A Par - Bur")
    page.get_by_role("button", name="Ready", exact=True).click()
    expect(page.locator("#came h2")).to_have_text("Well done")
    assert faults == []


def worker_is_ready(page: Page) -> None:
    wait_until(lambda: page.evaluate("navigator.serviceWorker.controller !== null"))


def last_map(page: Page) -> str | None:
    """What is kept of maps, and for which account."""
    return page.evaluate(
        """async () => {
          const kept = await caches.match('/last-map.svg', { cacheName: 'map' });
          return kept ? kept.headers.get('X-Account') + ' ' + kept.headers.get('X-Map') : null;
        }"""
    )


def kept(page: Page) -> list[str]:
    return page.evaluate(
        """async () => {
          const found = [];
          for (const name of await caches.keys()) {
            for (const one of await (await caches.open(name)).keys()) {
              found.push(new URL(one.url).pathname);
            }
          }
          return found.sort();
        }"""
    )


def test_without_a_network_there_are_the_shell_and_the_last_map(
    served: Served, window: BrowserContext
):
    cleo, dora = served.account("Cleo"), served.account("Dora")
    game = served.game("Offline", cleo)
    page, faults = watched(window)
    sign_in(page, "Cleo")
    worker_is_ready(page)
    page.goto(f"/games/{game}")
    wait_until(lambda: last_map(page) is not None)
    assert last_map(page) == f"{cleo} /api/games/{game}/map.svg?orders=false#S1901M"
    assert "/offline" in kept(page)
    assert not [one for one in kept(page) if "games" in one or "account" in one]

    window.set_offline(True)
    page.goto(f"/games/{game}")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    expect(page.locator("#last-map")).to_be_visible()
    assert "Cleo" not in page.content()
    assert page.locator("script[src*=install]").count() == 0, "it forgets what is kept"
    window.set_offline(False)
    # It comes back by itself.
    expect(page.get_by_role("button", name="Cleo")).to_be_visible()
    expect(page.get_by_role("heading", name="Offline")).to_be_visible()

    page.get_by_role("button", name="Cleo").click()
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.wait_for_url(f"{served.address}/")
    wait_until(lambda: last_map(page) is None)

    sign_in(page, "Cleo")
    page.goto(f"/games/{game}")
    wait_until(lambda: last_map(page) is not None)
    window.clear_cookies()
    sign_in(page, "Dora")
    assert dora
    wait_until(lambda: last_map(page) is None)
    assert faults == []


def test_a_push_is_shown_in_place_of_the_one_before(served: Served, window: BrowserContext):
    served.account("Emil")
    window.grant_permissions(["notifications"])
    page, faults = watched(window)
    devtools = window.new_cdp_session(page)
    versions = list[str]()
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: versions.extend(one["registrationId"] for one in told["registrations"]),
    )
    devtools.send("ServiceWorker.enable")
    sign_in(page, "Emil")
    worker_is_ready(page)
    wait_until(lambda: page.evaluate("true") and bool(versions))
    for body in ("the first", "the second"):
        text = {"title": "Friends", "body": body, "url": "/games/1", "tag": "game-1"}
        message = {"origin": served.address, "registrationId": versions[-1]}
        devtools.send("ServiceWorker.deliverPushMessage", {**message, "data": json.dumps(text)})
    shown = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
        .map(one => [one.title, one.body, one.data.url])"""
    wait_until(lambda: page.evaluate(shown) == [["Friends", "the second", "/games/1"]])
    page.goto("/settings/push")
    expect(page.get_by_role("button", name="Notify me on this device")).to_be_visible()
    assert faults == []


def test_the_board_writes_orders_in_ones_notation(served: Served, window: BrowserContext):
    game = served.game("Words", served.account("Carla"))
    page, faults = watched(window)
    sign_in(page, "Words One")
    page.goto("/settings")
    page.select_option("#notation", "german")
    page.get_by_role("button", name="Save").click()
    page.goto(f"/games/{game}")
    page.locator("#order-rows li select").first.select_option("h")
    expect(page.locator("#sheet")).to_have_value(re.compile(r"^(Armee|Flotte) .* hält$"))
    page.locator("#orders summary", has_text="As text").click()
    sheet = page.locator("#sheet")
    mine = sheet.input_value() + "\n# mine\nnot an order"
    sheet.fill(mine)
    sheet.blur()
    page.locator("#order-rows li").nth(1).locator("select").first.select_option("h")
    expect(sheet).to_have_value(re.compile(re.escape(mine) + r"\n(Armee|Flotte) .* hält"))
    expect(page.locator("dip-board")).to_contain_text(re.compile("Saved|saved"))
    page.reload()
    expect(sheet).to_have_value(re.compile(re.escape(mine) + r"\n(Armee|Flotte) .* hält"))
    assert faults == []


def broadcast(served: Served, game: int, power: str, text: str) -> None:
    user = served.judge.games.load(game).seats[power].user
    assert user is not None
    said = c.Send(text)
    answer = served.judge.act(game, said, Actor(user), datetime.now(UTC))
    assert answer.events


def page_of(game: int) -> re.Pattern[str]:
    """The page of a game as it is read anew: with the thread that is open."""
    return re.compile(rf"/games/{game}(\?|$)")


@pytest.mark.parametrize(
    ("query", "told"), [("", "Everybody 1 unread"), ("?thread=ALL", "Anybody there")]
)
def test_what_happens_before_a_page_listens_is_not_missed(
    served: Served, plain_window: BrowserContext, query: str, told: str
):
    """The page was made, and its stream is not open yet."""
    title = f"Late {told}"
    game = served.game(title, served.account(f"{title} master"))
    one, other = sorted(p for p, s in served.judge.games.load(game).seats.items() if s.user)
    page, faults = watched(plain_window)
    sign_in(page, served.name(game, one))

    def meanwhile(route: Route) -> None:
        broadcast(served, game, other, "Anybody there")
        route.continue_()

    page.route(STREAM, meanwhile)
    page.goto(f"/games/{game}{query}")
    expect(page.locator("#press")).to_contain_text(told)
    if not query:
        expect(page.locator(".pane-tabs [data-pane=press] .badge")).to_have_text("1 unread")
    assert faults == []


def test_a_turn_that_was_judged_is_shown_at_once(served: Served, plain_window: BrowserContext):
    """Before what may wait is read, by its clock, which stands still here."""
    master = served.account("Quick master")
    game = served.game("Quick", master)
    one = min(power for power, seat in served.judge.games.load(game).seats.items() if seat.user)
    page, faults = watched(plain_window)
    sign_in(page, served.name(game, one))
    page.clock.install()
    page.add_init_script(NOTED)
    with page.expect_response(STREAM):
        page.goto(f"/games/{game}")
    page.locator("dip-board .unit").first.wait_for(state="attached")
    page.clock.pause_at(datetime.now(UTC) + timedelta(hours=1))
    served.judge.act(game, c.ProcessNow(), Actor(master), datetime.now(UTC))
    while served.judge.games.tick(datetime.now(UTC)):
        pass
    wait_until(lambda: "Judged" in page.evaluate("kindsOfNews"))
    with page.expect_response(page_of(game)):
        page.clock.run_for(200)  # milliseconds: what may wait is read after more

    def is_shown() -> bool:
        page.clock.run_for(10)  # for the breath that the page takes before it shows each part
        return "Fall 1901" in page.locator("#game .now").inner_text()

    wait_until(is_shown)
    assert faults == []


def test_an_answer_that_comes_late_takes_nothing_back(served: Served, plain_window: BrowserContext):
    game = served.game("Slow", served.account("Slow master"))
    one, other = sorted(p for p, s in served.judge.games.load(game).seats.items() if s.user)
    page, faults = watched(plain_window)
    sign_in(page, served.name(game, one))
    with page.expect_response(STREAM):
        page.goto(f"/games/{game}?thread=ALL")
    held: list[tuple[Route, APIResponse]] = []

    def slowly(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append((route, route.fetch()))

    page.route(page_of(game), slowly)
    broadcast(served, game, other, "The first")
    while not held:
        page.wait_for_timeout(50)
    broadcast(served, game, other, "The second")
    expect(page.locator("#press")).to_contain_text("The second")
    route, answer = held[0]
    assert "The second" not in answer.text()
    with page.expect_response(page_of(game)):
        route.fulfill(response=answer)
    page.wait_for_timeout(200)
    expect(page.locator("#press")).to_contain_text("The second")
    assert faults == []
