from typing import get_args, get_type_hints

import pytest
from rules_page import PAGE, written

from dragoman.rules import PRESETS, SWITCHES, Answers, RuleSet


def test_the_page_in_docs_is_up_to_date():
    assert PAGE.read_text("utf-8") == written(), "run tools/rules_page.py"


def test_every_switch_is_a_field_with_a_valid_default():
    for switch in SWITCHES.values():
        assert getattr(RuleSet(), switch.name) in {choice.word for choice in switch.choices}


@pytest.mark.parametrize("typed", [RuleSet, Answers])
def test_the_types_of_the_answers_are_the_words_of_the_switches(typed):
    words = {name: {*get_args(hint)} for name, hint in get_type_hints(typed).items()}
    assert words == {s.name: {c.word for c in s.choices} for s in SWITCHES.values()}


def test_every_answer_can_be_set_by_word_and_by_letter():
    set_by: dict[str, tuple[str, str, int]] = {}
    for switch in SWITCHES.values():
        names = [switch.name, switch.name.replace("_", "-")]
        if switch.source.startswith("DATC"):
            names.append(switch.source.removeprefix("DATC ").partition(";")[0])
        for place, choice in enumerate(switch.choices):
            for answer in (choice.word, choice.letter, choice.word.upper()):
                for name in names:
                    set_by[f"{name}={answer}"] = (switch.name, choice.word, place)
    read = {setting: RuleSet().with_settings(setting) for setting in set_by}
    assert {
        setting: (name, getattr(read[setting], name), read[setting].code(name))
        for setting, (name, _, _) in set_by.items()
    } == set_by


@pytest.mark.parametrize("text", ["", "=", "4.A.2", "4.A.2=", "4.A.2=z", "4.A.2=e", "nonsense=a"])
def test_a_setting_that_means_nothing_says_what_could_be_meant(text):
    with pytest.raises(ValueError, match=r"Switches: |it can be: "):
        RuleSet.parse_setting(text)


def test_an_unknown_answer_is_refused_when_the_rule_set_is_made():
    with pytest.raises(ValueError, match="convoy_paradox"):
        RuleSet(convoy_paradox="guess")


def test_presets_by_name():
    assert RuleSet.preset("DATC") == RuleSet()
    assert RuleSet.preset("2023").convoy_paradox == "2000"
    with pytest.raises(ValueError, match="nz1999"):
        RuleSet.preset("1905")


def test_differences_rebuild_a_rule_set():
    for rule_set in PRESETS.values():
        assert RuleSet().replace(**rule_set.differences(RuleSet())) == rule_set
