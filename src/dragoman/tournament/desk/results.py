"""Scores, standings, awards, the ceremony that releases them, papers and files."""

from __future__ import annotations

from typing import Final

from dragoman.games.requests import Answer
from dragoman.refusal import ActionRefused
from dragoman.tournament.actions import lookup, tournament_results
from dragoman.tournament.actions.tournament_results import compute
from dragoman.tournament.commands import results as c
from dragoman.tournament.desk.session import CarriedOut, Rules, acts, asks, table_text
from dragoman.tournament.publishing import exports, printed_pages
from dragoman.tournament.publishing.public_view import award_view, results_view
from dragoman.tournament.scoring import points_text
from dragoman.tournament.standings import BoardGamePlace, Standing
from dragoman.values import FrozenMap
from dragoman.words import LANGUAGES, SaidLines, counted, said


def _scores(done: CarriedOut[c.ListScores]) -> Answer:
    found = compute(done.t)
    games = [game for game in found.games if done.command.round in (None, game.round)]
    rows = [
        (
            f"{game.round}{game.board}",
            said(game.power.title()),
            game.player,
            game.centers,
            points_text(game.points),
        )
        for game in games
    ]
    names = ("board", "power", "player", "centers", "points")
    data = [dict(zip(names, row, strict=True)) for row in rows]
    text = table_text(rows, 3, 4) or said("no game has a result yet")
    return Answer(_with_unfinished(text, found.unfinished), {"scores": data}, found.faults)


def _standings(done: CarriedOut[c.ListStandings]) -> Answer:
    found = compute(done.t, done.command.provisional)
    rows = [
        (
            _place(one),
            one.record.name,
            points_text(one.record.total),
            counted(len(one.record.games), "game"),
            ""
            if one.decided_by in ("", "total")
            else said("by {criterion}", criterion=said(one.decided_by)),
        )
        for one in found.standings
    ]
    lines = [table_text(rows, 0, 2) or said("no game has a result yet")]
    teams = [(_place(o), o.record.name, points_text(o.record.total)) for o in found.teams]
    board_games = [(_place(o), o.player, points_text(o.total)) for o in found.board_games]
    for title, places in ((said("Teams"), teams), (said("Board games"), board_games)):
        if places:
            lines += ["", title, table_text(places, 0, 2)]
    if done.command.provisional:
        lines.insert(0, said("if all games ended now"))
    text = _with_unfinished(SaidLines(lines), found.unfinished)
    data = {**results_view(found, detail=False), "unfinished": list(found.unfinished)}
    return Answer(text, data, found.faults)


def _awards(done: CarriedOut[c.ListAwards]) -> Answer:
    found = compute(done.t)
    rows = [(one.title, lookup.listed(one.names), one.why) for one in found.awards]
    data = [*map(award_view, found.awards)]
    text = table_text(rows) or said("there is nothing to award yet")
    return Answer(_with_unfinished(text, found.unfinished), {"awards": data}, found.faults)


def _revealed(done: CarriedOut[c.RevealAward]) -> Answer:
    title = done.t.revealed[-1]
    awards = compute(done.t).awards
    [one] = [award for award in awards if award.title == title]
    left = sum(award.title not in done.t.revealed for award in awards)
    told = said("{title}: {names}", title=one.title, names=lookup.listed(one.names))
    if left:
        text = SaidLines((told, said("{left} to come", left=left)))
    else:
        text = SaidLines((told, said("that was the last; next: ceremony")))
    return Answer(text, {"title": title, "names": list(one.names), "left": left})


def _place(one: Standing | BoardGamePlace) -> str:
    return f"{one.place}{'=' if one.equals > 1 else ''}"


def _with_unfinished(text: str, unfinished: tuple[str, ...]) -> str:
    if not unfinished:
        return text
    return SaidLines(
        (text, "", said("without a result yet: {boards}", boards=", ".join(unfinished)))
    )


def _print(done: CarriedOut[c.PrintPages]) -> Answer:
    number = lookup.round_meant(done.t, done.command.round)
    folder = done.folder / "print"
    language = done.command.language or done.language
    if language not in LANGUAGES:
        what = f"there are no words in the language {language!r}"
        raise ActionRefused("unknown-language", what, candidates=LANGUAGES)
    made = printed_pages.print_pages(done.t, done.command, number, folder, language)
    return Answer("\n".join(map(str, made)), {"files": [str(path) for path in made]})


def _export(done: CarriedOut[c.ExportTable]) -> Answer:
    number = lookup.round_meant(done.t, done.command.round)
    tables = exports.export(done.t, done.command.what, number)
    return Answer("".join(tables.values()), {"tables": dict(tables)})


RULES: Final[Rules] = FrozenMap(
    {
        c.ListScores: asks(_scores),
        c.ListStandings: asks(_standings),
        c.ListAwards: asks(_awards),
        c.GiveAward: acts(tournament_results.award, lambda done: said("noted; see: awards")),
        c.RevealAward: acts(tournament_results.reveal, _revealed),
        c.HoldCeremony: acts(
            tournament_results.hold_ceremony, lambda done: said("the standings are public")
        ),
        c.PrintPages: asks(_print),
        c.ExportTable: asks(_export),
    }
)
