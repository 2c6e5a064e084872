"""Kinds of game: what Diplomacy, Machiavelli and others have answers of their own to.

A floor declares what it asks of a kind of game, as a class whose methods answer as in Diplomacy,
and a ``Facet`` of it. A kind that answers otherwise has a subclass in a module of its package,
named as the facet is: ``dragoman.kinds.machiavelli.sheet`` has a class ``Sheet``. It is loaded when
it is first asked, so that a turn of Diplomacy loads nothing of other kinds, and nobody imports it.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Final, Generic, Protocol, TypeVar, cast

from dragoman.errors import UnknownKey

DIPLOMACY_KIND: Final = "diplomacy"
MACHIAVELLI_KIND: Final = "machiavelli"
ENTRY_POINTS: Final = "dragoman.kinds"
"""The group in which installed packages name kinds of their own."""

_Asked = TypeVar("_Asked")


class OfAKind(Protocol):
    """A variant, by the kind of game that it is of."""

    @property
    def kind(self) -> str: ...


class Facet(Generic[_Asked]):
    """One side of a kind of game. ``module`` is the module that answers in the package of a kind,
    ``usual`` what answers where there is none."""

    def __init__(self, module: str, usual: type[_Asked]) -> None:
        self.module, self.usual = module, usual
        self._found: dict[str, _Asked] = {}

    def of(self, variant: OfAKind) -> _Asked:
        """The answers of the kind that a variant is of."""
        return self.of_kind(variant.kind)

    def of_kind(self, kind: str) -> _Asked:
        """The answers of a kind of game.

        Raises:
            UnknownKey: if there is no such kind.
        """
        found = self._found.get(kind)
        if found is None:
            found = self._found[kind] = self._look_up(package_of(kind))
        return found

    def _look_up(self, package: str) -> _Asked:
        module = f"{package}.{self.module}"
        if not package or find_spec(module) is None:
            return self.usual()
        return cast(_Asked, getattr(import_module(module), self.module.title())())


@cache
def package_of(kind: str) -> str:
    """The package that answers for a kind of game; empty for Diplomacy, which is what all are
    unless they say otherwise.

    Raises:
        UnknownKey: if there is no such kind.
    """
    if kind == DIPLOMACY_KIND:
        return ""
    package = f"dragoman.kinds.{kind}"
    if kind.isidentifier() and find_spec(package) is not None:
        return package
    if kind in (installed := _installed()):
        return installed[kind]
    raise UnknownKey(kind, kinds())


def kinds() -> tuple[str, ...]:
    """The kinds of game that there are here."""
    own = (DIPLOMACY_KIND, MACHIAVELLI_KIND)
    return (*own, *sorted({*_installed()} - {*own}))


def _installed() -> dict[str, str]:
    """The packages that are installed and answer for kinds of game, by the names of these."""
    from importlib.metadata import entry_points  # only now: it takes a while, and few ask

    return {one.name: one.value for one in entry_points(group=ENTRY_POINTS)}
