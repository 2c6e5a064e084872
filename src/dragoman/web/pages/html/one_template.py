"""A template as one, with those that it extends, includes and imports put into it.

Jinja calls a function for each block, and makes a context of each template that is included or
imported: for the page of a game that was a third of the time it took to fill it, and every name was
looked up again in each of them. All this is known when a template is read. What is chosen only when
a page is filled, such as ``{% include panel %}``, stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from dragoman.extras import extra

with extra("judge"):
    from jinja2 import TemplateAssertionError, nodes
    from jinja2.visitor import NodeTransformer

Read: TypeAlias = Callable[[str], nodes.Template]
"""Reads a template by its name, as it stands in its file."""
_OF_BLOCKS: Final = frozenset(("self", "super"))


def as_one(template: nodes.Template, read: Read) -> nodes.Template:
    """A template with what it extends, includes and imports in it.

    Raises:
        TemplateAssertionError: if a block calls another (``self.send()``), or the one that it
            stands for (``super()``).
    """
    _Parts(read).visit(template)
    chain = [template]
    while (parent := _parent(chain[-1])) is not None:
        chain.append(_Parts(read).visit(read(parent)))
    for one in (name for each in chain for name in each.find_all(nodes.Name)):
        if one.name in _OF_BLOCKS:
            raise TemplateAssertionError("blocks of one template call no others", one.lineno)
    blocks: dict[str, nodes.Block] = {}
    for each in chain:
        for block in each.find_all(nodes.Block):
            blocks.setdefault(block.name, block)
    # What stands beside the blocks of a template that extends another is carried out before that.
    before = [one for each in chain[:-1] for one in each.body if not isinstance(one, _PUT_OUT)]
    whole = chain[-1]
    whole.body = [*before, *whole.body]
    filled: nodes.Template = _Blocks(blocks).visit(whole)
    return filled


_PUT_OUT: Final = (nodes.Output, nodes.Block, nodes.Extends)


def _parent(template: nodes.Template) -> str | None:
    """The template that one extends; None where there is none, or it is chosen later."""
    for one in template.find_all(nodes.Extends):
        if isinstance(one.template, nodes.Const):
            return one.template.value
    return None


class _Blocks(NodeTransformer):
    """Puts blocks where they belong, those of the template that extends most."""

    def __init__(self, blocks: Mapping[str, nodes.Block]) -> None:
        self._blocks = blocks

    def visit_Block(self, node: nodes.Block) -> nodes.Node:
        chosen = self._blocks[node.name]
        self.generic_visit(chosen)
        return nodes.Scope(chosen.body, lineno=node.lineno)


class _Parts(NodeTransformer):
    """Puts templates in where they are included, and macros where they are imported."""

    def __init__(self, read: Read) -> None:
        self._read = read

    def visit_Include(self, node: nodes.Include) -> nodes.Node:
        name = node.template
        if not (isinstance(name, nodes.Const) and isinstance(name.value, str)):
            return node
        if node.ignore_missing or not node.with_context:
            return node
        found = self.visit(self._read(name.value))
        return nodes.Scope(found.body, lineno=node.lineno)

    def visit_FromImport(self, node: nodes.FromImport) -> Any:
        if not (node.with_context and isinstance(node.template, nodes.Const)):
            return node
        if not all(isinstance(one, str) for one in node.names):
            return node
        found = self._read(node.template.value)
        macros = {one.name: one for one in found.body if isinstance(one, nodes.Macro)}
        return list(_needed([one for one in node.names if isinstance(one, str)], macros))


def _needed(names: list[str], macros: Mapping[str, nodes.Macro]) -> Iterator[nodes.Macro]:
    """Macros by name, with those that they call."""
    wanted = dict.fromkeys(names)
    for name in (found := [*wanted]):
        for one in macros[name].find_all(nodes.Name):
            if one.name in macros and one.name not in wanted:
                wanted[one.name] = None
                found.append(one.name)
    for name, macro in macros.items():
        if name in wanted:
            yield macro
