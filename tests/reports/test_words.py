"""The word files: the same sentences in every language, none missing, none too many."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from turns_to_explain import TRIALS

from dragoman.machiavelli import Kept, Spent
from dragoman.machiavelli.sources import ORDERS
from dragoman.reports.statements.phrasebook import WORDS
from dragoman.reports.statements.rules_cited import RULE_NAMES, rule
from dragoman.rules import REASONS, SWITCHES, Result
from dragoman.words import LANGUAGES, word_file
from tests.source import source_files

SOURCES = source_files(".py", ".jinja").values()
TELLERS = [text for text in SOURCES if re.search("dragoman.reports.(accounts|statements)", text)]
"""What explains orders, and cites rules for it."""
FILES = {"report.html", "report.typ"}
"""What looks like the key of a sentence, and is the name of a file."""
CHOSEN_AT_RUN_TIME = (
    "reasons",
    "rules",
    "orders",
    "marks",
    "phases",
    "choices",
    "sources",
    "wasted",
    "unbuilt",
)
CITED = [name for name in SWITCHES if any(f'"{name}"' in source for source in TELLERS)]


def words(language: str) -> Mapping[str, Any]:
    return word_file(WORDS, language)


def sentences(language: str) -> Mapping[str, Any]:
    return {
        f"{table}.{key}": text
        for table, entries in words(language).items()
        for key, text in entries.items()
        if table != "sources"
    }


def forms(text: str | Mapping[str, str]) -> Iterator[str]:
    yield from [text] if isinstance(text, str) else text.values()


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_the_same(language: str) -> None:
    english, other = sentences("en"), sentences(language)
    assert set(other) == set(english)
    for key, text in other.items():
        needed = set[str]().union(*map(gaps, forms(english[key])))
        assert set[str]().union(*map(gaps, forms(text))) == needed, key
        assert isinstance(text, str) or set(text) == {"one", "many"}, key


def test_every_reason_has_words() -> None:
    codes = {reason.code for reason in REASONS.values()} - {""}
    assert set(words("en")["reasons"]) == codes


def test_every_rule_has_words_and_a_source_that_exists() -> None:
    assert set(words("en")["rules"]) == RULE_NAMES
    cases = {f"DATC {trial.case.id}" for trial in TRIALS.values()}
    issues = {
        f"DATC {id_}"
        for switch in SWITCHES.values()
        for id_ in re.findall(r"\d\.[A-Z]\.\d+", switch.source)
    }
    for name in RULE_NAMES:
        source = rule(name).source
        texts = ("nJudge manual, ", "rules.machiavelli")
        assert source in cases | issues or source.startswith(texts), name


def test_every_choice_that_is_cited_has_words() -> None:
    answers = {f"{name}={choice.word}" for name in CITED for choice in SWITCHES[name].choices}
    assert set(words("en")["choices"]) == {*answers, "cited"}


def test_sources_are_named_in_the_language_that_is_spoken() -> None:
    cited = {rule(name).source for name in RULE_NAMES}
    cited |= {reason.source for reason in REASONS.values()}
    cited |= {SWITCHES[name].source for name in CITED} | {ORDERS}
    english = {
        source for source in cited if re.search("manual|rulebook|practice|play|other", source)
    }
    assert english <= set(words("de")["sources"])
    for language in LANGUAGES:
        assert set(words(language)["sources"]) <= cited
        assert not any("`" in said for said in words(language)["sources"].values())
    assert {source for source in cited if "`" in source} <= set(words("en")["sources"])


def test_every_result_has_a_mark() -> None:
    results = {result.value.replace(" ", "-") for result in Result} - {"succeeds"}
    assert results <= set(words("en")["marks"])


def test_every_sentence_is_said_somewhere() -> None:
    said = {key for source in SOURCES for key in re.findall(r'"([a-z]+\.[a-z-]+)"', source)}
    said = {key for key in said - FILES if key.partition(".")[0] in words("en")}
    known = {key for key in sentences("en") if not key.startswith(CHOSEN_AT_RUN_TIME)}
    assert known == {key for key in said if not key.startswith(CHOSEN_AT_RUN_TIME)}
    marks = {key for source in SOURCES for key in re.findall(r'"([a-z-]+)"', source)}
    results = {result.value.replace(" ", "-") for result in Result}
    assert set(words("en")["marks"]) <= marks | results


def test_everything_that_money_and_winter_come_to_has_words() -> None:
    """Those that have sentences of their own are told by these."""
    own = {Spent.DONE, Spent.COUNTED, Spent.NOT_NEEDED}
    reasons = {
        "purse",
        "drawn",
        "not-near-control",
        "no-famine",
        "no-rebellion",
        "rebels-already",
        "no-money",
    }
    assert set(words("en")["wasted"]) == reasons | {one.value for one in {*Spent} - own}
    assert set(words("en")["unbuilt"]) == {kept.value for kept in Kept}


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="no words for 'fr'"):
        words("fr")
