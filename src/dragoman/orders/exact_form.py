"""Orders as programs write them, read by looking words up: ``A PAR - BUR``, ``A PAR-BUR``.

This is no second grammar. Where every word of an order is the key of a place, the letter of a kind
of unit or of what it does, and none of them could be a part of something longer, the scanner has
nothing to decide, and what it would find is known beforehand. ``ExactForm`` checks all this in the
vocabulary, once for each place and unit, and leaves any other text to the scanner.
"""

from __future__ import annotations

from typing import NamedTuple

from dragoman.orders.faults import PhaseLetter
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
from dragoman.orders.tokens import tokens_of
from dragoman.orders.vocabulary import Vocabulary, Word
from dragoman.remembered import remembered

_BYTES_A_PLACE = 1000
"""The bytes that a place takes in memory with the units that may stand there, each written in two
ways."""
_VERBS = {
    "H": Word.HOLD,
    "S": Word.SUPPORT,
    "C": Word.CONVOY,
    "VIA": Word.VIA,
    "R": Word.RETREAT,
    "D": Word.DISBAND,
    "B": Word.BUILD,
    "WAIVE": Word.WAIVE,
}

_LOOKED_FOR = frozenset({Word.AND, Word.DITTO, Word.MOVE, Word.VIA, Word.HOLD, Word.DISBAND})
"""Words that the scanner looks for where a place may stand: a key that is one of them may be no
place. (A word that says nothing, as "aus" in German, is a place to it if one is called so.)"""

_APART = frozenset(" -")
"""The separators of the words of an order."""

_BEGINNING = frozenset(
    {Word.WAIVE, Word.BUILD, Word.REMOVE, Word.DISBAND, Word.RETREAT, Word.DITTO}
)
"""The pattern of a unit at the beginning of an order."""


class _Place(NamedTuple):
    """A place that can be read in one way alone, and the letters by which it is compared."""

    location: str
    folded: str


class _Unit(NamedTuple):
    ref: UnitRef
    folded: str
    """The letters by which its place is compared."""


class ExactParts(NamedTuple):
    """The words of which orders of a movement can be put together that are read by their words:
    ``U H``, ``U - P``, ``U - P VIA``, ``U S U``, ``U S U - P`` and ``U C U - P``."""

    units: tuple[UnitRef, ...]
    """Each written as its kind and its location."""
    places: tuple[str, ...]
    joins: bool
    """True if the blanks beside the dash may be left out."""


class ExactForm:
    """The orders of one vocabulary that can be read by looking their words up."""

    def __init__(self, words: Vocabulary) -> None:
        self._words = words
        self._verbs = [words.fold(verb) for verb in _VERBS]
        self._usable = all(
            words.orders.get(words.fold(verb), (None,))[0] is meaning
            for verb, meaning in _VERBS.items()
        ) and words.coasts.keys().isdisjoint(verb.lower() for verb in self._verbs)
        self._places: dict[str, _Place] = {}
        self._units: dict[str, _Unit] = {}

    @property
    def places(self) -> int:
        """The number of places it may come to know."""
        return len(self._words.board.locations)

    def read(self, text: str, phase: PhaseLetter) -> Order | None:
        """The order that the scanner finds in the text; None if it has to be asked."""
        if not self._usable:
            return None
        if phase == "M":
            return self._read_movement(text)
        words, verb = text[:-2], text[-2:]
        if phase == "A":
            if text == "WAIVE":
                return Waive()
            unit = self._unit(words)
            if unit is None or verb not in (" B", " D"):
                return None
            return Build(unit.ref) if verb == " B" else Remove(unit.ref)
        if verb == " D":
            unit = self._unit(words)
            return Disband(unit.ref) if unit else None
        words, verb, target = text.partition(" R ")
        unit, place = self._unit(words), self._place(target)
        return Retreat(unit.ref, place.location) if unit and place else None

    def parts(self) -> ExactParts:
        """The parts from which orders of a movement can be put together with no more to look at."""
        board = self._words.board
        keys = [key for key in board.locations if key not in _VERBS and not _APART & {*key}]
        places = [place for key in keys if self._usable and (place := self._place(key))]
        units = [
            unit.ref
            for kind in board.kinds
            for place in places
            if (unit := self._unit(f"{kind} {place.location}"))
            and unit.ref.location == place.location
        ]
        joins = self._are_apart_when_joined({place.folded for place in places})
        return ExactParts(tuple(units), tuple(place.location for place in places), joins)

    def _are_apart_when_joined(self, folded: set[str]) -> bool:
        """True if two of the places with a dash between them are never the name of another."""
        return not any(
            name[:end] in folded and name[end:] in folded
            for name in self._words.places.keys() - self._words.single_words
            for end in range(1, len(name))
        )

    def _read_movement(self, text: str) -> Order | None:
        words, dash, target = text.partition("-")
        if not dash:
            if text.endswith(" H"):
                unit = self._unit(text[:-2])
                return Hold(unit.ref) if unit else None
            words, _, other = text.partition(" S ")
            unit, supported = self._unit(words), self._unit(other)
            return Support(unit.ref, supported.ref) if unit and supported else None
        via = target.endswith(" VIA")
        if via:
            target = target[:-4]
        is_apart = target[:1] == " "
        if is_apart:
            if words[-1:] != " ":
                return None
            words, target = words[:-1], target[1:]
        place = self._place(target)
        if place is None:
            return None
        unit = mover = self._unit(words)
        verb = ""
        if mover is None:
            for verb in (" S ", " C "):
                words, found, other = words.partition(verb)
                if found:
                    unit, mover = self._unit(words), self._unit(other)
                    break
        if unit is None or mover is None or (via and verb):
            return None
        if not is_apart:  # "Swe-Den" are two names, "Par-Bur" may be one
            joined = mover.folded + place.folded
            if joined in self._words.places and joined not in self._words.single_words:
                return None
        if not verb:
            return Move(unit.ref, place.location, via)
        if verb == " S ":
            return Support(unit.ref, mover.ref, place.location)
        return Convoy(unit.ref, mover.ref, place.location)

    def _place(self, text: str) -> _Place | None:
        return self._places.get(text) or self._look_at_place(text)

    def _unit(self, text: str) -> _Unit | None:
        return self._units.get(text) or self._look_at_unit(text)

    def _look_at_place(self, text: str) -> _Place | None:
        """A place seen for the first time, and remembered if it is written by its key."""
        words = self._words
        location = text.upper()
        province = words.board.provinces.get(location.partition("/")[0])
        if province is None or location not in province.locations or province.city_of is not None:
            return None
        if text not in (location, _printed(location)):
            return None  # more spellings would only take room
        tokens = tokens_of(text, words.fold, words.token_pattern)
        if len(tokens) not in (1, 3) or (len(tokens) == 3) != ("/" in text):
            return None
        folded = tokens[0].folded
        if words.places.get(folded) != (tokens[0].text.upper(),) or folded in words.units:
            return None
        retreat, via = words.fold("R"), words.fold("VIA")
        if retreat + folded in words.orders or not _LOOKED_FOR.isdisjoint(
            words.orders.get(folded, ())
        ):
            return None
        bare = folded.lower()  # as coasts are compared
        if not words.coasts.keys().isdisjoint((bare, bare + via.lower(), retreat.lower() + bare)):
            return None
        if len(tokens) == 3 and not self._is_coast(tokens[2].folded, location.partition("/")[2]):
            return None
        found = self._places[text] = _Place(location, folded)
        return found

    def _is_coast(self, folded: str, coast: str) -> bool:
        """True if this is the word of a coast, whichever verb comes behind it."""
        coasts, bare = self._words.coasts, folded.lower()
        if (coasts.get(bare) or coasts.get(bare + "c") or ("",))[0] != coast:
            return False
        longer = (bare + verb.lower() for verb in self._verbs)
        return not any(word in coasts or word + "c" in coasts for word in longer)

    def _look_at_unit(self, text: str) -> _Unit | None:
        """A unit seen for the first time, and remembered if letter and place are exact."""
        words = self._words
        kind, _, name = text.partition(" ")
        place = self._place(name)
        if place is None or not kind.isalpha() or kind in "oO":
            return None  # "o" may be a bullet
        folded = words.fold(kind)
        if kind not in words.board.kinds or words.units.get(folded, ())[:1] != (kind,):
            return None
        if folded in words.orders:
            return None
        both = folded + place.folded
        for word in (both, *(both + verb for verb in self._verbs)):  # "F Rom" is no "from"
            if not _BEGINNING.isdisjoint(words.orders.get(word, ())):
                return None
        for verb in self._verbs:
            if verb + folded in words.orders or verb + both in words.orders:
                return None
            if (verb + folded).lower() in words.coasts:
                return None
        location = words.garrisoned(kind, place.location)
        found = self._units[text] = _Unit(UnitRef(location, kind), place.folded)
        return found


def _printed(location: str) -> str:
    """The place as an order is printed: ``Stp/nc``."""
    province, slash, coast = location.partition("/")
    return f"{province.capitalize()}{slash}{coast.lower()}"


@remembered(lambda form: _BYTES_A_PLACE * form.places)
def exact_form(words: Vocabulary) -> ExactForm:
    """The exact form of the orders of a vocabulary."""
    return ExactForm(words)
