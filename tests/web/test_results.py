"""Games that are over: the archive, statistics, ratings."""

from __future__ import annotations

import pytest

from dragoman.judge.results.ratings import catch_up
from tests.web.conftest import House
from tests.web.people import Caller
from tests.web.tables import begun, seats


def drawn(house: House, **settings: object) -> int:
    """A game that its players agree to be a draw."""
    game = begun(house, rated=True, **settings)
    house.person(1).do(game, "process-now")
    first, *others = seats(house, game).values()
    first.do(game, "propose", what="draw")
    for one in others:
        one.do(game, "vote", number=1, agrees=True)
    house.clock.wait(hours=1)
    return game


@pytest.fixture
def three(house_on_both: House) -> tuple[House, list[int]]:
    """Three games of the same seven, of which the last stands in no list."""
    house = house_on_both
    games = [drawn(house, title="One"), drawn(house, title="Two 100%")]
    games.append(drawn(house, title="Three", listed=False))
    while catch_up(house.judge.database):
        pass
    return house, games


def numbers(caller: Caller, query: str = "") -> list[int]:
    return [one["game"] for one in caller.get(f"/archive?{query}")["items"]]


def test_archive_statistics_and_ratings(three: tuple[House, list[int]]) -> None:
    house, (one, two, three_) = three
    player, visitor = house.person(11), house.visitor
    account = house.account(11)
    assert numbers(visitor) == [two, one] and numbers(player) == [three_, two, one]
    assert numbers(house.person(1)) == [three_, two, one], "who was its master finds it, too"
    assert numbers(house.person(60)) == [two, one]
    assert numbers(house.person(99, "read", "admin")) == [three_, two, one]
    assert numbers(house.person(99, "read")) == [two, one], "without the scope he is anybody"
    assert numbers(visitor, "title=100%25&how=draw&rated=true&variant=standard") == [two]
    assert numbers(visitor, f"player={account}&until=2026-01-05T12:30:00Z") == [one]
    assert numbers(visitor, "variant=modern") == []
    page = player.get("/archive?limit=2")
    assert [x["game"] for x in page["items"]] == [three_, two]
    following = player("GET", "/archive?limit=2&cursor=" + page["next"].replace("+", "%2B")).json()
    assert [x["game"] for x in following["items"]] == [one] and following["next"] is None
    wrong = visitor("GET", "/archive?cursor=x")
    assert (wrong.status_code, wrong.json()["diagnostics"][0]["code"]) == (422, "bad-cursor")

    result = visitor.get(f"/games/{one}/result")
    assert result["how"] == "draw" and len(result["ratings"]) == 7 and result["ratings"][0]["after"]

    by_power = visitor.get("/statistics?by=variant&by=power&limit=5")
    assert len(by_power["items"]) == 5 and by_power["next"] == 5
    assert by_power["items"][0]["games"] == 3 and "player" not in by_power["items"][0]
    rest = visitor.get("/statistics?by=variant&by=power&limit=5&cursor=5")
    assert len(rest["items"]) == 2 and rest["next"] is None
    mine = visitor.get(f"/people/{account}/statistics")
    assert mine["all"]["draws"] == 3 and mine["ratings"][0]["pool"] == "standard"
    course = visitor.get(f"/people/{account}/ratings/standard?limit=2")
    assert [x["game"] for x in course["items"]] == [three_, two] and course["next"] == 2
    assert visitor.get("/ratings")["items"] == [{"pool": "standard", "games": 3, "players": 7}]
    first = visitor.get("/ratings/standard?limit=4")
    assert [x["place"] for x in first["items"]] == [1, 2, 3, 4] and first["next"] == 4
    last = visitor.get("/ratings/standard?limit=4&cursor=4")
    assert [x["place"] for x in last["items"]] == [5, 6, 7] and last["next"] is None


def test_what_is_not_there(house: House) -> None:
    game = begun(house)
    early = house.visitor("GET", f"/games/{game}/result")
    assert (early.status_code, early.json()["diagnostics"][0]["code"]) == (409, "not-over")
    assert house.visitor("GET", "/people/99999/statistics").status_code == 404
    assert house.visitor("GET", "/statistics").status_code == 422, "by what?"
    for wrong in ("by=colour", "by=power&limit=0", "by=power&cursor=-1"):
        assert house.visitor("GET", f"/statistics?{wrong}").status_code == 422
    assert house.visitor.get("/ratings/nothing")["items"] == []
    assert house.visitor("GET", "/archive?since=2026-01-01T00:00:00").status_code == 422
