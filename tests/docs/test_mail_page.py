"""The page about mail says what the judge does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dragoman.mail.language.parser import MOST_COMMANDS, MOST_LINES
from dragoman.mail.language.verbs import Whom
from tests.docs.mail_tables import HEADINGS, command_table, flag_table
from tests.mail.house import open_house

PAGE = (Path(__file__).parents[2] / "docs" / "how-to" / "players" / "mail.md").read_text("utf-8")


@pytest.mark.parametrize("whom", Whom)
def test_its_tables_are_those_of_the_code(whom: Whom) -> None:
    assert f"### {HEADINGS[whom]}\n\n{command_table(whom)}\n" in PAGE
    assert f"{flag_table()}\n" in PAGE
    assert f"at most {MOST_COMMANDS}\ncommands and {MOST_LINES:,} lines" in PAGE


def test_its_mail_is_answered_as_it_says(tmp_path: Path) -> None:
    mail, answer, *_ = re.findall(r"```text\n(.*?)```", PAGE, re.S)
    house = open_house(tmp_path)
    given = house.write("france", mail.replace("F17", "F1"))
    house.judge.close()
    assert given.text.replace("F1\n", "F17\n").replace("game 1,", "game 17,") == answer.strip("\n")
