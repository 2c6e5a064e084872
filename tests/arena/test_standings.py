"""What games come to, and the page that says it."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from dragoman.arena import (
    Contest,
    ContestGame,
    Sprt,
    SprtCourse,
    entrant_called,
    standings_of,
    standings_text,
)
from dragoman.arena.report import report_page, write_report
from dragoman.arena.running import run
from dragoman.arena.standings import pairs_of, skill_course
from tests.arena.test_arena import AtOnce


def contest(*texts: str, **more) -> Contest:
    return Contest(tuple(map(entrant_called, texts)), **more)


def won(game: int, winner: int, faults: tuple[str, ...] = ()) -> ContestGame:
    """A game in which the entrants sit in their sequence, and a power won."""
    held = tuple(18 if seat == winner else 2 for seat in range(7))
    return ContestGame(game, tuple(range(7)), held, winner, 1908, faults)


def test_who_wins_is_ahead_and_rated_so() -> None:
    seven = contest(*(f"e{number}=random" for number in range(7)))
    results = [won(game, game % 2) for game in range(10)]
    standings = standings_of(seven, results)
    assert {one.name for one in standings[:2]} == {"e0", "e1"}
    assert standings[0].share.value == standings[0].solos.value == 0.5
    ratings = {one.name: one.openskill for one in standings}
    assert all(rating is not None for rating in ratings.values())
    assert min(ratings["e0"].mu, ratings["e1"].mu) > max(ratings[f"e{n}"].mu for n in range(2, 7))
    assert ratings["e2"] == ratings["e6"], "who did not win is last, with all others"


def test_an_entrant_with_several_powers_counts_once_a_game() -> None:
    three = contest("a=random", "b=loeb", "c=random")
    result = ContestGame(0, (0, 0, 1, 1, 2, 2, 2), (6, 0, 3, 3, 0, 2, 2), -1, 1911)
    squares = 36 + 9 + 9 + 4 + 4
    found = {one.name: one for one in standings_of(three, [result])}
    assert found["a"].share.value == pytest.approx(36 / squares / 2)
    assert found["b"].share.value == pytest.approx(9 / squares)
    assert [one.games for one in found.values()] == [1, 1, 1]
    assert found["a"].tops.value == 1 and found["b"].tops.value == 0
    ((games, after),) = skill_course(three, [result])
    assert games == 1
    assert after[0].mu > after[1].mu > after[2].mu


def test_a_fault_counts_for_whom_it_is_of() -> None:
    seven = contest(*(f"e{number}=random" for number in range(7)))
    results = [won(0, 1, ("FRANCE in S1901M: e2 did not come",) * 2), won(1, 1)]
    assert {one.name: one.faults for one in standings_of(seven, results)}["e2"] == 1
    text = standings_text(seven, standings_of(seven, results), results)
    assert "e2" in text and "OpenSkill µ, σ" in text


def test_who_came_out_ahead_of_whom() -> None:
    three = contest("a=random", "b=loeb", "c=random")
    first = ContestGame(0, (0, 0, 1, 1, 2, 2, 2), (6, 0, 3, 3, 0, 2, 2), -1, 1911)
    level = ContestGame(1, (0, 1, 2, 0, 1, 2, 1), (4, 4, 2, 4, 4, 2, 4), -1, 1911)
    found = {(pair.one, pair.other): pair for pair in pairs_of(three, [first, level])}
    assert len(found) == 6 and found["a", "b"].games == 2
    assert found["a", "b"].ahead.value == 0.75 and found["b", "a"].ahead.value == 0.25
    assert found["a", "c"].ahead.value == 1.0 and found["c", "b"].ahead.value == 0.0
    assert 0.1 < found["a", "b"].ahead.low < 0.75 < found["a", "b"].ahead.high < 1


def test_who_plays_against_copies_of_itself_is_two() -> None:
    """The first power has most, and the first entrant leads it in one game of four."""
    same = contest("dumbbot", "dumbbot")
    held = (8, 3, 3, 3, 3, 3, 3)
    results = [ContestGame(game, same.seating(game), held, -1, 1911) for game in range(4)]
    pairs = {pair.numbers: pair for pair in pairs_of(same, results)}
    assert {(pair.one, pair.other) for pair in pairs.values()} == {("dumbbot", "dumbbot")}
    assert (pairs[0, 1].ahead.value, pairs[1, 0].ahead.value) == (0.25, 0.75)
    matrix = report_page(same, results).partition("ahead of whom")[2].partition("</table>")[0]
    assert re.findall(r"<td>(?:<span[^>]*>)?([^\s<]+)", matrix) == ["–", "0.25", "0.75", "–"]
    assert [one.number for one in standings_of(same, results)] == [0, 1]
    assert "0.75 ±" in standings_text(same, standings_of(same, results), results)


def test_the_page_says_what_ended_the_contest() -> None:
    two = contest("dumbbot", "random")
    course = SprtCourse(Sprt(0.2, 0.4), 7)
    results: list[ContestGame] = []
    while not results or not course.found:
        game = len(results)
        held = tuple(16 if seat == game % 7 else 3 for seat in range(7))
        results.append(ContestGame(game, two.seating(game), held, -1, 1911))
        is_over = course.add(results[-1])
        page = report_page(two, results, test=course)
        assert ("The test ended the contest" in page) == is_over
        assert ("a share of 0.4, not 0.2" in page) == is_over
    assert "undecided between" in report_page(two, results[:3], test=SprtCourse(course.test, 7))
    assert "SPRT" not in report_page(two, results)


def test_of_many_games_the_page_shows_the_first_and_those_with_replays() -> None:
    two = contest("civil-disorder", "loeb")
    faults = ("FRANCE in S1901M: hung",)
    results = [
        ContestGame(game, two.seating(game), (3, 3, 3, 3, 3, 4, 3), -1, 1902, faults)
        for game in range(2_500)
    ]
    page = report_page(two, results, {2_400: "there.html"}, course=[])
    assert page.count("<tr><th>") < 2_050 and "there.html" in page
    assert "499 more games are left out here" in page
    assert "490 that are left out here" in page and page.count("<li>Game ") == 2_010
    reader = Reader()
    reader.feed(page)
    assert not reader.open


def test_a_course_has_some_two_hundred_points() -> None:
    two = contest("civil-disorder", "loeb")
    results = [
        ContestGame(game, two.seating(game), (3, 3, 3, 3, 3, 4, 3), -1, 1902)
        for game in range(1_000)
    ]
    course = skill_course(two, results)
    assert len(course) == 201 and [games for games, _ in course][-2:] == [996, 1_000]
    assert course[0] == skill_course(two, results[:1])[0]
    assert standings_of(two, results, course) == standings_of(two, results)


class Reader(HTMLParser):
    """What a page has that could lead elsewhere, and whether its tags match."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.leads: list[str] = []

    def handle_starttag(self, tag, attrs):
        self.leads += [value or "" for name, value in attrs if name in ("src", "href")]
        assert tag != "script"
        if tag not in ("meta", "path", "circle", "polyline"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in ("path", "circle", "polyline"):
            assert self.open.pop() == tag


def test_the_page_is_whole_and_loads_nothing(tmp_path: Path) -> None:
    path, to = tmp_path / "results.jsonl", tmp_path / "page.html"
    two = contest("dragoman.bots:civil_disorder", "civil-disorder", last_year=1901, recorded=True)
    results = run(two, 2, path, AtOnce(9))
    write_report(two, results, path, to)
    page = to.read_text("utf-8")
    reader = Reader()
    reader.feed(page)
    assert not reader.open
    assert reader.leads == ["page-replays/00000.html", "page-replays/00001.html"]
    assert "http" not in re.sub(r'xmlns="[^"]+"', "", page) and "{{" not in page
    for link in reader.leads:
        assert "Spring 1901" in (tmp_path / link).read_text("utf-8")


def test_names_are_told_as_they_are() -> None:
    two = contest("cmd:sh -c '<script>{{games}}&'", "civil-disorder")
    result = ContestGame(0, (0, *(1,) * 6), (3, 3, 3, 3, 3, 4, 3), -1, 1911, ("FRANCE in <b>",))
    page = report_page(two, [result])
    assert "&lt;script&gt;{{games}}&amp;" in page and "<script>" not in page
    assert "FRANCE in &lt;b&gt;" in page
