"""Penalties, disputes and rulings (NZ1999, rules 9, 21 to 25)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal, InvalidOperation
from types import MappingProxyType

from dragoman.refusal import ActionRefused
from dragoman.tournament.actions import finding
from dragoman.tournament.commands.conduct import (
    LiftPenalty,
    NameCommittee,
    Penalise,
    RaiseDispute,
    RuleOnDispute,
)
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.events import Event
from dragoman.tournament.log.state import Table, Tournament
from dragoman.tournament.rules.season import Season

PENALTIES: Mapping[str, str] = MappingProxyType(
    {
        "warning": "a verbal warning",
        "season-suspension": "civil disorder for a season",
        "game-suspension": "civil disorder for the rest of a game",
        "round-disqualification": "no seat in a round",
        "disqualification": "no further seat, and no place in the standings",
        "points": "points off the total",
        "bonus": "points added to the total, as for a handicap",
        "game-zero": "no points for a game, as for outside help (rule 22)",
    }
)
"""The kinds of penalty that have an effect here; a preset can name further ones, noted only."""

_WITH_POINTS = ("points", "bonus")
_MOST_POINTS = 1_000_000
_DECIMALS = 3


def penalise(t: Tournament, command: Penalise, now: datetime) -> list[Event]:
    """Impose a penalty on a player."""
    player, kind = finding.player(t, command.player), command.kind
    reason, points, board = command.because, command.points, command.board
    is_of_round = kind == "round-disqualification" or command.round is not None
    round_ = finding.round_meant(t, command.round) if is_of_round else 0
    known = (*PENALTIES, *t.rules.further_penalties)
    if kind not in known:
        raise ActionRefused("unknown-penalty", f"there is no penalty {kind!r}", candidates=known)
    if not reason.strip():
        raise ActionRefused("no-reason", "a penalty needs a reason", 'add one: --because "..."')
    if (kind in _WITH_POINTS) != bool(points):
        what = f"{kind} needs a number of points"
        if kind not in _WITH_POINTS:
            what = f"{kind} has no points"
        raise ActionRefused("bad-points", what, "for points off say: points --points 5")
    taken = _points(points) if points else Decimal(0)
    when = ""
    if kind in ("season-suspension", "game-suspension", "game-zero") and not board:
        own = [table for table in t.tables if table.power_of(player.number)]
        if not own:
            raise ActionRefused("no-seat", f"{player.name} has no seat on any board")
        board = own[-1].key
    if board:
        table = finding.table(t, board)
        board, round_ = table.key, table.round
        if table.power_of(player.number) is None:
            raise ActionRefused("no-seat", f"{player.name} has no seat on board {board}")
        if kind == "season-suspension":
            finding.playing(t, board)
            when = finding.typed(command.season, _suspended(t, table, command.season, now))
    if kind == "round-disqualification":
        finding.round_(t, round_)
    number = max(t.penalties, default=0) + 1
    return [
        ev.Penalised(
            number,
            player.number,
            kind,
            reason.strip(),
            str(taken),
            round_,
            board,
            when,
            now.isoformat() if kind == "season-suspension" else "",
        )
    ]


def _points(text: str) -> Decimal:
    """A number of points: more than nothing, and no more than anybody ever scored."""
    try:
        found = Decimal(text)
    except InvalidOperation:
        found = Decimal("NaN")
    if not found.is_finite() or not 0 < found <= _MOST_POINTS or found != round(found, _DECIMALS):
        what = f"{text!r} is no number of points"
        remedy = f"write 5 or 2.5: more than 0, at most {_MOST_POINTS}, with {_DECIMALS} decimals"
        raise ActionRefused("bad-points", what, f"{remedy}; to add points: bonus --points 5")
    return found


def _suspended(t: Tournament, table: Table, text: str | None, now: datetime) -> Season:
    """The season of a suspension: the one running, or the next."""
    clock = t.clock_of(table)
    assert clock is not None
    running = clock.read(now).season
    if text is not None and text.strip():
        try:
            when = Season.parse(text)
        except ValueError as error:
            raise ActionRefused("bad-season", str(error)) from None
        if when == running.next:
            return when
    return finding.season(t, table, text, now, over=False)


def lift(t: Tournament, command: LiftPenalty) -> list[Event]:
    """Take a penalty back; it stays in the log."""
    number = command.number
    if number not in t.penalties:
        raise ActionRefused("unknown-penalty", f"there is no penalty {number}", "see: penalties")
    if t.penalties[number].lifted:
        raise ActionRefused("lifted-already", f"penalty {number} was lifted already")
    return [ev.PenaltyLifted(number)]


def name_committee(t: Tournament, command: NameCommittee) -> list[Event]:
    """Say who sits on the disputes committee, all of them."""
    found = tuple(" ".join(name.split()) for name in command.names if name.strip())
    if len(set(found)) < len(found):
        raise ActionRefused("named-twice", "somebody is named twice", "name everybody once")
    return [ev.CommitteeNamed(found)]


def dispute(t: Tournament, command: RaiseDispute) -> list[Event]:
    """Note a dispute."""
    if not command.what.strip():
        raise ActionRefused("no-text", "say what the dispute is about")
    key = finding.table(t, command.board).key if command.board else ""
    return [ev.Disputed(max(t.disputes, default=0) + 1, command.what.strip(), key)]


def rule(t: Tournament, command: RuleOnDispute) -> list[Event]:
    """Note how a dispute was decided, by whom and with what effect."""
    number, text = command.number, command.text.strip()
    if number not in t.disputes:
        raise ActionRefused("unknown-dispute", f"there is no dispute {number}", "see: disputes")
    if not text:
        raise ActionRefused("no-text", "say what was decided")
    return [ev.Ruled(number, text, command.by or ("the director",), command.effect.strip())]
