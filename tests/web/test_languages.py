"""Who reads German is answered in German, as far as there are words; the others as ever."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from dragoman.diagnostics import Diagnostic
from dragoman.formats import load_variant
from dragoman.judge.commands.bars import FURTHER_NOTICE
from dragoman.judge.commands.permissions import WHO_MAY, Actor
from dragoman.judge.log.state import Stage
from dragoman.judge.wording.problem_words import in_language, words
from dragoman.orders import scan
from dragoman.web.languages import wished
from dragoman.words import MESSAGES, word_file
from tests.source import source_files
from tests.web.conftest import House
from tests.web.tables import begun, seats

GERMAN = {"Accept_Language": "de-AT, de;q=0.9, en;q=0.5"}


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("de", "de"),
        ("DE-at,en;q=0.8", "de"),
        ("en-GB,en;q=0.9,de;q=0.8", "en"),
        ("nl, de;q=0.5, en;q=0.4", "de"),
        ("fr-CA, de;q=0.5", "fr"),
        ("de;q=0.4, en;q=0.5", "en"),
        ("de;q=0", "en"),
        ("de;q=nan, *", "en"),
        ("de;q=2", "en"),
        (";;;,,,q=1", "en"),
        ("xde, den", "en"),
        ("en, de", "en"),
        ("de, en", "de"),
    ],
)
def test_what_a_browser_says_of_its_reader(header: str, language: str) -> None:
    assert wished(header).value == language


def test_a_problem_is_told_in_the_language_of_its_reader(house: House) -> None:
    for headers, what, language in (
        ({}, "there is no game 17", "en"),
        (GERMAN, "es gibt keine Partie 17", "de"),
        ({"Accept_Language": "nl"}, "there is no game 17", "en"),
    ):
        answer = house.person(11)("GET", "/games/17", **headers)
        assert answer.status_code == 404
        assert answer.json()["detail"] == answer.json()["diagnostics"][0]["what"] == what
        assert answer.json()["diagnostics"][0]["code"] == "no-game"
        assert answer.headers["Content-Language"] == language
        assert "Accept-Language" in answer.headers["Vary"]
    game = begun(house)
    refused = house.person(60)("POST", f"/games/{game}/commands/set-ready", {}, **GERMAN)
    assert refused.json()["detail"] == "das darf in dieser Partie nur: Spielleiter oder Spieler"
    visitor = house.visitor("POST", f"/games/{game}/commands/set-ready", {}, **GERMAN)
    assert visitor.json()["diagnostics"][0]["remedy"] == "melde dich an"


def test_what_has_no_german_is_told_whole_in_english() -> None:
    known = Diagnostic("no-game", "there is no game 17")
    strange = Diagnostic("odd", "nobody has said this yet")
    half = Diagnostic("no-game", "there is no game 17", "nobody has said this yet")
    assert in_language((known, strange), "de") == ((known, strange), "en")
    assert in_language((half,), "de") == ((half,), "en")
    (said,), language = in_language((known,), "de")
    assert (said.what, said.code, language) == (
        "es gibt keine Partie 17", "no-game", "de",
    )  # fmt: skip


def test_what_the_scanner_says_of_an_order_is_told_in_german() -> None:
    board = load_variant("standard").board
    found = scan("A par-xyz", board).diagnostics
    (told,), language = in_language(found, "de")
    assert language == "de" and told.what == "'xyz' ist kein Feld auf dieser Karte"


def test_what_fills_a_gap_is_kept_as_it_is() -> None:
    told = Diagnostic("name-taken", "somebody is called {g.stage.value} already", "choose another")
    (said,), _ = in_language((told,), "de")
    assert said.what == "{g.stage.value} heißt schon jemand"


def test_reports_pictures_and_explanations_speak_as_their_reader_does(house: House) -> None:
    game = begun(house)
    france = seats(house, game)["FRANCE"]
    france.do(game, "save-orders", text="A par-bur")
    house.person(1).do(game, "process-now")
    at = f"/games/{game}/turns/S1901M"
    maps = (f"{at}/map.svg", f"/games/{game}/map.svg", "/variants/standard/map.svg")
    for path in (f"{at}/report", f"{at}/explanations", *maps):
        asked = france("GET", path, **GERMAN)
        more = "&" if "?" in path else "?"
        german = france("GET", f"{path}{more}language=de")
        english = france("GET", path)
        assert asked.content == german.content, path
        assert asked.headers["Content-Language"] == german.headers["Content-Language"] == "de"
        assert english.headers["Content-Language"] == "en"
        assert "Accept-Language" in asked.headers["Vary"]
        named = france("GET", f"{path}{more}language=en", **GERMAN)
        assert named.content == english.content, "what is asked for goes before"
        assert asked.headers["ETag"] != english.headers["ETag"] or path.endswith(".svg")


def test_who_registers_is_written_to_in_his_language(house: House) -> None:
    for number, (headers, body, language) in enumerate(
        (
            (GERMAN, {}, "de"),
            (GERMAN, {"language": "en"}, "en"),
            ({}, {}, "en"),
        )
    ):
        given = {"name": f"Newcomer {number}", "address": f"n{number}@dip.example"}
        given |= {"password": "correct horse battery", **body}
        answer = house.visitor("POST", "/accounts", given, **headers)
        assert answer.status_code == 201, answer.text
        person = house.judge.accounts.people.called(f"Newcomer {number}")
        assert person is not None
        wishes = house.judge.accounts.wishes.of(Actor(person.number), person.number)
        assert wishes.language == language


ROOMS = ("judge/", "web/", "mail/", "kinds/", "formats/records/retelling.py")
"""Where the sentences arise that doors tell."""
IN_THE_TERMINAL = (
    "judge/running",
    "judge/setup",
    "judge/storage",
    "judge/outbox",
    "mail",
    "web/pages/design.py",
)
"""What is told to whoever runs a judge, in words of mails, or as an example."""
REFUSALS = ("ActionRefused", "Diagnostic", "refused", "_wrong_name", "refused_file", "not_taken")
OF_FILES = ("refused_file", "not_taken")
"""Refusals that are all of one code, which is not among their arguments."""


def texts(node: ast.expr, named: dict[str, list[ast.expr]]) -> Iterator[str]:
    """What an argument can say, with gaps named as in the source."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield "".join(
            part.value
            if isinstance(part, ast.Constant)
            else f"{{{ast.unparse(part.value)}{'!r' * (part.conversion == 114)}}}"
            for part in node.values
        )
    elif isinstance(node, ast.IfExp):
        yield from (*texts(node.body, named), *texts(node.orelse, named))
    elif isinstance(node, ast.Name):
        for value in named.get(node.id, ()):
            yield from texts(value, {})


def sentences(tree: ast.Module) -> Iterator[str]:
    """What is said in a file of what is refused, and what mends it."""
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        named: dict[str, list[ast.expr]] = {}
        for node in ast.walk(function):
            if isinstance(node, ast.Assign):
                target, value = node.targets[0], node.value
                pairs = [(target, value)]
                if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
                    pairs = list(zip(target.elts, value.elts, strict=True))
                for one, told in pairs:
                    if isinstance(one, ast.Name):
                        named.setdefault(one.id, []).append(told)
        for node in ast.walk(function):
            called = getattr(node, "func", None)
            name = getattr(called, "id", getattr(called, "attr", ""))
            if isinstance(node, ast.Call) and name in REFUSALS:
                after = 0 if name in OF_FILES else 1
                for argument in node.args if name.startswith("_") else node.args[after : after + 2]:
                    yield from texts(argument, named)


def test_every_sentence_that_a_door_refuses_with_has_german() -> None:
    known = {*words("de")["what"], *words("de")["remedy"], *word_file(MESSAGES, "de")}
    lacking: dict[str, str] = {}
    for name, text in source_files(".py").items():
        if name.startswith(ROOMS) and not name.startswith(IN_THE_TERMINAL):
            found = set(sentences(ast.parse(text)))
            lacking |= dict.fromkeys({one for one in found if " " in one} - known, name)
    assert lacking == {}


def test_every_sentence_is_one_that_the_judge_says() -> None:
    read = [text for name, text in source_files(".py").items() if name.startswith(ROOMS)]
    source = "".join(read)
    joined = {one for text in read for one in sentences(ast.parse(text))}
    found = words("de")
    said = [one for table in ("what", "remedy") for one in found[table]]
    assert [one for one in said if one not in source and one not in joined] == []
    for table in ("what", "remedy"):
        for english, german in found[table].items():
            if "..." in english:
                continue  # these are braces to be written
            gaps = re.findall(r"\{[^}]*\}", english)
            assert sorted(gaps) == sorted(re.findall(r"\{[^}]*\}", german)), english
    roles = {" or ".join(sorted(one.value for one in roles)) for roles, _ in WHO_MAY.values()}
    assert set(found["gap"]) == roles | {one.value for one in Stage} | {FURTHER_NOTICE}
