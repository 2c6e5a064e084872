"""The bench of the judge's pages: ``python -m bench.pages``; see docs/reference/measured.

How much of a game's page comes over the network, how soon a phone on a slow network has it in view,
and how long the server takes for pages where a thousand games are live.
"""

from __future__ import annotations

import argparse
import random
import shutil
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from datetime import UTC, date, datetime
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from bench import judge_servers, pages_page
from bench.figures import Results, load, machine
from bench.judge import BOARD, PAGE, READ, SAVE, OurJudge, carried_out, commit, say
from bench.judge_games import FIRST_USER, SEATS, give_tokens, play
from bench.judge_load import Planned, percentiles
from bench.judge_servers import Server
from dragoman.judge.service import Judge

SHARES = {PAGE: 0.6, BOARD: 0.25, SAVE: 0.15}
"""What is asked of the server where many games are live, and how much of all that is."""
APART = (PAGE, BOARD, READ, SAVE)
"""What is asked for by itself as well, to see what each takes of the processor."""
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 200_000}
"""Slow 4G: 1.6 Mbit/s, and 150 ms to the judge and back."""
SLOWER = 4
"""How many times slower than this one the processor of the phone is taken to be."""
_PARTS = {"/dip-board.js": "the board's script", "/static/": "style and other script"}
_PARTS |= {"/grounds/": "the map", "/names/": "the map"}
_PARTS |= {"/board": "the position and what can be ordered"}
_WATCH = """
new PerformanceObserver(list => { window.largest = list.getEntries().at(-1).startTime; })
  .observe({ type: 'largest-contentful-paint', buffered: true });
(function look() {
  const board = document.querySelector('dip-board');
  if (board?.shadowRoot?.querySelector('.unit')) window.drawn = performance.now();
  else requestAnimationFrame(look);
})();
"""


def main() -> None:
    asked = _asked()
    begun, at_first = time.perf_counter(), load()
    results = Results(machine())
    with ExitStack() as running:
        served = Served(running)
        browser = running.enter_context(sync_playwright()).chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        for number in range(asked.rounds):
            _weigh(results, browser, served)
            _watch(results, browser, served)
            say(f"round {number + 1} of {asked.rounds}: {time.perf_counter() - begun:.0f} s")
        browser.close()
    with ExitStack() as running:
        judge = OurJudge("sqlite", asked, running, asked.servers)
        # Each game is folded from its log once, by each door: that is not told.
        for first in range(asked.servers):
            _open_each(judge, first, asked)
        say(f"each of {asked.games} games is opened once: {time.perf_counter() - begun:.0f} s")
        for number in range(asked.rounds):
            _ask(results, judge, number, asked)
            say(f"{asked.games} games, {number + 1}: {time.perf_counter() - begun:.0f} s")
    minutes = (time.perf_counter() - begun) / 60
    results.machine |= {
        "date": f"{date.today()}", "commit": commit(), "minutes": minutes,
        "load": (at_first, load()), "games": asked.games, "rate": asked.rate,
        "seconds": asked.seconds, "rounds": asked.rounds, "servers": asked.servers,
    }  # fmt: skip
    print(pages_page.PAGE.tables(results.as_json()))
    if asked.page:
        pages_page.PAGE.keep(results.as_json())


class Served:
    """A judge with a game of seven after eight phases."""

    def __init__(self, running: ExitStack) -> None:
        address, data = running.enter_context(judge_servers.database("sqlite"))
        judge = Judge(address)
        running.callback(judge.close)
        judge.database.create()
        self.game = play(judge.games, 8, datetime.now(UTC))
        self.token = give_tokens(judge, SEATS)[FIRST_USER]
        server: Server = running.enter_context(judge_servers.judge(address, data))
        self.address = f"http://127.0.0.1:{server.port}"

    def come(self, browser: Browser) -> BrowserContext:
        """A player's browser that has nothing of the judge yet."""
        headers = {"Authorization": f"Bearer {self.token}"}
        # What a service worker fetches for a page is not counted as the page's.
        return browser.new_context(
            base_url=self.address, extra_http_headers=headers, service_workers="block", **PHONE
        )


def _weigh(results: Results, browser: Browser, served: Served) -> None:
    """Bytes of the page at first view, and at the next."""
    context = served.come(browser)
    page = context.new_page()
    for view in ("first view", "next view"):
        part = results.part(f"Bytes over the network, {view}", "none")
        found: dict[str, float] = {}
        for address, size in weighed(page, f"/games/{served.game}").items():
            name = next((told for begin, told in _PARTS.items() if begin in address), "the page")
            found[name] = found.get(name, 0.0) + size / 1000
        for name, size in sorted(found.items()):
            part.note(name, size, "KB")
        part.note("in all", sum(found.values()), "KB")
    context.close()


def weighed(page: Page, address: str) -> dict[str, int]:
    """How many bytes came for each thing that a page asked for when it was opened."""
    with weighing(page) as found:
        page.goto(address)
        page.locator("dip-board .unit").first.wait_for(state="attached")
        page.wait_for_load_state("load")
    return found


@contextmanager
def weighing(page: Page) -> Iterator[dict[str, int]]:
    """How many bytes come meanwhile for each thing that a page asks for, heads and all."""
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
    yield found
    session.detach()


def _watch(results: Results, browser: Browser, served: Served) -> None:
    """When a slow phone has painted the largest part, and when the units stand on the map."""
    context = served.come(browser)
    for view in ("first view", "next view"):
        page = context.new_page()
        _slow(page)
        page.add_init_script(_WATCH)
        page.goto(f"/games/{served.game}")
        page.wait_for_function("() => window.drawn && window.largest")
        found = page.evaluate("[window.largest, window.drawn]")
        part = results.part(f"On a slow phone, {view}", "wall")
        part.note("largest contentful paint", found[0], "ms")
        part.note("the units stand on the map", found[1], "ms")
        page.close()
    context.close()


def _slow(page: Page) -> None:
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", {**NETWORK, "uploadThroughput": 94_000})


def _open_each(judge: OurJudge, first: int, asked: argparse.Namespace) -> None:
    """Open the page of each game, and read its board, as a browser does. Begun with another game,
    of several doors each has the next."""
    dice, plan = random.Random(first), list[Planned]()
    for kind in (PAGE, BOARD):
        for number in range(asked.games):
            game = (first + number) % asked.games
            plan.append((len(plan) / asked.rate, kind, *judge.request(kind, dice, number, game)))
    carried_out(Results({}), judge, plan)


def _ask(results: Results, judge: OurJudge, number: int, asked: argparse.Namespace) -> None:
    """Ask the server for a while, and note how long the answers took; then for one thing after the
    other, and note what each took of the processor."""
    plan = _planned(judge, SHARES, number, asked, asked.seconds)
    spent = _processor(judge)
    came = carried_out(results, judge, plan)
    for kind in SHARES:
        for share, value in percentiles(came[kind]).items():
            if share != "max":
                part = results.part(
                    f"Time to the answer, {asked.games:,} live games, {share}", "wall"
                )
                part.note(kind, value, "ms")
    part = results.part("The processor's time for a request of the mix", "none")
    for process, seconds in _processor(judge).items():
        part.note(process, (seconds - spent[process]) / len(plan) * 1000, "ms")
    part = results.part("The server's processor for a request, each kind by itself", "none")
    for kind in APART:
        plan = _planned(judge, {kind: 1}, number, asked, asked.seconds / len(APART))
        spent = _processor(judge)
        carried_out(results, judge, plan)
        took = _processor(judge)["server"] - spent["server"]
        part.note(kind, took / len(plan) * 1000, "ms")


def _planned(
    judge: OurJudge,
    shares: Mapping[str, float],
    number: int,
    asked: argparse.Namespace,
    seconds: float,
) -> list[Planned]:
    """Requests of a round: when each is to be made, for which kind of thing, and what it is."""
    plan, dice, at = list[Planned](), random.Random(number), 0.0
    while at < seconds:
        at += dice.expovariate(asked.rate)
        kind = dice.choices([*shares], [*shares.values()])[0]
        plan.append((at, kind, *judge.request(kind, dice, number * 10**6 + len(plan))))
    return plan


def _processor(judge: OurJudge) -> Counter[str]:
    """Seconds of the processor so far, of the doors and of the worker."""
    found = Counter[str]()
    for server in judge.servers:
        found.update(server.processor())
    return found


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.pages", description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="live games")
    parser.add_argument("--rate", type=float, default=40, help="requests a second")
    parser.add_argument("--seconds", type=float, default=20, help="how long a round lasts")
    parser.add_argument("--rounds", type=int, default=5, help="how often it is measured")
    parser.add_argument("--servers", type=int, default=1, help="servers, each asked in its turn")
    parser.add_argument("--page", action="store_true", help="write the page and its results")
    parser.add_argument("--quick", action="store_true", help="see that it works, in a minute")
    asked = parser.parse_args()
    if asked.quick:
        asked.games, asked.rounds, asked.seconds, asked.rate = 20, 1, 2, 10
    return asked


if __name__ == "__main__":
    main()
