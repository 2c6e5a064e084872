"""A language is files alone: no line of code names one but English."""

from __future__ import annotations

import re
from pathlib import Path

import dragoman
from dragoman.words import LANGUAGES

HERE = Path(dragoman.__file__).parent
BOARD = HERE.parents[1] / "board-element"
NO_LANGUAGES = {"mail/language/flags.py", "judge/time/rhythm.py"}
"""Where "de" is short for "delay", as nJudge has it, and "fr" is Friday."""


def test_no_code_names_a_language() -> None:
    named = re.compile("|".join(rf"[\"'`]{one}[\"'`]" for one in LANGUAGES[1:]))
    files = [path for path in HERE.rglob("*.py")]
    files += [path for kind in ("html", "js", "jinja") for path in HERE.rglob(f"*.{kind}")]
    files += [*(BOARD / "src").glob("*.ts"), BOARD / "build.mjs"]
    found = {
        path.relative_to(HERE.parents[1]).as_posix()
        for path in files
        if named.search(path.read_text("utf-8"))
    }
    assert found - {f"src/dragoman/{one}" for one in NO_LANGUAGES} == set()
