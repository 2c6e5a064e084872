"""A scene says who stands where, what was ordered and what became of it."""

import re

from dragoman.board import Unit
from dragoman.drawing import map_of, scene_of, svg
from dragoman.drawing.scene.signs_key import signs_key
from dragoman.formats import load_variant
from dragoman.game import process
from dragoman.orders import Convoy, Hold, Move, Retreat, Support, scan_order
from dragoman.rules import Phase, Position, Result


def orders_of(scene):
    return {drawn.unit.location: drawn for drawn in scene.orders}


def test_outcomes_are_told(standard, europe, busy):
    found = orders_of(scene_of(standard, europe, busy.before, resolution=busy))
    assert isinstance(found["MUN"].order, Hold)
    assert not found["MUN"].failed
    assert found["BUR"].result is Result.BOUNCES
    assert found["BUR"].text == "A Bur–Mun (bounced)"
    assert isinstance(found["SIL"].order, Support)
    assert found["SIL"].result is Result.CUT
    assert isinstance(found["NTH"].order, Convoy)
    assert not found["NTH"].failed


def test_a_convoyed_move_goes_by_its_fleets(standard, europe, busy, judge):
    found = orders_of(scene_of(standard, europe, busy.before, resolution=busy))
    assert found["YOR"].via == ("NTH",)
    chain = judge(
        {
            "ENGLAND": (
                "A LON, F WES, F MAO, F ENG, F NTH",
                "A lon-tun, F wes C A lon-tun, F mao C A lon-tun, F eng C A lon-tun, "
                "F nth C A lon-tun",
            )
        }
    )
    found = orders_of(scene_of(standard, europe, chain.before, resolution=chain))
    assert found["LON"].via == ("ENG", "MAO", "WES")  # in order, and without the idle fleet


def test_units_that_are_driven_out(standard, europe, busy):
    before = scene_of(standard, europe, busy.before, resolution=busy)
    assert {piece.unit.location for piece in before.pieces if piece.beaten} == {
        "SIL",
        "BOH",
        "TYR",
    }
    after = scene_of(standard, europe, busy.position)
    waiting = {piece.unit.location: piece.retreats for piece in after.pieces if piece.is_dislodged}
    assert "TYR" in waiting
    assert set(waiting["TYR"]) == {"TRI"}


def test_orders_that_nobody_judged_yet(standard, europe):
    from dragoman.orders import scan

    orders = {
        "ENGLAND": [one.order for one in scan("F lon-nth, A lvp H", standard.board).orders],
        "FRANCE": [one.order for one in scan("A mar S A par-bur", standard.board).orders],
    }
    scene = scene_of(standard, europe, standard.start, orders=orders)
    assert [drawn.result for drawn in scene.orders] == [None, None, None]
    assert isinstance(orders_of(scene)["LON"].order, Move)
    assert not any(drawn.failed for drawn in scene.orders)


def test_retreats(standard, europe, busy):
    from dragoman.game import process
    from dragoman.orders import scan

    orders = {"FRANCE": [one.order for one in scan("A tyr R tri", standard.board, "R").orders]}
    resolution = process(standard, busy.position, orders)
    scene = scene_of(standard, europe, busy.position, resolution=resolution)
    assert isinstance(orders_of(scene)["TYR"].order, Retreat)
    assert not orders_of(scene)["TYR"].failed


def test_languages(standard, europe):
    scene = scene_of(standard, europe, standard.start, language="de")
    assert scene.turn == "Frühjahr 1901, Züge"
    assert "München" in {place.name for place in scene.provinces}
    assert "Österreich" in {side.name for side in scene.powers}


def test_units_that_share_a_high_sea_stand_side_by_side():
    variant = load_variant("archipelago")
    (one, two), fleet = list(variant.board.powers)[:2], "F"
    units = (Unit(one, fleet, "GRE"), Unit(one, fleet, "GRE"), Unit(two, fleet, "GRE"))
    position = Position(Phase(1901, "S", "M"), units)
    texts = {one: ("F GRE-ATO", "F GRE H"), two: ("F GRE-TUR",)}
    orders = {
        power: [scan_order(text, variant.board, "M") for text in some]
        for power, some in texts.items()
    }
    found, _ = map_of(variant)
    given = scene_of(variant, found.geometry, position, orders=orders)
    judged = scene_of(
        variant, found.geometry, position, resolution=process(variant, position, orders)
    )
    for scene in (given, judged):
        assert [piece.beside for piece in scene.pieces] == [0, 1, 2]
        spots = {found.geometry.stand("GRE", piece.beside) for piece in scene.pieces}
        assert len(spots) == 3
        assert {(drawn.unit.power, drawn.beside) for drawn in scene.orders} == {
            *((one, 0), (one, 1), (two, 2))
        }
        ids = re.findall(r'\bid="([^"]*)"', svg(scene))
        assert len(ids) == len(set(ids))


def test_units_have_the_words_of_their_variant():
    variant = load_variant("chesspolitik")
    scene = scene_of(variant, map_of(variant)[0].geometry, variant.start)
    for picture in (svg(scene), signs_key(scene)):
        assert ">king</text>" in picture
        assert ">knight</text>" in picture
        assert ">army</text>" not in picture
