"""Retreats, builds and removals in ORDERS.TXT: the winterer asks nobody, however often it runs."""

import pytest

UNITS = {"Fr": ["A Bur", "F Bre"], "Ge": ["A Ruh", "A Mun"], "It": ["A Ven", "A Tus", "F TYS"]}
CENTERS = {"Fr": ["Bre", "Par", "Mar"], "Ge": ["Mun", "Kie", "Ber"], "It": ["Ven"]}
MOVES = {"Fr": ["A Bur xxx"], "Ge": ["A Mun-Bur", "A Ruh S A Mun-Bur"], "It": []}
LISTS = {
    "Fr": ["RETREATS", "A Bur-Gas", "", "BUILDUPS", "+A Par  % der Rest bleibt"],
    "Ge": ["BUILDUPS", "A Mun"],
    "It": ["BUILDUPS", "-Armee Tuscan", "-F TYS"],
}


def nobody(question, suggestion):
    raise AssertionError(question)


def with_lists(lists):
    return {nation: [*MOVES[nation], *lists.get(nation, [])] for nation in MOVES}


def test_all_of_a_round_without_a_question(table):
    table.write(UNITS, with_lists(LISTS), centers=CENTERS)
    made = []
    for _ in range(2):
        table.play("/s", "/p", "/c", "/w", "/op", ask=nobody)
        assert table.codes == []
        assert table.errors() == []
        made.append([table.text("NEWGAME.TXT"), *map(repr, table.records("WINTERED"))])
    assert made[0] == made[1]
    new = made[0][0]
    assert "A Bur-Gas" in new
    assert [row for row in new.splitlines() if row[:1] in "+-"] == [
        "+A Par",
        "+A Mun",
        "-A Tus",
        "-F TYS",
    ]


@pytest.mark.parametrize("retreat", ["A Bur ex", "A Bur D", "A Bur nmr", "Armee Burgund - ex"])
def test_a_unit_that_gives_up(table, retreat):
    lists = {**LISTS, "Fr": ["RETREATS", retreat, "BUILDUPS"]}
    table.write(UNITS, with_lists(lists), centers=CENTERS).play("/s", "/p", "/c", "/w", ask=nobody)
    assert table.codes == []
    assert "A Bur ex" in table.text("NEWGAME.TXT")


def test_only_what_is_not_there_is_asked_for(table):
    """And what is wrong there, after it was said."""
    asked = []

    def ask(question, suggestion):
        asked.append(question.partition(" ")[0])
        return {"Fr": "A Mar", "Ge": suggestion, "It": "A Tus, F TYS"}[asked[-1]]

    lists = {"Fr": ["RETREATS", "A Bur-Gas", "BUILDUPS", "F Ber"], "Ge": ["BUILDUPS", "A Mun"]}
    table.write(UNITS, with_lists(lists), centers=CENTERS).play("/s", "/p", "/c", "/w", ask=ask)
    assert asked == ["Fr", "It"]
    assert "+A Mar" in table.text("NEWGAME.TXT")
    (fault,) = table.faults
    assert (fault.code, "'F Ber'" in fault.what, fault.source) == (
        "unused-order",
        True,
        "ORDERS.TXT",
    )


def test_what_nobody_needs_is_told(table):
    lists = {**LISTS, "It": ["RETREATS", "A Ven-Tri", *LISTS["It"]]}
    table.write(UNITS, with_lists(lists), centers=CENTERS).play("/s", "/p", "/c", "/w", ask=nobody)
    assert [(fault.code, fault.line) for fault in table.faults] == [("unused-order", 17)]


def test_a_list_that_is_empty_builds_nothing(table):
    lists = {**LISTS, "Fr": ["RETREATS", "A Bur-Gas", "BUILDUPS"]}
    table.write(UNITS, with_lists(lists), centers=CENTERS).play("/s", "/p", "/c", "/w", ask=nobody)
    assert "+A Par" not in table.text("NEWGAME.TXT")


def test_orders_may_follow_the_lists(table):
    orders = {"Fr": ["RETREATS", "A Bur-Gas", "ORDERS", "F Bre-MID"], "Ge": MOVES["Ge"]}
    table.write(UNITS, orders, centers=CENTERS).play("/s")
    assert [line.comment for line in table.records("SCANNED")] == ["F Bre-MID", *MOVES["Ge"]]
    assert table.errors() == []
