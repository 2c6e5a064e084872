"""Messages: English where they are made, German where they are shown in German."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest

from dragoman.nearest import nearest, nearest_files
from dragoman.words import LANGUAGES, counted, in_language, said, users_language, word_file


def test_a_message_is_a_text_like_any_other() -> None:
    message = said("there is no field {name!r}", name="Xyz")
    assert message == "there is no field 'Xyz'"
    assert json.dumps([message]) == "[\"there is no field 'Xyz'\"]"
    again = pickle.loads(pickle.dumps(message))
    assert (again, again.template, again.parts) == (message, message.template, message.parts)


@pytest.mark.parametrize(("number", "text"), [(0, "0 phases"), (1, "1 phase"), (2, "2 phases")])
def test_one_is_not_several(number: int, text: str) -> None:
    assert counted(number, "phase") == text


def test_a_plural_of_its_own() -> None:
    assert [counted(n, "city", "cities") for n in (1, 2)] == ["1 city", "2 cities"]


def test_what_there_are_no_words_for_stays_as_it_is() -> None:
    message = said("something that nobody says: {what}", what="x")
    for language in LANGUAGES:
        assert in_language(message, language) == message


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="no words for 'xx'"):
        word_file(Path("nowhere"), "xx")


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "fr_FR"}, "fr"),
        ({"LANG": "nl_NL"}, "en"),
        ({"LANG": "de_AT", "LC_ALL": "en_GB"}, "en"),
        ({"LANG": "en_US", "LANGUAGE": "nl:de"}, "de"),
        ({"LANG": "de_DE", "LC_MESSAGES": ""}, "de"),
    ],
)
def test_the_language_that_the_environment_asks_for(
    environment: dict[str, str], language: str
) -> None:
    assert users_language(environment) == language


def test_the_nearest_names() -> None:
    assert nearest("standrad", ["standard", "chaos", "1898"]) == ("standard",)
    assert nearest("STANDARD", ["standard", "chaos"]) == ("standard",)
    assert nearest("xyz", ["a", "b"]) == ("a", "b")  # few enough to tell them all
    assert nearest("xyz", map(str, range(100))) == ()


def test_the_nearest_files(tmp_path: Path) -> None:
    for name in ("winter", "orders.txt", ".hidden"):
        (tmp_path / name).touch()
    assert nearest_files(tmp_path / "wintre") == (str(tmp_path / "winter"),)
    assert nearest_files(tmp_path / "quite something else") == ()
    assert nearest_files(tmp_path / "nowhere" / "winter") == ()
