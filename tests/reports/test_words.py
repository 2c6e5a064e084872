"""The word files: the same sentences in every language, none missing, none too many."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from turns_to_explain import TRIALS

import dragoman.kinds.machiavelli
import dragoman.reports
from dragoman.kinds.machiavelli.reports.campaign_account import OWN_RULES
from dragoman.machiavelli import Kept, Spent
from dragoman.machiavelli.sources import ORDERS
from dragoman.reports.statements.phrasebook import KIND_WORDS, WORDS, words_told
from dragoman.reports.statements.rules_cited import RULE_NAMES, rule
from dragoman.rules import REASONS, SWITCHES, Result
from dragoman.words import LANGUAGES, word_file

HERE = Path(dragoman.reports.__file__).parent
OWN = Path(dragoman.kinds.machiavelli.__file__).parent
"""What is told of Machiavelli, and its words."""
FOLDERS = (WORDS, OWN / KIND_WORDS)


NOT_TOLD = ("judge_tables.py", "table.py")
"""Numbers for programs, and what a judged game may be set up with: they name switches and cite
none."""


def sources(folder: Path) -> list[str]:
    return [
        path.read_text("utf-8")
        for pattern in ("*.py", "*.jinja")
        for path in folder.rglob(pattern)
        if path.name not in NOT_TOLD
    ]


SOURCES = [*sources(HERE), *sources(OWN)]
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
CITED = [name for name in SWITCHES if any(f'"{name}"' in source for source in SOURCES)]


def words(language: str) -> Mapping[str, Any]:
    """The words of a game of Machiavelli, which has all."""
    return words_told("machiavelli", language)


def sentences(folder: Path, language: str) -> Mapping[str, Any]:
    return {
        f"{table}.{key}": text
        for table, entries in word_file(folder, language).items()
        for key, text in entries.items()
        if table != "sources"
    }


def test_every_reason_has_words() -> None:
    codes = {reason.code for reason in REASONS.values()} - {""}
    assert set(words("en")["reasons"]) == codes


def test_every_rule_has_words_and_a_source_that_exists() -> None:
    assert set(word_file(WORDS, "en")["rules"]) == RULE_NAMES
    assert set(word_file(OWN / KIND_WORDS, "en")["rules"]) == OWN_RULES
    cases = {f"DATC {trial.case.id}" for trial in TRIALS.values()}
    issues = {
        f"DATC {id_}"
        for switch in SWITCHES.values()
        for id_ in re.findall(r"\d\.[A-Z]\.\d+", switch.source)
    }
    for name in RULE_NAMES:
        source = rule(name).source
        assert source in cases | issues or source.startswith("nJudge manual, "), name


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
    usual, own = (set(sentences(folder, "en")) for folder in FOLDERS)
    assert unchosen(usual) == unchosen(said(HERE))
    assert unchosen(own - usual) == unchosen(said(OWN) - usual)
    assert own & usual == {"phases.M", "report.centers", "report.chart"}, "what is called otherwise"
    marks = {key for source in SOURCES for key in re.findall(r'"([a-z-]+)"', source)}
    results = {result.value.replace(" ", "-") for result in Result}
    assert set(words("en")["marks"]) <= marks | results


def said(folder: Path) -> set[str]:
    """The keys in the source of a package, without the names of its modules and templates."""
    modules = (path.relative_to(folder).with_suffix("").parts for path in folder.rglob("*.py"))
    written = re.findall(r'"([a-z]+\.(?!html")[a-z-]+)"', "\n".join(sources(folder)))
    return set(written) - set(map(".".join, modules))


def unchosen(keys: set[str]) -> set[str]:
    return {key for key in keys if not key.startswith(CHOSEN_AT_RUN_TIME)}


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
    with pytest.raises(ValueError, match="no words for 'xx'"):
        words("xx")
