"""Games as standings see them, from a few words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from golden_games import POWERS, game

from dragoman.tournament.scoring import GameResult, ResultEnding, choose_scoring
from dragoman.tournament.standings import PlayedGame, play

ALL_ALIVE_IN_1905 = (3, 5, 5, 5, 5, 5, 6)


def part(
    player: str,
    centers: Sequence[int],
    seat: int = 0,
    round_number: int = 1,
    ending: ResultEnding | None = None,
    out: Sequence[int] = (),
    points: Fraction | str | int | None = None,
    earlier: dict[int, Sequence[int]] | None = None,
    board: str = "A",
    system: str = "detour98f",
) -> PlayedGame:
    """The part of a player who had the power of a number; the others are called by their power.

    ``earlier`` are counts of former years, at least those of 1905, when everybody is alive if
    nothing else is said.
    """
    result = game(centers, out=out, ending=ending)
    counts = {1905: ALL_ALIVE_IN_1905} if earlier is None else earlier
    years = {year: tuple(numbers) for year, numbers in counts.items()}
    result = replace(result, counts=years | dict(result.counts))
    players = {power: power for power in POWERS} | {POWERS[seat]: player}
    scoring = choose_scoring(system)[0]
    mine = play(players, round_number, board, result, scoring)[seat]
    return mine if points is None else replace(mine, points=Fraction(points))


def whole_game(
    players: Sequence[str],
    result: GameResult,
    round_number: int = 1,
    board: str = "A",
    system: str = "detour98f",
) -> tuple[PlayedGame, ...]:
    """The parts of all players of a game."""
    scoring = choose_scoring(system)[0]
    return play(dict(zip(POWERS, players, strict=True)), round_number, board, result, scoring)
