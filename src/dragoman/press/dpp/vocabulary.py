"""The vocabulary of DPP on a board."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Final

from dragoman.board import ARMY, FLEET, Board, UnknownName
from dragoman.formats.daide_map import map_words
from dragoman.press.dpp.messages import REFEREE
from dragoman.press.grammar import Unsayable
from dragoman.quick_dataclass import dataclass
from dragoman.remembered import remembered
from dragoman.rules import Phase
from dragoman.values import FrozenMap

_FIRST_YEAR: Final = 1901
_PHASES: Final = ("SM", "SR", "FM", "FR", "WA")
_INDEXED: Final = {"TYR": "TYL"}
"""Words of the protocol's index for provinces that DAIDE, which has its words, calls otherwise."""

COASTS: Mapping[str, str] = FrozenMap({"NTH": "NC", "STH": "SC", "WST": "WC", "EST": "EC"})
"""From words to the endings of coasts."""
KINDS: Mapping[str, str] = FrozenMap({"AMY": ARMY.letter, "FLT": FLEET.letter})
"""From words to kinds of unit."""


@dataclass(frozen=True)
class DppVocabulary:
    """The words of powers and provinces, by key."""

    board: Board
    powers: Mapping[str, str]
    provinces: Mapping[str, str]

    def __repr__(self) -> str:
        return f"<DppVocabulary of {self.board.name}: {len(self.provinces)} provinces>"

    @cached_property
    def power_keys(self) -> Mapping[str, str]:
        """From words to powers, and to the referee."""
        return {word: key for key, word in self.powers.items()} | {REFEREE: REFEREE}

    @cached_property
    def province_keys(self) -> Mapping[str, str]:
        """From words to provinces: those of the index, and those it should have."""
        own = {word: key for key, word in self.provinces.items()}
        return {usual: own[indexed] for usual, indexed in _INDEXED.items() if indexed in own} | own

    def power_named(self, name: str) -> str | None:
        """The power of this full name; None where there is none."""
        try:
            return self.board.power_called(name)
        except UnknownName:
            return None

    def power(self, key: str) -> str:
        """The word of a power."""
        return key if key == REFEREE else _word(self.powers, key, "power")

    def location(self, location: str) -> tuple[str, str]:
        """The words of a province and of its coast; the latter empty where there is none."""
        province, _, coast = location.partition("/")
        word = _word(self.provinces, province, "province")
        return word, _word(_COAST_WORDS, coast, "coast") if coast else ""


_COAST_WORDS: Final = {ending: word for word, ending in COASTS.items()}
_KIND_WORDS: Final = {letter: word for word, letter in KINDS.items()}


def kind_word(letter: str | None) -> str:
    """The word of a kind of unit."""
    return _word(_KIND_WORDS, letter or "", "kind of unit")


def turn_number(phase: Phase) -> int:
    """The number of a turn, of which a year has five: that of spring 1901 is 1.

    Raises:
        Unsayable: if it is none of these five.
    """
    code = f"{phase.season}{phase.letter}"
    if code not in _PHASES:
        raise Unsayable(f"DPP has no number for the phase {phase}")
    return (phase.year - _FIRST_YEAR) * len(_PHASES) + _PHASES.index(code) + 1


def turn_numbered(number: int) -> Phase:
    """The turn of this number."""
    years, place = divmod(number - 1, len(_PHASES))
    return Phase(_FIRST_YEAR + years, *_PHASES[place])


def _word(words: Mapping[str, str], key: str, what: str) -> str:
    if key not in words:
        raise Unsayable(f"DPP has no word for the {what} {key!r} of this game")
    return words[key]


@remembered(lambda words: 2_000 + 60 * len(words.provinces))
def vocabulary_of(board: Board) -> DppVocabulary:
    """The words of DPP for a board: on the standard map those of the protocol's index."""
    words = map_words(board)
    taken = {*words.provinces.values(), *words.powers.values()}
    provinces = {
        key: _INDEXED[word] if word in _INDEXED and _INDEXED[word] not in taken else word
        for key, word in words.provinces.items()
    }
    return DppVocabulary(board, FrozenMap(words.powers), FrozenMap(provinces))
