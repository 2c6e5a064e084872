"""A whole game of one person and six partners through the pages, with letters in English and in
German. What is written is printed: ``pytest -s`` shows it, to be read as whoever plays reads it.

    DRAGOMAN_TEST_EVENING=partner:teacher,1906 pytest -s FILE
"""

from __future__ import annotations

import html
import os
import re
from collections.abc import Iterator

import pytest

from dragoman.bots import View, bot_called
from dragoman.judge.log.state import JudgedGame, Stage
from dragoman.orders import write
from dragoman.press.dpp import messages as dpp
from dragoman.press.press_texts import read_press
from tests.web.conftest import House
from tests.web.pages.reader import Page, reader

pytestmark = pytest.mark.slow

ME = "FRANCE"
BOT, _, LAST = os.environ.get("DRAGOMAN_TEST_EVENING", "partner:loyal,1902").partition(",")
LETTERS = {
    "S1901M": [
        ("ENGLAND", "Hi there! Peace? And let's keep the Channel empty."),
        ("GERMANY", "Hallo! Frieden? Und Burgund bleibt leer."),
        ("ITALY", "Hello, shall we ally against Austria?"),
        ("GERMANY", "Was hast du vor?"),
        ("RUSSIA", "I think Germany is weak. What do you say?"),
    ],
    "F1901M": [
        ("ENGLAND", "What are your plans?"),
        ("GERMANY", "Unterstütz mich bitte nach Belgien."),
        ("ITALY", "How can we take Munich?"),
        ("TURKEY", "draw?"),
    ],
    "S1902M": [
        ("ENGLAND", "Why did you attack me?"),
        ("GERMANY", "Warum hast du mich angegriffen?"),
        ("AUSTRIA", "Shall we both go for Italy?"),
        ("ITALY", "DMZ in Piedmont?"),
    ],
    "F1902M": [
        ("ENGLAND", "I will move to Belgium"),
        ("GERMANY", "Wie wäre es mit einem Bündnis gegen England?"),
        ("ITALY", "yes"),
    ],
}


GERMAN = {"ich", "mir", "du", "nein", "einverstanden", "das", "dieser", "davon", "keine", "gern"}
"""Words of which each answer in German has one."""


class Evening:
    """The person at the pages: what he writes and what he is shown."""

    def __init__(self, house: House) -> None:
        self.house, self.person = house, reader(house, 1)
        self._shown: set[int] = set()
        form = self.person.get("/games/new").form("/games/new")
        chosen = {
            "bot": BOT,
            "last_year": LAST,
            "early": "ready",
            "missed": "wait",
            "seating": "wishes",
        }
        page = self.person.send(form, title="Evening", movement="30 d", **chosen)
        page = self.person.send(page.form("/do/join"), wishes=[ME])
        page = self.person.send(page.form("/do/begin"), sure="yes")
        assert page.status == 200 and self.game.players[house.account(1)] == ME

    @property
    def game(self) -> JudgedGame:
        return self.house.judge.games.load(1)

    def thread(self, power: str) -> Page:
        """The letters with a power, in the language in which he writes to it."""
        language = "de" if power == "GERMANY" else "en"
        self.person.browser.client.headers["Accept-Language"] = language
        return self.person.get(f"/games/1?thread={'%2B'.join(sorted((ME, power)))}")

    def new(self, power: str) -> Iterator[str]:
        """The letters of a power that he has not seen yet, as they are shown."""
        found = re.findall(r'id="letter-(\d+)"(.*?)</li>', self.thread(power).source, re.S)
        for number, source in found:
            if int(number) not in self._shown:
                self._shown.add(int(number))
                body = source.partition('class="text"')[2].partition("<details")[0] or source
                told = " ".join(html.unescape(re.sub("<[^>]*>", " ", f"<p {body}")).split())
                print(f"   [{power}] {told}")
                yield told

    def write(self, power: str, text: str) -> list[str]:
        page = self.thread(power)
        assert self.person.send(page.form("/do/send"), text=text).status == 200
        print(f"   >> {power}: {text}")
        return [*self.new(power)]

    def order(self) -> None:
        g = self.game
        if ME in g.has_to_order():
            view = View(g.game.variant, g.game.position, ME, 1)
            text = "\n".join(map(write, bot_called("dumbbot")(view)))
            self.house.person(1).do(1, "save-orders", text=text, phase=str(g.phase))
        page = self.person.get("/games/1")
        self.person.send(page.form("/do/set-ready"), sure="yes")


def test_a_game_with_six_partners_to_its_end(house: House) -> None:
    """Every letter is answered before he reads on, in his language and in sentences; what was told
    of orders is ordered; and the game ends."""
    evening = Evening(house)
    while (g := evening.game).stage is Stage.RUNNING:
        phase = str(g.phase)
        print(f"== {phase}", {one: len(g.game.position.centers_of(one)) for one in g.seats})
        for power in g.seats:
            for letter in evening.new(power) if power != ME else ():
                _check_is_letter(letter)
        for power, text in LETTERS.get(phase, ()):
            _, *answers = evening.write(power, text)
            assert len(answers) == 1, (text, answers)
            _check_is_letter(answers[0])
            if power == "GERMANY":
                words = set(re.findall(r"\w+", answers[0].lower()))
                assert words & {"ich", "mir", "du", "nein", "einverstanden", "das", "dieser"}, (
                    answers
                )
        promised = [
            (one.signed, order)
            for one in evening.game.messages
            if one.phase == phase and one.to == (ME,)
            for said in read_press(one.text, g.game.variant)
            if isinstance(said, dpp.IWill)
            for order in said.orders
        ]
        evening.order()
        g = evening.game
        if promised:
            turn = next(one for one in reversed(g.history) if str(one.phase) == phase)
            for power, order in promised:
                assert write(order) in map(write, turn.orders[power])
    assert g.stage is Stage.OVER and g.history
    assert str(g.history[-1].phase) == f"W{LAST}A"


def _check_is_letter(text: str) -> None:
    """Nothing of a program's language is in what people read first."""
    assert not re.search(r"\b(?:PRP|XDO|REJ|BWX|DAIDE|DPP|NOTE)\b|[{}]|\(\w+ \(", text), text
    assert text[0].isupper() and text[-1] in ".?!", text
