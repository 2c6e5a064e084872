"""A damaged game of Machiavelli is refused and left as it is, whatever is wrong with its file."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from dragoman.diagnostics import has_errors
from dragoman.formats import load_variant, read_saved_game, write_saved_game
from dragoman.game import Game, read_game_text, read_record, write_record
from dragoman.games import playing
from dragoman.games.folder import FolderSettings, GameFolder

pytestmark = pytest.mark.slow

YEAR = (
    {"Milan": "A mil - pav; A pav - mon; 3 d counter-bribe A mil; borrow 10 d for 1 year"},
    {"Venice": "A pad - fer; ally Turkey", "Florence": "A are - urb; 12 d disband G luc"},
    {"Venice": "A fer B; 12 d assassinate Milan; give Naples to Turkey; pay 3 d to bank"},
)
JUNK: tuple[Any, ...] = (None, True, -1, 7, 1.5, "", "MILAN", "NARNIA", [], [3], {}, {"a": []})


@pytest.fixture(scope="module")
def record() -> str:
    game = Game(load_variant("machiavelli"), seed=11, thrown="income Venice: 6 5")
    for campaign in YEAR:
        for power, orders in campaign.items():
            faults = game.order(power, orders)
            assert not has_errors(faults), faults
        game.process("famine severity: 4 4" if game.phase.season == "F" else None)
    game.order("Milan", "maintain A pav; remove A cre")
    return write_record(game)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every field and member in some JSON."""
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    for key, one in inner:
        yield (*path, key)
        if isinstance(one, dict | list):
            yield from places(one, (*path, key))


def changed(record: str, random: Random) -> str:
    """The record with one field or member replaced, doubled or gone."""
    found = json.loads(record)
    *way, last = random.choice(list(places(found)))
    inside = found
    for key in way:
        inside = inside[key]
    match random.randrange(4):
        case 0:
            del inside[last]
        case 1 if isinstance(inside, list):
            inside.append(inside[last])
        case 2 if isinstance(inside, dict):
            inside[random.choice(("MILAN", "NARNIA", "AUTONOMOUS", "units"))] = inside.pop(last)
        case _:
            inside[last] = random.choice(JUNK)
    return json.dumps(found)


def damaged(record: str, random: Random) -> bytes:
    """The record with some of its bytes changed, or cut short."""
    content = bytearray(record.encode())
    for _ in range(random.randint(1, 4)):
        at = random.randrange(len(content))
        match random.randrange(4):
            case 0:
                del content[at:]
                break
            case 1:
                del content[at : at + random.randint(1, 40)]
            case 2:
                content[at] = random.randrange(256)
            case _:
                content[at:at] = bytes(content[: random.randint(1, 20)])
        if not content:
            break
    return bytes(content)


@pytest.mark.parametrize("seed", range(6))
def test_no_change_of_a_field_breaks_the_reader(record: str, seed: int) -> None:
    random = Random(seed)
    refused = 0
    for _ in range(25):
        game, faults = read_record(changed(record, random), load_variant, "game.json")
        assert (game is None) == has_errors(faults)
        assert all(fault.what and fault.source == "game.json" for fault in faults)
        refused += game is None
    assert refused > 5


@pytest.mark.parametrize("seed", range(4))
def test_a_damaged_file_is_refused_and_left_as_it_is(
    tmp_path: Path, record: str, seed: int
) -> None:
    random = Random(seed)
    folder = GameFolder(tmp_path)
    folder.settings.write_text(str(FolderSettings()))
    folder.orders.write_text("Milan\nmaintain A pav\n")
    for _ in range(12):
        content = damaged(record, random)
        folder.record.write_bytes(content)
        before = {path: path.read_bytes() for path in tmp_path.iterdir()}
        done = [
            playing.check(tmp_path, None),
            playing.show([tmp_path], None),
            playing.explain(tmp_path, "mil", "F1454M", None),
        ]
        for answer in done:
            assert has_errors(answer.diagnostics) or answer.text
        assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before
        if has_errors(done[1].diagnostics):
            for command in (playing.accept, playing.undo):
                assert has_errors(command(tmp_path).diagnostics)
            assert has_errors(playing.adjudicate(tmp_path, None, False, True).diagnostics)
            assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_no_change_of_a_line_breaks_the_reader_of_texts(record: str) -> None:
    game, _ = read_record(record, load_variant)
    assert game is not None
    text, random = game.text(), Random(3)
    for _ in range(6):
        content = damaged(text, random).decode("utf-8", "replace")
        again, faults = read_game_text(content, load_variant)
        assert (again is None) == has_errors(faults)


def test_formats_without_room_for_money_refuse(record: str) -> None:
    game, _ = read_record(record, load_variant)
    assert game is not None
    with pytest.raises(ValueError, match=r"hold no money.* keep it as a record"):
        write_saved_game(game)
    saved = json.loads(write_saved_game(Game("standard")))
    again, (fault,) = read_saved_game(json.dumps({**saved, "map": "machiavelli"}))
    assert again is None
    assert fault.code == "not-held"
