"""Boards of turns that were judged, of what would come of one, and of private boards, as JSON."""

from __future__ import annotations

from typing import Any

from tests.web.conftest import House
from tests.web.people import Caller
from tests.web.tables import begun, seats
from tests.web.test_sandboxes import do, made, refused

BOUNCE = {"FRANCE": "A par-bur, A mar S A par-bur", "GERMANY": "A mun-bur"}


def judged(house: House, **settings: Any) -> tuple[int, dict[str, Caller]]:
    game = begun(house, variant="standard", **settings)
    who = seats(house, game)
    for power, text in BOUNCE.items():
        who[power].do(game, "save-orders", text=text)
    house.person(1).do(game, "process-now")
    return game, who


def fates(board: dict[str, Any]) -> dict[str, tuple[str, bool, float | None]]:
    return {one["unit"]: (one["text"], one["failed"], one["strength"]) for one in board["fates"]}


def test_a_turn_is_a_board_with_what_became_of_each_order(house: House) -> None:
    game, who = judged(house)
    live = who["FRANCE"].get(f"/games/{game}/board")
    assert live["past"] == ["S1901M"]
    assert live["past_turns"] == ["Spring 1901, movement"]
    german = who["FRANCE"].get(f"/games/{game}/board?language=de")
    assert german["past_turns"] == ["Frühjahr 1901, Züge"]
    board = who["ENGLAND"].get(f"/games/{game}/turns/s1901m/board")
    assert (board["phase"], board["turn"]) == ("S1901M", "Spring 1901, movement")
    assert (board["ground"], board["map"]) == (live["ground"], live["map"])
    assert ["FRANCE", "A PAR", "PAR"] in board["units"]
    found = fates(board)
    assert found["A PAR"] == ("A Par–Bur", False, 2.0)
    assert found["A MUN"] == ("A Mun–Bur (bounced)", True, 1.0)
    assert found["A MAR"] == ("A Mar S A Par–Bur", False, None)
    assert 'data-unit="A MUN"' in board["layers"]["orders"]
    german = who["FRANCE"].get(f"/games/{game}/turns/S1901M/board?language=de")
    assert german["turn"].startswith("Frühjahr")
    gone = refused(who["FRANCE"], "GET", f"/games/{game}/turns/F1901M/board")
    assert gone == (404, "no-phase")


def test_of_a_blind_game_it_has_what_one_saw(house: House) -> None:
    game, who = judged(house, blind=True)
    board = who["FRANCE"].get(f"/games/{game}/turns/S1901M/board")
    assert {power for power, _, _ in board["units"]} == {"FRANCE"}
    assert {one["power"] for one in board["fates"]} == {"FRANCE"}
    assert "order-A-PAR-move" in board["layers"]["orders"] and "BUR" not in board["hidden"]
    assert "MUN" in board["hidden"] and 'class="fog"' in board["layers"]["centers"]
    assert "MUN" not in board["layers"]["orders"] + board["layers"]["units"]
    assert len(house.person(1).get(f"/games/{game}/turns/S1901M/board")["fates"]) == 22


def test_what_would_come_of_a_turn(house: House) -> None:
    game = begun(house, variant="standard")
    france = seats(house, game)["FRANCE"]
    france.do(game, "save-orders", text="A par-bur")
    tried = france(
        "POST", f"/games/{game}/what-if/board", {"orders": {"GERMANY": "A mun-bur; A x"}}
    )
    board = tried.json()
    assert fates(board)["A PAR"][1], "they bounce"
    assert any(one["data"]["unit"] == "A PAR" for one in board["why"])
    assert list(board["told"]) == ["GERMANY"]
    draft = {"orders": {"FRANCE": "A par-pic"}}
    board = france("POST", f"/games/{game}/what-if/board?language=de", draft).json()
    assert fates(board)["A PAR"][0] == "A Par–Pic" and board["turn"].startswith("Frühjahr")
    assert france.get(f"/games/{game}/orders")["text"] == "A par-bur", "nothing of it is kept"


def test_a_private_board_can_be_ordered_on_all_sides(house: House) -> None:
    one = house.person(11)
    board = made(one, variant="standard")
    do(one, board, "order", power="france", text="A par-bur # here")
    seen = one.get(f"/sandboxes/{board}/nodes/1/board")
    assert (seen["node"], seen["way"], seen["past"]) == (1, [1], [])
    assert set(seen["sides"]) == {
        "AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY",
    }  # fmt: skip
    france = seen["sides"]["FRANCE"]
    assert france["lines"] == [[1, "A PAR", ["m", "BUR"]]] and france["text"] == "A par-bur # here"
    assert "BUR" in france["units"]["A MAR"]["m"]
    tag = one("GET", f"/sandboxes/{board}").headers["ETag"]
    assert france["tag"] == tag, "what is saved over it names what it was"
    assert 'data-unit="A PAR"' in seen["layers"]["orders"]
    do(one, board, "adjudicate")
    seen = one.get(f"/sandboxes/{board}/nodes/2/board")
    assert (seen["way"], seen["past"]) == ([1, 2], ["S1901M"])
    assert seen["past_turns"] == ["Spring 1901, movement"]
    assert fates(one.get(f"/sandboxes/{board}/nodes/2/came-by/board"))["A PAR"][1] is False
    first = one.get(f"/sandboxes/{board}/nodes/1/board")
    assert first["sides"] == {}, "orders go to the position at hand"
    assert refused(one, "GET", f"/sandboxes/{board}/nodes/1/came-by/board")[1] == "nothing-before"
    do(one, board, "share", shared=True)
    link = one.get(f"/sandboxes/{board}")["link"]
    assert house.visitor.get(f"/shared-sandboxes/{link}/nodes/2/board")["sides"] == {}
