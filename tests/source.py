"""The source of the package as tests read it: whole, so that nothing depends on where it stands."""

import ast
import gc
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import dragoman

SOURCE = Path(dragoman.__file__).parent


@cache
def source_files(*suffixes: str) -> Mapping[str, str]:
    """The text of each file with one of these suffixes (``.py``), by its name in the package
    (``game/variant.py``)."""
    return {
        path.relative_to(SOURCE).as_posix(): path.read_text("utf-8")
        for suffix in suffixes
        for path in sorted(SOURCE.rglob(f"*{suffix}"))
    }


@cache
def source_trees() -> Mapping[str, ast.Module]:
    """Each Python file as Python reads it, by its name in the package."""
    gc.disable()  # looking through half a million nodes for garbage takes four times as long
    try:
        return {name: ast.parse(text) for name, text in source_files(".py").items()}
    finally:
        gc.enable()
