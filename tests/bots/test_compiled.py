"""The source of the bots that is compiled: several modules that become one."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

from dragoman.bots.compiled import _JOINED  # pyright: ignore[reportPrivateUsage]


def test_modules_that_become_one_have_no_name_in_common() -> None:
    """Else the last of a name would hold in all of them."""
    names: Counter[str] = Counter()
    for module in _JOINED:
        for node in ast.parse(Path(str(module.__file__)).read_text("utf-8")).body:
            match node:
                case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                    names[name] += 1
                case ast.AnnAssign(target=ast.Name(id=name)):
                    names[name] += 1
    assert names["exp_of"] == 1
    assert [name for name, count in names.items() if count > 1] == []
