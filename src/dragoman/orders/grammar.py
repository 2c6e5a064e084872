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

from collections.abc import Callable

from dragoman.board import province_of
from dragoman.diagnostics import Diagnostic, Severity
from dragoman.orders.faults import NAME_IT, SAY_WHAT, Awaited, Fault, PhaseLetter
from dragoman.orders.line import BEHIND_UNIT, CLOSING, OPENING, Line, Places
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
from dragoman.orders.squeezed import hides_names
from dragoman.orders.tokens import DITTO_SIGN, MOVE_SIGN
from dragoman.orders.vocabulary import Word

_LEADING = (Word.BUILD, Word.REMOVE, Word.DISBAND, Word.RETREAT)
"""Order words that may stand before the unit."""


class OrderReader:
    """Reads the orders of a line, each from where the one before it ended.

    ``at`` is the token to read next, ``previous`` the order that a ditto mark repeats. ``unit``
    is whose order is being read, as soon as it is known, ``awaited`` what has to come next.
    ``warnings`` collects what was read but may be a mistake. With ``suggests`` a fault names what
    may have been meant, which takes a while to find.
    """

    def __init__(
        self,
        line: Line,
        phase: PhaseLetter,
        spellcheck: int,
        suggests: bool,
        previous: Order | None,
    ) -> None:
        self.at = 0
        self.previous = previous
        self.warnings: list[Diagnostic] = []
        self.unit: UnitRef | None = None
        self.awaited = Awaited.PLACE
        self._line = line
        self._words = line.words
        self._phase: PhaseLetter = phase
        self._spellcheck = spellcheck
        self._suggests = suggests

    def order(self) -> Order | None:
        """The order that begins here, or None if the words here are not meant as one.

        Raises:
            Fault: if they are, but cannot be read.
        """
        self.unit, self.awaited = None, Awaited.PLACE
        if self._phase == "M":
            return self._order_of_unit() or self._leading_order()
        return self._leading_order() or self._order_of_unit()

    def refuse_rest(self, start: int, end: int) -> Fault:
        """The fault of an order behind which stands what may belong to it."""
        return self._fault(
            "unread-text",
            f"{self._line.written(start, end)!r} behind the order cannot be read",
            "write the order out, and put a # before what is none",
            start,
        )

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
        while self._line.sign_at(self.at) in BEHIND_UNIT:
            self.at += 1
        if not self._line.orders_at(self.at):
            raise self._without_order(unit)
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
        self.awaited = Awaited.END
        if self._phase == "R" and not via and not route:
            return Retreat(unit, target)
        return Move(unit, target, via, route)

    def _retreat(self, unit: UnitRef) -> Order:
        self.awaited = Awaited.TARGET
        self._take(Word.MOVE)
        target = None if self._take(Word.DISBAND) else self._place()
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
        if self._line.sign_at(self.at) in OPENING:
            self.at += 1
        unit = self._other_unit()
        if self._line.sign_at(self.at) in CLOSING:
            self.at += 1
        target = None
        if self._take(Word.HOLD) or (self._line.moves_at(self.at) and self._take_stay()):
            self.awaited = Awaited.END
        elif self._line.moves_at(self.at):
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
                stops.append(self._place())
            while stops is over and line.lists_place_at(self.at):
                self.at = line.past_comma(self.at)
                stops.append(self._place())
        if not legs:
            raise self._fault("missing-place", "a place is missing", NAME_IT, self.at)
        if len(legs) + len(over) > 1 and len(self.warnings) > corrected:
            # A misspelt name with a dash in it looks like a route.
            raise self._fault(
                "unknown-place",
                f"{line.written(start, self.at)!r} names places that are not on this map",
                "on a route each name has to be right",
                start,
            )
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

    def _without_order(self, unit: UnitRef) -> Fault:
        """The fault of a unit without a known order word (DipWork: IMP)."""
        i, place = self.at, self._words.place_name(unit.location)
        self.unit, self.awaited = unit, Awaited.ORDER
        if self._line.piece_ends(i) or self._line.unit_at(i) is not None:
            what, remedy = f"the unit in {place} is given no order", SAY_WHAT[self._phase]
            return self._fault("no-order-word", what, remedy, i)
        word = self._line.tokens[i]
        what = f"{word.text!r} is no order for the unit in {place}"
        near = self._near(self._words.near_orders, word.folded)
        return self._fault("unknown-order-word", what, SAY_WHAT[self._phase], i, near)

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

        One or two words behind "A" or "F", or up to three that run into an order word, look like
        it, and so do words before a dash and a place, or like one place before another. All else
        is press.
        """
        line, words = self._line, self._words
        power, kind, start = line.power_and_kind_at(self.at)
        end = line.unknown_name_end(start)
        if kind is not None:
            looks_so = line.orders_at(end) or (line.piece_ends(end) and end - start <= 2)
        elif looks_so := line.sign_at(end) == MOVE_SIGN and end + 1 < line.count:
            named = (line.tokens[start].folded, line.tokens[end + 1].folded)
            looks_so = line.place_at(end + 1) is not None or all(map(words.is_near_place, named))
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
        end = line.unknown_name_end(start)
        if end == start:
            raise self._fault("missing-place", "a place is missing", NAME_IT, start)
        if corrected := self._corrected(start, end):
            return corrected
        self.at = end
        folded = "".join(token.folded for token in line.tokens[start:end] if token.is_word)
        raise self._fault(
            "unknown-place",
            f"{line.written(start, end)!r} is no place on this map",
            "write a name or an abbreviation from the map",
            start,
            self._near(words.near_places, folded),
        )

    def _corrected(self, start: int, end: int) -> str | None:
        """The place whose name is most like what is written here, if it is like enough.

        That is one word. More than one are taken for a name that has several, and only as far as
        each has letters of the name in it.
        """
        if not self._spellcheck:
            return None
        line, words = self._line, self._words
        similar: Places = ()
        taken, joined = start, ""
        for i in range(start, end):
            before, joined = len(joined), joined + line.tokens[i].folded
            found, letters = words.similar_places(joined, self._spellcheck, i > start)
            if not line.tokens[i].is_word or letters <= before or hides_names(joined, words):
                break
            similar, taken = found, i + 1
        if not similar:
            return None
        place, self.at = line.coast_at(self._one_of(similar, start, taken), taken)
        self._check_coast(place, self.at)
        written = line.written(start, taken)
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

    def _near(self, near: Callable[[str], tuple[str, ...]], folded: str) -> tuple[str, ...]:
        """What may have been meant, if it is still to be looked for."""
        return near(folded) if self._suggests else ()

    def _fault(
        self, code: str, what: str, remedy: str, i: int, candidates: tuple[str, ...] = ()
    ) -> Fault:
        column = self._line.column(i)
        return Fault(Diagnostic(code, what, remedy, column=column, candidates=candidates))
