"""What a page of a game weighs on its way to a browser: bytes, which know no clock."""

from __future__ import annotations

from typing import Any, Final

from playwright.sync_api import Page

from dragoman.judge.commands import command as c
from tests.web.browser.conftest import Come
from tests.web.trial_page import Trial

FIRST: Final = 150_000
"""Bytes of a game's page with its map, in a browser that has nothing of it yet."""
NEXT: Final = 30_000
"""Bytes of it when it is opened again, after another phase."""


def weighed(page: Page, address: str) -> dict[str, int]:
    """How many bytes came for each thing that a page asked for."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    named: dict[str, str] = {}
    found: dict[str, int] = {}

    def asked(event: dict[str, Any]) -> None:
        named[event["requestId"]] = event["request"]["url"]

    def came(event: dict[str, Any]) -> None:
        if (name := named.get(event["requestId"])) is not None:
            found[name] = found.get(name, 0) + int(event["encodedDataLength"])

    session.on("Network.requestWillBeSent", asked)
    session.on("Network.loadingFinished", came)
    page.goto(address)
    page.locator("dip-board .unit").first.wait_for()
    page.wait_for_load_state("load")
    session.detach()
    return found


def test_a_game_page_weighs_little(hall: Trial, come: Come) -> None:
    game, who = hall.game()
    hall.act(game, c.SaveOrders("A par-bur\nA mar-spa\nF bre-mao"), who["FRANCE"])
    hall.act(game, c.ProcessNow())
    page = come(account=who["FRANCE"]).new_page()
    first = weighed(page, f"/games/{game}")
    assert sum(first.values()) <= FIRST, first
    hall.act(game, c.ProcessNow())
    following = weighed(page, f"/games/{game}")
    assert sum(following.values()) <= NEXT, following
