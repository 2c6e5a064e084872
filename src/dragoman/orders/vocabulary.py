"""The meanings of the words of orders: on a board, in the languages a player writes."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from functools import lru_cache
from itertools import accumulate, takewhile
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar
from unicodedata import normalize

from dragoman.board import GARRISON, Board, fold
from dragoman.board.names import fold_bare
from dragoman.nearest import close_matches
from dragoman.orders.order import Purpose
from dragoman.orders.tokens import token_pattern
from dragoman.quick_dataclass import dataclass
from dragoman.remembered import remembered
from dragoman.words import word_file

_Meaning = TypeVar("_Meaning")
_BYTES_A_WORD = 140
"""The bytes that a word of a vocabulary takes in memory."""
_BYTES_A_SPELLING = 70
_GAP = re.compile(r"[\s-]")


class Word(Enum):
    """The meaning of an order word. The values are the keys of the word lists."""

    HOLD = "hold"
    MOVE = "move"
    SUPPORT = "support"
    CONVOY = "convoy"
    VIA = "via"
    RETREAT = "retreat"
    DISBAND = "disband"
    REMOVE = "remove"
    BUILD = "build"
    WAIVE = "waive"
    DITTO = "ditto"
    AND = "and"
    FILLER = "filler"
    CORE = "core"
    BESIEGE = "besiege"
    LIFT = "lift"
    CONVERT = "convert"
    MAINTAIN = "maintain"


OF_CITIES = frozenset({Word.BESIEGE, Word.LIFT, Word.CONVERT, Word.MAINTAIN})
"""Words of orders that exist only where there are cities to besiege and go into, as in
Machiavelli."""


class MoneyWord(Enum):
    """The meaning of a word in an order for money. The values are the keys of the word lists."""

    EXPENSE = "expense"
    NONE = "none"
    DUCATS = "ducats"
    RELIEF = "relief"
    PACIFY = "pacify"
    REBEL = "rebel"
    DISBAND = "disband"
    SET_FREE = "set_free"
    BUY = "buy"
    COUNTER = "counter"
    ASSASSINATE = "assassinate"
    BORROW = "borrow"
    PAY = "pay"
    BANK = "bank"
    GIVE = "give"
    CHIT = "chit"
    ALLY = "ally"
    UNALLY = "unally"
    YEARS = "years"
    ONE = "one"
    TWO = "two"
    LINK = "link"


PURPOSES: Mapping[MoneyWord, Purpose] = MappingProxyType(
    {
        MoneyWord.RELIEF: Purpose.RELIEF,
        MoneyWord.PACIFY: Purpose.PACIFY,
        MoneyWord.REBEL: Purpose.REBEL,
        MoneyWord.DISBAND: Purpose.DISBAND,
        MoneyWord.SET_FREE: Purpose.SET_FREE,
        MoneyWord.BUY: Purpose.BUY,
        MoneyWord.COUNTER: Purpose.COUNTER,
        MoneyWord.ASSASSINATE: Purpose.ASSASSINATE,
    }
)
"""The purpose that each of the words for one means."""


_PASSED_OVER = frozenset({Word.AND, Word.FILLER, Word.DITTO})
STAYING_WORDS = frozenset(
    {Word.HOLD, Word.CORE, Word.DISBAND, Word.REMOVE, Word.BUILD, Word.BESIEGE, Word.LIFT}
    | {Word.MAINTAIN}
)
"""Words with which an order can end."""
LEADING_WORDS = frozenset({Word.MOVE, Word.VIA, Word.SUPPORT, Word.CONVOY, Word.RETREAT})
"""Words that need a place or a unit behind them."""


@dataclass(frozen=True, slots=True)
class WordList:
    """One language: the spellings of each word, and how orders are written out."""

    units: Mapping[str, tuple[str, ...]]
    soldiers: Mapping[str, tuple[str, ...]]
    orders: Mapping[Word, tuple[str, ...]]
    money: Mapping[MoneyWord, tuple[str, ...]]
    dice: Mapping[str, tuple[str, ...]]
    coasts: Mapping[str, tuple[str, ...]]
    headings: tuple[str, ...]
    written_units: Mapping[str, str]
    written_soldiers: Mapping[str, str]
    written_coasts: Mapping[str, str]
    written_orders: Mapping[str, str]


@lru_cache(maxsize=8)
def word_list(language: str) -> WordList:
    """The words of a language.

    Raises:
        ValueError: if there is no word list for it.
    """
    data = word_file(Path(__file__).with_name("words"), language)
    written = data["written"]
    return WordList(
        units=data["units"],
        soldiers=data["soldiers"],
        orders={Word(key): words for key, words in data["orders"].items()},
        money={MoneyWord(key): words for key, words in data["money"].items()},
        dice=data["dice"],
        coasts=data["coasts"],
        headings=data["headings"]["power"],
        written_units=written["units"],
        written_soldiers=written["soldiers"],
        written_coasts=written["coasts"],
        written_orders=written["orders"],
    )


@dataclass(frozen=True, slots=True)
class OwnWords:
    """Spellings that a variant brings along: pairs of a word and the letter of a kind of unit,
    and pairs of a word and what it orders (DipWork's UNITLIST and ORDERLIST).

    They come before those of the languages, which stay known where they say nothing else.
    """

    units: tuple[tuple[str, str], ...] = ()
    orders: tuple[tuple[str, Word], ...] = ()


NO_WORDS = OwnWords()


@dataclass(frozen=True, slots=True, eq=False)
class Vocabulary:
    """Every word an order on one board can hold, by its folded spelling."""

    board: Board
    fold: Callable[[str], str]
    places: Mapping[str, tuple[str, ...]]
    powers: Mapping[str, tuple[str, ...]]
    units: Mapping[str, tuple[str, ...]]
    soldiers: Mapping[str, tuple[str, ...]]
    """Words before a kind of unit that say what soldiers it has: "elite mercenary"."""
    orders: Mapping[str, tuple[Word, ...]]
    money: Mapping[str, tuple[MoneyWord, ...]]
    """The words of orders for money; none where a game has no money."""
    cities: Mapping[str, str]
    """From each province with a city in it to the place of its garrison."""
    coasts: Mapping[str, tuple[str, ...]]
    words_of_coasts: frozenset[str]
    """The words that coasts are called by: "south", "coast"."""
    single_words: frozenset[str]
    """Names of places that are one word; two words never make one of them."""
    several_words: frozenset[str]
    """Names of places that have blanks or dashes in them."""
    stops: frozenset[str]
    """Words that end the name of a place before them: units and what units do."""
    headings: frozenset[str]
    """Words before the name of a power that heads its orders: "nation", "orders for"."""
    token_pattern: re.Pattern[str]
    """The pattern that cuts a line into words and signs."""
    longest_place: int
    longest_order: int
    longest_power: int
    longest_money: int

    def similar_places(
        self, written: str, letters: int, several: bool = False
    ) -> tuple[tuple[str, ...], int]:
        """The places whose spellings share the most first letters with this word, and how many.

        No place where none shares at least so many: the measure of DipWork's SPELLCHECK. It counts
        letters as they are written: ``ü`` is one, though it may be spelt ``ue``. With ``several``
        only names of several words count.
        """
        parts = [part for sign in normalize("NFC", written) if (part := self.fold(sign))]
        ends = list(accumulate(map(len, parts)))
        folded = "".join(parts)
        best: list[str] = []
        most = max(letters, 1)
        least = folded[: ends[most - 1]] if len(ends) >= most else ""
        for spelling, places in self.places.items() if least else ():
            if not spelling.startswith(least):
                continue
            if several and spelling not in self.several_words:
                continue
            shared = bisect_right(ends, _shared_letters(folded, spelling))
            if shared < most:
                continue
            if shared > most:
                best, most = [], shared
            best += places
        return tuple(dict.fromkeys(best)), most if best else 0

    def is_near_place(self, folded: str) -> bool:
        """True if a word is the name of a place, begins with the three letters that a name or an
        abbreviation begins with, or is a letter away from one."""
        if folded in self.places or folded[:3] in _beginnings(self):
            return True
        return _is_misspelt(folded, _misspelt_places(self))

    def has_gap(self, before: str, behind: str) -> bool:
        """True if the name of a place has a blank or a dash between these, which are all that is
        before it and the next word."""
        return (before, behind) in _gaps(self)

    def is_part_of_place(self, folded: str) -> bool:
        """True if a word is one of several that a place is called by: "North", "Sea"."""
        return folded in _words_of_names(self)

    def is_near_order(self, folded: str) -> bool:
        """True if a word is a letter away from one that says what a unit does, a coast or a kind
        of unit."""
        return _is_misspelt(folded, _misspelt_orders(self))

    def near_places(self, folded: str) -> tuple[str, ...]:
        """Names of places that may have been meant, for a person to choose from."""
        near = close_matches(folded, self.places, 6)
        places = [place for spelling in near for place in self.places[spelling]]
        places += self.similar_places(folded, 3)[0]
        return tuple(dict.fromkeys(self.place_name(place) for place in places))[:6]

    def near_powers(self, folded: str) -> tuple[str, ...]:
        """Names of powers that may have been meant."""
        near = close_matches(folded, self.powers, 6, 0.7)
        keys = dict.fromkeys(key for spelling in near for key in self.powers[spelling])
        return tuple(self.board.powers[key].name for key in keys)

    def near_orders(self, folded: str) -> tuple[str, ...]:
        """Order words that may have been meant, in English."""
        near = close_matches(folded, (w for w in self.orders if len(w) > 2), 6, 0.7)
        meanings = dict.fromkeys(meaning for word in near for meaning in self.orders[word])
        return tuple(m.value for m in meanings if m not in (Word.AND, Word.FILLER, Word.DITTO))

    def garrisoned(self, kind: str | None, location: str) -> str:
        """The place of a unit of this kind that is named by its province: garrisons in its city."""
        is_garrison = kind is not None and kind[0] == GARRISON.letter
        return self.cities.get(location, location) if is_garrison else location

    @property
    def count(self) -> int:
        """The number of words."""
        return sum(map(len, (self.places, self.powers, self.units, self.orders, self.coasts)))

    def place_name(self, location: str) -> str:
        """The name that people use for a location: ``Spain``, ``Spain/SC``."""
        province, slash, coast = location.partition("/")
        return f"{self.board.provinces[province].name}{slash}{coast}"


@remembered(lambda words: _BYTES_A_WORD * words.count)
def vocabulary(
    board: Board, languages: tuple[str, ...], exact_match: bool, own: OwnWords = NO_WORDS
) -> Vocabulary:
    """The words of the board, of these languages, and a variant's own.

    With ``exact_match`` (DipWork's EXACT_MATCH) capitals differ from small letters.
    """
    lists = [word_list(language) for language in languages]
    places = _exact_places(board) if exact_match else dict(board.names)
    powers = (
        _index(board.power_names.spellings, exact=True) if exact_match else dict(board.power_names)
    )
    has_cities = bool(board.conversions)
    absent = frozenset[Word]() if has_cities else OF_CITIES
    if board.converts_in:
        absent -= {Word.CONVERT}
    known = [word for word in Word if word not in absent]
    orders = [(w, word) for ws in lists for word in known for w in ws.orders.get(word, ())]
    money = [(w, word) for ws in lists for word in MoneyWord for w in ws.money[word]]
    soldiers = [(w, letter) for ws in lists for letter, said in ws.soldiers.items() for w in said]
    kinds = [
        (word, kind.letter) for kind in board.kinds.values() for word in (kind.letter, kind.name)
    ]
    kinds += [(w, kind) for ws in lists for kind in board.kinds for w in ws.units.get(kind, ())]
    orders = _with_own(orders, own.orders, exact_match)
    kinds = _with_own(kinds, own.units, exact_match)
    coasts = [(w, coast) for ws in lists for coast, words in ws.coasts.items() for w in words]
    coasts += [(coast, coast) for province in board.provinces.values() for coast in province.coasts]
    order_index = _index(orders, exact_match)
    stops = (word for word, found in order_index.items() if found[0] not in _PASSED_OVER)
    return Vocabulary(
        board=board,
        fold=with_case if exact_match else without_case,
        places=places,
        powers=powers,
        units=_index(kinds, exact_match),
        soldiers=_index(soldiers if has_cities else (), exact_match),
        orders=order_index,
        money=_index(money if has_cities else (), exact_match),
        cities={p.city_of: p.key for p in board.provinces.values() if p.city_of is not None},
        coasts=_index(coasts, exact=False),
        words_of_coasts=frozenset(
            _index(((word, 0) for name, _ in coasts for word in name.split()), exact=False)
        ),
        single_words=frozenset(
            _index((pair for pair in board.names.spellings if pair[0].isalnum()), exact_match)
        ).difference(
            _index((pair for pair in board.names.spellings if not pair[0].isalnum()), exact_match)
        ),
        several_words=frozenset(
            _index((pair for pair in board.names.spellings if _GAP.search(pair[0])), exact_match)
        ),
        stops=frozenset((*_index(kinds, exact_match), *stops)),
        headings=frozenset(
            _index(
                (
                    (written, word)
                    for words in lists
                    for word in words.headings
                    for written in (word, word.capitalize(), word.upper())
                ),
                exact_match,
            )
        ),
        token_pattern=token_pattern((s for s, _ in board.names.spellings), exact_match),
        longest_place=max(map(len, places), default=0),
        longest_order=max(map(len, order_index), default=0),
        longest_power=max(map(len, powers), default=0),
        longest_money=max((len(w) for w in map(fold, (w for w, _ in money))), default=0),
    )


def _with_own(
    usual: list[tuple[str, _Meaning]], own: tuple[tuple[str, _Meaning], ...], exact: bool
) -> list[tuple[str, _Meaning]]:
    """The pairs, without those for words that mean something else here."""
    if not own:
        return usual
    taken = _index(own, exact)
    fold_word = with_case if exact else without_case
    return [*own, *(pair for pair in usual if fold_word(pair[0]) not in taken)]


def _shared_letters(one: str, other: str) -> int:
    """The number of first letters two words share."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


@remembered(lambda words: _BYTES_A_SPELLING * len(words))
def _beginnings(words: Vocabulary) -> frozenset[str]:
    """The first three letters of every place."""
    return frozenset(spelling[:3] for spelling in words.places if len(spelling) >= 3)


@remembered(lambda words: _BYTES_A_SPELLING * len(words))
def _words_of_names(words: Vocabulary) -> frozenset[str]:
    """The words of names that have several: "North", "Sea"."""
    names = (_GAP.split(name) for name, _ in words.board.names.spellings if _GAP.search(name))
    found = {words.fold(word) for name in names for word in name}
    return frozenset(found - words.orders.keys() - words.units.keys())


@remembered(lambda words: _BYTES_A_SPELLING * len(words))
def _gaps(words: Vocabulary) -> frozenset[tuple[str, str]]:
    """Before and behind each blank or dash of a name: all that is before it, and the next word."""
    names = (_GAP.split(name) for name, _ in words.board.names.spellings if _GAP.search(name))
    return frozenset(
        (words.fold("".join(parts[:end])), words.fold(parts[end]))
        for parts in names
        for end in range(1, len(parts))
    )


@remembered(lambda words: _BYTES_A_SPELLING * len(words))
def _misspelt_places(words: Vocabulary) -> frozenset[str]:
    return _misspellings(words.places)


@remembered(lambda words: _BYTES_A_SPELLING * len(words))
def _misspelt_orders(words: Vocabulary) -> frozenset[str]:
    known = words.orders.items()
    orders = (word for word, meanings in known if meanings[0] not in _PASSED_OVER)
    return _misspellings((*orders, *words.coasts, *words.words_of_coasts, *words.units))


def _misspellings(words: Iterable[str]) -> frozenset[str]:
    """The words, and what is left of long ones without any one of their letters.

    Two words share one of these where a letter was left out, put in, or mistaken.
    """
    long = [word for word in words if len(word) >= 3]
    return frozenset((*long, *(less for word in long for less in _a_letter_less(word, 5))))


def _is_misspelt(word: str, misspellings: frozenset[str]) -> bool:
    return len(word) > 3 and not misspellings.isdisjoint((word, *_a_letter_less(word, 4)))


def _a_letter_less(word: str, least: int) -> Iterator[str]:
    """The word without one of its letters, for each of them, if it has enough."""
    if least <= len(word) <= 40:
        yield from (word[:i] + word[i + 1 :] for i in range(len(word)))


def without_case(word: str) -> str:
    """A word as it is compared: ``fold``, with a short cut for plain letters."""
    return word.lower() if word.isascii() and word.isalnum() else fold(word)


def with_case(word: str) -> str:
    """A word as it is compared where capitals differ from small letters."""
    return "".join(letter for letter in normalize("NFC", word) if letter.isalnum())


def _exact_places(board: Board) -> Mapping[str, tuple[str, ...]]:
    """Names as they are listed, and keys also as DipWork prints them: ``Lon``.

    A key that is listed as the name of another place is that place: ``Ire`` is Ireland, whose
    key is IRE, and ``IRE`` the Irish Sea (DipWork EXACT_MATCH).
    """
    times = Counter(board.names.spellings)
    named = [pair for pair in times if pair[0] != pair[1] or times[pair] > 1]
    keys = [(word, key) for key in board.provinces for word in (key, key.capitalize())]
    return {**_index(keys, exact=True), **_index(named, exact=True)}


def _index(
    pairs: Iterable[tuple[str, _Meaning]], exact: bool
) -> Mapping[str, tuple[_Meaning, ...]]:
    """From each spelling, as it is compared, to everything it may mean."""
    index: dict[str, list[_Meaning]] = {}
    for word, meaning in pairs:
        # Umlauts may be written as two letters (haelt) or without their dots (halt).
        for folded in {with_case(word)} if exact else {fold(word), fold_bare(word)}:
            meanings = index.setdefault(folded, [])
            if meaning not in meanings:
                meanings.append(meaning)
    return {folded: tuple(meanings) for folded, meanings in index.items() if folded}
