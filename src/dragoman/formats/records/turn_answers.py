"""The answers to turns of a stream as JSON, put together from texts that were written before."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, cast

from dragoman.formats.records.turn_chunk import Retreating, TurnChunk
from dragoman.formats.records.turn_coding import TurnRows
from dragoman.formats.records.turn_machine import turn_functions
from dragoman.formats.records.turn_telling import Telling
from dragoman.game import Variant
from dragoman.game.result_words import movement_words, retreat_words
from dragoman.native.grid import Grid
from dragoman.remembered import Remembered
from dragoman.rules import Result
from dragoman.rules.batch import Batch
from dragoman.rules.batch.coded import Coder
from dragoman.rules.batch.packed_form import C_DISLODGED, C_HEADER, YEAR_ZERO
from dragoman.rules.batch.packed_turn import WAS_DISLODGED
from dragoman.rules.batch.row_machine import FormForMachine, column
from dragoman.rules.engine.codes import NONE
from dragoman.rules.model.outcome import RESULTS

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
        said = [movement_words(*batch.results([code])[0]) for code in _numbers_of_results()]
        words = [*dict.fromkeys(map(json_text, said))]
        self._words = len(words)
        self._class_of = Grid("i8", (2 * WAS_DISLODGED,))
        for code, of_code in zip(_numbers_of_results(), said, strict=True):
            self._class_of[code] = words.index(json_text(of_code))
        self._said = [f"{name}: {word}" for name in self._names for word in words]
        # Units, one behind the other: of the same power as the one before, and of another.
        self._standing = [f", {name}" for name in self._names]
        self._standing += [f"], {power}: [{name}" for power in self._powers for name in self._names]
        # Centres likewise, by their names.
        centers = sorted(key for key, it in coder.board.provinces.items() if it.is_center)
        self._centers = column([coder.number_of_province[key] for key in centers])
        names = [*map(json_text, centers)]
        self._winners = tuple(coder.board.powers)
        owners = [*map(json_text, self._winners)]
        self._owned = [f", {name}" for name in names]
        self._owned += [f"], {owner}: [{name}" for owner in owners for name in names]
        self._phases: Remembered[tuple[int, int], str] = Remembered()

    def write(
        self, chunk: TurnChunk, rows: TurnRows, judged: Grid, results: Grid
    ) -> list[str | None]:
        """The text to put into the answer to each turn; None for one that needs a closer look.
        ``judged`` are the next positions."""
        say = self._told(rows, judged, results)
        width, places = judged.shape[1], results.shape[1]
        cells, all_results = judged.memory, results.memory
        told, units, standing = say.told.memory, say.units.memory, say.standing.memory
        before, ordered, owned = rows.units.memory, rows.ordered.memory, say.owned.memory
        retreats_of = self._retreats(judged, say)
        found: list[str | None] = []
        sizes = zip(rows.sizes, say.sizes, say.owned_sizes, strict=True)
        for row, (given, left, owned_count) in enumerate(sizes):
            first = row * places
            letter = chunk.phases[row].letter
            place, year, _, _, winner = cells[row * width : row * width + C_HEADER].tolist()
            dislodged = retreats_of.get(row, [])
            own = before[first : first + given]
            after = units[first : first + left]
            said: list[str] | None
            if rows.unusual[row]:
                said = None
            elif letter == "M":
                said = [*map(self._said.__getitem__, told[first : first + given].tolist())]
                if left + len(dislodged) < given:
                    self._tell_of_destroyed(said, own.tolist(), dislodged)
            elif letter == "R":
                said = self._retreated(
                    chunk.retreating[row], all_results[first : first + places].tolist()
                )
            else:
                begin, end = rows.starts[row], rows.starts[row + 1]
                became = all_results[first : first + end - begin].tolist()
                gone = sorted({*own.tolist()}.difference(after.tolist()))
                said = self._adjusted(ordered[begin:end].tolist(), became, gone)
            if said is None:
                found.append(None)
                continue
            if dislodged:
                standing_text, retreats = self._with_dislodged(after.tolist(), dislodged)
            else:
                pieces = standing[first : first + left].tolist()
                standing_text, retreats = _object_of_lists(self._standing, pieces), "{}"
            at = row * len(self._centers)
            centers = _object_of_lists(self._owned, owned[at : at + owned_count].tolist())
            found.append(
                f'"results": {{{", ".join(said)}}}, "units": {standing_text}, '
                f'"centers": {centers}, '
                f'"retreats": {retreats}, "next": {self._phase(place, year - YEAR_ZERO)}'
                + (f', "winners": [{json_text(self._winners[winner - 1])}]' if winner else "")
            )
        return found

    def _told(self, rows: TurnRows, judged: Grid, results: Grid) -> Telling:
        """The pieces of what is told, as numbers."""
        form, count, places = self._batch.form, len(judged), results.shape[1]
        centers = len(self._centers)
        say = Telling(
            results=results,
            class_of=self._class_of,
            words=self._words,
            centers=self._centers,
            told=Grid("i8", (count, places)),
            units=Grid("i8", (count, places)),
            sizes=Grid("i8", (count,)),
            standing=Grid("i8", (count, places)),
            owned=Grid("i8", (count, centers)),
            owned_sizes=Grid("i8", (count,)),
            out=Grid("i8", (count, places)),
            owners=Grid("i8", (places,)),
        )
        tell = turn_functions(form.cell_bits)["tell_turns"]
        tell(rows, judged, say, self._coder.tables, FormForMachine(form))
        return say

    def _retreats(self, judged: Grid, say: Telling) -> dict[int, list[tuple[int, list[str]]]]:
        """Of the turns after which some retreat: the codes of dislodged units, and where each may
        go."""
        width, places = judged.shape[1], say.out.shape[1]
        counts = judged.memory[C_DISLODGED::width].tolist()
        waiting = [row for row, out in enumerate(counts) if out]
        options = self._batch.retreat_options(cast(Any, judged.some(waiting)))
        out = say.out.memory
        return {
            row: sorted(
                zip(out[row * places : row * places + len(ways)].tolist(), ways, strict=True)
            )
            for row, ways in zip(waiting, options, strict=True)
        }

    def _tell_of_destroyed(
        self, said: list[str], units: list[int], dislodged: list[tuple[int, list[str]]]
    ) -> None:
        """Say of units that could not retreat that they are disbanded."""
        waiting = {code for code, _ in dislodged}
        for index, code in enumerate(units):
            if code not in waiting and said[index].endswith('"dislodged"]'):
                said[index] = said[index][:-1] + ', "disband"]'

    def _retreated(self, retreating: Retreating, results: Sequence[int]) -> list[str] | None:
        numbers = results[: len(retreating.units)]
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

    def _adjusted(
        self, ordered: Sequence[int], results: Sequence[int], gone: Sequence[int]
    ) -> list[str]:
        """The outcomes of the orders of an adjustment phase, and the units that civil disorder
        took."""
        said: dict[str, str] = {}
        for unit, number in zip(ordered, results, strict=True):
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

    def _phase(self, place: int, year: int) -> str:
        found = self._phases.get((place, year))
        if found is None:
            found = json_text(str(self._calendar.phase(place, year)))
            self._phases.keep((place, year), found, _BYTES_A_TEXT)
        return found


def _object_of_lists(pieces: Sequence[str], numbers: list[int]) -> str:
    """Pieces put together, of which each that begins a list ends the one before."""
    return f"{{{''.join(map(pieces.__getitem__, numbers))[3:]}]}}" if numbers else "{}"


def _numbers_of_results() -> list[int]:
    """The numbers that results of movements may have."""
    return [
        number + driven_out for driven_out in (0, WAS_DISLODGED) for number in range(len(RESULTS))
    ]
