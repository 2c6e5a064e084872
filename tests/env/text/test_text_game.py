"""Games in text: press in rounds, with a budget and DAIDE's levels; orders that may be tried again;
everything kept as it came. A stand-in for a language model garbles a third of what it writes."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from dragoman.env.text import PRESS_WORDS, TalkRules, TextGame, orders_data
from dragoman.errors import DragomanError
from dragoman.formats.records.diplomacy_package import read_saved_game
from dragoman.game import Game
from dragoman.rules import Result
from tests.env.text.random_games import DUEL, LARGE, STANDARD
from tests.env.text.test_answers_read import garbled

PEACE = "PRP (PCE (FRA ENG))"


def spoken(game: TextGame, texts: dict[str, str]) -> dict[str, Any]:
    """A round of press in which these say something and all others nothing; what each was told of
    its own messages."""
    assert game.stage == "press"
    return {one: game.answer(one, texts.get(one, "")) for one in game.asked}


def codes(found: Any) -> list[str]:
    return [one.code for one in found.diagnostics]


# Press


def test_what_is_said_is_heard_when_the_round_is_over_by_those_it_is_for() -> None:
    game = TextGame(talk=TalkRules(rounds=2, words=20))
    first = game.asked[0]
    game.answer(first, "FRANCE, italy: Burgundy stays empty\nALL: peace!")
    assert (first, game.observed("FRANCE")["heard"], game.said) == ("AUSTRIA", "", [])
    spoken(game, {"TURKEY": "AUSTRIA: no"})
    assert (game.stage, game.round) == ("press", 1)
    assert game.observed("FRANCE")["heard"] == (
        "AUSTRIA to FRANCE, ITALY: Burgundy stays empty\n"
        "AUSTRIA to ENGLAND, FRANCE, GERMANY, ITALY, RUSSIA, TURKEY: peace!"
    )
    assert game.observed("GERMANY")["heard"].count("\n") == 0
    assert "TURKEY to AUSTRIA: no" in game.observed("AUSTRIA")["heard"]
    assert "TURKEY to AUSTRIA: no" not in game.observed("ENGLAND")["heard"]


def test_in_public_all_hear_everything() -> None:
    game = TextGame(talk=TalkRules(public=True))
    spoken(game, {"ITALY": "FRANCE: to all the same"})
    assert game.said[0].to == tuple(p for p in game.game.powers if p != "ITALY")
    assert game.said[0].text == "FRANCE: to all the same"


def test_a_message_beyond_the_budget_is_refused_and_not_cut() -> None:
    game = TextGame(talk=TalkRules(rounds=2, words=5))
    assert game.observed("FRANCE")["words_left"] == 5
    found = spoken(game, {"FRANCE": "ALL: one two three\nALL: four five six\nALL: four five"})
    assert codes(found["FRANCE"]) == ["too-many-words"] and game.observed("FRANCE")["told"]
    assert [one.text for one in game.said] == ["one two three", "four five"]
    assert game.observed("FRANCE")["words_left"] == 0 == sum(game.talk.mask(0))
    assert codes(spoken(game, {"FRANCE": "ALL: more"})["FRANCE"]) == ["too-many-words"]
    assert game.stage == "orders" and game.observed("ENGLAND")["words_left"] == 0


@pytest.mark.parametrize(
    ("level", "text", "is_said"),
    [
        (10, PEACE, True),
        (10, "PRP (XDO ((FRA AMY PAR) MTO BUR))", False),
        (20, "PRP (XDO ((FRA AMY PAR) MTO BUR))", True),
        (20, "PRP (AND (PCE (FRA ENG)) (DRW))", False),
        (30, "PRP (AND (PCE (FRA ENG)) (DRW))", True),
        (130, "hello there", False),
        (130, "'hello there'", False),
        (8000, "hello there", True),
        (8000, PEACE, True),
        (0, "hello", False),
    ],
)
def test_levels_say_what_may_be_said(level: int, text: str, is_said: bool) -> None:
    rules = TalkRules(level=level)
    game = TextGame(talk=rules)
    found = spoken(game, {"FRANCE": f"ENGLAND: {text}"})["FRANCE"]
    assert [one.text for one in game.said] == [text] * is_said
    expected = [] if is_said else ["no-press" if level == 0 else "not-of-this-level"]
    assert codes(found) == expected
    allowed = {word for word, one in zip(PRESS_WORDS, rules.mask(1), strict=True) if one}
    assert ("PCE" in allowed) == (level >= 10) and ("XDO" in allowed) == (level >= 20)
    assert ("words of people" in allowed) == (level == 8000)


def test_lines_that_are_for_nobody_are_named() -> None:
    text = "hello\nATLANTIS: hello\nFRANCE: to myself\nENGLAND:\n\n ALL: \0\ud800 nonsense"
    found = spoken(TextGame(talk=TalkRules()), {"FRANCE": text})["FRANCE"]
    assert codes(found) == ["no-addressee", "no-addressee", "nobody-hears", "nothing-said"]
    assert [one.line for one in found.diagnostics] == [1, 2, 3, 4] and len(found.said) == 1


def test_press_comes_before_movements_alone() -> None:
    game = TextGame(DUEL, talk=TalkRules(rounds=1), last_year=1902)
    stages = set[tuple[str, str]]()
    dice = Random(3)
    while game.stage != "over":
        stages.add((game.game.phase.kind.value, game.stage))
        game.answer(game.asked[0], chosen(game, game.asked[0], dice))
    assert stages >= {("M", "press"), ("M", "orders"), ("A", "orders")}
    assert not stages & {("A", "press"), ("R", "press")} and game.is_late


def chosen(game: TextGame, power: str, dice: Random) -> str:
    """An answer without a mistake."""
    if game.stage == "press":
        return ""
    data = orders_data(game.game, power)
    texts = [dice.choice(one["orders"]) for one in data["units"] if one["unit"]]
    return "\n".join(texts if data["due"] is None else texts[: abs(data["due"])])


# Kept


def test_the_game_is_saved_with_its_press_and_with_every_answer() -> None:
    game = TextGame(talk=TalkRules(rounds=1), tries=2)
    spoken(game, {"FRANCE": "ENGLAND: peace?\nALL: hello", "ENGLAND": "FRANCE, ITALY: yes"})
    for power in game.asked:
        game.answer(power, "A Par - Bur\nA Par - Moskow" if power == "FRANCE" else "")
    for power in game.asked:
        game.answer(power, "F Bre - Mao" if power == "FRANCE" else "")
    phases = json.loads(game.saved())["phases"]
    told = [(one["sender"], one["recipient"], one["message"]) for one in phases[0]["messages"]]
    assert told == [
        ("ENGLAND", "FRANCE", "yes"),
        ("ENGLAND", "ITALY", "yes"),
        ("FRANCE", "ENGLAND", "peace?"),
        ("FRANCE", "GLOBAL", "hello"),
    ]
    assert {one["phase"] for one in phases[0]["messages"]} == {"S1901M"}
    again, faults = read_saved_game(game.saved())
    assert again is not None and not faults and again.position == game.game.position
    record = json.loads(json.dumps(game.record()))
    (first, second) = [
        one["answer"]
        for one in record["answers"]
        if (one["power"], one["stage"]) == ("FRANCE", "orders")
    ]
    assert first["raw"] == "A Par - Bur\nA Par - Moskow" and second["raw"] == "F Bre - Mao"
    assert [one["judged"] for one in first["read"]] == ["A Par - Bur"]
    assert first["missing"] == ["F Bre", "A Mar"] and second["missing"] == ["A Mar"]
    assert record["game"] == game.game.to_dict() and len(record["said"]) == 3
    labels = {one["unit"]: one for one in game.labels() if one["power"] == "FRANCE"}
    assert labels["A Par"]["order"] == "A Par - Bur" and labels["A Mar"]["order"] is None


def test_a_game_begins_at_any_row() -> None:
    before = Game(STANDARD)
    before.process()
    game = TextGame(start=before.position, last_year=1901)
    assert str(game.game.phase) == "F1901M" and game.game.position == before.position
    winter = TextGame(start="W1901A | FRANCE: A SPA; ITALY: A ROM | FRANCE: PAR, SPA; ITALY: NAP")
    assert (winter.stage, winter.asked) == ("orders", ("FRANCE",))


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(DragomanError, match="level is one of 0, 10, "):
        TalkRules(level=15)
    with pytest.raises(DragomanError, match="rounds and words are 0 or more"):
        TalkRules(words=-1)
    with pytest.raises(DragomanError, match="tries is 1 or more, not 0"):
        TextGame(tries=0)
    with pytest.raises(DragomanError, match="last_year is 1901 or later, not 1900"):
        TextGame(last_year=1900)
    with pytest.raises(DragomanError, match="is played in fog"):
        TextGame("fog_of_war")
    with pytest.raises(DragomanError, match=r"press of level 20: .*DAIDE has 256 at most"):
        TextGame(LARGE, talk=TalkRules(level=20))
    game = TextGame()
    game.answer("FRANCE", "A Par H")
    with pytest.raises(DragomanError, match="FRANCE is not asked; AUSTRIA, ENGLAND, GERMANY"):
        game.answer("FRANCE", "A Par H")


# A stand-in for a language model


class GarblingModel:
    """Writes legal orders, three in ten of them garbled; told of a mistake it writes the first
    order that the diagnostic names, and for units without an order one of theirs."""

    def __init__(self, seed: int) -> None:
        self.dice = Random(seed)

    def __call__(self, game: TextGame, power: str) -> str:
        if game.stage == "press":
            return self.dice.choice(["", "ALL: peace", "hello", "ALL: " + "word " * 200])
        if game.round == 0:
            lines = chosen(game, power, self.dice).splitlines()
            return "\n".join(
                garbled(one, self.dice) if self.dice.random() < 0.3 else one for one in lines
            )
        last = next(one for one in reversed(game.answers) if one["power"] == power)["answer"]
        lines = [one["candidates"][0] for one in last["diagnostics"] if one["severity"] == "error"]
        wanted = {one.partition(" - ")[0] for one in lines}
        for row in orders_data(game.game, power)["units"]:
            if row["unit"] in last["missing"] and not any(row["unit"] in one for one in wanted):
                lines.append(row["orders"][-1])
        return "\n".join(lines)


@pytest.mark.parametrize(("variant", "seed"), [(STANDARD, 1), (DUEL, 2)])
def test_a_model_that_garbles_its_orders_plays_a_game_to_its_end(variant: str, seed: int) -> None:
    game = TextGame(variant, talk=TalkRules(words=40), tries=2, last_year=1904)
    model = GarblingModel(seed)
    while game.stage != "over":
        power = game.asked[0]
        game.answer(power, model(game, power))
    assert game.is_late or game.game.is_over
    garbled_ones = led_on = 0
    for row in game.answers:
        answer = row["answer"]
        if row["stage"] == "orders":
            errors = [one for one in answer["diagnostics"] if one["severity"] == "error"]
            garbled_ones += len(errors)
            assert all(one["line"] and one["what"] and one["candidates"] for one in errors)
            if row["round"] == 1:  # what diagnostics named was taken
                assert not errors, answer
                led_on += len(answer["read"])
    assert garbled_ones > 5 and led_on > 5
    for past in game.game.history:  # no hold is invented, and nothing else
        taken = {
            (row["power"], order["order"])
            for row in game.answers
            if row["stage"] == "orders" and row["phase"] == str(past.phase)
            for order in row["answer"]["read"]
            if order["judged"] is not None
        }
        ordered = [one for one in past.outcomes if one.order is not None]
        assert {(one.power, str(one.order)) for one in ordered} <= taken
        assert not past.unused and all(one.result is not Result.ILLEGAL for one in ordered)
