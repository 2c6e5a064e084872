"""The version that the docs are of: below each page, and in the document of the API.

MkDocs runs this as a hook.
"""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig


@cache
def version() -> str:
    """That of the commit, whatever was installed when."""
    asked = [sys.executable, "-m", "hatchling", "version"]
    where = Path(__file__).parents[1]
    return subprocess.check_output(asked, cwd=where, text=True).strip()


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Called by MkDocs: name the version below each page."""
    config.copyright = f"Dragoman {version()}. {config.copyright}"
    return config


def on_post_build(config: MkDocsConfig) -> None:
    """Called by MkDocs: name it in the document of the API, which the repository keeps without."""
    file = Path(config.site_dir) / "reference" / "openapi.json"
    text = file.read_text("utf-8")
    file.write_text(text.replace('"version": "0.0.0"', f'"version": "{version()}"'), "utf-8")
