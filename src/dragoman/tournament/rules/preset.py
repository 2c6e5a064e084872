"""Presets: the rules of an event as a file that a director copies and changes.

A preset is TOML. What it does not say is as in the NZ1999 rules, whose own preset says all of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from fractions import Fraction
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar, cast

from dragoman.diagnostics import Diagnostic
from dragoman.files import read_text
from dragoman.formats import VariantError
from dragoman.formats.text_source import Source
from dragoman.formats.toml_table import TomlTable, read_toml
from dragoman.nearest import close_matches
from dragoman.quick_dataclass import dataclass
from dragoman.tournament.rules.house_rules import HouseRules, read_house_rules
from dragoman.tournament.rules.online_rules import (
    OnlineRules,
    ScheduleRules,
    read_online_rules,
    read_schedule_rules,
)
from dragoman.tournament.rules.played_variant import (
    STANDARD,
    PlayedVariant,
    played_variant,
    standard,
)
from dragoman.tournament.scoring import MAP_CENTERS, SYSTEMS, Scoring, choose_scoring
from dragoman.tournament.seeding import PowersBy, SeedingRules
from dragoman.tournament.settings import Choice, Setting, settle
from dragoman.tournament.standings import (
    CRITERIA,
    BestBy,
    BoardGameRules,
    Class,
    Comparison,
    StandingsRules,
    TeamRules,
    Totalling,
    choose_totals,
)

_Chosen = TypeVar("_Chosen")
_FOLDER = files("dragoman.tournament.rules") / "presets"


def _detour98f() -> Scoring:
    return SYSTEMS["detour98f"].with_settings({})[0]


@dataclass(frozen=True, slots=True)
class Preset:
    """The rules of an event. ``teams`` and ``board_games`` are None where there are none;
    ``house`` is how the hall is run."""

    title: str = ""
    variant: PlayedVariant = field(default_factory=standard)
    rounds: int = 3
    scoring: Scoring = field(default_factory=_detour98f)
    standings: StandingsRules = field(default_factory=StandingsRules)
    best_country: BestBy = BestBy.POINTS
    seeding: SeedingRules = field(default_factory=SeedingRules)
    teams: TeamRules | None = None
    board_games: BoardGameRules | None = None
    house: HouseRules = field(default_factory=HouseRules)
    online: OnlineRules = field(default_factory=OnlineRules)
    schedule: ScheduleRules = field(default_factory=ScheduleRules)


def shipped_presets() -> tuple[str, ...]:
    """The names of the presets that come with the program."""
    names = (path.name for path in _FOLDER.iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


def preset_text(name: str) -> str:
    """The text of a shipped preset, to be copied and changed.

    Raises:
        KeyError: if no preset of this name is shipped.
    """
    if name not in shipped_presets():
        raise KeyError(name)
    return (_FOLDER / f"{name}.toml").read_text("utf-8")


def load_preset(name: str | Path) -> tuple[Preset | None, tuple[Diagnostic, ...]]:
    """A shipped preset by name, or one in a file; None where there is no such thing."""
    if str(name) in shipped_presets():
        return read_preset(preset_text(str(name)), f"{name}.toml")
    path = Path(name)
    if not path.suffix and not path.exists():
        near = close_matches(str(name), shipped_presets())
        return None, (
            Diagnostic(
                "unknown-preset",
                f"no preset is called {name}",
                f"name one of {', '.join(shipped_presets())}, or a file",
                candidates=tuple(near),
            ),
        )
    text, faults = read_text(path)
    return (None, faults) if faults else read_preset(text, str(path))


def read_preset(text: str | bytes, name: str = "") -> tuple[Preset, tuple[Diagnostic, ...]]:
    """Read a preset. ``name`` is what the diagnostics call it.

    Never raises: what cannot be understood stays at its default and has a diagnostic.
    """
    source = Source(text, name)
    root = read_toml(source)
    if root is None:
        return Preset(), source.diagnostics
    variant = _read_variant(root)
    rounds = _number(root, "rounds", 3, 1, 100)
    standings = root.table("standings")
    preset = Preset(
        title=root.text("title"),
        variant=variant,
        rounds=rounds,
        scoring=_read_scoring(root.table("scoring"), variant),
        best_country=_choice(standings, "best_country", {by.value: by for by in BestBy}, "points"),
        standings=_read_standings(standings, rounds),
        seeding=_read_seeding(root.table("seeding"), variant),
        teams=_read_teams(root.table("teams"), rounds) if "teams" in root else None,
        board_games=_read_board_games(root.table("board_games")) if "board_games" in root else None,
        house=read_house_rules(root, variant),
        online=read_online_rules(root.table("online"), rounds),
        schedule=read_schedule_rules(root.table("schedule"), rounds),
    )
    root.report_unknown()
    return preset, source.diagnostics


def _read_variant(root: TomlTable) -> PlayedVariant:
    name = root.text("variant", STANDARD)
    try:
        return played_variant(name)
    except VariantError as error:
        for fault in error.diagnostics:
            _report(root, fault, "variant")
        return standard()


def _read_scoring(table: TomlTable, variant: PlayedVariant) -> Scoring:
    name = table.text("system", "detour98f")
    scoring, faults = choose_scoring(name)
    for fault in faults:
        _report(table, fault, "system")
    if scoring is None:
        for key in table.left():  # settings of a system that is not known
            table.value(key)
        return _detour98f()
    system = scoring.system
    # How many centres the map has is no choice of the director's unless he makes it one.
    settings = tuple(
        replace(one, default=variant.centers) if one.name == MAP_CENTERS else one
        for one in system.settings
    )
    return Scoring(system, _settings(table, system.title, settings))


def _settings(table: TomlTable, title: str, settings: Sequence[Setting]) -> Mapping[str, Choice]:
    """The rest of a table as settings of a rule, each fault at its line."""
    values = {key: table.value(key) for key in table.left()}
    for key, value in values.items():
        for fault in settle(title, settings, {key: value})[1]:
            _report(table, fault, key)
    return settle(title, settings, values)[0]


def _read_standings(table: TomlTable, rounds: int) -> StandingsRules:
    usual = StandingsRules()
    comparison = Comparison(
        _choice(
            table,
            "dead_in_solo",
            {"loss": Class.LOSS, "elimination": Class.ELIMINATION},
            "loss",
        ),
        _choice(table, "margins", {"points": False, "centers": True}, "points"),
    )
    return StandingsRules(
        totals=_read_totals(table.table("totals")),
        order=_read_order(table, usual.order),
        comparison=comparison,
        weights=_read_weights(table.table("weights"), rounds),
        top_board=_read_top_board(table, rounds),
        qualifying=_read_totals(table.table("qualifying")) if "qualifying" in table else None,
        better_of_two=_choice(table, "two_boards", {"both": False, "better": True}, "both"),
        sit_out_bonus=table.fraction("sit_out_bonus", Fraction(0)),
        sit_out_each_time=_choice(table, "sit_out", {"once": False, "each-time": True}, "once"),
    )


def _read_totals(table: TomlTable) -> Totalling:
    totals, faults = choose_totals(table.text("rule", "sum"))
    for fault in faults:
        _report(table, fault, "rule")
    if totals is None:
        for key in table.left():  # settings of a rule that is not known
            table.value(key)
        return StandingsRules().totals
    chosen = totals.rule
    return Totalling(chosen, _settings(table, chosen.name, chosen.settings))


def _read_order(table: TomlTable, usual: tuple[str, ...]) -> tuple[str, ...]:
    if "order" not in table:
        return usual
    order = table.texts("order")
    for name in order:
        if name not in CRITERIA:
            table.error(
                "unknown-criterion",
                f"players cannot be ranked by {name!r}",
                f"take from {', '.join(CRITERIA)}",
                "order",
                tuple(close_matches(name, CRITERIA)),
            )
    known = tuple(dict.fromkeys(name for name in order if name in CRITERIA))
    if "total" not in known:
        table.error(
            "no-total",
            "players are not ranked by their totals",
            'put "total" into the order',
            "order",
        )
        return usual
    return known


def _read_weights(table: TomlTable, rounds: int) -> Mapping[int, Fraction]:
    weights: dict[int, Fraction] = {}
    for key in table.left():
        weight = table.fraction(key, Fraction(1))
        if not key.isdecimal() or not 1 <= int(key) <= rounds:
            table.error(
                "bad-round", f"there is no round {key}", f"rounds go from 1 to {rounds}", key
            )
        elif weight < 0:
            table.error("bad-value", f"round {key} cannot weigh less than 0", "mend it", key)
        else:
            weights[int(key)] = weight
    return MappingProxyType(weights)


def _read_top_board(table: TomlTable, rounds: int) -> tuple[int, str] | None:
    text = table.text("top_board")
    if not text:
        return None
    number = text.rstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    letter = text[len(number) :]
    if number.isdecimal() and 1 <= int(number) <= rounds and letter:
        return int(number), letter
    table.error(
        "bad-top-board",
        f"{text!r} is not a table of this event",
        f'write the round and the letter of the table, as "{rounds}A"',
        "top_board",
    )
    return None


def _read_seeding(table: TomlTable, variant: PlayedVariant) -> SeedingRules:
    usual = SeedingRules()
    powers = table.texts("powers") or variant.titles
    if len(set(powers)) < len(powers):
        table.error("bad-powers", "a power is named twice", "name each one once", "powers")
        powers = variant.titles
    elif set(powers) != set(variant.titles):
        what = f"these are not the powers of {variant.name}"
        remedy = f"name {', '.join(variant.titles)}, or the variant that has these powers"
        table.error("bad-powers", what, remedy, "powers")
        powers = variant.titles
    known = set(powers)
    groups = _read_lists(table, "groups", known)
    grouped = [power for group in groups or () for power in group]
    if len(set(grouped)) < len(grouped):
        table.error("bad-groups", "a power is in two groups", "leave it in one of them", "groups")
        groups = None
    pairs = _read_lists(table, "neighbours", known) or ()
    neighbours = tuple((pair[0], pair[1]) for pair in pairs if len(pair) == 2)
    if len(neighbours) < len(pairs):
        table.error(
            "bad-neighbours",
            "neighbours are pairs of powers",
            'write [["England", "France"], ...]',
            "neighbours",
        )
    if groups is None:
        groups = usual.groups if set(powers) == set(usual.powers) else ()

    def number(key: str, default: int, most: int = 1000, least: int = 0) -> int:
        return _number(table, key, default, least, most)

    return SeedingRules(
        powers=powers,
        powers_by=_choice(table, "powers_by", {by.value: by for by in PowersBy}, "lot"),
        first_choice=_choice(table, "first_choice", {"last": "last", "first": "first"}, "last"),
        bid_points=number("bid_points", usual.bid_points, 1_000_000, 1),
        groups=groups,
        set_draw=table.flag("set_draw", usual.set_draw),
        twice=number("twice", usual.twice),
        triple=number("triple", usual.triple),
        thrice=number("thrice", usual.thrice),
        same_power=number("same_power", usual.same_power),
        same_group=number("same_group", usual.same_group),
        neighbour=number("neighbour", usual.neighbour),
        neighbours=neighbours,
        table_tries=number("table_tries", usual.table_tries, 1_000_000_000, 1),
        power_tries=number("power_tries", usual.power_tries, 1_000_000_000, 1),
    )


def _read_lists(table: TomlTable, key: str, powers: set[str]) -> tuple[tuple[str, ...], ...] | None:
    """A list of lists of powers; None if it is not there or cannot be used."""
    if key not in table:
        return None
    value = table.value(key)
    items = cast("list[object]", value) if isinstance(value, list) else [value]
    lists: list[tuple[str, ...]] = []
    for item in items:
        names = cast("list[object]", item) if isinstance(item, list) else [item]
        if not isinstance(item, list) or any(name not in powers for name in names):
            table.error(
                "bad-value",
                f"{key} must be lists of powers",
                'write [["England", "France"], ...] with powers that are played',
                key,
            )
            return None
        lists.append(tuple(str(name) for name in names))
    return tuple(lists)


def _read_teams(table: TomlTable, rounds: int) -> TeamRules:
    usual = TeamRules()
    return TeamRules(
        round=_number(table, "round", min(usual.round, rounds), 1, rounds),
        size=_number(table, "size", usual.size, 2, 100),
    )


def _read_board_games(table: TomlTable) -> BoardGameRules:
    usual = BoardGameRules()
    minutes_table, points_table = table.table("minutes"), table.table("points")
    minutes = {game: _number(minutes_table, game, 20, 1, 10_000) for game in minutes_table.left()}
    points: dict[int, tuple[int, ...]] = {}
    for key in points_table.left():
        value = points_table.value(key)
        worth = cast("list[object]", value) if isinstance(value, list) else []
        numbers = tuple(number for number in worth if type(number) is int)
        if not key.isdecimal() or len(numbers) != len(worth) or len(numbers) != int(key):
            points_table.error(
                "bad-points",
                f"{key} players need {key} numbers of points, first place first",
                "write 3 = [7, 4, 1]",
                key,
            )
        else:
            points[int(key)] = numbers
    return BoardGameRules(
        points=MappingProxyType(points) if points else usual.points,
        minutes=MappingProxyType(minutes) if minutes else usual.minutes,
        unit=_number(table, "unit", usual.unit, 1, 10_000),
        lower_ties=_choice(table, "ties", {"average": False, "lower": True}, "average"),
    )


def _number(table: TomlTable, key: str, default: int, least: int, most: int) -> int:
    number = table.number(key, default)
    if least <= number <= most:
        return number
    table.error(
        "bad-value", f"{key} cannot be {number}", f"write a number from {least} to {most}", key
    )
    return default


def _choice(table: TomlTable, key: str, choices: Mapping[str, _Chosen], default: str) -> _Chosen:
    """One of some words; the default where it is none of them."""
    word = table.text(key, default)
    if word in choices:
        return choices[word]
    table.error(
        "bad-value",
        f"{key} cannot be {word!r}",
        f"write {_or(choices)}",
        key,
        tuple(close_matches(word, choices)),
    )
    return choices[default]


def _or(words: Iterable[str]) -> str:
    return " or ".join(f'"{word}"' for word in words)


def _report(table: TomlTable, fault: Diagnostic, key: str) -> None:
    """A fault of a setting, at the line of its key."""
    table.error(fault.code, fault.what, fault.remedy, key, fault.candidates)
