"""Keyword files: values, lists, END, and changing one line of them."""

import pytest
from hypothesis import given, strategies as st

from dragoman.formats.dipwork import PARAMETERS, Parameters, read_keywords, read_text_file

FILE = """\
A comment, and the next too
% comment
  NAME Rhododendron am Fluß
SPELLCHECK 6 letters or more

GAMELIST
one % first
two

NATIONLIST
Au Austria
%
ZAT never
END
"""


def keywords(text, **options):
    return read_keywords(read_text_file(text.encode(), "T.TXT"), PARAMETERS, **options)


def test_values_and_lists():
    found, faults = keywords(FILE)
    assert faults == ()
    assert {key: value.text for key, value in found.values.items() if key in PARAMETERS} == {
        "NAME": "Rhododendron am Fluß",
        "SPELLCHECK": "6 letters or more",
        "ZAT": "never",
    }
    name = found.values["NAME"]
    assert (name.line, name.column) == (3, 8)
    assert {key: [row.text for row in rows] for key, rows in found.lists.items()} == {
        "GAMELIST": ["one % first", "two"],
        "NATIONLIST": ["Au Austria"],
    }
    assert found.end == 14


def test_one_value_is_changed_and_nothing_else():
    found, _ = keywords(FILE.replace("\n", "\r\n"))
    changed = found.with_value("SPELLCHECK", "3")
    expected = FILE.replace("SPELLCHECK 6 letters or more", "SPELLCHECK 3").replace("\n", "\r\n")
    assert changed.content == expected.encode()
    added = found.with_value("YEAR", "1901")
    assert added.content == b"YEAR 1901\r\n" + FILE.replace("\n", "\r\n").encode()


def test_a_list_is_changed_and_nothing_else():
    found, _ = keywords(FILE)
    changed = found.with_list("GAMELIST", ["one % first", "three"])
    assert changed.content == FILE.replace("two\n", "three\n").encode()
    assert (
        found.with_list("GAMELIST", []).content == FILE.replace("one % first\ntwo\n", "").encode()
    )
    added = found.with_list("MENULIST", ["a", "b", "c"])
    assert added.content == FILE.replace("END\n", "MENULIST\na\nb\nc\n\nEND\n").encode()
    again, faults = read_keywords(added, PARAMETERS)
    assert faults == ()
    assert [row.text for row in again.lists["MENULIST"]] == ["a", "b", "c"]
    without, _ = keywords("NAME x")
    assert without.with_list("GAMELIST", ["one"]).content == b"NAME x\r\nGAMELIST\r\none\r\n\r\n"


def parameters(*texts):
    return Parameters([keywords(text)[0] for text in texts])


def test_the_first_file_that_has_a_parameter_counts():
    found = parameters("YEAR orders\nEND", "YEAR game\nNAME game\nEND", "NAME v\nZAT v\nEND")
    assert [found.text(key) for key in ("YEAR", "NAME", "ZAT", "MASTER")] == [
        "orders",
        "game",
        "v",
        "",
    ]


# What the manual lists under "Boolean", and what is not a value.
YES = ["JA", "YES", "ja", "yes", "J", "Y", "j", "y", "1", "+", "on"]
NO = ["NEIN", "NO", "nein", "no", "N", "n", "0", "-", "off", ""]


@pytest.mark.parametrize(("words", "answer"), [(YES, True), (NO, False)])
def test_yes_and_no(words, answer):
    for word in words:
        for keyword in ("SELF_CUT_OK", "EXACT_MATCH"):
            assert parameters(f"{keyword} {word}\nEND").flag(keyword) is answer


def test_what_is_no_value_leaves_the_usual_one():
    found = parameters("CONVOY_CUTS maybe\nSPELLCHECK x\nUNDERLINE_ON 300\nEND")
    assert found.flag("CONVOY_CUTS") is False
    assert found.number("SPELLCHECK") == 3
    assert found.codes("UNDERLINE_ON") == "["


@pytest.mark.parametrize(
    ("written", "codes"),
    [
        ("%", ""),
        ("91", "["),
        ("32 32", "  "),
        ("27 45 49 underlined on an Epson", "\x1b-1"),
        ("9", "\t"),
        ("255", "\xa0"),
    ],
)
def test_lists_of_codes(written, codes):
    assert parameters(f"COLUMNSEPCODE {written}\nEND").codes("COLUMNSEPCODE") == codes


def test_percent_is_an_empty_text():
    found = parameters("TABBEGINSTR %\nTABENDSTR \\end{tabular} % not empty\nEND")
    assert found.text("TABBEGINSTR") == ""
    assert found.text("TABENDSTR") == "\\end{tabular} % not empty"


@given(st.text(max_size=200))
def test_never_raises(text):
    found, _ = keywords(text)
    values = Parameters([found])
    for keyword in PARAMETERS:
        values.text(keyword)

    assert found.file.content == text.encode("utf-8", "surrogatepass")


def test_a_changed_line_leaves_the_ends_of_all_others():
    content = b"A first\r\nSPELLCHECK 6\nEND\r\x1arest\r\n\r\nlast"
    found, _ = read_keywords(read_text_file(content, "T.TXT"), PARAMETERS)
    assert found.with_value("SPELLCHECK", "1").content == content.replace(b"6", b"1")
    assert found.with_value("NAME", "Öl").content == b"NAME \xc3\x96l\r\n" + content
    dos, _ = read_keywords(read_text_file(content + b" \x81"), PARAMETERS)  # an ü of DOS
    assert dos.with_value("NAME", "Öl").content.startswith(b"NAME \x99l\r\n")
