"""Turns of a long stream, judged by the compiled engine in lots.

Nearly every turn of a stream is written as the turns before it were: the same units, orders and
centres in the same words. Here each text is looked up in what was read before (``turn_texts``), by
machine code where there is no more to it (``turn_reader``), the turns of a lot become arrays of
numbers (``turn_lot``), and their answers are put together from texts (``turn_answers``). A turn
with anything out of the ordinary in it is left to ``turn_lines``, which reads with care and says
what is wrong.
"""

from __future__ import annotations

from collections.abc import Sequence

from dragoman.formats.records.turn_answers import AnswerWriter
from dragoman.formats.records.turn_limits import DEFAULT_LIMITS, TurnLimits
from dragoman.formats.records.turn_lot import TurnLot
from dragoman.formats.records.turn_reader import TurnReader
from dragoman.formats.records.turn_texts import TurnTexts
from dragoman.game import Variant
from dragoman.game.variant import PLAY
from dragoman.rules import RuleSet
from dragoman.rules.batch import Batch
from dragoman.rules.batch.coded import Coder


class FastTurns:
    """Reads and answers the turns of one variant, which is called so, under one rule set.

    Not every variant and rule set will do (see ``can_judge``).
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

    @staticmethod
    def can_judge(variant: Variant, rule_set: RuleSet) -> bool:
        """Whether turns of the variant can be judged as numbers: not where orders are implied,
        nor where units need more than a province to be told apart, nor but in Diplomacy."""
        has_more_to_tell = variant.board.gateways or variant.board.high_seas
        is_plain = rule_set.implied_orders == "no" and PLAY.of(variant).is_plain
        return is_plain and not has_more_to_tell

    def lot(self) -> TurnLot:
        """A lot to add turns to."""
        return TurnLot(self._batch, self._coder, self._texts, self._rule_set, self._most_orders)

    def read(self, lines: Sequence[str]) -> tuple[TurnLot, list[int], list[str]]:
        """A lot of those lines that hold nothing new or out of the ordinary, with their places
        among all and their ids as JSON."""
        lot = self.lot()
        read = self._reader.read(lines, *lot.limits)
        lot.begin_with(read.phases, read.lists)
        return lot, read.places, read.ids

    def answers(self, lot: TurnLot) -> list[str | None]:
        """For each turn of a lot the members of its answer, as JSON; None for one that needs a
        closer look."""
        coded, adjusted, unusual = lot.coded()
        judged = self._coder.judge(coded)
        written = self._writer.write(lot, coded, adjusted, judged)
        for row in unusual.nonzero()[0].tolist():
            written[row] = None
        return written
