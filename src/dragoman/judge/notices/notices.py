"""Mails and pushes about what happened in games: written once, whatever dies on the way."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime, time, timedelta
from hashlib import sha256
from typing import Any, Final

from dragoman.extras import extra
from dragoman.judge.accounts.account_mails import Site
from dragoman.judge.accounts.credentials import MOST_BOUNCES
from dragoman.judge.accounts.preferences import (
    MailWishes,
    PressMails,
    notations_of,
    stop_key,
    wishes_of,
)
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.log.events import GameLogEntry
from dragoman.judge.log.state import JudgedGame, Stage
from dragoman.judge.notices.audience import audience, is_told_by_mail
from dragoman.judge.notices.event_messages import EventMessage
from dragoman.judge.notices.game_mails import (
    Answered,
    Recipient,
    announcement,
    digest,
    draft,
    mail,
    reminder,
)
from dragoman.judge.notices.push_devices import REMINDERS, PushDevice, devices_of, push, pushed
from dragoman.judge.notices.reply_address import PURPOSE, Signed, reply_address
from dragoman.judge.outbox.letters import post, queue_notices
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.game_store import GameStore, entries
from dragoman.judge.storage.signing import secret_for
from dragoman.judge.storage.tables import addresses, games, kept_press, notices, people, reminders
from dragoman.judge.storage.upkeep import CLOCKS_STAND, Announcement
from dragoman.judge.time.rhythm import Weekly
from dragoman.judge.views.press_view import thread_of
from dragoman.judge.views.viewer import Viewer
from dragoman.refusal import ActionRefused

with extra("judge"):
    import sqlalchemy as sa

_LOG = logging.getLogger(__name__)

MOST_TRIES: Final = 6
_WEEK: Final = tuple(range(7))


class Notices:
    """The mails about the games of a store. ``on_append`` notes what happened, in the transaction
    of the command; ``work`` writes the mails later, so that nobody who orders waits for that. What
    is noted goes in the transaction that puts the mails into the outbox: each is written once."""

    def __init__(self, database: Database, site: Site) -> None:
        self._database, self._site = database, site

    def on_append(
        self,
        connection: sa.Connection,
        number: int,
        g: JudgedGame,
        rows: Sequence[GameLogEntry],
        now: datetime,
    ) -> None:
        """Note events, if anybody is mailed of them, in the transaction that writes them."""
        if any(is_told_by_mail(g, one.event) for one in rows):
            queue_notices(connection, number, rows[0].number - 1, rows[-1].number, now)

    def work(self, store: GameStore, now: datetime) -> bool:
        """Write the mails of one thing that happened or is due; whether there was one.

        Raises:
            ActionRefused: if the database does not answer.
        """
        return (
            self._work_on(notices, self._notice, store, now)
            or self._work_on(reminders, self._reminder, store, now, ~CLOCKS_STAND)
            or self._work_on(kept_press, self._digest, store, now)
        )

    def tell_of_announcement(self, store: GameStore, said: Announcement, now: datetime) -> int:
        """Write to those who have a deadline while something lasts that is announced, and wish
        mails about the course of games; how many they are. Each is written to once.

        Raises:
            ActionRefused: if the database does not answer.
        """
        due = sa.select(games.c.id).where(games.c.stage == Stage.RUNNING.value)
        with self._database.reading() as connection:
            numbers = list(connection.execute(due.order_by(games.c.id)).scalars())
        theirs: dict[int, dict[int, JudgedGame]] = {}
        for number in numbers:
            g = store.load(number)
            if g.deadline is not None and said.begins and said.ends:
                for person in g.players if said.begins <= g.deadline <= said.ends else ():
                    theirs.setdefault(person, {})[number] = g
        with self._database.writing() as connection:
            found = _recipients(connection, theirs)
            told = [one for one in found.values() if one.wishes.course]
            for one in told:
                text = announcement(said, theirs[one.person], one.wishes, self._site)
                letter = mail(one, text, self._site, stop_key(connection, one.person))
                about = sha256(f"{said.text} {said.begins} {said.ends}".encode()).hexdigest()
                post(connection, letter, now, once=f"announcement {about[:32]} {one.person}")
        return len(told)

    def _work_on(
        self,
        table: sa.Table,
        write: Callable[[GameStore, Any, datetime], None],
        store: GameStore,
        now: datetime,
        *conditions: sa.ColumnElement[bool],
    ) -> bool:
        first = sa.select(table).where(table.c.due <= now, *conditions)
        first = first.order_by(table.c.due).limit(1)
        with self._database.reading() as connection:
            row = connection.execute(first).first()
        if row is None:
            return False
        try:
            write(store, row, now)
        except ActionRefused as refused:
            if refused.diagnostic.code != "no-game":
                raise
            self._fail(table, row, refused, now)
        except Exception as error:
            self._fail(table, row, error, now)
        return True

    def _fail(self, table: sa.Table, row: Any, error: Exception, now: datetime) -> None:
        """Try again later what went wrong, and in the end let it be: the others are told."""
        key = _still(table, row)
        tries = row.tries + 1 if "tries" in table.c else MOST_TRIES
        # Not what the error says: that may quote what somebody wrote.
        _LOG.error(
            "no mails could be written: %s, game %d, try %d, %s",
            table.name, row.game, tries, type(error).__name__,
        )  # fmt: skip
        with self._database.writing() as connection:
            if tries >= MOST_TRIES:
                connection.execute(sa.delete(table).where(key))
            else:
                later = {"tries": tries, "due": now + timedelta(minutes=2**tries)}
                connection.execute(sa.update(table).where(key).values(later))

    def _notice(self, store: GameStore, row: Any, now: datetime) -> None:
        g = store.load(row.game)
        rows = entries(self._database, row.game, row.after, row.last - row.after)
        concerned = {user for one in rows if is_told_by_mail(g, one.event)
                     for user in audience(g, one)}  # fmt: skip
        with self._database.reading() as connection:
            found = _recipients(connection, concerned | set(g.players))
            names = _names(connection, _named(g, rows))
            devices = devices_of(connection, concerned)
            wished = wishes_of(connection, devices)
        reports: dict[tuple[Any, ...], str] = {}
        drafts = {
            one: draft(g, rows, one.person, one.wishes, names, reports, one.notation)
            for one in found.values()
            if one.person in concerned
        }
        pushes = [
            pushed(g, row.game, rows, one, wished.get(person, MailWishes()), names, reports)
            for person, theirs in devices.items()
            for one in theirs
        ]
        with self._database.writing() as connection:
            gone = sa.delete(notices).where(_still(notices, row))
            if connection.execute(gone).rowcount != 1:
                return  # another was quicker
            for one, written in drafts.items():
                if written.told is not None:
                    self._post(connection, one, written.told, now, row.game, g)
                _keep(connection, one, row.game, written.digest, now)
            for one in filter(None, pushes):
                post(connection, one, now)
            version = sa.select(games.c.version).where(games.c.id == row.game)
            if connection.execute(version).scalar() == g.number:
                _set_reminders(connection, row.game, g, found, now)
            else:
                queue_notices(connection, row.game, 0, 0, now)

    def _reminder(self, store: GameStore, row: Any, now: datetime) -> None:
        g = store.load(row.game)
        told, to = None, None
        devices: Sequence[PushDevice] = ()
        if g.stage is Stage.RUNNING and g.deadline == row.deadline and now < row.deadline:
            with self._database.reading() as connection:
                to = _recipients(connection, (row.person,)).get(row.person)
                devices = devices_of(connection, (row.person,)).get(row.person, ())
            if to is not None and to.wishes.hours:
                hours = round((row.deadline - row.due) / timedelta(hours=1))
                told = reminder(g, row.person, to.wishes, hours)
        with self._database.writing() as connection:
            mine = (reminders.c.game == row.game) & (reminders.c.person == row.person)
            gone = sa.delete(reminders).where(mine, reminders.c.due == row.due)
            was_there = connection.execute(gone).rowcount == 1
            if was_there and told is not None and to is not None:
                self._post(connection, to, told, now, row.game, g)
                for one in devices:
                    if REMINDERS in one.kinds:
                        post(connection, push(one, told, row.game, g.settings.title), now)

    def _digest(self, store: GameStore, row: Any, now: datetime) -> None:
        mine = (kept_press.c.person == row.person) & (kept_press.c.due <= now)
        wanted = sa.select(kept_press.c.game, kept_press.c.number).where(mine)
        with self._database.reading() as connection:
            kept = connection.execute(wanted.order_by(kept_press.c.game)).all()
            to = _recipients(connection, (row.person,)).get(row.person)
        told = None
        if to is not None and to.wishes.press is not PressMails.NONE:
            numbers: dict[int, list[int]] = {}
            for one in kept:
                numbers.setdefault(one.game, []).append(one.number)
            found = {game: (store.load(game), numbers[game]) for game in numbers}
            told = digest(found, row.person, to.wishes, self._site)
        with self._database.writing() as connection:
            # What was kept meanwhile is due another day.
            if connection.execute(sa.delete(kept_press).where(mine)).rowcount != len(kept):
                return
            if told is not None and to is not None:
                self._post(connection, to, told, now)

    def _post(
        self,
        connection: sa.Connection,
        to: Recipient,
        told: EventMessage,
        now: datetime,
        game: int = 0,
        g: JudgedGame | None = None,
    ) -> None:
        stop = stop_key(connection, to.person)
        title = g.settings.title if g is not None else ""
        answered = self._answered(connection, to, told, game, g) if g is not None else None
        post(connection, mail(to, told, self._site, stop, game, title, answered), now)

    def _answered(
        self, connection: sa.Connection, to: Recipient, told: EventMessage, game: int, g: JudgedGame
    ) -> Answered | None:
        """The address for answers to a mail of a game, if the judge takes mails."""
        if not self._site.mail:
            return None
        secret = secret_for(connection, PURPOSE)
        about = Signed(to.person, game, told.message)
        address = reply_address(self._site.mail, secret, g, about)
        if not told.message:
            return Answered(address)
        viewer = Viewer(g, Actor(to.person))
        return Answered(address, thread_of(viewer, g.messages[told.message - 1]))


def _still(table: sa.Table, row: Any) -> sa.ColumnElement[bool]:
    """The condition that a row is what it was, all of it: SQLite gives the number of one that
    another process has removed meanwhile to the next that is written."""
    return sa.and_(*(one == getattr(row, one.name) for one in table.columns))


def forget_notices(connection: sa.Connection) -> None:
    """Tell nobody of what was noted until now, in the transaction at hand."""
    connection.execute(sa.delete(notices))


def _recipients(connection: sa.Connection, persons: Collection[int]) -> dict[int, Recipient]:
    """Those who can be mailed: with an address that is theirs and that mails do not come back from,
    neither blocked nor gone."""
    first = addresses.c.is_first & addresses.c.verified.is_not(None)
    first &= addresses.c.bounces < MOST_BOUNCES
    wanted = sa.select(addresses.c.person, addresses.c.address).join(people)
    wanted = wanted.where(addresses.c.person.in_(persons), first)
    wanted = wanted.where(people.c.blocked.is_(None), people.c.deleted.is_(None))
    wished = wishes_of(connection, persons)
    liked = notations_of(connection, persons)
    return {
        row.person: Recipient(
            row.person,
            row.address,
            wished.get(row.person, MailWishes()),
            liked.get(row.person),
        )
        for row in connection.execute(wanted.order_by(addresses.c.person))
    }


def _named(g: JudgedGame, rows: Sequence[GameLogEntry]) -> set[int]:
    return {getattr(one.event, "user", 0) for one in rows} | set(g.players)


def _names(connection: sa.Connection, persons: Collection[int]) -> dict[int, str]:
    wanted = sa.select(people.c.id, people.c.name).where(people.c.id.in_(persons))
    return {row.id: row.name for row in connection.execute(wanted)}


def _keep(
    connection: sa.Connection, to: Recipient, game: int, numbers: Sequence[int], now: datetime
) -> None:
    """Keep messages for somebody's next digest."""
    if not numbers:
        return
    due = Weekly(_WEEK, time(to.wishes.digest_hour), to.wishes.zone).after(now)
    row = {"person": to.person, "game": game, "due": due}
    connection.execute(sa.insert(kept_press), [row | {"number": one} for one in numbers])


def _set_reminders(
    connection: sa.Connection,
    game: int,
    g: JudgedGame,
    found: Mapping[int, Recipient],
    now: datetime,
) -> None:
    """Have the players of a game reminded of the deadline that it has now, and of no other: not
    before the phase has begun, which may be after ``now`` where another process was quicker."""
    wanted: set[tuple[int, datetime, datetime]] = set()
    earliest = max(now, g.began or now)
    if g.stage is Stage.RUNNING and g.deadline is not None and not g.settings.moderated:
        for person in g.players:
            for hours in found[person].wishes.hours if person in found else ():
                wanted.add((person, g.deadline - timedelta(hours=hours), g.deadline))
    table = reminders
    rows = connection.execute(sa.select(table).where(table.c.game == game)).all()
    there = {(row.person, row.due, row.deadline) for row in rows}
    for person, due, _ in there - wanted:
        mine = (table.c.game == game) & (table.c.person == person) & (table.c.due == due)
        connection.execute(sa.delete(table).where(mine))
    new = [
        {"game": game, "person": person, "due": due, "deadline": deadline}
        for person, due, deadline in wanted - there
        if due > earliest
    ]
    if new:
        connection.execute(sa.insert(table), new)
