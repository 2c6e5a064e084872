"""Reading one order, word by word.

The grammar, where each word may be written in any of its spellings:

    order   = unit what | build unit | remove unit | disband unit | retreat unit to place | waive
    unit    = [power] [kind] place
    what    = hold | move | support (ditto | unit [move | hold]) | convoy (ditto | unit move)
            | retreat place | disband | build | remove
    move    = to place { to place } [via { place }]
    place   = name [coast]
"""

from __future__ import annotations

from enum import Enum, auto
from typing import Literal, TypeAlias

from dragoman.board import province_of
from dragoman.diagnostics import Diagnostic, Severity
from dragoman.orders.line import Line, Places
from dragoman.orders.order import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Remove,
    Retreat,
    Support,
    UnitRef,
    Waive,
)
from dragoman.orders.tokens import DITTO_SIGN, MOVE_SIGN
from dragoman.orders.vocabulary import Word

PhaseLetter: TypeAlias = Literal["M", "R", "A"]
"""The kind of phase the orders are for: movement, retreat or adjustment."""

_LEADING = (Word.BUILD, Word.REMOVE, Word.DISBAND, Word.RETREAT)
"""Order words that may stand before the unit."""


class Awaited(Enum):
    """What has to come next in an order."""

    PLACE = auto()
    """Where its unit stands."""
    TARGET = auto()
    SUPPORTED = auto()
    """The supported unit."""
    SUPPORTED_TARGET = auto()
    CONVOYED = auto()
    """The convoyed unit."""
    CONVOYED_MOVE = auto()
    """A word that moves the convoyed unit."""
    CONVOYED_TARGET = auto()


class Fault(Exception):
    """An order that cannot be read. Never leaves this package."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.what)
        self.diagnostic = diagnostic


class OrderReader:
    """Reads the orders of a line, each from where the one before it ended.

    ``at`` is the token to read next, ``previous`` the order that a ditto mark repeats. ``unit``
    is whose order is being read, as soon as it is known, ``awaited`` what has to come next.
    ``warnings`` collects what was read but may be a mistake, ``press`` the tokens of passages
    that stand in place of an order.
    """

    def __init__(
        self, line: Line, phase: PhaseLetter, spellcheck: int, previous: Order | None
    ) -> None:
        self.at = 0
        self.previous = previous
        self.warnings: list[Diagnostic] = []
        self.press: list[tuple[int, int]] = []
        self.unit: UnitRef | None = None
        self.awaited = Awaited.PLACE
        self._line = line
        self._words = line.words
        self._phase: PhaseLetter = phase
        self._spellcheck = spellcheck

    def order(self) -> Order | None:
        """The order that begins here, or None if the words here are not meant as one.

        Raises:
            Fault: if they are, but cannot be read.
        """
        self.unit, self.awaited = None, Awaited.PLACE
        if self._phase == "M":
            return self._order_of_unit() or self._leading_order()
        return self._leading_order() or self._order_of_unit()

    def warn(self, code: str, what: str, i: int, candidates: tuple[str, ...] = ()) -> None:
        """Note what may be a mistake, at token ``i``."""
        self.warnings.append(
            Diagnostic(
                code,
                what,
                column=self._line.column(i),
                candidates=candidates,
                severity=Severity.WARNING,
            )
        )

    def _leading_order(self) -> Order | None:
        """``build A Par``, ``remove F Lyo``, ``waive``: the order word comes first."""
        start = self.at
        found = self._line.word_at(start)
        if found is None:
            return None
        meanings, self.at = found
        if Word.WAIVE in meanings:
            self._take(Word.BUILD)
            if self._phase == "A" or self._line.piece_ends(self.at):
                return Waive()
        elif any(word in meanings for word in _LEADING):
            unit = self._unit() or self._misspelt_unit()
            if unit is not None:
                return self._done(unit, self._meant(meanings))
        self.at = start
        return None

    def _order_of_unit(self) -> Order | None:
        unit = self._unit(order_must_follow=True) or self._misspelt_unit()
        if unit is None:
            return None
        while self._line.sign_at(self.at) in (".", ":"):
            self.at += 1
        if not self._line.orders_at(self.at):
            return self._without_order(unit)
        meanings, end = self._line.word_at(self.at) or ((), self.at)
        word = self._meant(meanings, end)
        if word in (Word.MOVE, Word.VIA):
            return self._move(unit)
        self.at = end
        return self._done(unit, word)

    def _done(self, unit: UnitRef, word: Word) -> Order:
        """The order of a unit, read from behind its order word."""
        self.unit = unit
        match word:
            case Word.SUPPORT:
                self.awaited = Awaited.SUPPORTED
                return Support(unit, *self._supported(Awaited.SUPPORTED_TARGET))
            case Word.CONVOY:
                return Convoy(unit, *self._convoyed())
            case Word.RETREAT:
                return self._retreat(unit)
            case Word.BUILD:
                return Build(unit)
            case Word.DISBAND:
                return Remove(unit) if self._phase == "A" else Disband(unit)
            case Word.REMOVE:
                return Disband(unit) if self._phase == "R" else Remove(unit)
            case _:
                return Hold(unit)

    def _move(self, unit: UnitRef) -> Order:
        if stay := self._take_stay():
            return self._done(unit, stay)
        self.unit, self.awaited = unit, Awaited.TARGET
        target, via, route = self._journey()
        if self._phase == "R" and not via and not route:
            return Retreat(unit, target)
        return Move(unit, target, via, route)

    def _retreat(self, unit: UnitRef) -> Order:
        self.awaited = Awaited.TARGET
        self._take(Word.MOVE)
        if self._take(Word.DISBAND):
            return Disband(unit)
        return Retreat(unit, self._place())

    def _supported(self, then: Awaited) -> tuple[UnitRef, str | None]:
        """The supported unit, and where it is to go if it is to go anywhere.

        ``then`` is what has to follow a word that moves it.
        """
        if self._take_ditto():
            return self._repeated()
        unit = self._other_unit()
        if not self._take(Word.HOLD) and self._line.moves_at(self.at) and not self._take_stay():
            self.awaited = then
            return unit, self._journey()[0]
        return unit, None

    def _convoyed(self) -> tuple[UnitRef, str]:
        start, self.awaited = self.at, Awaited.CONVOYED
        unit, target = self._supported(Awaited.CONVOYED_TARGET)
        if target is None:
            self.awaited = Awaited.CONVOYED_MOVE
            raise self._fault(
                "missing-target",
                f"the convoy of the unit in {self._words.place_name(unit.location)} leads nowhere",
                "say where it is to go, as in F NTH C A YOR - BEL",
                start,
            )
        return unit, target

    def _journey(self) -> tuple[str, bool, tuple[str, ...]]:
        """The target, whether a convoy is asked for, and the places named on the way."""
        line = self._line
        legs: list[str] = []
        over: list[str] = []  # named behind the target: "lon - nwy via nth"
        stops, via = legs, False
        is_over_first = False  # "lon via nth via nwg - nwy": the target comes last
        while line.moves_at(self.at):
            self.at = line.past_bracket(self.at)
            # "über" is both: it leads on from a unit, and names the way behind a target
            by_sea = line.says(self.at, Word.VIA) and (legs or not line.says(self.at, Word.MOVE))
            self.at = line.past_word(self.at)
            if by_sea:
                is_over_first = is_over_first or not legs
                via, stops = True, legs if is_over_first else over
            if not by_sea or line.place_at(self.at):
                stops.append(self._place())
            while stops is over and line.lists_place_at(self.at):
                self.at = line.past_comma(self.at)
                stops.append(self._place())
        if not legs:
            raise self._fault("missing-place", "a place is missing", "", self.at)
        return legs[-1], via, (*legs[:-1], *over)

    def _take_stay(self) -> Word | None:
        """Step over a hold or disband written as a move: ``A Vie-xxx``."""
        end = self._line.past_word(self.at)
        if self._line.place_at(end) is None:
            for word in (Word.HOLD, Word.DISBAND):
                if self._line.says(end, word):
                    self.at = self._line.past_word(end)
                    return word
        return None

    def _take_ditto(self) -> bool:
        line, start = self._line, self.at
        while line.sign_at(self.at) == DITTO_SIGN:
            self.at += 1
        if self.at == start:
            return self._take(Word.DITTO)
        quoted = line.sign_at(self.at) == "" and line.follows_closely(self.at)
        return not quoted  # it is in: A Gal S "A Bud - Vie"

    def _repeated(self) -> tuple[UnitRef, str | None]:
        """What a ditto mark stands for: the unit and the target written above it."""
        match self.previous:
            case Hold(unit):
                return unit, None
            case Move(unit, target):
                return unit, target
            case Support(_, unit, target) | Convoy(_, unit, target):
                return unit, target
            case _:
                raise self._fault(
                    "nothing-to-repeat",
                    "there is no order above the ditto mark to repeat",
                    "write the order out",
                    self.at - 1,
                )

    def _without_order(self, unit: UnitRef) -> Order:
        """A unit without a known order word. It holds if this is the time (DipWork: IMP)."""
        i, place = self.at, self._words.place_name(unit.location)
        near: tuple[str, ...] = ()
        if silent := self._line.piece_ends(i) or self._line.unit_at(i) is not None:
            code, what = "no-order-word", f"the unit in {place} is given no order"
        else:
            word = self._line.tokens[i]
            code, what = "unknown-order-word", f"{word.text!r} is no order for the unit in {place}"
            near = self._words.near_orders(word.folded)
        if self._phase != "M":
            raise self._fault(code, what, "", i, near)
        self.warn(code, f"{what}; it holds", i, near)
        if not silent:
            self.at = self._line.past_piece(i)
            self.press.append((i, self.at))
        return Hold(unit)

    def _meant(self, meanings: tuple[Word, ...], end: int | None = None) -> Word:
        """The sense of a word with two: ``r`` removes in adjustments, else retreats (nJudge)."""
        if Word.RETREAT in meanings and Word.REMOVE in meanings and self._phase == "A":
            onwards = end is not None and self._line.place_at(end) is not None
            return Word.RETREAT if onwards else Word.REMOVE
        return meanings[0]

    # -- units and places

    def _unit(self, order_must_follow: bool = False) -> UnitRef | None:
        """The unit named here. Its place alone will do, if need be only before an order word."""
        line = self._line
        found = line.unit_at(self.at)
        if found is None:
            readings = [
                unit
                for unit in line.bare_units_at(self.at)
                if not order_must_follow or line.orders_at(unit.end)
            ]
            if not readings:
                return None
            # The name of a power may be a place as well: take the reading that explains more.
            found = max(readings, key=lambda unit: unit.end)
        self.at = found.end
        return UnitRef(self._only(found.places, found.start, found.end), found.kind, found.power)

    def _other_unit(self) -> UnitRef:
        """The unit that is supported or convoyed; it has to be named here."""
        unit = self._unit()
        if unit is None:
            power, kind, self.at = self._line.power_and_kind_at(self.at)
            unit = UnitRef(self._place(), kind, power)
        return unit

    def _misspelt_unit(self) -> UnitRef | None:
        """The unit, if this looks like an order whose first place is misspelt.

        Words behind "A" or "F" that run into an order word or are few (two, or two with a
        dash between) look like it, and so do words before a dash and a place. All else is press.
        """
        line = self._line
        power, kind, start = line.power_and_kind_at(self.at)
        end = line.unknown_name_end(start)
        if kind is not None:
            few = 3 if line.sign_at(start + 1) == MOVE_SIGN else 2
            looks_so = line.orders_at(end) or (line.piece_ends(end) and end - start <= few)
        else:
            looks_so = line.sign_at(end) == MOVE_SIGN and line.place_at(end + 1) is not None
        if end == start or end - start > 3 or not looks_so:
            return None
        self.at = start
        return UnitRef(self._place(), kind, power)

    def _place(self) -> str:
        """The place that has to be named here."""
        line, words = self._line, self._words
        start = self.at = line.past_filler(self.at)
        found = line.place_at(start)
        if found is not None:
            places, self.at = found
            return self._only(places, start, self.at)
        self.at = line.unknown_name_end(start)
        if self.at == start:
            raise self._fault("missing-place", "a place is missing", "", start)
        written = line.written(start, self.at)
        folded = "".join(token.folded for token in line.tokens[start : self.at] if token.is_word)
        similar = words.similar_places(folded, self._spellcheck) if self._spellcheck else ()
        if not similar:
            raise self._fault(
                "unknown-place",
                f"{written!r} is no place on this map",
                "write a name or an abbreviation from the map",
                start,
                words.near_places(folded),
            )
        place, self.at = line.coast_at(self._one_of(similar, start, self.at), self.at)
        self._check_coast(place, self.at)
        self.warn("corrected-place", f"{written!r} was read as {words.place_name(place)}", start)
        return place

    def _only(self, places: Places, start: int, end: int) -> str:
        """The one place meant by a name, whose coast, if there is one, is known."""
        place = self._one_of(places, start, end)
        self._check_coast(place, end)
        return place

    def _one_of(self, places: Places, start: int, end: int) -> str:
        place, *others = places
        if others:
            raise self._fault(
                "ambiguous-place",
                f"{self._line.written(start, end)!r} may be any of several places",
                "write more of the name",
                start,
                tuple(map(self._words.place_name, places)),
            )
        return place

    def _check_coast(self, place: str, end: int) -> None:
        written = self._line.unknown_coast_at(end)
        if written is not None:
            coasts = self._words.board.provinces[province_of(place)].coasts
            raise self._fault(
                "unknown-coast",
                f"{written!r} is no coast",
                "write a coast as in spa/sc",
                end + 1,
                tuple(f"{place}/{coast}" for coast in coasts),
            )

    def _take(self, word: Word) -> bool:
        """Step over this word if it stands here."""
        if not self._line.says(self.at, word):
            return False
        self.at = self._line.past_word(self.at)
        return True

    def _fault(
        self, code: str, what: str, remedy: str, i: int, candidates: tuple[str, ...] = ()
    ) -> Fault:
        column = self._line.column(i)
        return Fault(Diagnostic(code, what, remedy, column=column, candidates=candidates))
