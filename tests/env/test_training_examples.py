"""The recipes of `examples/training`: what their policies see and choose, that they learn, go on
where they were stopped, and play as bots. What needs PyTorch is skipped without it, and says so."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dragoman.arena import Contest, Estimate, entrant_called
from dragoman.arena.playing import play_games
from dragoman.arena.standings import mean
from dragoman.env import BatchEnv, read_shards
from dragoman.errors import DragomanError
from dragoman.game import find_variant
from dragoman.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Remove,
    Retreat,
    Support,
    Waive,
)
from tests.env.conftest import SMALL

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("env")]

RECIPES = Path(__file__).parents[2] / "examples" / "training"
sys.path.append(str(RECIPES))  # they are programs beside each other, not a package
import choosing, clone, collect, foresight, playing, sights, trained  # noqa: E401, E402, I001


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games of a searching player to learn from."""
    folder = tmp_path_factory.mktemp("training") / "games"
    collect.collect(folder, SMALL, 48, 60, seed=1, years=6, before="")
    return folder


@pytest.fixture(scope="module")
def policy(games: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A linear policy that learned from them."""
    path = tmp_path_factory.mktemp("policies") / "linear.npz"
    seen = clone.clone([games], SMALL, path, 5)
    assert [one["epochs"] for one in seen] == [1, 2, 3, 4, 5]
    assert seen[-1]["aside loss"] < seen[0]["aside loss"]
    return path


def some_sights(variant: str = "standard", phases: int = 5) -> Iterator[tuple[BatchEnv, Any, Any]]:
    """The sight of all powers in games of random play, with their orders as objects."""
    env = BatchEnv(variant, 4, seed=2)
    for _ in range(phases):
        env.step_random()
        where = np.nonzero(env.observation.counts[..., 0])
        orders = [
            order
            for game, power in zip(*where, strict=True)
            for own in env.orders(int(game), env.powers[power])
            for order in own
        ]
        yield env, sights.look(env, *where), orders


def meant(order: Order) -> int:
    """The type that an order has for a policy."""
    match order:
        case Move():
            return sights.SAILS if order.via_convoy else sights.GOES
        case Support():
            return sights.HELPS_STAY if order.target is None else sights.HELPS_GO
        case Build():
            return sights.BUILDS_FIRST + (order.unit.kind != "A")
    others = {Hold: sights.HOLDS, Convoy: sights.CONVOYS, Retreat: sights.RETREATS_TO,
              Disband: sights.DISBANDS, Remove: sights.REMOVES, Waive: sights.WAIVES}  # fmt: skip
    return others[type(order)]


def test_orders_are_seen_as_what_they_are() -> None:
    types: set[int] = set()
    for env, seen, orders in some_sights(phases=16):
        assert [meant(order) for order in orders] == seen.type.tolist()
        places = [*env.variant.board.locations, ""]
        for number in range(0, len(orders), 5):
            order = orders[number]
            at, to, other = (places[one[number]] for one in (seen.at, seen.to, seen.other))
            match order:
                case Move() | Retreat():
                    assert (at, to, other) == (order.unit.location, order.target, "")
                case Support():
                    helped = order.supported.location
                    assert (at, to, other) == (order.unit.location, order.target or helped, helped)
                case Hold() | Disband() | Build() | Remove():
                    assert at == to == order.unit.location
        types |= {*seen.type.tolist()}
    assert types >= {*range(sights.WAIVES)} - {sights.SAILS, sights.CONVOYS}


def test_what_is_true_of_orders() -> None:
    """Some contexts, against positions as objects."""
    columns = [sights.CONTEXTS.index(name) for name in (
        "a centre of nobody's there", "a centre of another's there", "an own centre there",
        "another unit of others can come there", "two can", "three can",
    )]  # fmt: skip
    for env, seen, orders in some_sights(phases=6):
        province, positions = env.variant.board.province_of, env.positions()
        games, powers = (one.tolist() for one in np.nonzero(env.observation.counts[..., 0]))
        coming: dict[tuple[int, str], set[tuple[str, str]]] = {}
        for number, order in enumerate(orders):
            if isinstance(order, Move) and not order.via_convoy:
                seat = seen.seat[number]
                who = env.powers[powers[seat]], order.unit.location
                coming.setdefault((games[seat], province[order.target]), set()).add(who)
        for number in range(0, len(orders), 3):
            order, seat = orders[number], seen.seat[number]
            if not isinstance(order, Hold | Move):
                continue
            power, there = env.powers[powers[seat]], end_of(order, province)
            owner = positions[games[seat]].owners.get(there, "")
            is_center = there in env.variant.board.centers
            foes = {one for one in coming.get((games[seat], there), ()) if one[0] != power}
            truth = [is_center and not owner, bool(owner) and owner != power, owner == power]
            truth += [len(foes) >= least for least in (1, 2, 3)]
            assert seen.context[number, columns].tolist() == truth


def test_slots_know_what_those_before_them_chose() -> None:
    """The relations of orders, against the same worked out from orders as objects."""
    dice, seen_true = np.random.default_rng(0), set[str]()
    for env, seen, orders in some_sights(phases=9):
        picks, relations = choosing.choose(AnyOrder(), seen, dice)
        again, _ = choosing.relations_of(seen, picks)
        assert (again == relations).all()
        province = env.variant.board.province_of
        for number in range(0, len(orders), 3):
            order, slot = orders[number], seen.slot[number]
            if not isinstance(order, Hold | Move | Support):
                continue
            before = [
                orders[pick] for pick in picks
                if seen.seat[pick] == seen.seat[number] and seen.slot[pick] < slot
            ]  # fmt: skip
            ends = {province[one.unit.location]: end_of(one, province) for one in before}
            here, own = province[order.unit.location], end_of(order, province)
            helpers = [one for one in before if isinstance(one, Support)]
            helpers = [one for one in helpers if province[one.supported.location] == here]
            goes = isinstance(order, Move)
            truth = {
                "goes where an own unit goes": goes
                and any(end == own and at != own for at, end in ends.items()),
                "goes where an own unit stays": goes and ends.get(own) == own,
                "goes where an own unit leaves": goes and ends.get(own, own) != own,
                "an own unit helps it": any(aim_of(one, province) == own for one in helpers),
                "an own unit helps this unit do something else": any(
                    aim_of(one, province) != own for one in helpers
                ),
                "helps what an own unit does": isinstance(order, Support)
                and ends.get(province[order.supported.location]) == aim_of(order, province),
            }
            for name, value in truth.items():
                assert bool(relations[number, choosing.RELATIONS.index(name)]) is value, name
                seen_true |= {name} if value else set()
    assert len(seen_true) == 6


def test_what_dumbbots_would_do_is_foreseen() -> None:
    """As their orders are as objects; and of the same position the same, wherever it stands."""
    env = BatchEnv("standard", 3, seed=6)
    for _ in range(4):
        env.step_random()
    province, places = env.variant.board.province_of, [*env.variant.board.provinces]
    of = sights.ground_of(env.variant.board).province_of
    seen = foresight.foresee(env, of)
    coming, helped = np.zeros_like(seen.coming), np.zeros_like(seen.coming)
    for actions in seen.actions:
        for game, power in np.argwhere(env.observation.counts[..., 0] > 0):
            for slot, own in enumerate(env.orders(int(game), env.powers[power])):
                order = own[actions[game, power, slot]]
                if isinstance(order, Move):
                    coming[game, power, places.index(province[order.target])] += 0.25
                if isinstance(order, Support) and order.target:
                    helped[game, power, places.index(province[order.target])] += 0.25
    assert (coming == seen.coming).all() and (helped == seen.backed).all() and helped.any()
    rows = np.arange(3)
    given = sights.look(env, rows, rows, foresees=True)
    env.put(rows, env.rows[::-1].copy())
    again = sights.look(env, rows[::-1], rows, foresees=True)
    assert given.foresight.any() and (given.foresight == again.foresight).all()
    assert (given.areas == again.areas).all()


class AnyOrder:
    """A policy to which all orders are alike."""

    foresees = False

    def begin(self, sights: Any) -> None:
        return None

    def weigh(self, begun: None, chosen: Any, relations: Any) -> Any:
        return np.zeros(len(chosen), np.float32)


def end_of(order: Any, province: Any) -> str:
    return province[order.target if isinstance(order, Move) else order.unit.location]


def aim_of(order: Any, province: Any) -> str:
    return province[order.target or order.supported.location]


def test_nothing_is_built_or_removed_twice() -> None:
    env, adjusted = BatchEnv("standard", 8, seed=4), 0
    player = playing.PolicyPlayer(AnyOrder(), np.random.default_rng(1))
    for _ in range(40):
        answer = env.step(player(env))
        assert not answer.infos["illegal"].any() and not answer.infos["doubled"].any()
        adjusted += int((np.asarray(env.observation.build_numbers) != 0).sum())
    assert adjusted > 30


def share(policy: object, others: str, games: int = 48, variant: str = SMALL) -> Estimate:
    """The share of a policy in games of six years, by the arena."""
    entrants = tuple(map(entrant_called, (f"policy:trained:load:{policy}", others)))
    contest = Contest(entrants, variant=variant, last_year=1906, seed=5)
    results = [one.result for one in play_games(contest, range(games))]
    shares = [one.share_of(0) for one in results]
    return mean(shares, [contest.round_of(one.game) for one in results])


def test_a_policy_learns_from_games(policy: Path) -> None:
    assert share(policy, "random").low > 0.65
    assert share(policy, "dumbbot").low > share("greedy", "dumbbot").high


def test_learning_goes_on_where_it_was_stopped(
    games: Path, policy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, epochs = tmp_path / "linear.npz", 0
    lots = clone.lots

    def stopped(*given: Any) -> Iterator[Any]:
        nonlocal epochs
        epochs += 1
        if epochs > 5:  # what it learns from and what is kept aside, twice, and then half of it
            raise KeyboardInterrupt
        return lots(*given)

    with monkeypatch.context() as patch:
        patch.setattr(clone, "lots", stopped)
        with pytest.raises(KeyboardInterrupt):
            clone.clone([games], SMALL, path, 5)
    assert len(clone.clone([games], SMALL, path, 5)) == 3
    one, other = (np.load(where) for where in (path, policy))
    assert one.files == other.files and all((one[n] == other[n]).all() for n in one.files)


def test_games_are_the_same_of_the_same_seed_and_searched_by_one(
    games: Path, tmp_path: Path
) -> None:
    again = tmp_path / "again"
    collect.collect(again, SMALL, 16, 60, seed=1, years=6, before="")
    told = [json.loads((where / "shards.json").read_text())["shards"] for where in (games, again)]
    assert told[0][:1] == told[1]
    (first, *_) = collect.examples_of([games])
    assert {*first["power"].tolist()} == {0, 1}
    assert first["value"].mean() > 60  # of 100; a dumbbot has some 46


def test_a_search_takes_over_from_a_policy(policy: Path, tmp_path: Path) -> None:
    folder = tmp_path / "own"
    collect.collect(folder, SMALL, 16, 30, seed=2, years=6, before=str(policy))
    (shard,) = read_shards(folder)
    (own,) = collect.examples_of([folder])
    late = collect.late_of(np.asarray(shard["game"]), *collect.told_of([folder]))
    assert (
        0
        < len(own["power"])
        == int(((shard["phase"] >= late) & (shard["power"] == shard["game"] % 2)).sum())
    )


def test_it_plays_in_matches_and_as_a_bot(policy: Path, tmp_path: Path) -> None:
    given = {**os.environ, "PYTHONPATH": str(RECIPES)}
    for command, others in (["env", "match"], ["dumbbot"]), (["arena"], ["loeb"]):
        asked = [sys.executable, "-m", "dragoman", *command, f"policy:trained:load:{policy}"]
        asked += [*others, "--variant", SMALL, "--games", "4", "--last-year", "1902", "--json"]
        asked += ["--file", str(tmp_path / f"{command[0]}.jsonl")]
        done = subprocess.run(asked, env=given, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert "trained:load" in done.stdout and json.loads(done.stdout)


@pytest.mark.parametrize(
    ("program", "given", "told"),
    [
        (clone, ["nowhere", "--to", "x.npz"], "no whole collection of games: "),
        (clone, ["nowhere", "--to", "x.txt"], "x.txt is no policy: name a file .npz or .pt"),
        (collect, ["x", "--games", "0"], "games and a_shard are 1 or more, not 0 and "),
        (collect, ["x", "--evaluations", "0"], "evaluations and years are 1 or more, not 0"),
        (collect, ["x", "--before", "x.npz"], "x.npz is no policy: "),
        (collect, ["x", "--before", "nobody"], "nobody is no policy: name greedy, or a file"),
        (collect, ["x", "--variant", "nowhere"], "nowhere"),
    ],
)
def test_what_is_wrong_is_told(
    program: Any,
    given: list[str],
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["program", *given])
    with pytest.raises(SystemExit) as ended:
        program.main()
    said = capsys.readouterr()
    assert ended.value.code == 2 and not said.out
    assert said.err.startswith("error: ") and told in said.err
    assert not [*tmp_path.iterdir()]


def test_a_policy_is_for_its_variant(policy: Path, tmp_path: Path) -> None:
    variants = [find_variant(name) for name in (SMALL, "germany_italy")]
    with pytest.raises(DragomanError, match=f"{SMALL}, not of form 1, germany_italy"):
        trained.policy_from(str(policy), variants[1])
    cut = tmp_path / "cut.npz"
    cut.write_bytes(policy.read_bytes()[:-300])
    with pytest.raises(DragomanError, match="is no policy"):
        trained.policy_from(str(cut), variants[0])


def test_a_network_learns_and_goes_on(games: Path, tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed")
    import network
    import ppo

    paths, small = [tmp_path / "one.pt", tmp_path / "two.pt"], clone.Shape(16, 2, True)
    seen = clone.clone([games], SMALL, paths[0], 2, shape=small)
    assert seen[1]["aside loss"] < seen[0]["aside loss"]
    clone.clone([games], SMALL, paths[1], 2, shape=small)
    assert same(*paths)
    terms = ppo.Terms(SMALL, games=8, years=3, sharpen=2.0)
    ends = [tmp_path / "straight.pt", tmp_path / "stopped.pt"]
    ppo.train(terms, paths[0], ends[0], 2)
    ppo.train(terms, paths[0], ends[1], 1)
    ppo.train(terms, paths[0], ends[1], 2)
    assert same(*ends) and not same(paths[0], ends[0])
    rows = [json.loads(line) for line in ends[1].with_suffix(".log").read_text().splitlines()]
    assert [row["iteration"] for row in rows] == [1, 2]
    with pytest.raises(DragomanError, match="other terms"):
        ppo.train(terms._replace(games=9), paths[0], ends[0], 3)
    assert 0 <= share(ends[0], "dumbbot", 2).value <= 1
    ends[0].write_bytes(b"nothing")
    with pytest.raises(DragomanError, match="is no network"):
        network.load(ends[0], find_variant(SMALL))


def same(one: Path, other: Path) -> bool:
    import torch

    states = [torch.load(path, weights_only=True)["network"] for path in (one, other)]
    return all(bool((states[0][name] == states[1][name]).all()) for name in states[0])
