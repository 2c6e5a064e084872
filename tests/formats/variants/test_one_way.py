"""Ways that lead one way only: a fault in nJudge's files, unless ``variant.toml`` means them.

North Sea Wars has such: its trade centres are entered from one sea and left never.
"""

from dataclasses import replace

import pytest

from dragoman import Game
from dragoman.board import Unit
from dragoman.formats import check_variant, read_variant, read_variant_files, write_variant

MAP = """\
Coast, B coa
Far Coast, N far
Trade, x tra
Spit, x spi
Sea, w sea
-1
coa-mv: far
coa-xc: sea far
far-mv: coa
far-xc: sea coa
sea-xc: coa far tra spi/nc
tra-mv: tra
spi-nc: sea
spi-sc: far
-1
-1
"""
SEED = "S1901M\nB: F Coast\nN: F Far Coast\n-1\n-1\n"
TOML = 'one_way = ["SEA>TRA"]\n'


def read(toml: str, map_text: str = MAP, **options):
    return read_variant_files("trade", map_text.encode(), SEED.encode(), toml.encode(), **options)


def codes(faults):
    return sorted((fault.code, fault.is_error) for fault in faults)


def sound(text: str = MAP) -> str:
    return text.replace("spi-sc: far\n", "")


def test_without_a_word_it_is_an_error():
    _, faults = read("", sound())
    assert ("no-way-back", True) in codes(faults)


def test_what_is_meant_is_allowed():
    variant, faults = read(TOML, sound())
    assert faults == ()
    assert variant.board.one_way == (("SEA", "TRA"),)
    assert "TRA" in variant.board.stands["F"]
    assert not variant.board.reach("F", "TRA")


def test_the_checker_warns_of_what_is_meant():
    _, faults = read(TOML, sound(), is_checked=True)
    assert ("one-way-meant", False) in codes(faults)
    assert not any(fault.is_error for fault in faults)


def test_only_what_is_meant_is_allowed():
    _, faults = read(TOML)
    assert codes(faults) == [("one-way", True)]
    variant, faults = read('one_way = ["SEA>TRA", "SPI>FAR"]\n')
    assert faults == ()
    assert set(variant.board.one_way) == {("SEA", "TRA"), ("SPI/SC", "FAR")}


@pytest.mark.parametrize(
    ("way", "code", "is_error"),
    [
        ("SEA-TRA", "bad-one-way", True),
        ("SEA>XXX", "unknown-location", True),
        ("COA>TRA", "no-such-way", True),
        ("COA>FAR", "two-way", False),
    ],
)
def test_what_cannot_be_meant(way, code, is_error):
    _, faults = read(f'one_way = ["SEA>TRA", "{way}"]\n', sound())
    assert codes(faults) == [(code, is_error)]


def test_it_is_written_and_read(tmp_path):
    variant, _ = read('one_way = ["SEA>TRA", "SPI>FAR"]\n')
    files, losses = write_variant(variant)
    assert losses == ()
    for name, text in files.items():
        (tmp_path / name).write_text(text, "utf-8")
    found, faults = read_variant(tmp_path)
    assert faults == ()
    assert set(found.board.paths) == set(variant.board.paths)
    assert set(found.board.one_way) == set(variant.board.one_way)
    checked = check_variant(tmp_path)[1]
    assert not any(fault.is_error for fault in checked)


def test_a_unit_goes_there_and_not_back():
    game = Game(read(TOML, sound())[0])
    game.order("B", "F coa-sea")
    game.process()
    game.order("B", "F sea-tra")
    game.process()
    assert [unit.location for unit in game.position.units_of("B")] == ["TRA"]
    assert game.position.owners["TRA"] == "B"
    while game.phase.letter != "M":
        game.process()
    game.order("B", "F tra-sea")
    game.process()
    assert [unit.location for unit in game.position.units_of("B")] == ["TRA"]


def test_no_support_and_no_retreat_against_the_way():
    """A unit supports where it could go, and retreats likewise: neither leads out of TRA."""
    variant, _ = read('one_way = ["SEA>TRA"]\n', sound())
    units = (Unit("B", "F", "TRA"), Unit("B", "F", "COA"), Unit("N", "F", "FAR"))
    game = Game(replace(variant, start=replace(variant.start, units=units)))
    game.order("B", "F coa-sea, F tra S F coa-sea")
    game.order("N", "F far-sea")
    game.process()
    assert {unit.location for unit in game.position.units_of("B")} == {"TRA", "COA"}
