"""Private boards over HTTP: forked, ordered, judged, stepped back on, branched, shared; and what
would come of the turn at hand."""

from __future__ import annotations

import json

from tests.web.conftest import House
from tests.web.people import Caller
from tests.web.tables import begun, seats


def made(caller: Caller, path: str = "/sandboxes", **body: object) -> int:
    answer = caller("POST", path, body)
    assert answer.status_code == 201, answer.text
    number = answer.json()["sandbox"]
    assert answer.headers["Location"] == f"/api/sandboxes/{number}"
    return number


def do(caller: Caller, board: int, command: str, **fields: object) -> dict[str, object]:
    answer = caller("POST", f"/sandboxes/{board}/commands/{command}", fields)
    assert answer.status_code == 200, answer.text
    return answer.json()


def refused(caller: Caller, method: str, path: str, body: object = None) -> tuple[int, str]:
    answer = caller(method, path, body)
    return answer.status_code, answer.json()["diagnostics"][0]["code"]


def test_a_live_game_is_taken_aside_and_played_on(house_on_both: House) -> None:
    house = house_on_both
    game = begun(house)
    france = seats(house, game)["FRANCE"]
    france.do(game, "save-orders", text="A par-bur")
    board = made(france, f"/games/{game}/sandboxes")
    view = france.get(f"/sandboxes/{board}")
    assert (view["game"], view["seen"], view["link"]) == (game, "S1901M", "")
    assert view["node"]["sheets"] == {"FRANCE": "A par-bur"}
    told = do(france, board, "order", power="germany", text="A mun-bur, F kie-xyz")["told"]
    assert [one["code"] for one in told], "what cannot be read is told"
    assert do(france, board, "adjudicate") == {"changed": True, "at": 2, "told": []}
    node = france.get(f"/sandboxes/{board}/nodes/2")
    assert node["came_by"]["results"]["A PAR"] and node["phase"] == "F1901M"
    why = france.get(f"/sandboxes/{board}/nodes/2/came-by/explanations?unit=par&language=de")
    assert len(why["items"]) == 1 and "kam nicht durch" in why["items"][0]["text"]
    for picture in ("map.svg", "came-by/map.svg"):
        assert b"<svg" in france("GET", f"/sandboxes/{board}/nodes/2/{picture}").content
    possible = france.get(f"/sandboxes/{board}/nodes/2/possible-orders?power=italy")
    assert "A ROM-VEN" in possible["units"]["A ROM"] or "A ROM H" in possible["units"]["A ROM"]
    # Another try is another branch; the same again leads to the same place.
    assert do(france, board, "step-back")["at"] == 1
    do(france, board, "order", power="germany", text="A mun H")
    assert do(france, board, "adjudicate")["at"] == 3
    do(france, board, "step-back")
    assert do(france, board, "adjudicate") == {"changed": True, "at": 3, "told": []}
    do(france, board, "name", node=2, name="The bounce")
    assert [one["name"] for one in france.get(f"/sandboxes/{board}")["nodes"]] == [
        "", "The bounce", "",
    ]  # fmt: skip
    do(france, board, "go-to", node=2)
    do(france, board, "prune", node=3)
    do(france, board, "retitle", title="Burgundy")
    view = france.get(f"/sandboxes/{board}")
    assert view["title"] == "Burgundy" and [one["node"] for one in view["nodes"]] == [1, 2]
    assert house.person(1).get(f"/games/{game}")["phases"] == [], "the game knows nothing of it"


def test_a_board_is_shared_by_its_link_and_copied(house_on_both: House) -> None:
    house = house_on_both
    owner, friend = house.person(11), house.person(12)
    board = made(owner, variant="standard", title="Openings")
    do(owner, board, "order", power="france", text="A par-bur")
    do(owner, board, "adjudicate")
    do(owner, board, "share", shared=True)
    link = owner.get(f"/sandboxes/{board}")["link"]
    shown = house.visitor.get(f"/shared-sandboxes/{link}")
    assert shown["title"] == "Openings" and not {"link", "game", "sandbox"} & set(shown)
    assert house.visitor.get(f"/shared-sandboxes/{link}/nodes/2")["came_by"]["orders"]["FRANCE"]
    assert b"<svg" in house.visitor("GET", f"/shared-sandboxes/{link}/nodes/1/map.svg").content
    copy = made(friend, f"/shared-sandboxes/{link}/copies", title="Mine")
    assert friend.get(f"/sandboxes/{copy}")["at"] == 2
    again = made(owner, f"/sandboxes/{board}/copies")
    assert owner.get(f"/sandboxes/{again}")["title"] == "Openings"
    do(owner, board, "share", shared=False)
    gone = refused(house.visitor, "GET", f"/shared-sandboxes/{link}")
    assert gone == (404, "no-sandbox")
    assert owner("DELETE", f"/sandboxes/{board}").status_code == 204
    assert refused(owner, "GET", f"/sandboxes/{board}") == (404, "no-sandbox")
    assert friend.get(f"/sandboxes/{copy}")["variant"] == "standard", "a copy stays"


def test_boards_are_listed_in_pages(house_on_both: House) -> None:
    owner = house_on_both.person(11)
    boards = [made(owner, title=f"Board {number}") for number in range(5)]
    made(house_on_both.person(12))
    found, cursor = [], 0
    while cursor is not None:
        page = owner.get(f"/sandboxes?limit=2&cursor={cursor}")
        found += [one["sandbox"] for one in page["items"]]
        cursor = page["next"]
    assert found == boards[::-1]


def test_two_tabs(house_on_both: House) -> None:
    owner = house_on_both.person(11)
    board = made(owner)
    tag = owner("GET", f"/sandboxes/{board}").headers["ETag"]
    path = f"/sandboxes/{board}/commands/order"
    first = owner("POST", path, {"power": "FRANCE", "text": "A par-bur"}, If_Match=tag)
    assert first.status_code == 200
    late = owner("POST", path, {"power": "FRANCE", "text": "A par-pic"}, If_Match=tag)
    assert late.status_code == 412
    assert late.json()["current"]["node"]["sheets"] == {"FRANCE": "A par-bur"}
    assert late.headers["ETag"] == first.headers["ETag"]
    assert owner("GET", f"/sandboxes/{board}").headers["ETag"] == first.headers["ETag"]
    now = first.headers["ETag"]
    assert owner("GET", f"/sandboxes/{board}", If_None_Match=now).status_code == 304
    assert owner("POST", path, {"power": "FRANCE", "text": ""}, If_Match=now).status_code == 200


def test_whose_board_it_is(house: House) -> None:
    owner, other, admin = (house.person(11), house.person(12), house.person(99))
    board = made(owner)
    for somebody in (other, admin):
        for method, path, body in (
            ("GET", f"/sandboxes/{board}", None),
            ("GET", f"/sandboxes/{board}/nodes/1", None),
            ("GET", f"/sandboxes/{board}/nodes/1/map.svg", None),
            ("POST", f"/sandboxes/{board}/commands/adjudicate", {}),
            ("POST", f"/sandboxes/{board}/copies", {}),
            ("DELETE", f"/sandboxes/{board}", None),
        ):
            assert refused(somebody, method, path, body) == (404, "no-sandbox")
    assert refused(house.visitor, "POST", "/sandboxes", {}) == (401, "not-signed-in")
    reader = house.person(11, "read")
    assert refused(reader, "POST", "/sandboxes", {}) == (403, "missing-scope")
    assert refused(owner, "GET", f"/sandboxes/{board}/nodes/9") == (404, "no-node")
    begins = refused(owner, "GET", f"/sandboxes/{board}/nodes/1/came-by/map.svg")
    assert begins == (409, "nothing-before")
    nobody = refused(owner, "GET", f"/sandboxes/{board}/nodes/1/possible-orders?power=narnia")
    assert nobody == (422, "unknown-power")


def test_a_position_that_is_pasted(house: House) -> None:
    owner = house.person(11)
    text = "S1901M | FRANCE: A PAR; ITALY: A ROM | FRANCE: PAR"
    board = made(owner, position=text)
    assert owner.get(f"/sandboxes/{board}")["node"]["position"]["units"]["FRANCE"] == ["A PAR"]
    standard = owner.get("/variants/standard")["provinces"]
    lands = [
        one
        for one, facts in standard.items()
        if facts["terrain"] != "water" and facts["neighbours"]
    ]
    crowd = {"phase": "S1901M", "units": {"FRANCE": [f"A {one}" for one in lands]}}
    for wrong, code in (
        ({"position": "S1901M | FRANCE: A XYZ"}, ""),
        ({"position": json.dumps(crowd)}, "too-many-units"),
        ({"variant": "../etc"}, "unknown-variant"),
        ({"rules": "none"}, "unknown-rule"),
        ({"title": "x" * 81}, "wrong-field"),
        ({"colour": "red"}, "wrong-field"),
    ):
        status, found = refused(owner, "POST", "/sandboxes", wrong)
        assert status in (404, 422) and (found == code or not code), (wrong, found)


def test_what_if_keeps_nothing(house: House) -> None:
    game = begun(house)
    france = seats(house, game)["FRANCE"]
    france.do(game, "save-orders", text="A par-bur")
    orders = {"GERMANY": "A mun-bur", "italy": "A ven-xyz"}
    found = france("POST", f"/games/{game}/what-if", {"orders": orders}).json()
    assert found["results"]["A PAR"] and found["told"]["ITALY"][0]["code"]
    assert found["before"]["phase"] == "S1901M" and found["after"]["phase"] == "F1901M"
    assert france.get("/sandboxes")["items"] == []
    wrong = refused(france, "POST", f"/games/{game}/what-if", {"orders": {"NARNIA": ""}})
    assert wrong == (422, "unknown-power")
    closed = begun(house, observers=False)
    assert refused(house.visitor, "POST", f"/games/{closed}/what-if", {})[0] == 403
    assert refused(house.person(60), "POST", f"/games/{closed}/sandboxes", {})[0] == 403
