"""The classic map of Machiavelli as facts, made into a map and a seed file and read back: all
that the game needs to know can be written in nJudge's form."""

import tomllib
from pathlib import Path

import pytest

from dragoman.formats.njudge import (
    MapCity,
    MapDisasterTable,
    MapFile,
    MapMoves,
    MapOptions,
    MapProvince,
    MapStep,
    MapVariableIncome,
    Pledge,
    SeedFile,
    SeedRow,
    SeedUnit,
    Treasury,
    board_from,
    check,
    read_map,
    read_seed,
    start_from,
    write_map,
    write_seed,
)
from dragoman.formats.njudge.seed_file import BLOCK

FACTS = tomllib.loads((Path(__file__).parents[1] / "data" / "machiavelli.toml").read_text("utf-8"))
AREAS = {key: [part.strip() for part in text.split("|")] for key, text in FACTS["areas"].items()}
HOME = {place: power for power, places in FACTS["homes"].items() for place in places.split()}


def city(written: str, flags: str) -> MapCity:
    port = "port" in flags
    kind = {"-": ".", "o": "p" if port else ".", "f": "P" if port else "f", "F": "f"}[written[0]]
    return MapCity(int(written[1:]), kind, "Venice" in flags)


def moves(key: str, armies: str, fleets: str) -> list[MapMoves]:
    """The ways of a province. A strait is written on one side; the other has a line ``cc``."""
    found = [MapMoves("mv", key, tuple(map(MapStep, armies.upper().split())))] if armies else []
    passed: list[str] = []
    for part in filter(None, fleets.upper().split("; ")):
        coast, colon, ends = part.rpartition(": ")
        steps: list[MapStep] = []
        for end in ends.split():
            place, _, gatekeeper = end.partition("!")
            if not gatekeeper or key < place:
                step = MapStep(place, gatekeeper=gatekeeper or None)
                if step not in steps:
                    steps.append(step)
                if gatekeeper and MapStep(gatekeeper) not in steps:  # it stands behind the strait
                    steps.append(MapStep(gatekeeper))
            else:
                passed.append(place)
        found.append(MapMoves("xc", f"{key}/{coast}" if colon else key, tuple(steps)))
    return [*found, *([MapMoves("cc", key, tuple(map(MapStep, passed)))] if passed else [])]


def table(name: str) -> MapDisasterTable:
    struck = {
        (int(row), int(column)): area.upper()
        for row, text in FACTS[name].items()
        for column, area in (cell.split() for cell in text.split(", "))
    }
    return MapDisasterTable(
        tuple(tuple(struck.get((row, col), "") for col in range(2, 13)) for row in range(2, 13))
    )


@pytest.fixture(scope="module")
def map_file() -> MapFile:
    provinces: list[MapProvince] = []
    lines: list[MapMoves] = []
    for key, (name, about, flags, armies, fleets, others) in AREAS.items():
        area = "w" if "sea" in flags else HOME.get(key, "x")
        words = (key, *others.split())
        provinces.append(MapProvince(key.upper(), name, area, words, False, city(about, flags)))
        lines += moves(key.upper(), armies, fleets)
    options = MapOptions(
        center_order=tuple(p.key for p in provinces if p.is_center),
        province_order=tuple(p.key for p in provinces if not p.is_water),
        famine=table("famine"),
        plague=table("plague"),
        storms=table("storm"),
        incomes=tuple(
            MapVariableIncome(place.upper(), dice, tuple(amounts))
            for place, (dice, *amounts) in FACTS["trade"].items()
        ),
    )
    return MapFile(tuple(provinces), tuple(lines), options)


@pytest.fixture(scope="module")
def seed_file(map_file: MapFile) -> SeedFile:
    powers = list(FACTS["homes"])
    units = [
        SeedUnit(power, "m", unit.split()[0], map_file.by_key[unit.split()[1].upper()].name)
        for power in powers
        for unit in FACTS["units"][power].split(", ")
    ]
    free = FACTS["units"]["autonomous"].split()
    units += [SeedUnit("&", "m", "G", map_file.by_key[key.upper()].name) for key in free]
    rows: list[SeedRow] = []
    for start in range(0, len(AREAS), BLOCK):
        block = list(AREAS)[start : start + BLOCK]
        homes = "".join(HOME.get(key, ".") for key in block)
        cities = "".join("&" if key in free else HOME.get(key, ".") for key in block)
        rows += [SeedRow(tag, "".join(key[i] for key in block)) for i, tag in enumerate("Nnn")]
        rows += [SeedRow("O", homes), SeedRow("C", cities), SeedRow("H", homes)]
        rows.append(SeedRow("F", "0" * len(block)))
    others = {power: "".join(p for p in powers if p != power) for power in powers}
    return SeedFile(
        "F1453A",
        tuple(units),
        None,
        tuple(rows),
        tuple(Treasury(power, 0) for power in powers),
        tuple(Pledge("A", power, chits) for power, chits in others.items()),
    )


def test_the_map_can_be_written_and_is_sound(map_file):
    text = write_map(map_file)
    assert read_map(text, "map.facts") == (map_file, ())
    assert check(map_file) == ()
    assert len(map_file.provinces) == 81
    assert sum(p.is_water for p in map_file.provinces) == 11
    assert sum(p.is_center for p in map_file.provinces) == 44


def test_the_seed_can_be_written_and_is_sound(map_file, seed_file):
    text = write_seed(seed_file)
    assert read_seed(text, "seed.facts") == (seed_file, ())
    assert check(map_file, seed_file) == ()


def test_straits_and_coasts(map_file):
    board, faults = board_from(map_file, "facts")
    assert faults == ()
    for one, other in (("ETS", "PSA"), ("GON", "ION")):
        assert other in board.reach("F", one)
        assert one in board.reach("F", other)
    straits = {
        (moves.source, step.target): step.gatekeeper
        for moves in map_file.moves
        for step in moves.steps
        if step.gatekeeper
    }
    assert straits == {("ETS", "PSA"): "PIO", ("GON", "ION"): "MES"}
    assert map_file.coasts["CRO"] == ("NC", "SC") and map_file.coasts["PRO"] == ("NC", "SC")


def test_its_board_stands_for_the_ways_of_armies_and_fleets(map_file, seed_file):
    board, _ = board_from(map_file, "facts")
    position, faults = start_from(seed_file, map_file, board)
    assert faults == ()
    assert position is not None and position.faults(board) == ()
    assert len(position.units) == sum(
        unit[0] in "AF" for power in FACTS["homes"] for unit in FACTS["units"][power].split(", ")
    )
    for key, (_, _, _, armies, fleets, _) in AREAS.items():
        assert set(board.reach("A", key.upper())) == set(armies.upper().split())
        if ": " not in fleets:
            ends = {end.partition("!")[0] for end in fleets.upper().split()}
            assert set(board.reach("F", key.upper())) == ends
