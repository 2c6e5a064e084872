"""A director's board is played as a game of the judge, and its result goes back.

Who plays what is as the tournament has drawn it; the director is the game's master. Points are the
tournament's business, and the judge's result is nothing but the counts and the end.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from dragoman.diagnostics import Diagnostic
from dragoman.game import Find, find_variant
from dragoman.judge.commands.command import Decision
from dragoman.judge.commands.forming import create
from dragoman.judge.log import events as ev
from dragoman.judge.log.result import game_result
from dragoman.judge.log.settings import LONGEST_TITLE
from dragoman.judge.log.state import JudgedGame, Stage
from dragoman.judge.storage.game_store import GameStore
from dragoman.refusal import ActionRefused
from dragoman.tournament.actions.lookup import table
from dragoman.tournament.actions.played_elsewhere import board_settings, open_board, take_result
from dragoman.tournament.log.events import Event
from dragoman.tournament.log.state import Tournament, TournamentTable
from dragoman.tournament.rules.online_rules import OF_THE_TOURNAMENT


def board_game(
    t: Tournament,
    key: str,
    accounts: Mapping[int, int],
    settings: Mapping[str, Any] | None = None,
    find: Find = find_variant,
) -> Decision:
    """The first events of a game that is a board of the tournament: it is set up under the
    preset's rules, and everybody has the seat that was drawn. ``accounts`` has the account of each
    player's number, ``settings`` what is left to the director, such as times and press.

    Raises:
        ActionRefused: if the board is not published or played already, or somebody on it has no
            account.
    """
    board = open_board(t, key)
    given = dict(settings or {})
    if taken := [name for name in OF_THE_TOURNAMENT if name in given]:
        faults = (
            Diagnostic("set-by-tournament", f"the tournament says what {name} is").at(name)
            for name in taken
        )
        return Decision((), tuple(faults), refused=True)
    users = _users(t, board, accounts)
    made = create(board_settings(t, board, given, LONGEST_TITLE), find)
    if made.refused:
        return made
    joined = (ev.Joined(user, (power,)) for power, user in users.items())
    seated = (ev.Seated(power, user) for power, user in users.items())
    return Decision((*made.events, *joined, *seated), made.told)


def open_board_game(
    games: GameStore,
    t: Tournament,
    key: str,
    accounts: Mapping[int, int],
    director: int,
    now: datetime,
    settings: Mapping[str, Any] | None = None,
) -> tuple[int | None, Decision]:
    """Set up the game of a board, with the director's account as its master; its number, or None
    where settings are wrong. It begins when he says so.

    Raises:
        ActionRefused: as ``board_game``.
    """
    answer = board_game(t, key, accounts, settings, games.find)
    if answer.refused:
        return None, answer
    return games.keep(answer, director, now), answer


def board_result(t: Tournament, key: str, g: JudgedGame) -> list[Event]:
    """The events by which the tournament's log takes the result of a board's game that is over: an
    action, for the store of the tournament to carry out. Should the game be rolled back, the
    director undoes it.

    Raises:
        ActionRefused: if the game goes on, is of another variant, or ended in a way that the
            tournament does not know.
    """
    if g.stage is not Stage.OVER:
        raise ActionRefused("not-over", "the game goes on", "wait for its end")
    if g.settings.variant != (plays := table(t, key).variant.name):
        what = f"the game is of {g.settings.variant}, and the board plays {plays}"
        raise ActionRefused("another-variant", what)
    return take_result(t, key, game_result(g))


def _users(t: Tournament, board: TournamentTable, accounts: Mapping[int, int]) -> dict[str, int]:
    users: dict[str, int] = {}
    for power, player in board.seats.items():
        if player not in accounts:
            what = f"{t.players[player].name} has no account"
            raise ActionRefused("no-account", what, "name one for every player of the board")
        if accounts[player] in users.values():
            what = f"the account {accounts[player]} has two seats"
            raise ActionRefused("two-seats", what, "name another for one of them")
        users[power] = accounts[player]
    return users
