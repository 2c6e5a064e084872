"""The kernel called from compiled code of one's own, beside the calls of a batch."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from dragoman.formats import load_variant
from dragoman.rules.batch import Batch

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("compiled")]

GATES = Path(__file__).parents[1] / "cases" / "njudge/boards/passes"


@pytest.fixture(scope="module")
def play_on():
    import numba

    from dragoman.rules.batch.in_compiled_code import draw_row, process_row

    @numba.njit(nogil=True)
    def play(room, row, codes, results, states, phases):
        for _ in range(phases):
            if draw_row(room, row, codes, states) < 0:
                return False
            process_row(room, row, codes, results, True)
        return True

    return play


def batch_of(name: str | Path) -> tuple[Batch, np.ndarray]:
    variant = load_variant(name)
    terms = variant.rule_set, variant.victory_centers, 1, variant.calendar
    batch = Batch(variant.board, *terms)
    return batch, batch.pack([variant.start])


@pytest.mark.parametrize("name", ["standard", "chaos", GATES])
def test_a_game_in_compiled_code_is_that_of_the_batch(name: str | Path, play_on) -> None:
    batch, cells = batch_of(name)
    states = batch.states(1, seed=4)
    codes = np.zeros(len(batch.board.provinces), np.int32)
    results = np.zeros(len(batch.board.provinces), np.uint8)
    row, own = cells[0].copy(), states.copy()
    assert play_on(batch.room(), row, codes, results, own, 5)
    for _ in range(5):
        chosen = batch.random_orders(cells, states)
        cells, became = batch.process(cells, chosen, checked=True)
    given = np.count_nonzero(chosen >= 0)
    assert np.array_equal(row, cells[0]) and own[0] == states[0]
    assert np.array_equal(results[:given], became[0][:given])


def test_orders_are_listed_as_the_batch_lists_them() -> None:
    from dragoman.rules.batch.in_compiled_code import list_row

    batch, cells = batch_of("standard")
    room, games = batch.room(), np.repeat(cells, 40, axis=0)
    states = batch.states(40, seed=9)
    codes, counts = np.zeros(4096, np.int32), np.zeros(80, np.int64)
    dues = np.zeros(80, np.int32)
    kinds = set[int]()
    for _ in range(12):
        games, _ = batch.process(games, batch.random_orders(games, states))
        latest = games[np.unique(games[:, 0], return_index=True)[1]]  # one of each phase
        for row in latest:
            listed = batch.legal_orders(row[np.newaxis])
            rows = len(listed.owners)
            assert list_row(room, row, codes, counts, dues) == 0
            assert np.array_equal(counts[:rows], np.diff(listed.starts))
            assert np.array_equal(dues[:rows], listed.dues)
            assert np.array_equal(codes[: counts[:rows].sum()], listed.codes)
            kinds.add(int(row[0]))
    assert len(kinds) == 5
    assert list_row(room, cells[0], codes[:3], counts, dues) == -1


def test_arrays_that_the_kernel_cannot_take_are_refused(play_on) -> None:
    import numba

    batch, cells = batch_of("standard")
    codes, results = np.zeros(160, np.int32)[::2], np.zeros(80, np.uint8)
    with pytest.raises(numba.TypingError, match="in one piece"):
        play_on(batch.room(), cells[0], codes, results, batch.states(1), 1)


def test_one_position_with_many_sets_of_orders() -> None:
    batch, cells = batch_of("standard")
    copies = np.repeat(cells, 20, axis=0)
    codes = batch.random_orders(copies, batch.states(20, seed=2))
    for got, wanted in zip(
        batch.process_many(cells[0], codes), batch.process(copies, codes), strict=True
    ):
        assert np.array_equal(got, wanted)


def test_results_are_written_where_one_wants_them() -> None:
    batch, cells = batch_of("standard")
    cells = np.repeat(cells, 3, axis=0)
    codes = batch.random_orders(cells, batch.states(3, seed=2))[:, :34]
    expected = batch.process(cells, codes)
    results = np.full(codes.shape, 99, np.uint8)
    after, became = batch.process(cells, codes, out=(cells, results))
    assert after is cells and became is results
    assert np.array_equal(cells, expected[0]) and np.array_equal(results, expected[1])
    with pytest.raises(ValueError, match="needed is uint8"):
        batch.process(cells, codes, out=(cells, results.astype(np.int32)))
    with pytest.raises(ValueError, match="in one piece"):
        batch.process(cells, codes, out=(np.asfortranarray(cells), results))


def test_the_tables_are_those_of_the_board() -> None:
    batch, _ = batch_of("standard")
    board, tables = batch.board, batch.tables
    locations = list(board.locations)
    start = list(board.kinds).index("F") * tables.location_count + locations.index("STP/SC")
    steps = tables.steps[tables.step_starts[start] : tables.step_starts[start + 1]]
    assert {locations[step] for step in steps} == {"BOT", "FIN", "LVN"}
    homes = [place for place, power in enumerate(tables.home_of) if power >= 0]
    assert len(homes) == 22 and tables.center_count == 34 == batch.form.center_count


def test_arrays_that_cannot_be_written_to_need_no_code_of_their_own() -> None:
    batch, cells = batch_of("standard")
    states = batch.states(1, seed=4)
    chosen = batch.random_orders(cells, states.copy())
    for array in (cells, chosen):
        array.setflags(write=False)
    assert np.array_equal(batch.random_orders(cells, states.copy()), chosen)
    listed = batch.legal_orders(cells)
    after, _ = batch.process(cells, chosen, checked=True)
    assert len(listed.codes) and not np.array_equal(after, cells)
    states.setflags(write=False)
    with pytest.raises(ValueError, match="can be written to"):
        batch.random_orders(cells, states)
    batch.room()  # whose functions are the only ones of their kernel
