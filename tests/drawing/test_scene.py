"""A scene says who stands where, what was ordered and what became of it."""

from dragoman.drawing import scene_of
from dragoman.orders import Convoy, Hold, Move, Retreat, Support
from dragoman.rules import Result


def deeds(scene):
    return {deed.unit.location: deed for deed in scene.deeds}


def test_outcomes_are_told(standard, europe, busy):
    found = deeds(scene_of(standard, europe, busy.before, resolution=busy))
    assert isinstance(found["MUN"].order, Hold)
    assert not found["MUN"].failed
    assert found["BUR"].result is Result.BOUNCES
    assert found["BUR"].told == "A Bur–Mun (bounced)"
    assert isinstance(found["SIL"].order, Support)
    assert found["SIL"].result is Result.CUT
    assert isinstance(found["NTH"].order, Convoy)
    assert not found["NTH"].failed


def test_a_convoyed_move_goes_by_its_fleets(standard, europe, busy, judge):
    found = deeds(scene_of(standard, europe, busy.before, resolution=busy))
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
    found = deeds(scene_of(standard, europe, chain.before, resolution=chain))
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
    assert [deed.result for deed in scene.deeds] == [None, None, None]
    assert isinstance(deeds(scene)["LON"].order, Move)
    assert not any(deed.failed for deed in scene.deeds)


def test_retreats(standard, europe, busy):
    from dragoman.game import process
    from dragoman.orders import scan

    orders = {"FRANCE": [one.order for one in scan("A tyr R tri", standard.board, "R").orders]}
    resolution = process(standard, busy.position, orders)
    scene = scene_of(standard, europe, busy.position, resolution=resolution)
    assert isinstance(deeds(scene)["TYR"].order, Retreat)
    assert not deeds(scene)["TYR"].failed


def test_languages(standard, europe):
    scene = scene_of(standard, europe, standard.start, language="de")
    assert scene.turn == "Frühjahr 1901, Züge"
    assert "München" in {place.name for place in scene.places}
    assert "Österreich" in {side.name for side in scene.sides}
