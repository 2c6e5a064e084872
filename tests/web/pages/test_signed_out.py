"""What is written while a session ends is neither lost, nor sent unasked, nor shown to others; and
whoever signs in comes back to where he was."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest

from dragoman.judge.commands.permissions import Actor
from tests.web.conftest import PASSWORD, House
from tests.web.pages.reader import Page, PageForm, Reader, reader
from tests.web.pages.test_pages import set_up
from tests.web.tables import begun
from tests.web.test_accounts import mailed


def told(page: Page) -> str:
    return page.source.partition('role="alert"')[2].partition("</ul>")[0]


def power_of(one: Reader, game: int) -> str:
    return one.get(f"/games/{game}").text.partition("You play ")[2].split()[0].upper()


def ends_sessions(house: House, number: int) -> None:
    """As whoever signs out everywhere does it."""
    account = house.account(number)
    house.judge.accounts.sign_ins.end_session(Actor(account), account)


def test_a_letter_outlives_the_session_and_arrives_once(house: House) -> None:
    _, (one, other, *_), game = set_up(house)
    mine, theirs = power_of(one, game), power_of(other, game)
    thread = "%2B".join(sorted((mine, theirs)))
    form = one.get(f"/games/{game}?thread={thread}").form("/do/send")
    ends_sessions(house, 2)
    page = one.send(form, text="Shall we?\n<b>Belgium</b> for you.")
    assert page.status == 401 and "has not been sent" in page.text
    page = one.send(page.form("/sign-in"), who="Player 2", password="not this one")
    assert page.status == 401
    page = one.send(page.form("/sign-in"), who="Player 2", password=PASSWORD)
    assert page.status == 200 and "Sign out" in page.text
    assert "has not been sent" in told(page)
    form = page.form("/do/send")
    assert form.fields["text"] == ["Shall we?\n<b>Belgium</b> for you."]
    assert form.fields["to"] == [theirs]
    assert "Shall we?" not in other.get(f"/games/{game}?thread={thread}").text, "not yet"
    one.send(form)
    assert other.get(f"/games/{game}?thread={thread}").text.count("Shall we?") == 1


def test_nobody_else_is_shown_what_somebody_wrote(house: House) -> None:
    _, (one, other, *_), game = set_up(house)
    theirs = power_of(other, game)
    form = one.get(f"/games/{game}?thread=new").form("/do/send")
    ends_sessions(house, 2)
    page = one.send(form, text="For no other eyes", to=[theirs])
    page = one.send(page.form("/sign-in"), who="Player 4", password=PASSWORD)
    assert "Sign out" in page.text and "another account" in told(page)
    assert "For no other eyes" not in page.source
    # Nor is it sent in his name, where he had signed in beside an old page.
    page = one.send(form, text="For no other eyes", to=[theirs])
    assert "another account" in told(page)
    assert "For no other eyes" not in other.get(f"/games/{game}").text


@pytest.mark.parametrize(
    ("action", "written"),
    [
        ("/do/save-note", {"text": "Mind the gap", "phase": ""}),
        ("/do/save-orders", {"text": "A nowhere hold"}),
        ("/do/save-orders", {"text": "A par H", "phase": "F1901M"}),
    ],
)
def test_notes_and_orders_outlive_it_too(
    house: House, action: str, written: dict[str, str]
) -> None:
    _, (one, *_), game = set_up(house)
    form = one.get(f"/games/{game}").form(action)
    ends_sessions(house, 2)
    page = one.send(form, **written)
    page = one.send(page.form("/sign-in"), who="Player 2", password=PASSWORD)
    again = [f for f in page.forms if f.fields.get("text") == [written["text"]]]
    assert [f.action.endswith(action) for f in again] == [True]
    assert again[0].fields.get("phase", [""]) == [written.get("phase", "")]


def test_listed_orders_outlive_it_as_text(house: House) -> None:
    _, (one, *_), game = set_up(house)
    form = one.get(f"/games/{game}").form("/listed-orders")
    chosen = {name: form.offered[name][2] for name in form.fields if name.startswith("order:")}
    ends_sessions(house, 2)
    page = one.send(form, **chosen)
    page = one.send(page.form("/sign-in"), who="Player 2", password=PASSWORD)
    assert page.form("/do/save-orders").fields["text"][0].split("\n") == list(chosen.values())
    one.send(page.form("/do/save-orders"))
    page = one.get(f"/games/{game}")
    assert f"{len(chosen)} of {len(chosen)} ordered" in page.text


def test_an_order_for_money_outlives_it_and_is_given_by_its_writer_alone(house: House) -> None:
    game = begun(house, variant="machiavelli")
    one = reader(house, 11)
    spending = next(to for to in one.get(f"/games/{game}").links if f"/games/{game}?at=" in to)
    page = one.get(spending.partition("#")[0])
    forms = {f.fields["what"][0]: f for f in page.forms if "what" in f.fields}
    for what, typed, meant in (("pay", {"ducats": "2"}, "pay 2 d to "), ("spend", {}, "expense 1")):
        ends_sessions(house, 11)
        page = one.send(forms[what], **typed)
        assert page.status == 401 and "has not been sent" in page.text
        page = one.send(page.form("/sign-in"), who="Player 11", password=PASSWORD)
        assert "has not been sent" in told(page) and f"Not ordered yet: {meant}" in page.text
        kept = one.get(f"/games/{game}")
        assert not [f for f in kept.forms if f.action.endswith("/take-back")], "not yet"
        one.send(page.form("/money"))
        page = one.get(f"/games/{game}")
        one.send(page.form("/money/take-back"))
    ends_sessions(house, 11)
    page = one.send(forms["pay"], ducats="2")
    page = one.send(page.form("/sign-in"), who="Player 12", password=PASSWORD)
    assert "another account" in told(page) and "Not ordered yet" not in page.text
    page = one.send(forms["pay"], ducats="2")
    assert "another account" in told(page), "nor by an old page in another's name"
    ends_sessions(house, 12)
    page = one.send(PageForm(f"/games/{game}/money/take-back", "post", {"line": ["pay 2 d"]}))
    assert page.status == 401 and "has not been sent" not in page.text


def test_what_is_no_text_leads_back_to_the_game(house: House) -> None:
    _, (one, *_), game = set_up(house)
    form = one.get(f"/games/{game}").form("/do/set-ready")
    ends_sessions(house, 2)
    page = one.send(form)
    assert page.status == 401
    page = one.send(page.form("/sign-in"), who="Player 2", password=PASSWORD)
    assert page.answer.url.path == f"/games/{game}"


@pytest.mark.parametrize("text", ["", "nonsense", "{}", '{"game": 0, "command": "", "fields": {}}'])
def test_what_is_no_form_is_refused(house: House, text: str) -> None:
    one = reader(house, 2)
    assert one.send(PageForm("/unsent", "post"), unsent=text).status == 422


def test_who_signs_in_comes_back_with_all_that_stood_in_the_address(house: House) -> None:
    house.account(3)
    one = reader(house)
    page = one.get("/archive?title=Mine&rated=yes")
    (sign_in,) = [link for link in page.links if link.startswith("/sign-in")]
    (register,) = [link for link in page.links if link.startswith("/register")]
    assert one.get(register).form("/register").fields["next"] == ["/archive?title=Mine&rated=yes"]
    page = one.send(one.get(sign_in).form("/sign-in"), who="Player 3", password=PASSWORD)
    assert str(page.answer.url) == "http://judge/archive?title=Mine&rated=yes"


def test_a_form_of_another_page_leads_back_to_that_page(house: House) -> None:
    one = reader(house, 3)
    form = one.get("/settings").form("/settings")
    ends_sessions(house, 3)
    answer = one.browser.request(
        "POST", form.action, data=form.fields,
        headers={"Origin": "http://judge", "Referer": "http://judge/settings"},
    )  # fmt: skip
    assert answer.status_code == 401
    assert "/sign-in?next=/settings" in Page(answer).links
    answer = one.browser.request(
        "POST", form.action, data=form.fields,
        headers={"Origin": "http://judge", "Referer": "http://evil.example/settings"},
    )  # fmt: skip
    assert "/sign-in?next=/" in Page(answer).links


def test_another_password_leads_back_too(house: House) -> None:
    one = reader(house)
    page = one.get("/sign-in?next=/variants%3Fa%3Db")
    reset = next(link for link in page.links if link.startswith("/reset"))
    page = one.send(one.get(reset).form("/reset"), address="nobody@dip.example")
    assert page.form("/new-password").fields["next"] == ["/variants?a=b"]


def test_whoever_registers_comes_back_by_the_mail_too(house: House) -> None:
    game = begun(house)
    visitor = reader(house)
    register = next(
        link for link in visitor.get(f"/games/{game}").links if link.startswith("/register")
    )
    form = visitor.get(register).form("/register")
    page = visitor.send(form, name="Ada", address="ada@dip.example", password=PASSWORD)
    assert page.form("/confirm").fields["next"] == [f"/games/{game}"]
    # The page may be long gone: the mail leads on as well.
    link = re.search(r"^http://\S+/confirm\?\S+$", mailed(house)["ada@dip.example"], re.M)
    assert link is not None
    address = urlsplit(link[0])
    page = visitor.get(f"{address.path}?{address.query}")
    page = visitor.send(page.form("/confirm"))
    onward = next(link for link in page.links if link.startswith("/sign-in?next=/games"))
    page = visitor.send(visitor.get(onward).form("/sign-in"), who="Ada", password=PASSWORD)
    assert page.answer.url.path == f"/games/{game}" and "Sign out" in page.text
