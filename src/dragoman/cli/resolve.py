"""Turns in, resolutions out: the judge as a part of other people's programs."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import Any, TextIO, cast

from dragoman.formats.records.turn_lines import resolve_lines
from dragoman.game import Resolution, Variant
from dragoman.games.answer import Answer
from dragoman.games.rule_choice import UnknownRule, chosen_rules
from dragoman.rules import RuleSet


def resolve(preset: str | None, settings: Sequence[str], explained: bool) -> Answer:
    """Answer every line of standard input as soon as it is there."""
    rule_set: RuleSet | None = None
    if preset is not None or settings:
        try:
            rule_set = chosen_rules(preset, settings, RuleSet())
        except UnknownRule as unknown:
            return Answer(diagnostics=(unknown.diagnostic,))
    turns = _as_utf8(sys.stdin, "replace")
    answers = _as_utf8(sys.stdout, "backslashreplace")

    def explain(variant: Variant, resolution: Resolution) -> list[dict[str, Any]]:
        from dragoman.reports import explanations

        found = explanations(variant, resolution)
        return [{**one.data(), "text": one.text()} for one in found]

    lines = iter(turns.readline, "")  # each as soon as it is there
    for line in resolve_lines(lines, rule_set, explain if explained else None):
        answers.write(line + "\n")
        answers.flush()
    return Answer()


def _as_utf8(stream: TextIO, errors: str) -> TextIO:
    """The stream, in UTF-8 whatever the terminal speaks: JSON is UTF-8."""
    if isinstance(stream, TextIOWrapper):
        stream.reconfigure(encoding="utf-8", errors=errors)
    return cast(TextIO, stream)
