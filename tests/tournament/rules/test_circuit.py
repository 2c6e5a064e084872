"""Rules of the circuit's events, each by its published text: the last year of a game, the time for
writing orders, what may be proposed when, and how rounds add up."""

import re
from datetime import timedelta
from fractions import Fraction

import pytest
from directing import POWERS, START, Hall

from dragoman.tournament.actions import at_tables, top_boards
from dragoman.tournament.actions.tournament_results import compute
from dragoman.tournament.commands.tables import ConcedeGame, VoteOnDraw
from dragoman.tournament.hall.announcer import calls
from dragoman.tournament.log import events as ev
from dragoman.tournament.publishing.public_view import view
from dragoman.tournament.rules.preset import Preset, preset_text, read_preset
from dragoman.tournament.rules.round_clock import FIRST, Clock, Season
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


def preset(name: str) -> Preset:
    found, faults = read_preset(preset_text(name), name)
    assert not faults
    return found


def seconds(one: Preset, *seasons: str) -> list[int]:
    clock = Clock(START, one.house.clock.lengths)
    return [int(clock.length(Season.parse(text)).total_seconds()) for text in seasons]


@pytest.mark.parametrize("name", ["edc-2016", "wdc-2019"])
def test_championships_with_springs_and_falls_of_their_own(name: str) -> None:
    """Rules of EuroDipCon 2016 and World DipCon 2019: 18 and 16 minutes, one for writing, seven
    years, 100/80/40 for the top board, 100/100/80/40 in the end, points that were not to be had."""
    one = preset(name)
    assert seconds(one, "S1901", "F1901", "S1905", "F1907") == [1080, 960, 1080, 960]
    assert (one.house.clock.writing, one.house.draws.last_year_of(4)) == (60, 1907)
    assert one.standings.top_board == (4, "A") and one.standings.qualifying is not None
    games = {"Ann": [game(n, 100) for n in (1, 2, 3)]}
    assert one.standings.qualifying(games)["Ann"] == 220
    assert one.standings.totals({"Ann": [game(n, 100) for n in (1, 2, 3, 4)]})["Ann"] == 320
    drawn = GameResult(POWERS, {1907: (9, 8, 7, 5, 5, 0, 0)}, ResultEnding.TIME_DRAW)
    assert one.scoring.missing(drawn).code == "points-not-stated"
    told = preset_text(name).replace("# solo = 0", "solo = 100").replace("# first = 0", "first = 9")
    filled, faults = read_preset(told)
    assert not faults and filled.scoring.missing(drawn) is None


def test_top_boards_are_drawn_by_totals_of_their_own() -> None:
    """Two good rounds are more than an excellent one, but not where the best alone qualifies."""
    best_alone = '[standings.qualifying]\nrule = "best-rounds"\ncount = 1\n[standings.totals]'
    text = preset_text("nz1999")
    results = {
        "1A": "10 8 7 5 4 0 0", "1B": "17 9 8 0 0 0 0",
        "2A": "10 8 7 5 4 0 0", "2B": "0 9 8 17 0 0 0",
    }  # fmt: skip
    first: list[int] = []
    for rules in (text, text.replace("[standings.totals]", best_alone)):
        hall = Hall(rules)
        for number in (1, 2):
            hall.boards(2, number)
        for key, counts in results.items():
            ended = {"1901": dict(zip(POWERS, map(int, counts.split()), strict=True))}
            hall.add(ev.SentElsewhere(key, "a site"), ev.ResultTaken(key, ended))
            hall.add(ev.GameEnded(key, "time-draw", "F1901"))
        order = top_boards.best_first(hall.t, 3, range(1, 15), 1)
        first.append(order[0])
    assert first == [1, 8]


def test_hechtstechen_and_groningen_are_as_their_rules_say() -> None:
    """Fifteen minutes with two for writing, 1907, vetoes told; 17 and 15, C-Diplo Namur."""
    one, other = preset("hechtstechen"), preset("ndc-2025")
    assert seconds(one, "S1901", "F1904") == [900, 900]
    assert seconds(other, "S1901", "F1901") == [1020, 900]
    for found in (one, other):
        assert found.house.clock.writing == 120
        assert found.house.draws.last_year_of(1) == 1907 and found.house.draws.numbers_told
    assert other.scoring.system.name == "c-diplo-namur"


def test_carnage_in_its_years_and_manorcon_in_teams() -> None:
    """Carnage 2009 pays those who stand down; the Liberty Cup's late orders are dead at once;
    ManorCon's second round is of teams of seven; World DipCon 2023 pays 4000 for a solo."""
    then = preset("carnage-2009").standings
    assert (then.sit_out_bonus, then.sit_out_each_time) == (10, True)
    cup = preset("liberty-cup")
    assert (cup.scoring.system.name, cup.house.box.warnings) == ("carnage", 0)
    teams = preset("manorcon").teams
    assert teams is not None and (teams.round, teams.size) == (2, 7)
    solo = GameResult(POWERS, {1908: (18, 16, 0, 0, 0, 0, 0)}, ResultEnding.SOLO, soloist="AUSTRIA",
        eliminated=dict.fromkeys(POWERS[2:], 1905))  # fmt: skip
    assert preset("wdc-2023").scoring.score(solo)["AUSTRIA"] == 4000
    assert preset("italia-2010").house.draws.last_year_of(1) == 1907
    assert preset("wdc-2018").standings.top_board == (5, "A")


@pytest.mark.parametrize("more", ["spring = 18", "spring = 0\nfall = 16", "fall = 15"])
def test_springs_and_falls_are_named_together(more: str) -> None:
    found, faults = read_preset(f"[clock.minutes]\n{more}\n")
    assert [one.line for one in faults] == [2]
    assert found.house.clock.lengths == {FIRST: 1200}
