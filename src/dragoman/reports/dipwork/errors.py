"""``ERRORS.TXT``: the orders that were deleted, and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from dragoman.formats.dipwork import (
    ERROR_NUMBERS,
    Atlas,
    OrdersFile,
    OrdRecord,
)
from dragoman.quick_dataclass import dataclass
from dragoman.words import LANGUAGES, Said, in_language, said

_SEVERAL, _NO_SUCH_UNIT = range(200, 209), 209
"""The numbers of several orders for a unit, and of a unit that is not there."""


@dataclass(frozen=True, slots=True)
class DeletedOrder:
    """An order that is not in the report: whose it was, what was written, and the number; with
    number 0 one whose end was not read."""

    nation: str
    text: str
    number: int

    @property
    def cause(self) -> Said:
        """The program's words for it."""
        if not self.number:
            return said("Not read to its end")
        if self.number in _SEVERAL:
            return said("Multiple orders")
        if self.number == _NO_SUCH_UNIT:
            return said("No Such Unit")
        return said("Can not evaluate this line")


def deleted_by_scanner(
    orders: OrdersFile, numbers: Mapping[int, int], atlas: Atlas
) -> tuple[DeletedOrder, ...]:
    """The lines of an orders file that could not be read to their end, by their numbers."""
    lines = orders.keywords.file.lines
    return tuple(
        DeletedOrder(_nation_above(lines, line, atlas), lines[line - 1].strip(), number)
        for line, number in numbers.items()
    )


def deleted_by_parser(lines: Iterable[OrdRecord], atlas: Atlas) -> tuple[DeletedOrder, ...]:
    """The records that the parser deleted, by the nations that gave the orders."""
    words = dict(enumerate((nation.word for nation in atlas.nations), 1))
    return tuple(DeletedOrder(words.get(one.leader, "?"), one.comment, one.error) for one in lines)


def errors_text(
    deleted: Iterable[DeletedOrder], with_numbers: bool = False, language: str = LANGUAGES[0]
) -> str:
    """The file: for each cause a line, and the orders below it, with their nations.

    ``with_numbers`` adds the number and the program's name of the fault (``ERROR_NR_OUTPUT``). The
    causes are in ``language``.
    """
    return "".join(f"{line}\n" for line in _lines(tuple(deleted), with_numbers, language))


def _lines(deleted: tuple[DeletedOrder, ...], with_numbers: bool, language: str) -> Iterator[str]:
    causes = dict.fromkeys(one.cause for one in deleted)
    width = max((len(one.nation) for one in deleted), default=0)
    for number, cause in enumerate(causes):
        yield from [""] if number else []
        yield f"{in_language(cause, language)}:"
        for one in deleted:
            if one.cause == cause:
                known = ERROR_NUMBERS.get(one.number)
                name = f" {known.name}" if known else ""
                numbered = f"  {{{one.number}{name}}}" if with_numbers and one.number else ""
                yield f"  {one.nation:<{width}}  {one.text}{numbered}"


def _nation_above(lines: tuple[str, ...], number: int, atlas: Atlas) -> str:
    """The nation whose section a line is in, by its word; as written if it is unknown."""
    for line in reversed(lines[:number]):
        words = line.split()
        if words[:1] == ["NATION"] and len(words) > 1:
            for nation in atlas.nations:
                if words[1].lower() in (spelling.lower() for spelling in nation.spellings):
                    return nation.word
            return words[1]
    return "?"
