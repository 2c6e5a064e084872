"""Games as files to learn from: shards of samples, each with a digest.

A sample is what one power saw in one phase and ordered: the position, the legal orders of its
slots, which of them it chose, and what the game was worth to it in the end. ``write_shards`` makes
them of self-play, from a seed: the same arguments come to the same bytes of every array, whatever
``threads`` are, and a game is the same whatever ``a_shard`` is. ``shards_of_games`` makes them of
games that were played.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, get_args
from zipfile import BadZipFile

from dragoman.env.batch_env import BatchEnv
from dragoman.env.ground import generator_states
from dragoman.env.policies import ActionChoice, policy_called
from dragoman.errors import DragomanError
from dragoman.extras import extra
from dragoman.files import write_atomically

with extra("env"):
    import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    Columns = Mapping[str, npt.NDArray[Any]]

ShardFormat = Literal["npz", "parquet"]
MANIFEST: Final = "shards.json"
_FORM: Final = 1


def write_shards(
    folder: str | Path,
    games: int,
    policy: str | ActionChoice = "random",
    *,
    seed: int = 0,
    a_shard: int = 64,
    form: ShardFormat = "npz",
    **arguments: Any,
) -> Path:
    """Play so many games and write what was seen and ordered in them, ``a_shard`` games in each
    file; the manifest, which is written last. Further arguments are those of ``BatchEnv``.

    The columns of a shard, a row for each sample:

    - ``position``, ``(samples, cells)``: packed (``Batch.unpack``, ``BatchEnv.put``);
    - ``power``: its number; ``game``, ``phase``: which game of all, and which of its phases;
    - ``codes`` and ``starts``: the legal orders of its slots, one behind the other (see
      ``dragoman.rules.engine.packed_orders``), and where those of each slot begin, one more at the
      end; ``slots``, one more than samples: where the slots of each sample begin;
    - ``chosen``: for each slot the number of the order that was chosen, -1 for none;
    - ``value``: what the game was worth to the power, float32.

    Raises:
        DragomanError: if the folder holds shards already, or an argument is out of range.
        MissingExtra: if Parquet is asked for and the extra ``parquet`` is not installed.
    """
    if games < 1 or a_shard < 1:
        raise DragomanError(f"games and a_shard are 1 or more, not {games} and {a_shard}")
    shards = ShardFolder(folder, form)
    player = policy_called(policy)
    for first in range(0, games, a_shard):
        count = min(a_shard, games - first)
        env = BatchEnv(games=count, seed=seed, autoreset="disabled", **arguments)
        env.arrays.states[:] = generator_states(seed, np.arange(first, first + count))
        shards.write(first, count, _played(env, player, first))
    variant = env.variant  # pyright: ignore[reportPossiblyUnboundVariable]
    named = policy if isinstance(policy, str) else repr(policy)
    return shards.finish({"variant": variant.name, "policy": named, "seed": seed})


class ShardFolder:
    """A folder that shards are written into, one after the other, and last the manifest.

    Raises:
        DragomanError: if it holds shards already, or there is no such form.
    """

    def __init__(self, folder: str | Path, form: ShardFormat) -> None:
        self._where = Path(folder)
        self._form: ShardFormat = form
        if form not in get_args(ShardFormat):
            raise DragomanError(f"form is one of {', '.join(get_args(ShardFormat))}, not {form!r}")
        if (self._where / MANIFEST).exists():
            raise DragomanError(f"{folder} holds shards already: name another folder")
        self._where.mkdir(parents=True, exist_ok=True)
        self._told: list[dict[str, Any]] = []

    def write(self, first: int, games: int, columns: Columns) -> None:
        """Write the samples of so many games, the first of which has this number."""
        name = f"games-{first:08}.{self._form}"
        _write(self._where / name, columns, self._form)
        self._told.append({"file": name, "games": games, "samples": len(columns["power"]),
                           "sha256": digest_of(columns)})  # fmt: skip

    def finish(self, source: Mapping[str, Any]) -> Path:
        """Write the manifest, with what the games are."""
        manifest = {"form": _FORM, **source, "shards": self._told}
        path = self._where / MANIFEST
        write_atomically(path, (json.dumps(manifest, indent=1) + "\n").encode())
        return path


def read_shards(folder: str | Path) -> Iterator[Columns]:
    """The shards of a folder, one after the other, each looked over.

    Raises:
        DragomanError: if there are none, or what stands in one is not what was written.
    """
    where = Path(folder)
    try:
        manifest = json.loads((where / MANIFEST).read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise DragomanError(f"{where} holds no shards: {error}") from None
    for told in manifest["shards"]:
        path = where / told["file"]
        try:
            columns = _read(path)
        except (OSError, ValueError, KeyError, EOFError, BadZipFile, zlib.error) as error:
            raise DragomanError(f"{path} cannot be read: {error}") from None
        if digest_of(columns) != told["sha256"]:
            raise DragomanError(f"{path} is not what was written: its digest is another")
        yield columns


def digest_of(columns: Columns) -> str:
    """The SHA-256 of what stands in columns: their names, types, shapes and bytes."""
    whole = hashlib.sha256()
    for name in sorted(columns):
        array = np.ascontiguousarray(columns[name])
        whole.update(f"{name} {array.dtype.str} {array.shape}\n".encode())
        whole.update(array.tobytes())
    return whole.hexdigest()


def _played(env: BatchEnv, player: ActionChoice, first: int) -> Columns:
    """Games played to their end, as columns."""
    samples, total = Samples(), np.zeros(env.rewards.shape, np.float32)
    numbers = np.arange(env.games) + first
    while not env.done.all():
        actions = np.array(player(env))
        samples.add(env, ~env.done[:, None], actions, numbers, env.phases)
        total += env.step(actions).rewards
    columns = samples.columns()
    columns["value"] = total[columns["game"] - first, columns["power"]]
    return columns


class Samples:
    """Samples as they come, phase after phase."""

    def __init__(self) -> None:
        self._parts: dict[str, list[npt.NDArray[Any]]] = {}

    def add(
        self,
        env: BatchEnv,
        asked: npt.NDArray[np.bool_],
        actions: npt.NDArray[Any],
        numbers: npt.NDArray[Any],
        phases: npt.NDArray[Any],
    ) -> None:
        """Take what powers see and choose in an environment, of those that are ``asked``, an array
        that spreads to ``(games, powers)``, and have something to order. ``numbers`` and ``phases``
        are those of each game."""
        counts = env.observation.counts
        games, powers = np.nonzero((counts[..., 0] > 0) & asked)
        sizes = counts[games, powers]
        rows, slots = np.nonzero(sizes)
        codes, begins = env.codes()
        at = begins[games, powers][rows, slots]
        lengths = sizes[rows, slots]
        # From the place of each list among the codes of its game to that of each order.
        shift: Any = at - np.cumsum(lengths) + lengths
        places: Any = np.repeat(shift, lengths) + np.arange(int(lengths.sum()))
        for name, array in (
            ("position", env.rows[games].copy()),
            ("power", powers.astype(np.int16)),
            ("game", numbers[games].astype(np.int32)),
            ("phase", phases[games].astype(np.int32)),
            ("_slots", (sizes > 0).sum(axis=1)),
            ("_lengths", lengths.astype(np.int64)),
            ("codes", codes[np.repeat(games[rows], lengths), places]),
            ("chosen", actions[games, powers][rows, slots].astype(np.int32)),
        ):
            self._parts.setdefault(name, []).append(array)

    def columns(self) -> dict[str, npt.NDArray[Any]]:
        """All of them as columns, but for ``value``."""
        whole = {name: np.concatenate(arrays) for name, arrays in self._parts.items()}
        whole["slots"] = _starts(whole.pop("_slots"))
        whole["starts"] = _starts(whole.pop("_lengths"))
        return whole


def _starts(lengths: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths, dtype=np.int64)])


def _write(path: Path, columns: Columns, form: ShardFormat) -> None:
    if form == "npz":
        with path.open("wb") as file:
            np.savez_compressed(file, **columns)  # pyright: ignore[reportArgumentType]
        return
    with extra("parquet"):
        import pyarrow  # pyright: ignore[reportMissingTypeStubs]
        from pyarrow import parquet  # pyright: ignore[reportMissingTypeStubs]

    arrow: Any = pyarrow
    table: Any = _table(arrow, columns)
    parquet.write_table(table, str(path), compression="zstd")  # pyright: ignore


def _table(arrow: Any, columns: Columns) -> Any:
    """A row for each sample: lists where an array has several numbers for it."""
    slots, starts = columns["slots"], columns["starts"]

    def lists(offsets: Any, values: Any) -> Any:
        return arrow.LargeListArray.from_arrays(arrow.array(offsets), values)

    position = columns["position"]
    cells = arrow.FixedSizeListArray.from_arrays(
        arrow.array(position.reshape(-1)), position.shape[1]
    )
    orders = lists(starts, arrow.array(columns["codes"]))
    return arrow.table(
        {
            "position": cells,
            **{name: arrow.array(columns[name]) for name in ("power", "game", "phase", "value")},
            "codes": lists(slots, orders),
            "chosen": lists(slots, arrow.array(columns["chosen"])),
        }
    )


def _read(path: Path) -> Columns:
    if path.suffix == ".npz":
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            return {name: file[name] for name in file.files}
    with extra("parquet"):
        from pyarrow import parquet  # pyright: ignore[reportMissingTypeStubs]

    read: Any = parquet.read_table  # pyright: ignore
    table: Any = read(str(path)).combine_chunks()
    plain, count = ("power", "game", "phase", "value"), int(table.num_rows)
    found: dict[str, Any] = {name: table[name].to_numpy() for name in plain}
    cells, codes, chosen = (_whole(table, name) for name in ("position", "codes", "chosen"))
    found["position"] = cells.values.to_numpy().reshape(count, -1)
    found["slots"], found["starts"] = codes.offsets.to_numpy(), codes.values.offsets.to_numpy()
    found["codes"] = codes.values.values.to_numpy()
    found["chosen"] = chosen.values.to_numpy()
    return found


def _whole(table: Any, name: str) -> Any:
    """A column of a table in one piece."""
    return table[name].combine_chunks()
