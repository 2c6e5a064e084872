"""The source of the rules compiled for the processor by Numba.

Of all processes that want a kernel one compiles it, and the others wait for what it keeps.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from contextlib import nullcontext
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from dragoman.extras import extra
from dragoman.files import locked
from dragoman.remembered import made_once
from dragoman.rules.batch.arrays import KernelSize
from dragoman.rules.batch.chunk import CHUNK_NUMBERS
from dragoman.rules.batch.one_module import Inner
from dragoman.rules.batch.source import Machine, Takes, kernel_module, kernel_path, kernel_source

with extra("fast"):
    import numba as _numba

numba: Any = _numba


def _entry(name: str, takes: Takes) -> str:
    """A function that calls the one of the source with the addresses of arrays."""
    arguments: list[str] = []
    given: list[str] = []
    for place, parts in enumerate(takes):
        for part in ("",) if parts is None else parts:
            arguments.append(f"a{place}_{part}")
            is_number = parts is None or part in CHUNK_NUMBERS
            given.append(arguments[-1] if is_number else f"_bare({arguments[-1]})")
    return (
        f"@_compile_whole\ndef {name}_on_arrays({', '.join(arguments)}):\n"
        f"    return {name}({', '.join(given)})\n"
    )


PROCESSOR: Final = Machine(
    name="processor",
    extra="fast",
    head="""
import numba
from dragoman.rules.batch.bare_arrays import bare as _bare, part as _part
from dragoman.rules.batch.machine_masks import first, mask_functions, size
from dragoman.rules.batch.one_module import Inner as _compile, Outer as _compile_whole
_index = numba.uint64
_empty, only, _load_mask, _store_mask = mask_functions(WORDS)
""",
    entries=(
        "process_chunk",
        "choose_for_chunk",
        "play_chunk",
        "list_for_chunk",
    ),
    entry=_entry,
    machinery=("compile", "one_module"),
)


class Kernel:
    """The compiled functions, called with a turn's arrays by name."""

    def __init__(self, module: ModuleType) -> None:
        self._module = module
        self._takes: Mapping[str, tuple[tuple[str, ...] | None, ...]] = module.TAKES
        self._ready: set[str] = set()

    def call(self, name: str, *arguments: Any) -> Any:
        """Call a function of the source. Where that takes a turn or the like, the argument is a
        mapping from the names of its arrays (see ``arrays``)."""
        taken: list[Any] = []
        for argument, parts in zip(arguments, self._takes[name], strict=True):
            if parts is None:
                taken.append(argument)
            else:
                taken += [argument[part] for part in parts]
        function: Any = getattr(self._module, f"{name}_on_arrays")
        if name not in self._ready:
            folder = Path(str(self._module.__file__)).parent
            is_kept = name in _kept(folder)
            with nullcontext() if is_kept else locked(folder, "compiling", math.inf):
                function.compile(tuple(numba.typeof(one) for one in taken))
            self._ready.add(name)
        return function(*taken)


def is_compiled(size: KernelSize) -> bool:
    """True if all machine code of this version is in the cache, so that nothing need be
    compiled."""
    return _kept(kernel_path(PROCESSOR, size).parent).issuperset(PROCESSOR.entries)


def progress(size: KernelSize) -> tuple[int, int]:
    """The number of functions of a kernel this process has compiled, and how many there are."""
    return Inner.lowered, kernel_source(PROCESSOR, size).count("@_compile")


def _kept(folder: Path) -> set[str]:
    """The functions whose machine code is in the folder of a kernel."""
    names = (found.name.split(".")[1] for found in folder.glob("__pycache__/*.nbc"))
    return {name.partition("-")[0].removesuffix("_on_arrays") for name in names}


@made_once
def compiled(size: KernelSize) -> Kernel:
    """All functions of the source for boards and positions of such a size, compiled when first
    called."""
    return Kernel(kernel_module(PROCESSOR, size))
