"""The judge in a browser: what it is built of, and that in Node it judges as in Python."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from judge_wasm import OUT, built
from turns_for_browsers import (
    VARIANTS,
    Groups,
    answers,
    asked,
    random_turns,
    turns_of_cases,
)

from dragoman import load_variant
from dragoman.extras import is_installed
from dragoman.rules.batch.web_judge import web_judge

PACKAGE = Path(__file__).parents[2] / "dragoman-judge"
SCRIPT = OUT.with_name("judge.js")
TURNS = int(os.environ.get("DRAGOMAN_TEST_TURNS", "2500")) // 500
"""So many turns and the phases behind each, of every variant."""


def test_what_is_shipped_was_built_of_these_sources() -> None:
    """After a change of the rules, or of what translates them: ``make judge``."""
    assert web_judge().digest.encode() in OUT.read_bytes()


def test_the_script_that_is_shipped_was_built_of_what_is_here() -> None:
    """After a change there: ``make judge``."""
    found = hashlib.sha256()
    for file in sorted((PACKAGE / "src").iterdir(), key=lambda one: one.name):
        found.update(f"{file.name}\n".encode() + file.read_bytes())
    assert found.hexdigest().encode() in SCRIPT.read_bytes()[:200]


@pytest.mark.slow
@pytest.mark.skipif(not is_installed("ziglang"), reason="ziglang is not here")
def test_the_same_sources_come_to_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ZIG_LOCAL_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv("ZIG_GLOBAL_CACHE_DIR", str(tmp_path))
    assert built() == OUT.read_bytes(), "make judge"


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("node"), reason="Node is not here")
def test_node_judges_as_python_does(tmp_path: Path) -> None:
    """All rule cases, and turns at random on boards of all sorts: with more than 64 units, with
    gateways and railways, with high seas, with ice."""
    groups: Groups = turns_of_cases()
    for name in VARIANTS:
        variant = load_variant(name)
        groups[variant, variant.rule_set] = list(random_turns(variant, variant.rule_set, TURNS, 7))
    turns, found = tmp_path / "turns.json", tmp_path / "answers.json"
    turns.write_text(json.dumps([asked(*of, some) for of, some in groups.items()]), "utf-8")
    judge = PACKAGE / "tests" / "judge-turns.mjs"
    subprocess.run(["node", judge, SCRIPT, OUT, turns, found], check=True)
    judged = json.loads(found.read_bytes())
    for (of, some), ours in zip(groups.items(), judged, strict=True):
        for turn, expected, answer in zip(some, answers(*of, some), ours, strict=True):
            assert answer == expected, (of[0].name, turn)


@pytest.mark.skipif(not shutil.which("node"), reason="Node is not here")
def test_tables_for_another_judge_are_refused(tmp_path: Path) -> None:
    variant = load_variant("pure")
    given = asked(variant, variant.rule_set, ())
    given["tables"]["digest"] = "of yesterday"
    turns = tmp_path / "turns.json"
    turns.write_text(json.dumps([given]), "utf-8")
    judge = PACKAGE / "tests" / "judge-turns.mjs"
    done = subprocess.run(
        ["node", judge, SCRIPT, OUT, turns, tmp_path / "answers.json"],
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode
    assert "for another version of the judge: export them again" in done.stderr
