"""Results of games played on other sites: what webDiplomacy answers, and tables of counts."""

import json
from typing import Any

import pytest
from directing import POWERS, Hall

from dragoman.tournament.actions import played_elsewhere
from dragoman.tournament.actions.played_elsewhere import ResultHints, names_of_columns, result_in
from dragoman.tournament.rules.played_variant import standard
from dragoman.tournament.scoring import ResultEnding

HOMES = {
    1: (2, 3, 6), 2: (46, 47, 49), 3: (11, 12, 15), 4: (37, 38, 41), 5: (72, 73, 74),
    6: (22, 23, 24), 7: (27, 29, 31, 32),
}  # fmt: skip
"""Home centres of England, France, Italy, Germany, Austria, Turkey and Russia, by their numbers."""
START = {place: power for power, places in HOMES.items() for place in places}


def phase(turn: int, kind: str, owners: dict[int, int], units: tuple[Any, ...] = ()) -> Any:
    centers = [{"terrID": place, "countryID": power} for place, power in owners.items()]
    # Land that is no centre is owned, too, and so is nothing.
    centers += [{"terrID": 1, "countryID": 1}, {"terrID": 9, "countryID": 0}]
    found = [
        {"unitType": "Army", "terrID": place, "countryID": power, "retreating": "No"}
        for place, power in units
    ]
    return {"turn": turn, "phase": kind, "centers": centers, "units": found, "orders": []}


def answer(*phases: Any, over: str = "Drawn", variant: int = 1) -> str:
    return json.dumps(
        {"gameID": 7, "variantID": variant, "gameOver": over, "phases": phases, "turn": 3}
    )


FIRST = START | {7: 2, 44: 2, 43: 4}
"""After 1901: France has Portugal and Belgium, Germany has Holland."""
DRAWN = answer(
    phase(0, "Diplomacy", START), phase(1, "Diplomacy", START), phase(1, "Builds", FIRST),
    phase(2, "Diplomacy", FIRST), phase(2, "Finished", FIRST),
)  # fmt: skip


def count(result: Any, year: int) -> dict[str, int]:
    return dict(zip(result.powers, result.counts[year], strict=True))


def test_a_draw_on_webdiplomacy() -> None:
    result = result_in(DRAWN, standard(), ResultHints())
    assert result.ending is ResultEnding.VOTED_DRAW and not result.drawn
    assert [*result.counts] == [1900, 1901]
    assert count(result, 1901) == {
        "AUSTRIA": 3, "ENGLAND": 3, "FRANCE": 5, "GERMANY": 4, "ITALY": 3, "RUSSIA": 4, "TURKEY": 3,
    }  # fmt: skip


def test_a_fall_that_ends_the_game_has_no_builds() -> None:
    """What the owners hold from before the fall, and what its units stand in, on coasts too."""
    most = dict.fromkeys((*HOMES[1], *HOMES[2], *HOMES[3], *HOMES[4], 7, 43, 44, 34, 35), 2)
    before = START | most
    text = answer(
        phase(1, "Builds", FIRST), phase(2, "Diplomacy", FIRST), phase(3, "Diplomacy", before),
        phase(3, "Finished", before, ((76, 2), (10, 2), (78, 2), (32 + 100, 1))), over="Won",
    )  # fmt: skip
    result = result_in(text, standard(), ResultHints())
    assert (result.ending, result.soloist) == (ResultEnding.SOLO, "FRANCE")
    assert count(result, 1902) == {
        "AUSTRIA": 3, "ENGLAND": 0, "FRANCE": 20, "GERMANY": 0,
        "ITALY": 0, "RUSSIA": 3, "TURKEY": 3,
    }  # fmt: skip


def test_a_fall_with_retreats_left_is_not_counted() -> None:
    text = answer(
        phase(1, "Builds", FIRST), phase(3, "Retreats", FIRST),
        phase(3, "Finished", FIRST, ((44, 2), (44, 4))),
    )  # fmt: skip
    assert max(result_in(text, standard(), ResultHints()).counts) == 1901


def test_to_whom_a_game_was_conceded_is_to_be_said(hall: Hall) -> None:
    text = answer(phase(1, "Builds", FIRST), phase(2, "Finished", FIRST), over="Won")
    assert hall.refused(lambda t: result_in(text, standard(), ResultHints())) == "no-winner"
    result = result_in(text, standard(), ResultHints(winner="Fra"))
    assert (result.ending, result.soloist) == (ResultEnding.SOLO, "FRANCE")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (answer(phase(0, "Diplomacy", START), over="No"), "not-over"),
        (answer(phase(0, "Diplomacy", START), variant=15), "another-variant"),
        ('{"variantID": 1, "phases": []}', "wrong-result"),
        ('{"variantID": 1, "phases": 3, "gameOver": "Won", "gameID": 3}', "wrong-result"),
        (answer({"turn": 1, "phase": "Builds"}), "wrong-result"),
        (answer({"turn": 1, "phase": "Builds", "centers": [{"terrID": "x"}]}), "wrong-result"),
        ("{", "wrong-result"),
        ("[" * 50_000, "wrong-result"),
    ],
)
def test_what_webdiplomacy_does_not_answer(hall: Hall, text: str, code: str) -> None:
    assert hall.refused(lambda t: result_in(text, standard(), ResultHints())) == code


BY_YEAR = """\
Year,Austria-Hungary,England,France,Germany,Italy,Russia,Turkey,Neutral
1900,3,3,3,3,3,4,3,12
1901,5,4,5,5,4,5,4,2
1902,6,4,6,5,4,5,4,-
"""
BY_POWER = """\
\t01\t02
Russia (Ann Lee)\t5\t5
Turkey\t4\t4
Italy\t4\t4
Germany\t5\t5
France\t5\t6
England\t4\t4
Austria\t5\t6
"""
TOLD = ResultHints("voted-draw", called={"Austria-Hungary": "A"})


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (BY_YEAR, TOLD),
        (BY_YEAR.replace(",", ";"), TOLD),
        (BY_POWER, ResultHints("voted-draw", called={"Russia (Ann Lee)": "Russia"})),
    ],
)
def test_a_table_of_counts_whichever_way_it_lies(text: str, told: ResultHints) -> None:
    result = result_in(text, standard(), told)
    assert result.powers == POWERS and result.ending is ResultEnding.VOTED_DRAW
    assert result.counts[1901] == (5, 4, 5, 5, 4, 5, 4)
    assert result.counts[1902] == (6, 4, 6, 5, 4, 5, 4)


def test_a_table_is_taken_as_the_result_of_a_board(playing: Hall) -> None:
    result = result_in(BY_YEAR, standard(), TOLD)
    playing.do(played_elsewhere.take_result, "1A", result)
    board = playing.table()
    assert board.ending == "voted-draw" and board.final_counts[1902]["AUSTRIA"] == 6


@pytest.mark.parametrize(
    ("text", "told", "code"),
    [
        (BY_YEAR, ResultHints("voted-draw"), "missing-column"),
        (BY_YEAR, ResultHints(called=TOLD.called), "bad-ending"),
        (BY_YEAR, ResultHints("won", called=TOLD.called), "bad-ending"),
        (BY_YEAR, ResultHints("concession", called=TOLD.called), "no-winner"),
        (BY_YEAR, ResultHints("concession", "Narnia", TOLD.called), "unknown-power"),
        (BY_YEAR, ResultHints("voted-draw", called={"Austria": "A"}), "unknown-column"),
        (BY_YEAR, ResultHints("voted-draw", called={"Austria-Hungary": "England"}), "named-twice"),
        (BY_YEAR.replace("1902", "later"), TOLD, "bad-year"),
        (BY_YEAR.replace("1902", "1901"), TOLD, "bad-year"),
        (BY_YEAR.replace("1901,5", "1901,five"), TOLD, "bad-counts"),
        (BY_YEAR.replace("1900,3", "1900,4"), TOLD, "another-start"),
        (BY_YEAR + "1903,1,2,3,4,5,6,7,8,9,10,11\n", TOLD, "not-a-table"),
        ("nonsense", TOLD, "wrong-result"),
        ("", TOLD, "wrong-result"),
        (DRAWN, TOLD, "no-table"),
        (DRAWN, ResultHints("voted-draw"), "no-table"),
    ],
)
def test_tables_that_tell_no_result(hall: Hall, text: str, told: ResultHints, code: str) -> None:
    assert hall.refused(lambda t: result_in(text, standard(), told)) == code


def test_names_of_columns(hall: Hall) -> None:
    assert names_of_columns(["Austria-Hungary = A", "a=b=R"]) == {
        "Austria-Hungary": "A",
        "a=b": "R",
    }
    for wrong in ("Austria", "=A", "A="):
        assert hall.refused(lambda t, one=wrong: names_of_columns([one])) == "bad-column"
