"""Webhooks: addresses that are called, and the calls that an event makes."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final
from urllib.parse import urlsplit

from dragoman.extras import extra
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.hooks.messages import KINDS, Form, message
from dragoman.judge.log.events import GameLogEntry
from dragoman.judge.log.state import JudgedGame
from dragoman.judge.outbox.letters import WebhookCall, post
from dragoman.judge.outbox.public_addresses import check_public
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.tables import hooks, parts
from dragoman.judge.views.event_view import event_view
from dragoman.judge.views.viewer import Viewer
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused

with extra("judge"):
    import sqlalchemy as sa

MOST: Final = 10
"""Webhooks of one game, and of one person."""


@dataclass(frozen=True, slots=True)
class Hook:
    """An address that is called. With a ``game`` it is that game's, and is told what every visitor
    may know; without (0) it is the person's, and is told of all games he takes part in what he may
    know. ``secret`` signs the calls."""

    number: int
    person: int
    game: int
    url: str
    form: Form
    kinds: tuple[str, ...]
    secret: str


class Hooks:
    """The webhooks of a judge. ``site`` is where people reach it, for links; with ``private`` they
    may be on machines of the local network."""

    def __init__(self, database: Database, site: str, private: bool = False) -> None:
        self._database = database
        self._site = site.rstrip("/")
        self._private = private

    def add(
        self,
        person: int,
        game: int,
        url: str,
        form: Form,
        kinds: tuple[str, ...],
        now: datetime,
    ) -> Hook:
        """Have an address called from now on.

        Raises:
            ActionRefused: if there are too many, it is a local address, or the database does not
                answer.
        """
        if not self._private:
            check_public(urlsplit(url).hostname or "")
        if unknown := [one for one in kinds if one not in KINDS]:
            what = f"nothing is told of {', '.join(unknown)}"
            raise ActionRefused("unknown-event", what, candidates=KINDS)
        secret = secrets.token_urlsafe(32)
        row = {
            "person": person,
            "game": game,
            "url": url,
            "form": form.value,
            "kinds": list(kinds or KINDS),
            "secret": secret,
            "created": now,
        }
        with self._database.writing() as connection:
            same = hooks.c.game == game
            if not game:
                same &= hooks.c.person == person
            count = sa.select(sa.func.count()).select_from(hooks).where(same)
            if connection.execute(count).scalar_one() >= MOST:
                raise ActionRefused("too-many-hooks", f"there are {MOST} already", "remove one")
            made = sa.insert(hooks).values(row).returning(hooks.c.id)
            number: int = connection.execute(made).scalar_one()
        return Hook(number, person, game, url, form, kinds or KINDS, secret)

    def of(self, person: int, game: int) -> list[Hook]:
        """The webhooks of a game, or (0) of a person.

        Raises:
            ActionRefused: if the database does not answer.
        """
        same = hooks.c.game == game
        if not game:
            same &= hooks.c.person == person
        with self._database.reading() as connection:
            rows = connection.execute(sa.select(hooks).where(same).order_by(hooks.c.id)).all()
        return [_hook(row) for row in rows]

    def remove(self, number: int, person: int, game: int) -> bool:
        """Call an address no more; whether there was that webhook of the game, or of the person.

        Raises:
            ActionRefused: if the database does not answer.
        """
        same = (hooks.c.id == number) & (hooks.c.game == game)
        if not game:
            same &= hooks.c.person == person
        with self._database.writing() as connection:
            return connection.execute(sa.delete(hooks).where(same)).rowcount == 1

    def on_append(
        self,
        connection: sa.Connection,
        number: int,
        g: JudgedGame,
        rows: Sequence[GameLogEntry],
        now: datetime,
    ) -> None:
        """Put into the outbox what events call for, in the transaction that writes them."""
        if not any(type(one.event).__name__ in KINDS for one in rows):
            return
        for row in connection.execute(_CALLED, {"of": number}).all():
            hook = _hook(row)
            viewer = Viewer(g, Actor() if hook.game else Actor(hook.person))
            for one in rows:
                if type(one.event).__name__ not in hook.kinds:
                    continue
                seen = event_view(viewer, one)
                if seen is not None:
                    id_ = f"{hook.number}-{secrets.token_hex(8)}"
                    text = message(hook.form, number, g, seen, self._site, id_)
                    call = WebhookCall(hook.url, text, hook.secret, person=hook.person)
                    post(connection, call, now)


# Put together once: that takes as long as asking it, at every message.
_HERE: Final = sa.select(parts.c.person).where(parts.c.game == sa.bindparam("of"))
_CALLED: Final = (
    sa.select(hooks)
    .where((hooks.c.game == sa.bindparam("of")) | ((hooks.c.game == 0) & hooks.c.person.in_(_HERE)))
    .order_by(hooks.c.id)
)


def _hook(row: Any) -> Hook:
    form, kinds = Form(row.form), tuple(row.kinds)
    return Hook(row.id, row.person, row.game, row.url, form, kinds, row.secret)
