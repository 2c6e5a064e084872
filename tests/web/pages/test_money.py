"""Money in Machiavelli, orders for later phases, and notes, by forms without script."""

from __future__ import annotations

import re

from tests.web.conftest import House
from tests.web.pages.reader import Reader, reader
from tests.web.people import Caller
from tests.web.tables import begun, seats


def at_the_table(house: House, **settings: object) -> tuple[int, Reader, Caller]:
    """A game, and one of its players with a browser and with a program."""
    game = begun(house, **settings)
    caller = next(iter(seats(house, game).values()))
    number = next(n for n, one in house.callers.items() if one is caller)[0]
    return game, reader(house, number), caller


def test_money_is_spent_paid_and_lent_by_forms(house: House) -> None:
    game, one, caller = at_the_table(house, variant="machiavelli")

    def order(what: str, **fields: str) -> int:
        page = one.get(f"/games/{game}")
        form = next(f for f in page.forms if f.fields.get("what") == [what])
        return one.send(form, **fields).status

    def text() -> str:
        return caller.get(f"/games/{game}/orders")["text"]

    assert "Money" in one.get(f"/games/{game}").text
    assert order("borrow", ducats="10", years="2") == 200
    assert text() == "borrow 10 d for 2 years"
    page = one.get(f"/games/{game}")
    assert not [f for f in page.forms if f.fields.get("what") == ["spend"]], "no list of prices"
    shown = [to for to in page.links if f"/games/{game}?at=" in to]
    page = one.get(shown[0].partition("#")[0])
    form = next(f for f in page.forms if f.fields.get("what") == ["spend"])
    (target,), (least,) = form.fields["on"], form.fields["ducats"]
    assert one.send(form).status == 200
    assert f"expense 1: {least} d {target}" in text()
    assert one.send(form, ducats="2").status == 422, "less than it takes"
    assert order("pay", ducats="1") == 200 and "pay 1 d to " in text()
    assert order("pay", ducats="much") == 422
    told = caller.get(f"/games/{game}/orders")["told"]
    assert not [one for one in told if one["severity"] == "error"]
    page = one.get(f"/games/{game}")
    back = next(f for f in page.forms if f.action.endswith("/money/take-back"))
    one.send(back)
    assert "borrow" not in text() and "expense 1" in text()
    assert one.send(back).status in (409, 412), "it is not there any more"


def test_treasuries_stand_on_the_page_of_a_turn(house: House) -> None:
    game, one, _ = at_the_table(house, variant="machiavelli")
    for _ in range(2):
        house.person(1).do(game, "process-now")
    turns = [to for to in one.get(f"/games/{game}").links if f"/games/{game}/turns/" in to]
    assert any("Treasuries Power Ducats" in one.get(turn).text for turn in turns)


def test_later_phases_standing_orders_and_notes(house: House) -> None:
    game, one, _ = at_the_table(house, switches={"standing_orders": "yes"})
    page = one.get(f"/games/{game}")
    later = [f for f in page.forms if f.action.endswith("/do/save-orders") and "phase" in f.fields]
    assert one.send(later[-1], phase="F1901M", text="A par-bur").status == 200
    standing = page.form("/do/save-standing")
    assert one.send(standing, text="A vie H").status == 200
    assert one.send(page.form("/do/save-note"), text="Trust nobody").status == 200
    page = one.get(f"/games/{game}")
    assert "Fall 1901" in page.text
    assert any(f.fields.get("text") == ["Trust nobody"] for f in page.forms)
    assert any(f.fields.get("text") == ["A par-bur"] for f in page.forms)
    wrong = one.send(later[-1], phase="X99", text="A par-bur")
    assert wrong.status in (404, 409, 422)
    one.send(page.form("/do/save-orders"), text="IF army BUR\nA par-bur\nELSE\nA par-pic\nENDIF")
    page = one.get(f"/games/{game}")
    assert "depends on conditions" in page.text


def test_the_prices_of_a_unit_stand_together_and_those_of_others_elsewhere(house: House) -> None:
    game, _, _ = at_the_table(house, variant="machiavelli")
    florence = seats(house, game)["FLORENCE"]
    number = next(n for n, one in house.callers.items() if one is florence)[0]
    page = reader(house, number).get(f"/games/{game}?at=BOL")
    assert "Disband A Bol 12 ducats" in page.text
    assert "Buy A Bol 18 ducats" in page.text
    spends = [f for f in page.forms if f.fields.get("what") == ["spend"]]
    assert {f.fields["on"][0].split()[-1] for f in spends} == {"BOL"}
    assert "A Per 12" not in page.text
    assert re.search(r"campaign \d+ ducats 1 d 0 h", page.text), "the purse beside the deadline"


def test_a_winter_with_units_that_nothing_pays_for_is_asked_about(house: House) -> None:
    game, one, caller = at_the_table(house, variant="machiavelli")
    for _ in range(20):
        if house.person(1).get(f"/games/{game}")["phase"].endswith("A"):
            break
        house.person(1).do(game, "process-now")
    path = f"/games/{game}"
    page = one.send(one.get(path).form("/do/set-ready"))
    assert "Nothing that you ordered pays for" in page.text
    assert "Not ready after all" not in one.get(path).text
    position = caller.get(path)["position"]
    power = caller.get(path)["you"]["power"]
    sheet = "\n".join(f"maintain {unit}" for unit in position["units"][power])
    caller.do(game, "save-orders", text=sheet)
    page = one.send(one.get(path).form("/do/set-ready"))
    assert page.answer.url.path == path, "nothing is lost, so nothing is asked"
