"""How ``PLAIN.TXT`` looks: the layout parameters of a variant, and some ready ones."""

from __future__ import annotations

from dragoman.formats.dipwork import Parameters
from dragoman.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Layout:
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
        """Whether cells are filled with spaces: not where a tabulator parts them."""
        return "\t" not in self.separator

    @property
    def is_tex(self) -> bool:
        """Whether the report is read by TeX, to which some signs mean something."""
        return "&" in self.separator and "\\" in self.line_end


SPREADSHEET = Layout(width=255, column_width=255)
"""For programs that make tables of tabulators; nothing is cut off."""

EPSON_PRINTER = Layout(
    width=96,
    column_width=17,
    underline_on="\x1b-1",
    underline_off="\x1b-0",
    separator=" ",
)
"""For printers that know the codes of Epson, at 96 signs a line or more."""


def layout_of(parameters: Parameters) -> Layout:
    """The layout that the files of a game ask for."""
    return Layout(
        width=parameters.number("PLAINOUTWIDTH"),
        column_width=parameters.number("TABCOLUMNWIDTH"),
        underline_on=parameters.codes("UNDERLINE_ON"),
        underline_off=parameters.codes("UNDERLINE_OFF"),
        separator=parameters.codes("COLUMNSEPCODE"),
        line_end=parameters.text("TABLINEENDSTR"),
        begin=parameters.text("TABBEGINSTR"),
        end=parameters.text("TABENDSTR"),
    )


def tex_layout(nations: int) -> Layout:
    """A layout for LaTeX, for a table with a column for each of so many nations."""
    return Layout(
        column_width=255,
        underline_on=r"\underline{",
        underline_off="}",
        separator=" & ",
        line_end=r" \\",
        begin=rf"\begin{{tabular}}{{{'l' * nations}}}",
        end=r"\end{tabular}",
    )
