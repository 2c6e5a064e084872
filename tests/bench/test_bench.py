"""The bench of `make bench`: what can be held without the peer and without timing anything."""

import json
from typing import Any

import pytest

from bench import board, dipcc, gpu, judge_page, page, pages_page, turns, turns_page
from dragoman.board import Unit
from dragoman.orders import scan_order
from dragoman.rules.batch import Batch
from dragoman.rules.batch.card import NoDevice


@pytest.mark.parametrize("of", [turns_page, judge_page, pages_page, board])
def test_the_tables_of_a_page_are_those_of_the_file_beside_it(of):
    assert of.PAGE.with_tables(of.PAGE.results) == of.PAGE.text


def test_a_page_without_results_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(page, "_DOCS", tmp_path)
    (tmp_path / "a.md").write_text("# A\n<!-- tables: begin -->\nold\n<!-- tables: end -->\n.")
    one = page.Page("a", "b", page.parts)
    assert one.results is None and "No run of the whole" in one.with_tables(None)
    one.keep({"parts": []})
    assert one.results == {"parts": []} and one.with_tables(one.results) == one.text
    assert one.text.startswith("# A\n") and one.text.endswith("-->\n.") and "old" not in one.text


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
    told = list(page.table(part))
    assert "| | median | lowest to highest | to diplomacy |" in told
    assert "| theirs | 20.0 a second | 10.0 to 40.0 |  |" in told
    assert "| ours | 100 a second | 100 to 1,230,000 | 10.0 x |" in told


def test_the_page_of_the_judge_has_what_was_measured():
    machine = {"processor": "a", "cores": 2, "memory_gb": 25.0, "system": "Linux", "python": "3.11"}
    machine |= {"date": "2026-11-22", "commit": "abc", "games": 1000, "rounds": 3, "seconds": 20.0}
    machine |= {"rate": 100.0, "minutes": 5.25, "load": [0.1, 1.0]}
    machine |= {"ended while idle": {"SQLite": 3, "PostgreSQL": 0}}
    figures = [
        {"name": "saving: SQLite", "unit": "ms", "beside": {"diplomacy": "saving: theirs"},
         "values": [2.0, 4.0, 6.0]},
        {"name": "saving: theirs", "unit": "ms", "beside": {}, "values": [1.0, 4.0, 12.0]},
    ]  # fmt: skip
    parts = [{"title": "Time to the answer, p50", "clock": "wall", "figures": figures}]
    written = judge_page.PAGE.with_tables({"machine": machine, "parts": parts})
    assert "1,000 games of seven; 3 rounds of 20.0 s at 100.0 requests a second" in written
    assert "| saving: SQLite | 4.00 ms | 2.00 to 6.00 | 1.00 x |" in written
    assert "opened anew: 3 of SQLite, 0 of PostgreSQL." in written
    assert written.startswith("# How fast the judge is")


@pytest.mark.slow
@pytest.mark.xdist_group("compiled")
def test_the_lines_of_a_stream_say_what_was_packed():
    judge = turns.Batch(turns.STANDARD.board, turns.RULES, turns.STANDARD.victory_centers, 1)
    lines = list(map(json.loads, turns.movement_lines(judge, 60, seed=2)))
    assert len({json.dumps(line) for line in lines}) == 60
    texts = [text for line in lines for own in line["orders"].values() for text in own]
    assert all(isinstance(scan_order(text, turns.STANDARD.board), turns.Order) for text in texts)
    assert {text.split()[2] for text in texts} == {"H", "-", "S", "C"}


@pytest.mark.slow
@pytest.mark.xdist_group("compiled")
def test_the_orders_of_a_stream_are_legal():
    """A row has its units in another sequence than a position; each order is for its own unit."""
    judge = turns.Batch(turns.STANDARD.board, turns.RULES, turns.STANDARD.victory_centers, 1)
    for line in map(json.loads, turns.movement_lines(judge, 60, seed=2)):
        units = [Unit(by, name[0], name[2:]) for by, own in line["units"].items() for name in own]
        position = turns.Position(turns.Phase.parse(line["phase"]), tuple(units))
        legal = turns.legal_orders(turns.STANDARD.board, position, turns.RULES)
        for unit in units:
            told = line["orders"][unit.power]
            read = [scan_order(text, turns.STANDARD.board) for text in told]
            assert len([order for order in read if order in legal[unit]]) == 1, (unit, told)


def test_a_folder_without_dipcc_is_told(tmp_path):
    with pytest.raises(dipcc.CannotBuild, match=r"has no dipcc/cc/adjudicator\.cc"):
        dipcc.build(tmp_path, tmp_path)


class NoCard(Batch):
    """A judge that says what there is to say without a card."""

    def __init__(self, *made_of: Any) -> None:
        if made_of[-1] == "cuda":
            raise NoDevice("no card is here")
        super().__init__(*made_of)


class Processor(Batch):
    """The processor in the place of a card."""

    def __init__(self, *made_of: Any) -> None:
        self.is_card = made_of[-1] == "cuda"
        super().__init__(*made_of[:5])


class Forgetful(Processor):
    """A card that loses what becomes of the last turn."""

    def process(self, cells: Any, codes: Any, *, checked: bool = False) -> tuple[Any, Any]:
        after, results = super().process(cells, codes, checked=checked)
        if self.is_card:
            after[-1] = cells[-1]
        return after, results


@pytest.mark.slow
@pytest.mark.xdist_group("compiled")
@pytest.mark.parametrize(("judge", "status"), [(Processor, 0), (Forgetful, 1), (NoCard, 2)])
def test_a_card_is_measured_beside_the_processor(monkeypatch, capsys, judge, status):
    monkeypatch.setattr(gpu, "Batch", judge)
    monkeypatch.setattr(gpu, "GAMES", 5)
    monkeypatch.setattr(gpu, "TURNS", 200)
    monkeypatch.setattr(gpu, "_copy", lambda *_: None)
    assert gpu.main() == status
    told, faults = capsys.readouterr()
    if status == 2:
        assert faults.startswith("nothing was measured: ")
    else:
        assert ("DIFFERENT" in told) == (status == 1)
        assert [line.split()[0] for line in told.splitlines()[-4:]] == [
            *("movement", "retreat", "adjustment", "random")
        ]
