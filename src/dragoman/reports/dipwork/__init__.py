"""DipWork's own reports: the tables of ``PLAIN.TXT``, and ``ERRORS.TXT``."""

from dragoman.reports.dipwork.deciding_switches import Decision, decisions
from dragoman.reports.dipwork.errors import (
    DeletedOrder,
    deleted_by_parser,
    deleted_by_scanner,
    errors_text,
)
from dragoman.reports.dipwork.plain import (
    master_and_deadline,
    plain_report,
    tex_document,
)
from dragoman.reports.dipwork.plain_layout import (
    EPSON_PRINTER,
    SPREADSHEET,
    Layout,
    layout_of,
    tex_layout,
)

__all__ = [
    "EPSON_PRINTER",
    "SPREADSHEET",
    "Decision",
    "DeletedOrder",
    "Layout",
    "decisions",
    "deleted_by_parser",
    "deleted_by_scanner",
    "errors_text",
    "layout_of",
    "master_and_deadline",
    "plain_report",
    "tex_document",
    "tex_layout",
]
