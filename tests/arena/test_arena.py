"""Contests between bots: kept, taken up again, and counted."""

from __future__ import annotations

import io
import json
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path

import pytest

from dragoman.arena import (
    Contest,
    ContestGame,
    Entrant,
    entrant_called,
    run,
    table_of,
    table_text,
)
from dragoman.arena.contest import bot_entrant
from dragoman.arena.playing import play_games
from dragoman.arena.results_file import (
    add_results,
    begin_results,
    read_contest,
    read_results,
)
from dragoman.arena.running import thoughts_of
from dragoman.arena.standings import mean, proportion, student
from dragoman.bots import bot_called
from dragoman.refusal import ActionRefused

HOLDERS = Contest(
    (entrant_called("dragoman.bots:civil_disorder"), entrant_called("civil-disorder")),
    last_year=1901,
)
"""Played bot by bot, as one of them is named by its module: nobody moves."""


def result(game: int, held: tuple[int, ...], winner: int = -1) -> ContestGame:
    players = tuple(int(seat != game % 7) for seat in range(7))
    return ContestGame(game, players, held, winner, 1911)


class AtOnce(Executor):
    """Carries out what it is given at once, and fails after so many lots."""

    def __init__(self, lots: int) -> None:
        self._left, self.games = lots, list[int]()

    def submit(self, fn, /, *args, **kwargs):
        done: Future = Future()
        self._left -= 1
        if self._left < 0:
            done.set_exception(RuntimeError("killed"))
        else:
            self.games += args[1]
            done.set_result(fn(*args, **kwargs))
        return done


def test_each_game_is_kept_and_the_rest_played_later(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    with pytest.raises(RuntimeError, match="killed"):
        run(HOLDERS, 6, path, AtOnce(2), at_once=2)
    before = {one.game for one in read_results(HOLDERS, path)}
    assert before == {0, 1, 2, 3}
    again = AtOnce(9)
    results = run(HOLDERS, 6, path, again, at_once=2)
    assert sorted({*again.games, *before}) == list(range(6)) and not before & {*again.games}
    assert [one.game for one in results] == list(range(6))
    assert [one.seats_of(0) for one in results] == [(0,), (1,), (2,), (3,), (4,), (5,)]
    assert read_contest(path) == (HOLDERS, results)
    assert results[0].centers == (3, 3, 3, 3, 3, 4, 3) and results[5].share(5) == 16 / 70


def test_a_file_of_another_contest_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    run(HOLDERS, 1, path, AtOnce(1))
    kept = path.read_bytes()
    other = Contest(HOLDERS.entrants, last_year=1902)
    with pytest.raises(ActionRefused, match="another contest"):
        run(other, 1, path, AtOnce(1))
    assert path.read_bytes() == kept
    path.write_text("nonsense\n")
    with pytest.raises(ActionRefused, match="no file of an arena"):
        run(HOLDERS, 1, path, AtOnce(1))


@pytest.mark.parametrize(
    ("head", "said"),
    [
        ("", "it is empty"),
        ("null", "its first line says no contest"),
        ('{"form": 2, "contest": "x"}', "its first line says no contest"),
        ('{"form": 2, "contest": {}}', "its first line says no contest"),
        ("[" * 100_000, "nested too deeply"),
        ("\udcff", "can't decode"),
        (json.dumps({"form": 1, "contest": HOLDERS.described()}), "it has the form 1"),
    ],
)
def test_a_first_line_that_is_none_is_told(tmp_path: Path, head: str, said: str) -> None:
    path = tmp_path / "results.jsonl"
    path.write_bytes(head.encode("utf-8", "surrogateescape"))
    for read in (read_contest, lambda at: read_results(HOLDERS, at)):
        with pytest.raises(ActionRefused, match=f"no file of an arena: .*{said}"):
            read(path)


def test_a_contest_of_what_are_no_entrants(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    path.write_text(json.dumps({"form": 2, "contest": {**HOLDERS.described(), "entrants": 5}}))
    with pytest.raises(ActionRefused, match="says no contest"):
        read_contest(path)
    with pytest.raises(ActionRefused, match="another contest: entrants 5"):
        read_results(HOLDERS, path)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"players": [9, 1, 1, 1, 1, 1, 1]}, "game 1 is played by 1 0 1 1 1 1 1, not 9 1"),
        ({"players": [1] * 7}, "not 1 1 1 1 1 1 1"),
        ({"players": None}, "not None"),
        ({"centers": [3] * 6}, "no centres of 7 powers"),
        ({"centers": [3, 3, 3, 3, 3, 3, -1]}, "no centres"),
        ({"centers": [10**30, *[0] * 6]}, "no centres"),
        ({"centers": [True] * 7}, "no centres"),
        ({"winner": 7}, "winner is 7, and no number from -1 to 6"),
        ({"year": 1e400}, "year is inf"),
        ({"game": -1}, "game is -1"),
        ({"faults": "hung"}, "hung are no faults"),
    ],
)
def test_a_line_that_is_no_game_is_named(tmp_path: Path, wrong: dict, said: str) -> None:
    path = tmp_path / "results.jsonl"
    whole = run(HOLDERS, 4, path, AtOnce(9))
    lines = path.read_text("utf-8").splitlines(keepends=True)
    bad = json.dumps(json.loads(lines[2]) | wrong) + "\n"
    path.write_text("".join((*lines[:2], bad, *lines[3:])))
    with pytest.raises(ActionRefused, match=f"results.jsonl, line 3, is no game .*{said}"):
        read_results(HOLDERS, path)
    path.write_text("".join((*lines[:2], *lines[3:])))
    again = AtOnce(9)
    assert run(HOLDERS, 4, path, again) == whole and again.games == [1], "as it is told"


def test_a_disk_that_is_full_loses_and_damages_nothing(tmp_path: Path) -> None:
    """The system then writes a part of what it is given, and says so by its number alone."""
    resource = pytest.importorskip("resource")
    path = tmp_path / "results.jsonl"
    begin_results(HOLDERS, path)
    add_results(path, [result(0, (4,) * 7)])
    before = path.read_bytes()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 50, hard))
    try:
        with pytest.raises(OSError, match="File too large"):
            add_results(path, [result(1, (4,) * 7), result(2, (4,) * 7)])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert path.read_bytes() == before
    add_results(path, [result(3, (4,) * 7)])
    assert [one.game for one in read_results(HOLDERS, path)] == [0, 3]


def test_what_is_written_a_part_at_a_time_is_all_there(tmp_path: Path, monkeypatch) -> None:
    class Sparing(io.FileIO):
        def write(self, data, /) -> int:
            return super().write(bytes(data)[:11])

    path = tmp_path / "results.jsonl"
    begin_results(HOLDERS, path)
    monkeypatch.setattr(Path, "open", lambda path, *_, **__: Sparing(path, "ab"))
    add_results(path, [result(game, (4,) * 7) for game in range(3)])
    monkeypatch.undo()
    assert [one.game for one in read_results(HOLDERS, path)] == [0, 1, 2]


def test_games_are_added_to_the_file_and_the_others_left_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    run(HOLDERS, 3, path, AtOnce(9))
    before, inode = path.read_bytes(), path.stat().st_ino
    run(HOLDERS, 5, path, AtOnce(9))
    assert path.read_bytes().startswith(before) and path.stat().st_ino == inode
    assert len(read_results(HOLDERS, path)) == 5


@pytest.mark.parametrize("torn", ['{"game": 3, "pla', '{"game": 3', "\x00"])
def test_a_line_that_a_kill_cut_off_is_played_again(tmp_path: Path, torn: str) -> None:
    path = tmp_path / "results.jsonl"
    whole = run(HOLDERS, 4, path, AtOnce(9))
    lines = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[:-1]) + torn)
    assert read_results(HOLDERS, path) == whole[:3]
    again = AtOnce(9)
    assert run(HOLDERS, 4, path, again) == whole and again.games == [3]
    assert path.read_text("utf-8").splitlines(keepends=True) == lines


def test_the_last_line_may_lack_its_end(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    run(HOLDERS, 2, path, AtOnce(9))
    path.write_text(path.read_text("utf-8").removesuffix("\n"))
    again = AtOnce(9)
    assert len(run(HOLDERS, 3, path, again)) == 3 and again.games == [2]
    assert len(read_results(HOLDERS, path)) == 3


def test_a_slow_contest_keeps_each_game_by_itself(tmp_path: Path) -> None:
    lots: list[list[int]] = []

    class Noting(AtOnce):
        def submit(self, fn, /, *args, **kwargs):
            lots.append(args[1])
            return super().submit(fn, *args, **kwargs)

    run(HOLDERS, 3, tmp_path / "results.jsonl", Noting(9))
    assert lots == [[0], [1], [2]]
    searching = Contest((entrant_called("search:650"), entrant_called("dumbbot")))
    quick = Contest((entrant_called("random"), entrant_called("dumbbot")))
    assert not searching.is_quick and quick.is_quick


def test_a_contest_of_many_games_is_asked_for_little_by_little(tmp_path: Path) -> None:
    """Not all of a million games wait at a time for somebody to play them."""
    waiting: list[Future] = []

    class Lazy(Executor):
        def submit(self, fn, /, *args, **kwargs):
            future: Future = Future()
            waiting.append(future)
            if len(waiting) == 1024:
                waiting[0].set_exception(RuntimeError("enough"))
            assert len(waiting) <= 1024
            return future

    with pytest.raises(RuntimeError, match="enough"):
        run(HOLDERS, 1_000_000, tmp_path / "results.jsonl", Lazy())
    assert sum(future.cancelled() for future in waiting) == 1023


def test_what_is_told_grows(tmp_path: Path) -> None:
    told: list[int] = []
    with ThreadPoolExecutor(1) as executor:
        path = tmp_path / "results.jsonl"
        run(HOLDERS, 3, path, executor, at_once=1, told=lambda found: told.append(len(found)))
    assert told == [1, 2, 3]


def test_shares_are_of_squares() -> None:
    assert result(0, (10, 10, 5, 5, 4, 0, 0)).share(0) == 100 / 266
    assert result(0, (16, 18, 0, 0, 0, 0, 0), winner=1).share(0) == 0
    assert result(1, (16, 18, 0, 0, 0, 0, 0), winner=1).share(1) == 1
    assert result(1, (16, 16, 2, 0, 0, 0, 0)).is_top(1)
    assert not result(2, (16, 16, 2, 0, 0, 0, 0)).is_top(2)
    table = table_of(HOLDERS, [result(game, (3, 3, 3, 3, 3, 4, 3)) for game in range(14)])
    assert [games for _, games, _ in table.by_seat] == [2] * 7
    assert table.tops.value == 1 / 7 and table.solos.high == pytest.approx(0.215, abs=1e-3)
    assert "Russia" in table_text(HOLDERS, table)


def test_the_intervals_are_those_of_the_books() -> None:
    """Student's quantiles of the tables; Wilson's interval of 8 in 10."""
    for freedom, quantile in ((1, 12.706), (2, 4.303), (4, 2.776), (9, 2.262), (69, 1.995)):
        assert student(freedom) == pytest.approx(quantile, abs=0.02)
    estimate = proportion([True] * 8 + [False] * 2, range(10))
    assert (estimate.low, estimate.high) == pytest.approx((0.490, 0.943), abs=1e-3)
    assert mean([0.5], [1]).high == 1.0
    assert mean([0.1, 0.3, 0.2], [1, 2, 3]).low == 0.0


def test_what_hangs_together_counts_as_one() -> None:
    """Each value seven times over says no more than once, and what is the same in each cluster
    nothing of chance."""
    values = [0.1, 0.5, 0.3, 0.2, 0.4, 0.6, 0.1, 0.2, 0.3]
    once = mean(values, range(9))
    often = mean(
        [value for value in values for _ in range(7)], [n for n in range(9) for _ in "abcdefg"]
    )
    assert (often.value, often.low, often.high) == pytest.approx((once.value, once.low, once.high))
    independent = mean([value for value in values for _ in range(7)], range(63))
    assert independent.high - independent.low < (once.high - once.low) / 2
    balanced = mean([0.1, 0.2, 0.3] * 9, [n for n in range(9) for _ in "abc"])
    assert balanced.low == pytest.approx(0.2) == balanced.high
    hits = [float(one) for one in (1, 1, 1, 0, 0, 0, 0, 0, 0)]
    seven = proportion(
        [one for one in hits for _ in range(7)], [n for n in range(9) for _ in range(7)]
    )
    assert seven.high - seven.low > 0.9 * (
        proportion(hits, range(9)).high - proportion(hits, range(9)).low
    )


def test_games_are_taken_together_by_the_round() -> None:
    powers = (0.05, 0.25, 0.2, 0.05, 0.15, 0.1, 0.2)
    results = [result(game, tuple(round(100 * one) for one in powers)) for game in range(70)]
    assert HOLDERS.clusters(results)[13] == 1
    found = table_of(HOLDERS, results).share
    assert found.high - found.low < 1e-9, "powers differ, and rounds do not"
    few = table_of(HOLDERS, results[:49]).share
    assert few.high - few.low > 0.05, "seven rounds are too few to say how rounds differ"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "dumbot",
        "dumbbot:3",
        "dumbbot:1,2,100",
        "search:0",
        "search:-4",
        "search:1e3",
        "search:" + "9" * 5000,
        "dumbbot:1,1," + "9" * 5000,
    ],
)
def test_nonsense_is_refused(text: str) -> None:
    with pytest.raises(ActionRefused):
        entrant_called(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("no_such_module:bot", "cannot be imported: ModuleNotFoundError"),
        ("dragoman.bots:nobody", "no function 'nobody'"),
    ],
)
def test_a_bot_that_is_not_there(text: str, said: str) -> None:
    with pytest.raises(ActionRefused, match=said):
        play_games(Contest((entrant_called(text), HOLDERS.entrants[1]), last_year=1901), [0])


def test_bots_are_told_when_games_end(tmp_path: Path, monkeypatch) -> None:
    bot = "def asking(view):\n    assert view.last_year == 1901\n    return []\n"
    (tmp_path / "asking_bots.py").write_text(bot)
    monkeypatch.syspath_prepend(tmp_path)
    entrants = (entrant_called("asking_bots:asking"), HOLDERS.entrants[1])
    assert play_games(Contest(entrants, last_year=1901), [0])[0].result.year == 1902


@pytest.mark.slow
@pytest.mark.xdist_group("compiled_bots")
def test_compiled_games_do_not_depend_on_who_plays_beside_them() -> None:
    contest = Contest((entrant_called("dumbbot"), entrant_called("random")), last_year=1904)
    together = play_games(contest, range(7))
    assert [play_games(contest, [game])[0] for game in (2, 5)] == [together[2], together[5]]


@pytest.mark.slow
@pytest.mark.xdist_group("compiled_bots")
def test_a_search_is_bounded_by_its_evaluations() -> None:
    from dragoman.arena.playing import _batch_play  # pyright: ignore[reportPrivateUsage]
    from dragoman.game import find_variant

    contest = Contest((entrant_called("search:130"), entrant_called("dumbbot")), last_year=1902)
    play = _batch_play(find_variant("standard"))
    before = play.evaluations
    (played,) = play_games(contest, [0])
    assert played == play_games(contest, [0])[0]
    made = play.evaluations - before
    assert 2 * 4 * 130 <= made <= 2 * (4 * (130 + 160) + 4 * (33 + 160))


@pytest.mark.slow
def test_programs_that_talk_play_otherwise_than_those_that_do_not() -> None:
    talking, silent = entrant_called("loeb:press"), entrant_called("loeb")

    def played(one: Entrant, others: Entrant) -> tuple[int, ...]:
        return play_games(Contest((one, others), last_year=1902), [3])[0].result.centers

    assert played(talking, talking) != played(silent, silent)
    assert played(talking, silent) == played(silent, silent), "alone it has nobody to talk to"


@pytest.mark.parametrize("name", ["partner:90,20,60", "partner:sly", "dumbbot:60,3,30"])
def test_an_entrant_is_the_bot_that_was_asked_for(name: str) -> None:
    assert bot_entrant(name).made() == bot_called(name)


def test_what_partners_thought_lies_beside_the_record(tmp_path: Path) -> None:
    """Reasons and how they stood, and nothing of what anybody said."""
    entrants = (entrant_called("partner:hot"), entrant_called("dumbbot"))
    contest = Contest(entrants, last_year=1901, recorded=True)
    run(contest, 1, tmp_path / "results.jsonl", AtOnce(1))
    log = thoughts_of(tmp_path / "results.jsonl", 0).read_text("utf-8")
    rows = [json.loads(line) for line in log.splitlines()]
    assert {row["power"] for row in rows} == {"AUSTRIA"}
    assert {row["phase"] for row in rows} == {"S1901M", "F1901M"}
    assert "opening" in {row["why"] for row in rows}
    stood = [row for row in rows if row["why"] == "stands" and row["phase"] == "S1901M"]
    assert len(stood) == 6 and all(0 <= row["trust"] <= 1 for row in stood)
    assert sum("target" in row["as"] for row in stood) == 1
    assert not any(word in log for word in ("PRP", "XDO", "PCE"))
