"""What a draw is to heed: who stays apart, who is spread, and how much each fault weighs."""

from __future__ import annotations

from collections.abc import Iterable

from dragoman.quick_dataclass import dataclass

# The draw of NZ1999 is one for the standard map; a tournament of another variant names that
# variant's powers, and groups only where its preset makes some.
POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
GROUPS = (("England", "France", "Germany"), ("Russia", "Turkey"), ("Austria", "Italy"))
"""Nobody should play two powers of one group (NZ1999, rule 20)."""


@dataclass(frozen=True, slots=True)
class SeedingRules:
    """What a draw strives for in an event, and how long it tries.

    The weights are those of one fault each: a pair that meets for the second time, three that
    meet for the second time, a pair for the third; a power or a group of powers played again;
    a power that borders that of somebody one meets more than once, where ``neighbours`` lists
    the pairs of powers that border each other. ``set_draw`` begins with a draw made in
    advance, to whose places the players are dealt (NZ1999, rule 19), where there is one.
    """

    powers: tuple[str, ...] = POWERS
    groups: tuple[tuple[str, ...], ...] = GROUPS
    set_draw: bool = True
    twice: int = 1
    triple: int = 3
    thrice: int = 40
    same_power: int = 10
    same_group: int = 1
    neighbour: int = 1
    neighbours: tuple[tuple[str, str], ...] = ()
    table_tries: int = 500_000
    """How many exchanges of two seats are looked at before the best draw so far is taken."""
    power_tries: int = 1_000_000
    """The same for exchanges of two powers at a table."""

    @property
    def size(self) -> int:
        """The players of a table."""
        return len(self.powers)


@dataclass(frozen=True, slots=True)
class Spread:
    """Players to be spread evenly over the tables of each round: of one club, the beginners,
    those who can record a game. A goal, not a must."""

    name: str
    players: frozenset[str]
    weight: int = 1


@dataclass(frozen=True, slots=True)
class Wishes:
    """What is known of the players. ``apart`` never meet; members of a team do not meet in
    ``team_rounds``; it does not count whom ``game_masters`` meet, nor what they play."""

    apart: frozenset[frozenset[str]] = frozenset()
    teams: tuple[tuple[str, ...], ...] = ()
    team_rounds: frozenset[int] = frozenset()
    spread: tuple[Spread, ...] = ()
    game_masters: frozenset[str] = frozenset()

    def kept_apart(self, number: int) -> frozenset[frozenset[str]]:
        """The pairs that must not meet in the round of a number."""
        if number not in self.team_rounds:
            return self.apart
        return self.apart | frozenset(
            frozenset((one, other))
            for team in self.teams
            for one in team
            for other in team
            if one != other
        )


def keep_apart(pairs: Iterable[tuple[str, str]]) -> frozenset[frozenset[str]]:
    """Pairs as ``Wishes`` has them."""
    return frozenset(frozenset(pair) for pair in pairs)
