"""The body of a function of the small language, as C (see ``to_c``)."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import Final, Protocol, TypeAlias

from dragoman.native.inference import (
    Function,
    Inference,
    constant_index,
    is_none,
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

    def parameter(self, kind: Kind | None) -> str:
        """The same of a value that is handed on: of a record its address."""
        ...


class FunctionBody:
    """The body of one function."""

    def __init__(self, function: Function, inferred: Inference, names: TypeNames) -> None:
        self._function, self._inferred, self._names = function, inferred, names
        self._lines: list[str] = []
        self._number = count()

    def text(self, head: str) -> str:
        function = self._function
        given = set(function.arguments)
        for name, kind in function.kinds.items():
            if name not in given:
                empty = "" if isinstance(kind, Number | Real) else "{0}"
                self._lines.append(
                    f" {self._names.type(kind)} v_{name} = {empty or '0'};"
                    if not isinstance(kind, Pointer)
                    else f" {self._names.type(kind)} v_{name} = 0;"
                )
        self._statements(function.node.body, " ")
        return "\n".join([head + " {", *self._lines, "}"])

    def _statements(self, statements: Sequence[ast.stmt], pad: str) -> None:
        for one in statements:
            self._statement(one, pad)

    def _statement(self, node: ast.stmt, pad: str) -> None:
        write = self._lines.append
        match node:
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                pass
            case ast.Expr(value=value):
                write(f"{pad}{self._text(value)};")
            case ast.Assign(targets=targets, value=value):
                self._assign(targets, value, pad)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                self._assign([target], value, pad)
            case ast.AugAssign():
                self._change(node, pad)
            case ast.If(test=test, body=body, orelse=others):
                write(f"{pad}if ({self._text(test)}) {{")
                self._statements(body, pad + " ")
                if others:
                    write(f"{pad}}} else {{")
                    self._statements(others, pad + " ")
                write(f"{pad}}}")
            case ast.While(test=test, body=body, orelse=[]):
                write(f"{pad}while ({self._text(test)}) {{")
                self._statements(body, pad + " ")
                write(f"{pad}}}")
            case ast.For(
                target=ast.Name(id=name),
                iter=ast.Call(func=ast.Name(id="range"), args=edges),
                body=body,
                orelse=[],
            ):
                self._count(name, edges, body, pad)
            case ast.Return(value=value):
                self._return(value, pad)
            case ast.Break():
                write(f"{pad}break;")
            case ast.Continue():
                write(f"{pad}continue;")
            case _:
                raise refused(self._function.name, node, "unknown construct")

    def _count(self, name: str, edges: Sequence[ast.expr], body: list[ast.stmt], pad: str) -> None:
        if self._matters(*edges):
            raise refused(self._function.name, edges[0], "edges that change each other")
        begin = self._text(edges[0]) if len(edges) > 1 else "0"
        end = self._text(edges[1] if len(edges) > 1 else edges[0])
        i = f"i{next(self._number)}"
        step = _constant(edges[2]) if len(edges) == 3 else 1
        declared, by = "", str(step)
        goes_on = f"{i} {'<' if step > 0 else '>'} {i}_end"
        if step == 0:
            by = f"{i}_step"
            declared = f", {by} = {self._text(edges[2])}"
            goes_on = f"{by} > 0 ? {i} < {i}_end : {i} > {i}_end"
        begun = f"int64_t {i} = {begin}, {i}_end = {end}{declared}"
        self._lines.append(f"{pad}for ({begun}; {goes_on}; {i} += {by}) {{")
        self._lines.append(f"{pad} v_{name} = {i};")
        self._statements(body, pad + " ")
        self._lines.append(f"{pad}}}")

    def _return(self, value: ast.expr | None, pad: str) -> None:
        returns = self._function.returns
        if value is None or is_none(value):
            self._lines.append(f"{pad}return;")
        elif returns is None:
            self._lines.append(f"{pad}{self._text(value)}; return;")
        else:
            self._lines.append(f"{pad}return {self._as(value, returns)};")

    def _assign(self, targets: Sequence[ast.expr], value: ast.expr, pad: str) -> None:
        write = self._lines.append
        match targets, value:
            case [ast.Name() as target], _:
                write(f"{pad}v_{target.id} = {self._as(value, self._function.kinds[target.id])};")
            case [ast.Subscript() as target], _ if not self._matters(value, target.slice):
                write(f"{pad}{self._text(target)} = {self._text(value)};")
            case [ast.Tuple(elts=parts)], ast.Tuple(elts=values):
                names = [self._kept(one, pad) for one in values]
                for part, name in zip(parts, names, strict=True):
                    write(f"{pad}{self._text(part)} = {name};")
            case [ast.Tuple(elts=parts)], _:
                name = self._kept(value, pad)
                for place, part in enumerate(parts):
                    write(f"{pad}{self._text(part)} = {name}.e{place};")
            case _:
                name = self._kept(value, pad)
                for target in targets:
                    write(f"{pad}{self._text(target)} = {name};")

    def _change(self, node: ast.AugAssign, pad: str) -> None:
        """``target += value``, whose target is looked at once, before the value."""
        match node.target:
            case ast.Subscript(value=array, slice=place) if self._inferred.is_changing(
                self._function, node
            ):
                name = f"t{next(self._number)}"
                self._lines.append(f"{pad}int64_t {name} = {self._text(place)};")
                self._store(ast.Subscript(array, ast.Name(f"={name}")), node, pad)
            case _:
                self._store(node.target, node, pad)

    def _store(self, target: ast.expr, node: ast.AugAssign, pad: str) -> None:
        """The same for a target in which nothing is called."""
        is_cell = isinstance(target, ast.Subscript)
        before = ast.Subscript(target.value, target.slice, ast.Load()) if is_cell else target
        after = ast.Subscript(target.value, target.slice, ast.Store()) if is_cell else target
        changed = ast.copy_location(ast.BinOp(before, node.op, node.value), node)
        self._lines.append(f"{pad}{self._text(after)} = {self._as(changed, self._kind(target))};")

    def _kept(self, value: ast.expr, pad: str) -> str:
        """The name of a variable of its own for a value."""
        name = f"t{next(self._number)}"
        kind = self._kind(value)
        self._lines.append(f"{pad}{self._names.type(kind)} {name} = {self._text(value)};")
        return name

    # Expressions

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
                return f"({self._text(test)} ? {self._as(one, kind)} : {self._as(other, kind)})"
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
                text = f"{self._text(of)}->{name}"
                return f"(&{text})" if isinstance(self._kind(node), RecordKind) else text
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
                sign = " && " if isinstance(operator, ast.And) else " || "
                return f"({sign.join(map(self._truth, values))})"
            case ast.Compare():
                return self._compared(node)
            case ast.Call(func=ast.Name(id=name), args=given):
                return self._called(node, name, given)
            case _:
                raise refused(self._function.name, node, "unknown construct")

    def _truth(self, node: ast.expr) -> str:
        if not isinstance(self._kind(node), Number | Real):
            raise refused(self._function.name, node, "is neither true nor false")
        return self._text(node)

    def _name(self, name: str) -> str:
        if name.startswith("="):
            return name[1:]
        if name in self._function.kinds:
            return f"v_{name}"
        value = self._inferred.constants[name]
        return repr(value) if isinstance(value, float) else f"INT64_C({int(str(int(value)))})"  # type: ignore[call-overload]

    def _cell(self, node: ast.Subscript) -> str:
        array, kind = node.value, self._kind(node.value)
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
        if isinstance(operator, ast.Div):
            return self._put_together(texts, lambda given: f"((double){given[0]} / {given[1]})")
        if type(operator) in _SIGNS:
            sign = _SIGNS[type(operator)]
            return self._put_together(texts, lambda given: f"({given[0]} {sign} {given[1]})")
        if isinstance(kind, Real) or type(operator) not in _CALLED:
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
        functions = self._inferred.functions
        if name in functions:
            called = functions[name]
            kinds = [called.kinds[one] for one in called.arguments]
            texts = [self._as(one, kind) for one, kind in zip(given, kinds, strict=True)]
            texts = self._in_sequence(given, texts, kinds)
            return self._put_together(texts, lambda given: f"f_{name}({', '.join(given)})")
        texts = self._in_sequence(given, [self._text(one) for one in given])
        is_wide = any(isinstance(self._kind(one), Mask) for one in given)
        is_real = isinstance(self._kind(node), Real)
        words = self._inferred.words
        return self._put_together(
            texts, lambda given: _built_in(name, given, words, is_wide, is_real)
        )

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
            given.append(f"{self._names.parameter(kind)} {name} = {text};")
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


def _constant(node: ast.expr) -> int:
    match node:
        case ast.Constant(value=int(value)):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(value))):
            return -value
        case _:
            return 0


def _is_plain(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant | ast.Name)


def _is_steady(node: ast.expr) -> bool:
    """True if an expression comes to the same whatever is written to cells meanwhile."""
    return not any(isinstance(one, ast.Subscript | ast.Call) for one in ast.walk(node))
