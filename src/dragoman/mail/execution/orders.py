"""Orders: lines of a mail put on the sheets of their power, and what is said of them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from dragoman.diagnostics import Diagnostic
from dragoman.formats import load_variant
from dragoman.game import ORDERED_AGAIN
from dragoman.game.order_sets import due
from dragoman.judge.commands import command as c
from dragoman.judge.commands.lookup import own_power, phase_called
from dragoman.judge.commands.playing import LONGEST_SHEET
from dragoman.judge.log.state import JudgedGame, Stage
from dragoman.mail.execution.lookup import (
    game_meant,
    is_heading,
    own_games,
    phase_in_heading,
    phase_named,
)
from dragoman.mail.execution.session import (
    CommandOutcome,
    MailSession,
    ReadyLine,
    WrittenLines,
    judged,
)
from dragoman.mail.execution.sheets import (
    Conditioned,
    Merged,
    Sorted,
    merge,
    sort_lines,
    with_conditions,
)
from dragoman.mail.language.parser import MailCommand, MailLine
from dragoman.orders import scan
from dragoman.refusal import ActionRefused
from dragoman.rules import Phase

_SIGNS_ON: Final = re.compile(r"\bsign\s*on\b|\bpassword\b|\bpasswort\b|\bkennwort\b", re.I)
_BOARDS: Final = ("standard", "machiavelli")
"""On these it is looked for orders where nobody knows the game."""


def take_line(s: MailSession, line: MailLine) -> None:
    """Keep a line that is no command, until it is known whether more follow."""
    if not line.in_signature and is_heading(line.text) and _knows_game(s):
        g = s.g()
        phase = phase_in_heading(g, line.text)
        if phase is not None and str(phase) != (s.phase or str(g.phase)):
            s.phase = "" if phase == g.phase else str(phase)
            s.add([(line.line, line.text)], [_said_phase(s, g, phase)])
            return
    s.current().lines.append(line)


def _knows_game(s: MailSession) -> bool:
    """True if it is plain which game is meant."""
    try:
        return not s.shut_out and bool(game_meant(s))
    except ActionRefused:
        return False


def phase(s: MailSession, command: MailCommand) -> CommandOutcome:
    """Lines from here on are for another phase."""
    game_meant(s)
    g = s.g()
    text = command.part("phase").rstrip(".:")
    found = phase_named(g, text) if text else g.phase
    if found is None:
        raise ActionRefused("unknown-phase", s.say("no-phase", text=text), s.say("no-phase-remedy"))
    found = phase_called(g, str(found))
    if found < g.phase:
        s.phase = str(found)  # what follows goes nowhere, and that is told
        raise ActionRefused("phase-is-over", s.say("phase-over", phase=s.book(g).phase(found)))
    s.phase = "" if found == g.phase else str(found)
    return CommandOutcome((_said_phase(s, g, found),))


def _said_phase(s: MailSession, g: JudgedGame, phase: Phase) -> str:
    return s.say("for-phase", phase=s.book(g).phase(phase))


def clear(s: MailSession, command: MailCommand) -> CommandOutcome:
    """Discard the orders on file and those above in the mail."""
    game_meant(s)
    g = s.g()
    own_power(g, s.actor, s.become)
    written = s.current()
    gone = [(one.line, one.text) for one in written.lines]
    written.lines.clear()
    written.cleared = command.line
    if gone:
        s.add(gone, [s.say("cleared-line", line=command.line)], True)
    return CommandOutcome((s.say("cleared"),))


def orders(s: MailSession, command: MailCommand) -> CommandOutcome:
    """Show the orders on file at the end of the answer."""
    game_meant(s)
    g = s.g()
    s.touched[s.game, own_power(g, s.actor, s.become), s.phase or str(g.phase)] = None
    return CommandOutcome((s.say("below"),))


def settle(s: MailSession) -> None:
    """Carry out what waited for the end: the orders, those for later phases first, and then that
    nothing is to be added."""
    waiting, s.written = s.written, []
    ready, s.ready = s.ready, None
    phase = s.g().phase if ready is not None else None
    wrong = _count_wrong(s)
    for one in sorted(waiting, key=lambda one: (not one.phase, one.phase)):
        try:
            _settle_one(s, one)
        except ActionRefused as refused:
            _refused(s, one, s.told((refused.diagnostic,)))
    if _count_wrong(s) == wrong:
        if ready is not None and phase is not None:
            _say_ready(s, ready, phase)
        return
    # Of whose orders one was not understood has something to add, also if he was ready before.
    waits_again = _waits_again(s)
    if ready is not None:
        s.add([(ready.line.line, ready.line.text)], [s.say("not-ready")], True)
    elif waits_again:
        s.add((), [s.say("waits-again")], True)


def _waits_again(s: MailSession) -> bool:
    """Have the judge wait for somebody who was ready; whether he was."""
    try:
        power = own_power(s.g(), s.actor, s.become)
        if not s.g().ready.get(power):
            return False
        return bool(s.act(c.SetReady(False, s.become)).events)
    except ActionRefused:
        return False


def _count_wrong(s: MailSession) -> int:
    return sum(one.is_wrong for one in s.entries)


def _settle_one(s: MailSession, one: WrittenLines) -> None:
    if sum(len(line.text) + 1 for line in one.lines) > LONGEST_SHEET:
        raise ActionRefused("too-long", s.say("too-long", most=f"{LONGEST_SHEET:,}"))
    if not one.cleared and not _knows_game(s) and not _may_order(s, one.lines):
        s.talk += (line for line in one.lines if not line.in_signature)
        return
    if s.shut_out:  # else they would go into another game
        raise ActionRefused("shut-out", s.say("shut-out"))
    game_meant(s)
    for _ in range(20):
        g = s.g()
        if _save(s, g, one):
            return
    raise ActionRefused("busy", s.say("busy"))


def _may_order(s: MailSession, lines: Sequence[MailLine]) -> bool:
    """True if something in a mail of which the game is not known may be an order."""
    boards = {one.variant for one in own_games(s)} if s.person else set[str]()
    if s.mail.seat is not None and s.mail.seat.game:
        boards.add(s.judge.games.load(s.mail.seat.game).settings.variant)
    if boards:
        variants = [s.judge.variants.find(name) for name in sorted(boards)]
        return any(sort_lines(lines, variant, "M").orders for variant in variants)
    # Nobody knows the map, and on some map most words are a place.
    text = "\n".join(one.text for one in lines)
    return any(scan(text, load_variant(name).board).orders for name in _BOARDS)


def _save(s: MailSession, g: JudgedGame, one: WrittenLines) -> bool:
    """Put lines on the sheet of their phase, as it is in this game; whether nobody changed it
    meanwhile."""
    variant = g.game.variant
    phase = Phase.parse(one.phase) if one.phase else g.phase
    sorted_lines = sort_lines(one.lines, variant, phase.kind.value)
    found = with_conditions(sorted_lines.orders, variant)
    lines = tuple(line for line in found.lines if not _has_password(s, line))
    if not lines and not one.cleared:
        _put_aside(s, sorted_lines)
        _tell_conditions(s, found)
        return True
    power = own_power(g, s.actor, s.become)
    kept = g.sheets.get((power, str(phase)))
    before = "" if kept is None else kept.text
    kept_text = "" if one.cleared else before
    merged = merge(kept_text, lines, variant, phase.kind.value, _due(g, power, phase))

    def check(now: JudgedGame) -> None:
        sheet = now.sheets.get((power, str(phase)))
        if ("" if sheet is None else sheet.text) != before or now.phase != g.phase:
            raise _Changed

    command = c.SaveOrders(merged.text, str(phase), s.become)
    letter = phase.kind.value
    given = {line.line: len(scan(line.text, variant.board, letter).orders) for line in lines}
    try:
        came = s.act(command, check=check)
    except _Changed:
        return False
    _put_aside(s, sorted_lines)
    _tell_conditions(s, found)
    if came.refused:
        _tell(s, lines, merged, came.told, given, saved=False)
        return True
    _tell(s, lines, merged, came.told, given, saved=True)
    again = {line.text.strip().casefold() for line in lines}
    for text in merged.replaced:
        if text.casefold() not in again:
            s.add((), [s.say("replaced", order=text)])
    if done := judged(came):
        s.add((), [s.say("judged", phase=at) for at in done])
    else:
        s.touched[s.game, power, str(phase)] = None
    return True


def _has_password(s: MailSession, line: MailLine) -> bool:
    """True if a password stands on a line of orders, or may: it is kept nowhere."""
    if not (s.password and s.password in line.text) and not _SIGNS_ON.search(line.text):
        return False
    told = (line.line, line.text)
    if told not in [where for one in s.entries for where in one.lines]:
        s.add([told], [s.say("with-password"), s.say("not-saved")], True)
    return True


def _due(g: JudgedGame, power: str, phase: Phase) -> int | None:
    """The number of builds or removals that a power has to order in the phase at hand."""
    if phase != g.phase:
        return None
    return due(g.game.variant, g.known_to(power).position, power, g.game.rule_set)


def _put_aside(s: MailSession, found: Sorted) -> None:
    """Tell of what goes on no sheet."""
    s.talk += found.talk
    for line in found.odd:
        s.add([(line.line, line.text)], [s.say("odd"), s.say("not-saved")], True)


def _tell_conditions(s: MailSession, found: Conditioned) -> None:
    """Tell of conditions that cannot be read, and of all that stands under them."""
    for line, first, wrong in found.refused:
        why = s.told(wrong) or (s.say("if-unread", line=first),)
        s.add([(line.line, line.text)], [*why, s.say("not-saved")], True)


class _Changed(Exception):
    """Somebody else wrote on the sheet."""


def _tell(
    s: MailSession,
    lines: Sequence[MailLine],
    merged: Merged,
    told: Sequence[Diagnostic],
    given: Mapping[int, int],
    *,
    saved: bool,
) -> None:
    """Have each line answered with what is said of it; what is said of lines that were on file
    before stands by itself. ``given`` says how many orders a line has."""
    by_line: dict[int, list[Diagnostic]] = {}
    for one in told:
        at = merged.origins[one.line - 1] if 0 < one.line <= len(merged.origins) else 0
        by_line.setdefault(at if at else -1, []).append(one)
    for line in lines:
        found = by_line.get(line.line, [])
        is_wrong = not saved or any(one.is_error for one in found)
        key = "not-saved" if not saved else "unread" if is_wrong else "saved"
        if line.line in merged.done and not is_wrong:
            key = "done"
        said = s.told(found)
        gave_way = sum(one.code == ORDERED_AGAIN for one in found)
        if is_wrong:
            said = (*said, s.say(key))
        elif not gave_way or gave_way < given[line.line]:
            said = (s.say(key), *said)
        s.add([(line.line, line.text)], said, is_wrong)
    for one in by_line.get(-1, []):
        if not one.is_error:
            continue
        rows = merged.text.split("\n")
        row = rows[one.line - 1].strip() if 0 < one.line <= len(rows) else ""
        said = s.told((one,))
        about = s.say("on-file-before", row=row, what=said[0]) if row else said[0]
        s.add((), [about], True)
    if any(one.is_error for one in by_line.get(-1, [])):
        s.add((), [s.say("on-file-before-remedy")], True)


def _refused(s: MailSession, one: WrittenLines, why: Sequence[str]) -> None:
    """Tell that nothing of these lines was saved."""
    lines = [(line.line, line.text) for line in one.lines if not line.in_signature]
    if one.cleared and not lines:
        lines = [(one.cleared, "CLEAR")]
    s.add(lines, [*why, s.say("not-saved")], True)


def wait(
    s: MailSession, command: MailCommand, is_on: bool, leaves_gaps: bool = False
) -> CommandOutcome:
    """That the judge shall wait is said at once; that it need not, once the orders are on file."""
    game_meant(s)
    if s.ready is not None:
        said = s.ready.line
        s.add([(said.line, said.text)], [s.say("otherwise", line=command.line)])
    s.ready = None if is_on else ReadyLine(MailLine(command.written, command.line), leaves_gaps)
    if not is_on:
        return CommandOutcome()
    came = s.act(c.SetReady(False, s.become))
    return s.outcome(came, "waits")


def _say_ready(s: MailSession, ready: ReadyLine, phase: Phase) -> None:
    """Have the judge not wait in a phase: not in the one after it, where the orders of the same
    mail, or somebody else's, had it judged, and not for orders that are yet to come."""

    def check(g: JudgedGame) -> None:
        if g.phase != phase or g.stage is Stage.OVER:
            raise ActionRefused("judged-before", s.say("judged-before", phase=phase))
        power = own_power(g, s.actor, s.become)
        if not ready.leaves_gaps and (g.has_gaps(power) or g.left_unpaid(power)):
            raise ActionRefused("gaps", s.say("gaps"))

    try:
        came = s.outcome(s.act(c.SetReady(True, s.become), check=check), "ready")
    except ActionRefused as refused:
        came = CommandOutcome(
            s.told((refused.diagnostic,)), refused.diagnostic.code != "judged-before"
        )
    s.add([(ready.line.line, ready.line.text)], came.told, came.is_wrong)
