"""The options of map files, as both manuals show them and as judges have them."""

import pathlib

import pytest

from dragoman.board import Gateway, Path, Power, Railway, Terrain
from dragoman.formats.njudge import (
    ExtraCenters,
    HongKong,
    MapDisasterTable,
    MapGateway,
    MapRailway,
    MapUnitLimits,
    MapVariableIncome,
    board_from,
    check,
    read_map,
    write_map,
)

CASES = pathlib.Path(__file__).parents[1] / "cases" / "njudge"

PROVINCES = """\
Egypt,            E  egy
Mediterranean,    w  meds med
Red Sea,          w  reds red
Suez Canal,       g  sc
Moscow,           R  mos
Perm,             l  prm
Omsk,             x  oms
Krasnoyarsk,      l  kra
Irkutsk,          C  irk
Trans Siberian Railway, r tsr
Hong Kong,        x  hk
-1
egy-mv: mos
egy-xc: meds reds hk
meds-xc: egy reds
reds-xc: egy meds
sc-mv: sc
mos-mv: egy prm
prm-mv: mos oms
oms-mv: prm kra
kra-mv: oms irk
irk-mv: kra hk
hk-mv: irk
hk-xc: egy
-1
"""
POWERS = [
    Power("EGYPT", "E", "Egypt"),
    Power("RUSSIA", "R", "Russia"),
    Power("CHINA", "C", "China"),
]


def read(options):
    map_file, diagnostics = read_map(f"{PROVINCES}{options}-1\n", "map.test")
    assert {d.code for d in diagnostics} <= {"unused-gateway", "unused-railway", "missing-center"}
    assert read_map(write_map(map_file))[0] == map_file
    return map_file


@pytest.mark.parametrize("indent", ["", "  ", "\t"])
@pytest.mark.parametrize("colon", [": ", ":", " : "])
def test_diplomacy_options_indented_or_not(indent, colon):
    map_file = read(
        f"# why\nHongkong settings\n{indent}C{colon}hk\n{indent}RE: hk oms\n"
        f"#end of hongkong setting\n"
        f"Gateway\n{indent}sc{colon}egy meds reds\n#end of gateway setting\n"
        f"\nRailway\n{indent}tsr{colon}RC mos prm oms kra irk\n  # End of railways\n"
    )
    options = map_file.options
    assert options.hong_kong == (HongKong("C", ("HK",)), HongKong("RE", ("HK", "OMS")))
    assert options.gateways == (MapGateway("SC", "EGY", ("MEDS", "REDS")),)
    assert options.railways == (MapRailway("TSR", "RC", ("MOS", "PRM", "OMS", "KRA", "IRK")),)
    board, diagnostics = board_from(map_file, "test", POWERS)
    assert diagnostics == ()
    assert board.gateways == (Gateway("SC", "EGY", (("MEDS", "REDS"),)),)
    assert board.railways == (
        Railway("TSR", ("RUSSIA", "CHINA"), ("MOS", "PRM", "OMS", "KRA", "IRK")),
    )
    assert board.hong_kong == {"CHINA": ("HK",), "RUSSIA": ("HK", "OMS"), "EGYPT": ("HK", "OMS")}
    assert board.provinces["SC"].terrain is Terrain.GATEWAY
    assert board.provinces["TSR"].terrain is Terrain.RAILWAY
    assert not any({"SC", "TSR"} & {path.source, path.target} for path in board.paths)


def test_several_pairs_of_one_gatekeeper():
    rows = "Gateway\nsc: mos meds reds\nsc: mos mos prm meds egy\n#end\n"
    board, _ = board_from(read(rows), "test")
    assert board.gateways == (
        Gateway("SC", "MOS", (("MEDS", "REDS"), ("MOS", "PRM"), ("MEDS", "EGY"))),
    )


@pytest.mark.parametrize("title", ["Center order for summary report:", "Centre order", "Cities"])
@pytest.mark.parametrize("indent", ["", "  "])
def test_orders(title, indent):
    options = read(f"{title}\n{indent}egy oms\n{indent}mos\n#end\n").options
    assert options.center_order == ("EGY", "OMS", "MOS")


@pytest.mark.parametrize("title", ["Province order for summary report:", "Ownership order:"])
def test_the_order_of_provinces_is_no_plague(title):
    options = read(f"{title}\n  egy prm meds\n#End of province ordering\n").options
    assert options.province_order == ("EGY", "PRM", "MEDS")
    assert options.plague is None


MACHIAVELLI = """\
Vienna,       A2f vie
Tirol,        x1. tyr
Provence,     l0. pro prov
Patrimony,    l0f pat
Venice,       V3PV ven
Western Gulf of Lions, w0. wgl
Ionian Sea,   w0. ion
-1
vie-mv: tyr
tyr-mv: vie pro ven
pro-mv: tyr pat
pro-xc: wgl
pat-mv: pro
ven-mv: tyr
ven-xc: ion
wgl-xc: pro ion
ion-xc: ven wgl
-1
"""
EMPTY = "----- " * 10 + "-----"
SINGLE_SPACED = (
    "{0}: 2 3 4 5 6 7 8 9 10 11 12\n"
    "2: ----- ----- {1} {2} ----- ----- ----- ----- ----- ----- {3}\n"
    + "".join(f"{label}: {EMPTY}\n" for label in range(3, 12))
    + "12: {1} ----- ----- ----- ----- ----- ----- ----- ----- ----- {2}\n#end of table\n"
)
IN_COLUMNS = (
    "{0}:   2     3     4     5     6     7     8     9    10    11    12\n"
    "     2: ----- ----- {1:5} {2:5} ----- ----- ----- ----- ----- ----- {3:5}  \n"
    + "".join(f"    {label:2}: {EMPTY}\n" for label in range(3, 12))
    + "    12: {1:5} ----- ----- ----- ----- ----- ----- ----- ----- ----- {2:5}\n  #end of table\n"
)


def read_machiavelli(options):
    map_file, diagnostics = read_map(f"{MACHIAVELLI}{options}-1\n", "map.test")
    assert diagnostics == ()
    assert read_map(write_map(map_file)) == (map_file, ())
    return map_file.options


@pytest.mark.parametrize("layout", [SINGLE_SPACED, IN_COLUMNS])
def test_both_layouts_of_the_disaster_tables(layout):
    options = read_machiavelli(
        layout.format("Famine", "Prove", "Patri", "Vienn")
        + layout.format("Plague", "Tirol", "pat", "Venice")
        + layout.format("Storms", "wgl", "ion", "Weste")
    )
    assert options.famine.cells[0] == ("", "", "PRO", "PAT", *[""] * 6, "VIE")
    assert options.famine.cells[10] == ("PRO", *[""] * 9, "PAT")
    assert not any(cell for row in options.famine.cells[1:10] for cell in row)
    assert options.plague.provinces == ("TYR", "PAT", "VEN")
    assert options.storms.provinces == ("WGL", "ION")


def test_a_table_may_be_empty():
    options = read_machiavelli("Famine: 2 3 4 5 6 7 8 9 10 11 12\n#end\nStorms:\n#end\n")
    assert options.famine == options.storms == MapDisasterTable()
    assert options.plague is None


@pytest.mark.parametrize("indent", ["", "                "])
def test_variable_income(indent):
    options = read_machiavelli(
        f"Variable Income: City   dice  1 2 3 4 5 6 Initial\n{indent}Vienna 1     0 3 4 6 9 9 22\n"
        f"{indent}ven 3 0 0 2 3 5 999\n  # End of Variable Income.\n"
    )
    assert options.incomes == (
        MapVariableIncome("VIE", 1, (0, 3, 4, 6, 9, 9), 22),
        MapVariableIncome("VEN", 3, (0, 0, 2, 3, 5, 999)),
    )


@pytest.mark.parametrize("indent", ["", "  "])
def test_unit_limits_and_extra_centers(indent):
    options = read_machiavelli(
        f"#Limits follow following format:\nLimits for Units Types:\n{indent}A xxx. xrr. xxx.\n"
        f"{indent}V x.x. xb.. x.x.\n#end of limit (this line is compulsory!)\n"
        f"Extra centers\n{indent}A 2\n{indent}V: 1\n#end\n"
    )
    assert options.limits == (
        MapUnitLimits("A", "xxx.", "xrr.", "xxx."),
        MapUnitLimits("V", "x.x.", "xb..", "x.x."),
    )
    assert options.extra_centers == (ExtraCenters("A", 2), ExtraCenters("V", 1))


def test_one_faulty_row_costs_nothing_else():
    rows = "Limits for Units Types:\nA xxx. xrr. xxx.\nV x.x. xq.. x.x.\n#end\n"
    table = IN_COLUMNS.format("Famine", "Prove", "Patri", "Vienx")
    map_file, diagnostics = read_map(f"{MACHIAVELLI}{rows}{table}-1\n")
    assert [(d.code, d.line, d.column) for d in diagnostics] == [
        ("bad-limit", 21, 9),
        ("unknown-province", 24, 69),
    ]
    assert len(map_file.options.limits) == 1
    assert map_file.options.famine.provinces == ("PRO", "PAT")


SAMPLES = sorted(path for edition in ("first", "second") for path in CASES.glob(f"*.{edition}"))


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_the_sample_tables_of_the_manuals(path):
    """Each cell names the province whose name begins with it, where no other one does."""
    table = path.read_text("utf-8")
    title, *rows = table.rstrip().split("\n")
    cells = [row.partition(":")[2].split() for row in rows]
    words = sorted({word for row in cells for word in row} - {"-----"})
    provinces = "".join(
        f"{word}land, {'w' if 'storms' in path.name else 'x'}0. p{number}\n"
        for number, word in enumerate(words)
    )
    moves = "".join(f"p{number}-mv: p{number}\n" for number in range(len(words)))
    map_file, diagnostics = read_map(f"{provinces}-1\n{moves}-1\n{table}#end\n-1\n")
    assert diagnostics == ()
    names = {"-----": "", **{word: f"P{number}" for number, word in enumerate(words)}}
    expected = tuple(tuple(names[cell] for cell in row) for row in cells)
    read = {"F": "famine", "P": "plague", "S": "storms"}[title[0]]
    assert getattr(map_file.options, read).cells == expected
    assert read_map(write_map(map_file)) == (map_file, ())


HAVEN = """\
Arabia,       T  ara
Syria,        l  syr
Moscow,       R  mos
Stp,          l  stp
Livonia,      l  lvn
Constantinople, T con
Bosporus,     w  bos
Onlyoasis,    g  oas
Stpgate,      g  sgt
Livoniagate,  g  lgt
Far gate,     g  far
-1
ara-mv: syr
syr-mv: ara stp
mos-mv: stp lvn
stp-mv: mos syr
lvn-mv: mos
con-xc: bos
bos-xc: con
oas-mv: oas
-1
Gateway
  oas: ara ara syr
  sgt: mos mos stp
  lgt: mos mos lvn
  far: con mos lvn
#end of gateway setting
-1
"""


def test_the_tricks_of_the_manual():
    """Safe haven, training camp, military supremacy, and land that only fleets enter."""
    map_file, diagnostics = read_map(HAVEN)
    assert diagnostics == ()
    board, _ = board_from(map_file, "haven")
    assert board.gateways == (
        Gateway("OAS", "ARA", (("ARA", "SYR"),)),
        Gateway("SGT", "MOS", (("MOS", "STP"),)),
        Gateway("LGT", "MOS", (("MOS", "LVN"),)),
        Gateway("FAR", "CON", (("MOS", "LVN"),)),
    )
    assert board.reach("F", "CON") == {"BOS": 0}
    assert board.reach("A", "CON") == {}
    assert [(d.code, d.line) for d in check(map_file)] == [
        ("unreachable", 6),
        ("gateway-twice", 26),
    ]


def test_areas_and_half_strengths_of_a_board():
    map_file, diagnostics = read_map((CASES / "map.coast").read_text("utf-8"))
    assert diagnostics == ()
    board, _ = board_from(map_file, "coast")
    terrains = {key: province.terrain for key, province in board.provinces.items()}
    assert terrains["EAS"] is Terrain.WATER
    assert terrains["FAR"] is Terrain.HIGH_SEA
    assert terrains["FRO"] is Terrain.ICE
    assert Path("A", "CAP", "HIL", 2) in board.paths
    assert Path("A", "DAL", "HIL", 1, 1) in board.paths
    assert Path("A", "HIL", "CAP") in board.paths
    assert board.provinces["ISL"].convoyable_land
    assert not any("ROC" in (path.source, path.target) for path in board.paths)
