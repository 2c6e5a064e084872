"""Functions that Numba compiles once, together with the one that is called from outside.

By itself Numba optimises and assembles each function together with all that it calls, and then
again with all that calls it, so that what lies ten calls deep is compiled ten times, and grows each
time. Here a function that only compiled functions call stays as it is lowered. One that is called
from outside takes all of them into its module, which is optimised and assembled as a whole.

What else would take half of the time is left out: see ``Inner``, ``Outer`` and ``_Remembering``.
"""

from __future__ import annotations

import gc
from typing import Any, ClassVar, Final

from dragoman.extras import extra

with extra("fast"):
    from numba.core import codegen, compiler, registry, types

_Library: Any = codegen.JITCodeLibrary
_Compiler: Any = compiler.Compiler
_Dispatcher: Any = registry.CPUDispatcher
_types: Any = types
_made: Any = _Dispatcher.__init__
_compile: Any = _Dispatcher.compile
_get_call_template: Any = _Dispatcher.get_call_template
_finalize: Any = _Library.finalize
_compile_extra: Any = _Compiler.compile_extra

_OPTIONS: Final = {
    "nopython": True,
    "nogil": True,
    "error_model": "numpy",
    "no_cfunc_wrapper": True,
    "no_rewrites": True,  # for arrays and literals that compiled source has none of
}


class _Lowered(_Library):
    """A function that is compiled with those that call it."""

    def _optimize_functions(self, ll_module: Any) -> None:
        """Nothing by itself: it is optimised with the rest."""
        ll_module.data_layout = self._codegen._data_layout

    def finalize(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Where Python could call it: nowhere."""
        return 0

    @property
    def codegen(self) -> Any:
        return self

    def set_env(self, name: str, environment: Any) -> None:
        """Nothing: it is for exceptions, and compiled source raises none."""


class _Whole(_Library):
    """A function that is called from outside, with all that it calls."""

    def _optimize_final_module(self) -> None:
        """As Numba, without a first round that is to bring counted references together: compiled
        source has hardly any."""
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)

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


class _Remembering:
    """Numba's rules for types, remembering what an operator or a built-in function comes to: Numba
    tries all that it knows of them for each place in the source."""

    _known: ClassVar[dict[tuple[Any, tuple[Any, ...]], Any]] = {}

    def __init__(self, context: Any) -> None:
        self._context = context

    def __getattr__(self, name: str) -> Any:
        return getattr(self._context, name)

    def resolve_function_type(self, function: Any, args: Any, kws: Any) -> Any:
        if kws or type(function) is not _types.Function:
            return self._context.resolve_function_type(function, args, kws)
        found = self._known.get((function, args))
        if found is None:
            found = self._context.resolve_function_type(function, args, kws)
            self._known[function, args] = found
        return found


class _InnerCompiler(_Compiler):
    """Numba's compiler for a function that only compiled functions call."""

    def compile_extra(self, func: Any) -> Any:
        Inner.lowered += 1
        self.state.typingctx = _Remembering(self.state.typingctx)
        self.state.library = _Lowered(self.state.targetctx.codegen(), func.__qualname__)
        return _compile_extra(self, func)


class _OuterCompiler(_Compiler):
    """Numba's compiler for a function that is called from outside."""

    def compile_extra(self, func: Any) -> Any:
        library = _Whole(self.state.targetctx.codegen(), func.__qualname__)
        library.enable_object_caching()
        self.state.library = library
        return _compile_extra(self, func)


class Inner(_Dispatcher):
    """A function that only compiled functions call. Whatever integers they hand to it, it is
    compiled once for them all: by itself Numba does so for each kind of integers, and for each
    number that stands in the source."""

    lowered = 0
    """How many there were so far in this process."""

    def __init__(self, function: Any) -> None:
        options = {**_OPTIONS, "no_cpython_wrapper": True}
        _made(self, function, targetoptions=options, pipeline_class=_InnerCompiler)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        wide = {name: _widened(one) for name, one in kws.items()}
        return _get_call_template(self, tuple(map(_widened, args)), wide)


class Outer(_Dispatcher):
    """A function that is called from outside, whose machine code is kept on the disk."""

    def __init__(self, function: Any) -> None:
        _made(self, function, targetoptions=_OPTIONS, pipeline_class=_OuterCompiler)
        self.enable_caching()

    def compile(self, sig: Any) -> Any:
        """As Numba, but what it makes on the way is not looked through for garbage: nearly all of
        that is in use."""
        was_enabled = gc.isenabled()
        gc.disable()
        try:
            return _compile(self, sig)
        finally:
            if was_enabled:
                gc.enable()


def _widened(kind: Any) -> Any:
    """The type that an integer is handed on as."""
    kind = _types.unliteral(kind)
    is_narrow = isinstance(kind, _types.Integer) and (kind.signed or kind.bitwidth < 64)
    return _types.int64 if is_narrow else kind
