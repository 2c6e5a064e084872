"""DipWork's own reports: the tables of ``PLAIN.TXT``, and ``ERRORS.TXT``."""

from dragoman.reports.dipwork.deciding_switches import SwitchDecision, decisions
from dragoman.reports.dipwork.errors import (
    DeletedOrder,
    deleted_by_parser,
    deleted_by_scanner,
    errors_text,
)
from dragoman.reports.dipwork.plain import (
    EPSON_PRINTER,
    SPREADSHEET,
    PlainLayout,
    layout_of,
    master_and_deadline,
    plain_report,
    tex_document,
    tex_layout,
)

__all__ = [
    "EPSON_PRINTER",
    "SPREADSHEET",
    "DeletedOrder",
    "PlainLayout",
    "SwitchDecision",
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
