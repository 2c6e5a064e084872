"""Text files: every byte is kept, whatever wrote them."""

import pytest
from dipwork_example import EXAMPLE
from hypothesis import given, strategies as st

from dragoman.formats.dipwork import new_text_file, read_text_file

GERMAN = "Österreich grüßt Frühjahr"


@pytest.mark.parametrize(
    ("encoding", "found"),
    [
        ("cp437", "cp437"),
        ("cp850", "cp437"),  # German looks the same in both
        ("latin-1", "cp1252"),
        ("utf-8", "utf-8"),
        ("utf-8-sig", "utf-8"),
    ],
)
@pytest.mark.parametrize("end", ["\r\n", "\n", "\r"])
def test_encodings_and_line_ends(encoding, found, end):
    content = end.join([GERMAN, "", "END", ""]).encode(encoding)
    file = read_text_file(content)
    assert file.encoding == found
    assert [line for _, line in file.read()] == [GERMAN, "", "END"]
    assert file.line_end == end
    assert file.content == content


def test_letters_that_only_code_page_850_has():
    content = "São Paulo, Ärger über Übergrößen".encode("cp850")
    assert read_text_file(content).encoding == "cp850"


def test_a_dos_end_of_file_mark_ends_the_text_and_stays():
    content = b"NAME x\r\nEND\r\n\x1aold bytes\r\nmore"
    file = read_text_file(content)
    assert [line for _, line in file.read()] == ["NAME x", "END", ""]
    assert file.content == content


def test_a_given_encoding_that_does_not_fit_loses_nothing():
    content = b"\xff\xfe\x81 no text of this encoding"
    for encoding in ("utf-8", "ascii", "no-such-encoding"):
        assert read_text_file(content, encoding=encoding).content == content


def test_new_files_are_as_dos_writes_them():
    assert new_text_file("A.TXT", ["Öl", "END"]).content == b"\x99l\r\nEND\r\n"


def test_letters_that_dos_lacks_make_a_file_utf_8():
    assert new_text_file("A.TXT", ["Łódź"]).content == "Łódź\r\n".encode()


@given(st.binary(max_size=300))
def test_any_bytes_come_back(content):
    assert read_text_file(content).content == content


@pytest.mark.parametrize(
    "path", sorted(p for p in EXAMPLE.rglob("*.TXT")), ids=lambda p: f"{p.parent.name}/{p.name}"
)
def test_the_example_comes_back_byte_for_byte(path):
    content = path.read_bytes()
    assert read_text_file(content, path.name).content == content


def test_two_encodings_come_back_byte_for_byte():
    dos = "Türkei\r\nÖsterreich\r\nMünchen\r\n".encode("cp437")
    content = dos + "Köln\r\nx\r\n".encode()
    file = read_text_file(content, "ORDERS.TXT")
    assert file.lines == ("Türkei", "Österreich", "München", "Köln", "x")
    assert file.content == content
    assert file.with_line(5, "für").content == dos + "Köln\r\n".encode() + "für\r\n".encode("cp437")
    assert file.with_lines(["Köln", "Düren"]).content.endswith("Düren\r\n".encode("cp437"))
