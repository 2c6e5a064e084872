"""The page about scoring is what the code says."""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
sys.path.append(str(ROOT / "tools"))


def test_the_page_is_up_to_date() -> None:
    from scoring_page import PAGE, written

    assert PAGE.read_text("utf-8") == written(), "run tools/scoring_page.py"
