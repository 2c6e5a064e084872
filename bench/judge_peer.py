"""The peer's own server, in the environment of the bench: ``python -m bench.judge_peer GAMES``.

It sets up games of seven with as many phases behind them as those of the judge, in its memory, as
if players had come to them, and then serves as it does by itself. On standard output it tells its
port, and for each game its name, its phase and the tokens of its players. A line ``due N`` on
standard input has N games due a second later; how long each took to be judged is told when all are.
"""

from __future__ import annotations

import json
import logging
import random
import socket
import sys
import threading
import time
from typing import Any

from diplomacy import Game, Server  # type: ignore[import-not-found]
from diplomacy.server.server_game import ServerGame  # type: ignore[import-not-found]
from tornado import gen  # type: ignore[import-not-found]
from tornado.ioloop import IOLoop  # type: ignore[import-not-found]

PHASES = 8
SHEETS = 20


class _Standard(Server):
    """The server without its other maps: to look through all of them takes it minutes at first."""

    def _load_available_maps(self) -> None:
        pass


def main() -> None:
    count = int(sys.argv[1])
    logging.disable(logging.ERROR)  # that a client is gone, above all
    server: Any = _Standard()
    told = _set_up(server, count)
    times: list[tuple[float, float]] = []
    server.games_scheduler.callback_process = _timed(server, times)

    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]

    def tell() -> None:
        print(json.dumps({**told, "port": port}), flush=True)
        threading.Thread(target=_listen, args=(loop, server, times), daemon=True).start()

    loop = IOLoop.current()
    loop.add_callback(tell)
    server.start(port=port, io_loop=loop)


def _set_up(server: Any, count: int) -> dict[str, Any]:
    """So many games, played by users of their own."""
    dice = random.Random(5)
    pattern = _played(dice).to_dict()
    games: list[dict[str, Any]] = []
    for number in range(count):
        one = {**pattern, "game_id": f"game{number}", "deadline": 0, "n_controls": 7}
        game = ServerGame.from_dict(json.loads(json.dumps(one)))
        game.server = server
        tokens: dict[str, str] = {}
        for power in game.powers:
            name = f"{power} of {number}"
            server.users.add_user(name, "nobody signs in by a password here")
            tokens[power] = server.users.connect_user(name, None)
            game.control(power, name, tokens[power])
            game.powers[power].wait = True
        game.set_status("active")
        server.games[game.game_id] = game
        games.append({"id": game.game_id, "tokens": tokens})
    last: Any = server.games["game0"]
    return {
        "games": games,
        "phase": last.current_short_phase,
        "past": str(last.state_history.last_key()),
        "sheets": {
            power: [_sheet(last, power, dice) for _ in range(SHEETS)] for power in last.powers
        },
    }


def _played(dice: random.Random) -> Any:
    """A game that was played at random, with some press in each phase."""
    game: Any = Game(rules=["POWER_CHOICE"])
    for _ in range(PHASES):
        for power in game.powers:
            game.set_orders(power, _sheet(game, power, dice))
        game.process()
    return game


def _sheet(game: Any, power: str, dice: random.Random) -> list[str]:
    possible = game.get_all_possible_orders()
    places = game.get_orderable_locations(power)
    return [dice.choice(possible[place]) for place in places if possible[place]]


def _timed(server: Any, times: list[tuple[float, float]]) -> Any:
    """The server's own processing, which notes when it began and when it was done."""
    process = server.games_scheduler.callback_process

    @gen.coroutine
    def timed(game: Any) -> Any:
        begun = time.perf_counter()
        ended = yield process(game)
        times.append((begun, time.perf_counter()))
        return ended

    return timed


def _listen(loop: Any, server: Any, times: list[tuple[float, float]]) -> None:
    for line in sys.stdin:
        loop.add_callback(_due, server, int(line.split()[1]), times)


@gen.coroutine
def _due(server: Any, count: int, times: list[tuple[float, float]]) -> Any:
    times.clear()
    chosen = [*server.games.values()][:count]
    for game in chosen:
        for power in game.powers.values():
            power.wait = False
        yield server.games_scheduler.add_data(game, 1)
    # The scheduler counts whole seconds, so they are due when it takes up the first.
    while len(times) < count:
        yield gen.sleep(0.05)
    due = min(begun for begun, _ in times)
    print(json.dumps([done - due for _, done in times]), flush=True)


if __name__ == "__main__":
    main()
