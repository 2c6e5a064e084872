"""The answers to turns of a stream as JSON, put together from texts that were written before."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, cast

from dragoman.extras import extra
from dragoman.formats.records.turn_chunk import Adjusted, Retreating, TurnChunk
from dragoman.game import Variant
from dragoman.game.result_words import movement_words, retreat_words
from dragoman.remembered import Remembered
from dragoman.rules import Result
from dragoman.rules.batch import Batch
from dragoman.rules.batch.coded import CodedTurns, Coder, JudgedTurns
from dragoman.rules.batch.packed_turn import WAS_DISLODGED
from dragoman.rules.engine.codes import NONE
from dragoman.rules.model.outcome import RESULTS

with extra("fast"):
    import numpy as np

json_text = json.JSONEncoder(ensure_ascii=False, check_circular=False).encode
"""A value as JSON."""

_BYTES_A_TEXT = 150
"""The bytes that a text that is kept takes in memory, beside its letters."""


class AnswerWriter:
    """Writes the answers to turns of one board."""

    def __init__(self, variant: Variant, batch: Batch, coder: Coder) -> None:
        self._batch, self._coder, self._calendar = batch, coder, variant.calendar
        self._illegal = batch.number_of(Result.ILLEGAL)
        self._names = [json_text(str(coder.unit(code))) for code in range(coder.units_a_power)]
        """The names of the units, whosever they are."""
        self._starred = [f'"*{name[1:]}' for name in self._names]
        self._powers = [json_text(power) for power in coder.powers]
        # What is said of a unit that is ordered to move: its name, and one of a few lists of words.
        said = [movement_words(*batch.results([code])[0]) for code in _told()]
        words = [*dict.fromkeys(map(json_text, said))]
        self._words = len(words)
        self._class_of = np.zeros(2 * WAS_DISLODGED, dtype=np.int64)
        for code, of_code in zip(_told(), said, strict=True):
            self._class_of[code] = words.index(json_text(of_code))
        self._said = [f"{name}: {word}" for name in self._names for word in words]
        # Units, one behind the other: of the same power as the one before, and of another.
        self._standing = [f", {name}" for name in self._names]
        self._standing += [f"], {power}: [{name}" for power in self._powers for name in self._names]
        # Centres likewise, by their names.
        centers = sorted(key for key, it in coder.board.provinces.items() if it.is_center)
        self._centers = np.array([coder.number_of_province[key] for key in centers], dtype=np.intp)
        names = [*map(json_text, centers)]
        owners = [*map(json_text, coder.board.powers)]
        self._owned = [f", {name}" for name in names]
        self._owned += [f"], {owner}: [{name}" for owner in owners for name in names]
        self._phases: Remembered[tuple[int, int], str] = Remembered()

    def write(
        self,
        chunk: TurnChunk,
        coded: CodedTurns,
        adjusted: Adjusted,
        judged: JudgedTurns,
    ) -> list[str | None]:
        """The text to put into the answer to each turn; None for one that needs a closer look."""
        coder, of_one = self._coder, self._coder.units_a_power
        width = coded.units.shape[1]
        told = coded.units % of_one * self._words + self._class_of[judged.results[:, :width]]
        powers = judged.units // of_one
        begins = np.ones(judged.units.shape, dtype=bool)
        begins[:, 1:] = powers[:, 1:] != powers[:, :-1]
        pieces = judged.units % of_one
        pieces[begins] = judged.units[begins] + of_one
        standing: list[list[int]] = pieces.tolist()
        before, after = coded.units.tolist(), judged.units.tolist()
        counts = (coded.units < coder.no_unit).sum(axis=1).tolist()
        left = (judged.units < coder.no_unit).sum(axis=1).tolist()
        owned, owned_counts = self._owned_centers(judged.owners)
        found: list[str | None] = []
        phases: list[tuple[int, int]] = [*map(tuple, judged.phases.tolist())]
        said_of = told.tolist()
        for row, phase in enumerate(chunk.phases):
            dislodged = judged.dislodged.get(row, [])
            units = before[row][: counts[row]]
            if phase.letter == "M":
                said = [*map(self._said.__getitem__, said_of[row][: counts[row]])]
                if left[row] + len(dislodged) < len(units):
                    self._tell_of_destroyed(said, units, dislodged)
            elif phase.letter == "R":
                results = judged.results[row]
                said = self._retreated(chunk.retreating[row], results)
            else:
                some = slice(adjusted.ends[row], adjusted.ends[row + 1])
                gone = {*units} - {*after[row][: left[row]]}
                said = self._adjusted(adjusted.units[some], judged.results[row], sorted(gone))
            if said is None:
                found.append(None)
                continue
            if dislodged:
                standing_text, retreats = self._with_dislodged(after[row][: left[row]], dislodged)
            else:
                standing_text = _object_of_lists(self._standing, standing[row][: left[row]])
                retreats = "{}"
            winner = judged.winners.get(row)
            found.append(
                f'"results": {{{", ".join(said)}}}, "units": {standing_text}, '
                f'"centers": {_object_of_lists(self._owned, owned[row][: owned_counts[row]])}, '
                f'"retreats": {retreats}, "next": {self._phase(*phases[row])}'
                + (f', "winners": [{json_text(winner)}]' if winner else "")
            )
        return found

    def _tell_of_destroyed(
        self, said: list[str], units: list[int], dislodged: list[tuple[int, list[str]]]
    ) -> None:
        """Say of units that could not retreat that they are disbanded."""
        waiting = {code for code, _ in dislodged}
        for index, code in enumerate(units):
            if code not in waiting and said[index].endswith('"dislodged"]'):
                said[index] = said[index][:-1] + ', "disband"]'

    def _retreated(self, retreating: Retreating, results: Any) -> list[str] | None:
        numbers: list[int] = results[: len(retreating.units)].tolist()
        if self._illegal in numbers:
            return None  # there is no such way, whatever the turn says
        words = [retreat_words(result) for result, _ in self._batch.results(numbers)]
        for index in retreating.impossible:
            words[index] = retreat_words(Result.ILLEGAL)
        of_one = self._coder.units_a_power
        return [
            f"{self._names[code % of_one]}: {json_text(said)}"
            for code, said in zip(retreating.units, words, strict=True)
        ]

    def _adjusted(self, ordered: list[int], results: Any, gone: Sequence[int]) -> list[str]:
        """The outcomes of the orders of an adjustment phase, and the units that civil disorder
        took."""
        said: dict[str, str] = {}
        for unit, number in zip(ordered, results.tolist(), strict=False):
            name = '"WAIVE"' if unit == NONE else self._names[unit]
            if said.get(name) != '[""]':
                said[name] = '["void"]' if number == self._illegal else '[""]'
        for code in gone:
            said[self._names[code % self._coder.units_a_power]] = '[""]'
        return [f"{name}: {word}" for name, word in said.items()]

    def _with_dislodged(
        self, units: list[int], dislodged: list[tuple[int, list[str]]]
    ) -> tuple[str, str]:
        """The units, the dislodged ones of each power behind the others, and their retreats."""
        of_one = self._coder.units_a_power
        standing: dict[int, list[str]] = {}
        retreats: dict[int, list[str]] = {}
        for code in units:
            standing.setdefault(code // of_one, []).append(self._names[code % of_one])
        for code, options in dislodged:
            power, of_first = divmod(code, of_one)
            standing.setdefault(power, []).append(self._starred[of_first])
            way = f"{self._names[of_first]}: {json_text(options)}"
            retreats.setdefault(power, []).append(way)
        units_text = ", ".join(
            f"{self._powers[power]}: [{', '.join(names)}]" for power, names in standing.items()
        )
        ways = ", ".join(
            f"{self._powers[power]}: {{{', '.join(of_power)}}}"
            for power, of_power in retreats.items()
        )
        return f"{{{units_text}}}", f"{{{ways}}}"

    def _owned_centers(self, owners: Any) -> tuple[list[list[int]], list[int]]:
        """For each turn the pieces of what is said of its centres, and how many there are. Powers
        come by the first centre that each of them owns."""
        owner = owners[:, self._centers]
        count, centers = owner.shape
        # Where a power's first centre is; nobody's centres, which have the last row, come last.
        firsts: Any = np.full((len(self._coder.powers) + 1, count), centers)
        for center in reversed(range(centers)):
            firsts[owner[:, center], np.arange(count)] = center
        firsts[NONE] = centers
        before = firsts[owner, np.arange(count)[:, None]]
        keys = cast(Any, before * centers + np.arange(centers))
        keys.sort(axis=1)
        first, pieces = np.divmod(keys, centers)
        begins = np.ones(keys.shape, dtype=bool)
        begins[:, 1:] = first[:, 1:] != first[:, :-1]
        rows, columns = begins.nonzero()
        pieces[rows, columns] += (owner[rows, pieces[rows, columns]] + 1) * centers
        return pieces.tolist(), (owner != NONE).sum(axis=1).tolist()

    def _phase(self, place: int, year: int) -> str:
        found = self._phases.get((place, year))
        if found is None:
            found = json_text(str(self._calendar.phase(place, year)))
            self._phases.keep((place, year), found, _BYTES_A_TEXT)
        return found


def _object_of_lists(pieces: Sequence[str], numbers: list[int]) -> str:
    """Pieces put together, of which each that begins a list ends the one before."""
    return f"{{{''.join(map(pieces.__getitem__, numbers))[3:]}]}}" if numbers else "{}"


def _told() -> list[int]:
    """The numbers that results of movements may have."""
    return [
        number + driven_out for driven_out in (0, WAS_DISLODGED) for number in range(len(RESULTS))
    ]
