"""The design: colours that can be read, one small style sheet, a page that shows all of it."""

import gzip
import re
from pathlib import Path

import pytest

from dragoman.web.pages.design import PAIRS, contrast
from dragoman.web.pages.html.static_files import STYLE, colours_of, content_of, tokens
from tests.web.conftest import House
from tests.web.pages.reader import reader

SHEET = content_of("pages.css").decode()


@pytest.mark.parametrize("apart", [False, True])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everything_can_be_read(scheme: str, apart: bool):
    colours = colours_of(scheme, apart)
    measured = {
        (text, ground): contrast(colours[text], colours[ground]) for text, ground, _ in PAIRS
    }
    least = {(text, ground): least for text, ground, least in PAIRS}
    weak = {pair: round(found, 2) for pair, found in measured.items() if found < least[pair]}
    assert weak == {}


def test_contrast_is_that_of_the_guidelines():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert contrast("#1f5575", "#1f5575") == 1


def test_no_rule_names_a_colour_but_the_tokens():
    rules = SHEET.partition("*, *::before")[2]
    assert re.findall(r": [^;{}]*#[0-9a-fA-F]{3,8}\b", rules) == []


def test_no_filter_dims_a_map():
    """By night maps are drawn otherwise (first-evening, 8): nothing laid over one changes it."""
    root = Path(__file__).parents[3]
    pages, board = root / "src/dragoman/web/pages", root / "board-element/src"
    sheets = [*pages.glob("static/**/*.css"), *board.glob("*.css")]
    rules = [
        one for sheet in sheets for one in re.findall(r"([^{};]+)\{([^{}]*)\}", sheet.read_text())
    ]
    assert len(sheets) > 15 and len(rules) > 500
    filtered = [
        named.strip() for named, rule in rules if re.search(r"\b(filter|mix-blend-mode)\s*:", rule)
    ]
    assert filtered == [".strong:hover"], "a button, and nothing that a map lies in"
    drawing = [*(root / "src/dragoman/drawing").rglob("*.py"), *pages.glob("templates/*.html")]
    scripts = [*pages.glob("static/*.js"), *board.glob("*.ts"), *drawing]
    sets = re.compile(r"<filter|[Ff]ilter\s*[:=](?!=)|[\"'`](backdrop-)?filter\b")
    found = {
        one.name for one in scripts if one.name != "dip-board.js" and sets.search(one.read_text())
    }
    assert found == set()


def test_every_colour_that_is_used_is_a_token():
    declared = set(re.findall(r"--([\w-]+):", SHEET))
    assert set(re.findall(r"var\(--([\w-]+)", SHEET)) <= declared
    assert len([one for one in tokens() if not one.apart]) >= 15
    names = {one.name for one in tokens() if not one.apart}
    assert {one.name for one in tokens() if one.apart} <= names


def test_the_sheet_is_one_small_file_that_is_kept(house: House):
    answer = house.browser().request("GET", "/")
    (path,) = re.findall(r'href="(/static/\w+/pages\.css)"', answer.text)
    sheet = house.browser().request("GET", path, headers={"Accept-Encoding": "gzip"})
    assert sheet.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert sheet.headers["Content-Encoding"] == "gzip"
    assert len(gzip.compress(SHEET.encode(), 9)) < 7_000
    plain = house.browser().request("GET", path, headers={"Accept-Encoding": "identity"})
    assert "Content-Encoding" not in plain.headers
    assert plain.text == sheet.text == SHEET
    old = house.browser().request("GET", re.sub(r"/static/\w+", "/static/0", path))
    assert old.headers["Cache-Control"] == "no-cache"
    assert len(STYLE) == len(set(STYLE))


def test_the_page_shows_all_colours(house: House):
    page = reader(house).get("/design")
    assert page.status == 200
    assert page.answer.headers["X-Robots-Tag"] == "noindex"
    assert all(f"--{one.name}" in page.text for one in tokens())
