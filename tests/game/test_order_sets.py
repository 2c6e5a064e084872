"""Several order sets, standing orders and proxies: DATC 4.D.1, 4.D.2, 4.E.4 and 4.E.5."""

from dataclasses import replace

import pytest

from dragoman.board import Unit
from dragoman.formats import load_variant
from dragoman.game import Game, Intent, Variant
from dragoman.orders import write
from dragoman.rules import Phase, RuleSet
from dragoman.words import in_language

FIRST = "F lon-nth, F edi-nwg"


def orders(game: Game, power: str = "England") -> list[str]:
    return sorted(write(order) for order in game.orders(power))


def playing(standard: Variant, **switches: str) -> Game:
    return Game(standard, RuleSet(**switches))


MERGED = ["A LVP-YOR", "F EDI-NWG", "F LON-ENG"]


@pytest.mark.parametrize(
    ("rule", "intent", "counting"),
    [
        ("merge", Intent.UNSAID, MERGED),
        ("merge", Intent.REPLACES, MERGED),
        ("merge-unless-replaced", Intent.UNSAID, MERGED),
        ("merge-unless-replaced", Intent.REPLACES, MERGED[::2]),
        ("last-unless-added", Intent.UNSAID, MERGED[::2]),
        ("last-unless-added", Intent.ADDS, MERGED),
        ("last", Intent.ADDS, MERGED[::2]),
    ],
)
def test_a_later_set(standard: Variant, rule: str, intent: Intent, counting: list[str]) -> None:
    game = playing(standard, order_sets=rule)
    game.submit("England", FIRST)
    game.submit("England", "F lon-eng, A lvp-yor", intent=intent)
    assert orders(game) == counting


def test_a_set_for_other_units_clearly_adds(standard: Variant) -> None:
    game = playing(standard, order_sets="last-unless-added")
    game.submit("England", FIRST)
    game.submit("England", "A lvp-yor")
    assert orders(game) == ["A LVP-YOR", "F EDI-NWG", "F LON-NTH"]


@pytest.mark.parametrize(("rule", "counting"), [("hold", []), ("merge", [*MERGED, "F LON-NTH"])])
def test_sets_of_unknown_sequence(standard: Variant, rule: str, counting: list[str]) -> None:
    game = playing(standard, unordered_sets=rule)
    game.submit("England", FIRST)
    game.submit("England", "F lon-eng, A lvp-yor, F edi-nwg", dated=False)
    assert orders(game) == counting


def test_a_single_set_counts_whenever_it_came(standard: Variant) -> None:
    game = playing(standard, unordered_sets="hold")
    game.submit("England", FIRST, dated=False)
    assert orders(game) == ["F EDI-NWG", "F LON-NTH"]


def test_contradictions_between_undated_sets_are_for_the_rule_on_two_orders(
    standard: Variant,
) -> None:
    game = playing(standard, unordered_sets="merge", two_orders="neither")
    game.submit("England", FIRST)
    game.submit("England", "F lon-eng", dated=False)
    resolution = game.process()
    assert resolution.outcome("F LON").moved_to is None
    assert resolution.outcome("F EDI").moved_to == "NWG"
    assert {refused.reason for refused in resolution.unused} == {"contradicting-orders"}


def test_an_order_amends_whatever_the_rule_on_sets(standard: Variant) -> None:
    game = playing(standard, order_sets="last")
    game.order("England", FIRST)
    game.order("England", "F lon-eng, A lvp-yor")
    assert orders(game) == MERGED


@pytest.mark.parametrize("rule", ("neither", "last"))
def test_the_last_of_two_orders_in_one_text_counts(standard: Variant, rule: str) -> None:
    game = playing(standard, two_orders=rule)
    (told,) = game.order("England", "F lon-nth, A lvp-yor\nF lon-eng")
    assert (told.code, told.line, told.is_error) == ("ordered-again", 1, False)
    assert str(told.what).startswith("F Lon - Nth gives way to F Lon - Eng: the last")
    assert "weicht" in in_language(told.what, "de")
    assert orders(game) == ["A LVP-YOR", "F LON-ENG"]
    assert game.process().outcome("F LON").moved_to == "ENG"


def test_the_first_of_two_orders_counts_where_the_rules_say_so(standard: Variant) -> None:
    game = playing(standard, two_orders="first")
    (told,) = game.order("England", ["F lon-nth", "F lon-eng"])
    assert "F Lon - Eng gives way to F Lon - Nth" in told.what and "DATC 4.D.3" in told.what
    assert orders(game) == ["F LON-NTH"]


def test_an_order_that_cannot_be_carried_out_takes_no_others_place(standard: Variant) -> None:
    game = playing(standard)
    (told,) = game.order("England", "F lon-nth, F lon-mun")
    assert told.what == "F Lon - Mun cannot be carried out, and gives way to F Lon - Nth"
    assert orders(game) == ["F LON-NTH"]
    told, _ = game.order("England", "F edi-edi, F edi-mun")
    assert told.what.startswith("F Edi - Edi gives way to F Edi - Mun"), "then the last counts"


def test_an_order_that_is_there_twice_is_there_once(standard: Variant) -> None:
    game = playing(standard)
    assert game.order("England", "F lon-nth, F lon-nth") == ()
    assert orders(game) == ["F LON-NTH"]


def test_in_one_set_the_rule_on_two_orders_decides(standard: Variant) -> None:
    for rule, counts in (("neither", None), ("first", "NTH"), ("last", "ENG")):
        game = playing(standard, two_orders=rule)
        (told,) = game.submit("England", "F lon-nth, F lon-eng")
        assert "are for one unit" in told.what and "DATC 4.D.3" in told.what
        assert game.process().outcome("F LON").moved_to == counts


def test_in_one_set_an_order_that_cannot_be_carried_out_is_told_as_such(
    standard: Variant,
) -> None:
    for rule in ("neither", "first", "last"):
        game = playing(standard, two_orders=rule)
        told = game.submit("England", "F lon-nth, F lon-mun")
        again = [one.what for one in told if one.code == "ordered-again"]
        assert again == ["F Lon - Mun cannot be carried out, and gives way to F Lon - Nth"]
        assert game.process().outcome("F LON").moved_to == "NTH"


def test_in_a_winter_of_machiavelli_the_last_of_a_set_counts() -> None:
    variant = load_variant("machiavelli")
    units = (Unit("VENICE", "A", "CRE"),)
    winter = replace(variant.start, phase=Phase.parse("W1454A"), units=units)
    game = Game(variant, position=winter)
    told = game.submit("Venice", "remove A cre\nmaintain A cre")
    again = [one.what for one in told if "Remove" in one.what]
    assert len(again) == 1 and "the last counts (Machiavelli, orders)" in again[0], again


def building(standard: Variant, stage, due: int) -> Game:
    owners = dict.fromkeys(["EDI", "LON", "LVP", "NWY"][: due + 1], "ENGLAND")
    return Game(standard, position=stage("W1901A", ENGLAND="F NTH", owners=owners))


def test_a_build_gives_way_to_its_waiver(standard: Variant, stage) -> None:
    game = building(standard, stage, due=1)
    game.order("England", "build F lon")
    game.order("England", "waive")
    assert orders(game) == ["WAIVE"]
    assert len(game.process().position.units) == 1


def test_builds_add_up_to_what_is_due(standard: Variant, stage) -> None:
    game = building(standard, stage, due=2)
    game.order("England", "build F lon")
    game.order("England", "build F edi")
    assert orders(game) == ["F EDI B", "F LON B"]
    game.order("England", "build A lvp")
    assert orders(game) == ["A LVP B", "F EDI B"]
    game.order("England", "build A edi")
    assert orders(game) == ["A EDI B", "A LVP B"]


def test_excess_builds_in_one_text_are_for_the_rules(standard: Variant, stage) -> None:
    game = building(standard, stage, due=1)
    game.order("England", "build F lon, build F edi")
    assert orders(game) == ["F EDI B", "F LON B"]
    game.process()
    assert [str(u) for u in game.position.units] == ["F LON", "F NTH"]


def test_the_last_of_two_builds_in_one_place_counts_and_the_other_is_told(
    standard: Variant, stage
) -> None:
    game = building(standard, stage, due=2)
    (told,) = game.order("England", "build A lon, build F edi, build F lon")
    assert told.code == "ordered-again" and "A Lon" in told.what and "F Lon" in told.what
    assert orders(game) == ["F EDI B", "F LON B"]
    assert not game.order("England", "build F lon")


def test_standing_orders_are_used_every_turn(standard: Variant) -> None:
    game = playing(standard, standing_orders="yes")
    assert game.order("France", "A mar S A par, F bre H", standing=True) == ()
    game.order("France", "F bre-mao")
    assert orders(game, "France") == ["A MAR S A PAR", "F BRE-MAO"]
    game.process()
    assert orders(game, "France") == ["A MAR S A PAR"]  # nobody is in Brest any more
    game.order("France", "A mar-spa", standing=True)
    assert orders(game, "France") == ["A MAR-SPA"]


def test_standing_orders_may_be_forbidden(standard: Variant) -> None:
    game = playing(standard, standing_orders="no")
    (fault,) = game.order("France", "A mar H", standing=True)
    assert (fault.code, orders(game, "France")) == ("not-allowed", [])


@pytest.mark.parametrize("rule", ["beforehand", "in-set", "no"])
def test_proxies(standard: Variant, rule: str) -> None:
    game = playing(standard, proxy_orders=rule)
    told = game.proxy("France", "Brest", "England")
    assert [fault.code for fault in told] == ([] if rule == "beforehand" else ["not-allowed"])
    given = game.submit("France", "A par-bur", proxies={"mar": "England"})
    assert [fault.code for fault in given] == ([] if rule == "in-set" else ["not-allowed"])
    faults = game.order("England", "F lon-nth, F bre-mao, A mar-spa")
    ours = {"beforehand": "F BRE-MAO", "in-set": "A MAR-SPA"}.get(rule)
    assert orders(game, "France") == sorted({"A PAR-BUR", ours} - {None})
    assert orders(game) == ["F LON-NTH"]
    assert [fault.code for fault in faults] == ["not-your-unit"] * (2 if rule == "no" else 1)
    game.process()
    assert game.orders("France") == ()
    assert game.pending.proxies == {}


def test_the_other_power_goes_before_the_owner(standard: Variant) -> None:
    game = playing(standard, proxy_orders="beforehand")
    game.proxy("France", "bre", "England")
    game.order("France", "F bre-gas")
    assert orders(game, "France") == ["F BRE-GAS"]
    game.order("England", "F bre-eng")
    assert orders(game, "France") == ["F BRE-ENG"]
    assert game.process().outcome("F BRE").moved_to == "ENG"


@pytest.mark.parametrize(
    ("unit", "to", "code"),
    [
        ("lon", "Italy", "no-such-unit"),
        ("gas", "Italy", "no-such-unit"),
    ],
)
def test_proxies_that_cannot_be(standard: Variant, unit: str, to: str, code: str) -> None:
    game = playing(standard, proxy_orders="beforehand")
    assert [fault.code for fault in game.proxy("France", unit, to)] == [code]
    assert game.pending.proxies == {}
