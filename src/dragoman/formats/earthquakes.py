"""Lists of earthquakes, as a game master types them.

One quake a line; ``#`` begins a comment::

    separate Munich - Burgundy            no unit goes there any more
    separate kie - den by fleet           fleets only
    join pic - lon                        whoever can be in both
    merge stp                             its coasts become one
    merge all                             and so do those of every province
    split gas: nc mao, bre; sc spa/nc     it gets coasts: their endings and neighbours

Places may be named as in orders. ``separate`` names them as on the map before the quakes,
``join`` as on that after them: a coast that ``split`` makes can be joined in the same list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dragoman.board import (
    Board,
    Junction,
    Merger,
    Quake,
    Separation,
    Shores,
    Split,
    province_of,
    shake,
)
from dragoman.diagnostics import Diagnostic
from dragoman.formats.text_source import Source

_WORDS = ("separate", "join", "merge", "split")
COASTS = ("NC", "EC", "SC", "WC")
"""The endings coasts can have: those that map files have words for."""


def read_quakes(
    text: str | bytes, name: str, board: Board, shores: Shores = Shores.SHARED_WATER
) -> tuple[tuple[Quake, ...], tuple[Diagnostic, ...]]:
    """The quakes of a list, and everything that is wrong with it and with them on this board.

    Never raises: a line that cannot be understood is left out and has a diagnostic.
    """
    source = Source(text, name)
    reading = _Reading(board, source)
    lines: dict[Quake, int] = {}
    for number, line in enumerate(source.lines, 1):
        for quake in reading.read(number, line.partition("#")[0].strip()):
            if first := lines.get(quake) or lines.get(_turned(quake)):
                what = f"this quake stands in line {first} already"
                source.warn("said-twice", what, "take one of the two out", number)
            else:
                lines[quake] = number
    for quake, fault in shake(board, lines, shores).faults:
        source.faults.append(fault.at(name, lines[quake], 1))
    return tuple(lines), source.diagnostics


def _turned(quake: Quake) -> Quake:
    if isinstance(quake, Separation):
        return Separation(quake.other, quake.one, quake.kinds)
    if isinstance(quake, Junction):
        return Junction(quake.other, quake.one, quake.kinds)
    return quake


class _Unread(Exception):
    """A line cannot be understood; the diagnostic says why."""

    def __init__(self, code: str, what: str, remedy: str, candidates: tuple[str, ...] = ()) -> None:
        super().__init__(what)
        self.diagnostic = Diagnostic(code, what, remedy, candidates=candidates)


class _Reading:
    def __init__(self, board: Board, source: Source) -> None:
        self.board = board
        self.source = source

    def read(self, number: int, line: str) -> tuple[Quake, ...]:
        if not line:
            return ()
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        try:
            match word.lower():
                case "separate":
                    return (self._between(rest, Separation),)
                case "join":
                    return (self._between(rest, Junction),)
                case "merge":
                    return tuple(self._mergers(rest))
                case "split":
                    return (self._split(rest),)
                case _:
                    what = f"{word!r} is nothing a quake does"
                    remedy = "begin the line with one of the words, or with # for a comment"
                    raise _Unread("unknown-quake", what, remedy, _WORDS)
        except _Unread as unread:
            self.source.faults.append(unread.diagnostic.at(self.source.name, number, 1))
            return ()

    def _between(self, text: str, kind: type[Separation] | type[Junction]) -> Quake:
        places, by, units = text.rpartition(" by ")
        if not by:
            places, units = text, ""
        is_join = kind is Junction
        for found in re.finditer(r"\s*-\s*", places):  # names of places may have a hyphen, too
            ends = places[: found.start()], places[found.end() :]
            if all(self._find(end, is_join) for end in ends):
                one, other = (self._place(end, is_join) for end in ends)
                break
        else:
            one_said, dash, other_said = places.partition("-")
            if not dash or not one_said.strip() or not other_said.strip():
                raise _Unread(
                    "no-two-places", "a quake is between two places", "write: join pic - lon"
                )
            one, other = (self._place(e.strip(), is_join) for e in (one_said, other_said))
        if province_of(one) == province_of(other):
            what = f"{one} and {other} are one province"
            raise _Unread("same-province", what, "name two provinces")
        return kind(one, other, self._kinds(units))

    def _mergers(self, text: str) -> Iterator[Merger]:
        if text.lower() == "all":
            for province in self.board.provinces.values():
                if province.coasts:
                    yield Merger(province.key)
            return
        yield Merger(self._province(text))

    def _split(self, text: str) -> Split:
        name, colon, rest = text.partition(":")
        province = self._province(name.strip())
        coasts: list[tuple[str, tuple[str, ...]]] = []
        for part in rest.split(";") if colon else ():
            ending, _, ends = part.strip().partition(" ")
            if ending.upper() not in COASTS or any(ending.upper() == c for c, _ in coasts):
                what = f"{ending!r} is not a coast, or one that was named before"
                raise _Unread("unknown-coast", what, "name each coast by one of these", COASTS)
            named = tuple(self._place(end.strip(), True) for end in ends.split(",") if end.strip())
            if not named:
                what = f"nothing borders on the coast {ending.lower()}"
                raise _Unread("no-neighbours", what, f"write: {ending.lower()} mao, bre")
            coasts.append((ending.upper(), tuple(dict.fromkeys(named))))
        if len(coasts) < 2:
            what = "a province has two coasts or more, or none at all"
            raise _Unread("no-coasts", what, "write: split gas: nc mao, bre; sc spa/nc")
        return Split(province, tuple(coasts))

    def _kinds(self, text: str) -> tuple[str, ...]:
        kinds = self.board.kinds
        found: set[str] = set()
        for word in re.split(r"\s*(?:,|\band\b)\s*", text.strip()) if text.strip() else ():
            said = word.strip().lower()
            letters = {k for k, kind in kinds.items() if said in (k.lower(), kind.name.lower())}
            if not letters:
                what = f"{word!r} is not a kind of unit"
                names = tuple(kind.name for kind in kinds.values())
                raise _Unread("unknown-kind", what, "name one of these after by", names)
            found |= letters
        return tuple(kind for kind in kinds if kind in found)

    def _province(self, text: str) -> str:
        place = self._place(text, False)
        if "/" in place:
            province = province_of(place)
            raise _Unread("no-province", f"{place} is a coast", f"name the province: {province}")
        return place

    def _place(self, text: str, may_be_new: bool) -> str:
        found = self._find(text, may_be_new)
        if len(found) == 1:
            if self.board.provinces[province_of(found[0])].terrain.is_ground:
                return found[0]
            raise _Unread("no-ground", f"nobody can stand in {found[0]}", "name a land or a water")
        if found:
            what = f"{text!r} may be several places"
            raise _Unread("ambiguous-province", what, "write the one that is meant", found)
        what = f"there is no place {text!r} on the map" if text else "no place is named"
        raise _Unread("unknown-province", what, "write a name or an abbreviation of the map")

    def _find(self, text: str, may_be_new: bool) -> tuple[str, ...]:
        """The locations a person may mean, among them coasts that are only to come."""
        if found := self.board.names.find(text):
            return found
        place, slash, ending = text.partition("/")
        ends = [f"{key}/{ending.strip().upper()}" for key in self.board.names.find(place)]
        if not slash or ending.strip().upper() not in (*COASTS, *self._odd_coasts()):
            return ()
        return tuple(end for end in ends if may_be_new or end in self.board.province_of)

    def _odd_coasts(self) -> set[str]:
        """The endings that other formats than nJudge's gave the coasts of this board."""
        return {coast for province in self.board.provinces.values() for coast in province.coasts}
