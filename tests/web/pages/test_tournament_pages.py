"""Tournaments that everybody may look at: by the API, on pages, and nothing that is secret."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dragoman.tournament.actions import tournament_results
from dragoman.tournament.actions.played_elsewhere import take_result
from dragoman.tournament.actions.tournament_results import compute
from dragoman.tournament.commands.results import GiveAward, HoldCeremony
from dragoman.tournament.log import events as ev
from dragoman.tournament.scoring.result import read_result
from dragoman.web.pages.lists import tournaments
from tests.tournament.directing import Hall
from tests.web.conftest import House
from tests.web.pages.reader import reader
from tests.web.pages.test_words import GERMAN
from tests.web.test_boards import as_written, body, hall


def admin(house: House) -> Any:
    return house.person(99, "read", "master", "admin")


def published(house: House, h: Hall, name: str = "nz-1999", **more: Any) -> Any:
    answer = admin(house)("PUT", f"/tournaments/{name}", {"tournament": as_written(h), **more})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_tournament_is_shown_and_withdrawn(house_on_both: House) -> None:
    house, h = house_on_both, hall()
    assert house.visitor.get("/tournaments") == {"items": []}
    assert "No tournament has been published here yet" in reader(house).get("/tournaments").text
    shown = published(house, h)
    assert (shown["title"], shown["revision"], shown["games"]) == ("Test", 1, {})
    assert house.visitor.get("/tournaments/nz-1999") == shown
    (item,) = house.visitor.get("/tournaments")["items"]
    assert item["tournament"] == "nz-1999" and item["rounds"] == 1
    page = reader(house).get("/tournaments/nz-1999")
    assert "Board 1A" in page.text and "Player Nr1" in page.text and "playing" in page.text
    assert "The standings are announced at the ceremony." in page.text
    assert "/tournaments/nz-1999" in reader(house).get("/tournaments").links
    assert admin(house)("DELETE", "/tournaments/nz-1999").status_code == 204
    assert reader(house).get("/tournaments/nz-1999").status == 404


def test_a_board_that_is_a_game_here_leads_to_it(house: House) -> None:
    h = hall()
    given = body(house, h, director=house.account(1), settings={"movement": "2 d", "press": []})
    game = admin(house)("POST", "/board-games", given).json()["game"]
    published(house, h, games={"1A": game})
    page = reader(house).get("/tournaments/nz-1999")
    assert f"/games/{game}" in page.links and f"/games/{game}/replay" not in page.links
    house.person(1).do(game, "begin")
    assert "Spring 1901, movement" in reader(house).get("/tournaments/nz-1999").text
    view = house.visitor.get(f"/games/{game}")
    while house.visitor.get(f"/games/{game}")["phase"][1:5] == "1901":
        house.person(1).do(game, "process-now")
    first, *others = (house.of_account(one["user"]) for one in view["seats"])
    first.do(game, "propose", what="draw")
    for one in others:
        one.do(game, "vote", number=1, agrees=True)
    h.do(take_result, "1A", read_result(house.visitor.get(f"/games/{game}/board-result")))
    shown = published(house, h, games={"1A": game})
    assert shown["revision"] == 2 and "results" not in shown, "the ceremony has not been"
    page = reader(house).get("/tournaments/nz-1999")
    assert "drawn by vote" in page.text and f"/games/{game}/replay" in page.links


def test_nothing_secret_leaves_the_hall_and_nothing_more_is_taken(house: House) -> None:
    """No contact, no draw before it is published; and what somebody adds by hand is not kept."""
    h = hall()
    h.add(ev.Drawn(2, {"A": dict(h.table("1A").seats)}))
    h.add(ev.VotingCodesGiven({"1": "a digest"}), ev.EndTimeSet(1, "1999-08-28T18:45:00"))
    written = as_written(h)
    for secret in ("021", "Porirua", "2A", "a digest", "18:45", "clock"):
        assert secret not in written
    published(house, h)
    for more in ({"contacts": "021"}, {"rounds": [{"phones": "021", "number": 1, "over": False}]}):
        given = {"tournament": json.dumps(json.loads(written) | more)}
        answer = admin(house)("PUT", "/tournaments/nz-1999", given)
        assert answer.status_code == 422, answer.text
    with house.judge.database.reading() as connection:
        found = connection.exec_driver_sql("SELECT shown, games FROM tournaments").all()
    rows = str([tuple(one) for one in found])
    assert "021" not in rows and "Player Nr1" in rows


def test_who_shows_a_tournament_first_is_its_director(house: House) -> None:
    h, director, other = hall(), house.person(1), house.person(2)
    given = {"tournament": as_written(h)}
    assert house.visitor("PUT", "/tournaments/cup", given).status_code == 401
    assert director("PUT", "/tournaments/cup", given).status_code == 200
    for method in ("PUT", "DELETE"):
        refused = other(method, "/tournaments/cup", given if method == "PUT" else None)
        assert refused.status_code == 403
    assert admin(house)("PUT", "/tournaments/cup", given).status_code == 200
    assert director("PUT", "/tournaments/cup", given).json()["revision"] == 3, "it stays his"
    assert "/tournaments/new?name=cup" in reader(house, 1).get("/tournaments/cup").links
    assert "/tournaments/new?name=cup" not in reader(house, 2).get("/tournaments/cup").links
    assert director("DELETE", "/tournaments/cup").status_code == 204


def test_nobody_overwrites_what_he_has_not_seen(house: House) -> None:
    h = hall()
    published(house, h, revision=0)
    again = {"tournament": as_written(h), "revision": 0}
    answer = admin(house)("PUT", "/tournaments/nz-1999", again)
    assert answer.status_code == 412
    assert published(house, h, revision=1)["revision"] == 2


@pytest.mark.parametrize(
    ("name", "given", "status", "code"),
    [
        ("NZ 1999", {}, 422, "wrong-name"),
        ("new", {}, 422, "wrong-name"),
        ("nz", {"tournament": "{}"}, 422, "wrong-tournament"),
        ("nz", {"games": {"9Z": 1}}, 404, "no-game"),
    ],
)
def test_what_cannot_be_is_told(
    house: House, name: str, given: dict[str, Any], status: int, code: str
) -> None:
    full = {"tournament": as_written(hall()), **given}
    answer = admin(house)("PUT", f"/tournaments/{name}", full)
    assert (answer.status_code, answer.json()["diagnostics"][0]["code"]) == (status, code)


def test_a_tournament_is_shown_by_the_form(house: House) -> None:
    h, house_admin = hall(), reader(house, 99)
    assert reader(house).get("/tournaments/new").status in (401, 403)
    form = house_admin.get("/tournaments/new").form("/tournaments/new")
    page = house_admin.send(form, name="nz-1999", public=as_written(h), games="1A x")
    assert page.status == 422 and "write 1B 17" in page.text
    assert page.form("/tournaments/new").fields["games"][0].strip() == "1A x"
    page = house_admin.send(form, name="nz-1999", public=as_written(h), games="")
    assert page.answer.url.path == "/tournaments/nz-1999"
    page = house_admin.get("/tournaments/new?name=nz-1999")
    assert page.form("/tournaments/new").fields["name"] == ["nz-1999"]


def test_a_file_of_the_form_is_read_in_whatever_encoding_it_was_kept(house: House) -> None:
    keeper = reader(house, 99)
    form = keeper.get("/tournaments/new").form("/tournaments/new")
    for name, encoding in (("plain", "utf-8-sig"), ("power-shell", "utf-16")):
        fields = {**form.fields, "name": name}
        file = ("log.json", as_written(hall()).encode(encoding), "application/json")
        sent = [
            (one, (None, "".join(text))) for one, text in fields.items() if one != "public-file"
        ]
        answer = keeper.browser.request(
            "POST",
            "/tournaments/new",
            files=[*sent, ("public-file", file)],
            headers={"Origin": "http://judge"},
        )
        assert answer.headers.get("Location") == f"/tournaments/{name}", answer.text


def test_awards_are_told_in_the_words_of_their_reader(house: House) -> None:
    """What the desk hands on is what they are made of; the director's own are as he put them."""
    h = hall()
    h.count(1901, "9 7 5 5 5 3 0")
    h.add(ev.RoundEnded(1, "F1901"))
    h.do(
        tournament_results.award,
        GiveAward("Best stab", ("4",), because="7 centres on board 1A, by applause"),
    )
    h.do(tournament_results.award, GiveAward("Best Italy", ("5",), because="by the committee"))
    h.do(tournament_results.hold_ceremony, HoldCeremony())
    published(house, h)
    german = reader(house)
    german.browser.client.headers["Accept-Language"] = "de"
    told = german.get("/tournaments/nz-1999").text
    for said in (
        "Turniersieg",
        "Bestes Ergebnis: Österreich Player Nr1 9 Zentren an Tisch 1A",
        "Bestes Ergebnis: Italien Player Nr5 by the committee",
        "Best stab Player Nr4 7 centres on board 1A, by applause",
        "Remis durch Zeitablauf",
    ):
        assert said in told


def test_what_was_published_before_it_was_told_in_parts_is_read_as_it_is(house: House) -> None:
    h = hall()
    h.add(ev.RoundEnded(1, "S1901"))
    published(house, h)
    with house.judge.database.writing() as connection:
        (text,) = connection.exec_driver_sql("SELECT shown FROM tournaments").one()
        shown = json.loads(text)
        for board in shown["rounds"][0]["boards"]:
            del board["ending"], board["winner"]
            board["state"] = "won by France"
        award = {"title": "Best Austria", "names": ["Anna"], "why": "1 centre on board 1A"}
        shown["revealed"] = [award]
        old = json.dumps(shown)
        connection.exec_driver_sql("UPDATE tournaments SET shown = ?", (old,))
    assert house.visitor.get("/tournaments/nz-1999")["revealed"] == [award]
    told = reader(house).get("/tournaments/nz-1999").text
    assert "won by France" in told and "Best Austria Anna 1 centre on board 1A" in told


def test_words_of_tournaments_have_german() -> None:
    h = hall()
    h.count(1901, "9 7 5 5 5 3 0")
    h.add(ev.RoundEnded(1, "F1901"))
    said = {one.title for one in compute(h.t).awards if one.kind and not one.power}
    assert {"Champion", "Second", "Third"} <= said
    said |= {*tournaments.STATES.values(), tournaments.CENTERS[0], "Best %(power)s"}
    said |= {"Best team", "Best at board games"}
    assert said <= set(GERMAN)


def test_a_game_in_no_list_is_not_found_by_publishing(house: House) -> None:
    wished = {"title": "Hidden", "listed": False}
    hidden = house.person(1)("POST", "/games", wished).json()["game"]
    body = {"tournament": as_written(hall())}

    def told(number: int, game: int) -> tuple[int, str]:
        answer = house.person(number)("PUT", "/tournaments/cup", {**body, "games": {"1A": game}})
        return answer.status_code, answer.text.replace(str(game), "N")

    assert told(50, hidden) == told(50, hidden + 1)
    assert told(50, hidden)[0] == 404
    assert told(1, hidden)[0] == 200
