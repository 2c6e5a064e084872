"""Lines that machine code reads: nothing else comes of them than of lines read with care."""

import json
import random
from types import SimpleNamespace

import numpy as np
import pytest

from dragoman.formats import load_variant
from dragoman.formats.records import turn_coding, turn_lines, turn_scanner, word_scanner
from dragoman.formats.records.fast_turn_lines import FastTurns, TurnReader
from dragoman.formats.records.turn_limits import TurnLimits
from dragoman.formats.records.turn_lines import resolve_chunks, resolve_lines
from dragoman.formats.records.turn_texts import TurnTexts
from dragoman.rules import RuleSet
from dragoman.rules.batch import Batch
from dragoman.rules.batch.coded import Coder

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("compiled")]

STANDARD = load_variant("standard")
TURN = {
    "id": 1,
    "variant": "standard",
    "phase": "S1901M",
    "units": {"ENGLAND": ["F LON", "A YOR"], "RUSSIA": ["F STP/SC"], "FRANCE": []},
    "centers": {"ENGLAND": ["LON", "LVP"], "RUSSIA": ["STP"]},
    "orders": {"ENGLAND": ["F LON - NTH", "A YOR - NWY"], "RUSSIA": ["F STP/SC H"]},
    "retreats": {},
}
WINTER = {
    "phase": "W1901A",
    "units": {"ENGLAND": ["F LON"]},
    "centers": {"ENGLAND": ["LON", "LVP", "EDI"]},
    "orders": {"ENGLAND": ["A LVP B", "WAIVE"]},
}
LINE = json.dumps(TURN)


@pytest.fixture(scope="module")
def taught():
    """A reader that has seen the words of these turns."""
    fast = FastTurns(STANDARD, RuleSet())
    for turn in (TURN, WINTER):
        assert fast.chunk().add(turn)
    return fast


def damaged(line, dice):
    """The line with a piece of it lost, said twice or put elsewhere."""
    begin = dice.randrange(len(line))
    piece = line[begin : begin + dice.randint(1, 25)]
    left = line[:begin] + line[begin + len(piece) :]
    at = dice.randrange(len(left) + 1)
    return dice.choice((left, line[:begin] + piece + line[begin:], left[:at] + piece + left[at:]))


def is_read(fast, line):
    _, places, ids = fast.read([line])
    return ids[0] if places else None


@pytest.mark.parametrize(
    ("line", "id_"),
    [
        (LINE, "1"),
        (json.dumps(WINTER), "null"),
        (json.dumps(TURN, separators=(",", ":")), "1"),
        (f" \t{json.dumps(TURN, indent=1)}\r", "1"),
        (json.dumps(TURN | {"id": "game 7, turn 3"}), '"game 7, turn 3"'),
        (json.dumps(TURN | {"id": -70}), "-70"),
        (json.dumps(TURN | {"retreats": {"ENGLAND": {}, "RUSSIA": {}}}), "1"),
        (json.dumps({key: TURN[key] for key in ("phase", "units")}), "null"),
        (LINE.replace("F LON - NTH", "F LON - ENG"), "1"),
        (LINE.replace("F LON - NTH", "F LON S A YOR"), "1"),
        (LINE.replace("F LON - NTH", "F LON C A YOR-NWY"), "1"),
    ],
)
def test_what_is_as_it_was_before_is_read(taught, line, id_):
    assert is_read(taught, line) == id_


@pytest.mark.parametrize(
    "line",
    [
        "",
        "{}",
        "[]",
        LINE[:-1],
        LINE + "}",
        LINE + " x",
        "\ufeff" + LINE,
        LINE.replace('"units"', '"unit"'),
        LINE.replace('"phase"', '"id"'),
        LINE.replace("F LON - NTH", "F LON -> ENG"),  # not seen yet
        LINE.replace("A YOR - NWY", "A YOR \\u002d NWY"),
        LINE.replace("A YOR - NWY", "A YÖR - NWY"),
        LINE.replace("A YOR - NWY", "A YOR - NWY\x7f"),
        LINE.replace('"LON", ', '"LON",, '),
        LINE.replace('"LVP"]', '"LVP", ]'),
        LINE.replace('"LVP"]', '"LVP"'),
        LINE.replace('"LON", "LVP"', '"LON" "LVP"'),
        LINE.replace('{"id"', '{, "id"'),
        LINE.replace('"RUSSIA"', '"ENGLAND"'),
        LINE.replace('"RUSSIA"', '"PRUSSIA"'),
        LINE.replace('"id": 1', '"id": 01'),
        LINE.replace('"id": 1', '"id": -0'),
        LINE.replace('"id": 1', '"id": -'),
        LINE.replace('"id": 1', '"id": 1.5'),
        LINE.replace('"id": 1', '"id": 1e3'),
        LINE.replace('"id": 1', '"id": [1]'),
        LINE.replace('"id": 1', '"id": "a\\"b"'),
        LINE.replace('"id": 1', '"id": 1234567890123456789'),
        LINE.replace('"standard"', '"chaos"'),
        LINE.replace("S1901M", "S1901R"),
        LINE.replace("S1901M", "F1901M"),
        LINE.replace('"retreats": {}', '"retreats": {"ENGLAND": {"F LON": []}}'),
        LINE.replace('"retreats": {}', '"retreats": null'),
        LINE.replace('"retreats": {}', '"retreats": []'),
        LINE.replace('"retreats": {}', '"retreats": {"ENGLAND": []}'),
        LINE.replace('"retreats": {}', '"retreats": {"ENGLAND": null}'),
        LINE.replace('"retreats": {}', '"retreats": {"PRUSSIA": {}}'),
        LINE.replace('["F STP/SC"]', "null"),
        LINE.replace('["F STP/SC"]', '"F STP/SC"'),
        LINE.replace('["F STP/SC"]', '[["F STP/SC"]]'),
        LINE.replace('"LON", "LVP"', ", ".join(['"LON"'] * 100)),
        LINE.replace('"F LON - NTH"', ", ".join(['"F LON - NTH"'] * 200)),
        json.dumps({key: TURN[key] for key in ("orders", "phase", "units")}),
        json.dumps({key: TURN[key] for key in ("phase", "orders")}),
    ],
)
def test_whatever_is_odd_is_left_alone(taught, line, monkeypatch):
    """... and gets the answer of the plain judge in the middle of a long stream."""
    assert line != LINE
    assert is_read(taught, line) is None
    plain = [*resolve_lines([LINE, LINE, line, LINE])]
    monkeypatch.setattr(turn_lines, "WARM_FROM", 0)
    monkeypatch.setattr(turn_lines, "BUILD_FROM", 0)
    assert [*resolve_chunks([[LINE], [LINE, line, LINE]])] == plain


def orders_like_any(board, dice):
    """An order, most often as programs write it, of units and places of the board."""
    places = sorted(board.locations)
    unit, other = (f"{dice.choice([*board.kinds])} {dice.choice(places)}" for _ in range(2))
    target = dice.choice([" - ", " - ", " - ", "-"]) + dice.choice(places)
    text = dice.choice(
        (
            f"{unit} H",
            f"{unit}{target}",
            f"{unit}{target} VIA",
            f"{unit} S {other}",
            f"{unit} S {other}{target}",
            f"{unit} C {other}{target}",
        )
    )
    if dice.random() < 0.4:
        at = dice.randrange(len(text) + 1)
        left = text[at + dice.randrange(3) :]
        text = text[:at] + dice.choice(["", "", " ", "-", "H", "A ", " S", " C ", " VIA"]) + left
    return text


@pytest.mark.parametrize("name", ["standard", "abstraction_2", "white_winter"])
def test_orders_put_together_are_those_that_were_read(name):
    """Whichever order is taken without its words having been read as a whole, by themselves they
    are read as that."""
    variant, dice = load_variant(name), random.Random(7)
    batch = Batch(variant.board, RuleSet(), variant.victory_centers, 1, variant.calendar)
    coder = Coder(batch)
    texts = TurnTexts(variant, coder, longest_order=200)
    reader = TurnReader("standard", texts, coder, 1_000_000)
    assert texts.phases["S1901M"]
    power = coder.powers[0]
    tried = sorted({orders_like_any(variant.board, dice) for _ in range(4000)})
    lines = [
        json.dumps({"phase": "S1901M", "units": {}, "orders": {power: [text]}}) for text in tried
    ]
    read = reader.read(lines, 100, 100, True)
    found, ends = read.scanned.found, read.scanned.ends
    numbers = found[turn_scanner.OF_MOVES][2].tolist()[: ends[turn_scanner.OF_MOVES]]
    assert min(numbers) >= word_scanner.PUT_TOGETHER
    assert len(tried) / 2 < len(numbers) < len(tried)
    known = [texts.movements[tried[place]] for place in read.places]
    assert max(known) < word_scanner.PUT_TOGETHER

    def facts(number):
        looking = SimpleNamespace(facts=texts.facts, order=[0] * 5)
        turn_coding.look_up(looking, coder.tables, number)
        return looking.order

    assert [*map(facts, numbers)] == [*map(facts, known)]


def test_an_order_that_is_too_long_is_not_put_together():
    fast = FastTurns(STANDARD, RuleSet(), TurnLimits(order=12))
    turn = TURN | {"orders": {"ENGLAND": ["F LON - NTH", "A YOR H"]}}
    assert fast.chunk().add(turn)
    for text, is_short in (
        ("F LON S A YOR", False),
        ("F LON - ENG", True),
        ("F STP/SC - LON", False),
        ("F STP/SC H", True),
        ("F LON C A YOR - NWY", False),
    ):
        line = json.dumps(TURN | {"orders": {"ENGLAND": [text]}})
        assert (is_read(fast, line) is not None) == is_short, text


def test_a_line_that_is_too_long_is_left_alone(taught):
    assert is_read(taught, LINE.ljust(1_000_000)) == "1"
    assert is_read(taught, LINE.ljust(1_000_001)) is None


def test_lines_of_another_variant_are_left_alone():
    """A turn says which variant it is of, unless it is the standard one."""
    fast = FastTurns(load_variant("fleet_rome"), RuleSet(), name="fleet_rome")
    turn = {"phase": "S1901M", "units": {"ITALY": ["F ROM"]}, "centers": {"ITALY": ["ROM"]}}
    assert fast.chunk().add(turn)
    assert is_read(fast, json.dumps(turn)) is None
    assert is_read(fast, json.dumps(turn | {"variant": "standard"})) is None
    assert is_read(fast, json.dumps(turn | {"variant": "fleet_rome"})) == "null"


def test_damaged_lines_are_answered_alike(monkeypatch):
    dice = random.Random(14)
    lines = [damaged(json.dumps(dice.choice((TURN, WINTER))), dice) for _ in range(1500)]
    lines += [LINE, json.dumps(WINTER)] * 100
    dice.shuffle(lines)
    plain = [*resolve_lines(lines)]
    monkeypatch.setattr(turn_lines, "WARM_FROM", 0)
    monkeypatch.setattr(turn_lines, "BUILD_FROM", 0)
    read = []
    read_together = FastTurns.read

    def counted(fast, some):
        found = read_together(fast, some)
        read.extend(found[1])
        return found

    monkeypatch.setattr(FastTurns, "read", counted)
    chunks = [lines[:200], *(lines[begin : begin + 300] for begin in range(200, len(lines), 300))]
    assert [*resolve_chunks(chunks)] == plain
    assert 150 < len(read) < len(lines)


def test_words_that_share_a_slot_are_told_apart():
    """The search goes on where another word has the slot, or even the hash."""
    letters = np.frombuffer(b"A PARA BUR", np.uint8)
    words = np.array([[0, 4, 0, 5, 11], [0, 4, 5, 10, 12]], dtype=np.int64)
    slots = np.full(4, word_scanner.UNKNOWN, dtype=np.int64)
    with np.errstate(over="ignore"):
        word_scanner.learn(0, 2, words, letters, slots)
        words[:, word_scanner.HASH] = 1  # all alike
        slots[:] = (0, 1, -1, -1)
        start = next(h for h in range(100) if word_scanner.slot_of(h, slots) == 0)
        words[:, word_scanner.HASH] = start
        table = words, letters, slots
        for begin, value in ((0, 11), (5, 12)):
            assert word_scanner.value_of(letters, begin, begin + 5, start, 4, table) == value
        other = np.frombuffer(b"A PIC", np.uint8)
        assert word_scanner.value_of(other, 0, 5, start, 4, table) == word_scanner.UNKNOWN
        assert word_scanner.value_of(letters, 0, 5, start, 5, table) == word_scanner.UNKNOWN
