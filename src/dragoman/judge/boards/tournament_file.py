"""A tournament as its director hands it to a judge, as ``dragoman tournament log --last 0 --json``
prints it."""

from __future__ import annotations

import json
from typing import Any

from dragoman.refusal import ActionRefused
from dragoman.tournament.log.events import TournamentEntry, from_data
from dragoman.tournament.log.fold import rebuild
from dragoman.tournament.log.state import Tournament


def read_tournament(text: str) -> Tournament:
    """The tournament that a log describes.

    Raises:
        ActionRefused: if it is the log of none, or plays a variant that is not here.
    """
    try:
        found: Any = json.loads(text)
        log = [
            TournamentEntry(
                one["number"], one["action"], one["at"], from_data(one["kind"], one["data"])
            )
            for one in found["log"]
        ]
        if [one.number for one in log] != list(range(1, len(log) + 1)) or not log:
            raise ValueError("it is not the whole log")
        return rebuild(log)
    except ActionRefused:
        raise
    except Exception as error:
        # Whatever a log that was written by hand does to the fold, it makes no tournament.
        what = f"this is not a log of a tournament: {type(error).__name__}: {error}"
        remedy = "take what `dragoman tournament log --last 0 --json` prints"
        raise ActionRefused("wrong-tournament", what, remedy) from None
