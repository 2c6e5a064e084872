"""Turns of a long stream, judged by the compiled engine in chunks.

Nearly every turn of a stream is written as the turns before it were: the same units, orders and
centres in the same words. Here each text is looked up in what was read before (``turn_texts``), by
machine code where there is no more to it (``TurnReader``), the turns of a chunk become arrays of
numbers (``turn_chunk``), and their answers are put together from texts (``turn_answers``). A turn
with anything out of the ordinary in it is left to ``turn_lines``, which reads with care and says
what is wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from dragoman.formats.records import compiled_scanner, turn_scanner, word_scanner
from dragoman.formats.records.compiled_scanner import ScannedLines, Scanner
from dragoman.formats.records.turn_answers import AnswerWriter
from dragoman.formats.records.turn_chunk import TurnChunk
from dragoman.formats.records.turn_limits import DEFAULT_LIMITS, TurnLimits
from dragoman.formats.records.turn_machine import turn_functions, turn_modules
from dragoman.formats.records.turn_texts import KnownPhase, TurnTexts
from dragoman.game import Variant
from dragoman.game.variant import PLAY
from dragoman.native import library
from dragoman.native.functions import unit_of_modules
from dragoman.rules import RuleSet
from dragoman.rules.batch import Batch
from dragoman.rules.batch.arrays import kernel_size
from dragoman.rules.batch.coded import Coder
from dragoman.rules.batch.compile import RULES, unit_of
from dragoman.rules.batch.packed_form import packed_form
from dragoman.rules.batch.row_machine import row_modules
from dragoman.rules.judge.board_index import BoardConditions, board_index


class FastTurns:
    """Reads and answers the turns of one variant, which is called so, under one rule set.

    Not every variant and rule set will do (see ``can_judge``).

    Raises:
        NoMachineCode: if there is no machine code for this machine, nor a compiler.
    """

    def __init__(
        self,
        variant: Variant,
        rule_set: RuleSet,
        limits: TurnLimits = DEFAULT_LIMITS,
        name: str = "standard",
    ) -> None:
        self._rule_set = rule_set
        self._most_orders = limits.most_orders(variant.board)
        self._batch = Batch(variant.board, rule_set, variant.victory_centers, 1, variant.calendar)
        self._coder = Coder(self._batch)
        self._texts = TurnTexts(variant, self._coder, limits.order)
        self._reader = TurnReader(name, self._texts, self._coder, limits.line)
        self._writer = AnswerWriter(variant, self._batch, self._coder)
        self._batch.need(len(variant.start.units))
        turn_functions(self._batch.form.cell_bits)

    @staticmethod
    def can_judge(variant: Variant, rule_set: RuleSet) -> bool:
        """True if turns of the variant can be judged as numbers: not where orders are implied,
        nor where units need more than a province to be told apart, nor but in Diplomacy."""
        has_more_to_tell = variant.board.gateways or variant.board.high_seas
        is_plain = rule_set.implied_orders == "no" and PLAY.of(variant).is_plain
        return is_plain and not has_more_to_tell

    def chunk(self) -> TurnChunk:
        """A chunk to add turns to."""
        return TurnChunk(self._batch, self._coder, self._texts, self._rule_set, self._most_orders)

    def read(self, lines: Sequence[str]) -> tuple[TurnChunk, list[int], list[str]]:
        """A chunk of those lines that hold nothing new or out of the ordinary, with their places
        among all and their ids as JSON."""
        chunk = self.chunk()
        read = self._reader.read(lines, *chunk.limits)
        chunk.begin_with(read.phases, read.scanned)
        return chunk, read.places, read.ids

    def answers(self, chunk: TurnChunk) -> list[str | None]:
        """For each turn of a chunk the members of its answer, as JSON; None for one that needs a
        closer look."""
        rows = chunk.coded()
        judged, results = self._batch.process_grids(rows.cells, rows.orders)
        return self._writer.write(chunk, rows, judged, results)


# Lines read as numbers, in the words that were read before

_FIELDS = {
    "id": turn_scanner.ID,
    "variant": turn_scanner.OF_VARIANT,
    "phase": turn_scanner.OF_PHASE,
    "units": turn_scanner.UNITS,
    "centers": turn_scanner.CENTERS,
    "orders": turn_scanner.ORDERS,
    "retreats": turn_scanner.RETREATS,
}
_USUAL_VARIANT = "standard"
_MOST_POWERS = 60
"""That can be told apart in the bits of a number; lines with others are read with care."""
_PRINTED_AS_THEY_ARE = frozenset(map(chr, range(32, 127))) - {'"', "\\"}


class ReadLines(NamedTuple):
    """The lines that were read: their places, ids as JSON, phases, and all that was in them."""

    places: list[int]
    ids: list[str]
    phases: list[KnownPhase]
    scanned: ScannedLines


class TurnReader:
    """Reads lines with turns of one variant; ``name`` is what they call it."""

    def __init__(self, name: str, texts: TurnTexts, coder: Coder, longest: int) -> None:
        self._texts, self._longest = texts, longest
        self._phases: list[KnownPhase] = []
        self._scanner = Scanner()
        self._needs_variant = name != _USUAL_VARIANT
        self._learn(word_scanner.FIELD, _FIELDS.items())
        self._learn(word_scanner.VARIANT, [(name, 0)])
        powers = coder.rank_of_power.items()
        self._learn(word_scanner.POWER, [item for item in powers if item[1] < _MOST_POWERS])
        self._learn(word_scanner.CENTER, texts.centers.items())
        self._learn(word_scanner.ORDERED, texts.ordered_units.items())
        self._learn(word_scanner.PLACE, texts.places.items())

    def read(self, lines: Sequence[str], places: int, most_orders: int, adjusts: bool) -> ReadLines:
        """The lines that hold nothing out of the ordinary. ``places`` are how many units or centres
        a turn may have; adjustments are left alone where the judge has to add to them."""
        self._learn_news()
        texts = self._texts
        limits = (
            places,
            most_orders,
            int(not adjusts),
            int(self._needs_variant),
            texts.longest_order,
            int(texts.may_be_joined),
        )
        scanned = self._scanner.read(lines, self._longest, limits)
        read = ReadLines([], [], [], scanned)
        heads: list[list[int]] = scanned.heads.tolist()
        for place, (is_read, phase, begin, end) in enumerate(heads):
            if is_read:
                read.places.append(place)
                read.ids.append(lines[place][begin:end] if end else "null")
                read.phases.append(self._phases[phase])
        return read

    def _learn_news(self) -> None:
        texts = self._texts
        phases: list[tuple[str, int]] = []
        for text, phase in texts.phases.news():
            if phase.letter != "R":  # what is dislodged is read with care
                phases.append((text, 2 * len(self._phases) + (phase.letter == "A")))
                self._phases.append(phase)
        self._learn(word_scanner.PHASE, phases)
        self._learn(word_scanner.UNIT, texts.units.news())
        self._learn(word_scanner.MOVEMENT, texts.movements.news())
        self._learn(word_scanner.ADJUSTMENT, texts.adjustments.news())

    def _learn(self, kind: int, words: Iterable[tuple[str, int]]) -> None:
        usual = [(text, value) for text, value in words if _PRINTED_AS_THEY_ARE.issuperset(text)]
        self._scanner.learn(kind, usual)


def is_ready(variant: Variant) -> bool:
    """True if nothing need be built to judge turns of the variant."""
    tables = board_index(variant.board).tables_under(BoardConditions())
    size = kernel_size(len(variant.board.locations), len(variant.start.units))
    bits = packed_form(tables).cell_bits
    others = (compiled_scanner.modules(), row_modules(bits), turn_modules(bits))
    units = (unit_of(RULES, size._replace(cell_bits=bits)), *map(unit_of_modules, others))
    return all(map(library.is_ready, units))
