"""The tutorial's lessons: each can be done, is not done by doing nothing, and says why."""

from __future__ import annotations

from itertools import product

import pytest

from dragoman.web.lessons import Lesson, attempt, choices, lessons
from tests.web.conftest import House
from tests.web.pages.reader import reader
from tests.web.pages.test_words import GERMAN
from tests.web.people import Caller

SOLVED = {
    1: ["A Par - Bur", "A Paris nach Burgund"],
    2: ["F Bre - Mao"],
    3: ["A Bur - Bel\nF Mao - Spa/sc", "A Bur - Bel\nF Mao - Spa/nc"],
    4: ["A Par - Bur", "A Mar - Bur", "A Par - Bur\nA Mar - Bur"],
    5: ["A Par - Bur\nA Mar S A Par - Bur", "A Mar - Bur\nA Par S A Mar - Bur"],
    6: ["A Par S A Bur"],
    7: ["A Hol - Ruh"],
    8: ["A Lon - Bel\nF Nth C A Lon - Bel"],
    9: ["A Bur R Mar", "A Bur - Gas"],
    10: ["A Par B\nF Bre B", "Build A Paris\nBuild F Brest"],
}
WRONG = {
    1: ["A Par - Pic", "A Par H"],
    2: ["F Bre - Eng"],
    3: ["A Bur - Bel", "A Bur - Bel\nF Mao - Por"],
    4: ["A Par H", "A Par - Bur\nA Mar S A Par - Bur"],
    5: ["A Par - Bur", "A Par - Bur\nA Mar - Bur"],
    6: ["A Par - Gas", "A Bur - Ruh"],
    7: ["A Hol - Bel", "A Bur - Ruh"],
    8: ["A Lon - Bel", "F Nth C A Lon - Bel"],
    9: ["A Bur D"],
    10: ["A Par B", "F Par B\nA Bre B"],
}


def test_there_are_ten() -> None:
    assert [one.number for one in lessons()] == [*range(1, 11)] == [*SOLVED] == [*WRONG]


@pytest.mark.parametrize("lesson", lessons(), ids=lambda one: one.title)
def test_a_lesson_is_done_by_what_it_asks_for_and_by_nothing_else(lesson: Lesson) -> None:
    for sheet in SOLVED[lesson.number]:
        assert attempt(lesson, sheet, "en").is_solved, sheet
    for sheet in WRONG[lesson.number]:
        tried = attempt(lesson, sheet, "en")
        assert not tried.is_solved, sheet


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
    assert "/tutorial/1" in page.links and "/tutorial/10" in page.links
    page = one.get("/tutorial/5")
    form = page.form("/tutorial/5#came")
    assert form.method == "get" and "A PAR-BUR" in form.offered["order:A PAR"]
    assert "A Par no order" in page.text
    asked = "order:A+PAR=A+PAR-BUR&order:A+MAR=A+MAR+S+A+PAR-BUR&text=&judge=yes"
    page = one.get(f"/tutorial/5?{asked}")
    assert "Well done" in page.text and "strength 2" in page.text and "/tutorial/6" in page.links
    assert page.form("/tutorial/5#came").fields["order:A PAR"] == ["A PAR-BUR"]
    picture = next(part for part in page.source.split('"') if "map.svg" in part)
    assert b"<svg" in one.browser.request("GET", picture.replace("&amp;", "&")).content
    page = one.get("/tutorial/5?order:A+PAR=A+PAR-BUR&judge=yes")
    assert "Not yet" in page.text and "bounced" in page.text
    page = one.get("/tutorial/5?text=nonsense&judge=yes")
    assert "That cannot be read" in page.text
    assert page.form("/tutorial/5#came").fields["text"] == ["nonsense"]
    assert "Nothing was ordered" in one.get("/tutorial/5?judge=yes").text
    page = one.get("/tutorial/10?order:Paris=A+PAR+B&order:Brest=F+BRE+B&judge=yes")
    assert "Well done" in page.text and "/register" in page.links
    assert one.get("/tutorial/11").status == 404


def test_a_lesson_in_german(house: House) -> None:
    one = reader(house)
    one.browser.client.headers["Accept-Language"] = "de"
    page = one.get("/tutorial/5?order:A+PAR=A+PAR-BUR&judge=yes")
    assert "Noch nicht" in page.text and "Frankreich" in page.text
    assert "So wird gespielt" in one.get("/help").text


def test_the_board_of_a_lesson_is_nobodys_and_kept_by_the_browser(house: House) -> None:
    one, other = Caller(house.browser()), Caller(house.browser())
    begin = "/sandboxes/lesson-5"
    board = one.get(f"{begin}/nodes/1/board")
    assert (board["phase"], [*board["sides"]]) == ("S1902M", ["FRANCE"])
    asked = {"power": "FRANCE", "text": "A Par - Bur\nA Mar S A Par - Bur"}
    answer = one("POST", f"{begin}/commands/order", asked)
    assert (
        answer.status_code == 200
        and "Path=/api/sandboxes/lesson-5;" in answer.headers["Set-Cookie"]
    )
    own = one.get(f"{begin}/nodes/1/board")["sides"]["FRANCE"]
    assert own["text"] == asked["text"] and own["tag"] == answer.headers["ETag"]
    assert other.get(f"{begin}/nodes/1/board") == board
    assert one.get("/sandboxes/lesson-6/nodes/1/board")["sides"]["FRANCE"]["text"] == ""
    told = one("POST", f"{begin}/commands/order", {"power": "FRANCE", "text": "A Mar - Pic"}).json()
    assert told["told"][0]["code"]
    for body, status in (
        ({"power": "GERMANY", "text": ""}, 403),
        ({"power": "FRANCE", "text": "x" * 501}, 422),
        ({"power": "NOBODY", "text": ""}, 403),
    ):
        assert one("POST", f"{begin}/commands/order", body).status_code == status
    assert one("GET", "/sandboxes/lesson-11/nodes/1/board").status_code == 404
    assert one("GET", "/sandboxes/lesson-x/nodes/1/board").status_code == 422
