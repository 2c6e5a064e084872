"""The bench of `make bench`: what can be held without the peer and without timing anything."""

import json

import pytest

from bench import dipcc, page, turns
from dragoman.orders import scan_order


def test_the_tables_of_the_page_are_those_of_the_file_beside_it():
    written = page.PAGE.read_text("utf-8")
    assert page.with_tables(written, json.loads(page.RESULTS.read_text("utf-8"))) == written


def test_ratios_are_those_of_each_round():
    part = {
        "title": "Turns",
        "clock": "processor",
        "figures": [
            {"name": "theirs", "unit": "a second", "beside": {}, "values": [10.0, 20.0, 40.0]},
            {
                "name": "ours",
                "unit": "a second",
                "beside": {"diplomacy": "theirs", "dipcc": "not measured"},
                "values": [100.0, 100.0, 1234567.0],
            },
        ],
    }
    told = list(page._part(part))
    assert "| | median | lowest to highest | to diplomacy |" in told
    assert "| theirs | 20.0 a second | 10.0 to 40.0 |  |" in told
    assert "| ours | 100 a second | 100 to 1,230,000 | 10.0 x |" in told


@pytest.mark.slow
@pytest.mark.xdist_group("compiled")
def test_the_lines_of_a_stream_say_what_was_packed():
    judge = turns.Batch(turns.STANDARD.board, turns.RULES, turns.STANDARD.victory_centers, 1)
    lines = list(map(json.loads, turns.movement_lines(judge, 60, seed=2)))
    assert len({json.dumps(line) for line in lines}) == 60
    texts = [text for line in lines for own in line["orders"].values() for text in own]
    assert all(isinstance(scan_order(text, turns.STANDARD.board), turns.Order) for text in texts)
    assert {text.split()[2] for text in texts} == {"H", "-", "S", "C"}


def test_a_folder_without_dipcc_is_told(tmp_path):
    with pytest.raises(dipcc.CannotBuild, match=r"has no dipcc/cc/adjudicator\.cc"):
        dipcc.build(tmp_path, tmp_path)
