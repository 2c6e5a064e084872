"""Score sheets of the board-games competition (NZ1999, rule 27), and awards."""

from __future__ import annotations

from dragoman.refusal import ActionRefused
from dragoman.tournament.actions import finding
from dragoman.tournament.actions.tournament_results import compute
from dragoman.tournament.commands.conduct import HandInSheet, RuleOnSheet
from dragoman.tournament.commands.results import GiveAward, HoldCeremony, RevealAward
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.events import Event
from dragoman.tournament.log.state import Tournament
from dragoman.tournament.standings import BoardGameRules, ScoreSheet, check_sheet


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
    in_order = [finding.players(t, place.split("=")) for place in command.places]
    everybody = [one for place in in_order for one in place]
    for place, one in enumerate(everybody):
        if one in everybody[:place]:
            raise ActionRefused("named-twice", f"{t.players[one].name} is on the sheet twice")
    missing = finding.players(t, command.unsigned)
    if strangers := set(missing) - set(everybody):
        what = f"{finding.names(t, strangers)} is not on the sheet"
        raise ActionRefused("not-on-sheet", what)
    return [_handed_in(t, _title(command.game, rules), tuple(in_order), missing)]


def take_told(t: Tournament, told: ev.SheetReported) -> list[Event]:
    """Take a score sheet that came from a phone, in time even if that is over by now."""
    return [_handed_in(t, told.game, told.places, told.unsigned)]


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


def rule_on_sheet(t: Tournament, command: RuleOnSheet) -> list[Event]:
    """Say that a sheet counts although not all signed, or that it does not count."""
    number, counts = command.number, command.counts
    if number not in t.sheets:
        raise ActionRefused("unknown-sheet", f"there is no sheet {number}", "see: sheets")
    if t.sheets[number].counts == counts:
        what = f"sheet {number} {'counts' if counts else 'does not count'} already"
        raise ActionRefused("nothing-to-change", what)
    return [ev.SheetRuled(number, counts, command.because.strip())]


def award(t: Tournament, command: GiveAward) -> list[Event]:
    """Give an award, or give one of the usual ones to others; naming no players withdraws it."""
    title = " ".join(command.title.split())
    if not title:
        raise ActionRefused("no-title", "an award needs a title")
    known = {one.casefold(): one for one in t.awards}
    title = known.get(title.casefold(), title)
    found = finding.players(t, command.names)
    if not found and title not in t.awards:
        raise ActionRefused("nobody", f"nobody was named for {title!r}")
    return [ev.Awarded(title, found, command.because.strip())]


def hold_ceremony(t: Tournament, command: HoldCeremony) -> list[Event]:
    """Release the standings, and with ``detail`` the scores of every game (rule 23)."""
    if t.ceremony and (t.detail or not command.detail):
        raise ActionRefused("held-already", "the standings were released already")
    _check_over(t)
    return [ev.CeremonyHeld(command.detail)]


def reveal(t: Tournament, command: RevealAward) -> list[Event]:
    """Show the hall the next award: the director's own first, the champion last."""
    if t.ceremony:
        raise ActionRefused("held-already", "the standings were released already")
    _check_over(t)
    titles = (one.title for one in reversed(compute(t).awards))
    left = [title for title in titles if title not in t.revealed]
    if not left:
        what = "all awards were revealed"
        raise ActionRefused("held-already", what, "release the standings: ceremony")
    return [ev.Revealed(left[0])]


def _check_over(t: Tournament) -> None:
    unfinished = [table.key for table in t.tables if not table.complete]
    if unfinished:
        what = f"these boards have no result yet: {', '.join(unfinished)}"
        raise ActionRefused("not-over", what, "enter their last counts, or end their games")
    if not t.tables:
        raise ActionRefused("not-over", "no game has been played")


def _title(game: str, rules: BoardGameRules) -> str:
    """The listed game that is meant: its title, or a part of it that only one has."""
    wanted = game.strip().casefold()
    exact = [title for title in rules.minutes if title.casefold() == wanted]
    partial = [title for title in rules.minutes if wanted and wanted in title.casefold()]
    found = exact or partial
    return found[0] if len(found) == 1 else game.strip()
