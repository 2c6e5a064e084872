"""One slip of the finger in a map file is one diagnostic, at its place, and costs nothing else."""

import re
from pathlib import Path

import pytest

from dragoman.formats.njudge import read_map

CASES = Path(__file__).parents[1] / "cases" / "njudge"
STANDARD = Path(__file__).parents[2] / "src" / "dragoman" / "variants" / "standard"
_WORD = re.compile(r"(?<![\w/])[a-z]{3}\b(?!\.)")
_TITLE = re.compile(r"[A-Z][a-z]+[^,]*$")
_END = re.compile(r"-1|\s*#|$")


def slips(text, every):
    """Copies of a text with one word of its moves or options misspelt, and where."""
    lines = text.split("\n")
    first = lines.index("-1")
    found = [
        (number, match.start() + 1)
        for number, line in enumerate(lines[first:], first + 1)
        if not _TITLE.match(line) and not _END.match(line)
        for match in _WORD.finditer(line)
    ]
    for number, column in found[::every]:
        line = lines[number - 1]
        slipped = line[: column - 1] + "zzq" + line[column + 2 :]
        yield "\n".join([*lines[: number - 1], slipped, *lines[number:]]), number, column


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "every"),
    [(CASES / "map.coast", 1), (CASES / "map.gulf", 1), (STANDARD / "map.standard", 9)],
    ids=["coast", "gulf", "standard"],
)
def test_a_misspelt_word(path, every):
    text = path.read_text("utf-8")
    whole, _ = read_map(text)
    for slipped, number, column in slips(text, every):
        map_file, diagnostics = read_map(slipped)
        assert [(d.code, d.line, d.column) for d in diagnostics] == [
            ("unknown-province", number, column)
        ]
        assert map_file.provinces == whole.provinces
        assert len(map_file.moves) >= len(whole.moves) - 1


@pytest.mark.slow
@pytest.mark.parametrize("name", ["coast", "gulf"])
def test_a_lost_character(name):
    """It is one fault, wherever it is lost, and often none."""
    lines = (CASES / f"map.{name}").read_text("utf-8").split("\n")
    for i, line in enumerate(lines):
        for at in range(len(line)) if not line.startswith("#") else ():
            slipped = "\n".join([*lines[:i], line[:at] + line[at + 1 :], *lines[i + 1 :]])
            _, diagnostics = read_map(slipped)
            assert len(diagnostics) <= 1, (i + 1, at + 1)
