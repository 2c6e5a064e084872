"""Folding and finding names, whatever their spelling."""

import pytest
from hypothesis import given, strategies as st

from dragoman.board import Names, fold


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("St. Petersburg", "ST PETERSBURG"),
        ("st-petersburg", "StPetersburg"),
        ("Mid-Atlantic Ocean", "mid atlantic ocean"),
        ("Österreich", "OESTERREICH"),
        ("Preußen", "preussen"),
        ("A\u0308gäis", "Aegaeis"),
        ("Malmø", "malmo"),
    ],
)
def test_spellings_that_are_one_name(left, right):
    assert fold(left) == fold(right)


EUROPEAN = st.text(st.characters(max_codepoint=0x17F))


@pytest.mark.slow
@given(EUROPEAN)
def test_folding_twice_changes_nothing(text):
    assert fold(fold(text)) == fold(text)


@given(EUROPEAN)
def test_folding_knows_no_case_among_european_letters(text):
    assert fold(text.upper()) == fold(text.upper().lower())


def test_umlauts_are_found_with_and_without_their_dots():
    names = Names([("München", "MUN")])
    for word in ("München", "Muenchen", "Munchen", "MÜNCHEN"):
        assert names.find(word) == ("MUN",)


def test_a_sharp_s_is_found_however_the_umlaut_beside_it_is_written():
    names = Names([("Dänemarkstraße", "DMS")])
    for word in ("Dänemarkstrasse", "Daenemarkstraße", "Danemarkstrasse", "DANEMARKSTRAßE"):
        assert names.find(word) == ("DMS",)


def test_spellings_are_kept_as_given() -> None:
    pairs = (("London", "LON"), ("Lundúnir", "LON"))
    assert Names(pairs).spellings == pairs
