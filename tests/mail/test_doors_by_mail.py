"""Mail holds the rules of all doors: who may register, and which games somebody may know of."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dragoman.judge.accounts.registration import RegistrationMode
from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.mail.message import MailAnswer
from tests.mail.house import PASSWORD, PEOPLE, House, open_house

ROOT = Actor(is_admin=True)
MISSING = 4711


@pytest.fixture
def house(tmp_path: Path) -> House:
    return open_house(tmp_path)


def said(given: MailAnswer) -> str:
    return "\n".join(line for part in given.parts for line in part.lines)


def hidden_game(house: House, **settings: object) -> int:
    wished = {"title": "Hidden", "listed": False, **settings}
    number, _ = house.judge.games.create(wished, PEOPLE["max"], house.now)
    assert number is not None
    return number


@pytest.mark.parametrize(
    "text",
    [
        "SIGNON {game}", "SIGNON F{game}", "SIGNON O{game}", "SIGNON ?{game} code guess",
        f"SIGNON F{{game}} {PASSWORD}", "OBSERVE {game}", "SUMMARY {game}", "RESIGN {game}",
    ],
)  # fmt: skip
def test_who_may_not_know_of_a_game_is_answered_as_if_there_were_none(
    house: House, text: str
) -> None:
    both = (hidden_game(house), MISSING)
    for name, known in (("bob", True), ("bob", False), ("nobody@post.example", False)):
        told = {game: said(house.write(name, text.format(game=game), known=known)) for game in both}
        assert len({re.sub(rf"(?<!\d){game}(?!\d)", "N", one) for game, one in told.items()}) == 1


def test_who_has_a_part_or_the_code_gets_in(house: House) -> None:
    hidden = hidden_game(house, entry="code", code="sesame")
    assert f"game {hidden}" in said(house.write("max", f"SIGNON M{hidden}"))
    assert "no game" in said(house.write("bob", f"SIGNON ?{hidden} code open"))
    house.write("bob", f"SIGNON ?{hidden} code sesame")
    assert PEOPLE["bob"] in house.judge.games.load(hidden).applicants
    by_password = said(house.write("max", f"SIGNON M{hidden} {PASSWORD}", known=False))
    assert "Hidden" in by_password
    house.judge.act(hidden, c.Invite(PEOPLE["ann"]), Actor(PEOPLE["max"]), house.now)
    assert "Hidden" in said(house.write("ann", f"SIGNON ?{hidden}"))


def test_registering_by_mail_follows_the_mode_and_the_notice(house: House, tmp_path: Path) -> None:
    registration, form = house.judge.accounts.registration, "REGISTER Nell New\n{more}\nEND"
    registration.set_mode(ROOT, RegistrationMode.CLOSED, house.now)
    refused = said(house.write("new@post.example", form.format(more=""), known=False))
    assert "takes nobody new" in refused
    made = registration.invitations.make(ROOT, 0, house.now)
    (tmp_path / "notice.md").write_text("Be fair to **all**.", "utf-8")
    house.judge.site.texts.folder = tmp_path
    more = f"Invitation: {made}"
    told = said(house.write("new@post.example", form.format(more=more), known=False))
    assert "Be fair to **all**." in told
    version = re.search(r"Accept: (\w+)", told)
    assert version is not None and house.judge.accounts.people.called("Nell New") is None
    more += f"\nAccept: {version[1]}"
    told = said(house.write("new@post.example", form.format(more=more), known=False))
    assert "A code was mailed" in told
    assert house.judge.accounts.people.called("Nell New") is not None


def test_who_registers_by_mail_waits_where_he_has_to(house: House) -> None:
    registration, form = house.judge.accounts.registration, "REGISTER Nell New\nAbout: Hi\nEND"
    registration.set_mode(ROOT, RegistrationMode.APPROVAL, house.now)
    registration.set_attack(ROOT, 1, house.now)
    told = said(house.write("new@post.example", form, known=False))
    assert "in a quarter of an hour" in told and "An admin lets new players in" in told
    code = house.code_for("new@post.example")
    assert "An admin lets" in said(house.write("new@post.example", f"CONFIRM {code}", known=False))
    [waiting] = house.judge.accounts.applicants.all(ROOT)
    assert waiting.words == "Hi"
    refused = said(house.write("new@post.example", "SIGNON O1"))
    assert "Friends" not in refused
    house.judge.accounts.applicants.let_in(ROOT, waiting.person, house.now)
    assert "Friends" in said(house.write("new@post.example", "SIGNON O1"))
