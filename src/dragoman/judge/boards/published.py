"""Tournaments as everybody may see them: published by a director, and published anew as they go on.

A director hands over what his hall may see (``tournament.publishing.public_view``), and nothing
else is taken or kept: no seating before its round is published, no standings before the ceremony,
no address of a player.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final, NotRequired

from dragoman.extras import extra
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.tournament_tables import tournaments
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.events import Event, TournamentEntry, from_data
from dragoman.tournament.log.fold import rebuild
from dragoman.tournament.log.state import Tournament
from dragoman.views import View

with extra("judge"):
    import sqlalchemy as sa
    from pydantic import TypeAdapter, ValidationError


MOST_LISTED: Final = 100
_TAKEN: Final = ("new",)
_NAME: Final = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?")


class BoardSeat(View):
    power: str
    letter: str
    player: str
    centers: NotRequired[int]
    """In the last year that is public."""
    points: NotRequired[str]
    """If the game ended now, where that is public."""


class TournamentBoard(View):
    board: str
    letter: str
    state: str
    ending: NotRequired[str]
    """How the game ended: solo, concession, voted-draw, time-draw, abandoned; empty while it is
    played."""
    winner: NotRequired[str]
    """Of a solo or a concession; empty without one."""
    seats: list[BoardSeat]
    year: NotRequired[int]


class TournamentRound(View):
    number: int
    over: bool
    boards: list[TournamentBoard]


class PlayerPlace(View):
    place: int
    equals: int
    """How many share the place."""
    player: str
    points: str
    games: NotRequired[int]


class TeamPlace(View):
    place: int
    equals: int
    team: str
    points: str


class AwardShape(View):
    title: str
    names: list[str]
    why: str
    kind: NotRequired[str]
    """place, country, team, board-games; empty for one of the director's own."""
    power: NotRequired[str]
    """Whose best result it is for."""
    centers: NotRequired[int]
    board: NotRequired[str]
    """Where that was, with so many centres, unless the director gave the award to others."""


class GamePoints(View):
    player: str
    round: int
    board: str
    power: str
    centers: int
    points: str


class TournamentPlaces(View):
    standings: list[PlayerPlace]
    teams: list[TeamPlace]
    board_games: list[PlayerPlace]


class TournamentResults(TournamentPlaces):
    awards: list[AwardShape]
    games: NotRequired[list[GamePoints]]
    """The points of each game, where they are released."""


class PublicTournament(View):
    """A tournament as ``dragoman tournament export public`` writes it."""

    name: str
    place: str
    rounds: list[TournamentRound]
    results: NotRequired[TournamentResults]
    standings: NotRequired[TournamentPlaces]
    provisional: NotRequired[TournamentPlaces]
    revealed: NotRequired[list[AwardShape]]


def read_public(text: str) -> PublicTournament:
    """A tournament as its director hands it over; what is no part of it is not taken.

    Raises:
        ActionRefused: if it is none.
    """
    try:
        return _SHAPE.validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        what = f"this is no tournament as its hall sees it: {where}: {first['msg']}"
        remedy = "take what `dragoman tournament export public` writes"
        raise ActionRefused("wrong-tournament", what, remedy) from None


_SHAPE: Final = TypeAdapter(PublicTournament)


def check_name(name: str) -> None:
    """Make sure that addresses can call a tournament so.

    Raises:
        ActionRefused: if they cannot.
    """
    if not _NAME.fullmatch(name) or name in _TAKEN:
        what = f"{name!r} cannot be the name of a tournament in an address"
        remedy = "write small letters, digits and hyphens, up to 60"
        raise ActionRefused("wrong-name", what, remedy)


@dataclass(frozen=True, slots=True)
class PublishedTournament:
    """A tournament as it was last published. ``games`` are the numbers of the judge's games by
    board."""

    name: str
    revision: int
    published: datetime
    by: int
    shown: dict[str, Any]
    games: dict[str, int]


class PublishedTournaments:
    """The tournaments that are shown."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def listed(self) -> list[PublishedTournament]:
        """All of them, the one that was published last first.

        Raises:
            ActionRefused: if the database does not answer.
        """
        wanted = sa.select(tournaments).order_by(tournaments.c.published.desc(), tournaments.c.name)
        with self._database.reading() as connection:
            rows = connection.execute(wanted.limit(MOST_LISTED)).all()
        return [*map(_published, rows)]

    def named(self, name: str) -> PublishedTournament:
        """A tournament.

        Raises:
            ActionRefused: if there is none of this name.
        """
        wanted = sa.select(tournaments).where(tournaments.c.name == name)
        with self._database.reading() as connection:
            row = connection.execute(wanted).one_or_none()
        if row is None:
            raise ActionRefused("no-tournament", f"no tournament is called {name!r} here")
        return _published(row)

    def director(self, name: str) -> int | None:
        """The account that showed a tournament first; None where none of this name is shown."""
        wanted = sa.select(tournaments.c.by).where(tournaments.c.name == name)
        with self._database.reading() as connection:
            return connection.execute(wanted).scalar()

    def publish(
        self,
        name: str,
        shown: PublicTournament,
        games: Mapping[str, int],
        by: int,
        now: datetime,
        revision: int | None = None,
    ) -> PublishedTournament:
        """Show a tournament as it stands. With a ``revision`` only if it is the one on file, 0 for
        none.

        Raises:
            ActionRefused: if the name or a board is none, or somebody published it meanwhile.
        """
        check_name(name)
        boards = {board["board"] for one in shown["rounds"] for board in one["boards"]}
        if strange := sorted(set(games) - boards):
            what = f"{strange[0]!r} is not a board of a published round"
            raise ActionRefused("unknown-board", what, candidates=sorted(boards))
        values = {"published": now, "shown": shown, "games": dict(games)}
        with self._database.writing() as connection:
            found = connection.execute(
                sa.select(tournaments.c.revision).where(tournaments.c.name == name)
            ).scalar()
            if revision is not None and revision != (found or 0):
                what = "this tournament was published meanwhile, by you or another"
                raise ActionRefused("changed-meanwhile", what, "look at what is shown now")
            if found is None:
                row = {"name": name, "revision": 1, "by": by, **values}
                connection.execute(sa.insert(tournaments).values(row))
            else:
                changed = sa.update(tournaments).where(tournaments.c.name == name)
                connection.execute(changed.values(revision=found + 1, **values))
        return self.named(name)

    def withdraw(self, name: str) -> None:
        """Show a tournament no more.

        Raises:
            ActionRefused: if there is none of this name.
        """
        with self._database.writing() as connection:
            gone = sa.delete(tournaments).where(tournaments.c.name == name)
            if connection.execute(gone).rowcount == 0:
                raise ActionRefused("no-tournament", f"no tournament is called {name!r} here")


def _published(row: Any) -> PublishedTournament:
    return PublishedTournament(row.name, row.revision, row.published, row.by, row.shown, row.games)


# Boards to be opened here, as ``dragoman tournament export boards`` writes them


_BY_EXPORT: Final = "take what `dragoman tournament export boards` writes"


def _tells_more(event: Event) -> bool:
    """True of anything but who is called what and sits where, with which nothing else is told."""
    if isinstance(event, ev.Registered):
        return event != ev.Registered(event.player, event.first, event.last)
    return not isinstance(event, ev.Founded | ev.Drawn | ev.Published)


def read_tournament(text: str) -> Tournament:
    """The part of a tournament that is public, and that boards are opened by.

    Raises:
        ActionRefused: if it is none, tells more than is public, or its variant is not here.
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
        if any(_tells_more(one.event) for one in log):
            what = "this tells more of a tournament than is public"
            raise ActionRefused("not-public", what, _BY_EXPORT)
        return rebuild(log)
    except ActionRefused:
        raise
    except Exception as error:
        # Whatever a log that was written by hand does to the fold, it makes no tournament.
        what = f"this is not a log of a tournament: {type(error).__name__}: {error}"
        raise ActionRefused("wrong-tournament", what, _BY_EXPORT) from None
