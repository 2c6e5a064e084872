"""Press with script: drafts outlive the page and the session, what is seen is read, older messages
come to the others, and nothing is sent before it is chosen who gets it."""

from __future__ import annotations

import pytest

from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from tests.web.browser.conftest import Come
from tests.web.trial_page import PASSWORD, Trial

pytest.importorskip("playwright")
from playwright.sync_api import Page, expect

WITH_GERMANY = "thread=FRANCE%2BGERMANY"


def letters_from(hall: Trial, game: int, account: int) -> list[tuple[str, tuple[str, ...]]]:
    g = hall.judge.games.load(game)
    power = next(power for power, seat in g.seats.items() if seat.user == account)
    return [(one.text, one.to) for one in g.messages if one.sender == power]


def kept(page: Page) -> list[str]:
    return page.evaluate(
        "Object.keys(localStorage).filter(one => one.startsWith('dragoman-draft'))"
    )


def test_a_draft_outlives_the_page_until_it_is_sent(hall: Trial, come: Come) -> None:
    game, who = hall.game(press=["private", "public"])
    context = come(account=who["FRANCE"])
    page = context.new_page()
    page.goto(f"/games/{game}?{WITH_GERMANY}#press")
    field, send = page.locator("#press textarea"), page.locator("#press button.strong")
    field.fill("Not yet finished")
    page.reload()
    expect(field).to_have_value("Not yet finished")
    page.goto(f"/games/{game}?thread=FRANCE%2BITALY#press")
    expect(field).to_have_value("")
    page.goto(f"/games/{game}?thread=new#press")
    expect(send).to_be_disabled()
    page.get_by_role("checkbox", name="Italy").check()
    field.fill("For two")
    page.get_by_role("checkbox", name="Austria").check()
    page.reload()
    expect(field).to_have_value("For two")
    expect(page.get_by_role("checkbox", name="Italy")).to_be_checked()
    expect(send).to_be_enabled()
    # Another who uses the same browser is shown nothing of it.
    context.clear_cookies()
    context.add_cookies([hall.session(who["GERMANY"])])
    page.goto(f"/games/{game}?{WITH_GERMANY}#press")
    expect(field).to_have_value("")
    context.clear_cookies()
    context.add_cookies([hall.session(who["FRANCE"])])
    page.reload()
    expect(field).to_have_value("Not yet finished")
    send.click()
    expect(page.locator("#sent")).to_be_visible()
    expect(field).to_have_value("")
    page.reload()
    expect(field).to_have_value("")
    expect(page.locator("#sent")).to_have_count(0)
    assert len(kept(page)) == 1, "that to two is not sent"
    assert letters_from(hall, game, who["FRANCE"]) == [("Not yet finished", ("GERMANY",))]


def test_a_session_ends_while_a_letter_is_written(hall: Trial, come: Come) -> None:
    game, who = hall.game(press=["private"])
    account = who["FRANCE"]
    page = come(account=account).new_page()
    page.goto(f"/games/{game}?{WITH_GERMANY}#press")
    page.locator("#press textarea").fill("Burgundy stays empty?\nI mean it.")
    hall.judge.accounts.sign_ins.end_session(Actor(account), account)
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("What you wrote has not been sent")).to_be_visible()
    page.get_by_label("Name or address").fill(hall.name(account))
    page.get_by_label("Password").fill(PASSWORD)
    page.locator("main").get_by_role("button", name="Sign in", exact=True).click()
    expect(page.locator("#press textarea")).to_have_value("Burgundy stays empty?\nI mean it.")
    assert letters_from(hall, game, account) == []
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#sent")).to_be_visible()
    expect(page.locator("#press textarea")).to_have_value("")
    assert letters_from(hall, game, account) == [
        ("Burgundy stays empty?\nI mean it.", ("GERMANY",))
    ]
    assert kept(page) == []


def test_what_nobody_has_seen_stays_unread(hall: Trial, come: Come) -> None:
    game, who = hall.game(press=["private"])
    page = come("phone", who["FRANCE"]).new_page()
    hall.act(game, c.Send("Hello?", ("FRANCE",)), who["GERMANY"])
    page.goto(f"/games/{game}")
    page.wait_for_function("customElements.get('dip-board') !== undefined")
    expect(page.locator("#press")).to_be_hidden()
    badge = page.locator(".pane-tabs .badge")
    expect(badge).to_have_text("1 unread")
    hall.act(game, c.Send("Are you there?", ("FRANCE",)), who["ITALY"])
    expect(badge).to_have_text("2 unread")
    page.goto("/")
    expect(page.locator("main")).to_contain_text("2 unread")
    page.goto(f"/games/{game}")
    with page.expect_response("**/threads/read"):
        page.locator(".pane-tabs [data-pane=press]").tap()
    expect(page.locator("#press .threads .mark")).to_have_count(1)
    expect(badge).to_have_text("1 unread")
    page.goto("/")
    expect(page.locator("main")).to_contain_text("1 unread")


def test_older_messages_come_to_the_others(hall: Trial, come: Come) -> None:
    game, who = hall.game(press=["private"])
    for number in range(70):
        hall.act(game, c.Send(f"Letter {number}.", ("FRANCE",)), who["GERMANY"])
    page = come(account=who["FRANCE"]).new_page()
    page.goto(f"/games/{game}?{WITH_GERMANY}#press")
    letters = page.locator("#press .messages")
    expect(letters.get_by_text("Letter 69.")).to_be_in_viewport()
    expect(letters.get_by_text("Letter 9.", exact=True)).to_have_count(0)
    letters.get_by_role("link", name="Older messages").click()
    expect(letters.get_by_text("Letter 9.", exact=True)).to_be_attached()
    assert 0 < letters.evaluate("one => one.scrollTop") < 2000, "one reads on where one was"
    expect(letters.get_by_role("link", name="Older messages")).to_have_count(0)
    hall.act(game, c.Send("Letter 70.", ("FRANCE",)), who["GERMANY"])
    expect(letters.get_by_text("Letter 70.")).to_be_attached()
    expect(letters.locator("li")).to_have_count(71)
    numbers = letters.locator("li").evaluate_all("all => all.map(one => Number(one.id.slice(7)))")
    assert numbers == list(range(1, 72))
