"""What axe-core says of a page."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any, Final

from playwright.sync_api import Page

ALL: Final = {
    "type": "tag",
    "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
}
LOOKS: Final = {
    "type": "rule",
    "values": [
        "color-contrast",
        "link-in-text-block",
        "scrollable-region-focusable",
        "target-size",
    ],
}
"""Rules that hang on colours and on room, and have to be looked at with each."""


def violations(page: Page, rules: dict[str, Any]) -> list[str]:
    """What is wrong with a page: the rule, and where it is not kept. Both in few words."""
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(_script())  # as a debugger does: the page's own policy lets nothing in
    # Style sheets are read ahead for a rule alone that is not among those asked for.
    asked = {"runOnly": rules, "resultTypes": ["violations"], "preload": False}
    found = page.evaluate("async asked => (await axe.run(asked)).violations", asked)
    return [
        f"{one['id']}: {' '.join(map(str, node['target']))}: {_why(node)}"
        for one in found
        for node in one["nodes"][:3]
    ]


def _why(node: dict[str, Any]) -> str:
    said = [one["message"] for kind in ("any", "all", "none") for one in node[kind]]
    return "; ".join(said)[:200]


@cache
def _script() -> str:
    return (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")
