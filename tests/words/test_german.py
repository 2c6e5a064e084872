"""DipWork and the scanner in German: every message has words, and they fill the same gaps."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import dragoman
from dragoman.diagnostics import Diagnostic
from dragoman.machiavelli.account import Kept, Spent
from dragoman.orders.faults import NAME_IT, SAY_WHAT
from dragoman.words import MESSAGES, counted, in_language, said, word_file

HERE = Path(dragoman.__file__).parent
ROOMS = ("games/dipwork", "formats/dipwork", "reports/dipwork", "cli/menu", "orders")
SCANNERS = ("fault", "_fault", "warn")
"""What makes a diagnostic in the scanner: as there, its text comes second, what mends it third."""
ELSEWHERE = {
    # What is lost when one of our variants becomes one of theirs is told by `variant convert`.
    "formats/dipwork/variants/writer.py",
    "formats/dipwork/variants/reader.py",
}
GERMAN = word_file(MESSAGES, "de")


def trees() -> Iterator[tuple[str, ast.Module]]:
    for room in ROOMS:
        for path in sorted((HERE / room).rglob("*.py")):
            name = path.relative_to(HERE).as_posix()
            if name not in ELSEWHERE:
                yield name, ast.parse(path.read_text("utf-8"))


def calls(tree: ast.Module, *names: str) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            called = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            if called in names:
                yield node


def diagnostics(name: str, tree: ast.Module) -> Iterator[ast.Call]:
    yield from calls(tree, "Diagnostic", *(SCANNERS if name.startswith("orders/") else ()))


def said_in_rooms() -> dict[str, str]:
    """Every message with gaps, and where it is made."""
    return {
        node.args[0].value: name
        for name, tree in trees()
        for node in calls(tree, "said")
        if isinstance(node.args[0], ast.Constant) and isinstance(node.args[0].value, str)
    }


def remedies_in_rooms() -> Iterator[tuple[str, str]]:
    """Every message without gaps that goes into a diagnostic."""
    for name, tree in trees():
        for node in diagnostics(name, tree):
            for text in node.args[1:3]:
                if isinstance(text, ast.Constant) and text.value:
                    yield text.value, name
        for node in ast.walk(tree):
            if not isinstance(node, ast.Assign):
                continue
            targets, values = node.targets[0], [node.value]
            names = [targets]
            if isinstance(targets, ast.Tuple) and isinstance(node.value, ast.Tuple):
                names, values = targets.elts, node.value.elts
            for target, value in zip(names, values, strict=False):
                is_text = isinstance(target, ast.Name) and target.id in ("what", "remedy")
                if is_text and isinstance(value, ast.Constant) and value.value:
                    yield value.value, name


def test_every_message_of_dipwork_is_said_in_german() -> None:
    found = {**said_in_rooms(), **dict(remedies_in_rooms())}
    found |= dict.fromkeys((*SAY_WHAT.values(), NAME_IT), "orders/faults.py")
    assert len(found) > 300
    assert {text: name for text, name in found.items() if text not in GERMAN} == {}


def test_no_diagnostic_of_dipwork_is_put_together_where_it_cannot_be_translated() -> None:
    put_together = [
        (name, node.lineno)
        for name, tree in trees()
        for node in (*diagnostics(name, tree), *calls(tree, "say", "ask"))
        for argument in node.args[:3]
        if isinstance(argument, ast.JoinedStr)
        and any(
            isinstance(v, ast.Constant) and any(map(str.isalpha, v.value)) for v in argument.values
        )
    ]
    assert put_together == []


def test_numbers_and_parts_are_put_into_german() -> None:
    message = said("Scanner: {orders} read", orders=counted(1, "order"))
    assert in_language(message, "de") == "Scanner: 1 Befehl gelesen"
    message = said("Scanner: {orders} read", orders=counted(22, "order"))
    assert in_language(message, "de") == "Scanner: 22 Befehle gelesen"


def test_what_somebody_wrote_is_quoted_as_it_is() -> None:
    assert in_language("winter", "de") == "Winter"
    message = said("{written!r} is not a place on this map", written="winter")
    assert in_language(message, "de") == "'winter' ist kein Feld auf dieser Karte"


def test_a_diagnostic_in_german() -> None:
    fault = Diagnostic(
        "unknown-field",
        said("there is no field {name}", name="Xyz"),
        "see FIELDS.TXT for the names of fields",
        "GAME.TXT",
        3,
        candidates=("Bud",),
    )
    assert fault.told(lambda text: in_language(text, "de")) == (
        "GAME.TXT:3: Fehler: es gibt kein Feld Xyz; meintest du Bud? "
        "- die Namen der Felder stehen in FIELDS.TXT"
    )
    with pytest.raises(KeyError):
        in_language(said("there is no field {name}", nam="x"), "de")


def test_whoever_leads_a_game_is_called_by_one_word() -> None:
    """The hobby's: pages, mails and sockets say Spielleiter."""
    said = {path: path.read_text("utf-8") for path in HERE.rglob("*de.po")}
    assert sum("Spielleiter" in text for text in said.values()) > 5
    assert [path for path, text in said.items() if "Spielleitung" in text] == []


def test_every_reason_of_machiavelli_is_said_in_german() -> None:
    done = {"done", "counted", "missed", "kept", "removed", "built"}
    codes = {one.value for kind in (Spent, Kept) for one in kind} - done
    # What an expenditure lacks in ducats is told in numbers.
    codes -= {"too-little", "outbid", "tied", "countered"}
    for code in sorted(codes):
        words = code.replace("-", " ")
        assert in_language(words, "de") != words, code
