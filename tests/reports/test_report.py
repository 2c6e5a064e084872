"""Reports of turns and positions, as they are printed."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from random_turns import random_adjustments, random_orders, random_position, random_retreats
from turns_to_explain import BOARD, STANDARD

from dragoman.board import Unit
from dragoman.game import Resolution, process
from dragoman.orders import scan
from dragoman.reports import report_position, report_resolution
from dragoman.rules import Dislodged, Phase, PhaseKind, Position
from dragoman.words import LANGUAGES


def position(phase: str, units: dict[str, str], centers: dict[str, str]) -> Position:
    standing = (
        Unit(power, *unit.split()) for power, list_ in units.items() for unit in list_.split(", ")
    )
    owners = {center: power for power, list_ in centers.items() for center in list_.split()}
    return Position(Phase.parse(phase), tuple(standing), owners)


def play(before: Position, **orders: str) -> Resolution:
    given = {
        power: tuple(one.order for one in scan(text, BOARD, before.phase.letter).orders)
        for power, text in orders.items()
    }
    return process(STANDARD, before, given)


@pytest.fixture(scope="module")
def fall() -> Resolution:
    """A fall in which Germany is driven out of Holland and Italy loses its last centre."""
    before = position(
        "F1903M",
        {
            "ENGLAND": "F NTH, A YOR, F HEL",
            "FRANCE": "A BUR, A TUS",
            "GERMANY": "A HOL, F DEN, A MUN",
            "ITALY": "F TYS",
        },
        {
            "ENGLAND": "EDI LON LVP",
            "FRANCE": "PAR BRE MAR",
            "GERMANY": "BER KIE MUN HOL",
            "ITALY": "ROM",
        },
    )
    return play(
        before,
        ENGLAND="A YOR-HOL, F NTH C A YOR-HOL, F HEL S A YOR-HOL",
        FRANCE="A BUR-MUN, A TUS-ROM",
        GERMANY="A HOL H, A MUN-BUR, F NTH-NWG",
        ITALY="F TYS-LYO",
    )


def test_a_movement_phase(fall: Resolution) -> None:
    assert (
        report_resolution(STANDARD, fall, title="Winter Game")
        == """\
Winter Game · Fall 1903, movement
=================================

England
  F Hel S A Yor–Hol
  F Nth C A Yor–Hol
  A Yor–Hol

France
  A Bur–Mun   bounced
  A Tus–Rom

Germany
  F Den H     no order
  A Hol H     dislodged
  A Mun–Bur   bounced

Italy
  F Tys–Lyo

Not accepted
  Germany: F Nth–Nwg was not accepted: F Nth is not a unit of Germany.
      [DATC 6.A.6]

Retreats due
  A Hol (Germany): Bel, Kie or Ruh

Next: Fall 1903, retreats
"""
    )


def test_the_same_in_german(fall: Resolution) -> None:
    assert (
        report_resolution(STANDARD, fall, "de")
        == """\
Diplomacy · Herbst 1903, Züge
=============================

England
  F Hel S A Yor–Hol
  F Nth C A Yor–Hol
  A Yor–Hol

Frankreich
  A Bur–Mun   kam nicht durch
  A Tus–Rom

Deutschland
  F Den H     kein Befehl
  A Hol H     vertrieben
  A Mun–Bur   kam nicht durch

Italien
  F Tys–Lyo

Nicht angenommen
  Deutschland: F Nth–Nwg wurde nicht angenommen: F Nth ist keine Einheit
      dieser Macht (Deutschland). [DATC 6.A.6]

Fällige Rückzüge
  A Hol (Deutschland): Bel, Kie oder Ruh

Als Nächstes: Herbst 1903, Rückzüge
"""
    )


def test_with_explanations_where_there_is_something_to_explain(fall: Resolution) -> None:
    told = report_resolution(STANDARD, fall, explained=True)
    assert told.startswith("""\
Diplomacy · Fall 1903, movement
===============================

England
  F Hel S A Yor–Hol
    F Hel S A Yor–Hol stood: A Yor–Hol had strength 2 and succeeded.
  F Nth C A Yor–Hol
    F Nth C A Yor–Hol stood: A Yor–Hol succeeded.
  A Yor–Hol
    A Yor–Hol succeeded: strength 2 (F Hel supports) against 1 of A Hol. A Hol
    was dislodged. A Yor went by convoy of F Nth. [the stronger attack
    dislodges: DATC 6.D.2]

France
  A Bur–Mun   bounced
    A Bur–Mun bounced: strength 1 against 1 of A Mun–Bur coming the other way.
    [head-on stand-off: DATC 6.E.15]
  A Tus–Rom

Germany
  F Den H     no order
""")


def test_a_retreat_phase_and_the_centres_after_it(fall: Resolution) -> None:
    resolution = play(fall.position, GERMANY="A HOL R NTH")
    assert (
        report_resolution(STANDARD, resolution)
        == """\
Diplomacy · Fall 1903, retreats
===============================

Germany
  A Hol R Nth   not possible, disbanded

Supply centres
  England   4  Edi, Lon, Lvp, Hol (gained Hol)
  France    4  Bre, Mar, Par, Rom (gained Rom)
  Germany   4  Ber, Kie, Mun, Den (gained Den; lost Hol)
  Italy     0  (lost Rom)
  Nobody   22  Bud, Tri, Vie, Nap, Ven, Mos, Sev, Stp, War, Ank, Con, Smy,
               Bel, Bul, Gre, Nwy, Por, Rum, Ser, Spa, Swe, Tun

Balance
  England: 4 centres, 3 units, builds 1
  France: 4 centres, 2 units, builds 2
  Germany: 4 centres, 2 units, builds 2
  Italy: 0 centres, 1 unit, removes 1

Next: Winter 1903, adjustments
"""
    )


def test_an_adjustment_phase(fall: Resolution) -> None:
    winter = play(fall.position, GERMANY="A HOL R KIE").position
    resolution = play(
        winter, ENGLAND="BUILD F LON, BUILD A EDI", FRANCE="BUILD F PAR, WAIVE", GERMANY="WAIVE"
    )
    assert (
        report_resolution(STANDARD, resolution, explained=True)
        == """\
Diplomacy · Winter 1903, adjustments
====================================

England
  build F Lon
  build A Edi    not due
    Build A Edi was not due: England had 4 centres, 3 units and 1 build due.
    [in this game only the first of too many builds are carried out:
    DATC 4.D.4]

France
  build F Par    not possible
    Build F Par was not possible: no such unit can stand in Par. [in this game
    a fleet is not built where none can stand: DATC 4.C.4]
  waive a build
  1 build not used

Germany
  waive a build

Italy
  remove F Lyo   civil disorder
    F Lyo was removed by civil disorder: Italy had 0 centres, 1 unit and
    1 removal due, of which none was ordered. [in this game the unit farthest
    from its power's centres goes; then fleets before armies, then by name:
    DATC 4.D.8]

Next: Spring 1904, movement
"""
    )


def test_a_destroyed_unit_an_eliminated_power_and_a_winner() -> None:
    before = position(
        "F1910M",
        {"FRANCE": "A PIE, A ROM, A TUS, A VEN", "ITALY": "A NAP, F APU", "TURKEY": "F ION, F TYS"},
        {
            "FRANCE": "PAR BRE MAR LON EDI LVP BER KIE MUN ROM VEN VIE BUD TRI HOL BEL SPA",
            "ITALY": "NAP",
        },
    )
    resolution = play(
        before,
        FRANCE="A ROM-NAP, A TUS-ROM, A VEN-APU",
        TURKEY="F TYS S A ROM-NAP, F ION S A VEN-APU",
        ITALY="A NAP H, F APU H",
    )
    told = report_resolution(STANDARD, resolution)
    assert "\nItaly\n  F Apu H   dislodged\n  A Nap H   destroyed\n" in told
    assert "\nDestroyed, with nowhere to go: A Nap\n" in told
    resolution = play(resolution.position, ITALY="F APU D")
    told = report_resolution(STANDARD, resolution)
    assert "\nItaly\n  F Apu disbands\n" in told
    assert told.endswith("\n\nThe game is won by France.\n")


def test_a_power_that_is_eliminated() -> None:
    before = position("F1905R", {"TURKEY": "A SMY"}, {"TURKEY": "SMY", "ITALY": "ROM"})
    dislodged = Dislodged(Unit("ITALY", "A", "TUS"), ("PIE",), "ROM")
    france = Unit("FRANCE", "A", "ROM")
    before = replace(before, units=(*before.units, france), dislodged=(dislodged,))
    told = report_resolution(STANDARD, play(before, ITALY="A TUS D"))
    assert "\n  Italy: eliminated\n" in told


def test_a_position(fall: Resolution) -> None:
    assert (
        report_position(STANDARD, fall.position)
        == """\
Diplomacy · Fall 1903, retreats
===============================

England
  F Hel, A Hol, F Nth

France
  A Bur, A Rom

Germany
  F Den, A Mun

Italy
  F Lyo

Retreats due
  A Hol (Germany): Bel, Kie or Ruh

Supply centres
  England   3  Edi, Lon, Lvp
  France    3  Bre, Mar, Par
  Germany   4  Ber, Kie, Mun, Hol
  Italy     1  Rom
  Nobody   23  Bud, Tri, Vie, Nap, Ven, Mos, Sev, Stp, War, Ank, Con, Smy,
               Bel, Bul, Den, Gre, Nwy, Por, Rum, Ser, Spa, Swe, Tun
"""
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seed", range(10))
def test_no_line_is_longer_than_a_terminal(language: str, seed: int) -> None:
    dice = Random(seed)
    before = random_position(BOARD, dice, dice.randint(5, 60), Phase.parse("F1901M"))
    orders = random_orders(BOARD, before, dice)
    while True:
        resolution = process(STANDARD, before, orders)
        told = report_resolution(STANDARD, resolution, language, explained=True)
        told += report_position(STANDARD, resolution.position, language)
        assert max(map(len, told.splitlines())) <= 78
        assert "  \n" not in told and "\N{NO-BREAK SPACE}" not in told
        before = resolution.position
        if before.phase.kind is PhaseKind.MOVEMENT:
            break
        retreating = before.phase.kind is PhaseKind.RETREAT
        orders = (random_retreats if retreating else random_adjustments)(BOARD, before, dice)


def test_an_unknown_language_is_refused(fall: Resolution) -> None:
    with pytest.raises(ValueError, match="no words for 'xx'"):
        report_resolution(STANDARD, fall, "xx")
