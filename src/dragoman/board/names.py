"""Finding out which place or power a person means by a word.

A name is compared without regard to case, accents, spaces, dots, hyphens and apostrophes,
so ``St. Petersburg``, ``ST PETERSBURG`` and ``st-petersburg`` are one name.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping

_LIGATURES = str.maketrans({"ß": "ss", "ø": "o", "æ": "ae"})
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


def fold(text: str) -> str:
    """The letters and digits of a name, lower case, without accents: what is compared."""
    return fold_bare(unicodedata.normalize("NFC", text).lower().translate(_UMLAUTS))


def fold_bare(text: str) -> str:
    """As ``fold``, but umlauts lose their dots instead of becoming two letters."""
    bare = unicodedata.normalize("NFC", text).lower().translate(_LIGATURES)
    decomposed = unicodedata.normalize("NFKD", bare)
    return "".join(c for c in decomposed if c.isalnum())


class Names:
    """An index from every spelling to the keys it may stand for.

    Iterating gives the pairs of a folded spelling and its keys.
    """

    def __init__(self, spellings: Iterable[tuple[str, str]]) -> None:
        """``spellings`` are pairs of a spelling and the key it stands for."""
        self.spellings = tuple(spellings)
        """The pairs as they were given."""
        index: dict[str, list[str]] = {}
        for spelling, key in self.spellings:
            for folded in {fold(spelling), fold_bare(spelling)}:
                keys = index.setdefault(folded, [])
                if key not in keys:
                    keys.append(key)
        self._index: Mapping[str, tuple[str, ...]] = {k: tuple(v) for k, v in index.items() if k}

    def find(self, word: str) -> tuple[str, ...]:
        """All keys the word may stand for; empty when it is unknown."""
        return self._index.get(fold(word), ())

    def __iter__(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        return iter(self._index.items())
