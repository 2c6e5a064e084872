"""The page about explanations shows what really happens."""

import doctest
import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "players" / "explain.md"


def test_the_examples_of_the_page() -> None:
    page = PAGE.read_text("utf-8")
    text = "\n".join("" if "```" in line else line for line in page.splitlines())
    examples = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    told: list[str] = []
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(examples, out=told.append, clear_globs=False)
    assert examples.examples and not runner.failures, "".join(told)
    (printed,) = re.findall(r"```text\n(.*?)```", page, re.DOTALL)
    assert examples.globs["report"] == printed
