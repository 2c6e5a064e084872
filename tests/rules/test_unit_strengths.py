"""Units of several strengths, and how much of their support an attack cuts (DipWork)."""

from dataclasses import replace

import pytest

from dragoman.board import Board, Unit
from dragoman.formats import load_variant
from dragoman.game import process
from dragoman.orders import scan_order
from dragoman.rules import Phase, Position, RuleSet

STANDARD = load_variant("standard")


def board(**strengths):
    """The standard board with units of these strengths, by their letters."""
    old = STANDARD.board
    kinds = [replace(k, strength=strengths.get(k.letter, 1)) for k in old.kinds.values()]
    return Board(old.name, old.provinces.values(), kinds, old.paths, old.powers.values())


def judged(ground, rules, **orders):
    given, units = {}, []
    for power, lines in orders.items():
        found = [scan_order(line, ground) for line in lines]
        given[power.upper()] = found
        units += [Unit(power.upper(), o.unit.kind, o.unit.location) for o in found]
    position = Position(Phase.parse("S1901M"), tuple(units))
    variant = replace(STANDARD, board=ground, start=position)
    return process(variant, position, given, rules)


def words(resolution):
    return {str(o.unit): o.result.value for o in resolution.outcomes}


DIPWORK = RuleSet.preset("dipwork")


@pytest.mark.parametrize(
    ("rules", "lost"),
    [
        (DIPWORK, False),  # strength 2 less 1 leaves 1: 2 + 1 against 2
        (DIPWORK.replace(partial_cut="whole"), True),
        (DIPWORK.replace(partial_cut="whole-by-any-strength"), True),
    ],
)
def test_an_attack_takes_off_as_much_as_it_is_strong(rules, lost):
    found = words(
        judged(
            board(F=2),
            rules,
            france=["F MAO-ENG", "F BRE S F MAO-ENG"],
            england=["F ENG H"],
            germany=["A PIC-BRE"],
        )
    )
    assert found["F MAO"] == ("bounce" if lost else "succeeds")
    assert found["F BRE"] == ("cut" if lost else "succeeds")


def test_what_is_left_of_a_support_is_what_counts():
    """Strength 3 less 1 leaves 2, which with 3 is 5: it beats 3 + 1, not 3 + 2."""
    for helpers, result in ((["A WAL H"], "succeeds"), (["F IRI S F ENG"], "bounce")):
        resolution = judged(
            board(F=3),
            DIPWORK,
            france=["F MAO-ENG", "F BRE S F MAO-ENG"],
            england=["F ENG H", *helpers],
            germany=["A PIC-BRE"],
        )
        assert words(resolution)["F MAO"] == result
        force = resolution.outcome("F MAO").force
        assert force is not None
        (supporter,) = force.supporters
        assert (supporter.halves, supporter.counted) == (4, True)


def test_several_attacks_take_off_together_and_driving_out_takes_all():
    orders = {"france": ["F MAO-ENG", "F BRE S F MAO-ENG"], "england": ["F ENG H"]}
    two = judged(board(F=2), DIPWORK, **orders, germany=["A PIC-BRE"], italy=["A PAR-BRE"])
    assert words(two)["F BRE"] == "cut"
    out = judged(
        board(F=2),
        DIPWORK,
        **orders,
        germany=["A PIC-BRE", "A PAR S A PIC-BRE", "A GAS S A PIC-BRE"],
    )
    assert words(out)["F BRE"] == "cut"
    assert words(out)["F MAO"] == "bounce"


def test_a_unit_without_strength_cuts_only_where_any_attack_does():
    for answer, cut in (("whole", "cut"), ("by-strength", "succeeds"), ("2", "succeeds")):
        resolution = judged(
            board(A=0),
            DIPWORK.replace(partial_cut=answer),
            france=["F MAO-ENG", "F BRE S F MAO-ENG"],
            england=["F ENG H"],
            germany=["A PIC-BRE"],
        )
        assert words(resolution)["F BRE"] == cut


def test_with_units_of_strength_one_nothing_changes():
    orders = {
        "france": ["F MAO-ENG", "F BRE S F MAO-ENG"],
        "england": ["F ENG H"],
        "germany": ["A PIC-BRE"],
    }
    for answer in ("whole", "by-strength", "2"):
        rules = DIPWORK.replace(partial_cut=answer)
        assert words(judged(STANDARD.board, rules, **orders))["F BRE"] == "cut"
