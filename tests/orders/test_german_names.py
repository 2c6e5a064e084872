"""The German names of the standard map, however their umlauts are written."""

import tomllib
import unicodedata
from importlib.resources import files

import pytest

from dragoman.formats import load_variant
from dragoman.orders import Hold, Move, ScanOptions, UnitRef, scan_order

BOARD = load_variant("standard").board
DATA = tomllib.loads((files("dragoman.variants") / "standard" / "variant.toml").read_text("utf-8"))
NAMES = {
    (place, name)
    for place, names in DATA["names"]["de"]["places"].items()
    for name in ([names] if isinstance(names, str) else names)
}
ABBREVIATIONS = {
    **{"mün": "MUN", "dän": "DEN", "kon": "CON", "böh": "BOH", "wie": "VIE", "tir": "TYR"},
    **{"gri": "GRE", "nea": "NAP", "pre": "PRU", "tos": "TUS", "sew": "SEV", "pik": "PIC"},
    **{"kan": "ENG", "ärm": "ENG", "ägä": "AEG", "ost": "BAL", "wmm": "WES", "ömm": "EAS"},
    **{"schl": "SIL", "livl": "LVN", "löw": "LYO", "nie": "HOL", "arm": "ARM", "nor": "NWY"},
}
LETTERS = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"}
)


def spellings(name):
    yield name
    yield unicodedata.normalize("NFD", name)
    yield name.translate(LETTERS)
    yield name.upper()
    yield name.lower()
    yield name.translate(LETTERS).upper()
    yield unicodedata.normalize("NFD", name.upper())
    yield name.replace("ß", "ẞ")


def test_there_is_a_name_for_every_province():
    assert {place.partition("/")[0] for place, _ in NAMES} == set(BOARD.provinces)


@pytest.mark.parametrize(("place", "name"), sorted(NAMES), ids=lambda part: part)
def test_a_german_name(place, name):
    for written in spellings(name):
        assert scan_order(f"F {written} H", BOARD) == Hold(UnitRef(place, "F")), written
        assert scan_order(f"F Nth - {written}", BOARD) == Move(UnitRef("NTH", "F"), place)


@pytest.mark.parametrize(("written", "place"), ABBREVIATIONS.items())
def test_a_german_abbreviation(written, place):
    for spelling in spellings(written):
        assert scan_order(f"A {spelling}-mos", BOARD) == Move(UnitRef(place, "A"), "MOS")


def test_umlauts_of_two_signs_under_exact_match():
    exact = ScanOptions(exact_match=True)
    for written in ("München", unicodedata.normalize("NFD", "München")):
        assert scan_order(f"A {written} - Böhmen", BOARD, "M", exact) == Move(
            UnitRef("MUN", "A"), "BOH"
        )
