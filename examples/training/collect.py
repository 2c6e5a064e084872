"""Games to clone, as shards: a bot that searches plays one power of each, dumbbots all others.

    python collect.py FOLDER --variant france_austria --games 400 --evaluations 300

Of the same arguments come the same shards. With ``--before POLICY`` a policy plays the seat at
first and the search takes over later, in the positions that the policy gets into (as in DAgger;
Ross, Gordon and Bagnell 2011): so a policy learns what to do where it is itself to blame.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from command_lines import parser_of, run
from playing import PolicyPlayer, deciding, last_year_of, seats_of
from trained import policy_from

from dragoman.env import BatchEnv, read_shards, write_shards
from dragoman.env.policies import chosen_by, policy_called
from dragoman.errors import DragomanError
from dragoman.files import write_atomically
from dragoman.game import find_variant

LATE = (0, 5, 11, 18)
"""After so many phases the search takes over, one round of games after the other."""
ROUNDS = 8
"""So many rounds have a file of their own."""
TOLD = "collected.json"


def collect(
    folder: Path, variant: str, games: int, evaluations: int, seed: int, years: int, before: str
) -> None:
    """Write the shards of so many games.

    Raises:
        DragomanError: if the folder holds shards already, or an argument is out of range.
    """
    if evaluations < 1 or years < 1:
        raise DragomanError(f"evaluations and years are 1 or more, not {evaluations} and {years}")
    found = find_variant(variant)
    last_year, players = last_year_of(found, years), len(found.board.players)
    told = {"players": players, "late": [*LATE] if before else [0], "last_year": last_year}
    policy = policy_from(before or "greedy", found)
    first = PolicyPlayer(policy, np.random.default_rng(seed))
    teacher = Teacher(f"search:{evaluations}", first, told)
    arguments: dict[str, Any] = {"variant": variant, "last_year": last_year}
    write_shards(folder, games, teacher, seed=seed, a_shard=players * ROUNDS, **arguments)
    write_atomically(folder / TOLD, json.dumps(told).encode())


class Teacher:
    """A player of all seats: one seat of each game by a bot that searches, until its game is late
    enough by a policy; all others by ``dumbbot``."""

    def __init__(self, bot: str, first: PolicyPlayer, told: dict[str, Any]) -> None:
        self.bot, self.first, self.told = bot, first, told
        self.searching, self.others = policy_called(bot), policy_called("dumbbot")

    def __repr__(self) -> str:
        return f"{self.bot} among dumbbots"

    def __call__(self, env: BatchEnv, /) -> Any:
        actions, seats = np.array(self.others(env), np.int64), seats_of(env) & deciding(env)
        late = np.asarray(env.phases) >= late_of(np.arange(env.games), self.told)
        for player, when in ((self.first, ~late), (self.searching, late)):
            own = seats & when[:, None]
            if own.any():
                actions[own] = chosen_by(player, env, own)[own]
        return actions


def late_of(games: Any, told: dict[str, Any]) -> Any:
    """After how many phases the search takes over in games, by their numbers."""
    return np.array(told["late"])[games // told["players"] % len(told["late"])]


class Examples(dict[str, Any]):
    """Positions with what was chosen in them: ``position``, ``power``, ``value``, ``round``, and
    ``chosen``, ``(examples, slots)``: actions, -1 where there is no slot."""


def told_of(folders: list[Path]) -> list[dict[str, Any]]:
    """The facts that stand in folders beside their shards.

    Raises:
        DragomanError: if ``collect`` did not finish one.
    """
    try:
        found = [json.loads((folder / TOLD).read_text("utf-8")) for folder in folders]
    except (OSError, ValueError) as error:
        raise DragomanError(f"no whole collection of games: {error}") from None
    for folder, told in zip(folders, found, strict=True):
        if {*told} != {"players", "late", "last_year"}:
            raise DragomanError(f"{folder / TOLD} is of another version")
    return found


def examples_of(folders: list[Path]) -> Iterator[Examples]:
    """The choices of who searched, shard by shard."""
    for folder, told in zip(folders, told_of(folders), strict=True):
        for shard in read_shards(folder):
            game = np.asarray(shard["game"])
            own = np.asarray(shard["power"]) == game % told["players"]
            own &= np.asarray(shard["phase"]) >= late_of(game, told)
            slots = np.asarray(shard["slots"])
            chosen = np.full((len(game), int(np.diff(slots).max())), -1, np.int64)
            rows = np.repeat(np.arange(len(game)), np.diff(slots))
            chosen[rows, np.arange(slots[-1]) - slots[rows]] = shard["chosen"]
            # An order that the judge has no list for is no example.
            own &= (chosen >= 0).sum(axis=1) == np.diff(slots)
            yield Examples(
                position=shard["position"][own],
                power=np.asarray(shard["power"])[own],
                value=np.asarray(shard["value"])[own],
                chosen=chosen[own],
                round=game[own] // told["players"],
            )


def main() -> None:
    """The program."""
    parser = parser_of(__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--variant", default="france_austria")
    parser.add_argument("--games", type=int, default=400, help="whole games")
    parser.add_argument(
        "--evaluations", type=int, default=300, help="of the search, for a movement"
    )
    parser.add_argument("--seed", type=int, default=0, help="of these games; others have others")
    parser.add_argument("--years", type=int, default=10, help="that a game lasts at most")
    parser.add_argument("--before", default="", help="the policy that plays first")
    run(parser, collect)


if __name__ == "__main__":
    main()
