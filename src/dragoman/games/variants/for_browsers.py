"""Variants for the judge in a browser."""

from __future__ import annotations

import json
from collections.abc import Sequence

from dragoman.diagnostics import Diagnostic
from dragoman.errors import DragomanError
from dragoman.games.requests import Answer, UnknownRule, chosen_rules
from dragoman.games.variants.maps import find


def tables(name: str, preset: str | None, settings: Sequence[str], language: str) -> Answer:
    """The tables of a variant and the words of a language to tell of its turns, as JSON."""
    from dragoman.reports.judge_tables import judge_tables, judge_words

    variant, faults = find(name)
    if variant is None:
        return Answer(diagnostics=faults)
    try:
        rules = chosen_rules(preset, settings, variant.rule_set)
        data = {"tables": judge_tables(variant, rules), "words": judge_words(variant, language)}
    except UnknownRule as error:
        return Answer(diagnostics=(error.diagnostic,))
    except DragomanError as error:
        remedy = "the judge in a browser is for Diplomacy and variants of it"
        return Answer(diagnostics=(Diagnostic("not-in-browsers", str(error), remedy, name),))
    content = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return Answer(data=data, diagnostics=faults, content=f"{content}\n".encode())
