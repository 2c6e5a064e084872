"""A judged game on a table of its own: commands in, events out, the clock turned by hand."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

from dragoman.judge.commands import command as c
from dragoman.judge.commands.command import Decision
from dragoman.judge.commands.decide import decide
from dragoman.judge.commands.forming import create
from dragoman.judge.commands.judging import next_due
from dragoman.judge.commands.permissions import CLOCK, Actor
from dragoman.judge.log import events as ev
from dragoman.judge.log.events import GameLogEntry
from dragoman.judge.log.fold import apply, rebuild
from dragoman.judge.log.plain_data import event_data, read_event
from dragoman.judge.log.state import JudgedGame
from dragoman.judge.views.viewer import Viewer

MASTER = 1
STRANGER = 99
START = datetime(2026, 1, 5, 12, tzinfo=UTC)
"""A Monday."""


class Table:
    """A game with its log. Its master is 1; every event goes through JSON, as in a database."""

    def __init__(self, **settings: Any) -> None:
        self.now = START
        answer = create({"title": "Friends", **settings})
        assert not answer.told, answer.told
        self.log: list[GameLogEntry] = []
        self._write(answer, MASTER)
        self.g: JudgedGame = rebuild(self.log)

    def _write(self, answer: Decision, by: int) -> None:
        for event in answer.events:
            kind, data = type(event).__name__, json.loads(json.dumps(event_data(event)))
            again = read_event(kind, data)
            assert again == event
            self.log.append(GameLogEntry(len(self.log) + 1, self.now.isoformat(), by, again))

    def do(self, command: c.Command, by: int | Actor | str = MASTER) -> Decision:
        """Carry out a command of a person, or of whoever plays a power."""
        actor = by if isinstance(by, Actor) else Actor(self.user(by))
        answer = decide(self.g, command, actor, self.now)
        assert not (answer.refused and answer.events)
        before = len(self.log)
        self._write(answer, actor.user)
        for one in self.log[before:]:
            apply(self.g, one)
        return answer

    def done(self, command: c.Command, by: int | Actor | str = MASTER) -> Decision:
        """Carry out a command that has to come to something."""
        answer = self.do(command, by)
        assert answer.events, answer.told
        return answer

    def refused(self, command: c.Command, by: int | Actor | str = MASTER) -> str:
        """The code with which a command is refused."""
        before = len(self.log)
        answer = self.do(command, by)
        assert answer.refused and len(self.log) == before, answer
        return answer.told[0].code

    def user(self, who: int | str) -> int:
        if isinstance(who, int):
            return who
        user = self.g.seats[who].user
        assert user is not None
        return user

    def viewer(self, who: int | str) -> Viewer:
        return Viewer(self.g, Actor(self.user(who)))

    def wait(self, **time: float) -> None:
        """Let time pass, and the clock do what it does."""
        end = self.now + timedelta(**time)
        while (due := next_due(self.g)) is not None and due <= end:
            self.now = max(self.now, due)
            assert self.do(c.Tick(), CLOCK).events, f"due at {due}, and nothing is done"
        self.now = end

    def kinds(self, since: int = 0) -> list[str]:
        """The kinds of the events from a number on."""
        return [type(one.event).__name__ for one in self.log[since:]]

    def last(self, kind: type[ev.Event]) -> Any:
        return next(one.event for one in reversed(self.log) if isinstance(one.event, kind))

    @property
    def phase(self) -> str:
        return str(self.g.phase)


@cache
def _seven(settings: str) -> tuple[GameLogEntry, ...]:
    table = Table(**json.loads(settings))
    for number, power in enumerate(POWERS):
        if power not in table.g.seats:
            continue
        code = table.g.settings.code
        table.done(c.Join((power,), code), 11 + number)
        table.do(c.Admit(11 + number))
    if table.g.began is None:
        table.done(c.Begin())
    return tuple(table.log)


POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")


def seven(**settings: Any) -> Table:
    """A game that has begun: 11 plays Austria, 12 England, 13 France, 14 Germany, 15 Italy, 16
    Russia, 17 Turkey, as far as these powers are on the board."""
    table = Table.__new__(Table)
    table.now = START
    table.log = list(_seven(json.dumps(settings)))
    table.g = rebuild(table.log)
    assert {power: user for user, power in table.g.players.items()} == {
        power: 11 + number for number, power in enumerate(POWERS) if power in table.g.seats
    }
    return table


def everybody_ready(table: Table) -> None:
    """Have the phase at hand judged at once, whoever has not ordered."""
    table.done(c.ProcessNow())
