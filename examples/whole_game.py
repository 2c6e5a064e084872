"""A whole game on a judge, by its API: seven players and a master, each by a token.

    python examples/whole_game.py http://127.0.0.1:8080 MASTER PLAYER PLAYER ...

The master sets the game up, everybody joins, the players order what comes to their minds for a
year, and then agree to a draw. Tokens need the scopes read and play, the master's also master.
"""

from __future__ import annotations

import random
import sys
from contextlib import ExitStack
from typing import Any

from dragoman.client import Client, GameClient

YEARS = 1


def some_orders(possible: dict[str, list[str]], lot: random.Random) -> str:
    """An order for each unit, or for each build and removal that is due."""
    return "\n".join(lot.choice(orders) for orders in possible.values() if orders)


def play(address: str, master: str, players: list[str], seed: int = 1) -> dict[str, Any]:
    """Play a game to its end; how it stands then."""
    lot = random.Random(seed)
    with ExitStack() as opened:
        director, *others = (
            opened.enter_context(Client(address, token)) for token in (master, *players)
        )
        return play_with(director, others, lot)


def play_with(director: Client, players: list[Client], lot: random.Random) -> dict[str, Any]:
    """The same with clients that are open."""
    # A phase is judged as soon as everybody is ready.
    game = director.create_game("By the API", press=[], movement="1 d", early="ready")
    seats: list[GameClient] = []
    for player in players:
        seat = player.game(game.number)
        seat.do("join")
        seats.append(seat)
    game.do("begin")
    first = int(game.read()["phase"][1:5])
    while int((view := game.read())["phase"][1:5]) < first + YEARS:
        for seat in seats:
            mine = seat.orders()
            if mine["phase"] == view["phase"] and mine["has_to_order"]:
                seat.save_orders(some_orders(mine["possible"], lot))
                seat.do("set-ready", ready=True)
        if game.read()["phase"] == view["phase"]:
            game.do("process-now")
        print(game.report(view["phase"]).splitlines()[0])
    seats[0].do("propose", what="draw")
    for seat in seats[1:]:
        view = seat.read()
        for proposal in view["proposals"]:
            if not proposal["outcome"] and "your_vote" in proposal:
                seat.do("vote", number=proposal["number"], agrees=True)
    return game.read()


if __name__ == "__main__":
    address, master, *players = sys.argv[1:]
    ended = play(address, master, players)
    print(f"Game {ended['game']} is over: {ended['ending']['how']}")
