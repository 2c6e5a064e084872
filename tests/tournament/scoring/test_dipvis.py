"""Points beside those of dipvis, the software of diplomacytv.com: a table that it made."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from golden_games import POWERS

from dragoman.tournament.scoring import GameResult, ResultEnding, choose_scoring, points_text

TABLE = tomllib.loads((Path(__file__).parent / "dipvis.toml").read_text("utf-8"))
SYSTEMS: dict[str, tuple[str, dict[str, object]]] = {
    "Bangkok": ("bangkok-2020", {}),
    "Olympic": ("olympic", {}),
    "Bangkok Pike": ("bangkok-pike", {}),
    "Base 3": ("base-3", {}),
    "Carnage with dead equal": ("carnage-dead-equal", {}),
    "Carnage with elimination order": ("carnage", {}),
    "Center-count Carnage": ("carnage-center-count", {}),
    "Carnage 2023": ("carnage-2023", {}),
    "CDiplo 100": ("c-diplo-100", {}),
    "CDiplo 80": ("c-diplo-80", {}),
    "C-Diplo Namur": ("c-diplo-namur", {}),
    "Detour09": ("detour09", {}),
    "Draw size": ("draw-size", {}),
    "Duct Tape V2": ("duct-tape", {}),
    "Duct Tape V2 with elimination order": ("duct-tape", {"elimination_order": True}),
    "Haight v1.0": ("haight", {}),
    "ManorCon": ("manorcon", {}),
    "Original ManorCon": ("manorcon-original", {}),
    "ManorCon v2": ("manorcon-v2", {}),
    "Maxonian": ("maxonian", {}),
    "7Eleven": ("seven-eleven", {}),
    "Mischief": ("mischief", {}),
    "OMG": ("omg", {}),
    "Ranked Classic": ("ranked-classic", {}),
    "Ranked Classic v2": ("ranked-classic", {"large_ties": "second-lowest-pair"}),
    "Solo or bust": ("solo-or-bust", {}),
    "Sum of Squares": ("sum-of-squares", {}),
    "Southern Sun": ("southern-sun", {"halves": "even"}),
    "Sydney League": ("sydney-league", {}),
    "Tribute": ("tribute", {}),
    "OpenTribute": ("open-tribute", {}),
    "Vulcan": ("vulcan", {}),
    "Whipping": ("whipping", {}),
    "World Classic": ("world-classic", {}),
    "Summer Classic": ("summer-classic", {}),
    "Your Draw Size (short games)": ("your-draw-size", {}),
    "Your Draw Size (unlimited games)": ("your-draw-size", {"solo": "320"}),
}
TWO_LEFT = [0, 0, 0, 0, 0, 17, 17]
"""After such a game dipvis shares OMG's third prize among the dead, who have nothing here."""


def played(years: list[str]) -> GameResult:
    counts = {1901 + n: tuple(map(int, text.split())) for n, text in enumerate(years)}
    last = counts[max(counts)]
    soloist = next((p for p, count in zip(POWERS, last, strict=True) if count >= 18), "")
    ending = ResultEnding.SOLO if soloist else ResultEnding.TIME_DRAW
    return GameResult(POWERS, {1900: (3, 3, 3, 3, 3, 4, 3), **counts}, ending, soloist)


def test_every_scorer_of_dipvis_is_here() -> None:
    assert TABLE["points"].keys() == SYSTEMS.keys()


@pytest.mark.parametrize("theirs", SYSTEMS)
def test_the_points_are_those_of_dipvis(theirs: str) -> None:
    name, settings = SYSTEMS[theirs]
    scoring, faults = choose_scoring(name, settings)
    assert scoring is not None and not faults
    differ: list[list[int]] = []  # the centres of games on which the two differ, sorted
    for number, years in TABLE["games"].items():
        result = played(years)
        ours = [points_text(one, 6) for one in scoring.score(result).values()]
        if ours != TABLE["points"][theirs][number].split():
            differ.append(sorted(result.centers))
    assert differ == ([TWO_LEFT] * 2 if theirs == "OMG" else [])
