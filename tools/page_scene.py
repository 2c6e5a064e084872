"""What is to be seen on the pages besides the game of ``make serve``, for their pictures: games
that were played to their ends, one that forms, one of Machiavelli, and two tournaments. All of it
comes about by the commands with which people make such things."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any, Final

from championship import play

from dragoman.bots import View, bot_called
from dragoman.judge.boards.board_games import open_board_game
from dragoman.judge.boards.published import read_tournament
from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.log.settings import Draws
from dragoman.judge.results.ratings import catch_up
from dragoman.judge.running.demonstration import MASTER, NAMES
from dragoman.judge.service import Judge
from dragoman.orders import write

_ENDED: Final[tuple[tuple[dict[str, Any], str], ...]] = (
    ({"title": "Winter league, first division", "last_year": 1905, "scoring": "carnage"}, ""),
    ({"title": "Friday night", "scoring": "draw-size", "draws": "listed"}, "draw"),
    ({"title": "A short war", "variant": "fleet_rome"}, "concession"),
    ({"title": "Old friends"}, "draw"),
    ({"title": "Until somebody wins", "last_year": 1914}, ""),
)
"""Rated games: what they are, and what their players agree to after some years, if anything."""
_AGREED: Final = 1904
_MOST: Final = 120
"""Phases of a game."""


class Scene:
    """A judge with the game of ``make serve`` and what is put beside it. ``folder`` is where its
    configuration lies."""

    def __init__(self, judge: Judge, folder: Path, now: datetime) -> None:
        self._judge, self._folder, self._now = judge, folder, now
        self._dice, self._bot = Random(1914), bot_called("dumbbot")
        people = judge.accounts.people
        called = {name: people.called(name) for name in (MASTER, *NAMES)}
        self._people = {name: one.number for name, one in called.items() if one is not None}

    def fill(self) -> None:
        """Put everything there."""
        for weeks, (settings, agreed) in enumerate(reversed(_ENDED), 1):
            began = self._now - timedelta(weeks=3 * weeks)
            game = self._begun({**settings, "rated": True, "movement": "1 d"}, began)
            self._play(game, began, _AGREED if agreed else 0)
            if agreed:
                self._agree(game, agreed, began + timedelta(days=12))
        while catch_up(self._judge.database):
            pass
        forming = {"title": "New players welcome", "movement": "2 d", "begins": "full"}
        self._formed(forming, ("Boris", "Clara", "Emma"), self._now - timedelta(hours=30))
        begun = self._now - timedelta(hours=30)
        italy = {"title": "The Borgias", "variant": "machiavelli", "movement": "3 d"}
        self._play(self._begun(italy, begun), begun, 1455, 1)  # this bot pays no upkeep
        self._tournaments()

    def _formed(self, settings: dict[str, Any], names: tuple[str, ...], now: datetime) -> int:
        game, answer = self._judge.games.create(settings, self._people[MASTER], now)
        assert game is not None, answer.told
        for name in names:
            self._judge.games.act(game, c.Join(), Actor(self._people[name]), now)
        return game

    def _begun(self, settings: dict[str, Any], now: datetime) -> int:
        names = [*NAMES]
        self._dice.shuffle(names)
        game = self._formed(settings, tuple(names), now)
        self._judge.games.act(game, c.Begin(), Actor(self._people[MASTER]), now)
        return game

    def _play(self, game: int, now: datetime, before: int, most: int = _MOST) -> None:
        """Orders of a bot, phase by phase, to the end of the game or the beginning of a year."""
        games, master = self._judge.games, Actor(self._people[MASTER])
        for number in range(most):
            g = games.load(game)
            if g.ending is not None or (before and g.phase.year >= before):
                return
            moment = min(now + timedelta(hours=8 * number), self._now)
            for user, power in g.players.items():
                seed = self._dice.randrange(1 << 32)
                sheet = "\n".join(
                    map(write, self._bot(View(g.game.variant, g.game.position, power, seed=seed)))
                )
                games.act(game, c.SaveOrders(sheet), Actor(user), moment)
            games.act(game, c.ProcessNow(), master, moment)

    def _agree(self, game: int, what: str, now: datetime) -> None:
        g = self._judge.games.load(game)
        strongest = sorted(g.seats, key=lambda power: -len(g.game.position.centers_of(power)))
        named = {"concession": 1, "draw": 3 if g.settings.draws is Draws.LISTED else 0}
        powers = tuple(strongest[: named[what]])
        first, *others = (one for one, power in g.players.items() if power in g.game.survivors)
        self._judge.games.act(game, c.Propose(what, powers), Actor(first), now)
        for one in others:
            self._judge.games.act(game, c.Vote(1, True), Actor(one), now)

    def _tournaments(self) -> None:
        """One from its beginning to the ceremony, and another as it stood when its second round had
        begun, of which the board is played here."""
        self._publish("spring-open", self._played("Spring Open", 14))
        log = self._played("Autumn Open", 7)
        started = [one["number"] for one in log if one["kind"] == "RoundStarted"]
        early = log[: started[1]]
        t = read_tournament(json.dumps({"log": early}))
        seats = t.table("2A").seats
        accounts = {
            player: self._people[name] for player, name in zip(seats.values(), NAMES, strict=True)
        }
        begun, director = self._now - timedelta(hours=30), self._people[MASTER]
        settings = {"movement": "1 d", "press": ["private", "public"]}
        game, _ = open_board_game(self._judge.games, t, "2A", accounts, director, begun, settings)
        assert game is not None
        self._judge.games.act(game, c.Begin(), Actor(director), begun)
        self._play(game, begun, 1902)
        self._publish("autumn-open", early, "--game", f"2A={game}")

    def _played(self, title: str, players: int) -> list[dict[str, Any]]:
        """The log of a tournament, as its director hands it over."""
        desk = play(self._folder / title, players, 5, (4, 5), title)
        log: list[dict[str, Any]] = desk.do("log", "--last", "0")["log"]
        desk.close()
        return log

    def _publish(self, name: str, log: list[dict[str, Any]], *more: str) -> None:
        file = self._folder / f"{name}.json"
        file.write_text(json.dumps({"log": log}), "utf-8")
        publish = ("judge", "tournament", "publish", name, file.name, *more)
        subprocess.run([sys.executable, "-m", "dragoman", *publish], cwd=self._folder, check=True)
