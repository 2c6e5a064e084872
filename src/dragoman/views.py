"""The base of answers for programs: typed dictionaries that say what they hold.

A view is declared beside the function that makes it. It is a plain dictionary, ready to be written
as JSON; of its declaration the OpenAPI document is made (see ``web``).
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from typing import Annotated, Any, Final, Literal, NotRequired, TypeAlias

from typing_extensions import TypedDict

StageName: TypeAlias = Literal["forming", "running", "paused", "over"]


class Told:
    """Something that a schema says of a field besides its type."""

    def __init__(self, **said: str) -> None:
        self._said = said

    def __get_pydantic_json_schema__(self, core: Any, handler: Any) -> dict[str, Any]:
        return {**handler(core), **self._said}


Moment: TypeAlias = Annotated[str, Told(format="date-time")]
"""A moment in ISO's form, with its zone."""


def describe_fields(schema: dict[str, Any], kind: type) -> None:
    """Put into a schema what the docstrings of a class, and of those that it inherits from, say of
    its fields. As pydantic's ``json_schema_extra`` it reads their sources when a schema is asked
    for; its ``use_attribute_docstrings`` would read them for each route that answers with the
    class, before the first answer."""
    for name, meaning in _meanings(kind.__module__).get(kind.__name__, {}).items():
        schema["properties"][name].setdefault("description", meaning)
    # Nothing else knows of what a typed dictionary was made.
    for base in getattr(kind, "__orig_bases__", kind.__bases__):
        if base.__module__.startswith(f"{__package__}."):
            describe_fields(schema, base)


@cache
def _meanings(module: str) -> Mapping[str, Mapping[str, str]]:
    """By class, what the docstrings of a module's classes say of their fields."""
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    return {one.name: _of_class(one) for one in tree.body if isinstance(one, ast.ClassDef)}


def _of_class(found: ast.ClassDef) -> Mapping[str, str]:
    meanings: dict[str, str] = {}
    for field, below in pairwise(found.body):
        match field, below:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(meaning))),
            ):
                meanings[name] = inspect.cleandoc(meaning)
            case _:
                pass
    return meanings


CLOSED: Final = {"extra": "forbid", "json_schema_extra": describe_fields}
OPEN: Final = {"extra": "allow", "json_schema_extra": describe_fields}
"""What pydantic makes of a view: one that holds its keys alone, and one that may hold others."""


class View(TypedDict):
    """A dictionary with these keys and no others; what is ``NotRequired`` may not be there."""

    __pydantic_config__ = CLOSED  # pyright: ignore[reportGeneralTypeIssues]


class DiagnosticShape(View):
    """Something that is wrong, or worth a warning."""

    code: str
    """Stable, and made for programs."""
    what: str
    remedy: NotRequired[str]
    source: NotRequired[str]
    """Which field, file or parameter."""
    line: NotRequired[int]
    column: NotRequired[int]
    candidates: NotRequired[list[str]]
    severity: Literal["error", "warning"]
