"""Sets of units for compiled code: as in ``engine.primitives``, on machine words.

A set of up to 64 units is a 64-bit integer. Wider ones are a type of their own, of so many words,
which compilers for processors and for graphics cards can take apart (the latter know no wider
integers); in arrays these words lie side by side.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import cache, reduce
from typing import Any, Final, NamedTuple

from dragoman.extras import extra

with extra("cuda"):
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
_WORD: Final = ir.IntType(WORD)


class MaskFunctions(NamedTuple):
    """The functions for masks of so many words, besides ``size`` and ``first``."""

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
        super().__init__(manager, kind, ir.ArrayType(_WORD, kind.words))


def _words(builder: Any, mask: Any) -> list[Any]:
    """The words of a mask, the lowest first."""
    kind: Any = mask.type
    if isinstance(kind, ir.IntType):
        return [mask]
    return [builder.extract_value(mask, word) for word in range(kind.count)]


def _joined(builder: Any, words: list[Any]) -> Any:
    """The mask of these words."""
    if len(words) == 1:
        return words[0]
    mask: Any = ir.Constant(ir.ArrayType(_WORD, len(words)), None)
    for place, word in enumerate(words):
        mask = builder.insert_value(mask, word, place)
    return mask


def _constant(number: int) -> Any:
    return ir.Constant(_WORD, number)


@intrinsic
def size(typing: Any, mask: Any) -> Any:
    """The number of units in a set."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        counts = [builder.ctpop(word) for word in _words(builder, arguments[0])]
        return reduce(builder.add, counts)

    return types.int64(mask), generate


@intrinsic
def first(typing: Any, mask: Any) -> Any:
    """The unit with the lowest number in a set that is not empty."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        words = _words(builder, arguments[0])
        found = None
        for place, word in reversed([*enumerate(words)]):
            zeros = builder.cttz(word, ir.Constant(ir.IntType(1), int(len(words) == 1)))
            unit = builder.add(zeros, _constant(WORD * place))
            is_here = builder.icmp_unsigned("!=", word, _constant(0))
            found = unit if found is None else builder.select(is_here, unit, found)
        return found

    return types.int64(mask), generate


@cache
def mask_functions(words: int) -> MaskFunctions:
    """The functions for masks of so many words, to be called from compiled code."""
    mask: Any = types.int64 if words == 1 else _MaskType(words)

    def make_empty(typing: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return _joined(builder, [_constant(0)] * words)

        return mask(), generate

    def make_only(typing: Any, unit: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            number = context.cast(builder, arguments[0], signature.args[0], types.int64)
            if words == 1:
                return builder.shl(_constant(1), number)
            bit = builder.shl(_constant(1), builder.and_(number, _constant(WORD - 1)))
            place = builder.udiv(number, _constant(WORD))
            return _joined(builder, [_if_at(builder, place, word, bit) for word in range(words)])

        return mask(unit), generate

    def make_with_word(typing: Any, units: Any, place: Any, bits: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            units, place, bits = arguments
            kept = enumerate(_words(builder, units))
            return _joined(builder, [_if_at(builder, place, k, bits, old) for k, old in kept])

        return mask(mask, types.int64, types.int64), generate

    def make_word_of(typing: Any, units: Any, place: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            units, place = arguments
            found = _constant(0)
            for word, bits in enumerate(_words(builder, units)):
                found = _if_at(builder, place, word, bits, found)
            return found

        return types.int64(mask, types.int64), generate

    empty: Any = intrinsic(make_empty)
    only: Any = intrinsic(make_only)
    with_word: Any = intrinsic(make_with_word)
    word_of: Any = intrinsic(make_word_of)

    @njit(inline="always")
    def load(array: Any, place: int) -> Any:
        units = empty()
        for word in range(words):
            units = with_word(units, word, array[place + word])
        return units

    @njit(inline="always")
    def store(array: Any, place: int, units: Any) -> None:
        for word in range(words):
            array[place + word] = word_of(units, word)

    return MaskFunctions(empty, only, load, store)


def _if_at(builder: Any, place: Any, word: int, bits: Any, else_bits: Any = None) -> Any:
    """Bits for the word at a place, others (none by default) for every other word. In loops over
    all words the compiler knows which is which."""
    is_there = builder.icmp_unsigned("==", place, _constant(word))
    return builder.select(is_there, bits, _constant(0) if else_bits is None else else_bits)


def _teach(operation: Any, emit: str) -> None:
    """Let compiled code use an operator on masks of several words."""

    def make_one(typing: Any, mask: Any) -> Any:
        return mask(mask), _word_by_word(emit)

    def make_two(typing: Any, mask: Any, other: Any) -> Any:
        return mask(mask, other), _word_by_word(emit)

    def make_compared(typing: Any, mask: Any, other: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            pairs = zip(*(_words(builder, argument) for argument in arguments), strict=True)
            differing = reduce(builder.or_, [builder.xor(*pair) for pair in pairs])
            return builder.icmp_unsigned(emit, differing, _constant(0))

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


def _word_by_word(emit: str) -> Callable[[Any, Any, Any, Any], Any]:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        places = zip(*(_words(builder, argument) for argument in arguments), strict=True)
        return _joined(builder, [getattr(builder, emit)(*words) for words in places])

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
