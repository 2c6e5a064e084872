"""Functions that Numba compiles once, together with the one that is called from outside.

By itself Numba optimises and assembles each function together with all that it calls, and then
again with all that calls it, so that what lies ten calls deep is compiled ten times, and grows each
time. Here a function that only compiled functions call stays as it is lowered. One that is called
from outside takes all of them into its module, which is optimised and assembled as a whole.
"""

from __future__ import annotations

from typing import Any

from dragoman.extras import extra

with extra("fast"):
    from numba.core import codegen, compiler

_Library: Any = codegen.JITCodeLibrary
_Compiler: Any = compiler.Compiler
_finalize: Any = _Library.finalize
_compile_extra: Any = _Compiler.compile_extra


class _Lowered(_Library):
    """A function that is compiled with those that call it."""

    def finalize(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Where Python could call it: nowhere."""
        return 0

    @property
    def codegen(self) -> Any:
        return self

    def set_env(self, name: str, environment: Any) -> None:
        """What exceptions are made of is not needed: compiled source raises none."""


class _Whole(_Library):
    """A function that is called from outside, with all that it calls."""

    def finalize(self) -> None:
        parts: dict[_Lowered, None] = {}
        others: dict[Any, None] = {}
        _gather(self, parts, others)
        names: list[str] = []
        for part in parts:
            names += [function.name for function in part.get_defined_functions()]
            self._final_module.link_in(part._final_module, preserve=True)
        for name in names:
            self._final_module.get_function(name).linkage = "internal"
        self._linking_libraries = [*others]
        _finalize(self)


def _gather(library: Any, parts: dict[_Lowered, None], others: dict[Any, None]) -> None:
    """Gather what a function calls, and what that calls. Numba's own functions have theirs in
    their modules."""
    for called in library._linking_libraries:
        if not isinstance(called, _Lowered):
            others[called] = None
        elif called not in parts:
            parts[called] = None
            _gather(called, parts, others)


class InnerCompiler(_Compiler):
    """Numba's compiler for a function that only compiled functions call."""

    lowered = 0
    """How many there were so far in this process."""

    def compile_extra(self, func: Any) -> Any:
        InnerCompiler.lowered += 1
        self.state.library = _Lowered(self.state.targetctx.codegen(), func.__qualname__)
        return _compile_extra(self, func)


class OuterCompiler(_Compiler):
    """Numba's compiler for a function that is called from outside."""

    def compile_extra(self, func: Any) -> Any:
        library = _Whole(self.state.targetctx.codegen(), func.__qualname__)
        library.enable_object_caching()
        self.state.library = library
        return _compile_extra(self, func)
