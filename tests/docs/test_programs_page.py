"""The page about programs: its Python runs and says what stands below it, and its tables name what
there is."""

import contextlib
import io
import re
from pathlib import Path

from dragoman.press.dpp.language import KEYWORDS

PAGE = (Path(__file__).parents[2] / "docs" / "how-to" / "programmers" / "programs.md").read_text(
    "utf-8"
)


def blocks(language: str) -> list[str]:
    found = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return [text for written, text in found if written == language]


def test_the_python_says_what_stands_below_it() -> None:
    said, names = io.StringIO(), {"__name__": "docs"}
    with contextlib.redirect_stdout(said):
        for python in blocks("python"):
            exec(compile(python, "docs/how-to/programmers/programs.md", "exec"), names)
    below = re.findall(r"^```\n\n```text\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert said.getvalue() == "".join(below)


def test_the_table_of_translations_has_every_word_of_dpp() -> None:
    table = PAGE.partition("| DPP | DAIDE |")[2].partition("\n\n")[0]
    rows = [row.split("|")[1] for row in table.splitlines()[2:]]
    assert {*KEYWORDS} <= {*re.findall(r"[A-Z]{3}", " ".join(rows))}
