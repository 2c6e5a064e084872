"""Addresses that mails come back from: after some of them notices go there no more, and the masters
of the games are told whose owner plays there."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from dragoman.extras import extra
from dragoman.judge.accounts.account_mails import Site, bounced_mail
from dragoman.judge.accounts.credentials import MOST_BOUNCES, address_key
from dragoman.judge.accounts.people import first_address
from dragoman.judge.accounts.preferences import MailWishes, wishes_of
from dragoman.judge.outbox.letters import post
from dragoman.judge.outbox.message_ids import LetterName
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.tables import addresses, listings, outbox, parts, people

with extra("judge"):
    import sqlalchemy as sa

_TAKING_PART: Final = ("player", "waiting")
_PLAYED: Final = ("forming", "running", "paused")


def came_back(database: Database, site: Site, letter: LetterName, now: datetime) -> bool:
    """Note that a letter could not be delivered and never will be; whether it was one that was sent
    to somebody's address.

    Raises:
        ActionRefused: if the database does not answer.
    """
    with database.writing() as connection:
        mine = (outbox.c.id == letter.number) & (outbox.c.kind == "mail")
        row = connection.execute(sa.select(outbox).where(mine)).first()
        if row is None or int(row.created.timestamp()) != letter.written:
            return False
        # A report may come twice, and is one all the same.
        noted = sa.update(outbox).where(mine, outbox.c.error == "")
        if connection.execute(noted.values(error="it came back")).rowcount != 1:
            return False
        return _note(connection, site, row.to, now)


def was_refused(database: Database, site: Site, to: str, now: datetime) -> None:
    """Note that a mail server takes nothing for an address, and never will.

    Raises:
        ActionRefused: if the database does not answer.
    """
    with database.writing() as connection:
        _note(connection, site, to, now)


def is_heard_from(database: Database, address: str) -> None:
    """Forget what came back from an address: somebody writes from there, and is known.

    Raises:
        ActionRefused: if the database does not answer.
    """
    its = addresses.c.key == address_key(address)
    with database.asking() as connection:
        wanted = sa.select(addresses.c.id).where(its, addresses.c.bounces > 0)
        if connection.execute(wanted).first() is None:
            return
    with database.writing() as connection:
        connection.execute(sa.update(addresses).where(its).values(bounces=0))


def _note(connection: sa.Connection, site: Site, to: str, now: datetime) -> bool:
    its = (addresses.c.key == address_key(to)) & addresses.c.verified.is_not(None)
    counted = sa.update(addresses).where(its).values(bounces=addresses.c.bounces + 1)
    row = connection.execute(counted.returning(addresses)).first()
    if row is None:
        return False
    if row.bounces == MOST_BOUNCES and row.is_first:
        _tell_masters(connection, site, row.person, now)
    return True


def _tell_masters(connection: sa.Connection, site: Site, person: int, now: datetime) -> None:
    """Tell each master of a game in which somebody plays, once, that mail does not reach him."""
    games = sa.select(parts.c.game).where(parts.c.person == person, parts.c.part.in_(_TAKING_PART))
    wanted = sa.select(parts.c.person, listings.c.game, listings.c.title).join_from(
        parts, listings, parts.c.game == listings.c.game
    )
    leads = (parts.c.part == "master") & parts.c.game.in_(games) & (parts.c.person != person)
    wanted = wanted.where(leads, listings.c.stage.in_(_PLAYED))
    led: dict[int, list[str]] = {}
    for row in connection.execute(wanted.order_by(listings.c.game)):
        led.setdefault(row.person, []).append(f"{row.title} ({row.game})")
    name = connection.execute(sa.select(people.c.name).where(people.c.id == person)).scalar_one()
    wishes = wishes_of(connection, led)
    for master, titles in led.items():
        if (to := first_address(connection, master)) is not None:
            language = wishes.get(master, MailWishes()).language
            letter = bounced_mail(site, language, to, name, ", ".join(titles), master)
            post(connection, letter, now)
