"""What the bench of bots writes."""

from __future__ import annotations

import sys

from bench import bots

HERE = {
    "processor": "a processor",
    "cores": 2,
    "processes": 2,
    "python": "3.11.9",
    "numba": "0.60",
    "date": "2026-01-01",
    "commit": "abc",
    "minutes": 1.0,
    "load": [0.1, 2.0],
}


def test_a_line_has_the_median_and_the_spread() -> None:
    rates = {"seven `random`": [200_000.0, 100_000.0, 150_000.0]}
    made = bots.PAGE.tables({"machine": HERE, "games": {"seven `random`": 1000}, "rates": rates})
    assert made.startswith("a processor, 2 cores, 2 processes")
    assert made.endswith("| seven `random` | 3 × 1,000 | 150,000 | 100,000 to 200,000 |")


def test_the_page_has_what_is_on_file() -> None:
    kept = bots.PAGE.results
    assert kept is not None and bots.PAGE.with_tables(kept) == bots.PAGE.text
    assert [*kept["rates"]] == [*bots.contests(sys.executable)]
