"""The page about the library: its Python runs, and its texts are read back as they stand."""

import re
from pathlib import Path

import dragoman

PAGE = (Path(__file__).parents[2] / "docs" / "how-to" / "programmers" / "library.md").read_text(
    "utf-8"
)


def blocks(language: str) -> list[str]:
    """The blocks of the page in a language, in order."""
    found = re.findall(r"^```(\w*)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return [text for written, text in found if written == language]


def test_the_python_runs() -> None:
    names: dict[str, object] = {}
    for block in blocks("python"):
        if "rules.batch" not in block:  # it would have to be compiled first
            exec(compile(block, "docs/how-to/programmers/library.md", "exec"), names)
    assert isinstance(names["game"], dragoman.Game)


def test_the_texts_are_read_back_as_they_stand() -> None:
    position, game = blocks("")
    read = dragoman.Position.parse(position, dragoman.load_variant("standard").board)
    assert read.text() == position.strip()
    played, faults = dragoman.read_game_text(game)
    assert faults == () and played is not None
    assert played.text({"England": "Ann Lee"}) == game.replace("# A quiet opening.\n", "")
