"""The forms reports are published in: word for word, and whatever people call themselves."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import markdown
import pytest
from hypothesis import example, given, settings, strategies as st
from markdown_it import MarkdownIt
from published_turns import ENDINGS, ORDERS, TEXTS, facts_of, golden, year
from turns_to_explain import STANDARD

from dragoman.board import Unit
from dragoman.game import Ending, process
from dragoman.reports import TurnFacts, turn_facts
from dragoman.reports.forms import FORMS
from dragoman.rules import Phase, Position
from dragoman.words import LANGUAGES

HOSTILE = (
    "<script>alert(1)</script>",
    "</title></style><img src=x onerror=alert(1)>",
    "&lt;b&gt; &amp; &#60;i&#62; &copy",
    "[url=https://example.org]free[/url] [b]x[/b] [*] [/list][/quote]",
    "![](https://example.org/x.png) [x](javascript:alert(1))",
    "[x]: https://example.org",
    "**bold** __x__ `code` ~~gone~~ <https://example.org>",
    "| a | b |",
    "# 1. - + = > \\",
    "a\n\n# b\n- c\r\x0b\x1b[31m\N{RIGHT-TO-LEFT OVERRIDE}d",
    "{{ 7 * 7 }} {% for %} {0} {title}",
    "\"' onmouseover='x",
)
NAMES = st.one_of(
    st.sampled_from(HOSTILE),
    st.text(max_size=20),
    st.text("&<>[]()*_`~|#+-=.1!\\/ abn\n", max_size=15),
)


@pytest.mark.parametrize("form", ENDINGS)
@pytest.mark.parametrize("number", range(len(ORDERS)))
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phase_in_every_form(number: int, form: str, language: str) -> None:
    expected = golden(number, form, language).read_text("utf-8")
    told = FORMS[form](facts_of(number, language))
    assert told == expected, "if that is meant, run tests/reports/published_turns.py"


def test_there_is_a_phase_of_each_kind() -> None:
    assert [str(resolution.phase) for resolution in year()] == ["F1903M", "F1903R", "W1903A"]


def test_the_page_about_reports_shows_real_ones() -> None:
    page = (Path(__file__).parents[2] / "docs" / "how-to" / "masters" / "reports.md").read_text(
        "utf-8"
    )
    shown = re.findall(r"^```(markdown|bbcode)\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    assert [form for form, _ in shown] == ["markdown", "bbcode"]
    for form, excerpt in shown:
        assert any(excerpt in golden(n, form, "en").read_text("utf-8") for n in range(3)), form
    for form in FORMS:
        assert form == "text" or f"--as {form}" in page


# What people wrote stays what they wrote.


def facts(name: str, notes: str = "") -> TurnFacts:
    """A turn of a game and of players called so."""
    players = dict.fromkeys(STANDARD.board.powers, name)
    return turn_facts(STANDARD, year()[1], title=name, players=players, notes=notes, explained=True)


PLAIN = facts("Quiet", "Quiet")


class Seen(HTMLParser):
    """The elements of a page with their attributes, and the text that a reader sees."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, object]] = []
        self.texts: list[str] = []
        self._silent = False
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, tuple(attrs)))
        self._silent = tag in ("style", "title")

    def handle_endtag(self, tag: str) -> None:
        self._silent = False

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.texts.append(data)

    @property
    def text(self) -> str:
        return squeezed("".join(self.texts))


def squeezed(text: str) -> str:
    return " ".join(text.split())


def shown(one: TurnFacts) -> Iterable[str]:
    """What a reader sees in each of the forms, wherever it stands."""
    yield one.title
    yield from one.notes
    yield from one.balance
    for power in one.orders:
        yield str(power.power.player)
        yield from (order.text for order in power.orders)
        yield from (order.explanation for order in power.orders)


@pytest.mark.slow
@pytest.mark.parametrize("form", ["html", "zine"])
@given(name=NAMES, notes=NAMES)
@settings(max_examples=30, deadline=None)
def test_pages_show_hostile_text(form: str, name: str, notes: str) -> None:
    told = facts(name, notes)
    page = Seen(FORMS[form](told))
    # A name that leaves nothing when its control characters are gone is as good as none.
    if told.notes and told.orders[0].power.player and told.title and len(told.notes) == 1:
        assert page.tags == Seen(FORMS[form](PLAIN)).tags
    for text in shown(told):
        assert squeezed(text) in page.text


@pytest.mark.slow
@given(name=NAMES, notes=NAMES)
@example(name="Quiet", notes="\x1b\r\x1b")  # nothing is left of such notes
@settings(max_examples=60, deadline=None)
def test_markdown_shows_hostile_text(name: str, notes: str) -> None:
    told = facts(name, notes)
    page = Seen(MarkdownIt("commonmark").enable("table").render(FORMS["markdown"](told)))
    if told.orders[0].power.player and len(told.notes) == 1:
        plain = FORMS["markdown"](PLAIN)
        assert page.tags == Seen(MarkdownIt("commonmark").enable("table").render(plain)).tags
    for text in shown(told):
        assert squeezed(text) in page.text


@pytest.mark.parametrize("name", HOSTILE)
def test_markdown_of_old_lets_no_tag_through(name: str) -> None:
    told = FORMS["markdown"](facts(name, name))
    root = ElementTree.fromstring(f"<p>{markdown.markdown(told, extensions=['tables'])}</p>")
    known = {"p", "h1", "h2", "ul", "li", "em", "strong", "blockquote", "table", "thead"}
    assert {element.tag for element in root.iter()} <= known | {"tbody", "tr", "th", "td"}
    assert all(set(element.attrib) <= {"style"} for element in root.iter())


@given(name=NAMES, notes=NAMES)
@settings(max_examples=60, deadline=None)
def test_bbcode_shows_hostile_text(name: str, notes: str) -> None:
    told = facts(name, notes)
    post = FORMS["bbcode"](told)
    tags = re.compile(r"\[(?!\N{ZERO WIDTH SPACE})[^\]]*\]")
    assert set(tags.findall(post)) <= set(tags.findall(FORMS["bbcode"](PLAIN)))
    seen = squeezed(tags.sub("", post).replace("\N{ZERO WIDTH SPACE}", ""))
    for text in shown(told):
        assert squeezed(text) in seen


@pytest.mark.slow
@pytest.mark.parametrize("form", TEXTS)
def test_a_name_is_one_line_without_control_characters(form: str) -> None:
    told = {name: FORMS[form](facts(name, "Quiet")) for name in HOSTILE}
    lines = FORMS[form](PLAIN).count("\n")
    assert form == "text" or {n for n, text in told.items() if text.count("\n") != lines} == set()
    signs = {"\x0b", "\x1b", "\r", "\N{RIGHT-TO-LEFT OVERRIDE}"}
    assert {name for name, text in told.items() if signs & set(text)} == set()


# What only some turns have.


@pytest.mark.parametrize("form", TEXTS)
@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("draw", "The game is a draw between France and Italy."),
        ("concession", "The game was conceded to France and Italy."),
    ],
)
def test_an_ending_that_was_agreed(form: str, how: str, said: str) -> None:
    ending = Ending(how, ("FRANCE", "ITALY"))
    told = FORMS[form](turn_facts(STANDARD, year()[0], ending=ending))
    assert said in told
    assert "Next:" not in told
    assert "Orders wanted" not in told


@pytest.mark.parametrize("form", TEXTS)
def test_a_winner(form: str) -> None:
    won = replace(year()[2], winners=("FRANCE",))
    assert "The game is won by France." in FORMS[form](turn_facts(STANDARD, won))


def test_the_chart_has_a_column_for_each_year_that_ended() -> None:
    first, *rest = year()
    chart = turn_facts(STANDARD, rest[1], earlier=(first, rest[0])).chart
    assert chart.years == ("Start", "1903")
    counts = {power.key: numbers for power, numbers in chart.rows}
    assert counts == {"ENGLAND": (3, 4), "FRANCE": (3, 4), "GERMANY": (4, 4), "ITALY": (1, 0)}
    assert turn_facts(STANDARD, first).chart.years == ("Start",)


def test_a_long_chart_is_set_in_several_tables() -> None:
    one = facts_of(1, "en")
    rows = tuple((power, (1, *range(40))) for power, _ in one.chart.rows)
    long = replace(one.chart, years=("Start", *map(str, range(1901, 1941))), rows=rows)
    page = Seen(FORMS["zine"](replace(one, chart=long)))
    assert [tag for tag, _ in page.tags].count("table") == 4
    assert "1910" in page.text and "1940" in page.text


def test_builds_without_room_are_not_wanted() -> None:
    units = [Unit("ENGLAND", "F", place) for place in ("LON", "EDI", "LVP")]
    owners = dict.fromkeys(("LON", "EDI", "LVP", "NWY"), "ENGLAND") | {"PAR": "FRANCE"}
    before = Position(Phase.parse("F1903M"), tuple(units), owners)
    told = turn_facts(STANDARD, process(STANDARD, before, {}))
    assert told.balance[0] == "England: 4 centres, 3 units, builds 1 (room for 0)"
    assert [(one.power.name, one.what) for one in told.wanted] == [("France", "1 build due")]
