"""The checklist of NZ1999 names what there is: parts of the program, and tests."""

import re
from pathlib import Path

import pytest

from dragoman.tournament.commands import NAMES
from tests.source import source_files

ROOT = Path(__file__).parents[2]
TESTS = "\n".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
FILES = {path.stem for path in (ROOT / "tests").rglob("test_*.py")}
PART = {
    name.removeprefix("tournament/"): text
    for name, text in source_files(".py").items()
    if name.startswith("tournament/")
}
ROWS = [
    [cell.strip() for cell in line.split("|")[1:-1]]
    for line in (ROOT / "docs" / "reference" / "tournament-checklist.md")
    .read_text("utf-8")
    .splitlines()
    if re.match(r"\| [\dD]", line)
]


def is_there(name: str) -> bool:
    """True of a module, package or command of this name; of two names, where the first is one of
    these, or a class, and has the second."""
    first, _, last = name.partition(".")
    if not last:
        return first in NAMES or any(first in re.split(r"[/.]", file) for file in PART)
    texts = [
        text
        for file, text in PART.items()
        if first in file.removesuffix(".py").split("/") or f"class {first}" in text
    ]
    return (
        any(re.search(rf"(?:def|class) {last}\b|^ *{last}\b *[:=]", text, re.M) for text in texts)
        or f"{first}/{last}.py" in PART
    )


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_a_row_names_what_there_is(row: list[str]) -> None:
    *_, where, tests = row
    named = re.findall(r"(?<!rule set )`([A-Za-z_]+(?:\.[a-z_]+)?)`", where)
    assert [name for name in named if not is_there(name)] == []
    known = re.findall(r"`(test_\w+)`", tests)
    assert [n for n in known if n not in FILES and f"def {n}(" not in TESTS] == []
