"""``dragoman env shards`` and ``read`` carried out."""

from __future__ import annotations

import csv
import json
import os
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

from dragoman.diagnostics import Diagnostic, Severity
from dragoman.env.recordings import Divergence, RecordedGame, recorded_games
from dragoman.errors import DragomanError
from dragoman.formats import VariantError, load_variant
from dragoman.game import Game
from dragoman.games.requests import Answer
from dragoman.long_work import tell

_MOST_TOLD: Final = 20
"""So many faults of games are told one by one, ..."""
_MOST_SORTS: Final = 30
"""... and so many sorts of divergences are listed."""


class Shape(NamedTuple):
    """The files that data go into."""

    folder: Path
    reward: str
    form: str
    a_shard: int


def played(
    shape: Shape,
    games: int,
    policy: str,
    variant: str,
    seed: int,
    last_year: int | None,
    threads: int,
) -> Answer:
    """Make shards of games of bots."""
    from dragoman.env.shards import write_shards

    try:
        manifest = write_shards(
            shape.folder,
            games,
            policy,
            seed=seed,
            a_shard=shape.a_shard,
            form=cast(Any, shape.form),
            variant=load_variant(variant),
            last_year=last_year,
            reward=shape.reward,
            threads=threads,
        )
    except VariantError as error:
        return Answer(diagnostics=error.diagnostics)
    except DragomanError as error:
        return _refused(error)
    return _told(manifest)


def _told(manifest: Path) -> Answer:
    """An answer that says what was written, by its manifest."""
    shards = json.loads(manifest.read_text("utf-8"))["shards"]
    games, samples = (sum(one[name] for one in shards) for name in ("games", "samples"))
    text = f"{samples:,} samples of {games:,} games in {len(shards):,} files: {manifest.parent}"
    return Answer(text, {"manifest": str(manifest), "games": games, "samples": samples})


def _refused(error: DragomanError) -> Answer:
    return Answer(diagnostics=(Diagnostic("not-made", str(error)),))


def reread(
    files: tuple[Path, ...], shape: Shape | None, variant: str, others: Path | None
) -> Answer:
    """Read games, list what came out otherwise, and make shards of them."""
    try:
        wanted = load_variant(variant)
    except VariantError as error:
        return Answer(diagnostics=error.diagnostics)
    tally, made = _Tally(), Answer()
    with _table(others) as tally.rows:
        games = tally.games(files)
        if shape is None:
            for _ in games:
                pass
        else:
            made = _shards(shape, tally.of_variant(games, wanted.name))
    return tally.answer(made)


@contextmanager
def _table(path: Path | None) -> Generator[Any]:
    """The rows of a file, which is there once it has all of them; None without a file."""
    if path is None:
        yield None
        return
    part = path.with_name(f"{path.name}.part")
    try:
        with part.open("w", encoding="utf-8", newline="") as file:
            rows = csv.writer(file)
            rows.writerow(Divergence._fields)
            yield rows
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _shards(shape: Shape, games: Iterator[Game]) -> Answer:
    from dragoman.env.recorded_shards import shards_of_games

    form = cast(Any, shape.form)
    try:
        return _told(
            shards_of_games(
                shape.folder, games, reward=shape.reward, a_shard=shape.a_shard, form=form
            )
        )
    except DragomanError as error:
        return _refused(error)


class _Tally:
    """A count of all that is found while games are read."""

    def __init__(self) -> None:
        self.rows: Any = None
        """Where divergences are written, if anywhere."""
        self._faults: list[Diagnostic] = []
        self._count: Counter[str] = Counter()
        self._sorts: Counter[tuple[str, str, str]] = Counter()

    def games(self, files: tuple[Path, ...]) -> Iterator[Game]:
        """The games of files that can be read, each noted."""
        for path in files:
            for one in recorded_games(path):
                self._note(one)
                tell("Reading games", self._count["games"])
                if one.game is not None:
                    yield one.game

    def of_variant(self, games: Iterator[Game], name: str) -> Iterator[Game]:
        """Those on one map; of the others it is counted how many there are."""
        for game in games:
            if game.variant.name == name:
                yield game
            else:
                self._count["other maps"] += 1

    def _note(self, one: RecordedGame) -> None:
        self._count["games"] += one.game is not None
        self._count["unreadable"] += one.game is None
        self._count["phases"] += 0 if one.game is None else len(one.game.history)
        # A fault of one game takes no other with it.
        for fault in one.diagnostics:
            if one.game is None or fault.is_error:
                self._count["faults"] += 1
                if len(self._faults) < _MOST_TOLD:
                    self._faults.append(replace(fault, severity=Severity.WARNING))
        for found in one.divergences:
            if found.order:
                self._sorts[found.theirs or "success", found.ours or "success", found.rule] += 1
            self._count["orders" if found.order else "positions"] += 1
            if self.rows is not None:
                self.rows.writerow(found)

    def answer(self, made: Answer) -> Answer:
        """All of it."""
        count = self._count
        lines = [f"{count['games']:,} games, {count['phases']:,} phases judged again"]
        if count["unreadable"]:
            lines.append(f"{count['unreadable']:,} that are no game, or cannot be read")
        if count["other maps"]:
            lines.append(f"{count['other maps']:,} on other maps, left out of the data")
        told = f"{count['orders']:,} orders and {count['positions']:,} positions came out otherwise"
        lines.append(told)
        for (theirs, ours, rule), times in self._sorts.most_common(_MOST_SORTS):
            lines.append(
                f"{times:9,} recorded as {theirs}, here {ours}" + (f": {rule}" * bool(rule))
            )
        if made.text:
            lines.append(made.text)
        data = {
            **{name.replace(" ", "_"): number for name, number in count.items()},
            "sorts": [
                {"theirs": theirs, "ours": ours, "rule": rule, "orders": times}
                for (theirs, ours, rule), times in self._sorts.most_common()
            ],
            **made.data,
        }
        faults = [*self._faults, *made.diagnostics]
        if count["faults"] > len(self._faults):
            more = f"{count['faults'] - len(self._faults):,} more faults like these"
            faults.append(Diagnostic("more-faults", more, severity=Severity.WARNING))
        if not count["games"]:
            what, remedy = "there is no game in this", "give saved games of the diplomacy package"
            faults.append(Diagnostic("no-game", what, remedy))
        return Answer("\n".join(lines), data, tuple(faults))
