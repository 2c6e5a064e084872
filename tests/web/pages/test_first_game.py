"""The first game: a guest against bots, a coach who says what happened, and turns taken back."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from dragoman.judge.commands import command as c
from dragoman.judge.commands.judging import with_orders
from dragoman.judge.commands.permissions import Actor, bot_of
from dragoman.reports.coaching.advice import TOPICS
from dragoman.web.glossary import terms
from tests.web.conftest import House
from tests.web.pages.reader import Page, Reader, number_in, reader


def wait(house: House) -> None:
    """Let the clock do what is due: bots sit down and order, turns are judged."""
    while house.judge.games.tick(house.clock()) is not None:
        pass


def begun(house: House, power: str = "FRANCE") -> tuple[Reader, int, Page]:
    """A guest in his first game, and the page that he comes to."""
    one = reader(house)
    page = one.get("/tutorial")
    assert "/first-game" in page.links
    page = one.send(one.get("/first-game").form("/first-game"), power=power)
    assert page.status == 200, page.text
    game = number_in(str(page.answer.url))
    wait(house)
    return one, game, one.get(f"/games/{game}")


def set_up(house: House, game: int, bots: dict[str, str], position: dict[str, list[str]]) -> None:
    """Put a position, and what bots order in it."""
    g = house.judge.games.load(game)
    master = Actor(g.masters[0])
    data = {
        "phase": str(g.phase),
        "units": position,
        "centers": {"FRANCE": ["BRE", "MAR", "PAR"], "GERMANY": ["BER", "KIE", "MUN"]},
    }
    assert not house.judge.act(game, c.SetPosition(data), master, house.clock()).refused
    for power, text in bots.items():
        command = c.SaveOrders(text, str(g.phase))
        assert not house.judge.act(game, command, bot_of(power), house.clock()).refused


def order(one: Reader, game: int, text: str) -> Page:
    form = one.get(f"/games/{game}").form("/do/save-orders")
    return one.send(form, text=text)


def is_ready(house: House, one: Reader, game: int) -> Page:
    page = one.get(f"/games/{game}")
    page = one.send(page.form("/do/set-ready"))
    if "all the same" in page.running_text:
        page = one.send(page.form("/do/set-ready"))
    wait(house)
    return one.get(f"/games/{game}")


def test_a_newcomer_plays_two_turns_and_takes_one_back(house: House) -> None:
    one, game, page = begun(house)
    assert house.judge.games.load(game).settings.press == (), "nobody talks"
    assert "Coach" in page.running_text and "Order your units on the map" in page.running_text
    assert "Take this turn back" not in page.running_text, "nothing was judged yet"
    page = order(one, game, "A Par - Bur\nA Mar - Bur")
    assert "Army Paris and army Marseilles go to the same place, Burgundy" in page.running_text
    assert "Without an order these would stay: fleet Brest." in page.running_text
    page = order(one, game, "A Par - Bur\nA Mar S A Par - Bur\nF Bre - Mao")
    assert "go to the same place" not in page.running_text
    page = is_ready(house, one, game)
    assert "Take this turn back" in page.running_text
    g = house.judge.games.load(game)
    assert str(g.history[0].phase) == "S1901M" and len(g.history) == 1

    # His support is cut in a position that is put so, by orders that a bot has on file.
    units = {"FRANCE": ["A BUR", "A RUH"], "GERMANY": ["A MUN", "A HOL"]}
    set_up(house, game, {"GERMANY": "A Hol - Ruh\nA Mun H"}, units)
    order(one, game, "A Bur - Mun\nA Ruh S A Bur - Mun")
    page = is_ready(house, one, game)
    cut = "was cut by the attack of army Holland (Germany) from Holland"
    assert (
        cut in page.running_text
        and "army Burgundy did not get to Munich: 1 against 1" in page.running_text
    )
    assert 'id="term-cut"' in page.source and "/help/glossary#cut" in page.links

    # Back, with the old orders of all, and another way.
    before = house.judge.games.load(game)
    phase = str(before.history[-1].phase)
    page = one.send(page.form("/take-back"))
    g = house.judge.games.load(game)
    assert str(g.phase) == phase and cut not in page.running_text
    assert page.form("/do/save-orders").fields["text"] == ["A Bur - Mun\nA Ruh S A Bur - Mun"]
    german = [str(one) for one in with_orders(g).orders("GERMANY")]
    assert german == ["A Hol - Ruh", "A Mun H"]
    order(one, game, "A Ruh - Mun\nA Bur S A Ruh - Mun")
    page = is_ready(house, one, game)
    assert (
        "The support of army Burgundy was what it took: army Ruhr got to Munich"
        in page.running_text
    )


def test_the_coach_can_be_switched_off_and_on(house: House) -> None:
    one, game, page = begun(house)
    page = one.send(page.form("/coach"))
    assert (
        "Have a coach explain each turn" in page.running_text
        and "Order your units" not in page.running_text
    )
    page = order(one, game, "A Par - Bur\nA Mar - Bur")
    assert "go to the same place" not in page.running_text
    page = one.send(page.form("/coach"))
    assert "go to the same place" in page.running_text


def test_the_coach_changes_no_order_and_speaks_other_languages(house: House) -> None:
    one, game, _ = begun(house)
    text = "A Par - Bur\nA Mar - Bur"
    page = order(one, game, text)
    assert page.form("/do/save-orders").fields["text"] == [text]
    one.browser.client.headers["Accept-Language"] = "de"
    page = one.get(f"/games/{game}")
    assert "Armee Paris und Armee Marseille ziehen an denselben Ort, Burgund" in page.running_text


def test_a_turn_is_taken_back_once_and_in_practice_alone(house: House) -> None:
    one, game, _ = begun(house)
    order(one, game, "A Par - Bur")
    page = is_ready(house, one, game)
    form = page.form("/take-back")
    assert one.send(form).status == 200
    page = one.send(form)
    assert page.status == 412, "two windows, one of them late"
    page = is_ready(house, one, game)

    def at_once(_: int) -> int:
        sent = {"Origin": "http://judge"}
        where = form.action
        return one.browser.request("POST", where, data=form.fields, headers=sent).status_code

    with ThreadPoolExecutor(4) as windows:
        statuses = sorted(windows.map(at_once, range(4)))
    assert statuses == [303, 412, 412, 412], "four windows at once, and one turn goes"
    g = house.judge.games.load(game)
    assert str(g.phase) == "S1901M"
    assert [act.what for act in g.acts].count("rollback S1901M") == 2
    assert reader(house).send(form).status == 404
    stranger = reader(house, 3)
    assert stranger.send(form).status == 404
    assert stranger.send(form.__class__(f"/games/{game}/coach", "post"), wanted="yes").status == 404


def test_no_turn_is_taken_back_where_somebody_else_plays(house: House) -> None:
    master = house.person(1)
    game = master("POST", "/games", {"title": "Two of us", "bot": "dumbbot"}).json()["game"]
    for number in (1, 2):
        house.person(number).do(game, "join")
    master.do(game, "begin")
    wait(house)
    one = reader(house, 1)
    page = one.get(f"/games/{game}")
    assert "Coach" not in page.running_text and "Have a coach" not in page.running_text
    form = page.form("/do/save-orders")
    form.action = f"/games/{game}/take-back"
    assert one.send(form, phase="S1901M").status == 403


def test_a_power_that_there_is_not(house: House) -> None:
    one = reader(house)
    form = one.get("/first-game").form("/first-game")
    assert "France" in one.get("/first-game").text and form.fields["power"] == ["FRANCE"]
    page = one.send(form, power="ATLANTIS")
    assert page.status == 422 and "ATLANTIS" in page.running_text


@pytest.mark.parametrize("topic", TOPICS)
def test_what_the_coach_links_to_is_in_the_glossary(topic: str) -> None:
    assert TOPICS[topic] and set(TOPICS[topic]) <= set(terms())
