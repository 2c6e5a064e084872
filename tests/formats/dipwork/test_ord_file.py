"""*.ORD: the records of Turbo Pascal, byte for byte, and the change of version 2.0.7."""

import pytest
from dipwork_example import EXAMPLE
from hypothesis import given, strategies as st

from dragoman.formats.dipwork import (
    OrdCode,
    OrdField,
    OrdRecord,
    is_removed_after_retreat,
    read_records,
    retreats_to,
    with_new_removals,
    with_old_removals,
    write_records,
)
from dragoman.formats.dipwork.files.ord_file import NOWHERE, RECORD_LENGTH


def test_the_layout():
    line = OrdRecord(
        1,
        2,
        OrdField(0x0403, 0x0605),
        -3,
        4,
        5,
        OrdField(6, 7),
        2,
        OrdField(8, 9),
        0x0201,
        3,
        "A Öl",
    )
    head = bytes([1, 2, 3, 4, 5, 6, 0xFD, 4, 5, 6, 0, 7, 0, 2, 8, 0, 9, 0, 1, 2, 3])
    content = head + b"\x04A \x99l" + bytes(76)
    assert RECORD_LENGTH == len(content) == 102
    assert write_records([line]) == content
    assert read_records(content) == ((line,), ())


def test_what_the_memory_held_behind_a_comment_is_kept():
    content = bytes([1, 1, 5, 0, 5, 0, 1] + [0] * 14) + b"\x05A Bud" + b"old junk" + bytes(67)
    (line,), faults = read_records(content)
    assert faults == ()
    assert line.comment == "A Bud"
    assert write_records([line]) == content


def test_long_comments_are_cut_and_large_numbers_refused():
    (line,), _ = read_records(write_records([OrdRecord(comment="x" * 200)]))
    assert line.comment == "x" * 80
    with pytest.raises(ValueError, match="too large"):
        write_records([OrdRecord(nation=300)])


def test_what_is_wrong_with_a_file():
    good = write_records([OrdRecord(order=1)])
    assert [f.code for f in read_records(good + b"half")[1]] == ["cut-short"]
    assert [f.line for f in read_records(good + b"half")[1]] == [2]
    too_long = good[:21] + b"\xff" + good[22:]
    assert [(f.code, f.line) for f in read_records(good + too_long)[1]] == [("bad-record", 2)]
    unknown = good[:6] + b"\x63" + good[7:]
    assert [(f.code, f.line) for f in read_records(unknown)[1]] == [("bad-record", 1)]


@pytest.mark.parametrize(
    "path", sorted(EXAMPLE.rglob("*.ORD")), ids=lambda p: f"{p.parent.name}-{p.name}"
)
def test_the_example_comes_back_byte_for_byte(path):
    lines, faults = read_records(path.read_bytes(), path.name)
    assert faults == ()
    assert lines
    assert write_records(lines) == path.read_bytes()


small = st.integers(0, 255)
places = st.builds(OrdField, st.integers(0, 65535), st.integers(0, 65535))
letters = st.text(st.characters(codec="cp437"), max_size=80)


@st.composite
def order_lines(draw):
    return OrdRecord(
        draw(small),
        draw(small),
        draw(places),
        draw(st.sampled_from(list(OrdCode))),
        draw(small),
        draw(small),
        draw(places),
        draw(st.integers(-128, 127)),
        draw(places),
        draw(st.integers(0, 65535)),
        draw(small),
        draw(letters),
    )


@pytest.mark.slow
@given(st.lists(order_lines(), max_size=4))
def test_written_and_read_they_are_the_same(lines):
    again, faults = read_records(write_records(lines))
    assert faults == ()
    assert list(again) == lines


@given(st.binary(max_size=3 * RECORD_LENGTH), st.sampled_from(["cp437", "cp850", "utf-8"]))
def test_any_bytes_are_read(content, encoding):
    lines, faults = read_records(content, "X.ORD", encoding)
    whole = len(content) // RECORD_LENGTH * RECORD_LENGTH
    if not faults:
        assert write_records(lines, encoding) == content[:whole]


RETREAT = OrdRecord(1, 1, OrdField(5, 5), OrdCode.RETREAT, error=102, comment="A Rum xxx")


def test_a_unit_removed_after_its_retreat():
    new = OrdRecord(
        1,
        1,
        OrdField(5, 5),
        OrdCode.RETREAT,
        target=NOWHERE,
        other_order=OrdCode.BUILDUP,
        reference=OrdField(7, 7),
    )
    assert is_removed_after_retreat(new)
    assert retreats_to(new) == OrdField(7, 7)
    # Before 2.0.7 the other order of a retreat meant nothing: the unit was disbanded at once.
    assert not is_removed_after_retreat(new, before_2_0_7=True)
    assert retreats_to(new, before_2_0_7=True) == NOWHERE
    old = with_old_removals([RETREAT, new])
    assert [line.order for line in old] == [OrdCode.RETREAT, OrdCode.RETREAT, OrdCode.BUILDUP]
    assert (old[1].target, old[2].place, old[2].target) == (OrdField(7, 7), OrdField(7, 7), NOWHERE)
    assert with_new_removals(old) == (RETREAT, new)
