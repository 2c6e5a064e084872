"""Turns as JSON lines on a map with high seas, where several units have one name."""

import json

from dragoman.formats.records.turn_lines import resolve_lines

TURN = {
    "variant": "archipelago",
    "phase": "S1901M",
    "units": {"AMBER": ["F GRE", "F GRE"], "BASALT": ["F GRE", "F BBA"], "CORAL": ["F SSM"]},
}


def answer(**changes):
    (line,) = resolve_lines([json.dumps(TURN | changes)])
    return json.loads(line)


def test_results_are_told_by_number():
    orders = {
        "AMBER": ["F GRE - ABA", "F GRE - BBA"],
        "BASALT": ["F GRE H", "F BBA - SBE"],
        "CORAL": ["F SSM - BBA"],
    }
    found = answer(orders=orders)
    assert "notes" not in found
    assert found["results"] == {
        "F GRE": [],
        "F GRE #2": ["bounce"],
        "F BBA": [],
        "F GRE #3": [],
        "F SSM": ["bounce"],
    }
    assert found["units"]["AMBER"] == ["F ABA", "F GRE"]


def test_more_orders_than_units_are_noted():
    orders = {"AMBER": ["F GRE H", "F GRE - ABA", "F GRE - CBA"], "DRIFT": ["F GRE H"]}
    assert answer(orders=orders)["notes"] == [
        "AMBER: F GRE-CBA: not the only order for this unit",
        "DRIFT: F GRE H: no such unit of DRIFT has an order to get",
    ]


def test_elsewhere_two_units_are_still_too_many():
    assert "two units stand in BBA" in answer(units={"AMBER": ["F BBA", "F BBA"]})["error"]


def test_removals_are_counted():
    found = answer(phase="W1901A", centers={"AMBER": []}, orders={"AMBER": ["F GRE D", "F GRE D"]})
    assert found["results"]["F GRE"] == found["results"]["F GRE #2"] == [""]
    assert "AMBER" not in found["units"]
