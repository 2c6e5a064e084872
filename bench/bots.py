"""How many games of bots a minute: 1,000 of random players, 100 of the DumbBot idea, on all cores.

python -m bench.bots
"""

from __future__ import annotations

import os
import time
from concurrent.futures import ProcessPoolExecutor

from dragoman.arena import Contest, entrant_called
from dragoman.arena.playing import play_games

GAMES = {"random": 1000, "dumbbot": 100}
LOT = 25


def measured(name: str, games: int, processes: int) -> float:
    """Games a minute of seven bots of a name, to the end of 1910 or 18 centres. Processes have been
    started and code compiled before."""
    contest = Contest((entrant_called(name), entrant_called(name)))
    with ProcessPoolExecutor(processes) as executor:
        warm = [executor.submit(play_games, contest, [game]) for game in range(4 * processes)]
        for one in warm:
            one.result()
        begun = time.perf_counter()
        lots = [range(first, min(first + LOT, games)) for first in range(0, games, LOT)]
        played = executor.map(play_games, [contest] * len(lots), lots)
        assert sum(map(len, played)) == games
        return 60 * games / (time.perf_counter() - begun)


def main() -> None:
    """Print a line for each sort of game."""
    processes = os.cpu_count() or 1
    for name, games in GAMES.items():
        rate = measured(name, games, processes)
        print(f"{games:5} games of seven {name}: {rate:8,.0f} a minute, {processes} processes")


if __name__ == "__main__":
    main()
