"""Bodies of requests, and the routes of commands, made from the dataclasses of the judge, so that a
new command or setting needs nothing here."""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from datetime import datetime
from functools import cache
from typing import (
    Annotated,
    Any,
    Final,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
)

from dragoman.declared import declared, made
from dragoman.extras import extra
from dragoman.judge.commands import command as c
from dragoman.judge.log.plain_data import plain_value
from dragoman.judge.log.settings import Settings
from dragoman.values import FrozenMap
from dragoman.views import describe_fields
from dragoman.web.problems import Problem

with extra("judge"):
    from fastapi.responses import JSONResponse
    from pydantic import (
        AfterValidator,
        AwareDatetime,
        BaseModel,
        ConfigDict,
        Field,
        StrictBool,
        StrictInt,
        create_model,
    )


MOST_TEXT: Final = 200_000
"""Letters of one text in a request; most commands take fewer, and say so themselves."""
MOST_ITEMS: Final = 1000
LARGEST_NUMBER: Final = 2**31 - 1


def _storable(text: str) -> str:
    # PostgreSQL stores every letter but this one.
    if "\0" in text:
        raise ValueError("a text cannot hold the letter NUL")
    return text


Text = Annotated[str, AfterValidator(_storable), Field(max_length=MOST_TEXT)]
Number = Annotated[StrictInt, Field(ge=0, le=LARGEST_NUMBER)]


class Body(BaseModel):
    """The body of a request. A field that there is not is an error, for a misspelt one would
    otherwise count as left out."""

    model_config = ConfigDict(extra="forbid", frozen=True, json_schema_extra=describe_fields)


class PositionBody(Body):
    """A position, as games show theirs."""

    phase: Text
    units: dict[Text, list[Text]] = Field(default_factory=dict[str, list[str]])
    centers: dict[Text, list[Text]] = Field(default_factory=dict[str, list[str]])
    dislodged: list[dict[Text, Text | list[Text] | None]] = Field(
        default_factory=list[dict[str, Any]]
    )
    contested: list[Text] = Field(default_factory=list[str])
    affairs: dict[Text, Any] | None = None
    """In Machiavelli what the position holds besides; as games show theirs."""
    cores: dict[Text, list[Text]] | None = None
    """The centres whose cores are each power's; left out where home centres are as at first."""
    half_cores: dict[Text, list[Text]] = Field(default_factory=dict[str, list[str]])


_SPECIAL: dict[tuple[type, str], Any] = {
    (c.ChangeSettings, "settings"): lambda: SettingsChange,
    (c.SetPosition, "position"): lambda: PositionBody,
}
"""Fields that a dataclass calls any plain data, and what they hold."""


def model_of(kind: type, *, partial: bool = False, name: str = "") -> type[Body]:
    """A model with the fields of a dataclass, with its documentation. With ``partial`` every
    field may be left out."""
    return _model(kind, partial, name or kind.__name__)


@cache
def _model(kind: type, partial: bool, name: str) -> type[Body]:
    found: dict[str, Any] = {}
    default: dict[str, Any]
    for one in declared(kind):
        special = _SPECIAL.get((kind, one.name))
        hint = special() if special else _typed(one.type)
        if partial:
            hint, default = hint | None, {"default": None}
        elif one.is_required:
            default = {}
        elif isinstance(one.default, Mapping):
            default = {"default_factory": dict[str, Any]}
        else:
            default = {"default": plain_value(one.default)}
        found[one.name] = (hint, Field(description=one.says.meaning or None, **default))
    doc = " ".join((kind.__doc__ or "").split())
    return create_model(name, __base__=Body, __doc__=doc, **found)


def _typed(hint: Any) -> Any:
    """The type of a field in a request, for the type of the dataclass's field."""
    origin, given = get_origin(hint), get_args(hint)
    if hint is str:
        return Text
    if hint is bool:
        return StrictBool
    if hint is int:
        return Number
    if hint is datetime:
        return AwareDatetime
    if is_dataclass(hint):
        return _model(cast(type, hint), False, cast(type, hint).__name__)
    if origin in (Union, types.UnionType):
        return Union[tuple(_typed(one) for one in given)]  # noqa: UP007  as many as there are
    if origin is tuple and len(given) == 2 and given[1] is Ellipsis:
        return Annotated[list[_typed(given[0])], Field(max_length=MOST_ITEMS)]
    if origin is tuple:
        return tuple[tuple(_typed(one) for one in given)]  # type: ignore[misc]
    if origin is not None and issubclass(origin, Mapping):
        return Annotated[dict[_typed(given[0]), _typed(given[1])], Field(max_length=MOST_ITEMS)]
    return hint


SettingsBody: Final = model_of(Settings, name="SettingsBody")
SettingsChange: Final = model_of(Settings, partial=True, name="SettingsChange")

COMMANDS: Final[Mapping[str, type[c.Command]]] = FrozenMap(
    {kind.__name__: kind for kind in get_args(c.Command) if kind not in (c.Tick, c.Halt)}
)
"""Every command that somebody can give, by its name."""


_Command = TypeVar("_Command")


def command_of(kind: type[_Command], body: BaseModel) -> _Command:
    """The command that a request means.

    Raises:
        Problem: if one of its fields is beyond its limits.
    """
    command, faults = made(kind, plain(body))
    if command is None:
        raise Problem(faults, 422)
    return command


def plain(body: BaseModel) -> dict[str, Any]:
    """The fields that were given, as plain data."""
    return body.model_dump(mode="json", exclude_unset=True)


@cache
def route_name(kind: str) -> str:
    """``SaveOrders`` as addresses have it: ``save-orders``."""
    return "".join(f"-{one.lower()}" if one.isupper() else one for one in kind).lstrip("-")


# Routes of commands


def endpoint(
    kind: type,
    carry_out: Callable[..., JSONResponse],
    parameters: Mapping[str, Any],
    name: str = "",
) -> Callable[..., JSONResponse]:
    """The endpoint of a command. ``carry_out`` is called with its kind, and by name with ``body``
    and with what else it takes: ``parameters`` are the types of that, or pairs of a type and what
    it is where it is left out. ``name`` is what its body is called, if not as its kind."""

    def answer(**given: Any) -> JSONResponse:
        return carry_out(kind, **given)

    wanted = {"body": model_of(kind, name=name), **parameters}
    answer.__name__ = route_name(name or kind.__name__).replace("-", "_")
    answer.__doc__ = inspect.cleandoc(kind.__doc__ or "")
    signature = inspect.Signature([_parameter(one, hint) for one, hint in wanted.items()])
    answer.__signature__ = signature  # type: ignore[attr-defined]
    return answer


def _parameter(name: str, hint: Any) -> inspect.Parameter:
    keyword = inspect.Parameter.KEYWORD_ONLY
    if isinstance(hint, tuple):
        return inspect.Parameter(name, keyword, annotation=hint[0], default=hint[1])
    return inspect.Parameter(name, keyword, annotation=hint)
