"""Expressions of a function of the small language, as C (see ``to_c``)."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import Final, Protocol, TypeAlias

from dragoman.native.inference import (
    Function,
    Inference,
    constant_index,
    refused,
)
from dragoman.native.kinds import (
    NUMBER,
    Kind,
    Mask,
    Number,
    Pointer,
    Real,
    RecordKind,
    Several,
    Single,
    View,
)

_How: TypeAlias = Callable[[Sequence[str]], str]
_SIGNS: Final[Mapping[type[ast.operator], str]] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.RShift: ">>",
}
_CALLED: Final[Mapping[type[ast.operator], str]] = {
    ast.FloorDiv: "divided",
    ast.Mod: "remainder_of",
    ast.Pow: "power_of",
}
_ON_MASKS: Final[Mapping[type[ast.operator], str]] = {
    ast.BitAnd: "mask_and",
    ast.BitOr: "mask_or",
    ast.BitXor: "mask_xor",
}
_COMPARED: Final[Mapping[type[ast.cmpop], str]] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}


class TypeNames(Protocol):
    """The names of kinds of values in C."""

    def type(self, kind: Kind | None) -> str: ...

    def handed_on(self, kind: Kind | None) -> str:
        """The same of a value that is handed on: of a record of arrays its address."""
        ...


class Expressions:
    """The expressions of one function."""

    def __init__(self, function: Function, inferred: Inference, names: TypeNames) -> None:
        self._function, self._inferred, self._names = function, inferred, names
        self._number = count()

    def _kind(self, node: ast.expr) -> Kind:
        if isinstance(node, ast.Name) and node.id.startswith("="):
            return NUMBER
        found = self._inferred.kind(self._function, node)
        if found is None:
            raise refused(self._function.name, node, "comes to nothing")
        return found

    def _as(self, node: ast.expr, kind: Kind) -> str:
        """An expression where something of a kind is wanted."""
        match node, kind:
            case ast.IfExp(test=test, body=one, orelse=other), _:
                return f"({self._truth(test)} ? {self._as(one, kind)} : {self._as(other, kind)})"
            case ast.Tuple(elts=parts), Several(parts=kinds):
                texts = [self._as(*pair) for pair in zip(parts, kinds, strict=True)]
                text = self._in_sequence(parts, texts, [*kinds])
                return self._put_together(text, lambda given: self._tuple(kind, given))
            case _:
                pass
        text, own = self._text(node), self._kind(node)
        if isinstance(kind, Pointer) and isinstance(own, View):
            return f"{text}.at"
        if isinstance(kind, Mask) and isinstance(own, Number):
            raise refused(self._function.name, node, "a number where a mask is wanted")
        return text

    def _tuple(self, kind: Kind, given: Sequence[str]) -> str:
        return f"({self._names.type(kind)}){{{', '.join(given)}}}"

    def _text(self, node: ast.expr) -> str:
        match node:
            case ast.Constant(value=bool() | int() as value):
                return f"INT64_C({int(value)})"
            case ast.Constant(value=float() as value):
                return repr(value)
            case ast.Name(id=name):
                return self._name(name)
            case ast.Attribute(value=of, attr=name):
                text = f"{self._text(of)}{'->' if is_address(self._kind(of)) else '.'}{name}"
                return f"(&{text})" if is_address(self._kind(node)) else text
            case ast.Subscript():
                return self._cell(node)
            case ast.Tuple():
                return self._as(node, self._kind(node))
            case ast.IfExp():
                return self._as(node, self._kind(node))
            case ast.BinOp(left=one, op=operator, right=other):
                return self._both(node, one, operator, other)
            case ast.UnaryOp(op=operator, operand=one):
                return self._one(operator, one)
            case ast.BoolOp(op=operator, values=values):
                if all(map(_is_yes_or_no, values)):
                    return self._truth(node)
                return self._one_of(isinstance(operator, ast.And), values)
            case ast.Compare():
                return self._compared(node)
            case ast.Call(func=ast.Name(id=name), args=given):
                return self._called(node, name, given)
            case _:
                raise refused(self._function.name, node, "unknown construct")

    def _one_of(self, is_and: bool, values: Sequence[ast.expr]) -> str:
        """The value of ``and`` or ``or``: that of the first that decides it, or of the last."""
        first, *others = values
        if not others:
            return self._as(first, NUMBER)
        name, rest = f"t{next(self._number)}", self._one_of(is_and, others)
        decided = f"{name} ? {rest} : {name}" if is_and else f"{name} ? {name} : {rest}"
        return f"({{ int64_t {name} = {self._as(first, NUMBER)}; {decided}; }})"

    def _truth(self, node: ast.expr) -> str:
        """An expression that is asked whether it is true."""
        if isinstance(node, ast.BoolOp):
            sign = " && " if isinstance(node.op, ast.And) else " || "
            return f"({sign.join(map(self._truth, node.values))})"
        if not isinstance(self._kind(node), Number | Real | Single):
            raise refused(self._function.name, node, "is neither true nor false")
        return self._text(node)

    def _name(self, name: str) -> str:
        if name.startswith("="):
            return name[1:]
        if name in self._function.kinds:
            return f"v_{name}"
        value = self._inferred.constants[name]
        return repr(value) if isinstance(value, float) else f"INT64_C({int(value)})"

    def _cell(self, node: ast.Subscript) -> str:
        array, kind = node.value, self._kind(node.value)
        if isinstance(array, ast.Attribute) and isinstance(self._kind(array.value), View):
            return f"{self._text(array.value)}.n[{constant_index(node.slice)}]"  # of its shape
        text = self._text(array)
        match kind:
            case Several():
                return f"{text}.e{constant_index(node.slice)}"
            case Pointer():
                found = f"{text}[{self._text(node.slice)}]"
            case View(rank=rank):
                places = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
                place = self._text(places[0])
                for dimension in range(1, rank):
                    place = f"({place}) * {text}.n[{dimension}]"
                    if dimension < len(places):
                        place += f" + {self._text(places[dimension])}"
                if len(places) < rank:
                    lengths = ", ".join(f"{text}.n[{k}]" for k in range(len(places), rank))
                    own = self._names.type(self._kind(node))
                    return f"({own}){{{text}.at + {place}, {{{lengths}}}}}"
                found = f"{text}.at[{place}]"
            case _:
                raise refused(self._function.name, node, "that has no parts")
        if isinstance(node.ctx, ast.Store):
            return found
        return f"({self._names.type(self._kind(node))}){found}"

    def _both(self, node: ast.expr, one: ast.expr, operator: ast.operator, other: ast.expr) -> str:
        kind = self._kind(node)
        texts = self._in_sequence([one, other], [self._text(one), self._text(other)])
        if isinstance(kind, Mask):
            name = _ON_MASKS.get(type(operator))
            if name is None:
                raise refused(self._function.name, node, "not of masks")
            return self._put_together(texts, lambda given: f"{name}({', '.join(given)})")
        if isinstance(operator, ast.LShift):
            return self._put_together(
                texts, lambda given: f"(int64_t)((uint64_t){given[0]} << {given[1]})"
            )
        if type(operator) in _SIGNS:
            sign = _SIGNS[type(operator)]
            as_double = "(double)" if isinstance(kind, Real) else ""
            return self._put_together(
                texts, lambda given: f"({as_double}{given[0]} {sign} {as_double}{given[1]})"
            )
        if not isinstance(kind, Number) or type(operator) not in _CALLED:
            raise refused(self._function.name, node, "not of these numbers")
        called = _CALLED[type(operator)]
        return self._put_together(texts, lambda given: f"{called}({', '.join(given)})")

    def _one(self, operator: ast.unaryop, one: ast.expr) -> str:
        text = self._text(one)
        if isinstance(operator, ast.Not):
            return f"(!{self._truth(one)})"
        if isinstance(operator, ast.Invert):
            return f"mask_not({text})" if isinstance(self._kind(one), Mask) else f"(~{text})"
        return f"(-{text})" if isinstance(operator, ast.USub) else text

    def _compared(self, node: ast.Compare) -> str:
        if len(node.ops) == 1 and isinstance(node.ops[0], ast.In | ast.NotIn):
            return self._is_in(node)
        operands = [node.left, *node.comparators]
        texts = [self._text(one) for one in operands]
        is_chain = len(node.ops) > 1 and not all(map(_is_plain, operands))
        if is_chain or self._matters(*operands):
            texts = self._as_variables(operands, texts)

        def each(given: Sequence[str]) -> str:
            found: list[str] = []
            for place, operator in enumerate(node.ops):
                one, other = given[place : place + 2]
                if isinstance(self._kind(operands[place]), Mask):
                    sign = "" if isinstance(operator, ast.Eq) else "!"
                    found.append(f"{sign}mask_equals({one}, {other})")
                else:
                    found.append(f"({one} {_COMPARED[type(operator)]} {other})")
            return f"({' && '.join(found)})" if len(found) > 1 else found[0]

        return self._put_together(texts, each)

    def _is_in(self, node: ast.Compare) -> str:
        match node.comparators[0]:
            case ast.Tuple(elts=choices):
                pass
            case _:
                raise refused(self._function.name, node, "one looks in tuples alone")
        sign = "" if isinstance(node.ops[0], ast.In) else "!"
        name = f"t{next(self._number)}"
        each = " || ".join(f"{name} == {self._text(one)}" for one in choices)
        return f"({sign}({{ int64_t {name} = {self._text(node.left)}; {each}; }}))"

    def _called(self, node: ast.Call, name: str, given: Sequence[ast.expr]) -> str:
        functions, records = self._inferred.functions, self._inferred.records
        if name in functions:
            called = functions[name]
            given = self._without_stars(given)
            kinds = [called.kinds[one] for one in called.arguments]
            texts = [self._as(one, kind) for one, kind in zip(given, kinds, strict=True)]
            texts = self._in_sequence(given, texts, kinds)
            return self._put_together(texts, lambda given: f"f_{name}({', '.join(given)})")
        if name in records:
            if not records[name].is_of_numbers:
                raise refused(self._function.name, node, "records of arrays are not made")
            texts = self._in_sequence(given, [self._text(one) for one in given])
            return self._put_together(texts, lambda given: self._tuple(records[name], given))
        texts = self._in_sequence(given, [self._text(one) for one in given])
        is_wide = any(isinstance(self._kind(one), Mask) for one in given)
        is_real = isinstance(self._kind(node), Real)
        words = self._inferred.words
        return self._put_together(
            texts, lambda given: _built_in(name, given, words, is_wide, is_real)
        )

    def _without_stars(self, given: Sequence[ast.expr]) -> list[ast.expr]:
        """The arguments of a call, those of ``*given`` one by one."""
        found: list[ast.expr] = []
        for one in given:
            match one, self._kind(one.value) if isinstance(one, ast.Starred) else None:
                case ast.Starred(value=ast.Name() as of), Several(parts=parts):
                    places = map(ast.Constant, range(len(parts)))
                    found += [ast.Subscript(of, place, ast.Load()) for place in places]
                case ast.Starred(), _:
                    raise refused(self._function.name, one, "is no tuple with a name")
                case _:
                    found.append(one)
        return found

    # The sequence in which operands are worked out: from the left. C is free to choose.

    def _matters(self, *operands: ast.expr) -> bool:
        """True if it makes a difference which of some expressions is worked out first."""
        changing = [self._inferred.is_changing(self._function, one) for one in operands]
        return any(changing) and (
            sum(changing) > 1
            or any(
                not is_so and not _is_steady(one)
                for is_so, one in zip(changing, operands, strict=True)
            )
        )

    def _in_sequence(
        self, operands: Sequence[ast.expr], texts: list[str], kinds: Sequence[Kind] | None = None
    ) -> list[str]:
        if not self._matters(*operands):
            return texts
        return self._as_variables(operands, texts, kinds)

    def _as_variables(
        self, operands: Sequence[ast.expr], texts: list[str], kinds: Sequence[Kind] | None = None
    ) -> list[str]:
        """The texts as variables that are given their values one after the other; these stand in
        the last text, from where ``_put_together`` takes them."""
        names: list[str] = []
        given: list[str] = []
        for place, (one, text) in enumerate(zip(operands, texts, strict=True)):
            name = f"t{next(self._number)}"
            kind = kinds[place] if kinds else self._kind(one)
            given.append(f"{self._names.handed_on(kind)} {name} = {text};")
            names.append(name)
        return _Variables(names, " ".join(given))

    def _put_together(self, texts: Sequence[str], how: _How) -> str:
        if isinstance(texts, _Variables):
            return f"({{ {texts.given} {how(texts)}; }})"
        return how(texts)


class _Variables(list[str]):
    """The names of variables, and the statements that give them their values."""

    def __init__(self, names: Sequence[str], given: str) -> None:
        super().__init__(names)
        self.given = given


def _built_in(name: str, given: Sequence[str], words: int, is_wide: bool, is_real: bool) -> str:
    """A call of what Python and the head of a source have. ``is_wide`` says that it is given a
    mask of several words, ``is_real`` that it answers with a real."""
    match name, [*given]:
        case (("_index" | "index"), [one]):
            return one
        case "bool", [one]:
            return f"({one} != 0)"
        case "int", [one]:
            return f"(int64_t)({one})"
        case "float", [one]:
            return f"(double)({one})"
        case "len", [one]:
            return f"{one}.n[0]"
        case (("min" | "max"), [one, *others]):
            called = ("least" if name == "min" else "most") + ("_real" if is_real else "")
            for other in others:
                one = f"{called}({one}, {other})"
            return one
        case "abs", [one]:
            return f"size_of{'_real' if is_real else ''}({one})"
        case "_part", [one, begin]:
            return f"({one} + {begin})"
        case "first", [one]:
            return f"mask_first({one})" if is_wide else f"(int64_t)__builtin_ctzll({one})"
        case "size", [one]:
            return f"mask_size({one})" if is_wide else f"(int64_t)__builtin_popcountll({one})"
        case "only", [one]:
            return f"only_mask({one})" if words > 1 else f"only_bit({one})"
        case "_empty", []:
            return "no_mask()"
        case "_load_mask", [array, begin]:
            return f"load_mask({array} + {begin})"
        case "_store_mask", [array, begin, one]:
            return f"store_mask({array} + {begin}, {one})"
        case _:
            raise TypeError(f"no function {name} of {len(given)}")


def _is_plain(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant | ast.Name)


def _is_yes_or_no(node: ast.expr) -> bool:
    match node:
        case ast.BoolOp(values=values):
            return all(map(_is_yes_or_no, values))
        case ast.Compare() | ast.UnaryOp(op=ast.Not()) | ast.Constant(value=bool()):
            return True
        case _:
            return False


def _is_steady(node: ast.expr) -> bool:
    """True if an expression comes to the same whatever is written to cells meanwhile."""
    return not any(isinstance(one, ast.Subscript | ast.Call) for one in ast.walk(node))


def is_address(kind: Kind) -> bool:
    """True if C has the address of such a value: a record of arrays."""
    return isinstance(kind, RecordKind) and not kind.is_of_numbers
