"""The judge in a browser: what it is built of, and that in Node and in Chromium it judges as in
Python."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest
from judge_wasm import OUT, built
from turns_for_browsers import VARIANTS, Groups, answers, asked, random_turns, turns_of_cases

from dragoman import load_variant
from dragoman.extras import is_installed
from dragoman.rules.batch.web_judge import web_judge

ROOT = Path(__file__).parents[2]
JUDGING = ROOT / "dragoman-judge" / "tests"
SCRIPTS = (OUT.with_name("dip-judge.js"), OUT.with_name("dip-alone.js"))
TURNS = int(os.environ.get("DRAGOMAN_TEST_TURNS", "2500")) // 500
"""So many turns and the phases behind each, of every variant."""
IN_A_PAGE = """async ([script, judging, wasm, groups]) => {
  const imported = text => import(URL.createObjectURL(new Blob([text], {type: "text/javascript"})));
  const [judge, {judged}] = await Promise.all([imported(script), imported(judging)]);
  const bytes = Uint8Array.from(atob(wasm), one => one.charCodeAt(0));
  return judged(judge, await WebAssembly.compile(bytes), groups);
}"""


def test_what_is_shipped_was_built_of_these_sources() -> None:
    """After a change of the rules, or of what translates them: ``make judge``."""
    assert web_judge().digest.encode() in OUT.read_bytes()


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda one: one.name)
def test_the_scripts_that_are_shipped_were_built_of_what_is_here(script: Path) -> None:
    """After a change there: ``make judge``."""
    told = re.match(r"/\* Built from (.*): (\w+)\. ", script.read_text("utf-8"))
    assert told
    found = hashlib.sha256()
    for file in told[1].split():
        found.update(f"{file}\n".encode() + (ROOT / file).read_bytes())
    assert found.hexdigest() == told[2]


@pytest.mark.slow
@pytest.mark.skipif(not is_installed("ziglang"), reason="ziglang is not here")
def test_the_same_sources_come_to_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ZIG_LOCAL_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv("ZIG_GLOBAL_CACHE_DIR", str(tmp_path))
    assert built() == OUT.read_bytes(), "make judge"


def in_node(groups: list[Any], folder: Path) -> list[Any]:
    turns, found = folder / "turns.json", folder / "answers.json"
    turns.write_text(json.dumps(groups), "utf-8")
    command = ("node", JUDGING / "in-node.mjs", SCRIPTS[0], OUT, turns, found)
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr)
    return json.loads(found.read_bytes())


def in_chromium(groups: list[Any], folder: Path) -> list[Any]:
    from tests.web.chromium import launched

    texts = [one.read_text("utf-8") for one in (SCRIPTS[0], JUDGING / "turns.mjs")]
    wasm = b64encode(OUT.read_bytes()).decode()
    with launched() as browser:
        return browser.new_page().evaluate(IN_A_PAGE, [*texts, wasm, groups])


@pytest.mark.slow
def test_browsers_and_node_judge_as_python_does(tmp_path: Path) -> None:
    """All rule cases, and turns at random on boards of all sorts: with more than 64 units, with
    gateways and railways, with high seas, with ice, with home centres that change."""
    judges = [in_node] if shutil.which("node") else []
    if shutil.which("chromium") and is_installed("playwright"):
        judges.append(in_chromium)
    if not judges:
        pytest.skip("neither Node nor Chromium is here")
    groups: Groups = turns_of_cases()
    for name in VARIANTS:
        variant = load_variant(name)
        groups[variant, variant.rule_set] = list(random_turns(variant, variant.rule_set, TURNS, 7))
    given = [asked(*of, some) for of, some in groups.items()]
    expected = [list(answers(*of, some)) for of, some in groups.items()]
    for judge in judges:
        for of, theirs, ours in zip(groups, expected, judge(given, tmp_path), strict=True):
            for number, (one, other) in enumerate(zip(theirs, ours, strict=True)):
                assert other == one, (judge.__name__, of[0].name, groups[of][number])


@pytest.mark.skipif(not shutil.which("node"), reason="Node is not here")
def test_tables_for_another_judge_are_refused(tmp_path: Path) -> None:
    variant = load_variant("pure")
    given = asked(variant, variant.rule_set, ())
    given["tables"]["digest"] = "of yesterday"
    with pytest.raises(RuntimeError, match="for another version of the judge: export them again"):
        in_node([given], tmp_path)
