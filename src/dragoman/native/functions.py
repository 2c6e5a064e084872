"""Functions of modules that are all numbers, as machine code: each called as it is in Python."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from dragoman.native.kinds import Kind, Several, flattened
from dragoman.native.library import CodeUnit, address_of, given, hash_of, library_of
from dragoman.native.to_c import TRANSLATED_BY, NumericSource, c_source, constants_in, with_numbers


class NumericModules(NamedTuple):
    """Modules that are translated together, none of which has a name of another's."""

    name: str
    modules: tuple[ModuleType, ...]
    entries: tuple[tuple[str, tuple[Kind, ...]], ...]
    """The functions that are called from outside, and the kinds of what each is given."""


@cache
def unit_of_modules(whole: NumericModules) -> CodeUnit:
    """The modules as a part of the machine code."""
    texts = [Path(str(one.__file__)).read_text("utf-8") for one in whole.modules]

    def source() -> str:
        nodes = [node for text in texts for node in ast.parse(text).body]
        functions = {
            node.name: with_numbers(node, vars(module))
            for module, text in zip(whole.modules, texts, strict=True)
            for node in ast.parse(text).body
            if isinstance(node, ast.FunctionDef)
        }
        entries: Mapping[str, Sequence[Kind]] = dict(whole.entries)
        translated = NumericSource(functions, constants_in(nodes), entries)
        return c_source(translated, whole.name, digest)

    known = [
        f"{name} {value}"
        for module in whole.modules
        for name, value in sorted(vars(module).items())
        if isinstance(value, int)
    ]
    digest = hash_of(*texts, *known, repr(whole.entries), TRANSLATED_BY)
    return CodeUnit(whole.name, digest, source)


@cache
def functions_of(whole: NumericModules) -> Mapping[str, Callable[..., int]]:
    """The functions that are called from outside.

    Raises:
        NoMachineCode: if there is no machine code for this machine, nor a compiler.
    """
    library = library_of(unit_of_modules(whole))

    def function(name: str, kinds: tuple[Kind, ...]) -> Callable[..., int]:
        entry, taken = library.entry(name), Several(kinds)

        def call(*arguments: object) -> int:
            return entry(given(flattened(taken, arguments, address_of)))

        return call

    return {name: function(name, kinds) for name, kinds in whole.entries}
