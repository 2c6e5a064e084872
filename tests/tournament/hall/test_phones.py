"""What comes from phones: by the code of a board, taken by the director, and not to be guessed."""

from pathlib import Path

import pytest
from directing import START, Hall

from dragoman.guesses import WrongGuesses, network_of
from dragoman.refusal import ActionRefused
from dragoman.tournament.actions import center_counts, conduct, people
from dragoman.tournament.commands.conduct import RuleOnSheet
from dragoman.tournament.commands.people import RegisterPlayer
from dragoman.tournament.commands.results import PrintPages
from dragoman.tournament.commands.tables import ConfirmReport, RejectReport
from dragoman.tournament.hall.director_view import director_view
from dragoman.tournament.hall.display import CODE_GUESSES, table_view
from dragoman.tournament.log import correcting, events as ev
from dragoman.tournament.publishing import printed_pages

_CODES = {"1A": "aaaaaa", "1B": "bbbbbb"}


@pytest.fixture
def coded() -> Hall:
    """Two boards that play, each with a code."""
    hall = Hall()
    hall.boards(2)
    hall.add(ev.CodesGiven(1, _CODES))
    return hall


def test_a_score_sheet_counts_once_the_director_takes_it(coded: Hall) -> None:
    coded.do(center_counts.report_sheet, "AAAAAA", "settlers", ["3", "1=2", "4"], ["4"])
    assert not coded.t.sheets
    [shown] = director_view(coded.t, START)["reports"]
    assert shown["title"].startswith("Settlers of Catan")
    assert shown["lines"][1] == "2: Player Nr1, Player Nr2"
    assert shown["lines"][-1] == "not signed by Player Nr4"
    coded.do(center_counts.take, ConfirmReport(1), START)
    assert coded.t.sheets[1].handed_in.places == ((3,), (1, 2), (4,))
    assert not coded.t.sheets[1].counts
    assert coded.refused(center_counts.take, ConfirmReport(1), START) == "answered-already"


def test_counts_and_sheets_are_numbered_together(coded: Hall) -> None:
    counts = dict(zip(coded.table().seats, (5, 5, 5, 4, 5, 4, 6), strict=True))
    coded.do(center_counts.report, "aaaaaa", counts, 1901, START.replace(hour=12))
    coded.do(center_counts.report_sheet, "aaaaaa", "shark", ["1", "2"], [])
    assert [one.told.number for one in center_counts.waiting(coded.t)] == [1, 2]
    assert table_view(coded.t, "aaaaaa")["year"] == 1902
    assert table_view(coded.t, "bbbbbb")["year"] == 1901
    coded.do(center_counts.refuse, RejectReport(2))
    assert not coded.t.sheets


@pytest.mark.parametrize(
    ("code", "game", "places", "unsigned", "why"),
    [
        ("cccccc", "shark", ["1", "2"], [], "no-code"),
        ("aaaaaa", "chess", ["1", "2"], [], "unknown-board-game"),
        ("aaaaaa", "shark", [], [], "nobody"),
        ("aaaaaa", "shark", ["1"], [], "board-game-players"),
        ("aaaaaa", "shark", ["1", "1"], [], "named-twice"),
        ("aaaaaa", "shark", ["1==2"], [], "unknown-player"),
        ("aaaaaa", "shark", ["1", "99"], [], "unknown-player"),
        ("aaaaaa", "shark", ["1", "2"], ["3"], "not-on-sheet"),
    ],
)
def test_a_sheet_that_cannot_be_is_refused_at_once(
    coded: Hall, code: str, game: str, places: list[str], unsigned: list[str], why: str
) -> None:
    assert coded.refused(center_counts.report_sheet, code, game, places, unsigned) == why


def test_the_same_sheet_from_two_phones_counts_once(coded: Hall) -> None:
    coded.do(center_counts.report_sheet, "aaaaaa", "shark", ["1", "2"], [])
    again = ("bbbbbb", "shark", ["1", "2"], [])
    assert coded.refused(center_counts.report_sheet, *again) == "told-already"
    coded.do(center_counts.take, ConfirmReport(1), START)
    coded.do(center_counts.report_sheet, *again)
    assert director_view(coded.t, START)["reports"][0]["doubts"] == ["sheet 1 is just like it"]
    assert coded.refused(center_counts.take, ConfirmReport(2), START) == "sheet-in-already"
    coded.do(center_counts.take, ConfirmReport(2, sure=True), START)
    assert len(coded.t.sheets) == 2


def test_nobody_fills_the_directors_screen(coded: Hall) -> None:
    for other in "234":
        coded.do(center_counts.report_sheet, "aaaaaa", "shark", ["1", other], [])
    more = ("shark", ["1", "5"], [])
    assert coded.refused(center_counts.report_sheet, "aaaaaa", *more) == "too-many"
    coded.do(center_counts.report_sheet, "bbbbbb", *more)


def test_a_sheet_that_came_in_time_is_taken_after_the_end(coded: Hall) -> None:
    late = ("aaaaaa", "shark", ["1", "3"], [])
    coded.do(center_counts.report_sheet, "aaaaaa", "shark", ["1", "2"], [])
    coded.add(ev.Drawn(3, {"A": dict(coded.table().seats)}), ev.Published(3))
    coded.add(ev.RoundStarted(3, "1999-08-29T09:00:00"), ev.RoundEnded(3, "F1901"))
    assert coded.refused(center_counts.report_sheet, *late) == "too-late"
    coded.do(center_counts.take, ConfirmReport(1), START)
    assert len(coded.t.sheets) == 1


def test_what_was_taken_is_put_right_later(coded: Hall) -> None:
    """Taken back, the sheet waits again; told by a form that never was, it is set aside."""
    coded.do(people.register, RegisterPlayer("Late Comer"))
    registered = coded.action
    coded.do(center_counts.report_sheet, "aaaaaa", "shark", ["15", "2"], [])
    coded.do(center_counts.take, ConfirmReport(1), START)
    taken = coded.action
    coded.amend(correcting.cancelled(taken))
    assert not coded.t.sheets
    assert len(center_counts.waiting(coded.t)) == 1
    coded.amend(correcting.restored(taken))
    coded.do(conduct.rule_on_sheet, RuleOnSheet(1, False, because="misread"))
    assert not coded.t.sheets[1].counts
    with pytest.raises(ActionRefused, match="15"):
        coded.amend(correcting.cancelled(registered))
    coded.amend(correcting.cancelled(registered), anyway=True)
    assert not coded.t.sheets
    assert not coded.t.reports


def test_boards_sheets_have_their_codes(coded: Hall, tmp_path: Path) -> None:
    text = printed_pages.render(coded.t, "boards", 1)
    assert text.index("Board 1A") < text.index("aaaaaa") < text.index("Board 1B")
    assert "bbbbbb" in text
    for what in printed_pages.PAGES:
        if what != "boards":
            assert "aaaaaa" not in printed_pages.render(coded.t, what, 1)
    assert printed_pages.sheets_with_codes(tmp_path, 1) == []
    made = printed_pages.print_pages(coded.t, PrintPages("boards"), 1, tmp_path, "en")
    assert printed_pages.sheets_with_codes(tmp_path, 1) == made
    hall = Hall()
    hall.boards()
    assert "phone" not in printed_pages.render(hall.t, "boards", 1)


class _Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_each_wrong_code_too_many_doubles_the_wait() -> None:
    clock = _Clock()
    guesses = WrongGuesses(CODE_GUESSES, 1000, clock)
    waits: list[int] = []
    for _ in range(16):
        assert guesses.begin("10.0.0.7") == 0
        waits.append(guesses.begin("10.0.0.7") if len(waits) >= 5 else 0)
        clock.now += waits[-1]
    assert waits == [0, 0, 0, 0, 0, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]
    assert guesses.begin("10.0.0.8") == 0
    clock.now += 901
    assert [guesses.begin("10.0.0.7") for _ in range(6)] == [0] * 6
    assert guesses.begin("10.0.0.7") == 2


def test_a_right_code_costs_nothing_and_makes_up_for_nothing() -> None:
    guesses = WrongGuesses(CODE_GUESSES, 1000, _Clock())
    for _ in range(50):
        assert guesses.begin("::1") == 0
        guesses.right("::1")
    for _ in range(6):
        assert guesses.begin("10.0.0.7") == 0
    for _ in range(3):
        assert guesses.begin("10.0.0.7") == 2
    guesses.right("nobody")


def test_addresses_of_one_machine_are_one() -> None:
    assert len({network_of(f"fd00:1:2:3::{host:x}") for host in range(6)}) == 1
    assert network_of("fd00:1:2:3:ffff::1") == network_of("fd00:1:2:3::1%eth0")
    assert network_of("fd00:1:2:4::1") != network_of("fd00:1:2:3::1")
    assert network_of("::ffff:10.0.0.7") == network_of("10.0.0.7") == "10.0.0.7"
    assert network_of("testclient") == "testclient"
