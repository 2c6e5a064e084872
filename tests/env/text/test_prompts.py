"""States and orders as text: three lengths, what stays the same first, and the same as JSON."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import get_args

import pytest

from dragoman.env.text import (
    Length,
    orders_data,
    orders_text,
    parse,
    stable_text,
    state_data,
    state_text,
)
from dragoman.errors import DragomanError
from dragoman.game import Game, find_variant
from dragoman.rules import Position, RuleSet
from tests.env.text.random_games import DUEL, STANDARD, phases

LENGTHS: tuple[Length, ...] = get_args(Length)


@pytest.mark.parametrize("length", LENGTHS)
def test_what_stays_the_same_comes_first(length: Length) -> None:
    earlier = Game(STANDARD)
    for game in phases(STANDARD, 9, seed=5):
        texts = [state_text(game, power, length) for power in game.powers]
        stable = stable_text(game, length)
        assert all(text.startswith(stable) for text in texts)
        assert len({text.rpartition("\n")[0] for text in texts}) == 1  # all but "You play ..."
        before = state_text(earlier, "FRANCE", length)
        if length == "long":  # all that was told of earlier phases comes before the position
            assert texts[2].startswith(before[: before.index("\n\nNow: ")])
        earlier = game.copy()


def test_the_lengths_differ_in_what_they_tell_and_not_in_the_position() -> None:
    (*_, game) = phases(STANDARD, 7, seed=5)
    short, medium, long = (state_text(game, "France", length) for length in LENGTHS)
    assert len(short) < len(medium) < len(long)
    for text in (short, medium, long):
        lines = text.splitlines()
        assert Position.parse(lines[-2], game.board) == game.position
        assert lines[-1] == "You play France."
    phases_told = [one.text() for one in game.history]
    assert not any(one in short for one in phases_told)
    assert all(one in long for one in phases_told)
    assert phases_told[-1] in medium and phases_told[0] not in medium
    assert "Stp = St Petersburg, land, supply centre, home of Russia; A: Fin Lvn Mos Nwy" in long
    assert "; F Stp/nc: Bar Nwy; F Stp/sc: Bot Fin Lvn" in long
    assert all(f"\n{key.title()} = " in long for key in game.board.provinces)


@pytest.mark.parametrize("length", LENGTHS)
def test_no_legal_order_is_left_out(length: Length) -> None:
    for game in phases(DUEL, 40):
        for power in game.survivors:
            told = orders_text(game, power, length)
            data = orders_data(game, power)
            orders = [one for unit in data["units"] for one in unit["orders"]]
            expected = [str(o) for ones in game.legal_orders(power).values() for o in ones]
            assert orders == expected and json.loads(json.dumps(data)) == data
            if length == "short":
                trees = [spelt(line) for line in told.splitlines()[1:]]
                assert sorted(one for tree in trees for one in tree) == sorted(expected)
            elif length == "medium":
                listed = [line.rpartition(": ")[2] for line in told.splitlines()[1:]]
                assert [one for line in listed for one in line.split("; ")] == expected
            else:
                lines = [line.strip() for line in told.splitlines()[1:] if line.endswith(")")]
                assert [line.partition(" (")[0] for line in lines] == expected


def spelt(line: str) -> list[str]:
    """The orders that a tree of words stands for, read by its brackets alone."""
    words, _ = branches(line.replace("(", " ( ").replace(")", " ) ").split(), 0)
    return [" ".join(one) for one in words]


def branches(tokens: list[str], at: int) -> tuple[list[list[str]], int]:
    found: list[list[str]] = []
    row: list[list[str]] = [[]]
    while at < len(tokens) and tokens[at] != ")":
        if tokens[at] == "|":
            found, row = found + row, [[]]
        elif tokens[at] == "(":
            inside, at = branches(tokens, at + 1)
            row = [one + more for one in row for more in inside]
        else:
            row = [[*one, tokens[at]] for one in row]
        at += 1
    return found + row, at


def test_the_heading_says_what_is_wanted() -> None:
    told = orders_text(Game(STANDARD), "France").splitlines()[0]
    assert told == "France orders in S1901M: one order for each of F Bre, A Mar, A Par."
    winter = "W1901A | FRANCE: A SPA; ITALY: A ROM | FRANCE: PAR, SPA, BRE; ITALY: NAP | - | -"
    game = Game(STANDARD, position=winter)
    assert orders_text(game, "France").splitlines()[0] == "France orders in W1901A: 2 builds."
    assert orders_text(game, "Italy").splitlines() == ["Italy orders in W1901A: nothing."]
    assert orders_data(game, "France")["due"] == 2
    assert "Waive (no unit is built)" in orders_text(game, "France", "long")


def test_the_state_as_json_is_the_state() -> None:
    dice = Random(1)
    for game, after in pairwise(one.copy() for one in phases(STANDARD, 5, seed=dice.randrange(9))):
        data = json.loads(json.dumps(state_data(game, "france")))
        assert data["position"] == game.position.to_dict() and data["you"] == "FRANCE"
        assert [one["phase"] for one in data["history"]] == [str(o.phase) for o in game.history]
        assert data["ending"] is None and after.history
    game.draw(["FRANCE", "ITALY"])
    assert state_data(game, "FRANCE")["ending"] == {"how": "draw", "powers": ["FRANCE", "ITALY"]}
    assert "Now: drawn between France, Italy" in state_text(game, "FRANCE")


def test_what_cannot_be_told_is_refused() -> None:
    with pytest.raises(DragomanError, match="length is one of"):
        state_text(Game(STANDARD), "FRANCE", "tiny")  # type: ignore[arg-type]
    with pytest.raises(DragomanError, match="is a game of machiavelli"):
        orders_text(Game("machiavelli"), "FLORENCE")
    foggy = replace(find_variant(STANDARD), rule_set=RuleSet(sight="borders"))
    with pytest.raises(DragomanError, match="is played in fog"):
        stable_text(Game(foggy))
    with pytest.raises(DragomanError, match="is played in fog"):
        parse(Game(STANDARD, foggy.rule_set), "FRANCE", "A Par H")
