"""Explanations of campaigns of Machiavelli agree with each other and with what would have happened
otherwise.

What is said to have come to nothing is taken away, or put into something that does nothing, and
nothing else may change. ``DRAGOMAN_TEST_TURNS=10000`` looks at that many campaigns.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from contradictions import contradictions
from crowded_campaigns import campaign, sieges
from published_turns import TEXTS
from random_phases import turns

from dragoman.formats import load_variant
from dragoman.game import Game, Resolution, Variant, process, without
from dragoman.machiavelli import Spending, Spent
from dragoman.orders import Expense, Order, Purpose
from dragoman.reports import (
    Explanation,
    explanations,
    report_resolution,
    turn_facts,
    what_if,
)
from dragoman.reports.forms import FORMS
from dragoman.rules import Outcome, PhaseKind, Result, UnusedOrder
from dragoman.words import LANGUAGES

TURNS = turns(120)
PARTS = 4

IN_VAIN = frozenset({Spent.OUTBID, Spent.NOT_NEAR, Spent.NOT_NEEDED, Spent.NO_CHIT, Spent.MISSED})
"""What the money came to that made no difference to anybody. Bribes that failed for other reasons
may have kept others from success."""
NO_DIFFERENCE = frozenset(
    {
        "support.own",
        "support.vain",
        "support.in-vain",
        "support.quiet",
        "order.void",
        "order.unused",
    }
)


def drawn(part: int) -> Iterator[tuple[Variant, Resolution, str]]:
    for seed in range(part, TURNS, PARTS):
        variant = load_variant("machiavelli" if seed % 2 else "machiavelli2")
        for resolution in campaign(variant, Random(seed)):
            yield variant, resolution, f"seed {seed}, {resolution.phase} on {variant.name}"


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_explanations_of_random_campaigns(part: int) -> None:
    for variant, resolution, where in drawn(part):
        found = explanations(variant, resolution)
        assert not list(contradictions(found)), where
        for explanation in found:
            for language in LANGUAGES:
                said = explanation.text(language)
                assert said and "{" not in said, where
            assert explanation.data()
            if resolution.phase.kind is PhaseKind.MOVEMENT:
                check_denial(variant, resolution, explanation, where)


@pytest.mark.slow
def test_nothing_is_denied_in_sieges() -> None:
    """Campaigns in which strength decides whether a garrison starves."""
    for seed in range(TURNS):
        variant = load_variant("machiavelli" if seed % 2 else "machiavelli2")
        resolution = sieges(variant, Random(seed))
        found = explanations(variant, resolution)
        assert not list(contradictions(found)), f"seed {seed}"
        for explanation in found:
            check_denial(variant, resolution, explanation, f"seed {seed}")


def check_denial(
    variant: Variant, resolution: Resolution, explanation: Explanation, where: str
) -> None:
    about = explanation.about
    instead: Resolution | None = None
    if isinstance(about, Spending):
        if about.result.is_refused:
            instead = without(variant, resolution, [(about.power, about.order)])
        elif about.result in IN_VAIN or is_idle(about):
            instead = squandered(variant, resolution, about)
    elif isinstance(about, Outcome) and about.order is not None:
        if about.result is not Result.FAILS:
            said = {statement.key for statement in explanation.statements}
            if said & NO_DIFFERENCE:
                instead = without(variant, resolution, [(about.unit.power, about.order)])
    elif isinstance(about, UnusedOrder) and about.reason != "expense-replaced":
        instead = without(variant, resolution, [(about.power, about.order)])
    if instead is not None:
        assert state(instead) == state(resolution), f"{where}: {explanation.text()}"


def is_idle(spending: Spending) -> bool:
    """Whether it is a counter-bribe that met no bribe."""
    return spending.order.purpose is Purpose.COUNTER and spending.result is Spent.DONE


def squandered(variant: Variant, resolution: Resolution, spending: Spending) -> Resolution:
    """The phase with as many ducats spent on a relief that nobody needs instead."""
    before = resolution.before
    assert before.affairs is not None and variant.scenario is not None
    fed = next(area for area in variant.scenario.country_of if area not in before.affairs.famine)
    idle = Expense(spending.order.number, Purpose.RELIEF, fed, spending.paid)
    orders: dict[str, list[Order]] = {p: [*given] for p, given in resolution.orders.items()}
    mine = orders[spending.power]
    mine[mine.index(spending.order)] = idle
    return process(variant, before, orders, resolution.rule_set)


def state(resolution: Resolution) -> tuple[object, ...]:
    """What a phase leads to, but for the chits, of which even an attempt that fails takes one."""
    position = resolution.position
    assert position.affairs is not None
    affairs = replace(position.affairs, chits={})
    return position.units, position.dislodged, position.contested, position.owners, affairs


@pytest.mark.slow
def test_every_order_can_be_thought_away() -> None:
    """What it says is so: only what would have been otherwise is told, and everything that is."""
    for variant, resolution, where in drawn(1):
        for power, given in resolution.orders.items():
            for order in given[:3]:
                found = what_if(variant, resolution, f"{power}: {order}")
                said = found.statements()
                is_same = state(found.instead) == state(resolution)
                assert said, where
                if is_same and resolution.phase.kind is PhaseKind.MOVEMENT:
                    is_told = {s.key for s in said[1:]} - {"otherwise.line"}
                    assert not is_told, f"{where}: {found.text()}"
                if len(said) == 1:
                    assert is_same or only_own(found.instead, resolution), f"{where}: {order}"
                assert found.text("de") and found.data()


def only_own(instead: Resolution, resolution: Resolution) -> bool:
    """Whether nothing but the unit whose order is taken away fares otherwise."""
    now, then = set(resolution.position.units), set(instead.position.units)
    return len(now - then) <= 1 and len(then - now) <= 1


@pytest.mark.slow
@pytest.mark.parametrize("form", TEXTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_random_campaigns_in_every_form(form: str, language: str) -> None:
    for variant, resolution, where in islice(drawn(2), 15):
        facts = turn_facts(variant, resolution, language, explained=True)
        told = FORMS[form](facts)
        for section in (*facts.before_moves, *facts.after_moves):
            assert section.heading in told, where
            assert section.lines or section.rows, where
            assert {len(row) for row in section.rows} <= {len(section.columns)}, where


def test_chits_are_for_the_game_master_alone() -> None:
    """nJudge's reports tell payments, expenditures and treasuries, but of chits not a word."""
    variant = load_variant("machiavelli")
    game = Game(variant, seed=1)
    game.order("Milan", "give Turkey to Venice; pay 3 d to Venice; expense 1: 3 d relief MIL")
    resolution = game.process()
    public = FORMS["text"](turn_facts(variant, resolution))
    master = report_resolution(variant, resolution)
    assert "Milan paid 3 ducats to Venice." in public
    assert "Milan 1: The famine relief of 3 ducats for Mil failed" in public
    assert "chit" not in public
    assert "Milan gave Venice an assassination chit for Turkey." in master
    assert (
        "Venice: Austria, France, Milan, Florence, Naples, Papacy, Turkey and Turkey"
        in squeezed(master)
    )


def squeezed(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("again", ["expense 1: none", "expense 1: 9 d famine relief padua"])
def test_a_bribe_that_gave_way_is_told(again: str) -> None:
    game = Game("machiavelli")
    game.order("VENICE", f"expense 1: 18 d buy A mil\n{again}")
    resolution = game.process()
    for language in LANGUAGES:
        texts = [one.text(language) for one in explanations(game.variant, resolution)]
        assert any("A Mil" in text for text in texts)
