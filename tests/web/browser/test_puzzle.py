"""A browser that registers while the judge is under attack solves a puzzle, and its owner notices
nothing of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.browser.axe import ALL, violations
from tests.web.browser.conftest import Come
from tests.web.conftest import PASSWORD, ROOT
from tests.web.trial_page import Trial

pytest.importorskip("playwright")
from playwright.sync_api import Page, expect


@pytest.fixture
def attacked(hall: Trial) -> Iterator[Trial]:
    registration = hall.judge.accounts.registration
    registration.set_attack(ROOT, 1, hall.now())
    yield hall
    registration.set_attack(ROOT, 0, hall.now())


def fill_in(page: Page, name: str) -> None:
    page.goto("/register")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Email address").fill(f"{name.lower()}@dip.example")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Register").click()


def test_a_browser_solves_it_and_the_code_comes_at_once(attacked: Trial, come: Come) -> None:
    page = come("phone").new_page()
    fill_in(page, "Solver")
    expect(page.get_by_role("heading", name="Enter the code from the email")).to_be_visible()
    expect(page.get_by_text("quarter of an hour")).to_have_count(0)
    assert attacked.judge.accounts.people.called("Solver") is not None
    page.goto("/register")
    assert violations(page, ALL) == []


def test_where_it_cannot_be_solved_the_code_comes_later(attacked: Trial, come: Come) -> None:
    page = come("desk").new_page()
    page.route("**/api/accounts/puzzle", lambda route: route.abort())
    fill_in(page, "Waiter")
    expect(page.get_by_text("quarter of an hour")).to_be_visible()
