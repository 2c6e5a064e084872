"""In which notation an answer tells orders and units: the one that is asked for, or that a reader
chose."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Final

from dragoman.extras import extra
from dragoman.game import Variant, handwriting
from dragoman.orders import Notation, Order, UnitRef, write
from dragoman.reports import Phrasebook

with extra("judge"):
    from fastapi import Query

NotationAsked = Annotated[
    Notation | None, Query(description="How orders are written; as `dragoman` does if left out.")
]


def writing(variant: Variant, notation: Notation | None) -> Callable[[Order], str]:
    """What writes the orders of a variant in a notation, in Dragoman's where none is named."""
    return write if notation is None else handwriting(variant, notation).order


_UNIT: Final = re.compile(r"([A-Z](?:/\w+)?) (\S+)")


def units_told(book: Phrasebook) -> Callable[[str], str]:
    """What tells a unit to a reader: ``A BUD``, as a position has it, is ``A Bud`` on pages, or as
    the notation of the book writes it."""

    def told(unit: str) -> str:
        found = _UNIT.fullmatch(unit)
        return book.unit(UnitRef(found[2], found[1])) if found else unit

    return told
