"""Names that are bound when they are first used.

A turn needs a tenth of the modules that the packages show, and each costs time to import. A package
names what it offers once, as its own under ``TYPE_CHECKING``, and has the rest made of that::

    if TYPE_CHECKING:
        from dragoman.runner.runner import Runner as Runner

    __getattr__, __dir__, __all__ = exported(__name__)

A module imports only from layers below its own; but a game is begun by the name of a variant, and
shows itself as a picture. ``dragoman`` binds ``load_variant`` and ``draw`` to what does that.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from pathlib import Path


_IMPORT: Final = re.compile(r"^    from ([\w.]+) import (?:\(([^)]*)\)|(.*))", re.MULTILINE)
_OFFERED: Final = re.compile(r"\b(\w+) as \1\b")


def exported(package: str) -> tuple[Callable[[str], object], Callable[[], list[str]], list[str]]:
    """A package's ``__getattr__``, ``__dir__`` and ``__all__``, by the imports in its source that
    keep their names (``name as name``). What lies in the package is imported when it is asked for:
    ``dragoman.reports`` needs no import of its own.

    No name may be that of a module of the package itself, as importing the module would put
    it in the place of what is meant.
    """
    where = {
        name: module
        for module, several, one in _IMPORT.findall(_source_of(package))
        for name in _OFFERED.findall(several or one)
    }
    names = sorted(where)

    def find(name: str) -> object:
        if name not in where:
            if not name.startswith("_") and find_spec(f"{package}.{name}") is not None:
                return import_module(f"{package}.{name}")
            if name.startswith("_"):  # Python asks packages for much, and wants no answer
                raise AttributeError(f"module {package!r} has no attribute {name!r}")
            from dragoman.other_words import NoAttribute

            raise NoAttribute(package, name, names)
        found: object = getattr(import_module(where[name]), name)
        setattr(sys.modules[package], name, found)
        return found

    return find, lambda: sorted(sys.modules[package].__all__), names


def _source_of(package: str) -> str:
    spec = sys.modules[package].__spec__ or find_spec(package)
    source = getattr(spec and spec.loader, "get_source", None)
    return (source and source(package)) or ""


# Functions of upper layers that lower ones call

load_variant: Callable[[str | Path], Any]
"""The ``Variant`` of this name, or in this folder; raises ``ValueError`` where there is none."""

draw: Callable[[Any, Any, Any, Any, str], str]
"""An SVG picture of a ``Variant`` in a ``Position``, with a ``Resolution`` or None, else with
orders by power, in a language; raises ``ValueError`` where there is no map to draw on."""
