"""Commands carried out on a tournament, whichever interface they came in by."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from importlib import import_module
from pathlib import Path
from typing import Any, Generic, TypeAlias, TypeVar

from dragoman.diagnostics import Diagnostic
from dragoman.games.requests import Answer
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.tournament.actions.record import (
    Outline,
    consequences,
    outline,
    rulings_changed,
)
from dragoman.tournament.actions.rows import RowsRefused
from dragoman.tournament.log.correcting import corrected, moment_of, stood_before
from dragoman.tournament.log.events import Event, TournamentEntry, as_data
from dragoman.tournament.log.state import Tournament
from dragoman.tournament.log.store import ChangedMeanwhile, Store
from dragoman.words import LANGUAGES, SaidLines, SaidTable, said

_Command = TypeVar("_Command")

Reply: TypeAlias = Answer | str
"""The reply to a command: a text, or a text and data for programs."""


@dataclass(frozen=True, slots=True)
class TournamentSession:
    """The log that commands act on, and where one of them puts an earlier action right, the number
    of that, and the moment of it; the ``language`` is that of what they write besides."""

    store: Store
    correcting: int = 0
    at: datetime | None = None
    reason: str = ""
    anyway: bool = False
    language: str = LANGUAGES[0]

    @property
    def folder(self) -> Path:
        """The folder of the tournament."""
        return self.store.path.parent

    @property
    def now(self) -> datetime:
        """The time to the second; where an action is put right, when that was logged."""
        return (self.at or datetime.now()).replace(microsecond=0)

    def act(self, decide: Callable[[Tournament], Sequence[Event]]) -> Tournament:
        """Carry out an action, or let it stand in the place of the one that it corrects."""
        if not self.correcting:
            return self.store.act(decide)
        return self.store.amend(corrected(self.correcting, decide, self.reason), anyway=self.anyway)

    def load(self) -> Tournament:
        """The tournament as it stands; where an action is put right, as it stood before that."""
        if self.correcting:
            return stood_before(self.store.log(), self.correcting)
        return self.store.load()


@dataclass(frozen=True, slots=True)
class CarriedOut(Generic[_Command]):
    """A command that was carried out, or a question that is asked: the tournament before it and
    after it, and what was logged."""

    before: Tournament
    t: Tournament
    command: _Command
    now: datetime
    folder: Path
    events: Sequence[Event] = ()
    language: str = LANGUAGES[0]


Rule: TypeAlias = Callable[[TournamentSession, Any], Answer]
"""Carries out the commands of one kind."""
Rules: TypeAlias = Mapping[type, Rule]


def carry_out(session: TournamentSession, command: object) -> Answer:
    """Carry out a command, or answer a question. Of what cannot be done nothing is, and the
    diagnostics say why."""
    kind = type(command)
    rules: Rules = import_module(f"{__package__}.{kind.__module__.rpartition('.')[2]}").RULES
    return answered(lambda: rules[kind](session, command))


def answered(answer: Callable[[], Answer]) -> Answer:
    """An answer, in which a refusal is a diagnostic. Where somebody else came between, its data are
    the entries of the log since."""
    try:
        return answer()
    except ChangedMeanwhile as refused:
        return Answer("", {"since": [*map(_entry, refused.since)]}, (refused.diagnostic,))
    except RowsRefused as refused:
        return Answer(diagnostics=refused.diagnostics)
    except ActionRefused as refused:
        return Answer(diagnostics=(refused.diagnostic,))


def correction(
    store: Store, action: int, reason: str = "", anyway: bool = False
) -> TournamentSession:
    """A session in which a command puts an earlier action right, at the moment of that.

    Raises:
        ActionRefused: if there is no such action, or it cannot be corrected.
    """
    return TournamentSession(store, action, moment_of(store.log(), action), reason, anyway)


def _entry(one: TournamentEntry) -> dict[str, Any]:
    return {
        "number": one.number,
        "action": one.action,
        "at": one.at,
        "kind": type(one.event).__name__,
        "data": as_data(one.event),
    }


def acts(
    decide: Callable[[Tournament, _Command], Sequence[Event]],
    tell: Callable[[CarriedOut[_Command]], Reply],
) -> Rule:
    """The rule of commands that are decided without a look at the clock."""
    return acts_now(lambda t, command, now: decide(t, command), tell)


def acts_now(
    decide: Callable[[Tournament, _Command, datetime], Sequence[Event]],
    tell: Callable[[CarriedOut[_Command]], Reply],
) -> Rule:
    """The rule of commands that are decided by what they ask for, and by when they do."""

    def rule(session: TournamentSession, command: _Command) -> Answer:
        return acted(session, command, lambda t: decide(t, command, session.now), tell)

    return rule


def asks(tell: Callable[[CarriedOut[_Command]], Answer]) -> Rule:
    """The rule of questions, and of commands that log nothing."""

    def answer(session: TournamentSession, command: _Command) -> Answer:
        t = session.load()
        done = CarriedOut(t, t, command, session.now, session.folder, language=session.language)
        return tell(done)

    return on_the_log(answer)


def on_the_log(answer: Callable[[TournamentSession, _Command], Answer]) -> Rule:
    """The rule of commands that look at the log as it is, and put no action right."""

    def rule(session: TournamentSession, command: _Command) -> Answer:
        if session.correcting:
            what, remedy = "this command changes nothing", "say what should have been typed"
            return Answer(diagnostics=(Diagnostic("changes-nothing", what, remedy),))
        return answer(session, command)

    return rule


def acted(
    session: TournamentSession,
    command: _Command,
    decide: Callable[[Tournament], Sequence[Event]],
    tell: Callable[[CarriedOut[_Command]], Reply],
) -> Answer:
    """Log what is decided, and say what came of it. Without data of its own the answer for programs
    is the events that were logged."""
    found: list[Event] = []
    stood: list[Tournament] = []

    def noted(t: Tournament) -> Sequence[Event]:
        stood.append(t)
        earlier.append(outline(t))
        found[:] = decide(t)
        return found

    earlier: list[Outline] = []
    if session.correcting:
        earlier.append(outline(session.store.load()))
    after = session.act(noted)
    done = CarriedOut(stood[0], after, command, session.now, session.folder, found)
    if session.correcting:
        reply = said("action {action} is corrected", action=session.correcting)
    else:
        reply = tell(done)
    answer = reply if isinstance(reply, Answer) else Answer(reply)
    changed = (consequences if session.correcting else rulings_changed)(earlier[0], outline(after))
    text = SaidLines([*filter(None, (answer.text,)), *changed]) if changed else answer.text
    data = answer.data or {
        "events": [{"kind": type(event).__name__, **as_data(event)} for event in found]
    }
    if changed:
        data = {**data, "changed": changed}
    return Answer(text, data, answer.diagnostics)


def table_text(rows: Sequence[Sequence[object]], *right: int) -> SaidTable:
    """Rows as columns that line up; the numbers of the columns in ``right`` to the right."""
    return SaidTable(rows, right)
