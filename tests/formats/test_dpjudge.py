"""The ``.map`` files of DPjudge and of the ``diplomacy`` package: read, written, broken."""

from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from dragoman.board import ARMY, AUTONOMOUS, FLEET, Board, Power, Terrain, Unit
from dragoman.formats import load_variant, read_dpjudge, write_dpjudge
from dragoman.formats.unsupported import LETTERS
from dragoman.rules import DIPLOMACY, Calendar, CalendarPhase, Phase
from tests.variants.samples import for_other_formats

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


def test_powers_that_nobody_plays_are_marked_by_a_line():
    variant, faults = read(SMALL.replace("GREYS (GREY)", "_PAPACY (PAPIST)") + "\n_PAPACY\nDUMMY\n")
    assert [*variant.board.powers] == ["REDS", "PAPACY"]
    assert faults == [("not-held", 35)]


def test_homes_under_conditions():
    homes = "GREYS (GREY) BET *SAL GAM &SC ~@DEL(BET)"
    variant, faults = read_dpjudge(SMALL.replace("GREYS (GREY) BET GAM", homes), "small.map")
    assert variant.board.homes == {"REDS": ("ALF",), "GREYS": ("BET", "GAM", "DEL")}
    about = "SAL, which is no centre", "&SC", "DEL stands in instead of BET", "DEL is hidden"
    assert all(what in fault.what for fault, what in zip(faults, about, strict=True))
    assert {fault.line for fault in faults} == {8}


def test_centres_are_taken_away():
    variant, faults = read(f"{SMALL}\nGREYS -GAM\nUNOWNED -DEL\n")
    assert faults == []
    assert variant.board.homes["GREYS"] == ("BET",)
    assert variant.board.centers == ("ALF", "BET", "GAM")  # Gam is nobody's home now


def test_borders_of_less_strength_and_of_some_alone():
    text = SMALL.replace("BET/SC GAM SAL Del", "BET/SC gam~ *SAL Del").replace(
        "ABUTS ALF BET\n", "ABUTS alf~ BET(DEL)\n"
    )
    variant, faults = read(text.replace("WATER SAL    ABUTS ALF", "WATER SAL    ABUTS ALF*"))
    assert variant.board.reach("A", "ALF") == {"BET": 0, "GAM": 2}
    assert variant.board.reach("F", "ALF")["SAL"] == variant.board.reach("F", "SAL")["ALF"] == 1
    assert variant.board.reach("A", "GAM") == {"ALF": 2, "BET": 0}
    assert faults == [("not-held", 28)]
    written, losses = write_dpjudge(variant)
    assert not any("strength" in loss.what for loss in losses)
    assert {*read_dpjudge(written, "small.map")[0].board.paths} == {*variant.board.paths}


def test_parts_for_some_phases_and_settings_are_passed_over():
    text = f"""{SMALL}
IN FALL: WATER SAL
PAYOLA DIRECTIVES
RULE NONSENSE
END DIRECTIVES
RULE !BUILD_ANY
IN W1939A
GREYS
HOMES ALF
"""
    variant, faults = read(text)
    assert variant.rule_set.build_in == "home"
    assert variant.board.homes["GREYS"] == ("BET", "GAM")
    assert faults == [("not-held", 34), ("not-held", 35), ("not-held", 39)]


def test_another_name_for_a_place_and_a_power():
    text = f"{SMALL}\nBET/SC -> Old (south coast) = old/sc\nBET/NC -> Old (north coast) = old/nc\n"
    text += "BET -> Old = öld old+town\nGREYS -> _BLUES (BLUE)\nNOR -> Alf = nor\nZZZ -> Z = zzz\n"
    variant, faults = read(text)
    assert [*variant.board.provinces] == ["ALF", "OLD", "GAM", "DEL", "SAL", "NOR", "WAL"]
    assert variant.board.provinces["OLD"].coasts == ("SC", "NC")
    assert variant.board.homes == {"REDS": ("ALF",), "BLUES": ("OLD", "GAM")}
    assert Unit("BLUES", "F", "OLD/SC") in variant.start.units
    assert set(variant.board.reach("A", "ALF")) == {"OLD", "GAM"}
    assert faults == [("bad-line", 38), ("bad-line", 39)]


def test_a_province_said_anew_has_no_coasts_any_more():
    variant, faults = read(
        f"{SMALL}\nCOAST BET ABUTS ALF GAM SAL NOR\n".replace("F BET/SC", "F BET")
    )
    assert faults == []
    assert variant.board.provinces["BET"].coasts == ()
    assert set(variant.board.reach("F", "NOR")) == {"BET", "SAL"}


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
            home=None if province.is_common_home else province.home,
        )
        for key, province in board.provinces.items()
        if province.terrain.is_ground
    }


@pytest.mark.parametrize("name", for_other_formats())
def test_written_and_read_it_is_the_same(name):
    variant = load_variant(name).as_diplomacy()
    text, lost = write_dpjudge(variant)
    again, faults = read_dpjudge(text, f"{name}.map")
    assert all(loss.code == "not-held" and not loss.is_error for loss in lost)
    board, back = variant.board, again.board
    if name == "divided_states":  # more powers than letters: those that have one are read
        assert any("50 powers play, of whom 36" in loss.what for loss in lost)
        assert [fault.what for fault in faults] == ["no letter is left for this power"] * 14
        assert [*back.powers] == [key for key in board.players if key in back.powers]
        assert len(back.powers) == len(LETTERS)
        return
    assert faults == ()
    if name == "crowded":  # two of its powers are called as provinces are
        assert sum("_POWER" in loss.what for loss in lost) == 2
        return
    if name == "chaos":
        return
    own = [p.name for p in board.provinces.values() if p.is_common_home and p.home]
    told = [loss.what for loss in lost if "one power's own" in loss.what]
    assert told == [
        f"that these homes of all powers are each one power's own: {', '.join(own)}"
    ] * bool(own)
    assert held(board) == dict(back.provinces)
    there = {(p.kind, p.source, p.target) for p in board.paths}
    returns = {(k, to, at) for k, at, to in there if (at, to) in board.one_way}
    assert there | returns == {(p.kind, p.source, p.target) for p in back.paths}
    neutral = variant.start.units_of(AUTONOMOUS)
    owned = tuple(one for one in variant.start.units if one not in neutral)
    assert not neutral or any("units of nobody" in loss.what for loss in lost)
    assert again.start == replace(variant.start, units=owned)
    assert again.victory_centers == variant.victory_centers
    assert [(p.key, p.letter, p.adjective) for p in board.players.values()] == [
        (p.key, p.letter, p.adjective) for p in back.powers.values()
    ]
    if name == "standard":
        assert dict(board.kinds) == {"A": ARMY, "F": FLEET}
        assert again.rule_set == variant.rule_set


def test_what_is_lost_is_told():
    lost = " | ".join(loss.what for loss in write_dpjudge(load_variant("white_winter"))[1])
    for what in ("Frozen Strait", "vel-lak"):
        assert what in lost
    lost = " | ".join(loss.what for loss in write_dpjudge(load_variant("isthmus"))[1])
    for what in ("The Lock", "Desert Line", "Free Haven"):
        assert what in lost
    lost = " | ".join(loss.what for loss in write_dpjudge(load_variant("archipelago"))[1])
    assert "Great Deep" in lost
    lost = " | ".join(loss.what for loss in write_dpjudge(load_variant("who_controls_america"))[1])
    assert "units other than armies and fleets become such: patriot" in lost


# Names of powers


def with_powers(*powers):
    """The small map with other powers in the place of its own two."""
    variant, _ = read_dpjudge(SMALL, "small.map")
    old = dict(zip(variant.board.powers, powers, strict=True))
    board = Board(
        "small",
        [
            replace(p, home=old[p.home].key if p.home else None)
            for p in variant.board.provinces.values()
        ],
        (ARMY, FLEET),
        variant.board.paths,
        powers,
    )
    start = replace(
        variant.start,
        units=tuple(replace(u, power=old[u.power].key) for u in variant.start.units),
        owners={at: old[power].key for at, power in variant.start.owners.items()},
    )
    return replace(variant, board=board, start=start)


@pytest.mark.parametrize("letter", LETTERS)
def test_letters_for_names(letter):
    """A bare pair of nJudge's files has them; F and A begin units here."""
    other = "B" if letter != "B" else "C"
    variant = with_powers(*(Power(name, name, name) for name in (letter, other)))
    again, faults = read_dpjudge(write_dpjudge(variant)[0], "small.map")
    assert faults == ()
    assert list(again.board.powers) == [letter, other]
    if letter != "M":  # of the master
        assert [p.letter for p in again.board.powers.values()] == [letter, other]
    assert again.board.homes == variant.board.homes
    assert again.start == variant.start


@given(st.lists(st.text(min_size=1, max_size=12), min_size=2, max_size=2, unique=True))
def test_any_names(names):
    powers = [Power(name, letter, name, name) for name, letter in zip(names, "XY", strict=True)]
    variant = with_powers(*powers)
    again, faults = read_dpjudge(write_dpjudge(variant)[0], "small.map")
    assert faults == ()
    assert [p.letter for p in again.board.powers.values()] == ["X", "Y"]
    assert sorted(map(len, again.board.homes.values())) == [1, 2]


@pytest.mark.parametrize("name", ["VICTORY", "Units", "Alf", "Salt Sea", "LAND", "a", "Home"])
def test_names_that_mean_something_else(name):
    variant = with_powers(Power(name.upper(), "X", name), Power("B", "B", "B"))
    text, lost = write_dpjudge(variant)
    again, faults = read_dpjudge(text, "small.map")
    assert faults == ()
    assert list(again.board.powers) == [name.upper(), "B"]
    assert any("_POWER" in loss.what for loss in lost)


def test_names_as_real_files_have_them():
    text = SMALL.replace("REDS (RED:R)", "HOLY+REDS (RED:R)").replace("GREYS (", "NOR (")
    variant, faults = read("NOTIFY someone@example.org\nFLAGS standard\n" + text)
    assert [code for code, _ in faults] == ["not-held", "not-held"]
    assert list(variant.board.powers) == ["HOLY REDS", "NOR"]


# Years

ROUND = """\
{start}
FLOW NEWYEAR:{step}
FLOW {era}:MOVEMENT,RETREATS
FLOW IFYEARDIV:{by}
FLOW {era}:ADJUSTMENTS"""


@pytest.mark.parametrize(
    ("start", "era", "step", "by", "phase", "calendar"),
    [
        ("A.D. 1425 MOVEMENT", "A.D.", 5, "10", "S1425M", "SM +5, SR, FM +5, FR, WA centres"),
        ("A.D. 1430 MOVEMENT", "A.D.", 5, "10", "F1430M", "SM +5, SR, FM +5, FR, WA centres"),
        ("B.C. 273 MOVEMENT", "B.C.", -1, "2", "S0273BCM", "SM +1, SR, FM +1, FR, WA centres"),
        ("B.C. 272 ADJUSTMENTS", "B.C.", -1, "2", "W0272BCA", "SM +1, SR, FM +1, FR, WA centres"),
        ("Y 1 MOVEMENT", "Y", 1, "3=0", "S0001M",
         "SM +1, SR, UM +1, UR, FM +1, FR, WA centres"),
    ],
)  # fmt: skip
def test_years_in_steps(start, era, step, by, phase, calendar):
    lines = ROUND.format(start=f"BEGIN {start}", era=era, step=step, by=by)
    variant, faults = read(SMALL.replace("BEGIN FALL 1899 MOVEMENT", lines))
    assert faults == []
    assert str(variant.start.phase) == phase
    assert str(variant.calendar) == calendar
    again, faults = read_dpjudge(write_dpjudge(variant)[0], "small.map")
    assert faults == ()
    assert (again.start, again.calendar) == (variant.start, variant.calendar)


@pytest.mark.parametrize(
    ("year", "phase"),
    [
        (("SM", "SR", "UM", "UR", "FM", "FR", "WA centres"), "U1454R"),
        (("SM", "SR", "SA centres", "FM", "FR", "WA centres"), "S1901A"),
        (("SM", "SR", "FM ice", "FR ice", "WA centres"), "F0260BCM"),
        (("SM +5", "SR", "FM +5", "FR", "WA centres"), "F1430M"),
    ],
)
def test_a_year_is_written_and_read(year, phase):
    variant = replace(
        load_variant("standard"),
        calendar=Calendar(tuple(map(CalendarPhase.parse, year))),
        start=replace(load_variant("standard").start, phase=Phase.parse(phase)),
    )
    text, _ = write_dpjudge(variant)
    again, faults = read_dpjudge(text, "standard.map")
    assert faults == ()
    assert (again.start.phase, str(again.calendar)) == (variant.start.phase, str(variant.calendar))


@pytest.mark.parametrize(
    "flow",
    ["NEWYEAR:x", "SPRING:INCOME,MOVEMENT", "WINTER:ADJUSTMENTS", "A:MOVEMENT IFYEARDIV:0x",
     "NEWYEAR:2 A:MOVEMENT IFYEARDIV:3", "A:MOVEMENT B:MOVEMENT C:MOVEMENT D:MOVEMENT",
     "S:RETREATS,RETREATS,MOVEMENT"],
)  # fmt: skip
def test_a_year_that_cannot_be_held(flow):
    variant, faults = read(SMALL.replace("VICTORY 2", f"VICTORY 2\nFLOW {flow}"))
    assert faults == [("not-held", 4)]
    assert variant.calendar == DIPLOMACY


# Ways that lead one way only


def test_one_way_borders_become_ordinary_ones():
    variant, _ = read(SMALL)
    paths = [path for path in variant.board.paths if (path.kind, path.target) != ("F", "DEL")]
    board = variant.board.with_ground(variant.board.provinces.values(), paths)
    text, lost = write_dpjudge(replace(variant, board=board))
    assert any("one way only" in loss.what and "del>sal" in loss.what for loss in lost)
    again, faults = read_dpjudge(text, "small.map")
    assert faults == ()
    assert set(again.board.paths) == set(variant.board.paths)
