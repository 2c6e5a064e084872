"""A variant as a page that stands alone: a private board in one file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from dragoman.diagnostics import Diagnostic
from dragoman.drawing import map_of
from dragoman.errors import DragomanError
from dragoman.files import write_atomically
from dragoman.games.requests import Answer, UnknownRule, chosen_rules
from dragoman.games.variants.maps import find


def written(
    name: str,
    target: Path,
    preset: str | None,
    settings: Sequence[str],
    language: str,
    replace: bool,
) -> Answer:
    """The page of a variant, written to a file; what is there already is replaced only where that
    is asked for."""
    from dragoman.web.pages.alone import sandbox_page  # the web framework: only now

    if target.exists() and not replace:
        what, remedy = f"{target} is there already", "name another file, or give --replace"
        return Answer(diagnostics=(Diagnostic("file-exists", what, remedy),))
    variant, faults = find(name)
    if variant is None:
        return Answer(diagnostics=faults)
    drawn_on, wrong = map_of(variant, name if Path(name).is_dir() else None)
    if drawn_on is None:
        return Answer(diagnostics=(*faults, *wrong))
    try:
        rules = chosen_rules(preset, settings, variant.rule_set)
        text = sandbox_page(variant, drawn_on, rules, language)
    except UnknownRule as error:
        return Answer(diagnostics=(error.diagnostic,))
    except DragomanError as error:
        remedy = "the judge in a browser is for Diplomacy and variants of it"
        return Answer(diagnostics=(Diagnostic("not-in-browsers", str(error), remedy, name),))
    write_atomically(target, text)
    return Answer(f"{target}: open it in a browser", {"file": str(target)}, (*faults, *wrong))
