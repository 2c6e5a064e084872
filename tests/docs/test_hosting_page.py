"""The page on hosting has all settings and figures, and the files that it speaks of are right."""

from __future__ import annotations

import re
import shutil
import subprocess
from ipaddress import ip_address, ip_network
from pathlib import Path

import pytest
import yaml

from dragoman.judge.running.configuration import MEANINGS, PREFIX, Configuration
from dragoman.judge.running.metrics import DatabaseCounts, Metrics

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "how-to" / "hosts" / "hosting.md").read_text("utf-8")
FILES = ROOT / "src" / "dragoman" / "judge" / "setup" / "files"
UNITS = sorted(FILES.glob("dragoman-judge*"))
EXPOSED = 20
"""Tenths of what systemd calls exposed: from 0 to 100."""


def settings_table() -> str:
    """The settings as the page has them."""
    rows = ["| setting | as it is by itself | what it means |", "|---|---|---|"]
    for name, meaning in MEANINGS.items():
        value = getattr(Configuration(), name)
        shown = str(value).lower() if isinstance(value, bool) else str(value)
        rows.append(f"| `{name}` | {f'`{shown}`' if shown else ''} | {meaning} |")
    return "\n".join(rows)


def test_the_page_has_all_settings() -> None:
    found = PAGE.partition("<!-- settings: begin -->")[2].partition("<!-- settings: end -->")[0]
    assert found.strip() == settings_table()


def test_the_page_has_all_figures() -> None:
    metrics = Metrics(lambda: DatabaseCounts({"running": 1}, 0, 0, 0, 0))
    metrics.watch(lambda: 0, lambda: 0)
    text = metrics.text().decode()
    kinds = re.findall(r"^# TYPE (dragoman_\w+) (?!unknown)", text, re.M)
    families = {one for one in kinds if not one.endswith("_created")}
    assert families == set(re.findall(r"`(dragoman_\w+)`", PAGE))


def test_variables_that_files_name_are_settings() -> None:
    known = {f"{PREFIX}{name.upper()}" for name in MEANINGS} | {f"{PREFIX}CONFIG"}
    for path in (ROOT / "packaging" / "Containerfile", ROOT / "packaging" / "compose.yaml", *UNITS):
        assert set(re.findall(rf"{PREFIX}\w+", path.read_text("utf-8"))) <= known, path


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
def test_units_are_as_systemd_wants_them(tmp_path: Path) -> None:
    for unit in UNITS:
        text = unit.read_text("utf-8").replace("/opt/dragoman/bin/dragoman", "/bin/true")
        (tmp_path / unit.name).write_text(text)
    files = sorted(map(str, tmp_path.iterdir()))
    ran = subprocess.run(
        ["systemd-analyze", "verify", *files], capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
def test_units_let_a_service_do_little() -> None:
    services = [str(one) for one in UNITS if one.suffix == ".service"]
    assert len(services) == 4
    limits = ("--offline=yes", f"--threshold={EXPOSED}")
    ran = subprocess.run(
        ["systemd-analyze", "security", *limits, *services],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout
    for one in services:
        assert "LimitNOFILE=" in Path(one).read_text() or "backup" in one


def test_the_image_is_made_of_what_is_there() -> None:
    """What the build asks for has been copied before, and nothing is copied that is not there."""
    text = (ROOT / "packaging" / "Containerfile").read_text("utf-8")
    copied = [
        one for line in re.findall(r"^COPY (?!--)(.+) \S+$", text, re.M) for one in line.split()
    ]
    assert copied and all((ROOT / one).exists() for one in copied)
    before = text.partition("/pip install")[0]
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    for hook in re.findall(r'^path = "(tools/\S+)"', project, re.M):
        assert hook in before, hook
    ignored = (ROOT / "packaging" / "Containerfile.dockerignore").read_text("utf-8")
    assert set(re.findall(r"^!(\S+)", ignored, re.M)) == set(copied)


def test_the_compose_file_has_what_it_names() -> None:
    file = ROOT / "packaging" / "compose.yaml"
    told = yaml.safe_load(file.read_text("utf-8"))
    services, judge = told["services"], told["services"]["judge"]
    assert (file.parent / judge["build"]["context"] / judge["build"]["dockerfile"]).is_file()
    for one in services.values():
        assert set(one["networks"]) <= set(told["networks"])
        assert {volume.partition(":")[0] for volume in one["volumes"]} <= set(told["volumes"])
        assert set(one.get("depends_on", ())) <= set(services)
    at = services["proxy"]["networks"]["inside"]["ipv4_address"]
    assert judge["environment"]["DRAGOMAN_JUDGE_PROXIES"] == at
    assert ip_address(at) in ip_network(told["networks"]["inside"]["ipam"]["config"][0]["subnet"])
    told_of = set(re.findall(r"^#   ([A-Z_]+)=", file.read_text("utf-8"), re.M))
    assert set(re.findall(r"\$\{(\w+)", file.read_text("utf-8"))) == told_of
