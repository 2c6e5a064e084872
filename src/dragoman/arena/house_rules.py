"""Who may meet whom: programs, people or both; and the rules of the zine of 1990."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from dragoman.arena.entrant import Entrant, Kind
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused


class Category(Enum):
    """Who may take part."""

    MIXED = "mixed"
    PROGRAMS = "programs"
    PEOPLE = "people"


@dataclass(frozen=True, slots=True)
class HouseRules:
    """Whom a game may have."""

    category: Category = Category.MIXED
    zine: bool = False
    """No program plays two powers of a game, and no two of one site play in the same."""


def groups(entrants: Sequence[Entrant], rules: HouseRules) -> list[list[int]]:
    """The numbers of the entrants, those together of which one at most is in a game."""
    if not rules.zine:
        return [[number] for number in range(len(entrants))]
    found: dict[str, list[int]] = {}
    for number, one in enumerate(entrants):
        is_alone = not one.site or one.kind is Kind.PERSON
        found.setdefault(f"{number}" if is_alone else f"@{one.site}", []).append(number)
    return list(found.values())


def check_entrants(entrants: Sequence[Entrant], rules: HouseRules, seats: int) -> None:
    """See that these may play, and are enough.

    Raises:
        ActionRefused: if not.
    """
    if len(entrants) < 2:
        raise ActionRefused("too-few-entrants", "it takes two to play", "name another")
    people = [one for one in entrants if one.kind is Kind.PERSON]
    if rules.category is Category.PROGRAMS and people:
        what = f"{people[0].name} is a person, and only programs may play"
        raise ActionRefused("not-a-program", what, "leave --category out, or name programs")
    if rules.category is Category.PEOPLE and len(people) < len(entrants):
        program = next(one for one in entrants if one.kind is not Kind.PERSON)
        what = f"{program.name} is a program, and only people may play"
        raise ActionRefused("not-a-person", what, "leave --category out, or name people")
    names = [one.name for one in entrants]
    twice = next((name for name in names if names.count(name) > 1), None)
    is_against_itself = len(entrants) == 2 and entrants[0].text == entrants[1].text
    if twice is not None and (not is_against_itself or rules.zine or entrants[0].is_connected):
        what = f"two entrants are called {twice}"
        raise ActionRefused("name-taken", what, "give them names: one=dumbbot two=dumbbot")
    found = len(groups(entrants, rules))
    if rules.zine and found < seats:
        what = (
            f"{seats} powers have to be played by as many entrants, from different sites: {found}"
        )
        raise ActionRefused("too-few-entrants", what, "name more, or leave --zine out")
    alone = [one for one in entrants if one.kind in (Kind.SEAT, Kind.PERSON)]
    if alone and len(entrants) < seats:
        what = f"{alone[0].name} connects once and plays one power, and {seats} have to be played"
        raise ActionRefused("too-few-entrants", what, f"name {seats} entrants")
