"""The ``.map`` files of DPjudge and of the ``diplomacy`` package: read, written, broken."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.board import ARMY, FLEET, Terrain, Unit
from dragoman.formats import load_variant, read_dpjudge, shipped_variants, write_dpjudge
from dragoman.rules import Phase

SMALL = """\
# A small map
BEGIN FALL 1899 MOVEMENT
VICTORY 2
RULE BUILD_ANY

REDS (RED:R) ALF
A ALF
GREYS (GREY) BET GAM
CENTERS BET
F BET/SC

UNOWNED DEL

Alf                 = alf alpha
Bet                 = bet bet+town
Bet (south coast)   = bet/sc bet+south
Bet (north coast)   = bet/nc
Gam                 = gam gam?
Delta               = del
Salt Sea            = sal
North Sea           = nor
Wall                = wal

COAST ALF    ABUTS BET/SC GAM SAL Del
COAST BET/SC ABUTS ALF SAL
COAST BET/NC ABUTS NOR
COAST bet    ABUTS ALF GAM SAL NOR
LAND  GAM    ABUTS ALF BET
PORT  DEL    ABUTS SAL Alf
WATER SAL    ABUTS ALF BET/SC DEL NOR
WATER NOR    ABUTS BET/NC SAL
SHUT  WAL    ABUTS GAM
"""


def read(text, **options):
    variant, faults = read_dpjudge(text, "small.map", **options)
    return variant, [(fault.code, fault.line) for fault in faults]


def test_a_small_map():
    variant, faults = read(SMALL)
    assert faults == []
    board = variant.board
    assert list(board.provinces) == ["ALF", "BET", "GAM", "DEL", "SAL", "NOR", "WAL"]
    assert board.homes == {"REDS": ("ALF",), "GREYS": ("BET", "GAM")}
    assert board.centers == ("ALF", "BET", "GAM", "DEL")
    assert board.provinces["BET"].coasts == ("SC", "NC")
    assert set(board.reach("A", "ALF")) == {"BET", "GAM"}
    assert set(board.reach("F", "ALF")) == {"BET/SC", "SAL", "DEL"}
    assert set(board.reach("A", "BET")) == {"ALF", "GAM"}
    assert set(board.reach("F", "BET/NC")) == {"NOR"}
    assert not board.reach("F", "BET")
    assert not board.reach("A", "DEL")
    assert board.provinces["DEL"].convoyable_land
    assert board.provinces["SAL"].terrain is Terrain.WATER
    assert board.names.find("bet town") == ("BET",)
    assert board.names.find("bet south") == ("BET/SC",)
    assert [(p.key, p.letter, p.adjective) for p in board.powers.values()] == [
        ("REDS", "R", "Red"),
        ("GREYS", "G", "Grey"),
    ]
    assert variant.start.phase == Phase.parse("F1899M")
    assert variant.start.units == (Unit("GREYS", "F", "BET/SC"), Unit("REDS", "A", "ALF"))
    assert variant.start.owners == {"ALF": "REDS", "BET": "GREYS"}
    assert variant.victory_centers == 2
    assert variant.rule_set.build_in == "any"


def test_a_map_built_on_another():
    text = "MAP small\nUNPLAYED GREYS\nBLUES GAM\nDROP wal\n"
    text += "AMEND GAM ABUTS -BET\nAMEND bet ABUTS -GAM\n"
    variant, faults = read_dpjudge(text, "built.map", {"small.map": SMALL.encode()}.get)
    assert faults == ()
    assert set(variant.board.powers) == {"REDS", "BLUES"}
    assert "WAL" not in variant.board.provinces
    assert set(variant.board.reach("A", "GAM")) == {"ALF"}
    assert variant.board.provinces["BET"].home is None
    assert read("MAP other\n" + SMALL)[1] == [("no-such-map", 1)]
    assert ("no-such-map", 1) in read("MAP small.map\n" + SMALL)[1]


# Each row: what is replaced, by what, the code and the line of the only fault.
BROKEN = [
    ("VICTORY 2", "VICTORY many", "bad-line", 3),
    ("BEGIN FALL 1899 MOVEMENT", "BEGIN SUMMER 1899", "bad-map", 2),
    ("RULE BUILD_ANY", "RULE NO_CHAOS", "not-held", 4),
    ("A ALF\n", "A ALF BET\n", "bad-line", 7),
    ("A ALF\n", "A SAL\n", "bad-map", 7),
    ("F BET/SC\n", "F BET\n", "bad-map", 10),
    ("REDS (RED:R) ALF", "REDS (RED:R) ALF XXX", "bad-map", 6),
    ("GREYS (GREY) BET", "BLUES (BLUE) ALF\nGREYS (GREY) BET", "not-held", 8),
    ("UNOWNED DEL", "UNOWNED DEL XXX", "bad-map", 0),
    ("UNOWNED DEL", "UNOWNED DEL\n???", "bad-line", 13),
    ("UNOWNED DEL", "UNOWNED DEL\nA DEL", "bad-line", 13),
    ("Gam                 = gam gam?", "Gam = gam\nGamma = gam", "bad-line", 19),
    ("Delta               = del", "Delta = del\nEps = eps", "no-terrain", 0),
    ("Delta               = del", "Delta = del\nEps =", "bad-line", 20),
    ("SHUT  WAL    ABUTS GAM", "SHUT  WAL    BORDERS GAM", "bad-line", 32),
    ("SHUT  WAL    ABUTS GAM", "SHUT  WAL    ABUTS\nLAND NEW ABUTS", "bad-map", 33),
    ("LAND  GAM    ABUTS ALF BET", "LAND  GAM    ABUTS ALF BET NOR2", "bad-map", 28),
    ("WATER NOR    ABUTS BET/NC SAL", "WATER NOR    ABUTS BET/NC", "one-way", 30),
]


@pytest.mark.parametrize(("old", "new", "code", "line"), BROKEN)
def test_faults(old, new, code, line):
    assert old in SMALL
    variant, faults = read(SMALL.replace(old, new, 1))
    assert (code, line) in faults
    assert variant is not None


def test_nothing_to_read():
    assert read("")[0] is None
    assert read("REDS\n")[1] == [("no-map", 0)]


@pytest.mark.slow
@given(st.data())
def test_never_raises(data):
    lines = SMALL.split("\n")
    for _ in range(data.draw(st.integers(1, 4))):
        line = data.draw(st.integers(0, len(lines) - 1))
        words = lines[line].split()
        word = st.sampled_from([*SMALL.split(), "-", "->", "=", "/", "?", "x"])
        words.insert(data.draw(st.integers(0, len(words))), data.draw(word))
        lines[line] = " ".join(words)
    variant, _ = read_dpjudge("\n".join(lines), "small.map")
    if variant is not None:
        write_dpjudge(variant)


@given(st.binary(max_size=200))
def test_never_raises_on_bytes(content):
    read_dpjudge(content)


def held(board):
    """The provinces without what a ``.map`` file cannot say."""
    return {
        key: replace(
            province,
            terrain=Terrain.WATER if province.terrain.is_water else province.terrain,
        )
        for key, province in board.provinces.items()
        if province.terrain.is_ground
    }


@pytest.mark.parametrize("name", shipped_variants())
def test_written_and_read_it_is_the_same(name):
    variant = load_variant(name)
    text, lost = write_dpjudge(variant)
    again, faults = read_dpjudge(text, f"{name}.map")
    assert faults == ()
    assert all(loss.code == "not-held" and not loss.is_error for loss in lost)
    board, back = variant.board, again.board
    if name == "crowded":  # two of its powers are called as provinces are
        assert sum("_POWER" in loss.what for loss in lost) == 2
        return
    if name == "chaos":
        return
    assert held(board) == dict(back.provinces)
    assert {(p.kind, p.source, p.target) for p in board.paths} == {
        (p.kind, p.source, p.target) for p in back.paths
    }
    assert again.start == variant.start
    assert again.victory_centers == variant.victory_centers
    assert [(p.key, p.letter, p.adjective) for p in board.powers.values()] == [
        (p.key, p.letter, p.adjective) for p in back.powers.values()
    ]
    if name == "standard":
        assert dict(board.kinds) == {"A": ARMY, "F": FLEET}
        assert again.rule_set == variant.rule_set


def test_what_is_lost_is_told():
    lost = " | ".join(loss.what for loss in write_dpjudge(load_variant("white_winter"))[1])
    for what in ("Frozen Strait", "gri-sno"):
        assert what in lost
    lost = " | ".join(loss.what for loss in write_dpjudge(load_variant("isthmus"))[1])
    for what in ("The Lock", "Desert Line", "Free Haven"):
        assert what in lost
    lost = " | ".join(loss.what for loss in write_dpjudge(load_variant("archipelago"))[1])
    assert "Great Deep" in lost
