"""Finding out which place or power a person means by a word.

A name is compared without regard to case, accents, spaces, dots, hyphens and apostrophes,
so ``St. Petersburg``, ``ST PETERSBURG`` and ``st-petersburg`` are one name.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping

from dragoman.diagnostics import Diagnostic
from dragoman.errors import DragomanError
from dragoman.nearest import close_matches, close_names

_LIGATURES = str.maketrans({"ß": "ss", "ø": "o", "æ": "ae"})
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


def fold(text: str) -> str:
    """The letters and digits of a name, lower case, without accents: what is compared."""
    if text.isascii():
        return _letters(text.lower())
    return fold_bare(unicodedata.normalize("NFC", text).lower().translate(_UMLAUTS))


def fold_bare(text: str) -> str:
    """As ``fold``, but umlauts lose their dots instead of becoming two letters."""
    if text.isascii():
        return _letters(text.lower())
    bare = unicodedata.normalize("NFC", text).lower().translate(_LIGATURES)
    decomposed = unicodedata.normalize("NFKD", bare)
    return _letters(decomposed)


def _letters(text: str) -> str:
    return text if text.isalnum() else "".join(filter(str.isalnum, text))


_FEW = 3
"""So many candidates are all told; of more those that are spelt alike, if some are."""


class UnknownName(DragomanError):
    """A power, place, unit or phase that there is not, or that may be several.

    ``kind`` is what was looked for (``power``), ``name`` how it was called, ``candidates`` what
    it might have been meant to be; ``what`` says all this in words.
    """

    def __init__(
        self, kind: str, name: str, candidates: Iterable[str] = (), what: str = ""
    ) -> None:
        self.kind, self.name = kind, name
        self.candidates = tuple(candidates)
        self.what = what or f"there is no {kind} {name!r}"
        super().__init__(kind, name, self.candidates, what)

    @property
    def diagnostic(self) -> Diagnostic:
        """The same for those who show people what is wrong with their writing."""
        found = self.candidates
        if len(found) > _FEW:
            found = close_names(self.name, found) or found
        return Diagnostic(f"unknown-{self.kind}", self.what, candidates=found)

    def __str__(self) -> str:
        return str(self.diagnostic)


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

    def like(self, word: str) -> tuple[str, ...]:
        """The guesses at what an unknown word is meant for: the keys of the spellings next to
        it."""
        near = close_matches(fold(word), self._index)
        return tuple(dict.fromkeys(key for folded in near for key in self._index[folded]))

    def __iter__(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        return iter(self._index.items())
