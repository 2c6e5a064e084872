"""What was judged in a game: the phases that are final, and the last adjudication."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import takewhile

from dragoman.diagnostics import Diagnostic, has_errors
from dragoman.files import text_of
from dragoman.game import FormatError, Game, Resolution, Variant, parse
from dragoman.games.folder import GameFolder, OpenGame
from dragoman.games.game_data import resolution_data
from dragoman.games.order_sheet import read_sheet
from dragoman.rules import Phase
from dragoman.words import said


def resolution_of(
    folder: GameFolder, opened: OpenGame, phase: str | None
) -> tuple[Resolution | None, tuple[Diagnostic, ...]]:
    """The resolution to be explained: of the named phase, else the last adjudication,
    accepted or not."""
    game = opened.game
    waiting = opened.judged is not None and game.ending is None
    if phase is None and not waiting and game.resolution is not None:
        return game.resolution, ()
    try:
        named = game.phase if phase is None else Phase.parse(phase)
    except ValueError as error:
        return None, (Diagnostic("unknown-phase", str(error)),)
    if named == game.phase and waiting:
        return last_adjudication(folder, opened)
    found = next((r for r in game.history if r.phase == named), None)
    if found is not None:
        return found, ()
    known = [str(resolution.phase) for resolution in game.history]
    return None, (
        Diagnostic(
            "not-judged",
            said("{phase} was not judged", phase=str(named)),
            said("judge with: dragoman adjudicate {game}", game=folder.path),
            str(folder.path),
            candidates=tuple(known),
        ),
    )


def phases_before(game: Game, resolution: Resolution) -> tuple[Resolution, ...]:
    """The phases of a game before one that was judged."""
    return tuple(takewhile(lambda one: one.phase != resolution.phase, game.history))


def last_adjudication(
    folder: GameFolder, opened: OpenGame
) -> tuple[Resolution | None, tuple[Diagnostic, ...]]:
    """The last adjudication, provided that judging again gives the same.

    So a game master never accepts anything but what he has read: no order changed since, no
    game that has moved on, no result of another version of Dragoman.
    """
    source = str(folder.result_data)
    again = said("judge with: dragoman adjudicate {game}", game=folder.path)
    if opened.judged is None:
        return None, (Diagnostic("nothing-to-accept", "nothing was judged yet", again, source),)
    text, faults = text_of(opened.judged, source)
    if faults:
        return None, faults
    try:
        anyway = parse(text).flag("anyway", False)
    except FormatError as error:
        return None, (replace(error.diagnostic, remedy=again).at(source),)
    sheet = read_sheet(opened.sheet, opened)
    usable = sheet.is_usable if anyway else not has_errors(sheet.diagnostics)
    if not usable or text != judged_data(opened.game.variant, sheet.resolution, anyway):
        what = "the orders or the game were changed after this was judged"
        return None, (Diagnostic("changed-since", what, again, source),)
    return sheet.resolution, ()


def judged_data(variant: Variant, resolution: Resolution, anyway: bool) -> str:
    """An adjudication as it is stored, to be compared with before it is accepted."""
    data = {**resolution_data(variant, resolution), "anyway": anyway}
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"
