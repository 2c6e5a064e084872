"""The board as an object: what it answers, and what it refuses to be built from."""

import copy
import pickle
from dataclasses import replace

import pytest

from dragoman.board import (
    ARMY,
    FLEET,
    Board,
    BoardError,
    ConvoyWays,
    Gateway,
    Path,
    Power,
    Province,
    Railway,
    Terrain,
    Unit,
    UnitKind,
    written_steps,
)

SEA = Province("SEA", "The Sea", Terrain.WATER, ("sea",))
PORT = Province("POR", "Porto", Terrain.LAND, ("por", "prt"), is_center=True, home="BLUE")
CAPE = Province("CAP", "The Cape", Terrain.LAND, ("cap",), coasts=("NC", "SC"))
HILL = Province("HIL", "Hill", Terrain.LAND, is_center=True)
BLUE = Power("BLUE", "B", "Blue", "bluish", ("Blau",))
PATHS = (
    Path("A", "POR", "CAP"),
    Path("A", "CAP", "POR"),
    Path("A", "CAP", "HIL", halves_lost=2),
    Path("F", "SEA", "CAP/NC"),
    Path("F", "CAP/NC", "SEA"),
    Path("F", "SEA", "POR"),
    Path("F", "POR", "SEA"),
)


GATE = Province("GAT", "The Gate", Terrain.GATEWAY)
LINE = Province("LIN", "The Line", Terrain.RAILWAY)
DEEP = Province("DEE", "The Deep", Terrain.HIGH_SEA)


MORE = (SEA, PORT, CAPE, HILL, GATE, LINE)


def make(**changes):
    parts = {
        "name": "test",
        "provinces": (SEA, PORT, CAPE, HILL),
        "kinds": (ARMY, FLEET),
        "paths": PATHS,
        "powers": (BLUE,),
    }
    return Board(**(parts | changes))


def test_locations_are_all_provinces_then_all_coasts():
    board = make()
    assert board.locations == ("SEA", "POR", "CAP", "HIL", "CAP/NC", "CAP/SC")
    assert board.province_of["CAP/SC"] == "CAP"


def test_centers_and_homes_in_map_order():
    board = make()
    assert board.centers == ("POR", "HIL")
    assert board.homes == {"BLUE": ("POR",)}


def test_reach_tells_the_strength_lost_on_the_way():
    board = make()
    assert board.reach("A", "CAP") == {"POR": 0, "HIL": 2}
    assert board.reach("F", "CAP") == {}
    assert board.reach("F", "SEA") == {"CAP/NC": 0, "POR": 0}


def test_units_stand_where_their_paths_touch():
    board = make()
    assert board.stands["A"] == {"POR", "CAP", "HIL"}
    assert board.stands["F"] == {"SEA", "POR", "CAP/NC"}


def test_coastal_is_land_that_fleets_touch():
    board = make()
    assert [key for key in board.provinces if board.is_coastal(key)] == ["POR", "CAP"]


def test_gateways_railways_and_hong_kong():
    gateway = Gateway("GAT", "HIL", (("POR", "SEA"), ("CAP", "HIL")))
    railway = Railway("LIN", ("BLUE",), ("POR", "CAP", "HIL"))
    board = make(
        provinces=MORE, gateways=[gateway], railways=[railway], hong_kong={"BLUE": ("HIL",)}
    )
    assert board.gateways == (gateway,)
    assert board.railways == (railway,)
    assert board.hong_kong == {"BLUE": ("HIL",)}
    assert make().gateways == make().railways == ()
    assert make().hong_kong == {}


def test_high_seas():
    assert make(provinces=(*MORE, DEEP)).high_seas == ("DEE",)
    assert make().high_seas == ()


def test_terrains():
    assert [t for t in Terrain if t.is_water] == [Terrain.WATER, Terrain.HIGH_SEA, Terrain.ICE]
    assert [t for t in Terrain if not t.is_ground] == [Terrain.GATEWAY, Terrain.RAILWAY]


def test_names_may_stand_for_a_coast():
    board = make(names=[("Capo Nord", "CAP/NC"), ("Kap", "CAP")])
    assert board.names.find("capo-nord") == ("CAP/NC",)
    assert board.names.find("KAP") == ("CAP",)
    assert board.names.find("the cape") == board.names.find("cap") == ("CAP",)
    assert board.names.find("nowhere") == ()


def test_an_ambiguous_name_gives_all_it_stands_for():
    board = make(names=[("Cape", "CAP"), ("Cape", "POR")])
    assert board.names.find("cape") == ("CAP", "POR")


def test_powers_by_key_name_adjective_and_other_names():
    board = make()
    for word in ("BLUE", "blue", "Bluish", "blau"):
        assert board.power_names.find(word) == ("BLUE",)


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"provinces": (SEA, SEA, PORT, CAPE, HILL)}, "two things are called province SEA"),
        ({"kinds": (ARMY, FLEET, UnitKind("A", "angel"))}, "two things are called unit kind A"),
        ({"powers": (BLUE, BLUE)}, "two things are called power BLUE"),
        ({"powers": ()}, "POR is home of unknown power BLUE"),
        ({"paths": (Path("A", "POR", "XYZ"),)}, "path POR-XYZ names unknown location XYZ"),
        ({"paths": (Path("W", "POR", "CAP"),)}, "path POR-CAP is for unknown unit kind W"),
        ({"names": [("Kap", "CAP/WC")]}, "name 'Kap' is given to unknown location CAP/WC"),
        (
            {
                "provinces": (*MORE, DEEP),
                "gateways": [Gateway("GAT", "DEE", (("CAP", "SEA"),))],
            },
            "gateway GAT is controlled from DEE, where several may stand",
        ),
        (
            {"gateways": [Gateway("HIL", "POR", (("CAP", "SEA"),))]},
            "gateway HIL is no province of terrain gateway",
        ),
        (
            {"provinces": MORE, "gateways": [Gateway("GAT", "POR", (("CAP", "LIN"),))]},
            "gateway GAT names LIN, where nobody can stand",
        ),
        (
            {"provinces": MORE, "gateways": [Gateway("GAT", "POR", (("CAP", "CAP"),))]},
            "gateway GAT leads from a province to itself",
        ),
        (
            {"railways": [Railway("HIL", ("BLUE",), ("POR", "CAP"))]},
            "railway HIL is no province of terrain railway",
        ),
        (
            {"provinces": MORE, "railways": [Railway("LIN", ("RED",), ("POR", "CAP"))]},
            "railway LIN is for unknown power RED",
        ),
        (
            {"provinces": MORE, "railways": [Railway("LIN", ("BLUE",), ("POR", "XYZ"))]},
            "railway LIN names unknown province XYZ",
        ),
        (
            {"provinces": MORE, "railways": [Railway("LIN", (), ("POR", "CAP", "POR"))]},
            "railway LIN stops twice in one province",
        ),
        ({"hong_kong": {"RED": ("HIL",)}}, "a Hong Kong setting is for unknown power RED"),
        (
            {"hong_kong": {"BLUE": ("XYZ",)}},
            "the Hong Kong setting of BLUE names unknown province XYZ",
        ),
    ],
)
def test_contradictions_are_refused(changes, fault):
    with pytest.raises(BoardError) as error:
        make(**changes)
    assert fault in error.value.faults


def test_all_contradictions_are_told_at_once():
    with pytest.raises(BoardError) as error:
        make(powers=(), paths=(Path("A", "XXX", "YYY"),))
    assert len(error.value.faults) == 3


def test_units_are_built_where_they_can_stand_but_for_build_grounds():
    assert make().buildable == make().stands
    board = make(build_grounds={"CAP": ("A",), "CAP/NC": ("A", "F"), "POR": ()})
    assert board.buildable["A"] == board.stands["A"] - {"POR"}
    assert board.buildable["F"] == board.stands["F"] - {"POR"}
    board = make(build_grounds={"CAP": ()})
    assert "CAP/NC" not in board.buildable["F"]


def test_convoys_step_where_fleets_go_and_where_the_board_has_it_otherwise():
    usual = {("SEA", "CAP"), ("CAP", "SEA"), ("SEA", "POR"), ("POR", "SEA")}
    assert make().convoy_steps == usual
    ways = ConvoyWays(also=(("SEA", "HIL"),), never=(("CAP", "SEA"),))
    board = make(convoy_ways=ways)
    assert board.convoy_steps == (usual | {("SEA", "HIL")}) - {("CAP", "SEA")}


def test_a_convoy_lands_an_army_where_only_convoys_go():
    isle = Province("ISL", "Isle", Terrain.LAND)
    provinces = (SEA, PORT, CAPE, HILL, isle)
    assert "ISL" not in make(provinces=provinces).stands["A"]
    board = make(provinces=provinces, convoy_ways=ConvoyWays(also=(("SEA", "ISL"),)))
    assert "ISL" in board.stands["A"]
    assert "ISL" not in board.stands["F"]
    assert "SEA" not in board.stands["A"]


def test_steps_as_people_write_them():
    pairs = [("A", "B"), ("C", "D"), ("B", "A")]
    assert written_steps(pairs) == ("A-B", "C>D")


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"build_grounds": {"XXX": ("A",)}}, "unknown location XXX"),
        ({"build_grounds": {"HIL": ("X",)}}, "unknown unit kind X"),
        ({"convoy_ways": ConvoyWays(also=(("SEA", "XXX"),))}, "unknown province XXX"),
        ({"convoy_ways": ConvoyWays(never=(("SEA", "SEA"),))}, "from a province to itself"),
        ({"provinces": MORE, "convoy_ways": ConvoyWays(never=(("SEA", "GAT"),))}, "nobody can"),
    ],
)
def test_build_grounds_and_convoy_ways_of_nowhere(changes, told):
    with pytest.raises(BoardError, match=told):
        make(**changes)


def test_boards_read_separately_are_compared_part_by_part_once(monkeypatch):
    """What is kept by board asks whenever it is looked up."""
    compared = []
    usual = Province.__eq__
    monkeypatch.setattr(Province, "__eq__", lambda a, b: compared.append(a) or usual(a, b))
    board, other = make(), pickle.loads(pickle.dumps(make()))
    assert board == other
    assert compared
    compared.clear()
    assert board == other
    assert other == board
    assert {board: 1}[other] == 1
    assert not compared
    assert board != make(name="another")
    assert not compared


def test_a_unit_is_found_by_what_it_is_however_it_came_to_be():
    unit = Unit("BLUE", "F", "POR")
    known = {unit: "there"}
    others = Unit("BLUE", "F", "POR"), copy.copy(unit), pickle.loads(pickle.dumps(unit))
    assert [known.get(one) for one in (unit, *others)] == ["there"] * 4
    moved = replace(unit, location="SEA")
    assert moved not in known and hash(moved) == hash(Unit("BLUE", "F", "SEA"))
    assert len(pickle.dumps(unit)) == len(pickle.dumps(Unit("BLUE", "F", "POR")))  # no hash is sent
