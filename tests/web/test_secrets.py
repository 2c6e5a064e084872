"""What is secret leaves no trace at the door: neither in what is answered nor in its headers, its
tags, its events, its webhooks or its errors."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from dragoman.judge.storage.outbox_tables import outbox
from tests.web.conftest import House
from tests.web.people import Caller
from tests.web.tables import begun, seats

MARK = "xyzzy"
"""Stands in every text that only some may read."""
_LEFT_OUT = ("/stream", "/map.png", "/variants", "/report", "/explanations", "/openapi")
"""What never ends, and what shows nothing but what `turns` and `map.svg` show, and takes long."""


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


def all_of_it(house: House, game: int, caller: Caller) -> dict[str, tuple[object, ...]]:
    """All that somebody is answered, headers and all."""
    found: dict[str, tuple[object, ...]] = {}
    for path in addresses(house, game):
        answer = caller("GET", path)
        headers = tuple(sorted(answer.headers.items()))
        found[path] = (answer.status_code, headers, answer.text)
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
    before = {name: all_of_it(house, game, one) for name, one in watching.items()}
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
    for command, fields in acts:
        france.do(game, command, **fields)
    house.person(1).do(game, "send", text=f"to you {MARK}", to=["FRANCE"])
    for name, one in watching.items():
        after = all_of_it(house, game, one)
        changed = [path for path in after if after[path] != before[name][path]]
        assert not changed, (name, changed)
        assert MARK not in str([text for path, (_, _, text) in after.items() if MARK not in path])
    assert waiting(house) == calls, "no webhook tells of it"
    # The test can tell: France itself sees all of it.
    assert str(all_of_it(house, game, france)).count(MARK) >= 5


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
