"""The archive and statistics of games that are over."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.results.archive import Filters, archive, result_view
from dragoman.judge.results.ratings import catch_up
from dragoman.judge.results.statistics import (
    leaders,
    player_view,
    rating_course,
    rating_pools,
    ratings_of,
    reliability_of,
    tally,
)
from dragoman.judge.storage.database import Database
from dragoman.refusal import ActionRefused
from tests.judge.results.over import End, Over, drawn_game
from tests.judge.stores import NOW, Opened
from tests.judge.table import POWERS

SEVEN = tuple(range(11, 18))


@pytest.fixture
def held(address: str) -> Iterator[Over]:
    database = Database(address)
    over = Over(database)
    over.end(End(SEVEN, ("FRANCE",), 1))
    over.end(End(SEVEN, ("FRANCE", "TURKEY"), 2))
    over.end(End(SEVEN[::-1], ("AUSTRIA",), 2, settings=(("rules", "1971"),)))
    over.end(End(SEVEN, (), 3, how="abandoned"))
    over.end(End(SEVEN, POWERS, 4, "modern", settings=(("listed", False), ("title", "50% off"))))
    yield over
    database.close()


def games(held: Over, filters: Filters | None = None, user: int = 0) -> list[int]:
    return [one["game"] for one in archive(held.database, filters or Filters(), Actor(user)).games]


def test_filters(held: Over) -> None:
    assert games(held) == [4, 3, 2, 1]
    assert games(held, user=11) == [5, 4, 3, 2, 1] and games(held, user=99) == [4, 3, 2, 1]
    assert games(held, Filters(how="victory")) == [3, 1]
    assert games(held, Filters(rules="1971")) == [3] and games(held, Filters(rules="")) == [4, 2, 1]
    assert games(held, Filters(power="france")) == [2, 1], "those that it shared"
    assert games(held, Filters(player=13, power="FRANCE")) == [4, 2, 1]
    assert games(held, Filters(variant="modern"), 11) == [5]
    assert games(held, Filters(title="50%"), 11) == [5]
    assert games(held, Filters(rated=False)) == [4]
    first = archive(held.database, Filters(), Actor(), most=25).games[-1]
    assert first["powers"] == ["FRANCE"] and first["seats"][0]["power"] == "AUSTRIA"


def test_pages(held: Over) -> None:
    found: list[int] = []
    cursor, pages = "", 0
    while True:
        page = archive(held.database, Filters(), Actor(11), cursor, most=2)
        found += [one["game"] for one in page.games]
        pages += 1
        if not (cursor := page.cursor):
            break
    assert found == [5, 4, 3, 2, 1] and pages == 3
    for wrong in ("x", "2026-01-01 x", "2026-01-01T00:00:00 5", "; drop table games"):
        with pytest.raises(ActionRefused, match="not a cursor"):
            archive(held.database, Filters(), Actor(), wrong)


def test_statistics(held: Over) -> None:
    (france,) = tally(held.database, ("power",), variant="standard", power="france", rules="")
    assert france == {
        **france, "games": 2, "victories": 1, "draws": 1, "losses": 0, "share": "3/2",
        "survived": 2, "centers": 3.0,
    }  # fmt: skip
    rows = tally(held.database, ("variant", "rules"))
    assert [(one["variant"], one["rules"], one["games"]) for one in rows] == [
        ("standard", "", 14),
        ("modern", "", 7),
        ("standard", "1971", 7),
    ]
    view = player_view(held.database, 13)
    assert (view["all"]["games"], view["all"]["share"]) == (4, "23/14")
    assert player_view(held.database, 99)["all"]["games"] == 0
    assert tally(held.database, ("player",))[0]["games"] == 4
    whole = tally(held.database, ("variant", "power"))
    pages = [tally(held.database, ("variant", "power"), after=n, most=5) for n in range(0, 20, 5)]
    assert [row for page in pages for row in page] == whole and len(pages[0]) == 5


def test_leaders(held: Over) -> None:
    while catch_up(held.database):
        pass
    found = leaders(held.database, "standard")
    assert found[0]["user"] in (13, 17) and found[0]["games"] == 3
    assert [one["place"] for one in found] == list(range(1, 8))
    assert leaders(held.database, "standard", after=5) == found[5:]
    assert leaders(held.database, "modern") == [], "of one game nobody is a leader"
    assert rating_pools(held.database) == [
        {"pool": "modern", "games": 1, "players": 7},
        {"pool": "standard", "games": 3, "players": 7},
    ]
    assert [one["pool"] for one in rating_pools(held.database, "modern")] == ["standard"]
    course = rating_course(held.database, 13, "standard")
    assert [one["game"] for one in course] == [3, 2, 1]
    (modern, standard) = ratings_of(held.database, 13)
    assert standard["mu"] == course[0]["mu"] and (modern["games"], standard["games"]) == (1, 3)
    assert rating_course(held.database, 13, "standard", 1, 1) == course[1:2]


def test_a_played_game(opened: Opened) -> None:
    judge = opened()
    number, seats = drawn_game(judge.games, SEVEN, NOW, scoring="dixie")
    view = result_view(judge.database, number)
    assert view is not None and view["how"] == "draw" and view["ended"] == NOW.isoformat()
    assert {one["power"]: one["user"] for one in view["seats"]} == seats
    assert all(one["points"] for one in view["seats"]) and len(view["ratings"]) == 7
    assert view["ratings"][0]["after"] is None
    catch_up(judge.database)
    view = result_view(judge.database, number)
    assert view is not None and view["ratings"][0]["after"]["sigma"] > 0
    judge.games.act(number, c.RollBack("S1901M"), Actor(1), NOW)
    assert result_view(judge.database, number) is None
    assert archive(judge.database, Filters(), Actor()).games == ()


def test_reliability_is_of_all_games(opened: Opened) -> None:
    judge = opened()
    assert reliability_of(judge.database, 13) == 80
    drawn_game(judge.games, SEVEN, NOW)
    number, _ = drawn_game(judge.games, SEVEN, NOW)
    assert reliability_of(judge.database, 13) == 80
    judge.games.act(number, c.RollBack("S1901M"), Actor(1), NOW)
    judge.games.act(number, c.Resign(), Actor(13), NOW)
    assert reliability_of(judge.database, 13) == 40
    assert player_view(judge.database, 13, himself=True)["reliability"] == 40
    assert player_view(judge.database, 13)["reliability"] == 80, "it goes on again"
    assert reliability_of(judge.database, 14) == 80
