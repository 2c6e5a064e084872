"""Map files: what is read, and that a fault costs one diagnostic and nothing else."""

import pytest

from dragoman.board import FLEET, Power, Terrain
from dragoman.diagnostics import Severity
from dragoman.formats.njudge import MapProvince, MapStep, board_from, read_map

SMALL = """\
# A comment, and a blank line and an indented one, which are comments too.

  this, l is not read
Old Town,  A  old oldt
New-Town,  Bw new
Meadow,    x  mea
Bay,       w  bay
- - - - - -
old-mv: mea new
new-mv: old
mea-mv: old
bay-xc: old mea/nc
old-xc: bay
mea-nc: bay
-1 and so on
# nobody
Centre order for summary report:
mea new
  old
#END
-1
"""


def test_a_whole_file():
    map_file, diagnostics = read_map(SMALL, "map.small")
    assert diagnostics == ()
    assert map_file.provinces == (
        MapProvince("OLD", "Old Town", "A", ("old", "oldt")),
        MapProvince("NEW", "New-Town", "B", ("new",), convoyable_land=True),
        MapProvince("MEA", "Meadow", "x", ("mea",)),
        MapProvince("BAY", "Bay", "w", ("bay",)),
    )
    assert [(m.kind, m.source, m.line) for m in map_file.moves] == [
        ("mv", "OLD", 9),
        ("mv", "NEW", 10),
        ("mv", "MEA", 11),
        ("xc", "BAY", 12),
        ("xc", "OLD", 13),
        ("xc", "MEA/NC", 14),
    ]
    assert map_file.moves[3].steps == (MapStep("OLD"), MapStep("MEA/NC"))
    assert [step.column for step in map_file.moves[3].steps] == [9, 13]
    assert [province.line for province in map_file.provinces] == [4, 5, 6, 7]
    assert map_file.center_order == ("MEA", "NEW", "OLD")
    assert map_file.home_letters == ("A", "B")
    assert map_file.locations == ("OLD", "NEW", "MEA", "MEA/NC", "BAY")


def test_a_board_of_it():
    map_file, _ = read_map(SMALL)
    board, diagnostics = board_from(map_file, "small")
    assert diagnostics == ()
    assert list(board.powers) == ["A", "B"]
    assert board.homes == {"A": ("OLD",), "B": ("NEW",)}
    assert board.provinces["BAY"].terrain is Terrain.WATER
    assert board.provinces["MEA"].coasts == ("NC",)
    assert board.reach("F", "BAY") == {"OLD": 0, "MEA/NC": 0}
    assert board.reach("A", "OLD") == {"MEA": 0, "NEW": 0}
    assert board.names.find("new town") == ("NEW",)


def test_a_board_with_powers_and_kinds_of_its_own():
    map_file, _ = read_map(SMALL, "map.small")
    board, (fault,) = board_from(
        map_file, "small", [Power("ALPHA", "A", "Alpha")], {FLEET: "xc"}, [("Bai", "BAY")]
    )
    assert board.homes == {"ALPHA": ("OLD",)}
    assert board.provinces["NEW"].is_center
    assert board.stands.keys() == {"F"}
    assert board.names.find("bai") == ("BAY",)
    assert (fault.code, fault.source, fault.line) == ("unknown-power", "map.small", 5)


def test_paths_of_lost_strength():
    text = SMALL.replace("old-mv: mea new", "old-mv: mea/mx new").replace(
        "mea-mv: old", "mea-mx: old/hx"
    )
    map_file, diagnostics = read_map(text)
    assert diagnostics == ()
    board, _ = board_from(map_file, "small")
    assert board.reach("A", "OLD") == {"MEA": 2, "NEW": 0}
    assert board.reach("A", "MEA") == {"OLD": 1}


def test_a_way_of_lost_strength_may_lead_back_by_any_path():
    text = SMALL.replace("bay-xc: old mea/nc", "bay-xc: old mea/nc new/mx").replace(
        "new-mv: old", "new-mv: old bay"
    )
    codes = [d.code for d in read_map(text)[1]]
    assert "one-way" not in codes
    assert codes.count("no-way-back") == 1  # new-mv: bay


def test_the_lines_of_a_province_may_stand_anywhere():
    lines = SMALL.split("\n")
    scattered = "\n".join([*lines[:8], *reversed(lines[8:14]), *lines[14:]])
    first, _ = read_map(SMALL)
    second, diagnostics = read_map(scattered)
    assert diagnostics == ()
    paths = [set(board_from(m, "small")[0].paths) for m in (first, second)]
    assert paths[0] == paths[1]


def test_nobody_enters_or_leaves_what_leads_to_itself_alone():
    text = SMALL.replace("Bay,", "Rock, l roc\nBay,").replace("old-xc", "roc-mv: roc\nold-xc")
    map_file, diagnostics = read_map(text)
    assert diagnostics == ()
    board, _ = board_from(map_file, "small")
    assert "ROC" in board.provinces
    assert "ROC" not in board.stands["A"]


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "cp437", "utf-16"])
def test_encodings_and_line_ends(encoding, end):
    text = SMALL.replace("Meadow", "Ödland").replace("mea old", "mea old ").replace("\n", end)
    map_file, diagnostics = read_map(text.encode(encoding))
    assert diagnostics == ()
    assert map_file.provinces[2].name == "Ödland"
    assert map_file == read_map(text)[0]


def test_a_dos_end_of_file_mark_ends_the_file():
    assert read_map(SMALL + "\x1a\x1a\x00rubbish") == read_map(SMALL)


# Each row: what is replaced in the standard map, by what, how many provinces, lines of moves
# and centres in the order of the report are still read, and the diagnostics: code and the
# beginning of the line they point at.
BROKEN = [
    # the province list
    ("Armenia,  ", "Armenia   ", 75, 119, 34, [("bad-province-line", "Armenia")]),
    ("Armenia,               l ", "Armenia, q", 75, 119, 34, [("unknown-area", "Armenia, q")]),
    (
        "Armenia,               l  arm",
        "Armenia,",
        75,
        119,
        34,
        [("unknown-area", "Armenia,"), ("unknown-province", "ank-mv")],
    ),
    ("l  arm", "arm", 75, 119, 34, [("unknown-area", "Armenia,")]),
    ("l  arm", "lx arm", 75, 119, 34, [("unknown-area", "Armenia,")]),
    ("l  boh", "l", 76, 120, 34, [("no-abbreviation", "Bohemia"), ("unknown-province", "boh-mv")]),
    ("l  arm", "l  arm a/m", 76, 121, 34, [("bad-abbreviation", "Armenia")]),
    ("l  arm", "l  arm ...", 76, 121, 34, [("bad-abbreviation", "Armenia")]),
    ("x  bel", "x  bel lon", 76, 119, 33, [("name-clash", "London")]),
    ("x  bel", "x  bel LON-don", 76, 121, 34, [("name-clash", "London")]),
    ("Ankara,", "Ankara, l anc\nAnkara,", 76, 119, 33, [("province-twice", "Ankara,    ")]),
    ("x  bel", "x1Q bel", 76, 121, 34, [("bad-city", "Belgium")]),
    ("w  bla", "ww bla", 76, 121, 34, [("second-letter", "Black Sea")]),
    ("Ankara,", "Nowhere, l now\nAnkara,", 77, 121, 34, [("no-moves", "Nowhere")]),
    # the moves list
    ("ank-mv: arm", "ank-mv: arn", 76, 121, 34, [("unknown-province", "ank-mv")]),
    ("ank-xc: arm", "ank-xc: arn", 76, 121, 34, [("unknown-province", "ank-xc")]),
    ("arm-mv", "arn-mv", 76, 120, 34, [("unknown-province", "arn-mv")]),
    ("arm-xc", "arn-xc", 76, 120, 34, [("unknown-province", "arn-xc")]),
    ("bul-ec", "bull-ec", 76, 120, 34, [("unknown-province", "bull-ec")]),
    ("arm-mv: ank sev", "arm-mv: sev", 76, 121, 34, [("one-way", "ank-mv")]),
    ("arm-xc: ank", "arm-xc:", 76, 121, 34, [("one-way", "ank-xc")]),
    ("yor-mv: edi lon lvp wal\n", "", 76, 120, 34, [("no-way-back", "edi-mv")]),
    ("bul-ec: bla con rum\n", "", 76, 120, 34, [("no-way-back", "bla-xc")]),
    ("nwy stp/nc", "nwy stp", 76, 121, 34, [("no-way-back", "bar-xc")]),
    ("nwy stp/nc", "nwy stp/sc", 76, 121, 34, [("one-way", "bar-xc")]),
    ("bul-ec: bla", "bul-ec: gre bla", 76, 121, 34, [("other-coast", "bul-ec")]),
    ("bla bul/ec", "bla bul/zz", 76, 121, 34, [("unknown-modifier", "con-xc")]),
    ("ank bul smy", "ank bul/ec smy", 76, 121, 34, [("army-on-coast", "con-mv")]),
    ("con-mv: ank", "con mv ank", 76, 120, 34, [("bad-moves-line", "con mv")]),
    ("con-mv: ank", "con-zz: ank", 76, 120, 34, [("bad-moves-line", "con-zz")]),
    ("con-mv: ank", "con-mv ank", 76, 121, 34, [("missing-colon", "con-mv ank")]),
    (
        "con-mv: ank",
        "con-mv: aeg ank",
        76,
        121,
        34,
        [("army-at-sea", "con-mv"), ("no-way-back", "con-mv")],
    ),
    # the ends of the sections
    ("york\n-1\n", "york\n", 76, 121, 34, [("missing-end", "swi-mv")]),
    ("edi lon nth\n-1\n", "edi lon nth\n", 76, 121, 34, [("missing-end", "Center order")]),
    ("center order\n-1\n", "center order\n", 76, 121, 34, [("missing-end", "#end")]),
    ("Brest,", "-1\nBrest,", 76, 121, 34, [("early-end", "Brest")]),
    ("bre-mv", "-----\nbre-mv", 76, 121, 34, [("early-end", "bre-mv")]),
    ("Center order", "-1\nCenter order", 76, 121, 0, [("after-end", "Center")]),
    # the options
    ("#end of center order\n", "", 76, 121, 34, [("missing-block-end", "Center")]),
    ("  bud tri vie", "  bud trx vie", 76, 121, 33, [("unknown-province", "  bud")]),
    ("  bud tri", "  bud boh tri", 76, 121, 34, [("no-center", "  bud")]),
    ("  bud tri", "  bud bud tri", 76, 121, 34, [("twice", "  bud")]),
    ("Center order", "Widgets", 76, 121, 0, [("unknown-block", "Widgets")]),
    (
        "Center order",
        "Gateway\n sc: x\n#end\nCenter order",
        76,
        121,
        34,
        [("unknown-province", " sc: x")],
    ),
    (
        "Center order",
        "Province order for summary report:\n vix\n#end\nCenter order",
        76,
        121,
        34,
        [("unknown-province", " vix")],
    ),
    (
        "Center order",
        "Railway\n tsr: RG mos\nCenter order",
        76,
        121,
        34,
        [("missing-block-end", "Railway"), ("unknown-province", " tsr")],
    ),
]


@pytest.mark.parametrize(
    ("old", "new", "provinces", "moves", "centers", "expected"),
    BROKEN,
    ids=[f"{code}:{new.strip()[:20]!r}" for _, new, *_, [(code, _), *_] in BROKEN],
)
def test_a_fault_costs_nothing_else(standard_map, old, new, provinces, moves, centers, expected):
    assert old in standard_map
    text = standard_map.replace(old, new, 1)
    map_file, diagnostics = read_map(text, "map.broken")
    lines = text.split("\n")
    assert sorted(d.code for d in diagnostics) == sorted(code for code, _ in expected)
    for code, beginning in expected:
        (diagnostic,) = (d for d in diagnostics if d.code == code)
        assert diagnostic.source == "map.broken"
        assert lines[diagnostic.line - 1].startswith(beginning)
        assert 1 <= diagnostic.column <= len(lines[diagnostic.line - 1]) + 1
        assert diagnostic.what
    assert len(map_file.provinces) == provinces
    assert len(map_file.moves) == moves
    assert len(map_file.center_order) == centers


def test_all_faults_in_one_run(standard_map):
    text = standard_map
    for old, new in [
        ("ank-mv: arm", "ank-mv: arn"),
        ("Yorkshire,             l", "Yorkshire,             q"),
        ("bul-ec: bla con rum\n", ""),
        ("  bud tri", "  bud boh tri"),
    ]:
        text = text.replace(old, new)
    _, diagnostics = read_map(text)
    assert [d.code for d in diagnostics] == [
        "unknown-area",
        "unknown-province",
        "no-way-back",
        "no-center",
    ]


def test_an_unknown_word_is_told_once_with_all_its_places(standard_map):
    text = standard_map.replace("l  arm", "l  amr")
    (fault,) = read_map(text)[1]
    assert fault.code == "unknown-province"
    assert fault.what.count(", ") == 8
    assert "amr" in fault.candidates


def test_the_column_of_a_fault(standard_map):
    text = standard_map.replace("sil-mv: ber boh gal", "sil-mv: ber  boo gal")
    (fault,) = read_map(text)[1]
    assert fault.column == len("sil-mv: ber  ") + 1
    assert "boh" in fault.candidates


def test_a_file_cut_short_does_not_complain_of_what_it_lacks(standard_map):
    for place, provinces in (("Naples", 41), ("mar-mv", 76)):
        map_file, diagnostics = read_map(standard_map[: standard_map.index(place)])
        assert [(d.code, d.severity) for d in diagnostics] == [("cut-short", Severity.ERROR)]
        assert len(map_file.provinces) == provinces


@pytest.mark.parametrize("text", ["", "\n", "-1\n-1\n-1\n", "\x00\ufeff", b"\xff\xfe\x00", b"\x80"])
def test_files_with_nothing_in_them(text):
    map_file, _ = read_map(text)
    board, _ = board_from(map_file, "empty")
    assert not board.provinces
