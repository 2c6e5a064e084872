"""The test that ends a contest of two, and the tables for other programs."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from dragoman.arena import (
    Contest,
    ContestGame,
    Sprt,
    SprtCourse,
    entrant_called,
    results_file,
    run,
    write_rows,
)
from dragoman.arena.results_file import COLUMNS, check_rows
from dragoman.refusal import ActionRefused
from tests.arena.test_arena import HOLDERS, AtOnce

Draw = Callable[[Random], float]


def game(number: int, share: float) -> ContestGame:
    """A game in which the first one's share of squares is about as great."""
    seat = number % 7
    players = tuple(int(one != seat) for one in range(7))
    if share > 0.999:
        return ContestGame(number, players, (0,) * 7, seat, 1911)
    own = round((share / (1 - share) * 6) ** 0.5 * 10_000)
    centers = tuple(own if one == seat else 10_000 for one in range(7))
    return ContestGame(number, players, centers, -1, 1911)


def course(seed: int, draw: Draw, test: Sprt, most: int = 70_000) -> SprtCourse:
    dice, found = Random(seed), SprtCourse(test, 7)
    for number in range(most):
        if found.add(game(number, draw(dice))):
            break
    return found


def won_or_lost(share: float) -> Draw:
    return lambda dice: float(dice.random() < share)


def scattered(share: float) -> Draw:
    return lambda dice: dice.betavariate(7 * share, 7 * (1 - share))


def won_now_and_then(share: float) -> Draw:
    """Half of what it makes of its games it owes to a few victories."""
    rest = share / 2 / (1 - share / 2)
    return lambda dice: 1.0 if dice.random() < share / 2 else rest * 2 * dice.random()


def alike(share: float) -> Draw:
    return lambda dice: share


@pytest.mark.slow
@pytest.mark.parametrize("is_upper", [False, True])
@pytest.mark.parametrize(
    ("kind", "lower", "upper", "most"),
    [
        (won_or_lost, 0.01, 0.02, 1100),
        (won_or_lost, 0.025, 0.05, 450),
        (won_now_and_then, 0.025, 0.05, 320),
        (won_now_and_then, 0.143, 0.18, 420),
        (scattered, 0.143, 0.18, 190),
        (alike, 0.143, 0.18, 130),
    ],
)
def test_it_errs_as_seldom_as_it_says(
    kind: Callable[[float], Draw], lower: float, upper: float, most: int, is_upper: bool
) -> None:
    """Rare victories, too, of which the first rounds show nothing."""
    true = upper if is_upper else lower
    found = [course(seed, kind(true), Sprt(lower, upper)) for seed in range(400)]
    wrong = sum(one.found != true for one in found)
    assert wrong <= 33, "one of twenty, and thrice what chance may add"
    assert all(one.games % 7 == 0 for one in found)
    assert sum(one.games for one in found) / len(found) < most


def test_smaller_errors_are_kept_too() -> None:
    test = Sprt(0.05, 0.15, 0.3, 0.01)
    low = [course(seed, won_or_lost(0.05), test).found for seed in range(300)]
    high = [course(seed, won_or_lost(0.15), test).found for seed in range(300)]
    assert 30 < low.count(0.15) <= 114, "which is allowed, and happens"
    assert high.count(0.05) <= 8


def test_rounds_of_nothing_do_not_decide_at_once() -> None:
    """A program that wins one game in fifty wins none in the first eight rounds of three."""
    found = SprtCourse(Sprt(0.01, 0.02), 7)
    assert not any([found.add(game(number, 0.0)) for number in range(56)])
    assert -1 < found.ratios[0] < 0 < found.ratios[1] < 1


def test_a_strength_far_off_is_found_soon() -> None:
    assert course(1, scattered(0.5), Sprt(0.2, 0.24)).games <= 56
    assert course(1, scattered(0.5), Sprt(0.2, 0.24)).found == 0.24
    assert course(1, scattered(0.02), Sprt(0.2, 0.24)).found == 0.2


def test_no_ratio_is_without_end() -> None:
    for share in (0.0, 0.5, 1.0):
        found = SprtCourse(Sprt(1e-6, 1 - 1e-6, 1e-9, 1e-9), 7)
        assert any([found.add(game(number, share)) for number in range(700)])
        assert all(abs(ratio) < 1e4 for ratio in found.ratios)


@pytest.mark.parametrize(
    "numbers",
    [
        *((0.5, 0.5), (0.6, 0.5), (-0.1, 0.5), (0.5, 1.1), (0.0, 0.1), (0.9, 1.0)),
        *((0.1, 0.2, 0), (0.1, 0.2, 0.05, 0.5), (0.1, 0.2, 5e-324), (0.1, 0.2, 0.05, 1e-10)),
    ],
)
def test_no_test_at_all(numbers: tuple[float, ...]) -> None:
    with pytest.raises(ActionRefused):
        Sprt(*numbers)


def test_no_more_is_played_once_it_is_decided_and_the_same_decides_again(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    asked: list[int] = []

    def decided(one: ContestGame) -> bool:
        asked.append(one.game)
        return one.game == 4

    first = run(HOLDERS, 5000, path, AtOnce(9000), decided=decided)
    assert [one.game for one in first] == asked == list(range(5))
    asked.clear()
    again = AtOnce(0)
    assert run(HOLDERS, 5000, path, again, decided=decided) == first
    assert asked == list(range(5)) and not again.games


def rows_in(path: Path) -> list[dict[str, object]]:
    if path.suffix == ".csv":
        with path.open(newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))
    parquet = pytest.importorskip("pyarrow.parquet")
    return parquet.read_table(path).to_pylist()


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_a_row_for_each_power_of_each_game(tmp_path: Path, ending: str) -> None:
    contest = Contest(
        (
            entrant_called("a,b=dragoman.bots:civil_disorder".replace(",", "-")),
            entrant_called("loeb"),
        )
    )
    faulty = ContestGame(
        0,
        (0, 1, 1, 1, 1, 1, 1),
        (0, 18, 2, 2, 4, 4, 4),
        1,
        1908,
        ("ENGLAND in S1901M: hung", "ITALY x"),
    )
    other = ContestGame(8, (1, 0, 1, 1, 1, 1, 1), (4, 6, 4, 4, 6, 6, 4), -1, 1911)
    path = tmp_path / f"rows.{ending}"
    check_rows(path)
    write_rows(contest, [faulty, other], path)
    results_file = rows_in(path)
    assert len(results_file) == 14 and list(results_file[0]) == list(COLUMNS)
    plain = [{name: str(value) for name, value in row.items()} for row in results_file]
    assert (plain[1]["power"], plain[1]["name"], plain[1]["fault"]) == (
        "ENGLAND",
        "loeb",
        "ENGLAND in S1901M: hung",
    )
    assert plain[1]["won"] in ("1", "True") and plain[0]["won"] in ("0", "False")
    assert {row["seed"] for row in plain[:7]} == {str(contest.seed_of(0))}
    assert plain[7]["round"] == "1" and float(plain[8]["share"]) == pytest.approx(36 / 172)
    assert sum(float(row["share"]) for row in plain[7:]) == pytest.approx(1)


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_rows_are_written_as_they_come(tmp_path: Path, ending: str, monkeypatch) -> None:
    """In groups of which the last is not full, and not all held at a time."""
    monkeypatch.setattr(results_file, "_AT_ONCE", 50)
    held: list[int] = []

    def results() -> Iterator[ContestGame]:
        for number in range(20):
            held.append(path.stat().st_size if (path := next(tmp_path.glob(".*"))) else 0)
            yield ContestGame(number, HOLDERS.seating(number), (4,) * 7, -1, 1911)

    path = tmp_path / f"rows.{ending}"
    write_rows(HOLDERS, results(), path)
    assert len(held) == 20, "it was being written before the first game was asked for"
    assert [int(str(row["game"])) for row in rows_in(path)] == [n // 7 for n in range(140)]


def test_a_table_of_no_kind(tmp_path: Path) -> None:
    with pytest.raises(ActionRefused, match="no name of a table"):
        check_rows(tmp_path / "rows.xlsx")
    with pytest.raises(ActionRefused, match="no folder"):
        check_rows(tmp_path / "none" / "rows.csv")
