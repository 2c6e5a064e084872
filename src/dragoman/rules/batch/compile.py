"""The resolver's own source, compiled by Numba.

The array modules of ``rules`` are plain Python. Here their sources are put into one file in
the user's cache folder, with every function marked for compilation, and imported from there.
The file's name holds a digest of the sources, so that a compiled copy is never out of date;
Numba keeps the machine code beside it, and the next process loads it.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import os
import sys
import tempfile
from functools import cache
from importlib import resources
from pathlib import Path
from types import ModuleType
from typing import Final

from dragoman.extras import extra
from dragoman.files import write_atomically

ARRAY_MODULES: Final = (
    "engine.strengths",
    "engine.high_seas",
    "engine.resolver",
    "engine.convoys",
    "engine.supports",
    "engine.routes",
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
    "engine.packing",
    "engine.year_end",
    "batch.packed_phases",
    "batch.random_play",
    "batch.kernel",
    "batch.streaming",
)
"""Modules of ``dragoman.rules`` written in the part of Python that Numba compiles."""

_INTO_CALLERS: Final = frozenset(
    {
        "read_order",
        "packed_kind",
        "packed_target",
        "packed_other",
        "packed_via",
        "set_out",
        "way",
        "paths_from",
        "guard",
        "match_support",
        "is_unopposed",
        "decide",
        "decide_move",
        "outbids",
        "decide_support",
        "strikes",
        "result_of",
        "result_of_move",
        "dislodger",
        "forbidden_origin",
    }
)
"""What is asked of every unit of every turn: compiled into the callers, a tenth quicker."""


def is_compiled() -> bool:
    """Whether machine code of this version is in the cache, so that nothing need be compiled."""
    path = _path(_source())
    return any(path.parent.glob(f"__pycache__/{path.stem}.move_coded*.nbc"))


@cache
def compiled() -> ModuleType:
    """One module with all functions of the array modules, compiled when first called."""
    source = _source()
    path = _path(source)
    if not path.exists():
        write_atomically(path, source)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    with extra("fast"):
        spec.loader.exec_module(module)
    return module


def _path(source: str) -> Path:
    digest = hashlib.sha256((sys.version + source).encode()).hexdigest()[:16]
    return _cache_folder() / f"dragoman_rules_{digest}.py"


@cache
def _source() -> str:
    """The array modules as one, without their imports of each other."""
    own = {f"dragoman.rules.{name}" for name in ARRAY_MODULES}
    imports: list[ast.stmt] = []
    body: list[ast.stmt] = []
    taken: dict[str, str] = {}
    for name in ARRAY_MODULES:
        text = (
            resources.files(f"dragoman.rules.{name.partition('.')[0]}")
            .joinpath(f"{name.partition('.')[2]}.py")
            .read_text("utf-8")
        )
        for node in ast.parse(text).body:
            if isinstance(node, ast.ImportFrom | ast.Import):
                module = node.module if isinstance(node, ast.ImportFrom) else ""
                if module not in own and module != "__future__":
                    imports.append(node)
                continue
            for defined in _names(node):
                if taken.setdefault(defined, name) != name:
                    raise RuntimeError(f"{taken[defined]} and {name} both define {defined}")
            if isinstance(node, ast.FunctionDef):
                node.body = [_UnsignedIndexes().visit(statement) for statement in node.body]
                decorator = "_compile_into_callers" if node.name in _INTO_CALLERS else "_compile"
                node.decorator_list = [ast.Name(decorator, ast.Load())]
            body.append(node)
    head = (
        "import numba\n_index = numba.uint64\n"
        "_compile = numba.njit(cache=True, nogil=True, error_model='numpy')\n"
        "_compile_into_callers = "
        "numba.njit(cache=True, nogil=True, error_model='numpy', forceinline=True)"
    )
    tree = ast.Module([*imports, *ast.parse(head).body, *body], [])
    return "from __future__ import annotations\n" + ast.unparse(ast.fix_missing_locations(tree))


class _UnsignedIndexes(ast.NodeTransformer):
    """Makes every index unsigned. No index of the array modules counts from the end, and
    compiled code that knows so need not ask at every step."""

    def visit_Subscript(self, node: ast.Subscript) -> ast.Subscript:
        self.generic_visit(node)
        node.slice = ast.Call(ast.Name("_index", ast.Load()), [node.slice], [])
        return node


def _names(node: ast.stmt) -> list[str]:
    if isinstance(node, ast.FunctionDef):
        return [node.name]
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        return [node.target.id]
    return []


def _cache_folder() -> Path:
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
