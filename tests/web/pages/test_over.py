"""The page of a game that is over: its result in a sentence, one's share and rating, and a rematch,
the whole way."""

from __future__ import annotations

import re

import pytest

from dragoman.judge.results.ratings import catch_up
from tests.web.conftest import House
from tests.web.pages.reader import Page, number_in, reader
from tests.web.tables import begun


def end_of(page: Page) -> str:
    """The part of a page that tells of the end."""
    found = re.search(r'<section id="over".*?</section>', page.source, re.DOTALL)
    assert found is not None
    text = re.sub(r"<[^>]*>", " ", found[0])
    return " ".join(text.split())


def headline(page: Page) -> str:
    found = re.search(r'id="over-title">([^<]*)<', page.source)
    return found[1].strip() if found else ""


def two_at_a_table(house: House, **settings: object) -> int:
    """A game of two people with bots in all other seats; the first leads it."""
    host, guest = house.person(1), house.person(2)
    wished = {"title": "Friends", "bot": "random", "rules": "", **settings}
    game = host("POST", "/games", wished).json()["game"]
    host.do(game, "join")
    guest.do(game, "join")
    host.do(game, "begin")
    host.do(game, "process-now")
    return game


def drawn(house: House, game: int) -> None:
    host, guest = house.person(1), house.person(2)
    host.do(game, "propose", what="draw")
    number = guest.get(f"/games/{game}")["proposals"][-1]["number"]
    guest.do(game, "vote", number=number, agrees=True)
    assert guest.get(f"/games/{game}")["stage"] == "over"


def invited(page: Page) -> bool:
    return "You are invited to this game." in page.text


def test_two_people_meet_again(house: House):
    game = two_at_a_table(house)
    drawn(house, game)
    host, guest = reader(house, 1), reader(house, 2)
    page = host.get(f"/games/{game}")
    assert headline(page) == "Drawn by vote after 1 year"
    assert "Rematch, the same 2 players" in end_of(page)
    page = host.send(page.form("/rematch"))
    assert "Friends (2)" in page.text and "You are in." in page.text
    (following,) = {number_in(one.action) for one in page.forms if "/do/leave" in one.action}
    assert following != game
    view = house.person(1).get(f"/games/{following}")
    assert view["settings"]["bot"] == "random"
    assert [one["user"] for one in view["waiting"]] == [house.account(1)]

    page = guest.get(f"/games/{game}")
    assert "To the rematch" in end_of(page)
    assert f"/games/{following}" in page.links
    page = guest.get(f"/games/{following}")
    assert invited(page)
    guest.send(page.form("/do/join"))
    page = host.get(f"/games/{following}")
    page = host.send(page.form("/do/begin"))
    seats = house.person(1).get(f"/games/{following}")["seats"]
    playing = {one["user"] for one in seats if one.get("user")}
    assert playing == {house.account(1), house.account(2)}


def test_who_is_asked_may_decline(house: House):
    game = two_at_a_table(house)
    drawn(house, game)
    host, guest = reader(house, 1), reader(house, 2)
    host.send(host.get(f"/games/{game}").form("/rematch"))
    page = guest.get(f"/games/{game + 1}")
    assert invited(page)
    guest.send(page.form("/do/decline"))
    view = house.person(1).get(f"/games/{game + 1}")
    assert view["invited"] == [] and len(view["waiting"]) == 1


def test_strangers_are_offered_no_rematch(house: House):
    game = two_at_a_table(house)
    drawn(house, game)
    stranger = reader(house, 30)
    page = stranger.get(f"/games/{game}")
    assert headline(page) == "Drawn by vote after 1 year"
    assert not [one for one in page.forms if one.action.endswith("/rematch")]
    answer = stranger.browser.request(
        "POST", f"/games/{game}/rematch", headers={"Origin": "http://judge"}
    )
    assert answer.status_code in (403, 422)
    assert reader(house).browser.request(
        "POST", f"/games/{game}/rematch", headers={"Origin": "http://judge"}
    ).status_code in (401, 403)


@pytest.mark.parametrize(
    ("result", "said"),
    [
        ({"how": "concession", "powers": ["TURKEY"]}, "Conceded to Turkey in 1901"),
        ({"how": "draw", "powers": []}, "Drawn after 1 year"),
    ],
)
def test_the_result_is_a_sentence(house: House, result: dict[str, object], said: str):
    game = begun(house)
    house.person(1).do(game, "process-now")
    house.person(1).do(game, "declare-result", **result)
    page = reader(house, 11).get(f"/games/{game}")
    assert headline(page) == said
    assert 'id="results"' not in page.source, "what was last judged does not come before it"
    assert f"/games/{game}/replay" in page.links
    assert f"/games/{game}/record" in page.links
    assert 'data-share="' in page.source


def test_a_victory_is_told_with_its_year(house: House):
    game = begun(house)
    most = "ROM NAP VEN TUN VIE BUD TRI SER GRE MUN BER KIE PAR MAR BRE SPA POR BUL RUM"
    position = {
        "phase": "F1901M",
        "units": {"ITALY": ["A ROM"], "RUSSIA": ["A MOS"]},
        "centers": {"ITALY": most.split(), "RUSSIA": ["MOS"]},
    }
    house.person(1).do(game, "process-now")
    house.person(1).do(game, "set-position", position=position, why="a test")
    house.person(1).do(game, "process-now")
    page = reader(house, 11).get(f"/games/{game}")
    assert headline(page) == "Italy won in 1901"
    assert "100 %" in end_of(page)


def test_a_game_that_a_master_ends_has_no_result(house: House):
    game = begun(house)
    house.person(1).do(game, "process-now")
    house.person(1).do(game, "terminate")
    page = reader(house, 11).get(f"/games/{game}")
    assert headline(page) == "Ended by the game master in 1901"
    assert " % " not in end_of(page)


def test_ones_own_share_and_rating_are_told(house: House):
    game = begun(house, rated=True, draws="listed")
    view = house.person(1).get(f"/games/{game}")
    who = {one["power"]: one["user"] for one in view["seats"]}
    house.person(1).do(game, "process-now")
    house.person(1).do(game, "declare-result", how="draw", powers=["FRANCE", "ITALY"])
    catch_up(house.judge.database)
    (number,) = (n for n, made in house.accounts.items() if made == who["FRANCE"])
    said = end_of(reader(house, number).get(f"/games/{game}"))
    assert "You, France: 3 centres, 50 %" in said
    assert "2 powers share it" in said
    assert re.search(r"rating \d+\.\d", said)


def test_the_change_of_a_rating_is_told(house: House):
    for _ in range(2):
        game = begun(house, rated=True)
        house.person(1).do(game, "declare-result", how="concession", powers=["FRANCE"])
        catch_up(house.judge.database)
    said = end_of(reader(house, 11).get(f"/games/{game}"))
    assert re.search(r"rating −?\d+\.\d \([+−]\d+\.\d\)", said)
