"""Groups of commands that are built one by one, each when it is asked for.

Typer builds every command of a program before it looks at the first argument, and each costs as
much as a turn of the judge. Here the names stand in a table, and what has one of them is imported
and built when it is called, completed or listed.

It also has every value checked by pydantic, which takes longer to load than most turns take to
judge. A text is a text, though, and the path of a file a path: only what may have to be refused,
or is of another kind, goes the long way, and gets its error there.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from enum import Enum
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar, cast, get_args, get_origin

import typer
import typer.core
import typer.main
import typer.models

from dragoman.values import FrozenMap

# Plain values

_Parameter = TypeVar("_Parameter")

_CHECKS = ("parser", "exists", "resolve_path", "writable", "clamp", "path_type")
"""Checks of a parameter beyond its kind."""


def read_plainly(parameters: list[_Parameter]) -> list[_Parameter]:
    """Have these parameters of a command read plain values themselves."""
    for parameter in parameters:
        found = cast(Any, parameter)
        # A Typer that casts values by itself has no such method, and needs none of this.
        usual = getattr(found, "get_runtime_param", None)
        if usual is not None and not isinstance(getattr(usual, "__self__", None), _Reader):
            found.get_runtime_param = _Reader(found, usual).itself
    return parameters


class _Reader:
    """Stands for what Typer has values of one parameter checked by."""

    def __init__(self, parameter: Any, usual: Any) -> None:
        self._parameter = parameter
        self._usual = usual

    def itself(self) -> _Reader:
        return self

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        several = self._parameter.multiple or self._parameter.nargs == -1
        if value is None:
            return () if several else None
        described = self._parameter.type_descriptor
        kind, info = described.annotation, described.parameter_info
        if _is_path_of_nothing(value, kind):
            raise typer.BadParameter("it is empty; name a file or folder", ctx=ctx, param=param)
        if not any(getattr(info, check, None) for check in _CHECKS):
            found = _each(value, kind) if several else _plain(value, kind, info)
            if found is not None:
                return found
        return self._usual().coerce(value, param=param, ctx=ctx)


def _is_path_of_nothing(value: object, kind: object) -> bool:
    """True if an empty text stands where a path is wanted: taken for one, it would be that of the
    folder where somebody happens to be."""
    if Path not in (kind, *get_args(kind)):
        return False
    return value == "" or (isinstance(value, list | tuple) and "" in value)


def _each(values: Any, kind: Any) -> list[str] | list[Path] | None:
    if get_origin(kind) is not list or not isinstance(values, Sequence):
        return None
    (of,) = get_args(kind)
    if of not in (str, Path):
        return None
    found = [_plain(value, of, None) for value in cast(Sequence[object], values)]
    return None if None in found else cast("list[str] | list[Path]", found)


def _plain(value: object, kind: object, info: Any) -> object:
    """The value as its kind has it; None where somebody else has to look at it."""
    if isinstance(value, str) and not _is_sound(value):
        return None
    if kind is str:
        return value if type(value) is str else None
    if kind is Path:
        return _path(value) if isinstance(value, str | Path) else None
    if isinstance(kind, type) and issubclass(kind, Enum):
        if type(value) is kind or not info.case_sensitive:
            return value if type(value) is kind else None
        return next((one for one in kind if one.value == value), None)
    if kind in (int, float) and type(value) is kind:
        number = cast(float, value)
        least, most = info.min, info.max
        inside = (least is None or least <= number) and (most is None or number <= most)
        return number if inside else None
    return None


def _path(value: str | Path) -> Path | None:
    """The path, unless a file is there that cannot be read."""
    path = Path(value)
    return path if os.access(path, os.R_OK) or not os.path.lexists(path) else None


def _is_sound(text: str) -> bool:
    """True if a text is Unicode, without the zeros that no name of a file can have."""
    try:
        return "\0" not in text and bool(text.encode() or True)
    except UnicodeEncodeError:
        return False


# Groups

Maker = Callable[[], Any]
"""Makes a command, or a group of them."""


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
    others: Mapping[str, str] = FrozenMap(),
    reads: Callable[[Any], str] | None = None,
) -> type[typer.core.TyperGroup]:
    """A class for an application's ``cls``, with these commands in this sequence.

    ``own`` are at hand. ``parts`` are those in the ``app`` of other modules, from the name of the
    module to those of its commands; ``groups`` are names of groups, each with the module whose
    ``app`` it is. A name in the ``sequence`` that none of them has is ``offered`` by an application
    of its own. ``others`` are names by which a command is called, too, and not listed. With
    ``reads``, which says the language of a context's reader, all help is in that.
    """

    def put_in_words(command: Any, context: Any) -> None:
        language = "en" if reads is None else reads(context)
        # Typer keeps commands: one that was told in another language is put back.
        if language != getattr(command, "told_in", "en"):
            from dragoman.cli import help_in_words

            help_in_words.put_in_words(command, context, language)

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

        def get_command(self, ctx: Any, cmd_name: str) -> Any:
            found = super().get_command(ctx, others.get(cmd_name, cmd_name))
            if found is not None:
                put_in_words(found, ctx)
            return found

        def format_help(self, ctx: Any, formatter: Any) -> None:
            put_in_words(self, ctx)
            super().format_help(ctx, formatter)

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
    """The makers of an application's commands."""
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
