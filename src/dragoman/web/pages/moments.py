"""Moments as people read them: without script in UTC, with it in the reader's own zone."""

from __future__ import annotations

from datetime import datetime

from markupsafe import Markup, escape


def moment(when: datetime | str | None) -> Markup:
    """A moment, as a ``time`` element: ``Tue 6 Jan 2026, 20:00 UTC``."""
    at = _read(when)
    if at is None:
        return Markup("")
    text = f"{at:%a} {at.day} {at:%b %Y, %H:%M} UTC"
    return Markup(f'<time datetime="{escape(at.isoformat())}">{text}</time>')


def until(when: datetime | str | None, now: datetime) -> str:
    """How long it is until then, in its two largest units: ``2 d 3 h``; ``due`` once it is past."""
    at = _read(when)
    if at is None:
        return ""
    minutes = int((at - now).total_seconds() // 60)
    if minutes < 0:
        return "due"
    days, minutes = divmod(minutes, 24 * 60)
    hours, minutes = divmod(minutes, 60)
    if days:
        return f"{days} d {hours} h"
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"


def _read(when: datetime | str | None) -> datetime | None:
    return datetime.fromisoformat(when) if isinstance(when, str) else when
