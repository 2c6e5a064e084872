"""Finding out which place or power a person means by a word.

A name is compared without regard to case, accents, spaces, dots, hyphens and apostrophes,
so ``St. Petersburg``, ``ST PETERSBURG`` and ``st-petersburg`` are one name.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping

_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "ø": "o", "æ": "ae"})


def fold(text: str) -> str:
    """The letters and digits of a name, lower case, without accents: what is compared."""
    return _letters(unicodedata.normalize("NFC", text).lower().translate(_UMLAUTS))


def fold_bare(text: str) -> str:
    """As ``fold``, but umlauts lose their dots instead of becoming two letters."""
    return _letters(unicodedata.normalize("NFC", text).lower())


def _letters(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(c for c in decomposed if c.isalnum())


class Names:
    """An index from every spelling to the keys it may stand for."""

    def __init__(self, spellings: Iterable[tuple[str, str]]) -> None:
        """``spellings`` are pairs of a spelling and the key it stands for."""
        index: dict[str, list[str]] = {}
        for spelling, key in spellings:
            for folded in {fold(spelling), fold_bare(spelling)}:
                keys = index.setdefault(folded, [])
                if folded and key not in keys:
                    keys.append(key)
        self._index: Mapping[str, tuple[str, ...]] = {k: tuple(v) for k, v in index.items() if k}
        self.longest = max(map(len, self._index), default=0)

    def find(self, word: str) -> tuple[str, ...]:
        """All keys the word may stand for; empty when it is unknown."""
        return self._index.get(fold(word), ())

    def find_folded(self, folded: str) -> tuple[str, ...]:
        """As ``find``, for a word that went through ``fold`` already."""
        return self._index.get(folded, ())

    def starting_like(self, word: str, letters: int) -> tuple[tuple[str, int], ...]:
        """Keys whose spellings share at least ``letters`` first letters with the word.

        Pairs of key and number of letters shared, best first: DipWork's SPELLCHECK measure.
        """
        folded = fold(word)
        best: dict[str, int] = {}
        for spelling, keys in self._index.items():
            shared = _common_start(folded, spelling)
            if shared >= max(letters, 1):
                for key in keys:
                    best[key] = max(best.get(key, 0), shared)
        return tuple(sorted(best.items(), key=lambda item: (-item[1], item[0])))

    def __iter__(self):  # type: ignore[no-untyped-def]
        return iter(self._index.items())


def _common_start(left: str, right: str) -> int:
    count = 0
    for a, b in zip(left, right, strict=False):
        if a != b:
            break
        count += 1
    return count
