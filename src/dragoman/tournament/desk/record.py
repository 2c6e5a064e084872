"""The tournament as a whole: where it stands, what it plays by, its log."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from dragoman.diagnostics import has_errors
from dragoman.games.requests import Answer
from dragoman.tournament.actions import lookup, record
from dragoman.tournament.actions.record import consequences, outline
from dragoman.tournament.commands import record as c
from dragoman.tournament.desk.session import (
    CarriedOut,
    Rules,
    TournamentSession,
    acted,
    asks,
    on_the_log,
    table_text,
)
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.correcting import cancelled, restored
from dragoman.tournament.log.events import Event, TournamentEntry, as_data
from dragoman.tournament.log.fold import (
    corrected_events,
    rebuild,
    standing_actions,
    standing_events,
)
from dragoman.tournament.log.state import Tournament
from dragoman.tournament.rules.preset import read_preset
from dragoman.values import FrozenMap


def _change_preset(session: TournamentSession, command: c.ChangePreset) -> Answer:
    """A preset looked over, and played by unless something is wrong with it."""
    faults = read_preset(command.file.text, command.file.source)[1]
    if has_errors(faults):
        return Answer(diagnostics=faults)
    done = acted(
        session, command, lambda t: record.change_preset(t, command), lambda _: "the preset counts"
    )
    return Answer(done.text, done.data, (*faults, *done.diagnostics))


def _name_helper(session: TournamentSession, command: c.NameHelper) -> Answer:
    """A helper named, and his code, which is nowhere else."""
    code = "" if command.strike else lookup.new_code()
    answer = acted(
        session,
        command,
        lambda t: record.name_helper(t, command, lookup.digest(code) if code else ""),
        lambda _: f"the code of {command.name.strip()}: {code}" if code else "his code is void",
    )
    if not code or answer.diagnostics:
        return answer
    return Answer(answer.text, {**answer.data, "code": code}, answer.diagnostics)


def _helpers(done: CarriedOut[c.ListHelpers]) -> Answer:
    rows = [(one.name, one.role) for one in done.t.helpers.values()]
    return Answer(table_text(rows) or "nobody helps yet", {"helpers": dict(rows)})


def _show(done: CarriedOut[c.ShowTournament]) -> Answer:
    t = done.t
    played = [
        {
            "round": number,
            "present": len(found.present),
            "boards": len(found.tables),
            "published": found.published,
            "started": found.started,
            "over": found.over,
        }
        for number in range(1, t.settings.rounds + 1)
        for found in (t.round(number),)
    ]
    number = lookup.round_in_hand(t)
    data = {"name": t.name, "players": len(t.players), "rounds": played, "in_hand": number}
    return Answer("\n".join(_standing(t, number, done.now)), data)


def _standing(t: Tournament, number: int, now: datetime) -> list[str]:
    """Lines on the state of the tournament, and the commands that come next."""
    from dragoman.tournament.desk.rounds import clock_text

    round_ = t.round(number)
    lines = [f"{t.name}{f', {t.place}' if t.place else ''}: {len(t.players)} players"]
    incomplete = [p for p in t.players.values() if p.lacks(t.rules.required) and not p.withdrawn]
    if incomplete:
        lines.append(f"{len(incomplete)} registrations are not complete: see players")
    if t.set_aside:
        lines.append(f"{len(t.set_aside)} entries of the log are set aside: see log")
    if round_.over:
        lines.append("all rounds are over")
        lines.append(
            "next: standings, awards, ceremony, print, export wdd"
            if not t.ceremony
            else "the standings are public"
        )
        return lines
    if not round_.tables:
        seated = len(round_.present - round_.stood_down)
        lines.append(f"round {number}: {seated} to be seated")
        lines.append(f"next: {'checkin, then ' if not seated else ''}draw {number}")
    elif not round_.published:
        lines.append(f"round {number}: {len(round_.tables)} boards, drawn and secret")
        lines.append(f"next: roster {number}, print calls, publish {number}")
    elif not round_.started:
        lines.append(f"round {number}: {len(round_.tables)} boards, published")
        lines.append(f"next: start {number}")
    else:
        lines.append(clock_text(t, number, now))
        rows = [
            (
                table.key,
                table.ending.replace("-", " ") or "playing",
                f"counted to {table.last_year}",
                "vote open" if table.vote_open else "",
                "" if table.complete or not table.ending else f"waits for {table.final_year}",
            )
            for table in round_.tables.values()
        ]
        lines.append(table_text(rows))
    return lines


def _log(session: TournamentSession, command: c.ShowLog) -> Answer:
    found = session.store.log()
    standing = standing_events(found)
    said = {(one.action, one.event) for one in standing}
    there = {one.action for one in standing}
    aside = {one.action: one.reason for one in rebuild(found).set_aside}
    actions = standing_actions(found)

    def mark(one: TournamentEntry) -> str:
        if one.action not in actions:
            return "-"
        if isinstance(one.event, ev.Undone | ev.Redone | ev.Cancelled | ev.Corrected):
            return ""
        if one.action not in there:
            return "-"
        if (one.action, one.event) not in said:
            return "~"
        return "!" if one.action in aside else ""

    shown = found[-command.last :] if command.last else found
    rows = [(one.action, one.at.replace("T", " "), mark(one), _line(one.event)) for one in shown]
    data = [
        {
            "number": one.number,
            "action": one.action,
            "at": one.at,
            "kind": type(one.event).__name__,
            "counts": mark(one) == "",
            "set_aside": aside.get(one.action, ""),
            "data": as_data(one.event),
        }
        for one in shown
    ]
    lines = [table_text(rows, "0")]
    lines += [f"set aside: action {action}: {why}" for action, why in aside.items()]
    return Answer("\n".join(lines), {"log": data})


def _undo(session: TournamentSession, command: c.UndoAction) -> Answer:
    return _turned("taken back", session.store.undo())


def _redo(session: TournamentSession, command: c.RedoAction) -> Answer:
    return _turned("brought back", session.store.redo())


def _turned(what: str, events: Sequence[TournamentEntry]) -> Answer:
    lines = [_line(one.event) for one in events[:5]]
    if len(events) > 5:
        lines.append(f"and {len(events) - 5} more")
    data = {
        "action": max(one.action for one in events),
        "kinds": [type(one.event).__name__ for one in events],
    }
    return Answer(f"{what}: " + "\n  ".join(lines), data)


def _cancel(session: TournamentSession, command: c.CancelAction) -> Answer:
    store, action = session.store, command.action
    before = outline(store.load())
    amend = restored(action) if command.back else cancelled(action, command.because.strip())
    after = store.amend(amend, anyway=command.anyway)
    changed = consequences(before, outline(after))
    said = "stands again as it was" if command.back else "is cancelled"
    text = "\n".join((f"action {action} {said}", *changed))
    return Answer(text, {"action": action, "changed": changed})


def _line(event: Event) -> str:
    """An event in a line."""
    if isinstance(event, ev.Corrected):
        lines = "; ".join(map(_line, corrected_events(event)))
        return _shortened(f"corrected: action {event.action}: {lines}")
    left_out = ("preset", "record", "report")
    data = {k: v for k, v in as_data(event).items() if k not in left_out and v != ""}
    values = ", ".join(f"{key} {value}" for key, value in data.items())
    name = type(event).__name__
    kind = "".join(f" {one.lower()}" if one.isupper() else one for one in name).strip()
    return _shortened(f"{kind}: {values}")


def _shortened(line: str, longest: int = 150) -> str:
    return line if len(line) <= longest else f"{line[: longest - 3]}..."


RULES: Final[Rules] = FrozenMap(
    {
        c.ChangePreset: _change_preset,
        c.NameHelper: _name_helper,
        c.ListHelpers: asks(_helpers),
        c.ShowTournament: asks(_show),
        c.ShowLog: on_the_log(_log),
        c.UndoAction: on_the_log(_undo),
        c.RedoAction: on_the_log(_redo),
        c.CancelAction: on_the_log(_cancel),
    }
)
