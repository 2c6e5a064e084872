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

from dragoman.orders.faults import NAME_IT, SAY_WHAT, Awaited, Fault, PhaseLetter
from dragoman.orders.line import BEHIND_UNIT, CLOSING, OPENING, Line
from dragoman.orders.named import NameReader
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

_LEADING = (Word.BUILD, Word.REMOVE, Word.DISBAND, Word.RETREAT)
"""Order words that may stand before the unit."""


class OrderReader(NameReader):
    """Reads the orders of a line, each from where the one before it ended.

    ``previous`` is the order that a ditto mark repeats.
    """

    def __init__(
        self,
        line: Line,
        phase: PhaseLetter,
        spellcheck: int,
        suggests: bool,
        previous: Order | None,
    ) -> None:
        super().__init__(line, phase, spellcheck, suggests)
        self.previous = previous

    def order(self) -> Order | None:
        """The order that begins here, or None if the words here are not meant as one.

        Raises:
            Fault: if they are, but cannot be read.
        """
        self.unit, self.awaited = None, Awaited.PLACE
        if self.phase == "M":
            return self._order_of_unit() or self._leading_order()
        return self._leading_order() or self._order_of_unit()

    def refuse_rest(self, start: int, end: int) -> Fault:
        """The fault of an order behind which stands what may belong to it."""
        return self.fault(
            "unread-text",
            f"{self.line.written(start, end)!r} behind the order cannot be read",
            "write the order out, and put a # before what is none",
            start,
        )

    def _leading_order(self) -> Order | None:
        """``build A Par``, ``remove F Lyo``, ``waive``: the order word comes first."""
        start = self.at
        found = self.line.word_at(start)
        if found is None:
            return None
        meanings, self.at = found
        if Word.WAIVE in meanings:
            self.take(Word.BUILD)
            if self.phase == "A" or self.line.piece_ends(self.at):
                return Waive()
        elif any(word in meanings for word in _LEADING):
            unit = self.take_unit() or self.take_misspelt_unit()
            if unit is not None:
                return self._done(unit, self._meant(meanings))
        self.at = start
        return None

    def _order_of_unit(self) -> Order | None:
        unit = self.take_unit(order_must_follow=True) or self.take_misspelt_unit()
        if unit is None:
            return None
        while self.line.sign_at(self.at) in BEHIND_UNIT:
            self.at += 1
        if not self.line.orders_at(self.at):
            raise self._without_order(unit)
        meanings, end = self.line.word_at(self.at) or ((), self.at)
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
                convoyed, target = self._convoyed()
                self.awaited = Awaited.END
                return Convoy(unit, convoyed, target)
            case Word.RETREAT:
                return self._retreat(unit)
            case _:
                self.awaited = Awaited.END
                return self._stays(unit, word)

    def _stays(self, unit: UnitRef, word: Word) -> Order:
        """An order that leads nowhere."""
        match word:
            case Word.BUILD:
                return Build(unit)
            case Word.DISBAND:
                return Remove(unit) if self.phase == "A" else Disband(unit)
            case Word.REMOVE:
                return Disband(unit) if self.phase == "R" else Remove(unit)
            case _:
                return Hold(unit)

    def _move(self, unit: UnitRef) -> Order:
        if stay := self._take_stay():
            return self._done(unit, stay)
        self.unit, self.awaited = unit, Awaited.TARGET
        target, via, route = self._journey()
        self.awaited = Awaited.END
        if self.phase == "R" and not via and not route:
            return Retreat(unit, target)
        return Move(unit, target, via, route)

    def _retreat(self, unit: UnitRef) -> Order:
        self.awaited = Awaited.TARGET
        self.take(Word.MOVE)
        target = None if self.take(Word.DISBAND) else self.take_place()
        self.awaited = Awaited.END
        return Disband(unit) if target is None else Retreat(unit, target)

    def _supported(self, then: Awaited) -> tuple[UnitRef, str | None]:
        """The supported unit, and where it is to go if it is to go anywhere.

        ``then`` is what has to follow a word that moves it.
        """
        if self._take_ditto():
            repeated = self._repeated()
            self.awaited = Awaited.END
            return repeated
        if self.line.sign_at(self.at) in OPENING:
            self.at += 1
        unit = self.take_other_unit()
        if self.line.sign_at(self.at) in CLOSING:
            self.at += 1
        target = None
        if self.take(Word.HOLD) or (self.line.moves_at(self.at) and self._take_stay()):
            self.awaited = Awaited.END
        elif self.line.moves_at(self.at):
            self.awaited = then
            target = self._journey()[0]
            self.awaited = Awaited.END
        else:
            self.awaited = Awaited.SUPPORTED_ORDER
        return unit, target

    def _convoyed(self) -> tuple[UnitRef, str]:
        start, self.awaited = self.at, Awaited.CONVOYED
        unit, target = self._supported(Awaited.CONVOYED_TARGET)
        if target is None:
            self.awaited = Awaited.CONVOYED_MOVE
            raise self.fault(
                "missing-target",
                f"the convoy of the unit in {self.words.place_name(unit.location)} leads nowhere",
                "say where it is to go, as in F NTH C A YOR - BEL",
                start,
            )
        return unit, target

    def _journey(self) -> tuple[str, bool, tuple[str, ...]]:
        """The target, whether a convoy is asked for, and the places named on the way."""
        line = self.line
        legs: list[str] = []
        over: list[str] = []  # named behind the target: "lon - nwy via nth"
        stops, via = legs, False
        is_over_first = False  # "lon via nth via nwg - nwy": the target comes last
        start, corrected = self.at, len(self.warnings)
        while line.moves_at(self.at):
            self.at = line.past_bracket(self.at)
            # "über" is both: it leads on from a unit, and names the way behind a target
            by_sea = line.says(self.at, Word.VIA) and (legs or not line.says(self.at, Word.MOVE))
            self.at = line.past_word(self.at)
            while not by_sea and line.sign_at(self.at) == MOVE_SIGN:
                self.at += 1
            if by_sea:
                is_over_first = is_over_first or not legs
                via, stops = True, legs if is_over_first else over
            if not by_sea or line.place_at(self.at):
                stops.append(self.take_place())
            while stops is over and line.lists_place_at(self.at):
                self.at = line.past_comma(self.at)
                stops.append(self.take_place())
        if not legs:
            raise self.fault("missing-place", "a place is missing", NAME_IT, self.at)
        if len(legs) + len(over) > 1 and len(self.warnings) > corrected:
            # A misspelt name with a dash in it looks like a route.
            raise self.fault(
                "unknown-place",
                f"{line.written(start, self.at)!r} names places that are not on this map",
                "on a route each name has to be right",
                start,
            )
        return legs[-1], via, (*legs[:-1], *over)

    def _take_stay(self) -> Word | None:
        """Step over a hold or disband written as a move: ``A Vie-xxx``."""
        end = self.line.past_word(self.at)
        if self.line.place_at(end) is None:
            for word in (Word.HOLD, Word.DISBAND):
                if self.line.says(end, word):
                    self.at = self.line.past_word(end)
                    return word
        return None

    def _take_ditto(self) -> bool:
        line, start = self.line, self.at
        while line.sign_at(self.at) == DITTO_SIGN:
            self.at += 1
        if self.at == start:
            return self.take(Word.DITTO)
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
                raise self.fault(
                    "nothing-to-repeat",
                    "there is no order above the ditto mark to repeat",
                    "write the order out",
                    self.at - 1,
                )

    def _without_order(self, unit: UnitRef) -> Fault:
        """The fault of a unit without a known order word (DipWork: IMP)."""
        i, place = self.at, self.words.place_name(unit.location)
        self.unit, self.awaited = unit, Awaited.ORDER
        if self.line.piece_ends(i) or self.line.unit_at(i) is not None:
            what, remedy = f"the unit in {place} is given no order", SAY_WHAT[self.phase]
            return self.fault("no-order-word", what, remedy, i)
        word = self.line.tokens[i]
        what = f"{word.text!r} is no order for the unit in {place}"
        near = self.near(self.words.near_orders, word.folded)
        return self.fault("unknown-order-word", what, SAY_WHAT[self.phase], i, near)

    def _meant(self, meanings: tuple[Word, ...], end: int | None = None) -> Word:
        """The sense of a word with two: ``r`` removes in adjustments, else retreats (nJudge)."""
        if Word.RETREAT in meanings and Word.REMOVE in meanings and self.phase == "A":
            onwards = end is not None and self.line.place_at(end) is not None
            return Word.RETREAT if onwards else Word.REMOVE
        return meanings[0]
