"""Tries, grammars and expressions of legal orders say these and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from math import prod
from random import Random
from re import _parser  # type: ignore[attr-defined]
from typing import Any

import pytest

from dragoman.board import UnknownName
from dragoman.env.text import (
    OrderTrie,
    answer_grammar,
    answer_pattern,
    order_grammar,
    order_pattern,
    order_trie,
    parse,
)
from dragoman.env.text.prompts import orders_of
from dragoman.env.text.tries import END
from dragoman.errors import DragomanError
from dragoman.game import Game
from tests.env.text.random_games import DUEL, LARGE, STANDARD, phases

WINTER = (
    "W1901A | FRANCE: A SPA, A GAS; GERMANY: A BUR, A RUH, A MUN, A KIE"
    " | FRANCE: BRE, MAR, PAR, SPA; GERMANY: MUN, KIE | - | -"
)


# The words that may follow


def test_words_follow_words() -> None:
    trie = order_trie(Game(STANDARD), "France", "A PAR")
    assert trie.following() == ("A",) and trie.following("A Par") == ("H", "-", "S")
    assert trie.following("A Par S F Bre") == (END, "-")
    assert trie.following(["A", "Par", "-"]) == ("Bre", "Bur", "Gas", "Pic")
    assert trie.following("A Par - Mos") == () == trie.following("A Par H H")
    assert "A Par - Bur" in trie and "A Par -" not in trie and 7 not in trie and "" not in trie
    assert len(trie) == len([*trie]) == 11
    assert OrderTrie([]).following() == () and len(OrderTrie(["A Par H"] * 2)) == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("variant", "count", "walks"), [(STANDARD, 20, 5_000), (DUEL, 60, 4_000), (LARGE, 6, 1_000)]
)
def test_walks_say_legal_orders_alone_and_come_to_each(
    variant: str, count: int, walks: int
) -> None:
    """What the judge itself makes of 10,000 walks, one for each unit of a power at a time."""
    dice, left, kinds = Random(0), walks, set[str]()
    tables: list[tuple[Game, str, list[OrderTrie]]] = []
    for game in phases(variant, count):
        for power in game.survivors[:7]:
            legal = orders_of(game, power)
            tries = [order_trie(game, power, unit) for unit in legal]
            assert [{*trie} for trie in tries] == [{*map(str, one)} for one in legal.values()]
            if tries:
                tables.append((game.copy(), power, tries))
    while left > 0:
        game, power, tries = dice.choice(tables)
        walked = [trie.walk(dice) for trie in tries]
        kind = game.phase.kind.value
        for answer in [walked] if kind != "A" else [[one] for one in walked]:
            found = parse(game, power, "\n".join(answer))
            assert [*map(str, found.judged)] == answer and not found.diagnostics
        left -= len(walked)
        kinds.add(kind)
    assert kinds == {"M", "R", "A"}


# Grammars, enumerated by readers that share nothing with what wrote them

TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"|([a-z][a-z0-9]*)|(\|)')


def said_by_gbnf(grammar: str) -> set[str]:
    rules = dict(line.split(" ::= ", 1) for line in grammar.split("\n"))

    @cache
    def said(rule: str) -> frozenset[str]:
        found, row = set[str](), [""]
        for text, name, bar in (one.groups() for one in TOKEN.finditer(rules[rule])):
            if bar:
                found |= {*row}
                row = [""]
            else:
                more = said(name) if name else [text.replace("\\n", "\n")]
                row = [one + rest for one in row for rest in more]
        return frozenset(found | {*row})

    assert (
        "".join(TOKEN.sub("", line.split(" ::= ")[1]).strip() for line in grammar.split("\n")) == ""
    )
    return {*said("root")}


def said_by_pattern(pattern: str) -> set[str]:
    def said(parts: Any) -> Iterator[str]:
        told = [[*one(op, value)] for op, value in parts]
        return ("".join(row) for row in product(*told))

    def one(op: Any, value: Any) -> Iterator[str]:
        match str(op):
            case "LITERAL":
                yield chr(value)
            case "BRANCH":
                for branch in value[1]:
                    yield from said(branch)
            case "IN":
                for each in value:
                    yield from one(*each)
            case "SUBPATTERN":
                yield from said(value[-1])
            case _:
                raise AssertionError(op)

    return {*said(_parser.parse(pattern))}


@pytest.mark.parametrize(("variant", "count"), [(STANDARD, 12), (DUEL, 40), (LARGE, 2)])
def test_grammar_and_expression_say_exactly_the_legal_orders(variant: str, count: int) -> None:
    kinds = set[str]()
    for game in phases(variant, count, seed=4):
        for power in game.survivors[:4]:
            trie = order_trie(game, power)
            legal = {str(one) for orders in game.legal_orders(power).values() for one in orders}
            assert {*trie} == legal
            if not legal:
                continue
            kinds.add(game.phase.kind.value)
            pattern = order_pattern(trie)
            assert said_by_pattern(pattern) == legal == said_by_gbnf(order_grammar(trie))
            compiled = re.compile(pattern)
            assert all(compiled.fullmatch(one) for one in legal)
            wrong = {one + "x" for one in legal} | {one[:-1] for one in legal} | {""}
            wrong |= {one.replace(" ", "  ", 1) for one in legal} - legal
            assert not any(compiled.fullmatch(one) for one in wrong - legal)
            ended = {f"{one}\n" for one in legal}
            assert said_by_gbnf(order_grammar(trie, "\n")) == ended
            assert said_by_pattern(order_pattern(trie, "\n")) == ended
    assert variant == LARGE or kinds == {"M", "R", "A"}


def test_whole_answers_are_said_and_are_complete() -> None:
    dice, kinds = Random(2), set[str]()
    for game in phases(DUEL, 40, seed=4):
        for power in game.survivors:
            if not parse(game, power, "").is_complete:
                kinds.add(game.phase.kind.value)
                pattern, grammar = answer_pattern(game, power), answer_grammar(game, power)
                if len([*order_trie(game, power)]) < 40:
                    answers = said_by_pattern(pattern)
                    assert answers == said_by_gbnf(grammar)
                    assert len(answers) == count_of_answers(game, power)
                    for one in dice.sample(sorted(answers), min(4, len(answers))):
                        found = parse(game, power, one)
                        assert found.is_complete and not found.diagnostics, (one, found.text())
    assert kinds == {"M", "R", "A"}


def count_of_answers(game: Game, power: str) -> int:
    legal = {unit: orders for unit, orders in game.legal_orders(power).items() if unit.location}
    if game.phase.kind.value != "A":
        return prod(map(len, legal.values()))
    left = parse(game, power, "").left
    sites: dict[str, int] = {}
    for unit, orders in legal.items():
        place = game.board.province_of[unit.location]
        sites[place] = sites.get(place, 0) + len(orders)
    may_waive = len(legal) < len(game.legal_orders(power))
    counts = range(left + 1) if may_waive else [left]
    return sum(prod(one) for number in counts for one in combinations(sites.values(), number))


def test_builds_are_in_other_provinces_and_waived_last() -> None:
    game = Game(STANDARD, position=WINTER)
    builds = said_by_gbnf(answer_grammar(game, "France"))
    assert "Build A Mar\nWaive\n" in builds and "Waive\nWaive\n" in builds
    assert "Build F Bre\nBuild A Par\n" in builds
    assert "Build A Mar\nBuild F Mar\n" not in builds and len(builds) == 14
    removed = said_by_pattern(answer_pattern(game, "Germany"))
    assert "Remove A Kie\nRemove A Mun\n" in removed or "Remove A Mun\nRemove A Kie\n" in removed
    assert len(removed) == 6 and all(parse(game, "GERMANY", one).is_complete for one in removed)


def test_an_expression_that_would_be_too_long_is_refused() -> None:
    board = Game(STANDARD).board
    inland = [one.key for one in board.provinces.values() if board.reach("A", one.key)][:20]
    units = ", ".join(f"A {one}" for one in inland)
    winter = f"W1901A | FRANCE: {units} | FRANCE: {', '.join(board.centers[:9])} | - | -"
    game = Game(STANDARD, position=winter)
    with pytest.raises(DragomanError, match=r"over 1,000,000 letters; take a grammar"):
        answer_pattern(game, "France")
    assert len(answer_grammar(game, "France")) < 20_000


def test_what_there_is_no_grammar_of() -> None:
    game = Game(STANDARD, position=WINTER)
    with pytest.raises(DragomanError, match="Italy has nothing to order in W1901A"):
        answer_grammar(game, "Italy")
    with pytest.raises(DragomanError, match="there is no order to make a grammar of"):
        order_pattern(order_trie(game, "Italy"))
    with pytest.raises(DragomanError, match="no order to walk to"):
        order_trie(game, "Italy").walk(Random(0))
    with pytest.raises(UnknownName, match="no unit 'A LON' of this power"):
        order_trie(Game(STANDARD), "France", "A LON")


def test_signs_of_expressions_and_grammars_are_escaped() -> None:
    trie = OrderTrie(['A P.r - "B\\r" (x)', "A P.r H"])
    (one, other) = trie
    assert said_by_pattern(order_pattern(trie)) == {one, other}
    assert re.fullmatch(order_pattern(trie), one) and not re.fullmatch(
        order_pattern(trie), "A Par H"
    )
    assert r'" - \"B\\r\" (x)"' in order_grammar(trie) or r"\"B\\r\"" in order_grammar(trie)
