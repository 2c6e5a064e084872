"""A game to look at and to play in at once, for whoever tries a judge out."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random
from typing import Final

from dragoman.bots import View, bot_called
from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.notices.notices import forget_notices
from dragoman.judge.service import Judge
from dragoman.orders import write
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused

NAMES: Final = ("Anna", "Boris", "Clara", "David", "Emma", "Felix", "Greta")
MASTER: Final = "Martha"
_SCOPES: Final = ("read", "play", "press", "master")
_PRESS: Final = (
    "Shall we leave the Channel alone this year?",
    "I would rather see you in Munich than in Burgundy.",
    "Galicia stays empty, as we said?",
    "Thank you for the support; it will not be forgotten.",
)


@dataclass(frozen=True, slots=True)
class Demonstration:
    """The game, and who can be played: names, passwords and tokens, powers."""

    game: int
    people: tuple[DemonstrationPlayer, ...]


@dataclass(frozen=True, slots=True)
class DemonstrationPlayer:
    """Somebody of the demonstration; the master has no power."""

    name: str
    power: str
    password: str
    token: str


def demonstrate(judge: Judge, password: str, now: datetime) -> Demonstration | None:
    """Eight accounts with the same password, and a game of seven with a year behind it, made whole
    or not at all; None where the judge has accounts already, of whomever.

    Raises:
        ActionRefused: if the database does not answer.
    """
    with judge.database.together():
        if judge.accounts.people.all(_OWNER, most=1):
            return None
        return _made(judge, password, now)


_OWNER: Final = Actor(is_admin=True)


def _made(judge: Judge, password: str, now: datetime) -> Demonstration:
    numbers = {
        name: judge.accounts.people.create(
            _OWNER, name, f"{name.lower()}@example.org", password, now
        )
        for name in (MASTER, *NAMES)
    }
    game = _begun(judge, numbers, now)
    _play_a_year(judge, game, numbers[MASTER], now)
    with judge.database.writing() as connection:
        forget_notices(connection)
    seats = judge.games.load(game).players
    people: list[DemonstrationPlayer] = []
    for name, number in numbers.items():
        token, _ = judge.accounts.tokens.make(Actor(number), number, "to try it", _SCOPES, now)
        people.append(DemonstrationPlayer(name, seats.get(number, ""), password, token))
    return Demonstration(game, tuple(people))


def _begun(judge: Judge, numbers: dict[str, int], now: datetime) -> int:
    settings = {"title": "Demonstration", "movement": "2 d", "press": ["private", "public"]}
    game, answer = judge.games.create(settings, numbers[MASTER], now)
    if game is None:
        raise ActionRefused("no-demonstration", "; ".join(map(str, answer.told)))
    for name in NAMES:
        judge.games.act(game, c.Join(), Actor(numbers[name]), now)
    judge.games.act(game, c.Begin(), Actor(numbers[MASTER]), now)
    return game


def _play_a_year(judge: Judge, game: int, master: int, now: datetime) -> None:
    """Orders of a bot and some press, phase by phase, up to the next spring."""
    dice, bot = Random(1901), bot_called("dumbbot")
    moment = now - timedelta(hours=5)
    while (g := judge.games.load(game)).phase.year == 1901:
        for user, power in g.players.items():
            others = [other for other in g.seats if other != power]
            view = View(g.game.variant, g.game.position, power, seed=dice.randrange(1 << 32))
            sheet = "\n".join(map(write, bot(view)))
            judge.games.act(game, c.SaveOrders(sheet), Actor(user), moment)
            if dice.random() < 0.5:
                text = c.Send(dice.choice(_PRESS), (dice.choice(others),))
                judge.games.act(game, text, Actor(user), moment)
        judge.games.act(game, c.ProcessNow(), Actor(master), min(now, moment))
        moment += timedelta(hours=1)
