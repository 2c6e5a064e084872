"""The part of a preset that says how the hall is run: clock, orders box, draws, penalties.

A preset is a TOML file; a director copies one and changes it. The sections on points, seats
and places are read by ``preset``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import TypeGuard, cast

from dragoman.formats.toml_table import TomlTable
from dragoman.quick_dataclass import dataclass
from dragoman.tournament.rules.played_variant import PlayedVariant
from dragoman.tournament.rules.round_clock import FIRST, FIRST_YEAR, Season

_LAST_YEAR = 1920
"""Nobody plays longer in a hall."""
_PERSONAL = ("contact", "home", "nationality", "rounds", "signed")


@dataclass(frozen=True, slots=True)
class ClockRules:
    """``lengths``: seconds a season has, from a season on. ``warnings``: seconds before the
    deadline. ``writing``: the last seconds of a season, in which orders are written and nobody
    talks; 0 where there are none. Shortening before the end of ``shorten_after`` is told as
    unusual."""

    lengths: Mapping[Season, int] = field(default_factory=lambda: {FIRST: 20 * 60})
    warnings: tuple[int, ...] = (120, 60, 30, 10)
    writing: int = 0
    shorten_after: int = 1908


@dataclass(frozen=True, slots=True)
class BoxRules:
    """``warnings``: how often late orders are only warned of, in the whole tournament.
    ``border``: the powers clockwise round the board, by default as they are printed round the
    standard one; ``pointer``: see ``late_orders.next_reader``."""

    warnings: int = 1
    border: tuple[str, ...] = (
        "AUSTRIA",
        "ITALY",
        "FRANCE",
        "ENGLAND",
        "GERMANY",
        "RUSSIA",
        "TURKEY",
    )
    first_reader: str = "AUSTRIA"
    pointer: bool = False


@dataclass(frozen=True, slots=True)
class DrawRules:
    """Ends of a game besides the solo.

    ``last_year``: the year after whose fall games are drawn by time, by the number of the round, 0
    for all others; none where they go on until the director ends them. ``votes_after``: the year
    whose fall has to be counted before anything is proposed. ``concession_centers``: where it is
    more than 1, the centres that one must have, and nobody more, to whom a game is conceded.
    ``numbers_told``: whether it is told how many voted against a draw. ``leave_out``: whether
    survivors can vote for a draw that not all of them share.
    """

    time: bool = True
    voted: bool = True
    votes_a_season: int = 1
    refused_call_counts: bool = False
    concessions: bool = False
    leave_out: bool = False
    numbers_told: bool = False
    last_year: Mapping[int, int] = field(default_factory=lambda: {})
    votes_after: int = 1900
    concession_centers: int = 1

    def last_year_of(self, round_: int) -> int | None:
        """The last year of the games of a round, where the rules fix it."""
        return self.last_year.get(round_, self.last_year.get(0))


@dataclass(frozen=True, slots=True)
class HouseRules:
    """``required``: what a registration must say before a first seat. ``double_boarding``: whether
    players may play two boards of a round. ``tables``: the rule set
    by which typed orders are judged. ``secret_standings``: whether nobody but the director
    sees standings before the ceremony. ``public_counts``: whether the hall display shows
    centre counts, from which anybody can compute scores; unless a preset says it, only where
    standings are no secret. ``provisional``: whether the hall sees how players would stand if all
    games ended now, which tells counts and standings alike. ``further_penalties`` are kinds that
    are noted and have no effect here."""

    required: tuple[str, ...] = ("contact", "home", "rounds", "signed")
    double_boarding: bool = False
    clock: ClockRules = ClockRules()
    box: BoxRules = BoxRules()
    draws: DrawRules = DrawRules()
    tables: str = "nz1999"
    secret_standings: bool = True
    public_counts: bool = False
    provisional: bool = False
    further_penalties: tuple[str, ...] = ()


def usual_box(variant: PlayedVariant) -> BoxRules:
    """The orders box of NZ1999. On another board than the standard one the duty to read goes
    by the order of the powers, until a preset says how they sit."""
    nz1999 = BoxRules()
    if set(nz1999.border) == set(variant.powers):
        return nz1999
    return replace(nz1999, border=variant.powers, first_reader=variant.powers[0])


def read_house_rules(preset: TomlTable, variant: PlayedVariant) -> HouseRules:
    """The house rules of a preset; what it leaves out, or gets wrong, is as NZ1999 has it."""
    usual = HouseRules()
    registration = preset.table("registration")
    tables = preset.table("tables")
    secrecy = preset.table("secrecy")
    secret = secrecy.flag("standings", usual.secret_standings)
    counts = secrecy.flag("public_counts", not secret)
    return HouseRules(
        required=_required(registration, usual.required),
        double_boarding=registration.flag("double_boarding", usual.double_boarding),
        clock=_clock(preset.table("clock")),
        box=_box(preset.table("orders_box"), variant),
        draws=_draws(preset.table("draws")),
        tables=tables.text("rules", usual.tables),
        secret_standings=secret,
        public_counts=counts,
        provisional=_provisional(secrecy, secret, counts),
        further_penalties=preset.table("penalties").texts("further"),
    )


def _provisional(secrecy: TomlTable, secret: bool, counts: bool) -> bool:
    """True if provisional standings are public; they cannot be where what they tell is secret."""
    wanted = secrecy.flag("provisional", not secret and counts)
    if wanted and (secret or not counts):
        told = "the standings" if secret else "the counts"
        what = f"provisional standings tell {told}, which are secret"
        other = "standings = false" if secret else "public_counts = true"
        remedy = f"write provisional = false, or {other}"
        secrecy.error("tells-secret", what, remedy, "provisional")
        return False
    return wanted


def _required(table: TomlTable, usual: tuple[str, ...]) -> tuple[str, ...]:
    if "required" not in table:
        return usual
    required = table.texts("required")
    for name in required:
        if name not in _PERSONAL:
            what = f"a registration says nothing of {name!r}"
            table.error("bad-value", what, f"it says {', '.join(_PERSONAL)}", "required")
    return tuple(name for name in required if name in _PERSONAL)


def _clock(table: TomlTable) -> ClockRules:
    usual = ClockRules()
    minutes = table.table("minutes")
    lengths = _by_season(minutes)
    for key in minutes.left():
        number = minutes.number(key, 20)
        try:
            since = Season.parse(key)
        except ValueError as error:
            minutes.error("bad-season", str(error), "write S1903 = 15", key)
            continue
        if number < 1:
            minutes.error("bad-value", "a season has at least a minute", "mend it", key)
            continue
        lengths[since] = 60 * number
    if lengths and FIRST not in lengths:
        what = f"nothing says how long {FIRST} is"
        minutes.error("bad-value", what, f"add {FIRST} = 20")
        lengths = {}
    warnings = table.value("warnings") if "warnings" in table else list(usual.warnings)
    if not _are_seconds(warnings):
        what = "warnings are whole numbers of seconds before a deadline"
        table.error("bad-value", what, "write [120, 60, 30, 10]", "warnings")
        warnings = usual.warnings
    return ClockRules(
        lengths or usual.lengths,
        tuple(sorted(set(warnings), reverse=True)),
        _writing(table, lengths or usual.lengths),
        table.number("shorten_after", usual.shorten_after),
    )


def _by_season(minutes: TomlTable) -> dict[Season, int]:
    """The lengths of springs and of falls, where a preset names both. Seasons that it names besides
    have their own."""
    halves = [(key, fall) for key, fall in (("spring", False), ("fall", True)) if key in minutes]
    lengths: dict[Season, int] = {}
    for key, fall in halves:
        number = minutes.number(key, 20)
        if number < 1:
            minutes.error("bad-value", "a season has at least a minute", "mend it", key)
        elif len(halves) == 1:
            other = "spring" if fall else "fall"
            minutes.error(
                "bad-season", f"nothing says how long a {other} is", f"add {other} = 15", key
            )
        else:
            years = range(FIRST_YEAR, _LAST_YEAR + 1)
            lengths |= {Season(year, fall): 60 * number for year in years}
    return lengths if FIRST in lengths or not lengths else {}


def _writing(table: TomlTable, lengths: Mapping[Season, int]) -> int:
    """The seconds for writing orders; less than the shortest season has."""
    seconds, shortest = table.number("writing", 0), min(lengths.values())
    if 0 <= seconds < shortest:
        return seconds
    what = f"{seconds} seconds cannot be kept for writing orders"
    table.error("bad-value", what, f"write a number from 0 to {shortest - 1}", "writing")
    return 0


def _box(table: TomlTable, variant: PlayedVariant) -> BoxRules:
    usual = usual_box(variant)
    border = tuple(name.upper() for name in table.texts("border")) or usual.border
    if sorted(border) != sorted(variant.powers):
        first, second = (power.title() for power in usual.border[:2])
        what = f"the border has each of the {len(variant.powers)} powers once"
        table.error("bad-value", what, f'write ["{first}", "{second}", ...]', "border")
        border = usual.border
    return BoxRules(
        table.number("warnings", usual.warnings),
        border,
        _one_of(table, "first_reader", usual.first_reader.title(), variant.titles).upper(),
        _one_of(table, "rotation", "last-reader", ("last-reader", "pointer")) == "pointer",
    )


def _draws(table: TomlTable) -> DrawRules:
    usual = DrawRules()
    return DrawRules(
        table.flag("time", usual.time),
        table.flag("voted", usual.voted),
        table.number("votes_a_season", usual.votes_a_season),
        table.flag("refused_call_counts", usual.refused_call_counts),
        table.flag("concessions", usual.concessions),
        table.flag("leave_out", usual.leave_out),
        table.flag("numbers_told", usual.numbers_told),
        dict(_last_years(table)),
        table.number("votes_after", usual.votes_after),
        table.number("concession_centers", usual.concession_centers),
    )


def _last_years(table: TomlTable) -> Iterator[tuple[int, int]]:
    """The last year of all rounds, and those of single ones, in a table of their own."""
    found = [("last_year", 0, table)] if "last_year" in table else []
    rounds = table.table("last_years")
    for key in rounds.left():
        if key.isdecimal():
            found.append((key, int(key), rounds))
        else:
            rounds.value(key)
            rounds.error("bad-round", f"{key!r} is no round", "write 3 = 1908", key)
    for key, number, where in found:
        year = where.number(key, FIRST_YEAR)
        if FIRST_YEAR <= year <= _LAST_YEAR:
            yield number, year
        else:
            what = f"no game ends in {year}"
            where.error("bad-value", what, f"write a year from {FIRST_YEAR} to {_LAST_YEAR}", key)


def _are_seconds(found: object) -> TypeGuard[Sequence[int]]:
    if not isinstance(found, Sequence):
        return False
    return all(type(one) is int and one > 0 for one in cast(Sequence[object], found))


def _one_of(table: TomlTable, key: str, usual: str, choices: tuple[str, ...]) -> str:
    word = table.text(key, usual)
    if word in choices:
        return word
    table.error("bad-value", f"{key} cannot be {word!r}", f"write one of {', '.join(choices)}", key)
    return usual
