"""In fog nobody is sent a trace of what he does not see: two games that differ in nothing else are
the same to him, whichever door he comes by, byte for byte."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from anyio.from_thread import BlockingPortal
from fastapi import FastAPI

from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import CLOCK
from dragoman.judge.storage.tables import outbox
from dragoman.remembered import USUAL_LIMIT, remember_at_most
from dragoman.rules import Phase
from tests.patience import wait_until
from tests.web.conftest import House, opened_house
from tests.web.contract import Contract
from tests.web.pages.routes import page_routes
from tests.web.people import Caller
from tests.web.streams import listening

ADMIN, PLAYERS = 99, {"ENGLAND": 12, "GERMANY": 13, "ITALY": 14, "AUSTRIA": 15, "RUSSIA": 16}
PLAYERS |= {"TURKEY": 17, "FRANCE": ADMIN}
"""An admin leads the game, and plays France in it."""
PHASES = ("S1901M", "F1901M", "F1901R", "W1901A")
SEEN: dict[str, dict[str, str]] = {
    "S1901M": {
        "ENGLAND": "F lon-nth, F edi-nwg, A lvp-yor",
        "FRANCE": "F bre-mao, A par-bur, A mar-spa",
        "GERMANY": "F kie-den, A ber-kie, A mun-ruh",
    },
    "F1901M": {
        "ENGLAND": "F nth-nwy, A yor-lon",
        "FRANCE": "F mao-por, A bur-bel, A spa H",
        "GERMANY": "F den H, A kie-hol, A ruh-mun",
    },
    "W1901A": {"ENGLAND": "Build F lon", "GERMANY": "Build A kie", "FRANCE": "Build A par"},
}
HIDDEN: tuple[dict[str, dict[str, str]], ...] = (
    {
        "S1901M": {
            "AUSTRIA": "A bud-rum, A vie-bud",
            "RUSSIA": "A war-ukr, F sev-bla",
            "TURKEY": "A con H",
        },
        "F1901M": {
            "AUSTRIA": "A rum H",
            "RUSSIA": "A ukr-rum, F bla S A ukr-rum",
            "TURKEY": "A con H",
        },
        "F1901R": {"AUSTRIA": "A rum-ser"},
        "W1901A": {"AUSTRIA": "Build A vie", "RUSSIA": "Build A sev"},
    },
    {
        "S1901M": {
            "AUSTRIA": "A bud-ser, F tri-alb",
            "RUSSIA": "A war-ukr, F sev-rum",
            "TURKEY": "A con-bul, F ank-con",
        },
        "F1901M": {
            "AUSTRIA": "A ser-bul",
            "RUSSIA": "F rum S A ser-bul",
            "TURKEY": "A bul H",
        },
        "F1901R": {"TURKEY": "A bul-gre"},
        "W1901A": {"AUSTRIA": "Build A bud", "RUSSIA": "Build F sev", "TURKEY": "Build A smy"},
    },
)
"""What goes on in the south east, where neither England nor France sees anything."""

SCOPES = ("read", "play", "press", "master", "admin")


def set_up(house: House) -> int:
    """A fog game of seven that has begun: an admin leads it and plays France; who is waited for is
    told to all who may know; webhooks and mails go to those who watch."""
    settings = {"title": "Mist", "variant": "fog_of_war", "readiness_shown": True, "missed": "wait"}
    admin = house.person(ADMIN, *SCOPES)
    made = admin("POST", "/games", {**settings, "early": "never"})
    assert made.status_code == 201, made.text
    game = made.json()["game"]
    for power in PLAYERS:
        caller(house, power).do(game, "join", wishes=[power])
    admin.do(game, "begin")
    seats = {one["power"]: one["user"] for one in admin.get(f"/games/{game}")["seats"]}
    assert seats == {power: house.account(number) for power, number in PLAYERS.items()}
    for who in (admin, caller(house, "ENGLAND")):
        who("POST", "/me/webhooks", {"url": "https://hooks.example/a", "form": "dragoman"})
    admin("POST", f"/games/{game}/webhooks", {"url": "https://hooks.example/b", "form": "discord"})
    return game


def played(
    house: House, game: int, hidden: dict[str, dict[str, str]], streams: dict[str, str]
) -> None:
    """The game from its first orders to its second spring, late retreats and all. Those who follow
    it keep up."""

    def said(text: str) -> None:
        caller(house, "GERMANY").do(game, "send", text=text)
        wait_until(lambda: all(text in one for one in streams.values()))

    for phase in PHASES:
        for power, text in {**SEEN.get(phase, {}), **hidden[phase]}.items():
            if phase == "F1901R":  # the one who is late is waited for
                house.clock.wait(hours=30)
                house.judge.act(game, c.Tick(), CLOCK, house.clock())
                said("somebody is late")
            caller(house, power).do(game, "save-orders", text=text, phase=phase)
        house.clock.wait(hours=1)
        if phase != "F1901R":
            said(f"{phase} is ordered")
            caller(house, "FRANCE").do(game, "process-now")
    said("goodbye all")
    assert house.judge.games.load(game).phase == Phase.parse("S1902M")


def caller(house: House, power: str) -> Caller:
    number = PLAYERS[power]
    return house.person(number, *SCOPES) if number == ADMIN else house.person(number)


def told_to(house: House, game: int, who: Caller) -> dict[str, object]:
    """All that somebody is answered, whatever he asks."""
    found: dict[str, object] = {}
    for path in addresses(house, game):
        answer = who.client.request("GET", path, headers=who.headers)
        headers = {n: v for n, v in answer.headers.items() if n not in ("date",)}
        found[path] = (answer.status_code, headers, answer.text)
    for path, body in (
        ("check", {"text": "A lon S A bul-rum, A par S A rum, A lon-bul"}),
        ("what-if", {"orders": {"TURKEY": "A con-bul, A bul-rum, F con-bul/ec"}}),
        ("what-if/board", {"orders": {"RUSSIA": "A rum-bul\nA ukr-rum"}}),
        ("sandboxes", {"title": "mine", "phase": "F1901R"}),
        ("commands/save-orders", {"text": "IF A RUM THEN\nF nwy S A bul\nENDIF\nA lon H"}),
        ("commands/propose", {"what": "draw"}),
    ):
        answer = who("POST", f"/games/{game}/{path}", body)
        found[f"POST {path}"] = (answer.status_code, answer.text)
    return found


def addresses(house: House, game: int) -> Iterator[str]:
    """The address of every page and every answer in which a game is, or may be, told of."""
    asked = [
        route
        for route, operations in house.contract.document["paths"].items()
        if "get" in operations and "/stream" not in route
    ]
    asked = [one for one in (*asked, *page_routes()) if "{game}" in one]
    for route in asked:
        is_page = route.startswith("/games")
        for phase in PHASES[1 : 2 if is_page else 3] if "{phase}" in route else ("",):
            path = route.replace("{game}", str(game)).replace("{phase}", phase)
            yield re.sub(r"\{\w+(:\w+)?\}", "1", path.replace("{power}", "ENGLAND"))
    yield f"/api/games/{game}/orders?power=TURKEY"
    yield f"/api/games/{game}/turns/F1901M/report?form=html&explained=true"
    yield f"/games/{game}/turns/F1901M?why=true"
    yield from ("/games?kind=running", "/games?kind=mine", "/", "/api/games?mine=any", "/live")
    yield f"/oembed?url=http://127.0.0.1:8080/games/{game}"


def sent_to(house: House, numbers: list[int]) -> list[object]:
    """All letters and calls that are on their way to some people, or to an address of theirs."""
    accounts = {house.account(one) for one in numbers}
    with house.judge.database.reading() as connection:
        rows = connection.execute(outbox.select().order_by(outbox.c.id))
        mine = [(one.kind, one.data) for one in rows if one.person in accounts or not one.person]
    # Each call has a number by chance.
    return [re.sub(r'"id": "\d+-\w+"', "", str(one)) for one in mine]


@pytest.mark.slow
def test_two_games_that_one_cannot_tell_apart_are_the_same_to_him(
    tmp_path: Path, empty: Path, app: FastAPI, loop: BlockingPortal, contract: Contract
) -> None:
    first = tmp_path / "first.db"
    shutil.copy(empty, first)
    with opened_house(f"sqlite:///{first}", app, loop, contract) as house:
        game = set_up(house)
        accounts, tokens = house.accounts, {k: v.headers for k, v in house.callers.items()}
    answers: list[dict[str, dict[str, object]]] = []
    there: list[object] = []
    for number, hidden in enumerate(HIDDEN):
        path = tmp_path / f"{number}.db"
        shutil.copy(first, path)
        remember_at_most(0)
        remember_at_most(USUAL_LIMIT)
        with opened_house(f"sqlite:///{path}", app, loop, contract) as house:
            house.accounts |= accounts
            for key, headers in tokens.items():
                house.callers[key] = Caller(house.browser(), headers["Authorization"][7:])
            watching = {
                "ENGLAND": caller(house, "ENGLAND"),
                "FRANCE": caller(house, "FRANCE"),
                "visitor": house.visitor,
            }
            with listening(house, game, watching) as streams:
                played(house, game, hidden, streams)
            while house.judge.notify(house.clock()):
                pass
            all_of_it: dict[str, dict[str, object]] = {
                name: {**told_to(house, game, one), "stream": told_on(streams[name])}
                for name, one in watching.items()
            }
            all_of_it["mail"] = {"letters": sent_to(house, [PLAYERS["ENGLAND"], ADMIN])}
            answers.append(all_of_it)
            there.append(caller(house, "TURKEY").get(f"/games/{game}/board")["units"])
    assert there[0] != there[1], "who is there sees it"
    one, other = answers
    assert len(one["ENGLAND"]) > 60 and one["mail"]["letters"]
    assert "F Nth–Nwy" in str(one["ENGLAND"][f"/api/games/{game}/turns/F1901M/report"])
    told = {
        (name, path): first_difference(str(text), str(other[name][path]))
        for name, by_path in one.items()
        for path, text in by_path.items()
        if text != other[name][path]
    }
    assert not told, "\n".join(f"{where}: {text}" for where, text in told.items())


def told_on(stream: str) -> str:
    """What a stream told, without how long to wait before asking anew, which is by chance."""
    return re.sub(r"retry: \d+\n", "", stream)


def first_difference(one: str, other: str) -> tuple[str, str]:
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    return one[max(0, at - 80) : at + 120], other[max(0, at - 80) : at + 120]
