"""Writes the OpenAPI document of the judge's API anew: docs/reference/openapi.json.

The file in the repository names no version, for it would be another with each commit (``UNTOLD``).
The site of the docs has the one that it describes (``tools/site_version.py``).
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from fastapi import FastAPI

from dragoman.judge.service import Judge
from dragoman.web.app import make_app, written

PAGE: Final = Path(__file__).parents[1] / "docs" / "reference" / "openapi.json"
UNTOLD: Final = '"version": "0.0.0"'


def kept(app: FastAPI) -> str:
    """The document of an application, as the repository keeps it."""
    return written(app).replace(f'"version": "{app.version}"', UNTOLD)


def current() -> str:
    """The document as it is now."""
    with TemporaryDirectory() as folder:
        judge = Judge(f"sqlite:///{folder}/judge.db")
        try:
            return kept(make_app(judge))
        finally:
            judge.close()


if __name__ == "__main__":
    PAGE.write_text(current(), encoding="utf-8")
