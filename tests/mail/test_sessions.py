"""Mails to the judge and its answers, as data: each file of ``sessions`` is a few mails one after
the other, with the commands that stand in them and what has to come of it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dragoman.judge.accounts.preferences import Look
from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.mail.language.parser import MailCommand, MisreadCommand, read
from dragoman.mail.language.verbs import VERBS
from dragoman.mail.message import Attachment, MailAnswer, ReplySeat, WrittenFile
from tests.mail.house import PASSWORD, PEOPLE, House, address_of, lines_not_told, open_house, set_up

FOLDER = Path(__file__).with_name("sessions")
KNOWN = {
    "from", "text", "subject", "known", "seat", "attach", "commands", "answer", "not", "events",
    "game", "written", "on_file", "wrong", "files", "pictures", "wait", "standing",
}  # fmt: skip


def sessions() -> Iterator[tuple[str, dict[str, Any]]]:
    for path in sorted(FOLDER.glob("*.toml")):
        for number, session in enumerate(tomllib.loads(path.read_text("utf-8"))["session"], 1):
            yield f"{path.stem}-{number}-{session['about']}", session


SESSIONS = dict(sessions())


@pytest.mark.parametrize("session", SESSIONS.values(), ids=SESSIONS)
def test_a_session(session: dict[str, Any], tmp_path: Path) -> None:
    house = open_house(tmp_path)
    for settings in session.get("games", ()):
        begins = settings.pop("begun", True)
        set_up(house.judge, settings, begins)
        settings["begun"] = begins
    for step in session["mail"]:
        assert step.keys() <= KNOWN, step.keys() - KNOWN
        play(house, step)
    house.judge.close()


def play(house: House, step: dict[str, Any]) -> None:
    """Send a mail of a session, and see what comes of it."""
    house.wait(**step.get("wait", {}))
    name, game = step["from"], step.get("game", 1)
    text: str = step["text"]
    subject: str = step.get("subject", "orders")
    if "{code}" in text + subject:
        code = house.code_for(address_of(name))
        text, subject = text.replace("{code}", code), subject.replace("{code}", code)
    if "commands" in step:
        keys = [
            item.key if isinstance(item, MailCommand) else f"!{item.key}"
            for item in read(text).items
            if isinstance(item, MailCommand | MisreadCommand)
        ]
        assert keys == step["commands"]
    before = len(house.log(game)) if _is_game(house, game) else 0
    seat = None
    if (given := step.get("seat")) is not None:
        seat = ReplySeat(
            PEOPLE[given.get("person", name)], given.get("game", 1), given.get("thread", "")
        )
    attached = tuple(
        Attachment(one["name"], "text/plain", one["text"].encode())
        for one in step.get("attach", ())
    )
    known = step.get("known", seat is None)
    read_besides = tuple(WrittenFile(one["name"], one["text"]) for one in step.get("written", ()))
    answer = house.write(name, text, subject, known, seat, attached, written=read_besides)
    check(house, step, answer)
    if "events" in step:
        assert house.log(game)[before:] == step["events"], answer.text


def _is_game(house: House, game: int) -> bool:
    return bool(house.log(game))


def check(house: House, step: dict[str, Any], answer: MailAnswer) -> None:
    shown = f"{answer.subject}\n\n{answer.text}"
    for wanted in step.get("answer", ()):
        assert wanted in shown, f"{wanted!r} is not in:\n{shown}"
    for unwanted in step.get("not", ()):
        assert unwanted not in shown, f"{unwanted!r} is in:\n{shown}"
    assert ("  !!  " in answer.text) == step.get("wrong", False), shown
    assert PASSWORD not in shown and "horse" not in shown
    if not (seat := step.get("seat")) or not seat.get("thread"):
        assert lines_not_told(*house.sent[-1]) == [], shown
    game = (
        house.judge.games.load(step.get("game", 1))
        if "on_file" in step or "standing" in step
        else None
    )
    for key, text in step.get("on_file", {}).items():
        assert game is not None
        power, _, phase = key.partition(" ")
        sheet = game.sheets.get((power, phase or str(game.phase)))
        assert (sheet.text if sheet is not None else "") == text.strip("\n"), shown
    for name, value in step.get("standing", {}).items():
        assert game is not None
        found = (
            getattr(game.settings, name) if hasattr(game.settings, name) else getattr(game, name)
        )
        assert _plain(found) == value, (name, found, shown)
    assert [one.name for one in answer.files] == step.get("files", [])
    # Whoever signs on gets the map of the game as it stands.
    pictures = [one.phase for one in answer.pictures]
    assert pictures == step["pictures"] if "pictures" in step else set(pictures) <= {""}


def _plain(value: Any) -> Any:
    from enum import Enum

    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return list(value)
    return dict(value) if hasattr(value, "items") else value


def test_every_command_has_a_session() -> None:
    used: set[str] = set()
    for session in SESSIONS.values():
        for step in session["mail"]:
            used |= {one.key for one in read(step["text"]).items if isinstance(one, MailCommand)}
    assert VERBS.keys() - used == set()


def test_orders_are_told_in_the_notation_of_the_reader(tmp_path: Path) -> None:
    house = open_house(tmp_path)
    set_up(house.judge, {"title": "Words"})
    house.write("france", "SIGNON F1\nA par-bur")
    house.judge.act(1, c.ProcessNow(), Actor(PEOPLE["max"]), house.now)
    look = Look(notation="german")
    house.judge.accounts.looks.choose(Actor(PEOPLE["france"]), PEOPLE["france"], look)
    assert "Armee Paris zieht nach Burgund" in house.write("france", "HISTORY 1").text
    on_file = house.write("france", "SIGNON F1\nA bur-gas").text
    assert "Armee Burgund zieht nach Gascogne" in on_file
    assert "A bur-gas" in on_file, "his own words are repeated as he wrote them"
    assert "A Par–Bur" in house.write("england", "HISTORY 1").text
    house.judge.close()
