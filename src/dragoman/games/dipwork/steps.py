"""The steps of a round in DipWork: scanner, parser, conflicter, winterer, map, plain report.

Each reads the records of the step before it from the game directory and writes its own there, so
that any of them can be repeated. ``GAME.TXT`` does not change: nothing is final before the game
master accepts it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from dragoman.board import Unit
from dragoman.diagnostics import Diagnostic, Severity, has_errors
from dragoman.formats.dipwork import (
    ERROR_NUMBERS,
    UNIT_EXPECTED,
    OrdRecord,
    builds_from_ord,
    carried_on,
    in_standard_words,
    moves_to_ord,
    new_game,
    orders_from_ord,
    parsed_ord,
    position_of,
    read_game_file,
    read_text_file,
    retreats_from_ord,
    round_to_ord,
    scan_error_numbers,
    scan_orders,
    scanned_ord,
    without_deleted,
)
from dragoman.game import Resolution, process
from dragoman.games.dipwork.winter import ask_adjustments, ask_retreats, unused, written_winter
from dragoman.games.dipwork.workspace import (
    CONFLICTED,
    PARSED,
    SCANNED,
    WINTERED,
    DipworkWorkspace,
    StepError,
)
from dragoman.orders import OrderFile
from dragoman.reports import explanations
from dragoman.reports.dipwork import (
    DeletedOrder,
    decisions,
    deleted_by_parser,
    deleted_by_scanner,
    errors_text,
    layout_of,
    plain_report,
)
from dragoman.rules import Phase, Position
from dragoman.words import counted, said

_MISSING = 12
_NOT_READ = ("unknown-power", "no-nation")
"""Faults of an orders file below which orders are lost without a trace."""


def scan(workspace: DipworkWorkspace) -> tuple[Diagnostic, ...]:
    """Read ``ORDERS.TXT``; write ``SCANNED.ORD``, and ``ERRORS.TXT`` with the lines that are no
    orders."""
    found, faults = _scanned(workspace)
    if lost := tuple(fault for fault in faults if fault.code in _NOT_READ and fault.is_error):
        _write_errors(workspace, found, faults, ())
        raise StepError(*lost)
    start = workspace.game.start
    if workspace.game.parameters.flag("NSU_CHECKING_OFF"):
        start = replace(start, units=())  # who stands where only the orders say
    orders = workspace.game.orders
    assert orders is not None
    directory = workspace.game.variant_directory
    lines = scanned_ord(orders, found, start, directory, workspace.scan_options)
    for line in lines if workspace.slowness else ():
        workspace.say_slowly(f"  {_nation(workspace, line)} {line.comment}")
    workspace.write_orders(SCANNED, lines)
    _write_errors(workspace, found, faults, ())
    workspace.dialogue.say(said("Scanner: {orders} read", orders=counted(len(lines), "order")))
    ordered = {line.leader for line in lines}
    silent = [
        nation.word
        for number, nation in enumerate(workspace.atlas.nations, 1)
        if number not in ordered and start.units_of(workspace.atlas.power_of[nation.word])
    ]
    if silent:
        workspace.dialogue.say(said("  No orders from: {silent}", silent=", ".join(silent)))
    known = workspace.atlas.field_of
    return tuple(
        replace(
            fault,
            severity=Severity.WARNING,
            candidates=tuple(known.get(one, one) for one in fault.candidates),
        )
        for fault in faults
    )


def note_refused(workspace: DipworkWorkspace, faults: Sequence[Diagnostic]) -> None:
    """Write into ``ERRORS.TXT`` why the file of orders is refused as it stands; what is there is
    of another round."""
    orders = workspace.game.orders
    if orders is None:
        return
    errors = {f.line: UNIT_EXPECTED for f in faults if f.is_error and f.source == orders.name}
    if any(errors):
        _write_deleted(workspace, deleted_by_scanner(orders, errors, workspace.atlas))


def parse(workspace: DipworkWorkspace) -> tuple[Diagnostic, ...]:
    """Check ``SCANNED.ORD`` against the rules; write ``PARSED.ORD`` and ``ERRORS.TXT``."""
    scanned = workspace.records(SCANNED, "run the scanner first: /s")
    kept, deleted = without_deleted(scanned, _standing(workspace, scanned), workspace.atlas)
    resolution = _judged(workspace, kept, workspace.game.start.phase)
    lines = parsed_ord(resolution, kept, workspace.atlas)
    workspace.write_orders(PARSED, lines)
    if workspace.game.orders is not None:
        found, faults = _scanned(workspace)
        _write_errors(workspace, found, faults, deleted)
    for line in lines:
        if line.error:
            known = ERROR_NUMBERS.get(line.error)
            meaning = known.meaning if known else said("error {number}", number=line.error)
            workspace.say_slowly(
                said(
                    "  {nation} {comment}: {meaning}",
                    nation=_nation(workspace, line),
                    comment=line.comment,
                    meaning=meaning,
                )
            )
    wrong = sum(line.error != 0 for line in lines)
    workspace.dialogue.say(
        said("Parser: {units}, {wrong} corrected", units=counted(len(lines), "unit"), wrong=wrong)
    )
    return ()


def conflict(workspace: DipworkWorkspace) -> tuple[Diagnostic, ...]:
    """Decide the conflicts of ``PARSED.ORD``; write ``CONFLCED.ORD``."""
    parsed = workspace.records(PARSED, "run the parser first: /p")
    _check_that_all_stand(workspace, parsed, PARSED)
    resolution = _judged(workspace, parsed, workspace.game.start.phase)
    lines = moves_to_ord(resolution, workspace.atlas)
    workspace.write_orders(CONFLICTED, carried_on(lines, parsed))
    if workspace.explained:
        for one in explanations(workspace.game.variant, resolution):
            workspace.dialogue.say(f"  {one.text(workspace.dialogue.language)}")
        for decision in decisions(workspace.game.variant, resolution):
            workspace.dialogue.say(f"  {decision.text(workspace.atlas)}")
    for gone in resolution.destroyed:
        unit = f"{workspace.atlas.nation_of[gone.power]} {gone.kind}"
        unit += f" {workspace.atlas.field_of[gone.location]}"
        workspace.dialogue.say(said("  {unit} is driven out and has nowhere to go", unit=unit))
    waiting = len(resolution.position.dislodged)
    workspace.dialogue.say(
        said("Conflicter: decided; {counted} to retreat", counted=counted(waiting, "unit"))
    )
    return ()


def winter(workspace: DipworkWorkspace) -> tuple[Diagnostic, ...]:
    """Retreats, and in winter builds and removals, as the game master answers; write
    ``WINTERED.ORD`` and ``NEWGAME.TXT``."""
    fought = workspace.records(CONFLICTED, "run the conflicter first: /c")
    _check_that_all_stand(workspace, fought, CONFLICTED)
    phase = workspace.game.start.phase
    moves = _judged(workspace, fought, phase)
    written = written_winter(workspace.game.orders, workspace.atlas)
    retreats, is_winter = ask_retreats(workspace, moves, written)
    season = "F" if is_winter else "S"
    # A retreat is the same in either season; which one it was says where the year goes on.
    moves = _judged(workspace, fought, Phase(phase.year, season, "M"))
    position = moves.position
    retreated = adjusted = None
    if position.phase.letter == "R":
        retreated = process(workspace.game.variant, position, retreats)
        position = retreated.position
    if is_winter:
        adjusted, position = ask_adjustments(workspace, retreated or moves, written)
    lines = round_to_ord(moves, retreated, adjusted, workspace.atlas, fought)
    file = new_game(workspace.game, position, _in_standard_words(workspace, lines))
    workspace.write_orders(WINTERED, lines)
    place = workspace.write(workspace.names.word("FNNEWGAME"), file.content)
    workspace.dialogue.say(
        said(
            "Winterer: {it}; the new position: {place}",
            it="winter" if is_winter else "summer",
            place=place,
        )
    )
    return unused(written, workspace.game.orders)


def plain(workspace: DipworkWorkspace, records: str) -> tuple[Diagnostic, ...]:
    """Write ``PLAIN.TXT`` from a file of records; it lists the centres after the round."""
    remedy = "run the winterer first: /w; before the retreats write /op=conflced.ord"
    lines = workspace.records(records, remedy)
    text = plain_report(
        _in_standard_words(workspace, lines),
        workspace.atlas,
        workspace.game.parameters,
        layout_of(workspace.game.parameters),
        _owners(workspace, records),
        workspace.game.players,
        workspace.language,
    )
    written = workspace.write_lines(
        workspace.names.word("FNPLAINOUT"), text.rstrip("\n").split("\n")
    )
    workspace.dialogue.say(said("Report: {written}", written=written))
    return ()


def resolutions_of_round(workspace: DipworkWorkspace, moves_alone: bool) -> tuple[Resolution, ...]:
    """The round as far as it is judged: its moves, then its retreats, builds and removals;
    or the moves alone, even if there are records of a winter.

    They are judged again from the records and compared with ``NEWGAME.TXT``, so that files of
    different rounds are never reported as one.
    """
    fought = workspace.records(CONFLICTED, "run the conflicter first: /c")
    _check_that_all_stand(workspace, fought, CONFLICTED)
    phase = workspace.game.start.phase
    if moves_alone or not workspace.file(WINTERED).is_file():
        return (_judged(workspace, fought, phase),)
    spent = workspace.records(WINTERED, "run the winterer: /w")
    after = new_position(workspace)
    builds = builds_from_ord(spent, workspace.atlas, workspace.board)
    is_winter = phase.season != "S" or builds or after.owners != workspace.game.start.owners
    moves = _judged(workspace, fought, Phase(phase.year, "F" if is_winter else "S", "M"))
    found = [moves]
    orders = retreats_from_ord(spent, workspace.atlas, workspace.board)
    for letter, given in (("R", orders), ("A", builds)):
        if found[-1].position.phase.letter == letter:
            found.append(process(workspace.game.variant, found[-1].position, given))
    if set(found[-1].position.units) != set(after.units):
        what = said(
            "{WINTERED} and {word} are of another round",
            WINTERED=WINTERED,
            word=workspace.names.word("FNNEWGAME"),
        )
        remedy = "run the winterer again: /w; or report the moves alone: --moves"
        raise StepError(Diagnostic("stale-records", what, remedy))
    return tuple(found)


def new_position(workspace: DipworkWorkspace) -> Position:
    """The position of ``NEWGAME.TXT``.

    Raises:
        StepError: if there is none, or it is damaged.
    """
    name = workspace.names.word("FNNEWGAME")
    content = workspace.read(name, "run the winterer: /w")
    game, faults = read_game_file(read_text_file(content, workspace.file(name).name))
    position, more = position_of(game, workspace.atlas, workspace.board, workspace.game.start.phase)
    if has_errors((*faults, *more)):
        raise StepError(*faults, *more)
    return position


def _scanned(workspace: DipworkWorkspace) -> tuple[OrderFile, tuple[Diagnostic, ...]]:
    orders = workspace.game.orders
    if orders is None:
        path = workspace.file(workspace.names.word("FNORDERS"))
        what = said("there is no {name} in {folder}", name=path.name, folder=workspace.game.folder)
        raise StepError(Diagnostic("missing-file", what, "type the players' orders", str(path)))
    files = workspace.game.variant_directory.files
    return scan_orders(orders, files, workspace.board, workspace.game.parameters)


def _judged(workspace: DipworkWorkspace, lines: Sequence[OrdRecord], phase: Phase) -> Resolution:
    """The moves in the records, resolved by the same judge at every step.

    With ``NSU_CHECKING_OFF`` the units are those that have orders.
    """
    game = workspace.game
    # Whoever leads a unit, its order is its owner's: so it is judged.
    told = _in_standard_words(workspace, lines)
    led = [replace(line, leader=line.nation) for line in told if line.error != _MISSING]
    given = orders_from_ord(led, workspace.atlas, workspace.board)
    start = replace(game.start, phase=phase)
    if phase.letter != "M":
        start = replace(start, phase=Phase(phase.year + 1, "S", "M"))
    start = replace(start, units=_standing(workspace, lines))
    return process(game.variant, start, given)


def _in_standard_words(
    workspace: DipworkWorkspace, lines: Sequence[OrdRecord]
) -> tuple[OrdRecord, ...]:
    """Records with their orders in the words of the variant, as reports have them."""
    position = replace(workspace.game.start, units=_standing(workspace, lines))
    return in_standard_words(lines, workspace.game, position)


def _standing(workspace: DipworkWorkspace, lines: Sequence[OrdRecord]) -> tuple[Unit, ...]:
    """The units of ``GAME.TXT``; with ``NSU_CHECKING_OFF`` those that have orders."""
    if workspace.game.parameters.flag("NSU_CHECKING_OFF"):
        return _units_of(workspace, lines)
    return workspace.game.start.units


def _check_that_all_stand(
    workspace: DipworkWorkspace, lines: Sequence[OrdRecord], name: str
) -> None:
    """Refuse records of another position, such as those of the round before."""
    if workspace.game.parameters.flag("NSU_CHECKING_OFF"):
        return
    listed = {unit.location for unit in _units_of(workspace, lines)}
    standing = {unit.location for unit in workspace.game.start.units}
    if listed != standing:
        what = said("the units of {name} are not those of GAME.TXT", name=name)
        raise StepError(Diagnostic("stale-records", what, "start again: /s /p /c"))


def _units_of(workspace: DipworkWorkspace, lines: Sequence[OrdRecord]) -> tuple[Unit, ...]:
    atlas, board = workspace.atlas, workspace.board
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
    workspace: DipworkWorkspace,
    found: OrderFile,
    faults: tuple[Diagnostic, ...],
    deleted: Sequence[OrdRecord],
) -> None:
    orders, atlas = workspace.game.orders, workspace.atlas
    assert orders is not None
    numbers = scan_error_numbers(orders, found, faults, workspace.game.variant_directory)
    lost = (*deleted_by_scanner(orders, numbers, atlas), *deleted_by_parser(deleted, atlas))
    _write_deleted(workspace, lost)


def _write_deleted(workspace: DipworkWorkspace, lost: Sequence[DeletedOrder]) -> None:
    with_numbers = workspace.game.parameters.flag("ERROR_NR_OUTPUT")
    text = errors_text(lost, with_numbers, workspace.dialogue.language)
    workspace.write_lines(workspace.names.word("FNERRORS"), text.splitlines())
    for cause, number in Counter(one.cause for one in lost).items():
        workspace.dialogue.say(said("  {cause}: {number}", cause=cause, number=number))


def _owners(workspace: DipworkWorkspace, records: str) -> Mapping[str, str]:
    """The owners of the centres that a report lists: after a winter those in ``NEWGAME.TXT``."""
    if records.upper().rpartition("\\")[2] != WINTERED:
        return workspace.game.start.owners
    return new_position(workspace).owners


def _nation(workspace: DipworkWorkspace, line: OrdRecord) -> str:
    nations = workspace.atlas.nations
    return nations[line.nation - 1].word if line.nation else "?"
