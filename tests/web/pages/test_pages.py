"""Pages as somebody without script uses them: accounts, a game from its creation into play."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from tests.web.conftest import PASSWORD, House
from tests.web.pages.reader import Reader, number_in, reader

NASTY = """<script>alert(1)</script>"'><img src=x onerror=alert(2)>{{7*7}}"""


def set_up(house: House, title: str = "By pages") -> tuple[Reader, list[Reader], int]:
    """A master and seven players in a game that has begun."""
    master = reader(house, 1)
    form = master.get("/games/new").form("/games/new")
    page = master.send(form, title=title, movement="1 d")
    game = number_in(str(page.answer.url))
    players = [reader(house, number) for number in range(2, 9)]
    for one in players:
        one.send(one.get(f"/games/{game}").form("/do/join"))
    page = master.send(master.get(f"/games/{game}").form("/do/begin"))
    assert page.status == 200
    assert "Spring 1901, movement" in page.text
    return master, players, game


def test_a_visitor_sees_what_this_is(house: House):
    page = reader(house).get("/")
    assert page.status == 200
    assert {"/games", "/variants", "/register", "/sign-in?next=/"} <= set(page.links)
    assert "script-src 'self'" in page.answer.headers["Content-Security-Policy"]
    assert "unsafe" not in page.answer.headers["Content-Security-Policy"]


def test_an_account_from_its_beginning(house: House):
    visitor = reader(house)
    form = visitor.get("/register").form("/register")
    page = visitor.send(form, name="Ada", address="ada@dip.example", password="short")
    assert page.status == 422
    assert page.form("/register").fields["name"] == ["Ada"]
    assert page.form("/register").fields["password"] == [""]
    page = visitor.send(form, name="Ada", address="ada@dip.example", password=PASSWORD)
    assert "Enter the code" in page.text
    wrong = visitor.send(page.form("/confirm"), code="000000")
    assert wrong.status == 403
    assert wrong.form("/confirm").fields["address"] == ["ada@dip.example"]


def test_signing_in_leads_on_to_where_one_was(house: House):
    house.account(3)
    one = reader(house)
    form = one.get("/sign-in?next=/variants").form("/sign-in")
    assert one.send(form, who="Player 3", password="wrong password").status == 401
    page = one.send(form, who="Player 3", password=PASSWORD)
    assert page.answer.url.path == "/variants"
    assert "Player 3" in page.text
    page = one.send(page.form("/sign-out"))
    assert "Sign in" in page.text


@pytest.mark.parametrize("next_", ["//evil.example", "https://evil.example", "/\\evil", "x\n"])
def test_nobody_is_led_to_another_site(house: House, next_: str):
    house.account(3)
    one = reader(house)
    form = one.get("/sign-in").form("/sign-in")
    page = one.send(form, who="Player 3", password=PASSWORD, next=next_)
    assert (page.answer.url.host, page.answer.url.path) == ("judge", "/")


@pytest.mark.parametrize("origin", [None, "null", "https://evil.example", "http://judge.evil"])
def test_no_other_site_sends_a_form(house: House, origin: str | None):
    one = reader(house, 3)
    headers = {"Origin": origin} if origin else {}
    answer = one.browser.request("POST", "/games/new", data={"title": "x"}, headers=headers)
    assert answer.status_code == 403
    answer = house.browser().request(
        "POST", "/sign-in", data={"who": "Player 3", "password": PASSWORD}, headers=headers
    )
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers


def forming(house: House, **settings: str) -> tuple[Reader, int]:
    """A game that a master has made, and one more who may join it."""
    master = reader(house, 1)
    page = master.send(master.get("/games/new").form("/games/new"), title="To come", **settings)
    return reader(house, 2), number_in(str(page.answer.url))


def test_a_game_to_come_says_when_it_begins_and_who_gets_which_power(house: House):
    one, game = forming(house)
    page = one.get(f"/games/{game}")
    assert (
        "It begins when a game master says so. Powers are assigned by the players' preferences"
        in page.text
    )
    assert "wishes" in page.form("/do/join").fields and "0 of 7 chairs are taken." in page.text
    page = one.send(page.form("/do/join"))
    assert "1 of 7 chairs are taken." in page.text and "You are in. Which power you" in page.text

    for number in range(3, 10):
        other = reader(house, number)
        page = other.send(other.get(f"/games/{game}").form("/do/join"))
    assert "The seats are taken; you are on the waiting list." in page.text

    one, game = forming(house, begins="full", seating="lot", entry="master")
    page = one.get(f"/games/{game}")
    assert (
        "as soon as every seat is taken. Powers are assigned by lot. To join, you need" in page.text
    )
    assert "wishes" not in page.form("/do/join").fields, "a lot asks nobody"
    page = one.send(page.form("/do/join"))
    assert "You are waiting for a game master to let you in." in page.text
    assert "A game master assigns" in one.get(f"/games/{forming(house, seating='master')[1]}").text


def test_orders_by_lists_and_as_text_are_the_same_sheet(house: House):
    _, players, game = set_up(house)
    one = players[0]
    form = one.get(f"/games/{game}").form("/listed-orders")
    units = [name for name in form.fields if name.startswith("order:")]
    chosen = {name: form.offered[name][2] for name in units}
    page = one.send(form, **chosen)
    assert page.form("/do/save-orders").fields["text"][0].split("\n") == list(chosen.values())
    assert {n: v[0] for n, v in page.form("/listed-orders").fields.items() if n in units} == chosen
    assert f"{len(units)} of {len(units)} ordered" in page.text

    page = one.send(page.form("/do/save-orders"), text="nonsense\nA Nowhere - Elsewhere")
    assert "no-" not in page.text
    assert "nonsense" in page.form("/do/save-orders").fields["text"][0], "nothing written is lost"
    assert not any(form.action.endswith("/listed-orders") for form in page.forms)


def test_two_tabs_do_not_overwrite_each_other(house: House):
    _, players, game = set_up(house)
    one = players[0]
    first = one.get(f"/games/{game}").form("/do/save-orders")
    second = one.get(f"/games/{game}").form("/do/save-orders")
    one.send(first, text="here")
    page = one.send(second, text="there")
    assert page.status == 412
    assert "changed meanwhile" in page.text
    assert page.form("/do/save-orders").fields["text"] == ["there"]


def test_ready_and_judged(house: House):
    master, players, game = set_up(house)
    for one in players:
        page = one.send(one.get(f"/games/{game}").form("/do/set-ready"), ready="yes")
        page = one.send(page.form("/do/set-ready"))  # with gaps: it is asked
    assert "Fall 1901, movement" in page.text
    head = page.source.partition('id="game"')[2].partition("</p>")[0]
    assert page.place == "ready" and "Fall 1901, movement" in head
    page = master.get(f"/games/{game}/turns/S1901M?why=true")
    assert "hold" in page.text.lower() or " H" in page.text
    assert f"/games/{game}" in page.links
    assert master.get(f"/games/{game}/turns/S1871M").status == 404


def test_press_in_threads(house: House):
    _, players, game = set_up(house)
    one, other, third = players[:3]
    powers = [p.get(f"/games/{game}").text.partition("You play ")[2].split()[0] for p in players]
    page = one.send(
        one.get(f"/games/{game}").form("/do/send"), text=f"Hello {NASTY}", to=[powers[1].upper()]
    )
    assert f"Hello {NASTY}" in page.text
    assert "<script>alert" not in page.source
    assert "{{7*7}}" in page.text
    assert "1 unread" in other.get("/").text
    assert "Hello" in other.get(f"/games/{game}?thread={'+'.join(powers[:2]).upper()}").text
    assert "unread" not in other.get("/").text
    later = other.get(f"/games/{game}?thread={'+'.join(powers[:2]).upper()}").form("/unread")
    assert "1 unread" in other.send(later, number=later.offered["number"][0]).text
    assert "unread" not in one.get("/").text
    # Nobody puts aside what he cannot read, nor in a thread that is none.
    for who, fields in ((third, {}), (other, {"thread": "ALL"}), (other, {"number": "99"})):
        assert who.send(later, **fields).status == 422
    assert "Hello" not in third.get(f"/games/{game}").text
    page = one.send(page.form("/do/send"), text="", to=[])
    assert page.status == 422


def test_votes(house: House):
    _, players, game = set_up(house)
    page = players[0].send(players[0].get(f"/games/{game}").form("/do/propose"))
    page = players[0].send(page.form("/do/propose"))
    assert "Draw" in page.text
    assert "open vote" not in page.text, "who proposes it agrees to it"
    assert "More 1 open vote" in players[1].get(f"/games/{game}").text
    for one in players[1:]:
        page = one.send(one.get(f"/games/{game}").form("/do/vote"), agrees="yes")
        page = one.send(page.form("/do/vote"))
    assert "drawn" in page.text, "how it ended"


def test_what_was_chosen_stays_where_a_game_is_refused(house: House):
    master = reader(house, 1)
    form = master.get("/games/new").form("/games/new")
    page = master.send(form, title="Mine", movement="never ever", grace="2 h")
    assert page.status == 422
    again = page.form("/games/new").fields
    assert (again["title"], again["movement"], again["grace"]) == (
        ["Mine"],
        ["never ever"],
        ["2 h"],
    )


@pytest.mark.parametrize(
    "path", ["/nothing", "/games/77", "/people/999", "/variants/none", "/games/x"]
)
def test_what_is_not_there_is_told_on_a_page(house: House, path: str):
    page = reader(house).get(path)
    assert page.status in (404, 422)
    assert "That did not work" in page.text
    assert "openapi" not in page.text, "that is for programs"
    assert "Sign out" in reader(house, 1).get(path).text, "who is signed in stays so"


def test_texts_of_people_stay_texts(house: House):
    master, _, game = set_up(house, NASTY)
    for path in ("/", "/games", f"/games/{game}", "/games?kind=running&title=alert"):
        page = master.get(path)
        assert "<script>alert" not in page.source
        assert NASTY in page.text or path == "/games"


def test_every_link_of_the_first_pages_leads_somewhere(house: House):
    _, players, _ = set_up(house)
    seen: set[str] = set()
    waiting = ["/"]
    while waiting and len(seen) < 40:
        path = waiting.pop(0).partition("#")[0]
        if path in seen or path.startswith(("/api", "/variants/")):
            continue
        seen.add(path)
        page = players[0].get(path)
        assert page.status == 200, path
        waiting += [link for link in page.links if link.startswith("/")]
    assert len(seen) > 8


def test_a_game_is_opened_by_few_questions(house: House):
    """Each costs a page about as much as a panel of it: who asks, what is new in the game, what its
    people are called, what of the press was read, where its news go on; and, as that is noted,
    whether the judge may be written."""
    master, (player, *_), game = set_up(house)
    master.send(master.get(f"/games/{game}").form("/do/send"), text="Welcome", all="yes")
    asked: list[str] = []

    def note(_: object, __: object, statement: str, *___: object) -> None:
        if "upkeep." not in statement:  # looked up once a second, whoever asks
            asked.append(statement.split(maxsplit=1)[0])

    sa.event.listen(house.judge.database.engine, "before_cursor_execute", note)
    try:
        player.get(f"/games/{game}?thread=ALL")
        first = tuple(asked)
        asked.clear()
        player.get(f"/games/{game}?thread=ALL")
    finally:
        sa.event.remove(house.judge.database.engine, "before_cursor_execute", note)
    # All is of one moment here, which had begun when he looked before: it is read whole.
    assert first.count("SELECT") == 7 and "INSERT" in first, "that the message was read is noted"
    assert asked == ["SELECT"] * 4, "where its news go on is remembered"
