"""Reading the text of a game; see ``game_text``."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import field, replace
from typing import TYPE_CHECKING

from dragoman.board import UnknownName
from dragoman.diagnostics import Diagnostic, Severity, has_errors
from dragoman.errors import checked
from dragoman.game.game import Game
from dragoman.game.game_text import (
    CHANGED,
    DICE,
    OPEN,
    OPENING,
    POSITION,
    PROXY,
    RESULT,
    RULES,
    STANDING,
    START,
    THROWN,
    TO,
    UNDATED,
    VARIANT,
)
from dragoman.game.order_sets import Intent, OrderSet, Pending
from dragoman.game.resolution import process
from dragoman.game.state import Ending
from dragoman.game.thrown_dice import read_dice, take_opening, with_recorded
from dragoman.game.variant import PLAY, Find, Variant, find_variant
from dragoman.orders import Order, scan_order
from dragoman.quick_dataclass import dataclass
from dragoman.rules import Phase, PhaseKind, Position, PositionError, RuleSet

if TYPE_CHECKING:  # Diplomacy does without it
    from dragoman.machiavelli import Roll

_QUOTED = r'"(?:[^"\\]|\\.)*"'
_HEADER = re.compile(rf"\[\s*([^\s\]\"]+)\s+({_QUOTED})\s*\]")
_LINE = re.compile(
    rf"\s*(?:({STANDING}|{PROXY})\s+)?({_QUOTED}|[^\":(]*?)\s*"
    rf"(?:\(((?:{_QUOTED}|[^\")])*)\))?\s*:(.*)"
)
_NOTE = re.compile(rf"(?:{_QUOTED}|[^\",])+")
_DICE = re.compile(rf"(?:{_QUOTED}|[^\",\s])(?:{_QUOTED}|[^\",])*")


class _Unreadable(Exception):
    """A line that is not what it should be."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        self.diagnostic = diagnostic


@dataclass
class _Block:
    """A phase and the lines under it, with their numbers."""

    phase: Phase
    line: int
    lines: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])


@checked
def read_game_text(
    text: str, find: Find = find_variant, source: str = ""
) -> tuple[Game | None, tuple[Diagnostic, ...]]:
    """The game of a text, by replaying its orders, and what is wrong with the text.

    There is a game unless some diagnostic is an error. ``find`` looks a variant up by name;
    ``source`` is named in the diagnostics.
    """
    reader = _Reader(find)
    game = reader.read(text)
    faults = tuple(fault.at(source) for fault in reader.faults)
    return (None if has_errors(faults) else game), faults


@checked
def read_headers(text: str) -> dict[str, str]:
    """The headers on top of a game's text, the players' among them."""
    found = (_HEADER.fullmatch(line.strip()) for line in text.splitlines())
    return {match[1]: _unquoted(match[2]) for match in found if match}


class _Reader:
    """Reads one text and gathers what is wrong with it."""

    def __init__(self, find: Find) -> None:
        self.find = find
        self.faults: list[Diagnostic] = []

    def read(self, text: str) -> Game | None:
        headers: dict[str, tuple[int, str]] = {}
        blocks: list[_Block] = []
        for number, line in enumerate(text.splitlines(), 1):
            try:
                self._sort(number, line, headers, blocks)
            except _Unreadable as error:
                self.faults.append(error.diagnostic)
        try:
            return self._game(headers, blocks)
        except _Unreadable as error:
            self.faults.append(error.diagnostic)
            return None

    def _sort(
        self,
        number: int,
        line: str,
        headers: dict[str, tuple[int, str]],
        blocks: list[_Block],
    ) -> None:
        """Put a line where it belongs."""
        bare = line.strip()
        if not bare or bare.startswith("#"):
            return
        if bare.startswith("["):
            match = _HEADER.fullmatch(bare)
            if match is None:
                raise _wrong("unreadable-header", 'headers are written [Name "value"]', number, 1)
            headers[match[1]] = number, _unquoted(match[2])
        elif ":" not in bare:
            blocks.append(_Block(_phase(bare, number), number))
        elif blocks:
            blocks[-1].lines.append((number, line))
        else:
            raise _wrong("missing-phase", "a phase should come before orders", number, 1)

    def _game(self, headers: dict[str, tuple[int, str]], blocks: list[_Block]) -> Game:
        variant = self._variant(headers)
        rule_set = _rule_set(headers)
        game = Game(variant, rule_set, _start(headers, variant))
        self._take_opening(headers, game)
        ending = _ending(headers, game)
        won = ending.powers if ending is not None and ending.how == "victory" else ()
        for place, block in enumerate(blocks):
            follow = blocks[place + 1 : place + 2]
            if block.phase != game.phase:
                what = f"{block.phase} does not follow here: the game stands at {game.phase}"
                raise _wrong("wrong-phase", what, block.line, 1)
            if follow:
                self._play(game, block, follow[0], won if place == len(blocks) - 2 else ())
            else:
                pending = self._pending(game, block)
                game.restore(pending, None if won else ending)
        if not blocks:
            game.restore(Pending(), None if won else ending)
        return game

    def _take_opening(self, headers: dict[str, tuple[int, str]], game: Game) -> None:
        """Take how the first income came about, if it leads to where the game starts."""
        found = [headers.get(f"{OPENING}{word.title()}", (0, "")) for word in (DICE, THROWN)]
        (number, _), _ = found
        if not number:
            return
        dice, thrown = (_rolls(texts, game.variant, at, 0) for at, texts in found)
        if not take_opening(game, dice, thrown):
            what = "this first income does not lead to the position in which the game starts"
            self.faults.append(_warning("other-position", what, number))

    def _dice(self, game: Game, block: _Block, wanted: str) -> tuple[Roll, ...]:
        """The dice in the lines of a block that begin with this word."""
        rolls: list[Roll] = []
        for number, line in block.lines:
            word, _, text = line.partition(":")
            if word.strip() == wanted:
                rolls += _rolls(text, game.variant, number, len(word) + 1)
        return tuple(rolls)

    def _play(self, game: Game, block: _Block, following: _Block, won: tuple[str, ...]) -> None:
        """Resolve the phase of a block, or take what the next block says came of it."""
        orders: dict[str, tuple[Order, ...]] = {}
        for power, one in self._sets(game, block):
            orders[power] = (*orders.get(power, ()), *one.orders)
        if game.ending is not None:
            what = f"the game has ended: {game.ending}"
            raise _wrong("game-over", what, following.line, 1)
        thrown = self._dice(game, block, THROWN)
        resolution = process(game.variant, game.position, orders, game.rule_set, thrown)
        if again := with_recorded(game.variant, resolution, self._dice(game, block, DICE)):
            resolution = again
            what = f"the dice of {block.phase} are not those that the seed gives"
            self.faults.append(_warning("other-dice", what, block.line))
        position = self._stated(game, following)
        if position is not None:
            resolution = replace(resolution, position=position, winners=won)
        elif won:
            resolution = replace(resolution, winners=won)
        game.adopt(resolution)

    def _stated(self, game: Game, block: _Block) -> Position | None:
        """The position that a block says it begins with."""
        for number, line in block.lines:
            word, _, text = line.partition(":")
            if word.strip() == POSITION:
                return _position(text.strip(), game.variant, number, line.find(text.strip()))
        return None

    def _pending(self, game: Game, block: _Block) -> Pending:
        sets: dict[str, tuple[OrderSet, ...]] = {}
        for power, one in self._sets(game, block):
            sets[power] = (*sets.get(power, ()), one)
        standing: dict[str, tuple[Order, ...]] = {}
        proxies: dict[str, tuple[str, str]] = {}
        for number, line in block.lines:
            match = _LINE.fullmatch(line)
            if match is None or match[1] is None:
                continue
            if match[1] == STANDING:
                power = _power(match[2], game, number, match.start(2))
                orders = self._orders(game, PhaseKind.MOVEMENT, number, match)
                standing[power] = tuple(orders)
            else:
                owner, _, holder = match[4].partition(f" {TO} ")
                at = match.start(4)
                pair = (_power(name, game, number, at) for name in (owner, holder))
                proxies[match[2]] = next(pair), next(pair)
        return Pending(sets, standing, proxies, self._dice(game, block, THROWN))

    def _sets(self, game: Game, block: _Block) -> Iterator[tuple[str, OrderSet]]:
        """The orders under a phase, line by line."""
        for number, line in block.lines:
            match = _LINE.fullmatch(line)
            if match is None:
                raise _wrong("unreadable-line", "write a power, a colon and orders", number, 1)
            if match[1] is None and match[2] not in (POSITION, DICE, THROWN):
                power = _power(match[2], game, number, match.start(2))
                orders = tuple(self._orders(game, game.phase.kind, number, match))
                yield power, _order_set(orders, match[3] or "", game, number)

    def _orders(
        self, game: Game, kind: PhaseKind, number: int, match: re.Match[str]
    ) -> Iterator[Order]:
        """The orders on a line that can be read; of the rest, the faults."""
        column = match.start(4)
        for text in match[4].split(","):
            blank = len(text) - len(text.lstrip())
            if text.strip():
                order = scan_order(text.strip(), game.variant.board, kind.value)
                if isinstance(order, Diagnostic):
                    at = column + blank + max(order.column, 1)
                    self.faults.append(replace(order, line=number, column=at))
                else:
                    yield order
            column += len(text) + 1

    def _variant(self, headers: dict[str, tuple[int, str]]) -> Variant:
        if VARIANT not in headers:
            raise _wrong("missing-header", f'there is no header [{VARIANT} "..."]', 1, 1)
        number, name = headers[VARIANT]
        try:
            return self.find(name)
        except ValueError as error:
            what = f"the variant {name!r} cannot be read: {error}"
            raise _wrong("unknown-variant", what, number, 1) from None


def _rolls(text: str, variant: Variant, number: int, column: int) -> tuple[Roll, ...]:
    """The dice in a line, with commas between them."""
    rolls, faults = read_dice(variant, tuple(_DICE.findall(text)))
    for fault in faults:
        raise _Unreadable(replace(fault, line=number, column=column + 1))
    return rolls


def _phase(text: str, number: int) -> Phase:
    try:
        return Phase.parse(text)
    except UnknownName as error:
        raise _Unreadable(error.diagnostic.at(line=number, column=1)) from None


def _rule_set(headers: dict[str, tuple[int, str]]) -> RuleSet | None:
    if RULES not in headers:
        return None
    number, preset = headers[RULES]
    try:
        rule_set = RuleSet.preset(preset)
        number, changed = headers.get(CHANGED, (0, ""))
        return rule_set.with_settings(*filter(str.strip, changed.split(",")))
    except ValueError as error:
        raise _wrong("unknown-rule", str(error), number, 1) from None


def _start(headers: dict[str, tuple[int, str]], variant: Variant) -> Position | None:
    if START not in headers:
        return None
    number, text = headers[START]
    return _position(text, variant, number, 0)


def _position(text: str, variant: Variant, number: int, column: int) -> Position:
    try:
        position = Position.parse(text, variant.board)
    except PositionError as error:
        fault = error.diagnostics[0]
        at = column + max(fault.column, 1)
        raise _Unreadable(replace(fault, line=number, column=at)) from None
    for fault in PLAY.of(variant).faults(variant, position):
        raise _Unreadable(fault.at(line=number, column=column + 1))
    if position.phase not in variant.calendar:
        what = f"this game has no phase {position.phase}"
        raise _wrong("unknown-phase", what, number, column + 1)
    return position


def _ending(headers: dict[str, tuple[int, str]], game: Game) -> Ending | None:
    number, text = headers.get(RESULT, (0, OPEN))
    if text.strip() == OPEN:
        return None
    how, _, names = text.partition(":")
    if how not in ("victory", "draw", "concession"):
        what = f'a result is "{OPEN}", or "victory", "draw" or "concession", a colon and powers'
        raise _wrong("unreadable-result", what, number, 1)
    return Ending(how, tuple(_power(name, game, number, 0) for name in names.split(",")))


def _order_set(orders: tuple[Order, ...], notes: str, game: Game, number: int) -> OrderSet:
    """An order set with what is noted of it in brackets."""
    found = OrderSet(orders)
    for match in _NOTE.finditer(notes):
        note = match.group().strip()
        place, to, holder = note.partition(f" {TO} ")
        if note in (Intent.ADDS.value, Intent.REPLACES.value):
            found = replace(found, intent=Intent(note))
        elif note == UNDATED:
            found = replace(found, dated=False)
        elif to:
            proxies = {**found.proxies, place: _power(holder, game, number, 0)}
            found = replace(found, proxies=proxies)
        elif note:
            raise _wrong("unreadable-note", f"{note!r} is nothing to note of orders", number, 1)
    return found


def _power(name: str, game: Game, number: int, column: int) -> str:
    """The key of a power named in a line."""
    bare = name.strip()
    try:
        called = _unquoted(bare) if bare.startswith('"') else bare
        return game.variant.board.power_called(called)
    except UnknownName as error:
        raise _Unreadable(error.diagnostic.at(line=number, column=column + 1)) from None


def _unquoted(text: str) -> str:
    try:
        return str(json.loads(text))
    except ValueError:
        return text.strip('"')


def _warning(code: str, what: str, line: int) -> Diagnostic:
    remedy = "what the text says stands"
    return Diagnostic(code, what, remedy, line=line, column=1, severity=Severity.WARNING)


def _wrong(code: str, what: str, line: int, column: int) -> _Unreadable:
    return _Unreadable(Diagnostic(code, what, line=line, column=column))
