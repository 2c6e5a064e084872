"""The pages of admins: theirs alone; the judge's health, complaints, people."""

import ast
import inspect

import pytest

from dragoman.judge.log.state import Stage
from dragoman.judge.outbox.letters import Mail, post
from dragoman.judge.outbox.sending import Undelivered
from dragoman.judge.running import doctor
from dragoman.judge.storage.game_store import set_aside
from dragoman.words import MESSAGES, word_file
from tests.web.conftest import PASSWORD, ROOT, House
from tests.web.pages.reader import Reader, reader
from tests.web.tables import begun, seats


def admin(house: House) -> Reader:
    return reader(house, 99)


@pytest.mark.parametrize("path", ["/admin", "/admin/people", "/admin/people/1"])
def test_admins_pages_are_for_admins(house: House, path: str):
    house.account(1)
    assert reader(house).get(path).status == 401
    assert reader(house, 3).get(path).status == 403
    token = {"Authorization": f"Bearer {house.token(99, 'read', 'admin')}"}
    assert house.browser().request("GET", path, headers=token).status_code == 403
    page = admin(house).get(path)
    assert page.status == 200
    assert "/admin" in page.links
    assert "/admin" not in reader(house, 3).get("/games").links


@pytest.mark.parametrize("act", ["rename", "block", "make-admin", "password", "sign-out", "delete"])
def test_nobody_else_does_what_admins_do(house: House, act: str):
    number, other = house.account(1), reader(house, 3)
    headers = {"Origin": "http://judge"}
    fields = {"name": "Player 1", "why": "x", "password": "twelve little owls"}
    path = f"/admin/people/{number}/{act}"
    assert other.browser.request("POST", path, data=fields, headers=headers).status_code == 403
    assert admin(house).browser.request("POST", path, data=fields).status_code == 403, "no origin"
    person = house.judge.accounts.people.person(number)
    assert (person.name, person.blocked, person.is_admin) == ("Player 1", "", False)


def test_the_judge_says_how_it_fares(house: House):
    game = begun(house)
    set_aside(house.judge.database, game, ("ValueError", "engine.py:1"), house.clock())
    with house.judge.database.writing() as connection:
        post(connection, Mail("nobody@dip.example", "Hello", "secret text"), house.clock())

    def refuse(delivery: object) -> None:
        raise Undelivered("there is no such address", for_good=True)

    house.judge.outbox.send(refuse, refuse, house.clock())
    root = admin(house)
    page = root.get("/admin")
    assert "games: 1 running" in page.text
    assert "engine.py:1" in page.text
    assert "there is no such address" in page.text
    assert "secret text" not in page.source
    page = root.send(page.form(f"/games/{game}/try-again"))
    assert "engine.py:1" not in page.text
    page = root.send(page.form("/try-again"))
    assert house.judge.outbox.waiting() == 1
    assert root.send(page.form("/sign-out")).status == 200


def test_how_the_judge_fares_is_told_in_german(house: House):
    game = begun(house)
    set_aside(house.judge.database, game, (), house.clock())
    with house.judge.database.writing() as connection:
        post(connection, Mail("nobody@dip.example", "Hello", "secret text"), house.clock())
    house.clock.wait(hours=1)
    root = admin(house)
    root.browser.client.headers["Accept-Language"] = "de"
    page = root.get("/admin").text
    for said in (
        "Partien: 1 laufend",
        "frei für",
        "Journal: vorausgeschrieben",
        f"Partie {game} wird seit 2026-01-05 12:00 UTC nicht ausgewertet, 1 Versuch",
        "kein Grund vermerkt",
        f"beheben, dann: dragoman judge retry {game}",
        "1 Mail oder Aufruf hätte vor einer Viertelstunde hinausgehen sollen",
    ):
        assert said in page


def test_all_that_a_judge_says_of_itself_on_pages_has_german_words():
    """What ``look_over`` finds is shown on them; all else of the doctor's stays in the terminal."""
    shown = (doctor._room, doctor._journal, doctor._clock, doctor._games, doctor._letters)
    found = {doctor._RUN_A_WORKER}
    for function in shown:
        for node in ast.walk(ast.parse(inspect.getsource(function))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                texts = {"said": slice(1), "Finding": slice(1), "_fault": slice(1, 3)}
                taken = texts.get(node.func.id.replace("_advice", "_fault"), slice(0))
                found |= {one.value for one in node.args[taken] if isinstance(one, ast.Constant)}
            elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
                found.add(node.value.value)
    found |= {f"{{count}} {stage.value}" for stage in Stage}
    assert len(found) > 20
    assert found - {"PRAGMA journal_mode"} <= set(word_file(MESSAGES, "de"))


def test_complaints_of_all_games_but_those_in_which_one_plays(house: House):
    for title in ("First", "Second"):
        game = begun(house, title=title)
        who = seats(house, game)
        who["FRANCE"].do(game, "send", text=f"you fool of {title}", to=["ITALY"])
        who["ITALY"].do(game, "report-message", number=1, why="rude")
        house.clock.wait(minutes=1)
    page = admin(house).get("/admin")
    assert "you fool of First" in page.text
    assert page.text.index("Second") < page.text.index("First")
    player = reader(house, 12)
    house.judge.accounts.people.set_admin(ROOT, house.account(12), True)
    assert "you fool" not in player.get("/admin").text


def test_people_are_found_made_blocked_and_forgotten(house: House):
    house.account(1)
    root = admin(house)
    page = root.send(
        root.get("/admin/people").form("/admin/people", 1),
        name="Ada",
        address="ada@dip.example",
        password=PASSWORD,
    )
    assert "Ada" in page.text
    again = root.send(page.form("/admin/people", 1), name="ada", address="b@dip.example")
    assert again.status == 422
    assert again.form("/admin/people", 1).fields["address"] == ["b@dip.example"]
    ada = house.judge.accounts.people.called("Ada")
    assert ada is not None
    page = root.get("/admin/people?name=ADA")
    assert page.answer.status_code == 303
    page = root.get(f"/admin/people/{ada.number}")
    assert "ada@dip.example" in page.text
    assert root.get("/admin/people?name=nobody").status == 404

    one = reader(house)
    assert one.sign_in("Ada").status == 200
    page = root.send(page.form("/block"), why="")
    assert page.status == 422
    page = root.send(page.form("/block"), why="too loud")
    assert "too loud" in page.text
    assert one.get("/account").status == 401
    page = root.send(page.form("/unblock"))
    page = root.send(page.form("/password"), password="twelve little owls")
    assert one.sign_in("Ada", "twelve little owls").status == 200
    page = root.send(page.form("/make-admin"))
    assert one.get("/admin").status == 200
    page = root.send(page.form("/unmake-admin"))
    assert one.get("/admin").status == 403
    page = root.send(page.form("/rename"), name="Ada Lovelace")
    answer = root.browser.request("GET", f"/admin/people/{ada.number}/export")
    assert answer.json()["account"]["name"] == "Ada Lovelace"
    page = root.send(page.form("/delete"), name="Ada")
    assert page.status == 422
    page = root.send(page.form("/delete"), name="Ada Lovelace")
    assert "gone" in page.text


def test_nobody_takes_an_admins_standing_from_himself(house: House):
    root = admin(house)
    number = house.account(99)
    page = root.get(f"/admin/people/{number}")
    offered = {form.action.rpartition("/")[2] for form in page.forms}
    assert not offered & {"unmake-admin", "block", "password"}
    headers = {"Origin": "http://judge"}
    for act in ("unmake-admin", "block", "password"):
        path = f"/admin/people/{number}/{act}"
        fields = {"why": "me", "password": "twelve little owls"}
        answer = root.browser.request("POST", path, data=fields, headers=headers)
        assert answer.status_code == 403, act
    assert root.send(page.form("/delete"), name="Player 99").status == 422, "he is the last one"
    assert root.get("/admin/people/999").status == 404
    nothing = root.browser.request("POST", f"/admin/people/{number}/crown", headers=headers)
    assert nothing.status_code == 404
