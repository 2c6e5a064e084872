"""The rules of a variant or a game: its preset, what differs from it, every choice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any, TypedDict

from dragoman.extras import extra
from dragoman.game import Variant, terms_told
from dragoman.quick_dataclass import dataclass
from dragoman.rules import RuleSet
from dragoman.rules.choices.choice_words import preset_in, switch_in
from dragoman.web.callers import ViewerHere
from dragoman.web.pages.html.kind_page import PAGE
from dragoman.web.pages.html.rendering import VisitHere, page
from dragoman.web.problems import page_router
from dragoman.web.web_state import GameNumber
from dragoman.words import in_language

with extra("judge"):
    from fastapi.responses import Response


router = page_router()


@dataclass(frozen=True, slots=True)
class RuleRow:
    """An answer of a rule set, what it means, and where the question comes from."""

    name: str
    question: str
    answer: str
    meaning: str
    source: str
    is_special: bool
    """True if it is other than the preset has it."""


@router.get("/games/{game}/rules")
def show_rules(visit: VisitHere, game: GameNumber, viewer: ViewerHere) -> Response:
    """By which rules a game is played."""
    g = viewer.g
    told = rules_told(g.game.variant, g.game.rule_set, visit.language)
    shown: dict[str, Any] = {
        "title": g.settings.title,
        "has_letters": "private" in g.settings.press,
        "opens": g.settings.press_opens.value,
    }
    return page(visit, "rules.html", game=game, **shown, **told)


class RulesTold(TypedDict):
    """A rule set as ``rules_told.html`` shows it."""

    preset: str
    preset_source: str
    rules: list[RuleRow]
    terms: list[str]
    """What the variant says besides, a sentence each."""


def rules_told(variant: Variant, rule_set: RuleSet, language: str) -> RulesTold:
    """The context of ``rules_told.html`` for a rule set."""
    preset, _ = rule_set.nearest_preset()
    return {
        "preset": preset,
        "preset_source": preset_in(preset, language),
        "rules": [*_rows(variant, rule_set, preset, language)],
        "terms": [in_language(one, language) for one in terms_told(variant, language)],
    }


def _rows(variant: Variant, rule_set: RuleSet, preset: str, language: str) -> Iterator[RuleRow]:
    """The questions that matter on the variant's board, with the answers."""
    special = rule_set.differences(type(rule_set).preset(preset))
    switches = PAGE.of(variant).switches
    for one in fields(rule_set):
        if one.name not in switches:
            continue
        switch = switch_in(switches[one.name], language)
        answer = getattr(rule_set, one.name)
        meaning = next(choice.meaning for choice in switch.choices if choice.word == answer)
        yield RuleRow(
            switch.name, switch.question, answer, meaning, switch.source, one.name in special
        )
