"""Accounts over HTTP: from registering to being forgotten."""

from __future__ import annotations

import re
from contextlib import suppress

from httpx import QueryParams

from dragoman.judge.storage.tables import outbox
from dragoman.refusal import ActionRefused
from dragoman.web.callers import COOKIE, GUARD
from tests.web.conftest import PASSWORD, ROOT, House
from tests.web.people import Browser, Caller

ANN = {"name": "Ann", "address": "ann@dip.example", "password": "twelve little owls"}


class Visitor(Caller):
    """Somebody in a browser: he keeps cookies, and his pages send the header."""

    def __init__(self, browser: Browser) -> None:
        super().__init__(browser)
        self.headers = {GUARD: "1"}

    def done(self, method: str, path: str, body: object = None) -> object:
        answer = self(method, path, body)
        assert answer.status_code in (200, 201, 204), answer.text
        return answer.json() if answer.content else None


def mailed(house: House) -> dict[str, str]:
    """The last mail to each address."""
    with house.judge.database.reading() as connection:
        rows = connection.execute(outbox.select().order_by(outbox.c.id)).all()
    return {row.to: row.data["text"] for row in rows}


def code_for(house: House, address: str) -> str:
    found = re.search(r"^    (\S.*)$", mailed(house)[address], re.M)
    assert found is not None
    return found[1].strip()


def registered(house: House) -> Visitor:
    ann = Visitor(house.browser())
    ann.done("POST", "/accounts", ANN)
    ann.done(
        "POST",
        "/accounts/confirm",
        {"address": ANN["address"], "code": code_for(house, ANN["address"])},
    )
    ann.done("POST", "/session", {"who": "ann", "password": ANN["password"]})
    return ann


def test_people_are_found_by_their_whole_names_alone(house: House) -> None:
    asker, number = house.person(11), house.account(12)
    for written in ("Player 12", "player12", "  PLAYER-12 ", "Ｐlayer 12"):
        found = asker.get(f"/people/called?{QueryParams(name=written)}")
        assert found == asker.get(f"/people/{number}"), written
        assert "dip.example" not in str(found)
    for nobody in ("Player", "player12@dip.example", "12", "%", "*", "Player 12 or 1=1", "-"):
        answer = asker("GET", f"/people/called?{QueryParams(name=nobody)}")
        assert answer.status_code == 404, nobody
        assert answer.json()["diagnostics"][0]["code"] == "no-person"
        assert "dip.example" not in answer.text.replace(nobody, "")
    gone = house.account(13)
    house.judge.forget(ROOT, gone, house.clock())
    for name in ("Player 13", asker.get(f"/people/{gone}")["name"]):
        assert asker("GET", f"/people/called?{QueryParams(name=name)}").status_code == 404
    assert house.visitor("GET", "/people/called?name=Player 12").status_code == 401


def test_registering_and_signing_in(house: House) -> None:
    ann = Visitor(house.browser())
    ann.done("POST", "/accounts", ANN)
    early = ann("POST", "/session", {"who": "Ann", "password": ANN["password"]})
    assert early.status_code == 401, "the address is not confirmed yet"
    wrong = ann("POST", "/accounts/confirm", {"address": ANN["address"], "code": "000000"})
    assert wrong.status_code == 403
    code = {"address": ANN["address"], "code": code_for(house, ANN["address"])}
    ann.done("POST", "/accounts/confirm", code)
    answer = ann("POST", "/session", {"who": ANN["address"], "password": ANN["password"]})
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie and "SameSite=lax" in cookie and cookie.startswith(f"{COOKIE}=")
    me = ann.get("/me")
    assert me["name"] == "Ann" and me["by"] == "session" and not me["admin"]
    ann.done("DELETE", "/session")
    assert ann("GET", "/me").status_code == 401


def test_who_has_an_account_is_not_to_be_found_out(house: House) -> None:
    registered(house)
    other = Visitor(house.browser("10.0.0.2"))
    same = other("POST", "/accounts", {**ANN, "name": "Bob"})
    fresh = other("POST", "/accounts", {**ANN, "name": "Cid", "address": "cid@dip.example"})
    assert (same.status_code, same.json()) == (fresh.status_code, fresh.json())
    answers = [
        other("POST", "/session", {"who": who, "password": "wrong"})
        for who in ("ann", "nobody", "ann@dip.example", "nobody@dip.example")
    ]
    assert len({(one.status_code, one.text) for one in answers}) == 1
    resets = [
        other("POST", "/session/reset", {"address": address})
        for address in ("ann@dip.example", "nobody@dip.example")
    ]
    assert {(one.status_code, one.content) for one in resets} == {(204, b"")}


def test_a_password_is_reset(house: House) -> None:
    ann = registered(house)
    token = ann.done("POST", "/me/tokens", {"name": "bot", "scopes": ["read"]})["token"]
    other = Visitor(house.browser())
    other.done("POST", "/session/reset", {"address": ANN["address"]})
    code = code_for(house, ANN["address"])
    body = {"address": ANN["address"], "code": code, "password": "another fine password"}
    other.done("POST", "/session/reset/confirm", body)
    assert ann("GET", "/me").status_code == 401, "what was open is over"
    assert Caller(house.browser(), token)("GET", "/me").status_code == 401
    other.done("POST", "/session", {"who": "Ann", "password": "another fine password"})


def test_a_session_is_new_each_time(house: House) -> None:
    ann = registered(house)
    before = ann.client.client.cookies[COOKIE]
    ann.done("POST", "/session", {"who": "Ann", "password": ANN["password"]})
    assert ann.client.client.cookies[COOKIE] != before
    stale = Visitor(house.browser())
    stale.client.client.cookies.set(COOKIE, before, domain="judge")
    assert stale("GET", "/me").status_code == 401
    planted = Visitor(house.browser())
    planted.client.client.cookies.set(COOKIE, "planted", domain="judge")
    answer = planted("POST", "/session", {"who": "Ann", "password": ANN["password"]})
    assert "planted" not in answer.headers["Set-Cookie"]


def test_another_site_changes_nothing(house: House) -> None:
    ann = registered(house)
    ann.headers = {}
    answer = ann("POST", "/games", {"title": "Forged"})
    assert answer.status_code == 403
    assert answer.json()["diagnostics"][0]["code"] == "no-csrf-header"
    assert ann("GET", "/me").status_code == 200


def test_a_token_does_what_its_scopes_say(house: House) -> None:
    ann = registered(house)
    tokens = {}
    for scope in ("read", "play", "press", "master", "admin"):
        made = ann.done("POST", "/me/tokens", {"name": scope, "scopes": [scope]})
        tokens[scope] = Caller(house.browser(), made["token"])
    listed = ann.get("/me/tokens")["items"]
    assert [one["scopes"] for one in listed] == [[scope] for scope in tokens]
    assert all("token" not in one and len(one["prefix"]) < 16 for one in listed)
    game = ann.done("POST", "/games", {"title": "Ann's"})["game"]
    asked = {
        "read": ("GET", f"/games/{game}", None),
        "play": ("POST", f"/games/{game}/commands/join", {}),
        "press": ("POST", f"/games/{game}/commands/send", {"text": "hi"}),
        "master": ("POST", f"/games/{game}/commands/begin", {}),
        "admin": ("GET", "/admin/people", None),
    }
    for has, caller in tokens.items():
        for needs, (method, path, body) in asked.items():
            answer = caller(method, path, body)
            lacks = answer.status_code == 403 and "missing-scope" in answer.text
            assert lacks == (has != needs), (has, needs, answer.text)
    # No token makes another, nor changes how its owner signs in.
    for caller in tokens.values():
        for method, path, body in (
            ("GET", "/me/tokens", None),
            ("POST", "/me/tokens", {"name": "more", "scopes": ["admin"]}),
            ("POST", "/me/addresses", {"address": "evil@dip.example"}),
            ("PUT", "/me/password", {"old": ANN["password"], "new": "something else here"}),
            ("DELETE", "/me", {"password": ANN["password"]}),
            ("GET", "/me/export", None),
        ):
            assert caller(method, path, body).json()["diagnostics"][0]["code"] == "session-needed"
    ann.done("DELETE", f"/me/tokens/{listed[0]['number']}")
    assert tokens["read"]("GET", "/games").status_code == 401


def test_an_admin_is_one_only_with_the_scope(house: House) -> None:
    house.account(99)
    assert house.person(99)("GET", "/admin/people").status_code == 403
    admin = house.person(99, "admin", "read")
    names = [one["name"] for one in admin.get("/admin/people")["items"]]
    assert names == ["Player 99"]
    assert not house.person(99).get("/me")["admin"] and admin.get("/me")["admin"]
    made = admin("POST", "/admin/people", {**ANN, "name": "Dora", "address": "d@dip.example"})
    number = made.json()["account"]
    assert admin("PUT", f"/admin/people/{number}/blocked", {"why": "rude"}).status_code == 204
    dora = Visitor(house.browser())
    answer = dora("POST", "/session", {"who": "Dora", "password": ANN["password"]})
    assert answer.status_code == 403 and "rude" in answer.text
    assert house.person(11, "admin")("GET", "/admin/people").status_code == 403


def test_addresses_names_and_sessions(house: House) -> None:
    ann = registered(house)
    ann.done("POST", "/me/addresses", {"address": "second@dip.example"})
    code = {"address": "second@dip.example", "code": code_for(house, "second@dip.example")}
    ann.done("POST", "/accounts/confirm", code)
    first, second = ann.get("/me/addresses")["items"]
    assert first["first"] and second["verified"]
    ann.done("PUT", f"/me/addresses/{second['number']}/first")
    ann.done("DELETE", f"/me/addresses/{first['number']}")
    assert [one["address"] for one in ann.get("/me/addresses")["items"]] == ["second@dip.example"]
    ann.done("PATCH", "/me", {"name": "Anna"})
    number = ann.get("/me")["account"]
    assert house.visitor.get(f"/people?number={number}&number=77")["names"] == {str(number): "Anna"}
    assert "dip.example" not in house.visitor("GET", f"/people/{number}").text
    elsewhere = Visitor(house.browser())
    elsewhere.done("POST", "/session", {"who": "Anna", "password": ANN["password"]})
    assert len(ann.get("/me/sessions")["items"]) == 2
    new = {"old": ANN["password"], "new": "yet another password"}
    ann.done("PUT", "/me/password", new)
    assert elsewhere("GET", "/me").status_code == 401 and ann("GET", "/me").status_code == 200


def test_passkeys_are_offered_and_checked(house: House) -> None:
    ann = registered(house)
    offer = ann.done("POST", "/me/passkeys/offer")
    assert offer["rp"]["id"] and offer["challenge"]
    response = {"clientDataJSON": "e30", "attestationObject": "e30"}
    made_up = {"id": "AA", "rawId": "AA", "type": "public-key", "response": response}
    answer = ann("POST", "/me/passkeys", {"credential": made_up, "name": "phone"})
    assert answer.json()["diagnostics"][0]["code"] == "wrong-passkey"
    assert ann.get("/me/passkeys")["items"] == []
    visitor = Visitor(house.browser())
    assert visitor.done("POST", "/session/passkey")["challenge"]
    answer = visitor("POST", "/session/passkey/answer", {"credential": made_up})
    assert answer.status_code == 401


def test_what_is_known_of_one_is_given_and_forgotten(house: House) -> None:
    ann = registered(house)
    game = ann.done("POST", "/games", {"title": "Ann's"})["game"]
    known = ann("GET", "/me/export").json()
    assert known["account"]["name"] == "Ann" and known["games"][0]["game"] == game
    assert ANN["password"] not in str(known)
    assert ann("DELETE", "/me", {"password": PASSWORD}).status_code == 401
    number = ann.get("/me")["account"]
    ann.done("DELETE", "/me", {"password": ANN["password"]})
    assert ann("GET", "/me").status_code == 401
    assert "Ann" not in house.visitor.get(f"/people/{number}")["name"]


def test_a_browser_that_is_known_is_not_shut_out(house: House) -> None:
    """Others' guesses count where they come from; who signed in here before comes in."""
    own = registered(house)
    own.done("DELETE", "/session")
    for number in range(102):
        with suppress(ActionRefused):
            house.judge.accounts.sign_ins.sign_in(
                "Ann", "wrong", f"10.6.6.{number}", "", house.clock()
            )
    body = {"who": "Ann", "password": ANN["password"]}
    assert Visitor(house.browser())("POST", "/session", body).status_code == 429
    assert own("POST", "/session", body).status_code == 200
