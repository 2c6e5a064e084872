"""Coming to a game by its link, and the table before it begins."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta

import pytest
import sqlalchemy as sa

from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.storage.tables import outbox
from dragoman.web.limits import Rate, RequestLimits
from tests.web.conftest import House
from tests.web.pages.reader import number_in, reader

FEW = "S1901M | FRANCE: A PAR; ITALY: A ROM; TURKEY: A CON | FRANCE: PAR; ITALY: ROM"


def made(house: House, **settings: str) -> tuple[int, str]:
    """A game of three powers that 1 set up on its page, and the code of its link."""
    host = reader(house, 1)
    form = host.get("/games/new").form("/games/new")
    wished = {"title": "Kaiser's Table", "variant": "standard", "start": FEW, **settings}
    page = host.send(form, **wished)
    assert page.status == 200, page.text
    game = number_in(page.form("/do/make-link").action)
    return game, house.judge.games.load(game).link


def taken(house: House, game: int) -> set[int]:
    return set(house.judge.games.load(game).applicants)


def test_a_game_that_was_made_shows_its_link_at_once(house: House) -> None:
    game, code = made(house)
    page = reader(house, 1).get(f"/games/{game}")
    assert f'value="http://127.0.0.1:8080/j/{code}"' in page.source
    assert "Bring your friends" in page.text
    assert '<svg viewBox="0 0 ' in page.source and 'class="qr"' in page.source
    assert "0 of 3 chairs are taken." in page.text
    other = reader(house, 2).get(f"/games/{game}")
    assert code not in other.source, "only masters hand it out"


def test_a_friend_with_an_account_sits_down_by_one_button(house: House) -> None:
    game, code = made(house)
    friend = reader(house, 2)
    page = friend.get(f"/j/{code.lower()}")
    assert "Player 1 has kept a chair for you" in page.text
    assert "Kaiser's Table" in page.text and "0 of 3 chairs are taken." in page.text
    page = friend.send(page.form(f"/j/{code}"))
    assert taken(house, game) == {house.account(2)}
    assert "You are in." in page.text
    assert "1 of 3 chairs are taken." in page.text
    assert friend.get(f"/j/{code}").answer.headers["Location"] == f"/games/{game}"


def test_the_link_opens_a_game_with_a_code_or_a_master_at_its_door(house: House) -> None:
    for number, entry in enumerate(("code", "master")):
        _, code = made(house, entry=entry, code="sesame" if entry == "code" else "")
        friend = reader(house, 2 + number)
        page = friend.send(friend.get(f"/j/{code}").form(f"/j/{code}"))
        assert "You are in." in page.text


def test_a_full_table_lets_one_wait_only_if_he_says_so(house: House) -> None:
    game, code = made(house)
    for number in (2, 3, 4):
        one = reader(house, number)
        one.send(one.get(f"/j/{code}").form(f"/j/{code}"))
    late = reader(house, 5)
    page = late.get(f"/j/{code}")
    assert "All chairs are taken" in page.text
    form = page.form(f"/j/{code}")
    page = late.send(form, wait="")
    assert page.status == 422 and "the last chair was taken a moment ago" in page.text
    assert house.account(5) not in taken(house, game)
    page = late.send(form)
    assert "you are on the waiting list" in page.text


def test_of_two_who_take_the_last_chair_one_is_told_that_it_is_gone(house: House) -> None:
    game, code = made(house)
    for number in (2, 3):
        one = reader(house, number)
        one.send(one.get(f"/j/{code}").form(f"/j/{code}"))
    late = [reader(house, number) for number in (4, 5)]
    forms = [one.get(f"/j/{code}").form(f"/j/{code}") for one in late]
    with ThreadPoolExecutor(2) as pool:
        pages = list(pool.map(lambda one, form: one.send(form), late, forms))
    assert sorted(page.status for page in pages) == [200, 422]
    assert len(taken(house, game)) == 3
    told = next(page for page in pages if page.status == 422)
    assert "the last chair was taken a moment ago" in told.text
    assert told.form(f"/j/{code}").fields["wait"] == ["yes"]


def test_a_link_that_was_closed_says_so_and_another_takes_its_place(house: House) -> None:
    game, first = made(house)
    host, friend = reader(house, 1), reader(house, 2)
    form = friend.get(f"/j/{first}").form(f"/j/{first}")
    page = host.send(host.get(f"/games/{game}").form("/do/make-link"))
    second = house.judge.games.load(game).link
    assert second in page.source and first not in page.source
    for page in (friend.get(f"/j/{first}"), friend.send(form)):
        assert page.status == 410 and "This link is closed" in page.text
        assert "Kaiser" not in page.text, "who is not invited any more learns nothing"
    assert taken(house, game) == set()
    assert friend.get(f"/j/{second}").status == 200
    page = host.send(host.get(f"/games/{game}").form("/do/close-link"))
    assert friend.get(f"/j/{second}").status == 410
    assert page.form("/do/make-link")


def test_the_link_of_a_game_without_a_free_seat_can_be_closed(house: House) -> None:
    game, code = made(house)
    for number in (2, 3, 4):
        one = reader(house, number)
        one.send(one.get(f"/j/{code}").form(f"/j/{code}"))
    host = reader(house, 1)
    page = host.send(host.get(f"/games/{game}").form("/do/begin"))
    assert "Close the link" in page.text and "Bring your friends" not in page.text
    assert "Close the link" not in reader(house, 2).get(f"/games/{game}").text
    page = host.send(page.form("/do/close-link"))
    assert "Close the link" not in page.text
    assert reader(house, 5).get(f"/j/{code}").status == 410


def test_a_wrong_code_can_be_typed_again_but_not_all_be_tried(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, code = made(house)
    visitor = reader(house)
    page = visitor.get("/j/ABC")
    assert page.status == 404 and "This link leads to no game" in page.text
    assert (
        visitor.get(f"/j?code={code.replace('-', '')}").answer.headers["Location"] == f"/j/{code}"
    )
    monkeypatch.setattr(house.app.state.web, "limits", RequestLimits(sign_ins=Rate(3, 1)))
    statuses = [visitor.get("/j/ABC").status for _ in range(5)]
    assert statuses == [404, 404, 404, 429, 429]
    assert visitor.get(f"/j/{code}").status == 200, "right ones cost nothing"


def test_by_the_link_to_a_game_that_has_begun_a_free_power_is_taken_over(house: House) -> None:
    game, code = made(house)
    people = [house.account(number) for number in (2, 3, 4)]
    for one in people:
        house.judge.act(game, c.Join(), Actor(one), house.clock())
    house.judge.act(game, c.Begin(), Actor(house.account(1)), house.clock())
    late = reader(house, 5)
    page = late.get(f"/j/{code}")
    assert "The game has begun without you" in page.text
    house.judge.act(game, c.Resign(), Actor(people[0]), house.clock())
    page = late.get(f"/j/{code}")
    form = page.form(f"/j/{code}")
    late.send(form)
    g = house.judge.games.load(game)
    assert g.players[house.account(5)] == form.fields["power"][0]


# What its host does


def test_a_host_invites_by_name_and_takes_it_back_and_who_is_invited_declines(
    house: House,
) -> None:
    game, _ = made(house)
    house.account(2)
    host = reader(house, 1)
    page = host.send(host.get(f"/games/{game}").form("/do/invite"), **{"user:called": "player 2"})
    assert "Player 2 invited" in page.text
    friend = reader(house, 2)
    page = friend.get(f"/games/{game}")
    assert "You are invited to this game." in page.text
    page = friend.send(page.form("/do/decline"))
    assert "You are invited" not in page.text
    page = host.send(host.get(f"/games/{game}").form("/do/invite"), **{"user:called": "Player 2"})
    page = host.send(page.form("/do/uninvite"))
    assert "Player 2" not in page.text
    page = host.send(page.form("/do/invite"), **{"user:called": "Nobody here"})
    assert page.status == 422 and "nobody is called" in page.text


def test_a_host_takes_somebody_off_the_table(house: House) -> None:
    game, code = made(house)
    friend = reader(house, 2)
    friend.send(friend.get(f"/j/{code}").form(f"/j/{code}"))
    host = reader(house, 1)
    host.send(host.get(f"/games/{game}").form("/do/turn-away"))
    assert taken(house, game) == set()


def test_bots_take_the_chairs_that_stay_free(house: House) -> None:
    game, _ = made(house)
    host = reader(house, 1)
    page = host.get(f"/games/{game}")
    page = host.send(page.form("/do/join"))
    assert "Begin now; 2 powers stay free" in page.text
    page = host.send(page.form("/bots"), bot="dumbbot")
    assert page.text.count("free: if nobody comes, Bruno plays") == 2
    assert "Begin now; bots play on 2 chairs" in page.text
    host.send(page.form("/do/begin"))
    house.judge.act(game, c.Tick(), Actor(is_clock=True), house.clock())
    g = house.judge.games.load(game)
    assert [seat.bot for seat in g.seats.values() if seat.user is None] == ["dumbbot"] * 2


def test_a_game_begins_at_the_time_that_its_host_writes_by_his_own_clock(house: House) -> None:
    game, _ = made(house)
    host = reader(house, 1)
    page = host.send(host.get(f"/games/{game}").form("/do/join"))
    page = host.send(page.form("/do/set-beginning"), at="2026-01-05T20:30", zone="Europe/Berlin")
    when = house.judge.games.load(game).begins_at
    assert when == house.clock().replace(hour=19, minute=30)
    assert "It begins" in page.text and when.isoformat() in page.source
    wrong = host.send(page.form("/do/set-beginning"), at="soon", zone="Europe/Berlin")
    assert wrong.status == 422 and "is not a moment" in wrong.text
    page = host.send(page.form("/do/set-beginning", 1))
    assert house.judge.games.load(game).begins_at is None
    host.send(page.form("/do/set-beginning"), at="2026-01-05T20:30", zone="Europe/Berlin")
    house.clock.wait(hours=8)
    house.judge.act(game, c.Tick(), Actor(is_clock=True), house.clock())
    assert house.judge.games.load(game).began is not None


def test_only_masters_do_what_masters_do(house: House) -> None:
    game, _ = made(house)
    stranger = reader(house, 2)
    for action, fields in (
        ("do/invite", {"user:called": "Player 1"}),
        ("bots", {"bot": "random"}),
        (
            "do/set-beginning",
            {"at": (house.clock() + timedelta(days=1)).isoformat(), "zone": "UTC"},
        ),
    ):
        answer = stranger.browser.request(
            "POST", f"/games/{game}/{action}", data=fields, headers={"Origin": "http://judge"}
        )
        assert answer.status_code == 403, (action, answer.text)


# Invitations that the judge mails


def letters_to(house: House, address: str) -> list[str]:
    with house.judge.database.reading() as connection:
        rows = connection.execute(sa.select(outbox).where(outbox.c.to == address))
        return [row.data["text"] for row in rows]


def test_a_host_has_an_address_invited_and_its_owner_wants_no_more(house: House) -> None:
    game, code = made(house)
    host = reader(house, 1)
    form = host.get(f"/games/{game}").form("/invite-by-mail")
    page = host.send(form, address="zoe")
    assert page.status == 422 and "is not a mail address" in page.text
    assert page.form("/invite-by-mail").fields["address"] == ["zoe"]
    page = host.send(page.form("/invite-by-mail"), address="zoe@elsewhere.example")
    assert page.place == "bring" and "The invitation is on its way" in page.text
    (letter,) = letters_to(house, "zoe@elsewhere.example")
    assert f"/j/{code}" in letter and "Player 1 invites you" in letter
    page = host.send(page.form("/invite-by-mail"), address="zoe@elsewhere.example")
    assert page.status == 422 and "invited to this game already" in page.text
    answer = house.person(1)("POST", f"/games/{game}/invitations", {"address": "m@e.example"})
    assert answer.status_code == 204 and len(letters_to(house, "m@e.example")) == 1
    answer = house.person(2)("POST", f"/games/{game}/invitations", {"address": "n@e.example"})
    assert answer.status_code == 403

    found = re.search(r"/api/invitations/stop/\w+", letter)
    assert found is not None
    owner = reader(house)
    page = owner.get(found[0])
    assert "No more invitations" in page.text, "who only looks has said nothing yet"
    page = owner.send(replace(page.forms[0], action=found[0]))
    assert "Nobody can have this address invited any more" in page.text
    other, _ = made(house)
    host.send(host.get(f"/games/{other}").form("/invite-by-mail"), address="Zoe@elsewhere.example")
    assert "The invitation is on its way" in host.page.text if host.page else ""
    assert len(letters_to(house, "Zoe@elsewhere.example")) == 0
    page = owner.send(replace(page.forms[0], action=f"{found[0]}?allow=true"))
    assert "No more invitations" in page.text
    assert owner.get(f"{found[0][:-1]}{'1' if found[0][-1] == '0' else '0'}").status == 404


# Guests


def test_a_friend_without_an_account_is_seated_by_a_name_and_a_button(house: House) -> None:
    game, code = made(house)
    friend = reader(house)
    page = friend.get(f"/j/{code}")
    form = page.form(f"/j/{code}")
    assert form.fields == {"name": [""]}, "one field"
    page = friend.send(form, name="Clara")
    assert "You are in." in page.text and "Clara" in page.text
    assert f"/register?next=/games/{game}" in page.links, "his address is asked for, and no wall"
    g = house.judge.games.load(game)
    (guest,) = g.applicants
    assert house.judge.accounts.people.person(guest).is_guest
    assert "Clara" in reader(house, 1).get(f"/games/{game}").text


def test_a_friend_without_a_name_or_with_another_s_writes_one(house: House) -> None:
    _, code = made(house)
    friend = reader(house)
    page = friend.send(friend.get(f"/j/{code}").form(f"/j/{code}"), name=" ")
    assert page.status == 422 and "need a name" in page.text
    page = friend.send(page.form(f"/j/{code}"), name="player 1")
    assert page.status == 422 and "somebody is called" in page.text
    assert page.form(f"/j/{code}").fields["name"] == ["player 1"], "what he wrote is there"
    assert "You are in." in friend.send(page.form(f"/j/{code}"), name="Clara").text


def test_registering_from_the_link_and_from_the_seat_ends_at_the_game(house: House) -> None:
    _, code = made(house)
    friend = reader(house)
    page = friend.get(f"/j/{code}")
    assert f"/sign-in?next=/j/{code}" in page.links
    assert f"/register?next=/j/{code}" in page.links
    assert friend.get(f"/register?next=/j/{code}").form("/register").fields["next"] == [
        f"/j/{code}"
    ]
    house.account(2)
    page = friend.send(
        friend.get(f"/sign-in?next=/j/{code}").form("/sign-in"),
        who="Player 2",
        password="correct horse battery",
    )
    assert "Player 1 has kept a chair for you" in page.text
    assert "You are in." in friend.send(page.form(f"/j/{code}")).text


def test_the_link_travels_through_registering_and_the_code_that_is_mailed(house: House) -> None:
    game, code = made(house)
    friend = reader(house)
    password = "a long enough one"
    page = friend.get(f"/register?next=/j/{code}")
    page = friend.send(
        page.form("/register"), name="Dora", address="dora@dip.example", password=password
    )
    page = friend.send(page.form("/confirm"), code=code_mailed(house, "dora@dip.example"))
    assert f"/sign-in?next=/j/{code}" in page.links
    page = friend.get(f"/sign-in?next=/j/{code}")
    page = friend.send(page.form("/sign-in"), who="Dora", password=password)
    page = friend.send(page.form(f"/j/{code}"))
    assert "You are in." in page.text and len(taken(house, game)) == 1


def test_a_guest_who_registers_at_the_table_comes_back_to_it(house: House) -> None:
    game, code = made(house)
    guest = reader(house)
    page = guest.send(guest.get(f"/j/{code}").form(f"/j/{code}"), name="Clara")
    page = guest.get(f"/register?next=/games/{game}")
    page = guest.send(
        page.form("/register"), address="clara@dip.example", password="a long enough one"
    )
    page = guest.send(page.form("/confirm"), code=code_mailed(house, "clara@dip.example"))
    assert f"/games/{game}" in page.links
    assert "You are in." in guest.get(f"/games/{game}").text


def code_mailed(house: House, address: str) -> str:
    """The code in the last mail to an address."""
    with house.judge.database.reading() as connection:
        rows = connection.execute(sa.select(outbox).where(outbox.c.to == address))
        found = re.search(r"[A-Z0-9]{5}-[A-Z0-9]{5}", str(list(rows)[-1].data))
    assert found is not None
    return found[0]


# A table for friends


def test_somebody_without_an_account_sets_a_table_for_his_friends(house: House) -> None:
    host, friend = reader(house), reader(house)
    assert "/table" in host.get("/").links
    page = host.send(host.get("/table").form("/table"), name="Emma")
    assert "Bring your friends" in page.text and "Emma's table" in page.text
    assert "1 of 7 chairs are taken." in page.text and "You are in." in page.text
    game = number_in(page.form("/do/make-link").action)
    g = house.judge.games.load(game)
    assert not g.settings.listed and house.judge.accounts.people.person(g.masters[0]).is_guest
    page = friend.send(friend.get(f"/j/{g.link}").form(f"/j/{g.link}"), name="Boris")
    assert "You are in." in page.text
    stranger = reader(house, 4)
    assert stranger.get(f"/games/{game}").status == 404, "nobody finds it without its link"
    stranger.get(f"/j/{g.link}")
    page = stranger.send(stranger.get(f"/games/{game}").form("/do/join"))
    assert "waiting for a game master to let you in" in page.text


def test_a_table_that_cannot_be_set_says_why_and_keeps_what_was_written(house: House) -> None:
    host = reader(house)
    page = host.send(host.get("/table").form("/table"), name="", title="Evening")
    assert page.status == 422 and page.form("/table").fields["title"] == ["Evening"]
    page = host.send(page.form("/table"), name="Emma", movement="never")
    assert page.status == 422
    assert house.judge.accounts.people.called("Emma") is None, "nobody came of it"
    page = host.send(page.form("/table"), name="Emma", movement="1 d", plays=[])
    assert "0 of 7 chairs are taken." in page.text
