"""The second section of a map file: where units move from each province."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import field

from dragoman.board import fold, province_of
from dragoman.formats.njudge.map_file import SHORES, MapMoves, MapStep
from dragoman.formats.njudge.province_list import Provinces
from dragoman.formats.text_source import Lines, Source
from dragoman.quick_dataclass import dataclass


def read_moves(
    source: Source,
    lines: Lines,
    provinces: Provinces,
    is_cut_short: bool = False,
    one_way: Collection[tuple[str, str]] = (),
) -> MovesList:
    """Read the moves list, and check that every way leads back but those of ``one_way``.

    Of a list that is cut short nobody can say which lines it lacks.
    """
    moves = MovesList(source, provinces, one_way)
    for number, line in lines:
        moves.read(number, line)
    if not is_cut_short:
        moves.report_provinces_without_moves()
    moves.report_ways_without_return(is_cut_short)
    return moves


def covers(way: tuple[str, str], step: tuple[str, str]) -> bool:
    """True if a way from one location to another is this step, or has it among those of its
    provinces: a province stands for its coasts too."""
    return all(end in (at, province_of(at)) for end, at in zip(way, step, strict=True))


_WORD = re.compile(r"\S+")
_FIRST_WORD = re.compile(r"[^\s:-]+")
_KIND = re.compile(r"[mxcnesw]\w*", re.IGNORECASE)
_BARE_KIND = re.compile(r"-\s*([mxcnesw]\w*)(?=\s)", re.IGNORECASE)
_HALVES_LOST = {"mx": (2, 0), "hx": (1, 0), "lx": (1, 1)}
"""The cost of a modifier: in half points, on foot and by convoy."""


@dataclass(slots=True)
class MovesList:
    """The lines that were read, and what is known of those that were not."""

    source: Source
    provinces: Provinces
    one_way: Collection[tuple[str, str]] = ()
    """Ways that are meant to have none back."""
    moves: list[MapMoves] = field(default_factory=list[MapMoves])
    damaged: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    """Mover and location of lines that lost a word to a fault reported already."""
    headless: list[tuple[str, frozenset[str]]] = field(
        default_factory=list[tuple[str, frozenset[str]]]
    )
    """Mover and target provinces of lines of which nobody knows where they start."""
    unread: set[str] = field(default_factory=set[str])
    """Provinces that a line was for of which nobody knows more."""

    def may_join(self, one: str, other: str, mover: str = "") -> bool:
        """True if units (armies ``mv``, fleets ``xc``) go between two provinces, or might if a
        line were not faulty. A way without return, a fault of its own, is one nevertheless."""
        ends = {one, other}
        return (
            not ends.isdisjoint(self.unread)
            or any(
                moves.province in ends
                and mover in (moves.mover, "")
                and (
                    any({moves.province, step.province} == ends for step in moves.steps)
                    or (moves.mover, moves.source) in self.damaged
                )
                for moves in self.moves
            )
            or any(mover in (kind, "") and ends & targets for kind, targets in self.headless)
        )

    def read(self, number: int, line: str) -> None:
        head = self._head(number, line)
        if head is None:
            self.source.error(
                "bad-moves-line",
                f"{line.strip()!r} is no line of moves",
                "write: abc-mv: (armies) or abc-xc: (fleets; on a named coast -nc: -sc: -ec: "
                "-wc:), then the places it leads to",
                number,
            )
            first = _FIRST_WORD.match(line)
            for word in (first[0], first[0][:-2]) if first else ():  # ard-mv, or ardmv
                self.unread.add(self.provinces.keys.get(fold(word), ""))
            return
        start, move_kind, end = head
        # Only the first letter counts: mv and my are one, and so are nc and n.
        letter = move_kind[0].lower()
        kind = {"m": "mv", "c": "cc"}.get(letter, "xc")
        mover = "mv" if letter == "m" else "xc"
        key = self.provinces.find(start.strip(), number, 1)
        steps, is_whole = self._read_steps(kind, number, line, end)
        if key is None:
            self.headless.append((mover, frozenset(step.province for step in steps)))
            return
        location = f"{key}/{SHORES[letter]}" if letter in SHORES else key
        self.moves.append(MapMoves(kind, location, steps, number, move_kind))
        if not is_whole:
            self.damaged.add((mover, location))
        if move_kind.lower() == "mx" and not all(step.halves_lost for step in steps):
            self.source.warn(
                "weak-line",
                "armies go here with all their strength: nJudge takes -mx: for -mv:",
                "write -mv:, and /mx behind each place where an attack counts one less",
                number,
                len(start) + 2,
            )
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

    def _head(self, number: int, line: str) -> tuple[str, str, int] | None:
        """The head of a line: the province, the kind of its moves, and where it ends."""
        head, colon, _ = line.partition(":")
        start, hyphen, move_kind = head.rpartition("-")
        move_kind = move_kind.strip()
        if colon and hyphen and _KIND.fullmatch(move_kind):
            return start, move_kind, len(head) + 1
        # nJudge looks for the hyphen alone, behind a word that it knows.
        for match in _BARE_KIND.finditer(line):
            if fold(line[: match.start()]) in self.provinces.keys:
                self.source.warn(
                    "missing-colon",
                    f"a colon is missing behind {line[: match.end()]}",
                    f"write {line[: match.end()]}:",
                    number,
                    match.end() + 1,
                )
                return line[: match.start()], match[1], match.end()
        return None

    def _read_steps(
        self, kind: str, number: int, line: str, start: int
    ) -> tuple[tuple[MapStep, ...], bool]:
        """The places a line leads to, and whether none of its words was lost.

        The province behind a conduit controls it, and is one of the places, too (the manual:
        "all other provinces that can be moved to").
        """
        steps: list[MapStep] = []
        is_whole = True
        words = list(_WORD.finditer(line, start))
        controllers: set[int] = set()
        """The columns of words that stand behind a conduit."""
        for i, match in enumerate(words):
            name, *modifiers = match.group().lower().split("/")
            column = match.start() + 1
            target = self.provinces.find(name, number, column)
            gatekeeper = None
            if "cc" in modifiers:
                modifiers = [modifier for modifier in modifiers if modifier != "cc"]
                behind = words[i + 1] if i + 1 < len(words) else None
                gatekeeper = self._read_gatekeeper(kind, number, column, behind)
                if gatekeeper is None:
                    is_whole = False
                    continue
                controllers.add(words[i + 1].start() + 1)
            step = (
                self._step(kind, target, modifiers, gatekeeper, number, column) if target else None
            )
            if step is None:
                is_whole = False
            elif column not in controllers or step not in steps:
                steps.append(step)
        return tuple(steps), is_whole

    def _read_gatekeeper(
        self, kind: str, number: int, column: int, word: re.Match[str] | None
    ) -> str | None:
        """The province that controls a conduit: that of the word behind it."""
        if kind == "mv":
            self.source.error(
                "conduit-for-armies",
                "only fleets go through controlled conduits (/cc)",
                "move it to the -xc: line",
                number,
                column,
            )
            return None
        name, *modifiers = word.group().lower().split("/") if word else ("", "cc")
        if "cc" in modifiers:
            self.source.error(
                "no-gatekeeper",
                "no province stands after the conduit that controls it",
                "write psa/cc pio where a unit in pio closes the way to psa",
                number,
                column,
            )
            return None
        return self.provinces.keys.get(fold(name))

    def _step(
        self,
        kind: str,
        target: str,
        modifiers: Sequence[str],
        gatekeeper: str | None,
        number: int,
        column: int,
    ) -> MapStep | None:
        location, halves_lost = target, (0, 0)
        for modifier in modifiers:
            if modifier in _HALVES_LOST:
                halves_lost = _HALVES_LOST[modifier]
            elif modifier not in _COASTS:
                self.source.error(
                    "unknown-modifier",
                    f"nobody knows what /{modifier} means",
                    "after a / comes a coast (nc, sc, ec, wc), or mx, hx, lx, cc",
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
        return MapStep(location, *halves_lost, gatekeeper, column)

    def report_provinces_without_moves(self) -> None:
        """Warn of provinces that no line speaks of, unless a faulty one may have done so."""
        reached = {step.province for moves in self.moves for step in moves.steps}
        moving = {moves.province for moves in self.moves} | reached | self.unread
        for key, province in self.provinces.by_key.items():
            if key in moving or not province.is_ground or self.headless:
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
        steps = {(m.mover, m.source, s.target) for m in self.moves for s in m.steps}
        loose = {(kind, start, province_of(end)) for kind, start, end in steps}
        ways = {(province_of(start), end) for _, start, end in loose}
        starts = {(moves.mover, moves.source) for moves in self.moves}
        missing: dict[tuple[str, str], list[tuple[MapMoves, MapStep]]] = {}
        other_coasts: list[tuple[MapMoves, MapStep]] = []
        for moves in self.moves:
            for step in moves.steps:
                back = (moves.mover, step.target)
                if (
                    (*back, moves.source) in steps
                    or (step.halves_lost and (step.province, moves.province) in ways)
                    or back in self.damaged
                    or step.province in self.unread
                    or any(covers(way, (moves.source, step.target)) for way in self.one_way)
                    or any(k == moves.mover and moves.province in t for k, t in self.headless)
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
            (m.mover, s.province, m.province) for ways_in in missing.values() for m, s in ways_in
        }
        for moves, step in other_coasts:
            if (moves.mover, moves.province, step.province) not in reported:
                self._warn_of_other_coast(moves, step)

    def _warn_of_other_coast(self, moves: MapMoves, step: MapStep) -> None:
        self.source.warn(
            "other-coast",
            f"{head_of(moves.kind, moves.source)} leads to {step.target.lower()}, but "
            f"{head_of(moves.kind, step.target)} leads back to another coast",
            "name the same coast in both lines",
            moves.line,
            step.column,
        )

    def _report_one_way(self, moves: MapMoves, step: MapStep) -> None:
        back = head_of("cc" if step.gatekeeper else moves.mover, step.target)
        self.source.error(
            "one-way",
            f"{head_of(moves.kind, moves.source)} leads to {step.target.lower()}, but "
            f"{back} does not lead back",
            f"add {moves.source.lower()} to the line {back}, or take this way out",
            moves.line,
            step.column,
        )

    def _report_missing_line(self, ways_in: Sequence[tuple[MapMoves, MapStep]]) -> None:
        moves, step = ways_in[0]
        head = head_of("cc" if step.gatekeeper else moves.mover, step.target)
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


_COASTS = (*SHORES, *(f"{letter}c" for letter in SHORES))


def head_of(kind: str, location: str) -> str:
    """The head of the line of moves from a location (``bul-ec:``)."""
    province, _, coast = location.lower().partition("/")
    return f"{province}-{coast or kind}:"
