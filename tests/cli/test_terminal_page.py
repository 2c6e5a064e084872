"""docs/terminal.md shows what the commands really print."""

from terminal_page import PAGE, written


def test_the_page_is_real(tmp_path):
    page = PAGE.read_text("utf-8")
    assert written(page, tmp_path) == page, "run tools/terminal_page.py"
