"""Everything that can be written as comma-separated text, by name.

For the World Diplomacy Database these are two files: who came where, and every game. Who is not
ranked has the rank 999. Rounds go to 8, awards to 12, years to 20. A power is ``0`` (the standard
variant) and its first two letters. Boards go by number: A is 1.

Nations are written as the database does (``wdd_nations``): a nationality that it does not know is
refused, and of where somebody lives only the nation goes in, where it is said. The World Diplomacy
Reference reads the same files.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace

from dragoman.refusal import ActionRefused
from dragoman.tournament.actions import lookup
from dragoman.tournament.actions.tournament_results import Results, compute
from dragoman.tournament.log.events import as_data
from dragoman.tournament.log.state import Player, Tournament
from dragoman.tournament.publishing import csv_files
from dragoman.tournament.publishing.public_view import boards_to_open, published_view
from dragoman.tournament.publishing.round_calendar import rounds_calendar
from dragoman.tournament.publishing.wdd_nations import (
    nation_code,
    nation_of_place,
    nations_like,
)
from dragoman.tournament.rules.played_variant import STANDARD
from dragoman.tournament.scoring import MissingData, points_text
from dragoman.tournament.standings import BY_YEARS, Comparison, PlayedGame, best_countries

# The World Diplomacy Database

_ROUNDS, _AWARDS, _YEARS, _UNRANKED = 8, 12, 20, 999
_NAMES = ("FIRST NAME", "NAME", "HOMONYME")
_TOP_BOARD = tuple(f"{what}_TOPBOARD" for what in ("NAME", "HEAT", "BOARD", "RK", "CT", "COUNTRY"))


def write_wdd(t: Tournament) -> dict[str, str]:
    """The two files, by the endings of their names: ``classification`` and ``boards``."""
    if (played := t.settings.variant.name) != STANDARD:
        what = f"the files of the World Diplomacy Database have no columns for {played}"
        raise ActionRefused("other-variant", what, "export scores and standings instead")
    if t.settings.rounds > _ROUNDS:
        raise ActionRefused(
            "too-many-rounds", f"the World Diplomacy Database takes {_ROUNDS} rounds"
        )
    results = compute(t)
    if not results.games and not results.unfinished:
        raise ActionRefused("not-over", "no game has been played")
    if results.unfinished:
        boards = ", ".join(results.unfinished)
        raise ActionRefused("not-over", f"these boards have no result yet: {boards}")
    for fault in results.faults:
        raise ActionRefused(fault.code, f"{fault.source}: {fault.what}", fault.remedy)
    people = {one.name: one for one in t.players.values()}
    for one in (people[game.player] for game in results.games):
        if one.nationality and nation_code(one.nationality) is None:
            what = f"the database knows no nation {one.nationality!r}, that of {one.name}"
            remedy = f"amend {one.number} --nationality CODE, as NZE or France"
            raise ActionRefused("unknown-nation", what, remedy, nations_like(one.nationality))
    return {
        "classification": _table(_classification(t, results, people)),
        "boards": _table(_boards(results, people)),
    }


def _classification(
    t: Tournament, results: Results, people: Mapping[str, Player]
) -> list[dict[str, object]]:
    of_player: dict[str, list[PlayedGame]] = {}
    for game in results.games:
        of_player.setdefault(game.player, []).append(game)
    placed = {one.record.name: one for one in results.standings}
    countries = _country_ranks(t, results)
    own_awards = [one for one in results.awards if one.title in t.awards][:_AWARDS]
    teams = {name: one for one in results.teams for name in _members(t, one.record.name)}
    rows: list[dict[str, object]] = []
    for name, games in sorted(of_player.items(), key=lambda item: _rank(placed, item[0])):
        standing = placed.get(name)
        row = _name(people[name])
        row["RANK"] = standing.place if standing else _UNRANKED
        row["EXAEQUO"] = standing.equals if standing else 1
        row["LOCATION"] = nation_of_place(people[name].home)
        row["NATIONALITY"] = nation_code(people[name].nationality) or ""
        row["SCORE"] = points_text(standing.record.total) if standing else ""
        for number in range(1, t.settings.rounds + 1):
            scores = [game.points for game in games if game.round == number]
            row[f"R{number}"] = points_text(max(scores)) if scores else ""
        for power in t.settings.variant.powers:
            code = _code(power)
            rank, game = countries.get((name, power), (None, None))
            row[f"RK_{code}"] = rank or ""
            row[f"PT_{code}"] = points_text(game.points) if game else ""
            row[f"CT_{code}"] = game.centers if game else ""
            row[f"HEAT_{code}"] = game.round if game else ""
            row[f"BOARD_{code}"] = _number(game.board) if game else ""
        for number, award in enumerate(own_awards, 1):
            row[f"RK_AWA_{number}"] = 1 if name in award.names else ""
        if (top := t.settings.standings.top_board) is not None:
            row |= _top_board(next((one for one in games if (one.round, one.board) == top), None))
        if results.teams:
            team = teams.get(name)
            row["TEAM"] = team.record.name if team else ""
            row["TEAM_SCORE"] = points_text(team.record.total) if team else ""
            row["TEAM_RANK"] = team.place if team else ""
        rows.append(row)
    return rows


def _top_board(game: PlayedGame | None) -> dict[str, object]:
    """The columns on the game of a player at the top board, empty where he did not sit there."""
    if game is None:
        return dict.fromkeys(_TOP_BOARD, "")
    rank = 1 + sum(count > game.centers for count in game.result.centers)
    values = (game.board, game.round, _number(game.board), rank, game.centers, _code(game.power))
    return dict(zip(_TOP_BOARD, values, strict=True))


def _boards(results: Results, people: Mapping[str, Player]) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = []
    for game in results.games:
        found = game.result
        row = _name(people[game.player])
        row["ROUND"] = game.round
        row["BOARD"] = _number(game.board)
        row["COUNTRY"] = _code(game.power)
        row["RANK"] = 1 + sum(count > game.centers for count in found.centers)
        row["EXAEQUO"] = found.centers.count(game.centers)
        row["SCORE"] = points_text(game.points)
        row["NB_CENTRE"] = game.centers
        gone = found.elimination_year(game.power)
        row["YEAR_ELIMINATION"] = gone - 1900 if gone else ""
        row["DRAW"] = 1 if game.is_win else len(found.sharers) if game.is_in_draw else 0
        for year in range(1, _YEARS + 1):
            known = 1900 + year in found.counts
            row[f"CT_{year:02}"] = found.center_count(game.power, 1900 + year) if known else ""
        rows.append(row)
    return rows


def _country_ranks(
    t: Tournament, results: Results
) -> dict[tuple[str, str], tuple[int, PlayedGame]]:
    """The rank of each player with each power, and the game it rests on. Those whom only a
    year that is not known could tell apart share it, as in the standings."""
    comparison = t.settings.standings.comparison
    try:
        return _ranks(t, results, comparison)
    except MissingData:
        return _ranks(t, results, replace(comparison, without=BY_YEARS))


def _ranks(
    t: Tournament, results: Results, comparison: Comparison
) -> dict[tuple[str, str], tuple[int, PlayedGame]]:
    rules = t.settings
    ranked = {one.record.name for one in results.standings}
    left = [game for game in results.games if game.player in ranked]
    found: dict[tuple[str, str], tuple[int, PlayedGame]] = {}
    places = dict.fromkeys(t.settings.variant.powers, 1)
    while left:
        best = best_countries(left, rules.best_country, comparison)
        for power, leaders in best.items():
            players = {game.player: game for game in reversed(leaders)}
            for player, game in players.items():
                found[player, power] = (places[power], game)
            places[power] += len(players)
        left = [game for game in left if (game.player, game.power) not in found]
    return found


def _members(t: Tournament, team: str) -> tuple[str, ...]:
    return tuple(t.players[player].name for player in t.teams[team].signed)


def _rank(placed: Mapping[str, object], name: str) -> tuple[int, str]:
    order = list(placed)
    return (order.index(name) if name in placed else len(order), name)


def _name(player: Player) -> dict[str, object]:
    return dict(zip(_NAMES, (player.first, player.last, 1), strict=True))


def _code(power: str) -> str:
    return f"0{power[:2]}"


def _number(letter: str) -> int:
    number = 0
    for sign in letter:
        number = number * 26 + ord(sign) - ord("A") + 1
    return number


def _table(rows: list[dict[str, object]]) -> str:
    heading = list(rows[0]) if rows else list(_NAMES)
    return csv_files.write(heading, (list(row.values()) for row in rows))


# Tables by name

EXPORTS = (
    "players", "calls", "counts", "scores", "standings", "wdd", "wdr", "dipvis", "dipvis-calls",
    "calendar", "boards", "public",
)  # fmt: skip

NO_TABLES = ("public", "boards", "calendar")
"""The exports that are not comma-separated text."""


def export(t: Tournament, what: str, number: int) -> dict[str, str]:
    """The texts of an export by the endings of their file names; most have one, with none.

    ``number`` is the round where it matters.
    """
    match what:
        case "players":
            return {"": csv_files.players(t)}
        case "calls":
            lookup.drawn_round(t, number)
            return {"": csv_files.board_calls(t, number)}
        case "public":
            return {"": json.dumps(published_view(t), ensure_ascii=False)}
        case "boards":
            log = [
                {
                    "number": n,
                    "action": n,
                    "at": "",
                    "kind": type(one).__name__,
                    "data": as_data(one),
                }
                for n, one in enumerate(boards_to_open(t), 1)
            ]
            return {"": json.dumps({"log": log}, ensure_ascii=False)}
        case "counts":
            return {"": csv_files.counts(t)}
        case "scores":
            return {"": _scores(t)}
        case "standings":
            return {"": _standings(t)}
        case "wdd" | "wdr":
            return write_wdd(t)
        case "dipvis":
            return {"": csv_files.dipvis_players(t)}
        case "dipvis-calls":
            lookup.drawn_round(t, number)
            return {"": csv_files.dipvis_board_call(t, number)}
        case "calendar":
            return {"": rounds_calendar(t)}
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
