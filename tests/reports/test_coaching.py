"""Advice for beginners: facts of the turn, the most important first, and what would have helped."""

from __future__ import annotations

import pytest

from dragoman import Game, load_variant
from dragoman.game import Resolution
from dragoman.reports.coaching.advice import MOST, TOPICS, WORDS, Advice
from dragoman.reports.coaching.after_turn import advice_after
from dragoman.reports.coaching.before_turn import advice_before
from dragoman.rules import Position
from dragoman.words import LANGUAGES, word_file

STANDARD = load_variant("standard")
BURGUNDY = (
    "S1902M | FRANCE: A HOL, A BUR, A PAR; GERMANY: A MUN, A RUH, A BER"
    " | FRANCE: BRE, MAR, PAR; GERMANY: MUN, KIE, BER"
)
ATTACK = "A MUN - BUR; A RUH S A MUN - BUR"


def game_of(position: str, mine: str, others: str = "") -> Game:
    game = Game(STANDARD, STANDARD.rule_set, Position.parse(position, STANDARD.board))
    game.order("GERMANY", others)
    game.order("FRANCE", mine)
    return game


def after(position: str, mine: str, others: str = "") -> dict[str, str]:
    resolution = game_of(position, mine, others).process()
    return told(advice_after(STANDARD, [resolution], "FRANCE"))


def before(position: str, mine: str) -> dict[str, str]:
    game = game_of(position, mine)
    return told(
        advice_before(STANDARD, game.rule_set, game.position, "FRANCE", game.orders("FRANCE"))
    )


def told(advice: tuple[Advice, ...]) -> dict[str, str]:
    return {one.topic: one.text(STANDARD, "en") for one in advice}


def test_every_topic_has_words_in_every_language() -> None:
    for language in LANGUAGES:
        words = word_file(WORDS, language)
        assert set(words["coach"]) == set(TOPICS)
    english = word_file(WORDS, "en")
    for language in LANGUAGES[1:]:
        words = word_file(WORDS, language)
        for table in ("coach", "coach-hints"):
            assert not [key for key in words[table] if words[table][key] == english[table][key]]


@pytest.mark.parametrize(
    ("mine", "others", "topic", "text"),
    [
        (
            "A BUR H; A PAR - GAS; A HOL H", ATTACK, "dislodged",
            "Army Burgundy was driven out by army Munich (Germany): 2 against 1. "
            "With the support of army Paris it would have stayed.",
        ),
        (
            "A BUR - BEL; A PAR - BUR; A HOL H", "A RUH - BEL", "bounced-behind",
            "Army Paris was to follow army Burgundy into Burgundy. "
            "That one did not get away, so army Paris stayed as well.",
        ),
        (
            "A BUR - MUN; A PAR - PIC; A HOL H", "A MUN H", "bounced",
            "Army Burgundy did not get to Munich: 1 against 1 of army Munich (Germany).",
        ),
        (
            "A BUR - RUH; A HOL S A BUR - RUH; A PAR H", "A RUH H; A BER - KIE", "took-support",
            "The support of army Holland was what it took: "
            "army Burgundy got to Ruhr by 2 against 1.",
        ),
        (
            "A BUR - BEL; A HOL S A BUR - BEL; A PAR H", "A RUH - HOL", "cut",
            "The support of army Holland was cut by the attack of army Ruhr (Germany) from Ruhr. "
            "It is enough to attack a supporting unit, even if the attack fails.",
        ),
        (
            "A BUR H; A PAR S A BUR; A HOL H", ATTACK, "held-support",
            "The support of army Paris kept army Burgundy where it was: "
            "2 against 2 of army Munich (Germany).",
        ),
        (
            "A BUR - GAS; A PAR - GAS; A HOL H", "", "bounced-own",
            "Army Burgundy and army Paris got in each other's way at Gascony: 1 against 1. "
            "One of them can support the other instead.",
        ),
        (
            "A BUR H; A PAR S A BUR - MUN; A HOL H", "", "illegal", "",
        ),
        (
            "A BUR - BEL; A PAR S A BUR; A HOL H", "", "void",
            "Army Paris S army Burgundy did nothing: it is for a unit that stays, and army "
            "Burgundy was ordered army Burgundy–Belgium. "
            "A support has to name exactly what the other unit is ordered to do.",
        ),
        ("A BUR - BEL; A PAR H", "", "unordered", "Army Holland had no order and stayed."),
        (
            "A BUR - BEL; A PAR H; A HOL H", "", "not-yet",
            "You are in Belgium, but the centre is yours only if a unit of yours is there when "
            "the fall turn ends.",
        ),
    ],
)  # fmt: skip
def test_what_happened(mine: str, others: str, topic: str, text: str) -> None:
    found = after(BURGUNDY, mine.replace("; ", "\n"), others.replace("; ", "\n"))
    assert topic in found, found
    assert not text or found[topic] == text


def test_a_support_that_was_cut_is_told_with_the_move_that_failed_for_it() -> None:
    position = (
        "S1902M | FRANCE: A BUR, A RUH; GERMANY: A MUN, A BER, A HOL"
        " | FRANCE: BRE, MAR, PAR; GERMANY: MUN, KIE, BER"
    )
    found = after(position, "A BUR - MUN\nA RUH S A BUR - MUN", "A HOL - RUH\nA MUN H")
    assert [*found] == ["bounced-cut"]
    assert found["bounced-cut"] == (
        "The support of army Ruhr was cut by the attack of army Holland (Germany) from Holland, "
        "so army Burgundy did not get to Munich: 1 against 1. "
        "It is enough to attack a supporting unit, even if the attack fails."
    )


def test_what_would_have_helped_is_judged_and_not_guessed() -> None:
    """Nobody is told of a support that would not do."""
    alone = after(BURGUNDY, "A BUR - MUN\nA PAR - PIC\nA HOL H", "A MUN H\nA BER S A MUN")
    assert alone["bounced"].endswith("1 against 2 of army Munich (Germany).")
    position = BURGUNDY.replace("A HOL", "A TYR")
    helped = after(position, "A BUR - MUN\nA TYR H\nA PAR H", "A MUN H\nA RUH H\nA BER H")
    assert helped["bounced"].endswith("With the support of army Tyrolia it would have got there.")
    cut = after(BURGUNDY, "A BUR H\nA HOL H\nA PAR H", ATTACK.replace("; ", "\n"))
    assert cut["dislodged"].endswith("With the support of army Paris it would have stayed.")
    position = BURGUNDY.replace(", A PAR", "")
    cut = after(position, "A BUR H\nA HOL H", ATTACK.replace("; ", "\n"))
    assert cut["dislodged"].endswith(
        "An attack by army Holland would have cut the support of army Ruhr."
    )


def test_centres_that_are_won_and_lost() -> None:
    position = "F1901M | FRANCE: A BUR, A GAS; GERMANY: A PIC | FRANCE: BRE, MAR, PAR; GERMANY: MUN"
    found = after(position, "A BUR - BEL\nA GAS - SPA", "A PIC - PAR")
    assert found["lost-home"].startswith("Paris, one of your home centres, belongs to Germany now")
    assert found["gained"].startswith("Yours from now on: Belgium and Spain.")


def test_retreats_builds_and_removals() -> None:
    position = (
        "S1902R | FRANCE: A PAR; GERMANY: A BUR | FRANCE: PAR; GERMANY: MUN"
        " | FRANCE: A BUR from MUN to GAS MAR, A BEL from HOL to PIC GAS"
    )
    assert [*before(position, "")] == ["retreat-unordered"]
    assert [*before(position, "A BUR R GAS\nA BEL R GAS")] == ["retreat-same"]
    assert "retreat-met" in after(position, "A BUR R GAS\nA BEL R GAS")
    assert "retreat-none" in after(position, "A BUR R GAS")
    winter = "W1901A | FRANCE: A BEL, A BUR; GERMANY: A MUN | FRANCE: {}; GERMANY: MUN"
    rich, poor = winter.format("BRE, MAR, PAR, BEL"), winter.format("BEL")
    assert before(rich, "F BRE B") == {
        "may-build": "You may build 1 unit more: Brest, Marseilles and Paris."
    }
    assert before(rich, "F BRE B\nA PAR B") == before(rich, "F BRE B\nWaive") == {}
    assert "unbuilt" in after(rich, "F BRE B")
    assert "unbuilt" not in after(rich, "F BRE B\nWaive")
    assert [*before(poor, "")] == ["must-remove"] and before(poor, "Remove A BUR") == {}
    assert [*after(poor, "")] == ["removed"]


@pytest.mark.parametrize(
    ("mine", "topics"),
    [
        ("", []),
        ("A BUR - GAS; A PAR - GAS; A HOL H", ["same-place"]),
        ("A BUR - PAR; A PAR H; A HOL H", ["own-stays"]),
        ("A BUR H; A HOL S A BUR - BEL; A PAR H", ["support-not-ordered"]),
        ("A BUR - BEL; A PAR S A BUR; A HOL H", ["support-moves"]),
        ("A BUR H; A PAR H", ["no-order"]),
        ("A BUR - BEL; A HOL S A BUR - BEL; A PAR H", []),
    ],
)
def test_what_may_go_wrong(mine: str, topics: list[str]) -> None:
    assert [*before(BURGUNDY, mine.replace("; ", "\n"))] == topics


def test_what_may_go_wrong_with_convoys_and_centres() -> None:
    position = "F1901M | FRANCE: A BRE, F ENG, A SPA; GERMANY: A BUR | FRANCE: BRE, MAR, PAR"
    found = before(position, "A BRE - LON\nF ENG H\nA SPA - POR")
    assert [*found] == ["no-fleet", "leaves-centre", "open-home"]
    assert found["open-home"].startswith("Marseilles") or found["open-home"].startswith("Paris")
    found = before(position, "A BRE H\nF ENG C A BRE - LON\nA SPA H")
    assert "convoy-not-ordered" in found
    position = "F1901M | FRANCE: A BRE, A MAR, A PAR, F MAO | FRANCE: BRE, MAR, PAR, {}"
    orders = "A BRE H\nA MAR H\nA PAR H\nF MAO - SPA/SC"
    assert "home-taken" not in before(
        position.format("POR"), orders.replace("A BRE H", "A BRE - GAS")
    )
    assert before(position.format("POR, BEL"), orders) == {
        "home-taken": "After this turn you may have builds, but only in home centres that are "
        "empty. Taken would be: Brest, Marseilles and Paris."
    }


def test_no_more_is_said_than_can_be_read() -> None:
    phases: list[Resolution] = []
    for _ in range(5):
        phases.append(game_of(BURGUNDY, "A BUR - BEL\nA PAR - GAS").process())
    assert len(advice_after(STANDARD, phases, "FRANCE")) == MOST
