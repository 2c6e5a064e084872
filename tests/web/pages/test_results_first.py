"""What happened comes first when a game is opened, once; the second time it is the present."""

from __future__ import annotations

import re

import pytest

from tests.web.conftest import House
from tests.web.pages.reader import Page, Reader, reader
from tests.web.tables import begun, seats


def judged(house: House, game: int, **orders: str) -> None:
    """Have a phase judged with some orders."""
    who = seats(house, game)
    for power, text in orders.items():
        who[power].do(game, "save-orders", text=text)
    house.person(1).do(game, "process-now")


def player_of(house: House, game: int, power: str) -> Reader:
    """Who plays a power, at a browser of his own."""
    view = house.person(1).get(f"/games/{game}")
    (user,) = (one["user"] for one in view["seats"] if one["power"] == power)
    (number,) = (one for one, made in house.accounts.items() if made == user)
    return reader(house, number)


def comes_first(page: Page) -> bool:
    return 'class="panel results"' in page.source


def headline(page: Page) -> str:
    found = re.search(r'id="results-title"[^>]*>([^<]*)<', page.source)
    return found[1] if found else ""


def test_after_judging_it_is_headline_own_orders_and_the_next_step_then_the_present(house: House):
    game = begun(house)
    judged(house, game, FRANCE="A PAR-BUR\nA MAR S A PAR-BUR", GERMANY="A MUN-BUR")
    france = player_of(house, game, "FRANCE")
    page = france.get(f"/games/{game}")
    assert comes_first(page)
    assert headline(page) == "All your 2 orders succeeded"
    assert "Paris → Burgundy" in page.text
    assert "Took it, 2 against 1" in page.text
    assert "A Par–Bur succeeded: strength 2" in page.text, "the whole reason, in the row"
    assert "Fall 1901: you order 3 units" in page.text
    heard = re.search(r'id="heard"[^>]*>([^<]*)<', page.source)
    assert heard and heard[1] == headline(page), "what is said to who does not see it"
    (onward,) = [one for one in page.links if "seen=" in one]
    present = france.get(onward.partition("#")[0])
    assert not comes_first(present)
    assert not comes_first(france.get(f"/games/{game}"))
    again = [one for one in present.links if one.endswith("?results=yes")]
    assert comes_first(france.get(again[0])), "it can be looked at again"


def test_it_is_remembered_for_a_person_and_not_for_a_device(house: House):
    game = begun(house)
    judged(house, game)
    desk, phone = player_of(house, game, "ITALY"), player_of(house, game, "ITALY")
    assert comes_first(desk.get(f"/games/{game}"))
    assert not comes_first(phone.get(f"/games/{game}"))
    assert comes_first(player_of(house, game, "TURKEY").get(f"/games/{game}"))
    judged(house, game)
    assert comes_first(phone.get(f"/games/{game}"))


def test_a_page_that_a_script_reads_was_not_opened(house: House):
    game = begun(house)
    judged(house, game)
    france = player_of(house, game, "FRANCE")
    france.get(f"/games/{game}?peek=true")
    assert comes_first(france.get(f"/games/{game}"))


def test_a_page_that_was_open_says_what_was_shown_on_it(house: House):
    game = begun(house)
    judged(house, game)
    france = player_of(house, game, "FRANCE")
    said = {"headers": {"Origin": "http://judge", "X-Dragoman": "1"}}
    for turn in ("F1901M", "nonsense"):
        answer = france.browser.request("POST", f"/games/{game}/results-shown?seen={turn}", **said)
        assert answer.status_code == 204
        assert comes_first(france.get(f"/games/{game}?peek=true")), "no such turn was judged"
    france.browser.request("POST", f"/games/{game}/results-shown?seen=S1901M", **said)
    assert not comes_first(france.get(f"/games/{game}"))


def test_a_turn_that_is_judged_again_is_told_again(house: House):
    game = begun(house)
    judged(house, game)
    france = player_of(house, game, "FRANCE")
    assert comes_first(france.get(f"/games/{game}"))
    house.person(1).do(game, "roll-back", phase="S1901M")
    assert not comes_first(france.get(f"/games/{game}"))
    judged(house, game, FRANCE="A PAR-BUR")
    assert headline(france.get(f"/games/{game}")) == "Your order succeeded"


def test_who_was_away_is_told_of_the_movement_with_what_followed(house: House):
    game = begun(house)
    judged(house, game, FRANCE="A MAR-SPA\nF BRE-MAO\nA PAR-BUR")
    france = player_of(house, game, "FRANCE")
    france.get(f"/games/{game}")
    judged(house, game, FRANCE="F MAO-POR\nA BUR-BEL")
    assert house.person(1).get(f"/games/{game}")["phase"] == "W1901A"
    judged(house, game, FRANCE="BUILD A PAR")
    page = france.get(f"/games/{game}")
    assert 'data-turn="F1901M"' in page.source
    assert headline(page) == "All your 3 orders succeeded"
    assert "+ Belgium, Portugal and Spain: 6 centres" in page.text
    assert "Build in Paris" in page.text


def test_who_acts_before_oneself_is_named(house: House):
    game = begun(house)
    judged(house, game, FRANCE="A MAR-SPA")
    judged(house, game)
    assert house.person(1).get(f"/games/{game}")["phase"] == "W1901A"
    page = player_of(house, game, "ITALY").get(f"/games/{game}")
    assert "To Winter 1901" in page.text
    assert "France builds or removes first" in page.text
    assert "Winter 1901: you build 1" in player_of(house, game, "FRANCE").get(f"/games/{game}").text


def test_who_looks_on_is_told_what_changed_each_time(house: House):
    game = begun(house)
    judged(house, game, FRANCE="A PAR-BUR\nA MAR-SPA")
    for number in (0, 30):
        onlooker = reader(house, number)
        for _ in range(2):
            page = onlooker.get(f"/games/{game}")
            assert headline(page) == "2 units moved"
            assert "your" not in headline(page)
        assert not comes_first(onlooker.get(f"/games/{game}?seen=S1901M"))


def test_of_a_blind_game_one_is_told_what_became_of_ones_own_orders(house: House):
    game = begun(house, blind=True)
    judged(house, game, FRANCE="A PAR-BUR", GERMANY="A MUN-BUR", ITALY="A VEN-TRI")
    page = player_of(house, game, "FRANCE").get(f"/games/{game}")
    assert headline(page) == "Your order failed"
    assert "Munich" not in page.source.partition('id="results"')[2].partition("</section>")[0]
    assert not comes_first(reader(house, 30).get(f"/games/{game}"))


@pytest.mark.parametrize("variant", ["machiavelli", "chaos", "pure"])
def test_other_games_have_results_too(house: House, variant: str):
    game = begun(house, variant=variant)
    judged(house, game)
    power = next(iter(seats(house, game)))
    assert comes_first(player_of(house, game, power).get(f"/games/{game}"))


def test_a_board_has_where_each_unit_went(house: House):
    game = begun(house)
    judged(house, game, FRANCE="A PAR-BUR\nA MAR-BUR")
    fates = house.person(1).get(f"/games/{game}/turns/S1901M/board")["fates"]
    stands = {one["unit"]: (one["to"], one["beside"]) for one in fates}
    assert stands["A PAR"] == ("PAR", False)
    judged(house, game, FRANCE="A PAR-BUR")
    fates = house.person(1).get(f"/games/{game}/turns/F1901M/board")["fates"]
    assert {one["unit"]: one["to"] for one in fates}["A PAR"] == "BUR"


def test_what_is_kept_of_a_turn_is_each_readers_own(house: House):
    """Results are worked out once for each who may be told the same: here the second time is told
    from memory, after others were told theirs."""
    game = begun(house)
    judged(house, game, FRANCE="A PAR-BUR", GERMANY="A MUN-BUR\nF KIE-DEN")
    address = f"/games/{game}?results=yes&peek=true"
    readers = [player_of(house, game, "FRANCE"), player_of(house, game, "GERMANY"), reader(house)]
    first = [one.get(address) for one in readers]
    again = [one.get(address) for one in readers]
    assert [headline(one) for one in first] == [
        "Your order failed",
        "1 of your 2 orders succeeded",
        "1 unit moved",
    ]
    assert [headline(one) for one in again] == [headline(one) for one in first]
    assert "Holstein" not in first[0].text
    readers[1].browser.client.headers["Accept-Language"] = "de"
    assert headline(readers[1].get(address)) == "1 von deinen 2 Befehlen gelungen"


def test_what_is_kept_of_a_turn_goes_with_it(house: House):
    game = begun(house)
    judged(house, game, FRANCE="A PAR-BUR")
    visitor = reader(house)
    assert "A Par–Bur" in visitor.get(f"/games/{game}").text
    house.person(1).do(game, "roll-back", phase="S1901M")
    judged(house, game, FRANCE="A PAR-PIC")
    page = visitor.get(f"/games/{game}").text
    assert "A Par–Pic" in page and "A Par–Bur" not in page
