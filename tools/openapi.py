"""Writes the OpenAPI document of the judge's door anew: docs/reference/openapi.json."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from dragoman.judge.service import Judge
from dragoman.web.app import make_app, written

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "openapi.json"


def current() -> str:
    """The document as it is now."""
    with TemporaryDirectory() as folder:
        judge = Judge(f"sqlite:///{folder}/judge.db")
        try:
            return written(make_app(judge))
        finally:
            judge.close()


if __name__ == "__main__":
    PAGE.write_text(current(), encoding="utf-8")
