"""The steps of a round in DipWork: scanner, parser, conflicter, winterer, map, plain report.

Each reads what the one before it left in the game directory and leaves its own records
there, so that any of them can be run again. ``GAME.TXT`` stays as it is: nothing is final
before the game master accepts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from dragoman.board import Unit
from dragoman.diagnostics import Diagnostic, Severity, has_errors
from dragoman.formats.dipwork import (
    ERROR_NUMBERS,
    OrderLine,
    buildups_of_lines,
    carried_on,
    lines_of_checks,
    lines_of_moves,
    lines_of_round,
    lines_of_scan,
    new_game,
    numbers_of_scan,
    orders_of_lines,
    position_of,
    read_game_file,
    read_text_file,
    retreats_of_lines,
    scan_orders,
    without_deleted,
)
from dragoman.game import Resolution, process
from dragoman.games.dipwork.winter import spend_winter, with_retreats
from dragoman.games.dipwork.workspace import CONFLICTED, PARSED, SCANNED, WINTERED, Desk, Refused
from dragoman.orders import OrderFile
from dragoman.reports import explanations
from dragoman.reports.dipwork import (
    decisions,
    deleted_by_parser,
    deleted_by_scanner,
    errors_text,
    layout_of,
    plain_report,
)
from dragoman.rules import Phase, Position

_MISSING = 12
_NOT_READ = ("unknown-power", "no-nation")
"""Faults of an orders file below which orders are lost without a trace."""


def scan(desk: Desk) -> tuple[Diagnostic, ...]:
    """Read ``ORDERS.TXT``; write ``SCANNED.ORD``, and ``ERRORS.TXT`` with what is no order."""
    found, faults = _scanned(desk)
    start = desk.game.start
    if desk.game.parameters.flag("NSU_CHECKING_OFF"):
        start = replace(start, units=())  # who stands where only the orders say
    lines = lines_of_scan(found, faults, start, desk.game.variant_directory)
    for line in lines if desk.slowness else ():
        desk.say_slowly(f"  {_nation(desk, line)} {line.comment}")
    desk.write_orders(SCANNED, lines)
    _write_errors(desk, found, faults, ())
    desk.say(f"Scanner: {_counted(len(lines), 'order')} read")
    return tuple(replace(fault, severity=Severity.WARNING) for fault in faults)


def parse(desk: Desk) -> tuple[Diagnostic, ...]:
    """Check ``SCANNED.ORD`` against the rules; write ``PARSED.ORD`` and ``ERRORS.TXT``."""
    scanned = desk.records(SCANNED, "run the scanner first: /s")
    kept, deleted = without_deleted(scanned, _standing(desk, scanned), desk.atlas)
    resolution = _judged(desk, kept, desk.game.start.phase)
    lines = lines_of_checks(resolution, kept, desk.atlas)
    desk.write_orders(PARSED, lines)
    if desk.game.orders is not None:
        _write_errors(desk, *_scanned(desk), deleted)
    for line in lines:
        if line.error:
            known = ERROR_NUMBERS.get(line.error)
            meaning = known.meaning if known else f"error {line.error}"
            desk.say_slowly(f"  {_nation(desk, line)} {line.comment}: {meaning}")
    wrong = sum(line.error != 0 for line in lines)
    desk.say(f"Parser: {_counted(len(lines), 'unit')}, {wrong} corrected")
    return ()


def conflict(desk: Desk) -> tuple[Diagnostic, ...]:
    """Decide the conflicts of ``PARSED.ORD``; write ``CONFLCED.ORD``."""
    parsed = desk.records(PARSED, "run the parser first: /p")
    _check_that_all_stand(desk, parsed, PARSED)
    resolution = _judged(desk, parsed, desk.game.start.phase)
    lines = lines_of_moves(resolution, desk.atlas)
    desk.write_orders(CONFLICTED, carried_on(lines, parsed))
    if desk.explained:
        for one in explanations(desk.game.variant, resolution):
            desk.say(f"  {one.text('en')}")
        for decision in decisions(desk.game.variant, resolution):
            desk.say(f"  {decision.text(desk.atlas)}")
    for gone in resolution.destroyed:
        desk.say(f"  {gone} is driven out and has nowhere to go")
    waiting = len(resolution.position.dislodged)
    desk.say(f"Conflicter: decided; {_counted(waiting, 'unit')} to retreat")
    return ()


def winter(desk: Desk) -> tuple[Diagnostic, ...]:
    """Retreats, and in winter builds and removals, as the game master answers; write
    ``WINTERED.ORD`` and ``NEWGAME.TXT``."""
    fought = desk.records(CONFLICTED, "run the conflicter first: /c")
    _check_that_all_stand(desk, fought, CONFLICTED)
    phase = desk.game.start.phase
    moves = _judged(desk, fought, phase)
    retreats, is_winter = with_retreats(desk, moves)
    season = "F" if is_winter else "S"
    # A retreat is the same in either season; which one it was says where the year goes on.
    moves = _judged(desk, fought, Phase(phase.year, season, "M"))
    position = moves.position
    retreated = adjusted = None
    if position.phase.letter == "R":
        retreated = process(desk.game.variant, position, retreats)
        position = retreated.position
    if is_winter:
        adjusted, position = spend_winter(desk, retreated or moves)
    lines = lines_of_round(moves, retreated, adjusted, desk.atlas)
    lines = carried_on(lines, fought)
    file = new_game(desk.game, position, lines)
    desk.write_orders(WINTERED, lines)
    written = desk.write(desk.names.word("FNNEWGAME"), file.content)
    desk.say(f"Winterer: {'winter' if is_winter else 'summer'}; the new position: {written}")
    return ()


def plain(desk: Desk, records: str, language: str) -> tuple[Diagnostic, ...]:
    """Write ``PLAIN.TXT`` about some records; the centres are those after the round."""
    remedy = "run the winterer first: /w; before the retreats write /op=conflced.ord"
    lines = desk.records(records, remedy)
    text = plain_report(
        lines,
        desk.atlas,
        desk.game.parameters,
        layout_of(desk.game.parameters),
        _owners(desk, records),
        desk.game.players,
        language,
    )
    written = desk.write_lines(desk.names.word("FNPLAINOUT"), text.rstrip("\n").split("\n"))
    desk.say(f"Report: {written}")
    return ()


def played(desk: Desk, moves_alone: bool) -> tuple[Resolution, ...]:
    """The round as far as it is judged: its moves, then its retreats, builds and removals;
    or the moves alone, whatever records of a winterer there are.

    They are judged once more from the records, and compared with ``NEWGAME.TXT``: records and
    answers that do not belong together are not reported.
    """
    fought = desk.records(CONFLICTED, "run the conflicter first: /c")
    _check_that_all_stand(desk, fought, CONFLICTED)
    phase = desk.game.start.phase
    if moves_alone or not desk.file(WINTERED).is_file():
        return (_judged(desk, fought, phase),)
    spent = desk.records(WINTERED, "run the winterer: /w")
    after = new_position(desk)
    builds = buildups_of_lines(spent, desk.atlas, desk.board)
    is_winter = phase.season != "S" or builds or after.owners != desk.game.start.owners
    moves = _judged(desk, fought, Phase(phase.year, "F" if is_winter else "S", "M"))
    found = [moves]
    orders = retreats_of_lines(spent, desk.atlas, desk.board)
    for letter, given in (("R", orders), ("A", builds)):
        if found[-1].position.phase.letter == letter:
            found.append(process(desk.game.variant, found[-1].position, given))
    if set(found[-1].position.units) != set(after.units):
        what = f"{WINTERED} and {desk.names.word('FNNEWGAME')} are of another round"
        remedy = "run the winterer again: /w; or report the moves alone: --moves"
        raise Refused(Diagnostic("stale-records", what, remedy))
    return tuple(found)


def new_position(desk: Desk) -> Position:
    """The position of ``NEWGAME.TXT``.

    Raises:
        Refused: if there is none, or it is damaged.
    """
    name = desk.names.word("FNNEWGAME")
    content = desk.read(name, "run the winterer: /w")
    game, faults = read_game_file(read_text_file(content, desk.file(name).name))
    position, more = position_of(game, desk.atlas, desk.board, desk.game.start.phase)
    if has_errors((*faults, *more)):
        raise Refused(*faults, *more)
    return position


def _scanned(desk: Desk) -> tuple[OrderFile, tuple[Diagnostic, ...]]:
    orders = desk.game.orders
    if orders is None:
        path = desk.file(desk.names.word("FNORDERS"))
        what = f"there is no {path.name} in {desk.game.folder}"
        raise Refused(Diagnostic("missing-file", what, "type the players' orders", str(path)))
    files = desk.game.variant_directory.files
    found, faults = scan_orders(orders, files, desk.board, desk.game.parameters)
    lost = tuple(fault for fault in faults if fault.code in _NOT_READ and fault.is_error)
    if lost:
        raise Refused(*lost)
    return found, faults


def _judged(desk: Desk, lines: Sequence[OrderLine], phase: Phase) -> Resolution:
    """The moves of some records, resolved: the same judge at every step.

    With ``NSU_CHECKING_OFF`` the units are those that have orders.
    """
    game = desk.game
    # Whoever leads a unit, its order is its owner's: so it is judged.
    led = [replace(line, leader=line.nation) for line in lines if line.error != _MISSING]
    given = orders_of_lines(led, desk.atlas, desk.board)
    start = replace(game.start, phase=phase)
    if phase.letter != "M":
        start = replace(start, phase=Phase(phase.year + 1, "S", "M"))
    start = replace(start, units=_standing(desk, lines))
    return process(game.variant, start, given)


def _standing(desk: Desk, lines: Sequence[OrderLine]) -> tuple[Unit, ...]:
    """The units of ``GAME.TXT``; with ``NSU_CHECKING_OFF`` those that have orders."""
    if desk.game.parameters.flag("NSU_CHECKING_OFF"):
        return _units_of(desk, lines)
    return desk.game.start.units


def _check_that_all_stand(desk: Desk, lines: Sequence[OrderLine], name: str) -> None:
    """Records of another position, such as that of the round before, are not judged on."""
    if desk.game.parameters.flag("NSU_CHECKING_OFF"):
        return
    listed = {unit.location for unit in _units_of(desk, lines)}
    standing = {unit.location for unit in desk.game.start.units}
    if listed != standing:
        what = f"the units of {name} are not those of GAME.TXT"
        raise Refused(Diagnostic("stale-records", what, "begin anew: /s /p /c"))


def _units_of(desk: Desk, lines: Sequence[OrderLine]) -> tuple[Unit, ...]:
    atlas, board = desk.atlas, desk.board
    found: dict[str, Unit] = {}
    for line in lines:
        if line.place and line.nation > 0 and 0 < line.unit <= len(atlas.units):
            location = atlas.location_of[atlas.numbered[line.place.field - 1]]
            power = atlas.power_of[atlas.nations[line.nation - 1].word]
            kind = atlas.units[line.unit - 1].word
            if location in board.stands[kind]:
                found.setdefault(board.province_of[location], Unit(power, kind, location))
    return tuple(found.values())


def _write_errors(
    desk: Desk,
    found: OrderFile,
    faults: tuple[Diagnostic, ...],
    deleted: Sequence[OrderLine],
) -> None:
    orders, atlas = desk.game.orders, desk.atlas
    assert orders is not None
    numbers = numbers_of_scan(orders, found, faults, desk.game.variant_directory)
    lost = (*deleted_by_scanner(orders, numbers, atlas), *deleted_by_parser(deleted, atlas))
    text = errors_text(lost, desk.game.parameters.flag("ERROR_NR_OUTPUT"))
    desk.write_lines(desk.names.word("FNERRORS"), text.splitlines())
    for cause, number in Counter(one.cause for one in lost).items():
        desk.say(f"  {cause}: {number}")


def _owners(desk: Desk, records: str) -> Mapping[str, str]:
    """Who owns the centres that a report lists: after the winter those of ``NEWGAME.TXT``."""
    if records.upper().rpartition("\\")[2] != WINTERED:
        return desk.game.start.owners
    return new_position(desk).owners


def _nation(desk: Desk, line: OrderLine) -> str:
    nations = desk.atlas.nations
    return nations[line.nation - 1].word if line.nation else "?"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
