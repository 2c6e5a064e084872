"""Affairs of a position in text and in JSON: every part comes back, and what cannot be is told."""

import copy
import json
import pickle
from dataclasses import replace

import jsonschema
import pytest
from affairs_drawn import positions, variant_of
from hypothesis import given, settings, strategies as st
from test_dice import SCHEMA

from dragoman.formats import load_variant
from dragoman.formats.records.turn_lines import resolve_lines
from dragoman.game import (
    FormatError,
    Game,
    JsonObject,
    process,
    read_game_text,
    read_phase,
    read_position,
    read_record,
    starred_json,
    write_record,
)
from dragoman.rules import Affairs, Loan, Phase, Position, PositionError


@pytest.mark.slow
@settings(max_examples=30)
@given(found=positions())
def test_text_and_json_bring_every_part_back(found: tuple[str, Position]) -> None:
    edition, position = found
    variant = variant_of(edition)
    assert Position.parse(position.text(), variant.board) == position
    data = JsonObject(json.loads(json.dumps(position.to_dict())))
    phase = read_phase(data, variant.calendar)
    assert read_position(data, phase, variant) == position
    assert pickle.loads(pickle.dumps(position)) == position
    assert copy.deepcopy(position) == position
    assert hash(copy.copy(position)) == hash(position)


@pytest.mark.slow
@settings(max_examples=30)
@given(found=positions())
def test_a_record_and_a_text_of_a_game_bring_every_part_back(found: tuple[str, Position]) -> None:
    edition, position = found
    game = Game(variant_of(edition), position=position)
    text = write_record(game)
    jsonschema.Draft202012Validator(SCHEMA).validate(json.loads(text))
    assert read_record(text, load_variant) == (game, ())
    assert read_game_text(game.text(), load_variant) == (game, ())


@pytest.mark.slow
@settings(max_examples=30)
@given(found=positions())
def test_a_line_is_answered_as_the_library_does(found: tuple[str, Position]) -> None:
    """What the affairs are, the answer is that of ``process``."""
    edition, position = found
    variant = variant_of(edition)
    resolution = process(variant, position, {})
    line = {"variant": edition, **position.to_dict()}
    answer = json.loads(next(resolve_lines([json.dumps(line)])))
    assert "error" not in answer
    after = starred_json(resolution.position)
    assert {key: answer[key] for key in after} == json.loads(json.dumps(after))
    assert answer["next"] == str(resolution.position.phase)
    data = JsonObject({**answer, "phase": answer["next"]})
    read = read_position(data, resolution.position.phase, variant)
    assert read.affairs == resolution.position.affairs
    assert resolution.account is not None
    assert len(answer["account"].get("events", ())) == len(resolution.account.events)
    assert len(answer.get("dice", ())) == len(resolution.account.rolls)


IMPOSSIBLE = {
    "unknown-power": (
        {"treasuries": {"AUTONOMOUS": 3}},
        {"treasuries": {"NARNIA": 3}},
        {"loans": {"AUTONOMOUS": [{"principal": 1, "interest": 1, "campaigns": 1}]}},
        {"homes": {"MILAN": "AUTONOMOUS"}},
        {"homes": {"MILAN": "NARNIA"}},
        {"chits": {"AUTONOMOUS": ["MILAN"]}},
        {"chits": {"MILAN": ["AUTONOMOUS"]}},
        {"allies": {"MILAN": ["NARNIA"]}},
        {"defaulters": ["AUTONOMOUS"]},
        {"eliminated": ["NARNIA"]},
    ),
    "unknown-country": ({"homes": {"NARNIA": "MILAN"}},),
    "unknown-place": ({"sieges": ["NARNIA"]}, {"famine": ["MIL/NC"]}, {"rebellions": ["X"]}),
    "wrong-place": ({"sieges": ["MIL_CITY"]}, {"famine": ["MIL_CITY"]}),
    "wrong-field": (
        {"treasuries": {"MILAN": -1}},
        {"treasuries": {"MILAN": 1.5}},
        {"treasuries": {"MILAN": True}},
        {"treasuries": [3]},
        {"loans": {"MILAN": [{"principal": 1, "interest": 1, "campaigns": 7}]}},
        {"loans": {"MILAN": [{"principal": 1, "interest": 1, "campaigns": 0}]}},
        {"loans": {"MILAN": [{"principal": -1, "interest": 1, "campaigns": 1}]}},
        {"loans": {"MILAN": {"principal": 1}}},
        {"sieges": "GEN"},
        {"seed": "7"},
        {"victory_cities": []},
    ),
    "missing-field": ({"loans": {"MILAN": [{"principal": 1, "interest": 1}]}},),
    "unknown-field": ({"treasury": {"MILAN": 3}},),
}


@pytest.mark.parametrize(
    ("code", "affairs"), [(code, one) for code, many in IMPOSSIBLE.items() for one in many]
)
def test_affairs_that_cannot_be_are_refused_with_their_place(code: str, affairs: object) -> None:
    variant = variant_of("machiavelli")
    fields = {**variant.start.to_dict(), "affairs": affairs}
    with pytest.raises(FormatError) as error:
        read_position(JsonObject(fields), variant.start.phase, variant)
    assert error.value.diagnostic.code == code
    assert error.value.diagnostic.what.startswith("affairs.")
    line = {"variant": "machiavelli", "id": 3, **fields}
    answer = json.loads(next(resolve_lines([json.dumps(line)])))
    assert answer["id"] == 3
    assert answer["error"].startswith("affairs.")


@pytest.mark.parametrize(
    "wrong",
    [
        Affairs(treasuries={"NARNIA": 3}),
        Affairs(treasuries={"AUTONOMOUS": 3}),
        Affairs(treasuries={"MILAN": -3}),
        Affairs(loans={"MILAN": (Loan(3, 1, 9),)}),
        Affairs(loans={"MILAN": (Loan(-3, 1, 1),)}),
        Affairs(chits={"MILAN": ("NARNIA",)}),
        Affairs(homes={"NARNIA": "MILAN"}),
        Affairs(sieges=frozenset({"NARNIA"})),
        Affairs(famine=frozenset({"GEN_CITY"})),
    ],
)
def test_the_library_says_what_is_wrong_with_affairs(wrong: Affairs) -> None:
    variant = variant_of("machiavelli")
    position = replace(variant.start, affairs=wrong)
    with pytest.raises(PositionError):
        process(variant, position, {})
    game, faults = read_game_text(Game(variant, position=position).text(), load_variant)
    assert game is None
    assert any(fault.is_error for fault in faults)


def test_diplomacy_has_no_affairs() -> None:
    line = {"phase": "S1901M", "units": {"ENGLAND": ["F LON"]}, "affairs": {"seed": 3}}
    (answer,) = resolve_lines([json.dumps(line)])
    assert "only games of Machiavelli have affairs" in json.loads(answer)["error"]
    line = {"phase": "S1901M", "units": {"ENGLAND": ["F LON"]}, "dice": ["famine severity: 1"]}
    (answer,) = resolve_lines([json.dumps(line)])
    assert "no dice are thrown" in json.loads(answer)["error"]


def test_without_affairs_the_homes_are_those_of_the_beginning() -> None:
    variant = variant_of("machiavelli")
    bare = Position(Phase.parse("S1454M"), variant.start.units, variant.start.owners)
    after = process(variant, bare, {}).position.affairs
    assert after is not None
    assert variant.scenario is not None
    assert after.homes == variant.scenario.opening.holders
    assert not after.eliminated
    line = {
        "variant": "machiavelli",
        **bare.to_dict(),
        "affairs": {"treasuries": {"MILAN": 9}},
    }
    answer = json.loads(next(resolve_lines([json.dumps(line)])))
    assert answer["affairs"]["treasuries"]["MILAN"] == 9
    assert answer["affairs"]["homes"] == dict(after.homes)


def turn(**fields: object) -> dict[str, object]:
    """A campaign around Ferrara, where Milan besieges a garrison of Venice."""
    return {
        "variant": "machiavelli",
        "phase": "U1454M",
        "units": {"MILAN": ["A FER", "A MIL"], "VENICE": ["G FER", "A PAD"]},
        "centers": {"MILAN": ["MIL", "MIL_CITY"], "VENICE": ["PAD", "PAD_CITY", "FER_CITY"]},
        **fields,
    }


def answered(**fields: object) -> dict[str, object]:
    return json.loads(next(resolve_lines([json.dumps(turn(**fields))])))


def test_a_line_tells_of_orders_that_no_unit_takes() -> None:
    orders = {
        "MILAN": ["expense 1: 18 d buy A PAD", "A PAD - VER", "FER B", "A TYR H"],
        "VENICE": ["G FER H", "FER C A"],
    }
    answer = answered(orders=orders, affairs={"treasuries": {"MILAN": 30}})
    assert answer["notes"] == [
        "MILAN: A TYR H: no such unit of MILAN has an order to get",
        "VENICE: FER converts to A: not the only order for this unit",
    ]
    assert "A VER" in answer["units"]["MILAN"]  # type: ignore[index]


def test_a_line_with_dice_that_nothing_asks_for() -> None:
    answer = answered(dice=["famine severity: 1 1"])
    assert len(answer["notes"]) == 2  # type: ignore[arg-type]
    assert "dice" not in answer
    answer = answered(dice=["famine severity: 7"])
    assert answer["error"] == "dice: famine severity: 7 is nothing that a die shows"


@given(st.data())
def test_damaged_affairs_never_break_the_stream(data: st.DataObject) -> None:
    junk = st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.just("MILAN"),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.sampled_from(("MILAN", "x", "principal")), inner, max_size=3)
        ),
        max_leaves=6,
    )
    names = ("treasuries", "homes", "loans", "chits", "sieges", "rebellions", "famine")
    names += ("defaulters", "eliminated", "allies", "victory_cities", "seed", "other")
    affairs = data.draw(st.dictionaries(st.sampled_from(names), junk, max_size=3) | junk)
    answer = answered(affairs=affairs, id=1)
    assert answer["id"] == 1
    assert ("error" in answer) != ("next" in answer)
