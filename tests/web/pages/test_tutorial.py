"""The tutorial's lessons: each can be done, is not done by doing nothing, and says why."""

from __future__ import annotations

from itertools import product
from urllib.parse import urlencode

import pytest

from dragoman.web.lessons import Lesson, attempt, choices, lessons
from tests.web.conftest import House
from tests.web.pages.reader import reader
from tests.web.pages.test_words import GERMAN
from tests.web.people import Caller

SOLVED = {
    "Move an army": ["A Par - Bur", "A Paris nach Burgund"],
    "Fleets sail": ["F Bre - Mao"],
    "Change your mind": ["", "A Par H", "A Mar - Gas"],
    "Take centres in the fall": ["A Bur - Bel\nF Mao - Spa/sc", "A Bur - Bel\nF Mao - Spa/nc"],
    "A stand-off": ["A Par - Bur", "A Mar - Bur", "A Par - Bur\nA Mar - Bur"],
    "Support an attack": [
        "A Par - Bur\nA Mar S A Par - Bur",
        "A Mar - Bur\nA Par S A Mar - Bur",
    ],
    "Support a hold": ["A Par S A Bur"],
    "Follow another unit": ["A Bur - Mun\nA Par - Bur"],
    "Cut a support": ["A Hol - Ruh"],
    "Cross the sea": ["A Lon - Bel\nF Nth C A Lon - Bel"],
    "Retreat": ["A Bur R Mar", "A Bur - Gas"],
    "Build": ["A Par B\nF Bre B", "Build A Paris\nBuild F Brest"],
}
WRONG = {
    "Move an army": ["A Par - Pic", "A Par H"],
    "Fleets sail": ["F Bre - Eng"],
    "Change your mind": ["A Par - Pic", "A Par - Bur"],
    "Take centres in the fall": ["A Bur - Bel", "A Bur - Bel\nF Mao - Por"],
    "A stand-off": ["A Par H", "A Par - Bur\nA Mar S A Par - Bur"],
    "Support an attack": ["A Par - Bur", "A Par - Bur\nA Mar - Bur"],
    "Support a hold": ["A Par - Gas", "A Bur - Ruh"],
    "Follow another unit": ["A Bur - Mun", "A Par - Bur", "A Bur - Mun\nA Par S A Bur - Mun"],
    "Cut a support": ["A Hol - Bel", "A Bur - Ruh"],
    "Cross the sea": ["A Lon - Bel", "F Nth C A Lon - Bel"],
    "Retreat": ["A Bur D"],
    "Build": ["A Par B", "F Par B\nA Bre B"],
}


def test_each_is_tried() -> None:
    titles = [one.title for one in lessons()]
    assert titles == [*SOLVED] == [*WRONG]
    assert [one.number for one in lessons()] == [*range(1, len(titles) + 1)]


@pytest.mark.parametrize("lesson", lessons(), ids=lambda one: one.title)
def test_a_lesson_is_done_by_what_it_asks_for_and_by_nothing_else(lesson: Lesson) -> None:
    for sheet in SOLVED[lesson.title]:
        assert attempt(lesson, sheet, "en").is_solved, sheet
    for sheet in WRONG[lesson.title]:
        tried = attempt(lesson, sheet, "en")
        assert not tried.is_solved and tried.missing and tried.did, sheet


@pytest.mark.parametrize("lesson", lessons(), ids=lambda one: one.title)
def test_a_lesson_can_be_done_by_its_lists(lesson: Lesson) -> None:
    lists = [["", *(order for order, _ in one.orders)] for one in choices(lesson, "en")]
    sheets = ("\n".join(filter(None, chosen)) for chosen in product(*lists))
    assert any(attempt(lesson, sheet, "en").is_solved for sheet in sheets if sheet)


@pytest.mark.parametrize("lesson", lessons(), ids=lambda one: one.title)
def test_what_a_lesson_says_has_german(lesson: Lesson) -> None:
    said = {lesson.title, lesson.tell, lesson.task, lesson.hint, lesson.good}
    assert said <= set(GERMAN)


def test_a_lesson_by_its_lists_and_as_text(house: House) -> None:
    one = reader(house)
    page = one.get("/tutorial")
    assert "/tutorial/1" in page.links and "/tutorial/12" in page.links
    page = one.get("/tutorial/6")
    form = page.form("/tutorial/6#came")
    assert form.method == "get" and "A PAR-BUR" in form.offered["order:A PAR"]
    assert "A Par no order" in page.text
    asked = "order:A+PAR=A+PAR-BUR&order:A+MAR=A+MAR+S+A+PAR-BUR&text=&judge=yes"
    page = one.get(f"/tutorial/6?{asked}")
    assert "Well done" in page.text and "strength 2" in page.text and "/tutorial/7" in page.links
    assert page.form("/tutorial/6#came").fields["order:A PAR"] == ["A PAR-BUR"]
    picture = next(part for part in page.source.split('"') if "map.svg" in part)
    assert b"<svg" in one.browser.request("GET", picture.replace("&amp;", "&")).content
    page = one.get("/tutorial/6?order:A+PAR=A+PAR-BUR&judge=yes")
    assert "Not yet" in page.text and "No army of yours is in Burgundy." in page.text
    assert "What you did instead" in page.text
    assert "Army Paris–Burgundy bounced" in page.running_text
    page = one.get("/tutorial/6?text=nonsense&judge=yes")
    assert "That cannot be read" in page.text
    assert page.form("/tutorial/6#came").fields["text"] == ["nonsense"]
    assert "Nothing was ordered" in one.get("/tutorial/6?judge=yes").text
    page = one.get("/tutorial/12?order:Paris=A+PAR+B&order:Brest=F+BRE+B&judge=yes")
    assert "Well done" in page.text and "/first-game" in page.links
    assert one.get("/tutorial/13").status == 404


def test_an_order_that_is_given_is_taken_away(house: House) -> None:
    one = reader(house)
    page = one.get("/tutorial/3")
    assert page.form("/tutorial/3#came").fields["order:A PAR"] == ["A PAR-PIC"]
    page = one.get("/tutorial/3?order:A+PAR=A+PAR-PIC&judge=yes")
    assert "Not yet" in page.text and "Army Paris–Picardy" in page.running_text
    page = one.get("/tutorial/3?order:A+PAR=&judge=yes")
    assert "Well done" in page.text and "Nothing was ordered" not in page.text
    assert page.form("/tutorial/3#came").fields["order:A PAR"] == [""]
    board = Caller(house.browser())
    node = "/sandboxes/lesson-3/nodes/1/board"
    assert board.get(node)["sides"]["FRANCE"]["text"] == "A PAR-PIC"
    answer = board("POST", "/sandboxes/lesson-3/commands/order", {"power": "FRANCE", "text": ""})
    assert answer.status_code == 200
    assert board.get(node)["sides"]["FRANCE"]["text"] == ""


def test_the_browser_remembers_what_is_done(house: House) -> None:
    one = reader(house)
    assert "Begin" in one.get("/tutorial").text
    one.get("/tutorial/1?text=A+Par-Pic&judge=yes")
    assert "done" not in one.get("/tutorial").text
    one.get("/tutorial/1?text=A+Par-Bur&judge=yes")
    page = one.get("/tutorial")
    assert "Move an army done" in page.text and "Go on" in page.text
    assert [link for link in page.links if link == "/tutorial/2"] == ["/tutorial/2"] * 2
    for number, sheets in enumerate(SOLVED.values(), 1):
        page = one.get(f"/tutorial/{number}?{urlencode({'text': sheets[-1], 'judge': 'yes'})}")
    assert "All steps are done" in page.text
    assert "Play your first game" in one.get("/tutorial").text
    assert "done" not in reader(house).get("/tutorial").text


def test_a_lesson_in_german(house: House) -> None:
    one = reader(house)
    one.browser.client.headers["Accept-Language"] = "de"
    page = one.get("/tutorial/6?order:A+PAR=A+PAR-BUR&judge=yes")
    assert "Noch nicht" in page.text and "Frankreich" in page.text
    assert "So wird gespielt" in one.get("/help").text


def test_the_board_of_a_lesson_is_nobodys_and_kept_by_the_browser(house: House) -> None:
    one, other = Caller(house.browser()), Caller(house.browser())
    begin = "/sandboxes/lesson-6"
    board = one.get(f"{begin}/nodes/1/board")
    assert (board["phase"], [*board["sides"]]) == ("S1902M", ["FRANCE"])
    asked = {"power": "FRANCE", "text": "A Par - Bur\nA Mar S A Par - Bur"}
    answer = one("POST", f"{begin}/commands/order", asked)
    assert (
        answer.status_code == 200
        and "Path=/api/sandboxes/lesson-6;" in answer.headers["Set-Cookie"]
    )
    own = one.get(f"{begin}/nodes/1/board")["sides"]["FRANCE"]
    assert own["text"] == asked["text"] and own["tag"] == answer.headers["ETag"]
    assert other.get(f"{begin}/nodes/1/board") == board
    assert one.get("/sandboxes/lesson-7/nodes/1/board")["sides"]["FRANCE"]["text"] == ""
    told = one("POST", f"{begin}/commands/order", {"power": "FRANCE", "text": "A Mar - Pic"}).json()
    assert told["told"][0]["code"]
    for body, status in (
        ({"power": "GERMANY", "text": ""}, 403),
        ({"power": "FRANCE", "text": "x" * 501}, 422),
        ({"power": "NOBODY", "text": ""}, 403),
    ):
        assert one("POST", f"{begin}/commands/order", body).status_code == status
    assert one("GET", "/sandboxes/lesson-13/nodes/1/board").status_code == 404
    assert one("GET", "/sandboxes/lesson-x/nodes/1/board").status_code == 422
