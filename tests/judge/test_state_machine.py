"""Commands in any order, with a simple model of a game beside the judge."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from datetime import timedelta

import pytest
from hypothesis import settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from dragoman.judge.commands import command as c
from dragoman.judge.commands.command import Decision
from dragoman.judge.commands.judging import next_due
from dragoman.judge.commands.permissions import CLOCK, Actor
from dragoman.judge.log import events as ev
from dragoman.judge.log.fold import rebuild
from dragoman.judge.log.state import Stage
from dragoman.judge.views.game_view import game_view
from dragoman.judge.views.press_view import press_view
from dragoman.judge.views.viewer import Viewer
from dragoman.rules import Phase
from tests.judge.table import MASTER, Table

POWERS = ("FRANCE", "GERMANY", "ITALY")
USERS = (11, 12, 13, 14, 15)
START = (
    "S1901M | FRANCE: A PAR, A MAR; GERMANY: A MUN, A RUH; ITALY: A VEN, F ROM | "
    "FRANCE: PAR, MAR; GERMANY: MUN, BER; ITALY: VEN, ROM"
)
SHEETS = (
    "", "A par-bur", "A mun-bur, A ruh S A mun-bur", "A mar H\nA par-bur", "nonsense",
    "A ven-tyr\nIF mun is empty\nF rom-tus\nELSE\nF rom H\nENDIF", "IF it rains\nENDIF",
    "A bur-par, A bur-gas", "build A par, build A mun, build A ven", "# nothing",
)  # fmt: skip
GAMES = int(os.environ.get("DRAGOMAN_TEST_GAMES", "12"))

who = st.sampled_from((MASTER, *USERS))
power = st.sampled_from(POWERS)


@dataclass
class Sent:
    text: str
    readers: frozenset[str] | None
    """The powers that read it; None for everybody."""


@dataclass
class Model:
    """A game as somebody would keep it on paper."""

    stage: str = "forming"
    waiting: list[int] = field(default_factory=list)
    seats: dict[str, int | None] = field(default_factory=lambda: dict.fromkeys(POWERS))
    sheets: dict[tuple[str, str], str] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    sent: list[Sent] = field(default_factory=list)
    votes: dict[int, set[str]] = field(default_factory=dict)
    phases: list[str] = field(default_factory=list)
    """Those that were judged and stand."""

    def power_of(self, user: int) -> str | None:
        return next((power for power, one in self.seats.items() if one == user), None)


class Judge(RuleBasedStateMachine):
    """The judge, and the model."""

    @initialize(
        missed=st.sampled_from(("hold", "wait", "replace", "disorder")),
        early=st.sampled_from(("never", "ready", "ordered")),
        grace=st.sampled_from(("", "2 h")),
        strict=st.booleans(),
        anonymous=st.booleans(),
        players=st.integers(0, 3),
    )
    def set_up(
        self, missed: str, early: str, grace: str, strict: bool, anonymous: bool, players: int
    ) -> None:
        self.table = Table(
            start=START, missed=missed, early=early, grace=grace, strict_grace=strict,
            strict_wait=strict, anonymous=anonymous, abandoned="20 d",
        )  # fmt: skip
        created = self.table.log[0].event
        assert isinstance(created, ev.Created)
        # The lot is no number that anybody chose: here the same examples go the same way.
        self.table.log[0] = replace(self.table.log[0], event=replace(created, lot=1))
        self.table.g = rebuild(self.table.log)
        assert tuple(self.table.g.seats) == POWERS
        self.model = Model()
        for user in USERS[:players]:
            self.join(user)
        if players:
            self.begin()

    def act(self, command: c.Command, user: int, *, clock: bool = False) -> Decision:
        """Carry out a command, and write into the model what the judge does by itself."""
        before = len(self.table.log)
        answer = self.table.do(command, CLOCK if clock else Actor(user))
        assert not answer.refused or answer.told
        for one in self.table.log[before:]:
            kind, event = type(one.event).__name__, one.event
            model = self.model
            if kind == "Judged":
                model.phases.append(event.phase)  # type: ignore[union-attr]
            elif kind == "Ended":
                model.stage = "over"
            elif kind == "Seated":
                model.seats[event.power] = event.user  # type: ignore[union-attr]
                if event.user in model.waiting:  # type: ignore[union-attr]
                    model.waiting.remove(event.user)  # type: ignore[union-attr]
            elif kind == "Vacated":
                gone = event.power  # type: ignore[union-attr]
                model.seats[gone] = None
                model.notes.pop(gone, None)
                for votes in model.votes.values():
                    votes.discard(gone)
        return answer

    @property
    def live(self) -> bool:
        return self.model.stage in ("running", "paused")

    # Before the game.

    @rule(user=who)
    def join(self, user: int) -> None:
        plays = self.model.power_of(user) is not None
        answer = self.act(c.Join(), user)
        barred = user == MASTER and self.table.g.settings.anonymous
        if plays or barred or self.model.stage == "over":
            assert answer.refused
        elif answer.events and self.model.power_of(user) is None:
            self.model.waiting.append(user)

    @rule(user=who)
    def leave(self, user: int) -> None:
        answer = self.act(c.Leave(), user)
        assert answer.refused == (user not in self.model.waiting or self.model.stage == "over")
        if not answer.refused:
            self.model.waiting.remove(user)

    @rule(user=who, wanted=power)
    def seat(self, user: int, wanted: str) -> None:
        answer = self.act(c.SeatPlayer(wanted, user), MASTER)
        waits = user in self.model.waiting or self.model.seats[wanted] == user
        assert answer.refused or waits

    @rule()
    def begin(self) -> None:
        players = {*self.model.waiting, *self.model.seats.values()} - {None}
        may = self.model.stage == "forming" and bool(players)
        assert bool(self.act(c.Begin(), MASTER).events) == may
        if may:
            self.model.stage = "running"

    # Seats.

    @rule(user=who, wanted=power)
    def take(self, user: int, wanted: str) -> None:
        before = self.model.seats[wanted]
        answer = self.act(c.TakeSeat(wanted), user)
        assert answer.refused or before is None

    @rule(user=who)
    def resign(self, user: int) -> None:
        plays = self.model.power_of(user) is not None
        answer = self.act(c.Resign(), user)
        assert answer.refused != (plays and self.live)

    @rule(wanted=power)
    def eject(self, wanted: str) -> None:
        plays = self.model.seats[wanted] is not None
        assert self.act(c.Eject(wanted), MASTER).refused != (plays and self.live)

    # Orders.

    @precondition(lambda self: self.live)
    @rule(user=st.sampled_from(USERS), text=st.sampled_from(SHEETS), ahead=st.booleans())
    def order(self, user: int, text: str, ahead: bool) -> None:
        own, phase = self.model.power_of(user), "F1905M" if ahead else self.table.phase
        later = ahead and self.table.g.phase <= Phase.parse("F1905M")
        answer = self.act(c.SaveOrders(text, "F1905M" if ahead else ""), user)
        if own is None or "rains" in text or (ahead and not later):
            assert answer.refused
        else:
            assert not answer.refused
            self.model.sheets[own, phase] = text

    @precondition(lambda self: self.live)
    @rule(user=st.sampled_from(USERS), ready=st.booleans())
    def ready(self, user: int, ready: bool) -> None:
        answer = self.act(c.SetReady(ready), user)
        assert answer.refused or (self.model.power_of(user) and self.model.stage != "paused")

    # Time.

    @rule(hours=st.integers(1, 40))
    def time_passes(self, hours: int) -> None:
        end = self.table.now + timedelta(hours=hours)
        while (due := next_due(self.table.g)) is not None and due <= end:
            self.table.now = max(self.table.now, due)
            assert self.act(c.Tick(), 0, clock=True).events
        self.table.now = end

    @precondition(lambda self: self.live)
    @rule()
    def process(self) -> None:
        judged = len(self.model.phases)
        self.act(c.ProcessNow(), MASTER)
        assert len(self.model.phases) == judged + 1

    @rule()
    def pause(self) -> None:
        answer = self.act(c.Pause(), MASTER)
        assert answer.refused != (self.model.stage == "running")
        if not answer.refused:
            self.model.stage = "paused"

    @rule()
    def resume(self) -> None:
        answer = self.act(c.Resume(), MASTER)
        assert answer.refused != (self.model.stage == "paused")
        if not answer.refused:
            self.model.stage = "running"

    @precondition(lambda self: self.model.phases)
    @rule(back=st.integers(1, 3))
    def roll_back(self, back: int) -> None:
        phase = self.model.phases[-min(back, len(self.model.phases))]
        left = str(self.table.g.phase)
        self.act(c.RollBack(phase), MASTER)
        undone = {left, *self.model.phases[self.model.phases.index(phase) :]} - {phase}
        self.model.phases = self.model.phases[: self.model.phases.index(phase)]
        self.model.stage = "running"
        kept = self.model.sheets.items()
        self.model.sheets = {key: text for key, text in kept if key[1] not in undone}

    # Votes and press.

    @precondition(lambda self: self.live)
    @rule(user=st.sampled_from(USERS))
    def propose(self, user: int) -> None:
        answer = self.act(c.Propose("draw"), user)
        own = self.model.power_of(user)
        if answer.events and own is not None:
            self.model.votes[len(self.table.g.proposals)] = {own}
            self.check_draw(len(self.table.g.proposals))

    @precondition(lambda self: self.live and self.model.votes)
    @rule(user=st.sampled_from(USERS), agrees=st.booleans())
    def vote(self, user: int, agrees: bool) -> None:
        number, own = max(self.model.votes), self.model.power_of(user)
        answer = self.act(c.Vote(number, agrees), user)
        if not answer.refused and own is not None:
            (self.model.votes[number].add if agrees else self.model.votes[number].discard)(own)
            self.check_draw(number)

    def check_draw(self, number: int) -> None:
        g = self.table.g
        alive = [p for p in g.game.survivors if self.model.seats[p] and not g.is_in_disorder(p)]
        assert (self.model.stage == "over") == (set(alive) <= self.model.votes[number])

    @rule(user=who, to=st.sets(power, max_size=2), number=st.integers(0, 999))
    def send(self, user: int, to: set[str], number: int) -> None:
        own, text = self.model.power_of(user), f"message {number}"
        answer = self.act(c.Send(text, tuple(sorted(to))), user)
        assert answer.refused == (own is None and user != MASTER)
        if answer.events:
            readers = frozenset({*to, *([own] if own else [])}) if to else None
            self.model.sent.append(Sent(text, readers))

    @precondition(lambda self: self.live)
    @rule(user=st.sampled_from(USERS), number=st.integers(0, 9))
    def note(self, user: int, number: int) -> None:
        own = self.model.power_of(user)
        assert self.act(c.SaveNote(f"note {number}"), user).refused == (own is None)
        if own is not None:
            self.model.notes[own] = f"note {number}"

    # What always holds.

    @invariant()
    def the_model_is_right(self) -> None:
        g, model = self.table.g, self.model
        assert g.stage is Stage(model.stage)
        assert {p: g.seats[p].user for p in POWERS} == model.seats
        assert list(g.applicants) == model.waiting
        assert [str(one.phase) for one in g.history] == model.phases
        assert {key: one.text for key, one in g.sheets.items()} == model.sheets
        assert {p: text for (p, _), text in g.notes.items()} == model.notes

    @invariant()
    def everybody_reads_what_is_for_him(self) -> None:
        g = self.table.g
        for own, user in self.model.seats.items():
            if user is None:
                continue
            viewer = Viewer(g, Actor(user))
            read = [one["text"] for one in press_view(viewer)]
            mine = [o.text for o in self.model.sent if o.readers is None or own in o.readers]
            assert read == mine or (g.stage is Stage.OVER and user == MASTER)
            sheets = {(one["power"], one["phase"]) for one in game_view(viewer)["sheets"]}
            assert {power for power, _ in sheets} <= {own} or user == MASTER

    @invariant()
    def the_clock_is_never_behind(self) -> None:
        due = next_due(self.table.g)
        assert due is None or self.model.stage != "over"

    def teardown(self) -> None:
        if not hasattr(self, "table"):
            return
        again, g = rebuild(self.table.log), self.table.g
        assert again.game.position == g.game.position and again.game.history == g.game.history
        assert (again.seats, again.sheets, again.dues) == (g.seats, g.sheets, g.dues)
        assert (again.deadline, again.waits, again.ready) == (g.deadline, g.waits, g.ready)
        assert [one.number for one in self.table.log] == list(range(1, len(self.table.log) + 1))


pytestmark = pytest.mark.slow

TestJudge = Judge.TestCase
TestJudge.settings = settings(
    max_examples=GAMES, stateful_step_count=40, deadline=None, print_blob=True
)
