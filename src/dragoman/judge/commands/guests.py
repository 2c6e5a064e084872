"""Limits of guests in games: whoever plays without an account sits with those who let him in, and
nowhere else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from dragoman.judge.log.settings import Entry, Settings
from dragoman.judge.log.state import JudgedGame
from dragoman.refusal import ActionRefused

MOST_HOSTED: Final = 3
"""Games that go on of which a guest is the master, at most."""


def check_guest_sits(g: JudgedGame, user: int) -> None:
    """See that a guest may have a seat: not at a table that is open to all, where strangers
    count on each other for weeks.

    Raises:
        ActionRefused: if not.
    """
    if is_public(g.settings) and user not in g.masters:
        what = "a game that is open to everybody takes an account"
        raise ActionRefused("guest", what, "register first: you keep your games")


def check_guest_hosts(settings: Mapping[str, Any], hosted: int) -> None:
    """See that a guest may set up a game when so many are his already.

    Raises:
        ActionRefused: if not.
    """
    if settings.get("listed", True):
        what = "a game that everybody sees in lists takes an account"
        raise ActionRefused("guest", what, "register first, or set up one that is not listed")
    if hosted >= MOST_HOSTED:
        what = f"a guest has {MOST_HOSTED} games of his own at once"
        raise ActionRefused("guest", what, "register, or end one of them")


def is_public(settings: Settings) -> bool:
    """True if anybody may take a seat without being known to somebody, or knowing the code."""
    return settings.entry is Entry.OPEN and settings.listed
