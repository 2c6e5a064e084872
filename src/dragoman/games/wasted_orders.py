"""What is to be said of typed orders that cannot be carried out, or are in vain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from dragoman.diagnostics import Diagnostic, Severity
from dragoman.game import Game, Resolution
from dragoman.games.sheet_lines import SHEET
from dragoman.orders import Scanned


def wasted_orders(
    sections: Mapping[str, Sequence[Scanned]], resolution: Resolution, game: Game, language: str
) -> Iterator[Diagnostic]:
    """An error for each order that no unit of its power can follow, or that is refused; a warning
    for each that is followed although it can never succeed, and for money that is not there."""
    places = {id(s.order): s for section in sections.values() for s in section}
    in_vain = SHEET.of(game.variant).in_vain(resolution, language)
    told = {id(one.about): one for one in in_vain if id(one.order) in places}
    if not told:
        return
    from dragoman.reports import explanations  # only now: most sheets have no such orders

    for explanation in explanations(game.variant, resolution):
        one = told.get(id(explanation.about))
        if one is None:
            continue
        place = places[id(one.order)]
        yield Diagnostic(
            one.code,
            explanation.text(language),
            one.remedy,
            line=place.line,
            column=place.column,
            severity=Severity.ERROR if one.is_refused else Severity.WARNING,
        )
