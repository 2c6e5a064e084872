"""Retreats, builds and removals that stand in ``ORDERS.TXT``, below the nation whose they are.

    NATION Au
    A Vie-Boh
    RETREATS
    A Bud-Ser
    BUILDUPS
    +A Vie

The lists go by the names they have in ``NEWGAME.TXT``. One that is there and empty says that there
is nothing to build; one that is not there says nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dragoman.formats.dipwork.files.game_file import BUILDUPS, NATION, ORDERS, RETREATS
from dragoman.formats.dipwork.files.keywords import END
from dragoman.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class WinterLine:
    """A line of a list, with what stands behind ``NATION`` above it. The line that opens the list
    has no text."""

    keyword: str
    nation: str
    text: str
    line: int


def winter_lines(lines: Iterable[tuple[int, str]]) -> tuple[WinterLine, ...]:
    """What the lists among the numbered lines of a file of orders hold."""
    return tuple(found for _, _, found in _told_apart(lines) if found is not None)


def without_winter_lines(lines: Iterable[tuple[int, str]]) -> Iterator[str]:
    """The lines with those of the lists empty."""
    for _, line, found in _told_apart(lines):
        yield line if found is None else ""


def _told_apart(
    lines: Iterable[tuple[int, str]],
) -> Iterator[tuple[int, str, WinterLine | None]]:
    nation = keyword = ""
    for number, line in lines:
        words = line.split(maxsplit=1)
        if words[:1] in ([NATION], [END]):
            nation, keyword = " ".join(words[1:]).strip(), ""
        elif nation and words in ([RETREATS], [BUILDUPS], [ORDERS]):
            keyword = "" if words == [ORDERS] else words[0]
            yield number, line, WinterLine(words[0], nation, "", number)
            continue
        text = line.partition("%")[0].strip()
        if keyword and text:
            yield number, line, WinterLine(keyword, nation, text, number)
        else:
            yield number, line, None
