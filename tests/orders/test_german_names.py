"""The German names of the standard map, however their umlauts are written."""

import tomllib
import unicodedata
from importlib.resources import files

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
    **{"schl": "SIL", "livl": "LVN", "löw": "LYO", "arm": "ARM", "nor": "NWY"},
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


def test_german_names():
    written = {spelling: place for place, name in NAMES for spelling in spellings(name)}
    assert {
        name: (scan_order(f"F {name} H", BOARD), scan_order(f"F Nth - {name}", BOARD))
        for name in written
    } == {
        name: (Hold(UnitRef(place, "F")), Move(UnitRef("NTH", "F"), place))
        for name, place in written.items()
    }


def test_german_abbreviations():
    written = {
        spelling: place for word, place in ABBREVIATIONS.items() for spelling in spellings(word)
    }
    assert {word: scan_order(f"A {word}-mos", BOARD) for word in written} == {
        word: Move(UnitRef(place, "A"), "MOS") for word, place in written.items()
    }


def test_umlauts_of_two_signs_under_exact_match():
    exact = ScanOptions(exact_match=True)
    for written in ("München", unicodedata.normalize("NFD", "München")):
        assert scan_order(f"A {written} - Böhmen", BOARD, "M", exact) == Move(
            UnitRef("MUN", "A"), "BOH"
        )
