"""Every rule case below ``tests/cases``, under every choice for which it says what happens.

The format of the files is told in tests/cases/README.md.
"""

import pytest
from case_files import Trial, read_all
from case_judging import differences
from datc_page import PAGE, written

from dragoman.rules import SWITCHES, RuleSet

CASES = list(read_all())
TRIALS = [trial for case in CASES for trial in case.trials]


@pytest.mark.parametrize("trial", TRIALS, ids=lambda trial: trial.id)
def test_case(trial: Trial) -> None:
    if found := differences(trial):
        pytest.fail("\n  ".join([f"{trial.id} {trial.case.title}:", *found]), pytrace=False)


def test_ids_are_unique() -> None:
    ids = [trial.id for trial in TRIALS]
    assert sorted(set(ids)) == sorted(ids)


def test_all_cases_of_datc_are_there() -> None:
    counts = dict(A=12, B=15, C=9, D=34, E=15, F=25, G=20, H=16, I=7, J=11)
    expected = {f"6.{s}.{number}" for s, count in counts.items() for number in range(1, count + 1)}
    assert {case.id for case in CASES if case.source.startswith("DATC")} == expected


def test_the_preset_makes_the_choices_datc_prefers() -> None:
    datc = RuleSet.preset("datc")
    sources = {switch.source.partition(";")[0] for switch in SWITCHES.values()}
    for case in CASES:
        for choice in case.preferred:
            if f"DATC {choice.partition('=')[0]}" in sources:  # else there is nothing to choose
                assert datc.with_settings(choice) == datc, case.id


def test_the_page_in_docs_is_up_to_date() -> None:
    assert PAGE.read_text("utf-8") == written(), "run tools/datc_page.py"
