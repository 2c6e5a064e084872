"""The explanations of many rule cases, word for word, in both languages."""

import pytest
from explained_cases import CASES, golden, written

from dragoman.words import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_explanations_of_rule_cases(language: str) -> None:
    expected = golden(language).read_text(encoding="utf-8")
    assert written(language) == expected, "if that is meant, run tests/reports/explained_cases.py"


def test_there_are_enough_cases() -> None:
    assert len(set(CASES)) == len(CASES) >= 25
