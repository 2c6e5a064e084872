"""The page about turns as JSON lines: each turn on it is answered as it says."""

import json
import re
from pathlib import Path

from dragoman.formats.records.turn_lines import resolve_lines

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "turns.md").read_text("utf-8")


def test_each_turn_is_answered_as_the_page_says() -> None:
    blocks = re.findall(r"^```json\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    lines = [json.loads(block) for block in blocks]
    assert [line["id"] for line in lines] == [7, 7, 8, 8]
    for turn, answer in zip(lines[::2], lines[1::2], strict=True):
        (found,) = resolve_lines([json.dumps(turn)])
        assert json.loads(found) == answer
