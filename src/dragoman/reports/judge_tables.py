"""Variants for the judge in a browser: tables of numbers, and words to tell of turns."""

from __future__ import annotations

from typing import Any, Final

from dragoman.errors import DragomanError
from dragoman.game import Variant
from dragoman.game.variant import PLAY
from dragoman.reports.statements.phrasebook import Phrasebook, words_told
from dragoman.rules import RuleSet
from dragoman.rules.batch.arrays import flat
from dragoman.rules.batch.web_judge import SIZE, web_judge
from dragoman.rules.judge.board_index import board_index
from dragoman.rules.model.outcome import RESULTS
from dragoman.rules.model.reasons import REASONS
from dragoman.views import View

_SWITCHES: Final = (
    "coast_one_possible",
    "coast_unreachable",
    "implied_orders",
    "own_support",
    "power_missing",
    "two_orders",
    "waive_builds",
)
"""The switches that are asked outside the engine."""
_WORDS: Final = ("did", "marks", "order", "orders", "phases", "reasons", "report", "short")
"""The tables of words that tell of a turn."""


class TablesShape(View):
    """A variant under a rule set, for the judge in a browser."""

    digest: str
    """Of the judge that these tables are for."""
    variant: str
    provinces: list[str]
    locations: list[str]
    """Provinces first, then coasts: a number stands for each by its place here."""
    kinds: list[str]
    powers: list[str]
    gates: list[tuple[str, str]]
    """Gateways: the province of each, and that of its gatekeeper."""
    rails: list[str]
    high_seas: list[str]
    board: list[int]
    ice: list[int] | None
    """The board while arctic water is closed, where that is another."""
    rules: list[int]
    calendar: list[int]
    phases: list[str]
    """The phases of a year: season and kind."""
    victory: int
    switches: dict[str, str]
    results: list[str]
    reasons: dict[int, str]
    start: dict[str, Any]
    """The position at the start, as the record of a game has it."""


class WordsShape(View):
    """Words of a language to tell of a variant's turns."""

    language: str
    words: dict[str, dict[str, Any]]
    """By their tables."""
    places: dict[str, str]
    powers: dict[str, str]


def judge_tables(variant: Variant, rule_set: RuleSet | None = None) -> TablesShape:
    """A variant under a rule set, its own where none is named.

    Raises:
        DragomanError: if it is no variant of Diplomacy, or too large for the judge in a browser.
    """
    board = variant.board
    rules = variant.rule_set if rule_set is None else rule_set
    if why := why_not_in_browsers(variant, rules):
        raise DragomanError(f"{variant.title} is not judged in a browser: {why}")
    n = board_index(board)
    terms = n.terms(rules, variant.calendar_under(rules))
    is_icy = terms.icy_tables is not terms.open_tables
    return {
        "digest": web_judge().digest,
        "variant": variant.name,
        "provinces": [*n.places],
        "locations": [*n.locations],
        "kinds": [*n.kinds],
        "powers": [*n.powers],
        "gates": [(gate.province, gate.controller) for gate in board.gateways],
        "rails": [rail.province for rail in board.railways],
        "high_seas": [*board.high_seas],
        "board": flat(terms.open_tables).tolist(),
        "ice": flat(terms.icy_tables).tolist() if is_icy else None,
        "rules": flat(terms.rules).tolist(),
        "calendar": flat(terms.phases).tolist(),
        "phases": [phase.code for phase in terms.calendar.phases],
        "victory": variant.victory_centers,
        "switches": {name: getattr(rules, name) for name in _SWITCHES},
        "results": [result.value for result in RESULTS],
        "reasons": {number: reason.code for number, reason in REASONS.items()},
        "start": variant.start.to_dict(),
    }


def why_not_in_browsers(variant: Variant, rule_set: RuleSet) -> str:
    """The reason why a variant is not judged in a browser by a rule set; empty where it is."""
    if not PLAY.of(variant).is_plain:
        return "it is no Diplomacy"
    locations = len(variant.board.locations)
    if locations > SIZE.locations:
        return f"it has {locations} provinces and coasts, more than {SIZE.locations}"
    return ""


def judge_words(variant: Variant, language: str) -> WordsShape:
    """Words to tell of a variant's turns in a language."""
    book = Phrasebook(variant, language)
    tables = words_told(variant.kind, language)
    return {
        "language": language,
        "words": {table: dict(tables[table]) for table in _WORDS},
        "places": {key: book.place(key) for key in variant.board.locations},
        "powers": {key: book.power(key) for key in variant.board.powers},
    }
