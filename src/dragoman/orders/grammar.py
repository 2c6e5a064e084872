"""Reading one order, word by word.

The grammar, where each word may be written in any of its spellings:

    order   = unit what | build unit | remove unit | disband unit | retreat unit to place | waive
            | maintain unit
    unit    = [power] [kind] place
    what    = hold | move | support (ditto | unit [move | hold]) | convoy (ditto | unit move)
            | retreat place | disband | build | remove | maintain
            | core | besiege [[kind] place] | lift | convert kind [coast]
    move    = to place { to place } [via { place }]
    place   = name [coast]

Orders for money have a grammar of their own (see ``money_reader``).
"""

from __future__ import annotations

from dragoman.board import GARRISON, garrisoned_province, province_of
from dragoman.orders.faults import NAME_IT, SAY_WHAT, Awaited, Fault, PhaseLetter
from dragoman.orders.line import OrderLine
from dragoman.orders.money_reader import MoneyReader
from dragoman.orders.named import NameReader
from dragoman.orders.order import (
    Besiege,
    Build,
    Convert,
    Convoy,
    Core,
    Disband,
    Hold,
    LiftSiege,
    Maintain,
    Move,
    Order,
    Remove,
    Retreat,
    Support,
    UnitRef,
    Waive,
)
from dragoman.orders.tokens import BEHIND_UNIT, CLOSING, DITTO_SIGN, MOVE_SIGN, OPENING
from dragoman.orders.vocabulary import Word
from dragoman.words import said

_LEADING = (
    Word.BUILD,
    Word.REMOVE,
    Word.DISBAND,
    Word.RETREAT,
    Word.MAINTAIN,
    Word.BESIEGE,
)
"""Order words that may stand before the unit."""


class OrderReader(NameReader):
    """Reads the orders of a line, each from where the one before it ended.

    ``previous`` is the order that a ditto mark repeats.
    """

    def __init__(
        self,
        line: OrderLine,
        phase: PhaseLetter,
        spellcheck: int,
        suggestions: int,
        previous: Order | None,
    ) -> None:
        super().__init__(line, phase, spellcheck, suggestions)
        self.previous = previous
        self._money = MoneyReader(self) if line.words.money else None

    def order(self) -> Order | None:
        """The order that begins here, or None if the words here are not meant as one.

        Raises:
            Fault: if they are, but cannot be read.
        """
        self.unit, self.awaited = None, Awaited.PLACE
        if self._money is not None and (order := self._money.order()) is not None:
            return order
        if self.phase == "M":
            return self._order_of_unit() or self._leading_order()
        return self._leading_order() or self._order_of_unit()

    def refuse_rest(self, start: int, end: int) -> Fault:
        """The fault of an order behind which stands what may belong to it."""
        return self.fault(
            "unread-text",
            said(
                "{written!r} behind the order cannot be read", written=self.line.written(start, end)
            ),
            "write the order out, and put a # before what is not an order",
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
            case Word.CONVERT:
                return self._convert(unit)
            case Word.CORE:
                self.awaited = Awaited.END
                return Core(unit)
            case Word.BESIEGE:
                self._take_besieged(unit)
                self.awaited = Awaited.END
                return Besiege(unit)
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
            case Word.LIFT:
                return LiftSiege(unit)
            case Word.MAINTAIN:
                return Maintain(unit)
            case _:
                return Hold(unit)

    def _move(self, unit: UnitRef) -> Order:
        if stay := self._take_stay():
            return self._done(unit, stay)
        self.unit, self.awaited = unit, Awaited.TARGET
        target, via, route = self._journey(unit.kind)
        self.awaited = Awaited.END
        if self.phase == "R" and not via and not route:
            return Retreat(unit, target)
        return Move(unit, target, via, route)

    def _retreat(self, unit: UnitRef) -> Order:
        self.awaited = Awaited.TARGET
        self.take(Word.MOVE)
        target = None if self.take(Word.DISBAND) else self.take_target(unit.kind)
        self.awaited = Awaited.END
        return Disband(unit) if target is None else Retreat(unit, target)

    def _convert(self, unit: UnitRef) -> Order:
        """A conversion; of a dislodged unit it is a retreat into its city."""
        self.awaited = Awaited.TARGET
        kind, coast = self._conversion(unit)
        self.awaited = Awaited.END
        city = self.words.cities.get(province_of(unit.location))
        if self.phase == "R" and kind == GARRISON.letter and coast is None and city is not None:
            return Retreat(unit, city)
        return Convert(unit, kind, coast)

    def _conversion(self, unit: UnitRef) -> tuple[str, str | None]:
        """The kind that a unit becomes, and the coast that it comes out to, if one is named."""
        line = self.line
        start = line.past_filler(self.at)
        found = line.kind_at(start)
        if found is None:
            place = self.words.place_name(garrisoned_province(unit.location))
            raise self.fault(
                "missing-kind",
                said("it is not said what the unit in {place} becomes", place=place),
                "write A, F or G behind it, as in A GEN C G, G CRO C F/NC",
                start,
            )
        kind, self.at = found
        second = line.kind_at(self.at)  # "to a fleet"
        if second is not None and line.unit_at(self.at) is None:
            kind, self.at = second
        if coast := line.coast_word_behind(self.at):
            self.at = coast[1]
            return kind, coast[0]
        if (written := line.unknown_coast_at(self.at)) is not None:
            province = garrisoned_province(unit.location)
            coasts = self.words.board.provinces[province_of(province)].coasts
            raise self.fault(
                "unknown-coast",
                said("{written!r} is not a coast", written=written),
                "write a coast as in G CRO C F/NC",
                self.at + 1,
                tuple(f"{province}/{coast}" for coast in coasts),
            )
        return kind, None

    def _take_besieged(self, unit: UnitRef) -> None:
        """Step over what a unit besieges: the garrison or the city where it is."""
        line = self.line
        kind = line.kind_at(line.past_filler(self.at))
        if kind is not None and kind[0][0] == GARRISON.letter:
            self.at = kind[1]
        if line.place_at(self.at) is None:
            return
        start = line.past_filler(self.at)
        place = self.take_place()
        here = province_of(unit.location)
        if place not in (here, self.words.cities.get(here)):
            raise self.fault(
                "besieges-elsewhere",
                said(
                    "the unit in {place} besieges no other city", place=self.words.place_name(here)
                ),
                "a unit besieges the city of the province it is in, as in A GEN B",
                start,
            )

    def _take_city_order(self, unit: UnitRef) -> bool:
        """Step over what a supported unit does in its own province: it besieges, converts or
        lifts a siege."""
        found = self.line.word_at(self.at)
        word = self._meant(*found) if found else None
        if found is None or word not in (Word.BESIEGE, Word.CONVERT, Word.LIFT):
            return False
        self.at = found[1]
        if word is Word.BESIEGE:
            self._take_besieged(unit)
        elif word is Word.CONVERT:
            self._conversion(unit)
        return True

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
        stays = self.take(Word.HOLD) or (self.line.moves_at(self.at) and self._take_stay())
        if stays or self._take_city_order(unit):
            self.awaited = Awaited.END
        elif self.line.moves_at(self.at):
            self.awaited = then
            target = self._journey(unit.kind)[0]
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
                said(
                    "the convoy of the unit in {place} leads nowhere",
                    place=self.words.place_name(unit.location),
                ),
                "say where it is to go, as in F NTH C A YOR - BEL",
                start,
            )
        return unit, target

    def _journey(self, kind: str | None) -> tuple[str, bool, tuple[str, ...]]:
        """The target of a unit of this kind, whether a convoy is asked for, and the places named
        on the way."""
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
                stops.append(self.take_target(kind))
            while stops is over and line.lists_place_at(self.at):
                self.at = line.past_comma(self.at)
                stops.append(self.take_target(kind))
        if not legs:
            raise self.fault("missing-place", "a place is missing", NAME_IT, self.at)
        if len(legs) + len(over) > 1 and len(self.warnings) > corrected:
            # A misspelt name with a dash in it looks like a route.
            raise self.fault(
                "unknown-place",
                said(
                    "{written!r} names places that are not on this map",
                    written=line.written(start, self.at),
                ),
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
        """The meaning of a ditto mark: the unit and the target written above it."""
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
            what = said("the unit in {place} is given no order", place=place)
            return self.fault("no-order-word", what, SAY_WHAT[self.phase], i)
        word = self.line.tokens[i]
        what = said("{word!r} is not an order for the unit in {place}", word=word.text, place=place)
        near = self.near(self.words.near_orders, word.folded)
        return self.fault("unknown-order-word", what, SAY_WHAT[self.phase], i, near)

    def _meant(self, meanings: tuple[Word, ...], end: int | None = None) -> Word:
        """The sense of a word with two: ``r`` removes in adjustments, else retreats (nJudge)."""
        if Word.RETREAT in meanings and Word.REMOVE in meanings and self.phase == "A":
            onwards = end is not None and self.line.place_at(end) is not None
            return Word.RETREAT if onwards else Word.REMOVE
        if Word.BESIEGE in meanings and (self.phase == "M" or Word.BUILD not in meanings):
            return Word.BESIEGE
        if Word.CONVERT in meanings and (Word.CONVOY not in meanings or self._converts_at(end)):
            return Word.CONVERT
        return meanings[0]

    def _converts_at(self, end: int | None) -> bool:
        """True if a kind of unit alone stands behind an order word, and no unit to be convoyed."""
        if end is None:
            return False
        at = self.line.past_filler(end)
        return self.line.piece_ends(at) or (
            self.line.kind_at(at) is not None and self.line.unit_at(at) is None
        )
