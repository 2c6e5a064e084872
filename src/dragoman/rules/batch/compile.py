"""The source of the rules compiled for the processor by Numba."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import ModuleType
from typing import Any, Final

from dragoman.rules.batch.arrays import KernelSize
from dragoman.rules.batch.source import Machine, Takes, kernel_module, kernel_path, kernel_source


def _entry(name: str, takes: Takes) -> str:
    """A function that calls the one of the source with the addresses of arrays."""
    arguments: list[str] = []
    given: list[str] = []
    for place, parts in enumerate(takes):
        for part in ("",) if parts is None else parts:
            arguments.append(f"a{place}_{part}")
            given.append(arguments[-1] if parts is None else f"_bare({arguments[-1]})")
    return (
        f"@_compile\ndef {name}_on_arrays({', '.join(arguments)}):\n"
        f"    return {name}({', '.join(given)})\n"
    )


PROCESSOR: Final = Machine(
    name="processor",
    extra="fast",
    head="""
import numba
from dragoman.rules.batch.bare_arrays import bare as _bare, part as _part
from dragoman.rules.batch.machine_masks import first, mask_functions, size
_index = numba.uint64
_compile = numba.njit(cache=True, nogil=True, error_model='numpy')
_compile_into_callers = numba.njit(
    cache=True, nogil=True, error_model='numpy', forceinline=True
)
_empty, only, _load_mask, _store_mask = mask_functions(WORDS)
""",
    entries=(
        "process_lot",
        "choose_for_lot",
        "play_lot",
        "list_for_lot",
    ),
    entry=_entry,
    machinery=("compile",),
)


class Kernel:
    """The compiled functions, called with a turn's arrays by name."""

    def __init__(self, module: ModuleType) -> None:
        self._module = module
        self._takes: Mapping[str, tuple[tuple[str, ...] | None, ...]] = module.TAKES

    def call(self, name: str, *arguments: Any) -> Any:
        """Call a function of the source. Where that takes a turn or the like, the argument is a
        mapping from the names of its arrays (see ``arrays``)."""
        taken: list[Any] = []
        for argument, parts in zip(arguments, self._takes[name], strict=True):
            if parts is None:
                taken.append(argument)
            else:
                taken += [argument[part] for part in parts]
        return getattr(self._module, f"{name}_on_arrays")(*taken)


def is_compiled(size: KernelSize) -> bool:
    """Whether all machine code of this version is in the cache, so that nothing need be
    compiled."""
    kept = {name.split(".")[1].partition("-")[0] for name in _kept(size, "nbc")}
    return kept.issuperset(f"{name}_on_arrays" for name in PROCESSOR.entries)


def progress(size: KernelSize) -> tuple[int, int]:
    """How many functions of a kernel are compiled and kept, and how many there are."""
    return len(_kept(size, "nbi")), kernel_source(PROCESSOR, size).count("@_compile")


def _kept(size: KernelSize, kind: str) -> list[str]:
    """The files of machine code that Numba keeps of a kernel."""
    path = kernel_path(PROCESSOR, size)
    return [found.name for found in path.parent.glob(f"__pycache__/{path.stem}.*.{kind}")]


@cache
def compiled(size: KernelSize) -> Kernel:
    """All functions of the source for boards and positions of such a size, compiled when first
    called."""
    return Kernel(kernel_module(PROCESSOR, size))
