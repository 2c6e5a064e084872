"""Answers of language models are read as the judge reads orders, and nothing is repaired."""

from __future__ import annotations

import json
from random import Random

import pytest

from dragoman.board import UnknownName
from dragoman.env.text import AnswerRead, parse
from dragoman.errors import DragomanError, WrongArgument
from dragoman.game import Game
from dragoman.orders import Hold, UnitRef
from dragoman.rules import RuleSet
from tests.env.text.random_games import DUEL, LARGE, STANDARD, orders_at_random, phases

WINTER = (
    "W1901A | FRANCE: A SPA, A GAS; GERMANY: A BUR, A RUH, A MUN"
    " | FRANCE: BRE, MAR, PAR, SPA; GERMANY: MUN, KIE | - | -"
)


def read(text: str, power: str = "FRANCE", position: str | None = None) -> AnswerRead:
    game = Game(STANDARD, position=position)
    before = game.to_dict()
    found = parse(game, power, text)
    assert game.to_dict() == before and found.raw == text
    return found


def told(found: AnswerRead) -> list[tuple[str, int, int]]:
    return [(one.code, one.line, one.column) for one in found.diagnostics]


def judged(found: AnswerRead) -> list[str]:
    return [*map(str, found.judged)]


def test_raw_read_and_judged_orders_are_kept_apart() -> None:
    found = read("par - bur\nF Bre - Mos")
    assert [(one.text, str(one.order), str(one.judged)) for one in found.read] == [
        ("par - bur", "Par - Bur", "A Par - Bur"),
        ("F Bre - Mos", "F Bre - Mos", "None"),
    ]
    assert [*map(str, found.accepted)] == ["Par - Bur"]
    assert told(found) == [("illegal-order", 2, 1)]
    (fault,) = found.errors
    assert "no path (DATC 6.A.1)" in fault.what and fault.remedy
    assert fault.candidates == ("F Bre - Mao", "F Bre - Gas", "F Bre - Eng")
    assert [*map(str, found.missing)] == ["F BRE", "A MAR"]


def test_a_unit_without_an_order_is_missing_and_does_not_hold() -> None:
    found = read("A Par H")
    assert found.accepted == (Hold(UnitRef("PAR", "A")),)
    assert [*map(str, found.missing)] == ["F BRE", "A MAR"]
    assert read("").accepted == () and len(read("").missing) == 3


def test_what_was_ordered_before_is_not_missing() -> None:
    game = Game(STANDARD)
    game.order("FRANCE", parse(game, "FRANCE", "A Par - Bur\nF Bre - Mos").accepted)
    game.order("GERMANY", "A Mun - Bur")
    found = parse(game, "FRANCE", "A Mar S A Par - Bur\nA Par - Mos")
    assert [*map(str, found.missing)] == ["F BRE"]
    game.order("FRANCE", found.accepted)
    assert {*map(str, game.orders("FRANCE"))} == {"A Par - Bur", "A Mar S A Par - Bur"}
    lasting = Game(STANDARD, RuleSet(standing_orders="yes"))
    assert lasting.order("FRANCE", "A Mar H", standing=True) == ()
    assert [*map(str, parse(lasting, "FRANCE", "A Par H").missing)] == ["F BRE"]
    winter = Game(STANDARD, position=WINTER)
    winter.order("FRANCE", parse(winter, "FRANCE", "Build A Par").accepted)
    assert parse(winter, "FRANCE", "").left == 1
    assert parse(winter, "FRANCE", "Waive").is_complete


def test_what_is_carried_out_otherwise_is_said() -> None:
    found = read("F Mar - Spa")
    assert judged(found) == ["A Mar - Spa"] and told(found) == [("carried-out-otherwise", 1, 1)]
    assert "and will be carried out as A Mar - Spa - write A Mar - Spa" in found.text()
    position = "S1901M | FRANCE: F GAS, A MUN, F STP/SC; GERMANY: A BER | - | - | -"
    for text, carried_out in {
        "F Gas - Spa": "F Gas - Spa/nc",
        "F Stp/nc - Bot": "F Stp/sc - Bot",
        "A Mun S F Ber": "A Mun S A Ber",
        "A Mun S Italian A Ber": "A Mun S A Ber",
    }.items():
        found = read(text, position=position)
        assert judged(found) == [carried_out]
        assert told(found) == [("carried-out-otherwise", 1, 1)], text
    for text in ("F Stp - Bot", "A Mun S Ber", "A Mun S German A Ber", "French A Mun S A Ber"):
        assert told(read(text, position=position)) == [], text


def test_of_two_orders_for_a_unit_it_is_said_which_counts() -> None:
    found = read("A Par - Bur\nA Par - Gas")
    assert [one.judged is None for one in found.read] == [True, False]
    assert told(found) == [("ordered-again", 1, 1)] and judged(found) == ["A Par - Gas"]


def test_what_stands_behind_an_order_leads_to_the_order() -> None:
    found = read("A Par - Bur (to cover Munich)")
    assert told(found) == [("unread-text", 1, 13)] and found.accepted == ()
    assert found.errors[0].candidates[0] == "A Par - Bur"


def test_thoughts_are_not_read_as_orders() -> None:
    found = read("<think>A Par H\nor not?</think>\nA Par - Bur")
    assert judged(found) == ["A Par - Bur"] and found.read[0].line == 3
    assert told(found) == [("thoughts", 1, 0)]
    assert read("A Par - Bur\n<think>A Mar H").accepted == read("A Par - Bur").accepted


@pytest.mark.parametrize(
    "text",
    [
        '["A PAR - BUR", "A MAR - SPA"]',
        '{"orders": ["A PAR - BUR", "A MAR - SPA"]}',
        '```json\n{"orders": {"A PAR": "A PAR - BUR", "Mar": "A MAR - SPA"}}\n```',
    ],
)
def test_json_is_read(text: str) -> None:
    found = read(text)
    assert judged(found) == ["A Par - Bur", "A Mar - Spa"] and told(found) == []
    assert [one.line for one in found.read] == [1, 2]


def test_faults_of_json_are_said() -> None:
    assert told(read('{"moves": []}')) == [("no-orders", 1, 0)]
    assert told(read('["A PAR - BUR", 7]')) == [("no-order", 2, 0)]
    found = read('{"orders": {"A MAR": "A PAR - BUR", "": "F BRE H"}}')
    assert told(found) == [("other-unit", 1, 1), ("other-unit", 2, 1)]
    assert "stands under 'A MAR'" in found.text()


def test_orders_of_others_and_of_other_phases_are_refused() -> None:
    found = read("A Lon - Bel\nWaive\nA Par R Gas\nsome words")
    assert [one.code for one in found.errors] == [
        "not-your-unit",
        "illegal-order",
        "illegal-order",
    ]
    assert found.diagnostics[-1].code == "no-order" and found.accepted == ()


def test_builds_and_removals_are_counted() -> None:
    found = read("Build A Par\nBuild F Bre\nBuild A Mar", position=WINTER)
    assert judged(found) == ["Build A Par", "Build F Bre"] and found.left == 0
    assert told(found) == [("illegal-order", 3, 1)]
    assert "not due (DATC 4.D.4" in found.errors[0].what
    found = read("Build A Par", position=WINTER)
    assert (found.left, found.missing, found.is_complete) == (1, (), False)
    assert read("Build A Par\nWaive", position=WINTER).is_complete
    found = read("Build A Par\nBuild F Par\nWaive\nWaive\nWaive", position=WINTER)
    assert judged(found) == ["Build A Par", "Waive"] and found.left == 0
    assert told(found) == [
        ("ordered-again", 2, 1),
        ("illegal-order", 4, 1),
        ("illegal-order", 5, 1),
    ]
    assert read("Remove A Bur", "GERMANY", WINTER).is_complete
    found = read("Remove A Bur\nRemove A Ruh", "GERMANY", WINTER)
    assert judged(found) == ["Remove A Bur"] and len(found.errors) == 1


def test_a_game_that_is_over_takes_no_orders() -> None:
    game = Game()
    game.draw()
    found = parse(game, "FRANCE", "A Par - Bur")
    assert found.accepted == () and [one.code for one in found.errors] == ["game-over"]


def test_what_is_not_told_is_refused() -> None:
    with pytest.raises(UnknownName, match="ATLANTIS"):
        parse(Game(), "ATLANTIS", "A Par H")
    with pytest.raises(DragomanError, match="is a game of machiavelli, not of Diplomacy"):
        parse(Game("machiavelli"), "FRANCE", "A Par H")


@pytest.mark.parametrize(("variant", "count"), [(STANDARD, 20), (DUEL, 60), (LARGE, 6)])
def test_legal_orders_are_read_as_themselves_in_all_phases(variant: str, count: int) -> None:
    kinds, dice = set[str](), Random(0)
    for game in phases(variant, count):
        kinds.add(game.phase.kind.value)
        for power in game.survivors[:6]:
            orders = orders_at_random(game, power, dice)
            found = parse(game, power, "\n".join(map(str, orders)))
            assert found.judged == tuple(orders), (str(game.position), found)
            assert found.is_complete and not found.diagnostics, found.text()
    assert kinds == {"M", "R", "A"}


def test_nonsense_never_fails_and_errors_lead_to_orders_that_are_accepted() -> None:
    dice, tried = Random(7), 0
    for game in phases(STANDARD, 30, seed=3):
        for power in game.survivors[:3]:
            legal = [str(o) for orders in game.legal_orders(power).values() for o in orders]
            if not legal:
                continue
            lines = [garbled(dice.choice(legal), dice) for _ in range(4)]
            found = parse(game, power, "\n".join(lines))
            json.dumps(found.data())
            assert {*map(str, found.judged)} <= {*legal}
            assert sum(isinstance(one, Hold) for one in found.judged) <= sum(
                " h" in line.casefold() for line in lines
            )
            for fault in found.errors:
                assert fault.what and fault.line and fault.candidates, fault
                again = parse(game, power, fault.candidates[0])
                assert len(again.accepted) == 1, (fault, again)
                tried += 1
    assert tried > 50


def test_what_is_sent_by_mistake_costs_little_and_is_refused() -> None:
    found = read("A Par - Xyz\n" * 2_000)
    named = [len(one.candidates) for one in found.errors]
    assert len(named) == 2_000 and named[:20] == [3] * 20  # the rest has what the scanner says
    assert told(read("x" * 200_000)) == [("too-long", 0, 0)]
    assert read("[" * 50_000).accepted == () == read("<think>" * 5_000).accepted
    assert len(read("A Par - Bur\r\nA Mar - Spa\rF Bre H").accepted) == 3
    for text in (None, 7, ["A Par H"], b"A Par H"):
        with pytest.raises(WrongArgument, match="text has to be text"):
            parse(Game(), "FRANCE", text)  # type: ignore[arg-type]


def test_a_railway_that_stops_a_move_is_no_other_order() -> None:
    """As things stand F Cor is in its way; what was ordered is to go on."""
    orders = ["F Brh S F Cor", "F Cor S F Alp - Nso", "A Sal - Gnr - Alp"]
    found = parse(Game("isthmus"), "BRINE", "\n".join(orders))
    assert judged(found) == orders and not found.diagnostics


def garbled(text: str, dice: Random) -> str:
    """An order with something wrong in it."""
    words = text.split(" ")
    at = dice.randrange(len(words))
    match dice.randrange(6):
        case 0:
            words[at] = words[at][::-1]
        case 1:
            del words[at]
        case 2:
            words.insert(at, dice.choice(["Mos", "the", "\0", "<think>", "S", "{", "\ud800"]))
        case 3:
            words[-1] = dice.choice(["Swi", "Lon", "Stp/ec", ""])
        case 4:
            words.append("(because)")
        case _:
            words[at] = words[at] + "x"
    return " ".join(words)
