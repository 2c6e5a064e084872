"""The page on the architecture says what the source says."""

import re
import sys
import tomllib
from functools import reduce
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "tools"))
SOURCE = ROOT / "src" / "dragoman"
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
BY_HAND = re.sub(r"<!-- tools/package_table\.py -->.*?<!-- until here -->", "", PAGE, flags=re.S)
NAMED = sorted({*re.findall(r"`((?!t\.)[a-z_]+(?:\.\w+)+)`", BY_HAND)})
"""Modules, and what stands in them, as the page writes them: without the package of all."""


def rows(section: str) -> list[str]:
    """The names in the first column of the table in a section of the page."""
    text = PAGE.partition(f"\n## {section}\n")[2].partition("\n## ")[0]
    return re.findall(r"^\| `([^`]+)` \|", text, re.M)


def found(name: str) -> object:
    """The module of this name, or what stands in one."""
    within = name.split(".")
    module = import_module(f"dragoman.{within.pop(0)}")
    while within:
        try:
            module = import_module(f"{module.__name__}.{within[0]}")
        except ModuleNotFoundError:
            break
        del within[0]
    return reduce(getattr, within, module)


def test_the_layers_are_those_of_import_linter() -> None:
    tool = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]
    contracts = tool["importlinter"]["contracts"]
    (layers,) = (c for c in contracts if c.get("containers") == ["dragoman"])
    assert rows("Layers") == layers["layers"]


def test_packages_are_described_as_they_describe_themselves() -> None:
    from package_table import written

    assert written() == PAGE, "run .venv/bin/python tools/package_table.py"


def test_every_decision_is_listed() -> None:
    folder = ROOT / "docs" / "explanation" / "decisions"
    records = {path.name for path in folder.glob("0*.md")}
    index = (folder / "index.md").read_text("utf-8")
    assert set(re.findall(r"\(([^)]+\.md)\)", index)) == records
    assert {f"explanation/decisions/{name}" for name in records} <= set(
        re.findall(r"\((explanation/decisions/[^)]+)\)", PAGE)
    )
    pages = (ROOT / "mkdocs.yml").read_text("utf-8")
    assert [
        name for name in sorted(records) if f"- explanation/decisions/{name}\n" not in pages
    ] == []


def test_what_the_page_names_is_there() -> None:
    def is_there(name: str) -> bool:
        try:
            return found(name) is not None
        except (ImportError, AttributeError):
            return False

    assert NAMED and [name for name in NAMED if not is_there(name)] == []


def test_classes_that_the_page_names_are_there() -> None:
    files = (*SOURCE.rglob("*.py"), *(ROOT / "board-element" / "src").glob("*.ts"))
    classes = {
        one for file in files for one in re.findall(r"\bclass (\w+)", file.read_text("utf-8"))
    }
    named = {*re.findall(r"`([A-Z][a-z]\w+)`", PAGE)}
    assert named and named - classes == set()


def test_files_that_the_page_names_are_there() -> None:
    files = re.findall(r"`([\w-]+(?:/[\w.-]+)+\.\w+)`", PAGE)
    pictures = [f"docs/{one}" for one in re.findall(r"\((images/[^)]+)\)", PAGE)]
    assert len(files) > 1 and len(pictures) == 3
    assert [one for one in (*files, *pictures) if not ROOT.joinpath(one).is_file()] == []
