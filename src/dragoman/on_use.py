"""What a package offers, imported when it is first used.

A turn needs a tenth of the modules that the packages show, and each costs time to import.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module


def looked_up(package: str, modules: Mapping[str, Iterable[str]]) -> Callable[[str], object]:
    """A package's ``__getattr__``: names by the module below the package that defines them.

    No name may be that of a module of the package itself, as importing the module would put
    it in the place of what is meant.
    """
    where = {name: module for module, names in modules.items() for name in names}

    def find(name: str) -> object:
        if name not in where:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found: object = getattr(import_module(f"{package}.{where[name]}"), name)
        setattr(sys.modules[package], name, found)
        return found

    return find
