"""The tournament as a whole: where it stands, what it plays by, its log."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from dragoman.diagnostics import has_errors
from dragoman.files import write_atomically
from dragoman.games.requests import Answer
from dragoman.refusal import ActionRefused
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
from dragoman.tournament.log.events import Event, TournamentEntry, as_data, kind_in_words
from dragoman.tournament.log.fold import (
    corrected_events,
    rebuild,
    standing_actions,
    standing_events,
)
from dragoman.tournament.log.state import Tournament
from dragoman.tournament.rules.preset import preset_text, read_preset, shipped_presets
from dragoman.values import FrozenMap
from dragoman.words import Said, SaidLines, counted, joined, said

PRESET_COPY: Final = "preset.toml"
"""The copy of its preset in the folder of a tournament."""


def _change_preset(session: TournamentSession, command: c.ChangePreset) -> Answer:
    """A preset looked over, and played by unless something is wrong with it."""
    faults = read_preset(command.file.text, command.file.source)[1]
    if has_errors(faults):
        return Answer(diagnostics=faults)
    done = acted(
        session,
        command,
        lambda t: record.change_preset(t, command),
        lambda _: said("the preset counts"),
    )
    return Answer(done.text, done.data, (*faults, *done.diagnostics))


def _found(session: TournamentSession, command: c.FoundTournament) -> Answer:
    """A tournament founded in a folder that has none, with a copy of its preset beside its log."""
    text, source = (command.file.text, command.file.source) if command.file else ("", "")
    if command.file is None:
        known = shipped_presets()
        if command.preset not in known:
            what = f"there is no preset {command.preset!r}"
            raise ActionRefused("unknown-preset", what, "see: presets", known)
        text = preset_text(command.preset)
    found, faults = read_preset(text, source)
    if has_errors(faults):
        return Answer(diagnostics=faults)
    folder, copy = session.folder, session.folder / PRESET_COPY
    if copy.exists() and copy.read_text("utf-8", "replace") != text:
        what = f"there is another {PRESET_COPY} in {folder} already"
        raise ActionRefused("preset-there", what, f"take it with --preset {copy}, or move it away")
    called = " ".join(command.name.split()) or found.title or folder.resolve().name
    t = session.store.found([ev.Founded(called, text, command.place.strip())])
    write_atomically(copy, text)
    rounds = counted(t.settings.rounds, "round")
    told = said("{folder}: {name}, {rounds}", folder=str(folder), name=t.name, rounds=rounds)
    return Answer(told, {"folder": str(folder), "name": t.name}, faults)


def _name_helper(session: TournamentSession, command: c.NameHelper) -> Answer:
    """A helper named, and his code, which is nowhere else."""
    code = "" if command.strike else lookup.new_code()
    answer = acted(
        session,
        command,
        lambda t: record.name_helper(t, command, lookup.digest(code) if code else ""),
        lambda _: (
            said("the code of {name}: {code}", name=command.name.strip(), code=code)
            if code
            else said("his code is void")
        ),
    )
    if not code or answer.diagnostics:
        return answer
    return Answer(answer.text, {**answer.data, "code": code}, answer.diagnostics)


def _helpers(done: CarriedOut[c.ListHelpers]) -> Answer:
    found = {one.name: one.role for one in done.t.helpers.values()}
    rows = [(name, said(role)) for name, role in found.items()]
    return Answer(table_text(rows) or said("nobody helps yet"), {"helpers": found})


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
    return Answer(SaidLines(_standing(t, number, done.now)), data)


def _standing(t: Tournament, number: int, now: datetime) -> list[str]:
    """Lines on the state of the tournament, and the commands that come next."""
    from dragoman.tournament.desk.rounds import clock_text

    round_ = t.round(number)
    lines: list[str] = [
        said(
            "{event}: {players}",
            event=", ".join(filter(None, (t.name, t.place))),
            players=counted(len(t.players), "player"),
        )
    ]
    incomplete = [p for p in t.players.values() if p.lacks(t.rules.required) and not p.withdrawn]
    if incomplete:
        lines.append(
            said(
                "{number} registration is not complete: see players",
                "{number} registrations are not complete: see players",
                number=len(incomplete),
            )
        )
    if t.set_aside:
        lines.append(
            said(
                "{number} entry of the log is set aside: see log",
                "{number} entries of the log are set aside: see log",
                number=len(t.set_aside),
            )
        )
    if round_.over:
        lines.append(said("all rounds are over"))
        lines.append(
            said("next: standings, awards, ceremony, print, export wdd")
            if not t.ceremony
            else said("the standings are public")
        )
        return lines
    if not round_.tables:
        seated = len(round_.present - round_.stood_down)
        lines.append(said("round {number}: {seated} to be seated", number=number, seated=seated))
        lines.append(
            said("next: draw {number}", number=number)
            if seated
            else said("next: checkin, then draw {number}", number=number)
        )
    elif not round_.published:
        lines.append(
            said(
                "round {number}: {boards}, drawn and secret",
                number=number,
                boards=counted(len(round_.tables), "board"),
            )
        )
        lines.append(said("next: roster {number}, print calls, publish {number}", number=number))
    elif not round_.started:
        lines.append(
            said(
                "round {number}: {boards}, published",
                number=number,
                boards=counted(len(round_.tables), "board"),
            )
        )
        lines.append(said("next: start {number}", number=number))
    else:
        lines.append(clock_text(t, number, now))
        rows = [
            (
                table.key,
                said(table.ending.replace("-", " ") or "playing"),
                said("counted to {last_year}", last_year=table.last_year),
                said("vote open") if table.vote_open else "",
                ""
                if table.complete or not table.ending
                else said("waits for {final_year}", final_year=table.final_year),
            )
            for table in round_.tables.values()
        ]
        lines.append(table_text(rows))
    return lines


def _log(session: TournamentSession, command: c.ShowLog) -> Answer:
    found = session.store.log()
    standing = standing_events(found)
    told = {(one.action, one.event) for one in standing}
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
        if (one.action, one.event) not in told:
            return "~"
        return "!" if one.action in aside else ""

    shown = found[-command.last :] if command.last else found
    helped = any(one.by for one in shown)
    rows = [
        (
            one.action,
            one.at.replace("T", " "),
            mark(one),
            *((one.by,) if helped else ()),
            _line(one.event),
        )
        for one in shown
    ]
    data = [
        {
            "number": one.number,
            "action": one.action,
            "at": one.at,
            "by": one.by,
            "kind": type(one.event).__name__,
            "counts": mark(one) == "",
            "set_aside": aside.get(one.action, ""),
            "data": as_data(one.event),
        }
        for one in shown
    ]
    lines = [table_text(rows, 0)]
    lines += [
        said("set aside: action {action}: {why}", action=action, why=why)
        for action, why in aside.items()
    ]
    return Answer(SaidLines(lines), {"log": data})


def _undo(session: TournamentSession, command: c.UndoAction) -> Answer:
    return _turned(said("taken back"), session.store.undo())


def _redo(session: TournamentSession, command: c.RedoAction) -> Answer:
    return _turned(said("brought back"), session.store.redo())


def _turned(what: Said, events: Sequence[TournamentEntry]) -> Answer:
    lines = [_line(one.event) for one in events[:5]]
    if len(events) > 5:
        lines.append(said("and {number} more", number=len(events) - 5))
    data = {
        "action": max(one.action for one in events),
        "kinds": [type(one.event).__name__ for one in events],
    }
    first, *others = lines
    told = [said("{what}: {line}", what=what, line=first)]
    told += [said("  {line}", line=line) for line in others]
    return Answer(SaidLines(told), data)


def _cancel(session: TournamentSession, command: c.CancelAction) -> Answer:
    store, action = session.store, command.action
    before = outline(store.load())
    amend = restored(action) if command.back else cancelled(action, command.because.strip())
    after = store.amend(amend, anyway=command.anyway)
    changed = consequences(before, outline(after))
    told = said("action {action} is cancelled", action=action)
    if command.back:
        told = said("action {action} stands again as it was", action=action)
    text = SaidLines((told, *changed))
    return Answer(text, {"action": action, "changed": changed})


def _line(event: Event) -> Said:
    """An event in a line."""
    if isinstance(event, ev.Corrected):
        lines = joined("; ", map(_line, corrected_events(event)))
        return _shortened(
            said("corrected: action {action}: {lines}", action=event.action, lines=lines)
        )
    left_out = ("preset", "record", "report")
    data = {k: v for k, v in as_data(event).items() if k not in left_out and v != ""}
    values = (
        said("{key} {value}", key=said(key.replace("_", " ")), value=one)
        for key, one in data.items()
    )
    kind = said(kind_in_words(event))
    if not data:
        return kind
    return _shortened(said("{kind}: {values}", kind=kind, values=joined(", ", values)))


_LONGEST: Final = 150


def _shortened(line: Said) -> Said:
    return line if len(line) <= _LONGEST else said("{line:.147}...", line=line)


RULES: Final[Rules] = FrozenMap(
    {
        c.FoundTournament: on_the_log(_found),
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
