"""A tournament's board is played as a game of the judge, and its result goes back into it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dragoman.judge.boards.board_games import board_game, board_result, open_board_game
from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.log.fold import rebuild
from dragoman.judge.log.state import Stage
from dragoman.refusal import ActionRefused
from dragoman.tournament.log.state import Tournament
from dragoman.tournament.rules.preset import preset_text
from tests.judge.stores import NOW, Opened
from tests.judge.table import Table
from tests.tournament.directing import Hall

DIRECTOR = 1


def hall(concessions: bool = False) -> Hall:
    """A round with two boards that has begun."""
    words = ("concessions = false", f"concessions = {str(concessions).lower()}")
    found = Hall(preset_text("nz1999").replace(*words))
    found.boards(2)
    return found


def accounts(t: Tournament) -> dict[int, int]:
    return {number: 100 + number for number in t.players}


def table_of(t: Tournament, key: str = "1B", **settings: Any) -> Table:
    """The board's game on a table of its own."""
    answer = board_game(t, key, accounts(t), settings)
    assert answer.events, answer.told
    table = Table()
    table.log.clear()
    table._write(answer, DIRECTOR)  # pyright: ignore[reportPrivateUsage]
    table.g = rebuild(table.log)
    return table


def refused(call: Any, *arguments: Any, **more: Any) -> str:
    with pytest.raises(ActionRefused) as why:
        call(*arguments, **more)
    return why.value.diagnostic.code


def carried(table: Table, what: str, powers: tuple[str, ...] = ()) -> None:
    voters = [power for power in table.g.seats if power not in powers]
    table.done(c.Propose(what, powers), voters[0])
    for power in voters[1:]:
        table.done(c.Vote(1, True), power)
    assert table.g.stage is Stage.OVER


def taken(h: Hall, table: Table, key: str = "1B") -> Tournament:
    h.add(*board_result(h.t, key, table.g))
    return h.t


def test_the_game_is_as_the_board_was_drawn(opened: Opened) -> None:
    h, judge = hall(), opened()
    number, answer = open_board_game(
        judge.games, h.t, "1B", accounts(h.t), DIRECTOR, NOW, {"movement": "2 d", "press": []}
    )
    assert number is not None, answer.told
    g = judge.games.load(number)
    assert {power: user - 100 for user, power in g.players.items()} == h.table("1B").seats
    assert g.masters == [DIRECTOR] and g.settings.title == "Test, board 1B"
    assert g.settings.rules == h.t.rules.tables and g.stage is Stage.FORMING
    assert judge.games.act(number, c.Begin(), Actor(DIRECTOR), NOW).events
    assert judge.games.load(number).stage is Stage.RUNNING
    wrong = {"rules": "1971", "movement": "never"}
    none, answer = open_board_game(judge.games, h.t, "1A", accounts(h.t), DIRECTOR, NOW, wrong)
    assert none is None and answer.told[0].code == "set-by-tournament"
    none, answer = open_board_game(
        judge.games, h.t, "1A", accounts(h.t), DIRECTOR, NOW, {"movement": "never"}
    )
    assert none is None and answer.refused


def test_who_has_no_account_cannot_play() -> None:
    t = hall().t
    some = accounts(t)
    assert refused(board_game, t, "1A", {**some, 2: some[1]}) == "two-seats"
    del some[3]
    assert refused(board_game, t, "1A", some) == "no-account"
    assert board_game(t, "1B", some).events
    unpublished = Hall()
    unpublished.boards(start=None)
    assert refused(board_game, unpublished.t, "1A", accounts(unpublished.t)) == "not-published"


def test_a_board_of_the_hall_stays_there() -> None:
    h = hall()
    table = table_of(h.t)
    table.done(c.Begin())
    carried(table, "draw")
    h.count(1901, "3 3 3 3 3 4 3", "1B")
    assert refused(board_game, h.t, "1B", accounts(h.t)) == "played-here"
    assert refused(board_result, h.t, "1B", table.g) == "played-here"


def test_a_draw_comes_back_with_its_counts() -> None:
    h = hall()
    table = table_of(h.t)
    table.done(c.Begin())
    assert refused(board_result, h.t, "1B", table.g) == "not-over"
    table.done(c.SaveOrders("F ank-con\nA con-bul"), "TURKEY")
    while table.g.phase.year < 1903:
        table.done(c.ProcessNow())
    carried(table, "draw")
    t = taken(h, table)
    board = t.table("1B")
    assert board.ending == "voted-draw" and board.complete
    assert board.final_year == 1902 and board.final_counts[1902]["TURKEY"] == 4
    assert set(board.counts) == {1900, 1901, 1902}
    assert not t.table("1A").ending
    assert refused(board_result, h.t, "1B", table.g) == "game-over"


def test_a_last_year_is_a_time_draw() -> None:
    h = hall()
    table = table_of(h.t, last_year=1901)
    table.done(c.Begin())
    while table.g.stage is not Stage.OVER:
        table.done(c.ProcessNow())
    board = taken(h, table).table("1B")
    assert (board.ending, board.final_year, board.complete) == ("time-draw", 1901, True)


def won(table: Table) -> None:
    """France owns what wins, and keeps it in the fall."""
    table.done(c.Begin())
    table.done(c.ProcessNow())
    data = dict(table.g.game.position.to_dict())
    owned = sorted(one for held in data["centers"].values() for one in held)
    data |= {"centers": {"FRANCE": owned}, "units": {"FRANCE": ["A PAR"]}}
    table.done(c.SetPosition(json.loads(json.dumps(data)), "a test"))
    table.done(c.ProcessNow())
    assert table.g.ending == ("victory", ("FRANCE",))


def test_a_victory_is_told_by_the_counts() -> None:
    h = hall()
    table = table_of(h.t)
    won(table)
    board = taken(h, table).table("1B")
    assert (board.ending, board.winner, board.final_year) == ("solo", "FRANCE", 1901)


@pytest.mark.parametrize("allowed", (False, True))
def test_a_concession_is_one_where_the_preset_has_them(allowed: bool) -> None:
    h = hall(concessions=allowed)
    table = table_of(h.t)
    table.done(c.Begin())
    carried(table, "concession", ("FRANCE",))
    if not allowed:
        assert refused(board_result, h.t, "1B", table.g) == "not-in-preset"
        return
    board = taken(h, table).table("1B")
    assert (board.ending, board.winner) == ("concession", "FRANCE")


def test_a_game_that_a_master_ends_is_abandoned() -> None:
    h = hall()
    table = table_of(h.t)
    table.done(c.Begin())
    table.done(c.Terminate("no time"))
    assert taken(h, table).table("1B").ending == "abandoned"


def test_a_game_of_another_variant_is_none_of_the_board() -> None:
    h = hall()
    table = Table(variant="1898")
    for user in range(11, 18):
        table.done(c.Join(), user)
    table.done(c.Begin())
    table.done(c.Terminate())
    assert refused(board_result, h.t, "1B", table.g) == "another-variant"
