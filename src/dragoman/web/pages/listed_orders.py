"""Orders chosen from lists, for whoever has no script or wants none: a list for each unit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from dragoman.web.pages.forms import Form

PREFIX: Final = "order:"
"""What the names of the lists begin with; then comes the unit."""


def sheet_of(form: Form) -> str:
    """The sheet of the orders that were chosen, one a line."""
    return "\n".join(form.text(name) for name in form.names(PREFIX) if form.text(name))


def is_listed(sheet: Mapping[str, Any]) -> bool:
    """Whether lists can show all that a sheet says: each line of it is an order that one of them
    offers. Conditions, comments and orders that are not legal can be written as text alone."""
    offered = {order for orders in sheet["possible"].values() for order in orders}
    lines = [line for line in sheet["text"].splitlines() if line.strip()]
    given = sheet["orders"]
    return len(given) == len(lines) and offered.issuperset(given)
