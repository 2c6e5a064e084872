"""What is written reads back as the same."""

import pytest
from hypothesis import given
from njudge_files import map_files, seed_files

from dragoman.diagnostics import has_errors
from dragoman.formats import shipped_folder
from dragoman.formats.njudge import board_from, check, read_map, read_seed, write_map, write_seed
from tests.variants.samples import for_other_formats


@pytest.mark.slow
@given(map_files())
def test_maps(map_file):
    text = write_map(map_file)
    again, diagnostics = read_map(text)
    assert again == map_file
    assert again.keys == map_file.keys
    ways = {"one-way", "no-way-back"}
    assert not has_errors(d for d in diagnostics if d.code not in ways)
    assert write_map(again) == text


@pytest.mark.slow
@given(map_files())
def test_boards_of_maps(map_file):
    board, _ = board_from(map_file, "made")
    check(map_file)
    assert list(board.provinces) == [province.key for province in map_file.provinces]
    assert {railway.province for railway in board.railways} == {
        row.province for row in map_file.options.railways
    }


@pytest.mark.slow
@given(seed_files())
def test_seeds(seed_file):
    text = write_seed(seed_file)
    assert read_seed(text) == (seed_file, ())
    assert write_seed(read_seed(text)[0]) == text


@pytest.mark.slow
@given(map_files(), seed_files())
def test_any_seed_on_any_map_is_checked(map_file, seed_file):
    for diagnostic in check(map_file, seed_file):
        assert diagnostic.what
        assert diagnostic.remedy


MAPS = [path for name in for_other_formats() for path in shipped_folder().glob(f"{name}/map.*")]


@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.name)
def test_shipped_maps(path):
    map_file, faults = read_map(path.read_bytes())
    again, told = read_map(write_map(map_file))
    assert again == map_file
    # A way that leads to one side alone is for variant.toml to allow.
    assert {one.code for one in told} == {one.code for one in faults} <= {"one-way"}


def test_shipped_seeds():
    for path in shipped_folder().glob("*/seed.*"):
        seed_file, _ = read_seed(path.read_bytes())
        assert read_seed(write_seed(seed_file)) == (seed_file, ()), path.name
