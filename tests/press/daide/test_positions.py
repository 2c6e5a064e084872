"""Positions, orders, results and notes of ours in DAIDE, and back."""

from pathlib import Path

import pytest
from daide_samples import BOARD, VARIANT, WORDS

import dragoman
from dragoman.formats import load_variant
from dragoman.orders import Hold, Move, Support, UnitRef, Waive
from dragoman.press.daide import messages as m
from dragoman.press.daide.language import NOTES, read_message, write_message
from dragoman.press.daide.notes import NOTES_FOR, note_on
from dragoman.press.daide.order_patterns import WaivedBuild
from dragoman.press.daide.positions import (
    map_definition,
    named_order,
    now_of,
    order_results,
    plain_order,
    position_of,
    read_map,
    result_of,
    scores_of,
)
from dragoman.press.daide.tokens import from_text, to_text
from dragoman.press.daide.vocabulary import vocabulary_of
from dragoman.press.grammar import Unsayable
from dragoman.refusal import ActionRefused
from dragoman.rules import REASONS, Position, Result

RETREAT = (
    "S1901R | FRANCE: A BUR, A MAR; GERMANY: A BER | FRANCE: MAR; GERMANY: BER, MUN"
    " | GERMANY: A BUR from PAR to RUH BEL; RUSSIA: F GOB | -"
).replace("; RUSSIA: F GOB", "")

CONVERSIONS = Path(__file__).parents[2] / "cases" / "movement" / "boards" / "conversions"


def said(message):
    return to_text(write_message(message, WORDS))


def test_the_position_at_the_start():
    start = VARIANT.start
    assert "(RUS FLT (STP SCS))" in said(now_of(start))
    assert said(scores_of(start, BOARD)).startswith("SCO (AUS BUD TRI VIE) (ENG EDI LVP LON)")
    assert "(UNO BEL BUL " in said(scores_of(start, BOARD))
    assert position_of(now_of(start).situation, scores_of(start, BOARD)) == start


def test_dislodged_units_stand_beside_who_dislodged_them():
    position = Position.parse(RETREAT, BOARD)
    assert said(now_of(position)) == (
        "NOW (SUM 1901) (FRA AMY BUR) (GER AMY BUR MRT (RUH BEL)) (FRA AMY MAR) (GER AMY BER)"
    )
    back = position_of(now_of(position).situation, scores_of(position, BOARD))
    assert back.units == position.units
    assert back.owners == position.owners
    assert [d.options for d in back.dislodged] == [("RUH", "BEL")]


def test_what_is_told_is_read_back():
    for message in (now_of(VARIANT.start), scores_of(VARIANT.start, BOARD)):
        assert read_message(write_message(message, WORDS), WORDS) == message


def test_the_map():
    definition, losses = map_definition(VARIANT)
    assert any("Switzerland" in loss.what for loss in losses)
    body = WORDS.numbering.to_bytes(write_message(definition, WORDS))
    again = read_message(WORDS.numbering.from_bytes(body), WORDS)
    assert again == definition
    variant, faults = read_map(again, "standard")
    assert faults == ()
    assert set(variant.board.provinces) == set(WORDS.provinces.values())


@pytest.mark.parametrize("name", ["chaos", "1898", "machiavelli"])
def test_other_maps_are_told_too(name):
    variant = load_variant(name).as_diplomacy()
    words = vocabulary_of(variant.board)
    definition, _ = map_definition(variant)
    tokens = write_message(definition, words)
    assert words.numbering.from_bytes(words.numbering.to_bytes(tokens)) == tokens
    variant, faults = read_map(definition)
    assert variant is not None and faults == ()


def test_a_map_with_other_units_is_refused():
    from dataclasses import replace

    board = VARIANT.board
    wings = replace(next(iter(board.kinds.values())), letter="W", name="wing")
    odd = dragoman.Board(
        "odd", board.provinces.values(), [*board.kinds.values(), wings], (), board.powers.values()
    )
    with pytest.raises(ActionRefused, match="wing"):
        vocabulary_of(odd)


def test_orders_are_told_with_kind_and_power_of_every_unit():
    start = VARIANT.start
    order = Support(UnitRef("LON"), UnitRef("BRE"), "ENG")
    named = named_order(order, "ENGLAND", start)
    assert said(m.Submit(None, (named,))) == "SUB ((ENG FLT LON) SUP (FRA FLT BRE) MTO ECH)"
    assert plain_order(named) == ("ENGLAND", named)
    assert plain_order(named_order(Waive(), "ENGLAND", start)) == ("ENGLAND", Waive())
    with pytest.raises(Unsayable, match="NTH"):
        named_order(Hold(UnitRef("NTH")), "ENGLAND", start)


def played(*turns):
    game = dragoman.Game("standard")
    for turn in turns:
        for power, orders in turn.items():
            assert game.order(power, orders) == ()
        game.process()
    return game


def results(game, **options):
    found = order_results(game.resolution, BOARD, **options)
    return {said(m.Ordered(one)).partition(") ")[2] for one in found}


def test_results_of_a_movement_and_a_retreat():
    game = played(
        {"FRANCE": "A par-bur, A mar S A par-bur, F bre-eng", "ENGLAND": "F lon-eng"},
        {"GERMANY": "A mun-bur", "FRANCE": "A bur-mun, A mar-bur"},
        {"GERMANY": "A mun H", "FRANCE": "A bur S A mar H"},
    )
    first = order_results(game.history[0], BOARD)
    told = {said(m.Ordered(one)) for one in first}
    assert len(told) == 22
    assert "ORD (SPR 1901) ((FRA AMY MAR) SUP (FRA AMY PAR) MTO BUR) (SUC)" in told
    assert "ORD (SPR 1901) ((FRA FLT BRE) MTO ECH) (BNC)" in told
    assert "ORD (SPR 1901) ((TUR AMY CON) HLD) (SUC)" in told


def test_results_of_the_dislodged_of_retreats_and_of_waived_builds():
    game = dragoman.Game(
        "standard",
        position=Position.parse(
            "F1901M | FRANCE: A PAR, A MAR; GERMANY: A BUR | FRANCE: PAR, MAR, BRE, SPA;"
            " GERMANY: BER, MUN, KIE | - | -",
            BOARD,
        ),
    )
    assert game.order("FRANCE", "A par-bur, A mar S A par-bur") == ()
    assert game.order("GERMANY", "A bur S A mar") == ()
    game.process()
    assert results(game) == {
        "((FRA AMY MAR) SUP (FRA AMY PAR) MTO BUR) (SUC)",
        "((FRA AMY PAR) MTO BUR) (SUC)",
        "((GER AMY BUR) SUP (FRA AMY MAR)) (CUT RET)",
    }
    game.order("GERMANY", "A bur R ruh")
    game.process()
    assert results(game) == {"((GER AMY BUR) RTO RUH) (SUC)"}
    assert game.order("FRANCE", "build F bre") == ()
    game.process()
    told = [said(m.Ordered(one)) for one in order_results(game.resolution, BOARD)]
    assert "ORD (WIN 1901) ((FRA FLT BRE) BLD) (SUC)" in told
    assert told.count("ORD (WIN 1901) (FRA WVE) (SUC)") == 1
    assert told.count("ORD (WIN 1901) (GER WVE) (SUC)") == 2


def test_a_unit_that_converts_is_told_as_one_that_holds():
    variant = load_variant(CONVERSIONS)
    game = dragoman.Game(variant)
    assert game.order("FRANCE", "F bre converts to A") == ()
    game.process()
    told = [one.order for one in order_results(game.resolution, variant.board)]
    assert Hold(UnitRef("BRE", "F", "FRANCE")) in told


def test_illegal_orders_are_told_where_any_may_be_given():
    game = dragoman.Game("standard")
    game.order("ENGLAND", "F lon-par")
    game.process()
    assert "((ENG FLT LON) HLD) (SUC)" in results(game)
    assert "((ENG FLT LON) MTO PAR) (FAR)" in results(game, any_orders=True)


@pytest.mark.parametrize(
    ("words", "result"),
    [
        (("SUC",), (Result.SUCCEEDS, False)),
        (("BNC", "RET"), (Result.BOUNCES, True)),
        (("RET",), (Result.DISLODGED, True)),
        (("CUT",), (Result.CUT, False)),
        (("DSR",), (Result.DISRUPTED, False)),
        (("NSO",), (Result.VOID, False)),
        (("FAR",), (Result.ILLEGAL, False)),
    ],
)
def test_results_are_read(words, result):
    assert result_of(words) == result


# Notes.

MOVEMENT = (
    "F1901M | ENGLAND: F LON, F NTH, A YOR, A EDI; FRANCE: A PAR, F MAO | ENGLAND: LON | - | -"
)
BUILDS = (
    "W1901A | ENGLAND: F NTH, A YOR; FRANCE: A PAR, A BUR, F MAO"
    " | ENGLAND: LON, EDI, LVP, NWY; FRANCE: PAR | - | -"
)

NOTED = [
    (MOVEMENT, "((ENG FLT LON) MTO ECH)", "MBV"),
    (MOVEMENT, "((ENG FLT LON) MTO PAR)", "FAR"),
    (MOVEMENT, "((ENG AMY YOR) MTO NWY)", "FAR"),
    (MOVEMENT, "((ENG AMY YOR) CTO NWY VIA (NTH))", "MBV"),
    (MOVEMENT, "((ENG AMY YOR) CTO NWY VIA (NWG))", "NSF"),
    (MOVEMENT, "((ENG FLT NTH) CVY (ENG AMY YOR) CTO NWY)", "MBV"),
    (MOVEMENT, "((ENG FLT NTH) CVY (ENG FLT LON) CTO NWY)", "NSA"),
    (MOVEMENT, "((ENG FLT LON) CVY (ENG AMY YOR) CTO NWY)", "NAS"),
    (MOVEMENT, "((ENG AMY EDI) CVY (ENG AMY YOR) CTO NWY)", "NSF"),
    (MOVEMENT, "((ENG FLT EDI) HLD)", "NSU"),
    (MOVEMENT, "((ENG FLT ECH) HLD)", "NSU"),
    (MOVEMENT, "((FRA AMY PAR) HLD)", "NYU"),
    (MOVEMENT, "((ENG FLT LON) SUP (FRA AMY PAR) MTO BUR)", "FAR"),
    (MOVEMENT, "((ENG FLT LON) SUP (FRA FLT MAO) MTO ECH)", "MBV"),
    (MOVEMENT, "((ENG FLT LON) SUP (FRA AMY WAL))", "NSU"),
    (MOVEMENT, "((ENG FLT LON) BLD)", "NRS"),
    (MOVEMENT, "((ENG FLT LON) RTO WAL)", "NRS"),
    (MOVEMENT, "(ENG WVE)", "NRS"),
    (MOVEMENT.replace("F LON", "F GAS"), "((ENG FLT GAS) MTO SPA)", "CST"),
    (MOVEMENT.replace("F LON", "F GAS"), "((ENG FLT GAS) MTO (SPA NCS))", "MBV"),
    (MOVEMENT.replace("F LON", "F GAS"), "((ENG FLT GAS) MTO (SPA SCS))", "FAR"),
    (RETREAT, "((GER AMY BUR) RTO RUH)", "MBV"),
    (RETREAT, "((GER AMY BUR) DSB)", "MBV"),
    (RETREAT, "((GER AMY BUR) RTO MUN)", "NVR"),
    (RETREAT, "((GER AMY BER) RTO MUN)", "NRN"),
    (RETREAT, "((GER AMY KIE) DSB)", "NSU"),
    (RETREAT, "((GER AMY BUR) HLD)", "NRS"),
    (BUILDS, "((ENG FLT LON) BLD)", "MBV"),
    (BUILDS, "((ENG FLT NTH) BLD)", "NSC"),
    (BUILDS, "((ENG FLT NWY) BLD)", "HSC"),
    (BUILDS, "((ENG FLT WAL) BLD)", "NSC"),
    (BUILDS, "((FRA FLT BRE) BLD)", "NYU"),
    (BUILDS, "(ENG WVE)", "MBV"),
    (BUILDS, "(FRA WVE)", "NYU"),
    (BUILDS, "((ENG AMY YOR) REM)", "NMR"),
    (BUILDS.replace("A YOR", "A LON"), "((ENG FLT LON) BLD)", "ESC"),
    (BUILDS.replace("LON, EDI, LVP, NWY", "EDI, LVP, NWY"), "((ENG FLT LON) BLD)", "YSC"),
]


@pytest.mark.parametrize(("position", "order", "note"), NOTED)
def test_notes_on_orders(position, order, note):
    at = Position.parse(position, BOARD)
    power = "GERMANY" if position is RETREAT else "ENGLAND"
    (told,) = read_message(from_text(f"SUB {order}"), WORDS).orders
    assert note_on(told, power, (), VARIANT, at, VARIANT.rule_set) == note


def test_notes_on_more_builds_and_removals_than_are_due():
    at = Position.parse(BUILDS, BOARD)
    rules = VARIANT.rule_set
    text = "SUB ((ENG FLT LON) BLD) ((ENG AMY LVP) BLD) ((ENG AMY EDI) BLD)"
    first, second, third = read_message(from_text(text), WORDS).orders
    assert note_on(third, "ENGLAND", (first,), VARIANT, at, rules) == "MBV"
    assert note_on(third, "ENGLAND", (first, second), VARIANT, at, rules) == "NMB"
    waived = WaivedBuild("ENGLAND")
    assert note_on(waived, "ENGLAND", (first, second), VARIANT, at, rules) == "NMB"
    text = "SUB ((FRA AMY PAR) REM) ((FRA AMY BUR) REM) ((FRA FLT MAO) REM)"
    first, second, third = read_message(from_text(text), WORDS).orders
    assert note_on(second, "FRANCE", (first,), VARIANT, at, rules) == "MBV"
    assert note_on(third, "FRANCE", (first, second), VARIANT, at, rules) == "NMR"
    assert note_on(first, "FRANCE", (), VARIANT, at, rules) == "MBV"


def test_every_note_is_a_word_and_every_reason_one_of_ours():
    assert set(NOTES_FOR.values()) <= NOTES
    assert set(NOTES_FOR) <= {reason.code for reason in REASONS.values()}


def test_an_order_from_a_program_is_judged():
    game = dragoman.Game("standard")
    submitted = read_message(from_text("SUB ((ENG FLT LON) MTO NTH) ((ENG AMY LVP) HLD)"), WORDS)
    for order in submitted.orders:
        power, plain = plain_order(order)
        assert game.order(power, [plain]) == ()
    assert game.process().outcome("F LON").moved_to == "NTH"
    assert isinstance(game.history[0].outcome("F LON").order, Move)
