"""A release is cut: in a repository of the files that it changes, which are ours."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tools.cut_release import EDITED, cut, order
from tools.release_check import notes_of, versions

ROOT = Path(__file__).parents[2]


def git(*words: str, root: Path) -> str:
    who = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org")
    return subprocess.run(
        ["git", *who, *words], cwd=root, capture_output=True, text=True, check=True
    ).stdout.strip()


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for role in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{role}_NAME", "Ann")
        monkeypatch.setenv(f"GIT_{role}_EMAIL", "ann@example.org")
    git("init", "--quiet", root=tmp_path)
    for name in EDITED:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    git("add", ".", root=tmp_path)
    git("commit", "--quiet", "--message", "Begin", root=tmp_path)
    return tmp_path


def test_a_release_is_one_commit_and_its_tag(root: Path) -> None:
    before = (root / "CHANGELOG.md").read_text("utf-8")
    cut(root, "99.0.0", "2027-01-15")
    assert git("describe", root=root) == "v99.0.0" and not git("status", "--porcelain", root=root)
    after = (root / "CHANGELOG.md").read_text("utf-8")
    assert "## [Unreleased]\n\n## [99.0.0] - 2027-01-15\n" in after
    assert notes_of(after, "99.0.0") == notes_of(before, "99.0.0")
    assert set(versions(root).values()) == {"99.0.0"}
    assert "date-released: 2027-01-15\n" in (root / "CITATION.cff").read_text("utf-8")
    lock = json.loads((root / "dragoman-judge/package-lock.json").read_text("utf-8"))
    kept = json.loads((ROOT / "dragoman-judge/package-lock.json").read_text("utf-8"))
    assert lock["version"] == lock["packages"].pop("")["version"] == "99.0.0"
    kept["packages"].pop("")
    assert lock["packages"] == kept["packages"]


def test_what_cannot_be_cut_changes_nothing(root: Path) -> None:
    cut(root, "99.0.0rc1", "2027-01-15")
    package = json.loads((root / "dragoman-judge/package.json").read_text("utf-8"))
    assert package["version"] == "99.0.0-rc.1"
    where = git("rev-parse", "HEAD", root=root)
    for version, why in (
        ("99.0", "no version"),
        ("1.0.0", "99.0.0rc1 was cut already"),
        ("99.0.0", "nothing under Unreleased"),
    ):
        with pytest.raises(SystemExit, match=why):
            cut(root, version, "2027-01-16")
    (root / "CITATION.cff").write_text("changed\n", "utf-8")
    with pytest.raises(SystemExit, match=re.escape("M CITATION.cff")):
        cut(root, "99.0.1", "2027-01-16")
    assert git("rev-parse", "HEAD", root=root) == where
    assert git("tag", root=root) == "v99.0.0rc1"


def test_a_candidate_comes_before_its_release() -> None:
    cuts = ["1.0.0a1", "1.0.0b2", "1.0.0rc1", "1.0.0rc10", "1.0.0", "1.0.1", "1.10.0"]
    assert sorted(reversed(cuts), key=order) == cuts
