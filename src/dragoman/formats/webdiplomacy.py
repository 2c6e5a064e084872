"""Finished games of webDiplomacy, as its interface tells them: centre counts, year by year.

Read is what it answers to ``game/status``: an object with ``variantID``, ``gameOver`` and
``phases``. Turn 0 is the spring of 1901, each phase has the owners of the territories as they were
when it began, and the last, ``Finished``, the units at the end of the game. Only the classic map is
read (variant 1), whose territories and powers go by the numbers below.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, cast

from dragoman.diagnostics import Diagnostic
from dragoman.quick_dataclass import dataclass

CLASSIC = 1
_POWERS: Final = dict(
    enumerate(("ENGLAND", "FRANCE", "ITALY", "GERMANY", "AUSTRIA", "TURKEY", "RUSSIA"), 1)
)
_CENTERS: Final = frozenset(
    (2, 3, 6, 7, 8, 10, 11, 12, 15, 17, 19, 20, 21, 22, 23, 24, 27, 29, 31, 32, 34, 35, 36, 37, 38)
) | {41, 43, 44, 46, 47, 49, 72, 73, 74}
_PROVINCE_OF: Final = {76: 8, 77: 8, 78: 32, 79: 32, 80: 20, 81: 20}
"""The coasts of Spain, St Petersburg and Bulgaria."""

_WRONG = "save what the site answers to game/status, whole and unchanged"


@dataclass(frozen=True, slots=True)
class WebdiplomacyGame:
    """A game that is over. ``counts`` has the centres of each power after the fall of each year
    that was played to its end; ``won`` says that one power won, alone or because all others
    conceded, else all that are left have drawn."""

    number: int
    counts: Mapping[int, Mapping[str, int]]
    won: bool


def is_webdiplomacy(data: object) -> bool:
    """True if this is meant as what the site answers to ``game/status``."""
    return isinstance(data, Mapping) and {"variantID", "phases"} <= {*cast(dict[str, Any], data)}


def read_game(text: str) -> WebdiplomacyGame | Diagnostic:
    """The game that an answer of the site tells, or what is wrong with the answer."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        return Diagnostic("wrong-result", f"this is no answer of webDiplomacy: {error}", _WRONG)
    try:
        return _game(data)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        what = f"this is no answer of webDiplomacy: {type(error).__name__}: {error}"
        return Diagnostic("wrong-result", what, _WRONG)


def _game(data: Mapping[str, Any]) -> WebdiplomacyGame | Diagnostic:
    if (variant := int(data["variantID"])) != CLASSIC:
        what = f"this game is played on the map {variant} of webDiplomacy"
        return Diagnostic("another-variant", what, "only games on its classic map (1) are read")
    over = data["gameOver"]
    if over not in ("Won", "Drawn"):
        what = f"the game {data['gameID']} goes on"
        return Diagnostic("not-over", what, "save the answer again when it has ended")
    counts: dict[int, Mapping[str, int]] = {}
    phases = data["phases"]
    for phase in phases:
        turn, kind = int(phase["turn"]), phase["phase"]
        if kind == "Builds" and turn % 2:
            counts[1901 + turn // 2] = _counted(_owners(phase))
        elif kind == "Diplomacy" and turn and not turn % 2:
            counts[1900 + turn // 2] = _counted(_owners(phase))
    last = phases[-1]
    turn = int(last["turn"])
    if last["phase"] == "Finished" and turn % 2 and 1901 + turn // 2 not in counts:
        # The fall ended the game: nobody built, and the owners are those from before it.
        taken = _taken(last)
        if taken is not None:
            counts[1901 + turn // 2] = _counted(_owners(last) | taken)
    return WebdiplomacyGame(int(data["gameID"]), counts, over == "Won")


def _owners(phase: Mapping[str, Any]) -> dict[int, int]:
    """The power of each centre that one owns."""
    found = {int(one["terrID"]): int(one["countryID"]) for one in phase["centers"]}
    return {place: power for place, power in found.items() if place in _CENTERS and power}


def _taken(phase: Mapping[str, Any]) -> dict[int, int] | None:
    """The centres with a unit in them, and whose it is; None while units of two powers are in one,
    as when a retreat was not made any more."""
    found: dict[int, int] = {}
    for unit in phase["units"]:
        place = int(unit["terrID"])
        province, power = _PROVINCE_OF.get(place, place), int(unit["countryID"])
        if province in _CENTERS and found.setdefault(province, power) != power:
            return None
    return found


def _counted(owners: Mapping[int, int]) -> Mapping[str, int]:
    held = [_POWERS[power] for power in owners.values()]
    return {power: held.count(power) for power in _POWERS.values()}
