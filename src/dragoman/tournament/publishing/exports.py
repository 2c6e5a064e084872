"""Everything that can be written as comma-separated text, by name."""

from __future__ import annotations

from dragoman.refusal import ActionRefused
from dragoman.tournament.actions import finding
from dragoman.tournament.actions.tournament_results import compute
from dragoman.tournament.log.state import Tournament
from dragoman.tournament.publishing import csv_files
from dragoman.tournament.publishing.wdd import write_wdd
from dragoman.tournament.scoring import points_text

EXPORTS = ("players", "calls", "counts", "scores", "standings", "wdd")


def export(t: Tournament, what: str, number: int) -> dict[str, str]:
    """The texts of an export by the endings of their file names; most have one, with none.

    ``number`` is the round where it matters.
    """
    match what:
        case "players":
            return {"": csv_files.players(t)}
        case "calls":
            finding.drawn_round(t, number)
            return {"": csv_files.board_calls(t, number)}
        case "counts":
            return {"": csv_files.counts(t)}
        case "scores":
            return {"": _scores(t)}
        case "standings":
            return {"": _standings(t)}
        case "wdd":
            return write_wdd(t)
        case _:
            raise ActionRefused(
                "unknown-export", f"there is no export {what!r}", candidates=EXPORTS
            )


def _scores(t: Tournament) -> str:
    rows = [
        (
            game.round,
            game.board,
            game.power.title(),
            game.player,
            game.centers,
            game.class_of().name.lower(),
            points_text(game.points),
        )
        for game in compute(t).games
    ]
    return csv_files.write(
        ("round", "board", "power", "player", "centers", "result", "points"), rows
    )


def _standings(t: Tournament) -> str:
    numbers = range(1, t.settings.rounds + 1)
    rows: list[tuple[object, ...]] = []
    for one in compute(t).standings:
        by_round: dict[int, str] = {}
        for game in one.record.games:  # two of a round, where somebody played two boards
            before = by_round.get(game.round)
            points = points_text(game.points)
            by_round[game.round] = f"{before} + {points}" if before else points
        rows.append(
            (
                one.place,
                one.equals,
                one.record.name,
                points_text(one.record.total),
                *(by_round.get(number, "") for number in numbers),
                one.decided_by,
            )
        )
    rounds = (f"round {number}" for number in numbers)
    return csv_files.write(("place", "equals", "player", "points", *rounds, "decided by"), rows)
