"""What a package offers, imported when it is first used.

A turn needs a tenth of the modules that the packages show, and each costs time to import.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module


def looked_up(package: str, modules: Mapping[str, Iterable[str]]) -> Callable[[str], object]:
    """A package's ``__getattr__``: names by the module below the package that defines them. Its
    ``dir()`` shows what it offers.

    No name may be that of a module of the package itself, as importing the module would put
    it in the place of what is meant.
    """
    where = {name: module for module, names in modules.items() for name in names}

    def find(name: str) -> object:
        if name not in where:
            raise NoAttribute(package, name, where)
        found: object = getattr(import_module(f"{package}.{where[name]}"), name)
        setattr(sys.modules[package], name, found)
        return found

    module = sys.modules[package]
    setattr(module, "__dir__", lambda: sorted(vars(module).get("__all__", where)))  # noqa: B010
    return find


class NoAttribute(AttributeError):
    """A package was asked for what it does not offer. What may be meant is found out when somebody
    reads it: Python itself asks packages for much, and wants no answer."""

    def __init__(self, package: str, name: str, known: Iterable[str]) -> None:
        super().__init__(package, name, tuple(known))

    def __str__(self) -> str:
        from difflib import get_close_matches  # only now: most names are spelt right

        package, asked, known = self.args
        word = asked.casefold()
        spelt = {one.casefold(): one for one in known}
        near = [one for one in spelt if word in one or one in word]
        near += [one for one in get_close_matches(word, spelt, 3) if one not in near]
        hint = f"; did you mean {', '.join(spelt[one] for one in near[:3])}?" if near else ""
        return f"module {package!r} has no attribute {asked!r}{hint}"
