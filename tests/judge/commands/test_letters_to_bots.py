"""People write to partners in words, and are answered in words, in their language."""

from __future__ import annotations

import pytest

from dragoman.judge.commands import command as c, forming
from dragoman.judge.log.state import PressMessage
from dragoman.judge.views.press_view import press_view
from dragoman.press.letters import letter_of_program
from tests.judge.commands.test_bots import begun
from tests.judge.table import Table


@pytest.fixture(autouse=True)
def lot(monkeypatch: pytest.MonkeyPatch) -> None:
    """In some games Italy herself goes to Tyrolia, and will not leave it alone."""
    monkeypatch.setattr(forming.secrets, "randbits", lambda bits: 7)


def written(table: Table, text: str, to: tuple[str, ...] = ("ITALY",)) -> list[PressMessage]:
    """The answers to a letter of Austria."""
    since = len(table.g.messages) + 1
    table.done(c.Send(text, to), "AUSTRIA")
    table.wait(minutes=1)
    return [one for one in table.g.messages[since:] if "AUSTRIA" in one.to]


def letter(table: Table, one: PressMessage, language: str) -> str:
    return letter_of_program(one.text, table.g.game.variant, language)


def test_a_letter_is_answered_in_sentences_of_its_language() -> None:
    table = begun(bot="partner")
    table.wait(seconds=0)
    [answer] = written(table, "DMZ in Tyrolia? Also, who are you?")
    assert "DAIDE: YES (PRP (DMZ (AUS ITA) (TYR)))" in answer.text.splitlines()
    read = letter(table, answer, "en")
    assert read.startswith("Agreed: no units of Austria and Italy in Tyrolia.")
    assert "did not understand all of your letter" in read and "“support me into …”" in read
    [answer] = written(table, "Tirol bleibt leer, und du bist ein Esel")
    assert answer.text.startswith("Nicht alles in deinem Brief habe ich verstanden.")
    assert letter(table, answer, "en") == "Some of your letter I did not understand."
    [answer] = written(table, "Ich ziehe nach Serbien.")
    assert letter(table, answer, "de").startswith("Danke, dass du es sagst, ich rechne damit (")


def test_yes_is_said_to_what_was_offered_last() -> None:
    table = begun(bot="partner")
    table.wait(seconds=0)
    offers = [one for one in table.g.messages if "AUSTRIA" in one.to and "propose" in one.text]
    for offer in offers[:1]:
        [answer] = written(table, "Agreed!", (offer.sender,))
        assert "NOTE: agreed" in answer.text.splitlines()
    silent = next(
        power
        for power, seat in table.g.seats.items()
        if seat.bot and not any(power == one.sender for one in offers)
    )
    [answer] = written(table, "Yes", (silent,))
    assert letter(table, answer, "en").startswith("Yes or no to what?")


def test_nobody_else_reads_it_and_letters_to_all_are_for_nobody() -> None:
    table = begun(bot="partner")
    table.wait(seconds=0)
    assert written(table, "DMZ in Tyrolia?")
    others = [one["text"] for one in press_view(table.viewer(12))]
    assert not any("Tyr" in text for text in others)
    assert not written(table, "Peace?", ())
