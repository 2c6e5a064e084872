"""Whatever is wrong with a request is told as a problem, and is never the server's fault."""

from __future__ import annotations

import pytest

from tests.web.conftest import House
from tests.web.pages.reader import Page
from tests.web.people import Caller
from tests.web.tables import begun


@pytest.mark.parametrize(
    ("body", "code", "place"),
    [
        ({}, "wrong-field", "text"),
        ({"text": 7}, "wrong-field", "text"),
        ({"text": "x", "too": ["ENGLAND"]}, "wrong-field", "too"),
        ({"text": "x", "to": ["ENGLAND", 3]}, "wrong-field", "to[1]"),
        ({"text": "a\0b"}, "wrong-field", "text"),
        ({"text": "x" * 200_001}, "wrong-field", "text"),
        ([], "wrong-field", "body"),
        ("x", "wrong-field", "body"),
    ],
)
def test_wrong_bodies(house: House, body: object, code: str, place: str) -> None:
    answer = house.person(11)("POST", "/games/1/commands/send", body)
    assert answer.status_code == 422
    (fault,) = answer.json()["diagnostics"]
    assert fault["code"] == code and fault.get("source", "") == place
    assert "x" * 50 not in answer.text, "what was sent is not sent back"


@pytest.mark.parametrize(
    "raw",
    [b"", b"{", b"\xff", b'{"text": "\\ud800"}', b"[" * 100_000, b'{"text": 1e999}', b"NaN"],
    ids=("nothing", "cut off", "no UTF-8", "half a letter", "deep", "infinite", "no number"),
)
def test_bodies_that_are_no_json(house: House, raw: bytes) -> None:
    person = house.person(1)
    headers = {**person.headers, "Content-Type": "application/json"}
    answer = person.client.request("POST", "/api/games", content=raw, headers=headers)
    assert 400 <= answer.status_code < 500


def test_wrong_addresses(house: House) -> None:
    visitor = house.visitor
    for path, status in (
        ("/games/0", 422),
        ("/games/99", 404),
        ("/games/99999999999999999999", 422),
        ("/games/one", 422),
        ("/nothing", 404),
        ("/variants/..%2F..%2Fetc", 404),
        ("/variants/nothing.1", 404),
        ("/variants/standard/map.svg?language=de", 200),
        ("/games?limit=0", 422),
        ("/games?stage=late", 422),
        ("/games?title=%00", 422),
    ):
        assert visitor("GET", path).status_code == status, path
    assert visitor("DELETE", "/games").status_code == 405


def test_a_game_is_played_on_no_folder_of_this_machine(house: House) -> None:
    for name in ("/etc", "../variants/standard", ".", "src/dragoman/variants/standard"):
        answer = house.person(1)("POST", "/games", {"title": "T", "variant": name})
        assert answer.status_code in (404, 422), name
        assert answer.json()["diagnostics"][0]["code"] == "unknown-variant"


def test_a_request_has_one_length(house: House) -> None:
    both = {"Content-Length": "2", "Transfer-Encoding": "chunked"}
    answer = house.browser().request("POST", "/api/games", content=b"{}", headers=both)
    assert answer.status_code == 422 and answer.headers["Connection"] == "close"
    assert answer.json()["diagnostics"][0]["code"] == "two-lengths"


def test_a_request_has_so_many_bytes(house: House) -> None:
    person = house.person(1)
    answer = person("POST", "/games", {"title": "T" * 300_000})
    assert answer.status_code == 413
    assert answer.json()["diagnostics"][0]["code"] == "too-large"
    # Who wrote it by a form is told so on a page.
    form = {"data": {"text": "T" * 300_000}, "headers": {"Origin": "http://judge"}}
    page = Page(house.browser().request("POST", "/games/1/do/send", **form))
    assert page.status == 413
    assert "a request has at most 256000 bytes here" in page.text


def test_what_is_wrong_is_told_once(house: House) -> None:
    """Also where several ask for the same parameter."""
    answer = house.visitor("GET", "/games/abc")
    assert [one["source"] for one in answer.json()["diagnostics"]] == ["game"]


def test_what_is_wrong_with_settings_is_told_for_each(house: House) -> None:
    body = {"title": "", "press": ["loud"], "movement": "soon", "zone": "Moon/Base"}
    answer = house.person(1)("POST", "/games", body)
    told = {one.get("source") for one in answer.json()["diagnostics"]}
    assert answer.status_code == 422
    assert {"title", "press", "movement", "zone"} <= told


def test_headers(house: House) -> None:
    for answer in (house.visitor("GET", "/games"), house.visitor("GET", "/nothing")):
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert "Access-Control-Allow-Origin" not in answer.headers
        assert "Strict-Transport-Security" not in answer.headers


def test_other_sites_read_nothing(house: House) -> None:
    asked = {"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
    answer = house.browser().request("OPTIONS", "/api/games", headers=asked)
    assert answer.status_code == 405
    assert "Access-Control-Allow-Origin" not in answer.headers


def test_refusals_have_a_status(house: House) -> None:
    game = begun(house)
    assert house.visitor.refused(game, "resign") == (401, "not-signed-in")
    assert house.person(50).refused(game, "resign") == (403, "not-allowed")
    assert house.person(1).refused(game, "resume") == (409, "wrong-stage")
    assert house.person(11).refused(game, "set-deadline", deadline="2026-02-01T00:00:00Z") == (
        403,
        "not-allowed",
    )
    no_zone = house.person(1)(
        "POST", f"/games/{game}/commands/set-deadline", {"deadline": "2026-02-01T00:00:00"}
    )
    assert no_zone.status_code == 422
    assert house.person(11).refused(game, "vote", number=7, agrees=True)[0] == 422
    assert house.person(1).refused(99, "pause") == (404, "no-game")


def test_callers_are_told_apart(house: House) -> None:
    assert house.visitor("GET", "/me").status_code == 401
    stranger = Caller(house.browser(), "dragoman_made_up")
    answer = stranger("GET", "/games")
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"] == "Bearer"
    basic = house.visitor("GET", "/games", Authorization="Basic eDp5")
    assert basic.status_code == 401
