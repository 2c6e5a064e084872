"""PLAIN.TXT: its tables and every parameter of its layout."""

import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from dragoman.formats.dipwork import (
    OrdCode,
    OrdField,
    OrdRecord,
    Parameters,
    in_standard_words,
    new_text_file,
    position_of,
    read_game_directory,
    read_game_file,
    read_keywords,
    read_project,
    read_records,
    read_text_file,
    scan_error_numbers,
    scan_options,
    scan_orders,
    scanned_ord,
    without_deleted,
)
from dragoman.reports.dipwork import (
    EPSON_PRINTER,
    SPREADSHEET,
    PlainLayout,
    deleted_by_parser,
    deleted_by_scanner,
    errors_text,
    layout_of,
    plain_report,
    tex_document,
    tex_layout,
)

EXAMPLE = Path(__file__).parents[3] / "examples" / "dipwork"


@pytest.fixture(scope="module")
def round_of():
    project, _ = read_project(EXAMPLE)

    def read(name, file="WINTERED.ORD"):
        game, faults = read_game_directory(EXAMPLE / name, project)
        assert faults == ()
        lines, _ = read_records((EXAMPLE / name / file).read_bytes())
        return game, in_standard_words(lines, game)

    return read


def report(found, layout, language="en", owners=None):
    game, lines = found
    atlas = game.variant_directory.atlas
    return plain_report(
        lines,
        atlas,
        game.parameters,
        layout,
        game.start.owners if owners is None else owners,
        game.players,
        language,
    )


@pytest.mark.parametrize("name", ["TWO01S", "TWO01F", "THREE01S", "THREE01F"])
def test_the_example_s_reports(round_of, name):
    three = name.startswith("THREE")
    game, lines = round_of(name, "CONFLCED.ORD" if three else "WINTERED.ORD")
    after, _ = read_game_file(read_text_file((EXAMPLE / name / "NEWGAME.TXT").read_bytes()))
    directory = game.variant_directory
    position, _ = position_of(after, directory.atlas, directory.board, game.start.phase)
    owners = game.start.owners if three else position.owners
    text = report((game, lines), layout_of(game.parameters), "de", owners)
    content = (EXAMPLE / name / "PLAIN.TXT").read_bytes()
    assert new_text_file("PLAIN.TXT", text.rstrip("\n").split("\n")).content == content


def test_the_tables(round_of):
    text = report(round_of("TWO01F"), PlainLayout(separator=" "))
    blocks = [block.splitlines() for block in text.split("\n\n")]
    assert blocks[0] == [
        "Standard - Rhododendron - Herbst 1901",
        "Game master: Dörte Grün, Next deadline: 11. April",
    ]
    titles = ("ORDERS", "RETREATS", "BUILDUPS", "CENTRES")
    # Retreats are shown with the year (2.0.6), builds with their players.
    assert [block[0] for block in blocks if block[0].startswith(titles)] == [
        "ORDERS",
        "RETREATS Herbst 1901",
        "BUILDUPS",
        "CENTRES",
    ]
    builds = next(block for block in blocks if block[0] == "BUILDUPS")
    assert builds[2].split()[:3] == ["Heinz", "Rad", "Ute"]
    assert "A Bur-Par" in text
    assert "+F Mar" in text
    assert "[A Bur xxx]<" in text
    # A player's name of several words is printed whole, in as many cells as it needs.
    assert "Jean-Luc von" in text
    assert "der Aue" in text
    # Support and convoy stand on two lines, so that twelve signs do for them.
    assert re.search(r"\[A Ser S\].*\n\[F Alb-Gre\]", text)


def test_moves_before_retreats_are_marked(round_of):
    moves = report(round_of("THREE01F", "CONFLCED.ORD"), PlainLayout())
    assert "[A Rum xxx]<" in moves
    assert re.search(r"\nRETREATS H01\n(.+\n)+\t+\nA Rum<Ukr\t+\nF Tri<Tyr\t+\n\n", moves)
    whole = report(round_of("THREE01F"), PlainLayout())
    assert "F Tri-Alb" in whole
    # Since 2.0.7 a unit that retreats and is removed is not told of as a retreat.
    assert "A Rum-Bud" not in whole
    assert "-A Bud" in whole


def test_german(round_of):
    text = report(round_of("TWO01F"), PlainLayout(), "de")
    assert "BEFEHLE" in text
    assert "AUF- UND ABBAUTEN" in text
    with pytest.raises(ValueError, match="no words for 'xx'"):
        report(round_of("TWO01F"), PlainLayout(), "xx")


def parameters(text):
    file = read_text_file(text.encode("cp437"), "VARIANT.TXT")
    return Parameters([read_keywords(file)[0]])


def test_every_parameter_of_the_layout():
    text = """\
PLAINOUTWIDTH 60
TABCOLUMNWIDTH 15
UNDERLINE_ON 27 45 49
UNDERLINE_OFF 42
COLUMNSEPCODE 32 38
TABLINEENDSTR \\cr
TABBEGINSTR \\begintab
TABENDSTR \\endtab
END
"""
    assert layout_of(parameters(text)) == PlainLayout(
        60, 15, "\x1b-1", "*", " &", "\\cr", "\\begintab", "\\endtab"
    )
    assert layout_of(parameters("END")) == PlainLayout()
    nothing = "UNDERLINE_ON %\nUNDERLINE_OFF %\nCOLUMNSEPCODE %\nTABBEGINSTR %\nEND"
    assert layout_of(parameters(nothing)) == PlainLayout(
        underline_on="", underline_off="", separator=""
    )


def test_a_table_of_80_signs(round_of):
    """The manual: at 11 signs without a separator a table fits on a screen, and the signs
    behind underlined orders are swallowed."""
    text = report(round_of("TWO01F"), PlainLayout(column_width=11, separator=""))
    assert max(map(len, text.splitlines())) <= 80
    assert "[A Bur xxx]" in text
    assert "[A Bur xxx]<" not in text


def test_no_nation_is_cut_off_a_convoy_that_failed(round_of):
    """At 11 signs with one around it on each side the nation gets a line of its own."""
    game, _ = round_of("TWO01F")
    place = OrdField(game.variant_directory.atlas.number_of["ENG"], 1)
    line = OrdRecord(2, 2, place, OrdCode.CONVOY, error=100, comment="F ENG C Fr A Bre-Lon")
    text = report((game, [line]), PlainLayout(column_width=11, separator="|"))
    cells = [row.split("|")[1].strip() for row in text.splitlines() if row.count("|") == 6]
    assert cells[-3:] == ["[F ENG C]", "[Fr]", "[A Bre-Lon]"]


def test_printer_codes_count_as_part_of_a_column(round_of):
    text = report(round_of("TWO01F"), EPSON_PRINTER)
    assert "\x1b-1A Vie-Tri\x1b-0" in text
    rows = [line for line in text.splitlines() if "\x1b" in line]
    assert {len(row.ljust(7 * 17 + 6)) for row in rows} == {7 * 17 + 6}
    narrow = report(round_of("TWO01F"), PlainLayout(10, 10, "\x1b-1", "\x1b-0", " "))
    assert "\x1b-1A Vi\x1b-0" in narrow


def test_tabulators(round_of):
    text = report(round_of("TWO01F"), SPREADSHEET)
    table = text.split("ORDERS\n")[1].split("\n\n")[0].splitlines()
    assert table[0].split("\t") == [
        "Austria",
        "England",
        "France",
        "Germany",
        "Italy",
        "Russia",
        "Turkey",
    ]
    assert {len(line.split("\t")) for line in table} == {7}
    assert "  " not in text.split("CENTRES")[0]


def test_lines_around_and_behind_tables(round_of):
    layout = PlainLayout(separator=" ", line_end="|", begin="<table>", end="</table>")
    lines = report(round_of("TWO01F"), layout).splitlines()
    assert lines.count("<table>") == lines.count("</table>") == 3
    first, last = lines.index("<table>"), lines.index("</table>")
    rows = lines[first + 1 : last]
    assert all(row.endswith("|") for row in rows)
    assert {len(row) for row in rows} == {7 * 12 + 6 + 1}


@pytest.mark.slow
@settings(max_examples=30)
@given(st.integers(20, 120))
def test_lines_outside_of_tables_are_no_longer_than_asked_for(round_of, width):
    text = report(round_of("TWO01F"), PlainLayout(width=width))
    inside = False
    for line in text.splitlines():
        inside = (
            inside or line.startswith(("ORDERS", "RETREATS", "BUILDUPS"))
        ) and line != "CENTRES"
        assert inside or len(line) <= width


def test_tex_escapes_what_tex_reads(round_of):
    game, lines = round_of("TWO01F")
    text = report((game, lines), tex_layout(7))
    assert r"\begin{tabular}{lllllll}" in text
    assert r"\underline{A Bur xxx}\textless{}" in text
    table = text.split(r"\begin{tabular}{lllllll}")[1].split(r"\end{tabular}")[0]
    rows = table.strip().splitlines()
    assert all(row.count(" & ") == 6 and row.endswith(r" \\") for row in rows)
    assert r"\documentclass" in tex_document(text)


STRANGE = r"50% & more_#1 {of} it~^\ $"


BRACKETS = replace(tex_layout(7), underline_on="[", underline_off="]")
"""The manual's usual signs for what failed, and LaTeX's for tables."""


def test_a_bracket_is_no_option_of_the_line_above(round_of):
    game, lines = round_of("TWO01F")
    failed = [replace(line, error=100) for line in lines if line.nation == 1]
    rows = report((game, failed), BRACKETS).splitlines()
    assert [row for row in rows if row.startswith("{}[")]
    assert not [row for row in rows if row.startswith(("[", "*"))]


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="there is no LaTeX here")
@pytest.mark.parametrize("layout", [tex_layout(7), BRACKETS], ids=["underlined", "brackets"])
@pytest.mark.parametrize("name", ["TWO01F", "THREE01F"])
def test_latex_sets_the_report(round_of, tmp_path, name, layout):
    game, lines = round_of(name)
    said = parameters(f"NAME {STRANGE}\nYEAR Frühjahr\nEND")
    atlas, players = game.variant_directory.atlas, {**game.players, "Au": STRANGE}
    owners = game.start.owners
    text = plain_report(lines, atlas, said, layout, owners, players, "de")
    document = tex_document(text)
    (tmp_path / "plain.tex").write_text(document, "utf-8")
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "plain.tex"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout.decode("utf-8", "replace")[-2000:]
    assert (tmp_path / "plain.pdf").stat().st_size > 1000


def test_centres_that_supply_nobody_are_not_counted(round_of):
    game, lines = round_of("TWO01S")
    text = report((game, lines), PlainLayout(), owners={"VIE": "AUSTRIA", "BOH": "AUSTRIA"})
    assert "Austria (1): Vie, Boh" in text
    assert "England (0): -" in text


# ERRORS.TXT


def test_deleted_orders(round_of):
    game, _ = round_of("TWO01S")
    atlas = game.variant_directory.atlas
    orders, faults = scan_orders(
        game.orders, game.variant_directory.files, game.variant.board, game.parameters
    )
    numbers = scan_error_numbers(game.orders, orders, faults, game.variant_directory)
    options = scan_options(game.variant_directory.files, game.parameters)
    scanned = scanned_ord(game.orders, orders, game.start, game.variant_directory, options)
    _, gone = without_deleted(scanned, game.start.units, atlas)
    deleted = (*deleted_by_scanner(game.orders, numbers, atlas), *deleted_by_parser(gone, atlas))
    assert [(one.nation, one.text, one.number) for one in deleted] == [
        ("En", "F Edi grüßt den Papst", 109),
        ("Ge", "A Mun-Ruh", 200),
        ("Ru", "F Ank-Arm", 209),
    ]
    text = errors_text(deleted, with_numbers=True)
    content = (EXAMPLE / "TWO01S" / "ERRORS.TXT").read_bytes()
    assert new_text_file("ERRORS.TXT", text.splitlines()).content == content
    plain = errors_text(deleted)
    assert "{" not in plain
    assert "No Such Unit:\n  Ru  F Ank-Arm\n" in plain
    assert errors_text(()) == ""
