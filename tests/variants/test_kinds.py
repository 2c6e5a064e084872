"""A variant's file may name the kind of game."""

from pathlib import Path

import pytest

from dragoman.formats import read_variant
from dragoman.formats.variants.folders import shipped_folder


@pytest.mark.parametrize(
    ("variant", "line", "kind", "code"),
    [
        ("standard", "", "diplomacy", ""),
        ("standard", 'game = "diplomacy"', "diplomacy", ""),
        ("standard", 'game = "machiavelli"', "", "other-game"),
        ("standard", 'game = "chess"', "diplomacy", "unknown-game"),
        ("machiavelli", "", "machiavelli", ""),
        ("machiavelli", 'game = "diplomacy"', "", "other-game"),
    ],
)
def test_the_kind_of_a_variant(
    variant: str, line: str, kind: str, code: str, tmp_path: Path
) -> None:
    folder = tmp_path / variant
    folder.mkdir()
    for one in (shipped_folder() / variant).iterdir():
        if one.is_file():
            text = one.read_bytes()
            if one.name == "variant.toml":
                text = f"{line}\n".encode() + text
            folder.joinpath(one.name).write_bytes(text)
    found, faults = read_variant(folder)
    assert {one.code for one in faults} == ({code} if code else set())
    if kind:
        assert found is not None and found.kind == kind
