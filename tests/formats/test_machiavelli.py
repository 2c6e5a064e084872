"""The Machiavelli fields of maps, controlled conduits, and the record of seeds."""

from pathlib import Path

import pytest

from dragoman.formats.njudge import (
    MapCity,
    MapStep,
    Pledge,
    SeedLoan,
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

CASES = Path(__file__).parents[1] / "cases" / "njudge"

MAP = """\
Switzerland,   l0f  swi switz swiss
Adriatic Sea,  w0.  adr adriatic
Ankara,        T1f  ank ankar
Belgium,       x0P  bel belgi
Berlin,        G3f  ber berli
Brest,         F1P  bre
Denmark,       x1PV den denma
-1
swi-mv: swi
adr-xc: ank bel bre den
ank-mv: bel ber
ank-xc: adr
bel-mv: ank ber
bel-xc: adr den/cc bre
ber-mv: ank bel
bre-mv: den
bre-xc: adr bel den
den-mv: bre
den-xc: adr bre
den-cc: bel
-1
-1
"""


@pytest.fixture(scope="module")
def map_file():
    map_file, diagnostics = read_map(MAP, "map.mach")
    assert diagnostics == ()
    return map_file


def test_the_fields_of_the_manual(map_file):
    assert [p.city for p in map_file.provinces] == [
        MapCity(0, "f"),
        MapCity(0, "."),
        MapCity(1, "f"),
        MapCity(0, "P"),
        MapCity(3, "f"),
        MapCity(1, "P"),
        MapCity(1, "P", is_venice=True),
    ]
    assert map_file.is_machiavelli
    assert map_file.home_letters == ("T", "G", "F")
    assert read_map(write_map(map_file)) == (map_file, ())
    assert check(map_file) == ()


@pytest.mark.parametrize(
    ("area", "letter", "city"),
    [
        ("01f", "0", MapCity(1, "f")),
        ("77P", "7", MapCity(7, "P")),
        ("w3PV", "w", MapCity(3, "P", is_venice=True)),
        ("l0p", "l", MapCity(0, "p")),
    ],
)
def test_digits_are_powers_and_incomes(area, letter, city):
    map_file, diagnostics = read_map(MAP.replace("w0.  adr", f"{area} adr"))
    assert diagnostics == ()
    assert (map_file.provinces[1].area, map_file.provinces[1].city) == (letter, city)


def test_conduits(map_file):
    bel = next(m for m in map_file.moves if (m.kind, m.source) == ("xc", "BEL"))
    assert bel.steps == (MapStep("ADR"), MapStep("DEN", gatekeeper="BRE"), MapStep("BRE"))
    (den,) = (m for m in map_file.moves if m.kind == "cc")
    assert (den.source, den.mover, den.steps) == ("DEN", "xc", (MapStep("BEL"),))


def test_of_a_machiavelli_map_the_board_of_its_diplomacy(map_file):
    board, faults = board_from(map_file, "mach")
    assert faults == ()
    assert board.reach("F", "BEL") == {"ADR": 0, "DEN": 0, "BRE": 0}
    assert board.reach("F", "DEN") == {"ADR": 0, "BRE": 0, "BEL": 0}


ROWS = {
    "N": "SAABBBD",
    "n": "wdneere",
    "O": ".&TGGF.",
    "C": "..TGGF=",
    "H": "..T.GF.",
    "F": "0018000",
}
SEED = (
    "F1498A\nTm A Ankara\nFm pA Bre\nGm G Berlin\nG: A ber\n&m G Den\n=: cG bel\n-1\n{}\n-1\n-1\n"
)


@pytest.mark.parametrize("between", ["\n", " ", "  "])
def test_the_record_joined_or_apart(map_file, between):
    seed_file, diagnostics = read_seed(
        SEED.format(between.join(f"{t}:{r}" for t, r in ROWS.items()))
    )
    assert diagnostics == ()
    assert seed_file.turn == "F1498A"
    assert str(seed_file.phase) == "W1498A"
    assert {row.tag: row.text for row in seed_file.rows} == ROWS
    assert seed_file.units[1] == SeedUnit("F", "m", "A", "Bre", special="p")
    assert seed_file.units[5] == SeedUnit("=", ":", "G", "bel", special="c")
    assert check(map_file, seed_file) == ()
    assert read_seed(write_seed(seed_file)) == (seed_file, ())


MONEY = """\
D:T 12
D:G 0 10 2 0 0 25 13
D:F 7 15 8
A:T GF
A:G TFF
A:F
"""


@pytest.mark.parametrize("between", ["\n", " "])
def test_treasuries_and_chits(map_file, between):
    rows = between.join([*(f"{t}:{r}" for t, r in ROWS.items()), *MONEY.splitlines()])
    seed_file, diagnostics = read_seed(SEED.format(rows))
    assert diagnostics == ()
    assert seed_file.treasuries == (
        Treasury("T", 12),
        Treasury("G", 0, (SeedLoan(10, 2), SeedLoan(0, 0), SeedLoan(25, 13))),
        Treasury("F", 7, (SeedLoan(15, 8),)),
    )
    assert seed_file.pledges == (
        Pledge("A", "T", "GF"),
        Pledge("A", "G", "TFF"),
        Pledge("A", "F", ""),
    )
    assert check(map_file, seed_file) == ()
    assert read_seed(write_seed(seed_file)) == (seed_file, ())
    for tag, row in ROWS.items():
        assert f"{tag}:{row}\n" in write_seed(seed_file)
    assert MONEY in write_seed(seed_file)


def test_allies_and_new_owners_of_a_retreat_phase(map_file):
    text = SEED.replace("F1498A", "S1499R").replace("Tm ", "T: ").replace("Fm ", "F: ")
    rows = "\n".join(f"{t}:{r}" for t, r in {**ROWS, "o": "..TGGT.", "c": "..TGGF="}.items())
    seed_file, diagnostics = read_seed(text.format(f"{rows}\na: T G F"))
    assert diagnostics == ()
    assert seed_file.pledges == (Pledge("a", "T", "GF"),)
    assert check(map_file, seed_file) == ()
    assert write_seed(seed_file).endswith("o:..TGGT.\nc:..TGGF=\na:T GF\n-1\n-1\n")


def test_flags_go_up_to_fifteen(map_file):
    rows = "\n".join(f"{t}:{r}" for t, r in {**ROWS, "F": "0:;<=>?"}.items())
    seed_file, _ = read_seed(SEED.format(rows))
    assert check(map_file, seed_file) == ()


def test_cities_own_centers(map_file):
    seed_file, _ = read_seed(SEED.format(" ".join(f"{t}:{r}" for t, r in ROWS.items())))
    board, _ = board_from(map_file, "mach")
    position, _ = start_from(seed_file, map_file, board)
    assert position.owners == {"ANK": "T", "BER": "G", "BRE": "F"}  # Belgium has a mere fortress


def test_a_block_of_rows_for_each_77_provinces():
    rows = "\n".join(f"N:{'a' * BLOCK}\nO:{'.' * BLOCK}".split() * 2)
    seed_file, diagnostics = read_seed(f"S1454M\n-1\n{rows}\n-1\n-1\n")
    assert diagnostics == ()
    assert [start for start, _ in seed_file.record("O")] == [0, BLOCK]


def test_a_row_of_the_sample_in_the_manual():
    """Its last row ends at the space that slipped into it; what follows is left to the map."""
    row = "....A....BC..DEF..GH.I....J...K..LN.PQ.RST...U.V..W.X.YZ0..1234.56.... 78.9.."
    seed_file, diagnostics = read_seed(f"F1900B\n-1\n{row}\n-1\n")
    assert diagnostics == ()
    assert seed_file.turn == "F1900B"
    assert seed_file.ownership == row.partition(" ")[0]


@pytest.mark.parametrize(
    ("written", "turn"),
    [
        ("S1901M", "S1901M"),
        ("u1454m ", "U1454M"),
        ("F 1900 B", "F1900B"),
        ("F1900A", "F1900A"),
        ("W1900A", "F1900B"),
        ("S0001M", "S0001M"),
        ("S1M", "S0001M"),
        ("F1901R", "F1901R"),
    ],
)
def test_turns(written, turn):
    seed_file, diagnostics = read_seed(f"{written}\n-1\n-1\n")
    assert diagnostics == ()
    assert seed_file.turn == turn
    assert write_seed(seed_file).startswith(f"{turn}\n")


def test_the_record_of_the_manual():
    text = (CASES / "seed.manual").read_text("utf-8")
    seed_file, diagnostics = read_seed(text)
    assert diagnostics == ()
    assert [row.tag for row in seed_file.rows] == ["N", "n", "n", "O", "C", "H", "F"]
    assert {len(row.text) for row in seed_file.rows} == {BLOCK}
    assert [unit.status for unit in seed_file.units] == ["m", "m", "m"]
    apart = text.replace(" n:", "\nn:").replace(" O:", "\nO:").replace(" F:", "\nF:")
    assert read_seed(apart) == (seed_file, ())
    assert read_seed(write_seed(seed_file)) == (seed_file, ())


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8-sig", "cp437", "cp1252", "utf-16"])
def test_seeds_of_all_times(encoding, end):
    text = "S1425M\nB: A Dijon\nE: F Ärmelkanal\n-1\n..E.B\n-1\n\x1a"
    seed_file, diagnostics = read_seed(text.replace("\n", end).encode(encoding))
    assert diagnostics == ()
    assert [unit.place for unit in seed_file.units] == ["Dijon", "Ärmelkanal"]
    assert seed_file.ownership == "..E.B"
