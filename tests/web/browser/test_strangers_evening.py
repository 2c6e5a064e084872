"""The evening of somebody who knows nothing yet, from the first page to the reason of a bounce: he
plays against bots, registers, brings a friend by a link, and the two write and play."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.web.browser.conftest import Come
from tests.web.browser.players import ByMouse, ByTouch, Order
from tests.web.trial_page import Trial

ARMY_TO = {
    "AUSTRIA": "A VIE-TRI",
    "ENGLAND": "A LVP-EDI",
    "FRANCE": "A PAR-BRE",
    "GERMANY": "A MUN-BER",
    "ITALY": "A ROM-VEN",
    "RUSSIA": "A MOS-WAR",
    "TURKEY": "A CON-SMY",
}
"""A move that fails whatever others do: somebody of one's own stands there."""


def number_of(address: str) -> int:
    found = re.search(r"/games/(\d+)", address)
    assert found is not None, address
    return int(found[1])


def test_a_strangers_evening(hall: Trial, come: Come) -> None:
    # Six bots, in one action and without an account.
    stranger = ByMouse(hall, come(), 0, "")
    page = stranger.page
    page.goto("/")
    page.get_by_role("button", name="Play now against six bots").click()
    page.wait_for_url(re.compile(r"/games/\d+"))
    game = stranger.game = number_of(page.url)
    ((user, stranger.power),) = hall.judge.games.load(game).players.items()
    for turn in range(3):
        g = hall.judge.games.load(game)
        stranger.sees(str(g.phase), str(g.phase.year))
        if g.has_to_order() and stranger.power in g.has_to_order():
            stranger.is_ready()
        stranger.wait_for(lambda least=turn: len(hall.judge.games.load(game).history) > least)
        page.goto(f"/games/{game}")
        expect(page.locator("#results h2")).to_be_visible()

    # He registers, and is who he was.
    page.goto(f"/register?next=/games/{game}")
    page.get_by_label("Name").fill("Zelda")
    page.get_by_label("Email address").fill("zelda@dip.example")
    page.get_by_label("Password").fill("a long enough one")
    page.get_by_role("button", name="Register").click()
    page.get_by_role("link", name="Play on, and enter it later").click()
    assert number_of(page.url) == game
    assert hall.judge.games.load(game).players == {user: stranger.power}

    # He sets a table for friends; a friend comes by the link, with a name and a button.
    page.goto("/")
    page.get_by_role("link", name="Invite friends").first.click()
    page.get_by_role("button", name="Set the table").click()
    page.wait_for_url(re.compile(r"/games/\d+"))
    table = stranger.game = number_of(page.url)
    link = page.locator("#bring").get_by_label("Link", exact=True).input_value()
    friend = ByTouch(hall, come("phone"), table, "")
    friend.page.goto(re.sub(r"^https?://[^/]+", "", link))
    friend.page.get_by_label("What shall the others call you?").fill("Boris")
    friend.page.get_by_role("button", name="Sit down", exact=True).tap()
    friend.page.wait_for_url(re.compile(rf"/games/{table}"))
    expect(page.locator("#joining")).to_contain_text("Boris")
    page.get_by_role("button", name=re.compile("Begin now")).click()
    g = hall.judge.games.load(table)
    stranger.power = g.players[user]
    ((_, friend.power),) = ((who, power) for who, power in g.players.items() if who != user)

    # The first letter, and orders.
    friend.sees("S1901M", "Spring 1901")
    friend.write(stranger.power, "Shall we leave each other alone?")
    stranger.sees("S1901M", "Spring 1901")
    stranger.reads(friend.power, "Shall we leave each other alone?")
    order = Order(ARMY_TO[stranger.power])
    stranger.pick(order.at)
    stranger.pick(order.to)
    page.locator("dip-board .chips button", has_text="Move to").click()
    stranger.given((ARMY_TO[stranger.power],))
    stranger.is_ready()
    friend.is_ready()

    # The turn is judged, and told with its reason.
    stranger.wait_for(lambda: len(hall.judge.games.load(table).history) == 1)
    page.goto(f"/games/{table}")
    results = page.locator("#results")
    expect(results.locator("h2")).to_have_text("Your order failed")
    failed = results.locator(".fate.failed summary").first
    expect(failed).to_be_visible()
    failed.click()
    expect(results.locator(".fate.failed .why").first).to_be_visible()
    assert not stranger.faults + friend.faults
