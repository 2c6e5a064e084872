"""What a game's masters are not told of it even when it is over: who voted how, who proposed what,
notes, who muted whom. A file of the game that they may have is without it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from typing import Final

from dragoman.judge.log import events as ev
from dragoman.judge.log.events import Logged
from dragoman.judge.log.press_events import Muted, NoteSaved

LEFT_OUT: Final = ("votes", "notes", "mutes")
"""What is not in such a file."""
_SECRET: Final = (ev.Voted, NoteSaved, Muted)
_OF_VOTES: Final = (ev.Proposed, ev.Voted, ev.ProposalClosed)


def for_masters(log: Iterable[Logged]) -> Iterator[Logged]:
    """The log of a game that is over as its masters may have it, numbered anew. It comes to the
    same game."""
    number = 0
    for (_, by), group in groupby(log, lambda one: (one.at, one.by)):
        command = list(group)
        # Whoever votes last brings about what is carried.
        of_vote = any(isinstance(one.event, _OF_VOTES) for one in command)
        for one in command:
            if isinstance(one.event, _SECRET):
                continue
            event = replace(one.event, by="") if isinstance(one.event, ev.Proposed) else one.event
            number += 1
            yield Logged(number, one.at, 0 if of_vote else by, event)
