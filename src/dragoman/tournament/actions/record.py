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
            found.append(f"{about}: {was or 'nothing'} -> {now or 'nothing'}")
    return found


def rulings_changed(before: Outline, after: Outline) -> list[str]:
    """The late orders known before whose cost is another now, as of one that is told too late."""
    known = {about: was for about, was in before.items() if about.startswith(_LATE)}
    return consequences(known, {about: after.get(about, "") for about in known})


def _told(t: Tournament) -> Iterator[tuple[str, str]]:
    for number, round_ in sorted(t.rounds.items()):
        if round_.present:
            twice = len(round_.to_be_seated) - len(set(round_.to_be_seated))
            also = f", {twice} of them on two boards" if twice else ""
            yield f"round {number}, here", f"{len(round_.present)} players{also}"
        if round_.published:
            yield f"round {number}", "published"
        if round_.clock is not None:
            deadlines = (Season.number(index) for index in range(8))
            said = ", ".join(f"{one} {round_.clock.deadline(one):%H:%M}" for one in deadlines)
            yield f"round {number}, deadlines", said
        if round_.ended is not None:
            yield f"round {number}, end", round_.ended.spoken
        for table in round_.tables.values():
            yield from _at_table(t, table)
    for one in t.lateness:
        yield _lateness(t, one), one.ruling.value
    for number, penalty in t.penalties.items():
        given = penalty.given
        state = " (lifted)" if penalty.lifted else ""
        yield f"penalty {number}", f"{t.players[given.player].name}, {given.kind}{state}"
    for number, player in t.players.items():
        yield f"player {number}", player.name + (" (withdrawn)" if player.withdrawn else "")
    for aside in t.set_aside:
        kind = type(aside.event).__name__
        yield f"set aside: {kind} of action {aside.action}", aside.reason


def _at_table(t: Tournament, table: TournamentTable) -> Iterator[tuple[str, str]]:
    seats = (f"{power.title()} {t.players[who].name}" for power, who in table.seats.items())
    yield f"board {table.key}, seats", ", ".join(seats)
    yield f"board {table.key}", table.ending.replace("-", " ") or "playing"
    if table.clock is not None:
        yield f"board {table.key}, clock of its own", f"{table.clock.deadline(Season.number(7))}"
    for year, counts in table.taken.items():
        waits = "" if year in table.counts else " (waits for an earlier count)"
        yield f"board {table.key}, {year}", " ".join(map(str, counts.values())) + waits
    for season in sorted(table.readings):
        reader = t.reader(table, season) or "nobody"
        yield f"board {table.key}, {season}, reader", reader.title()
    for vote in table.votes:
        said = "carried" if vote.carried else "not carried"
        yield f"board {table.key}, vote in {vote.season}", said
    if table.rejudged:
        yield f"board {table.key}, phases", "judged again"


def _lateness(t: Tournament, one: Lateness) -> str:
    who = f"{one.power.title()} ({t.players[one.player].name})"
    return f"{_LATE}{one.season} on board {one.board}, {who}"
