"""What is added as the page about adding says is there everywhere."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.overlay import overlaid

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "adding.md"


def section(heading: str) -> str:
    return PAGE.read_text("utf-8").partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


@pytest.mark.slow
def test_a_report_form(tmp_path: Path) -> None:
    (text,) = re.findall(r"```python\n(.*?)```", section("A report form"), re.DOTALL)
    environment = overlaid(tmp_path, {"reports/forms/csv_file.py": text})

    def run(*arguments: str) -> str:
        ran = subprocess.run(
            [sys.executable, *arguments],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        return ran.stdout

    for command in ("report", "dipwork report"):
        assert "csv" in run("-m", "dragoman", *command.split(), "--help")
    run("-m", "dragoman", "new", "standard", "winter")
    (tmp_path / "winter" / "orders.txt").write_text("England\nF lon-nth\n", "utf-8")
    run("-m", "dragoman", "adjudicate", "winter", "--anyway")
    table = run("-m", "dragoman", "report", "winter", "--as", "csv")
    assert "England,F Lon\N{EN DASH}Nth,\n" in table
    written = f"import sys; sys.path.append({str(ROOT)!r}); from tools.openapi import current"
    assert '"csv"' in run("-c", f"{written}; print(current())")
