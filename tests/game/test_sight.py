"""Fog of war: what a power sees of positions, and is told of phases that were judged."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, strategies as st

from dragoman.formats import load_variant
from dragoman.game import Game, Resolution
from dragoman.game.sight import as_seen, in_sight, told_of
from dragoman.rules import Position, RuleSet

STANDARD = load_variant("standard")
BOARD = STANDARD.board
FOG = load_variant("fog_of_war").rule_set


def sight(text: str, power: str = "FRANCE", **answers: str) -> str:
    position = Position.parse(text, BOARD)
    return " ".join(sorted(in_sight(BOARD, position, power, FOG.replace(**answers))))


ONE_ARMY = "F1901M | FRANCE: A RUH; GERMANY: A MUN | GERMANY: MUN | - | -"


@pytest.mark.parametrize(
    ("text", "answers", "seen"),
    [
        (ONE_ARMY, {}, "BEL BUR HOL KIE MUN RUH"),
        # An army sees the water that it stands at; but it could not move there.
        ("F1901M | FRANCE: A BRE | - | - | -", {}, "BRE ENG GAS MAO PAR PIC"),
        ("F1901M | FRANCE: A BRE | - | - | -", {"sight": "moves"}, "BRE GAS PAR PIC"),
        # A fleet sees from all coasts of its province; from its own alone it could move.
        ("F1901M | FRANCE: F SPA/SC | - | - | -", {}, "GAS LYO MAO MAR POR SPA WES"),
        ("F1901M | FRANCE: F SPA/SC | - | - | -", {"sight": "moves"}, "LYO MAO MAR POR SPA WES"),
        ("F1901M | FRANCE: F SPA/NC | - | - | -", {"sight": "moves"}, "GAS MAO POR SPA"),
        ("F1901M | FRANCE: F BUL/EC | - | - | -", {"sight": "moves"}, "BLA BUL CON RUM"),
        # Centres without a unit.
        ("F1901M | - | FRANCE: NAP, PAR | - | -", {}, "APU BRE BUR GAS ION NAP PAR PIC ROM TYS"),
        (
            "F1901M | - | FRANCE: NAP, PAR | - | -",
            {"center_sight": "home-borders"},
            "BRE BUR GAS NAP PAR PIC",
        ),
        ("F1901M | - | FRANCE: NAP, PAR | - | -", {"center_sight": "itself"}, "NAP PAR"),
        ("F1901M | - | FRANCE: NAP, PAR | - | -", {"center_sight": "nothing"}, ""),
        # Who was driven out still sees from where he was.
        (
            "F1901R | GERMANY: A RUH | - | FRANCE: A RUH from MUN to HOL | -",
            {},
            "BEL BUR HOL KIE MUN RUH",
        ),
    ],
)
def test_sight(text: str, answers: dict[str, str], seen: str) -> None:
    assert sight(text, **answers) == seen
    everything = in_sight(BOARD, Position.parse(text, BOARD), "FRANCE", RuleSet())
    assert everything == frozenset(BOARD.provinces)


def test_of_what_is_out_of_sight_nothing_is_left() -> None:
    text = (
        "F1901R | ENGLAND: F NTH, A BEL; FRANCE: A PAR; GERMANY: A HOL; ITALY: A MAR, A TRI "
        "| ENGLAND: LON; FRANCE: PAR, MAR; GERMANY: BEL "
        "| FRANCE: A MAR from PIE to GAS; AUSTRIA: A TRI from VEN to VIE | BUR, GAL"
    )
    seen = as_seen(BOARD, Position.parse(text, BOARD), "FRANCE", FOG)
    assert seen.text() == (
        "F1901R | FRANCE: A PAR; ITALY: A MAR | FRANCE: MAR, PAR "
        "| FRANCE: A MAR from PIE to GAS | BUR"
    )
    italy = as_seen(BOARD, Position.parse(text, BOARD), "ITALY", FOG)
    assert {(str(one), one.options) for one in italy.dislodged} == {("*A MAR", ()), ("*A TRI", ())}


def judged(*orders: tuple[str, str], units: str, phase: str = "F1901M") -> Resolution:
    game = Game(STANDARD, FOG, Position.parse(f"{phase} | {units} | - | - | -", BOARD))
    for power, text in orders:
        game.order(power, text)
    return game.process()


def test_a_convoyed_army_is_told_of_where_it_lands() -> None:
    past = judged(
        ("ENGLAND", "A lon-tun, F eng C A lon-tun, F mao C A lon-tun, F wes C A lon-tun"),
        ("ITALY", "A tun H"),
        ("TURKEY", "F ion S A lon-tun"),
        units="ENGLAND: A LON, F ENG, F MAO, F WES; ITALY: A TUN; TURKEY: F ION, F SMY",
    )
    assert "*A TUN" in map(str, past.position.dislodged) or past.destroyed
    told = told_of(BOARD, past, "ITALY")
    assert {str(one) for one in told.outcomes} > {str(past.outcome("TUN"))}
    assert past.outcome("LON").order in told.orders["ENGLAND"], "it is for where Italy stands"
    assert "TURKEY" in told.orders and "SMY" not in str(told.orders)
    for one in told.outcomes:
        assert one.force is None and not one.met and not one.circle
    strict = told_of(BOARD, replaced(past, orders_seen="own"), "ITALY")
    assert list(strict.orders) == ["ITALY"] and len(strict.outcomes) == 1
    by = strict.outcomes[0].dislodged_by
    assert by is not None and (by.power, by.location) == ("ENGLAND", "TUN"), (
        "not where it came from"
    )
    assert all(one.came_from is None for one in strict.position.dislodged)


def replaced(past: Resolution, **answers: str) -> Resolution:
    return replace(past, rule_set=past.rule_set.replace(**answers))


def test_who_left_the_sight_is_told_of_no_more() -> None:
    past = judged(
        ("FRANCE", "A par-gas"),
        ("GERMANY", "A bur-mun"),
        units="FRANCE: A PAR; GERMANY: A BUR",
        phase="S1901M",
    )
    told = told_of(BOARD, past, "FRANCE")
    assert "A BUR" in map(str, told.before.units), "it was seen before"
    # Gascony is next to Burgundy: that it left is seen, and where it went.
    assert "GERMANY" in told.orders and not told.position.units_of("GERMANY")
    past = judged(
        ("FRANCE", "A par-bre"),
        ("GERMANY", "A bur-mun"),
        units="FRANCE: A PAR; GERMANY: A BUR",
        phase="S1901M",
    )
    assert list(told_of(BOARD, past, "FRANCE").orders) == ["FRANCE"]


RULES = [
    FOG.replace(sight=far, center_sight=center, orders_seen=orders)
    for far in ("borders", "moves")
    for center in ("borders", "home-borders", "itself", "nothing")
    for orders in ("own", "in-sight")
]


@given(st.integers(0, 10_000), st.integers(1, 6), st.sampled_from(RULES), st.data())
def test_nothing_out_of_reach_is_told(seed: int, turns: int, rules: RuleSet, data: st.DataObject):
    game = Game(STANDARD, rules)
    for turn in range(turns):
        chance = Random(f"{seed} {turn}")
        for unit, legal in game.legal_orders().items():
            game.order(unit.power, [chance.choice(legal)])
        game.process()
    power = data.draw(st.sampled_from(list(BOARD.powers)))
    near = {
        frozenset((BOARD.province_of[p.source], BOARD.province_of[p.target])) for p in BOARD.paths
    }
    for past in game.history:
        told = told_of(BOARD, past, power)
        for position, shown in ((past.before, told.before), (past.position, told.position)):
            own = {BOARD.province_of[one.location] for one in position.units_of(power)}
            own |= {
                BOARD.province_of[one.unit.location]
                for one in position.dislodged
                if one.unit.power == power
            }
            own |= set(position.centers_of(power))
            seen = in_sight(BOARD, position, power, rules)
            assert all(one in own or any({one, o} in near for o in own) for one in seen)
            for unit in (*shown.units, *(one.unit for one in shown.dislodged)):
                assert unit.power == power or BOARD.province_of[unit.location] in seen
            for center, owner in shown.owners.items():
                assert owner == power or center in seen
            assert as_seen(BOARD, shown, power, rules) == shown, "seen twice is seen once"
        after = in_sight(BOARD, past.position, power, rules)
        for one in told.outcomes:
            if one.unit.power != power:
                assert rules.orders_seen == "in-sight"
                words = str(one.order or one.treated_as).upper()
                assert any(place in words for place in after), words
    assert all(one.position == two.before for one, two in pairwise(game.history))
