"""Playing at once: a guest against six bots, and what he keeps when he registers."""

from __future__ import annotations

import re

from dragoman.bots import View, bot_called
from dragoman.orders import write
from tests.web.conftest import PASSWORD, House
from tests.web.pages.reader import Page, Reader, number_in, reader


def mailed_code(house: House, address: str) -> str:
    found: list[str] = []

    def take(delivery: object) -> None:
        letter = getattr(delivery, "letter")  # noqa: B009
        if getattr(letter, "to", "") == address:
            found.extend(re.findall(r"^    (\S+)$", letter.text, re.M))

    while house.judge.outbox.send(take, take, house.clock()):
        pass
    return found[-1]


def begun(house: House, power: str = "") -> tuple[Reader, int, Page]:
    """A guest in his first game, by the form of the front page."""
    guest = reader(house)
    page = guest.send(guest.get("/").form("/play"), power=power)
    assert page.status == 200
    [game] = house.judge.games.load(1).players and [1]
    return guest, game, page


def test_one_click_and_a_stranger_plays_against_six_bots(house: House) -> None:
    _, game, page = begun(house)
    g = house.judge.games.load(game)
    assert len(g.players) == 1 and sum(bool(seat.bot) for seat in g.seats.values()) == 6
    assert "Guest " in page.text and str(g.phase) == "S1901M"
    assert "The turn waits for you" in page.text and "at the deadline" not in page.text
    for other in (reader(house), reader(house, 2)):
        assert f"/games/{game}" not in other.get("/games").links
        answer = other.browser.request("GET", f"/api/games/{game}/board")
        assert answer.status_code == 404, "nobody else knows of it"


def test_he_plays_the_power_that_he_chose(house: House) -> None:
    _, game, _ = begun(house, "TURKEY")
    assert list(house.judge.games.load(game).players.values()) == ["TURKEY"]


def test_a_power_that_is_none_begins_nothing(house: House) -> None:
    guest = reader(house)
    page = guest.send(guest.get("/").form("/play"), power="NORWAY")
    assert page.status == 422 and "NORWAY" in page.text
    assert "Guest " not in guest.get("/").text


def test_whoever_is_signed_in_plays_as_himself(house: House) -> None:
    ann = reader(house, 1)
    page = ann.send(ann.get("/").form("/play"), power="ITALY")
    assert page.status == 200
    assert house.judge.games.load(1).players == {house.account(1): "ITALY"}


def test_the_turn_is_judged_while_he_waits_for_nobody_else(house: House) -> None:
    guest, game, page = begun(house, "ITALY")
    page = guest.send(page.form("/do/set-ready"), sure="yes")
    g = house.judge.games.load(game)
    assert str(g.phase) == "F1901M" and len(g.history) == 1
    assert all(g.has_ordered(power) for power in g.has_to_order() if power != "ITALY")


def test_a_guest_plays_two_turns_registers_and_keeps_his_seat(house: House) -> None:
    guest, game, page = begun(house, "FRANCE")
    [user] = house.judge.games.load(game).players
    for _ in range(2):
        page = guest.send(page.form("/do/set-ready"), sure="yes")
        page = guest.get(f"/games/{game}")
    assert len(house.judge.games.load(game).history) >= 2
    form = guest.get(f"/register?next=/games/{game}").form("/register")
    page = guest.send(form, name="Zelda", address="zelda@example.org", password=PASSWORD)
    assert f"/games/{game}" in page.links, "he plays on, and enters the code later"
    code = mailed_code(house, "zelda@example.org")
    page = guest.send(page.form("/confirm"), code=code)
    assert f"/games/{game}" in page.links
    assert "Zelda" in guest.get(f"/games/{game}").text
    elsewhere = reader(house)
    elsewhere.sign_in("Zelda")
    assert f"/games/{game}" in elsewhere.get("/").links
    assert house.judge.games.load(game).players == {user: "FRANCE"}
    assert not house.judge.accounts.people.person(user).is_guest


def test_a_guest_plays_two_years_of_machiavelli_against_bots(house: House) -> None:
    guest = reader(house)
    form = guest.get("/variants/machiavelli").form("/play")
    assert {"prince", "prince:thrifty", "random"} < set(form.offered["bot"])
    assert "dumbbot" not in form.offered["bot"] and "AUTONOMOUS" not in form.offered["power"]
    page = guest.send(form, power="VENICE", bot="prince")
    assert page.status == 200 and "against bots" in page.text and "Bianca, a bot" in page.text
    seen: list[str] = []
    while (g := house.judge.games.load(1)).phase.year < 1456:
        assert len(seen) < 20 and g.ending is None, seen
        seen.append(str(g.phase))
        if "VENICE" in g.has_to_order():
            view = View(g.game.variant, g.game.position, "VENICE", len(seen))
            text = "\n".join(map(write, bot_called("prince")(view)))
            page = guest.send(page.form("/do/save-orders"), text=text)
            assert page.status == 200, page.text
            page = guest.send(guest.get("/games/1").form("/do/set-ready"), sure="yes")
            assert page.status == 200, page.text
        page = guest.get("/games/1")
    assert {"S1454M", "U1454M", "F1454M", "W1454A", "S1455M"} <= {*seen}
    turn = guest.get("/games/1/turns/F1454M")
    assert turn.status == 200 and "Treasuries" in turn.text
    assert all(
        seat.bot == "prince" for power, seat in g.seats.items() if power != "VENICE" and seat.bot
    )


def test_own_pages_work_for_a_guest(house: House) -> None:
    guest, game, _ = begun(house)
    [user] = house.judge.games.load(game).players
    for path in (
        "/",
        "/account",
        "/account/sign-ins",
        "/account/data",
        "/settings",
        f"/people/{user}",
    ):
        assert guest.get(path).status == 200, path
    assert "/register?next=/account" in guest.get("/account").links
    page = guest.get("/account/tokens")
    assert page.status == 403 and "register" in page.text
    page = guest.send(guest.get("/account/data").form("/account/delete"))
    assert page.status == 200 and "Guest " not in page.text
    assert house.judge.accounts.people.person(user).is_deleted
    assert not house.judge.games.load(game).players


def test_a_judge_without_guests_leads_to_registering(house: House) -> None:
    house.judge.accounts.guests._an_hour = 0  # pyright: ignore[reportPrivateUsage]
    stranger = reader(house)
    page = stranger.get("/")
    assert not [one for one in page.forms if one.action == "/play"]
    assert "/register" in "".join(page.links)
    answer = stranger.browser.request("POST", "/play", headers={"Origin": "http://judge"})
    assert answer.status_code == 403


def test_one_address_cannot_fill_the_judge_and_others_come_in(house: House) -> None:
    for number in range(25):
        page = reader(house)
        answer = page.browser.request("POST", "/play", headers={"Origin": "http://judge"})
        assert (answer.status_code == 303) is (number < 20)
    other = Reader(house.browser("10.9.9.9"))
    answer = other.browser.request("POST", "/play", headers={"Origin": "http://judge"})
    assert answer.status_code == 303
    assert number_in(answer.headers["Location"])


def test_a_guest_who_signs_in_is_asked_and_hands_his_seat_over(house: House) -> None:
    guest, game, page = begun(house, "GERMANY")
    user = house.account(3)
    page = guest.send(
        guest.get("/sign-in?next=/games").form("/sign-in"), who="Player 3", password=PASSWORD
    )
    assert "Against six bots" in page.text and "Germany" in page.text
    assert user not in house.judge.games.load(game).players, "nothing is decided for him"
    page = guest.send(page.form("/sign-in/seats"), next_="/games", do_="hand-over")
    g = house.judge.games.load(game)
    assert g.players == {user: "GERMANY"} and g.masters == [user]
    assert "Guest" not in guest.get("/").text
    assert f"/games/{game}" in guest.get("/").links
    assert guest.get("/sign-in/seats?next=/games").answer.headers["Location"] == "/games"


def test_a_guest_who_signs_in_may_give_his_seat_up(house: House) -> None:
    guest, game, _ = begun(house)
    house.account(3)
    form = guest.get("/sign-in").form("/sign-in")
    page = guest.send(form, who="Player 3", password=PASSWORD)
    guest.send(page.form("/sign-in/seats"), do_="give-up")
    assert not house.judge.games.load(game).players


def test_only_the_browser_of_the_guest_hands_his_seats_over(house: House) -> None:
    _, game, _ = begun(house)
    other = reader(house, 3)
    assert other.get("/sign-in/seats").status == 303, "there is nothing to ask"
    before = house.judge.games.load(game).players
    answer = other.browser.request(
        "POST", "/sign-in/seats", data={"do": "hand-over"}, headers={"Origin": "http://judge"}
    )
    assert answer.status_code == 303 and house.judge.games.load(game).players == before
