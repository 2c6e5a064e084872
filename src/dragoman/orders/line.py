"""Finding words, places, powers and units in one line of orders.

Every ``..._at`` function says what begins at a token, and at which token it ends. None of
them changes anything or judges: several meanings come back as several.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from dragoman.orders.tokens import (
    CLOSING,
    LEFT_OVER,
    MOVE_SIGN,
    OPENING,
    SEPARATORS,
    SignedWords,
    tokens_of,
)
from dragoman.orders.vocabulary import MoneyWord, Vocabulary, Word

_NO_ORDERS = frozenset({Word.AND, Word.FILLER, Word.DITTO, Word.WAIVE})

Places: TypeAlias = tuple[str, ...]
"""The locations that a name may stand for: one location, or several if it is ambiguous."""


class UnitName(NamedTuple):
    """A unit named in a line; its place begins at ``start``, everything ends at ``end``."""

    power: str | None
    kind: str | None
    places: Places
    start: int
    end: int


class OrderLine(SignedWords):
    """The words and signs of a line, and what they may mean on a board."""

    def __init__(self, text: str, words: Vocabulary) -> None:
        super().__init__(text, tokens_of(text, words.fold, words.token_pattern))
        self.words = words
        self._places_at: dict[int, tuple[Places, int] | None] = {}
        self._powers_at: dict[int, tuple[str, int] | None] = {}
        self._past_filler: list[int] = []
        if not OPENING.isdisjoint(text):
            self._take_brackets_away()

    def _take_brackets_away(self) -> None:
        """Leave out brackets around the kind of a unit, a place or both: ``F(Edi)-Nwg``."""
        brackets: set[int] = set()
        for i in range(self.count):
            if self.sign_at(i) in OPENING and (end := self._bracketed_unit_end(i + 1)):
                brackets |= {i, end}
        self.tokens = [token for i, token in enumerate(self.tokens) if i not in brackets]
        self.count = len(self.tokens)
        self._places_at.clear()
        self._powers_at.clear()
        self._past_filler.clear()

    def _bracketed_unit_end(self, i: int) -> int | None:
        """The end of the bracket that closes behind a kind, a place or a unit that begins here."""
        if i >= self.count or self._coast_word_at(i, marked=True):
            return None
        kind = self.kind_at(i)
        ends = [kind[1]] if kind else []
        ends += [unit.end for unit in (self.unit_at(i), *self.bare_units_at(i)) if unit]
        return next((end for end in ends if self.sign_at(end) in CLOSING), None)

    def word_at(self, i: int) -> tuple[tuple[Word, ...], int] | None:
        """The meanings of the order word here, the longest that fits."""
        if i >= self.count:
            return None
        if not self.tokens[i].is_word:
            return ((Word.MOVE,), i + 1) if self.tokens[i].folded == MOVE_SIGN else None
        found: tuple[tuple[Word, ...], int] | None = None
        joined = ""
        orders, longest = self.words.orders, self.words.longest_order
        for j in range(i, self.count):
            token = self.tokens[j]
            joined += token.folded
            if not token.is_word or len(joined) > longest:
                break
            if joined in orders:
                found = orders[joined], j + 1
        return found

    def money_at(self, i: int) -> tuple[tuple[MoneyWord, ...], int] | None:
        """The meanings of the word of an order for money here, the longest that fits."""
        spellings = self.words.money
        found: tuple[tuple[MoneyWord, ...], int] | None = None
        joined = ""
        while i < self.count and (token := self.tokens[i]).is_word:
            joined += token.folded
            if len(joined) > self.words.longest_money:
                break
            i += 1
            if joined in spellings:
                found = spellings[joined], i
            if self.joins(i):
                i += 1
        return found

    def says(self, i: int, word: Word) -> bool:
        """True if the order word here can have this meaning."""
        found = self.word_at(i)
        return found is not None and word in found[0]

    def past_word(self, i: int) -> int:
        """Past the order word here, if there is one."""
        found = self.word_at(i)
        return found[1] if found else i

    def orders_at(self, i: int) -> bool:
        """True if a word that says what a unit does stands here."""
        found = self.word_at(i + 1 if self.sign_at(i) == ":" else i)
        return found is not None and found[0][0] not in _NO_ORDERS

    def moves_at(self, i: int) -> bool:
        """True if a word stands here that leads on to a place, as ``-`` and ``via`` do."""
        found = self.word_at(self.past_bracket(i))
        return found is not None and (Word.MOVE in found[0] or Word.VIA in found[0])

    def past_bracket(self, i: int) -> int:
        """Past the bracket of "(via convoy)", if it stands here."""
        return i + 1 if self.sign_at(i) in OPENING and self.says(i + 1, Word.VIA) else i

    def past_filler(self, i: int) -> int:
        """Past words that say nothing ("the", "in"), unless they begin the name of a place, or are
        a kind of unit of the board."""
        if not self._past_filler:
            self._past_filler = self._filler_ends()
        return self._past_filler[i] if i < self.count else i

    def _filler_ends(self) -> list[int]:
        """For each token where the words that say nothing end, the last first: a line may hold
        nothing else."""
        ends = [*range(self.count + 1)]
        orders, names = self.words.orders, (self.words.places, self.words.units)
        for i in range(self.count - 1, -1, -1):
            token = self.tokens[i]
            if token.is_word:
                passed = Word.FILLER in orders.get(token.folded, ())
                passed = passed and not any(token.folded in one for one in names)
            else:
                passed = token.text in ".:_"
            if passed:
                ends[i] = ends[i + 1]
        return ends

    def piece_ends(self, i: int) -> bool:
        """True if nothing that matters is left of the order or press begun before."""
        while self.sign_at(i) in LEFT_OVER:
            i += 1
        return i >= self.count or self.sign_at(i) in SEPARATORS | OPENING or self.and_at(i)

    def and_at(self, i: int) -> bool:
        """True if an "and" stands here, which is no place that is called so: one that is given an
        order (``AND H``), or ends the passage (``A IND - HAT AND``)."""
        if not self._says_and(i):
            return False
        if self.tokens[i].folded not in self.words.places:
            return True
        is_ordered = self.orders_at(i + 1)
        end = self.past_word(i + 1) if is_ordered else i + 1
        ends = end >= self.count or self.sign_at(end) in SEPARATORS
        return not (ends or (is_ordered and self._says_and(end)))

    def _says_and(self, i: int) -> bool:
        return Word.AND in self.words.orders.get(self.tokens[i].folded, ())

    # -- places

    def place_at(self, i: int) -> tuple[Places, int] | None:
        """The meaning of the longest name of a place here, with its coast."""
        if i not in self._places_at:
            self._places_at[i] = self._find_place(i)
        return self._places_at[i]

    def _find_place(self, i: int) -> tuple[Places, int] | None:
        words = self.words
        start = i = self.past_filler(i)
        found: tuple[Places, int] | None = None
        joined = ""
        while i < self.count and (token := self.tokens[i]).is_word:
            if found is not None and token.folded in words.stops:
                break  # in "F Black S A Bul" the S supports
            if found is not None and found[1] < i and self._parts_places(i - 1, joined):
                break  # "Dan-Ang" is not Da Nang
            joined += token.folded
            if len(joined) > words.longest_place:
                break
            i += 1
            # "Swe-Den" is not Sweden, nor "Mar S" Mars, but "NorthSea" is North Sea
            if joined in words.places and (i == start + 1 or joined not in words.single_words):
                found = words.places[joined], i
            if self.joins(i):
                i += 1
        if found is None:
            return None
        place, *others = found[0]
        if others:
            return found
        place, end = self.coast_at(place, found[1])
        return (place,), end

    def _parts_places(self, i: int, before: str) -> bool:
        """True if the dash here, behind the name of a place, stands before another, and none that
        both words make together is written with a gap there."""
        behind = self.tokens[i + 1].folded
        is_dash = self.sign_at(i) == MOVE_SIGN and behind in self.words.places
        return is_dash and not self.words.has_gap(before, behind)

    def lists_place_at(self, i: int) -> bool:
        """True if a list of places goes on here, with a comma, an "and" or nothing between."""
        found = self.place_at(self.past_comma(i))
        return found is not None and not self.orders_at(found[1])

    def past_comma(self, i: int) -> int:
        """Past a comma or an "and", if one stands here."""
        return i + 1 if i < self.count and (self.sign_at(i) == "," or self.and_at(i)) else i

    def coast_at(self, place: str, i: int) -> tuple[str, int]:
        """The place with the coast that is named behind it, however that is written.

        A coast that the province lacks is kept where it is clearly one (DATC 4.B.6).
        """
        if "/" in place or i >= self.count:
            return place, i
        token = self.tokens[i]
        coasts = self.words.board.provinces[place].coasts
        if token.is_word:
            found = self._coast_word_at(i) if coasts else None
        elif token.folded in (MOVE_SIGN, "_", "."):  # "stp-nc"
            found = self._coast_word_at(i + 1) if coasts else None
            found = found if found and found[0] in coasts else None
        elif token.text == "/":
            found = self._coast_word_at(i + 1, marked=True)
        elif token.text in OPENING:
            found = self._coast_word_at(i + 1, marked=True)
            closed = found is not None and self.sign_at(found[1]) in CLOSING
            found = (found[0], found[1] + 1) if found and closed else None
        else:
            found = None
        return (f"{place}/{found[0]}", found[1]) if found else (place, i)

    def _coast_word_at(self, i: int, marked: bool = False) -> tuple[str, int] | None:
        """A coast in two words or one. One letter will do where it is marked as a coast."""
        words = [token.folded.lower() for token in self.tokens[i : i + 2] if token.is_word]
        for count in range(len(words), 0, -1):
            written = "".join(words[:count])
            if not marked and written in self.words.places:
                continue
            coasts = self.words.coasts
            found = coasts.get(written) or (marked and coasts.get(written + "c"))
            if found:
                return found[0], i + count
        return None

    def unknown_coast_at(self, i: int) -> str | None:
        """The text in place of a coast, behind a place: ``/xx`` or ``(xx)``."""
        if i + 1 >= self.count or not self.tokens[i + 1].is_word:
            return None
        word = self.tokens[i + 1].text
        bracketed = self.sign_at(i) in OPENING and self.sign_at(i + 2) in CLOSING
        return word if self.tokens[i].text == "/" or (bracketed and len(word) == 2) else None

    def unknown_name_end(self, i: int) -> int:
        """The end of the words that may be one misspelt name of a place.

        A dash ends it: ``Budd-Viennaaa`` is two names. DipWork's have no dashes and no blanks.
        """
        words, start = self.words, i
        while i < self.count and (token := self.tokens[i]).is_word:
            if token.folded in words.stops or self.and_at(i):
                break
            if i > start and token.folded in words.coasts:
                break
            i += 1
            if self.sign_at(i) != MOVE_SIGN and self.joins(i) and self.place_at(i + 1) is None:
                i += 1
        return i

    def joins(self, i: int) -> bool:
        """True if the sign here may be inside a name: ``Mid-Atlantic``, ``St. Petersburg``."""
        sign = self.sign_at(i)
        if not sign or i + 1 >= self.count:
            return False
        if not self.tokens[i + 1].is_word:
            return False
        tight = self.follows_closely(i) and self.follows_closely(i + 1)
        return sign == "." or (sign in (MOVE_SIGN, "_") and tight)

    # -- units

    def unit_at(self, i: int) -> UnitName | None:
        """A unit with its kind, with or without its power (``Fr A Bre``)."""
        i = self.past_filler(i)
        found = self._kind_and_place_at(i, None)
        if found is None and (power := self.power_at(i)):
            found = self._kind_and_place_at(self.past_filler(power[1]), power[0])
        return found

    def bare_units_at(self, i: int) -> list[UnitName]:
        """The readings of a unit without its kind (``Bre``, ``France Bre``)."""
        i = self.past_filler(i)
        power = self.power_at(i)
        starts = [(None, i), (power[0], self.past_filler(power[1]))] if power else [(None, i)]
        found = ((key, start, self.place_at(start)) for key, start in starts)
        return [UnitName(key, None, at[0], start, at[1]) for key, start, at in found if at]

    def power_and_kind_at(self, i: int) -> tuple[str | None, str | None, int]:
        """Whatever is said of a unit before its place, and where the place should begin."""
        i = self.past_filler(i)
        key = None
        if self.kind_at(i) is None and (power := self.power_at(i)):
            key, i = power[0], self.past_filler(power[1])
        kind = self.kind_at(i)
        return (key, kind[0], self.past_filler(kind[1])) if kind else (key, None, i)

    def _kind_and_place_at(self, i: int, power: str | None) -> UnitName | None:
        for _ in range(2):  # twice for "a fleet in Brest"
            kind = self.kind_at(i)
            if kind is None:
                return None
            i = self.past_filler(kind[1])
            i += self.sign_at(i) in OPENING
            if found := self.place_at(i):
                return UnitName(power, kind[0], found[0], i, found[1])
        return None

    def kind_at(self, i: int) -> tuple[str, int] | None:
        """The kind of unit here, with its soldiers if they are named before it."""
        if i >= self.count:
            return None
        kinds = self.words.units.get(self.tokens[i].folded)
        if kinds:
            return kinds[0], i + 1
        if self.words.soldiers and (soldiers := self._soldiers_at(i)):
            letter, behind = soldiers
            kind = self.kind_at(self.past_filler(behind))
            if kind and len(kind[0]) == 1 and kind[0] + letter in self.words.board.kinds:
                return kind[0] + letter, kind[1]
        return None

    def _soldiers_at(self, i: int) -> tuple[str, int] | None:
        """The letter of the soldiers named here: the longest of their names that fits."""
        found: tuple[str, int] | None = None
        joined = ""
        for j in range(i, min(i + 4, self.count)):
            if not self.tokens[j].is_word:
                break
            joined += self.tokens[j].folded
            if letters := self.words.soldiers.get(joined):
                found = letters[0], j + 1
        return found

    def coast_word_behind(self, i: int) -> tuple[str, int] | None:
        """The coast named here, behind what a unit becomes: ``nc``, ``/nc``, ``(nc)``."""
        if i >= self.count:
            return None
        if self.tokens[i].is_word:
            return self._coast_word_at(i)
        if self.tokens[i].text == "/" or self.sign_at(i) in OPENING:
            found = self._coast_word_at(i + 1, marked=True)
            if found is not None and self.sign_at(i) in OPENING:
                return (found[0], found[1] + 1) if self.sign_at(found[1]) in CLOSING else None
            return found
        return None

    def power_at(self, i: int) -> tuple[str, int] | None:
        """The power named here: the longest name that fits, if it means only one."""
        if i not in self._powers_at:
            self._powers_at[i] = self._find_power(i)
        return self._powers_at[i]

    def _find_power(self, i: int) -> tuple[str, int] | None:
        found: tuple[str, int] | None = None
        powers, joined = self.words.powers, ""
        while i < self.count and (token := self.tokens[i]).is_word:
            joined += token.folded
            if len(joined) > self.words.longest_power + 1:
                break
            i += 1
            keys = powers.get(joined, ())
            if not keys and token.text[-2:] in ("'s", "’s"):
                keys = powers.get(joined[:-1], ())
            elif not keys and token.text[1:2] in ("'", "’"):  # "l'Autriche"
                keys = powers.get(joined[1:], ())
            if len(keys) == 1:
                found = keys[0], i
            if self.joins(i):
                i += 1
        return found

    def past_heading(self, i: int) -> int:
        """Past words that announce a power: "nation", "orders for"."""
        joined = ""
        for j in range(i, self.count):
            joined += self.tokens[j].folded
            if joined in self.words.headings:
                return j + 1
        return i
