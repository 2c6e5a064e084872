"""The engine's own source, compiled by Numba.

The modules of ``engine`` and of the batch path are plain Python on the columns of a ``Turn``. Here
their sources are put into one file in the user's cache folder, with every function marked for
compilation, and imported from there. On the way ``arrays`` turns columns into places of flat
arrays. The file's name holds a digest of the sources, so that a compiled copy is never out of
date; Numba keeps the machine code beside it, and the next process loads it.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import os
import sys
import tempfile
from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from dragoman.extras import extra
from dragoman.files import write_atomically
from dragoman.rules.batch.arrays import Flattener, KernelSize

MODULES: Final = (
    "engine.strengths",
    "engine.high_seas",
    "engine.resolver",
    "engine.convoys",
    "engine.supports",
    "engine.ways",
    "engine.routes",
    "engine.named_routes",
    "engine.legality",
    "engine.naming",
    "engine.conflicting_orders",
    "engine.gatekeepers",
    "engine.passages",
    "engine.matching",
    "engine.aftermath",
    "engine.packed_orders",
    "engine.convoy_orders",
    "engine.legal_orders",
    "engine.disorder",
    "engine.building",
    "engine.balance",
    "engine.year_end",
    "engine.phases",
    "batch.packed_position",
    "batch.packed_turn",
    "batch.random_play",
    "batch.listing",
    "batch.kernel",
)
"""Modules of ``dragoman.rules`` written in the part of Python that Numba compiles."""

_DEFINITIONS: Final = ("engine.tables", "engine.turn", "engine.masks", "engine.cells", "batch.lot")
"""Modules that say what a turn consists of."""

_CONSTANTS: Final = ("engine.codes", "model.reasons", "batch.packed_form")
"""Modules whose numbers are compiled in."""

_ENTRIES: Final = (
    "process_lot",
    "choose_for_lot",
    "play_lot",
    "list_for_lot",
)
"""What is called from outside, with arrays."""

_INTO_CALLERS: Final = frozenset(
    {
        "read_order",
        "packed_kind",
        "packed_target",
        "packed_other",
        "packed_via",
        "way",
        "paths_from",
        "gate_between",
        "sets_out",
        "matches",
        "is_ordered_to",
        "take",
        "is_step",
        "decide_move",
        "beats_rivals",
        "decide_support",
        "strikes",
        "result_of",
        "mark_dislodged",
        "keep_undislodged",
        "forbidden_origin",
        # What is called from one place: machine code hands on every array as seven numbers.
        "count_orders",
        "write_orders",
        "link_all",
        "gather_comers",
        "count_plain",
        "pass_over",
        "offer",
        "read_position",
        "read_units",
        "read_owners",
        "read_standing",
        "read_dislodged",
        "read_orders",
        "read_retreats",
        "read_adjustments",
        "check",
        "match",
        "resolve",
        "begin",
        "settle_certain",
        "still_open",
        "run_movement",
        "run_retreats",
        "run_adjustments",
        "keep_standing",
        "write_results",
        "write_adjustment_results",
        "write_position",
        "write_owners",
        "next_phase",
    }
)
"""What is asked of every unit of every turn, and the steps of a phase: compiled into the callers, a
tenth quicker."""


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
    return kept.issuperset(f"{name}_on_arrays" for name in _ENTRIES)


def progress(size: KernelSize) -> tuple[int, int]:
    """How many functions of a kernel are compiled and kept, and how many there are."""
    return len(_kept(size, "nbi")), _flattened(size).count("@_compile")


def _kept(size: KernelSize, kind: str) -> list[str]:
    """The files of machine code that Numba keeps of a kernel."""
    path = _path(size)
    return [found.name for found in path.parent.glob(f"__pycache__/{path.stem}.*.{kind}")]


@cache
def compiled(size: KernelSize) -> Kernel:
    """All functions of the source for boards and positions of such a size, compiled when first
    called."""
    path = _path(size)
    if not path.exists():
        write_atomically(path, _flattened(size))
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    with extra("fast"):
        spec.loader.exec_module(module)
    return Kernel(module)


def _path(size: KernelSize) -> Path:
    """Where the source to be compiled lies, by a digest of all that it is made of."""
    machinery = ("arrays", "bare_arrays", "compile", "machine_masks")
    modules = (*_DEFINITIONS, *_CONSTANTS, *MODULES, *(f"batch.{name}" for name in machinery))
    texts = [sys.version, str(size), *map(_text, modules)]
    digest = hashlib.sha256("\n".join(texts).encode()).hexdigest()[:16]
    return cache_folder() / f"dragoman_rules_{digest}.py"


@cache
def _text(module: str) -> str:
    package, _, name = module.partition(".")
    return resources.files(f"dragoman.rules.{package}").joinpath(f"{name}.py").read_text("utf-8")


@cache
def _flattened(size: KernelSize) -> str:
    """The modules as one, without their imports of each other, on flat arrays."""
    own = {f"dragoman.rules.{name}" for name in (*_DEFINITIONS, *MODULES)}
    imports: list[ast.stmt] = []
    constants: list[ast.stmt] = []
    functions: dict[str, ast.FunctionDef] = {}
    for name in MODULES:
        for node in ast.parse(_text(name)).body:
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
    flattener = Flattener(functions, size)
    body = [flattener.flattened(function) for function in functions.values()]
    for function in body:
        decorator = "_compile_into_callers" if function.name in _INTO_CALLERS else "_compile"
        function.decorator_list = [ast.Name(decorator, ast.Load())]
    for name in _ENTRIES:
        body.append(_entry(name, flattener.takes[name]))
    head = ast.parse(
        "import numba\n_index = numba.uint64\n"
        "from dragoman.rules.batch.bare_arrays import bare as _bare, part as _part\n"
        "_compile = numba.njit(cache=True, nogil=True, error_model='numpy')\n"
        "_compile_into_callers = "
        "numba.njit(cache=True, nogil=True, error_model='numpy', forceinline=True)\n"
        "from dragoman.rules.batch.machine_masks import first, mask_functions, size\n"
        f"_empty, only, _load_mask, _store_mask = mask_functions({size.words})\n"
        "EMPTY = 0\n"
        f"TAKES = {flattener.takes!r}\n"
    ).body
    tree = ast.Module([*imports, *head, *constants, *body], [])
    return "from __future__ import annotations\n" + ast.unparse(ast.fix_missing_locations(tree))


def _entry(name: str, takes: tuple[tuple[str, ...] | None, ...]) -> ast.FunctionDef:
    """A function that calls the one of the source with the addresses of arrays."""
    arguments: list[str] = []
    given: list[str] = []
    for place, parts in enumerate(takes):
        for part in ("",) if parts is None else parts:
            arguments.append(f"a{place}_{part}")
            given.append(arguments[-1] if parts is None else f"_bare({arguments[-1]})")
    text = (
        f"@_compile\ndef {name}_on_arrays({', '.join(arguments)}):\n"
        f"    return {name}({', '.join(given)})\n"
    )
    (function,) = ast.parse(text).body
    assert isinstance(function, ast.FunctionDef)
    return function


def cache_folder() -> Path:
    """Where compiled code is kept: DRAGOMAN_CACHE, else the user's cache folder, else, when
    that cannot be written, a temporary folder of this user's."""
    wanted = os.environ.get("DRAGOMAN_CACHE")
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    user = os.getuid() if hasattr(os, "getuid") else 0
    for folder in (
        Path(wanted or Path(base) / "dragoman"),
        Path(tempfile.gettempdir()) / f"dragoman-{user}",
    ):
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    raise OSError(
        "no folder to keep compiled code in; set DRAGOMAN_CACHE to one that can be written"
    )
