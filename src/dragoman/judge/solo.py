"""Games that somebody plays alone with bots: they begin at once, and wait for nobody but him."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from dragoman.bots import REPLIERS
from dragoman.bots.characters import MIXED
from dragoman.judge.accounts.credentials import new_code
from dragoman.judge.commands import command as c
from dragoman.judge.commands.command import Decision
from dragoman.judge.commands.decide import decide
from dragoman.judge.commands.forming import create
from dragoman.judge.commands.guests import check_guest_hosts
from dragoman.judge.commands.judging import after, next_due
from dragoman.judge.commands.permissions import CLOCK, Actor
from dragoman.judge.commands.voting import bots_to_vote
from dragoman.judge.log.bot_seats import bots_to_speak
from dragoman.judge.log.events import Event, GameLogEntry
from dragoman.judge.log.fold import rebuild
from dragoman.judge.log.settings import Early, Entry, Missed
from dragoman.judge.log.state import JudgedGame, Stage
from dragoman.judge.storage.game_lists import games_hosted
from dragoman.judge.storage.game_store import GameStore
from dragoman.refusal import ActionRefused
from dragoman.values import FrozenMap

SETTINGS: Final = FrozenMap[str, Any](
    {
        "entry": Entry.CODE.value,
        "listed": False,
        "observers": False,
        "movement": "30 d",
        "early": Early.READY.value,
        "missed": Missed.WAIT.value,
        "abandoned": "60 d",
    }
)
"""The settings of such a game: nobody else comes in or looks on, and a phase is judged when its
player is ready, whenever that is."""
_MOST_STEPS: Final = 10
"""Steps of the clock at once, for each seat: bots sit down, talk and order, a phase is judged, and
again."""


def begin_solo(
    games: GameStore,
    actor: Actor,
    now: datetime,
    title: str,
    power: str = "",
    bot: str = MIXED,
    variant: str = "standard",
    with_press: bool = True,
) -> int:
    """Begin a game of somebody against bots in all other seats, kept whole or not at all; its
    number. He has the power that he chose, or one by lot; with ``go_on`` the bots sit down. Without
    press nobody talks.

    Raises:
        ActionRefused: if there is no such power, bot or variant, or he may not.
    """
    own = {"title": title, "variant": variant, "bot": bot, "code": new_code()}
    settings: dict[str, Any] = {**SETTINGS, **own, **({} if with_press else {"press": ()})}
    if actor.is_guest:
        check_guest_hosts(settings, games_hosted(games.database, actor.user))
    events = _carried(create(settings, games.find))
    first = GameLogEntry(1, now.isoformat(), actor.user, events[0])
    g = rebuild((first,), games.find)
    for command in (c.Join((power,) if power else (), own["code"]), c.Begin()):
        follow = _carried(decide(g, command, actor, now))
        g, events = after(g, follow, actor.user, now), (*events, *follow)
    return games.keep(Decision(events), actor.user, now)


def _carried(answer: Decision) -> tuple[Event, ...]:
    """The events of a decision.

    Raises:
        ActionRefused: if it refuses.
    """
    if answer.refused:
        told = answer.told[0]
        raise ActionRefused(told.code, told.what, told.remedy, told.candidates)
    return answer.events


def is_solo(g: JudgedGame) -> bool:
    """True if one person plays with bots, on a map that is known to be judged quickly: whatever is
    due concerns nobody else, and can be done while he waits for it."""
    return (
        g.stage is Stage.RUNNING
        and len(g.players) == 1
        and bool(g.settings.bot)
        and not (g.is_homemade or g.settings.moderated)
    )


def _answer_due(g: JudgedGame) -> datetime | None:
    """The moment since when a bot has to vote, or to answer that answers at once, if one has."""
    if g.is_homemade:
        return None  # nobody knows how long that takes: the worker gives up in time
    if any(True for _ in bots_to_vote(g)):
        return g.sign
    due = (
        when
        for power, when in bots_to_speak(g)
        if power in g.spoken and g.seats[power].bot in REPLIERS
    )
    return min(due, default=None)


def go_on(games: GameStore, game: int, now: datetime) -> None:
    """Do what is due in such a game at once, and in any game have bots answer those who wrote to
    them. What cannot be done is left to the worker, which meets it as well, sets the game aside and
    says so."""
    for _ in range(_MOST_STEPS * len(games.load(game).seats)):
        g = games.load(game)
        due = next_due(g) if is_solo(g) else _answer_due(g)
        if due is None or due > now:
            return
        try:
            games.act(game, c.Tick(), CLOCK, now)
        except Exception:
            return  # what he did is on file: this is for the worker to tell
