"""``dragoman dipwork run``: every number of ERROR_NR_OUTPUT, from the orders to the records."""

import re
import shutil
import tomllib
from pathlib import Path

import pytest

from dragoman.formats.dipwork import (
    ERROR_NUMBERS,
    OrdCode,
    atlas_of,
    read_records,
    read_variant_directory,
)
from dragoman.games.dipwork.round import run
from dragoman.games.dipwork.workspace import Dialogue

ROOT = Path(__file__).parents[3]
EXAMPLE = ROOT / "examples" / "dipwork"
DATA = tomllib.loads(Path(__file__).with_name("numbers.toml").read_text("utf-8"))
NATIONS = ("Au", "En", "Fr", "Ge", "It", "Ru", "Tu")
NUMBERED = re.compile(r"  (\w+) +(.+)  \{(\d+) \w+\}")


@pytest.fixture(scope="module")
def atlas():
    directory, _ = read_variant_directory(EXAMPLE / "VARIANTS" / "STANDARD")
    return atlas_of(directory.files)


def game_text(units):
    lines = ["VARIANTPATH variants\\standard", "YEAR Herbst 1901"]
    for nation in NATIONS:
        lines += [f"NATION {nation}", "UNITS", *units.get(nation, []), "", "CENTERS", ""]
    return "\n".join([*lines, "END", ""])


def listed(numbers):
    """The numbers of a line of ERRORS.TXT, which two steps may have deleted."""
    return numbers if isinstance(numbers, list) else [numbers]


@pytest.mark.slow
@pytest.mark.parametrize("case", DATA["case"], ids=lambda case: case["title"])
def test_the_numbers_of_a_round(tmp_path, atlas, case):
    shutil.copytree(EXAMPLE / "VARIANTS", tmp_path / "VARIANTS")
    shutil.copy(EXAMPLE / "PROJECT.TXT", tmp_path)
    folder = tmp_path / "NUMBERS"
    folder.mkdir()
    (folder / "GAME.TXT").write_text(game_text(case.get("units", DATA["units"])), "cp437")
    orders = list(case.get("above", []))
    for nation, lines in case["orders"].items():
        orders += [f"NATION {nation}", *lines]
    (folder / "ORDERS.TXT").write_text("\n".join([*orders, "END", ""]), "cp437")
    answers = iter(case.get("answers", []))
    steps = ["/s", "/p", "/c", *(["/w"] if "answers" in case else [])]

    def answer(question, suggestion):
        return next(answers)

    faults = run(["NUMBERS", *steps], Dialogue(ask=answer), tmp_path)
    assert not [fault for fault in faults if fault.is_error]
    last = "WINTERED.ORD" if "answers" in case else "CONFLCED.ORD"
    lines, _ = read_records((folder / last).read_bytes())
    names = {line.place.field: atlas.numbered[line.place.field - 1] for line in lines if line.place}
    found = {
        f"{atlas.units[line.unit - 1].word} {names[line.place.field]}": line
        for line in lines
        if line.place
    }
    assert {unit: found[unit].error for unit in case["has"]} == case["has"]
    assert all(found[unit].order == OrdCode.HOLD for unit in case.get("holds", []))
    text = (folder / "ERRORS.TXT").read_text("cp437")
    deleted: dict[str, list[int]] = {}
    for _, order, number in NUMBERED.findall(text):
        deleted.setdefault(order, []).append(int(number))
    assert deleted == {order: listed(said) for order, said in case.get("deleted", {}).items()}


def test_every_number_of_the_table_has_a_case():
    numbers = set[int]()
    for case in DATA["case"]:
        numbers |= {*case["has"].values()}.union(*map(listed, case.get("deleted", {}).values()))
    assert numbers == set(ERROR_NUMBERS)
