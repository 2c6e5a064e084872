"""Orders that depend on what will be."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dragoman import Game
from dragoman.diagnostics import Diagnostic
from dragoman.judge.log.conditional_orders import (
    MOST_CONDITIONS,
    ConditionContext,
    condition_faults,
    is_conditional,
    orders_chosen,
    read_condition,
)


def after_spring() -> Game:
    game = Game("standard")
    for power, orders in {
        "ENGLAND": "F lon-nth, F edi-nwg, A lvp-yor",
        "FRANCE": "A par-bur, A mar S A par-bur, F bre-mao",
        "GERMANY": "A mun-bur, A ber-kie, F kie-den",
        "ITALY": "A ven-tri",
        "AUSTRIA": "A vie-gal",
    }.items():
        assert not [one for one in game.order(power, orders) if one.is_error]
    game.process()
    return game


GAME = after_spring()
KNOWN = ConditionContext(GAME.variant, GAME.position, GAME.history, "FRANCE")


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("A bur", True),
        ("France A bur", True),
        ("A bur is there", True),
        ("Germany A bur", False),
        ("F bur", False),
        ("bur is empty", False),
        ("bur is not empty", True),
        ("not bur is occupied", False),
        ("pic empty", True),
        ("France in bur", True),
        ("France is in bur", True),
        ("Germany in bur", False),
        ("Frankreich in bur", True),
        ("England in North Sea", True),
        ("France owns par", True),
        ("Germany owns par", False),
        ("nth is empty or A bur", True),
        ("nth is empty and A bur", False),
        ("A bur and (pic is empty or nth is empty) and not A mun-bur succeeded", True),
        ("not (A bur and pic is empty)", False),
        ("A mun-bur failed", True),
        ("Germany A mun-bur bounced", True),
        ("France A mun-bur failed", False),
        ("A par-bur succeeded", True),
        ("A mar S A par-bur succeeded", True),
        ("A par - gas failed", False),
        ("A mun failed", True),
        ("A ven succeeded", False),
        ("F lon-nth worked", True),
        ("France has 3 centers", True),
        ("France has at least 4 centres", False),
        ("Russia has at least 4 units", True),
        ("England hat höchstens 3 Zentren", True),
        ("A bur is dislodged", False),
        ("F stp(sc)", True),
        ("F stp/nc", False),
        ("F stp", True),
        ("A bur und nicht Germany in bur", True),
        ("nth besetzt oder bur leer", True),
        ("A mun-bur gescheitert", True),
    ],
)
def test_conditions(text: str, holds: bool) -> None:
    found = read_condition(text, KNOWN.variant)
    assert not isinstance(found, Diagnostic), found
    assert found.holds(KNOWN) == holds


@pytest.mark.parametrize(
    "text",
    [
        "",
        "A",
        "and A bur",
        "A bur and",
        "A bur or or F nth",
        "(A bur",
        "A bur)",
        "A atlantis",
        "Narnia owns par",
        "France owns atlantis",
        "atlantis is empty",
        "it rains",
        "A par-atlantis failed",
        "((((((((((((((((((((((((A bur))))))))))))))))))))))))",
        "A bur " * 100,
    ],
)
def test_what_is_no_condition_is_told(text: str) -> None:
    found = read_condition(text, KNOWN.variant)
    assert isinstance(found, Diagnostic) and found.code == "unreadable-condition"
    assert found.remedy


SHEET = """\
# what I mean to do
A mar-spa
IF Germany in bur
  A par-bur
  IF nth is empty THEN F bre-eng
  ELSE
  F bre-mao
  ENDIF
ELSE IF A bur AND A mun-bur failed:
  A bur-mun
ELSE
  A bur H
ENDIF
F mao-por"""


def test_only_what_counts_is_left_and_nothing_moves() -> None:
    lines = orders_chosen(SHEET, KNOWN).split("\n")
    kept = {number: line for number, line in enumerate(lines, 1) if line.strip()}
    assert kept == {
        1: "# what I mean to do",
        2: "A mar-spa",
        10: "  A bur-mun",
        14: "F mao-por",
    }


def test_orders_after_then_stay_in_their_columns() -> None:
    text = "IF A bur THEN A bur-mun\nELSE A par-bur\nEND IF"
    assert orders_chosen(text, KNOWN).split("\n") == ["              A bur-mun", "", " " * 6]


def test_a_sheet_in_german() -> None:
    text = "WENN A bur DANN A bur-mun\nSONST\nA par-bur\nENDE WENN"
    assert orders_chosen(text, KNOWN).strip() == "A bur-mun"


def test_a_plain_sheet_is_left_alone() -> None:
    text = "A par-bur\r\n  F bre - mao ; iffy, elsewhere\n"
    assert not is_conditional(text)
    assert orders_chosen(text, KNOWN) is text


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("A par-bur\nELSE\nA par-pic", [("else-without-if", 2)]),
        ("ENDIF", [("else-without-if", 1)]),
        ("A par H\nIF A bur\nA bur H", [("missing-endif", 2)]),
        ("IF A bur\nELSE\nELSE\nENDIF", [("second-else", 3)]),
        ("IF A bur\nELSE\nELSE IF A mar\nENDIF", [("second-else", 3)]),
        ("IF it rains\nENDIF\nIF\nENDIF", [("unreadable-condition", n) for n in (1, 3)]),
        ("IF A bur\n" * 30, [("too-deep", 11)]),
        ("IF A bur\nENDIF\n" * 300, [("too-many-conditions", 2 * MOST_CONDITIONS + 1)]),
        (SHEET, []),
    ],
)  # fmt: skip
def test_what_is_wrong_with_conditions(text: str, found: list[tuple[str, int]]) -> None:
    faults = condition_faults(text, KNOWN.variant)
    assert [(one.code, one.line) for one in faults] == found


def test_what_a_power_does_not_see_it_cannot_ask() -> None:
    blind = ConditionContext(GAME.variant, GAME.position, GAME.history, "FRANCE", sees_all=False)
    found = read_condition("A mun-bur failed", KNOWN.variant)
    assert not isinstance(found, Diagnostic) and not found.holds(blind)


MONEY = Game("machiavelli", seed=1454)
RICH = ConditionContext(MONEY.variant, MONEY.position, (), "VENICE")


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("Venice has at least {more} ducats", False),
        ("Venice has at least {ducats} ducats", True),
        ("Venice has {ducats} ducats", True),
        ("Venice has at most {less} ducats", False),
        ("Venedig hat mindestens {ducats} Dukaten", True),
        ("Venice has at least 1 ducat and not Venice has at least {more} ducats", True),
    ],
)
def test_conditions_on_money(text: str, holds: bool) -> None:
    assert MONEY.position.affairs is not None
    ducats = MONEY.position.affairs.treasuries["VENICE"]
    asked = text.format(ducats=ducats, more=ducats + 1, less=ducats - 1)
    found = read_condition(asked, RICH.variant)
    assert not isinstance(found, Diagnostic), found
    assert found.holds(RICH) is holds


def test_who_has_no_money_is_not_asked_for_it() -> None:
    found = read_condition("France has at least 3 ducats", KNOWN.variant)
    assert isinstance(found, Diagnostic) and "no ducats" in found.what
    none = ConditionContext(RICH.variant, replace(MONEY.position, affairs=None), (), "VENICE")
    poor = read_condition("Venice has at least 1 ducat", RICH.variant)
    assert not isinstance(poor, Diagnostic) and not poor.holds(none)
