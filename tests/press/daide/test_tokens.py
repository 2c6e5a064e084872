"""DAIDE's tokens and frames, as text and as bytes."""

import pytest
from daide_samples import WORDS
from hypothesis import given, strategies as st

from dragoman.formats import load_variant
from dragoman.press.daide.frames import (
    FINAL,
    INITIAL,
    BrokenProtocol,
    ErrorCode,
    Frame,
    FrameKind,
    check_initial,
    error_frame,
    first_header,
    header,
    read_representation,
    representation,
)
from dragoman.press.daide.tokens import BadTokens, Text, Unknown, from_text, to_text
from dragoman.press.daide.vocabulary import vocabulary_of
from dragoman.press.grammar import Unsayable

NUMBERS = WORDS.numbering

VECTORS = [
    ("OBS", "02 00 00 02 48 0f"),
    (
        "NME ('DumbBot') ('8~3')",
        "02 00 00 1e 48 0c 40 00 4b 44 4b 75 4b 6d 4b 62 4b 42 4b 6f 4b 74 40 01 40 00 4b 38 4b 7e "
        "4b 33 40 01",
    ),
    (
        "MAP ('standard')",
        "02 00 00 16 48 09 40 00 4b 73 4b 74 4b 61 4b 6e 4b 64 4b 61 4b 72 4b 64 40 01",
    ),
    (
        "HLO (ENG) (1234) ((LVL 20) (MTL 1200))",
        "02 00 00 22 48 04 40 00 41 01 40 01 40 00 04 d2 40 01 40 00 40 00 49 03 00 14 40 01 40 00 "
        "49 05 04 b0 40 01 40 01",
    ),
    (
        "SUB ((ENG FLT LON) MTO NTH)",
        "02 00 00 14 48 18 40 00 40 00 41 01 42 01 55 3a 40 01 43 23 52 1c 40 01",
    ),
    (
        "THX ((ENG FLT LON) MTO NTH) (MBV)",
        "02 00 00 1a 48 1a 40 00 40 00 41 01 42 01 55 3a 40 01 43 23 52 1c 40 01 40 00 44 00 40 01",
    ),
    (
        "SND (FRA) (PRP (PCE (ENG FRA)))",
        "02 00 00 1c 48 17 40 00 41 02 40 01 40 00 4a 13 40 00 4a 10 40 00 41 01 41 02 40 01 40 01 "
        "40 01",
    ),
    ("MIS (-2)", "02 00 00 08 48 0b 40 00 3f fe 40 01"),
]


@pytest.mark.parametrize(("text", "sent"), VECTORS, ids=[text[:3] for text, _ in VECTORS])
def test_messages_byte_by_byte(text, sent):
    body = NUMBERS.to_bytes(from_text(text))
    assert Frame(FrameKind.DIPLOMACY, body).to_bytes() == bytes.fromhex(sent)
    assert to_text(NUMBERS.from_bytes(body)) == text


@pytest.mark.parametrize(
    ("frame", "sent"),
    [
        (INITIAL, "00 00 00 04 00 01 da 10"),
        (Frame(FrameKind.REPRESENTATION), "01 00 00 00"),
        (FINAL, "03 00 00 00"),
        (error_frame(ErrorCode.MAGIC_NUMBER), "04 00 00 02 00 04"),
    ],
)
def test_frames_byte_by_byte(frame, sent):
    assert frame.to_bytes() == bytes.fromhex(sent)
    assert header(frame.to_bytes()) == (frame.kind, len(frame.body))


@pytest.mark.parametrize(
    ("number", "sent"),
    [(0, "0000"), (1901, "076d"), (8191, "1fff"), (-1, "3fff"), (-8192, "2000")],
)
def test_integers(number, sent):
    assert NUMBERS.to_bytes((number,)).hex() == sent
    assert NUMBERS.from_bytes(bytes.fromhex(sent)) == (number,)


@pytest.mark.parametrize(
    ("word", "number"),
    [
        ("AUS", 0x4100),
        ("TUR", 0x4106),
        ("VIA", 0x4325),
        ("RTO", 0x4341),
        ("WVE", 0x4382),
        ("YSC", 0x4413),
        ("RET", 0x4506),
        ("NWC", 0x460E),
        ("WIN", 0x4704),
        ("SMR", 0x481E),
        ("DSD", 0x490D),
        ("FCT", 0x4A06),
        ("CCL", 0x4A26),
        ("BOH", 0x5000),
        ("WAR", 0x510D),
        ("ECH", 0x5214),
        ("WES", 0x5220),
        ("YOR", 0x542F),
        ("ANK", 0x5530),
        ("VEN", 0x5547),
        ("STP", 0x574A),
    ],
)
def test_the_table_of_the_standard_map(word, number):
    assert NUMBERS.numbers[word] == number


def test_the_standard_map_is_as_large_as_the_table():
    assert sorted(number & 0xFF for w, number in NUMBERS.of_map.items() if number >> 8 != 0x41) == [
        *range(75)
    ]


def test_another_profile_has_other_numbers():
    other = vocabulary_of(WORDS.board, "parlance").numbering
    changed = {word for word, number in NUMBERS.numbers.items() if other.numbers[word] != number}
    assert changed == {"FCT", "FOR", "FWD", "CCL", "NAR"}
    assert other.numbers["CCL"] == 0x4A25


def test_bytes_that_are_no_tokens():
    with pytest.raises(BadTokens) as half:
        NUMBERS.from_bytes(b"\x48")
    assert half.value.code == ErrorCode.TOO_SHORT
    with pytest.raises(BadTokens) as private:
        NUMBERS.from_bytes(b"\x5f\xff")
    assert private.value.code == ErrorCode.BAD_TOKEN


def test_numbers_that_stand_for_nothing_are_kept():
    assert NUMBERS.from_bytes(b"\x4a\x70") == (Unknown(0x4A70),)
    assert from_text("YES (0x4A70)")[2] == Unknown(0x4A70)
    assert NUMBERS.to_bytes((Unknown(0x4A70),)) == b"\x4a\x70"


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [("ADM ('x", "open-string", 6), ("TME (8192)", "large-number", 6)],
)
def test_texts_that_are_no_tokens(text, code, column):
    with pytest.raises(BadTokens) as found:
        from_text(text)
    assert (found.value.diagnostic.code, found.value.diagnostic.column) == (code, column)


@pytest.mark.parametrize("token", [8192, -8193, "XYZ", Text("\ud800")])
def test_what_cannot_be_sent(token):
    with pytest.raises(Unsayable):
        NUMBERS.to_bytes((token,))


tokens = st.lists(
    st.one_of(
        st.sampled_from([*NUMBERS.numbers]),
        st.integers(-8192, 8191),
        st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=5).map(Text),
        st.integers(0x60, 0xFF).map(lambda high: Unknown(high << 8)),
    ),
    max_size=30,
).map(
    lambda found: tuple(
        token
        for place, token in enumerate(found)
        if not (isinstance(token, Text) and place and isinstance(found[place - 1], Text))
    )
)


@pytest.mark.slow
@given(tokens)
def test_written_and_sent_it_is_the_same(message):
    assert from_text(to_text(message)) == message
    assert NUMBERS.from_bytes(NUMBERS.to_bytes(message)) == message


@given(st.binary(max_size=60))
def test_bytes_received_are_kept_or_refused(body):
    try:
        message = NUMBERS.from_bytes(body)
    except BadTokens:
        return
    assert NUMBERS.to_bytes(message) == body


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(text):
    try:
        message = from_text(text)
    except BadTokens:
        return
    assert from_text(to_text(message)) == message


# Frames.


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        (Frame(FrameKind.INITIAL, bytes.fromhex("000110da")), ErrorCode.BYTE_ORDER),
        (Frame(FrameKind.INITIAL, bytes.fromhex("0001beef")), ErrorCode.MAGIC_NUMBER),
        (Frame(FrameKind.INITIAL, bytes.fromhex("0002da10")), ErrorCode.VERSION),
        (Frame(FrameKind.INITIAL, b"\x00\x01"), ErrorCode.TOO_SHORT),
    ],
)
def test_bad_first_frames(frame, code):
    with pytest.raises(BrokenProtocol) as found:
        check_initial(frame)
    assert found.value.code is code


def test_the_first_frame():
    check_initial(INITIAL)
    assert first_header(INITIAL.to_bytes()) == (FrameKind.INITIAL, 4)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"\x02\x00\x00\x02", ErrorCode.NO_INITIAL),
        (b"\x09\x00\x00\x00", ErrorCode.NO_INITIAL),
        (b"\x00\x00\x04\x00", ErrorCode.BYTE_ORDER),
    ],
)
def test_bad_first_headers(content, code):
    with pytest.raises(BrokenProtocol) as found:
        first_header(content)
    assert found.value.code is code


def test_a_frame_of_no_kind():
    with pytest.raises(BrokenProtocol) as found:
        header(b"\x09\x00\x00\x00")
    assert found.value.code is ErrorCode.UNKNOWN_KIND


@pytest.mark.parametrize("name", ["standard", "chaos", "machiavelli"])
def test_a_map_is_represented(name):
    numbering = vocabulary_of(load_variant(name).as_diplomacy().board).numbering
    assert read_representation(representation(numbering).body) == numbering.of_map


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"\x41", ErrorCode.TOO_SHORT),
        (b"\x42\x00AAA\x00", ErrorCode.BAD_TOKEN),
        (b"\x41\x01AAA\x00", ErrorCode.BAD_TOKEN),
        (b"\x41\x00AAA\x00\x41\x00BBB\x00", ErrorCode.BAD_TOKEN),
        (b"\x41\x00aaa\x00", ErrorCode.BAD_TOKEN),
    ],
)
def test_a_representation_that_is_none(body, code):
    with pytest.raises(BrokenProtocol) as found:
        read_representation(body)
    assert found.value.code is code


@given(st.binary(max_size=24))
def test_any_representation_is_read_or_refused(body):
    try:
        read_representation(body)
    except BrokenProtocol:
        return
