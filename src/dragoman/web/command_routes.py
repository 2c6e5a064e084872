"""One route for each command, made from its dataclass, so that a new one needs nothing here."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from dragoman.extras import extra
from dragoman.web.bodies import model_of, route_name

with extra("judge"):
    from fastapi.responses import JSONResponse


def endpoint(
    kind: type,
    carry_out: Callable[..., JSONResponse],
    parameters: Mapping[str, Any],
    name: str = "",
) -> Callable[..., JSONResponse]:
    """What answers the route of a command. ``carry_out`` is called with its kind, and by name with
    ``body`` and with what else it takes: ``parameters`` are the types of that, or pairs of a type
    and what it is where it is left out. ``name`` is what its body is called, if not as its kind."""

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
