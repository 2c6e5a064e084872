"""Orders and units written without blanks: ``AParSAMar``, ``FleetBrestholds``."""

from __future__ import annotations

from collections.abc import Iterator

from dragoman.orders.vocabulary import LEADING_WORDS, STAYING_WORDS, Vocabulary

_LONGEST = 120
"""Letters of a word that is looked at."""
_LONG = 12
"""Letters of a word that holds more than one name, if it holds names at all."""
_ORDERING = STAYING_WORDS | LEADING_WORDS


def has_squeezed_order(word: str, words: Vocabulary) -> bool:
    """True if a word seems to be an order, or the beginning of one."""
    if len(word) > _LONGEST:
        return False
    for kind, rest in _behind_units(word, words):
        # "ArmyParis" is nothing else; "Abel" and "Lond" may be.
        if len(kind) > 2 or rest in words.places or _leads_on(rest, words):
            return True
        if (kind or len(rest) > 2) and not STAYING_WORDS.isdisjoint(words.orders.get(rest, ())):
            return True
    return len(word) >= _LONG and len(_long_names(word, words)) > 1


def hides_names(word: str, words: Vocabulary) -> bool:
    """True if a word that is to be corrected may be more than a misspelt name: ``toSmyrna``."""
    return has_squeezed_order(word, words) or any(
        word[:length] in words.orders and word[length:] in words.places
        for length in range(2, min(len(word) - 3, words.longest_order + 1))
    )


def is_squeezed_unit(word: str, words: Vocabulary) -> bool:
    """True if a word is a unit without its blank: ``APar``."""
    return len(word) <= _LONGEST and any(
        kind and not rest for kind, rest in _behind_units(word, words)
    )


def unit_before_order(word: str, words: Vocabulary) -> str | None:
    """The place of a unit in a word that an order word runs into: ``Bud`` in ``BudS``.

    None if there is none, or more than one.
    """
    if len(word) > _LONGEST:
        return None
    meant = {
        words.places[word[:end]]
        for end in range(3, min(len(word), words.longest_place + 1))
        if word[:end] in words.places and _ORDERING.intersection(words.orders.get(word[end:], ()))
    }
    places = meant.pop() if len(meant) == 1 else ()
    return places[0] if len(places) == 1 else None


def _leads_on(rest: str, words: Vocabulary) -> bool:
    """True if letters behind a unit are an order word and another unit or place."""
    for length in range(1, min(len(rest) - 2, words.longest_order + 1)):
        other = rest[length:]
        leads = not LEADING_WORDS.isdisjoint(words.orders.get(rest[:length], ()))
        if leads and (other in words.places or any(k for k, _ in _behind_units(other, words))):
            return True
    return False


def _behind_units(word: str, words: Vocabulary) -> Iterator[tuple[str, str]]:
    """The kind of each unit that a word may begin with, empty where there is a place alone, and
    what stands behind it."""
    for kind in ("", *words.units):
        if word.startswith(kind):
            for end in range(len(kind) + 3, min(len(word), len(kind) + words.longest_place) + 1):
                if word[len(kind) : end] in words.places:
                    yield kind, word[end:]


def _long_names(word: str, words: Vocabulary) -> set[tuple[str, ...]]:
    """The places whose names of more than three letters are somewhere in a word."""
    return {places for name, places in words.places.items() if len(name) > 3 and name in word}
