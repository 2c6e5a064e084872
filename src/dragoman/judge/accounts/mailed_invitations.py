"""Invitations to games that the judge mails for their masters, to addresses that need not be
anybody's here.

An address gets one letter for each game. What is kept of it is a key that only this judge can make
of it; the link in each letter has that key, and whoever follows it is invited by mail no more.
Whoever invites is told the same whether the address is somebody's here or not, and whether its
owner wants such letters.
"""

from __future__ import annotations

import hmac
import re
from datetime import datetime
from typing import Final

from dragoman.extras import extra
from dragoman.judge.accounts.account_mails import Site, invitation_mail
from dragoman.judge.accounts.credentials import address_key
from dragoman.judge.accounts.people import checked_address
from dragoman.judge.accounts.preferences import MailWishes, wishes_of
from dragoman.judge.accounts.rate_limits import RateLimit, take_attempts
from dragoman.judge.accounts.relations import Relations
from dragoman.judge.outbox.letters import post
from dragoman.judge.storage.database import Database, insert_new
from dragoman.judge.storage.signing import secret_of
from dragoman.judge.storage.tables import addresses, mailed_invitations, uninvitable
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused

with extra("judge"):
    import sqlalchemy as sa

BY_MAIL: Final = RateLimit("invite by mail", 10, 10 / 24)
"""Letters of one person: ten a day."""
BY_ADMIN: Final = RateLimit("invite by mail", 500, 500 / 24)
"""Letters of an admin, who may move a whole community here."""
TO_ADDRESS: Final = RateLimit("invitation to", 3, 3 / 24)
"""Letters to one address, whoever has them sent: three a day."""
MOST_FOR_A_GAME: Final = 100
_PURPOSE: Final = "invitations"
_LIKE_A_LINK: Final = re.compile(r"://|\bwww\.|\w\.\w{2}", re.IGNORECASE)
"""Texts of which mail programs make a link."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """An invitation to a game: its title and the code of its link, who invites, and in which
    language."""

    game: int
    title: str
    code: str
    by: int
    name: str
    language: str
    power: str = ""
    """The power to whose seat the link leads, if to one."""


class MailedInvitations:
    """The invitations that a database's people have mailed."""

    def __init__(self, database: Database, site: Site, relations: Relations) -> None:
        self._database, self._site, self._relations = database, site, relations

    def mail(
        self, to: str, invitation: Invitation, now: datetime, limit: RateLimit = BY_MAIL
    ) -> None:
        """Have an address invited, unless its owner wants no such letters; within the limit of
        whoever invites.

        Raises:
            ActionRefused: if it is no address, was invited to this game already, or if it is too
                much.
        """
        to, game = checked_address(to), invitation.game
        _check_harmless(invitation)
        key = self._key(to)
        with self._database.asking() as connection:
            _check_number(connection, game)
            _check_first(connection.execute(_of(game, key)).first() is None)
        take_attempts(self._database, now, (limit, f"account {invitation.by}"))
        is_wanted = self._is_wanted(to, key, invitation.by, now)
        with self._database.writing() as connection:
            new = insert_new(connection, mailed_invitations).values(game=game, key=key, at=now)
            _check_first(connection.execute(new).rowcount == 1)
            if is_wanted:
                stop = f"{self._site.address.rstrip('/')}/api/invitations/stop/{key}"
                link = f"{self._site.address.rstrip('/')}/j/{invitation.code}"
                letter = invitation_mail(
                    self._site,
                    invitation.language,
                    to,
                    name=invitation.name,
                    title=invitation.title,
                    power=invitation.power,
                    link=link,
                    stop=stop,
                )
                post(connection, letter, now)

    def is_known(self, key: str) -> bool:
        """True if there was ever a letter with this key."""
        with self._database.asking() as connection:
            known = sa.select(mailed_invitations.c.game).where(mailed_invitations.c.key == key)
            return connection.execute(known.limit(1)).first() is not None

    def stop(self, key: str, now: datetime) -> None:
        """Mail no more invitations to the address of a key that is known."""
        with self._database.writing() as connection:
            connection.execute(insert_new(connection, uninvitable).values(key=key, since=now))

    def allow(self, key: str) -> None:
        """Mail invitations to the address of a key again."""
        with self._database.writing() as connection:
            connection.execute(sa.delete(uninvitable).where(uninvitable.c.key == key))

    def _key(self, to: str) -> str:
        secret = secret_of(self._database, _PURPOSE)
        return hmac.digest(secret, address_key(to).encode(), "sha256").hex()

    def _is_wanted(self, to: str, key: str, by: int, now: datetime) -> bool:
        """True if a letter may go to an address: its owner has not said that he wants none, here
        or in the settings of his account, does not shun whoever invites him, and does not get too
        many of them."""
        its = (addresses.c.key == address_key(to)) & addresses.c.verified.is_not(None)
        with self._database.asking() as connection:
            if connection.execute(sa.select(uninvitable).where(uninvitable.c.key == key)).first():
                return False
            owner = connection.execute(sa.select(addresses.c.person).where(its)).scalar()
            wishes = wishes_of(connection, (owner,)).get(owner) if owner is not None else None
        if owner is not None and self._relations.shuns(owner, by):
            return False
        if not (wishes or MailWishes()).seats:
            return False
        try:
            take_attempts(self._database, now, (TO_ADDRESS, key))
        except ActionRefused:
            return False
        return True


def _check_harmless(invitation: Invitation) -> None:
    """See that nothing in a letter leads elsewhere than to the game."""
    for text, what in (
        (invitation.title, "the title of this game would be read as a link in a mail"),
        (invitation.name, "your name would be read as a link in a mail"),
    ):
        if _LIKE_A_LINK.search(text):
            raise ActionRefused("like-a-link", what, "change it, or send the link yourself")


def _of(game: int, key: str) -> sa.Select[tuple[int]]:
    mine = (mailed_invitations.c.game == game) & (mailed_invitations.c.key == key)
    return sa.select(mailed_invitations.c.game).where(mine)


def _check_first(is_first: bool) -> None:
    if not is_first:
        what = "this address was invited to this game already"
        raise ActionRefused("mailed-already", what, "send the link yourself")


def _check_number(connection: sa.Connection, game: int) -> None:
    count = sa.select(sa.func.count()).where(mailed_invitations.c.game == game)
    if connection.execute(count).scalar_one() >= MOST_FOR_A_GAME:
        what = f"no more than {MOST_FOR_A_GAME} addresses are invited to a game"
        raise ActionRefused("too-many-invited", what, "send the link yourself")
