"""A scenario of Machiavelli with something wrong in its files, through ``variant check``: told with
file, line, cause and remedy, and the rest read."""

import re
import shutil
from pathlib import Path

import pytest

from dragoman.formats import shipped_folder

pytestmark = pytest.mark.slow

SHIPPED = Path(str(shipped_folder())) / "machiavelli"
TABLE = "[machiavelli.plague]\n"

# What is done to which file, and what is said of it: code of the fault, line, part of it.
DAMAGE = {
    "a row of a table that is too short": (
        "map.machiavelli", r"(?m)^( +3: .*) \S+ *$", r"\1", "10 cells of 11",
    ),
    "a row of a table that is too long": (
        "map.machiavelli", r"(?m)^( +3: .*)$", r"\1 mil", "12 cells instead of 11",
    ),
    "a row of a table that is missing": (
        "map.machiavelli", r"(?m)^ +6: .*\n", "", "the table lacks row 6",
    ),
    "a row of a table that is there twice": (
        "map.machiavelli", r"(?m)^( +6: .*\n)", r"\1\1", "there is a row 6 already",
    ),
    "an unknown province in a table": (
        "map.machiavelli", "Patri Moden", "Qqqqq Moden", "no province is called 'Qqqqq'",
    ),
    "a unit in an unknown city": (
        "seed.machiavelli", "Im A Milan", "Im A Qqqqq", "no province is called 'Qqqqq'",
    ),
    "a cell that no table has": (
        "variant.toml", r"\Z", TABLE + '"13,2" = "MIL"\n', "'13,2' is no cell of a table",
    ),
    "a cell with an unknown province": (
        "variant.toml", r"\Z", TABLE + '"3,2" = "QQQ"\n', "no province has the key QQQ",
    ),
    "an unknown city": (
        "variant.toml", r"\Z", '[machiavelli.cities]\nQQQ = "1f"\n', "no province has the key QQQ",
    ),
    "a city of no kind": (
        "variant.toml", r"\Z", '[machiavelli.cities]\nMIL = "1z"\n', "'1z' is no city",
    ),
    "a row of trade that is too short": (
        "variant.toml", r"\Z", "[machiavelli.incomes]\nMIL = [1, 2, 3]\n", "six or seven amounts",
    ),
    "limits of one kind of unit alone": (
        "variant.toml", r"\Z", '[machiavelli.limits]\nI = "xxx."\n', "'xxx.' are no unit limits",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", DAMAGE)
def test_it_is_told_with_its_place(call, tmp_path: Path, what: str) -> None:
    name, pattern, by, told = DAMAGE[what]
    folder = tmp_path / "machiavelli"
    shutil.copytree(SHIPPED, folder)
    file = folder / name
    text = file.read_text("utf-8")
    damaged = re.sub(pattern, by, text, count=1)
    assert damaged != text
    file.write_text(damaged)
    ran = call("variant", "check", folder, "--json")
    found = [fault for fault in ran.data["diagnostics"] if told in fault["what"]]
    assert found, ran.data["diagnostics"]
    fault = found[0]
    assert fault["source"].endswith(name)
    assert fault["line"] > 0
    assert fault["remedy"]
    assert (ran.status == 2) == any(one["severity"] == "error" for one in ran.data["diagnostics"])
    assert file.read_text("utf-8") == damaged


def test_the_files_as_they_are_have_no_faults(call, tmp_path: Path) -> None:
    folder = tmp_path / "machiavelli"
    shutil.copytree(SHIPPED, folder)
    ran = call("variant", "check", folder, "--json")
    assert ran.status == 0
    assert ran.data["diagnostics"] == []
