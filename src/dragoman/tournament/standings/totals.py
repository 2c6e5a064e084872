"""Totals of a player's games: the rules by which events add them up."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from types import MappingProxyType

from dragoman.diagnostics import Diagnostic
from dragoman.nearest import close_matches
from dragoman.quick_dataclass import dataclass
from dragoman.tournament.settings import Choice, Setting, settle
from dragoman.tournament.standings.played import PlayedGame

Field = Mapping[str, Sequence[PlayedGame]]
"""The games of every player. Their points are as the weights of the rounds make them."""

Totals = Mapping[str, Fraction]


@dataclass(frozen=True, slots=True)
class TotalRule:
    """A way to make one number of a player's games. Where ``low_wins``, less is better."""

    name: str
    formula: str
    settings: tuple[Setting, ...]
    low_wins: bool
    add_up: Callable[..., Totals]


@dataclass(frozen=True, slots=True)
class Totalling:
    """A rule with all its settings chosen."""

    rule: TotalRule
    settings: Mapping[str, Choice] = field(default_factory=lambda: MappingProxyType({}))

    def __call__(self, games: Field) -> Totals:
        return self.rule.add_up(games, **self.settings)


TOTALS: dict[str, TotalRule] = {}
"""All rules by name."""


def choose_totals(
    name: str, settings: Mapping[str, object] | None = None
) -> tuple[Totalling | None, tuple[Diagnostic, ...]]:
    """The rule of a name with some settings; None, with a diagnostic, if there is none."""
    if name not in TOTALS:
        return None, (
            Diagnostic(
                "unknown-totals",
                f"no way to add up games is called {name!r}",
                f"take one of {', '.join(TOTALS)}",
                candidates=tuple(close_matches(name.lower(), TOTALS, like=0.5)),
            ),
        )
    chosen, faults = settle(name, TOTALS[name].settings, settings or {})
    return Totalling(TOTALS[name], chosen), faults


def _rule(
    name: str, *settings: Setting, low_wins: bool = False
) -> Callable[[Callable[..., Totals]], Callable[..., Totals]]:
    """Enter a function among the rules; its docstring is the formula that people read."""

    def enter(add_up: Callable[..., Totals]) -> Callable[..., Totals]:
        formula = " ".join((add_up.__doc__ or "").split())
        TOTALS[name] = TotalRule(name, formula, settings, low_wins, add_up)
        return add_up

    return enter


def round_scores(games: Iterable[PlayedGame]) -> dict[int, Fraction]:
    """A player's score in each round played; of two games in a round the better one."""
    scores: dict[int, Fraction] = {}
    for game in games:
        scores[game.round] = max(game.points, scores.get(game.round, game.points))
    return scores


def _best(scores: Iterable[Fraction]) -> list[Fraction]:
    return sorted(scores, reverse=True)


def _count(meaning: str, default: int) -> Setting:
    return Setting("count", default, meaning, least=1, most=100)


@_rule("sum")
def add_all(games: Field) -> Totals:
    """The points of all games (NZ1999, appendix B)."""
    return {player: sum((g.points for g in own), Fraction(0)) for player, own in games.items()}


@_rule("best-rounds", _count("how many rounds count", 3))
def best_rounds(games: Field, *, count: int) -> Totals:
    """The points of the best rounds, so many of them; of two games in a round the better one."""
    return {
        player: sum(_best(round_scores(own).values())[:count], Fraction(0))
        for player, own in games.items()
    }


@_rule(
    "by-rank",
    *(
        Setting(name, usual, f"what part of the {name} best round counts, in percent", most=1000)
        for name, usual in (("first", 100), ("second", 100), ("third", 80), ("fourth", 40))
    ),
    Setting("others", 0, "what part of every other round counts, in percent", most=1000),
)
def by_rank(
    games: Field, *, first: int, second: int, third: int, fourth: int, others: int
) -> Totals:
    """The points of the rounds, each weighed by how good it was beside the player's others: the two
    best in full, 80 percent of the third, 40 of the fourth (EuroDipCon 2016, World DipCon 2019)."""
    parts = (first, second, third, fourth)
    found: dict[str, Fraction] = {}
    for player, own in games.items():
        scores = _best(round_scores(own).values())
        percents = (*parts, *[others] * max(0, len(scores) - len(parts)))
        weighed = (Fraction(p, 100) * s for p, s in zip(percents, scores, strict=False))
        found[player] = sum(weighed, Fraction(0))
    return found


@_rule("best-games", _count("how many games count", 3))
def best_games(games: Field, *, count: int) -> Totals:
    """The points of the best games, so many of them, whatever their rounds."""
    return {
        player: sum(_best(g.points for g in own)[:count], Fraction(0))
        for player, own in games.items()
    }


@_rule(
    "best-and-part",
    _count("how many rounds count in full", 2),
    Setting("percent", 50, "how much of the rest counts", most=100),
    Setting(
        "rest",
        "next",
        "what is taken of the rest: the next round, or the average",
        ("next", "average"),
    ),
)
def best_and_part(games: Field, *, count: int, percent: int, rest: str) -> Totals:
    """The points of the best rounds, and a part of the next best one or of the average of all
    others: best two and half the third.
    """
    totals: dict[str, Fraction] = {}
    for player, own in games.items():
        scores = _best(round_scores(own).values())
        others = scores[count : count + 1] if rest == "next" else scores[count:]
        totals[player] = sum(scores[:count], Fraction(0))
        if others:
            totals[player] += Fraction(percent, 100) * sum(others) / len(others)
    return totals


@_rule("ratio", Setting("added", 10, "the games that everybody is taken to have played", most=1000))
def ratio(games: Field, *, added: int) -> Totals:
    """The points of all games, divided by their number and ten more, as leagues do."""
    return {
        player: sum((g.points for g in own), Fraction(0)) / (len(own) + added)
        if own
        else Fraction(0)
        for player, own in games.items()
    }


@_rule(
    "round-places",
    Setting("count", 0, "how many of the best rounds count; 0 for all", most=100),
    low_wins=True,
)
def round_places(games: Field, *, count: int) -> Totals:
    """The places in the rounds added up, and the least is best (KublaCon, DipCon 2019). A round
    missed is one place behind all who are in the event.
    """
    scores = {player: round_scores(own) for player, own in games.items()}
    rounds = sorted({number for own in scores.values() for number in own})
    totals: dict[str, Fraction] = {}
    for player, own in scores.items():
        places = sorted(
            1 + sum(other.get(number, own[number]) > own[number] for other in scores.values())
            if number in own
            else len(scores) + 1
            for number in rounds
        )
        totals[player] = Fraction(sum(places[: count or None]))
    return totals


@_rule(
    "best-and-final",
    _count("how many of the rounds before the final one count", 2),
    Setting("final", 4, "the number of the final round", least=2, most=100),
    Setting("top", 21, "for how many of the best the final round is worth more", most=1000),
    Setting("percent", 150, "what the final round is worth to them", most=1000),
)
def best_and_final(games: Field, *, count: int, final: int, top: int, percent: int) -> Totals:
    """The best of the rounds before the final one, so many of them, and the final one, which is
    worth half as much again to those who were in the lead before it (World DipCon 2025).
    """
    scores = {player: round_scores(own) for player, own in games.items()}
    before = {
        player: sum(_best(s for n, s in own.items() if n < final)[:count], Fraction(0))
        for player, own in scores.items()
    }
    leaders = sorted(before.values(), reverse=True)
    bar = leaders[min(top, len(leaders)) - 1] if top and leaders else None
    return {
        player: before[player]
        + own.get(final, Fraction(0))
        * (Fraction(percent, 100) if bar is not None and before[player] >= bar else 1)
        for player, own in scores.items()
    }


@_rule("hurst-mean")
def hurst_mean(games: Field) -> Totals:
    """In each game one's centres less the mean of that power's over all games of the event. The
    scoring system does not matter.
    """
    of_power: dict[str, list[int]] = defaultdict(list)
    for result in {(g.round, g.board): g.result for own in games.values() for g in own}.values():
        for power, count in zip(result.powers, result.centers, strict=True):
            of_power[power].append(count)
    means = {power: Fraction(sum(counts), len(counts)) for power, counts in of_power.items()}
    return {
        player: sum((g.centers - means[g.power] for g in own), Fraction(0))
        for player, own in games.items()
    }
