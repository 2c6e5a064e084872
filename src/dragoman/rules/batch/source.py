"""The engine's own source as one, on arrays, for whichever machine it is compiled for.

The modules of ``engine`` and of the batch path are plain Python on the columns of a ``Turn``. Here
their sources are put together, and ``arrays`` turns columns into places of flat arrays. What
becomes of that is C for a processor (``compile``), and for a graphics card what Numba compiles
(``compile_for_device``). A digest of the sources says whether what was compiled is out of date.
"""

from __future__ import annotations

import ast
import importlib
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Final, NamedTuple, TypeAlias

from dragoman.native.library import hash_of
from dragoman.native.to_c import TRANSLATED_BY
from dragoman.rules.batch.arrays import Flattener, KernelSize
from dragoman.rules.batch.places import Companion
from dragoman.values import FrozenMap

MODULES: Final = (
    "engine.strengths",
    "engine.high_seas",
    "engine.resolver",
    "engine.convoys",
    "engine.supports",
    "engine.cores",
    "engine.ways",
    "engine.routes",
    "engine.changes",
    "engine.legality",
    "engine.conflicting_orders",
    "engine.gatekeepers",
    "engine.passages",
    "engine.matching",
    "engine.aftermath",
    "engine.packed_orders",
    "engine.legal_orders",
    "engine.building",
    "engine.balance",
    "engine.victory",
    "engine.phases",
    "batch.packed_position",
    "batch.packed_turn",
    "batch.random_play",
    "batch.kernel",
)
"""Modules of ``dragoman.rules`` written in the part of Python that is compiled."""

_DEFINITIONS: Final = (
    "engine.tables",
    "engine.turn",
    "engine.room",
    "engine.primitives",
    "batch.chunk",
)
"""Modules that say what a turn consists of."""

_CONSTANTS: Final = ("engine.codes", "model.reasons", "batch.packed_form")
"""Modules whose numbers are compiled in."""

_MACHINERY: Final = ("batch.arrays", "batch.places", "batch.source")
"""Modules that say what is compiled."""

Takes: TypeAlias = tuple[tuple[str, ...] | None, ...]
"""For each argument of a function the parts that replace it (see ``arrays``)."""


@dataclass(frozen=True, eq=False)
class KernelProgram:
    """Modules that are compiled together, and the functions of them that are called from
    outside."""

    name: str
    entries: tuple[str, ...]
    modules: tuple[str, ...] = MODULES
    """Modules of ``dragoman.rules``, or of ``dragoman`` where they begin with the name of another
    package of it."""
    definitions: tuple[str, ...] = ()
    """Modules besides ``_DEFINITIONS`` that say what the functions take."""
    constants: tuple[str, ...] = ()
    """Modules besides ``_CONSTANTS`` whose numbers are compiled in."""
    companion: Companion | None = None
    """What goes along with a turn."""
    cells: Mapping[str, str] = FrozenMap()
    """The cells of parts that are others here than elsewhere (see ``arrays.CELLS_OF``)."""


class FlatSource(NamedTuple):
    """The modules of a program as one, without their imports of each other, on flat arrays."""

    imports: Sequence[ast.stmt]
    constants: Sequence[ast.stmt]
    functions: Mapping[str, ast.FunctionDef]
    takes: Mapping[str, Takes]
    """What each function takes."""


@cache
def flat_source(program: KernelProgram, size: KernelSize) -> FlatSource:
    """The source of a program for boards and positions of such a size."""
    own = {_full_name(one) for one in (*_DEFINITIONS, *program.definitions, *program.modules)}
    numbers = {_full_name(one) for one in (*_CONSTANTS, *program.constants)}
    imports: list[ast.stmt] = []
    constants: list[ast.stmt] = []
    functions: dict[str, ast.FunctionDef] = {}
    for name in program.modules:
        tree = ast.parse(_text(name))
        for node in _with_numbers(tree, numbers).body:
            match node:
                case ast.ImportFrom(module=module) if module in own or module == "__future__":
                    pass
                case ast.ImportFrom() | ast.Import():
                    imports.append(node)
                case ast.FunctionDef():
                    if node.name in functions:
                        raise RuntimeError(
                            f"{node.name} is defined twice, the second time in {name}"
                        )
                    functions[node.name] = node
                case _:
                    constants.append(node)
    flattener = Flattener(functions, size, program.companion)
    flat = {name: flattener.flattened(function) for name, function in functions.items()}
    return FlatSource(imports, constants, flat, flattener.takes)


def _with_numbers(tree: ast.Module, modules: Set[str]) -> ast.Module:
    """A module in which the constants that it imports from some modules are numbers. Two of these
    may give one name to different numbers."""
    found: dict[str, object] = {}
    body: list[ast.stmt] = []
    for node in tree.body:
        match node:
            case ast.ImportFrom(module=str(module)) if module in modules:
                values = vars(importlib.import_module(module))
                found |= {one.asname or one.name: values[one.name] for one in node.names}
            case _:
                body.append(node)
    written = _Numbers({name: value for name, value in found.items() if isinstance(value, int)})
    return written.visit(ast.Module(body, []))


class _Numbers(ast.NodeTransformer):
    """Puts numbers in the place of names."""

    def __init__(self, numbers: Mapping[str, int]) -> None:
        self._numbers = numbers

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in self._numbers and isinstance(node.ctx, ast.Load):
            return ast.Constant(self._numbers[node.id])
        return node


def digest_of(program: KernelProgram, *more: str) -> str:
    """A digest of all that a program is made of."""
    modules = (*_DEFINITIONS, *_CONSTANTS, *program.modules, *program.definitions)
    texts = map(_text, (*modules, *program.constants, *_MACHINERY))
    return hash_of(program.name, *texts, TRANSLATED_BY, *more)


@cache
def _text(module: str) -> str:
    package, _, name = _full_name(module).rpartition(".")
    return resources.files(package).joinpath(f"{name}.py").read_text("utf-8")


def _full_name(module: str) -> str:
    """``dragoman.rules.engine.turn`` of ``engine.turn``."""
    is_of_rules = module.partition(".")[0] in ("engine", "batch", "model")
    return f"dragoman.rules.{module}" if is_of_rules else f"dragoman.{module}"
