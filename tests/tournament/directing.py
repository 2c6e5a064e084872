"""A tournament in memory: what its director does, event by event, as the log would have it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

import pytest

from dragoman.refusal import ActionRefused
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.correcting import Amend, amended
from dragoman.tournament.log.events import Event, TournamentEntry, as_data, from_data
from dragoman.tournament.log.fold import rebuild
from dragoman.tournament.log.state import Tournament, TournamentTable
from dragoman.tournament.rules.played_variant import standard
from dragoman.tournament.rules.preset import preset_text

POWERS = standard().powers
START = datetime(1999, 8, 28, 9, 0)
AFTER = datetime(1999, 8, 29, 9, 0)
"""A day later: by then every deadline of the first years has passed."""


class Hall:
    """A log in memory. Every event goes through JSON, as in a file."""

    def __init__(self, preset: str = "") -> None:
        self.log: list[TournamentEntry] = []
        self.add(ev.Founded("Test", preset or preset_text("nz1999"), "Wellington"))

    @property
    def t(self) -> Tournament:
        return rebuild(self.log)

    def add(self, *events: Event) -> None:
        """Log events as one action."""
        action = self.log[-1].action + 1 if self.log else 1
        for event in events:
            data = json.loads(json.dumps(as_data(event)))
            again = from_data(type(event).__name__, data)
            assert again == event
            self.log.append(TournamentEntry(len(self.log) + 1, action, "", again))

    def do(self, action: Callable[..., Sequence[Event]], *args: Any, **kwargs: Any) -> Tournament:
        """Carry out an action and log it."""
        self.add(*action(self.t, *args, **kwargs))
        return self.t

    def amend(self, amend: Amend, anyway: bool = False) -> Tournament:
        """Correct or cancel an earlier action."""
        event, after = amended(self.log, amend, anyway)
        self.add(event)
        assert self.t == after
        return after

    @property
    def action(self) -> int:
        """The number of the last action."""
        return self.log[-1].action

    def refused(self, action: Callable[..., Sequence[Event]], *args: Any, **kwargs: Any) -> str:
        """The code with which an action is refused."""
        with pytest.raises(ActionRefused) as why:
            action(self.t, *args, **kwargs)
        assert why.value.diagnostic.what
        return why.value.diagnostic.code

    def people(self, count: int, **form: Any) -> None:
        """Complete registrations of Player 1 and so on."""
        first = len(self.t.players) + 1
        usual: dict[str, Any] = {
            "contact": "021",
            "home": "Porirua",
            "rounds": (1, 2, 3),
            "signed": True,
        }
        self.add(
            *(
                ev.Registered(number, "Player", f"Nr{number}", **(usual | form))
                for number in range(first, first + count)
            )
        )

    def boards(self, count: int = 1, number: int = 1, start: datetime | None = START) -> None:
        """So many boards of a round, drawn in order of number, published, and started."""
        missing = 7 * count - len(self.t.players)
        if missing > 0:
            self.people(missing)
        seats = {
            chr(ord("A") + board): dict(
                zip(POWERS, range(7 * board + 1, 7 * board + 8), strict=True)
            )
            for board in range(count)
        }
        self.add(ev.CheckedIn(number, tuple(range(1, 7 * count + 1))))
        self.add(ev.Drawn(number, seats, 1, "test"))
        if start is not None:
            self.add(ev.Published(number))
            self.add(ev.RoundStarted(number, start.isoformat()))

    def table(self, key: str = "1A") -> TournamentTable:
        return self.t.table(key)

    def count(self, year: int, counts: str, key: str = "1A") -> None:
        """Counts in the order of the powers: ``5 5 5 4 5 4 6``."""
        numbers = map(int, counts.split())
        self.add(ev.Counted(key, year, dict(zip(POWERS, numbers, strict=True))))
