"""``PLAIN.TXT``: header, orders, retreats and builds as tables, and the supply centres."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path

from dragoman.formats.dipwork import (
    Atlas,
    OrdRecord,
    Parameters,
    RoundEntry,
    build_entries,
    order_entries,
    retreat_entries,
)
from dragoman.quick_dataclass import dataclass
from dragoman.words import word_file

# Layout: the parameters of a variant, and some ready ones


@dataclass(frozen=True, slots=True)
class PlainLayout:
    """The parameters of the plain report. The defaults are the manual's recommendations.

    ``width`` is that of lines outside of tables (``PLAINOUTWIDTH``), ``column_width`` that of
    a column, with the signs that underline (``TABCOLUMNWIDTH``). ``underline_on`` and
    ``underline_off`` stand around orders that failed, ``separator`` between columns,
    ``line_end`` behind each line of a table, ``begin`` and ``end`` on lines of their own
    around it.
    """

    width: int = 80
    column_width: int = 12
    underline_on: str = "["
    underline_off: str = "]"
    separator: str = "\t"
    line_end: str = ""
    begin: str = ""
    end: str = ""

    @property
    def is_padded(self) -> bool:
        """True if cells are filled with spaces: not where a tabulator parts them."""
        return "\t" not in self.separator

    @property
    def is_tex(self) -> bool:
        """True if the report is read by TeX, to which some signs mean something."""
        return "&" in self.separator and "\\" in self.line_end


SPREADSHEET = PlainLayout(width=255, column_width=255)
"""For programs that make tables of tabulators; nothing is cut off."""

EPSON_PRINTER = PlainLayout(
    width=96,
    column_width=17,
    underline_on="\x1b-1",
    underline_off="\x1b-0",
    separator=" ",
)
"""For printers that know the codes of Epson, at 96 signs a line or more."""


def layout_of(parameters: Parameters) -> PlainLayout:
    """The layout that the files of a game ask for."""
    return PlainLayout(
        width=parameters.number("PLAINOUTWIDTH"),
        column_width=parameters.number("TABCOLUMNWIDTH"),
        underline_on=parameters.codes("UNDERLINE_ON"),
        underline_off=parameters.codes("UNDERLINE_OFF"),
        separator=parameters.codes("COLUMNSEPCODE"),
        line_end=parameters.text("TABLINEENDSTR"),
        begin=parameters.text("TABBEGINSTR"),
        end=parameters.text("TABENDSTR"),
    )


def tex_layout(nations: int) -> PlainLayout:
    """A layout for LaTeX, for a table with a column for each of so many nations."""
    return PlainLayout(
        column_width=255,
        underline_on=r"\underline{",
        underline_off="}",
        separator=" & ",
        line_end=r" \\",
        begin=rf"\begin{{tabular}}{{{'l' * nations}}}",
        end=r"\end{tabular}",
    )


# The report

_HELP_ORDER = re.compile(r"(?P<unit>\S+ \S+ [SC]) (?:(?P<nation>\S+) (?=\S+ \S))?(?P<rest>.+)")
_TEX_SIGNS = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
} | {sign: f"\\{sign}" for sign in "&%$#_{}"}


def plain_report(
    lines: Sequence[OrdRecord],
    atlas: Atlas,
    parameters: Parameters,
    layout: PlainLayout,
    owners: Mapping[str, str],
    players: Mapping[str, str],
    language: str = "en",
) -> str:
    """The report of a round from the records of an ``*.ORD`` file.

    Of ``CONFLCED.ORD`` it is the report of the moves in a game of three phases, in which a
    ``<`` marks the units that have to retreat and stands before where they were attacked from;
    of ``WINTERED.ORD`` that of the whole round. Above the retreats stands the ``YEAR``.
    ``owners`` goes from each owned centre to a power, ``players`` from a nation's word to
    who plays it. A table without anything in it is left out, but for the orders.

    Raises:
        DragomanError: if there are no words for the language.
    """
    titles = _titles(language)
    page = _Page(atlas, layout, players)
    header = _header(parameters, language)
    text = [line for part in header for line in page.wrapped(part)]
    year = parameters.text("YEAR")
    for title, lists, always in (
        (titles["orders"], order_entries(lines, atlas), True),
        (f"{titles['retreats']} {year}".strip(), retreat_entries(lines, atlas), False),
        (titles["buildups"], build_entries(lines, atlas), False),
    ):
        if always or any(lists.values()):
            text += ["", *page.wrapped(title), *page.table(lists)]
    text += ["", *page.wrapped(titles["centres"]), *page.centers(owners)]
    return "\n".join(text) + "\n"


def tex_document(report: str) -> str:
    """A report in a layout for TeX as a whole document, which LaTeX can set by itself."""
    return "\n".join(
        [
            r"\documentclass[a4paper,landscape]{article}",
            r"\usepackage[T1]{fontenc}",
            r"\usepackage[utf8]{inputenc}",
            r"\usepackage[margin=1cm]{geometry}",
            r"\setlength{\parindent}{0pt}",
            r"\begin{document}",
            r"\small",
            _paragraphs(report),
            r"\end{document}",
            "",
        ]
    )


class _Page:
    def __init__(self, atlas: Atlas, layout: PlainLayout, players: Mapping[str, str]) -> None:
        self.atlas = atlas
        self.layout = layout
        self.players = players

    def wrapped(self, text: str, indent: str = "") -> Iterator[str]:
        lines = textwrap.wrap(text, self.layout.width, subsequent_indent=indent)
        yield from map(self._escaped, lines)

    def table(self, lists: Mapping[str, list[RoundEntry]]) -> Iterator[str]:
        """A column for each nation, below its name and its player's."""
        columns: list[list[str]] = []
        nations = self.atlas.nations
        names = [self._cell(nation.name.replace("_", " ")) for nation in nations]
        people = [self._cells(self.players.get(nation.word, "")) for nation in nations]
        room = max(map(len, people), default=0)
        for nation, name, player in zip(nations, names, people, strict=True):
            orders = lists.get(self.atlas.power_of[nation.word], [])
            cells = [line for one in orders for line in self._order(one)]
            columns.append([name, *player, *[""] * (room - len(player)), "", *cells])
        if self.layout.begin:
            yield self.layout.begin
        for row in zip_longest(*columns, fillvalue=""):
            yield self._row(row)
        if self.layout.end:
            yield self.layout.end

    def centers(self, owners: Mapping[str, str]) -> Iterator[str]:
        """Each nation's centres with their number; those that supply nobody do not count."""
        fields = self.atlas.geography.by_name
        for nation in self.atlas.nations:
            power = self.atlas.power_of[nation.word]
            owned = [self.atlas.field_of[key] for key, owner in owners.items() if owner == power]
            counted = [name for name in owned if fields[name].points > 0]
            name = nation.name.replace("_", " ")
            yield from self.wrapped(f"{name} ({len(counted)}): {', '.join(owned) or '-'}", "    ")

    def _row(self, cells: Sequence[str]) -> str:
        layout = self.layout
        if layout.is_padded:
            cells = [cell.ljust(layout.column_width) for cell in cells]
        line = layout.separator.join(cells)
        if layout.is_tex and line.startswith(("[", "*")):
            line = "{}" + line  # else LaTeX takes it for an option of the line's end above
        return line + layout.line_end if layout.line_end else line.rstrip(" ")

    def _order(self, order: RoundEntry) -> Iterator[str]:
        """An order in one cell, or in several one below the other; the last has the mark."""
        layout = self.layout
        around = len(layout.underline_on) + len(layout.underline_off) if order.failed else 0
        parts = _split(order.text, max(layout.column_width - around, 1))
        for number, part in enumerate(parts, 1):
            mark = order.mark if number == len(parts) and order.failed else ""
            yield self._cell(part, order.failed, mark)

    def _cells(self, text: str) -> list[str]:
        """A text of several words in as many cells as it needs."""
        return [self._cell(line) for line in textwrap.wrap(text, self.layout.column_width)]

    def _cell(self, text: str, underlined: bool = False, mark: str = "") -> str:
        """A text cut to the width of a column; the mark gives way before the text does."""
        layout = self.layout
        on, off = (layout.underline_on, layout.underline_off) if underlined else ("", "")
        room = max(layout.column_width - len(on) - len(off), 0)
        text = text[:room]
        mark = mark[: max(room - len(text), 0)]
        return f"{on}{self._escaped(text)}{off}{self._escaped(mark)}"

    def _escaped(self, text: str) -> str:
        if not self.layout.is_tex:
            return text
        return "".join(_TEX_SIGNS.get(sign, sign) for sign in text)


def master_and_deadline(parameters: Parameters, language: str) -> tuple[str, ...]:
    """The game master, and the deadline of the next orders, as far as its files say."""
    titles = _titles(language)
    return tuple(
        f"{titles[what]}: {text}"
        for what, keyword in (("master", "MASTER"), ("deadline", "ZAT"))
        if (text := parameters.text(keyword))
    )


def _titles(language: str) -> Mapping[str, str]:
    return word_file(Path(__file__).with_name("words"), language)["plain"]


def _header(parameters: Parameters, language: str) -> Iterator[str]:
    said = [parameters.text(keyword) for keyword in ("VARNAME", "NAME", "YEAR")]
    yield " - ".join(part for part in said if part)
    if below := master_and_deadline(parameters, language):
        yield ", ".join(below)


def _split(text: str, room: int) -> Sequence[str]:
    """A support or a convoy that is too long, in two lines, or in three where two would cut the
    nation off; else the text as it is."""
    match = _HELP_ORDER.fullmatch(text)
    if match is None or len(text) <= room:
        return (text,)
    unit, nation, rest = match["unit"], match["nation"], match["rest"].removesuffix(" xxx")
    if nation is None:
        return (unit, rest)
    if len(nation) + 1 + len(rest) <= room:
        return (unit, f"{nation} {rest}")
    if len(f"{unit} {nation}") <= room:
        return (f"{unit} {nation}", rest)
    return (unit, nation, rest)


def _paragraphs(report: str) -> str:
    """A report's lines, each of those outside of tables on a line of its own in print too."""
    inside = False
    found: list[str] = []
    for line in report.splitlines():
        inside = inside or line.startswith(r"\begin")
        found.append(line if inside else f"{line}\\par" if line else r"\par\medskip")
        inside = inside and not line.startswith(r"\end")
    return "\n".join(found)
