"""Boards that are played elsewhere: no clock of the hall, final counts alone, and who took over."""

import json

import pytest
from directing import AFTER, POWERS, START, Hall

from dragoman.refusal import ActionRefused
from dragoman.tournament.actions import at_tables, center_counts, played_elsewhere
from dragoman.tournament.actions.tournament_results import compute
from dragoman.tournament.commands.rounds import EndRound
from dragoman.tournament.commands.tables import EnterCount, SendElsewhere
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.state import Tournament
from dragoman.tournament.publishing.exports import write_wdd
from dragoman.tournament.rules.played_variant import standard

FINAL = """\
Year,Austria,England,France,Germany,Italy,Russia,Turkey
1907,10,8,7,5,4,0,0
"""


@pytest.fixture
def published() -> Hall:
    """Two boards that everybody knows of, and no clock that runs."""
    found = Hall()
    found.boards(2, start=None)
    found.add(ev.Published(1))
    return found


def take(
    t: Tournament, text: str = FINAL, out: tuple[str, ...] = (), played: tuple[str, ...] = ()
) -> list[ev.Event]:
    years = played_elsewhere.years_out(standard(), out)
    hints = played_elsewhere.ResultHints("" if text[0] == "{" else "voted-draw", eliminated=years)
    who = played_elsewhere.played_by(standard(), played, played_elsewhere.played_in(text))
    result = played_elsewhere.result_in(text, standard(), hints)
    return played_elsewhere.take_result(t, "1B", result, who)


def test_the_last_year_is_enough_and_what_scoring_lacks_is_said_at_once(published: Hall) -> None:
    with pytest.raises(ActionRefused) as why:
        take(published.t)
    assert why.value.diagnostic.code == "elimination-year"
    assert "--out Russia=1905" in why.value.diagnostic.remedy
    t = published.do(take, out=("R=1906", "Turkey=04"))
    assert t.table("1B").complete and t.table("1B").counts.keys() == {1900, 1907}
    points = {one.power: str(float(one.points)) for one in compute(t).games}
    assert points["AUSTRIA"] == "31.579", "18 of 57: Russia lived through 1905, Turkey did not"
    assert points["RUSSIA"] == "1.754" and points["TURKEY"] == "0.0"


@pytest.mark.parametrize("out", ["Turkey", "Turkey=soon", "Turkey=1900", "=1905", "X=1905"])
def test_years_that_are_none(published: Hall, out: str) -> None:
    assert published.refused(take, out=(out,)) in ("bad-year", "unknown-power")


@pytest.mark.parametrize("out", [("R=1906", "T=1908"), ("R=1906", "T=1904", "A=1903")])
def test_years_that_the_counts_do_not_allow(published: Hall, out: tuple[str, ...]) -> None:
    assert published.refused(take, out=out) in ("bad-year", "alive")


def test_what_only_a_missing_year_could_tell_apart_is_shared_and_told(published: Hall) -> None:
    """The dead of two boards, out in one year: how many centres they had before is not known."""
    t = published.do(take, out=("R=1906", "T=1906"))
    found = compute(t)
    assert [one.code for one in found.faults] == ["missing-year"]
    last = [one for one in found.standings if one.record.total < 2]
    assert [(one.place, one.equals) for one in last] == [(6, 2), (6, 2)]
    t = published.do(
        center_counts.count,
        EnterCount("1B", ("9", "8", "7", "5", "3", "1", "1"), 1905),
        AFTER,
    )
    assert t.table("1B").final_counts.keys() == {1900, 1905, 1907}
    assert compute(t).faults == (), "each had one"


def test_the_tables_for_others_have_such_a_board(published: Hall) -> None:
    published.do(take, out=("R=1906", "T=1904"))
    published.add(
        ev.ResultTaken("1A", {"1901": dict(zip(POWERS, (5, 5, 5, 5, 4, 5, 5), strict=True))}),
        ev.GameEnded("1A", "time-draw", "F1901"),
    )
    rows = write_wdd(published.t)["boards"].splitlines()
    assert len(rows) == 15
    [line] = [one for one in rows if "Nr13" in one]
    russia = dict(zip(rows[0].split(","), line.split(","), strict=True))
    assert (russia["YEAR_ELIMINATION"], russia["CT_07"], russia["CT_06"]) == ("6", "0", "")


def test_a_board_is_sent_elsewhere_once_and_the_hall_ends_without_it(published: Hall) -> None:
    wish = SendElsewhere("1B", "https://judge.example/games/7")
    published.do(played_elsewhere.send_elsewhere, wish)
    assert published.refused(played_elsewhere.send_elsewhere, wish) == "opened-already"
    counted = EnterCount("1B", ("5", "5", "5", "5", "4", "5", "5"))
    assert published.refused(center_counts.count, counted, AFTER) == "played-elsewhere"
    published.add(ev.RoundStarted(1, START.isoformat()))
    published.count(1901, "5 5 5 5 4 5 5")
    t = published.do(at_tables.end_round, EndRound(1, "F1901"), AFTER)
    assert (t.table("1A").ending, t.table("1B").ending) == ("time-draw", "")
    t = published.do(take, out=("R=1906", "T=1904"))
    assert t.rounds[1].over and t.table("1B").ending == "voted-draw"
    assert published.refused(take, out=("R=1906", "T=1904")) == "game-over"


def test_a_round_without_a_board_in_the_hall_ends_where_it_is_played(published: Hall) -> None:
    for board in ("1A", "1B"):
        published.do(played_elsewhere.send_elsewhere, SendElsewhere(board, "there"))
    assert published.refused(at_tables.end_round, EndRound(1), AFTER) == "played-elsewhere"


def test_a_round_ends_with_its_games_however_long_the_clock_ran(hall: Hall) -> None:
    hall.boards(2)
    for key in ("1A", "1B"):
        hall.count(1901, "5 5 5 5 4 5 5", key)
    hall.add(ev.GameEnded("1A", "time-draw", "F1901"))
    late = START.replace(year=2026)
    assert hall.refused(at_tables.end_round, EndRound(1), late) == "clock-ran-on"
    hall.add(ev.GameEnded("1B", "time-draw", "F1901"))
    t = hall.do(at_tables.end_round, EndRound(1), late)
    assert str(t.rounds[1].ended) == "F1901"


def test_the_judge_says_who_took_over_and_he_gets_the_score(published: Hall) -> None:
    counts = {
        "1900": dict(zip(POWERS, (3, 3, 3, 3, 3, 4, 3), strict=True)),
        "1901": dict(zip(POWERS, (5, 5, 5, 5, 4, 5, 5), strict=True)),
    }
    told = {
        "powers": POWERS,
        "counts": counts,
        "ending": "time draw",
        "soloist": "",
        "drawn": [],
        "eliminated": {},
        "replaced": {"FRANCE": "kestrel"},
    }
    text = json.dumps(told)
    with pytest.raises(ActionRefused) as why:
        take(published.t, text)
    assert "kestrel" in why.value.diagnostic.what
    assert "--played France=12" in why.value.diagnostic.remedy
    published.people(1)
    t = published.do(take, text, played=("France=15",))
    assert t.table("1B").seats["FRANCE"] == 15
    assert {one.player for one in compute(t).games if one.power == "FRANCE"} == {"Player Nr15"}
    for bad in ("France", "X=3", "France="):
        assert published.refused(take, text, played=(bad,)) in ("bad-choice", "unknown-power")
