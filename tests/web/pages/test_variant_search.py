"""Variants are found by what they are like, and a page tells what is known of one."""

import pytest

from tests.web.conftest import House
from tests.web.pages.reader import reader


@pytest.mark.parametrize(
    ("asked", "there", "missing"),
    [
        ("powers=2", "cold_war", "standard"),
        ("size=huge", "world_war_4", "standard"),
        ("period=antiquity", "age_of_pericles", "cold_war"),
        ("tag=asia", "canton", "standard"),
        ("rules=usual&period=20th", "asia", "hundred"),
        ("rules=other", "hundred", "canton"),
        ("title=hessong", "ancient_mediterranean", "canton"),
    ],
)
def test_variants_are_found_by_what_they_are_like(
    house: House, asked: str, there: str, missing: str
) -> None:
    page = reader(house).get(f"/variants?{asked}")
    assert f'href="/variants/{there}"' in page.source
    assert f'href="/variants/{missing}"' not in page.source


def test_words_that_nobody_asked_for_find_nothing_and_harm_nothing(house: House) -> None:
    assert "No variants match." in reader(house).get("/variants?size=tiny").text
    assert reader(house).get("/variants?tag=" + "x" * 50).status == 422


def test_a_page_tells_who_made_it_who_says_so_and_how_bots_play_it(house: House) -> None:
    page = reader(house).get("/variants/ancient_mediterranean")
    assert "Designed by Don Hessong." in page.text
    assert "zond/godip (GPL-3.0)" in page.text
    assert "When bots play it" in page.text and "100 games were won within 30 years" in page.text
    german = reader(house)
    german.browser.client.headers["Accept-Language"] = "de"
    assert "Entworfen von Don Hessong." in german.get("/variants/ancient_mediterranean").text
