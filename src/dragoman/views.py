"""The base of answers for programs: typed dictionaries that say what they hold.

A view is declared beside the function that makes it. It is a plain dictionary, ready to be written
as JSON; of its declaration the OpenAPI document is made (see ``web``).
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, NotRequired, TypeAlias

from typing_extensions import TypedDict

StageName: TypeAlias = Literal["forming", "running", "paused", "over"]


class Told:
    """Something that a schema says of a field besides its type."""

    def __init__(self, **said: str) -> None:
        self._said = said

    def __get_pydantic_json_schema__(self, core: Any, handler: Any) -> dict[str, Any]:
        return {**handler(core), **self._said}


def Described(meaning: str) -> Told:
    """The meaning of a field, where other views inherit it: elsewhere a docstring says it."""
    return Told(description=meaning)


Moment: TypeAlias = Annotated[str, Told(format="date-time")]
"""A moment in ISO's form, with its zone."""


CLOSED: Final = {"extra": "forbid", "use_attribute_docstrings": True}
OPEN: Final = {"extra": "allow", "use_attribute_docstrings": True}
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
