"""The second section of a map file: where units move from each province."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from dragoman.board import fold
from dragoman.formats.njudge.map_file import SHORES, MapMoves, Step
from dragoman.formats.njudge.province_list import Provinces
from dragoman.formats.source import Lines, Source


def read_moves(
    source: Source, lines: Lines, provinces: Provinces, is_cut_short: bool = False
) -> tuple[MapMoves, ...]:
    """Read the moves list, and check that every way leads back.

    Of a list that is cut short nobody can say which lines it lacks.
    """
    reader = _Reader(source, provinces)
    for number, line in lines:
        reader.read(number, line)
    if not is_cut_short:
        reader.report_provinces_without_moves()
    reader.report_ways_without_return(is_cut_short)
    return tuple(reader.moves)


_WORD = re.compile(r"\S+")
_FIRST_WORD = re.compile(r"[^\s:-]+")
_HALVES_LOST = {"mx": 2, "hx": 1, "lx": 1}


@dataclass(slots=True)
class _Reader:
    source: Source
    provinces: Provinces
    moves: list[MapMoves] = field(default_factory=list[MapMoves])
    damaged: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    """Kind and location of lines that lost a word to a fault reported already."""
    headless: list[tuple[str, frozenset[str]]] = field(
        default_factory=list[tuple[str, frozenset[str]]]
    )
    """Kind and target provinces of lines of which nobody knows where they start."""
    unread: set[str] = field(default_factory=set[str])
    """Provinces that a line was for of which nobody knows more."""

    def read(self, number: int, line: str) -> None:
        head, colon, _ = line.partition(":")
        start, hyphen, move_kind = head.rpartition("-")
        # Only the first letter counts: mv and mx are one, and so are nc and n.
        letter = move_kind.strip()[:1].lower()
        if not colon or not hyphen or letter not in ("m", "x", "c", *SHORES):
            self.source.error(
                "bad-moves-line",
                f"{line.strip()!r} is no line of moves",
                "write: abc-mv: (armies) or abc-xc: (fleets; on a named coast -nc: -sc: -ec: "
                "-wc:), then the places it leads to",
                number,
            )
            first = _FIRST_WORD.match(line)
            self.unread.add(self.provinces.keys.get(fold(first[0]), "") if first else "")
            return
        if letter == "c":
            self._not_played("controlled conduits (cc)", number, len(start) + 2)
            return
        kind = "mv" if letter == "m" else "xc"
        key = self.provinces.find(start.strip(), number, 1)
        steps, is_whole = self._read_steps(kind, number, line, len(head) + 1)
        if key is None:
            self.headless.append((kind, frozenset(step.province for step in steps)))
            return
        location = f"{key}/{SHORES[letter]}" if letter in SHORES else key
        moves = MapMoves(kind, location, steps, number)
        self.moves.append(moves)
        if not is_whole:
            self.damaged.add((kind, location))
        by_key = self.provinces.by_key
        if kind == "mv" and any(
            by_key[end].is_water
            for step in steps
            if step.province != key
            for end in (key, step.province)
        ):
            self.source.warn(
                "army-at-sea",
                "armies would walk over water here",
                "ways from and to waters belong in an -xc: line",
                number,
            )

    def _read_steps(
        self, kind: str, number: int, line: str, start: int
    ) -> tuple[tuple[Step, ...], bool]:
        """The places a line leads to, and whether none of its words was lost."""
        steps: list[Step] = []
        is_whole = True
        words = _WORD.finditer(line, start)
        for match in words:
            name, *modifiers = match.group().lower().split("/")
            column = match.start() + 1
            if "cc" in modifiers:
                self._not_played("controlled conduits (cc)", number, column)
                next(words, None)  # the gatekeeper's province stands after it
                is_whole = False
                continue
            target = self.provinces.find(name, number, column)
            if target is None:
                is_whole = False
                continue
            step = self._step(kind, target, modifiers, number, column)
            if step is None:
                is_whole = False
            else:
                steps.append(step)
        return tuple(steps), is_whole

    def _step(
        self, kind: str, target: str, modifiers: Sequence[str], number: int, column: int
    ) -> Step | None:
        location, halves_lost = target, 0
        for modifier in modifiers:
            if modifier in _HALVES_LOST:
                halves_lost = _HALVES_LOST[modifier]
                if modifier == "lx":
                    self._not_played("convoys at half strength (lx)", number, column)
            elif modifier not in _COASTS:
                self.source.error(
                    "unknown-modifier",
                    f"nobody knows what /{modifier} means",
                    "after a / comes a coast (nc, sc, ec, wc), or mx, hx, lx",
                    number,
                    column,
                )
                return None
            elif kind == "mv":
                self.source.error(
                    "army-on-coast",
                    f"armies have no coasts to go to, so /{modifier} was not read",
                    f"write {target.lower()}",
                    number,
                    column,
                )
            else:
                location = f"{target}/{SHORES[modifier[0]]}"
        return Step(location, halves_lost, column)

    def _not_played(self, what: str, number: int, column: int) -> None:
        self.source.error("not-supported", f"{what} cannot be played yet", "", number, column)

    def report_provinces_without_moves(self) -> None:
        """Warn of provinces that no line speaks of, unless a faulty one may have done so."""
        reached = {step.province for moves in self.moves for step in moves.steps}
        moving = {moves.province for moves in self.moves} | reached | self.unread
        for key, province in self.provinces.by_key.items():
            if key in moving or province.area in "gr" or self.headless:
                continue
            self.source.warn(
                "no-moves",
                f"no line of moves speaks of {province.name}",
                f"add one; where nobody may go in or out, write {key.lower()}-mv: {key.lower()}",
                province.line,
            )

    def report_ways_without_return(self, is_cut_short: bool) -> None:
        """Report every step that has no step back, once for each line that is missing.

        Steps that a fault reported already may have taken away are passed over.
        """
        steps = {(m.kind, m.source, s.target) for m in self.moves for s in m.steps}
        loose = {(kind, start, end.partition("/")[0]) for kind, start, end in steps}
        ways = {(start.partition("/")[0], end) for _, start, end in loose}
        starts = {(moves.kind, moves.source) for moves in self.moves}
        missing: dict[tuple[str, str], list[tuple[MapMoves, Step]]] = {}
        other_coasts: list[tuple[MapMoves, Step]] = []
        for moves in self.moves:
            for step in moves.steps:
                back = (moves.kind, step.target)
                if (
                    (*back, moves.source) in steps
                    or (step.halves_lost and (step.province, moves.province) in ways)
                    or back in self.damaged
                    or step.province in self.unread
                    or any(k == moves.kind and moves.province in t for k, t in self.headless)
                ):
                    continue
                if (*back, moves.province) in loose:
                    other_coasts.append((moves, step))
                else:
                    missing.setdefault(back, []).append((moves, step))
        for back, ways_in in missing.items():
            if back in starts:
                for moves, step in ways_in:
                    self._report_one_way(moves, step)
            elif not is_cut_short:
                self._report_missing_line(ways_in)
        reported = {
            (m.kind, s.province, m.province) for ways_in in missing.values() for m, s in ways_in
        }
        for moves, step in other_coasts:
            if (moves.kind, moves.province, step.province) not in reported:
                self._warn_of_other_coast(moves, step)

    def _warn_of_other_coast(self, moves: MapMoves, step: Step) -> None:
        self.source.warn(
            "other-coast",
            f"{_head(moves.kind, moves.source)} leads to {step.target.lower()}, but "
            f"{_head(moves.kind, step.target)} leads back to another coast",
            "name the same coast in both lines",
            moves.line,
            step.column,
        )

    def _report_one_way(self, moves: MapMoves, step: Step) -> None:
        self.source.error(
            "one-way",
            f"{_head(moves.kind, moves.source)} leads to {step.target.lower()}, but "
            f"{_head(moves.kind, step.target)} does not lead back",
            f"add {moves.source.lower()} to the line {_head(moves.kind, step.target)}, "
            "or take this way out",
            moves.line,
            step.column,
        )

    def _report_missing_line(self, ways_in: Sequence[tuple[MapMoves, Step]]) -> None:
        moves, step = ways_in[0]
        head = _head(moves.kind, step.target)
        here = ", ".join(sorted({m.source.lower() for m, _ in ways_in}))
        coasts: list[str] = []
        if step.target == step.province and moves.kind == "xc":
            starts = {m.source.lower() for m in self.moves if m.province == step.province}
            coasts = sorted(start for start in starts if "/" in start)
        self.source.error(
            "no-way-back",
            f"ways lead to {step.target.lower()} from {here}, but there is no line {head}",
            "name the coast" if coasts else f"add the line {head}",
            moves.line,
            step.column,
            tuple(coasts),
        )


_COASTS = tuple(f"{letter}c" for letter in SHORES)


def _head(kind: str, location: str) -> str:
    """How the line of moves from a location begins (``bul-ec:``)."""
    province, _, coast = location.lower().partition("/")
    return f"{province}-{coast or kind}:"
