"""DAIDE's MDF message: read, written, broken."""

from collections import Counter

import pytest
from hypothesis import given, strategies as st

from dragoman.board import Terrain
from dragoman.formats import load_variant, read_mdf, shipped_variants, write_mdf
from dragoman.formats.daide_map import map_words
from dragoman.formats.daide_words import WORDS
from tests.variants.samples import for_other_formats

SMALL = """\
MDF (AUS XYZ)
(((AUS BUD) (XYZ ALF) (UNO TRI))
 (ADR VIE))
((BUD (AMY TRI VIE))
 (VIE (AMY BUD TRI))
 (TRI (AMY ALF BUD VIE) ((FLT NCS) ADR) ((FLT SCS) ALF))
 (ADR (FLT ALF (TRI NCS)))
 (ALF (AMY TRI) (FLT ADR (TRI SCS))))
"""


def test_a_small_map():
    variant, faults = read_mdf(SMALL, "small.mdf")
    assert faults == ()
    board = variant.board
    assert variant.name == "small"
    assert {key: power.letter for key, power in board.powers.items()} == {
        "AUSTRIA": "A",
        "XYZ": "X",
    }
    assert board.homes == {"AUSTRIA": ("BUD",), "XYZ": ("ALF",)}
    assert set(board.centers) == {"BUD", "ALF", "TRI"}
    assert board.provinces["TRI"].coasts == ("NC", "SC")
    assert board.provinces["ADR"].terrain is Terrain.WATER
    assert set(board.reach("A", "TRI")) == {"ALF", "BUD", "VIE"}
    assert set(board.reach("F", "ADR")) == {"ALF", "TRI/NC"}
    assert variant.start.owners == {"BUD": "AUSTRIA", "ALF": "XYZ"}
    assert str(variant.start.phase) == "W1900A"


# Each row: what is replaced, by what, and a word of the fault.
BROKEN = [
    ("MDF", "MAP", "no MDF"),
    ("(AUS XYZ)", "(AUS AUS XYZ)", "AUS is no power"),
    ("(XYZ ALF)", "(ZZZ ALF)", "ZZZ is no power"),
    ("(XYZ ALF)", "(XYZ ALF BUD)", "home of two powers"),
    ("(XYZ ALF)", "((XYZ UNO) ALF)", "several powers"),
    ("(XYZ ALF)", "XYZ", "no group"),
    ("(ADR VIE))", "(ADR)))", "closed that was not opened"),
    ("(VIE (AMY BUD TRI))", "(VEI (AMY BUD TRI))", "does not begin with a province"),
    ("(VIE (AMY BUD TRI))", "(VIE (AMY BUD TRI ROM))", "ROM is no province"),
    ("(VIE (AMY BUD TRI))", "(VIE (AMY BUD))", "but not back"),
    ("(VIE (AMY BUD TRI))", "(VIE (WNG BUD TRI))", "neither for armies"),
    ("(TRI NCS)", "(TRI XCS)", "is not a coast"),
    ("(TRI SCS))))", "(TRI SCS)", "not closed"),
]


@pytest.mark.parametrize(("old", "new", "told"), BROKEN)
def test_faults(old, new, told):
    assert old in SMALL
    _, faults = read_mdf(SMALL.replace(old, new, 1))
    assert any(told in fault.what for fault in faults), faults


@given(st.lists(st.sampled_from(SMALL.replace("(", "( ").replace(")", " )").split())))
def test_never_raises(words):
    read_mdf(f"MDF {' '.join(words)}")


@given(st.binary(max_size=200))
def test_never_raises_on_bytes(content):
    read_mdf(content)


def test_the_words_of_the_standard_map():
    text, lost = write_mdf(load_variant("standard"))
    assert text.startswith(
        "MDF (AUS ENG FRA GER ITA RUS TUR)\n(((AUS BUD TRI VIE) (ENG EDI LVP LON) "
    )
    for row in (
        "(STP (AMY FIN LVN MOS NWY) ((FLT NCS) BAR NWY) ((FLT SCS) FIN GOB LVN))",
        "(AEG (FLT (BUL SCS) CON EAS GRE ION SMY))",
        "(BOH (AMY GAL MUN SIL TYR VIE))",
        "(ECH (FLT BEL BRE IRI LON MAO NTH PIC WAL))",
    ):
        assert row in text
    assert "SWI" not in text
    assert "provinces nobody can enter: Switzerland" in [loss.what for loss in lost]


@pytest.mark.parametrize("name", for_other_formats())
def test_written_and_read_it_has_the_same_ways(name):
    variant = load_variant(name).as_diplomacy()
    text, _ = write_mdf(variant)
    again, faults = read_mdf(text, f"{name}.mdf")
    assert faults == ()
    board, back = variant.board, again.board
    words = {word: key for key, word in map_words(board).provinces.items()}
    ours = {(p.kind, *(f"{words[s[:3]]}{s[3:]}" for s in (p.source, p.target))) for p in back.paths}
    there = {(p.kind, p.source, p.target) for p in board.paths}
    assert ours == there | {(k, to, at) for k, at, to in there if (at, to) in board.one_way}
    assert len(back.centers) == len(board.centers)
    own = [
        [key for key in homes if not board.provinces[key].is_common_home]
        for homes in board.homes.values()
    ]
    assert [len(homes) for homes in back.homes.values()] == [len(homes) for homes in own]


def test_no_word_of_a_map_is_a_word_of_the_language():
    """Of any map: words are made of the names of its places."""
    wrong = {}
    for name in shipped_variants():
        found = map_words(load_variant(name).as_diplomacy().board)
        words = Counter([*found.powers.values(), *found.provinces.values(), *WORDS])
        if several := [word for word, times in words.items() if times > 1]:
            wrong[name] = several
    assert wrong == {}


def test_a_coast_to_the_north_east_is_written():
    message = SMALL.replace("NCS", "NEC")
    variant, faults = read_mdf(message, "small.mdf")
    assert faults == ()
    assert "(FLT (TRI NEC) ALF)" in write_mdf(variant)[0]


def test_written_again_it_is_the_same():
    """Also the sequence of coasts, which a message does not tell."""
    first, _ = read_mdf(write_mdf(load_variant("standard"))[0], "standard.mdf")
    second, faults = read_mdf(write_mdf(first)[0], "standard.mdf")
    assert faults == ()
    assert dict(second.board.provinces) == dict(first.board.provinces)
    assert set(second.board.paths) == set(first.board.paths)
