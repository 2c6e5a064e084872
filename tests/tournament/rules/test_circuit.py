"""Rules of the circuit's events, each by its published text: the last year of a game, the time for
writing orders, what may be proposed when, and how rounds add up."""

import re
from datetime import timedelta
from fractions import Fraction

import pytest
from directing import POWERS, START, Hall

from dragoman.tournament.actions import at_tables
from dragoman.tournament.actions.tournament_results import compute
from dragoman.tournament.commands.tables import ConcedeGame, VoteOnDraw
from dragoman.tournament.hall.announcer import calls
from dragoman.tournament.log import events as ev
from dragoman.tournament.publishing.public_view import view
from dragoman.tournament.rules.preset import preset_text, read_preset
from dragoman.tournament.rules.round_clock import FIRST
from dragoman.tournament.scoring import GameResult, ResultEnding
from dragoman.tournament.standings import choose_totals
from dragoman.tournament.standings.played import PlayedGame

EVEN = "5 5 5 5 4 5 5"


def changed(**rules: str) -> Hall:
    """NZ1999 with more under headings: ``draws="last_year = 1902"``."""
    text = preset_text("nz1999")
    for heading, more in rules.items():
        for line in more.splitlines():
            text = re.sub(rf"^{line.split()[0]} = .*$", "", text, flags=re.MULTILINE)
        text = text.replace(f"[{heading}] ", f"[{heading}]\n{more}\n#", 1)
    hall = Hall(text)
    hall.boards(1)
    return hall


def test_a_game_ends_with_the_year_that_is_fixed() -> None:
    hall = changed(draws="last_year = 1902")
    hall.count(1901, EVEN)
    assert hall.table().ending == ""
    hall.count(1902, "9 8 7 5 5 0 0")
    table = hall.table()
    assert (table.ending, table.final_year, table.complete) == ("time-draw", 1902, True)
    assert hall.t.rounds[1].over and len(compute(hall.t).games) == 7
    solo = changed(draws="last_year = 1902")
    solo.count(1901, EVEN)
    solo.count(1902, "18 8 8 0 0 0 0")
    assert solo.table().ending == "solo"


def test_each_round_can_have_its_own_last_year_and_a_changed_preset_counts_at_once() -> None:
    hall = changed()
    hall.count(1901, EVEN)
    text = f"{preset_text('nz1999')}\n[draws.last_years]\n1 = 1901\n2 = 1908\n"
    assert not read_preset(text)[1]
    hall.add(ev.PresetChanged(text))
    assert hall.table().ending == "time-draw"
    assert [hall.t.rules.draws.last_year_of(n) for n in (1, 2, 3)] == [1901, 1908, None]


@pytest.mark.parametrize(
    "more",
    ["[draws]\nlast_year = 1800", "[draws.last_years]\nx = 1907", "[draws.last_years]\n1 = 1999",
     "[clock]\nwriting = 2000", "[clock]\nwriting = -1"],
)  # fmt: skip
def test_what_cannot_be_is_told_at_its_line(more: str) -> None:
    _, [fault] = read_preset(f'title = "T"\n{more}\n')
    assert fault.is_error and fault.line > 1


def test_the_time_for_writing_orders_is_called_and_shown() -> None:
    """Hechtstechen: fifteen minutes, and two more in which nobody talks; Dixiecon: five."""
    hall = changed(clock="writing = 120")
    said = calls(hall.t, START, START + timedelta(minutes=20))
    assert said[0].at == START + timedelta(minutes=18)
    assert said[0].text == "Write your orders, Spring 1901: nobody talks any more."
    assert [one.seconds for one in said] == [120, 60, 30, 10, 0]
    assert view(hall.t, START)["writing"] == 120
    assert view(Hall().t, START)["writing"] == 0


def test_nothing_is_proposed_before_the_year_that_the_rules_name() -> None:
    """Dixiecon: no draw and no concession before the fall of 1905; a concession needs 12."""
    hall = changed(draws="votes_after = 1902\nconcession_centers = 12\nleave_out = true")
    text = hall.t.preset.replace("concessions = false", "concessions = true")
    hall.add(ev.PresetChanged(text))
    hall.count(1901, EVEN)
    vote, concede = VoteOnDraw("A", agreed=True), ConcedeGame("A", "E")
    now = START + timedelta(minutes=50)
    assert hall.refused(at_tables.vote, vote, now) == "too-early"
    assert hall.refused(at_tables.concede, concede, now) == "too-early"
    hall.count(1902, "9 11 7 5 2 0 0")
    later = START + timedelta(minutes=85)
    assert hall.refused(at_tables.concede, concede, later) == "too-few-centers"
    hall.count(1903, "9 12 13 0 0 0 0")
    last = START + timedelta(minutes=115)
    assert hall.refused(at_tables.concede, concede, last) == "too-few-centers"
    assert hall.do(at_tables.concede, ConcedeGame("A", "F"), last).table("1A").winner == "FRANCE"


def game(round_: int, points: int) -> PlayedGame:
    result = GameResult(POWERS, {1901: (5, 5, 5, 5, 4, 5, 5)}, ResultEnding.TIME_DRAW)
    return PlayedGame("Ann", round_, "A", "FRANCE", result, {}, Fraction(points))


def test_rounds_are_weighed_by_how_good_they_were() -> None:
    """EuroDipCon 2016 and World DipCon 2019: two in full, 80 percent, 40 percent."""
    totals, faults = choose_totals("by-rank")
    assert totals is not None and not faults
    games = [game(1, 10), game(2, 50), game(3, 20), game(4, 100), game(5, 5)]
    assert totals({"Ann": games})["Ann"] == 100 + 50 + 16 + 4
    qualifying, _ = choose_totals("by-rank", {"second": 80, "third": 40, "fourth": 0})
    assert qualifying is not None
    assert qualifying({"Ann": games[:3], "Bo": []}) == {"Ann": 50 + 16 + 4, "Bo": 0}


def test_dixiecon_is_as_its_rules_say() -> None:
    preset, faults = read_preset(preset_text("dixiecon"))
    assert not faults
    assert (preset.house.clock.lengths[FIRST], preset.house.clock.writing) == (1200, 300)
    out = {"GERMANY": 1907, "ITALY": 1906, "RUSSIA": 1905, "TURKEY": 1904}
    counts = {1908: (12, 11, 11, 0, 0, 0, 0)}
    drawn = GameResult(POWERS, counts, ResultEnding.VOTED_DRAW, eliminated=out)
    points = preset.scoring.score(drawn)
    assert [points[power] for power in POWERS] == [178, 174, 174, 34, 20, 10, 0]


def test_eurodipcon_4_gives_the_beaten_one_point() -> None:
    preset, faults = read_preset(preset_text("edc-1996"))
    assert not faults and preset.standings.top_board == (5, "A")
    won = GameResult(POWERS, {1908: (18, 16, 0, 0, 0, 0, 0)}, ResultEnding.SOLO, soloist="AUSTRIA")
    assert sorted(preset.scoring.score(won).values()) == [1, 1, 1, 1, 1, 1, 73]
    drawn = GameResult(POWERS, {1908: (0, 11, 8, 0, 1, 3, 11)}, ResultEnding.TIME_DRAW)
    assert sum(preset.scoring.score(drawn).values()) == 100
