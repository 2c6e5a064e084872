"""The plan of the house is that of the source."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "dragoman"
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")


def rows(section: str) -> list[str]:
    """The names in the first column of the table in a section of the page."""
    text = PAGE.partition(f"\n## {section}\n")[2].partition("\n## ")[0]
    return re.findall(r"^\| `([^`]+)` \|", text, re.M)


def test_the_floors_are_those_of_import_linter() -> None:
    tool = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]
    contracts = tool["importlinter"]["contracts"]
    (floors,) = (c for c in contracts if c.get("containers") == ["dragoman"])
    assert rows("Floors") == floors["layers"]


def test_every_package_is_on_the_page() -> None:
    packages = {
        ".".join(path.parent.relative_to(SOURCE).parts) for path in SOURCE.rglob("__init__.py")
    } - {""}
    rooms = set(rows("Rooms"))
    assert packages - rooms - set(rows("Floors")) == set()
    assert {room for room in rooms if not SOURCE.joinpath(*room.split(".")).is_dir()} == set()


def test_every_decision_is_listed() -> None:
    folder = ROOT / "docs" / "decisions"
    records = {path.name for path in folder.glob("0*.md")}
    index = (folder / "index.md").read_text("utf-8")
    assert set(re.findall(r"\(([^)]+\.md)\)", index)) == records
    assert {f"decisions/{name}" for name in records} <= set(
        re.findall(r"\((decisions/[^)]+)\)", PAGE)
    )
