"""A rematch: the players of a game that is over meet again, under the same rules, with powers drawn
anew. Whoever asks for it sits down; the others are invited. Bots play again where they did."""

from __future__ import annotations

import re
from datetime import datetime
from typing import TYPE_CHECKING, Final

from dragoman.extras import extra
from dragoman.judge.commands import command as c
from dragoman.judge.commands.guests import check_guest_hosts
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.commands.seats import no_master_plays
from dragoman.judge.log.plain_data import SettingsData, settings_data
from dragoman.judge.log.settings import LONGEST_TITLE, Beginning, Entry, Seating
from dragoman.judge.log.state import JudgedGame, Stage
from dragoman.judge.solo import begin_solo, go_on
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.game_lists import games_hosted
from dragoman.judge.storage.tables import games, rematches
from dragoman.refusal import ActionRefused

with extra("judge"):
    import sqlalchemy as sa

if TYPE_CHECKING:
    from dragoman.judge.service import Judge

_NUMBERED: Final = re.compile(r"(?s)(.*) \((\d{1,4})\)")


def rematch_of(database: Database, game: int) -> int | None:
    """The game in which the players of one meet again, if somebody has asked for it.

    Raises:
        ActionRefused: if the database does not answer.
    """
    wanted = sa.select(rematches.c.following).where(rematches.c.game == game)
    with database.asking() as connection:
        return connection.execute(wanted).scalar()


def who_may_ask(g: JudgedGame) -> frozenset[int]:
    """The people who may ask for a rematch: who played to the end, and masters; where no master
    plays, masters alone, for who asks leads the new game."""
    players = frozenset[int]() if no_master_plays(g.settings) else frozenset(g.players)
    return players | frozenset(g.masters)


def ask_for_rematch(judge: Judge, game: int, actor: Actor, now: datetime) -> int:
    """Set up a rematch, or find the one that somebody else has asked for: its number.

    Raises:
        ActionRefused: if the game goes on, he may not, or the database does not answer.
    """
    with judge.database.together():
        with judge.database.writing() as connection:
            # Of two who ask at once the second finds what the first set up.
            mine = sa.select(games.c.id).where(games.c.id == game).with_for_update()
            connection.execute(mine)
        g = judge.game(game, actor)
        if g.stage is not Stage.OVER:
            raise ActionRefused("game-goes-on", "this game is not over", "play it first")
        found = rematch_of(judge.database, game)
        if found is not None:
            return found
        if actor.user not in who_may_ask(g):
            what = "only those who played this game may ask for a rematch"
            raise ActionRefused("not-allowed", what, "ask one of them, or its game master")
        following = _set_up(judge, g, actor, now)
        with judge.database.writing() as connection:
            row = {"game": game, "following": following}
            connection.execute(sa.insert(rematches), row)
    go_on(judge.games, following, now)
    return following


def _set_up(judge: Judge, g: JudgedGame, actor: Actor, now: datetime) -> int:
    judge.check_not_banned(actor, now)
    title = next_title(g.settings.title)
    if g.settings.bot and set(g.players) == {actor.user}:
        return begin_solo(judge.games, actor, now, title, "", g.settings.bot, g.settings.variant)
    judge.check_may_host(actor, now)
    settings = _settings(g, title)
    if actor.is_guest:
        check_guest_hosts(settings, games_hosted(judge.database, actor.user))
    number, answer = judge.games.create(settings, actor.user, now)
    if number is None:
        told = answer.told[0]
        raise ActionRefused(told.code, told.what, told.remedy, told.candidates)
    if actor.user in g.players:
        judge.act(number, c.Join(), actor, now)
        judge.act(number, c.Admit(actor.user), actor, now)
    for user in g.players:
        if user != actor.user:
            # An account that is gone by now is invited in vain.
            judge.act(number, c.Invite(user), actor, now)
    return number


def _settings(g: JudgedGame, title: str) -> SettingsData:
    """The same settings, but that those who are invited come in and nobody else, that the lot
    decides who plays what, and that it begins when all seats are taken, if people take all."""
    is_full = len(g.players) == len(g.seats)
    begins = Beginning.FULL if is_full else Beginning.MASTER
    data = settings_data(g.settings)
    data.pop("code", None)
    return {
        **data,
        "title": title,
        "entry": Entry.MASTER.value,
        "seating": Seating.LOT.value,
        "begins": begins.value,
    }


def next_title(title: str) -> str:
    """The title of a rematch: ``Friends (2)`` after ``Friends``, and ``Friends (3)`` after that."""
    numbered = _NUMBERED.fullmatch(title)
    name, number = (numbered[1], int(numbered[2])) if numbered else (title, 1)
    end = f" ({number + 1})"
    return name[: LONGEST_TITLE - len(end)].rstrip() + end
