"""What explanations of Machiavelli say of sieges, starving and conversions: with the strengths that
decided, and without denying a support that counted there."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from crowded_campaigns import campaign

from dragoman.board import Unit
from dragoman.formats import load_variant
from dragoman.game import Game, Resolution, Variant, process
from dragoman.kinds.machiavelli.reports.campaign_account import in_own_rules
from dragoman.machiavelli.sources import cited_in_machiavelli
from dragoman.orders import scan
from dragoman.reports import explain, explanations, report_resolution
from dragoman.reports.statements.rules_cited import RULE_NAMES, rule
from dragoman.rules import REASONS, SWITCHES, Affairs, Phase, Position

DOCS = Path(__file__).parents[2] / "docs"


def judged(name: str, **texts: str) -> tuple[Variant, Resolution]:
    """A campaign in which Genoa has been besieged before; who stands where is in the orders."""
    variant = load_variant(name)
    read = {p: [one.order for one in scan(t, variant.board).orders] for p, t in texts.items()}
    units = tuple(
        Unit(power, order.unit.kind or "", order.unit.location)
        for power, orders in read.items()
        for order in orders
    )
    affairs = Affairs(sieges=frozenset({"GEN"}))
    position = Position(Phase.parse("U1454M"), units, affairs=affairs)
    return variant, process(variant, position, read, variant.rule_set)


def test_a_siege_that_strength_decides_is_told_with_it() -> None:
    variant, turn = judged(
        "machiavelli2",
        FRANCE="A gen B; A mon S A gen",
        MILAN="G gen H; A sav S G gen; A mod S G gen",
    )
    assert (
        "The siege of Gen came to nothing: strength 2 of A Gen (A Mon supports) against 3 of G Gen "
        "(A Mod and A Sav support)."
    ) in explain(variant, turn, "A GEN")
    said = " ".join(report_resolution(variant, turn).split())
    assert "strength 2 of A Gen (A Mon supports) against 3 of G Gen" in said


def test_who_starves_a_garrison_out_is_told_with_the_strengths() -> None:
    variant, turn = judged(
        "machiavelli2", FRANCE="A gen B; A mon S A gen", MILAN="G gen H; A sav S G gen"
    )
    assert (
        "G Gen (Milan) was starved out by A Gen: strength 2 (A Mon supports) against 2 of G Gen "
        "(A Sav supports)."
    ) in explain(variant, turn, "G GEN")
    assert "A Sav S G Gen stood, and counted in the siege of Gen." in explain(variant, turn, "SAV")


def test_where_no_strength_decides_the_rule_says_so() -> None:
    variant, turn = judged("machiavelli", FRANCE="A gen B", MILAN="G gen H; A sav S G gen")
    said = explain(variant, turn, "G GEN")
    assert "G Gen (Milan) was starved out by A Gen. [" in said
    assert "a garrison is starved out however strong it is" in said
    assert "counted" not in explain(variant, turn, "A SAV")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "en",
            "A Mon S G Gen stood. It could not help to dislodge A Gen, a unit of its own power, "
            "but it counted in the siege of Gen.",
        ),
        (
            "de",
            "A Mon S G Gen war gültig. Beim Vertreiben der eigenen Einheit A Gen durfte die "
            "Unterstützung nicht helfen, aber sie zählte bei der Belagerung von Gen.",
        ),
    ],
)
def test_support_that_counted_against_starving_is_not_denied(language: str, said: str) -> None:
    """France helps the garrison out against its own besieger: that dislodges nobody, but the
    besieger is too weak for it."""
    variant, turn = judged("machiavelli2", FRANCE="A gen B; A mon S G gen", MILAN="G gen C A")
    assert said in explain(variant, turn, "A MON", language)
    assert "against 2 of G Gen" in explain(variant, turn, "A GEN")


def test_support_does_not_count_in_the_siege_of_a_rebellion() -> None:
    """Nobody is in the city whose strength could be weighed."""
    variant = load_variant("machiavelli2")
    orders = {"FRANCE": [one.order for one in scan("A gen B; A mon S A gen", variant.board).orders]}
    units = (Unit("FRANCE", "A", "GEN"), Unit("FRANCE", "A", "MON"))
    affairs = Affairs(sieges=frozenset({"GEN"}), rebellions=frozenset({"GEN", "GEN_CITY"}))
    position = Position(Phase.parse("U1454M"), units, {"GEN": "FRANCE"}, affairs=affairs)
    turn = process(variant, position, orders, variant.rule_set)
    assert "the city fell" in explain(variant, turn, "A GEN")
    assert explain(variant, turn, "A MON") == "A Mon S A Gen stood; nobody attacked A Gen."


def test_machiavelli_cites_its_own_rules() -> None:
    """None of Diplomacy's numbers, and none of its own that there are not."""
    page = (DOCS / "reference" / "machiavelli-rules.md").read_text("utf-8")
    sources = {in_own_rules(rule(name)).source for name in RULE_NAMES}
    sources |= {cited_in_machiavelli(reason.source) for reason in REASONS.values()}
    sources |= {cited_in_machiavelli(switch.source) for switch in SWITCHES.values()}
    assert not {source for source in sources if "DATC" in source}
    ids = {found[1] for source in sources if (found := re.fullmatch(r"Machiavelli (\S+)", source))}
    assert len(ids) > 10
    assert {id_ for id_ in ids if f"| {id_} |" not in page} == set()


def test_random_campaigns_cite_no_rules_of_diplomacy() -> None:
    for seed in range(8):
        variant = load_variant("machiavelli" if seed % 2 else "machiavelli2")
        for turn in campaign(variant, Random(seed)):
            for explanation in explanations(variant, turn):
                assert not [one for one in explanation.rules if "DATC" in one.source]


def test_an_order_that_cannot_succeed_is_told_by_machiavellis_rules() -> None:
    (fault,) = Game("machiavelli").order("Milan", "A mil - ven")
    assert fault.what.endswith("cannot succeed: no path (Machiavelli U-1)")


def test_the_help_of_rebels_is_told_wherever_the_strength_is() -> None:
    """Mantua rebels against Venice (M26): it is no strength of the army's own."""
    variant = load_variant("machiavelli")
    texts = {"FRANCE": "A cre - man; A ver S A cre - man", "VENICE": "A man H"}
    read = {p: [one.order for one in scan(t, variant.board).orders] for p, t in texts.items()}
    units = (
        Unit("FRANCE", "A", "CRE"),
        Unit("FRANCE", "A", "VER"),
        Unit("VENICE", "A", "MAN"),
    )
    affairs = Affairs(rebellions=frozenset({"MAN", "MAN_CITY"}))
    position = Position(Phase.parse("U1454M"), units, {"MAN": "VENICE"}, affairs=affairs)
    turn = process(variant, position, read, variant.rule_set)
    assert "against 3 of A Cre–Man (rebels help; A Ver supports)." in explain(variant, turn, "MAN")
    assert "strength 3 (rebels help; A Ver supports) against 1" in explain(variant, turn, "CRE")
    assert "3 (Aufständische helfen; A Ver unterstützt)" in explain(variant, turn, "CRE", "de")
