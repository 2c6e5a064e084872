"""Chaos as the manual has it: 34 nations that go by one letter, or by the field they start in."""

import re

import pytest

from dragoman.formats import load_variant
from dragoman.formats.dipwork import (
    in_standard_words,
    read_game_directory,
    read_variant_directory,
    write_dipwork,
)

MANUAL = """
    B Ank  H Bul  M Hol  R Mos  W Por  1 Smy  6 Tun  C Bel  I Con  N Kie  S Mun  X Rom
    2 Spa  7 Ven  D Ber  J Den  O Lpl  T Nap  Y Rum  3 Pet  8 Vie  E Bre  K Edi  P Lon
    U Nor  Z Ser  4 Swe  9 War  G Bud  L Gre  Q Mar  V Par  0 Seb  5 Tri
"""
STARTS = dict(pair.split() for pair in re.findall(r"\w \w{3}", MANUAL))
FLEETS = {"Con", "Den", "Edi", "Kie", "Lon", "Lpl", "Smy"}


@pytest.fixture
def chaos(table):
    """The example's map with these nations, one unit each."""
    folder = table.here / "VARIANTS" / "STANDARD"
    fields = (folder / "FIELDS.TXT").read_bytes().decode("cp437")
    fields = re.sub(r"^(# .*) (Au|En|Fr|Ge|It|Ru|Tu)(\s*)$", r"\1 All\3", fields, flags=re.M)
    (folder / "FIELDS.TXT").write_bytes(fields.encode("cp437"))
    text = (folder / "VARIANT.TXT").read_bytes().decode("cp437")
    before, _, after = text.partition("NATIONLIST\r\n")
    nations = "".join(f"{letter} Nation_{field} {field}\r\n" for letter, field in STARTS.items())
    after = after[after.index("\r\n\r\n") :].replace("FNPICLIST piclst64.txt\r\n", "")
    (folder / "VARIANT.TXT").write_bytes(f"{before}NATIONLIST\r\n{nations}{after}".encode("cp437"))
    lines = ["VARIANTPATH variants\\standard", "YEAR Herbst 1901"]
    for letter, field in STARTS.items():
        unit = f"{'F' if field in FLEETS else 'A'} {field}"
        lines += [f"NATION {letter}", "UNITS", unit, "", "CENTERS", field, ""]
    table.save("GAME.TXT", [*lines, "END"])
    return table


@pytest.mark.parametrize(
    ("nation", "order", "told"),
    [
        ("1", "1 F Smy-AEG", ("1", "F Smy-AEG")),
        ("K", "1 F Smy-AEG", ("1", "F Smy-AEG")),
        ("Smy", "Smy F Smy-AEG", ("1", "F Smy-AEG")),
        ("O", "O F Lpl-IRI", ("O", "F Lpl-IRI")),
        ("K", "O F Lpl-IRI", ("O", "F Lpl-IRI")),
        ("S", "S A Mun S N F Kie-Den", ("S", "A Mun S N F Kie-Den")),
        ("Mun", "A Mun S Kie F Kie-Den", ("S", "A Mun S N F Kie-Den")),
        ("C", "C A Bel xxx", ("C", "A Bel xxx")),
        ("X", "X A Rom x", ("X", "A Rom xxx")),
        ("I", "Con F Con C X A Rom-Smy", ("I", "F Con C X A Rom-Smy")),
        ("R", "R A Mos-Ukr", ("R", "A Mos-Ukr")),
        ("9", "1. 9 A War-Gal", ("9", "A War-Gal")),
        ("0", "- A Seb-Rum", ("0", "A Seb-Rum")),
    ],
)
def test_nations_by_their_letters_and_by_their_fields(chaos, nation, order, told):
    chaos.save("ORDERS.TXT", [f"NATION {nation}", order, "END"])
    chaos.play("/s")
    assert (chaos.codes, chaos.errors()) == ([], [])
    (line,) = chaos.records("SCANNED")
    assert [*STARTS][line.nation - 1] == told[0]
    game, _ = read_game_directory(chaos.folder, None)
    assert [line.comment for line in in_standard_words([line], game)] == [told[1]]


def test_the_winter_asks_each_nation_by_its_letter(chaos):
    chaos.save("ORDERS.TXT", ["NATION B", "A Ank-Arm", "NATION 5", "A Tri-Alb", "END"])
    chaos.play("/s", "/p", "/c", "/w", ask=lambda question, suggestion: suggestion)
    assert not [fault for fault in chaos.faults if fault.is_error]
    assert "NATION 5" in chaos.text("NEWGAME.TXT")


def test_the_chaos_that_comes_along_has_the_nations_of_the_manual(tmp_path):
    files, _ = write_dipwork(load_variant("chaos"))
    for name, file in files.items():
        (tmp_path / name).write_bytes(file.content)
    directory, faults = read_variant_directory(tmp_path)
    assert {fault.code for fault in faults} <= {"closed-field", "name-clash"}
    said = {nation.word: {*nation.spellings} for nation in directory.files.nations}
    assert {*said} == {*STARTS}
    assert ("Ankara" in said["B"], "Warsaw" in said["9"]) == (True, True)
    fields = {field.name for field in directory.files.geography.fields}
    assert all(fields & spellings for spellings in said.values())
