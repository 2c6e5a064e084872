"""What a record holds in each case of the manual: "Folgende Dinge werden in den verschiedenen
Fällen in den Datenfeldern gespeichert"."""

from dataclasses import replace

import pytest

from dragoman.board import Unit
from dragoman.formats.dipwork import (
    OrdCode,
    moves_to_ord,
    order_view,
    orders_from_ord,
    parsed_ord,
    round_to_ord,
)
from dragoman.game import process
from dragoman.orders import scan_order
from dragoman.rules import Phase, Position

UNITS = {
    "AUSTRIA": ["A VIE", "A BUD", "A BOH", "A TYR"],
    "ENGLAND": ["F NTH", "A LON", "F DEN", "F HEL"],
    "GERMANY": ["A BER", "A MUN", "A KIE"],
    "FRANCE": ["A BUR"],
    "ITALY": ["A MAR", "A GAS"],
    "RUSSIA": ["A UKR"],
}
CENTERS = {
    "AUSTRIA": ["VIE", "BUD", "TRI"],
    "ENGLAND": ["LON", "EDI", "LPL"],
    "GERMANY": ["BER", "MUN", "KIE"],
    "FRANCE": ["PAR"],
    "ITALY": ["MAR", "ROM"],
}
MOVES = {
    "AUSTRIA": ["A VIE H", "A BUD S A VIE", "A BOH-MUN", "A TYR S A BOH-MUN"],
    "ENGLAND": ["F NTH C A LON-NOR", "A LON-NOR", "F DEN-KIE", "F HEL S F DEN-KIE"],
    "ITALY": ["A MAR-BUR", "A GAS S A MAR-BUR"],
}
RETREATS = {"GERMANY": ["A MUN-RUH", "A KIE D"], "FRANCE": ["A BUR-PAR"]}
WINTER = {"ENGLAND": ["F EDI B"], "GERMANY": ["A RUH D"], "RUSSIA": ["A UKR D"]}


@pytest.fixture
def steps(game):
    """The records before the conflicts and after the winter, by unit, and the atlas."""
    example = game("TWO01F")
    board, atlas = example.variant.board, example.variant_directory.atlas

    def read(orders, phase):
        return {
            p: [scan_order(text, board, phase) for text in texts] for p, texts in orders.items()
        }

    units = tuple(Unit(p, *unit.split()) for p, found in UNITS.items() for unit in found)
    owners = {center: power for power, found in CENTERS.items() for center in found}
    start = Position(Phase(1901, "F", "M"), units, owners)
    moves = process(example.variant, start, read(MOVES, "M"))
    retreats = process(example.variant, moves.position, read(RETREATS, "R"))
    winter = process(example.variant, retreats.position, read(WINTER, "A"))
    checked = parsed_ord(moves, (), atlas)
    return checked, round_to_ord(moves, retreats, winter, atlas), atlas


def cells(line, atlas):
    """The fields of a record that the manual speaks of, in its order, by name."""

    def field(place):
        return atlas.numbered[place.field - 1] if place else "-"

    return (
        field(line.place),
        OrdCode(line.order).name,
        field(line.target),
        OrdCode(line.other_order).name if line.other_order else "-",
        field(line.reference),
    )


@pytest.mark.parametrize(
    ("comment", "expected"),
    [
        ("A Vie xxx", ("Vie", "HOLD", "-", "-", "-")),
        ("A Boh-Mun", ("Boh", "MOVE", "Mun", "-", "-")),
        ("A Tyr S A Boh-Mun", ("Tyr", "SUPPORT", "Boh", "MOVE", "Mun")),
        ("A Bud S A Vie xxx", ("Bud", "SUPPORT", "Vie", "HOLD", "-")),
        ("F NTH C A Lon-Nor", ("NTH", "CONVOY", "Lon", "MOVE", "Nor")),
        ("A Lon-Nor", ("Lon", "CONVOYED_MOVE", "Nor", "-", "-")),
        ("A Bur xxx", ("Bur", "RETREAT", "Par", "-", "-")),
        ("A Mun xxx", ("Mun", "RETREAT", "-", "BUILDUP", "Ruh")),
        ("A Kie xxx", ("Kie", "RETREAT", "-", "-", "-")),
        ("+F Edi", ("-", "BUILDUP", "Edi", "-", "-")),
        ("A Ukr xxx", ("Ukr", "BUILDUP", "-", "-", "-")),
    ],
)
def test_a_record_after_the_winter(steps, comment, expected):
    _, lines, atlas = steps
    (line,) = [line for line in lines if line.comment == comment]
    assert cells(line, atlas) == expected
    if line.order in (OrdCode.SUPPORT, OrdCode.CONVOY):
        assert (line.other_nation, line.other_unit) == (line.nation, 1)
    row = next(row for row in order_view(lines, atlas).splitlines() if row.endswith(comment))
    assert all(cell in row for cell in expected[0::2])


@pytest.mark.parametrize(
    ("comment", "expected"),
    [
        ("A Tyr S A Boh-Mun", ("Tyr", "SUPPORT_MOVE", "Boh", "MOVE", "Mun")),
        ("A Bud S A Vie xxx", ("Bud", "SUPPORT_HOLD", "Vie", "HOLD", "-")),
        ("A Lon-Nor", ("Lon", "CONVOYED_MOVE", "Nor", "-", "-")),
    ],
)
def test_a_record_before_the_conflicts(steps, comment, expected):
    lines, _, atlas = steps
    (line,) = [line for line in lines if line.comment == comment]
    assert cells(line, atlas) == expected


def test_the_leader_is_the_nation_that_gave_the_order(steps):
    _, lines, _ = steps
    assert all(line.leader == line.nation for line in lines if line.nation)


def test_a_unit_that_must_retreat_keeps_the_move_it_was_ordered(game):
    """Also where its words are too long for a comment: the move may have kept others out."""
    example = game("TWO01F")
    board, atlas = example.variant.board, example.variant_directory.atlas
    orders = {"GERMANY": ["A KIE-HOL"], "ENGLAND": ["F DEN-KIE", "F HEL S F DEN-KIE"]}
    orders["FRANCE"] = ["A BEL-HOL"]
    given = {power: [scan_order(text, board) for text in texts] for power, texts in orders.items()}
    units = tuple(
        Unit(power, *text.partition("-")[0].partition(" S")[0].split())
        for power, texts in orders.items()
        for text in texts
    )
    start = Position(Phase(1901, "F", "M"), units)
    lines = moves_to_ord(process(example.variant, start, given), atlas)
    (line,) = [line for line in lines if line.order == OrdCode.ATTACKED_FROM]
    assert cells(line, atlas) == ("Kie", "ATTACKED_FROM", "Den", "MOVE", "Hol")
    cut = replace(line, comment="A Kie-Nirgendwo, von wo")
    assert orders_from_ord([cut], atlas, board) == {"GERMANY": (given["GERMANY"][0],)}
