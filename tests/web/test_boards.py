"""A tournament's board as a game of the judge, over HTTP, and its result back again."""

from __future__ import annotations

import json
from typing import Any

from dragoman.tournament.actions.played_elsewhere import take_result
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.events import as_data
from dragoman.tournament.publishing.exports import export
from dragoman.tournament.rules.preset import preset_text
from dragoman.tournament.scoring.result import read_result
from tests.tournament.directing import POWERS, Hall
from tests.web.conftest import House


def hall() -> Hall:
    found = Hall(preset_text("nz1999"))
    found.boards(1)
    return found


def as_printed(h: Hall) -> str:
    """As `dragoman tournament export boards` writes it."""
    return export(h.t, "boards", 1)[""]


def as_written(h: Hall) -> str:
    """As `dragoman tournament export public` writes it."""
    return export(h.t, "public", 1)[""]


def body(house: House, h: Hall, **more: Any) -> dict[str, Any]:
    accounts = {str(number): house.account(10 + number) for number in h.t.players}
    return {"tournament": as_printed(h), "board": "1A", "accounts": accounts, **more}


def test_a_board_is_played_and_its_result_taken_back(house_on_both: House) -> None:
    house, h = house_on_both, hall()
    admin = house.person(99, "read", "master", "admin")
    given = body(house, h, director=house.account(1), settings={"movement": "2 d", "press": []})
    answer = admin("POST", "/board-games", given)
    assert answer.status_code == 201, answer.text
    game = answer.json()["game"]
    director = house.person(1)
    director.do(game, "begin")
    view = house.visitor.get(f"/games/{game}")
    assert view["masters"] == [house.account(1)] and view["settings"]["movement"] == "2 d"
    assert {one["power"]: one["user"] for one in view["seats"]} == {
        power: house.account(10 + player) for power, player in h.table("1A").seats.items()
    }
    early = house.visitor("GET", f"/games/{game}/board-result")
    assert (early.status_code, early.json()["diagnostics"][0]["code"]) == (409, "not-over")
    while house.visitor.get(f"/games/{game}")["phase"][1:5] == "1901":
        director.do(game, "process-now")
    first, *others = (house.of_account(one["user"]) for one in view["seats"])
    first.do(game, "propose", what="draw")
    for one in others:
        one.do(game, "vote", number=1, agrees=True)
    result = house.visitor.get(f"/games/{game}/board-result")
    assert result["ending"] == "voted draw" and set(result["counts"]) == {"1900", "1901"}
    h.do(take_result, "1A", read_result(result))
    assert h.table("1A").ending == "voted-draw" and h.table("1A").complete


def test_what_opens_boards_tells_nothing_that_is_not_public(house: House) -> None:
    h = hall()
    h.people(14, contact="secret@dip.example")
    h.add(ev.Drawn(2, {"A": dict(zip(POWERS, range(8, 15), strict=True))}))
    admin = house.person(99, "read", "master", "admin")
    good = body(house, h)
    for hidden in ("secret@", "Nr8", '"round": 2', "021"):
        assert hidden not in good["tournament"]
    whole = [
        {"number": one.number, "action": one.action, "at": one.at,
         "kind": type(one.event).__name__, "data": as_data(one.event)}
        for one in h.log
    ]  # fmt: skip
    answer = admin("POST", "/board-games", {**good, "tournament": json.dumps({"log": whole})})
    assert answer.json()["diagnostics"][0]["code"] == "not-public"
    accounts = {key: one for key, one in good["accounts"].items() if int(key) < 8}
    assert admin("POST", "/board-games", {**good, "accounts": accounts}).status_code == 201


def test_what_cannot_be_is_told(house: House) -> None:
    h = hall()
    admin = house.person(99, "read", "master", "admin")
    good = body(house, h)
    for caller, status in ((house.visitor, 401), (house.person(1), 403), (house.person(99), 403)):
        assert caller("POST", "/board-games", good).status_code == status
    few = dict([*good["accounts"].items()][:3])
    for changed, code in (
        ({"tournament": "{}"}, "wrong-tournament"),
        ({"tournament": "no JSON"}, "wrong-tournament"),
        ({"tournament": json.dumps({"log": json.loads(good["tournament"])["log"][2:]})},
         "wrong-tournament"),
        ({"board": "9Z"}, ""),
        ({"accounts": few}, "no-account"),
        ({"accounts": {**good["accounts"], "1": 9999}}, "no-person"),
        ({"accounts": {"one": 1}}, "unknown-player"),
        ({"director": 9999}, "no-person"),
        ({"settings": {"rules": "1971"}}, "set-by-tournament"),
        ({"settings": {"movement": "never"}}, ""),
    ):  # fmt: skip
        answer = admin("POST", "/board-games", {**good, **changed})
        assert answer.status_code in (404, 422), answer.text
        assert not code or answer.json()["diagnostics"][0]["code"] == code, (changed, answer.text)
    assert house.visitor.get("/games")["items"] == []
