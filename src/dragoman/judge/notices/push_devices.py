"""Push messages about games: the devices that take them, and the line that each is sent."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from dragoman.extras import extra
from dragoman.judge.accounts.credentials import printable
from dragoman.judge.accounts.permissions import AccountAction, check_may
from dragoman.judge.accounts.preferences import MailWishes, PressMails
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.log.events import GameLogEntry
from dragoman.judge.log.state import JudgedGame
from dragoman.judge.notices.event_messages import EventMessage
from dragoman.judge.notices.game_mails import draft
from dragoman.judge.outbox.letters import Push
from dragoman.judge.outbox.push_encryption import as_bytes, check_keys, public_key, signing_key
from dragoman.judge.storage.database import Database, insert_new
from dragoman.judge.storage.signing import secret_for
from dragoman.judge.storage.tables import people, push_devices
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused

with extra("judge"):
    import sqlalchemy as sa

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric import ec


KINDS: Final = ("results", "course", "votes", "seats", "press", "reminders")
"""What somebody can be told of: what mails are about, and that his orders are missing."""
MOST_DEVICES: Final = 10
_LONGEST: Final = 1000
_PURPOSE: Final = "push"


@dataclass(frozen=True, slots=True)
class PushDevice:
    """A device of somebody."""

    number: int
    person: int
    endpoint: str
    key: str
    auth: str
    name: str
    kinds: tuple[str, ...]
    created: datetime


class PushDevices:
    """The devices of a database's people, and the key by which push services know the judge."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(
        self,
        actor: Actor,
        person: int,
        endpoint: str,
        key: str,
        auth: str,
        name: str,
        now: datetime,
    ) -> PushDevice:
        """Tell somebody on a device from now on, of everything. Whoever was told there before is
        told no more: the device is in other hands.

        Raises:
            ActionRefused: if that is no device, or he has too many.
        """
        check_may(AccountAction.CHOOSE_MAILS, actor, person)
        _check(endpoint, key, auth)
        row = {"person": person, "endpoint": endpoint, "key": key, "auth": auth}
        row |= {"name": printable(name)[:200], "kinds": list(KINDS), "created": now}
        there = sa.select(people.c.id).where(people.c.id == person, people.c.deleted.is_(None))
        with self._database.writing() as connection:
            if connection.execute(there.with_for_update()).scalar() is None:
                raise ActionRefused("no-person", f"there is no account {person}")
            same = push_devices.c.endpoint == endpoint
            connection.execute(sa.delete(push_devices).where(same))
            mine = sa.select(sa.func.count()).where(push_devices.c.person == person)
            if connection.execute(mine).scalar_one() >= MOST_DEVICES:
                what = f"you are told on {MOST_DEVICES} devices already"
                raise ActionRefused("too-many-devices", what, "remove one")
            new = insert_new(connection, push_devices).values(row).returning(push_devices)
            found = connection.execute(new).first()
            if found is None:
                what = "this device is added by another request at this moment"
                raise ActionRefused("changed-meanwhile", what, "look whether it is there")
        return _device(found)

    def of(self, actor: Actor, person: int) -> tuple[PushDevice, ...]:
        """Somebody's devices, the oldest first."""
        check_may(AccountAction.CHOOSE_MAILS, actor, person)
        with self._database.reading() as connection:
            return tuple(devices_of(connection, (person,)).get(person, ()))

    def choose(self, actor: Actor, person: int, number: int, kinds: Collection[str]) -> None:
        """Tell somebody on a device of these kinds alone.

        Raises:
            ActionRefused: if there is no such device, or no such kind.
        """
        check_may(AccountAction.CHOOSE_MAILS, actor, person)
        if unknown := [one for one in kinds if one not in KINDS]:
            what = f"nobody is told of {', '.join(unknown)}"
            raise ActionRefused("unknown-event", what, candidates=KINDS)
        chosen = [one for one in KINDS if one in kinds]
        changed = sa.update(push_devices).where(_mine(person, number)).values(kinds=chosen)
        with self._database.writing() as connection:
            if connection.execute(changed).rowcount != 1:
                raise _no_device()

    def remove(self, actor: Actor, person: int, number: int) -> None:
        """Tell somebody on a device no more.

        Raises:
            ActionRefused: if there is no such device.
        """
        check_may(AccountAction.CHOOSE_MAILS, actor, person)
        with self._database.writing() as connection:
            gone = sa.delete(push_devices).where(_mine(person, number))
            if connection.execute(gone).rowcount != 1:
                raise _no_device()

    def forget(self, endpoint: str) -> None:
        """Forget a device that is gone, or that its owner leaves."""
        with self._database.writing() as connection:
            same = push_devices.c.endpoint == endpoint
            connection.execute(sa.delete(push_devices).where(same))

    def key(self) -> ec.EllipticCurvePrivateKey:
        """The key by which push services know the judge."""
        with self._database.writing() as connection:
            return signing_key(secret_for(connection, _PURPOSE))

    def public_key(self) -> str:
        """The public part of that key, which browsers need."""
        return public_key(self.key())


def devices_of(
    connection: sa.Connection, persons: Collection[int]
) -> dict[int, Sequence[PushDevice]]:
    """The devices of each of these who has some, and is neither blocked nor gone."""
    wanted = sa.select(push_devices).join(people).where(push_devices.c.person.in_(persons))
    wanted = wanted.where(people.c.blocked.is_(None), people.c.deleted.is_(None))
    found: dict[int, list[PushDevice]] = {}
    for row in connection.execute(wanted.order_by(push_devices.c.id)):
        found.setdefault(row.person, []).append(_device(row))
    return dict(found)


def _check(endpoint: str, key: str, auth: str) -> None:
    try:
        parts = urlsplit(endpoint)
        is_web = parts.scheme in ("http", "https") and bool(parts.hostname)
        _ = parts.port
        check_keys(as_bytes(key), as_bytes(auth))
        is_good = is_web and len(endpoint) <= _LONGEST and endpoint == printable(endpoint)
    except ValueError:
        is_good = False
    if not is_good:
        what = "this is not what a browser says of a push service"
        raise ActionRefused("wrong-device", what, "try again, or another browser")


def _mine(person: int, number: int) -> sa.ColumnElement[bool]:
    return (push_devices.c.id == number) & (push_devices.c.person == person)


def _no_device() -> ActionRefused:
    return ActionRefused("no-device", "there is no such device")


def _device(row: Any) -> PushDevice:
    return PushDevice(
        row.id, row.person, row.endpoint, row.key, row.auth, row.name, tuple(row.kinds), row.created
    )


# Pushes: one line for a device, and where it leads

REMINDERS: Final = "reminders"
_LONGEST_LINE: Final = 200


def pushed(
    g: JudgedGame,
    game: int,
    rows: Sequence[GameLogEntry],
    device: PushDevice,
    wishes: MailWishes,
    names: Mapping[int, str],
    reports: dict[tuple[Any, ...], str],
) -> Push | None:
    """The push about events to a device, as its owner may know them and wants to; None for nothing.
    ``wishes`` are for its language and clock."""
    told = draft(g, rows, device.person, _by(device, wishes), names, reports).told
    return push(device, told, game, g.settings.title) if told is not None else None


def push(device: PushDevice, told: EventMessage, game: int, title: str) -> Push:
    """The push of a message, in a line without its text: others look at devices, too. What comes
    later of the same game takes its place."""
    tag = f"game-{game}"
    text = {"title": title, "body": told.subject, "url": f"/games/{game}", "tag": tag}
    short = {name: one[:_LONGEST_LINE] for name, one in text.items()}
    sealed = json.dumps(short, ensure_ascii=False, separators=(",", ":"))
    return Push(device.endpoint, sealed, device.key, device.auth, tag, device.person)


def _by(device: PushDevice, wishes: MailWishes) -> MailWishes:
    """The kinds of events that a device takes, as wishes."""
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
