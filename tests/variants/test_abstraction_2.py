"""Abstraction II: what its rules page says, and what holds on its map."""

import pytest

from dragoman.board import Terrain, Unit
from dragoman.formats import load_variant
from dragoman.game import Game
from dragoman.rules import Phase, Position

VARIANT = load_variant("abstraction_2")
BOARD = VARIANT.board
STANDARD = load_variant("standard").board

UNITS = {
    "AUSTRIA": {"A TYR", "A PEC", "A VIE", "F ZAR"},
    "ENGLAND": {"F EDI", "F LON", "A LVP", "F PLY"},
    "FRANCE": {"F BRE", "F MAR", "A LYO", "A PAR"},
    "GERMANY": {"A BER", "A DRE", "F KIE", "A MUN"},
    "ITALY": {"F NAP", "A ROM", "F SIC", "A VEN"},
    "RUSSIA": {"A ARC", "A MOS", "F ODE", "F STP", "A WAR"},
    "TURKEY": {"A CON", "F DAM", "F SIN", "A SMY"},
}
"""The units at the start, as the rules page lists them."""

NAMED = """
    Alg=Algeria And=Andalucia* ANG=Anglican_Sea Ara=Arabia Arc=Archangel* ARO=Artic_Ocean
    AZO=Azores BoB=Bay_of_Biscay Cas=Castile* Cat=Catalonia Cau=Caucasus Cic=Cicilia
    CMS=Central_Med. Cou=Courland Cro=Croatia CYS=Cypriot_Sea Dam=Damascus* DBS=Deep_Blue_Sea
    DMS=Denmark_Strait Dre=Dresden* EBS=East_Black_Sea Egy=Egypt* HBS=Hebrides_Sea Ice=Iceland
    Ire=Ireland* Lap=Lapland Leo=Leon Lib=Libya Lor=Lorraine Lyo=Lyon* Mac=Macedonia
    MAS=Malta_Sea Mes=Mesopotamia Mor=Morocco* Obe=Oberland Ode=Odessa* Pal=Palestine Pec=Pecs*
    Per=Persia Ply=Plymouth RIS=Riga_Sea SAO=South_Atlantic Sar=Sardinia Sic=Sicily* Sin=Sinope*
    Swa=Swabia Tra=Transylvania Vol=Volga WBS=West_Black_Sea Zar=Zara* Zur=Zurich*
"""
"""The abbreviations that the rules page explains, with a star at centres."""

SAME = (BOARD.provinces.keys() & STANDARD.provinces.keys()) - {"LYO"} | {"GOL"}
"""Provinces of the standard map too. LYO is a gulf there, and a province here."""


def of_map(board, kind):
    """Pairs of provinces between which units of a kind go, with the gulf of both maps as GOL."""
    gulf = {"LYO": "GOL"} if board is STANDARD else {}
    return {
        frozenset(
            gulf.get(board.province_of[end], board.province_of[end])
            for end in (path.source, path.target)
        )
        for path in board.paths
        if path.kind == kind
    }


WATERS = {key for key, province in BOARD.provinces.items() if province.terrain is Terrain.WATER}
ARMY, FLEET = of_map(BOARD, "A"), of_map(BOARD, "F")
TOUCHING = ARMY | FLEET


def neighbors(key):
    return {end for pair in TOUCHING if key in pair for end in pair} - {key}


# The rules page


def test_46_centres_29_of_them_homes():
    neutral = [key for key in BOARD.centers if BOARD.provinces[key].home is None]
    assert (len(BOARD.centers), len(neutral)) == (46, 17)
    assert sum(len(homes) for homes in BOARD.homes.values()) == 29


def test_the_units_at_the_start():
    start = VARIANT.start
    assert {p: {str(u) for u in start.units_of(p)} for p in BOARD.powers} == UNITS
    assert dict(start.owners) == {h: p for p, homes in BOARD.homes.items() for h in homes}


def test_every_unit_stands_in_a_home_but_that_of_budapest():
    for power, units in UNITS.items():
        away = {unit.split()[1] for unit in units} ^ set(BOARD.homes[power])
        assert away == ({"TYR", "BUD"} if power == "AUSTRIA" else set())
    assert not BOARD.provinces["TYR"].is_center


def test_provinces_are_known_by_their_abbreviations_and_names():
    rows = [row.rstrip("*").split("=") for row in NAMED.split()]
    by_word = {word: BOARD.names.find(word) for word, _ in rows}
    assert {word: BOARD.names.find(name.replace("_", " ")) for word, name in rows} == by_word
    named = {word: key for word, (key,) in by_word.items()}
    assert {key for word, key in named.items() if key in WATERS} == {
        key for word, key in named.items() if word[1:] != word[1:].lower()
    }
    # Plymouth has no star there, and has to be a home: without it England has three.
    stars = {row.partition("=")[0] for row in NAMED.split() if row.endswith("*")} | {"Ply"}
    assert {word for word, key in named.items() if BOARD.provinces[key].is_center} == stars


def test_the_other_provinces_are_those_of_the_standard_map():
    named = {key for row in NAMED.split() for key in BOARD.names.find(row.split("=")[0])}
    gone = {"SWI", "LYO", "ANK", "BLA", "LVN", "NAF", "SEV", "SPA", "SYR", "TRI"}
    assert set(BOARD.provinces) - named == set(STANDARD.provinces) - gone | {"GOL"}


# The map


def test_no_province_has_coasts():
    assert not any(province.coasts for province in BOARD.provinces.values())


def test_every_way_leads_back():
    ways = {(path.kind, path.source, path.target) for path in BOARD.paths}
    assert ways == {(kind, target, source) for kind, source, target in ways}


def reached(start, within):
    """The provinces to which one comes from another without leaving some."""
    found, edge = set(), {start}
    while edge:
        found |= edge
        edge = {end for key in edge for end in neighbors(key) & within} - found
    return found


def test_the_seas_are_one_but_for_the_baltic_and_the_black_sea():
    baltic, black = {"BAL", "RIS", "BOT"}, {"WBS", "EBS"}
    ocean = WATERS - baltic - black
    assert [reached(key, WATERS) for key in ("NTH", "BAL", "WBS")] == [ocean, baltic, black]
    for inner, doors in ((baltic, {"KIE", "DEN", "SWE"}), (black, {"CON"})):
        assert {
            key for key in BOARD.provinces if inner & neighbors(key) and ocean & neighbors(key)
        } == doors


def test_fleets_follow_a_shore_exactly_where_there_is_a_common_water():
    lands = set(BOARD.provinces) - WATERS
    along = {pair for pair in ARMY if WATERS.intersection(*map(neighbors, pair))}
    assert {pair for pair in FLEET if pair <= lands} == along


def test_islands_have_no_ways_for_armies_and_take_them_by_convoy():
    islands = {key for key in BOARD.stands["A"] if not BOARD.reach("A", key)}
    assert islands == {"ICE", "IRE", "SAR"}


@pytest.mark.parametrize(("kind", "here"), [("A", ARMY), ("F", FLEET)])
def test_where_it_differs_from_the_standard_map_a_new_province_lies_between(kind, here):
    """No two provinces of both maps touch here that do not touch there; and those that touch
    there only are parted here by provinces that the standard map does not have."""
    there = {pair for pair in of_map(STANDARD, kind) if pair <= SAME}
    assert {pair for pair in here if pair <= SAME} <= there
    new = set(BOARD.provinces) - SAME
    for one, other in there - here:
        between = {key for door in neighbors(one) & new for key in reached(door, new)}
        assert between & neighbors(other), (one, other)


def test_the_straits():
    """Gibraltar and Messina: crossed from land to land, and passed from sea to sea."""
    for lands, seas in (({"ADL", "MOR"}, {"SAO", "WES"}), ({"NAP", "SIC"}, {"TYS", "CMS"})):
        assert lands in ARMY
        assert lands in FLEET
        assert seas in FLEET


# Played


def game_of(phase, *units):
    return Game(VARIANT, position=Position(Phase.parse(phase), units, {}))


def test_an_army_is_convoyed_to_an_island_and_stays_there():
    game = game_of("F1901M", Unit("ENGLAND", "A", "WAL"), Unit("ENGLAND", "F", "IRI"))
    assert not game.order("England", "A wales - ireland, F iri C A wal-ire")
    game.process()
    game.process()
    assert "A IRE" in {str(unit) for unit in game.position.units}
    assert game.position.owners["IRE"] == "ENGLAND"


@pytest.mark.parametrize(
    "orders",
    [
        "A por - and, F sao S A por - and",  # "and" is a word of lists as well
        "A por - Andalucia; F sao S A por - adl",
        "A por - Andalusien\nF SAO S A por - AND",
    ],
)
def test_andalucia_is_understood(orders):
    game = game_of("S1901M", Unit("FRANCE", "A", "POR"), Unit("FRANCE", "F", "SAO"))
    assert not game.order("France", orders)
    game.process()
    assert "A ADL" in {str(unit) for unit in game.position.units}
