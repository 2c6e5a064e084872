"""People, ratings, statistics, the archive and replays, on pages."""

from __future__ import annotations

import re
from base64 import b64encode
from datetime import timedelta
from hashlib import sha256

import pytest

from dragoman.judge.results.ratings import catch_up
from dragoman.web.pages.game.record import policy_of
from dragoman.web.pages.html.charts import rating_chart
from dragoman.web.pages.lists import archive
from dragoman.web.pages.people import people
from tests.web.conftest import House
from tests.web.pages.reader import reader
from tests.web.pages.test_words import GERMAN
from tests.web.tables import begun
from tests.web.test_results import drawn


@pytest.fixture
def three(house: House) -> tuple[House, list[int]]:
    games = [drawn(house, title="One"), drawn(house, title="Two 100%")]
    games.append(drawn(house, title="Three", listed=False))
    while catch_up(house.judge.database):
        pass
    return house, games


def test_days_of_the_archive_are_those_of_its_reader(house: House) -> None:
    house.clock.now = house.clock.now.replace(hour=23, minute=30)
    day = house.clock.now.date()
    drawn(house, title="Late")
    late = f"/archive?since={day}&until={day}"
    one = reader(house)
    assert ">Late<" in one.get(late).source
    assert ">Late<" not in one.get(f"{late}&zone=Europe/Berlin").source, "there it was the next day"
    next_day = day + timedelta(days=1)
    page = one.get(f"/archive?since={next_day}&until={next_day}&zone=Europe/Berlin")
    assert ">Late<" in page.source
    assert page.form("/archive").fields["zone"] == ["Europe/Berlin"]
    assert ">Late<" in one.get(f"{late}&zone=Nowhere").source


@pytest.mark.slow
def test_what_came_of_games_is_told(three: tuple[House, list[int]]) -> None:
    house, games = three
    one, account = reader(house), house.account(11)
    page = one.get(f"/people/{account}")
    assert "Played to the end" in page.text and "14.3 %" in page.text
    assert page.source.count("<polyline") == 1 and "in 3 games" in page.source
    assert "Two 100%" in page.text and "Three" not in page.text
    assert "Three" in reader(house, 11).get(f"/people/{account}").text
    assert f"/games/{games[0]}/replay" in page.links

    page = one.get("/ratings")
    assert "/ratings/standard" in page.links
    page = one.get("/ratings/standard")
    assert f"/people/{account}" in page.links and "Player 11" in page.text
    assert "Nobody has that many rated games." in one.get("/ratings/standard?fewest=4").text

    page = one.get("/statistics?by=power&variant=standard")
    assert "France" in page.text and "14.3 %" in page.text
    assert "Player 11" in one.get("/statistics?by=player&variant=").text
    assert one.get("/statistics?by=colour").status == 422
    for by in people.KINDS:
        assert one.get(f"/statistics?by={by}").status == 200

    assert "Two 100%" in one.get("/archive?title=100%25").text
    page = one.get("/archive?title=100%25")
    assert ">One<" not in page.source
    assert ">One<" not in one.get("/archive?since=2026-01-06").source
    assert "Two 100%" in one.get("/archive?how=draw&rated=yes&power=FRANCE").text
    assert "No games match." in one.get("/archive?how=victory").text
    assert one.get("/archive?cursor=x").status == 422
    mine = reader(house, 60)
    assert "Two 100%" in mine.get("/archive?name=player%2011").text
    assert "Nobody is called No One." in mine.get("/archive?name=No%20One").text
    assert one.get("/archive?name=Player%2011").status == 401


def test_the_archive_goes_on_by_its_cursor(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MOST_LISTED", 1)
    for title in ("Primo", "Secondo"):
        drawn(house, title=title)
    page = reader(house).get("/archive?variant=standard")
    assert "Secondo" in page.text and "Primo" not in page.text
    (older,) = [link for link in page.links if "cursor=" in link]
    page = reader(house).get(older)
    assert "Primo" in page.text and "Secondo" not in page.text and "variant=standard" in older


def test_a_game_is_played_over_again_with_nothing_but_its_own_script(house: House) -> None:
    game = begun(house, title="<b>Bold</b>")
    house.person(1).do(game, "process-now")
    answer = reader(house).browser.request("GET", f"/games/{game}/replay")
    assert answer.status_code == 200 and "&lt;b&gt;Bold" in answer.text
    policy = answer.headers["Content-Security-Policy"]
    assert "unsafe" not in policy and policy.startswith("sandbox allow-scripts; default-src 'none'")
    for kind in ("script", "style"):
        for held in re.findall(f"<{kind}>(.*?)</{kind}>", answer.text, re.DOTALL):
            digest = b64encode(sha256(held.encode()).digest()).decode()
            assert f"'sha256-{digest}'" in policy, kind
    assert 'style="' not in answer.text and " onclick" not in answer.text
    planted = answer.text.replace("<main>", "<script>alert(1)</script><main>", 1)
    assert planted != answer.text
    assert policy_of(planted) == policy, "it does not name whatever script stands in the text"


def test_a_game_that_has_turns_and_these_lead_to_it(house: House) -> None:
    game = begun(house)
    visitor, replayed = reader(house), f"/games/{game}/replay"
    assert replayed not in visitor.get(f"/games/{game}").links, "there is nothing to see yet"
    house.person(1).do(game, "process-now")
    assert replayed in visitor.get(f"/games/{game}").links
    assert replayed in visitor.get(f"/games/{game}/turns/S1901M").links
    over = drawn(house, blind=True)
    assert f"/games/{over}/replay" in visitor.get(f"/games/{over}").links


@pytest.mark.parametrize("settings", [{"blind": True}, {"observers": False}])
def test_what_is_not_to_be_seen_is_not_played_over(house: House, settings: dict[str, bool]) -> None:
    game = begun(house, **settings)
    house.person(1).do(game, "process-now")
    assert reader(house, 60).get(f"/games/{game}/replay").status == 403
    house.person(1).do(game, "terminate")
    assert reader(house).browser.request("GET", f"/games/{game}/replay").status_code == 200


def test_a_rating_makes_a_line() -> None:
    assert rating_chart([{"least": 3.0}]) is None
    chart = rating_chart([{"least": 5.0}, {"least": 1.0}, {"least": 3.0}])
    assert chart is not None
    assert (chart.first_rating, chart.last_rating, chart.least, chart.most) == (3.0, 5.0, 1.0, 5.0)
    assert chart.line.split()[0] == "8,48" and chart.last == (312.0, 8.0)
    flat = rating_chart([{"least": 2.0}, {"least": 2.0}])
    assert flat is not None and len(flat.line.split()) == 2


def test_words_of_results_have_german() -> None:
    said = {*archive.ENDINGS.values(), *people.KINDS.values()}
    assert said <= set(GERMAN)
