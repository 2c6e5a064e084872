"""What was typed wrongly is put right where it stands, and what came of it is computed again."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from directing import AFTER, START, Hall
from hypothesis import HealthCheck, given, reject, settings, strategies as st

from dragoman.declared import FileText
from dragoman.refusal import ActionRefused
from dragoman.tournament.actions import at_tables, center_counts, conduct, people, seating, timing
from dragoman.tournament.commands.conduct import NameCommittee
from dragoman.tournament.commands.people import (
    AmendRegistration,
    CheckIn,
    RegisterPlayer,
    WithdrawPlayer,
)
from dragoman.tournament.commands.rounds import (
    AddTime,
    DrawRound,
    EndRound,
    PauseClock,
    PublishRound,
    ResumeClock,
    SetSeasonLength,
    StartRound,
    SubstitutePlayer,
)
from dragoman.tournament.commands.tables import (
    AbandonGame,
    BeginReading,
    CallTimeDraw,
    EnterCount,
    JudgeTurn,
    NoteLate,
    PutInOrders,
    VoteOnDraw,
)
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.correcting import cancelled, corrected, restored
from dragoman.tournament.log.events import Event
from dragoman.tournament.log.state import Tournament
from dragoman.tournament.log.store import Store
from dragoman.tournament.rules.round_clock import Ruling, Season

Step = Callable[[Tournament], Sequence[Event]]
"""What is typed, at a moment that belongs to it."""

EXAMPLES = int(os.environ.get("DRAGOMAN_TEST_CORRECTIONS", "40"))


def typed(action: Callable[..., Sequence[Event]], *args: Any, **more: Any) -> Step:
    return lambda t: action(t, *args, **more)


def minutes(number: float) -> datetime:
    return START + timedelta(minutes=number)


def hall_drawn() -> Hall:
    hall = Hall()
    hall.people(15)
    hall.boards(2, start=None)
    hall.add(ev.Published(1))
    return hall


# Case by case.


def test_a_start_that_was_wrong_moves_all_that_the_clock_said() -> None:
    """Twenty minutes late, and typed as nine o'clock: what was late for the fall was late for the
    spring, what was late at all was in time."""
    hall = hall_drawn()
    hall.do(timing.start, StartRound(1), START)
    start = hall.action
    hall.do(at_tables.put_in, PutInOrders("A", ("E",), season="S1901"), minutes(25))
    hall.do(at_tables.put_in_late, NoteLate("A", ("T",)), minutes(41))
    hall.do(at_tables.begin_reading, BeginReading("A"), minutes(42))
    assert [(str(one.season), one.power) for one in hall.t.lateness] == [
        ("S1901", "ENGLAND"),
        ("F1901", "TURKEY"),
    ]
    hall.amend(corrected(start, typed(timing.start, StartRound(1), minutes(20))))
    assert [(str(one.season), one.power) for one in hall.t.lateness] == [("S1901", "TURKEY")]
    assert list(hall.table().readings) == [Season.parse("S1901")]
    assert not hall.t.set_aside


def test_without_the_first_lateness_the_second_is_the_first() -> None:
    hall = hall_drawn()
    hall.do(timing.start, StartRound(1), START)
    hall.do(at_tables.put_in_late, NoteLate("A", ("T",), season="S1901"), AFTER)
    first = hall.action
    hall.do(at_tables.put_in_late, NoteLate("A", ("T",), season="F1901"), AFTER)
    assert hall.t.disordered(hall.table(), Season.parse("F1901")) == {"TURKEY"}
    hall.amend(cancelled(first, "it was Italy"))
    assert [one.ruling for one in hall.t.lateness] == [Ruling.WARNING]
    assert not hall.t.disordered(hall.table(), Season.parse("F1901"))
    hall.amend(restored(first))
    assert hall.t.disordered(hall.table(), Season.parse("F1901")) == {"TURKEY"}


def test_the_first_in_time_is_warned_whenever_it_is_written_down() -> None:
    hall = hall_drawn()
    hall.do(timing.start, StartRound(1), START)
    hall.do(at_tables.put_in_late, NoteLate("A", ("T",), season="F1901"), AFTER)
    hall.do(at_tables.put_in_late, NoteLate("A", ("T",), season="S1901"), AFTER)
    assert [(str(one.season), one.ruling) for one in hall.t.lateness] == [
        ("S1901", Ruling.WARNING),
        ("F1901", Ruling.DISORDER),
    ]


def test_readers_follow_the_corrected_reading() -> None:
    hall = hall_drawn()
    hall.do(timing.start, StartRound(1), START)
    hall.do(at_tables.begin_reading, BeginReading("A", absent=("A",), season="S1901"), AFTER)
    first = hall.action
    hall.do(at_tables.begin_reading, BeginReading("A", season="F1901"), AFTER)
    fall = Season.parse("F1901")
    assert hall.t.reader(hall.table(), fall) == "FRANCE"
    hall.amend(
        corrected(first, typed(at_tables.begin_reading, BeginReading("A", season="S1901"), AFTER))
    )
    assert hall.t.reader(hall.table(), fall) == "ITALY"


def test_nobody_has_to_type_each_reading() -> None:
    """Spring 1901 Austria, and one place on for each season, past those who are out."""
    hall = hall_drawn()
    hall.do(timing.start, StartRound(1), START)
    hall.count(1901, "6 6 6 5 0 6 5")
    order = [hall.t.reader(hall.table(), Season.number(index)) for index in range(5)]
    assert order == ["AUSTRIA", "ITALY", "FRANCE", "ENGLAND", "GERMANY"]
    assert hall.t.reader(hall.table(), Season.parse("S1904")) == "TURKEY"
    assert hall.t.reader(hall.table(), Season.parse("F1904")) == "AUSTRIA"
    assert hall.t.reader(hall.table(), Season.parse("S1905")) == "FRANCE"


def test_a_vote_that_was_noted_wrongly() -> None:
    """Carried, it ends the game with the count before it; the later count is then none."""
    hall = hall_drawn()
    hall.do(timing.start, StartRound(1), START)
    hall.count(1901, "5 5 5 5 5 5 4")
    hall.do(at_tables.vote, VoteOnDraw("A", result="failed"), minutes(50))
    vote = hall.action
    hall.count(1902, "6 5 5 5 5 4 4")
    right = corrected(vote, typed(at_tables.vote, VoteOnDraw("A", result="carried"), minutes(50)))
    assert refused(hall, right) == "sets-aside"
    after = hall.amend(right, anyway=True)
    assert (hall.table().ending, hall.table().last_year) == ("voted-draw", 1901)
    assert [type(one.event) for one in after.set_aside] == [ev.Counted]
    hall.amend(restored(vote))
    assert (hall.table().ending, hall.table().last_year) == ("", 1902)
    assert not hall.t.set_aside


def test_a_count_that_is_taken_back_leaves_the_later_ones_waiting() -> None:
    hall = hall_drawn()
    hall.do(timing.start, StartRound(1), START)
    hall.count(1901, "5 5 5 5 5 5 4")
    first = hall.action
    hall.count(1902, "6 5 5 5 5 4 4")
    hall.amend(cancelled(first))
    assert (hall.table().last_year, list(hall.table().taken)) == (1900, [1900, 1902])
    hall.do(center_counts.count, EnterCount("A", ("5 5 5 5 5 4 5",)), AFTER)
    assert hall.table().last_year == 1902


def test_a_draw_is_drawn_again_after_late_check_ins(hall: Hall) -> None:
    """The check-ins stay; what was typed for the boards that are not there any more is told."""
    hall.people(14)
    hall.add(ev.CheckedIn(1, tuple(range(1, 8))))
    hall.do(seating.draw, DrawRound(1, seed=1))
    draw = hall.action
    hall.do(seating.publish, PublishRound(1))
    hall.do(people.check_in, CheckIn(round=1, everybody=True))
    hall.amend(cancelled(draw), anyway=True)
    assert not hall.t.rounds[1].tables
    assert [type(one.event) for one in hall.t.set_aside] == [ev.Published]
    hall.do(seating.draw, DrawRound(1, seed=2))
    assert list(hall.t.rounds[1].tables) == ["1A", "1B"]
    assert not hall.t.rounds[1].published


def test_what_cannot_be_corrected() -> None:
    hall = hall_drawn()
    hall.do(timing.start, StartRound(1), START)
    start = hall.action
    same = typed(timing.start, StartRound(1), START)
    later = typed(timing.start, StartRound(1), minutes(5))
    assert refused(hall, corrected(start, same)) == "nothing-to-change"
    assert refused(hall, cancelled(1)) == "the-founding"
    assert refused(hall, cancelled(99)) == "unknown-action"
    assert refused(hall, restored(start)) == "nothing-to-change"
    hall.amend(corrected(start, later))
    assert refused(hall, cancelled(hall.action)) == "not-correctable"
    hall.amend(cancelled(start))
    assert refused(hall, cancelled(start)) == "nothing-to-change"
    assert not hall.t.rounds[1].started
    hall.amend(corrected(start, same))
    assert hall.t.rounds[1].started


def refused(hall: Hall, amend: Any) -> str:
    with pytest.raises(ActionRefused) as why:
        hall.amend(amend)
    assert why.value.diagnostic.what
    return why.value.diagnostic.code


def test_a_corrected_registration_keeps_its_number(hall: Hall) -> None:
    hall.do(people.register, RegisterPlayer("Ann Le"))
    ann = hall.action
    hall.do(people.register, RegisterPlayer("Ben Fox"))
    ben = hall.action
    hall.do(people.register, RegisterPlayer("Cara Hill"))
    hall.amend(cancelled(ann))
    hall.amend(corrected(ben, typed(people.register, RegisterPlayer("Benn Fox"))))
    assert {n: one.name for n, one in hall.t.players.items()} == {2: "Benn Fox", 3: "Cara Hill"}


def test_a_judged_phase_is_judged_again() -> None:
    """Turkey was noted late a second time by mistake: its orders count after all, in all phases
    from then on."""
    hall = hall_drawn()
    hall.do(timing.start, StartRound(1), START)
    hall.do(at_tables.begin_reading, BeginReading("A", missing=("T",), season="S1901"), AFTER)
    reading = hall.action

    def judged(text: str) -> Step:
        return lambda t: at_tables.judge_turn(t, JudgeTurn("A"), FileText(text, "orders")).events

    hall.add(*judged("Turkey: A con-bul, A smy-con, F ank-bla")(hall.t))
    hall.add(*judged("Turkey: A con-bul, A bul-gre\nAustria: F tri-alb")(hall.t))
    hall.add(*judged("")(hall.t))
    assert hall.table().counts[1901]["TURKEY"] == 4
    hall.amend(cancelled(reading))
    right = hall_drawn()
    right.do(timing.start, StartRound(1), START)
    right.add(*judged("Turkey: A con-bul, A smy-con, F ank-bla")(right.t))
    right.add(*judged("Turkey: A con-bul, A bul-gre\nAustria: F tri-alb")(right.t))
    assert [one.record for one in hall.table().phases[:2]] == [
        one.record for one in right.table().phases
    ]
    assert hall.table().counts == right.table().counts


def test_a_correction_is_in_the_file_and_can_be_undone(tmp_path: Path) -> None:
    hall = hall_drawn()
    store = Store(tmp_path)
    store.found([one.event for one in hall.log[:1]])
    store.act(lambda t: [one.event for one in hall.log[1:]])
    store.act(lambda t: timing.start(t, StartRound(1), START))
    store.amend(corrected(3, lambda t: timing.start(t, StartRound(1), minutes(5))))
    store.amend(cancelled(3, "not yet"))
    assert not Store(tmp_path).load().rounds[1].started
    store.undo()
    clock = Store(tmp_path).load().rounds[1].clock
    assert clock is not None
    assert clock.start == minutes(5)
    store.undo()
    clock = store.load().rounds[1].clock
    assert clock is not None
    assert clock.start == START
    store.redo()
    assert [type(one.event).__name__ for one in store.log()][-4:] == [
        "Cancelled",
        "Undone",
        "Undone",
        "Redone",
    ]


# Whatever is typed.

_BOARDS = st.sampled_from("AB")
_POWERS = st.sampled_from("AEFGIRT")
_AT = st.integers(20, 150).map(minutes)
_COUNTS = st.permutations(("6", "6", "5", "5", "5", "4", "3")).map(tuple)
_PLAYERS = st.integers(1, 15).map(str)


def _of(
    action: Callable[..., Sequence[Event]],
    kind: type,
    now: st.SearchStrategy[datetime] | None = None,
    **given: Any,
) -> st.SearchStrategy[Step]:
    """A command of a kind, typed at a moment."""
    drawn = {
        name: one if isinstance(one, st.SearchStrategy) else st.just(one)
        for name, one in given.items()
    }
    moments = () if now is None else (now,)
    return st.tuples(st.builds(kind, **drawn), *moments).map(lambda args: typed(action, *args))


def _some(most: int, least: int = 0) -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(_POWERS, min_size=least, max_size=most, unique=True).map(tuple)


_KINDS: tuple[st.SearchStrategy[Step], ...] = (
    _of(at_tables.put_in_late, NoteLate, _AT, board=_BOARDS, powers=_some(2, 1)),
    _of(at_tables.put_in, PutInOrders, _AT, board=_BOARDS, powers=_some(3, 1)),
    _of(
        at_tables.begin_reading, BeginReading, _AT,
        board=_BOARDS, missing=_some(1), absent=_some(2),
    ),
    _of(
        center_counts.count, EnterCount, st.just(AFTER),
        board=_BOARDS, counts=_COUNTS, year=st.integers(1901, 1903),
    ),
    _of(
        at_tables.vote, VoteOnDraw, _AT,
        board=_BOARDS, result=st.sampled_from(("carried", "failed")),
    ),
    _of(at_tables.vote, VoteOnDraw, _AT, board=_BOARDS, refused=True),
    _of(at_tables.time_draw, CallTimeDraw, _AT, board=_BOARDS),
    _of(at_tables.abandon, AbandonGame, _AT, board=_BOARDS, because="a fire"),
    _of(at_tables.end_round, EndRound, _AT, round=1),
    _of(timing.start, StartRound, st.integers(0, 20).map(minutes), round=1),
    _of(timing.pause, PauseClock, _AT, round=1, board=st.sampled_from(("", "A"))),
    _of(timing.resume, ResumeClock, _AT, round=1, board=st.sampled_from(("", "A"))),
    _of(
        timing.add_time, AddTime, _AT,
        time=st.sampled_from(("1", "5")), round=1, board=st.sampled_from(("", "B")),
    ),
    _of(
        timing.set_length, SetSeasonLength, _AT, time=st.sampled_from(("10", "15")), round=1
    ),
    _of(seating.substitute, SubstitutePlayer, out=_PLAYERS, into=_PLAYERS, round=1),
    _of(people.withdraw, WithdrawPlayer, player=_PLAYERS),
    _of(people.amend, AmendRegistration, player=_PLAYERS, home="Napier"),
    _of(people.amend, AmendRegistration, player=_PLAYERS, signed=False),
    _of(
        conduct.name_committee, NameCommittee, names=st.sampled_from((("Ann",), ("Ben",)))
    ),
)  # fmt: skip

_STEPS = st.lists(st.one_of(_KINDS), min_size=3, max_size=14)
_QUICK = settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
)


def _begun() -> Hall:
    hall = _DRAWN
    found = object.__new__(Hall)
    found.log = list(hall.log)
    found.do(timing.start, StartRound(1), START)
    return found


_DRAWN = hall_drawn()


def _type(hall: Hall, steps: Sequence[Step]) -> list[Step]:
    """Type what is possible, and say what that was."""
    taken: list[Step] = []
    for step in steps:
        try:
            hall.add(*step(hall.t))
        except ActionRefused:
            continue
        taken.append(step)
    return taken


def _type_all(hall: Hall, steps: Sequence[Step]) -> None:
    if len(_type(hall, steps)) < len(steps):
        reject()  # he would have noticed his mistake here


@pytest.mark.slow
@_QUICK
@given(_STEPS, st.one_of(_KINDS), st.integers(0, 99))
def test_a_corrected_log_comes_to_what_the_right_one_comes_to(
    steps: list[Step], mistake: Step, place: int
) -> None:
    right = _begun()
    steps = _type(right, steps)
    if not steps:
        reject()
    place %= len(steps)
    wrong = _begun()
    _type_all(wrong, [*steps[:place], mistake])
    action = wrong.action
    _type_all(wrong, steps[place + 1 :])
    try:
        wrong.amend(corrected(action, steps[place]))
    except ActionRefused as why:
        assert why.diagnostic.code == "nothing-to-change"
    assert wrong.t == right.t


@pytest.mark.slow
@_QUICK
@given(_STEPS, st.integers(0, 99))
def test_a_cancelled_action_was_never_there(steps: list[Step], place: int) -> None:
    wrong = _begun()
    steps = _type(wrong, steps)
    if not steps:
        reject()
    place %= len(steps)
    action = wrong.action - len(steps) + 1 + place
    right = _begun()
    _type_all(right, [*steps[:place], *steps[place + 1 :]])
    wrong.amend(cancelled(action))
    assert wrong.t == right.t
    wrong.amend(restored(action))
    wrong.log = wrong.log[:-2]
    assert not wrong.t.set_aside
