"""Games by JSON: creating, reading, commands, tags, problems, news."""

from __future__ import annotations

from tests.patience import wait_until
from tests.web.conftest import House
from tests.web.streams import listening
from tests.web.tables import begun, seats


def test_settings_of_other_judges_are_refused_with_what_comes_nearest(house: House) -> None:
    for name, nearest in (
        ("quiet", "log"),
        ("SECRET", "anonymous"),
        ("show", "readiness_shown"),
    ):
        answer = house.person(1)("POST", "/games", {"title": "T", name: True})
        assert answer.status_code == 422
        (fault,) = answer.json()["diagnostics"]
        assert fault["source"] == name and nearest in fault["remedy"]
        number, told = house.judge.games.create({"title": "T", name: True}, 1, house.clock())
        assert number is None
        assert (told.told[0].code, told.told[0].source) == ("unknown-setting", name)
        assert nearest in told.told[0].remedy


def test_a_game_begins(house: House) -> None:
    game = begun(house)
    view = house.visitor.get(f"/games/{game}")
    assert view["phase"] == "S1901M" and view["stage"] == "running"


def test_orders_and_tags(house_on_both: House) -> None:
    house = house_on_both
    game = begun(house)
    france = seats(house, game)["FRANCE"]
    sheet = france("GET", f"/games/{game}/sheets/france/S1901M")
    first = sheet.headers["ETag"]
    path = f"/games/{game}/commands/save-orders"
    answer = france("POST", path, {"text": "A par-bur"}, If_Match=first)
    assert answer.status_code == 200 and answer.json() == {"changed": True, "told": []}
    second = answer.headers["ETag"]
    late = france("POST", path, {"text": "A par-pic"}, If_Match=first)
    assert late.status_code == 412
    assert late.json()["current"]["text"] == "A par-bur"
    assert late.headers["ETag"] == second
    assert france("POST", path, {"text": "A par-gas"}, If_Match=second).status_code == 200
    assert house.visitor("GET", f"/games/{game}/sheets/france/S1901M").status_code == 403
    tag = france("GET", f"/games/{game}").headers["ETag"]
    assert france("GET", f"/games/{game}", If_None_Match=tag).status_code == 304


def test_the_last_of_two_orders_for_a_unit_counts_and_that_is_told(house: House) -> None:
    game = begun(house)
    france = seats(house, game)["FRANCE"]
    path = f"/games/{game}/commands/save-orders"
    (told,) = france("POST", path, {"text": "A par-bur\nA par-pic"}).json()["told"]
    assert (told["code"], told["line"], told["severity"]) == ("ordered-again", 1, "warning")
    assert "A Par - Bur gives way to A Par - Pic" in told["what"]
    house.person(1).do(game, "process-now")
    turn = house.visitor.get(f"/games/{game}/turns/S1901M")
    assert turn["orders"]["FRANCE"] == ["A PAR-PIC"]


def test_of_two_orders_for_a_unit_a_game_has_one_count(house: House) -> None:
    for name, answer in (("two_orders", "neither"), ("4.D.3", "c")):
        wished = {"title": "T", "switches": {name: answer}}
        refused = house.person(1)("POST", "/games", wished)
        assert refused.status_code == 422
        assert "rule-in-vain" in refused.text and "two_orders=last" in refused.text
    assert house.person(1)("POST", "/games", {"title": "T", "switches": {"two_orders": "first"}})


def test_the_tag_of_a_game_keeps_what_is_secret(house: House) -> None:
    game = begun(house)
    who = seats(house, game)
    before = house.visitor("GET", f"/games/{game}").headers["ETag"]
    who["FRANCE"].do(game, "save-orders", text="A par-bur")
    who["ITALY"].do(game, "send", text="psst", to=["FRANCE"])
    assert house.visitor("GET", f"/games/{game}").headers["ETag"] == before


def test_turns(house: House) -> None:
    game = begun(house)
    france = seats(house, game)["FRANCE"]
    france.do(game, "save-orders", text="A par-bur, F bre-mao")
    checked = france("POST", f"/games/{game}/check", {"text": "A par-pic, F bre-xyz"}).json()
    assert checked["orders"] == 1 and checked["told"][0]["code"]
    legal = france.get(f"/games/{game}/legal-orders")
    assert "A PAR-BUR" in legal["units"]["A PAR"]
    assert b"<svg" in france("GET", f"/games/{game}/map.svg").content
    house.person(1).do(game, "process-now")
    turn = house.visitor.get(f"/games/{game}/turns/S1901M")
    assert turn["orders"]["FRANCE"] == ["A PAR-BUR", "F BRE-MAO"]
    picture = house.visitor("GET", f"/games/{game}/turns/S1901M/map.svg")
    assert picture.headers["Content-Type"] == "image/svg+xml"
    for form in ("text", "markdown", "html", "bbcode", "zine"):
        report = house.visitor("GET", f"/games/{game}/turns/s1901m/report?form={form}&language=de")
        assert "Bur" in report.text
    found = house.visitor.get(f"/games/{game}/turns/S1901M/explanations?unit=par")
    assert found["items"]
    assert house.visitor("GET", f"/games/{game}/turns/F1905M").status_code == 404


def test_events(house_on_both: House) -> None:
    house = house_on_both
    game = begun(house)
    first = house.visitor.get(f"/games/{game}/events?limit=3")
    assert [one["kind"] for one in first["items"]] == ["Created", "Joined", "Joined"]
    assert first["more"]
    rest = house.visitor.get(f"/games/{game}/events?after={first['items'][-1]['id']}")
    assert [one["kind"] for one in rest["items"]][-1] == "Began"
    assert len(rest["items"]) == 5 + 7 + 1


def test_a_stream_tells_what_one_may_know(house_on_both: House) -> None:
    house = house_on_both
    game = begun(house)
    who = seats(house, game)
    france, italy = who["FRANCE"], who["ITALY"]
    with listening(house, game, {"ITALY": italy, "visitor": house.visitor}) as told:
        france.do(game, "send", text="psst", to=["ITALY"])
        france.do(game, "send", text="hello all")
        wait_until(lambda: all("hello all" in one for one in told.values()))
    assert told["ITALY"].count("event: event") == 2 and "psst" in told["ITALY"]
    assert told["visitor"].count("event: event") == 1 and "psst" not in told["visitor"]
