"""The rules of the house that neither ruff nor import-linter knows, held against the source."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter

import pytest

from tests.source import source_files, source_trees

pytestmark = pytest.mark.xdist_group("source")


def module_of(file: str) -> str:
    path = file.removesuffix(".py").removesuffix("__init__").rstrip("/")
    return ".".join(("dragoman", *path.split("/"))) if path else "dragoman"


def is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def imported_from(tree: ast.Module) -> Iterator[ast.ImportFrom]:
    """The imports of a module, also those for types alone; but not what a lazy package offers."""
    taken_apart = [one for one in tree.body if not (is_for_types(one) and is_offered(one))]
    for node in taken_apart:
        yield from (one for one in ast.walk(node) if isinstance(one, ast.ImportFrom))


def is_offered(block: ast.AST) -> bool:
    """True for the block in which a lazy package says what it offers: ``from a import b as b``."""
    names = [one for one in ast.walk(block) if isinstance(one, ast.alias)]
    return all(one.asname == one.name for one in names)


def offered(tree: ast.Module) -> dict[str, str]:
    """The modules of which a lazy package imports a name when somebody asks for it."""
    return {
        alias.name: str(node.module)
        for block in filter(is_for_types, tree.body)
        for node in ast.walk(block)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.asname == alias.name
    }


def imports() -> dict[str, set[str]]:
    """The modules of the package that each of its modules imports."""
    trees = {module_of(name): tree for name, tree in source_trees().items()}
    lazy = {module: offered(tree) for module, tree in trees.items()}

    def meant(package: str, name: str) -> str:
        module = f"{package}.{name}"
        return module if module in trees else lazy.get(package, {}).get(name, package)

    return {
        module: {
            meant(str(node.module), alias.name)
            for node in imported_from(tree)
            for alias in node.names
        }
        & trees.keys() - {module}
        for module, tree in trees.items()
    }


def test_no_modules_import_each_other_in_a_circle() -> None:
    try:
        TopologicalSorter(imports()).prepare()
    except CycleError as circle:
        pytest.fail(" is imported by ".join(circle.args[1]))


LONG = {
    "board/board.py": "one class, and what is asked of it",
    "game/game.py": "one class, and what is asked of it",
    "judge/commands/command.py": "a value for each command, one after another",
    "judge/log/conditional_orders.py": "a small language: how it is read and what it means",
    "judge/log/events.py": "a table of events",
    "judge/log/fold.py": "a function for each of those events",
    "judge/storage/tables.py": "a table of tables",
    "rules/batch/batch.py": "one class, and what is asked of it",
    "rules/judge/board_index.py": "the tables of a board, one after another",
    "tournament/log/events.py": "a table of events",
    "tournament/log/fold.py": "a function for each of those events",
}
"""Files of more than 500 lines, and why one reads them as one."""


def test_a_file_is_what_one_wants_to_read_at_a_time() -> None:
    lines = {name: text.count("\n") for name, text in source_files(".py").items()}
    assert {name: count for name, count in lines.items() if count > 700} == {}
    long = {name for name, count in lines.items() if count > 500}
    own_layers = ("refusal.py", "version.py")
    may_be_short = ("__init__.py", "__main__.py", *own_layers)
    short = {
        name
        for name, count in lines.items()
        if count < 40 and not name.endswith(may_be_short) and "/migrations/" not in name
    }
    assert (long, short) == (LONG.keys(), set())


FOREIGN = ("formats/dipwork/", "press/daide/", "press/dpp/")
"""Packages that use the words of a foreign format or protocol."""
EVENTS = ("judge/log/events.py", "judge/sandbox/events.py", "tournament/log/events.py")
"""Events are called in logs as their classes are, and each log has its own."""


SHARED = {
    "Event": "one is offered to users of the library, one to those of its client",
    "Form": "what reports, hooks and pages call so in the hobby's words",
    "LegalOrders": "one is a word of the API, one is offered to users of the library",
    "Loan": "one is a word of the API",
    "Names": "both are offered to users of the library",
    "Press": "both are offered to users of the library",
    "Room": "one holds people, one memory",
    "Standing": "one is a word of the API",
    "Turn": "one is a word of the API",
    "View": "one is offered to users of the library, one is what the API's words derive from",
    "WhatIf": "one is a word of the API, one is offered to users of the library",
}
"""Names that two classes have, and why. This may grow shorter, and never longer."""


def test_no_two_public_classes_share_a_name() -> None:
    where: defaultdict[str, list[str]] = defaultdict(list)
    for name, tree in source_trees().items():
        if not name.startswith((*FOREIGN, *EVENTS, "kinds/")):
            for node in ast.walk(tree):
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    where[node.name].append(name)
    shared = {name: files for name, files in where.items() if len(files) > 1}
    assert {name: files for name, files in shared.items() if name not in SHARED} == {}
    assert SHARED.keys() <= shared.keys()


RIDDLES = ("What ", "Whether ", "Who ", "How ")


def test_docstrings_begin_with_what_is_returned_or_done() -> None:
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    assert [
        f"{name}: {said.splitlines()[0]}"
        for name, tree in source_trees().items()
        for node in ast.walk(tree)
        if isinstance(node, documented)
        and (said := ast.get_docstring(node))
        and said.startswith(RIDDLES)
    ] == []


def parameters(function: ast.FunctionDef) -> int:
    """How many values a function takes beside the object that it is a method of."""
    given = function.args
    names = [one.arg for one in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
    return len(names) - (names[:1] in (["self"], ["cls"]))


def test_functions_of_the_rules_take_at_most_six_values() -> None:
    """What goes together is handed on together. The two that begin and judge a
    game of Machiavelli are called by users of the library, and stay as they are."""
    public = {"machiavelli/judge/begin.py begin", "machiavelli/judge/resolve.py resolve"}
    many = {
        f"{name} {node.name}"
        for name, tree in source_trees().items()
        if name.startswith(("rules/", "machiavelli/"))
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and parameters(node) > 6
    }
    assert many == public
