"""Pages of which nothing is left but their live parts.

A page that follows a game reads it anew when something has happened, and puts in place what stands
between the marks ``<!--live NAME-->`` and ``<!--/live-->`` of its templates: a twentieth of it. So
every template can be had as ``parts/NAME`` too, whose forms, lists and navigation are taken away
when it is read: they are neither filled in nor sent.
"""

from __future__ import annotations

import re
from typing import Final

from dragoman.extras import extra

with extra("judge"):
    from jinja2 import nodes

PARTS: Final = "parts/"
"""The names of such templates begin so."""
_MARK: Final = re.compile(r"<!--(/?)live.*?-->")


def live_only(template: nodes.Template) -> nodes.Template:
    """A template as it was parsed, without what it puts out outside of its live parts."""
    template.body = _Parts().of(template.body)
    return template


class _Parts:
    """Goes through a template from top to bottom. A part begins and ends in the same body."""

    def __init__(self) -> None:
        self._is_live = False

    def of(self, body: list[nodes.Node]) -> list[nodes.Node]:
        """Those of the nodes of a body that live parts need."""
        found: list[nodes.Node] = []
        for one in body:
            if isinstance(one, nodes.Output):
                if put_out := self._put_out(one):
                    found.append(nodes.Output(put_out, lineno=one.lineno))
            elif self._is_live:
                found.append(one)
            elif isinstance(one, nodes.CallBlock):
                found += self.of(one.body)  # without the macro that puts it somewhere
            elif self._is_needed(one):
                found.append(one)
        return found

    def _is_needed(self, one: nodes.Node) -> bool:
        """True if a node outside of live parts is needed for some; of what it holds all else is
        taken away."""
        match one:
            case nodes.Include() | nodes.Extends():
                one.template = _parts_of(one.template)
            case nodes.If():
                branches = [one, *one.elif_]
                for each in branches:
                    each.body = self.of(each.body)
                one.else_ = self.of(one.else_)
                return bool(one.else_ or any(each.body for each in branches))
            case nodes.For():
                one.body, one.else_ = self.of(one.body), self.of(one.else_)
                return bool(one.body or one.else_)
            case nodes.Block() | nodes.With():
                one.body = self.of(one.body)
            case nodes.Scope():
                one.body = self.of(one.body)
                return bool(one.body)
            case _:  # sets names, or makes macros
                pass
        return True

    def _put_out(self, output: nodes.Output) -> list[nodes.Expr]:
        """Those pieces of an output that stand in live parts, and their marks."""
        found: list[nodes.Expr] = []
        for one in output.nodes:
            if isinstance(one, nodes.TemplateData):
                if text := self._kept(one.data):
                    found.append(nodes.TemplateData(text, lineno=one.lineno))
            elif self._is_live:
                found.append(one)
        return found

    def _kept(self, text: str) -> str:
        kept, at = "", 0
        for mark in _MARK.finditer(text):
            kept += (text[at : mark.start()] if self._is_live else "") + mark[0]
            self._is_live, at = not mark[1], mark.end()
        return kept + (text[at:] if self._is_live else "")


def _parts_of(name: nodes.Expr) -> nodes.Expr:
    if isinstance(name, nodes.Const):
        return nodes.Const(PARTS + name.value, lineno=name.lineno)
    return nodes.Concat([nodes.Const(PARTS), name], lineno=name.lineno)
