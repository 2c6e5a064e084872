"""Running games of nJudge, from the files in the folder of a game: each position (``G001`` and so
on), the orders for each (``M001``), and ``dip.master`` beside them, if it is given.

A position has the form of a seed file, and behind it the players with the addresses of their mail
and the entry of ``dip.master`` at that time. So the last one alone makes a game, that begins where
it says; with those before it and their orders comes a history, which is judged again. Dice of
Machiavelli stand nowhere: a game of that begins at its last position.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Final

from dragoman.diagnostics import Diagnostic
from dragoman.formats.records.retelling import RecordedPhase, retold
from dragoman.formats.variants.reader import VariantMap
from dragoman.game import Game, Variant
from dragoman.game.variant import PLAY
from dragoman.judge.imports.given_files import GivenFile
from dragoman.judge.imports.njudge_entry import NjudgeEntry, entries_in, entry_in
from dragoman.judge.imports.running_game import (
    MOST_PHASES,
    GameSource,
    PersonElsewhere,
    RunningGame,
    not_taken,
    refused_file,
    refused_for,
)
from dragoman.judge.log.conditional_orders import ConditionContext, orders_chosen
from dragoman.quick_dataclass import dataclass
from dragoman.rules import Phase, RuleSet

FindMap = Callable[[str], VariantMap | None]
"""Looks up the map of a variant that is here."""
_ANEW: Final = "give the files of the game's folder as nJudge wrote them"
_TURN: Final = re.compile(r"[SUFW]\d{1,4}[MRAB]\S?", re.IGNORECASE)
_ROW: Final = re.compile(r"[A-Za-z]:")
_NUMBERED: Final = re.compile(r"(?P<kind>[GM])(?P<number>\d{3,5})", re.IGNORECASE)
_AHEAD: Final = re.compile(r"P(?P<number>\d{3,5})", re.IGNORECASE)
_ORDER: Final = re.compile(r"(?P<letter>[^\s:])\S*:\s?(?P<text>.*)")


def is_position(text: str) -> bool:
    """True if this is meant as a position of nJudge."""
    first, _, rest = text.partition("\n")
    return bool(_TURN.fullmatch(first.strip())) and "\n-1" in f"\n{rest}"


def is_master_file(text: str) -> bool:
    """True if this is meant as ``dip.master``, or as an entry of it."""
    return not is_position(text) and bool(entries_in(text.split("\n")[:2000]))


def running_njudge_game(
    files: Iterable[GivenFile], find_map: FindMap, find: Callable[[str], Variant], variant: str = ""
) -> RunningGame:
    """The running game in files of nJudge. ``variant`` is the one it is played on here, where that
    does not follow from its number.

    Raises:
        ActionRefused: if there is none in them.
    """
    told: list[Diagnostic] = []
    known = [*files]
    positions, entry = _positions(known, told)
    last = positions[-1]
    if entry.is_over:
        raise refused_file("this game is over", "give one that goes on", last.name)
    key = variant or entry.variant
    if not key:
        what = "the file does not say which variant it is"
        remedy = "add dip.master, or say which variant of this judge it is"
        raise refused_file(what, remedy, last.name)
    board = find_map(key)
    if board is None:
        what = f"the variant {key} is not here"
        remedy = "bring its map and its seed first, or say which variant of this judge it is"
        raise refused_file(what, remedy, last.name)
    plays = find(key)
    has_dice = PLAY.of(plays).dice(plays) is not None
    chosen = entry.switches(has_dice)
    rules = RuleSet.preset(entry.rules(has_dice))
    rules = rules.with_settings(*(f"{name}={answer}" for name, answer in chosen.items()))
    sheets = _sheets_by_number(known, plays)
    if has_dice:
        game = Game(_at(last, board, plays), rules)
        game = Game(plays, rules, game.position)
        if len(positions) > 1:
            what = "the turns before are not taken over: nothing says how their dice fell"
            told.append(not_taken(what, "keep the files to look them up"))
    else:
        game, more = _with_history(positions, sheets, board, plays, rules)
        told += more
    told += _of_victory(entry, plays)
    told += _of_later_phases(known, last.number)
    letters = {power.letter: power.key for power in plays.board.powers.values()}
    players = {letters[one]: who for one, who in entry.players.items() if one in letters}
    settings = {**entry.settings(), "rules": entry.rules(has_dice)}
    if chosen:
        settings["switches"] = chosen
    now = sheets.get(last.number, {})
    seats: Mapping[str, PersonElsewhere] = players
    name = entry.name[:60]
    people = (seats, entry.masters)
    left = (*told, *entry.left_out())
    return RunningGame(GameSource.NJUDGE, name, game, now, *people, settings, left)


@dataclass(frozen=True, slots=True)
class _NjudgePosition:
    """A file with a position: its number among those of the game, its turn, and the part of it that
    is a seed."""

    name: str
    number: int
    turn: str
    seed: str
    text: str


def _positions(
    files: list[GivenFile], told: list[Diagnostic]
) -> tuple[tuple[_NjudgePosition, ...], NjudgeEntry]:
    """The positions of one game, in their order, and its entry as it is now."""
    found = sorted(map(_position, filter(_has_position, files)), key=lambda one: one.number)
    if len(found) > MOST_PHASES:
        raise refused_file(f"it has more than {MOST_PHASES} phases", _ANEW, found[-1].name)
    for one, following in pairwise(found):
        if one.number == following.number:
            what = f"there is a second position of this number, {one.name}"
            raise refused_file(what, "give the files of one game alone", following.name)
    own = entry_in(found[-1].text.split("\n"))
    masters = [file for file in files if is_master_file(file.text)]
    entry = None
    for file in masters:
        lines = file.text.split("\n")
        names = entries_in(lines)
        if own is not None and own.name in names:
            entry = entry_in(lines, own.name)
        elif own is None and len(names) == 1:
            entry = entry_in(lines)
        elif own is None:
            what = f"it has {len(names)} games, and the position does not say which it is of"
            raise refused_file(what, "give the entry of this game alone", file.name)
    stale = [one for one in found if entry is not None and one.number > max(1, entry.number)]
    if entry is not None and stale and len(stale) < len(found):
        names = ", ".join(one.name for one in stale)
        what = f"{names}: the game was rolled back, and these turns do not count any more"
        told.append(not_taken(what))
        found = found[: -len(stale)]
    kept = [*_going_on(found, told)]
    entry = entry or own
    if entry is None:
        what = "there is no entry of the game in it, nor a dip.master beside it"
        raise refused_file(what, "add dip.master", kept[-1].name)
    return tuple(kept), entry


def _going_on(found: list[_NjudgePosition], told: list[Diagnostic]) -> Iterator[_NjudgePosition]:
    """The positions up to the first that does not come later than the one before it: those were
    left by a game that was rolled back."""
    for number, one in enumerate(found):
        if number and _time(one) <= _time(found[number - 1]):
            before = found[number - 1]
            what = f"{one.name} is of {one.turn}, no later than {before.name} of {before.turn}"
            told.append(not_taken(f"{what}: it and what follows are passed over"))
            return
        yield one


def _time(one: _NjudgePosition) -> tuple[int, int, int]:
    phase = Phase.parse(one.turn)
    return phase.year, "SUFW".find(phase.season), "MRA".find(phase.letter)


def _has_position(file: GivenFile) -> bool:
    return is_position(file.text)


def _position(file: GivenFile) -> _NjudgePosition:
    """A file with its seed cut out: rows of owners follow the units, and what comes then are
    people."""
    lines = file.text.split("\n")
    end = next(n for n, line in enumerate(lines) if line.startswith("-"))
    rows: list[str] = []
    for line in lines[end + 1 :]:
        is_old = not rows and line and " " not in line.strip() and not line.startswith("-")
        if not (_ROW.match(line) or is_old):
            break
        rows.append(line)
    turn = lines[0].strip()[:6]
    seed = "\n".join((turn, *lines[1:end], "-1", *rows, "-1", *(("-1",) if rows else ()), ""))
    met = _NUMBERED.fullmatch(file.name)
    return _NjudgePosition(file.name, int(met["number"]) if met else 0, turn, seed, file.text)


def _at(one: _NjudgePosition, board: VariantMap, plays: Variant) -> Variant:
    """The variant as it would begin at a position."""
    found, faults = board.variant(one.seed.encode())
    wrong = next((fault for fault in faults if fault.is_error), None)
    if wrong is not None:
        place = replace(wrong, source=one.name)
        remedy = f"see that the game is of {plays.title}, and the file whole"
        raise refused_for(place, one.name, remedy)
    if found is None:
        raise refused_file("it does not say which turn it is", _ANEW, one.name, 1)
    return found


def _with_history(
    positions: tuple[_NjudgePosition, ...],
    sheets: Mapping[int, Mapping[str, str]],
    board: VariantMap,
    plays: Variant,
    rules: RuleSet,
) -> tuple[Game, tuple[Diagnostic, ...]]:
    """The game of positions in a row, with the orders that were on file for each. Where a turn is
    missing it begins behind that."""
    row = [*_last_in_a_row(positions)]
    faults: list[Diagnostic] = []
    if len(row) < len(positions):
        what = f"positions before {row[0].name} are passed over: some between them are missing"
        faults.append(not_taken(what, "give all files G001, G002 and so on"))
    calendar = plays.calendar_under(rules)
    phases: list[RecordedPhase] = []
    for one in row:
        start = _at(one, board, plays).start
        if start.phase not in calendar:
            what = f"{plays.title} has no phase {start.phase}"
            raise refused_file(what, "see that it is of this variant", one.name, 1)
        for fault in start.faults(plays.board):
            raise refused_for(replace(fault, source=one.name), one.name, _ANEW)
        game = Game(plays, rules, start)
        if one is not row[-1]:
            _give(game, sheets.get(one.number, {}), faults)
        orders = {power: game.orders(power) for power in plays.board.powers}
        phases.append(RecordedPhase(start, {p: given for p, given in orders.items() if given}))
    game, told = retold(plays, rules, phases)
    return game, (*told, *faults)


def _last_in_a_row(positions: tuple[_NjudgePosition, ...]) -> Iterator[_NjudgePosition]:
    first = len(positions) - 1
    while first and positions[first - 1].number == positions[first].number - 1:
        first -= 1
    return iter(positions[first:])


def _give(game: Game, sheets: Mapping[str, str], faults: list[Diagnostic]) -> None:
    """Hand in the orders that were on file for a phase that is over; what cannot be read is told
    of. Conditions are held against the position alone."""
    for power, text in sheets.items():
        context = ConditionContext(game.variant, game.position, (), power, True)
        for fault in game.order(power, orders_chosen(text, context)):
            if fault.is_error or fault.code == "no-order":
                left_out = not_taken(fault.what, "the order is left out")
                faults.append(left_out.at(f"{game.phase}, {power}"))


def _sheets_by_number(files: Iterable[GivenFile], variant: Variant) -> dict[int, dict[str, str]]:
    """The orders on file by the number of a position and by power."""
    letters = {power.letter: power.key for power in variant.board.powers.values()}
    found: dict[int, dict[str, str]] = {}
    for file in files:
        met = _NUMBERED.fullmatch(file.name)
        if met is None or met["kind"].upper() != "M":
            continue
        lines: dict[str, list[str]] = {}
        for line in file.text.split("\n"):
            order = _ORDER.fullmatch(line)
            if order is not None and (power := letters.get(order["letter"].upper())):
                lines.setdefault(power, []).append(order["text"].rstrip())
        sheets = {power: "\n".join(rows).strip() for power, rows in lines.items()}
        found[int(met["number"])] = {power: text for power, text in sheets.items() if text}
    return found


def _of_later_phases(files: Iterable[GivenFile], number: int) -> Iterator[Diagnostic]:
    """A note where orders were given ahead for later phases, in a file ``P`` of the number of
    the position at hand."""
    for file in files:
        met = _AHEAD.fullmatch(file.name)
        if met is not None and int(met["number"]) == number and file.text.strip():
            what = f"{file.name}: orders given ahead for later phases were not taken over"
            yield not_taken(what, "ask the players to give them again")


def _of_victory(entry: NjudgeEntry, variant: Variant) -> Iterator[Diagnostic]:
    if entry.victory and entry.victory != variant.victory_centers:
        what = f"there {entry.victory} centres win, here {variant.victory_centers}"
        yield not_taken(what, "end the game by a draw or a declared result where that matters")
