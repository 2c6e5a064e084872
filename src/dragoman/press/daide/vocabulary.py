"""The words of a game: what each stands for on the board, and each token's number."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Final

from dragoman.board import ARMY, FLEET, Board
from dragoman.formats.daide_map import map_words
from dragoman.formats.daide_words import COASTS, NOBODY
from dragoman.press.daide.tokens import Numbering
from dragoman.press.grammar import Unsayable
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.remembered import remembered
from dragoman.rules import Phase
from dragoman.values import FrozenMap

_MOST_PROVINCES: Final = 256
_INLAND, _SEA, _COASTAL, _SEVERAL_COASTS = 0x50, 0x52, 0x54, 0x56
_POWERS: Final = 0x41

_PHASES: Final = {"SM": "SPR", "SR": "SUM", "FM": "FAL", "FR": "AUT", "WA": "WIN"}
_KINDS: Final = {ARMY.letter: "AMY", FLEET.letter: "FLT"}


@dataclass(frozen=True)
class DaideVocabulary:
    """The vocabulary of a game in DAIDE. ``powers`` and ``provinces`` go from the keys of the
    board to words."""

    board: Board
    powers: Mapping[str, str]
    provinces: Mapping[str, str]
    numbering: Numbering

    def __repr__(self) -> str:
        return f"<DaideVocabulary of {self.board.name}: {len(self.provinces)} provinces>"

    # From words.

    @cached_property
    def power_keys(self) -> Mapping[str, str]:
        """From words to powers."""
        return {word: key for key, word in self.powers.items()}

    @cached_property
    def province_keys(self) -> Mapping[str, str]:
        """From words to provinces."""
        return {word: key for key, word in self.provinces.items()}

    @cached_property
    def center_keys(self) -> Mapping[str, str]:
        """From words to those provinces that are supply centres."""
        centers = {*self.board.centers}
        return {word: key for word, key in self.province_keys.items() if key in centers}

    @cached_property
    def sea_keys(self) -> Mapping[str, str]:
        """From words to those provinces that are seas."""
        provinces = self.board.provinces
        return {w: k for w, k in self.province_keys.items() if provinces[k].terrain.is_water}

    # To words.

    def power(self, key: str | None) -> str:
        """The word of a power, or of nobody."""
        return NOBODY if key is None else _word(self.powers, key, "power")

    def province(self, key: str) -> str:
        """The word of a province."""
        return _word(self.provinces, key, "province")

    def season(self, phase: Phase) -> str:
        """The word of a phase without its year."""
        return _word(_PHASES, f"{phase.season}{phase.letter}", "phase of a year")


KINDS: Mapping[str, str] = FrozenMap({word: letter for letter, word in _KINDS.items()})
"""From words to kinds of unit."""

SEASONS: Mapping[str, tuple[str, str]] = FrozenMap(
    {word: (code[0], code[1]) for code, word in _PHASES.items()}
)
"""From words to the season and the kind of a phase."""

COAST_ENDINGS: Mapping[str, str] = FrozenMap({word: ending for ending, word in COASTS.items()})
"""From words to the endings of coasts."""


def kind_word(letter: str) -> str:
    """The word of a kind of unit."""
    return _word(_KINDS, letter, "kind of unit")


def coast_word(ending: str) -> str:
    """The word of a coast."""
    return _word(COASTS, ending, "coast")


def _word(words: Mapping[str, str], key: str, what: str) -> str:
    if key not in words:
        raise Unsayable(f"DAIDE has no word for the {what} {key!r} of this game")
    return words[key]


@remembered(lambda words: 5_000 + 550 * len(words.provinces))
def vocabulary_of(board: Board, profile: str = "aiclient") -> DaideVocabulary:
    """The words of a game on a board: on the standard map those of the protocol's own table.

    Powers are numbered as the board has them, provinces by their words within their categories,
    which is how the table of the standard map came about.

    Raises:
        ActionRefused: if there are more provinces than numbers, or units other than armies and
            fleets.
    """
    words = map_words(board)
    if len(words.provinces) > _MOST_PROVINCES:
        what = f"{board.name} has {len(words.provinces)} provinces"
        raise ActionRefused("too-large", what, f"DAIDE has {_MOST_PROVINCES} at most")
    if others := [kind.name for letter, kind in board.kinds.items() if letter not in _KINDS]:
        what = f"{board.name} has units that DAIDE has no words for: {', '.join(others)}"
        raise ActionRefused("other-units", what, "choose a variant with armies and fleets")
    numbers = {word: _POWERS << 8 | place for place, word in enumerate(words.powers.values())}
    ranked = sorted((_category(board, key), word) for key, word in words.provinces.items())
    numbers |= {word: category << 8 | low for low, (category, word) in enumerate(ranked)}
    numbering = Numbering(FrozenMap(numbers), profile)
    return DaideVocabulary(board, FrozenMap(words.powers), FrozenMap(words.provinces), numbering)


def _category(board: Board, key: str) -> int:
    province = board.provinces[key]
    if province.terrain.is_water:
        kind = _SEA
    elif not any(board.reach(FLEET.letter, location) for location in province.locations):
        kind = _INLAND
    else:
        kind = _SEVERAL_COASTS if len(province.coasts) > 1 else _COASTAL
    return kind + province.is_center
