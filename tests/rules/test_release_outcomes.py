"""What the judge made of random turns at an earlier release, and makes of them now.

``release_outcomes.json`` has digests of the outcomes at 4d97351, before positions were packed into
190 bytes: one for each thousand of the first twenty thousand turns under each preset and on some
other boards; and under each preset ten of a hundred thousand turns each. Ten thousand turns are
compared, all of them where DRAGOMAN_TEST_TURNS asks for a million. A change of the rules that is
meant changes them: run this file as a program to write them anew, and say in the changelog what has
changed.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import drawn_turns
import numpy as np
import pytest
from drawn_turns import BUILD, PHASES_PLAYED, REMOVE, Drawing, Ints, Orders, digests, in_order

from dragoman.formats import load_variant
from dragoman.rules import PRESETS
from dragoman.rules.batch import Batch, PositionColumns
from dragoman.rules.engine.codes import HOLD, MOVE, NONE, SUPPORT
from dragoman.rules.engine.packed_orders import packed

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("compiled")]

OUTCOMES = Path(__file__).with_name("release_outcomes.json")
GROUNDS = Path(__file__).parents[1] / "cases/dipwork/boards/grounds"
"""A board with weak paths, kinds of unit that cost more than one, and build grounds."""
BOARDS = ("abstraction_2", "britain", "chaos", "crowded", "white_winter", GROUNDS)
GAMES = 200
"""A digest is of a thousand turns."""
IS_LONG = int(os.environ.get("DRAGOMAN_TEST_TURNS", "0")) >= 1_000_000


def batches() -> dict[str, Batch]:
    standard = load_variant("standard")
    found = {
        f"standard {name}": Batch(standard.board, rules, standard.victory_centers, 1)
        for name, rules in PRESETS.items()
        if not name.startswith("machiavelli")
    }
    for name in BOARDS:
        variant = load_variant(name)
        found[Path(name).name] = Batch(
            variant.board, variant.rule_set, variant.victory_centers, 1, variant.calendar
        )
    return found


BATCHES = batches()


def played(
    batch: Batch, drawing: Drawing, games: Ints
) -> Iterator[tuple[PositionColumns, Any, Ints]]:
    """The phases of some games: the positions after each, the results, and how many there are."""
    kinds = np.array([phase.kind.value for phase in batch.calendar.phases])
    ways = {"M": drawing.movement, "R": drawing.retreats, "A": drawing.adjustments}
    after = drawing.beginning(games)
    for step in range(1, PHASES_PLAYED + 1):
        before = in_order(after)
        codes = np.full((len(games), len(drawing.provinces)), NONE, dtype=np.int32)
        given = np.zeros(len(games), dtype=np.int64)
        for kind, draw in ways.items():
            at = np.flatnonzero(kinds[before.phase] == kind)
            if len(at) > 0:
                some = PositionColumns(
                    *(None if column is None else column[at] for column in before)
                )
                orders = draw(some, games[at], 1000 * step)
                wide = numbered(orders, kind == "A")[:, : codes.shape[1]]
                there = np.arange(wide.shape[1]) < orders.count[:, np.newaxis]
                codes[at, : wide.shape[1]] = np.where(there, wide, NONE)
                given[at] = orders.count
        cells, results = batch.process(batch.pack_columns(before), codes)
        after = batch.columns(cells)
        yield after, results, given


def numbered(orders: Orders, is_winter: bool) -> Any:
    """The orders as a batch takes them."""
    if not is_winter:
        return packed(orders.type, orders.via, orders.target, orders.other)  # type: ignore
    return np.select(
        [orders.type == BUILD, orders.type == REMOVE],
        [packed(MOVE, 0, orders.target, orders.other), packed(SUPPORT, 0, NONE, orders.target)],
        packed(HOLD, 0, NONE, orders.other),
    )


def outcomes(batch: Batch, first: int, thousands: int) -> list[str]:
    """A digest for each thousand turns."""
    drawing = Drawing(batch.board)
    found: list[str] = []
    for begin in range(first, first + thousands, 10):
        groups = min(10, first + thousands - begin)
        games = np.arange(begin * GAMES, (begin + groups) * GAMES)
        found += digests(played(batch, drawing, games), groups, len(drawing.provinces))
    return found


def outcomes_of_many(batch: Batch, hundred_thousand: int) -> str:
    each = "".join(outcomes(batch, 100 * hundred_thousand, 100))
    return hashlib.blake2b(each.encode(), digest_size=8).hexdigest()


@pytest.mark.parametrize("name", BATCHES)
def test_outcomes_are_those_of_the_release(name: str) -> None:
    expected = json.loads(OUTCOMES.read_text("utf-8"))[name]
    first = expected["thousands"].split()[: None if IS_LONG else 10]
    assert outcomes(BATCHES[name], 0, len(first)) == first
    if IS_LONG:
        for part, digest in enumerate(expected.get("hundred thousands", "").split()):
            assert outcomes_of_many(BATCHES[name], part) == digest, f"hundred thousand {part}"


def test_the_turns_are_worth_judging() -> None:
    """Of every kind, full of conflict, and the same however many are drawn at a time."""
    drawing = Drawing(load_variant("standard").board)
    games = np.arange(400)
    position = in_order(drawing.beginning(games))
    orders = drawing.movement(position, games, 1000)
    alone = in_order(drawing.beginning(games[7:8]))
    of_one = drawing.movement(alone, games[7:8], 1000)
    assert np.array_equal(orders.target[7], of_one.target[0])
    there = np.arange(orders.type.shape[1]) < orders.count[:, np.newaxis]
    kinds = np.bincount(orders.type[there], minlength=4) / there.sum()
    assert (kinds > (0.1, 0.4, 0.1, 0.05)).all()
    assert (orders.count > drawn_turns.SIZES.min() - 1).all()


def write_outcomes() -> None:
    lines: list[str] = []
    for name, batch in BATCHES.items():
        found = {"thousands": " ".join(outcomes(batch, 0, 20))}
        if name.startswith("standard "):
            found["hundred thousands"] = " ".join(outcomes_of_many(batch, i) for i in range(10))
        lines.append(f"  {json.dumps(name)}: {json.dumps(found)}")
    OUTCOMES.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


if __name__ == "__main__":
    write_outcomes()
