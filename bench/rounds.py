"""What one round measures, part by part; the same round after round, each with other games."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path

from bench import dipcc, ours, peer
from bench.figures import SECONDS, Part, Results, rate, rate_once, wall_rate
from bench.turns import Turn, fresh, movements, replay
from dragoman.game import process
from dragoman.rules.batch import Batch
from dragoman.rules.one_turn.machine import plainly

MOVEMENTS = "Movement turns of random games"
PHASES = "All phases of random games"
CROWDED = "Crowded turns: 34 units close together, most of them attacking"
PLAY = "Random play: a random legal order for each unit, judged; phases"
LEGAL = "All legal orders of a movement turn"
PACKING = "Positions and orders into arrays and back; copies of a position"
CORES = "The batch on several cores"
_SINGLE = {"plain path": plainly, "one by one": nullcontext}
"""The ways in which single turns are judged, and within what: the latter in machine code."""
_RATES = {"plain path": 3000, "one by one": 20_000}
"""About how many turns a second these judge."""
PARTS = (MOVEMENTS, PHASES, CROWDED, PLAY, LEGAL, PACKING)
_JUDGED = "`diplomacy`: `process()`"
_READ_AND_JUDGED = "`diplomacy`: `set_orders()` and `process()`"
_DIPCC = "dipcc: `process()`, legal orders listed beforehand"
_DIPCC_COLD = "dipcc: `process()`, which lists them"
_TRUSTED = "batch, orders known to be legal"
_CHECKED = "batch, with legality"


@dataclass
class Bench:
    """What is measured with: a judge for each number of threads, dipcc where it was built."""

    results: Results
    judges: dict[int, Batch]
    dipcc: Path | None
    crowded: Sequence[Turn]
    given: int = 0
    """Turns given to dipcc."""
    otherwise: list[str] = field(default_factory=list[str])
    """Those that came out otherwise there."""

    def round(self, number: int) -> list[Turn]:
        """Measure one round: the phases that were played in it."""
        for title in PARTS:
            self.results.part(title)
        played = peer.play(games=2, seed=number)
        turns = replay(played.games)
        moving = movements(turns)
        self._movements(played, moving, number)
        self._phases(played, turns)
        self._play(played, number)
        self._legal_orders(played, moving)
        self._packing(moving)
        self._crowded(number)
        self._cores(moving)
        return turns

    def _movements(self, played: peer.Played, turns: Sequence[Turn], number: int) -> None:
        part = self.results.part(MOVEMENTS)
        part.note(_JUDGED, played.movements.process_rate)
        part.note(_READ_AND_JUDGED, played.movements.set_and_process_rate)
        if self.dipcc is not None:
            measured = self._ask_dipcc(part, turns, number)
            self.results.part(PLAY).note("dipcc", measured.rates["play"])
            self.results.part(LEGAL).note("dipcc", measured.rates["legal_orders"])
            self.results.part(PACKING).note("dipcc: copy", measured.rates["copy"])
        _single_turns(part, turns)
        for path, within in _SINGLE.items():
            with within():
                read = rate(lambda: ours.one_by_one_from_text(turns))
            part.note(f"{path}, orders as text", read, diplomacy=_READ_AND_JUDGED)
        self._batch(part, turns)

    def _phases(self, played: peer.Played, turns: Sequence[Turn]) -> None:
        part = self.results.part(PHASES)
        part.note(_JUDGED, played.all.process_rate)
        part.note(_READ_AND_JUDGED, played.all.set_and_process_rate)
        _single_turns(part, turns)
        self._batch(part, turns)

    def _crowded(self, number: int) -> None:
        part, turns = self.results.part(CROWDED), self.crowded
        timed = peer.judge_turns([(_units(turn), turn[2]) for turn in turns])
        part.note(_JUDGED, timed.process_rate)
        if self.dipcc is not None:
            self._ask_dipcc(part, turns, number)
        _single_turns(part, turns)
        self._batch(part, turns)

    def _play(self, played: peer.Played, number: int) -> None:
        part = self.results.part(PLAY)
        beside = {"diplomacy": "`diplomacy`", "dipcc": "dipcc"}
        part.note("`diplomacy`", played.all.play_rate)
        for path, within in _SINGLE.items():
            with within():
                part.note(path, rate(ours.play_one_by_one(number, peer.LAST_YEAR)), **beside)
        part.note("batch", rate(ours.batch_play(self.judges[1], peer.LAST_YEAR)), **beside)

    def _legal_orders(self, played: peer.Played, turns: Sequence[Turn]) -> None:
        part = self.results.part(LEGAL)
        beside = {"diplomacy": "`diplomacy`", "dipcc": "dipcc"}
        cells, _ = ours.packed(self.judges[1], turns, 20)
        part.note("`diplomacy`", played.movements.listing_rate)
        for path, within in _SINGLE.items():
            with within():
                part.note(path, rate(lambda: ours.legal_orders_of_each(turns)), **beside)
        part.note("batch", rate(ours.batch_legal_orders(self.judges[1], cells)), **beside)

    def _packing(self, turns: Sequence[Turn]) -> None:
        part, judge = self.results.part(PACKING), self.judges[1]
        cells, _ = ours.packed(judge, turns, 20)
        beside = {"diplomacy": "`diplomacy`: copy of a game that has just begun"}
        part.note("pack positions", rate(ours.batch_pack(judge, fresh(turns, 20))))
        new, seen = (ours.batch_pack_orders(judge, some) for some in (fresh(turns, 10), turns))
        part.note("pack orders of a turn", rate_once(lambda pack: pack(), new, seen))
        part.note("pack orders of a turn, orders seen before", rate(seen))
        part.note("unpack positions", rate(ours.batch_unpack(judge, cells)))
        part.note(beside["diplomacy"], peer.copies(SECONDS))
        beside["dipcc"] = "dipcc: copy"
        part.note("copy of a packed position", rate(ours.batch_copy(cells)), **beside)

    def _cores(self, turns: Sequence[Turn]) -> None:
        part = self.results.part(CORES, "wall")
        for threads, judge in self.judges.items():
            cells, codes = ours.packed(judge, turns, 1000)
            one = "one thread" if threads == 1 else f"{threads} threads"
            judged = ours.batch_process(judge, cells, codes, checked=True)
            part.note(f"movement turns, orders known to be legal, {one}", wall_rate(judged))
        for threads, judge in self.judges.items():
            one = "one thread" if threads == 1 else f"{threads} threads"
            part.note(
                f"random play, phases, {one}",
                wall_rate(ours.batch_play(judge, peer.LAST_YEAR)),
            )

    def _batch(self, part: Part, turns: Sequence[Turn]) -> None:
        cells, codes = ours.packed(self.judges[1], turns, 200)
        for name, checked in ((_TRUSTED, True), (_CHECKED, False)):
            judge = ours.batch_process(self.judges[1], cells, codes, checked=checked)
            beside = _DIPCC if checked else _DIPCC_COLD
            part.note(name, rate(judge), diplomacy=_JUDGED, dipcc=beside)

    def _ask_dipcc(self, part: Part, turns: Sequence[Turn], number: int) -> dipcc.Measured:
        assert self.dipcc is not None
        measured = dipcc.measure(self.dipcc, turns, number, 20, peer.LAST_YEAR)
        part.note(_DIPCC, measured.rates["process"], diplomacy=_JUDGED)
        part.note(_DIPCC_COLD, measured.rates["process_cold"], diplomacy=_JUDGED)
        for (position, orders, texts), after in zip(turns, measured.after, strict=True):
            judged = process(ours.STANDARD, position, orders, ours.RULES)
            stands = dipcc.stands(judged.position)
            if stands != after:
                self.otherwise.append(
                    f"{position.phase}: here {' '.join(sorted(stands - after))}, "
                    f"by dipcc {' '.join(sorted(after - stands))}, with the orders {texts}"
                )
            self.given += 1
        return measured


def thread_counts() -> list[int]:
    """One, two, four and so on, and all cores."""
    cores = os.cpu_count() or 1
    return sorted({1, cores, *(1 << bits for bits in range(cores.bit_length()))})


def _single_turns(part: Part, turns: Sequence[Turn]) -> None:
    beside = {"diplomacy": _JUDGED, "dipcc": _DIPCC_COLD}
    for path, within in _SINGLE.items():
        new = fresh(turns, 1 + int(0.3 * _RATES[path] / len(turns)))
        unread, read = f"{path}, outcomes not looked at", f"{path}, all outcomes read"
        with within():
            part.note(unread, rate_once(ours.one_by_one, new, turns), **beside)
            seen = rate(lambda: ours.one_by_one(turns))
            part.note(f"{unread}, orders seen before", seen, **beside)
            part.note(read, rate_once(ours.one_by_one_read, fresh(new, 1), turns), **beside)


def _units(turn: Turn) -> dict[str, list[str]]:
    units: dict[str, list[str]] = {}
    for unit in turn[0].units:
        units.setdefault(unit.power, []).append(str(unit))
    return units
