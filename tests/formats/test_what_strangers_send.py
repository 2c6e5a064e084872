"""What a stranger could send to keep a judge busy, each kind with its bound: in work that is
counted, or by being refused. Each took seconds once."""

import difflib
import json
import os
import subprocess
import sys

import pytest
from work import lines_run

from dragoman.board import Unit
from dragoman.formats import load_variant
from dragoman.formats.records.turn_lines import resolve_lines
from dragoman.orders import scan
from dragoman.rules import Phase, Position, RuleSet
from dragoman.rules.engine.legal_orders import count_orders
from dragoman.rules.judge.board_index import board_index
from dragoman.rules.judge.encode import load_turn

STANDARD = load_variant("standard")
ABSTRACTION = load_variant("abstraction_2")
A_SECOND = 3_000_000
"""Lines of Python that run in less than a second."""


def crowded(variant, fleets, army):
    """Fleets in so many seas, and an army."""
    provinces = variant.board.provinces.items()
    seas = [key for key, province in provinces if province.terrain.is_water][:fleets]
    return [*(f"F {sea}" for sea in seas), f"A {army}"]


def turn(variant, units, orders):
    power = next(iter(variant.board.powers))
    line = {"variant": variant.name, "phase": "S1901M"}
    return json.dumps(line | {"units": {power: units}, "orders": {power: orders}})


@pytest.mark.parametrize(
    ("variant", "order"),
    [(ABSTRACTION, "F MAS C A DEN - VEN"), (STANDARD, "F NTH C A DEN - VEN")],
)
def test_a_convoy_ordered_over_and_over(variant, order):
    """Each time it was looked for anew. Now that is as much work as many other orders are."""
    units = crowded(variant, 32, "DEN")
    once, often = (turn(variant, units, [order] * count) for count in (1, 150))
    list(resolve_lines([once]))  # what is worked out but once
    search = lines_run(lambda: list(resolve_lines([once])))
    assert lines_run(lambda: list(resolve_lines([often]))) < search + 150 * 400
    (refused,) = resolve_lines([turn(variant, units, [order] * 600)])
    assert "600 orders; a turn may have" in refused


@pytest.mark.parametrize("between", ["\n", ", "])
def test_many_misspelt_orders(between, monkeypatch):
    """Whatever line they stand in, the first twenty name what may have been meant, which takes a
    search each."""
    searches = 0
    matches = difflib.get_close_matches

    def counted(*given, **named):
        nonlocal searches
        searches += 1
        return matches(*given, **named)

    monkeypatch.setattr(difflib, "get_close_matches", counted)
    found = scan(between.join(["A Prs - Bgy"] * 4000), STANDARD.board)
    assert len(found.diagnostics) == 4000
    assert 20 <= searches <= 40
    assert [bool(fault.candidates) for fault in found.diagnostics[:22]] == [True] * 20 + [False] * 2


def test_a_text_that_is_too_long_is_refused():
    found = scan("A Par - Bur\n" * 9000, STANDARD.board)
    assert [fault.code for fault in found.diagnostics] == ["too-long"]
    assert found.orders == ()


@pytest.mark.slow
def test_fleets_in_every_sea_and_all_that_armies_may_be_ordered():
    """Chains of fleets were searched one by one: with twice the fleets it took eighty times as
    long."""

    def work(fleets):
        board = ABSTRACTION.board
        power = next(iter(board.powers))
        shores = sorted(key for key in board.stands["A"] if board.is_coastal(key))[:10]
        seas = [unit.split()[1] for unit in crowded(ABSTRACTION, fleets, "DEN")[:-1]]
        units = [*(Unit(power, "F", sea) for sea in seas)]
        units += [Unit(power, "A", shore) for shore in shores]
        position = Position(Phase.parse("S1901M"), tuple(units))
        n = board_index(board)
        t = load_turn(n, position, n.terms(RuleSet(), ABSTRACTION.calendar), listed=1 << 16)
        return lines_run(lambda: count_orders(t))

    assert work(16) < work(32) < A_SECOND / 10


_WITHOUT_NUMPY = """
import sys
sys.modules["numpy"] = None
from dragoman.formats.records import turn_lines
turn_lines.WARM_FROM, turn_lines.BUILD_FROM = 10, 30
print(sum('"units"' in one for one in turn_lines.resolve_lines(sys.stdin)))
"""


def test_a_stream_needs_no_numpy():
    lines = f"{turn(STANDARD, ['F LON'], ['F LON - NTH'])}\n" * 100
    command = [sys.executable, "-c", _WITHOUT_NUMPY]
    found = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
    assert found.stdout == "100\n"


_WITHOUT_A_COMPILER = """
import sys
from dragoman.formats.records import turn_lines
turn_lines.WARM_FROM, turn_lines.BUILD_FROM = 10, 30
print(sum('"units"' in one for one in turn_lines.resolve_lines(sys.stdin)))
from dragoman.rules.batch.arrays import kernel_size
from dragoman.rules.batch.compile import compiled
compiled(kernel_size(81, 22))
"""


def test_a_stream_needs_no_compiler(tmp_path):
    """Where there is no machine code, and nothing to build it with, lines are answered all the
    same; who needs it is told what to do."""
    lines = f"{turn(STANDARD, ['F LON'], ['F LON - NTH'])}\n" * 100
    found = subprocess.run(
        [sys.executable, "-c", _WITHOUT_A_COMPILER],
        input=lines,
        env=os.environ | {"CC": "no-such-compiler", "DRAGOMAN_CACHE": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.stdout == "100\n"
    assert "NoMachineCode" in found.stderr and "install gcc or clang" in found.stderr
