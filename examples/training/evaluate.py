"""The strength of a policy: one seat of it against others, every power as often.

    python evaluate.py duel.npz --variant france_austria --games 200
    python evaluate.py standard.pt --variant standard --others dumbbot --games 210

A policy is a file that was trained, ``greedy``, ``dumbbot``, ``random`` or ``search:N``. Games
last ``--years`` at most. Intervals are of 95 %, and take the games of a round together, which have
one seed: see ``playing``.
"""

from __future__ import annotations

import json
import time
from typing import Any

import numpy as np
from playing import Played, joined, last_year_of, play, seats_of, told
from policies import player_from
from programs import parser_of, run

from dragoman.env import BatchEnv
from dragoman.errors import DragomanError
from dragoman.game import find_variant

AT_ONCE = 70


def evaluate(
    policy: str,
    variant: str,
    others: str = "dumbbot",
    games: int = 210,
    seed: int = 1,
    years: int = 10,
    drawn: bool = False,
) -> dict[str, Any]:
    """Play so many games; what they come to. With ``drawn`` a policy draws its orders by their
    weights; else it gives the likeliest."""
    began, parts, found = time.process_time(), list[Played](), find_variant(variant)
    if games < 1 or years < 1:
        raise DragomanError(f"games and years are 1 or more, not {games} and {years}")
    last_year = last_year_of(found, years)
    for first in range(0, games, AT_ONCE):
        count = min(AT_ONCE, games - first)
        env = BatchEnv(found, count, last_year=last_year, autoreset="disabled", reward="none")
        dice = np.random.default_rng([seed, first]) if drawn else None
        learner = player_from(policy, env.variant, seats_of(env, first), dice)
        parts.append(play(env, learner, player_from(others, env.variant, None), seed, first))
    played, names = joined(parts), env.powers
    figures: dict[str, Any] = {
        name: [round(number, 4) for number in (one.value, one.low, one.high)]
        for name, one in told(played).items()
    }
    figures["by power"] = {
        names[seat]: round(float(played.share[played.seat == seat].mean()), 3)
        for seat in sorted({*played.seat.tolist()})
    }
    figures |= {"policy": policy, "others": others, "variant": variant, "games": games}
    figures |= {"seed": seed, "last year": last_year}
    return figures | {"seconds": round(time.process_time() - began, 1)}


def main() -> None:
    """The program."""
    parser = parser_of(__doc__)
    parser.add_argument("policy")
    parser.add_argument("--variant", default="france_austria")
    parser.add_argument("--others", default="dumbbot")
    parser.add_argument("--games", type=int, default=210)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--years", type=int, default=10)
    parser.add_argument("--drawn", action="store_true")
    run(parser, lambda **given: print(json.dumps(evaluate(**given))))


if __name__ == "__main__":
    main()
