"""Routes by the parts of their paths.

Routes are tried one after the other, and there are hundreds: to find one that stands last took as
long as many an answer. By what stands between the slashes a few are left that may be meant, and
these are tried as they ever were, in their order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from dragoman.extras import extra

with extra("judge"):
    from starlette.routing import BaseRoute, Match, Route
    from starlette.types import Receive, Scope, Send

_REST: Final = ":path}"
"""In a parameter that takes slashes as well."""


class RouteIndex(BaseRoute):
    """A route that stands for many: to be put before them, as what it does not find they answer
    themselves, such as requests by a method that none of them takes."""

    def __init__(self, routes: Sequence[BaseRoute]) -> None:
        self._root = _Part()
        for number, route in enumerate(routes):
            if isinstance(route, Route):
                self._root.add(route.path.split("/"), number, route)

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        if scope["type"] == "http":
            for _, route in sorted(self._root.found(scope["path"].split("/"), 0)):
                match, found = route.matches(scope)
                if match is Match.FULL:
                    return match, {**found, "route": route}
        return Match.NONE, {}

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        route: Route = scope["route"]
        await route.handle(scope, receive, send)


class _Part:
    """A place between two slashes of paths, and all that can come after it."""

    def __init__(self) -> None:
        self._named: dict[str, _Part] = {}
        self._other: _Part | None = None
        self._ending: list[tuple[int, Route]] = []
        self._going_on: list[tuple[int, Route]] = []

    def add(self, parts: list[str], number: int, route: Route) -> None:
        """Add a route with the parts of its path that are left, and its number among all."""
        if not parts:
            self._ending.append((number, route))
        elif _REST in parts[0]:
            self._going_on.append((number, route))
        elif "{" in parts[0]:
            self._other = self._other or _Part()
            self._other.add(parts[1:], number, route)
        else:
            self._named.setdefault(parts[0], _Part()).add(parts[1:], number, route)

    def found(self, parts: list[str], at: int) -> Iterator[tuple[int, Route]]:
        """The routes that a path may mean, from one of its parts on, with their numbers."""
        yield from self._going_on
        if at == len(parts):
            yield from self._ending
            return
        if (named := self._named.get(parts[at])) is not None:
            yield from named.found(parts, at + 1)
        if self._other is not None:
            yield from self._other.found(parts, at + 1)
