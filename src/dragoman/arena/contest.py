"""A contest: its entrants, the rules they meet by, and who plays which power in which game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from importlib import import_module
from random import Random
from typing import Any, Final

from dragoman.arena.peers import peer_command
from dragoman.arena.seating import Meeting, pairs_met, steps_along
from dragoman.board import Power
from dragoman.bots import BOTS, Bot
from dragoman.bots.engine.forms import USUAL, Temper
from dragoman.bots.known import (
    DUMBBOT,
    FORMS,
    SEARCHERS,
    BotWanted,
    bot_wanted,
    is_model,
    plays,
    shown_name,
    wanted_bot,
)
from dragoman.bots.partner.traits import USUAL as USUAL_TRAITS, Traits
from dragoman.game import Variant, find_variant
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.rules import Position
from dragoman.runner import command_in

# Entrants: a bot by its name, a program by its command line, or whoever connects

_OF_BOTS: Final = (*FORMS, "MODULE:FUNCTION", "policy:MODULE:NAME")
_OF_ALL: Final = (*_OF_BOTS, "cmd:COMMAND", "daide-client:FOLDER", "seat:NAME", "person:NAME")
_NAMED: Final = re.compile(r"([A-Za-z][\w-]*)=(.*)", re.DOTALL)
_FROM: Final = re.compile(r"(.*\S)\s+@([\w.-]+)", re.DOTALL)
_NAME: Final = re.compile(r"[\w.-]{1,40}")
_POLICY: Final = "policy:"
_PLAIN: Final = ("civil-disorder", "random", DUMBBOT)


class EntrantKind(Enum):
    """The way in which somebody takes part."""

    BOT = "bot"
    COMMAND = "command"
    SEAT = "seat"
    """A program that connects by itself."""
    PERSON = "person"
    """So does the program by which a person plays."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A participant. ``text`` is what it was called by."""

    text: str
    bot: str = ""
    """The name of a bot, or ``MODULE:FUNCTION`` for one's own."""
    evaluations: int = 0
    """Of a bot that searches, for a movement."""
    temper: Temper = USUAL
    """Of a DumbBot."""
    kind: EntrantKind = EntrantKind.BOT
    name: str = ""
    """Its name in tables."""
    command: tuple[str, ...] = ()
    """The command that starts it."""
    site: str = ""
    """The home of whoever wrote it."""
    traits: Traits = USUAL_TRAITS
    """Of a partner."""

    @property
    def is_compiled(self) -> bool:
        """True if its games can be played in compiled code alone."""
        return self.bot in (*_PLAIN, *SEARCHERS)

    @property
    def is_policy(self) -> bool:
        """True if it chooses actions in environments of ``dragoman.env``."""
        return self.bot.startswith(_POLICY)

    @property
    def is_batched(self) -> bool:
        """True if it plays many games at a time in an environment."""
        return self.is_policy or (self.bot in _PLAIN and self.temper == USUAL)

    @property
    def is_connected(self) -> bool:
        """True if it plays over a socket."""
        return self.kind is not EntrantKind.BOT

    def made(self) -> Bot:
        """The bot itself.

        Raises:
            ActionRefused: if its module cannot be imported, or has no such function.
        """
        if self.is_policy:
            # Found by its name, as kinds of game are: the training ground stands on the arena.
            ground: Any = import_module("dragoman.env.policy_bot")
            return ground.PolicyBot(self.bot.removeprefix(_POLICY))
        if self.bot in BOTS or self.bot in SEARCHERS or is_model(self.bot):
            return bot_wanted(BotWanted(self.bot, self.evaluations, self.temper, self.traits))
        module, _, name = self.bot.partition(":")
        try:
            found: Bot | None = getattr(import_module(module), name, None)
        except Exception as error:  # whatever somebody's own module does
            what = f"the module {module!r} cannot be imported: {type(error).__name__}: {error}"
            raise ActionRefused("unknown-bot", what, "name one that can be, from here") from None
        if not callable(found):
            what = f"the module {module!r} has no function {name!r}"
            raise ActionRefused("unknown-bot", what, "name a function: MODULE:FUNCTION")
        return found


def entrant_called(text: str) -> Entrant:
    """The entrant of a text: ``dumbbot``, ``dumbbot:60,3,30`` with another temper (see
    ``dragoman.bots.Temper``), ``search:650`` or ``learned:650`` with so many evaluations for a
    movement, ``loeb:press`` for Loeb's program talking to others of its kind, ``model:NAME@URL``
    for a language model, ``MODULE:FUNCTION`` for a bot of one's own, ``policy:MODULE:NAME`` for
    what chooses actions in environments (``dragoman.env.policy_called``), ``cmd:COMMAND`` for a
    program that is started, ``daide-client:FOLDER`` for a program in C++, which is built first from
    its sources there, or ``seat:NAME`` and ``person:NAME`` for whoever connects. ``NAME=`` before
    it says what it is called in tables, a blank and ``@SITE`` after it where it comes from.

    Raises:
        ActionRefused: if nobody is.
    """
    rest, name, site = text.strip(), "", ""
    if found := _FROM.fullmatch(rest):
        rest, site = found[1], found[2]
    if found := _NAMED.fullmatch(rest):
        name, rest = found[1], found[2]
    kind, _, said = rest.partition(":")
    if kind == "cmd":
        command = command_in(said)
        return Entrant(
            text, kind=EntrantKind.COMMAND, name=name or said.strip(), command=command, site=site
        )
    if kind == "daide-client":
        return Entrant(
            text,
            kind=EntrantKind.COMMAND,
            name=name or f"{kind}-{said.partition('#')[2] or 'dumbbot'}",
            command=peer_command(said),
            site=site,
        )
    if kind in ("seat", "person"):
        if not _NAME.fullmatch(said):
            raise ActionRefused(
                "bad-name", f"{said!r} is no name for a seat", f"write {kind}:anna, say"
            )
        return Entrant(text, kind=EntrantKind(kind), name=name or said, site=site)
    return _bot(text, rest, _OF_ALL, name, site)


def bot_entrant(text: str) -> Entrant:
    """The entrant of a text where only bots can take part: ``dumbbot``, say, or
    ``MODULE:FUNCTION``.

    Raises:
        ActionRefused: if nobody is, or a program that connects by itself.
    """
    kind = text.strip().partition(":")[0]
    if kind in ("cmd", "daide-client", "seat", "person"):
        what = f"{text!r} is no bot: a program sits down by connecting"
        raise ActionRefused("no-bot", what, f"one of {', '.join(_OF_BOTS)}")
    return _bot(text, text.strip(), _OF_BOTS)


def _bot(text: str, bare: str, forms: Iterable[str], name: str = "", site: str = "") -> Entrant:
    bot = _bot_called(bare, forms)
    return Entrant(
        *(text, bot.name, bot.evaluations, bot.temper),
        name=name or shown_name(bare.removeprefix(_POLICY)),
        site=site,
        traits=bot.traits,
    )


def _bot_called(text: str, forms: Iterable[str]) -> BotWanted:
    try:
        return wanted_bot(text)
    except ActionRefused as refused:
        name, _, number = text.partition(":")
        if refused.diagnostic.code != "unknown-bot":
            raise
        if text.startswith(_POLICY) and number:
            return BotWanted(text)
        if name not in BOTS and name and number:
            return BotWanted(text)  # MODULE:FUNCTION
        what = f"there is no bot {text!r}"
        raise ActionRefused("unknown-bot", what, f"one of {', '.join(forms)}") from None


# Rules: programs, people or both; and those of the zine of 1990


class Category(Enum):
    """The kinds of entrants that may take part."""

    MIXED = "mixed"
    PROGRAMS = "programs"
    PEOPLE = "people"


@dataclass(frozen=True, slots=True)
class ArenaRules:
    """The rules for the entrants of a game."""

    category: Category = Category.MIXED
    zine: bool = False
    """No program plays two powers of a game, and no two of one site play in the same."""


def groups(entrants: Sequence[Entrant], rules: ArenaRules) -> list[list[int]]:
    """The numbers of the entrants, those together of which one at most is in a game."""
    if not rules.zine:
        return [[number] for number in range(len(entrants))]
    found: dict[str, list[int]] = {}
    for number, one in enumerate(entrants):
        is_alone = not one.site or one.kind is EntrantKind.PERSON
        found.setdefault(f"{number}" if is_alone else f"@{one.site}", []).append(number)
    return list(found.values())


def check_entrants(entrants: Sequence[Entrant], rules: ArenaRules, seats: int) -> None:
    """See that these may play, and are enough.

    Raises:
        ActionRefused: if not.
    """
    if len(entrants) < 2:
        raise ActionRefused("too-few-entrants", "it takes two to play", "name another")
    people = [one for one in entrants if one.kind is EntrantKind.PERSON]
    if rules.category is Category.PROGRAMS and people:
        what = f"{people[0].name} is a person, and only programs may play"
        raise ActionRefused("not-a-program", what, "leave --category out, or name programs")
    if rules.category is Category.PEOPLE and len(people) < len(entrants):
        program = next(one for one in entrants if one.kind is not EntrantKind.PERSON)
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
    alone = [one for one in entrants if one.kind in (EntrantKind.SEAT, EntrantKind.PERSON)]
    if alone and len(entrants) < seats:
        what = f"{alone[0].name} connects once and plays one power, and {seats} have to be played"
        raise ActionRefused("too-few-entrants", what, f"name {seats} entrants")


# Games

STATES: Final = 1 << 48
"""The number of seeds: so many states have the dice of compiled code."""
FEWEST_ROUNDS: Final = 8
"""So many rounds say how far rounds differ."""


@dataclass(frozen=True, slots=True)
class Contest:
    """A contest. Of two entrants the first plays one power and the second all others, each
    power in turn; more of them sit mixed, if ``meeting`` says nothing else."""

    entrants: tuple[Entrant, ...]
    variant: str = "standard"
    last_year: int = 1910
    """The year after which a game that nobody has won ends."""
    seed: int = 1
    """The seed of all randomness."""
    rules: ArenaRules = ArenaRules()
    known: bool = False
    """True if everybody is told who plays what."""
    memory: bool = False
    """True if programs may remember earlier games of this contest."""
    recorded: bool = False
    """True if games are kept for replays: they are played bot by bot."""
    turn: int = 30
    """The seconds for a turn, where somebody plays over a socket."""
    level: int = 0
    """The level of DAIDE's press there."""
    replacement: Entrant | None = None
    """A bot, or a program, that takes the place of a program that fails; civil disorder without
    one."""
    meeting: Meeting = Meeting.USUAL
    """The way in which they sit down together."""
    counted: bool = False
    """True if of each game the centres of every year and how many orders were legal are kept, and
    the games of a round have one seed in common."""

    @property
    def seats(self) -> int:
        """The number of powers."""
        return len(self.powers)

    @property
    def powers(self) -> Mapping[str, Power]:
        """The powers that are played, by their keys."""
        return find_variant(self.variant).players

    @property
    def is_duel(self) -> bool:
        """True if one plays against copies of another."""
        return len(self.pairs) == 1

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The numbers of who plays one power against copies of whom, in turn; none where all are
        mixed."""
        return pairs_met(len(self.entrants), self.meeting)

    @property
    def is_batched(self) -> bool:
        """True if its games are played many at a time in an environment of ``dragoman.env``."""
        is_wanted = self.counted or any(one.is_policy for one in self.entrants)
        is_so = all(one.is_batched for one in self.entrants)
        return is_wanted and is_so and not self.recorded and not self.memory

    @property
    def is_connected(self) -> bool:
        """True if anybody plays over a socket."""
        return any(one.is_connected for one in self.entrants)

    def seating(self, game: int) -> tuple[int, ...]:
        """The number of the entrant at each power of a game, in board order."""
        seats, pairs = self.seats, self.pairs
        if pairs:
            one, other = pairs[game // seats % len(pairs)]
            return tuple(one if seat == game % seats else other for seat in range(seats))
        members = groups(self.entrants, self.rules)
        count = len(members)
        turn, place = divmod(game, count)
        dice = Random(f"schedule {self.seed} {turn}")
        order = dice.sample(range(count), count)
        found = [members[order[(place + step) % count]] for step in steps_along(dice, count, seats)]
        # Those of a group take turns.
        return tuple(group[(turn + seat) % len(group)] for seat, group in enumerate(found))

    @property
    def round_length(self) -> int:
        """The number of games in a round: of pairs one for each pair and power."""
        return self.seats * len(self.pairs) or len(groups(self.entrants, self.rules))

    def round_of(self, game: int) -> int:
        """The round that a game belongs to, in which each plays each power as often as the
        others."""
        return game // self.round_length

    def clusters(self, results: Sequence[ContestGame]) -> dict[int, int]:
        """The cluster of each game, of which intervals take all together: its round, whose
        seats are drawn at once, from one seed; the game itself where there are few rounds."""
        rounds = {result.game: self.round_of(result.game) for result in results}
        return rounds if len({*rounds.values()}) >= FEWEST_ROUNDS else {one: one for one in rounds}

    def seed_of(self, game: int) -> int:
        """The seed of a game's random numbers."""
        of = f"round {self.round_of(game)}" if self.counted else game
        return Random(f"{self.seed} {of}").randrange(1, STATES)

    @property
    def is_compiled(self) -> bool:
        """True if its games are played in compiled code alone."""
        is_so = all(one.is_compiled for one in self.entrants) and not self.counted
        plays_all = plays(DUMBBOT, find_variant(self.variant))
        return is_so and plays_all and not self.recorded and not self.memory

    @property
    def is_quick(self) -> bool:
        """True if many games are played at a time, or one in some thousandths of a second."""
        if self.is_batched:
            return True
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
            **({} if self.meeting is Meeting.USUAL else {"meeting": self.meeting.value}),
            **({"counted": True} if self.counted else {}),
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
            ArenaRules(Category(data["category"]), data["zine"]),
            data["known"],
            data["memory"],
            data["recorded"],
            data["turn"],
            data["level"],
            entrant_called(data["replacement"]) if "replacement" in data else None,
            Meeting(data.get("meeting", Meeting.USUAL.value)),
            bool(data.get("counted")),
        )


@dataclass(frozen=True, slots=True)
class ContestGame:
    """The result of a game of a contest."""

    game: int
    players: tuple[int, ...]
    """The number of the entrant at each power, in board order."""
    centers: tuple[int, ...]
    """Of each power."""
    winner: int
    """The number of the power that won, -1 for none."""
    year: int
    faults: tuple[str, ...] = ()
    """The faults of programs: of those that crashed, hung or never came."""
    years: tuple[tuple[int, ...], ...] = ()
    """The centres of each power before the first year and after each, where they are kept."""
    orders: tuple[tuple[int, int], ...] = ()
    """For each power how many orders were due, and how many legal ones it gave, likewise."""

    def share(self, seat: int) -> float:
        """The result of a power: its share of the sum of squares, all of it for a victory."""
        if self.winner >= 0:
            return float(self.winner == seat)
        total = sum(held * held for held in self.centers)
        return self.centers[seat] ** 2 / total if total else 0.0

    def is_top(self, seat: int) -> bool:
        """True if nobody had more."""
        if self.winner >= 0:
            return self.winner == seat
        return self.centers[seat] == max(self.centers)

    def share_of(self, entrant: int) -> float:
        """The result of an entrant: the mean of its powers' shares. Rounded, so that equals are
        equal however many powers they have."""
        seats = self.seats_of(entrant)
        return round(sum(map(self.share, seats)) / len(seats), 12)

    def seats_of(self, entrant: int) -> tuple[int, ...]:
        """The powers that an entrant played."""
        return tuple(seat for seat, one in enumerate(self.players) if one == entrant)


def held_by(variant: Variant, position: Position) -> tuple[int, ...]:
    """The number of centres of each power that is played: of cities, not of land."""
    owners = [position.owners.get(center) for center in variant.board.centers]
    return tuple(owners.count(power) for power in variant.players)
