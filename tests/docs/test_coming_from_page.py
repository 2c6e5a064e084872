"""The page for those who come from other libraries: each line of it is run."""

from pathlib import Path
from typing import Any

import dragoman

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "programmers" / "coming-from.md"


def test_each_line_is_run() -> None:
    names: dict[str, Any] = {"dragoman": dragoman}
    lines = [
        line.replace("\\|", "&").split("|")[4].replace("&", "|").strip().strip("`")
        for line in PAGE.read_text("utf-8").splitlines()
        if line.startswith("| ") and not line.startswith("| task")
    ]
    assert len(lines) > 20
    found: dict[str, Any] = {}
    for line in lines:
        if " = " in line and "==" not in line:
            exec(line, names)
        else:
            found[line] = eval(line, names)
    assert str(names["order"]) == "A Par - Bur" == found["str(order)"]
    assert names["resolution"]["A PAR"].success
    assert found['game.provisional()["A PAR"].success'] is True
    assert names["later"].rule_set == dragoman.PRESETS["2023"]
    assert len(names["lone"].position.units) == 1
