"""Penalties, disputes, and the score sheets of the board-games competition."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dragoman.games.requests import Answer
from dragoman.tournament.actions import conduct, lookup
from dragoman.tournament.commands import conduct as c
from dragoman.tournament.desk.session import (
    CarriedOut,
    Rules,
    TournamentSession,
    acts,
    acts_now,
    asks,
    table_text,
)
from dragoman.tournament.log.state import Tournament
from dragoman.values import FrozenMap
from dragoman.words import SaidLines, said


def _penalties_text(t: Tournament) -> str:
    rows: list[tuple[object, ...]] = []
    for number, one in t.penalties.items():
        given = one.given
        what = (
            said("{points} points off", points=given.points)
            if given.kind == "points"
            else said(given.kind.replace("-", " "))
        )
        where = given.board or (said("round {round}", round=given.round) if given.round else "")
        lifted = said("(lifted)") if one.lifted else ""
        rows.append((number, t.players[given.player].name, what, where, given.reason, lifted))
    return table_text(rows, 0) or said("no penalty was imposed")


def _penalties(done: CarriedOut[c.ListPenalties]) -> Answer:
    data = [
        {
            "number": number,
            "player": done.t.players[one.given.player].name,
            "kind": one.given.kind,
            "points": one.given.points,
            "board": one.given.board,
            "because": one.given.reason,
            "lifted": one.lifted,
        }
        for number, one in done.t.penalties.items()
    ]
    return Answer(_penalties_text(done.t), {"penalties": data})


def _committee_text(t: Tournament) -> str:
    return said("disputes committee: {names}", names=", ".join(t.committee) or said("nobody yet"))


def _committee(done: CarriedOut[c.NameCommittee]) -> Answer:
    return Answer(_committee_text(done.t), {"committee": list(done.t.committee)})


def _name_committee(session: TournamentSession, command: c.NameCommittee) -> Answer:
    """The committee as it is named, or as it is where nobody is."""
    return (_NAME if command.names else _SHOW)(session, command)


_NAME: Final = acts(conduct.name_committee, lambda done: _committee_text(done.t))
_SHOW: Final = asks(_committee)


def _disputes_text(t: Tournament) -> str:
    lines: list[str] = []
    for number, one in t.disputes.items():
        told = {"number": number, "text": one.raised.text}
        if board := one.raised.board:
            lines.append(said("{number} (board {board}): {text}", board=board, **told))
        else:
            lines.append(said("{number}: {text}", **told))
        for decided in one.rulings:
            effect = f"; {decided.effect}" if decided.effect else ""
            lines.append(f"   {', '.join(decided.by)}: {decided.text}{effect}")
    return SaidLines(lines) or said("there was no dispute")


def _disputes(done: CarriedOut[c.ListDisputes]) -> Answer:
    data = [
        {
            "number": number,
            "about": one.raised.text,
            "board": one.raised.board,
            "rulings": [
                {"text": r.text, "by": list(r.by), "effect": r.effect} for r in one.rulings
            ],
        }
        for number, one in done.t.disputes.items()
    ]
    return Answer(_disputes_text(done.t), {"disputes": data})


def _sheets(done: CarriedOut[c.ListSheets]) -> Answer:
    t = done.t
    data = [
        {
            "number": number,
            "game": one.handed_in.game,
            "places": [[t.players[p].name for p in ps] for ps in one.handed_in.places],
            "counts": one.counts,
        }
        for number, one in t.sheets.items()
    ]
    text = SaidLines(sheet_text(t, number) for number in t.sheets)
    return Answer(text or said("no sheet was handed in yet"), {"sheets": data})


def sheet_text(t: Tournament, number: int) -> str:
    """A sheet as text, and whether it counts."""
    one = t.sheets[number]
    text = said(
        "sheet {number}, {game}: {places}",
        number=number,
        game=one.handed_in.game,
        places=places_text(t, one.handed_in.places),
    )
    if one.counts:
        return text
    unsigned = lookup.names(t, one.handed_in.unsigned)
    why = one.reason or (said("not signed by {names}", names=unsigned) if unsigned else "")
    if why:
        return said("{sheet}; does not count ({why})", sheet=text, why=why)
    return said("{sheet}; does not count", sheet=text)


def places_text(t: Tournament, places: Sequence[Sequence[int]]) -> str:
    """Players from first to last, equals joined."""
    return ", ".join("=".join(t.players[one].name for one in place) for place in places)


RULES: Final[Rules] = FrozenMap(
    {
        c.Penalise: acts_now(conduct.penalise, lambda done: _penalties_text(done.t)),
        c.LiftPenalty: acts(conduct.lift, lambda done: _penalties_text(done.t)),
        c.ListPenalties: asks(_penalties),
        c.NameCommittee: _name_committee,
        c.RaiseDispute: acts(conduct.dispute, lambda done: _disputes_text(done.t)),
        c.RuleOnDispute: acts(conduct.rule, lambda done: _disputes_text(done.t)),
        c.ListDisputes: asks(_disputes),
        c.HandInSheet: acts(conduct.hand_in, lambda done: sheet_text(done.t, max(done.t.sheets))),
        c.RuleOnSheet: acts(
            conduct.rule_on_sheet, lambda done: sheet_text(done.t, done.command.number)
        ),
        c.ListSheets: asks(_sheets),
    }
)
