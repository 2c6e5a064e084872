"""The README: its Python runs, its links lead somewhere. Its commands are in ``test_site``."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dragoman.formats import shipped_variants

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")


def blocks(kind: str) -> list[str]:
    return re.findall(rf"(?ms)^```{kind}\n(.*?)^```$", README)


def test_the_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {}
    for block in blocks("python"):
        exec(compile(block, "README.md", "exec"), names)
    assert "A Mun - Bur bounce\n" in capsys.readouterr().out


def test_the_first_page_of_the_docs_shows_what_its_python_prints(
    capsys: pytest.CaptureFixture[str],
) -> None:
    page = (ROOT / "docs" / "index.md").read_text("utf-8")
    (program,) = re.findall(r"(?ms)^```python\n(.*?)^```$", page)
    (shown,) = re.findall(r"(?ms)^```text\n(.*?)^```$", page)
    exec(compile(program, "docs/index.md", "exec"), {})
    assert capsys.readouterr().out == shown


def test_links_lead_somewhere_and_numbers_are_true() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", README)
    assert len(links) > 25
    assert [one for one in links if not (ROOT / one).exists()] == []
    assert f"**{len(shipped_variants())} variants**" in README
