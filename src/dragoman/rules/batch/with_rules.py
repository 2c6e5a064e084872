"""Modules on numbers that are translated to C together with the rules, whose functions on rows they
call (see ``kernel_rows``)."""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from types import ModuleType

from dragoman.native.kinds import Kind
from dragoman.native.library import CodeUnit
from dragoman.native.to_c import NumericSource, c_source, constants_in, with_numbers
from dragoman.rules.batch import kernel_rows
from dragoman.rules.batch.arrays import KernelSize
from dragoman.rules.batch.compile import RULES
from dragoman.rules.batch.kernel_rows import row_functions
from dragoman.rules.batch.source import digest_of, flat_source


def unit_with_rules(
    called: str,
    size: KernelSize,
    modules: Sequence[ModuleType],
    entries: Mapping[str, Sequence[Kind]],
    *more: str,
) -> CodeUnit:
    """The machine code of some modules for boards and positions of a size. ``entries`` are the
    functions that are called from outside, and what each takes; ``more`` are texts of which it is
    made besides.

    Raises:
        RuntimeError: when its source is made, if two of the modules give one name to functions.
    """
    name = f"{called}_{size.locations}_{size.words}_{size.cell_bits}"
    texts = [_text(module) for module in (*modules, kernel_rows)]
    digest = digest_of(RULES, name, repr(entries), *texts, *more, _text_of(__file__))

    def source() -> str:
        rules = flat_source(RULES, size)
        own = _own_functions(modules, rules.functions, called)
        functions = {**rules.functions, **row_functions(rules), **own}
        constants = constants_in(rules.constants) | {"EMPTY": 0}
        return c_source(NumericSource(functions, constants, entries, size.words), name, digest)

    return CodeUnit(name, digest, source)


def _own_functions(
    modules: Sequence[ModuleType], others: Collection[str], called: str
) -> dict[str, ast.FunctionDef]:
    """The functions of the modules. Those that others have names of are called otherwise."""
    found: dict[str, ast.FunctionDef] = {}
    for module in modules:
        for node in ast.parse(_text(module)).body:
            if isinstance(node, ast.FunctionDef):
                if node.name in found:
                    raise RuntimeError(f"{node.name} of {module.__name__} is there already")
                found[node.name] = with_numbers(node, vars(module))
    taken = {name: f"{name}_of_{called}" for name in found if name in others}
    for function in found.values():
        for node in ast.walk(function):
            if isinstance(node, ast.Name) and node.id in taken:
                node.id = taken[node.id]
    return {taken.get(name, name): one for name, one in found.items()}


def _text(module: ModuleType) -> str:
    return _text_of(str(module.__file__))


def _text_of(file: str) -> str:
    return Path(file).read_text("utf-8")
