"""Partners act together: openings that fit what was agreed, joint attacks, and armies that the
fleets of two powers take over the water."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from dragoman.bots import Heard, Spoken, View, conversed
from dragoman.bots.openings import opening_name
from dragoman.bots.partner.answering import reply_to
from dragoman.bots.partner.asked_orders import named
from dragoman.bots.partner.partner_bot import PartnerBot
from dragoman.bots.partner.promises import owner_of
from dragoman.bots.partner.reply import ReplyKind
from dragoman.bots.partner.situation import Situation
from dragoman.bots.partner.thoughts import Why
from dragoman.bots.partner.together import together_with
from dragoman.bots.partner.traits import Traits
from dragoman.formats import load_variant
from dragoman.game import process
from dragoman.orders import Order, write
from dragoman.press.daide import speech as s
from dragoman.press.dpp import messages as dpp
from dragoman.rules import Phase, Position
from dragoman.values import FrozenMap

STANDARD = load_variant("standard")
BOARD = STANDARD.board
LOYAL = PartnerBot(Traits(100))


def at_peace(position: str, one: str, other: str, **owners: str) -> dict[str, View]:
    """The views of two powers that made peace the year before."""
    found = Position.parse(position, BOARD)
    held = {**STANDARD.start.owners, **owners}
    found = replace(found, owners=FrozenMap(held))
    before = Phase(found.phase.year - 1, "S", "M")
    return {
        me: View(
            STANDARD,
            found,
            me,
            1,
            game=number,
            heard=(Heard(before, 0, you, dpp.CeaseFire(), 1),),
            spoken=(Spoken(before, you, dpp.Yes(dpp.CeaseFire()), 2),),
        )
        for number, (me, you) in enumerate(((one, other), (other, one)))
    }


def after_talk(views: Mapping[str, View], bot: PartnerBot = LOYAL) -> dict[str, tuple[Order, ...]]:
    """The orders of two partners after they have talked."""
    talked = conversed(dict.fromkeys(views, bot), views)
    return {power: tuple(bot(view)) for power, view in talked.items()}


OVER_THE_SEA = (
    "S1904M | ENGLAND: A YOR, F NWG; FRANCE: F NTH, A MAR; GERMANY: A MUN, F KIE; RUSSIA: A MOS"
)
"""What England could take is over the water, and two fleets of two powers lie between."""


@pytest.mark.parametrize("power", BOARD.powers)
def test_each_power_opens_by_its_book(power: str) -> None:
    for seed in range(3):
        made = LOYAL.resolve(View(STANDARD, STANDARD.start, power, seed))
        name = opening_name(BOARD, power, made.orders.values())
        (thought,) = [one for one in made.thoughts if one.why is Why.OPENING]
        assert name == thought.name != ""


def test_what_was_agreed_is_before_the_book() -> None:
    spring = STANDARD.start.phase
    zone = dpp.Demilitarised(("GAL", "TYR", "ADR", "ION", "SER"))
    view = View(
        *(STANDARD, STANDARD.start, "AUSTRIA", 1),
        heard=(Heard(spring, 0, "ITALY", zone, 1),),
        spoken=(Spoken(spring, "ITALY", dpp.Yes(zone), 2),),
    )
    made = LOYAL.resolve(view)
    assert not [one for one in made.thoughts if one.why is Why.OPENING]
    assert not {getattr(one, "target", "") for one in made.orders.values()} & set(zone.provinces)


def test_fall_goes_on_where_spring_began() -> None:
    """A line for the fall is played where the units stand as it needs them."""
    lines = 0
    for power in BOARD.powers:
        spring = {power: tuple(LOYAL(View(STANDARD, STANDARD.start, power, 1)))}
        turn = process(STANDARD, STANDARD.start, spring, STANDARD.rule_set)
        made = LOYAL.resolve(View(STANDARD, turn.position, power, 1, history=(turn,)))
        lines += any(one.why is Why.OPENING for one in made.thoughts)
    assert lines >= 4


def test_an_army_goes_over_several_fleets_of_two_powers() -> None:
    position = "S1904M | ENGLAND: A LVP, F IRI; FRANCE: F MAO, A BRE, A MAR; GERMANY: A RUH"
    north = dict.fromkeys(("NWY", "SWE", "DEN", "HOL", "BEL"), "ENGLAND")
    south = dict.fromkeys(("POR", "SPA", "TUN"), "FRANCE")
    views = at_peace(position, "ENGLAND", "FRANCE", PAR="GERMANY", **north, **south)
    orders = after_talk(views)
    given = {str(one) for power in orders for one in orders[power]}
    assert {"A Lvp - Gas", "F Iri C A Lvp - Gas", "F Mao C A Lvp - Gas"} <= given
    after = process(STANDARD, views["ENGLAND"].position, orders, STANDARD.rule_set)
    assert "GAS" in {unit.location for unit in after.position.units_of("ENGLAND")}


def test_a_fleet_takes_a_friends_army_over_the_water() -> None:
    views = at_peace(OVER_THE_SEA, "FRANCE", "ENGLAND", DEN="GERMANY", NWY="GERMANY", HOL="GERMANY")
    orders = after_talk(views)
    carried = [write(one) for one in orders["FRANCE"] if " C A YOR-" in write(one)]
    (goal,) = [order.partition("C ")[2] for order in carried]
    assert goal in map(write, orders["ENGLAND"])


def test_two_attack_together_what_one_alone_cannot_take() -> None:
    position = "S1904M | FRANCE: A BUR; ITALY: A TYR; GERMANY: A MUN"
    held = {place: "ITALY" for place, one in STANDARD.start.owners.items() if one == "AUSTRIA"}
    views = at_peace(position, "FRANCE", "ITALY", MUN="GERMANY", **held)
    orders = after_talk(views)
    after = process(STANDARD, views["FRANCE"].position, orders, STANDARD.rule_set)
    assert not [unit for unit in after.position.units if unit.location == "MUN"
                and unit.power == "GERMANY"]  # fmt: skip


def test_a_unit_is_offered_to_one_at_a_time() -> None:
    position = "S1904M | FRANCE: A BUR; ITALY: A TYR; RUSSIA: A SIL; GERMANY: A MUN"
    views = at_peace(position, "FRANCE", "ITALY", MUN="GERMANY")
    now = Situation(views["FRANCE"], Traits(100))
    (first, *_) = together_with(now, "ITALY", set())
    offer = Spoken(now.position.phase, "ITALY", s.Proposal(first), 9)
    waiting = Situation(replace(now.view, spoken=(*now.view.spoken, offer)), Traits(100))
    (unit, *_) = waiting.offered
    other = next(one for one in waiting.legal[unit] if str(one) == "A Bur - Par")
    asked = s.Proposal(s.Ordering(named(waiting, unit, other)))
    refused = reply_to(waiting, "ENGLAND", asked)
    assert refused.kind is ReplyKind.REFUSES and refused.thought.why is Why.OFFERED
    person = replace(waiting.view, players=FrozenMap({"FRANCE": "partner"}))
    agreed = reply_to(Situation(person, Traits(100)), "ITALY", asked)
    if agreed.kind is ReplyKind.AGREES:
        assert agreed.follows == (s.Cancelling(s.Proposal(first)),)


@pytest.mark.slow
@pytest.mark.xdist_group("compiled_bots")
def test_two_that_search_carry_out_a_plan_for_both() -> None:
    """They find it by ``joint_plans``, propose it, and order what was agreed."""
    position = "S1904M | FRANCE: A BUR; ITALY: A TYR; GERMANY: A MUN"
    held = {place: "ITALY" for place, one in STANDARD.start.owners.items() if one == "AUSTRIA"}
    views = at_peace(position, "FRANCE", "ITALY", MUN="GERMANY", **held)
    searching = PartnerBot(Traits(100), 400)
    now = Situation(views["FRANCE"], Traits(100), 400)
    (plan, *_) = together_with(now, "ITALY", set())
    assert {owner_of(one.order) for one in plan.arrangements} == {"FRANCE", "ITALY"}
    orders = after_talk(views, searching)
    after = process(STANDARD, views["FRANCE"].position, orders, STANDARD.rule_set)
    taken = {unit.power for unit in after.position.units if unit.location == "MUN"}
    assert taken <= {"FRANCE", "ITALY"} and taken
