"""The kinds of all variables of a source, spread from what its entries are given.

Every function has one form: whoever calls it gives it the same kinds. What a variable holds, its
assignments say; what a function returns, its returns.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import Final

from dragoman.native.kinds import (
    MASK,
    NUMBER,
    REAL,
    Kind,
    Number,
    Pointer,
    RecordKind,
    Several,
    View,
    cell_kind,
    merged,
)
from dragoman.quick_dataclass import dataclass


class Untranslatable(Exception):
    """Source that is not of the small language that is translated: what, and on which line."""


def refused(function: str, node: ast.AST, why: str) -> Untranslatable:
    """The refusal of a part of a function."""
    line, text = getattr(node, "lineno", 0), ast.unparse(node).partition("\n")[0]
    return Untranslatable(f"{function}, line {line}: {text[:100]}: {why}")


MASK_CALLS: Final = frozenset({"_empty", "only", "_load_mask"})
"""The calls that a mask comes from, where one has several words."""
NUMBER_CALLS: Final = frozenset({"first", "size", "len", "int", "bool", "_index", "index"})


_STEPS: Final = (
    ast.Subscript,
    ast.Call,
    ast.Assign,
    ast.AnnAssign,
    ast.AugAssign,
    ast.For,
    ast.Return,
)


@dataclass
class Function:
    """A function of the source, and what is known of it."""

    name: str
    node: ast.FunctionDef
    kinds: dict[str, Kind] = field(default_factory=dict[str, Kind])
    """Of its arguments and other variables."""
    returns: Kind | None = None
    is_changing: bool = False
    """Whether it, or one that it calls, writes to cells: then it matters when it is called."""

    @property
    def arguments(self) -> list[str]:
        return [one.arg for one in self.node.args.args]

    @cached_property
    def steps(self) -> tuple[ast.AST, ...]:
        """The parts of it from which kinds are known."""
        return tuple(one for one in ast.walk(self.node) if isinstance(one, _STEPS))

    @cached_property
    def assigned(self) -> frozenset[str]:
        """The variables that it gives a value to."""
        names = (one for one in ast.walk(self.node) if isinstance(one, ast.Name))
        return frozenset(one.id for one in names if isinstance(one.ctx, ast.Store))


class Inference:
    """Works out the kinds of the functions that entries call, and those of expressions."""

    def __init__(
        self,
        functions: Mapping[str, ast.FunctionDef],
        constants: Mapping[str, int | float],
        entries: Mapping[str, Sequence[Kind]],
        words: int,
    ) -> None:
        self._all = functions
        self.constants = constants
        self.words = words
        self.functions: dict[str, Function] = {}
        self.records: dict[str, RecordKind] = {}
        """The named tuples there are, by their names."""
        for kinds in entries.values():
            for kind in kinds:
                self._enter(kind)
        self._waiting: dict[str, None] = {}
        """The functions to be looked through, in their sequence."""
        self._callers: dict[str, set[str]] = {}
        for name, given in entries.items():
            self._give(self._function(name), given, functions[name])
        while self._waiting:
            name = next(iter(self._waiting))
            del self._waiting[name]
            self._look_through(self.functions[name])

    def _enter(self, kind: Kind) -> None:
        if isinstance(kind, RecordKind):
            self.records[kind.name] = kind
            for _, part in kind.fields:
                self._enter(part)

    def kind(self, function: Function, node: ast.expr) -> Kind | None:
        """The kind of an expression in a function; None while it is not known."""
        match node:
            case ast.Constant(value=bool() | int()):
                return NUMBER
            case ast.Constant(value=float()):
                return REAL
            case ast.Name(id=name):
                return self._named(function, node, name)
            case ast.Attribute(value=of, attr=name):
                return self._field(function, node, self.kind(function, of), name)
            case ast.Tuple(elts=parts):
                kinds = [self.kind(function, one) for one in parts]
                known = [one for one in kinds if one is not None]
                return Several(tuple(known)) if len(known) == len(kinds) else None
            case ast.Subscript():
                return self._at(function, node)
            case ast.IfExp(body=one, orelse=other):
                return self._merged(function, node, [one, other])
            case ast.BinOp(left=one, op=operator, right=other):
                found = self._merged(function, node, [one, other])
                is_whole = isinstance(found, Number)
                return REAL if isinstance(operator, ast.Div) and is_whole else found
            case ast.UnaryOp(op=ast.Not()) | ast.Compare() | ast.BoolOp():
                return NUMBER
            case ast.UnaryOp(operand=one):
                return self.kind(function, one)
            case ast.Call(func=ast.Name(id=name), args=given):
                return self._called(function, node, name, given)
            case _:
                raise refused(function.name, node, "unknown construct")

    def is_changing(self, function: Function, node: ast.AST) -> bool:
        """True if an expression calls a function that writes to cells."""
        return any(self._calls_changing(one) for one in ast.walk(node))

    def _calls_changing(self, node: ast.AST) -> bool:
        match node:
            case ast.Call(func=ast.Name(id=name)):
                return name in self.functions and self.functions[name].is_changing
            case _:
                return False

    def _named(self, function: Function, node: ast.expr, name: str) -> Kind | None:
        if name in function.assigned or name in function.arguments:
            return function.kinds.get(name)
        if name not in self.constants:
            raise refused(function.name, node, "an unknown name")
        return REAL if isinstance(self.constants[name], float) else NUMBER

    def _field(self, function: Function, node: ast.expr, of: Kind | None, name: str) -> Kind | None:
        match of:
            case None:
                return None
            case RecordKind(fields=fields) if name in dict(fields):
                return of.field(name)
            case View(rank=rank) if name == "shape":
                return Several((NUMBER,) * rank)
            case _:
                raise refused(function.name, node, "there is no such field")

    def _at(self, function: Function, node: ast.Subscript) -> Kind | None:
        match self.kind(function, node.value):
            case Pointer(cell=cell):
                return cell_kind(cell)
            case View(cell=cell, rank=rank):
                places = len(node.slice.elts) if isinstance(node.slice, ast.Tuple) else 1
                if places > rank:
                    raise refused(function.name, node, f"an array of {rank} dimensions")
                return cell_kind(cell) if places == rank else View(cell, rank - places)
            case Several(parts=parts):
                place = constant_index(node.slice)
                if place is None:
                    raise refused(function.name, node, "tuples are counted by constants")
                return parts[place]
            case None:
                return None
            case _:
                raise refused(function.name, node, "that has no parts")

    def _merged(self, function: Function, node: ast.expr, parts: Sequence[ast.expr]) -> Kind | None:
        found: Kind | None = None
        for part in parts:
            try:
                found = merged(found, self.kind(function, part))
            except TypeError as error:
                raise refused(function.name, node, str(error)) from None
        return found

    def _called(
        self, function: Function, node: ast.Call, name: str, given: Sequence[ast.expr]
    ) -> Kind | None:
        if name in self._all:
            return self.functions[name].returns if name in self.functions else None
        if name in self.records:
            return self.records[name]
        if name in MASK_CALLS:
            return NUMBER if self.words == 1 else MASK
        if name in NUMBER_CALLS or name == "_store_mask":
            return NUMBER
        if name in ("float", "sqrt", "exp"):
            return REAL
        if name == "_part":
            of = self.kind(function, given[0])
            return Pointer(of.cell) if isinstance(of, View) else of
        if name in ("min", "max"):
            return self._merged(function, node, given)
        if name == "abs":
            return self.kind(function, given[0])
        raise refused(function.name, node, "an unknown function")

    def _function(self, name: str) -> Function:
        if name not in self.functions:
            self.functions[name] = Function(name, self._all[name])
            self._waiting[name] = None
        return self.functions[name]

    def kinds_given(self, function: Function, given: Sequence[ast.expr]) -> list[Kind | None]:
        """The kinds of what a call gives: of ``*given`` those of its parts."""
        found: list[Kind | None] = []
        for one in given:
            if not isinstance(one, ast.Starred):
                found.append(self.kind(function, one))
                continue
            match self.kind(function, one.value):
                case Several(parts=parts):
                    found += parts
                case None:
                    return []
                case _:
                    raise refused(function.name, one, "is no tuple")
        return found

    def _give(self, function: Function, given: Sequence[Kind | None], node: ast.AST) -> None:
        arguments = function.arguments
        if not given:
            return
        if len(given) != len(arguments):
            raise refused(function.name, node, f"takes {len(arguments)} arguments")
        for name, kind in zip(arguments, given, strict=True):
            self._learn(function, name, kind, node)

    def _learn(self, function: Function, name: str, kind: Kind | None, node: ast.AST) -> None:
        try:
            found = merged(function.kinds.get(name), kind)
        except TypeError as error:
            raise refused(function.name, node, f"{name} is both {error}") from None
        if found is not None and found != function.kinds.get(name):
            function.kinds[name] = found
            self._waiting[function.name] = None

    def _look_through(self, function: Function) -> None:
        is_changing = False
        for node in function.steps:
            match node:
                case ast.Subscript(ctx=ast.Store()):
                    is_changing = True
                case ast.Call(func=ast.Name(id=name), args=given):
                    is_changing |= name == "_store_mask"
                    if name in self._all:
                        called = self._function(name)
                        self._callers.setdefault(name, set()).add(function.name)
                        self._give(called, self.kinds_given(function, given), node)
                        is_changing |= called.is_changing
                case ast.Assign(targets=targets, value=value):
                    for target in targets:
                        self._assign(function, target, self.kind(function, value))
                case ast.AnnAssign(target=target, value=ast.expr() as value):
                    self._assign(function, target, self.kind(function, value))
                case ast.AugAssign(target=ast.Name(id=name), value=value, op=operator):
                    found = REAL if isinstance(operator, ast.Div) else self.kind(function, value)
                    self._learn(function, name, found, node)
                case ast.For(target=ast.Name(id=name)):
                    self._learn(function, name, NUMBER, node)
                case ast.Return(value=ast.expr() as value) if not is_none(value):
                    self._return(function, value)
                case _:
                    pass
        if is_changing and not function.is_changing:
            function.is_changing = True
            self._ask_again(function)

    def _ask_again(self, function: Function) -> None:
        """Look again at whoever calls a function of which more is known now."""
        self._waiting |= dict.fromkeys(self._callers.get(function.name, ()))

    def _assign(self, function: Function, target: ast.expr, kind: Kind | None) -> None:
        match target, kind:
            case ast.Name(id=name), _:
                self._learn(function, name, kind, target)
            case ast.Tuple(elts=targets), Several(parts=parts):
                if len(targets) != len(parts):
                    raise refused(function.name, target, f"{len(parts)} values")
                for one, part in zip(targets, parts, strict=True):
                    self._assign(function, one, part)
            case (ast.Subscript(), _) | (ast.Tuple(), None):
                pass
            case _:
                raise refused(function.name, target, f"cannot hold {kind}")

    def _return(self, function: Function, value: ast.expr) -> None:
        try:
            found = merged(function.returns, self.kind(function, value))
        except TypeError as error:
            raise refused(function.name, value, f"returns both {error}") from None
        if found != function.returns:
            function.returns = found
            self._ask_again(function)


def is_none(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is None


def constant_index(node: ast.expr) -> int | None:
    match node:
        case ast.Constant(value=int(place)):
            return place
        case ast.Call(args=[ast.Constant(value=int(place))]):  # _index(1)
            return place
        case _:
            return None
