"""Registration by pages: from an operator who closes it to somebody invited who accepts the rules;
whom admins let in; forms with a puzzle."""

from __future__ import annotations

import re
from pathlib import Path

from dragoman.judge.accounts.registration import RegistrationMode
from dragoman.judge.commands.permissions import Actor
from tests.web.conftest import PASSWORD, ROOT, House
from tests.web.pages.reader import Page, Reader, reader
from tests.web.test_accounts import code_for

FORM = "/register"
ANN = {"name": "Ann", "address": "ann@dip.example", "password": PASSWORD}


def admin(house: House) -> Reader:
    return reader(house, 99)


def has_form(page: Page, action: str) -> bool:
    return any(one.action == action for one in page.forms)


def invitation_in(page: Page) -> str:
    """The path of the only invitation on a page."""
    [found] = re.findall(r'value="[^"]*(/register\?invitation=[^"]+)"', page.source)
    return str(found)


def set_mode(house: House, mode: RegistrationMode) -> None:
    house.judge.accounts.registration.set_mode(ROOT, mode, house.clock())


def test_somebody_invited_registers_though_the_house_is_closed(
    house: House, tmp_path: Path
) -> None:
    (tmp_path / "rules.md").write_text("# Our rules\n\nNobody cheats.", "utf-8")
    notice_text = "Be **fair**, by our [rules](/house/rules). <script>x</script>"
    (tmp_path / "notice.md").write_text(notice_text, "utf-8")
    house.judge.site.texts.folder = tmp_path
    root, ann = admin(house), reader(house)
    page = root.get("/admin/registration")
    page = root.send(page.form("/registration/mode"), mode="closed")
    assert "Saved" in page.text
    closed = ann.get("/register")
    assert "takes nobody new" in closed.text and not has_form(closed, FORM)
    page = root.send(page.form("/registration/invite"), note="Ann")
    link = invitation_in(page)
    asked = ann.get(link)
    assert "You were invited" in asked.text
    assert "Be fair" in asked.text and "<script>x" not in asked.source
    assert "/house/rules" in asked.links
    assert "Nobody cheats" in ann.get("/house/rules").text
    refused = ann.send(asked.form(FORM), **ANN)
    assert refused.status == 422 and "accept" in refused.text
    assert house.judge.accounts.people.called("Ann") is None
    notice = house.judge.accounts.registration.notice("en")
    assert notice is not None
    told = ann.send(refused.form(FORM), **ANN, accepted=notice.version)
    assert told.status == 200, told.text
    done = ann.send(told.form("/confirm"), code=code_for(house, ANN["address"]))
    assert done.status == 200
    page = ann.get("/sign-in")
    assert ann.send(page.form("/sign-in"), who="Ann", password=PASSWORD).status == 200
    made = house.judge.accounts.people.called("Ann")
    assert made is not None
    [row] = house.judge.accounts.own_data.export(Actor(made.number), made.number)["registrations"]
    assert row["notice"] == notice.version
    other = reader(house)
    again = other.send(asked.form(FORM), **ANN | {"name": "Bob"}, accepted=notice.version)
    assert again.status == 403 and "over" in again.text


def test_whoever_waits_is_let_in_or_turned_away(house: House) -> None:
    set_mode(house, RegistrationMode.APPROVAL)
    ann, root = reader(house), admin(house)
    page = ann.get("/register")
    assert "lets new players in" in page.text
    page = ann.send(page.form(FORM), **ANN, words="A friend of Bob's")
    page = ann.send(page.form("/confirm"), code=code_for(house, ANN["address"]))
    assert "has yet to let you in" in page.text
    page = ann.get("/sign-in")
    page = ann.send(page.form("/sign-in"), who="Ann", password=PASSWORD)
    assert page.status == 403 and "has yet to let you in" in page.text
    asked = root.get("/admin/registration")
    assert "A friend of Bob's" in asked.text and ANN["address"] in asked.text
    assert root.send(asked.form("/let-in")).status == 200
    assert "Saved" in root.get("/admin/registration?done=true").text
    assert ann.send(page.form("/sign-in"), who="Ann", password=PASSWORD).status == 200


def test_a_link_of_a_member_lets_one_in_by_invitation(house: House) -> None:
    set_mode(house, RegistrationMode.INVITATION)
    member, ann = reader(house, 3), reader(house)
    assert "by invitation" in ann.get("/register").text
    page = member.send(member.get("/account/invitations").form("/account/invitations"), note="Ann")
    link = invitation_in(page)
    asked = ann.get(link)
    assert ann.send(asked.form(FORM), **ANN).status == 200
    assert "1 of 1" in member.get("/account/invitations").text


def test_a_form_without_a_solved_puzzle_has_its_code_later(house: House) -> None:
    house.judge.accounts.registration.set_attack(ROOT, 1, house.clock())
    ann = reader(house)
    page = ann.get("/register")
    assert "puzzle.js" in page.source and "Without JavaScript" in page.text
    told = ann.send(page.form(FORM), **ANN)
    assert "quarter of an hour" in told.text
    code = code_for(house, ANN["address"])
    house.clock.wait(minutes=20)
    assert ann.send(told.form("/confirm"), code=code).status == 200


def test_guests_are_not_offered_what_they_cannot_do(house: House) -> None:
    visitor = reader(house)
    assert has_form(visitor.get("/"), "/play")
    set_mode(house, RegistrationMode.INVITATION)
    page = visitor.get("/")
    assert not has_form(page, "/play")
    headers = {"Origin": "http://judge"}
    assert visitor.browser.request("POST", "/play", data={}, headers=headers).status_code == 403


def test_the_api_says_how_one_registers_and_holds_the_same_rule(house: House) -> None:
    visitor = house.visitor
    told = visitor.get("/accounts/registration")
    assert told == {"mode": "open", "puzzle": False, "notice": None, "guests": True}
    set_mode(house, RegistrationMode.CLOSED)
    assert visitor.get("/accounts/registration")["mode"] == "closed"
    answer = visitor("POST", "/accounts", ANN)
    assert answer.status_code == 403
    assert answer.json()["diagnostics"][0]["code"] == "registration-closed"
    puzzle = visitor.get("/accounts/puzzle")
    assert puzzle["algorithm"] == "SHA-256" and puzzle["salt"].endswith("&")
    house.clock.wait(minutes=1)
    made = house.judge.accounts.registration.invitations.make(ROOT, 0, house.clock())
    answer = visitor("POST", "/accounts", ANN | {"invitation": made})
    assert answer.status_code == 201 and not answer.json()["slow"]
