"""Explanations of orders, as text for people and as data for programs."""

from __future__ import annotations

from typing import Any, NotRequired

from dragoman.orders import Notation
from dragoman.reports import Explanation
from dragoman.views import OPEN, View
from dragoman.web.languages import Language


class RuleShape(View):
    rule: NotRequired[str]
    switch: NotRequired[str]
    answer: NotRequired[str]
    source: str


class StatementShape(View):
    """What is said, by the key of its sentence; the other fields are what it is said of."""

    __pydantic_config__ = OPEN  # pyright: ignore[reportGeneralTypeIssues]

    says: str


class ExplanationData(View):
    """An explanation for programs: see the page on explanations for its fields."""

    __pydantic_config__ = OPEN  # pyright: ignore[reportGeneralTypeIssues]

    statements: list[StatementShape]
    rules: list[RuleShape]


class ExplanationShape(View):
    text: str
    data: ExplanationData


def explained(one: Explanation, language: Language, notation: Notation | None) -> ExplanationShape:
    """An explanation in a language and a notation."""
    data: Any = one.data()
    return {"text": one.text(language.value, notation), "data": data}
