"""What nJudge's own files have: the manual's second form, slips that nJudge passes over, and what
it refuses though the manual allows it. Errors are what nothing can be made of; the rest warns.

The faults are those of the maps that its community plays on, in small maps of our own.
"""

from importlib.resources import files

import pytest

from dragoman.formats import check_files, read_variant_files
from dragoman.formats.njudge import (
    MapCity,
    MapStep,
    board_from,
    check,
    read_map,
    read_seed,
    write_map,
)
from dragoman.formats.njudge.option_reader import TABLE_LABELS

STRAITS = """\
Messina,      A1P mes
Palermo,      x1p pal
Naples,       B2f nap
Ionian Sea,   w0. ion
Gulf,         w0. gol
Tunis,        l0. tun
-1
mes-mv: pal
mes-xc: ion gol pal
pal-mv: mes
pal-xc: mes gol
nap-mv: nap
ion-xc: gol/cc mes tun
ion-cc: gol
gol-xc: pal ion/cc mes
gol-cc: ion
tun-xc: ion
-1
"""


def read(options: str = "", moves: str = STRAITS):
    map_file, faults = read_map(f"{moves}{options}-1\n", "map.straits")
    return map_file, [(fault.code, fault.line, fault.is_error) for fault in faults]


def found(map_file, **options):
    return [(fault.code, fault.line, fault.is_error) for fault in check(map_file, **options)]


# What controls a conduit


def test_what_controls_a_conduit_is_a_neighbour_too():
    """The manual: "<conduit province>/cc <gatekeeper province> <all other provinces that can be
    moved to>"; nJudge reads on with the gatekeeper as with any other."""
    map_file, faults = read()
    assert faults == []
    lines = {(moves.kind, moves.source): moves.steps for moves in map_file.moves}
    assert lines["xc", "ION"] == (MapStep("GOL", gatekeeper="MES"), MapStep("MES"), MapStep("TUN"))
    assert lines["xc", "GOL"] == (MapStep("PAL"), MapStep("ION", gatekeeper="MES"), MapStep("MES"))
    assert set(board_from(map_file, "straits")[0].reach("F", "ION")) == {"GOL", "MES", "TUN"}
    assert read_map(write_map(map_file)) == (map_file, ())
    assert "ion-xc: gol/cc mes tun\n" in write_map(map_file)


@pytest.mark.parametrize(
    ("written", "again"),
    [
        ("tun gol/cc mes", "tun gol/cc mes"),
        ("mes gol/cc mes tun", "mes gol/cc mes tun"),
        ("gol/cc mes tun", "gol/cc mes tun"),
    ],
)
def test_wherever_the_conduit_stands(written, again):
    map_file, faults = read(moves=STRAITS.replace("gol/cc mes tun", written))
    assert faults == []
    assert {step.province for step in map_file.moves[5].steps} == {"GOL", "MES", "TUN"}
    assert f"ion-xc: {again}\n" in write_map(map_file)
    assert read_map(write_map(map_file))[0] == map_file


def test_a_conduit_with_nothing_behind_it():
    _, faults = read(moves=STRAITS.replace("gol/cc mes tun", "mes tun gol/cc"))
    assert faults == [("no-gatekeeper", 13, True)]
    _, faults = read(moves=STRAITS.replace("gol/cc mes tun", "gol/cc tun/cc mes"))
    assert ("no-gatekeeper", 13, True) in faults


# Slips that nJudge passes over


@pytest.mark.parametrize("head", ["mes-xc ion", "mes-xc  ion", "mes -xc ion", "Messina-xc ion"])
def test_a_line_of_moves_without_its_colon(head):
    map_file, faults = read(moves=STRAITS.replace("mes-xc: ion", head))
    assert faults == [("missing-colon", 9, False)]
    assert [step.target for step in map_file.moves[1].steps] == ["ION", "GOL", "PAL"]


def test_a_colon_somewhere_else_swallows_nothing():
    map_file, faults = read(moves=STRAITS.replace("mes-xc: ion gol", "mes-xc ion: gol"))
    assert ("missing-colon", 9, False) in faults
    assert [step.target for step in map_file.moves[1].steps] == ["ION", "GOL", "PAL"]


@pytest.mark.parametrize(
    ("written", "kind"),
    [("mes-my:", "mv"), ("mes-mvx:", "mv"), ("mes-xv:", "xc"), ("mes-x:", "xc")],
)
def test_only_the_first_letter_of_a_kind_counts(written, kind):
    map_file, faults = read(moves=STRAITS.replace(f"mes-{kind}:", written))
    assert faults == []
    assert found(map_file) == [("odd-moves-kind", 8 if kind == "mv" else 9, False)]
    assert read_map(write_map(map_file)) == (map_file, ())


def test_limits_of_a_power_that_does_not_start():
    """Several starts share a map, and each has the limits of all."""
    rows = "  A xxxx xxxx xxxx\n  B xxxx xxxx xxxx\n  C xxx. x.r. xxx.\n"
    limits = f"Limits for Units Types:\n{rows}#end\n"
    map_file, faults = read(limits)
    assert faults == []
    assert found(map_file) == [("unknown-power", 22, False)]
    assert [row.power for row in map_file.options.limits] == ["A", "B", "C"]


def test_a_garrison_in_an_open_city():
    map_file, _ = read()
    text = "F1498A\nAm G Palermo\nBm G Tunis\nBm A Naples\nAm A mes\n-1\n-1\n"
    seed_file, _ = read_seed(text)
    codes = [(f.code, f.line, f.is_error) for f in check(map_file, seed_file)]
    assert codes == [("open-city", 2, False), ("cannot-stand", 3, True)]  # Tunis has no city at all


def test_a_city_of_an_unknown_kind_is_an_open_one():
    map_file, faults = read(moves=STRAITS.replace("A1P mes", "A1q mes").replace("x1p", "x1"))
    assert faults == [("bad-city", 1, False), ("bad-city", 2, False)]
    assert [p.city for p in map_file.provinces[:2]] == [MapCity(1, "."), MapCity(1, ".")]
    assert read(moves=STRAITS.replace("A1P mes", "A9P mes"))[1] == [("bad-city", 1, True)]


# What nJudge refuses


def test_lines_that_stand_apart():
    moves = STRAITS.replace("mes-xc: ion gol pal\n", "").replace("-1\n", "-1\n", 1)
    moves = moves.removesuffix("-1\n") + "mes-xc: ion gol pal\n-1\n"
    map_file, faults = read(moves=moves)
    assert faults == []
    (fault,) = check(map_file)
    assert (fault.code, fault.line, fault.is_error) == ("refused-by-njudge", 17, False)
    assert "nJudge refuses this" in fault.what


def test_more_than_njudge_has_room_for():
    provinces = "".join(f"Land{n}, {'A' if n == 1 else 'l'} p{n}\n" for n in range(1, 202))
    moves = "".join(f"p{n}-mv: p{n + 1}\np{n + 1}-mv: p{n}\n" for n in range(1, 201, 2))
    map_file, _ = read_map(f"{provinces}-1\n{moves}p201-mv: p201\n-1\n-1\n")
    (fault,) = (fault for fault in check(map_file) if fault.code == "refused-by-njudge")
    assert (fault.line, fault.is_error) == (201, False)


# Blocks of options

ORDERS = """\
Ownership (city) ordering:
  mes pal nap
#End of center ordering

Center (province) order for summary report:
  tun nap pal mes
#End of province ordering
"""


def test_the_first_letter_tells_two_lists_apart():
    map_file, faults = read(ORDERS)
    assert faults == []
    assert map_file.options.province_order == ("MES", "PAL", "NAP")
    assert map_file.options.center_order == ("TUN", "NAP", "PAL", "MES")
    again, faults = read_map(write_map(map_file))
    assert faults == ()
    assert again == map_file


@pytest.mark.parametrize(
    ("title", "kind"),
    [
        ("Center order for summary report:", "center_order"),
        ("Centre (city) ordering", "center_order"),
        ("Cities", "center_order"),
        ("Supply center order", "center_order"),
        ("Province order for summary report:", "province_order"),
        ("Ownership order:", "province_order"),
        ("Order of provinces", "province_order"),
    ],
)
def test_titles(title, kind):
    map_file, faults = read(f"{title}\n  mes pal nap\n#end\n")
    assert faults == []
    assert getattr(map_file.options, kind) == ("MES", "PAL", "NAP")


@pytest.mark.parametrize("end", ["", "\n", "#end of famine\n"])
def test_a_whole_table_needs_no_end(end):
    """The samples in the manual's appendix have none, and nJudge wants none."""
    empty = " ".join(["-----"] * 11)
    table = "Famine: 2 3 4 5 6 7 8 9 10 11 12\n"
    table += "".join(f"{label:6}: {empty}\n" for label in TABLE_LABELS)
    assert read(f"{table}{end}{ORDERS}")[1] == []
    short = table.rsplit("\n", 2)[0] + "\n"
    assert ("missing-block-end", 19, False) in read(f"{short}{ORDERS}")[1]


# One fault, one message

STANDARD = files("dragoman").joinpath("variants", "standard")


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("x  bel belgi", "x  bel lon", "name-clash"),  # where a fleet stands at the start
        ("x  bel belgi", "x  bel boh", "name-clash"),
        ("l  boh", "l  bel boh", "name-clash"),
        ("Belgium,", "London,", "province-twice"),
        ("x  bel belgi", "x  bel bel", "abbreviation-twice"),
    ],
)
def test_a_doubled_alias_is_told_once(old, new, code):
    texts = [STANDARD.joinpath(n).read_text("utf-8") for n in ("map.standard", "seed.standard")]
    toml = STANDARD.joinpath("variant.toml").read_bytes()
    assert old in texts[0]
    map_text, seed_text = texts[0].replace(old, new, 1).encode(), texts[1].encode()
    _, faults = check_files("map.mine", map_text, "seed.mine", seed_text)
    assert [fault.code for fault in faults] == [code]
    _, faults = read_variant_files("mine", map_text, seed_text, toml, is_checked=True)
    assert {fault.code for fault in faults} == {code}


@pytest.mark.parametrize("is_used", [False, True])
def test_an_alias_of_two_provinces_is_a_warning(is_used):
    """A real map has five: both provinces are known by their own abbreviations, and the word names
    neither of them, in the file or in orders."""
    texts = [STANDARD.joinpath(n).read_text("utf-8") for n in ("map.standard", "seed.standard")]
    text = texts[0].replace("x  bel belgi", "x  bel kap").replace("l  boh", "l  boh kap")
    text = text.replace("bel-mv: bur", "bel-mv: kap") if is_used else text
    board, faults = check_files("map.mine", text.encode(), "seed.mine", texts[1].encode())
    told = [(fault.code, fault.is_error) for fault in faults]
    assert told == [("name-clash", False), *[("unknown-province", True)] * is_used]
    assert set(board.names.find("kap")) == {"BEL", "BOH"}
