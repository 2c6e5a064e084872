"""Broken files, which say themselves what is to be found in them."""

import re

import pytest
from broken_files import CASES, diagnostics_of

from dragoman.formats.dipwork import read_game_directory, scan_orders

BROKEN = sorted((CASES / "broken").iterdir())
_EXPECTED = re.compile(r"^(?:% )?expect: (\S+) (\d+) (\d+)$", re.MULTILINE)


@pytest.mark.slow
@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.name)
def test_a_broken_file(path):
    expected = _EXPECTED.findall(path.read_text("utf-8"))
    assert expected
    found = diagnostics_of(path)
    assert [(d.code, str(d.line), str(d.column)) for d in found] == expected
    for fault in found:
        assert fault.what
        assert fault.remedy or not fault.is_error or fault.code == "no-map"


def test_nothing_is_wrong_with_the_sound_ones():
    found, faults = read_game_directory(CASES / "small")
    assert faults == ()
    orders, faults = scan_orders(
        found.orders, found.variant_directory.files, found.variant_directory.board, found.parameters
    )
    assert faults == ()
    assert {power: len(given) for power, given in orders.orders.items()} == {"REDS": 2, "GREYS": 1}


@pytest.mark.parametrize("missing", ["VARIANT.TXT", "FIELDS.TXT", "GAME.TXT"])
def test_a_half_written_directory(tmp_path, missing):
    small = tmp_path / "small"
    small.mkdir()
    for name in ("VARIANT.TXT", "FIELDS.TXT", "GAME.TXT"):
        if name != missing:
            (small / name).write_bytes((CASES / "small" / name).read_bytes())
    found, faults = read_game_directory(small)
    assert found is None
    assert [fault.code for fault in faults] == ["missing-file"]
    assert missing in faults[0].what
    assert faults[0].remedy


def test_without_orders_there_is_a_game(tmp_path):
    small = tmp_path / "Small"
    small.mkdir()
    for name in ("VARIANT.TXT", "FIELDS.TXT", "GAME.TXT"):
        (small / name.lower()).write_bytes((CASES / "small" / name).read_bytes())
    found, faults = read_game_directory(small)
    assert faults == ()
    assert found.orders is None
