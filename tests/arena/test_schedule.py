"""Who plays what, and who may meet whom."""

from __future__ import annotations

from collections import Counter

import pytest

from dragoman.arena import ArenaRules, Category, Contest, check_entrants, entrant_called
from dragoman.refusal import ActionRefused

OPEN, ZINE = ArenaRules(), ArenaRules(zine=True)


def contest(count: int, rules: ArenaRules = OPEN, sites: str = "") -> Contest:
    texts = [
        f"e{number}=random" + (f" @{sites[number]}" if number < len(sites) else "")
        for number in range(count)
    ]
    return Contest(tuple(map(entrant_called, texts)), rules=rules)


@pytest.mark.parametrize("count", [3, 5, 7, 8, 11, 20])
def test_in_each_round_each_plays_each_power_as_often_as_the_others(count: int) -> None:
    one = contest(count)
    for turn in range(3):
        games = [one.seating(turn * count + game) for game in range(count)]
        for seat in range(7):
            assert sorted(players[seat] for players in games) == list(range(count))
        for players in games:
            assert len(set(players)) == min(count, 7)
            most = Counter(players).values()
            assert max(most) - min(most) <= (1 if count < 7 else 0)


def test_rounds_are_drawn_anew_and_come_out_the_same_again() -> None:
    one = contest(9)
    first, second = ([one.seating(turn * 9 + game) for game in range(9)] for turn in (0, 1))
    assert first != second
    assert first == [contest(9).seating(game) for game in range(9)]


def test_two_of_a_site_never_meet_and_take_turns() -> None:
    one = contest(10, ZINE, "aaabb")  # three of one site, two of another, five alone: seven groups
    check_entrants(one.entrants, one.rules, 7)
    played = Counter[int]()
    for game in range(42):
        players = one.seating(game)
        assert len(set(players)) == 7
        assert len({0, 1, 2} & {*players}) == len({3, 4} & {*players}) == 1
        played.update(players)
    assert [played[number] for number in range(10)] == [14] * 3 + [21] * 2 + [42] * 5


def test_of_two_each_power_is_the_first_ones_in_turn() -> None:
    one = contest(2)
    assert [one.seating(game).index(0) for game in range(9)] == [0, 1, 2, 3, 4, 5, 6, 0, 1]
    assert all(sum(one.seating(game)) == 6 for game in range(9))


@pytest.mark.parametrize(
    ("texts", "rules", "said"),
    [
        (["random"], ArenaRules(), "two to play"),
        (["a=random", "b=random"], ZINE, "played by as many"),
        ([f"e{n}=random @here" for n in range(9)], ZINE, "different sites: 1"),
        (["random", "loeb", "random"], ArenaRules(), "are called random"),
        (["random", "person:ben"], ArenaRules(Category.PROGRAMS), "ben is a person"),
        (["person:anna", "random"], ArenaRules(Category.PEOPLE), "random is a program"),
        (["person:anna", "random"], ArenaRules(), "connects once"),
    ],
)
def test_who_may_not_play(texts: list[str], rules: ArenaRules, said: str) -> None:
    with pytest.raises(ActionRefused, match=said):
        check_entrants([*map(entrant_called, texts)], rules, 7)


def test_people_alone_may_play() -> None:
    people = [entrant_called(f"person:{name}") for name in "abcdefg"]
    check_entrants(people, ArenaRules(Category.PEOPLE, zine=True), 7)


def test_an_entrant_says_what_it_is_called_and_where_it_is_from() -> None:
    one = entrant_called("mine=cmd:sh -c 'echo a=b @x' @laas.fr")
    assert (one.name, one.site) == ("mine", "laas.fr")
    assert one.command == ("sh", "-c", "echo a=b @x")
    assert entrant_called("dumbbot:60,3,30").name == "dumbbot:60,3,30"


@pytest.mark.parametrize("text", ["cmd:", "cmd:no-such-program", "seat:", "person:a b", "x=", "@x"])
def test_nobody_is_meant(text: str) -> None:
    with pytest.raises(ActionRefused):
        entrant_called(text)
