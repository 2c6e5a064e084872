"""In which notation an answer tells orders: the one that is asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from dragoman.extras import extra
from dragoman.game import Variant, handwriting
from dragoman.orders import Notation, Order, write

with extra("judge"):
    from fastapi import Query

NotationAsked = Annotated[
    Notation | None, Query(description="How orders are written; as `dragoman` does if left out.")
]


def writing(variant: Variant, notation: Notation | None) -> Callable[[Order], str]:
    """What writes the orders of a variant in a notation, in Dragoman's where none is named."""
    return write if notation is None else handwriting(variant, notation).order
