"""The reckoning of bots compiled: its source as one file in the user's cache folder.

Numba keeps machine code beside the source that it is made of, and knows of a change only in the
file itself. So all modules are put into one, whose name holds a digest of them and of what they
call.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import sys
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, Final

from dragoman.bots.engine import (
    candidates,
    dumb,
    forms,
    learned,
    pairs,
    racing,
    rollout,
    rows,
    search,
    terms,
    worth,
)
from dragoman.files import folder_to_keep_in, write_atomically
from dragoman.remembered import made_once
from dragoman.rules.batch import in_compiled_code
from dragoman.rules.batch.one_module import Inner, Outer
from dragoman.rules.engine import packed_orders

_JOINED: Final = (
    packed_orders,
    worth,
    dumb,
    rows,
    learned,
    terms,
    rollout,
    candidates,
    racing,
    search,
    pairs,
)
"""Modules whose functions call each other, in a sequence in which each calls those before it."""
_ENTRIES: Final = {
    "order_rows": "rows, played, seeds, temper, codes",
    "play_rows": "search, rows, played, budgets, seeds, tempers, steady, noisy, last_year",
    "search_row": "search, power, budget, steady, noisy, last_year",
    "pair_row": "search, power, partner, budget, last_year",
    "try_agreed": "search, winters, last_year, outcomes",
}
"""The functions that are called from outside, and what they take behind an evaluator."""
_BARE: Final = ("Ints", "Cells", "Measures", "Sequence[float]")
"""The kinds of fields of which compiled code takes addresses alone."""
_USED: Final = (forms, in_compiled_code)
"""Modules that these take as they are."""


@made_once
def machine() -> dict[str, Any]:
    """The functions of ``_ENTRIES``, compiled when they are first called (see ``one_module``)."""
    path = _path()
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        write_atomically(path, _source())
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    entries = {f"{name}_on_arrays" for name in _ENTRIES}
    for name, value in list(vars(module).items()):
        if isinstance(value, FunctionType) and value.__module__ == path.stem:
            setattr(module, name, (Outer if name in entries else Inner)(value))
    return {name: getattr(module, f"{name}_on_arrays") for name in _ENTRIES}


def _path() -> Path:
    texts = [sys.version, *(_text(module) for module in (*_JOINED, *_USED)), _text_of(__file__)]
    digest = hashlib.sha256("\n".join(texts).encode()).hexdigest()[:16]
    name = f"dragoman_bots_{digest}"
    return folder_to_keep_in() / name / f"{name}.py"


@cache
def _source() -> str:
    """The modules as one, without what they import from each other."""
    own = {module.__name__ for module in _JOINED}
    body: list[ast.stmt] = []
    for module in _JOINED:
        for node in ast.parse(_text(module)).body:
            match node:
                case ast.ImportFrom(module=name) if name in own or name == "__future__":
                    pass
                case _:
                    body.append(node)
    text = ast.unparse(ast.fix_missing_locations(ast.Module(body, [])))
    entries = "".join(_entry(name, taken) for name, taken in _ENTRIES.items())
    head = "from dragoman.rules.batch.bare_arrays import bare as _bare"
    return f"from __future__ import annotations\n{head}\n{text}\n{entries}"


def _entry(name: str, taken: str) -> str:
    """A function that calls one of the source with the addresses of columns and tables: machine
    code hands on an array as seven numbers."""
    parts = {"tables": forms.PlayTables, "sight": forms.Sight, "work": forms.Work}
    room = _bared("search", forms.SearchRoom)
    evaluator = ", ".join(
        _bared(f"evaluator.{field}", parts[field]) if field in parts else f"evaluator.{field}"
        for field in rows.BatchEvaluator._fields
    )
    given = ", ".join(room if one == "search" else one for one in taken.split(", "))
    call = f"{name}(BatchEvaluator({evaluator}), {given})"
    return f"def {name}_on_arrays(evaluator, {taken}):\n    return {call}\n"


def _bared(name: str, form: Any) -> str:
    kinds = form.__annotations__
    fields = (
        f"_bare({name}.{field})" if kinds[field].__forward_arg__ in _BARE else f"{name}.{field}"
        for field in form._fields
    )
    return f"{form.__name__}({', '.join(fields)})"


def _text(module: Any) -> str:
    return _text_of(str(module.__file__))


def _text_of(file: str) -> str:
    return Path(file).read_text("utf-8")
