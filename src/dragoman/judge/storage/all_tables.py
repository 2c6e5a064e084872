"""All tables of the judge's database: ``metadata`` has every one of them where this is imported."""

from __future__ import annotations

from dragoman.judge.storage import (
    account_tables,
    guest_tables,
    list_tables,
    mail_tables,
    notice_tables,
    outbox_tables,
    push_tables,
    result_tables,
    sandbox_tables,
    tournament_tables,
)
from dragoman.judge.storage.tables import metadata

__all__ = [
    "account_tables",
    "guest_tables",
    "list_tables",
    "mail_tables",
    "metadata",
    "notice_tables",
    "outbox_tables",
    "push_tables",
    "result_tables",
    "sandbox_tables",
    "tournament_tables",
]
