"""Reading the units and places that an order names."""

from __future__ import annotations

from collections.abc import Callable

from dragoman.board import GARRISON, province_of
from dragoman.diagnostics import Diagnostic, Severity
from dragoman.orders.faults import NAME_IT, Awaited, Fault, PhaseLetter
from dragoman.orders.line import OrderLine, Places
from dragoman.orders.order import UnitRef
from dragoman.orders.squeezed import hides_names
from dragoman.orders.tokens import MOVE_SIGN
from dragoman.orders.vocabulary import Word
from dragoman.words import said


class NameReader:
    """Reads the names in a line, each from where the one before it ended.

    ``at`` is the token to read next. ``unit`` is whose order is being read, as soon as it is known,
    ``awaited`` what has to come next. ``warnings`` collects what was read but may be a mistake.
    So many faults name what may have been meant, which takes a while to find, as there are
    ``suggestions`` left.
    """

    def __init__(
        self, line: OrderLine, phase: PhaseLetter, spellcheck: int, suggestions: int
    ) -> None:
        self.at = 0
        self.warnings: list[Diagnostic] = []
        self.unit: UnitRef | None = None
        self.awaited = Awaited.PLACE
        self.line = line
        self.words = line.words
        self.phase: PhaseLetter = phase
        self.spellcheck = spellcheck
        self.suggestions = suggestions

    def warn(self, code: str, what: str, i: int, candidates: tuple[str, ...] = ()) -> None:
        """Note what may be a mistake, at token ``i``."""
        self.warnings.append(
            Diagnostic(
                code,
                what,
                column=self.line.column(i),
                candidates=candidates,
                severity=Severity.WARNING,
            )
        )

    def take_unit(self, order_must_follow: bool = False) -> UnitRef | None:
        """The unit named here. Its place alone will do, if need be only before an order word."""
        line = self.line
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
        place = self._only(found.places, found.start, found.end)
        return self._unit_at(place, found.kind, found.power, found.start)

    def _unit_at(self, place: str, kind: str | None, power: str | None, start: int) -> UnitRef:
        """The unit that is named so: one in a city is a garrison, and a garrison in the city."""
        is_city = place in self.words.cities.values()
        if not is_city:
            return UnitRef(self.words.garrisoned(kind, place), kind, power)
        if kind is not None and kind[0] != GARRISON.letter:
            raise self.fault(
                "only-garrisons",
                said("in the {place} only a garrison stands", place=self.words.place_name(place)),
                "write the province for an army or a fleet, and G for a garrison, as in G GEN C A",
                start,
            )
        return UnitRef(place, kind or GARRISON.letter, power)

    def take_other_unit(self) -> UnitRef:
        """The unit that is supported or convoyed; it has to be named here."""
        unit = self.take_unit()
        if unit is None:
            power, kind, start = self.line.power_and_kind_at(self.at)
            self.at = start
            unit = self._unit_at(self.take_place(kind), kind, power, start)
        return unit

    def take_misspelt_unit(self) -> UnitRef | None:
        """The unit, if this looks like an order whose first place is misspelt.

        One or two words behind "A" or "F", or up to three that run into an order word, look like
        it, and so do words before a dash and a place, or like one place before another. All else
        is press.
        """
        line, words = self.line, self.words
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
        return self._unit_at(self.take_place(kind), kind, power, start)

    def take_target(self, kind: str | None) -> str:
        """The place that a unit of this kind, if it is known, is to go to; none goes into a city
        but by converting."""
        start = self.line.past_filler(self.at)
        place = self.take_place(kind)
        if place in self.words.cities.values() and self.phase != "R":
            raise self.fault(
                "no-way-into-city",
                said("no unit moves to the {place}", place=self.words.place_name(place)),
                "an army or a fleet in the province converts to a garrison, as in A GEN C G",
                start,
            )
        return place

    def take_place(self, kind: str | None = None) -> str:
        """The place that has to be named here; ``kind`` is what is to stand there, if that is
        known."""
        line, words = self.line, self.words
        start = self.at = line.past_filler(self.at)
        found = line.place_at(start)
        if found is not None:
            places, self.at = found
            return self._only(places, start, self.at)
        end = line.unknown_name_end(start)
        if end == start:
            raise self.fault("missing-place", "a place is missing", NAME_IT, start)
        if corrected := self._corrected(start, end, kind):
            return corrected
        self.at = end
        folded = "".join(token.folded for token in line.tokens[start:end] if token.is_word)
        raise self.fault(
            "unknown-place",
            said("{written!r} is not a place on this map", written=line.written(start, end)),
            "write a name or an abbreviation from the map",
            start,
            self.near(words.near_places, folded),
        )

    def _corrected(self, start: int, end: int, kind: str | None) -> str | None:
        """The place whose name is most like what is written here, if it is like enough.

        That is one word. More than one are taken for a name that has several, and only as far as
        each has letters of the name in it. A province and its own coasts are one place to a kind of
        unit that can stand in one of them alone.
        """
        if not self.spellcheck:
            return None
        line, words = self.line, self.words
        similar: Places = ()
        taken, joined, written = start, "", ""
        for i in range(start, end):
            token = line.tokens[i]
            before = sum(map(str.isalnum, written))
            joined, written = joined + token.folded, written + token.text
            found, letters = words.similar_places(written, self.spellcheck, i > start)
            if not token.is_word or letters <= before or hides_names(joined, words):
                break
            similar, taken = found, i + 1
        if not similar:
            return None
        meant = self._of_one_province(similar, kind)
        place, self.at = line.coast_at(self._one_of(meant, start, taken), taken)
        self._check_coast(place, self.at)
        what = said(
            "{written!r} was read as {place}",
            written=line.written(start, taken),
            place=words.place_name(place),
        )
        self.warn("corrected-place", what, start)
        return place

    def _of_one_province(self, places: Places, kind: str | None) -> Places:
        """Of the locations of one province those where the kind of unit can stand."""
        stands = frozenset[str]() if kind is None else self.words.board.stands[kind]
        if len({province_of(place) for place in places}) > 1 or stands.isdisjoint(places):
            return places
        return tuple(place for place in places if place in stands)

    def _only(self, places: Places, start: int, end: int) -> str:
        """The one place meant by a name, whose coast, if there is one, is known."""
        place = self._one_of(places, start, end)
        self._check_coast(place, end)
        return place

    def _one_of(self, places: Places, start: int, end: int) -> str:
        place, *others = places
        if others:
            raise self.fault(
                "ambiguous-place",
                said(
                    "{written!r} may be any of several places",
                    written=self.line.written(start, end),
                ),
                "write more of the name",
                start,
                tuple(map(self.words.place_name, places)),
            )
        return place

    def _check_coast(self, place: str, end: int) -> None:
        written = self.line.unknown_coast_at(end)
        if written is not None:
            coasts = self.words.board.provinces[province_of(place)].coasts
            raise self.fault(
                "unknown-coast",
                said("{written!r} is not a coast", written=written),
                "write a coast as in spa/sc",
                end + 1,
                tuple(f"{place}/{coast}" for coast in coasts),
            )

    def take(self, word: Word) -> bool:
        """Step over this word if it stands here."""
        if not self.line.says(self.at, word):
            return False
        self.at = self.line.past_word(self.at)
        return True

    def near(self, near: Callable[[str], tuple[str, ...]], folded: str) -> tuple[str, ...]:
        """Guesses at what was meant, if they are still to be made."""
        return near(folded) if self.suggestions > 0 else ()

    def fault(
        self, code: str, what: str, remedy: str, i: int, candidates: tuple[str, ...] = ()
    ) -> Fault:
        column = self.line.column(i)
        return Fault(Diagnostic(code, what, remedy, column=column, candidates=candidates))
