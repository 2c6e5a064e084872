"""Pushes about games: what somebody is told on a device, in one line, and where it leads."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from dragoman.judge.accounts.preferences import MailWishes, PressMails
from dragoman.judge.log.events import LogEntry
from dragoman.judge.log.state import JudgedGame
from dragoman.judge.notices.push_devices import Device
from dragoman.judge.notices.telling import Told
from dragoman.judge.notices.writing import draft
from dragoman.judge.outbox.letters import Push

REMINDERS: Final = "reminders"
_LONGEST: Final = 200


def pushed(
    g: JudgedGame,
    game: int,
    rows: Sequence[LogEntry],
    device: Device,
    wishes: MailWishes,
    names: Mapping[int, str],
    reports: dict[tuple[Any, ...], str],
) -> Push | None:
    """What somebody is told on a device of events, as he may know them and wants to; None for
    nothing. ``wishes`` are for its language and clock."""
    told = draft(g, rows, device.person, _by(device, wishes), names, reports).told
    return push(device, told, game, g.settings.title) if told is not None else None


def push(device: Device, told: Told, game: int, title: str) -> Push:
    """What somebody is told, in a line without its text: others look at devices, too. What comes
    later of the same game takes its place."""
    tag = f"game-{game}"
    text = {"title": title, "body": told.subject, "url": f"/games/{game}", "tag": tag}
    short = {name: one[:_LONGEST] for name, one in text.items()}
    sealed = json.dumps(short, ensure_ascii=False, separators=(",", ":"))
    return Push(device.endpoint, sealed, device.key, device.auth, tag, device.person)


def _by(device: Device, wishes: MailWishes) -> MailWishes:
    """What a device is told of, as wishes."""
    kinds = device.kinds
    return MailWishes(
        wishes.language,
        wishes.zone,
        "results" in kinds,
        "course" in kinds,
        "votes" in kinds,
        "seats" in kinds,
        PressMails.NOW if "press" in kinds else PressMails.NONE,
    )
