"""Penalties, disputes and rulings (NZ1999, rules 9, 21 to 25), and score sheets of board games."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal, InvalidOperation
from types import MappingProxyType

from dragoman.refusal import ActionRefused
from dragoman.tournament.actions import lookup
from dragoman.tournament.commands.conduct import (
    HandInSheet,
    LiftPenalty,
    NameCommittee,
    Penalise,
    RaiseDispute,
    RuleOnDispute,
    RuleOnSheet,
)
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.events import Event
from dragoman.tournament.log.state import Tournament, TournamentTable
from dragoman.tournament.rules.round_clock import Season
from dragoman.tournament.standings import BoardGameRules, ScoreSheet, check_sheet

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
    player, kind = lookup.player(t, command.player), command.kind
    reason, points, board = command.because, command.points, command.board
    is_of_round = kind == "round-disqualification" or command.round is not None
    round_ = lookup.round_meant(t, command.round) if is_of_round else 0
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
        table = lookup.table(t, board)
        board, round_ = table.key, table.round
        if table.power_of(player.number) is None:
            raise ActionRefused("no-seat", f"{player.name} has no seat on board {board}")
        if kind == "season-suspension":
            lookup.playing(t, board)
            when = lookup.typed(command.season, _suspended(t, table, command.season, now))
    if kind == "round-disqualification":
        lookup.round_(t, round_)
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
        what = f"{text!r} is not a number of points"
        remedy = f"write 5 or 2.5: more than 0, at most {_MOST_POINTS}, with {_DECIMALS} decimals"
        raise ActionRefused("bad-points", what, f"{remedy}; to add points: bonus --points 5")
    return found


def _suspended(t: Tournament, table: TournamentTable, text: str | None, now: datetime) -> Season:
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
    return lookup.season(t, table, text, now, over=False)


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
    key = lookup.table(t, command.board).key if command.board else ""
    return [ev.Disputed(max(t.disputes, default=0) + 1, command.what.strip(), key)]


def rule(t: Tournament, command: RuleOnDispute) -> list[Event]:
    """Note how a dispute was decided, by whom and with what effect."""
    number, text = command.number, command.text.strip()
    if number not in t.disputes:
        raise ActionRefused("unknown-dispute", f"there is no dispute {number}", "see: disputes")
    if not text:
        raise ActionRefused("no-text", "say what was decided")
    return [ev.Ruled(number, text, command.by or ("the director",), command.effect.strip())]


# Score sheets of the board games (NZ1999, rule 27)


def hand_in(t: Tournament, command: HandInSheet) -> list[Event]:
    """Take a score sheet: the players from first to last, equals joined by ``=``.

    It counts once all have signed it, or the director rules so. None is taken after the
    last round.
    """
    rules = _rules(t)
    last = t.rounds.get(t.settings.rounds)
    if last is not None and (last.ended is not None or last.over):
        what = f"round {last.number} is over; sheets were taken until its end"
        raise ActionRefused("too-late", what)
    if not command.places:
        raise ActionRefused("nobody", "nobody was named", "name the players from first to last")
    in_order = [lookup.players(t, place.split("=")) for place in command.places]
    everybody = [one for place in in_order for one in place]
    for place, one in enumerate(everybody):
        if one in everybody[:place]:
            raise ActionRefused("named-twice", f"{t.players[one].name} is on the sheet twice")
    missing = lookup.players(t, command.unsigned)
    if strangers := set(missing) - set(everybody):
        what = f"{lookup.names(t, strangers)} is not on the sheet"
        raise ActionRefused("not-on-sheet", what)
    return [_handed_in(t, _title(command.game, rules), tuple(in_order), missing)]


def take_told(t: Tournament, told: ev.SheetReported) -> list[Event]:
    """Take a score sheet that came from a phone, in time even if that is over by now."""
    return [_handed_in(t, told.game, told.places, told.unsigned)]


def rule_on_sheet(t: Tournament, command: RuleOnSheet) -> list[Event]:
    """Say that a sheet counts although not all signed, or that it does not count."""
    number, counts = command.number, command.counts
    if number not in t.sheets:
        raise ActionRefused("unknown-sheet", f"there is no sheet {number}", "see: sheets")
    if t.sheets[number].counts == counts:
        what = f"sheet {number} does not count already"
        if counts:
            what = f"sheet {number} counts already"
        raise ActionRefused("nothing-to-change", what)
    return [ev.SheetRuled(number, counts, command.because.strip())]


def _handed_in(
    t: Tournament, game: str, places: tuple[tuple[int, ...], ...], unsigned: tuple[int, ...]
) -> ev.SheetHandedIn:
    sheet = ScoreSheet(game, tuple(tuple(map(str, place)) for place in places))
    for fault in check_sheet(sheet, _rules(t)):
        raise ActionRefused(fault.code, fault.what, fault.remedy, fault.candidates)
    return ev.SheetHandedIn(max(t.sheets, default=0) + 1, game, places, unsigned)


def _rules(t: Tournament) -> BoardGameRules:
    rules = t.settings.board_games
    if rules is None:
        raise ActionRefused("not-in-preset", "this tournament has no board-games competition")
    return rules


def _title(game: str, rules: BoardGameRules) -> str:
    """The listed game that is meant: its title, or a part of it that only one has."""
    wanted = game.strip().casefold()
    exact = [title for title in rules.minutes if title.casefold() == wanted]
    partial = [title for title in rules.minutes if wanted and wanted in title.casefold()]
    found = exact or partial
    return found[0] if len(found) == 1 else game.strip()
