"""Write machiavelli-rules.md: what the rules of Machiavelli say, each statement with the cases
and tests that show it.

Cases name the statements that they show under ``covers`` or by their own id; tests by the marker
``pytest.mark.rule``. A statement without either, and a name that is no statement, are faults, which
a test looks for.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "reference" / "machiavelli-rules.md"
TESTS = ROOT / "tests"
RULES = TESTS / "data" / "machiavelli_rules.toml"
CASES = TESTS / "machiavelli" / "cases"
_EXAMPLE = re.compile(r"M\d\d")

HEAD = """\
# Machiavelli: the rules and their tests

What the rules of Machiavelli say, in our own words, for both editions: that of Battleline and
Avalon Hill up to 1983, and that of 1995. Each statement has an id, and the cases and tests that
show it: cases are data under `tests/machiavelli/cases/` (a position, orders, dice and their
outcome), named by file and id; tests are named as they are. Questions to which rule sets give
different answers are among the [rulings](machiavelli-rulings.md).

This page is written by `python tools/machiavelli_rules_page.py`; a test compares the two, and no
statement may be without a test.
"""


def sections() -> list[tuple[str, dict[str, str], dict[str, str]]]:
    """The sections: each with its title, its statements by their ids, and why those that are not
    played are not."""
    found = tomllib.loads(RULES.read_text("utf-8"))["section"]
    return [
        (
            section["title"],
            {key: _statement(rule) for key, rule in section["rules"].items()},
            {
                key: rule["left"]
                for key, rule in section["rules"].items()
                if not isinstance(rule, str)
            },
        )
        for section in found
    ]


def _statement(rule: str | Mapping[str, str]) -> str:
    return rule if isinstance(rule, str) else rule["rule"]


def shown_by() -> dict[str, list[str]]:
    """For each id that a case or a test names, which those are."""
    known = {key for _, statements, _ in sections() for key in statements}
    found: dict[str, list[str]] = {}
    for path in sorted(CASES.glob("*.toml")):
        for case in tomllib.loads(path.read_text("utf-8"))["case"]:
            own = {case["id"]} & known | set(_EXAMPLE.findall(case["id"])) & known
            for key in dict.fromkeys((*sorted(own), *case.get("covers", ()))):
                found.setdefault(key, []).append(f"{path.stem} {case['id']}")
    for path in sorted(TESTS.rglob("test_*.py")):
        text = path.read_text("utf-8")
        if "rule(" not in text:
            continue
        for function, keys in _marked(ast.parse(text)):
            for key in keys:
                found.setdefault(key, []).append(function)
    return found


def _marked(tree: ast.Module) -> Iterator[tuple[str, list[str]]]:
    for node in tree.body:
        if not isinstance(node, ast.FunctionDef):
            continue
        for mark in node.decorator_list:
            if isinstance(mark, ast.Call) and ast.unparse(mark.func) in _MARKERS:
                yield node.name, [ast.literal_eval(argument) for argument in mark.args]


_MARKERS = ("rule", "pytest.mark.rule")
_MOST = 6
"""How many cases and tests the page names for a statement."""


def written() -> str:
    """The page."""
    tests = shown_by()
    lines = [HEAD]
    left: list[str] = []
    for title, statements, reasons in sections():
        lines += [f"## {title}", "", "| id | what it says | shown by |", "|---|---|---|"]
        for key, statement in statements.items():
            if key in reasons:
                left.append(f"| {key} | {statement} | {reasons[key]} |")
                continue
            lines.append(f"| {key} | {statement} | {_named(tests.get(key, []))} |")
        lines.append("")
    lines += ["## Not played", "", "| id | what it says | why not |", "|---|---|---|", *left]
    return "\n".join(lines) + "\n"


def _named(tests: list[str]) -> str:
    named = list(dict.fromkeys(tests))
    more = f" and {len(named) - _MOST} more" if len(named) > _MOST else ""
    return ", ".join(f"`{name}`" for name in named[:_MOST]) + more


if __name__ == "__main__":
    PAGE.write_text(written(), "utf-8")
