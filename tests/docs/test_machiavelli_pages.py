"""The pages on the rules and rulings of Machiavelli: written from data, and nothing is left out."""

import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import machiavelli_rules_page  # noqa: E402
import machiavelli_rulings_page  # noqa: E402

from dragoman.rules import SWITCHES  # noqa: E402

STATEMENTS = {key for _, statements, _ in machiavelli_rules_page.sections() for key in statements}
LEFT = {key for _, _, reasons in machiavelli_rules_page.sections() for key in reasons}


def test_the_page_of_rules_is_up_to_date():
    """``python tools/machiavelli_rules_page.py`` writes it anew."""
    assert machiavelli_rules_page.PAGE.read_text("utf-8") == machiavelli_rules_page.written()


def test_the_page_of_rulings_is_up_to_date():
    """``python tools/machiavelli_rulings_page.py`` writes it anew."""
    assert machiavelli_rulings_page.PAGE.read_text("utf-8") == machiavelli_rulings_page.written()


def test_every_statement_has_a_test_and_every_tag_a_statement():
    shown = set(machiavelli_rules_page.shown_by())
    assert shown <= STATEMENTS
    assert STATEMENTS - shown == LEFT
    assert len(LEFT) < 10


def test_no_statement_is_there_twice():
    sections = machiavelli_rules_page.sections()
    assert sum(len(statements) for _, statements, _ in sections) == len(STATEMENTS)


def test_rulings_name_switches_answers_and_statements_that_there_are():
    found = tomllib.loads(machiavelli_rulings_page.RULINGS.read_text("utf-8"))
    for name, sources in found["sources"].items():
        assert set(sources) == {choice.word for choice in SWITCHES[name].choices}, name
    for ruling in found["ruling"]:
        assert set(ruling["ids"]) <= STATEMENTS
        assert ruling["question"].endswith("?") and ruling["source"]


def test_every_choice_is_a_switch_or_a_ruling():
    """The questions of the specification's list, each by its id."""
    found = tomllib.loads(machiavelli_rulings_page.RULINGS.read_text("utf-8"))
    ruled = {key for ruling in found["ruling"] for key in ruling["ids"]}
    switched = set()
    for case in tomllib.loads((machiavelli_rules_page.CASES / "switches.toml").read_text())["case"]:
        switched |= set(case.get("covers", ())) if "under" in case else set()
    choices = {key for key in STATEMENTS if key.startswith("14.")}
    assert choices == {f"14.{number}" for number in range(1, 21)}
    assert choices - ruled - switched == {"14.10"}  # the severity of disasters: test_tables
