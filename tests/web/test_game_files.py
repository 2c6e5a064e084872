"""Whole games as files over HTTP: who may have one, what it keeps back, who may bring one."""

from __future__ import annotations

import json

import pytest

from tests.web.conftest import House
from tests.web.people import Caller
from tests.web.tables import begun, seats


def answered(caller: Caller, method: str, path: str, body: object = None) -> tuple[int, str]:
    answer = caller(method, path, body)
    codes = [one["code"] for one in answer.json().get("diagnostics", ())] if answer.text else []
    return answer.status_code, codes[0] if codes and answer.status_code >= 400 else ""


def admin(house: House) -> Caller:
    return house.person(99, "read", "play", "press", "master", "admin")


def over(house: House, **settings: object) -> int:
    game = begun(house, **settings)
    first, *others = seats(house, game).values()
    first.do(game, "save-note", text="xyzzy")
    first.do(game, "propose", what="draw")
    for one in others:
        one.do(game, "vote", number=1, agrees=True)
    return game


def test_who_may_have_the_file_of_a_game(house: House) -> None:
    going_on, ended = begun(house), over(house)
    dice = house.person(1)("POST", "/games", {"title": "M", "variant": "machiavelli"}).json()
    house.person(1).do(dice["game"], "terminate")
    refused = {"visitor": (401, "not-signed-in"), "other": (403, "not-allowed")}
    for game, master in (
        (going_on, (409, "not-over")),
        (ended, (200, "")),
        (dice["game"], (403, "not-allowed")),
    ):
        path = f"/games/{game}/file"
        assert answered(house.visitor, "GET", path) == refused["visitor"]
        for number in (11, 60):
            assert answered(house.person(number), "GET", path) == refused["other"], game
        assert answered(house.person(1), "GET", path) == master, game
        assert answered(admin(house), "GET", path) == (200, ""), game
        assert answered(house.person(99), "GET", path) == refused["other"], "without the scope"
    assert answered(house.person(1, "read"), "GET", f"/games/{ended}/file")[1] == "missing-scope"
    # An admin who plays is a player, until the game is over.
    own = house.person(1)("POST", "/games", {"title": "Own"}).json()["game"]
    for number in (99, *range(12, 18)):
        house.person(number).do(own, "join")
    house.person(1).do(own, "begin")
    assert answered(admin(house), "GET", f"/games/{own}/file") == refused["other"]


def test_what_a_master_is_never_told_is_not_in_it(house: House) -> None:
    game = over(house)
    mine = house.person(1)("GET", f"/games/{game}/file")
    assert mine.headers["Content-Disposition"] == f'attachment; filename="game-{game}.json"'
    assert "xyzzy" not in mine.text and "Voted" not in mine.text
    assert mine.json()["left_out"]
    whole = admin(house)("GET", f"/games/{game}/file")
    assert "xyzzy" in whole.text and "Voted" in whole.text


def test_an_admin_takes_a_game_in(house_on_both: House) -> None:
    house = house_on_both
    game = begun(house)
    who = seats(house, game)
    who["FRANCE"].do(game, "save-orders", text="A par-bur")
    text = admin(house)("GET", f"/games/{game}/file").text
    for caller, status in ((house.visitor, 401), (house.person(1), 403), (house.person(99), 403)):
        assert answered(caller, "POST", "/game-files", {"file": text})[0] == status
    people = {"Player 1": house.account(1), "Player 11": house.account(60)}
    answer = admin(house)("POST", "/game-files", {"file": text, "people": people})
    assert answer.status_code == 201, answer.text
    copy = answer.json()["game"]
    assert answer.headers["Location"] == f"/api/games/{copy}" and copy != game
    assert [one["code"] for one in answer.json()["told"]] == ["nobody-here"] * 6
    before, after = (house.visitor.get(f"/games/{one}") for one in (game, copy))
    assert after["position"] == before["position"] and after["deadline"] == before["deadline"]
    users = {one["user"] for one in after["seats"]}
    assert house.account(60) in users
    mine = {house.account(number) for number in range(11, 18)}
    assert not users & mine, "whose number and name are the same is not yet the same"
    house.person(1).do(copy, "process-now")
    turn = house.visitor.get(f"/games/{copy}/turns/S1901M")
    assert turn["orders"]["FRANCE"] == ["A PAR-BUR"]
    same = admin(house)("POST", "/game-files", {"file": text, "same_people": True}).json()
    assert not same["told"]
    assert {one["user"] for one in house.visitor.get(f"/games/{same['game']}")["seats"]} == mine


@pytest.mark.parametrize("text", ["", "{", "[]", "17", '{"variant": {}}', "[" * 50_000])
def test_what_is_no_game_is_refused(house: House, text: str) -> None:
    found = answered(admin(house), "POST", "/game-files", {"file": text})
    assert found == (422, "wrong-game-file")


@pytest.mark.slow
def test_a_variant_in_a_file_is_tried(house: House) -> None:
    from tests.web.test_variants import files, ocean

    game = begun(house)
    data = json.loads(admin(house)("GET", f"/games/{game}/file").text)
    small = files()
    data["variant"] = {**small, "title": "T", "geometry": "{}", "facts": {"powers": 7}}
    made = admin(house)("POST", "/game-files", {"file": json.dumps(data)})
    assert made.status_code in (201, 422), made.text
    assert house.visitor.get("/variants")["items"], "what the file says of it is not believed"
    large = dict(zip(("map", "seed", "toml"), ocean(18), strict=True))
    data["variant"] = {**data["variant"], **large}
    found = answered(admin(house), "POST", "/game-files", {"file": json.dumps(data)})
    assert found == (422, "wrong-game-file")
