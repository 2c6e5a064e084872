"""A table of the places on a picture: ``places.csv``, a line for each province.

    name,x,y,short,kind,centre,home,unit
    Alder,40,25,ald,land,yes,Alders,fleet
    Upper Pond,60,80,,water,,,
    Neck (nc),55,40,,,,,

The first line names the columns, in any order. Needed are ``name``, ``x`` and ``y``; a name with
``(nc)``, ``(ec)``, ``(sc)`` or ``(wc)`` is a coast of the province of that name.
"""

from __future__ import annotations

import csv
import io
import re

from dragoman.board import ARMY, FLEET
from dragoman.files import decode
from dragoman.formats.foreign.draft import DraftPlace, DraftPower, DraftVariant

TABLE = "places.csv"
_COLUMNS = ("name", "x", "y", "short", "kind", "centre", "home", "unit")
_COAST = re.compile(r"(.+?)\s*[(/]\s*(nc|ec|sc|wc)\s*\)?", re.IGNORECASE)
_WATER = ("water", "sea", "w")
_LAND = ("land", "coast", "l")
_YES = ("yes", "y", "x", "1", "true")
_MOST = 2_000


def read_places(content: bytes, draft: DraftVariant) -> set[str]:
    """Take in the places of a table, and the powers that are named there. Answered are those of
    which it does not say whether they are land or water."""
    text = decode(content)[0].removeprefix("\ufeff")
    first = text.partition("\n")[0]
    sign = max(",;\t", key=first.count)
    rows = csv.reader(io.StringIO(text.replace("\0", "")), delimiter=sign)
    unsure: set[str] = set()
    columns: list[str] = []
    try:
        for row in rows:
            line = rows.line_num
            if not columns:
                columns = [_column(word) for word in row]
                lacking = [word for word in _COLUMNS[:3] if word not in columns]
                if lacking:
                    what = f"the first line names no column {', '.join(lacking)}"
                    draft.error("bad-table", what, "write: name,x,y", (TABLE, line))
                    return unsure
            elif any(map(str.strip, row)) and len(draft.places) < _MOST:
                _row(dict(zip(columns, map(str.strip, row), strict=False)), draft, unsure, line)
    except csv.Error as error:
        draft.error("bad-table", f"this is no table: {error}", "save it as CSV", (TABLE, 0))
    return unsure


def _column(word: str) -> str:
    plain = word.strip().lower()
    return {"center": "centre", "abbreviation": "short", "power": "home"}.get(plain, plain)


def _row(fields: dict[str, str], draft: DraftVariant, unsure: set[str], line: int) -> None:
    at = TABLE, line
    name = fields.get("name", "")
    spot = [fields.get(axis, "") for axis in "xy"]
    if not name or not all(number.isdecimal() and len(number) < 6 for number in spot):
        draft.error("bad-line", "this is no place", "write its name and two whole numbers", at)
        return
    if name in draft.spots:
        draft.error("two-places", f"{name} stands twice", "give one another name", at)
        return
    coast = _COAST.fullmatch(name)
    if coast and coast[1] in draft.places:
        draft.add_coast(coast[1], name, coast[2].upper(), at)
        draft.spots[name] = int(spot[0]), int(spot[1])
        return
    kind = fields.get("kind", "").lower()
    if kind not in (*_WATER, *_LAND):
        unsure.add(name)
        if kind:
            draft.error("bad-kind", f"{kind!r} is neither land nor water", "write one of them", at)
    draft.spots[name] = int(spot[0]), int(spot[1])
    place = draft.places[name] = DraftPlace(name, kind in _WATER, at)
    place.words = [fields["short"]] if fields.get("short") else []
    place.home = fields.get("home", "")
    place.is_center = bool(place.home) or fields.get("centre", "").lower() in _YES
    if place.home:
        draft.powers.setdefault(place.home, DraftPower(place.home, at))
    _unit(fields.get("unit", "").lower(), name, place, draft)


def _unit(word: str, name: str, place: DraftPlace, draft: DraftVariant) -> None:
    """Take in the unit at the start: of the power whose home it is."""
    kind = {"army": ARMY, "a": ARMY, "fleet": FLEET, "f": FLEET}.get(word)
    if kind is not None and place.home:
        draft.units.append((place.home, kind.letter, name, place.at))
    elif word:
        what = f"{word!r} is no unit" if kind is None else f"nobody's unit stands in {name}"
        draft.error("bad-unit", what, "write army or fleet, and whose home it is", place.at)
