"""Which kind of game is played is asked of the kind, and of nothing else."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.source import source_trees

pytestmark = pytest.mark.xdist_group("source")

OF_KINDS = ("kinds/", "machiavelli/", "bots/prince/", "formats/njudge/", "game/kind.py")
"""Here Machiavelli is known, or how kinds are found."""
LEFT = {
    "formats/variants/toml_scenario.py": 1,  # a table of variant.toml has the name of the kind
    "game/thrown_dice.py": 1,  # rolls are dice of Machiavelli, as yet
}
"""Where else it is asked for, and how often. This may grow shorter, and never longer."""
MOST_LIMITS = 8
"""So often it may be asked whether programs that know Diplomacy alone can play something."""


def _is_for_types(node: ast.If) -> bool:
    return isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def _run(node: ast.AST) -> Iterator[ast.AST]:
    """What is run of a module: not what is imported for its types alone."""
    for child in ast.iter_child_nodes(node):
        if not (isinstance(child, ast.If) and _is_for_types(child)):
            yield child
            yield from _run(child)


def _asks(node: ast.AST) -> bool:
    match node:
        case ast.ImportFrom(module=str(module)):
            return module.startswith(("dragoman.machiavelli", "dragoman.kinds"))
        case ast.Attribute(value=ast.Name(id="toml" | "base" | "found"), attr="scenario"):
            return False  # of files that are read, not yet of a variant
        case ast.Attribute(attr="scenario" | "is_machiavelli", ctx=ast.Load()):
            return True
        case ast.Compare(left=left, comparators=others):
            return any(_is_a_kind(one) for one in (left, *others))
        case _:
            return False


def _is_a_kind(node: ast.AST) -> bool:
    match node:
        case ast.Name(id="DIPLOMACY_KIND" | "MACHIAVELLI_KIND") | ast.Constant(value="machiavelli"):
            return True
        case _:
            return False


def _is_limit(node: ast.AST) -> bool:
    match node:
        case ast.Attribute(
            value=ast.Call(func=ast.Attribute(value=ast.Name(id="PLAY"), attr="of")),
            attr="is_plain",
        ):
            return True
        case _:
            return False


def test_nothing_is_asked_of_a_game_but_by_its_kind() -> None:
    found = Counter(
        name
        for name, tree in source_trees().items()
        if not name.startswith(OF_KINDS)
        for node in _run(tree)
        if _asks(node)
    )
    assert dict(found) == LEFT


def test_few_things_are_for_diplomacy_alone() -> None:
    found = Counter(
        name for name, tree in source_trees().items() for node in ast.walk(tree) if _is_limit(node)
    )
    assert 0 < found.total() <= MOST_LIMITS, found
