"""A form that reports are published in, and the forms that the modules of a package declare."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from pkgutil import iter_modules
from typing import Literal

from dragoman.quick_dataclass import dataclass
from dragoman.values import NamedMap


@dataclass(frozen=True, slots=True)
class Form:
    """A form that reports are published in. ``name`` is what it is asked for by, ``title`` what
    people are shown, and ``make`` writes it: of one phase, or of several that are reported
    together, one ``TurnFacts`` for each.

    ``media_type`` and ``suffix`` are those of its files. ``picture`` says which map of the first
    phase it shows, if any. Forms are listed by ``rank``, then by name.
    """

    name: str
    title: str
    make: Callable[..., str]
    media_type: str = "text/plain"
    suffix: str = ".txt"
    picture: Literal["", "svg", "png"] = ""
    rank: int = 100

    @property
    def is_text(self) -> bool:
        """True if it is a text to look at, in whatever shows such texts."""
        return self.media_type.startswith("text/")

    def __call__(self, *turns: object) -> str:
        return self.make(*turns)


def forms_declared(package: str, path: Iterable[str]) -> NamedMap[Form]:
    """The forms that are declared by the modules of a package, by name."""
    found = sorted(_declared(package, path), key=lambda one: (one.rank, one.name))
    return NamedMap({form.name: form for form in found})


def _declared(package: str, path: Iterable[str]) -> Iterator[Form]:
    for module in iter_modules(path, f"{package}."):
        for value in vars(import_module(module.name)).values():
            if isinstance(value, Form):
                yield value
