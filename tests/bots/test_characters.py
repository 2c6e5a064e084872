"""The bots that people meet: their names, who sits where, and what is said of their strength."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from dragoman.bots import WORDS_OF, View, bot_called, compiled, conversed
from dragoman.bots.characters import (
    BOTS_IN_SEATS,
    CHARACTERS,
    MIXED,
    characters_of,
    dealt,
    seated_bot,
    strengths,
)
from dragoman.bots.known import plays
from dragoman.bots.partner.partner_bot import PartnerBot
from dragoman.formats import load_variant, shipped_variants
from dragoman.orders import Order
from dragoman.press.daide.speech import Peace, Proposal
from dragoman.press.press_texts import Said
from dragoman.web.pages.html.bots import CHARACTER, offered_bots
from tools import strengths as tool

STANDARD = load_variant("standard")
POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")


def test_each_has_a_name_of_its_own_and_a_character() -> None:
    names = [one.name for one in CHARACTERS.values()]
    assert len(set(names)) == len(names) >= 5
    assert CHARACTER.keys() == CHARACTERS.keys() < set(BOTS_IN_SEATS)
    for one in CHARACTERS.values():
        assert callable(bot_called(one.bot))
        assert one.talks is (one.bot in WORDS_OF)


@pytest.mark.slow
def test_none_is_called_as_a_power_is() -> None:
    powers = {
        variant.power_name(power).casefold()
        for variant in map(load_variant, shipped_variants())
        for power in variant.board.powers
    }
    assert not powers & {one.name.casefold() for one in CHARACTERS.values()}


def test_the_lot_deals_out_several_kinds_and_always_the_same() -> None:
    first = dealt(STANDARD, POWERS, "1", True)
    assert first == dealt(STANDARD, POWERS, "1", True) and first.keys() == set(POWERS)
    assert first != dealt(STANDARD, POWERS, "2", True)
    assert len(Counter(first.values())) >= 3 and MIXED not in first.values()
    assert not set(dealt(STANDARD, POWERS, "1", False).values()) & WORDS_OF.keys()


def test_who_searches_sits_only_where_that_is_built(monkeypatch: pytest.MonkeyPatch) -> None:
    for is_ready in (False, True):
        monkeypatch.setattr(compiled, "is_ready_for", lambda _, found=is_ready: found)
        offered = {one.bot for one in characters_of(STANDARD)}
        assert ("partner:general" in offered) is ("partner:fox" in offered) is is_ready
        assert "partner:loyal" in offered
        bot = seated_bot("partner:general", STANDARD)
        assert isinstance(bot, PartnerBot) and (bot.evaluations > 0) is is_ready
    assert "partner:general" not in {one.bot for one in characters_of(load_variant("machiavelli"))}


@pytest.mark.parametrize("one", tool.KINDS, ids=[one.variant for one in tool.KINDS])
def test_what_is_said_of_their_strength_is_what_the_games_come_to(one: tool.Measured) -> None:
    assert one.figures.read_text("utf-8") == tool.figures(one)
    assert tool.table(one) in Path(tool.PAGE).read_text("utf-8")
    variant = load_variant(one.variant)
    found = strengths(variant)
    assert found and found.variant == one.variant
    offered = [of for of in CHARACTERS.values() if plays(of.bot, variant)]
    assert found.games >= 120 and found.bots.keys() == {of.bot for of in offered}
    shares = [found.bots[of.bot].share for of in offered]
    assert shares == sorted(shares, reverse=True), "the strongest is named first"


def test_a_variant_in_which_nobody_was_measured_names_the_one_of_the_figures() -> None:
    found = offered_bots(load_variant("mach_este"))
    assert found.measured and found.has_cities
    assert (found.measured.variant, found.measured.until) == ("machiavelli", 1462)
    assert found.title == "Machiavelli: Balance of Power"
    assert all(one.strength for one in found.bots)


class _Daide:
    """Proposes peace in DAIDE, and orders nothing."""

    def __call__(self, view: View) -> list[Order]:
        return []

    def says(self, view: View, turn: int) -> list[tuple[str, Said]]:
        both = (view.power, "FRANCE")
        return [("FRANCE", Proposal(Peace(both)))] if view.power == "RUSSIA" and not turn else []


def test_what_daide_cannot_say_on_a_board_is_not_heard_and_stops_nothing() -> None:
    for name, are_heard in (("standard", True), ("colonial_1885", False)):  # of 257 provinces
        variant = load_variant(name)
        views = {power: View(variant, variant.start, power, 1) for power in ("RUSSIA", "FRANCE")}
        bots = {"RUSSIA": _Daide(), "FRANCE": bot_called("partner:sly")}
        assert any(one.sender == "RUSSIA" for one in conversed(bots, views)["FRANCE"].heard) is (
            are_heard
        )
