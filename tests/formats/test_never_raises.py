"""Whatever is in the files, the readers answer with diagnostics."""

from importlib.resources import files

import pytest
from hypothesis import given, strategies as st

from dragoman.formats.njudge import board_from, read_map, read_seed, start_from
from dragoman.formats.variants.toml_file import read_variant_toml

FOLDER = files("dragoman").joinpath("variants", "standard")
MAP = FOLDER.joinpath("map.standard").read_text("utf-8")
SEED = FOLDER.joinpath("seed.standard").read_text("utf-8")
TOML = FOLDER.joinpath("variant.toml").read_text("utf-8")
STANDARD = read_map(MAP)[0]
BOARD = board_from(STANDARD, "standard")[0]

PIECES = st.one_of(
    st.text(max_size=8),
    st.text("-:,/.# \t\n\r123AlwxhvgrmcTVE&=", max_size=12),
    st.sampled_from(["-1\n", "#end\n", "Center order\n", "bul/ec", "/mx", "/cc", "-mv:", "-nc:"]),
    st.sampled_from([", l ", ", Tw ", "[[powers]]\n", "= [\n", "Ar A ", ".: F ", "\nN:"]),
    st.sampled_from(["\x00", "İ", "ı", "ß", "²", "ǆ", "\u0345", "\u2028", "\x85", "\ufeff"]),
)


@st.composite
def damaged(draw, text):
    """The text with a few pieces of it replaced, moved or taken out."""
    for _ in range(draw(st.integers(1, 6))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 40)))
        place = draw(st.integers(0, len(text)))
        change = draw(st.sampled_from(["replace", "copy", "line"]))
        if change == "replace":
            text = text[:start] + draw(PIECES) + text[end:]
        elif change == "copy":
            text = text[:place] + text[start:end] + text[place:]
        else:
            text = text[:start] + text[text.find("\n", start) + 1 :]
    return text


def check(diagnostics, text):
    lines = text.count("\n") + text.count("\r") + 1
    for diagnostic in diagnostics:
        assert 0 <= diagnostic.line <= lines
        assert diagnostic.column >= 0
        assert diagnostic.what
        assert str(diagnostic)


@pytest.mark.slow
@given(damaged(MAP) | st.text())
def test_maps(text):
    map_file, diagnostics = read_map(text, "map")
    check(diagnostics, text)
    board, _ = board_from(map_file, "damaged")
    assert [p.key for p in map_file.provinces] == list(board.provinces)
    seed_file, _ = read_seed(SEED, "seed")
    position, _ = start_from(seed_file, map_file, board)
    assert position is not None
    assert position.faults(board) == ()


@pytest.mark.slow
@given(damaged(SEED) | st.text())
def test_seeds(text):
    seed_file, diagnostics = read_seed(text, "seed")
    check(diagnostics, text)
    position, _ = start_from(seed_file, STANDARD, BOARD)
    assert position is None or position.faults(BOARD) == ()


@pytest.mark.slow
@given(damaged(TOML) | st.text())
def test_toml(text):
    toml, diagnostics = read_variant_toml(text, "variant.toml", STANDARD)
    check(diagnostics, text)
    board_from(STANDARD, "standard", toml.powers, toml.kinds, toml.spellings)


@pytest.mark.slow
@given(damaged(MAP), st.sampled_from(["utf-8", "cp437", "latin-1", "utf-16"]))
def test_encodings(text, encoding):
    read_map(text.encode(encoding, "replace"))


@given(st.binary())
def test_bytes(data):
    read_map(data)
    read_seed(data)
    read_variant_toml(data, "", STANDARD)


@pytest.mark.slow
@given(st.permutations(MAP[MAP.index("swi-mv") : MAP.index("\n-1\n# What")].split("\n")))
def test_the_order_of_the_moves_does_not_matter(lines):
    head, tail = MAP[: MAP.index("swi-mv")], MAP[MAP.index("\n-1\n# What") :]
    map_file, diagnostics = read_map(head + "\n".join(lines) + tail)
    assert diagnostics == ()
    board, _ = board_from(map_file, "standard")
    assert set(board.paths) == set(BOARD.paths)
