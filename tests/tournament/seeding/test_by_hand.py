"""What a director does by hand: stand-downs, substitutes, swaps, and seeing what they cost."""

from __future__ import annotations

from itertools import islice

import pytest

from dragoman import __version__
from dragoman.tournament.seeding import (
    POWERS,
    DrawnTable,
    DrawWishes,
    RoundDraw,
    SeedingRules,
    check_attendance,
    choose_stand_downs,
    draw_report,
    keep_apart,
    letters,
    odd_numbers,
    quality,
    substitute,
    swap,
)

ONE = RoundDraw(
    1, (DrawnTable("A", tuple("abcdefg"), POWERS), DrawnTable("B", tuple("hijklmn"), POWERS))
)
RULES = SeedingRules()


@pytest.mark.parametrize(
    ("present", "stand_down", "fewer", "fill", "more"),
    [(63, 0, 9, 0, 9), (64, 1, 9, 6, 10), (69, 6, 9, 1, 10), (6, 6, 0, 1, 1), (0, 0, 0, 0, 0)],
)
def test_odd_numbers(present: int, stand_down: int, fewer: int, fill: int, more: int) -> None:
    odd = odd_numbers(present, 7)
    assert (odd.stand_down, odd.fewer_tables) == (stand_down, fewer)
    assert (odd.fill, odd.more_tables) == (fill, more)


def test_who_stands_down() -> None:
    players = "abcdefghij"
    volunteers, stood_down = ["j"], {"a": 0, **dict.fromkeys("bcdefghi", 1)}
    assert choose_stand_downs(players, 2, 1, volunteers, stood_down) == ("j", "a")
    by_lot = {choose_stand_downs(players, 3, seed, volunteers, stood_down)[2] for seed in range(60)}
    assert by_lot == set("bcdefghi")
    assert choose_stand_downs(players, 3, 7) == choose_stand_downs(reversed(players), 3, 7)
    assert choose_stand_downs(players, 0, 1) == ()
    with pytest.raises(ValueError, match="11 of 10"):
        choose_stand_downs(players, 11, 1)


@pytest.mark.parametrize(
    ("players", "two_seats", "codes", "said"),
    [
        ("abcdefg", "", [], ""),
        ("abcdefgh", "", ["odd-numbers"], "let 1 stand down, or fill 6"),
        ("", "", ["odd-numbers"], "enter who plays"),
        ("abcdefghijklma", "", ["two-seats"], "a is in round 2 2 times"),
        ("abcdefghijklma", "a", [], ""),
        ("abcdefghijklaa", "a", ["two-seats"], "3 times"),
        ("abcdefa", "a", ["two-seats"], "it has one table"),
    ],
)
def test_attendance(players: str, two_seats: str, codes: list[str], said: str) -> None:
    faults = check_attendance(2, players, 7, two_seats=two_seats)
    assert [fault.code for fault in faults] == codes
    assert said in " ".join(map(str, faults))


def test_a_swap_takes_over_the_seat_and_the_power() -> None:
    swapped, faults = swap(ONE, ("a", "A"), ("n", "B"))
    assert not faults
    assert swapped.tables[0].players == tuple("nbcdefg")
    assert swapped.tables[1].players == tuple("hijklma")
    assert swapped.tables[0].power_of("n") == POWERS[0]
    assert swap(swapped, ("n", "A"), ("a", "B")) == (ONE, ())
    within, _ = swap(ONE, ("a", "A"), ("b", "A"))
    assert within.tables[0].players == tuple("bacdefg")


def test_a_swap_that_cannot_be() -> None:
    for one, other, code, said in [
        (("a", "C"), ("n", "B"), "unknown-table", "it has A, B"),
        (("a", "B"), ("n", "B"), "no-such-seat", "a sits at table A"),
        (("x", "A"), ("n", "B"), "no-such-seat", "x has no seat"),
    ]:
        same, faults = swap(ONE, one, other)
        assert same == ONE
        assert [fault.code for fault in faults] == [code]
        assert said in str(faults[0])
    doubled = RoundDraw(1, (ONE.tables[0], DrawnTable("B", tuple("aijklmn"), POWERS)))
    assert [f.code for f in swap(doubled, ("a", "A"), ("n", "B"))[1]] == ["two-seats"]
    assert not swap(doubled, ("b", "A"), ("n", "B"))[1]


def test_the_check_after_a_swap_is_at_once() -> None:
    """Two sisters are kept apart; the swap brings them together, and the report says so."""
    wishes = DrawWishes(apart=keep_apart([("a", "h")]))
    assert not quality((ONE,), RULES, wishes).clashes
    together, _ = swap(ONE, ("b", "A"), ("h", "B"))
    found = quality((together,), RULES, wishes)
    assert [(c.players, c.where) for c in found.clashes] == [(("a", "h"), ((1, "A"),))]
    assert str(found.figures[0]) == "pairs that must not meet and do: 1; no draw has fewer than 0"


def test_a_substitute() -> None:
    changed, faults = substitute(ONE, "A", "c", "z")
    assert not faults and changed.tables[0].players == tuple("abzdefg")
    assert changed.tables[1] == ONE.tables[1]
    assert [f.code for f in substitute(ONE, "A", "h", "z")[1]] == ["no-such-seat"]
    assert [f.code for f in substitute(ONE, "A", "c", "a")[1]] == ["two-seats"]
    assert [f.code for f in substitute(ONE, "Q", "c", "z")[1]] == ["unknown-table"]


def test_the_report() -> None:
    two = RoundDraw(
        2, (DrawnTable("A", tuple("abchijk"), POWERS), DrawnTable("B", tuple("defglmn"), POWERS))
    )
    found = quality((ONE, two), RULES, DrawWishes())
    assert [pair.players for pair in found.pairs][:3] == [("a", "b"), ("a", "c"), ("b", "c")]
    assert found.pairs[0].where == ((1, "A"), (2, "A"))
    assert ("a", "b", "c") in [triple.players for triple in found.triples]
    assert found.meetings == {0: 91 - 84 + 18, 1: 84 - 2 * 18, 2: 18}
    first = found.same_power[0]
    assert (first.player, first.powers, first.rounds) == ("a", ("Austria", "Austria"), (1, 2))
    assert str(found.figures[2]) == "second meetings of a pair: 18; fewer is impossible"
    assert str(found.figures[1]) == "third meetings of a pair: none"
    assert not found.is_best


def test_the_report_as_text() -> None:
    two = RoundDraw(
        2, (DrawnTable("A", tuple("abhijkl"), POWERS), DrawnTable("B", tuple("cdefgmn"), POWERS))
    )
    wishes = DrawWishes(apart=keep_apart([("a", "b")]))
    lines = draw_report(quality((ONE, two), RULES, wishes), 17)
    assert "pairs that must not meet and do: 2; no draw has fewer than 0" in lines
    assert "pairs by how often they meet: 0 times: 29, 1 times: 40, 2 times: 22" in lines
    assert "  a, b (1A, 2A)" in lines
    assert "  a: Austria in round 1, Austria in round 2" in lines
    assert lines[-1] == f"drawn with the number 17 by Dragoman {__version__}"
    assert draw_report(quality((ONE,), RULES, DrawWishes()))[-1].startswith("changed by hand")
    assert not any(line.endswith(":") for line in draw_report(quality((ONE,), RULES, DrawWishes())))


def test_letters_of_tables() -> None:
    assert list(islice(letters(), 28))[-3:] == ["Z", "AA", "AB"]
    assert list(islice(letters(), 26 + 26 * 26 + 1))[-2:] == ["ZZ", "AAA"]
