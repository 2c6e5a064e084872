"""Variants for the judge in a browser."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from dragoman.diagnostics import Diagnostic
from dragoman.errors import DragomanError
from dragoman.game import Variant
from dragoman.games.requests import Answer, UnknownRule, chosen_rules
from dragoman.games.variants.maps import find


def tables(name: str, preset: str | None, settings: Sequence[str], language: str) -> Answer:
    """The tables of a variant and the words of a language to tell of its turns, as JSON."""
    variant, faults = find(name)
    if variant is None:
        return Answer(diagnostics=faults)
    data = data_of(variant, name, preset, settings, language)
    if isinstance(data, Diagnostic):
        return Answer(diagnostics=(data,))
    return Answer(data=data, diagnostics=faults, content=written(data).encode() + b"\n")


def data_of(
    variant: Variant, name: str, preset: str | None, settings: Sequence[str], language: str
) -> dict[str, Any] | Diagnostic:
    """Tables and words for the judge in a browser, of a variant that somebody called so; or why
    there are none."""
    from dragoman.reports.judge_tables import judge_tables, judge_words

    try:
        rules = chosen_rules(preset, settings, variant.rule_set)
        return {"tables": judge_tables(variant, rules), "words": judge_words(variant, language)}
    except UnknownRule as error:
        return error.diagnostic
    except DragomanError as error:
        remedy = "the judge in a browser is for Diplomacy and variants of it"
        return Diagnostic("not-in-browsers", str(error), remedy, name)


def written(data: object) -> str:
    """Data as JSON in few letters."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
