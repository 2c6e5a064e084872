"""A host brings friends to a table by a link, and sees them sit down: in browsers, with script."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from dragoman.judge.commands import command as c
from tests.web.browser.conftest import Come
from tests.web.trial_page import Trial


def made(hall: Trial, **settings: object) -> tuple[int, str]:
    """A game of the account 1, and the path of its link."""
    wished = {"title": "Kaiser's Table", "movement": "1 d", **settings}
    game, answer = hall.judge.games.create(wished, hall.account(1), hall.now())
    assert game is not None, answer
    hall.act(game, c.MakeLink())
    return game, f"/j/{hall.judge.games.load(game).link}"


class Counted:
    """A page on which it is counted how many fields somebody fills in, and what he clicks."""

    def __init__(self, page: Page) -> None:
        self.page, self.actions, self.fields = page, 0, 0

    def fill(self, label: str, text: str) -> None:
        self.page.get_by_label(label).fill(text)
        self.fields += 1

    def click(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()
        self.actions += 1


@pytest.mark.parametrize("device", ["desk", "phone"])
def test_an_opened_link_seats_a_friend_in_two_actions_and_one_field(
    hall: Trial, come: Come, device: str
) -> None:
    """Acceptance 24: he writes his name and sits down; registering ends at the game."""
    game, link = made(hall)
    page = come(device).new_page()
    page.goto(link)
    expect(page.get_by_role("heading", level=1)).to_contain_text("has kept a chair for you")
    friend = Counted(page)
    friend.fill("What shall the others call you?", f"Clara {device}")
    friend.click("Sit down")
    expect(page).to_have_url(re.compile(rf"/games/{game}$"))
    expect(page.locator("#joining")).to_contain_text("You are in.")
    assert friend.fields == 1 and friend.actions + friend.fields == 2
    (guest,) = hall.judge.games.load(game).applicants
    assert hall.judge.accounts.people.person(guest).is_guest
    page.get_by_role("link", name="Add an address or a passkey").click()
    page.get_by_label("Email address").fill(f"clara.{device}@dip.example")
    page.get_by_label("Password").fill("a long enough one")
    page.get_by_role("button", name="Register").click()
    page.get_by_role("link", name="Play on, and enter it later").click()
    expect(page).to_have_url(re.compile(rf"/games/{game}$"))
    expect(page.locator("#joining")).to_contain_text("You are in.")


def test_a_host_sees_chairs_fill_without_loading_the_page_again(hall: Trial, come: Come) -> None:
    game, link = made(hall)
    host = come(account=hall.account(1)).new_page()
    host.goto(f"/games/{game}")
    chairs = host.locator("#joining")
    expect(chairs).to_contain_text("0 of 7 chairs are taken.")
    host.evaluate("() => { window.same = true; }")
    for number, name in enumerate(("Clara", "Boris"), 1):
        friend = come("phone").new_page()
        friend.goto(link)
        friend.get_by_label("What shall the others call you?").fill(name)
        friend.get_by_role("button", name="Sit down").click()
        expect(chairs).to_contain_text(f"{number} of 7 chairs are taken.")
        expect(chairs).to_contain_text(name)
    expect(chairs.get_by_role("button", name="Begin now; 5 powers stay free")).to_be_visible()
    assert host.evaluate("() => window.same"), "the page was not loaded again"
    chairs.get_by_role("button", name="Begin now; 5 powers stay free").click()
    expect(friend.get_by_text("Spring 1901").first).to_be_visible()


def test_the_link_is_copied_and_shared(hall: Trial, come: Come) -> None:
    game, link = made(hall)
    context: BrowserContext = come(account=hall.account(1))
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.add_init_script(
        "navigator.share = given => { window.shared = given; return Promise.resolve(); };"
    )
    page.goto(f"/games/{game}")
    bring = page.locator("#bring")
    bring.get_by_role("button", name="Copy link").click()
    expect(bring.get_by_role("button", name="Copied")).to_be_visible()
    copied = page.evaluate("() => navigator.clipboard.readText()")
    assert (
        copied
        == f"http://127.0.0.1:8080{link}"
        == bring.get_by_label("Link", exact=True).input_value()
    )
    bring.get_by_role("button", name="Share…").click()
    assert page.evaluate("() => window.shared") == {"title": "Kaiser's Table", "url": copied}


def test_the_qr_code_is_dark_on_light_with_a_quiet_zone_by_night_too(
    hall: Trial, come: Come
) -> None:
    game, _ = made(hall)
    page = come(account=hall.account(1), color_scheme="dark").new_page()
    page.goto(f"/games/{game}")
    code = page.locator("#bring .qr")
    expect(code).to_be_visible()
    box = code.bounding_box()
    assert box is not None and box["width"] >= 150
    light, dark = (code.locator("path").nth(number) for number in (0, 1))
    assert light.evaluate("one => getComputedStyle(one).fill") == "rgb(255, 255, 255)"
    assert dark.evaluate("one => getComputedStyle(one).stroke") == "rgb(0, 0, 0)"
    modules = int((code.get_attribute("viewBox") or "").split()[2])
    edge = dark.evaluate("one => one.getBBox().x")
    assert edge >= 4 and modules >= 29, "four modules of light around it"


def test_a_map_in_the_list_moves_with_its_game(hall: Trial, come: Come) -> None:
    game, _ = hall.game(title="A game that runs")
    page = come().new_page()
    page.clock.install()
    page.goto("/live")
    card = page.locator(f'[data-game="{game}"]')
    expect(card.locator("img")).to_have_attribute("src", re.compile("at=S1901M"))
    with page.expect_response("**/live/phases"):
        page.clock.run_for(100)
    page.evaluate("() => { window.same = true; }")
    hall.act(game, c.ProcessNow())
    page.clock.run_for(16_000)
    expect(card.locator("img")).to_have_attribute("src", re.compile("at=F1901M"))
    expect(card).to_have_class(re.compile("moved"))
    assert page.evaluate("() => window.same")


@contextmanager
def another_site(page: str) -> Iterator[str]:
    """A page of another site, and its address."""

    class Site(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(page.encode())

        def log_message(self, format: str, *args: object) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), Site) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def test_a_frame_on_another_site_follows_its_game_and_no_other_page_is_framed(
    hall: Trial, come: Come
) -> None:
    game, who = hall.game(title="A framed game")
    page = come(account=who["FRANCE"]).new_page()
    addresses = [f"{hall.address}/games/{game}{way}" for way in ("/embed", "")]
    frames = "".join(f'<iframe src="{one}" width="640" height="560"></iframe>' for one in addresses)
    with another_site(frames) as there:
        page.goto(there)
        frame = page.frame_locator("iframe >> nth=0")
        expect(frame.get_by_text("Spring 1901, movement")).to_be_visible()
        assert frame.locator("img").evaluate("one => one.decode().then(() => one.naturalWidth)")
        hall.act(game, c.ProcessNow())
        expect(frame.get_by_text("Fall 1901, movement")).to_be_visible()
        whole = page.frame_locator("iframe >> nth=1")
        expect(whole.get_by_text("A framed game")).to_have_count(0)
