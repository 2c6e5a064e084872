"""Templates are filled quicker than Jinja fills them, with the same text."""

from __future__ import annotations

import jinja2
import pytest
from markupsafe import Markup, escape

from dragoman.web.pages.html.quick_templates import QuickEnvironment, quick_escape

_PAGE = """
{% macro row(text) %}<li title="{{ text }}" class='{{ text }}'>{{ text }}{{ caller() }}</li>
{% endmacro %}
{% set kept %}<b>{{ values[1] }}</b>{% endset %}
{{ kept }}{{ kept|upper }}{{ values|join(', ') }}{{ "<" ~ values[1] ~ kept }}
{% filter replace("a", "<") %}{{ values[2] }}{% endfilter %}
{% for one in values %}{% call row(one) %}{{ loop.index }}{{ one.missing is defined }}{% endcall %}
{% endfor %}
{% macro within(one) %}[{% include "part" %}]{% endmacro %}
{% for one in values %}{% include "part" %}{{ within(loop.index) }}{% endfor %}
{% set one = "<last>" %}{% include ["nowhere", "part"] %}{% include "nowhere" ignore missing %}
{% include "alone" without context %}
{{ thing.items }}{{ thing.other }}{{ thing.method("<i>") }}{{ values[1]|safe }}{{ values[1]|e }}
"""


class _Thing:
    items, other = "<items>", 7

    def method(self, text: str) -> str:
        return text + "'"


class _Loud(str):
    __slots__ = ()

    def __html__(self) -> str:
        return "<loud>"


VALUES = (
    "plain",
    "<a href='x'>&\"",
    Markup("<br>"),
    _Loud("&"),
    3,
    4.5,
    None,
    True,
    ["<", "'"],
    "ü–€",
)


@pytest.mark.parametrize("value", VALUES)
def test_a_value_is_escaped_as_ever(value: object):
    assert quick_escape(value) == escape(value)


def test_a_page_is_the_one_that_jinja_makes():
    def made(environment: type[jinja2.Environment]) -> str:
        parts = {"part": "<p>{{ one }}{{ kept }}</p>\n", "alone": "{{ values is defined }}"}
        loader = jinja2.DictLoader({"page": _PAGE, **parts})
        found = environment(autoescape=True, loader=loader).get_template("page")
        return found.render(values=VALUES, thing=_Thing())

    assert made(QuickEnvironment) == made(jinja2.Environment)
    assert "<a href" in made(QuickEnvironment) and "&lt;a href" in made(QuickEnvironment)


def test_texts_without_gaps_are_put_in_when_a_template_is_read():
    said: list[str] = []

    def say(text: str, /, **parts: object) -> Markup:
        said.append(text)
        return Markup(text + "!") % parts

    source = """{{ _("one") }}{{ _('two') if yes else _("<three>") }}{% set kept = _("four") %}
    {{ kept }}{{ _("%(what)s", what="<five>") }}{{ _(text) }}"""
    environment = QuickEnvironment(autoescape=True, loader=jinja2.DictLoader({"page": source}))
    environment.known = {"_": say}
    environment.globals["_"] = say
    page = environment.get_template("page")
    assert sorted(said) == ["<three>", "four", "one", "two"]
    said.clear()
    shown = page.render(yes=False, text="six").split()
    assert shown == ["one!<three>!", "four!&lt;five&gt;!six!"] and said == ["%(what)s", "six"]


_TEMPLATES = {
    "page": """{% extends "middle" %}
{% from "macros" import outer with context %}{% set own = outer(1) %}
{% block first %}[{{ own }}{{ kept }}{% include "part" %}{% block inner %}{% endblock %}]
{% endblock %}
{% block last %}{% for one in values %}{% include "part" %}{% if loop.last %}{{ kept }}{% endif %}
{% endfor %}{% include chosen %}{% endblock %}
never put out""",
    "middle": """{% extends "base" %}{% set kept = "middle" %}{% set title = title ~ "!" %}
{% block inner %}inner of middle{% endblock %}{% block unused %}unused{% endblock %}""",
    "base": """{% from "macros" import alone %}<{{ title }}>{% block first %}{% block inner %}
{% endblock %}{% endblock %}{{ kept is defined }}{{ own is defined }}{{ alone(2) }}
{% block last %}none{% endblock %}{% block beside %}{{ kept }}{% include "part" %}{% endblock %}""",
    "macros": """{% macro outer(one) %}({{ inner(one) }}{{ title }}){% endmacro %}
{% macro inner(one) %}{{ one }}{% endmacro %}{% macro alone(one) %}{{ one + 1 }}{% endmacro %}""",
    "part": """{% set kept = kept|default("") ~ "+" %}{% macro said() %}{{ kept }}{% endmacro %}
{{ said() }}{{ own|default("nothing") }}{{ one|default("no one") }}{% include "deeper" %}""",
    "deeper": "{% for kept in values[:2] %}{{ kept }}{{ loop.index }}{% endfor %}",
}
"""What of each other templates put in, and what they see of each other."""


@pytest.mark.parametrize("name", _TEMPLATES)
def test_a_template_as_one_is_the_one_that_jinja_makes(name: str) -> None:
    def made(environment: jinja2.Environment) -> str:
        shown = {"values": ("<a>", "b", "c"), "title": "<t>", "chosen": "deeper"}
        return environment.get_template(name).render(**shown)

    loader = jinja2.DictLoader(_TEMPLATES)
    quick = QuickEnvironment(autoescape=True, loader=loader)
    quick.as_one = _TEMPLATES
    assert made(quick) == made(jinja2.Environment(autoescape=True, loader=loader))
    whole = quick.compile(_TEMPLATES[name], name, raw=True)
    assert not any(f"template('{one}'" in whole for one in ("part", "deeper", "middle", "base"))


@pytest.mark.parametrize("called", ["super()", "self.first()"])
def test_blocks_of_one_template_call_no_others(called: str) -> None:
    page = '{% extends "base" %}{% block last %}{{ ' + called + " }}{% endblock %}"
    quick = QuickEnvironment(loader=jinja2.DictLoader({**_TEMPLATES, "page": page}))
    quick.as_one = ("page",)
    with pytest.raises(jinja2.TemplateAssertionError):
        quick.get_template("page")


def test_what_is_missing_is_an_error_as_ever():
    with pytest.raises(jinja2.UndefinedError):
        quick_escape(jinja2.StrictUndefined(name="nobody"))
