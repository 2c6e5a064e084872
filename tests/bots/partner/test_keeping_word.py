"""The word of a partner: what was agreed is ordered, or broken for a reason that it tells."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dragoman.bots import Heard, Spoken, View, bot_called, conversed
from dragoman.bots.partner.endings import on_draw
from dragoman.bots.partner.partner_bot import PartnerBot
from dragoman.bots.partner.promises import goal_of
from dragoman.bots.partner.situation import Situation
from dragoman.bots.partner.thoughts import Why
from dragoman.bots.partner.traits import Traits
from dragoman.formats import load_variant
from dragoman.game import process
from dragoman.orders import Move, UnitRef, write
from dragoman.press.dpp import messages as dpp
from dragoman.rules import Phase, Position
from dragoman.values import FrozenMap

STANDARD = load_variant("standard")
BOARD = STANDARD.board
SPRING = Phase.parse("S1904M")
OPEN = Position.parse(
    "F1904M | GERMANY: A MUN, A BUR, A RUH; FRANCE: F MAO; ENGLAND: F LON; ITALY: F NAP", BOARD
)
"""France has left its centres to Germany's mercy."""
OLD = tuple(
    process(
        STANDARD, replace(STANDARD.start, phase=Phase.parse(f"S{year}M")), {}, STANDARD.rule_set
    )
    for year in range(1891, 1908)
)
"""Years before, with other owners than later."""


def at_peace(*more: tuple[str, dpp.Message]) -> View:
    """Germany, at peace with France since spring, and what France said besides, which it agreed
    to."""
    heard = [Heard(SPRING, 0, "FRANCE", dpp.CeaseFire(), 1)]
    spoken = [Spoken(SPRING, "FRANCE", dpp.Yes(dpp.CeaseFire()), 2)]
    for number, (kind, message) in enumerate(more):
        if kind == "heard":
            heard.append(Heard(OPEN.phase, 0, "FRANCE", message, 10 + 2 * number))
        spoken.append(Spoken(OPEN.phase, "FRANCE", dpp.Yes(message), 11 + 2 * number))
    owners = {**STANDARD.start.owners}
    position = replace(OPEN, owners=owners)
    return View(STANDARD, position, "GERMANY", 1, heard=tuple(heard), spoken=tuple(spoken))


def goals(orders) -> set[str | None]:
    return {goal_of(order) for order in orders}


@pytest.mark.parametrize(("loyalty", "why"), [(100, None), (0, Why.STAB)])
def test_a_stab_is_a_matter_of_loyalty_and_has_its_reason(loyalty: int, why: Why | None) -> None:
    made = PartnerBot(Traits(loyalty=loyalty)).resolve(at_peace())
    reasons = {one.why: one for one in made.thoughts}
    french = {place for place, owner in STANDARD.start.owners.items() if owner == "FRANCE"}
    assert bool(goals(made.orders.values()) & french) is (why is not None)
    assert (why in reasons) is (why is not None)
    if why is not None:
        assert reasons[why].power == "FRANCE" and reasons[why].gain > 0


def test_what_was_agreed_is_ordered() -> None:
    order = Move(UnitRef("RUH", "A"), "HOL")
    view = at_peace(("heard", dpp.YouShould((order,))))
    assert "A RUH-HOL" in map(write, PartnerBot()(view))


def test_a_zone_is_kept_and_an_end_of_it_ends_it() -> None:
    zone = dpp.Demilitarised(("HOL", "BEL", "GAS", "PIC"))
    view = at_peace(("heard", zone))
    now = Situation(view, Traits())
    assert set(zone.provinces) <= now.bounds.barred
    assert not goals(PartnerBot(Traits(100))(view)) & set(zone.provinces)
    war = Heard(OPEN.phase, 0, "FRANCE", dpp.War(), 40)
    later = Situation(replace(view, heard=(*view.heard, war)), Traits())
    assert not later.stance.friends


def test_who_breaks_his_word_is_trusted_less_and_peace_with_him_is_over() -> None:
    view = at_peace()
    before = Situation(view, Traits()).stance
    position = replace(view.position, units=(*view.position.units, *Position.parse(
        "F1904M | FRANCE: A KIE", BOARD).units))  # fmt: skip
    attack = process(STANDARD, position, {"FRANCE": ["A KIE - BER"]}, STANDARD.rule_set)
    after = replace(
        view, position=replace(position, phase=Phase.parse("S1905M")), history=(attack,)
    )
    now = Situation(after, Traits()).stance
    assert before.friends == {"FRANCE"} and not now.friends
    assert now.trust["FRANCE"] < before.trust["FRANCE"]
    (broken,) = [deed for deed in now.deeds if not deed.kept]
    assert broken.promise.by == "FRANCE" and str(broken.order) == "A Kie - Ber"


def test_two_partners_agree_and_support_each_other() -> None:
    """Over a few years seven of them agree on much, and some of their orders help others."""
    bots = {power: bot_called("partner:loyal") for power in BOARD.powers}
    position, history = STANDARD.start, []
    talk: dict[str, View] = {}
    helped = 0
    while position.phase.year < 1904:
        views = {
            power: View(
                *(STANDARD, position, power, len(history)),
                game=number,
                history=tuple(history),
                heard=talk[power].heard if talk else (),
                spoken=talk[power].spoken if talk else (),
            )
            for number, power in enumerate(BOARD.powers)
        }
        talk = conversed(bots, views)
        orders = {power: tuple(bots[power](talk[power])) for power in bots}
        owner = {unit.location: unit.power for unit in position.units}
        helped += sum(
            owner.get(order.supported.location, power) != power
            for power, given in orders.items()
            for order in given
            if type(order).__name__ == "Support"
        )
        history.append(process(STANDARD, position, orders, STANDARD.rule_set))
        position = history[-1].position
    assert helped >= 3
    yes = [one for view in talk.values() for one in view.spoken if isinstance(one.message, dpp.Yes)]
    assert len(yes) >= 5


def held(**centers: int) -> Position:
    """A spring in which powers have so many centres, and an army each."""
    places = iter(one for one in BOARD.centers)
    owners = {next(places): power for power, number in centers.items() for _ in range(number)}
    units = Position.parse("S1908M | " + "; ".join(
        f"{power}: A {next(p for p, one in owners.items() if one == power)}" for power in centers
    ), BOARD).units  # fmt: skip
    return Position(Phase.parse("S1908M"), units, FrozenMap(owners))


@pytest.mark.parametrize(
    ("centers", "agrees", "why"),
    [
        ({"GERMANY": 10, "FRANCE": 12, "ITALY": 12}, True, Why.FAIR),
        ({"GERMANY": 14, "FRANCE": 10, "ITALY": 10}, False, Why.AHEAD),
        ({"GERMANY": 13, "FRANCE": 11, "ITALY": 10}, True, Why.FAIR),
        ({"GERMANY": 12, "FRANCE": 6, "ITALY": 6, "TURKEY": 10}, False, Why.AHEAD),
        ({"GERMANY": 5, "FRANCE": 15, "ITALY": 14}, True, Why.STOP_LEADER),
    ],
)
def test_a_draw_is_shared_where_no_more_can_be_expected(
    centers: dict[str, int], agrees: bool, why: Why
) -> None:
    view = View(STANDARD, held(**centers), "GERMANY", 1, history=OLD)
    now = Situation(view, Traits())
    found, thought = on_draw(now, None)
    assert (found, thought.why) == (agrees, why)
    assert not on_draw(now, ("FRANCE", "ITALY"))[0], "nobody draws without itself"


def test_who_is_about_to_win_has_all_others_against_him() -> None:
    """Peace with him is told to be over, an alliance is offered to every other."""
    position = held(FRANCE=15, GERMANY=7, ITALY=6, TURKEY=6)
    view = replace(at_peace(), position=position, history=OLD)
    told = list(PartnerBot(Traits(100, talk=100)).says(view, 0))
    assert ("FRANCE", dpp.War()) in told
    allied = {to for to, said in told if isinstance(said, dpp.Alliance)}
    assert allied == {"ITALY", "TURKEY"}
    offer = Heard(position.phase, 0, "ITALY", dpp.Alliance((), ("FRANCE",)), 60)
    ((_, answer), *_) = PartnerBot().replies(replace(view, heard=(*view.heard, offer)), [offer])
    assert isinstance(answer, dpp.Yes)


def test_who_has_next_to_nothing_concedes_only_what_cannot_be_stopped() -> None:
    bot = PartnerBot()
    lost = View(STANDARD, held(FRANCE=16, ITALY=16, GERMANY=2), "GERMANY", 1, history=OLD)
    assert bot.would_end(lost) == ("concession", ("FRANCE",))
    still_on = View(STANDARD, held(FRANCE=16, ITALY=9, GERMANY=9), "GERMANY", 1, history=OLD)
    assert not bot.agrees_to(still_on, "concession", ("FRANCE",))


@pytest.mark.slow
@pytest.mark.xdist_group("compiled_bots")
def test_one_that_searches_goes_by_the_outlook() -> None:
    bot = PartnerBot(Traits(), 200)
    two = {"GERMANY": 17, "FRANCE": 17}
    assert bot.agrees_to(View(STANDARD, held(**two), "GERMANY", 1, history=OLD), "draw", ())
    strong = {"GERMANY": 15, "FRANCE": 7, "ITALY": 6, "TURKEY": 6}
    view = View(STANDARD, held(**strong), "GERMANY", 1, history=OLD)
    assert not bot.agrees_to(view, "draw", ())
