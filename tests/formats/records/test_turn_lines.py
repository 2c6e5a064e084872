"""Streams of turns: the compiled judge answers as the plain one does, word for word."""

import json
from collections import Counter
from itertools import islice
from random import Random

import pytest
from random_turns import (
    loosened,
    random_adjustments,
    random_orders,
    random_position,
    random_retreats,
)

from dragoman.diagnostics import Diagnostic
from dragoman.formats import load_variant
from dragoman.formats.records import turn_lines
from dragoman.formats.records.fast_turn_lines import FastTurns
from dragoman.formats.records.turn_lines import resolve_lines
from dragoman.game import process
from dragoman.orders import write
from dragoman.remembered import USUAL_LIMIT, bytes_remembered, remember_at_most
from dragoman.rules import PRESETS, Phase, PhaseKind, RuleSet

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("compiled")]

STANDARD = load_variant("standard")
BOARD = STANDARD.board


def written(position, orders):
    """A turn as ``resolve`` reads it."""
    units, retreats, centers = {}, {}, {}
    for unit in position.units:
        units.setdefault(unit.power, []).append(str(unit))
    for out in position.dislodged:
        units.setdefault(out.unit.power, []).append(str(out))
        retreats.setdefault(out.unit.power, {})[str(out.unit)] = list(out.options)
    for center, owner in position.owners.items():
        centers.setdefault(owner, []).append(center)
    return {
        "phase": str(position.phase),
        "units": units,
        "centers": centers,
        "retreats": retreats,
        "orders": {power: [write(order) for order in list_] for power, list_ in orders.items()},
    }


def stream(seed, count, loose=False):
    """Turns of every phase, each followed by what it leads to."""
    dice = Random(seed)
    while True:
        size, season = dice.choice((3, 12, 34, 60)), dice.choice("SF")
        position = random_position(BOARD, dice, size, Phase(1901, season, "M"))
        for _ in range(3):
            kind = position.phase.kind
            if kind is PhaseKind.MOVEMENT:
                orders = random_orders(BOARD, position, dice, 0.1)
                if loose:
                    orders = loosened(BOARD, orders, dice)
            elif kind is PhaseKind.RETREAT:
                orders = random_retreats(BOARD, position, dice)
            else:
                orders = random_adjustments(BOARD, position, dice)
            yield written(position, orders)
            count -= 1
            if count == 0:
                return
            resolution = process(STANDARD, position, orders)
            if resolution.winners:
                break
            position = resolution.position


def plainly(turn, rules):
    """The answer of the plain judge, which alone can explain."""
    (line,) = resolve_lines([json.dumps(turn)], rules, explain=lambda *_: None)
    answer = json.loads(line)
    assert answer.pop("explain") is None
    assert answer.pop("id") is None
    return answer


def quickly(fast, turn):
    """The answer of the compiled judge, None where it leaves the turn to the plain one."""
    chunk = fast.chunk()
    if not chunk.add(turn):
        return None
    (answer,) = fast.answers(chunk)
    return None if answer is None else json.loads(f"{{{answer}}}")


@pytest.mark.parametrize("rules", [RuleSet(), PRESETS["1971"], PRESETS["njudge"], PRESETS["dptg"]])
def test_the_compiled_judge_answers_as_the_plain_one(rules):
    fast = FastTurns(STANDARD, rules)
    kinds = Counter()
    for turn in stream(1, 150):
        answer = quickly(fast, turn)
        if answer is not None:  # else an order names a unit that is not so
            assert json.dumps(answer) == json.dumps(plainly(turn, rules))
            kinds[turn["phase"][-1] + answer["next"][-1]] += 1
    assert kinds.keys() >= {"MR", "MM", "MA", "RM", "RA", "AM"}
    assert kinds.total() > 120


def test_orders_written_loosely():
    """A turn with orders for no unit, or two for one, is left to the plain judge."""
    fast = FastTurns(STANDARD, RuleSet())
    answers = [(turn, quickly(fast, turn)) for turn in stream(2, 200, loose=True)]
    answered = [(turn, answer) for turn, answer in answers if answer is not None]
    assert 20 < len(answered) < 200
    for turn, answer in answered:
        assert answer == plainly(turn, RuleSet())


GOOD = next(stream(3, 1))


@pytest.mark.parametrize(
    "change",
    [
        {"phase": "S1901X"},
        {"phase": "W1901M"},
        {"phase": 7},
        {"units": None},
        {"units": {"FRANCE": ["A PAR", "A PAR"]}},
        {"units": {"FRANCE": ["F STP/SC"], "RUSSIA": ["F STP/NC"]}},
        {"units": {"FRANCE": ["A ATL"]}},
        {"units": {"FRANCE": ["*A PAR"]}},
        {"units": {"FRANCE": [7]}},
        {"units": {"FRANCE": [["A PAR"]]}},
        {"units": {"FRANCE": "A PAR"}},
        {"units": {"france": ["A PAR"]}},
        {"units": {"GAUL": ["A PAR"]}},
        {"centers": {"FRANCE": ["PAR"], "ITALY": ["PAR"]}},
        {"centers": {"FRANCE": ["ATLANTIS"]}},
        {"centers": {"FRANCE": {"PAR": 1}}},
        {"orders": {"FRANCE": ["some nonsense"]}},
        {"orders": {"FRANCE": ["A SYR H"]}},
        {"orders": {"FRANCE": ["WAIVE"]}},
        {"orders": {"France": []}},
        {"orders": []},
        {"retreats": {"FRANCE": {"A PAR": 7}}},
        {
            "retreats": {"FRANCE": {"A PAR": [7]}},
            "phase": "S1901R",
            "units": {"FRANCE": ["*A PAR"]},
        },
    ],
)
def test_what_is_odd_is_answered_alike(change, monkeypatch):
    """An odd turn gets the answer of the plain judge in the middle of a long stream too."""
    monkeypatch.setattr(turn_lines, "WARM_FROM", 0)
    monkeypatch.setattr(turn_lines, "BUILD_FROM", 0)
    line = json.dumps(GOOD | change)
    first, odd, last = resolve_lines([json.dumps(GOOD), line, json.dumps(GOOD)])
    (expected,) = resolve_lines([line], explain=lambda *_: None)
    assert first == last
    expected, odd = json.loads(expected), json.loads(odd)
    expected.pop("explain", None)
    assert odd | {"line": 1} == expected | {"line": 1}


def test_more_orders_than_there_is_room_for():
    fast = FastTurns(STANDARD, RuleSet())
    many = GOOD | {"orders": {"FRANCE": ["A PAR H"] * 5000}}
    assert quickly(fast, many) is None
    many = GOOD | {"phase": "W1901A", "orders": {"FRANCE": ["WAIVE"] * 5000}}
    assert quickly(fast, many) is None


@pytest.fixture
def little_memory():
    remember_at_most(40_000)
    yield
    remember_at_most(USUAL_LIMIT)


def test_a_stream_that_never_repeats_itself_begins_anew(monkeypatch, little_memory):
    monkeypatch.setattr(turn_lines, "WARM_FROM", 0)
    monkeypatch.setattr(turn_lines, "BUILD_FROM", 0)
    lines = [json.dumps(turn) for turn in islice(stream(4, 60), 20)]
    plain = list(resolve_lines(lines, explain=lambda *_: None))
    for line, answer in zip(plain, resolve_lines(lines), strict=True):
        expected = json.loads(line)
        del expected["explain"]
        assert json.loads(answer) == expected
    assert bytes_remembered() < 40_000 + turn_lines._BYTES_A_JUDGE


def test_only_short_orders_that_could_be_read_are_remembered():
    """Thirty megabytes of bad orders stayed in memory."""
    board = load_variant("standard").board
    before = len(turn_lines._remembered)
    for number in range(50):
        assert isinstance(turn_lines.read_order(f"A Xyz{number} - Bur", board, "M"), Diagnostic)
        assert turn_lines.read_order(f"A Par - Bur # {number} {'x' * 80}", board, "M")
    assert len(turn_lines._remembered) == before
    assert str(turn_lines.read_order("A Par  -  Bur", board, "M")) == "A Par - Bur"
    assert len(turn_lines._remembered) == before + 1


def test_what_is_remembered_is_bounded_by_bytes(little_memory):
    board = load_variant("standard").board
    for number in range(500):
        assert turn_lines.read_order(f"A Par - Bur # {number}", board, "M")
        assert len(turn_lines._remembered) <= 40_000 / turn_lines._BYTES_AN_ORDER
