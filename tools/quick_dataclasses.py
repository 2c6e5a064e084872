"""Tells the reference that our dataclasses are dataclasses.

mkdocs.yml names this as an extension of Griffe, which reads the signatures of classes off their
source.
"""

from __future__ import annotations

from typing import Any

import griffe

_OURS, _USUAL = "dragoman.quick_dataclass.dataclass", "dataclasses.dataclass"


class QuickDataclasses(griffe.Extension):
    """Takes ``dragoman.quick_dataclass.dataclass`` for that of the standard library."""

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        waiting = [pkg]
        while waiting:
            module = waiting.pop()
            found = module.members.get("dataclass")
            if isinstance(found, griffe.Alias) and found.target_path == _OURS:
                found.target_path = _USUAL
            waiting += [m for m in module.members.values() if isinstance(m, griffe.Module)]
