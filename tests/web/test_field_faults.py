"""What is wrong with a field is said in the judge's words, with what to do about it."""

from __future__ import annotations

import json

import pytest

from tests.web.conftest import House

SENT = {"title": "T"}
THEIRS = ("Input should", "Extra inputs", "Field required", "Value error", "validation", "pydantic")


@pytest.mark.parametrize(
    ("method", "path", "body", "source", "what", "remedy"),
    [
        ("POST", "/games", {**SENT, "colour": 1}, "colour", "no field 'colour' here", "leave"),
        ("POST", "/games", {}, "title", "'title' is missing", "give it"),
        ("POST", "/games", None, "body", "this takes fields", "Content-Type: application/json"),
        ("POST", "/games", [], "body", "this is not an object", "Content-Type: application/json"),
        ("POST", "/games", {"title": 7}, "title", "this is not text", '"..."'),
        ("POST", "/games", {**SENT, "last_year": "x"}, "last_year", "not a whole number", "digits"),
        ("POST", "/games", {**SENT, "last_year": 1.5}, "last_year", "not a whole number", "digits"),
        ("POST", "/games", {**SENT, "blind": "perhaps"}, "blind", "neither true nor", "one"),
        ("POST", "/games", {**SENT, "press": "public"}, "press", "this is not a list", "[...]"),
        ("POST", "/games", {**SENT, "switches": []}, "switches", "this is not an object", "{...}"),
        ("POST", "/games/1/commands/set-deadline", {"deadline": "2026-12-24T20:00:00"}, "deadline",
         "time zone", "+01:00"),
        ("POST", "/games/1/commands/set-deadline", {"deadline": "tomorrow"}, "deadline",
         "this is not a moment", "+01:00"),
        ("POST", "/games/1/commands/send", {"text": "a\0b"}, "text", "NUL", ""),
        ("GET", "/games/0", None, "game", "this is too little", "at least 1"),
        ("GET", "/games/x", None, "game", "this is not a whole number", "digits"),
        ("GET", "/games?stage=late", None, "stage", "no such choice", "forming"),
        ("GET", "/games?open=maybe", None, "open", "neither true nor false", "one of"),
        ("GET", "/people/called?name=", None, "name", "too short", "at least 1"),
        ("GET", f"/people/called?name={'x' * 101}", None, "name", "too long", "at most 100"),
        ("GET", "/people", None, "number", "'number' is missing", "give it"),
        ("GET", f"/people?{'number=1&' * 201}", None, "number", "too many", "at most 200"),
    ],
)  # fmt: skip
def test_in_our_words(
    house: House, method: str, path: str, body: object, source: str, what: str, remedy: str
) -> None:
    answer = house.person(1)(method, path, body)
    assert answer.status_code == 422, answer.text
    fault = answer.json()["diagnostics"][0]
    assert fault["source"] == source
    assert what in fault["what"] and remedy in fault.get("remedy", "")
    assert not any(one in answer.text for one in THEIRS), answer.text


@pytest.mark.parametrize("raw", [b"{", b'{"title": }', b"nonsense", b'{"title": "T"'])
@pytest.mark.parametrize("kind", ["application/json", "text/plain", None])
def test_what_is_no_json(house: House, raw: bytes, kind: str | None) -> None:
    person = house.person(1)
    headers = dict(person.headers) | ({"Content-Type": kind} if kind else {})
    answer = person.client.request("POST", "/api/games", content=raw, headers=headers)
    (fault,) = answer.json()["diagnostics"]
    said = "this is not JSON from letter" if kind == "application/json" else "this is not an object"
    assert answer.status_code == 422 and fault["what"].startswith(said)
    assert "Content-Type: application/json" in fault["remedy"]
    assert not any(one in answer.text for one in THEIRS), json.dumps(answer.json())
