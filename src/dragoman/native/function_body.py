"""The body of a function of the small language, as C (see ``to_c``)."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from dragoman.native.expressions import Expressions, TypeNames, is_address
from dragoman.native.inference import (
    Function,
    Inference,
    is_none,
    refused,
)
from dragoman.native.kinds import (
    NUMBER,
    Number,
    Pointer,
    Real,
    Single,
)


class FunctionBody(Expressions):
    """The body of one function."""

    def __init__(self, function: Function, inferred: Inference, names: TypeNames) -> None:
        super().__init__(function, inferred, names)
        self._lines: list[str] = []

    def text(self, head: str) -> str:
        function = self._function
        given = set(function.arguments)
        for name, kind in function.kinds.items():
            if name not in given:
                is_simple = isinstance(kind, Number | Real | Single | Pointer) or is_address(kind)
                empty = "0" if is_simple else "{0}"
                self._lines.append(f" {self._names.handed_on(kind)} v_{name} = {empty};")
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
                write(f"{pad}if ({self._truth(test)}) {{")
                self._statements(body, pad + " ")
                if others:
                    write(f"{pad}}} else {{")
                    self._statements(others, pad + " ")
                write(f"{pad}}}")
            case ast.While(test=test, body=body, orelse=[]):
                write(f"{pad}while ({self._truth(test)}) {{")
                self._statements(body, pad + " ")
                write(f"{pad}}}")
            case ast.For(
                target=ast.Name(id=name),
                iter=ast.Call(func=ast.Name(id="range"), args=edges),
                body=body,
                orelse=[],
            ):
                self._count(name, edges, body, pad)
            case ast.For(
                target=ast.Name(id=name), iter=ast.Tuple(elts=values), body=body, orelse=[]
            ):
                self._go_through(name, values, body, pad)
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

    def _go_through(
        self, name: str, values: Sequence[ast.expr], body: list[ast.stmt], pad: str
    ) -> None:
        """A loop over some numbers."""
        i = f"i{next(self._number)}"
        texts = ", ".join(self._as(one, NUMBER) for one in values)
        self._lines.append(f"{pad}int64_t {i}_of[] = {{{texts}}};")
        self._lines.append(f"{pad}for (int64_t {i} = 0; {i} < {len(values)}; {i}++) {{")
        self._lines.append(f"{pad} v_{name} = {i}_of[{i}];")
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
        self._lines.append(f"{pad}{self._names.handed_on(kind)} {name} = {self._text(value)};")
        return name


def _constant(node: ast.expr) -> int:
    """The number that stands there; 0 where none does."""
    match node:
        case ast.Constant(value=int(value)):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(value))):
            return -value
        case _:
            return 0
