"""The page on the judge says what the judge does."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from dragoman import Game
from dragoman.diagnostics import Diagnostic
from dragoman.judge.log.conditional_orders import (
    ConditionContext,
    condition_faults,
    orders_chosen,
    read_condition,
)
from dragoman.judge.service import Judge
from tests.docs.judge_tables import accounts_table, commands_table, settings_table

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "judge.md").read_text("utf-8")


def test_its_tables_are_those_of_the_code() -> None:
    assert settings_table() in PAGE
    assert commands_table() in PAGE
    assert accounts_table() in PAGE


def test_its_conditions_can_be_read() -> None:
    variants = {name: Game(name).variant for name in ("standard", "machiavelli")}
    rows = re.findall(r"^\| (`.*?) \| .*\|$", PAGE.partition("| condition |")[2], re.M)
    conditions = [one for row in rows[:8] for one in re.findall("`([^`]+)`", row)]
    assert len(conditions) >= 10
    for text in conditions:
        variant = variants["machiavelli" if "Venice" in text else "standard"]
        assert not isinstance(read_condition(text, variant), Diagnostic), text


def test_its_example_is_judged() -> None:
    (example,) = re.findall(r"```text\n(IF .*?)```", PAGE, re.S)
    game = Game("standard")
    assert not condition_faults(example, game.variant)
    game.order("France", "A par-bur, A mar S A par-bur")
    game.order("Germany", "A mun-bur")
    game.process()
    known = ConditionContext(game.variant, game.position, game.history, "GERMANY")
    assert orders_chosen(example, known).strip() == "A mun-ruh"


def test_its_python_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for code, output in re.findall(r"```python\n(.*?)```\n\n```text\n(.*?)```", PAGE, re.S):
        names: dict[str, Any] = {}
        exec(code, names)
        for one in names.values():
            if isinstance(one, Judge):
                one.close()
        assert capsys.readouterr().out == output
