"""What is secret leaves no trace in answers: neither in what is answered nor in its headers, its
tags, its pictures and reports, its events and streams, its webhooks or its errors."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from dragoman.judge.storage.tables import outbox
from dragoman.remembered import USUAL_LIMIT, remember_at_most
from tests.patience import wait_until
from tests.web.conftest import House
from tests.web.pages.routes import page_routes
from tests.web.people import Caller
from tests.web.streams import listening
from tests.web.tables import begun, seats

MARK = "xyzzy"
"""Stands in every text that only some may read."""
_LEFT_OUT = ("/stream", "/map.png", "/variants", "/openapi", "/accounts/puzzle")
"""What never ends and is looked at in another way, what shows nothing but what `map.svg` shows, and
takes long, and puzzles, which are by chance."""


def addresses(house: House, game: int) -> Iterator[str]:
    """Every address that can be read, of this game where it is one of a game."""
    for route, operations in house.contract.document["paths"].items():
        if "get" not in operations or any(one in route for one in _LEFT_OUT):
            continue
        path = route.removeprefix("/api").replace("{game}", str(game))
        for power in ("FRANCE", "ENGLAND") if "{power}" in path else ("",):
            for phase in ("S1901M", "F1901M") if "{phase}" in path else ("",):
                named = path.replace("{power}", power).replace("{phase}", phase)
                yield re.sub(r"\{\w+\}", "1", named)
    yield f"/games/{game}/orders?power=FRANCE"
    yield f"/games/{game}/legal-orders?power=FRANCE"
    yield f"/games/{game}/press?search={MARK}"
    yield f"/games/{game}/commands/save-orders"
    yield "/games?mine=any"
    yield f"/games/{game}/turns/S1901M/report?form=html&explained=true"


ASKED = (
    ("save-orders", {"text": "A par H", "power": "FRANCE"}),
    ("set-ready", {"ready": True, "power": "FRANCE"}),
    ("report-message", {"number": 2, "why": "who wrote this?"}),
    ("hide-message", {"number": 2, "why": "away with it"}),
    ("vote", {"number": 7, "agrees": True}),
    ("save-note", {"text": "x", "phase": "no phase"}),
    ("mute", {"other": "NOBODY"}),
    ("send", {"text": "x", "to": ["NOBODY"]}),
    ("set-position", {"position": {"phase": "S1901M"}}),
)
"""Commands that are refused to all but those who know: how they are refused may tell something."""


def all_of_it(house: House, game: int, caller: Caller) -> dict[str, tuple[object, ...]]:
    """All that somebody is answered, headers and all."""
    found: dict[str, tuple[object, ...]] = {}
    # To open a thread is to read it, which is to be seen in what comes after.
    for path in pages(game):
        answer = caller.client.request("GET", path, headers=caller.headers)
        found[f"page {path}"] = (answer.status_code, (), answer.text)
    for path in addresses(house, game):
        answer = caller("GET", path)
        headers = tuple(sorted(answer.headers.items()))
        found[path] = (answer.status_code, headers, answer.text)
    return found


def pages(game: int) -> Iterator[str]:
    """Every page that there is, of this game where it is one of a game."""
    yield from (f"/games/{game}?thread=FRANCE%2BITALY", f"/games/{game}?thread=FRANCE%2BMASTER")
    for route in page_routes():
        path = route.replace("{game}", str(game)).replace("{variant}", "standard")
        for phase in ("S1901M", "F1901M") if "{phase}" in path else ("",):
            yield re.sub(r"{\w+}", "1", path.replace("{phase}", f"{phase}?why=true"))
    yield from ("/games?kind=running", "/games?kind=mine", "/games?pace=daily&press=private")


def asked(house: House, game: int, caller: Caller) -> dict[str, tuple[object, ...]]:
    """What somebody is answered who asks for what is not his."""
    found: dict[str, tuple[object, ...]] = {}
    for command, fields in ASKED:
        path = f"/games/{game}/commands/{command}"
        answer = caller("POST", path, fields, If_Match='"made up"')
        assert answer.status_code >= 400, (command, answer.text)
        found[f"POST {path}"] = (answer.status_code, answer.headers.get("ETag"), answer.text)
    for path, body in (
        ("check", {"text": "A par H", "power": "FRANCE"}),
        ("what-if", {"orders": {"GERMANY": "A mun-bur"}}),
        ("threads/read", {"thread": "FRANCE,ITALY", "number": 2}),
    ):
        method = "PUT" if path == "threads/read" else "POST"
        answer = caller(method, f"/games/{game}/{path}", body)
        found[f"{method} {path}"] = (answer.status_code, answer.headers.get("ETag"), answer.text)
    return found


@pytest.mark.slow
def test_what_is_done_in_secret_leaves_no_trace(house: House) -> None:
    game = begun(house, anonymous=True, variant="standard", title="Behind masks")
    house.person(1).do(game, "process-now")
    hook = {"url": "https://hooks.example/a", "form": "dragoman"}
    assert house.person(1)("POST", f"/games/{game}/webhooks", hook).status_code == 201
    who = seats(house, game)
    france = who["FRANCE"]
    france.do(game, "propose", what="draw")
    number = house.visitor.get(f"/games/{game}")["proposals"][0]["number"]
    france.do(game, "send", text="hello all")
    watching = {"visitor": house.visitor, "user": house.person(60), "ENGLAND": who["ENGLAND"]}
    for one in watching.values():
        all_of_it(house, game, one)  # what happened comes first but once
    before = {
        name: all_of_it(house, game, one) | asked(house, game, one)
        for name, one in watching.items()
    }
    calls = waiting(house)
    acts = (
        ("save-orders", {"text": f"A par-bur\n# {MARK}"}),
        ("save-orders", {"text": f"A par-pic # {MARK}", "phase": "S1902M"}),
        ("set-ready", {"ready": True}),
        ("set-ready", {"ready": False}),
        ("vote", {"number": number, "agrees": False}),
        ("send", {"text": f"psst {MARK}", "to": ["ITALY"]}),
        ("send", {"text": f"judge? {MARK}", "to": ["MASTER"]}),
        ("save-note", {"text": f"remember {MARK}"}),
        ("mute", {"other": "TURKEY"}),
        ("report-message", {"number": 1, "why": f"odd {MARK}"}),
        (
            "announce-absence",
            {"start": "2026-01-06T12:00:00Z", "end": "2026-01-08T12:00:00Z"},
        ),
    )
    with listening(house, game, watching) as told:
        for command, fields in acts:
            france.do(game, command, **fields)
        house.person(1).do(game, "send", text=f"to you {MARK}", to=["FRANCE"])
        forked = france("POST", f"/games/{game}/sandboxes", {"title": MARK})
        assert forked.status_code == 201
        compare(house, game, watching, before)
        france.do(game, "send", text="goodbye all")
        wait_until(lambda: all("goodbye all" in one for one in told.values()))
    for name, text in told.items():
        assert text.count("event: event") == 1 and MARK not in text, (name, text)
    assert waiting(house)[: len(calls)] == calls and len(waiting(house)) == len(calls) + 1
    assert MARK not in str(waiting(house)), "no webhook tells of it"
    # The test can tell: France itself sees all of it.
    assert str(all_of_it(house, game, france)).count(MARK) >= 5


def compare(
    house: House,
    game: int,
    watching: dict[str, Caller],
    before: dict[str, dict[str, tuple[object, ...]]],
) -> None:
    """See that all is as it was for those who watch."""
    for name, one in watching.items():
        after = all_of_it(house, game, one) | asked(house, game, one)
        changed = [path for path in after if after[path] != before[name][path]]
        assert not changed, (name, changed)
        assert MARK not in str([text for path, (_, _, text) in after.items() if MARK not in path])


@pytest.mark.slow
def test_nobody_learns_who_plays_what(house: House) -> None:
    game = begun(house, anonymous=True)
    house.person(1)("POST", f"/games/{game}/webhooks", {"url": "https://hooks.example/a"})
    who = seats(house, game)
    who["FRANCE"].do(game, "send", text="hello all")
    house.person(1).do(game, "process-now")
    own = who["ENGLAND"].get("/me")["account"]
    others = {one.get("/me")["account"] for one in who.values()} - {own}
    for caller in (house.visitor, who["ENGLAND"]):
        for path, (_, _, text) in all_of_it(house, game, caller).items():
            if path.startswith("/games") and text.startswith("{"):
                assert not others & set(numbers(json.loads(text))), path
            if path.startswith("page"):
                assert not any(f'"/people/{one}"' in text for one in others), path
    for text in waiting(house):
        assert not others & set(numbers(json.loads(text)))


def numbers(data: object) -> Iterator[int]:
    """The accounts that are named in an answer."""
    if isinstance(data, dict):
        for name, value in data.items():
            if name in ("user", "by", "account") and isinstance(value, int):
                yield value
            yield from numbers(value)
    elif isinstance(data, list):
        for one in data:
            yield from numbers(one)


def waiting(house: House) -> list[str]:
    """The texts of the calls that wait."""
    with house.judge.database.reading() as connection:
        rows = connection.execute(outbox.select().where(outbox.c.kind == "call"))
        return [row.data["text"] for row in rows]


def test_nobody_is_shown_what_others_looked_at_before(house: House) -> None:
    """What is remembered of a game is the same for all, or belongs to a power: whoever looks is
    answered as if nobody had looked before him."""
    game = begun(house, blind=True, anonymous=True, variant="standard")
    who = seats(house, game)
    for power, orders in (("FRANCE", "A par-bur"), ("GERMANY", "A mun-bur")):
        who[power].do(game, "save-orders", text=f"{orders}\n# {MARK} {power}")
    all_ = {"master": house.person(1), **who, "user": house.person(60), "visitor": house.visitor}
    paths = (f"/api/games/{game}/board", f"/api/games/{game}/orders", f"/games/{game}")

    def looks(one: Caller) -> list[str]:
        return [one.client.request("GET", path, headers=one.headers).text for path in paths]

    try:
        alone = dict[str, list[str]]()
        for name, one in all_.items():
            remember_at_most(0)
            remember_at_most(USUAL_LIMIT)
            alone[name] = looks(one)
        for name, one in [*all_.items(), *reversed(all_.items())]:
            assert looks(one) == alone[name], name
    finally:
        remember_at_most(USUAL_LIMIT)
    assert all(f"{MARK} GERMANY" in one for one in alone["GERMANY"])
    # A master may read what powers have on file, and corrects it on his page.
    others = alone.keys() - {"GERMANY", "master"}
    assert f"{MARK} GERMANY" not in str([alone[name] for name in others])
    # A support is offered for whatever may stand there, and nobody's orders begin with it.
    own = '"A MUN'
    assert own in alone["GERMANY"][1] and own not in alone["FRANCE"][1], "it is out of sight"
