"""The answer to a request, as text for people and as data for programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from dragoman.diagnostics import Diagnostic
from dragoman.quick_dataclass import dataclass


@dataclass(frozen=True)
class Answer:
    """The same facts as ``text`` for people and ``data`` for programs, and everything that was
    wrong. ``content`` is for standard output as it is, in place of a text."""

    text: str = ""
    data: Mapping[str, Any] = field(default_factory=dict[str, Any])
    diagnostics: tuple[Diagnostic, ...] = ()
    content: bytes = b""
