"""Samples of self-play: the same of the same seed, the same in both forms, and looked over."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from dragoman.env.shards import MANIFEST, digest_of, read_shards, write_shards
from dragoman.errors import DragomanError
from dragoman.rules.engine.packed_orders import packed_kind
from tests.env.conftest import SMALL, env_of
from tests.env.test_batch_env import judge_of

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("env")]


def written(folder: Path, **arguments: object) -> list[dict[str, np.ndarray]]:
    write_shards(folder, 5, seed=3, a_shard=2, variant=SMALL, last_year=1903, **arguments)  # type: ignore[arg-type]
    return [dict(one) for one in read_shards(folder)]


def test_the_same_comes_of_the_same_seed_in_both_forms(tmp_path: Path) -> None:
    one = written(tmp_path / "one")
    other = written(tmp_path / "other", form="parquet", threads=2)
    assert [digest_of(shard) for shard in one] == [digest_of(shard) for shard in other]
    told = [json.loads((tmp_path / where / MANIFEST).read_text()) for where in ("one", "other")]
    digests = [[shard["sha256"] for shard in manifest["shards"]] for manifest in told]
    assert digests[0] == digests[1] and len(set(digests[0])) == 3
    assert [shard["games"] for shard in told[0]["shards"]] == [2, 2, 1]
    whole = tmp_path / "whole"
    write_shards(whole, 5, seed=3, variant=SMALL, last_year=1903)
    (shard,) = read_shards(whole)
    for place, part in zip((0, 2, 4), one, strict=True):
        own = (shard["game"] >= place) & (shard["game"] < place + 2)
        assert (shard["position"][own] == part["position"]).all()
    assert sorted({int(game) for shard in one for game in shard["game"]}) == [0, 1, 2, 3, 4]


def test_samples_are_what_was_seen_and_chosen(tmp_path: Path) -> None:
    env = env_of(SMALL, 2, last_year=1903, autoreset="disabled")
    for shard in written(tmp_path, policy="dumbbot")[:1]:
        samples = len(shard["power"])
        assert len(shard["slots"]) == samples + 1 and len(shard["value"]) == samples
        assert len(shard["starts"]) == shard["slots"][-1] + 1 == len(shard["chosen"]) + 1
        assert len(shard["codes"]) == shard["starts"][-1]
        for sample in range(0, samples, 5):
            env.put([0], shard["position"][sample : sample + 1])
            power = int(shard["power"][sample])
            first, last = shard["slots"][sample : sample + 2]
            counts = env.observation.counts[0, power]
            assert (
                counts[counts > 0].tolist() == np.diff(shard["starts"][first : last + 1]).tolist()
            )
            codes = env.padded_codes()[0, power]
            for slot in range(last - first):
                begin, end = shard["starts"][first + slot : first + slot + 2]
                assert codes[slot, : end - begin].tolist() == shard["codes"][begin:end].tolist()
                assert -1 <= shard["chosen"][first + slot] < end - begin
        assert {packed_kind(int(code)) for code in shard["codes"]} >= {0, 1, 2}
        by_game = {
            (g, p): v for g, p, v in zip(shard["game"], shard["power"], shard["value"], strict=True)
        }
        assert all(
            value == by_game[game, power]
            for game, power, value in zip(
                shard["game"], shard["power"], shard["value"], strict=True
            )
        )
        assert judge_of(env).unpack(shard["position"][:1])[0].units == env.start.units


def test_what_was_changed_or_is_not_there_is_told(tmp_path: Path) -> None:
    written(tmp_path)
    with pytest.raises(DragomanError, match="holds shards already"):
        written(tmp_path)
    (file, *_) = sorted(tmp_path.glob("*.npz"))
    with np.load(file) as held:
        columns = {name: held[name] for name in held.files}
    columns["value"][0] += 1
    np.savez(file, **columns)
    with pytest.raises(DragomanError, match="its digest is another"):
        next(read_shards(tmp_path))
    file.write_bytes(file.read_bytes()[:-40])
    with pytest.raises(DragomanError, match="cannot be read"):
        next(read_shards(tmp_path))
    file.write_bytes(b"no shard")
    with pytest.raises(DragomanError, match="cannot be read"):
        next(read_shards(tmp_path))
    with pytest.raises(DragomanError, match="holds no shards"):
        next(read_shards(tmp_path / "nowhere"))
    with pytest.raises(DragomanError, match="form is one of npz, parquet"):
        write_shards(tmp_path / "x", 1, form="csv")  # type: ignore[arg-type]
    with pytest.raises(DragomanError, match="1 or more"):
        write_shards(tmp_path / "x", 0)
