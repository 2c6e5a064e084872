"""A change of the preset, and what else changes when something is corrected, for the director who
has to tell the hall."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dragoman.refusal import ActionRefused
from dragoman.tournament.commands.record import ROLES, ChangePreset, NameHelper
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.events import Event
from dragoman.tournament.log.state import Tournament, TournamentTable
from dragoman.tournament.rules.preset import read_preset
from dragoman.tournament.rules.round_clock import Lateness, Season
from dragoman.words import counted, joined, said


def change_preset(t: Tournament, command: ChangePreset) -> list[Event]:
    """Play by another preset from now on. It counts for everything, also for what was before;
    so the variant stays what it was once boards have been drawn with its powers."""
    text = command.file.text
    if text == t.preset:
        return []
    played, wanted = t.settings.variant, read_preset(text)[0].variant
    if wanted.name != played.name and t.tables:
        what = f"boards of {played.name} are drawn, and this preset plays {wanted.name}"
        raise ActionRefused("other-variant", what, "undo the draws, or found another tournament")
    return [ev.PresetChanged(text)]


def name_helper(t: Tournament, command: NameHelper, code: str) -> list[Event]:
    """Give a helper a role and a code, of which the log has the digest; with none he helps no
    more."""
    name = " ".join(command.name.split())
    known = {one.casefold(): one for one in t.helpers}
    name = known.get(name.casefold(), name)
    if not name:
        raise ActionRefused("no-name", "a helper needs a name")
    if not code and name not in t.helpers:
        raise ActionRefused("unknown-helper", f"nobody called {name!r} helps", candidates=t.helpers)
    if command.role not in ROLES:
        what = f"nobody can help as {command.role!r}"
        raise ActionRefused("unknown-role", what, f"say one of {', '.join(ROLES)}", [*ROLES])
    return [ev.HelperNamed(name, command.role, code)]


# Consequences

Outline = Mapping[str, str]
"""Statements about a tournament, each under its subject."""

_LATE = "late orders, "


def outline(t: Tournament) -> Outline:
    """Everything that players were told or could count on."""
    return dict(_told(t))


def consequences(before: Outline, after: Outline) -> list[str]:
    """Differences between two outlines, a line for each."""
    found: list[str] = []
    for about in dict.fromkeys((*before, *after)):
        was, now = before.get(about, ""), after.get(about, "")
        if was != now:
            found.append(
                said(
                    "{about}: {was} -> {now}",
                    about=about,
                    was=was or said("nothing"),
                    now=now or said("nothing"),
                )
            )
    return found


def rulings_changed(before: Outline, after: Outline) -> list[str]:
    """The late orders known before whose cost is another now, as of one that is told too late."""
    known = {about: was for about, was in before.items() if str(about).startswith(_LATE)}
    return consequences(known, {about: after.get(about, "") for about in known})


def _told(t: Tournament) -> Iterator[tuple[str, str]]:
    for number, round_ in sorted(t.rounds.items()):
        if round_.present:
            twice = len(round_.to_be_seated) - len(set(round_.to_be_seated))
            here = counted(len(round_.present), "player")
            if twice:
                here = said("{players}, {twice} of them on two boards", players=here, twice=twice)
            yield said("round {number}, here", number=number), here
        if round_.published:
            yield said("round {number}", number=number), said("published")
        if round_.clock is not None:
            deadlines = (
                said("{season} {deadline:%H:%M}", season=one, deadline=round_.clock.deadline(one))
                for one in map(Season.number, range(8))
            )
            yield said("round {number}, deadlines", number=number), joined(", ", deadlines)
        if round_.ended is not None:
            yield said("round {number}, end", number=number), round_.ended.spoken
        for table in round_.tables.values():
            yield from _at_table(t, table)
    for one in t.lateness:
        yield _lateness(t, one), one.ruling.said
    for number, penalty in t.penalties.items():
        given = penalty.given
        kind = said(given.kind.replace("-", " "))
        told = said("{name}, {kind}", name=t.players[given.player].name, kind=kind)
        lifted = said("{penalty} (lifted)", penalty=told) if penalty.lifted else told
        yield said("penalty {number}", number=number), lifted
    for number, player in t.players.items():
        name = said("{name} (withdrawn)", name=player.name) if player.withdrawn else player.name
        yield said("player {number}", number=number), name
    for aside in t.set_aside:
        kind = said(ev.kind_in_words(aside.event))
        about = said("set aside: {kind} of action {action}", kind=kind, action=aside.action)
        yield about, aside.reason


def _at_table(t: Tournament, table: TournamentTable) -> Iterator[tuple[str, str]]:
    board = table.key
    seats = (
        said("{power} {name}", power=said(power.title()), name=t.players[who].name)
        for power, who in table.seats.items()
    )
    yield said("board {board}, seats", board=board), joined(", ", seats)
    yield said("board {board}", board=board), said(table.ending.replace("-", " ") or "playing")
    if table.clock is not None:
        deadline = str(table.clock.deadline(Season.number(7)))
        yield said("board {board}, clock of its own", board=board), deadline
    for year, counts in table.taken.items():
        told = " ".join(map(str, counts.values()))
        if year not in table.counts:
            told = said("{counts} (waits for an earlier count)", counts=told)
        yield said("board {board}, {year}", board=board, year=year), told
    for season in sorted(table.readings):
        reader = t.reader(table, season) or "nobody"
        about = said("board {board}, {season}, reader", board=board, season=season)
        yield about, said(reader.title())
    for vote in table.votes:
        told = said("carried") if vote.carried else said("not carried")
        yield said("board {board}, vote in {season}", board=board, season=vote.season), told
    if table.rejudged:
        yield said("board {board}, phases", board=board), said("judged again")


def _lateness(t: Tournament, one: Lateness) -> str:
    return said(
        "late orders, {season} on board {board}, {power} ({name})",
        season=one.season,
        board=one.board,
        power=said(one.power.title()),
        name=t.players[one.player].name,
    )
