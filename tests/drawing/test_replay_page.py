"""The page of a game, in a browser where there is one."""

import json
import re
import shutil
import subprocess

import pytest

from dragoman.drawing import map_of, replay
from dragoman.game import Game

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.fixture(scope="module")
def game(standard):
    game = Game(standard)
    game.order("England", "F lon-nth, F edi-nwg, A lvp-yor")
    game.order("France", "A par-bur, F bre-mao, A mar-spa")
    game.order("Russia", "F stp/sc-bot")
    game.process()
    game.order("England", "A yor-nwy, F nth C A yor-nwy")
    game.order("France", "F mao-por")
    game.process()
    return game


@pytest.fixture(scope="module")
def page(game, standard):
    drawn_on, _ = map_of(standard)
    return replay(game, drawn_on, title="<The> game")


def frames_of(page):
    return json.loads(re.search(r"frames = (\[.*\]);\n", page)[1])


def test_it_needs_nothing_else(page):
    addresses = set(re.findall(r"https?://[^\"' )<]+", page))
    assert addresses <= {"http://www.w3.org/2000/svg"}
    assert not re.search(r"<link|<img|src=|@import", page)


def test_a_unit_stays_the_same_unit(page):
    first, second, third = frames_of(page)
    number = {unit[6]: unit[0] for unit in first["units"]}
    assert {unit[6]: unit[0] for unit in second["units"]}["F NTH"] == number["F LON"]
    assert {unit[6]: unit[0] for unit in third["units"]}["A NWY"] == number["A LVP"]
    for frame in (first, second, third):
        assert len({unit[0] for unit in frame["units"]}) == len(frame["units"])


def test_names_cannot_break_out(page):
    assert "<The>" not in page
    assert "&lt;The&gt; game" in page


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium on this machine")
def test_in_a_browser(page, tmp_path):
    file = tmp_path / "game.html"
    file.write_text(page, "utf-8")
    command = [
        CHROMIUM,
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--virtual-time-budget=2000",
    ]
    command += [f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom", f"{file.as_uri()}#2"]
    shown = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout
    assert re.search(r'id="turn"[^>]*>Winter 1901, adjustments<', shown)
    assert len(re.findall(r'class="unit moving', shown)) == 22
    assert re.search(r'data-province="SPA"[^>]*>|class="[^"]*owner-france[^"]*"[^>]*SPA', shown)
    spain = re.search(r'<use id="province-SPA"[^>]*>', shown)[0]
    assert "owner-france" in spain
