"""Broken files, one fault in each, which say themselves what is to be found in them."""

import re
from pathlib import Path

import pytest

from dragoman.board import Power
from dragoman.formats.njudge import (
    board_from,
    check,
    read_map,
    read_seed,
    start_from,
    write_map,
    write_seed,
)

CASES = Path(__file__).parents[1] / "cases" / "njudge"
BROKEN = sorted((CASES / "broken").iterdir())
_EXPECTED = re.compile(r"^# expect: (\S+) (\d+) (\d+)$", re.MULTILINE)
_MAP = re.compile(r"^# on: (\S+)$", re.MULTILINE)


def diagnostics_of(path):
    text = path.read_text("utf-8")
    if path.suffix == ".map":
        map_file, faults = read_map(text, path.name)
        return (*faults, *check(map_file))
    (on,) = _MAP.findall(text)
    map_file, _ = read_map((CASES / on).read_text("utf-8"), on)
    seed_file, faults = read_seed(text, path.name)
    return (*faults, *check(map_file, seed_file))


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.name)
def test_a_broken_file(path):
    expected = _EXPECTED.findall(path.read_text("utf-8"))
    found = diagnostics_of(path)
    assert [(d.code, str(d.line), str(d.column)) for d in found] == expected
    for diagnostic in found:
        assert diagnostic.source == path.name
        assert diagnostic.what
        assert diagnostic.remedy


def test_there_are_many_faults():
    codes = {code for path in BROKEN for code, *_ in _EXPECTED.findall(path.read_text("utf-8"))}
    assert len(BROKEN) > 140
    assert len(codes) > 90


@pytest.mark.parametrize("name", ["coast", "gulf"])
def test_the_files_they_were_made_of_are_sound(name):
    map_file, faults = read_map((CASES / f"map.{name}").read_bytes())
    seed_file, more = read_seed((CASES / f"seed.{name}").read_bytes())
    assert (*faults, *more, *check(map_file, seed_file)) == ()
    assert read_map(write_map(map_file)) == (map_file, ())
    assert read_seed(write_seed(seed_file)) == (seed_file, ())


def test_a_power_known_from_elsewhere_needs_no_home():
    map_file, _ = read_map((CASES / "map.coast").read_text("utf-8"))
    seed_file, _ = read_seed("S1901M\nC: A Arden\n-1\n-1\n")
    assert [d.code for d in check(map_file, seed_file)] == ["homeless-power"]
    seed_file, _ = read_seed("S1901M\nA: A Arden\nB: A Goring\nC: A Dale\nD: A Hill\n-1\n-1\n")
    assert [d.code for d in check(map_file, seed_file)] == ["homeless-power"] * 2
    assert [d.code for d in check(map_file, seed_file, letters="CD")] == []
    (fault,) = check(map_file, seed_file, letters="C")
    assert (fault.code, fault.line) == ("unknown-power", 5)
    assert fault in start_from(seed_file, map_file, board_with("ABC", map_file))[1]


def test_kinds_of_unit_of_a_variant():
    map_file, _ = read_map((CASES / "map.coast").read_text("utf-8"))
    seed_file, _ = read_seed("S1901M\nA: Q Arden\nB: W East Sea\n-1\n-1\n")
    assert [d.code for d in check(map_file, seed_file)] == ["unknown-unit-kind"]
    assert check(map_file, seed_file, kinds="AFQ") == ()


def board_with(letters, map_file):
    return board_from(map_file, "coast", [Power(letter, letter, letter) for letter in letters])[0]


def test_the_broken_files_tell_their_faults_in_several_at_once():
    """What stands alone in one file is found next to others as well."""
    text = (CASES / "map.coast").read_text("utf-8")
    for old, new in [
        ("Rock,       l", "Rock,       q"),
        ("ard-mv: byf dal", "ard-mv: byf"),
        ("hil/mx", "hil/zx"),
        ("  nar: byf eas far", "  nar: byf eas gor"),
        ("  oli: AB", "  oli:"),
    ]:
        assert old in text
        text = text.replace(old, new)
    map_file, diagnostics = read_map(text)
    assert [d.code for d in diagnostics] == [
        "unknown-area",
        "unknown-modifier",
        "one-way",
        "gateway-not-adjacent",
        "bad-railway-row",
    ]
    assert len(map_file.provinces) == 12
    assert len(map_file.moves) == 17
