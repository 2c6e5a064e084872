"""A contest: who plays, by which rules, and who plays which power in which game."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from dragoman.arena.entrant import Entrant, entrant_called
from dragoman.arena.house_rules import Category, HouseRules, groups
from dragoman.game import find_variant
from dragoman.quick_dataclass import dataclass

# Who plays which power in which game.


def seating(
    entrants: Sequence[Entrant], rules: HouseRules, seats: int, seed: int, game: int
) -> tuple[int, ...]:
    """The number of the entrant at each power of a game. Of two, the first plays one power and the
    second all others."""
    if len(entrants) == 2:
        return tuple(int(seat != game % seats) for seat in range(seats))
    members = groups(entrants, rules)
    count = len(members)
    turn, place = divmod(game, count)
    dice = Random(f"schedule {seed} {turn}")
    order = dice.sample(range(count), count)
    found = [members[order[(place + step) % count]] for step in _steps(dice, count, seats)]
    # Those of a group take turns.
    return tuple(group[(turn + seat) % len(group)] for seat, group in enumerate(found))


def round_length(entrants: Sequence[Entrant], rules: HouseRules, seats: int) -> int:
    """How many games a round has: of two entrants one for each power."""
    return seats if len(entrants) == 2 else len(groups(entrants, rules))


def _steps(dice: Random, count: int, seats: int) -> list[int]:
    """How far along the round each power's player is: all different where there are enough, and
    each as often as the others, or once more."""
    found: list[int] = []
    while len(found) < seats:
        found += dice.sample(range(count), count)
    found = found[:seats]
    dice.shuffle(found)
    return found


STATES: Final = 1 << 48
"""What seeds are drawn from: so many states have the dice of compiled code."""
FEWEST_ROUNDS: Final = 8
"""So many rounds say how far rounds differ."""


@dataclass(frozen=True, slots=True)
class Contest:
    """What is played. Of two entrants the first plays one power and the second all others, each
    power in turn; more of them sit as ``schedule`` says."""

    entrants: tuple[Entrant, ...]
    variant: str = "standard"
    last_year: int = 1910
    """The year after which a game that nobody has won ends."""
    seed: int = 1
    """Where all randomness comes from."""
    rules: HouseRules = HouseRules()
    known: bool = False
    """Whether everybody is told who plays what."""
    memory: bool = False
    """Whether programs may remember earlier games of this contest."""
    recorded: bool = False
    """Whether games are kept for replays: they are played bot by bot."""
    turn: int = 30
    """The seconds for a turn, where somebody plays over a socket."""
    level: int = 0
    """The level of DAIDE's press there."""
    replacement: Entrant | None = None
    """A bot, or a program, that takes the place of a program that fails; civil disorder without
    one."""

    @property
    def seats(self) -> int:
        """How many powers there are."""
        return len(find_variant(self.variant).board.powers)

    @property
    def is_duel(self) -> bool:
        """Whether one plays against copies of another."""
        return len(self.entrants) == 2

    @property
    def is_connected(self) -> bool:
        """Whether anybody plays over a socket."""
        return any(one.is_connected for one in self.entrants)

    def seating(self, game: int) -> tuple[int, ...]:
        """The number of the entrant at each power of a game, in board order."""
        return seating(self.entrants, self.rules, self.seats, self.seed, game)

    def round_of(self, game: int) -> int:
        """The round that a game belongs to, in which each plays each power as often as the
        others."""
        return game // round_length(self.entrants, self.rules, self.seats)

    def clusters(self, results: Sequence[GameResult]) -> dict[int, int]:
        """What each game belongs to, of which intervals take all together: its round, whose
        seats are drawn at once, from one seed; the game itself where there are few rounds."""
        rounds = {result.game: self.round_of(result.game) for result in results}
        return rounds if len({*rounds.values()}) >= FEWEST_ROUNDS else {one: one for one in rounds}

    def seed_of(self, game: int) -> int:
        """Where the random numbers of a game come from."""
        return Random(f"{self.seed} {game}").randrange(1, STATES)

    @property
    def is_compiled(self) -> bool:
        """Whether its games are played in compiled code alone."""
        is_so = all(one.is_compiled for one in self.entrants)
        return is_so and not self.recorded and not self.memory

    @property
    def is_quick(self) -> bool:
        """Whether a game takes no more than some thousandths of a second."""
        return self.is_compiled and not any(one.evaluations for one in self.entrants)

    def described(self) -> dict[str, Any]:
        """The contest as plain data."""
        return {
            "entrants": [one.text for one in self.entrants],
            "variant": self.variant,
            "last_year": self.last_year,
            "seed": self.seed,
            "category": self.rules.category.value,
            "zine": self.rules.zine,
            "known": self.known,
            "memory": self.memory,
            "recorded": self.recorded,
            "turn": self.turn,
            "level": self.level,
            **({"replacement": self.replacement.text} if self.replacement else {}),
        }

    @classmethod
    def from_plain(cls, data: dict[str, Any]) -> Contest:
        """The contest that ``described`` gave.

        Raises:
            ActionRefused: if an entrant is not known.
        """
        return cls(
            tuple(map(entrant_called, data["entrants"])),
            data["variant"],
            data["last_year"],
            data["seed"],
            HouseRules(Category(data["category"]), data["zine"]),
            data["known"],
            data["memory"],
            data["recorded"],
            data["turn"],
            data["level"],
            entrant_called(data["replacement"]) if "replacement" in data else None,
        )


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game of a contest ended."""

    game: int
    players: tuple[int, ...]
    """The number of the entrant at each power, in board order."""
    centers: tuple[int, ...]
    """Of each power."""
    winner: int
    """The number of the power that won, -1 for none."""
    year: int
    faults: tuple[str, ...] = ()
    """What programs did wrong: those that crashed, hung or never came."""

    def share(self, seat: int) -> float:
        """What a power made of it: its share of the sum of squares, all of it for a victory."""
        if self.winner >= 0:
            return float(self.winner == seat)
        total = sum(held * held for held in self.centers)
        return self.centers[seat] ** 2 / total if total else 0.0

    def is_top(self, seat: int) -> bool:
        """Whether nobody had more."""
        if self.winner >= 0:
            return self.winner == seat
        return self.centers[seat] == max(self.centers)

    def share_of(self, entrant: int) -> float:
        """What an entrant made of it: the mean of its powers' shares. Rounded, so that equals are
        equal however many powers they have."""
        seats = self.seats_of(entrant)
        return round(sum(map(self.share, seats)) / len(seats), 12)

    def seats_of(self, entrant: int) -> tuple[int, ...]:
        """The powers that an entrant played."""
        return tuple(seat for seat, one in enumerate(self.players) if one == entrant)
