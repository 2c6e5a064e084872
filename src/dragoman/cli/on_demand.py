"""Groups of commands that are built one by one, each when it is asked for.

Typer builds every command of a program before it looks at the first argument, and each costs as
much as a turn of the judge. Here the names stand in a table, and what has one of them is imported
and built when it is called, completed or listed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from importlib import import_module
from typing import Any

import typer
import typer.core
import typer.main
import typer.models

from dragoman.cli.plain_values import read_plainly
from dragoman.values import FrozenMap

Maker = Callable[[], Any]
"""What makes a command, or a group of them."""


class OnDemand(MutableMapping[str, Any]):
    """Commands by name, in the sequence of the help; each is made when it is first looked up."""

    def __init__(self, makers: Mapping[str, Maker]) -> None:
        self._makers = dict(makers)
        self._made: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._made:
            self._made[name] = self._makers[name]()
        return self._made[name]

    def __contains__(self, name: object) -> bool:
        return name in self._makers

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)

    def __setitem__(self, name: str, command: Any) -> None:
        self._makers[name] = lambda: command
        self._made[name] = command

    def __delitem__(self, name: str) -> None:
        del self._makers[name]
        self._made.pop(name, None)


def on_demand(
    own: typer.Typer,
    parts: Mapping[str, Sequence[str]] = FrozenMap(),
    groups: Mapping[str, str] = FrozenMap(),
    offered: Callable[[str], typer.Typer] | None = None,
    sequence: Sequence[str] = (),
) -> type[typer.core.TyperGroup]:
    """What an application takes as its ``cls``, to have these commands in this sequence.

    ``own`` are at hand. ``parts`` are those in the ``app`` of other modules, from the name of the
    module to those of its commands; ``groups`` are names of groups, each with the module whose
    ``app`` it is. A name in the ``sequence`` that none of them has is ``offered`` by an application
    of its own.
    """

    class Group(_Group):
        def __init__(self, **settings: Any) -> None:
            super().__init__(**settings)
            found = (
                _own(own)
                | {name: _part(module, name) for module, names in parts.items() for name in names}
                | {name: _group(name, module) for name, module in groups.items()}
            )
            if offered is not None:
                found = {one: found.get(one) or _offered(offered, one) for one in sequence}
            self.commands = OnDemand(found)

    return Group


class _Command(typer.core.TyperCommand):
    def get_params(self, ctx: Any) -> list[Any]:
        return read_plainly(super().get_params(ctx))


class _Group(typer.core.TyperGroup):
    def get_params(self, ctx: Any) -> list[Any]:
        return read_plainly(super().get_params(ctx))

    def list_commands(self, ctx: Any) -> list[str]:
        return [*self.commands]


def _own(app: typer.Typer) -> dict[str, Maker]:
    """What builds each command of an application."""
    return {_name(info): lambda info=info: _command(info) for info in app.registered_commands}


def _part(module: str, name: str) -> Maker:
    def make() -> Any:
        return _own(import_module(module).app)[name]()

    return make


def _offered(offered: Callable[[str], typer.Typer], name: str) -> Maker:
    def make() -> Any:
        return _own(offered(name))[name]()

    return make


def _group(name: str, module: str) -> Maker:
    def make() -> typer.core.TyperGroup:
        group = typer.main.get_group(import_module(module).app)
        group.name = name
        return group

    return make


def _name(info: typer.models.CommandInfo) -> str:
    return info.name or typer.main.get_command_name(getattr(info.callback, "__name__", ""))


def _command(info: typer.models.CommandInfo) -> Any:
    info.cls = _Command
    return typer.main.get_command_from_info(
        info, pretty_exceptions_short=True, rich_markup_mode="markdown"
    )
