"""The test that ends a contest of two, and the tables for other programs."""

from __future__ import annotations

import csv
from pathlib import Path
from random import Random

import pytest

from dragoman.arena import (
    Contest,
    GameResult,
    Sprt,
    SprtCourse,
    entrant_called,
    run,
    write_rows,
)
from dragoman.arena.rows import COLUMNS, check_rows
from dragoman.refusal import ActionRefused
from tests.arena.test_arena import HOLDERS, AtOnce


def game(number: int, dice: Random, strength: float) -> GameResult:
    """A game in which the first one's share of squares is about as great as its strength."""
    seat = number % 7
    players = tuple(int(one != seat) for one in range(7))
    share = min(max(dice.gauss(strength, 0.12), 0.0), 1.0)
    own = round((share / max(1 - share, 1e-3) * 6 * 100) ** 0.5)
    centers = tuple(own if one == seat else 10 for one in range(7))
    return GameResult(number, players, centers, -1, 1911)


def course(seed: int, strength: float, test: Sprt, most: int = 70_000) -> SprtCourse:
    dice, found = Random(seed), SprtCourse(test, 7)
    for number in range(most):
        if found.add(game(number, dice, strength)):
            break
    return found


@pytest.mark.parametrize("is_upper", [False, True])
def test_it_errs_as_often_as_it_may(is_upper: bool) -> None:
    test = Sprt(0.20, 0.24, 0.05, 0.05)
    found = [course(seed, 0.24 if is_upper else 0.20, test) for seed in range(200)]
    wrong = sum(one.found != (0.24 if is_upper else 0.20) for one in found)
    assert wrong <= 20, "one of twenty, and what chance may add"
    assert all(one.games % 7 == 0 and one.games >= 56 for one in found)
    # As many as a test of fixed length would need are not played, on average.
    assert sum(one.games for one in found) / len(found) < 400


def test_a_strength_far_off_is_found_at_once() -> None:
    assert course(1, 0.5, Sprt(0.2, 0.24)).games == 56
    assert course(1, 0.5, Sprt(0.2, 0.24)).found == 0.24
    assert course(1, 0.02, Sprt(0.2, 0.24)).found == 0.2


def test_shares_that_do_not_scatter_decide_too() -> None:
    found = SprtCourse(Sprt(0.1, 0.2), 7)
    same = [
        GameResult(n, tuple(int(s != n % 7) for s in range(7)), (4,) * 7, -1, 1911)
        for n in range(56)
    ]
    assert [found.add(one) for one in same] == [False] * 55 + [True]
    assert found.found == 0.1


@pytest.mark.parametrize(
    "numbers",
    [(0.5, 0.5), (0.6, 0.5), (-0.1, 0.5), (0.5, 1.1), (0.1, 0.2, 0), (0.1, 0.2, 0.05, 0.5)],
)
def test_no_test_at_all(numbers: tuple[float, ...]) -> None:
    with pytest.raises(ActionRefused):
        Sprt(*numbers)


def test_no_more_is_played_once_it_is_decided_and_the_same_decides_again(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    asked: list[int] = []

    def decided(one: GameResult) -> bool:
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
    faulty = GameResult(
        0,
        (0, 1, 1, 1, 1, 1, 1),
        (0, 18, 2, 2, 4, 4, 4),
        1,
        1908,
        ("ENGLAND in S1901M: hung", "ITALY x"),
    )
    other = GameResult(8, (1, 0, 1, 1, 1, 1, 1), (4, 6, 4, 4, 6, 6, 4), -1, 1911)
    path = tmp_path / f"rows.{ending}"
    check_rows(path)
    write_rows(contest, [faulty, other], path)
    rows = rows_in(path)
    assert len(rows) == 14 and list(rows[0]) == list(COLUMNS)
    plain = [{name: str(value) for name, value in row.items()} for row in rows]
    assert (plain[1]["power"], plain[1]["name"], plain[1]["fault"]) == (
        "ENGLAND",
        "loeb",
        "ENGLAND in S1901M: hung",
    )
    assert plain[1]["won"] in ("1", "True") and plain[0]["won"] in ("0", "False")
    assert {row["seed"] for row in plain[:7]} == {str(contest.seed_of(0))}
    assert plain[7]["round"] == "1" and float(plain[8]["share"]) == pytest.approx(36 / 172)
    assert sum(float(row["share"]) for row in plain[7:]) == pytest.approx(1)


def test_a_table_of_no_kind(tmp_path: Path) -> None:
    with pytest.raises(ActionRefused, match="no name of a table"):
        check_rows(tmp_path / "rows.xlsx")
    with pytest.raises(ActionRefused, match="no folder"):
        check_rows(tmp_path / "none" / "rows.csv")
