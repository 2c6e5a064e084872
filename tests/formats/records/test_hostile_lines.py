"""Lines that are wrong in every way: each gets its answer, and those after it are judged."""

import json
import random
import tracemalloc

import pytest
from work import lines_run

from dragoman.formats.records import turn_lines
from dragoman.formats.records.turn_limits import DEFAULT_LIMITS, TurnLimits
from dragoman.formats.records.turn_lines import resolve_chunks, resolve_lines

GOOD = {
    "id": 1,
    "phase": "F1901R",
    "units": {"ENGLAND": ["F NTH", "*F EDI", "A LVP"], "FRANCE": ["A EDI", "*A PAR"]},
    "orders": {"ENGLAND": ["F EDI R CLY"], "FRANCE": ["A PAR R GAS"]},
    "retreats": {"ENGLAND": {"F EDI": ["CLY", "NWG"]}, "FRANCE": {"A PAR": ["GAS", "PIC"]}},
}
MOVES = {"id": 2, "phase": "S1901M", "units": {"ENGLAND": ["F LON"]}}


def strictly(line):
    def none(name):
        raise ValueError(name)

    return json.loads(line, parse_constant=none)


def answer(line):
    """The answer to a line between two good ones."""
    text = line if isinstance(line, str) else json.dumps(line)
    first, found, last = map(strictly, resolve_lines([json.dumps(MOVES), text, json.dumps(MOVES)]))
    assert first == last
    assert first["next"] == "F1901M"
    return found


@pytest.mark.parametrize(
    "line",
    [
        '{"id": NaN}',
        '{"id": -Infinity}',
        '{"id": 1e999}',
        '{"id": ' + "7" * 5000 + "}",
        '{"id": ' + "[" * 5000 + "]" * 5000 + "}",
        json.dumps({"id": 3, "phase": "S1901M"}),
        json.dumps(MOVES | {"units": None}),
        json.dumps(MOVES | {"variant": "x" * 300}),
        json.dumps(MOVES | {"variant": "x/" * 3000}),
        json.dumps(MOVES | {"variant": "a\0b"}),
        json.dumps(MOVES | {"variant": ""}),
        json.dumps(MOVES | {"variant": "/"}),
        json.dumps(MOVES | {"variant": "\ud800"}),
        json.dumps(MOVES | {"units": {"ENGLAND": ["F \ud800"]}}),
        json.dumps(MOVES | {"phase": "S99999999M"}),
        json.dumps(MOVES | {"id": "x" * DEFAULT_LIMITS.line}),
    ],
)
def test_an_error_is_the_answer(line):
    assert "error" in answer(line)


def test_an_id_of_many_lists_within_lists_comes_back_or_is_told():
    for depth in (10, 500, *range(900, 1000, 3)):
        given = "[" * depth + "]" * depth
        (line,) = resolve_lines([json.dumps(MOVES).replace("2", given, 1)])
        assert line.startswith(f'{{"id": {given}') or "error" in strictly(line)


def test_a_lone_surrogate_in_the_id_comes_back():
    assert answer(MOVES | {"id": "\ud800"})["id"] == "\ud800"


def test_a_mark_of_the_encoding_before_the_first_line():
    assert answer("\ufeff" + json.dumps(MOVES))["next"] == "F1901M"


def test_a_center_with_two_owners():
    found = answer(MOVES | {"centers": {"ENGLAND": ["LON"], "FRANCE": ["PAR", "LON"]}})
    assert found["error"] == "centers.FRANCE: LON belongs to ENGLAND already"
    assert "error" not in answer(MOVES | {"centers": {"ENGLAND": ["LON", "LON"]}})


@pytest.mark.parametrize("retreats", [None, {}, {"ENGLAND": {"F EDI": ["CLY"]}}, {"FRANCE": {}}])
def test_where_units_may_retreat_has_to_be_said(retreats):
    assert "where *" in answer(GOOD | {"retreats": retreats})["error"]


def test_a_unit_that_can_go_nowhere_is_disbanded():
    nowhere = GOOD["retreats"] | {"FRANCE": {"A PAR": []}}
    assert answer(GOOD | {"retreats": nowhere})["results"]["A PAR"] == ["void", "disband"]


def test_retreats_of_units_that_are_not_dislodged():
    wrong = GOOD["retreats"] | {"ITALY": {"A ROM": ["NAP"]}}
    assert answer(GOOD | {"retreats": wrong})["error"].startswith("retreats.ITALY: no A ROM")
    assert "error" in answer(MOVES | {"retreats": {"ENGLAND": {"F LON": ["WAL"]}}})
    assert "error" not in answer(MOVES | {"retreats": {"ENGLAND": {}}})


def test_powers_of_retreats_may_be_named_otherwise():
    retreats = {"england": GOOD["retreats"]["ENGLAND"], "France": GOOD["retreats"]["FRANCE"]}
    assert answer(GOOD | {"retreats": retreats})["results"] == answer(GOOD)["results"]


@pytest.mark.parametrize(
    ("to", "why"),
    [("NTH", "F NTH stands there"), ("MUN", "it cannot stand there"), ("LVP", "A LVP stands")],
)
def test_a_retreat_that_nobody_can_make(to, why):
    """Records hold such places now and then: they are told of, and nobody goes there."""
    turn = GOOD | {
        "retreats": GOOD["retreats"] | {"ENGLAND": {"F EDI": ["CLY", to]}},
        "orders": GOOD["orders"] | {"ENGLAND": [f"F EDI R {to}"]},
    }
    found = answer(turn)
    assert found["notes"][0].startswith(f"ENGLAND: *F EDI cannot retreat to {to}: {why}")
    assert found["results"]["F EDI"] == ["void", "disband"]
    assert found["units"] == {"ENGLAND": ["A LVP", "F NTH"], "FRANCE": ["A EDI", "A GAS"]}


def test_a_unit_destroyed_for_want_of_a_retreat_is_told_from_one_that_may_retreat():
    crowded = {"AUSTRIA": ["F TRI"], "ITALY": ["A VEN", "A TYR", "F ADR", "A BUD", "F ALB"]}
    crowded["ITALY"] += ["A VIE", "A SER"]
    orders = {"ITALY": ["A VEN - TRI", "A TYR S A VEN - TRI"]}
    turn = MOVES | {"units": crowded, "orders": orders}
    found = answer(turn)
    assert found["results"]["F TRI"] == ["dislodged", "disband"]
    assert found["next"] == "F1901M"
    crowded["ITALY"].remove("F ALB")
    found = answer(turn)
    assert found["results"]["F TRI"] == ["dislodged"]
    assert found["retreats"] == {"AUSTRIA": {"F TRI": ["ALB"]}}


TOKENS = (
    *("NaN", "1e999", "null", "true", "[]", "{}", '""', "7", "-1", '"*A PAR"', '"A PAR"'),
    *('"STP/XC"', '"france"', '"S1901R"', '"W1901A"', '"chaos"', '"/"', '"\\ud800"', '"F MUN"'),
)


def damaged(line, dice):
    """The line with some signs of it lost, or replaced by others."""
    for _ in range(dice.randint(1, 3)):
        at = dice.randrange(len(line))
        put = dice.choice((*TOKENS, *'{}[],:"\\ é', ""))
        line = line[:at] + put + line[at + dice.randint(0, 12) :]
    return line


def test_damaged_lines():
    dice = random.Random(12)
    lines = [damaged(json.dumps(dice.choice((GOOD, MOVES))), dice) for _ in range(1500)]
    lines = [line if line.strip() else "{}" for line in lines]
    found = [strictly(line) for line in resolve_lines(lines)]
    assert len(found) == len(lines)
    assert 500 < sum("error" in one for one in found) < 1500


@pytest.mark.slow
@pytest.mark.xdist_group("compiled")
def test_the_compiled_judge_answers_hostile_lines_alike(monkeypatch):
    dice = random.Random(13)
    lines = [damaged(json.dumps(dice.choice((GOOD, MOVES))), dice) for _ in range(1000)]
    units = {"AUSTRIA": ["F TRI"], "ITALY": ["A VEN", "A TYR", "F ADR", "F ALB", "A BUD"]}
    units["ITALY"] += ["A VIE", "A SER"]
    orders = {"ITALY": ["A VEN - TRI", "A TYR S A VEN - TRI"]}
    lines.append(json.dumps(MOVES | {"units": units, "orders": orders}))
    for to in ("NTH", "MUN", "LVP", "CLY"):
        retreats = GOOD["retreats"] | {"ENGLAND": {"F EDI": [to]}}
        lines.append(json.dumps(GOOD | {"retreats": retreats}))
    lines += [json.dumps(GOOD | {more: []}) for more in ("dislodged", "contested")]
    lines += [json.dumps({"phase": "S1901M"}), json.dumps(MOVES | {"units": None})]
    plain = list(resolve_lines(lines))
    monkeypatch.setattr(turn_lines, "WARM_FROM", 0)
    monkeypatch.setattr(turn_lines, "BUILD_FROM", 0)
    assert list(resolve_lines(lines)) == plain


def test_two_folders_with_variants_of_one_name(tmp_path, monkeypatch):
    """A long stream must not judge the one by the map of the other."""
    monkeypatch.setattr(turn_lines, "WARM_FROM", 0)
    made = []
    monkeypatch.setattr(
        "dragoman.formats.records.fast_turn_lines.FastTurns.__init__",
        lambda self, variant, *_: made.append(self),
    )
    monkeypatch.setattr(
        "dragoman.formats.records.fast_turn_lines.FastTurns.can_judge", lambda *_: True
    )
    monkeypatch.setattr(turn_lines, "BUILD_FROM", 0)
    judge = turn_lines._Judge(None, None)
    variant = turn_lines._variant("standard")
    found = [judge._fast_turns(name, variant) for name in ("a/mine", "b/mine")]
    assert found == made
    assert found[0] is not found[1]


@pytest.mark.parametrize(
    ("line", "twice"),
    [
        (
            '{"phase": "S1901M", "units": {}, "orders": {}, "units": {"ENGLAND": ["F LON"]}}',
            "units",
        ),
        ('{"phase": "S1901M", "units": {"ENGLAND": [], "ENGLAND": ["F LON"]}}', "ENGLAND"),
        ('{"phase": "S1901M", "units": {}, "id": {"a:": 1, "b": 2, "b": 3}}', "b"),
        (
            json.dumps(MOVES)[:-1] + ', "orders": {"ENGLAND": ["F LON H"], "ENGLAND": []}}',
            "ENGLAND",
        ),
        (json.dumps(GOOD).replace('"*A PAR"', '"*A PAR", "A:"', 1)[:-1] + ', "id": 2}', "id"),
    ],
)
def test_a_key_written_twice_is_an_error(line, twice):
    """Which of the two was meant nobody knows; the first would be lost."""
    assert answer(line)["error"] == f"this is no usable JSON: the key '{twice}' is there twice"


def test_colons_in_texts_are_no_keys():
    assert answer(MOVES | {"id": "a: b: c: d"})["next"] == "F1901M"


def test_fields_that_no_turn_has_are_told():
    """``order`` for ``orders`` lets all units hold."""
    found = answer(MOVES | {"order": {"ENGLAND": ["F LON - NTH"]}, "x" * 500: 1})
    assert found["units"] == {"ENGLAND": ["F LON"]}
    assert found["notes"] == [
        "order: a turn has no such field; it was not read",
        f"{'x' * 40}: a turn has no such field; it was not read",
    ]
    assert len(answer(MOVES | {str(number): 0 for number in range(5000)})["notes"]) == 20


@pytest.mark.slow
@pytest.mark.xdist_group("compiled")
def test_the_compiled_judge_tells_of_fields_as_well(monkeypatch):
    lines = [json.dumps(MOVES | more) for more in ({}, {"order": 7, "id": "x"}, {"order": {}})]
    lines.append(lines[0][:-1] + ', "phase": "F1901M"}')
    plain = list(resolve_lines(lines))
    monkeypatch.setattr(turn_lines, "WARM_FROM", 0)
    monkeypatch.setattr(turn_lines, "BUILD_FROM", 0)
    assert list(resolve_lines(lines)) == plain


LIMITS = TurnLimits(line=300, orders=2, order=12)


@pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=pytest.mark.slow)])
@pytest.mark.xdist_group("compiled")
def test_limits(compiled, monkeypatch):
    monkeypatch.setattr(turn_lines, "WARM_FROM", 0 if compiled else 1000)
    monkeypatch.setattr(turn_lines, "BUILD_FROM", 0)
    units = {"ENGLAND": ["F LON", "F NTH", "A YOR"]}
    two = {"ENGLAND": ["F LON H"], "FRANCE": ["A YOR H"]}
    lines = [
        MOVES | {"units": units, "orders": two},
        MOVES | {"units": units, "orders": two | {"ITALY": ["F NTH H"]}},
        MOVES | {"units": units, "orders": {"ENGLAND": ["F LON - ENG"]}},
        MOVES | {"units": units, "orders": {"ENGLAND": ["F LON  -  ENG"]}},
        MOVES | {"id": "x" * 300},
    ]
    answers = resolve_chunks([[json.dumps(line) for line in lines]], limits=LIMITS)
    found = [json.loads(one) for one in answers]
    assert ["error" in one for one in found] == [False, True, False, False, True]
    assert found[1]["error"] == "orders: 3 orders; a turn may have 2"
    assert found[2]["units"]["ENGLAND"] != found[3]["units"]["ENGLAND"]
    assert found[3]["notes"] == [
        "ENGLAND: F LON  -  ENG: this has 13 letters; an order may have 12"
    ]
    assert found[4]["error"] == "this line has more than 300 characters"


@pytest.mark.parametrize(
    "change",
    [
        {"orders": {"ENGLAND": ["A " * 99] * 15}},  # a tenth of what a turn may have
        {"orders": {"ENGLAND": ["a-" * 99] * 15}},
        {"orders": {"ENGLAND": [f"F Lan{number} - Nrth" for number in range(15)]}},
        {"orders": {"ENGLAND": ["F LON H"] * 90_000}},
        {"orders": {"ENGLAND": ["the " * 200_000]}},
        {"units": {"ENGLAND": ["F LON"] * 9_000}},  # likewise
        {"units": {"ENGLAND": [f"F L{number}" for number in range(8_000)]}},
        {"phase": "S1901M" + " " * 900_000},
        {"orders": {f"f{number}": [] for number in range(70_000)}},
    ],
)
def test_no_line_takes_long(change):
    """Two million lines of Python run in a tenth of a second."""
    assert lines_run(lambda: answer(MOVES | change)) < 2_000_000


def test_a_stream_of_different_bad_orders_fills_no_memory():
    def lines(begin, count):
        for number in range(begin, begin + count):
            bad = [f"F Lan{number}x{order} - Nrth # {'.' * 100}" for order in range(50)]
            yield json.dumps(MOVES | {"orders": {"ENGLAND": [*bad, f"F LON - NTH # {number}"]}})

    def run(begin, count):
        for _ in resolve_lines(lines(begin, count)):
            pass
        return tracemalloc.get_traced_memory()[0]

    run(0, 5)
    tracemalloc.start()
    try:
        before = run(5, 5)
        assert run(10, 60) - before < 150_000  # half a megabyte of orders went by
    finally:
        tracemalloc.stop()
