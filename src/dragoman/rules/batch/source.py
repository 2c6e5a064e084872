"""The engine's own source as one file, on arrays, for whichever machine it is compiled for.

The modules of ``engine`` and of the batch path are plain Python on the columns of a ``Turn``. Here
their sources are put into one file in the user's cache folder, with every function marked for
compilation, and imported from there. On the way ``arrays`` turns columns into places of flat
arrays. The file's name holds a digest of the sources, so that a compiled copy is never out of
date; Numba keeps the machine code beside it, and the next process loads it.

What a processor and a graphics card want otherwise is a ``Machine``: a few lines at the head of the
file, and how the functions are called from outside.
"""

from __future__ import annotations

import ast
import hashlib
import importlib
import importlib.util
import sys
from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from types import ModuleType
from typing import Final, TypeAlias

from dragoman.extras import Extra, extra
from dragoman.files import folder_to_keep_in, write_atomically
from dragoman.rules.batch.arrays import Flattener, KernelSize
from dragoman.rules.batch.places import Companion

MODULES: Final = (
    "engine.strengths",
    "engine.high_seas",
    "engine.resolver",
    "engine.convoys",
    "engine.supports",
    "engine.ways",
    "engine.routes",
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
    "engine.phases",
    "batch.packed_position",
    "batch.packed_turn",
    "batch.random_play",
    "batch.kernel",
)
"""Modules of ``dragoman.rules`` written in the part of Python that Numba compiles."""

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

Takes: TypeAlias = tuple[tuple[str, ...] | None, ...]
"""For each argument of a function the parts that replace it (see ``arrays``)."""


@dataclass(frozen=True, eq=False)
class Machine:
    """A machine that the source is compiled for."""

    name: str
    extra: Extra
    """The extra that brings the compiler."""
    head: str
    """What has to be there before the source: the decorator ``_compile``, and
    ``_compile_into_callers`` where functions are; the type ``_index``, what ``bare_arrays`` and
    ``machine_masks`` have. ``WORDS`` stands for the words of a mask."""
    entries: tuple[str, ...]
    """The functions that are called from outside."""
    entry: Callable[[str, Takes], str]
    """The source of the function that takes arrays and calls one of these; by the name of that,
    and what it takes."""
    into_callers: frozenset[str] = frozenset()
    """The functions that are compiled into their callers, however large these become."""
    modules: tuple[str, ...] = ()
    """Modules to be compiled besides those of ``source``: of ``dragoman.rules``, or of
    ``dragoman`` where they begin with the name of another package of it."""
    source: tuple[str, ...] = MODULES
    definitions: tuple[str, ...] = ()
    """Modules besides ``_DEFINITIONS`` that say what the functions take."""
    constants: tuple[str, ...] = ()
    """Modules besides ``_CONSTANTS`` whose numbers are compiled in."""
    companion: Companion | None = None
    """What goes along with a turn."""
    machinery: tuple[str, ...] = ()
    """Modules of ``batch`` that the file imports, or that say what stands in it."""


@cache
def kernel_source(machine: Machine, size: KernelSize) -> str:
    """The modules as one, without their imports of each other, on flat arrays."""
    modules = (*machine.source, *machine.modules)
    own = {_full_name(name) for name in (*_DEFINITIONS, *machine.definitions, *modules)}
    numbers = {_full_name(name) for name in (*_CONSTANTS, *machine.constants)}
    imports: list[ast.stmt] = []
    constants: list[ast.stmt] = []
    functions: dict[str, ast.FunctionDef] = {}
    for name in modules:
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
    flattener = Flattener(functions, size, machine.companion)
    body = [flattener.flattened(function) for function in functions.values()]
    for function in body:
        inlined = function.name in machine.into_callers
        decorator = "_compile_into_callers" if inlined else "_compile"
        function.decorator_list = [ast.Name(decorator, ast.Load())]
    entries = "\n".join(machine.entry(name, flattener.takes[name]) for name in machine.entries)
    head = machine.head.replace("WORDS", str(size.words))
    head += f"EMPTY = 0\nTAKES = {flattener.takes!r}\n"
    tree = ast.Module([*imports, *ast.parse(head).body, *constants, *body], [])
    text = ast.unparse(ast.fix_missing_locations(tree))
    return f"from __future__ import annotations\n{text}\n{entries}"


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


def kernel_path(machine: Machine, size: KernelSize) -> Path:
    """Where the source to be compiled lies, by a digest of all that it is made of: in a folder with
    the machine code that is made of it."""
    machinery = ("arrays", "places", "bare_arrays", "machine_masks", "source", *machine.machinery)
    modules = (*_DEFINITIONS, *_CONSTANTS, *machine.source, *machine.modules)
    modules += (*machine.definitions, *machine.constants)
    sources = (*modules, *(f"batch.{name}" for name in machinery))
    texts = [sys.version, machine.name, str(size), *map(_text, sources)]
    digest = hashlib.sha256("\n".join(texts).encode()).hexdigest()[:16]
    name = f"dragoman_rules_{digest}"
    return folder_to_keep_in() / name / f"{name}.py"


def kernel_module(machine: Machine, size: KernelSize) -> ModuleType:
    """The source imported, all of its functions to be compiled when they are first called."""
    path = kernel_path(machine, size)
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        write_atomically(path, kernel_source(machine, size))
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    with extra(machine.extra):
        spec.loader.exec_module(module)
    return module


@cache
def _text(module: str) -> str:
    package, _, name = _full_name(module).rpartition(".")
    return resources.files(package).joinpath(f"{name}.py").read_text("utf-8")


def _full_name(module: str) -> str:
    """``dragoman.rules.engine.turn`` of ``engine.turn``."""
    is_of_rules = module.partition(".")[0] in ("engine", "batch", "model")
    return f"dragoman.rules.{module}" if is_of_rules else f"dragoman.{module}"
