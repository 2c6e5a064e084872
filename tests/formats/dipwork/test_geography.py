"""FIELDS.TXT: the manual's example lines, read and written."""

import pytest
from hypothesis import given, strategies as st

from dragoman.formats.dipwork import (
    Geography,
    check_geography,
    new_text_file,
    read_geography,
    read_text_file,
)
from dragoman.formats.dipwork.files.geography import Border, MapField, Synonyms


def read(text):
    return read_geography(read_text_file(text.encode(), "FIELDS.TXT"))


def test_a_field():
    found, faults = read("# Bud 860 810 - L 1 Au\n# SpN 1 2 Spa CF\nEND")
    assert faults == ()
    assert found.fields == (
        MapField("Bud", 860, 810, None, "L", 1, "Au"),
        MapField("SpN", 1, 2, "Spa", "CF", 0, None),
    )


# The borders that the manual gives as examples, each with where an army and a fleet arrive.
BORDERS = [
    ("- Kie Mun ja nein", "Mun", None),
    ("- Kie Hol ja ja", "Hol", "Hol"),
    ("- Kie HEL nein ja", None, "HEL"),
    ("- Mun Bur ja -", "Bur", None),
    ("- NTH Lon - ja", None, "Lon"),
    ("- Por SpS Spa ja", "Spa", "SpS"),
    ("- Gas Spa ja SpN", "Spa", "SpN"),
    ("- Por Spa ja imp", "Spa", None),
    ("- Spa Mar ja -", "Mar", None),
    ("- SpS Mar - ja", None, "Mar"),
]


def test_borders():
    found, faults = read("\n".join([row for row, *_ in BORDERS] + ["END"]))
    assert faults == ()
    arrivals = [
        (found.arrival(border, 1), found.arrival(border, 2), found.arrival(border, 3))
        for border in found.borders
    ]
    assert arrivals == [(army, fleet, None) for _, army, fleet in BORDERS]
    assert [str(border) for border in found.borders] == [row for row, *_ in BORDERS]


def test_synonyms_may_stand_on_several_lines():
    found, faults = read("= PeN Pet(nc) Pet/nc\n= PeN StP(nc) StP/nc\nEND")
    assert faults == ()
    assert [row.spellings for row in found.synonyms] == [
        ("Pet(nc)", "Pet/nc"),
        ("StP(nc)", "StP/nc"),
    ]


def test_words_behind_the_ways_are_a_comment(standard):
    files = standard.files
    text = "\n".join(standard.files.geography.lines)
    row = "- Vie Tyr ja - nein"
    assert row in text
    for behind, codes in (
        (" nur Armee darf das", []),
        (" ja", ["bad-border"]),
    ):
        geography, faults = read(text.replace(row, row + behind))
        assert faults == ()
        found = check_geography(geography, files.nations, files.units, 3, "FIELDS.TXT")
        assert [fault.code for fault in found] == codes


def test_names_may_begin_with_any_sign_they_may_have():
    found, faults = read("# (x) 1 2 - L\n# ^y 1 2 - L\n# _z 1 2 - L\nEND")
    assert faults == ()
    assert list(found.by_name) == ["(x)", "^y", "_z"]


def test_the_example_map(standard):
    geography = standard.files.geography
    assert len(geography.fields) == 75 + 6
    assert geography.coasts == {
        "Bul": ("BuE", "BuS"),
        "Spa": ("SpN", "SpS"),
        "Pet": ("PeN", "PeS"),
    }
    again, faults = read_geography(new_text_file("FIELDS.TXT", [*geography.lines]))
    assert faults == ()
    assert again == geography


names = st.from_regex(r"[A-Za-z][A-Za-z0-9_/():,=^]{0,5}", fullmatch=True)
ways = st.one_of(
    st.sampled_from(["ja", "nein", "-", "imp"]), st.from_regex(r"X[a-z]{2}", fullmatch=True)
)


@st.composite
def geographies(draw):
    known = draw(st.lists(names, unique=True, max_size=6))
    fields = [
        MapField(
            name,
            draw(st.integers(-999, 9999)),
            draw(st.integers(0, 9999)),
            draw(st.none() | names),
            draw(st.sampled_from(["L", "LC", "O", "LCAF"])),
            draw(st.integers(0, 100)),
            draw(st.none() | st.sampled_from(["Au", "All"])),
        )
        for name in known
    ]
    pairs = draw(st.lists(st.tuples(names, names), unique=True, max_size=6))
    borders = [Border(a, b, tuple(draw(st.lists(ways, min_size=1, max_size=4)))) for a, b in pairs]
    synonyms = [
        Synonyms(name, tuple(draw(st.lists(names, min_size=1, max_size=3))))
        for name in draw(st.lists(names, max_size=3))
    ]
    return Geography(tuple(fields), tuple(borders), tuple(synonyms))


@pytest.mark.slow
@given(geographies())
def test_written_and_read_it_is_the_same(geography):
    again, faults = read_geography(new_text_file("FIELDS.TXT", [*geography.lines]))
    assert faults == ()
    assert again == geography
