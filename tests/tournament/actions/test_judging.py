"""Tables whose turns are judged here, by rule 16 and the rule set of the preset."""

import pytest
from directing import AFTER, Hall

from dragoman.declared import FileText
from dragoman.refusal import ActionRefused
from dragoman.tournament.actions import at_tables, center_counts
from dragoman.tournament.commands.rounds import EndRound
from dragoman.tournament.commands.tables import BeginReading, EnterCount, JudgeTurn, ReopenPhase

HOLDS = ""


def judged(hall: Hall, text: str, **rulings: str) -> at_tables.Judgement:
    said = {place.replace("_", " "): ruling for place, ruling in rulings.items()}
    rule = tuple(f"{unit}={ruling}" for unit, ruling in said.items())
    return at_tables.judge_turn(hall.t, JudgeTurn("1A", rule=rule), FileText(text, "orders.txt"))


def final(hall: Hall, text: str = HOLDS, **rulings: str) -> at_tables.Judgement:
    found = judged(hall, text, **rulings)
    hall.add(*found.events)
    return found


def test_a_year_is_counted_by_the_engine(playing: Hall) -> None:
    final(playing, "Turkey: A con-bul\nItaly: A rom-apu, F nap-ion\n")
    assert playing.table().last_year == 1900
    final(playing, "Turkey: A bul H\nItaly: F ion C A apu-tun, A apu-tun\n")
    table = playing.table()
    assert table.last_year == 1901
    assert (table.counts[1901]["TURKEY"], table.counts[1901]["ITALY"]) == (4, 4)
    final(playing, "Turkey: A con B\nItaly: A rom B\n")
    assert playing.table().last_year == 1901
    assert "A Con" in at_tables.position(playing.t, "1A")


def test_nothing_is_final_until_it_is_logged(playing: Hall) -> None:
    first = judged(playing, "England: F lon-nth\n")
    assert judged(playing, "England: F lon-nth\n") == first
    assert not playing.table().phases


@pytest.mark.parametrize(
    ("orders", "rulings", "misorders", "bounced"),
    [
        # An illegal order: the unit stands, and may not be supported to hold.
        ("A ven-mos", {}, ["A VEN illegal"], False),
        ("A ven S A rom-mos", {}, ["A VEN illegal"], False),
        # To hold, or to go where an own unit stands, is not illegal; and one that is legal
        # though odd is followed.
        ("A ven H", {}, [], True),
        ("A ven S A tyr-tri", {}, [], True),
        # The director's word goes before the program's.
        ("A ven-mos", {"A_VEN": "ambiguous"}, ["A VEN ambiguous"], True),
        ("A ven H", {"A_VEN": "illegal"}, ["A VEN illegal"], False),
    ],
)
def test_misorders(
    playing: Hall, orders: str, rulings: dict[str, str], misorders: list[str], bounced: bool
) -> None:
    """Austria attacks Venice with support; Rome supports Venice to hold. A unit whose order
    was illegal has no such help (rule 16)."""
    final(playing, "Austria: A vie-tyr, A bud-tri, F tri-adr\n")
    text = f"Austria: A tyr-ven, A tri S A tyr-ven\nItaly: {orders}, A rom S A ven\n"
    found = judged(playing, text, **rulings)
    assert [f"{one.unit} {one.ruling}" for one in found.misorders] == misorders
    assert ("Retreats due" in found.report) is not bounced


def test_a_coast_left_out_is_ambiguous(playing: Hall) -> None:
    """It has to be named for a move or a support to Spain (rule 16); who leaves it out asks for
    nothing impossible, so the unit may be supported."""
    final(playing, "France: F bre-mao, A par-gas\n")
    found = judged(playing, "France: F mao-spa, A gas S F mao-spa\n")
    assert [(str(m.unit), m.ruling) for m in found.misorders] == [
        ("A GAS", "ambiguous"),
        ("F MAO", "ambiguous"),
    ]
    found = judged(playing, "France: F mao-spa/sc, A gas S F mao-spa/sc\n")
    assert not found.misorders


def test_powers_in_disorder_have_no_orders(playing: Hall) -> None:
    playing.do(at_tables.begin_reading, BeginReading("1A", missing=("E",), season="S1901"), AFTER)
    found = judged(playing, "England: F lon-nth\nFrance: F bre-eng\n")
    assert found.disorder == ("ENGLAND",)
    assert "F Lon H" in found.report
    assert "F Bre–Eng" in found.report


def test_what_cannot_be_read_is_not_judged(playing: Hall) -> None:
    found = judged(playing, "England: F lon-xyz\nHello there\n")
    assert not found.events
    assert all(fault.is_error and fault.line for fault in found.faults)
    passed_over = at_tables.judge_turn(
        playing.t, JudgeTurn("1A", anyway=True), FileText("England: F lon-xyz\n")
    )
    assert passed_over.events
    assert not any(fault.is_error for fault in passed_over.faults)


@pytest.mark.parametrize("ruling", ["A MOS=silly", "A ZZZ=illegal", "A BUR=illegal", "A MOS"])
def test_rulings_that_mean_nothing(playing: Hall, ruling: str) -> None:
    with pytest.raises(ActionRefused):
        at_tables.judge_turn(playing.t, JudgeTurn("1A", rule=(ruling,)), FileText(""))


def test_an_error_is_taken_back(playing: Hall) -> None:
    """The season is open again, and what it counted is gone (rule 18)."""
    final(playing, "Turkey: A con-bul\n")
    final(playing, "Turkey: A bul H\n")
    assert playing.table().last_year == 1901
    assert playing.refused(at_tables.reopen, ReopenPhase("1A", because=" ")) == "no-reason"
    playing.do(at_tables.reopen, ReopenPhase("1A", because="Bulgaria was not taken"))
    assert playing.table().last_year == 1900
    assert playing.table().phases[-1].phase == "S1901M"
    playing.do(at_tables.reopen, ReopenPhase("1A", because="and neither was spring right"))
    assert not playing.table().record
    assert playing.refused(at_tables.reopen, ReopenPhase("1A", because="more")) == "nothing-judged"


def test_a_board_is_counted_or_judged_but_not_both(playing: Hall) -> None:
    final(playing)
    count = EnterCount("1A", ("5 5 5 5 4 5 5",))
    assert playing.refused(center_counts.count, count, AFTER) == "judged-here"
    other = Hall()
    other.boards()
    other.count(1901, "5 5 5 5 4 5 5")
    with pytest.raises(ActionRefused) as why:
        judged(other, "")
    assert why.value.diagnostic.code == "counted-at-table"


def test_after_a_time_draw_the_fall_is_played_out(playing: Hall) -> None:
    """Moves and retreats of the fall are judged; there are no builds (rule 13)."""
    final(playing)
    playing.do(at_tables.end_round, EndRound(1, season="F1901"), AFTER)
    assert not playing.table().complete
    final(playing, "Turkey: A con-bul\n")
    assert playing.table().complete
    with pytest.raises(ActionRefused) as why:
        judged(playing, "Turkey: A con B\n")
    assert why.value.diagnostic.code == "game-over"


def test_after_a_spring_nothing_is_judged_any_more(playing: Hall) -> None:
    playing.do(at_tables.end_round, EndRound(1, season="S1901"), AFTER)
    with pytest.raises(ActionRefused):
        judged(playing, "")


def test_an_unwanted_convoy_cannot_be_refused(playing: Hall) -> None:
    """Along the coast an army goes by a convoy that is ordered for it (rule 14)."""
    final(playing, "England: F lon-nth, A lvp-yor, F edi-nwg\n")
    found = judged(playing, "England: A yor-edi, F nth C A yor-edi\n")
    assert "A Yor–Edi" in found.report
