"""Order files in the encodings people's programs write."""

import pytest

from dragoman.games.requests import TypedFile, read_typed_text

ORDERS = "Österreich\nA Böhmen – München\nF Ägäis – Kleinasien „ganz sicher“\n"
PLAIN = "Österreich\nA Böhmen - München\nA Preußen - Ägypten\n"


@pytest.mark.parametrize(
    ("text", "encoding", "told"),
    [
        (ORDERS, "utf-8", ()),
        (ORDERS, "utf-8-sig", ()),
        (ORDERS, "utf-16", ()),
        (ORDERS, "cp1252", ("wrong-encoding",)),
        ("A par–bur", "cp1252", ("wrong-encoding",)),
        ("France’s orders: “A par–bur”", "cp1252", ("wrong-encoding",)),
        (PLAIN, "latin-1", ("wrong-encoding",)),
        (PLAIN, "cp437", ("wrong-encoding",)),
        ("A München-Böhmen", "cp437", ("wrong-encoding",)),
        ("A mun-boh\r\n", "ascii", ()),
        ("", "ascii", ()),
    ],
)
def test_encodings(tmp_path, text, encoding, told):
    file = tmp_path / "orders.txt"
    file.write_bytes(text.encode(encoding))
    found, diagnostics = read_typed_text(TypedFile(file))
    assert found == text
    assert tuple(fault.code for fault in diagnostics) == told
    assert not any(fault.is_error for fault in diagnostics)


def test_the_end_of_file_mark_of_dos(tmp_path):
    file = tmp_path / "orders.txt"
    file.write_bytes(b"A mun-boh\r\n\x1a\x00\x00rubbish")
    assert read_typed_text(TypedFile(file)) == ("A mun-boh\r\n", ())
