"""Bytes of real files, mangled: the readers and all that follows answer with diagnostics.

``DRAGOMAN_FUZZ=100000`` sets how many files are tried; each number always gives the same file.
"""

import os
import random
from importlib.resources import files
from pathlib import Path

import pytest

from dragoman.formats.njudge import (
    board_from,
    check,
    read_map,
    read_seed,
    start_from,
    write_map,
    write_seed,
)

HOW_MANY = int(os.environ.get("DRAGOMAN_FUZZ", "1500"))
PARTS = 10
CASES = Path(__file__).parents[1] / "cases" / "njudge"
SHIPPED = Path(str(files("dragoman").joinpath("variants")))
SAMPLES = [
    *sorted(CASES.glob("map.*")),
    *sorted(CASES.glob("seed.*")),
    *sorted((CASES / "broken").iterdir()),
]
LARGE = [*sorted(SHIPPED.glob("*/map.*")), *sorted(SHIPPED.glob("*/seed.*"))]
ALL = {path: path.read_bytes() for path in (*SAMPLES, *LARGE)}
WORDS = [
    *(b"-1\n", b"\n", b"\r", b"\x1a", b"\x00", b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf", b"\xe4"),
    *(b":", b"-", b"/", b",", b"#", b" ", b"\t", b"#end\n", b"/cc ", b"/mx", b"/nc", b"-cc:"),
    *(b"Gateway\n", b"Railway\n", b"Famine:\n", b"Hong Kong\n", b"Limits\n", b"C: ", b"N:", b"O:"),
    *(b"0", b"99999999999999999999", b"AB", b"g ", b"r ", b"h ", b"v ", b"0P", b"\xc2\xb2", b"G "),
]


def mangled(number):
    """A file from the samples with a few bytes or lines of it changed; whether it is a map."""
    chance = random.Random(number)
    path = chance.choice(SAMPLES if number % 8 else LARGE)
    content = bytearray(ALL[path])
    for _ in range(chance.randint(1, 8)):
        at = chance.randint(0, len(content))
        end = min(len(content), at + chance.choice((1, 1, 3, 10, 100)))
        match chance.randrange(7):
            case 0:
                content[at:end] = chance.randbytes(end - at)
            case 1:
                del content[at:end]
            case 2:
                content[at:at] = chance.choice(WORDS)
            case 3:
                content[at:end] = chance.choice(WORDS)
            case 4:
                content[at:at] = content[chance.randint(0, at) : end]
            case 5:
                lines = content.split(b"\n")
                lines.insert(chance.randrange(len(lines)), chance.choice(lines))
                content = bytearray(b"\n".join(lines))
            case _:
                other = ALL[chance.choice(SAMPLES)]
                start = chance.randint(0, len(other))
                content[at:end] = other[start : start + chance.randint(0, 200)]
    return bytes(content), path.name.startswith("map.") or path.suffix == ".map"


GROUND = read_map(ALL[CASES / "map.coast"], "map.coast")[0]
BOARD = board_from(GROUND, "coast")[0]


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_mangled_files(part):
    for number in range(part, HOW_MANY, PARTS):
        content, is_map = mangled(number)
        try:
            try_map(content) if is_map else try_seed(content)
        except Exception as error:
            raise AssertionError(f"mangled({number}) is too much for the readers") from error


def try_map(content):
    map_file, diagnostics = read_map(content, "map.mangled")
    board, faults = board_from(map_file, "mangled")
    seed_file, _ = read_seed(ALL[CASES / "seed.coast"], "seed.coast")
    position, more = start_from(seed_file, map_file, board)
    assert position is not None
    hints = check(map_file, seed_file)
    for diagnostic in (*diagnostics, *faults, *more, *hints):
        assert diagnostic.line >= 0
        assert diagnostic.what
    again, _ = read_map(write_map(map_file))
    assert len(again.provinces) <= len(map_file.provinces)


def try_seed(content):
    seed_file, diagnostics = read_seed(content, "seed.mangled")
    _, faults = start_from(seed_file, GROUND, BOARD)
    for diagnostic in (*diagnostics, *faults, *check(GROUND, seed_file)):
        assert diagnostic.line >= 0
        assert diagnostic.what
    assert read_seed(write_seed(seed_file))[0].units == seed_file.units
