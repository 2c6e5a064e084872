"""A newcomer's way, by touch on a phone: lessons, a first game, a turn that the coach explains and
that is taken back and played otherwise."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor, bot_of
from tests.web.browser.axe import ALL, violations
from tests.web.browser.conftest import Come
from tests.web.browser.players import ByTouch
from tests.web.people import Clock
from tests.web.trial_page import Trial


def as_learner(come: Come, hall: Trial, game: int = 0) -> ByTouch:
    return ByTouch(hall, come("phone"), game, "FRANCE")


def opened(one: ByTouch, lesson: int) -> Page:
    """The map of a lesson, which opens so near that units are to be seen."""
    one.page.goto(f"/tutorial/{lesson}")
    one.page.locator(".pane-tabs a[data-pane=map]").tap()
    expect(one.page.locator("dip-board .unit").first).to_be_visible()
    return one.page


def judged(one: ByTouch, words: str) -> None:
    one.push(one.page.locator(".ready button", has_text="Ready"))
    expect(one.page.locator("#came")).to_contain_text(words)
    assert not one.faults, one.faults


def test_lessons_are_done_by_touch_and_say_what_was_done_instead(come: Come, hall: Trial) -> None:
    one = as_learner(come, hall)
    opened(one, 1)
    one.pick("PAR")
    one.pick("BEL")
    expect(one.page.locator("dip-board")).to_contain_text("out of reach")
    one.pick("PIC")
    expect(one.page.locator("#text")).to_have_value(re.compile("PAR.*PIC"))
    judged(one, "Army Paris–Picardy succeeded")
    expect(one.page.locator("#came")).to_contain_text("No army of yours is in Burgundy")
    one.push(one.page.get_by_role("link", name="Start again"))
    expect(one.page.locator("#came")).to_have_count(0)
    opened(one, 1)
    one.pick("PAR")
    one.pick("BUR")
    judged(one, "Well done")
    scroll, height = one.page.evaluate("[document.documentElement.scrollHeight, innerHeight]")
    assert scroll == height, "the page does not scroll"

    opened(one, 3)
    one.pick("PAR")
    one.push(one.offer("No order"))
    judged(one, "Well done")

    opened(one, 6)
    one.pick("PAR")
    one.pick("BUR")
    one.pick("MAR")
    one.pick("PAR")
    judged(one, "Well done")

    opened(one, 7)
    one.pick("PAR")
    one.pick("BUR")
    one.push(one.offer("Support it there"))
    judged(one, "Well done")

    opened(one, 8)
    one.pick("BUR")
    one.pick("MUN")
    one.pick("PAR")
    one.pick("BUR")
    judged(one, "Well done")
    one.page.goto("/tutorial")
    expect(one.page.locator(".steps .mark")).to_have_count(5)


def test_a_term_shows_its_sentence_without_script(come: Come, hall: Trial) -> None:
    page = come("phone", java_script_enabled=False).new_page()
    page.goto("/tutorial/9?text=A+Hol-Ruh&judge=yes")
    sentence = page.locator("#term-cut")
    expect(sentence).to_be_hidden()
    page.locator("[popovertarget=term-cut]").tap()
    expect(sentence).to_be_visible()
    sentence.get_by_role("link").tap()
    page.wait_for_url("**/help/glossary#cut")


@pytest.fixture
def first_game(come: Come, hall: Trial) -> Iterator[ByTouch]:
    """A guest who begins his first game from the end of the tutorial."""
    one = as_learner(come, hall)
    one.page.goto("/")
    one.push(one.page.get_by_role("link", name="Learn it step by step").first)
    one.push(one.page.get_by_role("link", name="Begin"))
    expect(one.page.locator("h1")).to_contain_text("Move an army")
    one.page.goto("/tutorial/12?text=A+Par+B%0AF+Bre+B&judge=yes")
    one.push(one.page.get_by_role("link", name="Play your first game"))
    one.push(one.page.get_by_role("button", name="Begin"))
    one.page.wait_for_url("**/games/*")
    one.game = int(one.page.url.rpartition("/")[2])
    yield one


def ready(one: ByTouch, hall: Trial, clock: Clock) -> None:
    with one.page.expect_navigation(url=f"**/games/{one.game}*"):
        one.is_ready()
    while hall.judge.games.tick(clock()) is not None:
        pass
    one.page.goto(f"/games/{one.game}")
    one.page.locator(".pane-tabs a[data-pane=orders]").tap()


def test_a_first_game_is_explained_and_taken_back(
    first_game: ByTouch, hall: Trial, clock: Clock
) -> None:
    one, game, judge = first_game, first_game.game, hall.judge
    one.page.locator(".pane-tabs a[data-pane=map]").tap()
    one.order("A PAR-BUR", "F BRE-MAO")
    # Beside the button he sees what matters most, whatever he looks at.
    stays = "Without an order these would stay: army Marseilles"
    expect(one.page.locator(".ready")).to_contain_text(stays)
    one.page.locator(".pane-tabs a[data-pane=orders]").tap()
    coach = one.page.locator("#coach")
    expect(coach).to_contain_text(
        "Without an order these would stay: army Marseilles", use_inner_text=True
    )
    assert not [told for told in violations(one.page, ALL) if "coach" in told]
    ready(one, hall, clock)
    one.goes_on()

    g = judge.games.load(game)
    position = {
        "phase": str(g.phase),
        "units": {"FRANCE": ["A BUR", "A RUH"], "GERMANY": ["A MUN", "A HOL"]},
        "centers": {"FRANCE": ["BRE", "MAR", "PAR"], "GERMANY": ["BER", "KIE", "MUN"]},
    }
    cut = "A Hol - Ruh\nA Mun H"
    for actor, command in (
        (Actor(g.masters[0]), c.SetPosition(position)),
        (bot_of("GERMANY"), c.SaveOrders(cut, str(g.phase))),
    ):
        assert not judge.act(game, command, actor, clock()).refused
    one.page.goto(f"/games/{game}")
    one.page.locator(".pane-tabs a[data-pane=map]").tap()
    one.order("A BUR-MUN", "A RUH S A BUR-MUN")
    ready(one, hall, clock)
    expect(coach).to_contain_text(
        "was cut by the attack of army Holland (Germany) from Holland", use_inner_text=True
    )
    one.push(coach.locator("[popovertarget=term-cut]"))
    expect(one.page.locator("#term-cut")).to_be_visible()
    one.page.keyboard.press("Escape")

    one.push(coach.get_by_role("button", name="Take this turn back"))
    one.wait_for(lambda: judge.games.load(game).phase == g.phase)
    assert sorted(one.on_file) == ["A BUR-MUN", "A RUH S A BUR-MUN"]
    assert hall.text(game, "GERMANY") == cut
    one.page.locator(".pane-tabs a[data-pane=map]").tap()
    one.page.locator("dip-board .unit").first.wait_for(state="attached")
    one.pick("RUH")
    one.push(one.offer("No order"))
    one.pick("RUH")
    one.pick("HOL")
    one.given(("A BUR-MUN", "A RUH-HOL"))
    ready(one, hall, clock)
    expect(coach).to_contain_text("Army Ruhr did not get to Holland", use_inner_text=True)
    assert not one.faults, one.faults
