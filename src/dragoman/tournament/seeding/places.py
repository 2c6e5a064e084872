"""Draws of a round that is played in a hall and online at once: nobody meets across the two."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from dragoman.refusal import ActionRefused
from dragoman.tournament.seeding.draw import Draw, DrawWishes, RoundDraw, SeedingRules, letters
from dragoman.tournament.seeding.table_draw import draw_tables


def draw_by_place(
    attendance: Mapping[int, Sequence[str]],
    online: Collection[str],
    rules: SeedingRules,
    wishes: DrawWishes,
    seed: int,
    before: Draw = (),
) -> Draw:
    """The tables of rounds, as ``draw_tables``; those of players who are ``online`` come last.

    Raises:
        ActionRefused: if those online do not fill their tables, or somebody has both seats on one.
    """
    here = {n: [one for one in names if one not in online] for n, names in attendance.items()}
    there = {n: [one for one in names if one in online] for n, names in attendance.items()}
    if not any(here.values()) or not any(there.values()):
        return draw_tables(attendance, rules, wishes, seed, before)
    for number, names in there.items():
        if any(2 * rules.size > len(one) > len(set(one)) for one in (names, here[number])):
            what = f"somebody would have both seats on one board in round {number}"
            raise ActionRefused("two-seats", what, "say who plays one: doubleboard --lift PLAYER")
        if len(names) % rules.size:
            what = f"{len(names)} players of round {number} play online, which is no full boards"
            remedy = "have some of them stand down, or amend PLAYER --in-the-hall"
            raise ActionRefused("not-full-boards", what, remedy)
    parts: list[RoundDraw] = []
    for group in (here, there):
        coming = {number: names for number, names in group.items() if names}
        parts += draw_tables(coming, rules, wishes, seed, before)
    return tuple(_together(number, parts) for number in attendance)


def _together(number: int, parts: Sequence[RoundDraw]) -> RoundDraw:
    tables = [table for part in parts if part.number == number for table in part.tables]
    called = zip(tables, letters(), strict=False)
    return RoundDraw(number, tuple(replace(table, letter=letter) for table, letter in called))
