"""The base of event logs: events as plain data, and one function for each kind of them.

An event is a frozen dataclass; what happened is a list of them, and all else is a fold over it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, cast

from dragoman.values import FrozenMap

_Event = TypeVar("_Event")
_State = TypeVar("_State")
_Kind = TypeVar("_Kind")
_More = ParamSpec("_More")


class EventKinds(Generic[_Event]):
    """The kinds of event that a log may hold, each by its name, and events as the data of a file.

    A field that is declared as ``Data`` holds plain data and is handed on as it is.
    """

    def __init__(self, kinds: Iterable[type[_Event]]) -> None:
        self._kinds = {kind.__name__: kind for kind in kinds}
        self._defaults: dict[type[Any], list[tuple[str, Any]]] = {
            kind: [(one.name, one.default) for one in fields(cast(Any, kind))]
            for kind in self._kinds.values()
        }

    def data(self, event: _Event) -> dict[str, Any]:
        """The fields of an event, for JSON; those that hold their defaults are left out.

        Values are those of the event, not copies of them: an event holds no records and nothing
        that changes, only plain data.
        """
        defaults = self._defaults[type(event)]
        return {
            name: value for name, default in defaults if (value := getattr(event, name)) != default
        }

    def read(self, kind: str, data: Mapping[str, Any]) -> _Event:
        """The event that ``data`` took apart.

        Raises:
            ValueError: if there is no such kind, or it has other fields.
        """
        made: Any = self._kinds.get(kind)
        if made is None:
            raise ValueError(f"the log holds an event of the unknown kind {kind!r}")
        plain = {one.name for one in fields(made) if one.type == "Data"}
        given = {name: one if name in plain else frozen(one) for name, one in data.items()}
        try:
            return made(**given)
        except TypeError as error:
            raise ValueError(f"the log holds a malformed event {kind}: {error}") from None


class FoldRules(dict[type[Any], Callable[..., None]], Generic[_State]):
    """The effect of each kind of event on a state: one function for each, entered with ``on``."""

    def on(
        self, kind: type[_Kind]
    ) -> Callable[
        [Callable[Concatenate[_State, _Kind, _More], None]],
        Callable[Concatenate[_State, _Kind, _More], None],
    ]:
        """Enter a function as the one that carries out a kind of event."""

        def enter(
            rule: Callable[Concatenate[_State, _Kind, _More], None],
        ) -> Callable[Concatenate[_State, _Kind, _More], None]:
            self[kind] = rule
            return rule

        return enter


def frozen(value: Any) -> Any:
    """JSON's lists and objects as the tuples and mappings that they were."""
    if isinstance(value, list):
        return tuple(map(frozen, cast(list[Any], value)))
    if isinstance(value, Mapping):
        return FrozenMap({key: frozen(one) for key, one in cast(Mapping[str, Any], value).items()})
    return value
