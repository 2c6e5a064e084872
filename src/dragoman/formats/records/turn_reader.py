"""Lines of a stream read as numbers, in the words that were read before."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from dragoman.formats.records import turn_scanner, word_scanner
from dragoman.formats.records.compiled_scanner import Scanner
from dragoman.formats.records.turn_texts import KnownPhase, TurnTexts
from dragoman.rules.batch.coded import Coder

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
    """The lines that were read: their places, ids as JSON, phases, and the lists of all of them
    (see ``TurnLot.begin_with``)."""

    places: list[int]
    ids: list[str]
    phases: list[KnownPhase]
    lists: Sequence[tuple[Any, Any, Any]]


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
        heads, lists = self._scanner.read(lines, self._longest, limits)
        read = heads[:, turn_scanner.IS_READ].nonzero()[0]
        found: list[int] = read.tolist()
        known: list[list[int]] = heads[read].tolist()
        ids = [
            lines[place][begin:end] if end else "null"
            for place, (_, _, begin, end) in zip(found, known, strict=True)
        ]
        return ReadLines(found, ids, [self._phases[phase] for _, phase, _, _ in known], lists)

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
