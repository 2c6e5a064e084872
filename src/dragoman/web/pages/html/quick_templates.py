"""Templates that are quick to fill: a page of a game looks up two thousand things, nearly all of
them by name in dictionaries, and calls three hundred functions of ours."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from types import CodeType, FunctionType, MethodType
from typing import Any, Final

from dragoman.extras import extra
from dragoman.values import FrozenMap
from dragoman.web.pages.html.live_parts import PARTS, live_only
from dragoman.web.pages.html.one_template import as_one

with extra("judge"):
    from jinja2 import BaseLoader, Environment, Template, nodes
    from jinja2.compiler import CodeGenerator, Frame
    from jinja2.runtime import Context
    from jinja2.visitor import NodeTransformer
    from markupsafe import Markup, escape

_has_special: Final = re.compile("[&<>\"']").search


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


def quick_escape(value: Any) -> str:
    """The text that is put out for a value: the value itself where nothing in it has to be escaped,
    as for nearly all of the seven hundred values of a page. Jinja makes an object of each."""
    kind = type(value)  # pyright: ignore[reportUnknownVariableType]  # a cast would be a call
    if kind is Markup or (kind is str and not _has_special(value)):
        return value
    return str(value) if kind is int else escape(value)


class QuickTemplate(Template):
    @classmethod
    def from_code(
        cls,
        environment: Environment,
        code: CodeType,
        globals: Any,
        uptodate: Callable[[], bool] | None = None,
    ) -> Template:
        made = super().from_code(environment, code, globals, uptodate)
        # The code of a template calls what has this name in its module.
        names: dict[str, Any] = made.root_render_func.__globals__
        names["escape"] = quick_escape
        return made


class QuickCode(CodeGenerator):
    """Has each block put out one text. Jinja hands every piece of it up through all blocks and
    templates that it stands in: fifteen hundred pieces of a page, six levels deep."""

    def writeline(self, x: str, node: nodes.Node | None = None, extra: int = 0) -> None:
        begin, pieces = x[: len(_PIECES)], x[len(_PIECES) :]
        super().writeline(f"yield concat({pieces})" if begin == _PIECES else x, node, extra)

    def visit_Include(self, node: nodes.Include, frame: Frame) -> None:
        if node.ignore_missing or not node.with_context:
            super().visit_Include(node, frame)
            return
        self.writeline("template = environment.get_or_select_template(", node)
        self.visit(node.template, frame)
        self.write(f", {self.name!r})")
        context = f"context.get_all(), True, {self.dump_local_context(frame)}"
        put_out = f"concat(template.root_render_func(template.new_context({context})))"
        self.simple_write(put_out, frame)


_PIECES: Final = "yield from "


class _Said(NodeTransformer):
    """Puts in what is said by ``_("Orders")``, without gaps, when a template is read, and what else
    comes to the same whenever it is asked: a page has more than a hundred of these, and to call for
    each whenever it is shown takes a tenth of its time."""

    def __init__(self, known: Mapping[str, Callable[[str], str]]) -> None:
        self._known = known

    def visit_Call(self, node: nodes.Call) -> nodes.Node:
        self.generic_visit(node)
        match node:
            case nodes.Call(
                node=nodes.Name(name=name), args=[nodes.Const(value=str() as text)], kwargs=[]
            ) if name in self._known:
                return nodes.Const(self._known[name](text), lineno=node.lineno)
            case _:
                return node


class QuickEnvironment(Environment):
    """Takes of a dictionary what it has under a name, and of anything else the attribute. Jinja
    asks for an attribute first, which a dictionary refuses. Functions that are ``known`` of one
    text, such as what that is in a language, are called once for each template. Templates that are
    filled ``as_one`` have all that they extend, include and import in them; that takes longer to
    read, so it is for pages that are asked for most."""

    context_class = QuickContext
    template_class = QuickTemplate
    code_generator_class = QuickCode
    known: Mapping[str, Callable[[str], str]] = FrozenMap()
    as_one: Collection[str] = ()

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        parsed, called = self._said(source, name, filename), name or ""
        if called.removeprefix(PARTS) in self.as_one:
            parsed = as_one(parsed, self._read)
        return live_only(parsed) if called.startswith(PARTS) else parsed

    def _said(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        parsed = super()._parse(source, name, filename)
        _Said(self.known).visit(parsed)
        return parsed

    def _read(self, name: str) -> nodes.Template:
        """A template as it stands in its file."""
        assert self.loader is not None
        source, filename, _ = self.loader.get_source(self, name)
        return self._said(source, name, filename)

    def getattr(self, obj: Any, attribute: str) -> Any:
        try:
            kind = type(obj)  # pyright: ignore[reportUnknownVariableType]
            return obj[attribute] if kind is dict else getattr(obj, attribute)
        except (KeyError, AttributeError):
            return super().getattr(obj, attribute)


class LoaderOfParts(BaseLoader):
    """Loads templates whole, and the live parts of each under a name of their own."""

    def __init__(self, whole: BaseLoader) -> None:
        self._whole = whole

    def get_source(
        self, environment: Environment, template: str
    ) -> tuple[str, str | None, Callable[[], bool] | None]:
        return self._whole.get_source(environment, template.removeprefix(PARTS))
