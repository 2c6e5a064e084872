"""Templates that are quick to fill: a page of a game looks up two thousand things, nearly all of
them by name in dictionaries, and calls three hundred functions of ours."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType, MethodType
from typing import Any, cast

from dragoman.extras import extra

with extra("judge"):
    from jinja2 import Environment
    from jinja2.runtime import Context


class QuickContext(Context):
    """Calls functions of ours as they are. Jinja asks of each first whether it wants the context
    or the environment; those that do are marked by an attribute."""

    def call(self, called: Callable[..., Any], *values: Any, **named: Any) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        kind = type(called)
        if kind is MethodType or (kind is FunctionType and not called.__dict__):
            if named:  # of loops and blocks Jinja tells each call
                named.pop("_block_vars", None)
                named.pop("_loop_vars", None)
            return called(*values, **named)
        return super().call(called, *values, **named)


class QuickEnvironment(Environment):
    """Takes what a dictionary has under a name. Jinja asks for an attribute first, which a
    dictionary refuses."""

    context_class = QuickContext

    def getattr(self, obj: Any, attribute: str) -> Any:
        if type(obj) is dict and attribute in (found := cast("dict[str, Any]", obj)):
            return found[attribute]
        return super().getattr(obj, attribute)
