"""Every word of a tournament in every language: what stands in the source, and what pages, papers
and commands say of a whole event, compared with the English."""

from __future__ import annotations

import ast
import asyncio
import dataclasses
import re
from collections.abc import Iterable, Iterator, Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import httpx
import pytest
import typer
import typer.main
from directing import POWERS, START, Hall
from fastapi import FastAPI
from test_desk_pages import EVENT, TOKEN, founded, stopped_clock
from typer.testing import CliRunner

from dragoman.cli.help_in_words import EXAMPLE, paragraphs, parts_of, put_in_words
from dragoman.cli.tournament.app import app as terminal
from dragoman.declared import declared, made
from dragoman.tournament.actions import center_counts
from dragoman.tournament.actions.conduct import PENALTIES
from dragoman.tournament.commands import NAMES, PANELS, kind_of
from dragoman.tournament.commands.record import ROLES, Correction
from dragoman.tournament.desk import forms
from dragoman.tournament.desk.pages import desk_pages
from dragoman.tournament.desk.session import TournamentSession, carry_out
from dragoman.tournament.hall.announcer import calls
from dragoman.tournament.hall.display import Director, hall as display
from dragoman.tournament.log import events as ev
from dragoman.tournament.publishing import printed_pages
from dragoman.tournament.rules.played_variant import standard
from dragoman.tournament.rules.round_clock import Ruling, Running
from dragoman.tournament.scoring import SYSTEMS
from dragoman.tournament.standings.ranking import CRITERIA
from dragoman.words import LANGUAGES, MESSAGES, in_language, is_said, refusal_in_language, word_file
from dragoman.words.refusals import REFUSALS
from tests.source import source_files
from tests.web.test_languages import sentences

OTHERS = LANGUAGES[1:]
ROOMS = ("tournament/", "cli/tournament/", "client/online_rounds.py")
_ = stopped_clock
GAPS_ALONE = re.compile(r"(?:\{[\w:.%]+\}|[^\w{}])*")

# What stands in the source


def texts(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from (*texts(node.body), *texts(node.orelse))


def said_in(tree: ast.Module) -> Iterator[str]:
    """The templates of messages that a file makes."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        if node.func.id == "said" and len(node.args) < 3:
            yield from (one for one in texts(node.args[0]))
        if node.func.id == "counted":
            yield from (f"{{number}} {one}" for one in texts(node.args[1]))


def in_templates(text: str) -> Iterator[str]:
    for _, one in re.findall(r"""_\((["'])((?:(?!\1)[^\\]|\\.)*)\1""", text):
        yield one.replace("\\'", "'").replace('\\"', '"')


def of_commands() -> Iterator[str]:
    yield from (text for kind in map(kind_of, NAMES) for text in forms.about(kind))
    for kind in (Correction, *map(kind_of, NAMES)):
        yield from (one.says.meaning for one in declared(kind))


def of_values() -> Iterator[str]:
    """What stands in tables of the source, and is said as it is."""
    yield from (*PANELS, *ROLES, *standard().titles)
    yield from (one.replace("-", " ") for one in PENALTIES)
    yield from (one.said.template for one in Ruling)
    yield from (one.value for one in Running)
    yield from (one for one in CRITERIA if one != "total")
    yield from (need.value for system in SYSTEMS.values() for need in system.needs)
    for kind in ev.Event.__args__:
        name = kind.__name__
        yield "".join(f" {one.lower()}" if one.isupper() else one for one in name).strip()
        hidden = ("preset", "record", "report")
        names = (one.name for one in dataclasses.fields(kind))
        yield from (one.replace("_", " ") for one in names if one not in hidden)


def lacking(wanted: Iterable[str], known: Iterable[str]) -> list[str]:
    found = {one for one in wanted if not GAPS_ALONE.fullmatch(one)}
    return sorted(found - set(known))


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_in_the_source_has_words(language: str) -> None:
    found: list[str] = [*of_commands(), *of_values()]
    for name, text in source_files(".py").items():
        if name.startswith(ROOMS):
            found += said_in(ast.parse(text))
    for name, text in source_files(".html").items():
        if name.startswith(ROOMS):
            found += in_templates(text)
    assert lacking(found, word_file(MESSAGES, language)) == []


@pytest.mark.parametrize("language", OTHERS)
def test_every_refusal_has_words(language: str) -> None:
    known = {*word_file(REFUSALS, language), *word_file(MESSAGES, language)}
    found: set[str] = set()
    for name, text in source_files(".py").items():
        if name.startswith(ROOMS):
            found |= {one for one in sentences(ast.parse(text)) if " " in one}
    assert sorted(found - known) == []


@pytest.mark.parametrize("language", OTHERS)
def test_commands_and_fields_have_names(language: str) -> None:
    words = word_file(MESSAGES, language)
    titles = {
        one.name.replace("_", " ").capitalize()
        for kind in (Correction, *map(kind_of, NAMES))
        for one in declared(kind)
    }
    assert set(words[forms.COMMANDS]) == set(NAMES)
    assert set(words[forms.FIELDS]) == titles


def test_every_refusal_of_the_catalogue_is_one_that_a_tournament_says() -> None:
    read = {name: text for name, text in source_files(".py").items() if name.startswith(ROOMS)}
    whole = "".join(read.values())
    told = {one for text in read.values() for one in sentences(ast.parse(text))}
    told |= {
        one for text in read.values() for node in ast.walk(ast.parse(text)) for one in joined(node)
    }
    left = [one for one in word_file(REFUSALS, "de") if one not in told and one not in whole]
    assert left == []


def joined(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.JoinedStr):
        yield "".join(
            part.value
            if isinstance(part, ast.Constant)
            else f"{{{ast.unparse(part.value)}{'!r' * (part.conversion == 114)}}}"
            for part in node.values
        )


def test_powers_are_called_as_on_maps() -> None:
    from dragoman.game import find_variant

    variant = find_variant("standard")
    for language in OTHERS:
        for power in POWERS:
            assert in_language(power.title(), language) == variant.power_name(power, language)


def test_a_refusal_is_told_whole_with_what_fills_its_gaps() -> None:
    for text, german in (
        ("the orders of Austria for Spring 1901 are in the box",
         "die Befehle von Österreich für Frühjahr 1901 sind im Kasten"),
        ("nobody here is called 'Spring 1901'", "niemand hier heißt 'Spring 1901'"),
        ("Ann Lee has withdrawn", "Ann Lee hat sich zurückgezogen"),
        ("the clock of board 1A stands already", "die Uhr von Tisch 1A steht schon"),
        ("somebody wrote this", "somebody wrote this"),
        ("line 2: 'many' are no rounds", "Zeile 2: 'many' sind keine Runden"),
        ("line 3: Ann Lee is registered already, as number 7",
         "Zeile 3: Ann Lee ist schon angemeldet, als Nummer 7"),
    ):  # fmt: skip
        assert refusal_in_language(text, "de") == german


# Help of commands


def helps(command: Any, context: Any) -> Iterator[str]:
    """Every paragraph of the help of a command and of those below it."""
    put_in_words(command, context, "en")
    for part in parts_of(command, context):
        yield from paragraphs(part.help or "")
    for one in getattr(command, "commands", {}).values():
        yield from helps(one, context)


@pytest.mark.slow
@pytest.mark.parametrize("language", OTHERS)
def test_help_is_in_each_language(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    command = typer.main.get_command(terminal)
    known = word_file(MESSAGES, language)
    found = {one for one in helps(command, typer.Context(command)) if one}
    assert sorted(one for one in found - {*known} if not one.startswith(EXAMPLE)) == []
    monkeypatch.setenv("COLUMNS", "400")
    for words in ([], ["draw"], ["online"], ["online", "pull"], ["hall"]):
        told = CliRunner().invoke(terminal, ["--language", language, *words, "--help"]).output
        assert known["Options"] in told and known["Show this message and exit."] in told, words
        monkeypatch.setenv("DRAGOMAN_LANGUAGE", language)
        assert CliRunner().invoke(terminal, [*words, "--help"]).output == told
        monkeypatch.delenv("DRAGOMAN_LANGUAGE")
    told = CliRunner().invoke(terminal, ["--language", language, "online", "pull", "--help"]).output
    assert (
        known["Look at all games that go on, and take the results of those that are over."] in told
    )


# What is shown of a whole event, beside the English


def asked(app: FastAPI, path: str, cookies: Mapping[str, str] | None = None) -> httpx.Response:
    async def answer() -> httpx.Response:
        transport = httpx.ASGITransport(app, client=("127.0.0.1", 5000))
        async with httpx.AsyncClient(
            transport=transport, base_url="http://desk", cookies=dict(cookies or {})
        ) as client:
            return await client.get(path)

    return asyncio.run(answer())


class Words(HTMLParser):
    """The texts of a page: between tags, in attributes that are read out, and in its script."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self._in = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._in = tag
        shown = ("aria-label", "placeholder", "title", "alt")
        self.found += [value for name, value in attrs if name in shown and value]

    def handle_endtag(self, tag: str) -> None:
        self._in = ""

    def handle_data(self, data: str) -> None:
        if self._in == "script":
            self.found += [one for one in re.findall(r'"([A-Z][^"\n]*)"', data)]
        elif self._in != "style":
            self.found.append(data)


NAMES_WRITTEN = re.compile(
    r"Player Nr\d+|Ann Lee|Hugo Dean|Test|Wellington|Porirua|Napier|Red|Quinn|Best stab|by applause"
    r"|shouted|too early|it stands|brothers|the orders were in the box|shark|Player|Nr\d+"
    r"|English|Deutsch|[Ff]rançais|Shark|Dragoman(?: \d\S*)?|Here|Content-Type|POST"
    r"|JavaScript|ArrowUp|ArrowDown"
)
"""What people wrote in these events, and what languages call themselves."""
COMMANDS = re.compile(rf"\b(?:{'|'.join(NAMES)})( calls| wdd)?\b( --round)?|/board|/vote")
"""What a director types in any language."""


def bare(text: str) -> str:
    """A text without numbers and gaps."""
    return re.sub(r"\{\w+\}|[\d ·]", "", text).casefold()


def same(english: Iterable[str], other: Iterable[str], language: str) -> list[str]:
    """Texts that say the same in both, and should not."""
    words = word_file(MESSAGES, language)
    tables = (words, words[forms.COMMANDS], words[forms.FIELDS])
    equal = {bare(one) for table in tables for one, text in table.items() if one == text}
    before = {" ".join(one.split()) for one in english}
    found: list[str] = []
    for one in {" ".join(text.split()) for text in other} & before:
        left = COMMANDS.sub("", NAMES_WRITTEN.sub("", one))
        if re.search(r"[A-Za-z]{3}", left) and not {bare(one), bare(left)} & equal:
            found.append(one)
    return sorted(found)


@pytest.fixture(scope="module")
def event(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a whole event, played through once."""
    folder = tmp_path_factory.mktemp("event")
    store = founded(folder)
    for name, fields in EVENT:
        command, faults = made(kind_of(name), fields)
        assert not faults
        carry_out(TournamentSession(store), command)
    return folder


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("what", printed_pages.PAGES)
def test_papers_are_in_each_language(event: Path, what: str, language: str) -> None:
    from dragoman.tournament.log.store import Store

    t = Store(event).load()
    english, other = (
        Words(printed_pages.render(t, what, 1, language=one)).found for one in ("en", language)
    )
    assert same(english, other, language) == []


@pytest.mark.parametrize("language", OTHERS)
def test_pages_of_the_hall_are_in_each_language(language: str) -> None:
    hall = Hall()
    hall.boards(2)
    hall.do(center_counts.give_codes, made(kind_of("codes"), {"round": 1})[0])
    hall.count(1901, "6 5 5 5 4 5 4")
    code = next(iter(hall.t.rounds[1].codes.values()))
    director = Director("key", lambda line, reads: (True, line))
    app = display(lambda: hall.t, lambda: START, act=hall.do, director=director)
    for path in ("/", "/board", "/vote", "/director/key"):
        pages = [Words(asked(app, f"{path}?language={one}").text).found for one in ("en", language)]
        assert same(*pages, language) == [], path
    for path in ("/hall.json", "/director/key.json", f"/board/{code}.json", "/board/zzzzzz.json"):
        found = [
            [*strings(asked(app, f"{path}?language={one}").json())] for one in ("en", language)
        ]
        assert same(*found, language) == [], path


KEPT = ("running", "boards", "provisional", "standings")
"""Words of the JSON that its page reads, and nobody else."""


def strings(data: object) -> Iterator[str]:
    if isinstance(data, str) and data not in KEPT:
        yield data
    elif isinstance(data, dict):
        for key, one in data.items():
            if key not in ("key", "ending", "kind", "starts", "now", "games"):
                yield from strings(one)
    elif isinstance(data, list):
        for one in data:
            yield from strings(one)


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_called_out_is_in_each_language(hall: Hall, language: str) -> None:
    hall.boards(1)
    found = calls(hall.t, START, START.replace(hour=10))
    assert found and all(is_said(one.text) for one in found)
    told = [in_language(one.text, language) for one in found]
    assert same([str(one.text) for one in found], told, language) == []


@pytest.mark.parametrize("language", OTHERS)
def test_pages_of_the_desk_are_in_each_language(event: Path, language: str) -> None:
    app = desk_pages(event, TOKEN)
    found: dict[str, list[list[str]]] = {}
    for one in ("en", language):
        cookies = {"dragoman-language": one}
        found.setdefault("the door", []).append(Words(asked(app, "/", cookies).text).found)
        cookies["dragoman-desk"] = TOKEN
        for path in ("", *NAMES):
            found.setdefault(path, []).append(Words(asked(app, f"/{path}", cookies).text).found)
    wrong = {path: left for path, pages in found.items() if (left := same(*pages, language))}
    assert wrong == {}


@pytest.mark.parametrize("language", OTHERS)
def test_answers_of_commands_are_in_each_language(tmp_path: Path, language: str) -> None:
    store = founded(tmp_path)
    wrong: dict[str, list[str]] = {}
    for name, fields in EVENT:
        command, faults = made(kind_of(name), fields)
        assert not faults
        answer = carry_out(TournamentSession(store), command)
        lines = [in_language(answer.text, one).split("\n") for one in ("en", language)]
        parts = [
            [part for line in found for part in re.split(r"  +|[:;,] ", line)] for found in lines
        ]
        told = [
            [
                one.told(lambda text, to=to: refusal_in_language(text, to))
                for one in answer.diagnostics
            ]
            for to in ("en", language)
        ]
        if name != "export" and (left := same(parts[0] + told[0], parts[1] + told[1], language)):
            wrong[name] = left
    assert wrong == {}
