"""The page on the architecture says what the source says."""

import re
import tomllib
from functools import reduce
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "dragoman"
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
NAMED = sorted({*re.findall(r"`((?!t\.)[a-z_]+(?:\.\w+)+)`", PAGE)})
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


def test_every_package_is_on_the_page() -> None:
    packages = {
        ".".join(path.parent.relative_to(SOURCE).parts) for path in SOURCE.rglob("__init__.py")
    } - {""}
    listed = set(rows("Packages"))
    assert packages - listed - set(rows("Layers")) == set()
    assert {one for one in listed if not SOURCE.joinpath(*one.split(".")).is_dir()} == set()


def test_every_decision_is_listed() -> None:
    folder = ROOT / "docs" / "decisions"
    records = {path.name for path in folder.glob("0*.md")}
    index = (folder / "index.md").read_text("utf-8")
    assert set(re.findall(r"\(([^)]+\.md)\)", index)) == records
    assert {f"decisions/{name}" for name in records} <= set(
        re.findall(r"\((decisions/[^)]+)\)", PAGE)
    )
    pages = (ROOT / "mkdocs.yml").read_text("utf-8")
    assert [name for name in sorted(records) if f"- decisions/{name}\n" not in pages] == []


@pytest.mark.parametrize("name", NAMED)
def test_what_the_page_names_is_there(name: str) -> None:
    assert found(name) is not None


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
