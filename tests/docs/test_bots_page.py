"""The page about bots: its Python runs."""

import re
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "how-to" / "programmers" / "bots.md").read_text(
    "utf-8"
)


@pytest.mark.slow
@pytest.mark.xdist_group("compiled_bots")
def test_the_python_runs() -> None:
    names: dict[str, object] = {}
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    for block in blocks:
        exec(compile(block, "docs/how-to/programmers/bots.md", "exec"), names)
    assert len(blocks) == 5 and names["last"].shape == names["cells"].shape  # type: ignore[union-attr]


def test_every_bot_is_on_the_page() -> None:
    from dragoman.bots import BOTS

    assert all(f"| `{name}` |" in PAGE for name in BOTS)
