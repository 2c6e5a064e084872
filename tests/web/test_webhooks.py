"""Webhooks: who may set them, what they are told, in which form, and who hears nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dragoman.judge.hooks.messages import Form, message, sentence
from dragoman.judge.storage.tables import outbox
from tests.web.conftest import House
from tests.web.tables import begun, seats

URL = "https://hooks.example/T/secret"


def called(house: House, kind: str = "") -> list[dict[str, Any]]:
    """What waits to be sent."""
    with house.judge.database.reading() as connection:
        wanted = outbox.select().where(outbox.c.kind == "call").order_by(outbox.c.id)
        found = [json.loads(row.data["text"]) for row in connection.execute(wanted)]
    return [one for one in found if not kind or one["event"]["kind"] == kind]


def test_a_games_webhook_is_told_what_everybody_may_know(house: House) -> None:
    game = begun(house)
    master = house.person(1)
    added = master("POST", f"/games/{game}/webhooks", {"url": URL}).json()
    assert added["secret"] and added["form"] == "dragoman"
    assert "secret" not in master.get(f"/games/{game}/webhooks")["items"][0]
    who = seats(house, game)
    who["FRANCE"].do(game, "send", text="in private", to=["ITALY"])
    who["FRANCE"].do(game, "send", text="in public")
    master.do(game, "process-now")
    kinds = [one["event"]["kind"] for one in called(house)]
    assert kinds == ["MessageSent", "Judged"]
    sent, judged = called(house)
    assert sent["event"]["message"]["text"] == "in public"
    assert judged["picture"].endswith(f"/api/games/{game}/turns/S1901M/map.png")
    assert judged["url"].endswith(f"/games/{game}") and judged["id"] != sent["id"]
    picture = house.visitor("GET", f"/games/{game}/turns/S1901M/map.png")
    assert picture.content.startswith(b"\x89PNG")
    assert master("DELETE", f"/games/{game}/webhooks/{added['webhook']}").status_code == 204
    who["FRANCE"].do(game, "send", text="in public again")
    assert len(called(house)) == 2


def test_ones_own_webhook_is_told_what_one_may_know(house: House) -> None:
    game = begun(house)
    who = seats(house, game)
    italy, france = who["ITALY"], who["FRANCE"]
    body = {"url": URL, "kinds": ["MessageSent"]}
    assert italy("POST", "/me/webhooks", body).status_code == 201
    france.do(game, "send", text="to Italy", to=["ITALY"])
    france.do(game, "send", text="to Turkey", to=["TURKEY"])
    house.person(1).do(game, "process-now")
    (one,) = called(house)
    assert one["event"]["message"]["text"] == "to Italy"


def test_who_may_set_them(house: House) -> None:
    game = begun(house)
    for caller, status in ((house.visitor, 401), (house.person(11), 403), (house.person(60), 403)):
        assert caller("POST", f"/games/{game}/webhooks", {"url": URL}).status_code == status
        assert caller("GET", f"/games/{game}/webhooks").status_code == status
    mine = house.person(11)("POST", "/me/webhooks", {"url": URL}).json()["webhook"]
    assert house.person(12)("DELETE", f"/me/webhooks/{mine}").status_code == 404
    assert house.person(12).get("/me/webhooks")["items"] == []
    for wrong in ("ftp://x.example", "javascript:alert(1)", "https://", "http://[", "no address"):
        answer = house.person(11)("POST", "/me/webhooks", {"url": wrong})
        assert answer.json()["diagnostics"][0]["code"] == "no-web-address"
    local = (
        "127.0.0.1", "2130706433", "0x7f.1", "localhost", "judge", "nas.local", "10.0.0.8",
        "169.254.169.254", "[::1]", "[fe80::1]", "[fec0::1]", "[::ffff:10.0.0.8]",
        "[64:ff9b::10.0.0.8]", "[64:ff9b:1::8.8.8.8]", "[2002:a00:8::1]", "224.0.0.1",
    )  # fmt: skip
    for host in local:
        answer = house.person(11)("POST", "/me/webhooks", {"url": f"http://{host}:8080/x"})
        assert answer.json()["diagnostics"][0]["code"] == "local-address", host
    wrong_kind = house.person(11)("POST", "/me/webhooks", {"url": URL, "kinds": ["Voted"]})
    assert wrong_kind.json()["diagnostics"][0]["code"] == "unknown-event"
    for _ in range(9):
        assert house.person(11)("POST", "/me/webhooks", {"url": URL}).status_code == 201
    late = house.person(11)("POST", "/me/webhooks", {"url": URL})
    assert late.json()["diagnostics"][0]["code"] == "too-many-hooks"


JUDGED = {"kind": "Judged", "phase": "S1901M", "winners": [], "deadline": "soon", "missed": []}


@pytest.mark.parametrize("form", Form)
def test_the_forms(house: House, form: Form) -> None:
    title = "<@everyone> & friends"
    game = house.person(1)("POST", "/games", {"title": title}).json()["game"]
    g = house.judge.games.load(game)
    data = json.loads(message(form, game, g, JUDGED, "https://dip.example", "1"))
    picture = f"https://dip.example/api/games/{game}/turns/S1901M/map.png"
    match form:
        case Form.DRAGOMAN:
            assert data["event"] == JUDGED and data["picture"] == picture
        case Form.DISCORD:
            assert data["content"].endswith("S1901M was judged. The next orders are due at soon.")
            assert data["embeds"][0]["image"] == {"url": picture}
            assert data["allowed_mentions"] == {"parse": []}, "nobody is pinged by a title"
        case Form.SLACK:
            assert data["text"].startswith(f"<https://dip.example/games/{game}|&lt;@everyone&gt;")
            assert data["blocks"][1]["image_url"] == picture
    assert "url" not in json.loads(message(Form.DISCORD, game, g, JUDGED, "", "1"))["embeds"][0]


def test_what_is_said_is_never_too_long(house: House) -> None:
    game = house.person(1)("POST", "/games", {"title": "T" * 80}).json()["game"]
    g = house.judge.games.load(game)
    sent = {"from": "FRANCE", "to": [], "text": "x" * 20_000}
    event = {"kind": "MessageSent", "message": sent}
    assert len(sentence(g, event)) <= 1500
    assert len(json.loads(message(Form.DISCORD, game, g, event, "", "1"))["content"]) <= 2000
    assert len(json.loads(message(Form.SLACK, game, g, event, "", "1"))["text"]) <= 3000
