"""Damaged files of other programs: always diagnostics, never a traceback."""

import pytest
from hypothesis import given, strategies as st

from dragoman.formats import write_variant
from dragoman.formats.foreign.bundle import Bundle
from dragoman.formats.foreign.reading import read_bundle
from tests.formats.foreign.small_files import GODIP, JDIP, WEBDIPLOMACY

SNIPPETS = (*tuple("'\"(),;<>\\é"), "array(", "=>", "</", "/*", "-1", "9" * 30)


@pytest.mark.parametrize(
    "files", [WEBDIPLOMACY, JDIP, GODIP], ids=["webdiplomacy", "jdip", "godip"]
)
@given(data=st.data())
def test_damaged_files(files, data):
    damaged = dict(files)
    for _ in range(data.draw(st.integers(1, 4))):
        name = data.draw(st.sampled_from(sorted(damaged)))
        text = damaged[name]
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 60)))
        new = data.draw(st.sampled_from(SNIPPETS) | st.text(max_size=3))
        damaged[name] = text[:start] + new + text[end:]
    content = {name: text.encode() for name, text in damaged.items()}
    variant, faults = read_bundle(Bundle(content, "", "damaged"))
    assert variant is not None or any(fault.is_error for fault in faults)
    for fault in faults:
        assert fault.what
        assert str(fault)
    if variant is not None:
        write_variant(variant)
