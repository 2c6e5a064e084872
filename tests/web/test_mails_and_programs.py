"""Over HTTP: what one is mailed, how that is stopped, and the programs that one has."""

from __future__ import annotations

import re

from tests.web.conftest import House
from tests.web.people import Caller
from tests.web.test_accounts import mailed, registered

ADDRESS = "ann@dip.example"


def test_mails_are_chosen_and_stopped(house: House) -> None:
    ann = registered(house)
    assert ann.get("/me/mails")["hours"] == [24]
    wished = {"language": "de", "zone": "Europe/Berlin", "press": "digest", "hours": [3, 48]}
    ann.done("PUT", "/me/mails", wished)
    chosen = ann.get("/me/mails")
    assert (chosen["language"], chosen["press"], chosen["hours"]) == ("de", "digest", [48, 3])
    for wrong in ({"language": "nl"}, {"zone": "Nowhere"}, {"press": "often"}, {"mails": True}):
        assert ann("PUT", "/me/mails", wrong).status_code == 422
    assert house.person(1)("PUT", "/me/mails", wished).status_code == 403, "not with a token"
    assert house.visitor("GET", "/me/mails").status_code == 401

    user = ann.get("/me")["account"]
    game = house.person(1)("POST", "/games", {"title": "Friends"}).json()["game"]
    house.person(1).do(game, "invite", user=user)
    while house.judge.notify(house.clock()):
        pass
    text = mailed(house)[ADDRESS]
    assert "Du bist eingeladen" in text
    link = re.search(r"https?://\S+/api(/mails/stop/\S+)", text)
    assert link is not None
    page = house.visitor("GET", link[1])
    assert page.status_code == 200 and "Alle Mails" in page.text and 'method="post"' in page.text
    assert ann.get("/me/mails")["seats"], "to look at the page stops nothing"
    assert house.visitor("POST", link[1]).status_code == 200
    found = ann.get("/me/mails")
    assert not found["seats"] and found["press"] == "none" and found["language"] == "de"
    assert house.visitor("GET", "/mails/stop/nobody").status_code == 404
    assert house.visitor("POST", "/mails/stop/nobody").status_code == 404
    # With her cookie, but without the header of her pages: a mail program has neither.
    bare = Caller(ann.client)
    assert bare("POST", link[1]).status_code == 200


def test_programs_are_made_and_play(house: House) -> None:
    ann = registered(house)
    user = ann.get("/me")["account"]
    body = {"name": "Albert", "about": "plays at random"}
    made = ann("POST", "/me/programs", body)
    assert made.status_code == 201
    number = made.json()["account"]
    assert ann("POST", "/me/programs", body).status_code == 422
    assert [one["name"] for one in ann.get("/me/programs")["items"]] == ["Albert"]
    assert house.visitor.get(f"/people/{number}")["program"] == {
        "owner": user,
        "about": "plays at random",
    }
    assert house.visitor.get(f"/people/{user}")["program"] is None
    at = f"/me/programs/{number}/tokens"
    token = ann("POST", at, {"name": "here", "scopes": ["read", "play"]}).json()
    program = Caller(house.browser(), token["token"])
    assert program.get("/me")["program"] and program.get("/me")["account"] == number
    assert program("POST", "/me/programs", body).status_code == 403

    master = house.person(1)
    game = master("POST", "/games", {"title": "Mixed", "programs": ["ITALY"]}).json()["game"]
    assert program.refused(game, "join", wishes=["FRANCE"])[1] == "programs-seat"
    assert house.person(11).refused(game, "join", wishes=["ITALY"])[1] == "programs-seat"
    program.do(game, "join")
    master.do(game, "begin")
    assert program.get(f"/games/{game}")["you"]["power"] == "ITALY"
    program.do(game, "save-orders", text="A ven H")

    assert [one["name"] for one in ann.get(at)["items"]] == ["here"]
    ann.done("DELETE", f"{at}/{token['number']}")
    assert program("GET", "/me").status_code == 401
    ann.done("DELETE", f"/me/programs/{number}")
    assert not ann.get("/me/programs")["items"]
    assert ann("DELETE", f"/me/programs/{number}").status_code in (403, 404, 422)
    seats = house.visitor.get(f"/games/{game}")["seats"]
    assert not any(one["taken"] for one in seats), "it has left"


def test_press_waits_for_a_master(house: House) -> None:
    master = house.person(1)
    game = master("POST", "/games", {"title": "Calm", "press_approved": True}).json()["game"]
    house.person(11).do(game, "join")
    house.person(12).do(game, "join")
    master.do(game, "begin")
    power = house.person(12).get(f"/games/{game}")["you"]["power"]
    told = house.person(11).do(game, "send", text="psst", to=[power])["told"]
    assert [one["code"] for one in told] == ["message-held"]
    assert not house.person(12).get(f"/games/{game}/press")["items"]
    assert not house.person(12).get(f"/games/{game}/press/held")["items"]
    (held,) = master.get(f"/games/{game}/press/held")["items"]
    assert held["text"] == "psst"
    master.do(game, "let-through", number=held["number"])
    assert house.person(12).get(f"/games/{game}/press")["items"][0]["text"] == "psst"
