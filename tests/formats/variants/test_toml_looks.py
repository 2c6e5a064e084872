"""What variant.toml says of colours and pictures: read, written, kept, broken."""

from dataclasses import replace

import pytest

from dragoman.drawing import Options, map_of, scene_of, svg
from dragoman.drawing.replay_page import replay
from dragoman.formats import (
    load_variant,
    read_variant,
    write_dpjudge,
    write_mdf,
    write_variant,
)
from dragoman.formats.dipwork import write_dipwork
from dragoman.formats.variants.toml_file import LookWords, VariantToml, read_variant_toml
from dragoman.formats.variants.writer import map_file_of
from dragoman.game import Game

RIVALS = "[colours]\nITALY = '#0A0'\nFRANCE = \"#123456\"\n"


@pytest.fixture
def based(tmp_path):
    """A variant that is standard but for what is said."""

    def made(text):
        (tmp_path / "variant.toml").write_text(f'title = "X"\nbased_on = "standard"\n{text}')
        return read_variant(tmp_path)

    return made


def test_colours_are_read(based):
    variant, faults = based(RIVALS)
    assert faults == ()
    assert dict(variant.colours) == {"ITALY": "#00aa00", "FRANCE": "#123456"}


def test_they_are_written_as_they_are_read(based, tmp_path):
    variant, _ = based(RIVALS)
    variant = replace(variant, shown_layers=("Names", 'The "old" ones'))
    folder = tmp_path / "again"
    folder.mkdir()
    for name, text in write_variant(variant)[0].items():
        (folder / name).write_text(text, "utf-8")
    again, faults = read_variant(folder, variant.name)
    assert faults == ()
    assert again.colours == variant.colours and again.shown_layers == variant.shown_layers


def test_what_says_nothing_of_looks_has_no_tables():
    text = write_variant(load_variant("standard"))[0]["variant.toml"]
    assert "[colours]" not in text and "[picture]" not in text


@pytest.mark.parametrize(
    ("text", "code", "line", "is_error"),
    [
        ('[colours]\nITALY = "green"', "bad-colour", 4, True),
        ('[colours]\nFRANCE = "#123456"\nITALY = "#12345g"', "bad-colour", 5, True),
        ('[colours]\nITALY = ""', "bad-colour", 4, True),
        ('[colours]\nITALY = "#1234"', "bad-colour", 4, True),
        ("[colours]\nITALY = 3", "bad-value", 4, True),
        ('[colours]\nITALIA = "#123456"', "unknown-power", 4, True),
        ('[colours]\nFRANCE = "#111111"\nITALY = "#111"', "same-colour", 5, False),
        ("colours = 3", "bad-value", 3, True),
        ("[picture]\nshow = 3", "bad-value", 4, True),
        ('[picture]\nhide = ["x"]', "unknown-key", 4, False),
    ],
)
def test_faults_have_their_line(based, text, code, line, is_error):
    variant, faults = based(text)
    assert variant is not None
    assert (faults[0].code, faults[0].line, faults[0].is_error) == (code, line, is_error)
    assert faults[0].remedy and faults[0].source == "variant.toml"


@pytest.mark.parametrize("value", ["3", "[]", "true", "{red = 3}"])
def test_a_colour_that_is_no_text_is_one_fault(based, value):
    _, faults = based(f"[colours]\nITALY = {value}")
    assert [str(fault.what) for fault in faults] == ["ITALY must be a text in quotes"]


def test_a_variant_of_another_has_its_colours_but_those_of_powers_that_do_not_play():
    base = VariantToml(looks=LookWords({"ITALY": "#00aa00", "ATLANTIS": "#0000aa"}))
    standard = load_variant("standard")
    map_file = map_file_of(standard.board)
    base = replace(base, powers=tuple(standard.board.powers.values()))
    toml, faults = read_variant_toml('[colours]\nFRANCE = "#123456"', "x", map_file, base)
    assert faults == ()
    assert dict(toml.looks.colours) == {"ITALY": "#00aa00", "FRANCE": "#123456"}


def test_powers_without_names_are_told_by_their_letters(tmp_path):
    for name, text in write_variant(load_variant("pure"))[0].items():
        (tmp_path / name).write_text(text, "utf-8")
    toml = tmp_path / "variant.toml"
    toml.write_text('[colours]\nA = "#123456"\nAUSTRIA = "#654321"\n', "utf-8")
    variant, faults = read_variant(tmp_path)
    assert dict(variant.colours) == {"A": "#123456"}
    assert [(fault.code, fault.line) for fault in faults] == [("unknown-power", 3)]


def test_formats_without_colours_say_so(based):
    variant, _ = based(RIVALS + '[picture]\nshow = ["Names"]')
    for write in (write_dpjudge, write_mdf, write_dipwork):
        lost = [str(fault.what) for fault in write(variant)[1]]
        assert "the colours of powers" in lost, write
        assert "which hidden layers of its picture are shown" in lost, write


def test_chosen_colours_are_in_every_picture(based):
    variant, _ = based(RIVALS)
    geometry = map_of(variant)[0].geometry
    picture = svg(scene_of(variant, geometry, variant.start))
    for power, fill in (("italy", "#00aa00"), ("france", "#123456")):
        assert f".power-{power} .body,.power-{power} .coin,.home-{power} .star" in picture
        assert f".power-{power} .arrow,.power-{power} .knob{{fill:{fill}}}" in picture
    page = replay(Game(variant), map_of(variant)[0])
    assert '"#00aa00"' in page and '"#123456"' in page
    apart = svg(scene_of(variant, geometry, variant.start, options=Options(apart=True)))
    assert "#00aa00" not in apart
