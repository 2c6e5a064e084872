"""The README: its Python runs, its commands and options are there, its links lead somewhere."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
import typer.main
from typer.core import TyperGroup

from dragoman.cli.app import app
from dragoman.cli.help_pages import context_of
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


def test_every_command_and_option_is_there() -> None:
    group = typer.main.get_command(app)
    assert isinstance(group, TyperGroup)
    lines = [
        part.partition("#")[0].split(">")[0].strip()
        for block in blocks("console")
        for line in re.findall(r"(?m)^\$ (.*)$", block)
        for part in line.split(";")
    ]
    commands = [shlex.split(one)[1:] for one in lines if one.startswith("dragoman ")]
    assert len(commands) > 15
    for words in commands:
        found = group.make_context("dragoman", [], resilient_parsing=True)
        while words and hasattr(found.command, "commands"):
            found = context_of(found, [words.pop(0)])
        known = {name for one in found.command.get_params(found) for name in one.opts}
        assert {word for word in words if word.startswith("--")} <= known, words


def test_links_lead_somewhere_and_numbers_are_true() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", README)
    assert len(links) > 25
    assert [one for one in links if not (ROOT / one).exists()] == []
    assert f"**{len(shipped_variants())} variants**" in README
