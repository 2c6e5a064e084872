"""The source that is all numbers, translated to C.

The source is a small part of Python, the part in which ``rules.engine`` and its like are written:
functions on whole numbers, reals, tuples and cells of arrays; ``if``, ``while`` and ``for`` over a
``range``. It runs as it is in Python, and what is written here comes to the same in C: division
rounds down, numbers are 64 bits and wrap (``-fwrapv``), operands are worked out from the left.
Anything else is refused with its line.

An entry takes the address of numbers, one for each number, address and length that it is given
(``kinds.flattened``), and answers with a number.
"""

from __future__ import annotations

import ast
import copy
import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple, cast

from dragoman.native.function_body import FunctionBody
from dragoman.native.inference import (
    Function,
    Inference,
)
from dragoman.native.kinds import (
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
from dragoman.native.library import hash_of

TRANSLATED_BY: Final = hash_of(
    *(
        Path(__file__).with_name(one).read_text("utf-8")
        for one in (
            "kinds.py",
            "inference.py",
            "expressions.py",
            "function_body.py",
            "to_c.py",
            "numbers.h",
            "masks.h",
        )
    )
)
"""A digest of what translates: what was built by another is out of date."""


class NumericSource(NamedTuple):
    """A source to be translated."""

    functions: Mapping[str, ast.FunctionDef]
    constants: Mapping[str, int | float]
    entries: Mapping[str, Sequence[Kind]]
    """The functions that are called from outside, and what each is given."""
    words: int = 1
    """How many a mask has."""


def c_source(source: NumericSource, name: str, digest: str, note: str = "") -> str:
    """The C of the functions that entries call. Names in the library begin with a name, under which
    a digest stands there, too, and a note.

    Raises:
        Untranslatable: if there is something that is not of the small language.
    """
    inferred = Inference(source.functions, source.constants, source.entries, source.words)
    told = "".join(
        f"ENTRY const char {name}_{what}[] = {json.dumps(text)};\n"
        for what, text in (("digest", digest), ("note", note))
    )
    return _Translation(inferred, f"{name}_").source(source.entries) + told


def constants_in(statements: Iterable[ast.stmt]) -> dict[str, int | float]:
    """The numbers that a source gives names to, by these."""
    found: dict[str, object] = {"range": range}
    for node in statements:
        match node:
            case ast.Assign(targets=[target], value=value):
                pass
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                pass
            case _:
                continue
        given = ast.fix_missing_locations(ast.Assign([target], value))
        with suppress(NameError, AttributeError, TypeError):  # a type, say
            exec(compile(ast.Module([given], []), "constants", "exec"), found)
    return {name: one for name, one in found.items() if isinstance(one, int | float)}


def with_numbers(function: ast.FunctionDef, named: Mapping[str, object]) -> ast.FunctionDef:
    """A copy of a function with numbers, and named tuples of such, in the place of their names."""
    values = {name: _written(one) for name, one in named.items()}
    own = {one.arg for one in function.args.args}
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            own.add(node.id)
    wanted = {name: one for name, one in values.items() if one is not None and name not in own}
    return _Numbers(wanted).visit(copy.deepcopy(function))


def _written(value: object) -> ast.expr | None:
    if isinstance(value, int | float):
        return ast.Constant(value)
    parts = cast("tuple[object, ...]", value) if isinstance(value, tuple) else ()
    if hasattr(parts, "_fields"):
        made = [one for one in map(_written, parts) if one is not None]
        return ast.Call(ast.Name(type(parts).__name__, ast.Load()), made, [])
    return None


class _Numbers(ast.NodeTransformer):
    def __init__(self, values: Mapping[str, ast.expr]) -> None:
        self._values = values

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in self._values and isinstance(node.ctx, ast.Load):
            return ast.copy_location(self._values[node.id], node)
        return node


class _Translation:
    """The translation of one source."""

    def __init__(self, inferred: Inference, prefix: str) -> None:
        self._inferred = inferred
        self._prefix = prefix
        self._types: dict[str, str] = {}
        """The definitions of types by their names, in a sequence in which each needs those before
        it alone."""

    def source(self, entries: Mapping[str, Sequence[Kind]]) -> str:
        functions = self._inferred.functions.values()
        heads = [f"{self._head(one)};" for one in functions]
        bodies = [
            FunctionBody(one, self._inferred, self).text(self._head(one)) for one in functions
        ]
        called = [self._entry(name, kinds) for name, kinds in entries.items()]
        parts = _text_of("numbers.h"), _masks(self._inferred.words), *self._types.values()
        return "\n".join((*parts, *heads, *bodies, *called)) + "\n"

    def type(self, kind: Kind | None) -> str:
        """C's name of a kind."""
        match kind:
            case Number():
                return "int64_t"
            case Real():
                return "double"
            case Single():
                return "float"
            case Mask():
                return "mask"
            case Pointer(cell=cell):
                return f"{cell} *"
            case View(cell=cell, rank=rank):
                name = f"view_{cell.removesuffix('_t')}_{rank}"
                content = f"{cell} *at; int64_t n[{rank}];"
            case Several(parts=parts):
                types = [self.handed_on(part) for part in parts]
                name = "several_" + "_".join(map(_in_a_name, types))
                content = " ".join(f"{one} e{place};" for place, one in enumerate(types))
            case RecordKind(name=name, fields=fields):
                content = " ".join(f"{self.type(part)} {field};" for field, part in fields)
            case None:
                return "void"
        self._types.setdefault(name, f"typedef struct {{ {content} }} {name};")
        return name

    def handed_on(self, kind: Kind | None) -> str:
        """C's name of a kind where it is handed on: records of arrays by their address."""
        is_record = isinstance(kind, RecordKind) and not kind.is_of_numbers
        return f"const {self.type(kind)} *restrict " if is_record else self.type(kind)

    def _head(self, function: Function) -> str:
        given = (f"{self.handed_on(function.kinds[one])} v_{one}" for one in function.arguments)
        return f"static {self.handed_on(function.returns)} f_{function.name}({', '.join(given)})"

    def _entry(self, name: str, kinds: Sequence[Kind]) -> str:
        place = count()
        given = ", ".join(self._given(kind, place) for kind in kinds)
        call = f"f_{name}({given})"
        answers = self._inferred.functions[name].returns is not None
        body = f"return {call};" if answers else f"{call}; return 0;"
        return f"ENTRY int64_t {self._prefix}{name}(const int64_t *given) {{ {body} }}"

    def _given(self, kind: Kind, place: count[int]) -> str:
        """The value of a kind, put together from the numbers that an entry is given."""
        match kind:
            case Number():
                return f"given[{next(place)}]"
            case Real() | Single():
                return f"real_of(given[{next(place)}])"
            case Pointer(cell=cell):
                return f"({cell} *)(uintptr_t)given[{next(place)}]"
            case View(cell=cell, rank=rank):
                at = f"({cell} *)(uintptr_t)given[{next(place)}]"
                lengths = ", ".join(f"given[{next(place)}]" for _ in range(rank))
                return f"({self.type(kind)}){{{at}, {{{lengths}}}}}"
            case Several(parts=parts):
                return f"({self.type(kind)}){{{', '.join(self._given(p, place) for p in parts)}}}"
            case RecordKind(fields=fields):
                parts = ", ".join(self._in_record(part, place) for _, part in fields)
                made = f"({self.type(kind)}){{{parts}}}"
                return made if kind.is_of_numbers else f"&{made}"
            case Mask():
                raise TypeError("an entry is given no masks")

    def _in_record(self, kind: Kind, place: count[int]) -> str:
        is_address = isinstance(kind, RecordKind) and not kind.is_of_numbers
        return ("*" if is_address else "") + self._given(kind, place)


def _masks(words: int) -> str:
    return _text_of("masks.h").replace("WORDS", str(words)) if words > 1 else ""


def _text_of(file: str) -> str:
    return Path(__file__).with_name(file).read_text("utf-8")


def _in_a_name(type_name: str) -> str:
    return type_name.removeprefix("const ").removesuffix("restrict ").replace(" *", "p")
