"""The pages with commands show what they really print."""

from pathlib import Path

import pytest
from terminal_page import PAGES, written


@pytest.mark.slow
@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_the_page_is_real(path: Path, tmp_path: Path) -> None:
    page = path.read_text("utf-8")
    assert written(page, tmp_path) == page, "run tools/terminal_page.py"
