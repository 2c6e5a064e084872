"""Texts of any encoding and any line ends."""

import pytest
from hypothesis import given, strategies as st

from dragoman.files import decode
from dragoman.formats.text_source import Source

GERMAN = "Österreich, München, Köln, Gießen, Füssen"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1", "cp437"])
def test_umlauts_in_every_encoding(encoding):
    assert decode(GERMAN.encode(encoding))[0] == GERMAN


@given(st.text())
def test_utf_8_is_always_known(text):
    assert decode(text.encode("utf-8", "ignore"))[0].removeprefix("\ufeff") == text.encode(
        "utf-8", "ignore"
    ).decode("utf-8").removeprefix("\ufeff")


@given(st.binary())
def test_any_bytes_are_some_text(data):
    text, encoding = decode(data)
    assert isinstance(text, str)
    assert encoding or not text


def test_lines():
    assert Source("one\r\ntwo\rthree\n\nfive\n").lines == ["one", "two", "three", "", "five"]
    assert Source("one\x0btwo\x85three").lines == ["one\x0btwo\x85three"]
    assert Source("").lines == []
    assert Source(b"one\x1atwo").lines == ["one"]


def test_diagnostics_in_the_order_of_their_places():
    source = Source("", "file")
    source.warn("c", "third", line=2, column=1)
    source.error("b", "second", line=1, column=5)
    source.error("a", "first")
    assert [d.what for d in source.diagnostics] == ["first", "second", "third"]
    assert str(source.diagnostics[0]) == "file: error: first"


@pytest.mark.parametrize("stray", ["cp1252", "cp437", "cp850"])
@pytest.mark.parametrize("times", [1, 5])
def test_a_stray_byte_breaks_no_other_letter(stray, times):
    """A file in UTF-8 into which a line of another program was pasted, and the other way round."""
    utf8, other = "Türkei, Österreich", "Für Müller geht Nordküste über Bord"
    mixed = "\n".join([utf8] * times).encode() + b"\n" + other.encode(stray)
    text, encoding = decode(mixed)
    assert text == "\n".join([utf8] * times + [other])
    assert set(encoding.split("+")) == {"utf-8", stray} or stray == "cp850"
    text, _ = decode("Konstantinopel ist schön".encode() + " für Jürgen".encode(stray))
    assert text == "Konstantinopel ist schön für Jürgen"


def test_which_of_two_encodings_is_named_first():
    assert decode("ä ö ü".encode() + "ß".encode("cp1252"))[1] == "utf-8+cp1252"
    assert decode("Bär".encode() + " über größer".encode("cp437"))[1] == "cp437+utf-8"
