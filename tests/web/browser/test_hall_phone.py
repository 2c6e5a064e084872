"""A phone of a table in the hall that loses the connection in the middle of a count."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
import uvicorn

from dragoman.tournament.hall.display import hall as display
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.store import Store
from tests.tournament.directing import START, Hall

pytest.importorskip("playwright")
from playwright.sync_api import Browser, Page, Route, expect

from tests.web.patience import MILLISECONDS

COUNTS = (6, 4, 5, 5, 4, 5, 5)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A board that plays, whose phone has the code ``aaaaaa``."""
    hall = Hall()
    hall.boards()
    hall.add(ev.CodesGiven(1, {"1A": "aaaaaa"}))
    found = Store(tmp_path)
    found.found([one.event for one in hall.log])
    return found


@pytest.fixture
def address(store: Store) -> Iterator[str]:
    """The hall, with its door open."""
    app = display(store.load, lambda: START + timedelta(hours=1), act=store.act)
    config = uvicorn.Config(app, host="127.0.0.1", port=0, log_level="warning")
    door = config.bind_socket()
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [door]})
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield f"http://127.0.0.1:{door.getsockname()[1]}"
    server.should_exit = True
    thread.join()


@pytest.fixture
def phone(chromium: Browser, address: str) -> Iterator[Page]:
    context = chromium.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, base_url=address, locale="en-GB"
    )
    context.set_default_timeout(MILLISECONDS)
    page = context.new_page()
    page.on("request", lambda one: asked.append(one.url))
    asked: list[str] = []
    yield page
    context.close()
    assert asked and all(one.startswith(address) for one in asked), "no other machine is asked"


def reports(store: Store) -> list[ev.CountReported]:
    return [one.event for one in store.log() if isinstance(one.event, ev.CountReported)]


def test_a_count_survives_a_lost_connection(phone: Page, store: Store) -> None:
    phone.goto("/board")
    phone.fill("#code", "aaaaaa")
    phone.click("text=Go on")
    inputs = phone.locator("#powers input")
    expect(inputs).to_have_count(7)
    for nth, count in enumerate(COUNTS):
        inputs.nth(nth).fill(str(count))

    # It is gone before the count is sent: told, and nothing that was typed is lost.
    phone.context.set_offline(True)
    phone.click("text=Send to the director")
    expect(phone.locator("#said")).to_contain_text("This has not been sent")
    assert [int(one.input_value()) for one in inputs.all()] == [*COUNTS]
    assert reports(store) == []

    # The phone puts the page away, and it is opened anew.
    phone.context.set_offline(False)
    phone.goto("/board")
    assert phone.input_value("#code") == "aaaaaa"
    phone.click("text=Go on")
    expect(phone.locator("#sum")).to_contain_text("34 of 34")
    assert [int(one.input_value()) for one in inputs.all()] == [*COUNTS]

    # It is gone once the count was sent, and the answer does not come.
    def answer_lost(route: Route) -> None:
        route.fetch()
        route.abort()

    sent = re.compile(r"/board/aaaaaa\?")
    phone.route(sent, answer_lost)
    phone.click("text=Send to the director")
    expect(phone.locator("#said")).to_contain_text("This has not been sent")
    phone.unroute(sent)
    assert len(reports(store)) == 1
    phone.click("text=Send to the director")
    expect(phone.locator("#said")).to_have_text(re.compile("has it already: nothing was lost"))
    expect(phone.locator("#count")).to_be_hidden()
    [report] = reports(store)
    assert (report.year, tuple(report.counts.values())) == (1901, COUNTS)

    # The next count of the board begins empty.
    phone.goto("/board")
    phone.click("text=Go on")
    expect(phone.locator("#year")).to_contain_text("1902")
    assert all(one.input_value() == "" for one in inputs.all())
