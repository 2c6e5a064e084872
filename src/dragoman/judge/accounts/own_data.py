"""The data about somebody: given to him, or deleted."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from dragoman.extras import extra
from dragoman.judge.accounts.people import keep_an_admin
from dragoman.judge.accounts.permissions import AccountAction, check_noted
from dragoman.judge.accounts.tokens import programs_of
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.sandbox.sandbox_store import remove
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.moderation_tables import (
    appeals,
    households,
    misconduct_reports,
    moderator_notes,
    sanctions,
    sightings,
)
from dragoman.judge.storage.registration_tables import (
    account_invitations,
    registrations,
    spent_puzzles,
)
from dragoman.judge.storage.tables import (
    addresses,
    attempts,
    challenges,
    club_members,
    codes,
    designs,
    game_passwords,
    hooks,
    incoming,
    kept_press,
    known_devices,
    log,
    looks,
    marks,
    outbox,
    passkeys,
    people,
    push_devices,
    relations,
    reminders,
    sandbox_log,
    sandboxes,
    sessions,
    tokens,
    training,
    variants,
    wishes,
)
from dragoman.refusal import ActionRefused

with extra("judge"):
    import sqlalchemy as sa

_UNCONFIRMED: Final = timedelta(days=2)
"""For so long an account waits for its address to be confirmed."""
_IDLE: Final = timedelta(days=30)
_FORGOTTEN: Final = timedelta(days=400)
"""After so long a browser in which somebody signed in is like any other."""
_SECRET: Final = (
    "password",
    "hash",
    "public_key",
    "name_key",
    "look_key",
    "key",
    "address_key",
    "auth",
    "secret",
    "stop",
)
_ABOUT: Final = (
    addresses, sessions, passkeys, tokens, hooks, marks, wishes, looks, reminders, kept_press,
    push_devices, game_passwords, relations, club_members, known_devices, households, sightings,
    registrations, account_invitations, designs, training,
)  # fmt: skip


class OwnData:
    """The data that a database has about its people."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def export(self, actor: Actor, number: int) -> dict[str, Any]:
        """All that is known of somebody, and all that he wrote, as plain data; but no secrets.

        Raises:
            ActionRefused: if there is nobody.
        """
        check_noted(self._database, AccountAction.EXPORT, actor, number)
        with self._database.reading() as connection:
            person = connection.execute(sa.select(people).where(people.c.id == number)).first()
            if person is None:
                raise ActionRefused("no-person", f"there is no account {number}")
            found: dict[str, Any] = {"account": _plain(person)}
            for table in _ABOUT:
                mine = sa.select(table).where(table.c.person == number)
                mine = mine.order_by(*table.primary_key.columns)
                found[table.name] = [_plain(row) for row in connection.execute(mine)]
            found |= _moderation(connection, number)
            mine = sa.select(people).where(people.c.owner == number).order_by(people.c.id)
            found["programs"] = [_plain(row) for row in connection.execute(mine)]
            mine = sa.select(variants).where(variants.c.owner == number).order_by(variants.c.id)
            found["variants"] = [_plain(row) for row in connection.execute(mine)]
            mine = sa.select(sandboxes).where(sandboxes.c.owner == number).order_by(sandboxes.c.id)
            found["sandboxes"] = [_plain(row) for row in connection.execute(mine)]
            boards = [row["id"] for row in found["sandboxes"]]
            done = sa.select(sandbox_log).where(sandbox_log.c.sandbox.in_(boards))
            done = done.order_by(sandbox_log.c.sandbox, sandbox_log.c.number)
            found["sandbox_log"] = [_plain(row) for row in connection.execute(done)]
            mine = sa.select(log).where(log.c.by == number).order_by(log.c.game, log.c.number)
            found["games"] = [_plain(row) for row in connection.execute(mine)]
            mine = sa.select(sandboxes.c.title, sandbox_log.c.kind, sandbox_log.c.data)
            mine = mine.join(sandbox_log).where(sandboxes.c.owner == number)
            mine = mine.order_by(sandboxes.c.id, sandbox_log.c.number)
            found["sandboxes"] = [_plain(row) for row in connection.execute(mine)]
        return found

    def delete(self, actor: Actor, number: int, now: datetime) -> None:
        """Forget somebody, and his programs. What he wrote in games stays, for it is the others' as
        well, by a placeholder.

        Raises:
            ActionRefused: if there is nobody, or he is the only admin.
        """
        check_noted(self._database, AccountAction.DELETE, actor, number)
        with self._database.writing() as connection:
            keep_an_admin(connection, number)
            for one in (*programs_of(connection, number), number):
                self._delete(connection, one, now)
            if actor.is_guest:
                # Of a guest who never did anything no game tells, and no placeholder is needed.
                done = sa.exists().where(log.c.by == number)
                connection.execute(sa.delete(people).where(people.c.id == number, ~done))

    def _delete(self, connection: sa.Connection, number: int, now: datetime) -> None:
        nobody = {
            "name": f"(gone {number})",
            "name_key": f"(gone {number})",
            "look_key": None,
            "password": None,
            "owner": None,
            "about": None,
            "is_admin": False,
            "is_moderator": False,
            "is_guest": False,
            "deleted": now,
        }
        gone = sa.update(people).where(people.c.id == number).values(nobody)
        if connection.execute(gone).rowcount != 1:
            raise ActionRefused("no-person", f"there is no account {number}")
        boards = sa.select(sandboxes.c.id).where(sandboxes.c.owner == number)
        done = sa.delete(sandbox_log).where(sandbox_log.c.sandbox.in_(boards))
        connection.execute(done)
        connection.execute(sa.delete(sandboxes).where(sandboxes.c.owner == number))
        for table in (*_ABOUT, codes, challenges, outbox):
            connection.execute(sa.delete(table).where(table.c.person == number))
        connection.execute(sa.delete(relations).where(relations.c.other == number))
        connection.execute(sa.delete(households).where(households.c.other == number))
        mine = sa.select(sanctions.c.id).where(sanctions.c.person == number)
        connection.execute(sa.delete(appeals).where(appeals.c.sanction.in_(mine)))
        connection.execute(sa.delete(sanctions).where(sanctions.c.person == number))
        for table in (misconduct_reports, moderator_notes):
            connection.execute(sa.delete(table).where(table.c.about == number))
        remove(connection, sandboxes.c.owner == number)

    def sweep(self, now: datetime) -> None:
        """Forget what is over: codes, sessions, accounts that nobody confirmed."""
        with self._database.writing() as connection:
            unheard = sa.exists().where(
                addresses.c.person == people.c.id, addresses.c.verified.is_not(None)
            )
            has_key = sa.exists().where(passkeys.c.person == people.c.id)
            never = sa.select(people.c.id).where(
                ~unheard,
                ~has_key,
                ~people.c.is_guest,
                people.c.owner.is_(None),
                people.c.created < now - _UNCONFIRMED,
                people.c.deleted.is_(None),
            )
            numbers = list(connection.execute(never).scalars())
            for table in (*_ABOUT, codes, challenges):
                connection.execute(sa.delete(table).where(table.c.person.in_(numbers)))
            connection.execute(sa.delete(people).where(people.c.id.in_(numbers)))
            for over in (
                sa.delete(codes).where(codes.c.until < now),
                sa.delete(challenges).where(challenges.c.until < now),
                sa.delete(sessions).where(sessions.c.seen < now - _IDLE),
                sa.delete(known_devices).where(known_devices.c.seen < now - _FORGOTTEN),
                sa.delete(attempts).where(attempts.c.since < now - timedelta(days=2)),
                sa.delete(spent_puzzles).where(spent_puzzles.c.until < now),
                sa.delete(tokens).where(tokens.c.until < now - _IDLE),
                sa.delete(outbox).where(outbox.c.sent < now - _IDLE),
                sa.delete(incoming).where(
                    incoming.c.due.is_(None), incoming.c.received < now - _IDLE
                ),
            ):
                connection.execute(over)


_OF_MODERATORS: Final = ("by", "lifted_by", "decided_by", "about")
"""The columns that name moderators, which are told to nobody, and who wrote a letter that was
reported, which may be unsigned."""


def _moderation(connection: sa.Connection, number: int) -> dict[str, Any]:
    """The decisions about somebody, his appeals, and what he reported. What others reported of him
    is theirs."""
    mine = sa.select(sanctions.c.id).where(sanctions.c.person == number)
    wanted = {
        "sanctions": sa.select(sanctions).where(sanctions.c.person == number),
        "appeals": sa.select(appeals).where(appeals.c.sanction.in_(mine)),
        "reports": sa.select(misconduct_reports).where(misconduct_reports.c.by == number),
    }
    return {
        name: [
            {key: value for key, value in _plain(row).items() if key not in _OF_MODERATORS}
            for row in connection.execute(rows)
        ]
        for name, rows in wanted.items()
    }


def _plain(row: Any) -> dict[str, Any]:
    return {
        name: value.isoformat() if isinstance(value, datetime) else value
        for name, value in row._mapping.items()
        if name not in _SECRET
    }
