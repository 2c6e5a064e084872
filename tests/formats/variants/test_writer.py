"""The files of a variant, written and read again."""

import pytest

from dragoman.board import ARMY, FLEET, Board, Path, Power, Province, Terrain, Unit, UnitKind
from dragoman.formats import load_variant, read_variant_files, write_variant
from dragoman.game import Variant
from dragoman.rules import Dislodged, Phase, Position, RuleSet
from tests.variants.samples import for_other_formats


def again(variant):
    texts, lost = write_variant(variant)
    assert list(texts) == [f"map.{variant.name}", f"seed.{variant.name}", "variant.toml"]
    read, faults = read_variant_files(variant.name, *(text.encode() for text in texts.values()))
    assert faults == ()
    return read, [loss.what for loss in lost]


@pytest.mark.slow
@pytest.mark.parametrize("name", for_other_formats())
def test_written_and_read_it_is_the_same(name):
    variant = load_variant(name)
    read, lost = again(variant)
    assert lost == []
    board, back = variant.board, read.board
    assert dict(board.provinces) == dict(back.provinces)
    assert set(board.paths) == set(back.paths)
    assert dict(board.powers) == dict(back.powers)
    assert dict(board.kinds) == dict(back.kinds)
    assert (board.gateways, board.railways) == (back.gateways, back.railways)
    assert dict(board.hong_kong) == dict(back.hong_kong)
    assert dict(board.names) == dict(back.names)
    assert board.victory_terms == back.victory_terms
    for field in (
        "title",
        "start",
        "rule_set",
        "victory_centers",
        "center_order",
        "names",
        "credits",
        "about",
        "origin",
    ):
        assert getattr(read, field) == getattr(variant, field)


def odd_variant():
    balloon = UnitKind("B", "balloon", strength=2)
    provinces = [
        Province("AAA", "First, the", Terrain.LAND, ("aaa", "a b", "one"), ("NE",), True, "P Q"),
        Province("BBB", "Second", Terrain.LAND, ("bbb",), (), True),
        Province("CCC", "Third", Terrain.ICE, ("ccc",), (), True),
    ]
    ends = [("AAA", "BBB")]
    paths = [Path(kind, *way) for kind in "AB" for end in ends for way in (end, end[::-1])]
    paths += [Path("F", "AAA/NE", "CCC"), Path("F", "CCC", "AAA/NE")]
    powers = [Power("P Q", "P", 'P "Q"', "", ("Peq",))]
    names = [("Erste", "AAA"), ("Spitze", "AAA/NE")]
    board = Board("odd", provinces, (ARMY, FLEET, balloon), paths, powers, names)
    start = Position(
        Phase.parse("F1901R"),
        (Unit("P Q", "B", "BBB"),),
        {},
        (Dislodged(Unit("P Q", "A", "BBB"), ("AAA",)),),
        frozenset({"CCC"}),
    )
    return Variant("odd", "Odd", board, start, RuleSet().replace(build_in="any"), 2, board.centers)


def test_what_the_files_cannot_hold_is_told():
    texts, lost = write_variant(odd_variant())
    told = " | ".join(loss.what for loss in lost)
    for what in (
        "First, the is called First the",
        "the coasts NE",
        "balloon",
        "may not retreat",
        "Third is",
    ):
        assert what in told
    assert 'settings = ["build_in=any"]' in texts["variant.toml"]
    read, _ = read_variant_files("odd", *(text.encode() for text in texts.values()))
    assert read.board.names.find("Erste") == ("AAA",)
    assert read.board.powers["P Q"].name == 'P "Q"'
    assert read.board.kinds["B"].strength == 2
    assert read.start.dislodged[0].options == ("AAA",)


ODD_MAP = """\
Vienna,  A2f VIE vie vie
Tirol,   x1. tyr cap
Carso,   l0. car
Capua,   x1. cpu cap
-1
vie-mv: tyr
tyr-mv: vie car cpu
car-mv: tyr
cpu-mv: tyr
-1
Center (province) order for summary report:
  car tyr vie
#end
-1
"""


def test_what_was_read_of_odd_files_is_written_without_its_faults():
    """Lists of provinces that are no centres, a capital key, words twice and of two provinces."""
    seed = b"S1901M\nA: A Vienna\n-1\n-1\n"
    variant, faults = read_variant_files("odd", ODD_MAP.encode(), seed)
    assert "name-clash" in {fault.code for fault in faults}
    assert not any(fault.is_error for fault in faults)
    assert variant.center_order == ("TYR_CITY", "VIE_CITY", "CPU_CITY")
    read, lost = again(variant)
    assert [what for what in lost if "cap" in what] == [
        "cap for Tirol: another place is called so, too",
        "cap for Capua: another place is called so, too",
    ]
    assert read.center_order == variant.center_order
    assert read.board.provinces["VIE"] == variant.board.provinces["VIE"]
    assert set(read.board.paths) == set(variant.board.paths)
