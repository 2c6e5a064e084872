"""The source of the package as tests read it: whole, so that nothing depends on where it stands."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import dragoman

SOURCE = Path(dragoman.__file__).parent


@cache
def source_files(*suffixes: str) -> Mapping[str, str]:
    """The text of each file with one of these suffixes (``.py``), by its name in the package
    (``game/play.py``)."""
    return {
        path.relative_to(SOURCE).as_posix(): path.read_text("utf-8")
        for suffix in suffixes
        for path in sorted(SOURCE.rglob(f"*{suffix}"))
    }
