"""The table of trained policies is made of the figures beside it."""

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[2] / "docs" / "reference" / "measured"


def row(one: dict[str, Any]) -> str:
    figures = ["{:.3f} [{:.3f}, {:.3f}]".format(*one[name]) for name in ("share", "won")]
    cells = [one["called"], one["others"], one["variant"], one["games"], one["seed"], *figures]
    return "| " + " | ".join(map(str, cells)) + " |"


def test_the_table_is_what_was_measured() -> None:
    figures = json.loads((FOLDER / "baselines.json").read_text("utf-8"))
    page = (FOLDER / "baselines.md").read_text("utf-8")
    table = page.split("<!-- the table: begin -->")[1].split("<!-- the table: end -->")[0]
    lines = [line for line in table.splitlines() if line.startswith("| ")][1:]
    assert lines == [row(one) for one in figures] and len(lines) >= 10
    for one in figures:
        low, high = one["share"][1:]
        assert low <= one["share"][0] <= high and one["games"] % len(one["by_power"]) == 0
