"""The master's desk: what is missing in all games that one leads, and one act for several."""

import pytest

from tests.web.conftest import House
from tests.web.pages.reader import Reader, reader
from tests.web.tables import begun, seats


def desk(house: House, number: int = 1) -> Reader:
    found = reader(house, number)
    found.get("/desk")
    return found


def test_the_desk_is_for_those_who_are_signed_in(house: House):
    page = reader(house).get("/desk")
    assert page.status == 401
    assert "/sign-in?next=/desk" in page.links
    assert "You are not running any games" in reader(house, 5).get("/desk").text


def test_games_say_who_is_missing_and_when_they_are_due(house: House):
    game = begun(house)
    house.person(1)("POST", "/games", {"title": "Forming"})
    for power, caller in seats(house, game).items():
        if power not in ("FRANCE", "ITALY"):
            caller.do(game, "save-orders", text="")
    seats(house, game)["RUSSIA"].do(game, "save-orders", text="A mos H")
    page = desk(house).get("/desk")
    assert "Friends" in page.text
    assert "France" in page.text.partition("Friends")[2]
    assert "Russia" not in page.text.partition("Friends")[2]
    assert "1 d 0 h" in page.text
    assert "Forming" in page.text


def test_several_games_at_once(house: House):
    first, second, third = begun(house), begun(house, title="Two"), begun(house, title="Three")
    master = desk(house)
    form = master.get("/desk").form("/desk")
    page = master.send(form, do="pause", game=[str(first), str(second)], why="holidays")
    assert "Done in 2 games." in page.text
    assert page.text.count("paused") == 2
    view = house.visitor.get(f"/games/{first}")
    assert view["stage"] == "paused"
    assert view["acts"][-1]["why"] == "holidays"
    assert house.visitor.get(f"/games/{third}")["stage"] == "running"

    page = master.send(form, do="put-off", game=[str(second), str(third)], hours="48")
    assert page.status == 422
    assert f"game {second}" in page.text
    assert house.visitor.get(f"/games/{third}")["deadline"].startswith("2026-01-08T12:00")

    page = master.send(form, do="process-now", game=[str(third)])
    assert house.visitor.get(f"/games/{third}")["phase"] == "F1901M"
    page = master.send(form, do="resume", game=[str(first), str(second)])
    assert "Done in 2 games." in page.text


@pytest.mark.parametrize(
    "fields",
    [
        {"do": "process-now", "game": []},
        {"do": "conquer", "game": ["1"]},
        {"do": "put-off", "game": ["1"], "hours": "-1"},
        {"do": "put-off", "game": ["1"], "hours": "many"},
        {"do": "pause", "game": ["none"]},
    ],
)
def test_nonsense_is_told(house: House, fields: dict[str, str | list[str]]):
    begun(house)
    master = desk(house)
    page = master.send(master.get("/desk").form("/desk"), **fields)
    assert page.status == 422
    assert "Friends" in page.text


def test_nobody_leads_the_games_of_others(house: House):
    game = begun(house)
    begun_by_other = reader(house, 6)
    form = desk(house).get("/desk").form("/desk")
    page = begun_by_other.send(form, do="process-now", game=[str(game)])
    assert page.status == 403
    assert house.visitor.get(f"/games/{game}")["phase"] == "S1901M"


def test_complaints_are_answered(house: House):
    game = begun(house)
    who = seats(house, game)
    who["FRANCE"].do(game, "send", text="you fool", to=["ITALY"])
    who["ITALY"].do(game, "report-message", number=1, why="rude")
    master = desk(house)
    page = master.get("/desk")
    assert "one complaint" in page.text
    assert "you fool" in page.text
    page = master.send(page.form("/hide-message"), why="")
    assert page.status == 422
    form = page.form("/hide-message")
    page = master.send(form, why="we stay polite here")
    assert "hidden" in page.text
    form.action = form.action.replace("hide-message", "silence")
    page = master.send(form, why="we stay polite here")
    assert "Allow France press again" in page.text
    assert who["FRANCE"].refused(game, "send", text="again")[0] == 422
    assert "complaint" not in reader(house, 12).get("/desk").text
    outsider = reader(house, 6)
    assert outsider.send(form, why="because").status == 403


def test_messages_are_let_through_or_turned_back(house: House):
    game = begun(house, press_approved=True)
    france = seats(house, game)["FRANCE"]
    france.do(game, "send", text="hello there", to=["ITALY"])
    france.do(game, "send", text="hello again", to=["ITALY"])
    master = desk(house)
    page = master.get("/desk")
    assert "2 messages to approve" in page.text
    page = master.send(page.form("/let-through"))
    page = master.send(page.form("/turn-back"), why="too loud")
    assert "to approve" not in page.text
    read = [one["text"] for one in seats(house, game)["ITALY"].get(f"/games/{game}/press")["items"]]
    assert read == ["hello there"]


def test_twenty_games_stand_on_a_page(house: House):
    master = house.person(1)
    for number in range(22):
        made = master("POST", "/games", {"title": f"Number {number:02}", "variant": "standard"})
        assert made.status_code == 201
    page = desk(house).get("/desk")
    assert page.text.count("not begun") >= 20
    assert "Number 21" in page.text
    assert "Number 01" not in page.text
    older = [one for one in page.links if "before=" in one and "tick" not in one]
    page = desk(house).get(older[0])
    assert "Number 01" in page.text
    assert page.form("/desk").fields.get("game") is None
    assert desk(house).get("/desk?tick=true").text.count("Tick Number") == 20


def test_a_master_who_plays_sees_what_players_see(house: House):
    game = begun(house, press_approved=False)
    who = seats(house, game)
    account = who["TURKEY"].get("/me")["account"]
    house.person(1).do(game, "promote", user=account)
    who["FRANCE"].do(game, "send", text="you fool", to=["ITALY"])
    who["ITALY"].do(game, "report-message", number=1, why="rude")
    number = next(n for n, made in house.accounts.items() if made == account)
    page = reader(house, number).get("/desk")
    assert "Friends" in page.text
    row = page.text.partition("Friends")[2]
    assert "Turkey" in row
    assert not [power for power in ("France", "Italy", "Austria") if power in row]
    assert "complain" not in page.text
    assert "you fool" not in page.source
