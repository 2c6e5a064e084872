"""Spreadsheets: what comes out is what went in, and nothing in them is lost without a word."""

from __future__ import annotations

import io
from datetime import date, datetime
from typing import Any

import openpyxl
import pytest
from hypothesis import given, settings, strategies as st

from dragoman.formats.spreadsheets import read_spreadsheet, write_spreadsheet
from dragoman.tournament.publishing import csv_files


def book(*sheets: list[list[Any]]) -> bytes:
    found = openpyxl.Workbook()
    found.remove(found.active)
    for number, rows in enumerate(sheets):
        sheet = found.create_sheet(f"S{number}")
        for row in rows:
            sheet.append(row)
    out = io.BytesIO()
    found.save(out)
    return out.getvalue()


def read(data: bytes) -> str:
    text, faults = read_spreadsheet(data, "forms.xlsx")
    assert not faults
    return text


TEXTS = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=12).map(str.strip)


@settings(deadline=None, max_examples=6)
@given(st.lists(st.lists(TEXTS, min_size=2, max_size=2), max_size=4))
def test_a_table_comes_back_as_it_was(rows: list[list[str]]) -> None:
    full = [row for row in rows if any(row)]
    text = csv_files.write(("name", "phone"), full)
    assert read(write_spreadsheet({"players": text})) == text


def test_cells_are_what_they_are_and_none_is_a_formula() -> None:
    text = 'name,n,phone\n=1+1,12,021 007\n"Lee, Ann",-3,007\n'
    data = write_spreadsheet({"players": text})
    sheet = openpyxl.load_workbook(io.BytesIO(data)).active
    rows = list(sheet.iter_rows(values_only=True))
    assert rows[1:] == [("=1+1", 12, "021 007"), ("Lee, Ann", -3, "007")]
    assert sheet["A2"].data_type == "s" and sheet.freeze_panes == "A2"
    assert read(data) == text


def test_what_people_type_is_read_as_it_is_shown() -> None:
    day, moment = date(2026, 9, 1), datetime(2026, 9, 1, 20, 0)
    data = book(
        [["a", "b", "c", "d", "e", "f"], [21.0, 2.5, True, day, moment, None], []], [[None]]
    )
    assert read(data) == "a,b,c,d,e,f\n21,2.5,yes,2026-09-01,2026-09-01 20:00,\n"


@pytest.mark.parametrize(
    ("data", "code", "place"),
    [
        (b"name,phone\n", "not-a-table", ""),
        (b"", "not-a-table", ""),
        (book([[]]), "not-a-table", "nothing"),
        (book([["a"]], [["b"]]), "which-sheet", "S0, S1"),
        (book([["a"], ["=A1&A1"]]), "bad-cell", "S0!A2"),
        (book([["a"] * 201]), "bad-cell", "S0"),
    ],
    ids=["text", "empty", "blank", "two-sheets", "formula", "too-wide"],
)
def test_what_cannot_be_read_is_told(data: bytes, code: str, place: str) -> None:
    text, [fault] = read_spreadsheet(data, "forms.xlsx")
    assert (text, fault.code, fault.source) == ("", code, "forms.xlsx")
    assert place in fault.what and fault.remedy


@settings(deadline=None, max_examples=10)
@given(st.integers(0, 3000), st.binary(min_size=1, max_size=4))
def test_nothing_in_a_damaged_file_makes_it_fail(at: int, bytes_: bytes) -> None:
    whole = book([["name", "phone"], ["Ann", 21]])
    at %= len(whole)
    read_spreadsheet(whole[:at] + bytes_ + whole[at + len(bytes_) :])
    read_spreadsheet(whole[:at])
