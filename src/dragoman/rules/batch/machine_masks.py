"""Sets of units for compiled code: what ``engine.masks`` has, on machine words.

A set of up to 64 units is a 64-bit integer. Wider ones are a type of their own, an integer of so
many words, which the compiler takes apart; in arrays their words lie side by side.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import cache
from typing import Any, Final, NamedTuple

from dragoman.extras import extra

with extra("fast"):
    from llvmlite import ir  # type: ignore[reportMissingTypeStubs]
    from numba import njit, types
    from numba.core.datamodel import models
    from numba.extending import (
        intrinsic,
        overload,
        register_model,  # type: ignore[reportUnknownVariableType]
    )

WORD: Final = 64
"""The units that a word has room for."""


class MaskFunctions(NamedTuple):
    """What compiled source needs for masks of so many words, besides ``size`` and ``first``."""

    empty: Callable[[], Any]
    only: Callable[[int], Any]
    load: Callable[[Any, int], Any]
    """The mask that begins at this place of an array of words."""
    store: Callable[[Any, int, Any], None]


class _MaskType(types.Type):
    """Numba's type of a set of units in several words."""

    def __init__(self, words: int) -> None:
        self.words = words
        super().__init__(name=f"Mask{words}")


@register_model(_MaskType)
class _MaskModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: _MaskType) -> None:
        super().__init__(manager, kind, _integer(kind))


def _integer(kind: Any) -> Any:
    """LLVM's type of a mask."""
    return ir.IntType(WORD * (kind.words if isinstance(kind, _MaskType) else 1))


@intrinsic
def size(typing: Any, mask: Any) -> Any:
    """The number of units in a set."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _resized(builder, builder.ctpop(arguments[0]), ir.IntType(WORD))

    return types.int64(mask), generate


@intrinsic
def first(typing: Any, mask: Any) -> Any:
    """The unit with the lowest number in a set that is not empty."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        zeros = builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))
        return _resized(builder, zeros, ir.IntType(WORD))

    return types.int64(mask), generate


def _resized(builder: Any, number: Any, kind: Any) -> Any:
    """A number that is not negative as an integer of another width."""
    if number.type.width < kind.width:
        return builder.zext(number, kind)
    return builder.trunc(number, kind) if number.type.width > kind.width else number


@cache
def mask_functions(words: int) -> MaskFunctions:
    """The functions for masks of so many words, to be called from compiled code."""
    mask: Any = types.int64 if words == 1 else _MaskType(words)
    integer = _integer(mask)

    def make_empty(typing: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return ir.Constant(integer, 0)

        return mask(), generate

    def make_only(typing: Any, unit: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            number = context.cast(builder, arguments[0], signature.args[0], types.int64)
            return builder.shl(ir.Constant(integer, 1), _resized(builder, number, integer))

        return mask(unit), generate

    def make_word_at(typing: Any, word: Any, shift: Any) -> Any:
        """A mask of one word, moved up by so many bits."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            bits, by = (_resized(builder, argument, integer) for argument in arguments)
            return builder.shl(bits, by)

        return mask(types.int64, types.int64), generate

    def make_word_of(typing: Any, units: Any, shift: Any) -> Any:
        """The word of a mask that begins with this bit."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            bits = builder.lshr(arguments[0], _resized(builder, arguments[1], integer))
            return _resized(builder, bits, ir.IntType(WORD))

        return types.int64(mask, types.int64), generate

    empty: Any = intrinsic(make_empty)
    only: Any = intrinsic(make_only)
    word_at: Any = intrinsic(make_word_at)
    word_of: Any = intrinsic(make_word_of)

    @njit(inline="always")
    def load(array: Any, place: int) -> Any:
        units = empty()
        for word in range(words):
            units |= word_at(array[place + word], WORD * word)
        return units

    @njit(inline="always")
    def store(array: Any, place: int, units: Any) -> None:
        for word in range(words):
            array[place + word] = word_of(units, WORD * word)

    return MaskFunctions(empty, only, load, store)


def _teach(operation: Any, emit: str) -> None:
    """Let compiled code use an operator on masks of several words."""

    def make_one(typing: Any, mask: Any) -> Any:
        return mask(mask), _emitting(emit)

    def make_two(typing: Any, mask: Any, other: Any) -> Any:
        return mask(mask, other), _emitting(emit)

    def make_compared(typing: Any, mask: Any, other: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.icmp_unsigned(emit, *arguments)

        return types.boolean(mask, other), generate

    one: Any = intrinsic(make_one)
    two: Any = intrinsic(make_compared if emit in ("==", "!=") else make_two)

    def of_one(mask: Any) -> Any:
        return one(mask)

    def of_two(mask: Any, other: Any) -> Any:
        return two(mask, other)

    def offer_one(mask: Any) -> Any:
        return of_one if isinstance(mask, _MaskType) else None

    def offer_two(mask: Any, other: Any) -> Any:
        return of_two if isinstance(mask, _MaskType) else None

    offer: Any = offer_one if emit == "not_" else offer_two
    overload(operation, strict=False)(offer)


def _emitting(emit: str) -> Callable[[Any, Any, Any, Any], Any]:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return getattr(builder, emit)(*arguments)

    return generate


for _name, _emit in (
    ("invert", "not_"),
    ("and_", "and_"),
    ("iand", "and_"),
    ("or_", "or_"),
    ("ior", "or_"),
    ("xor", "xor"),
    ("ixor", "xor"),
    ("eq", "=="),
    ("ne", "!="),
):
    _teach(getattr(operator, _name), _emit)
