"""A whole championship, played at random through the real commands; a small one of the kind
that ``tools/championship.py`` plays for the documentation."""

from collections import Counter
from fractions import Fraction
from pathlib import Path

import championship
import pytest

from dragoman.tournament.log.store import Store


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> championship.Desk:
    folder = tmp_path_factory.mktemp("championship") / "nz99"
    found = championship.play(folder, 14, 5, (3, 4))
    yield found
    found.close()


@pytest.mark.slow
def test_every_game_has_a_result(desk: championship.Desk) -> None:
    scores = desk.do("scores")["scores"]
    assert Counter(one["board"] for one in scores) == dict.fromkeys(
        ("1A", "1B", "2A", "2B", "3A", "3B"), 7
    )
    assert desk.do("standings")["unfinished"] == []


@pytest.mark.slow
def test_the_standings_are_the_sum_of_the_games(desk: championship.Desk) -> None:
    """Of all games, less the penalty of two and a half points."""
    scores = sum(Fraction(one["points"]) for one in desk.do("scores")["scores"])
    standings = desk.do("standings")["standings"]
    assert sum(Fraction(one["points"]) for one in standings) == scores - Fraction("2.5")
    assert [one["place"] for one in standings] == sorted(one["place"] for one in standings)


@pytest.mark.slow
def test_the_board_that_was_judged_agrees_with_its_counts(desk: championship.Desk) -> None:
    board = desk.do("board", "1A")
    scored = [one["centers"] for one in desk.do("scores")["scores"] if one["board"] == "1A"]
    last = max(board["counts"])
    assert scored == list(board["counts"][last].values())


@pytest.mark.slow
def test_nobody_had_two_seats_in_a_round(desk: championship.Desk) -> None:
    for number in (1, 2, 3):
        roster = desk.do("roster", number)["boards"]
        players = [player for seats in roster.values() for player in seats.values()]
        assert len(players) == len(set(players)) == 14


@pytest.mark.slow
def test_the_whole_of_it_can_be_undone(desk: championship.Desk, tmp_path: Path) -> None:
    """Action by action, back to the founding; and the fold never stumbles on the way."""
    copy = tmp_path / "tournament.db"
    copy.write_bytes((desk.folder / "tournament.db").read_bytes())
    store = Store(tmp_path)
    actions = len({one.action for one in store.log()})
    for _ in range(actions - 1):
        store.undo()
    assert not store.load().players
