"""What a package index shows: addresses, and the README with pictures that load from there.

Where the repository lives is said when a release is built, and nowhere in the repository:

    DRAGOMAN_HOME=https://HOST/OWNER/dragoman python -m build

Then the metadata name that place, and the links and pictures of the README lead to it. An
index shows no picture without an address of its own: without DRAGOMAN_HOME they are left out.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_PICTURE = re.compile(r"!\[([^\]]*)\]\((?!\w+:)([^)]+)\)")
_LINK = re.compile(r"(?<!!)\[([^\]]*)\]\((?!\w+:|#)([^)]+)\)")


def readme(text: str, home: str) -> str:
    """The README for an index, of a repository at this address; none if it is empty."""
    if not home:
        return _PICTURE.sub("", text).replace("\n\n\n\n", "\n\n")
    text = _PICTURE.sub(rf"![\1]({home}/raw/HEAD/\2)", text)
    return _LINK.sub(rf"[\1]({home}/blob/HEAD/\2)", text)


def urls(home: str) -> dict[str, str]:
    """The addresses that an index shows beside it."""
    if not home:
        return {}
    return {
        "Homepage": home,
        "Documentation": f"{home}/tree/HEAD/docs",
        "Changelog": f"{home}/blob/HEAD/CHANGELOG.md",
        "Source": home,
        "Issues": f"{home}/issues",
    }


class Published(MetadataHookInterface):
    """Fills in the two fields that ``pyproject.toml`` leaves to the build."""

    def update(self, metadata: dict[str, Any]) -> None:
        home = os.environ.get("DRAGOMAN_HOME", "").rstrip("/")
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": readme(text, home)}
        metadata["urls"] = urls(home)
