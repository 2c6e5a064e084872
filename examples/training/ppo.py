"""PPO (Schulman et al. 2017): a network goes on by what its own games come to.

    python ppo.py --variant france_austria --to duel-ppo.pt --iterations 100
    python ppo.py --variant standard --from standard.pt --to standard-ppo.pt --iterations 400

An iteration plays so many whole games, one seat of each by the network, which draws its orders by
chance, and all others by ``--others``; then it learns from them. What a game is worth is the share
at its end, and ``--shaping`` for each centre more than all gained on average. The file is written
as a whole after each iteration, and everything random hangs on the seed and the number of the
iteration: the same command goes on where the file stands, and comes to the same as if it had never
been stopped.
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from choosing import picks_of, relations_of
from clone import USUAL, Shape, shape_arguments, shape_of
from command_lines import parser_of, run
from network import Network, begin_with, judged, load, save
from playing import CENTS, PolicyPlayer, deciding, last_year_of, seats_of
from sights import look

from dragoman.env import BatchEnv
from dragoman.env.policies import ActionChoice, chosen_by, policy_called
from dragoman.errors import DragomanError
from dragoman.game import find_variant

LAMBDA = 0.95
CLIP = 0.2
WORTH = 0.5
BATCH = 512


class Terms(NamedTuple):
    """All that an iteration goes by."""

    variant: str
    games: int = 128
    others: str = "dumbbot"
    years: int = 10
    shaping: float = 0.02
    rate: float = 1e-4
    epochs: int = 3
    entropy: float = 0.0
    seed: int = 0
    sharpen: float = 3.0
    """A policy that was cloned is as unsure as whom it cloned is hard to foresee; its weights are
    multiplied by this at first, so that games drawn by them are like those of its likeliest
    orders."""


class Decisions(NamedTuple):
    """The choices of an iteration, a row for each power and phase."""

    position: Any
    power: Any
    actions: Any
    advantage: Any
    goal: Any
    """The sum of what came from there on, as far as it is known."""
    chance: Any
    """The logarithm of the chance of all orders of the row together."""


class Course(NamedTuple):
    """Games from their first phase to the last: in each phase the games in which the network chose,
    its positions and actions, and what each game then got."""

    seats: Any
    steps: list[tuple[Any, Any, Any]]
    rewards: list[Any]
    share: Any
    """``(games,)``: what the network got at the end, without shaping."""
    won: Any


def played(network: Network, env: BatchEnv, others: ActionChoice, dice: Any) -> Course:
    """Play a game for each place of an environment, one seat of each by the network, which draws
    its orders by chance."""
    env.reset(int(dice.integers(1 << 40)))
    seats, player = seats_of(env), PolicyPlayer(network, dice)
    rows, powers = np.nonzero(seats)
    steps, rewards = list[tuple[Any, Any, Any]](), list[Any]()
    while not env.done.all():
        actions = np.array(chosen_by(others, env, ~seats), np.int64)
        own, chosen = seats & deciding(env), player.choose(env, seats)
        actions[seats] = chosen[seats]
        games = np.nonzero(own)[0]
        steps.append((games, env.rows[games].copy(), chosen[own]))
        rewards.append(env.step(actions).rewards[rows, powers] / CENTS)
    owned = np.asarray(env.owned, float) ** 2
    share = owned[rows, powers] / np.maximum(owned[:, env.player_numbers].sum(axis=1), 1)
    won = env.winners == powers
    return Course(powers, steps, rewards, np.where(env.winners >= 0, won, share), won)


def decisions(network: Network, course: Course, desk: BatchEnv) -> Decisions:
    """All choices, with the advantage of each by GAE (Schulman et al. 2016) over the phases in
    which there was a choice, undiscounted."""
    games, position, actions = (np.concatenate(one) for one in zip(*course.steps, strict=True))
    power = course.seats[games]
    chance, value = _judged(network, desk, position, power, actions)
    advantage, end = np.zeros(len(games)), len(games)
    later, worth = np.zeros(len(course.seats)), np.zeros(len(course.seats))
    for (now, _, _), reward in zip(reversed(course.steps), reversed(course.rewards), strict=True):
        worth = worth + reward
        own = value[end - len(now) : end]
        later[now] = worth[now] - own + LAMBDA * later[now]
        advantage[end - len(now) : end] = later[now]
        worth[now] = own
        end -= len(now)
    return Decisions(position, power, actions, advantage, advantage + value, chance)


@torch.no_grad()
def _judged(network: Network, env: BatchEnv, position: Any, power: Any, actions: Any) -> Any:
    """The chances of actions, all of a row together, and the value of each row."""
    chances, values = [], []
    for begin in range(0, len(power), env.games):
        rows = slice(begin, begin + env.games)
        sights, seen = _seen(network, env, position[rows], power[rows], actions[rows])
        chances.append(_together(seen.chance, sights).numpy())
        values.append(seen.value.numpy())
    return np.concatenate(chances), np.concatenate(values).astype(float)


def _seen(network: Network, env: BatchEnv, position: Any, power: Any, actions: Any) -> Any:
    games = np.arange(len(power))
    env.put(games, position)
    sights = look(env, games, power, network.foresees)
    picks = picks_of(sights, actions)
    return sights, judged(network, sights, picks, *relations_of(sights, picks))


def _together(numbers: torch.Tensor, sights: Any) -> torch.Tensor:
    """The sums of numbers of slots over each seat."""
    seat = torch.from_numpy(sights.seat[sights.starts[:-1]])
    return torch.zeros(sights.seats).index_add(0, seat, numbers)


def learn(
    network: Network, optimizer: Any, env: BatchEnv, all_: Decisions, terms: Terms, dice: Any
) -> dict[str, float]:
    """Go over the choices of an iteration so many times; what was seen in the last of them."""
    spread = all_.advantage.std() + 1e-6
    advantage = torch.from_numpy((all_.advantage - all_.advantage.mean()) / spread).float()
    before, goal = torch.from_numpy(all_.chance), torch.from_numpy(all_.goal).float()
    seen: list[list[float]] = []
    for epoch in range(terms.epochs):
        order = dice.permutation(len(all_.power))
        for begin in range(0, len(order), env.games):
            rows = order[begin : begin + env.games]
            given = all_.position[rows], all_.power[rows], all_.actions[rows]
            sights, found = _seen(network, env, *given)
            change = _together(found.chance, sights) - before[rows]
            ratio = torch.exp(change.clamp(-5, 5))
            gain = advantage[rows]
            better = torch.minimum(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            off = (found.value - goal[rows]).square().mean()
            spread_ = found.entropy.mean()
            loss = -better + WORTH * off - terms.entropy * spread_
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()
            if epoch == terms.epochs - 1:
                with torch.no_grad():
                    moved = float((ratio - 1 - change).mean())
                    clipped = float(((ratio - 1).abs() > CLIP).float().mean())
                seen.append([moved, clipped, off.item(), spread_.item()])
    names = ("moved", "clipped", "value error", "entropy")
    return dict(zip(names, np.mean(seen, axis=0).tolist(), strict=True))


def train(
    terms: Terms, start: Path | None, to: Path, iterations: int, shape: Shape = USUAL
) -> None:
    """Learn for so many iterations in all."""
    variant = find_variant(terms.variant)
    begin_with(terms.seed)
    network, held, done = Network(variant, *shape), None, 0
    if to.exists():
        network, held, head = load(to, variant)
        done = head["iterations"]
        if head["terms"] != {**terms._asdict()}:
            raise DragomanError(f"{to} was trained on other terms: {head['terms']}")
    elif start is not None:
        network, _, _ = load(start, variant)
        network.score.weight.data *= terms.sharpen
    optimizer = torch.optim.Adam(network.parameters(), terms.rate, eps=1e-5)
    if held is not None:
        optimizer.load_state_dict(held)
    arguments: dict[str, Any] = {"last_year": last_year_of(variant, terms.years)}
    arguments |= {"autoreset": "disabled", "shaping": terms.shaping * CENTS}
    env, desk = (BatchEnv(variant, games, **arguments) for games in (terms.games, BATCH))
    others = policy_called(terms.others)
    for iteration in range(done, iterations):
        began = time.process_time()
        dice = np.random.default_rng([terms.seed, iteration])
        course = played(network, env, others, dice)
        choices = decisions(network, course, desk)
        told = learn(network, optimizer, desk, choices, terms, dice)
        told = {"iteration": iteration + 1, "share": float(course.share.mean()),
                "won": float(course.won.mean()), "choices": len(choices.power), **told}  # fmt: skip
        told["seconds"] = time.process_time() - began
        save(to, network, optimizer, {"iterations": iteration + 1, "terms": {**terms._asdict()}})
        with to.with_suffix(".log").open("a", encoding="utf-8") as log:
            log.write(json.dumps({name: round(one, 4) for name, one in told.items()}) + "\n")


def main() -> None:
    """The program."""
    parser = parser_of(__doc__)
    parser.add_argument("--from", dest="start", type=Path, help="a network that was cloned")
    parser.add_argument("--to", type=Path, required=True, help="the network that learns")
    parser.add_argument("--iterations", type=int, default=100, help="in all, with those done")
    shape_arguments(parser)
    usual = Terms("france_austria")
    for name, value in usual._asdict().items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=type(value), default=value)
    run(parser, _train)


def _train(**given: Any) -> None:
    terms = Terms(*(given.pop(name) for name in Terms._fields))
    train(terms, shape=shape_of(given), **given)


if __name__ == "__main__":
    main()
