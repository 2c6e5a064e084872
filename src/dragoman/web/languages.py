"""The language of an answer: the one that is asked for, or what a browser says of its reader
(``Accept-Language``, RFC 9110), that of the house where nothing is said; and the notation of orders
in it."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import StrEnum
from functools import lru_cache
from typing import Annotated, Final

from dragoman.extras import extra
from dragoman.game import Variant, handwriting
from dragoman.orders import Notation, Order, UnitRef, write
from dragoman.remembered import Remembered
from dragoman.reports import Phrasebook
from dragoman.words import LANGUAGES, wished_language

with extra("judge"):
    from fastapi import Depends, Query, Request


class Language(StrEnum):
    """The languages of reports, pictures and answers."""

    vars().update({one: one for one in LANGUAGES})


ENGLISH: Final = Language(LANGUAGES[0])
_KNOWN: Final = {one.value: one for one in Language}


@lru_cache(256)  # browsers say what few do
def wished(header: str, otherwise: Language = ENGLISH) -> Language:
    """The language that somebody likes best of those that there are, by what his browser says;
    ``otherwise`` where there is none of them."""
    return Language(wished_language(header, otherwise.value))


def reader_of(request: Request) -> Language:
    """The language that the reader of an answer likes best: the one that he chose for his account,
    else what his browser says, else that of the house."""
    chosen: Language | None = getattr(request.state, "language", None)
    if chosen is not None:
        return chosen
    house = _KNOWN.get(request.app.state.web.judge.site.language, ENGLISH)
    return wished(request.headers.get("Accept-Language", ""), house)


def prefer(request: Request, language: str) -> None:
    """Note which language the reader of an answer chose for his account, if any."""
    request.state.language = _KNOWN.get(language)


async def _spoken(
    request: Request,
    language: Annotated[
        Language | None,
        Query(description="What `Accept-Language` says if left out, else that of the house."),
    ] = None,
) -> Language:
    return language or reader_of(request)


Spoken = Annotated[Language, Depends(_spoken)]
"""The language of an answer in words."""


# Notations

NotationAsked = Annotated[
    Notation | None, Query(description="How orders are written; as `dragoman` does if left out.")
]


def writing(variant: Variant, notation: Notation | None) -> Callable[[Order], str]:
    """A function that writes the orders of a variant in a notation, in Dragoman's where none is
    named."""
    return write if notation is None else handwriting(variant, notation).order


_TOLD: Final[Remembered[tuple[Variant, str, Notation | None], dict[str, str]]] = Remembered()
_BYTES_TOLD: Final = 60_000
"""What the names of some hundred units take in memory."""
_UNIT: Final = re.compile(r"([A-Z](?:/\w+)?) (\S+)")


def units_told(book: Phrasebook) -> Callable[[str], str]:
    """A function that names units to a reader: ``A BUD``, as a position has it, is ``A Bud`` on
    pages, or as the notation of the book writes it."""
    key = book.variant, book.language, book.notation
    known = _TOLD.get(key) or _TOLD.keep(key, {}, _BYTES_TOLD)

    def told(unit: str) -> str:
        if (name := known.get(unit)) is None:
            found = _UNIT.fullmatch(unit)
            name = known[unit] = book.unit(UnitRef(found[2], found[1])) if found else unit
        return name

    return told
