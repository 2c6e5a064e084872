"""Games that stand in no list are not found by counting: to whoever may not know of one, every door
answers as if there were none; who has a seat, a link or the key gets in."""

from __future__ import annotations

import re
from typing import Any

import pytest
from fastapi.routing import APIRoute

from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.refusal import ActionRefused
from dragoman.web.callers import GUARD
from tests.web.conftest import House
from tests.web.pages.reader import reader
from tests.web.people import Browser
from tests.web.tables import begun

MISSING = 4711
FILLED = {
    "phase": "S1901M",
    "power": "FRANCE",
    "kind": "pause",
    "command": "pause",
    "hook": "1",
    "number": "1",
    "form": "text",
    "name": "a-club",
    "act": "pause",
    "thread": "FRANCE",
    "digest": "0",
    "letter": "1",
    "file": "x",
    "what": "x",
}
FORM = {"Origin": "http://judge", "Content-Type": "application/x-www-form-urlencoded"}


def routes(house: House) -> list[tuple[str, str]]:
    """Every method and address with a game in it."""
    return [
        (method, one.path)
        for one in house.app.routes
        if isinstance(one, APIRoute) and "{game}" in one.path
        for method in sorted(one.methods - {"HEAD"})
    ]


def unnumbered(text: str) -> str:
    """A text without the number of the game that was asked for."""
    return re.sub(r"(games?(?:/|%2F|%252F| ))\d+", r"\1N", text)


def answer(
    browser: Browser, method: str, path: str, game: int, body: Any, headers: dict[str, str]
) -> tuple[int, str, dict[str, str]]:
    filled = path.replace("{game}", str(game))
    for name in re.findall(r"\{(\w+)(?::\w+)?\}", filled):
        filled = re.sub(rf"\{{{name}(:\w+)?\}}", FILLED[name], filled)
    sent = {"content": body} if isinstance(body, str) else {"json": body}
    found = browser.request(method, filled, headers=headers, **sent)
    text = unnumbered(found.text)
    kept = {n: v for n, v in found.headers.items() if n not in ("content-length", "date", "etag")}
    return found.status_code, text, {n: unnumbered(v) for n, v in kept.items()}


@pytest.mark.slow
@pytest.mark.parametrize("who", ["visitor", "stranger"])
def test_every_door_answers_as_if_there_were_none(house: House, who: str) -> None:
    hidden = begun(house, title="Hidden", listed=False)
    browser, headers = house.browser(), {GUARD: "1"}
    if who == "stranger":
        browser = reader(house, 50).browser
    found, asked, answered = list[str](), routes(house), list[int]()
    assert len(asked) > 110
    for method, path in asked:
        is_page = not path.startswith("/api")
        body: Any = "x=1" if is_page else {}
        sent = headers | (FORM if is_page and method != "GET" else {})
        cold = answer(browser, method, path, hidden, body, sent)
        missing = answer(browser, method, path, MISSING, body, sent)
        answered.append(missing[0])
        if cold != missing:
            found.append(f"{method} {path}: {cold[0]} {cold[1][:160]!r}; {missing[0]}")
    assert found == []
    assert answered.count(404) > 60


def test_commands_reports_and_lists_say_the_same(house: House) -> None:
    hidden, stranger = begun(house, title="Hidden", listed=False), house.account(50)
    judge, actor = house.judge, Actor(house.account(50))
    commands: tuple[c.Command, ...] = (
        c.Observe(), c.Join(), c.Join((), "GUESS-ED"), c.TakeSeat("FRANCE", "GUESS"), c.Decline(),
        c.Pause(), c.Send(("FRANCE",), "hello"), c.SaveOrders("A PAR H"), c.MakeLink(),
    )  # fmt: skip
    for command in commands:
        said: list[str] = []
        for game in (hidden, MISSING):
            with pytest.raises(ActionRefused) as refused:
                judge.act(game, command, actor, house.clock())
            said.append(unnumbered(f"{refused.value.diagnostic}"))
        assert said[0] == said[1]
    oembed = [
        house.browser().request("GET", f"/oembed?url=http://127.0.0.1:8080/games/{game}")
        for game in (hidden, MISSING)
    ]
    assert len({(one.status_code, unnumbered(one.text)) for one in oembed}) == 1
    assert stranger not in judge.games.load(hidden).observers


def test_a_cold_game_is_not_folded_for_whoever_may_not_know_of_it(house: House) -> None:
    hidden = begun(house, title="Hidden", listed=False)
    house.judge.games._folded.clear()
    with pytest.raises(ActionRefused):
        house.judge.game(hidden, Actor(house.account(50)))
    assert house.judge.games.remembered(hidden) is None


def test_who_has_a_part_the_key_or_the_link_gets_in(house: House) -> None:
    hidden = begun(house, title="Hidden", listed=False)
    player = next(iter(house.judge.games.load(hidden).players))
    for account in (player, house.account(1), house.account(99)):
        scopes = ("read", "admin") if account == house.accounts[99] else ("read",)
        number = next(one for one, made in house.accounts.items() if made == account)
        caller = house.person(number, *scopes)
        assert caller("GET", f"/games/{hidden}").status_code == 200
    browser, key = house.browser(), house.judge.game_keys.key(hidden)
    assert browser.request("GET", f"/games/{hidden}?key=guessed").status_code == 404
    page = browser.request("GET", f"/games/{hidden}?key={key}")
    assert page.status_code == 200 and f"/games/{hidden}?key={key}" in page.text
    for path in (f"/games/{hidden}", f"/api/games/{hidden}/map.svg", f"/games/{hidden}/embed"):
        assert browser.request("GET", path).status_code == 200
    other = house.browser()
    frame = other.request("GET", f"/games/{hidden}/embed?key={key}").text
    assert f"&amp;key={key}" in frame and "stream?after=" in frame
    other = house.browser()
    assert other.request("GET", f"/api/games/{hidden}/board?key={key}").status_code == 200
    assert house.browser().request("GET", f"/games/{hidden}/embed").status_code == 404


def test_who_comes_by_the_link_looks_on(house: House) -> None:
    settings, host = {"title": "Hidden", "listed": False}, Actor(house.account(1))
    hidden, _ = house.judge.create(settings, host, house.clock())
    assert hidden is not None
    house.judge.act(hidden, c.MakeLink(), host, house.clock())
    code, browser = house.judge.games.load(hidden).link, house.browser()
    assert browser.request("GET", f"/games/{hidden}").status_code == 404
    assert browser.request("GET", f"/j/{code}").status_code == 200
    assert browser.request("GET", f"/games/{hidden}").status_code == 200
    friend = Actor(house.account(60))
    assert house.judge.act(hidden, c.Join((), code), friend, house.clock()).events
    assert house.judge.game(hidden, friend).settings.title == "Hidden"
