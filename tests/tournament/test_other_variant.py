"""A tournament of a variant of four powers, with 19 centres of which 10 win: powers, centres
and victory are the variant's all the way from the draw to the standings."""

from __future__ import annotations

from fractions import Fraction

import pytest
from directing import AFTER, START, Hall

from dragoman.declared import FileText
from dragoman.refusal import ActionRefused
from dragoman.tournament.actions import (
    at_tables,
    center_counts,
    lookup,
    people,
    record,
    seating,
    timing,
)
from dragoman.tournament.actions.tournament_results import compute
from dragoman.tournament.commands.people import CheckIn
from dragoman.tournament.commands.record import ChangePreset
from dragoman.tournament.commands.rounds import DrawRound, PublishRound, StartRound
from dragoman.tournament.commands.tables import (
    BeginReading,
    CallTimeDraw,
    EnterCount,
    JudgeTurn,
    PutInOrders,
)
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.fold import rebuild
from dragoman.tournament.publishing import csv_files, exports, printed_pages, public_view
from dragoman.tournament.publishing.exports import write_wdd
from dragoman.tournament.rules.played_variant import played_variant

POWERS = ("ALDER", "BRINE", "CINDER", "DUNE")
PRESET = """
title = "The Cup of the Isthmus"
variant = "isthmus"
rounds = 1

[scoring]
system = "ppsc"
solo = "proportional"
"""


@pytest.fixture
def hall() -> Hall:
    """Two boards that play since nine o'clock."""
    found = Hall(PRESET)
    found.people(8, rounds=(1,))
    found.do(people.check_in, CheckIn(tuple([str(number) for number in range(1, 9)]), 1))
    found.do(seating.draw, DrawRound(1, seed=7))
    found.do(seating.publish, PublishRound(1))
    found.do(timing.start, StartRound(1), START)
    return found


def count(hall: Hall, board: str, year: int, typed: str, neutral: int = 0) -> None:
    command = EnterCount(board, (typed,), year=year, neutral=neutral, sure=True)
    hall.do(center_counts.count, command, AFTER)


def test_the_rules_are_those_of_the_variant(hall: Hall) -> None:
    assert hall.t.settings.seeding.powers == tuple(power.title() for power in POWERS)
    assert hall.t.rules.box.border == POWERS
    assert hall.t.rules.box.first_reader == "ALDER"


def test_boards_are_of_four(hall: Hall) -> None:
    assert [tuple(table.seats) for table in hall.t.tables] == [POWERS, POWERS]
    seated = [player for table in hall.t.tables for player in table.seats.values()]
    assert sorted(seated) == list(range(1, 9))
    other = Hall(PRESET)
    other.people(9, rounds=(1,))
    other.do(people.check_in, CheckIn(tuple([str(number) for number in range(1, 10)]), 1))
    assert other.refused(seating.draw, DrawRound(1, seed=7)) == "not-full-boards"


def test_what_is_counted_has_to_add_up_to_nineteen(hall: Hall) -> None:
    typed = center_counts.read_counts(hall.t.table("1A").variant, ["A5 B5 C5 D4"])
    assert typed == {"ALDER": 5, "BRINE": 5, "CINDER": 5, "DUNE": 4}
    command = EnterCount("1A", ("A5 B5 C5 D3",))
    assert hall.refused(center_counts.count, command, AFTER) == "bad-sum"
    with pytest.raises(ActionRefused, match="4 numbers, or A5 B6 C7 and so on"):
        center_counts.read_counts(hall.t.table("1A").variant, ["5 5 5 4 4 5 5"])


def test_ten_win_and_scores_and_standings_follow(hall: Hall) -> None:
    count(hall, "1A", 1901, "4 4 4 4", neutral=3)
    count(hall, "1A", 1902, "9 5 5 0")
    assert not hall.t.table("1A").ending
    count(hall, "1A", 1903, "10 9 0 0")
    assert (hall.t.table("1A").ending, hall.t.table("1A").winner) == ("solo", "ALDER")
    count(hall, "1B", 1901, "5 4 5 5")
    hall.do(at_tables.time_draw, CallTimeDraw("1B", season="F1901"), AFTER)

    results = compute(hall.t)
    assert not results.faults and not results.unfinished
    points = {(game.board, game.power): game.points for game in results.games}
    # 100 points a map of 19 centres: the system's setting is the variant's, not the text's 34.
    assert points["A", "ALDER"] == Fraction(1000, 19)
    assert points["B", "BRINE"] == Fraction(400, 19)
    [champion] = [one for one in results.standings if one.place == 1]
    assert champion.record.total == Fraction(1000, 19)
    assert len(results.standings) == 8
    assert {award.title for award in results.awards} >= {f"Best {p.title()}" for p in POWERS}


def test_tables_go_out_and_come_in_again(hall: Hall) -> None:
    count(hall, "1A", 1901, "4 4 4 4", neutral=3)
    text = csv_files.counts(hall.t)
    assert text.splitlines() == ["board,year,alder,brine,cinder,dune,neutral", "1A,1901,4,4,4,4,3"]
    again = Hall(PRESET)
    again.log[:] = [one for one in hall.log if not isinstance(one.event, ev.Counted)]
    again.do(center_counts.count_all, csv_files.read_counts(text, again.t.settings.variant), AFTER)
    assert again.t.table("1A").counts == hall.t.table("1A").counts
    assert exports.export(hall.t, "counts", 1)
    assert "Cinder" in printed_pages.render(hall.t, "calls", 1)
    assert public_view.view(hall.t, AFTER)["rounds"][0]["boards"][0]["seats"][3]["power"] == "Dune"


def test_the_world_diplomacy_database_has_no_such_columns(hall: Hall) -> None:
    with pytest.raises(ActionRefused) as why:
        write_wdd(hall.t)
    assert why.value.diagnostic.code == "other-variant"


def test_the_orders_box_knows_the_letters(hall: Hall) -> None:
    hall.do(at_tables.put_in, PutInOrders("1A", ("abc",), season="S1901"), START)
    hall.do(
        at_tables.begin_reading,
        BeginReading("1A", missing=("Dune",), absent=("a",), season="S1901"),
        AFTER,
    )
    table = hall.t.table("1A")
    [(season, reading)] = table.readings.items()
    assert (hall.t.reader(table, season), reading.missing) == ("BRINE", ("DUNE",))
    with pytest.raises(ActionRefused, match="type A B C or D"):
        lookup.power(table.variant, "Turkey")


def test_orders_are_judged_on_the_map_of_the_variant(hall: Hall) -> None:
    assert "Board 1A" in at_tables.position(hall.t, "1A")
    for _ in range(4):
        found = at_tables.judge_turn(hall.t, JudgeTurn("1A"), FileText(""))
        assert not found.faults
        hall.add(*found.events)
        if hall.t.table("1A").last_year == 1901:
            break
    assert hall.t.table("1A").last_counts == dict.fromkeys(POWERS, 3)


def test_the_variant_stays_once_boards_are_drawn(hall: Hall) -> None:
    other = PRESET.replace("isthmus", "white_winter")
    assert hall.refused(record.change_preset, ChangePreset(FileText(other))) == "other-variant"
    hall.do(record.change_preset, ChangePreset(FileText(PRESET + "\ndecimals = 1")))
    early = Hall(PRESET)
    early.do(record.change_preset, ChangePreset(FileText(other)))
    assert early.t.settings.seeding.size == 3


def test_a_variant_that_is_not_here_is_told(hall: Hall) -> None:
    [founded, *_] = hall.log
    assert isinstance(founded.event, ev.Founded)
    strange = Hall(PRESET)
    with pytest.raises(ActionRefused) as why:
        strange.add(ev.PresetChanged('variant = "atlantis"'))
        rebuild(strange.log)
    assert why.value.diagnostic.code == "unknown-variant"


def test_letters_need_not_be_initials() -> None:
    """As in Crowded, of eleven powers."""
    variant = played_variant("crowded")
    assert len(variant.powers) == len(variant.letters) == 11
    for letter, power in variant.letters.items():
        assert lookup.power(variant, letter.lower()) == power
        assert lookup.power(variant, power.title()) == power
