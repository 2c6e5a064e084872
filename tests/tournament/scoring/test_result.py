"""The record of a game: what it says, what it lacks, and what cannot be."""

from __future__ import annotations

import pytest
from golden_games import POWERS, game

from dragoman.tournament.scoring import (
    SYSTEMS,
    GameResult,
    MissingData,
    ResultEnding,
    check_result,
    choose_scoring,
)

START = (3, 3, 3, 3, 3, 4, 3)


def codes(result: GameResult) -> list[str]:
    return [fault.code for fault in check_result(result, 34, 18)]


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        (game((10, 8, 7, 5, 4, 0, 0)), []),
        (game((10, 8, 7, 5, 2, 0, 0)), []),  # two may be neutral still
        (game((10, 8, 7, 5, 5, 0, 0)), ["too-many-centers"]),
        (game((10, 8, 7, 5, 5, -1, 0)), ["bad-count"]),
        (GameResult(POWERS, {1900: START, 1901: (3, 3, 3, 3, 3, 3, 3)}, ResultEnding.TIME_DRAW),
         ["lost-centers"]),
        (GameResult(POWERS, {1901: (5, 5, 5, 5, 5, 5, 0), 1902: (5, 5, 5, 5, 5, 5, 1)},
                    ResultEnding.TIME_DRAW), ["back-from-the-dead"]),
        (GameResult(POWERS, {1899: START, 1901: (5, 5, 5, 5, 5, 5, 0)}, ResultEnding.TIME_DRAW),
         ["bad-year"]),
        (game((18, 8, 5, 3, 0, 0, 0), ending=ResultEnding.SOLO), []),
        (GameResult(POWERS, {1908: (17, 8, 5, 3, 1, 0, 0)}, ResultEnding.SOLO, POWERS[0]),
         ["no-solo"]),
        (GameResult(POWERS, {1908: (18, 8, 5, 3, 0, 0, 0)}, ResultEnding.TIME_DRAW),
         ["game-was-won"]),
        (GameResult(POWERS, {1907: (18, 8, 5, 3, 0, 0, 0), 1908: (19, 8, 5, 2, 0, 0, 0)},
                    ResultEnding.SOLO, POWERS[0]), ["game-was-won"]),
        (GameResult(POWERS, {1908: (17, 17, 0, 0, 0, 0, 0)}, ResultEnding.VOTED_DRAW,
                    drawn=frozenset({POWERS[0], POWERS[1], POWERS[2]})), ["dead-in-draw"]),
        (GameResult(POWERS, {1908: (17, 17, 0, 0, 0, 0, 0)}, ResultEnding.VOTED_DRAW,
                    drawn=frozenset({POWERS[0]})), ["draw-of-one"]),
        (game((10, 8, 7, 5, 4, 0, 0), out=(1905, 0, 0, 0, 0, 0, 0)), ["alive"]),
        (game((10, 8, 7, 5, 4, 0, 0), out=(0, 0, 0, 0, 0, 1900, 1909)), ["bad-year", "bad-year"]),
        (GameResult(POWERS, {1904: (9, 8, 7, 5, 4, 1, 0), 1908: (10, 8, 7, 5, 4, 0, 0)},
                    ResultEnding.TIME_DRAW, eliminated={POWERS[5]: 1904}), ["bad-year"]),
    ],
)  # fmt: skip
def test_what_cannot_be(result: GameResult, expected: list[str]) -> None:
    assert codes(result) == expected


@pytest.mark.parametrize(
    "contradiction",
    [
        {"counts": {}},
        {"counts": {1908: (34,)}},
        {"ending": ResultEnding.SOLO},
        {"soloist": POWERS[0]},
        {"drawn": frozenset({"Spain"}), "ending": ResultEnding.VOTED_DRAW},
        {"drawn": frozenset({POWERS[0], POWERS[1]})},
        {"eliminated": {"Spain": 1905}},
    ],
)
def test_contradictions_are_a_programmers_mistake(contradiction: dict[str, object]) -> None:
    right = {"counts": {1908: (10, 8, 7, 5, 4, 0, 0)}, "ending": ResultEnding.TIME_DRAW}
    with pytest.raises(ValueError, match=r"game|counts|solo|power|draw"):
        GameResult(POWERS, **(right | contradiction))


def test_years_of_an_elimination() -> None:
    result = GameResult(
        POWERS,
        {1904: (9, 8, 7, 5, 4, 1, 0), 1905: (10, 8, 7, 5, 4, 0, 0), 1908: (10, 8, 8, 4, 4, 0, 0)},
        ResultEnding.TIME_DRAW,
    )
    assert result.elimination_year(POWERS[5]) == 1905
    assert (result.years_played(POWERS[5]), result.years_survived(POWERS[5])) == (5, 4)
    assert (result.years_played(POWERS[0]), result.years_survived(POWERS[0])) == (8, 7)
    assert result.held_center_after(POWERS[5], 1904)
    assert not result.held_center_after(POWERS[5], 1906)
    with pytest.raises(MissingData, match="Turkey was eliminated"):
        result.elimination_year(POWERS[6])
    assert not result.held_center_after(POWERS[6], 1904)


def test_out_in_the_first_year() -> None:
    result = GameResult(POWERS, {1901: (6, 6, 6, 6, 6, 4, 0)}, ResultEnding.TIME_DRAW)
    assert result.elimination_year(POWERS[6]) == 1901


def test_stopped_in_spring_1901() -> None:
    """NZ1999, rule 13: the counts are those of the start, and twelve centres are neutral."""
    result = GameResult(POWERS, {1900: START}, ResultEnding.TIME_DRAW)
    assert check_result(result, 34, 18) == ()
    for name in SYSTEMS.keys() - {"own-places"}:
        scores = choose_scoring(name)[0].score(result)
        assert scores["Russia"] == max(scores.values())
        equal = len({scores[power] for power in POWERS if power != "Russia"}) == 1
        assert equal or name == "italia-2010", "which tells equals apart by their powers"
        assert min(scores.values()) >= 0


def test_sharers() -> None:
    assert game((10, 8, 7, 5, 4, 0, 0)).sharers == POWERS[:5]
    assert game((18, 8, 5, 3, 0, 0, 0)).sharers == ()
    assert game((10, 8, 7, 5, 4, 0, 0), ending=ResultEnding.ABANDONED).sharers == ()


@pytest.mark.parametrize(
    ("name", "settings", "code", "candidates"),
    [
        ("detour98", {}, "unknown-scoring", "detour98f"),
        ("", {}, "unknown-scoring", ""),
        ("detour98f", {"decimal": 2}, "unknown-setting", "decimals"),
        ("carnage", {"decimals": 2}, "unknown-setting", ""),
        ("detour98f", {"decimals": 10}, "bad-setting", ""),
        ("detour98f", {"decimals": -1}, "bad-setting", ""),
        ("detour98f", {"decimals": True}, "bad-setting", ""),
        ("detour98f", {"decimals": "3"}, "bad-setting", ""),
        ("detour98f", {"early_end": "no"}, "bad-setting", ""),
        ("detour98f", {"early_end": ["nobody"]}, "bad-setting", ""),
        ("duct-tape", {"elimination_order": 1}, "bad-setting", ""),
    ],
)
def test_wrong_settings(name: str, settings: dict[str, object], code: str, candidates: str) -> None:
    scoring, faults = choose_scoring(name, settings)
    assert [fault.code for fault in faults] == [code]
    assert not candidates or candidates in faults[0].candidates
    assert faults[0].remedy
    assert scoring is None or scoring == choose_scoring(name)[0]
