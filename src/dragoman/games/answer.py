"""What came of something that was asked for: as text for people and as data for programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from dragoman.diagnostics import Diagnostic


@dataclass(frozen=True)
class Answer:
    """The same facts twice: ``text`` for people, ``data`` for programs. And what was wrong."""

    text: str = ""
    data: Mapping[str, Any] = field(default_factory=dict[str, Any])
    diagnostics: tuple[Diagnostic, ...] = ()
