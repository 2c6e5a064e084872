"""Random games of the peer's, saved by it, read here, written, and read again by both:
python -m bench.saved_games [GAMES] [LAST_YEAR]

What is printed are games and positions that are not the same in the end, and how often what became
of an order is told otherwise.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from dragoman.env.recordings import recorded_games
from dragoman.formats import read_saved_game, write_saved_game


def played(games: int, last_year: int, seed: int, file: Path) -> None:
    """Write random games of the peer, one on each line."""
    from diplomacy import Game  # type: ignore[import-not-found]
    from diplomacy.utils.export import to_saved_game_format  # type: ignore[import-not-found]

    dice = random.Random(seed)
    with file.open("w") as out:
        for _ in range(games):
            game: Any = Game()
            while not game.is_game_done and int(game.get_current_phase()[1:5]) <= last_year:
                possible = game.get_all_possible_orders()
                for power in game.powers:
                    places = game.get_orderable_locations(power)
                    orders = [dice.choice(possible[one]) for one in places if possible[one]]
                    game.set_orders(power, orders)
                game.process()
            out.write(json.dumps(to_saved_game_format(game)) + "\n")


def by_peer(saved: dict[str, Any]) -> dict[str, Any]:
    """A saved game as the peer writes it once it has read it."""
    from diplomacy.utils.export import (  # type: ignore[import-not-found]
        from_saved_game_format,
        to_saved_game_format,
    )

    return to_saved_game_format(from_saved_game_format(saved))


def facts(saved: dict[str, Any]) -> list[Any]:
    """What a saved game says of each phase, in whatever sequence."""
    found: list[Any] = []
    for phase in saved["phases"]:
        state, orders = phase["state"], phase["orders"]
        found.append(
            (
                phase["name"],
                {power: sorted(units) for power, units in state["units"].items()},
                {power: sorted(owned) for power, owned in state["centers"].items()},
                {power: sorted(given) for power, given in orders.items() if given},
            )
        )
    return found


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    last_year = int(sys.argv[2]) if len(sys.argv) > 2 else 1908
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games.jsonl"
        played(games, last_year, 1, file)
        spent, phases, told = time.process_time(), 0, Counter[str]()
        for one, line in zip(recorded_games(file), file.open(), strict=True):
            assert one.game is not None, one.diagnostics
            phases += len(one.game.history)
            written = write_saved_game(one.game, one.name)
            again, _ = read_saved_game(written)
            told["read again otherwise"] += again != one.game
            theirs, ours = json.loads(line), json.loads(written)
            told["written otherwise"] += facts(theirs) != facts(ours)
            told["read by the peer otherwise"] += facts(by_peer(theirs)) != facts(by_peer(ours))
            told["orders told otherwise"] += sum(bool(other.order) for other in one.divergences)
            told["positions otherwise"] += sum(not other.order for other in one.divergences)
        spent = time.process_time() - spent
    print(f"{games:,} games, {phases:,} phases, {phases / spent:,.0f} a processor second")
    for what, count in told.items():
        print(f"{count:8,} {what}")


if __name__ == "__main__":
    main()
