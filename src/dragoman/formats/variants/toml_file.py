"""``variant.toml``: what nJudge's two files cannot say about a variant."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import field, replace
from types import MappingProxyType

from dragoman.board import AUTONOMOUS, BuildTerms, Neutrals, Power, UnitKind, VictoryTerms
from dragoman.diagnostics import Diagnostic
from dragoman.formats.njudge import KINDS, MapFile
from dragoman.formats.text_source import Source
from dragoman.formats.toml_table import (
    TomlTable,
    bare_key,
    listed,
    quoted,
    read_toml,
)
from dragoman.formats.variants.one_way import read_one_way
from dragoman.formats.variants.toml_build_terms import read_build_terms
from dragoman.formats.variants.toml_movement import read_conversions, read_neutrals
from dragoman.formats.variants.toml_places import MOST_POINTS, PlaceWords, read_place_words
from dragoman.formats.variants.toml_provenance import read_provenance
from dragoman.formats.variants.toml_scenario import ScenarioWords, read_scenario
from dragoman.formats.variants.toml_victory import read_victory
from dragoman.game.kind import kinds
from dragoman.game.variant import LocalNames, Provenance, Variant
from dragoman.quick_dataclass import dataclass
from dragoman.rules import DIPLOMACY, Calendar, CalendarPhase, RuleSet

# How a variant looks
#
#     [colours]                          of powers, instead of those that they would get
#     ITALY = "#1f8f6a"
#
#     [picture]                          of the designer's own map
#     show = ["Names"]                   layers that it hides

_COLOUR = re.compile(r"#(?:[0-9a-fA-F]{3}){1,2}")


@dataclass(frozen=True, slots=True)
class LookWords:
    """The contents of the tables above: the colour of each power by its key, and names of
    layers."""

    colours: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    shown_layers: tuple[str, ...] = ()


def read_looks(root: TomlTable, powers: Collection[str], base: LookWords) -> LookWords:
    """Take the tables out of a ``variant.toml``. ``powers`` are the keys of those that play."""
    kept = {key: colour for key, colour in base.colours.items() if key in powers}
    picture = root.table("picture")
    shown = picture.texts("show") if "show" in picture else base.shown_layers
    colours = _colours(root.table("colours"), powers)
    return LookWords(MappingProxyType(kept | colours), shown)


def _colours(table: TomlTable, powers: Collection[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for key, colour in table.texts_by_key():
        if key not in powers:
            what = f"there is no power {key} to have a colour"
            remedy = "write the key of a power: its name in capitals"
            table.error("unknown-power", what, remedy, key, tuple(powers))
        elif not _COLOUR.fullmatch(colour):
            what = f"{colour!r} is no colour"
            remedy = 'write how much red, green and blue it has, from 00 to ff each: "#f0c02c"'
            table.error("bad-colour", what, remedy, key)
        else:
            full = colour if len(colour) == 7 else "#" + "".join(c * 2 for c in colour[1:])
            if full.lower() in found.values():
                first = next(one for one, other in found.items() if other == full.lower())
                what = f"{key} has the colour of {first}"
                table.warn("same-colour", what, "give each power its own", key)
            found[key] = full.lower()
    return found


def look_lines(variant: Variant) -> Iterator[str]:
    """The tables, where a variant says something of its looks."""
    if variant.colours:
        yield from ("", "[colours]")
        yield from (f"{bare_key(key)} = {quoted(c)}" for key, c in variant.colours.items())
    if variant.shown_layers:
        yield from ("", "[picture]", f"show = {listed(variant.shown_layers)}")


# The whole file


@dataclass(frozen=True, slots=True)
class VariantToml:
    """The contents of a ``variant.toml``; the defaults are those of a variant without one.

    ``victory_centers`` is 0 where the majority wins. ``powers`` is None where the letters of
    the map must do. ``kinds`` goes from each kind of unit to the kind of moves line it goes
    by. ``game`` names the kind of game, where it is not the one that the map is of. ``names`` are
    what each language prints, ``spellings`` all names of places there are,
    each with its location. ``homes`` are the home centres of powers that have others than
    the map says, by the power's letter. ``places`` are what is said of places beyond names,
    ``calendar`` the phases of a year. ``is_bc`` says that the seed's year is one B.C., and
    ``one_way`` which ways are meant to lead one way only: from which location to which.
    ``scenario`` is what is said of Machiavelli, ``looks`` of pictures, ``neutrals`` of units of
    nobody. ``names_preset`` says
    whether the rules are those of a preset that is named; else settings are changes to the usual
    ones. ``victory_terms`` are what it takes to win besides a number of centres, ``build_terms``
    on what terms powers build besides the rule set, ``origin`` who made it and who says so.
    """

    title: str = ""
    credits: str = ""
    victory_centers: int = 0
    rule_set: RuleSet = field(default_factory=RuleSet)
    names_preset: bool = False
    powers: tuple[Power, ...] | None = None
    kinds: Mapping[UnitKind, str] = field(default_factory=lambda: KINDS)
    names: Mapping[str, LocalNames] = field(default_factory=lambda: MappingProxyType({}))
    spellings: tuple[tuple[str, str], ...] = ()
    homes: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    places: PlaceWords = field(default_factory=PlaceWords)
    calendar: Calendar = DIPLOMACY
    is_bc: bool = False
    one_way: tuple[tuple[str, str], ...] = ()
    scenario: ScenarioWords = field(default_factory=ScenarioWords)
    looks: LookWords = field(default_factory=LookWords)
    game: str = ""
    about: str = ""
    victory_terms: VictoryTerms = field(default_factory=VictoryTerms)
    neutrals: Neutrals = field(default_factory=Neutrals)
    build_terms: BuildTerms = field(default_factory=BuildTerms)
    origin: Provenance = Provenance()
    converts_in: tuple[str, ...] = ()


def base_of(text: str | bytes) -> str:
    """The name of the variant a ``variant.toml`` is based on; empty for none, or no TOML."""
    try:
        value = tomllib.loads("\n".join(Source(text).lines)).get("based_on")
    except (ValueError, RecursionError):
        return ""
    return value if isinstance(value, str) else ""


def with_homes(
    map_file: MapFile, homes: Mapping[str, tuple[str, ...]], common_homes: Iterable[str] = ()
) -> MapFile:
    """The map with other home centres for some powers, by their letters, and with centres
    that are home to everybody.

    What was home of such a power and is not any more becomes a centre of nobody's; what was
    no centre becomes one.
    """
    areas = {p.key: "x" for p in map_file.provinces if p.key in common_homes and not p.is_center}
    areas |= {key: letter for letter, keys in homes.items() for key in keys}
    return replace(
        map_file,
        provinces=tuple(
            replace(
                province,
                area=areas.get(province.key, "x" if province.area in homes else province.area),
            )
            for province in map_file.provinces
        ),
    )


def read_variant_toml(
    text: str | bytes, name: str, map_file: MapFile, base: VariantToml | None = None
) -> tuple[VariantToml, tuple[Diagnostic, ...]]:
    """Read a ``variant.toml``. ``name`` is what the diagnostics call it.

    What it does not say is as in ``base``; a power takes the place of that with its letter.
    Never raises: what cannot be understood is left out and has a diagnostic.
    """
    base = base or VariantToml()
    source = Source(text, name)
    root = read_toml(source)
    if root is None:
        return base, source.diagnostics
    root.text("based_on")
    homes: dict[str, tuple[str, ...]] = {}
    own = {power.letter: power for power in _read_powers(root, map_file, homes)}
    scenario = read_scenario(root, map_file, base.scenario, homes)
    # A power of the base whose letter another has taken is not played, nor one that is absent.
    kept = (
        power
        for power in base.powers or ()
        if own.get(power.letter, power).key == power.key and power.letter not in scenario.absent
    )
    powers = {power.letter: power for power in kept} | own
    languages = _read_names(root, map_file, powers.values(), base)
    kinds = _read_kinds(root, base.kinds)
    all_homes = {**base.homes, **homes}
    rule_set, names_preset = _read_rule_set(root, base.rule_set)
    power_keys = [power.key for power in powers.values()] or map_file.home_letters  # named by those
    named_homes = [key for keys in all_homes.values() for key in keys]
    letters = {kind.letter for kind in kinds}
    places = read_place_words(root, map_file, named_homes, letters, base.places)
    centers = {p.key for p in map_file.provinces if p.is_center}
    centers.update(named_homes, places.common_homes, places.sea_centers)
    toml = VariantToml(
        title=root.text("title"),
        credits=root.text("credits", base.credits),
        about=root.text("about"),
        victory_centers=root.number("victory_centers", base.victory_centers),
        rule_set=rule_set,
        names_preset=names_preset or base.names_preset,
        powers=tuple(
            replace(power, other_names=_all_names(power, languages.of_power(power.key)))
            for power in powers.values()
        )
        or None,
        kinds=kinds,
        names=languages.printed,
        spellings=tuple(languages.places),
        homes=MappingProxyType(all_homes),
        places=places,
        calendar=_read_calendar(root, base.calendar),
        is_bc=_read_era(root, base.is_bc),
        one_way=read_one_way(root, map_file, base.one_way),
        scenario=scenario,
        looks=read_looks(root, [AUTONOMOUS, *power_keys], base.looks),
        game=_read_game(root, base.game),
        victory_terms=read_victory(root, map_file, power_keys, centers, base.victory_terms),
        neutrals=read_neutrals(root, map_file, base.neutrals),
        converts_in=read_conversions(root, map_file, base.converts_in),
        build_terms=read_build_terms(root, map_file, power_keys, centers, base.build_terms),
        origin=read_provenance(root),
    )
    root.report_unknown()
    return toml, source.diagnostics


def _all_names(power: Power, others: tuple[str, ...]) -> tuple[str, ...]:
    names = dict.fromkeys((*power.other_names, *others))
    return tuple(name for name in names if name != power.name)


def _read_calendar(root: TomlTable, usual: Calendar) -> Calendar:
    """The phases of a year, as ``calendar = ["SM", "SR", "FM ice", "FR ice", "WA centres"]``."""
    texts = root.texts("calendar")
    try:
        return Calendar(tuple(map(CalendarPhase.parse, texts))) if texts else usual
    except ValueError as error:
        remedy = 'write calendar = ["SM", "SR", "FM", "FR", "WA centres"]'
        root.error("bad-calendar", str(error), remedy, "calendar")
        return usual


def _read_game(root: TomlTable, usual: str) -> str:
    """The kind of game, as ``game = "bourse"``."""
    game = root.text("game", usual)
    if game and game not in kinds():
        remedy = f"name one of them ({', '.join(kinds())}), or install what plays it"
        root.error("unknown-game", f"there is no kind of game {game!r}", remedy, "game")
        return usual
    return game


def _read_era(root: TomlTable, usual: bool) -> bool:
    """True if ``years`` are those B.C., which run down."""
    era = root.text("years", "B.C." if usual else "A.D.")
    if era not in ("B.C.", "A.D."):
        remedy = 'write years = "B.C." where they run down, or leave it out'
        root.error("bad-years", f"{era!r} is no way to count years", remedy, "years")
        return usual
    return era == "B.C."


def _read_rule_set(root: TomlTable, usual: RuleSet) -> tuple[RuleSet, bool]:
    """The rules, and whether they are those of a preset that is named."""
    rules = root.table("rules")
    preset = rules.text("preset")
    try:
        rule_set = RuleSet.preset(preset) if preset else usual
    except ValueError as error:
        rules.error("unknown-rule-set", str(error), "name one of them", "preset")
        rule_set = usual
    for setting in rules.texts("settings"):
        try:
            rule_set = rule_set.with_settings(setting)
        except ValueError as error:
            rules.error("bad-setting", str(error), "mend it or take it out", "settings")
    return rule_set, preset != ""


def _read_powers(
    root: TomlTable, map_file: MapFile, homes: dict[str, tuple[str, ...]]
) -> list[Power]:
    """The powers; the home centres they name go into ``homes`` by the power's letter."""
    powers: list[Power] = []
    for table in root.tables("powers"):
        has_homes = "homes" in table.left()
        named = table.texts("homes")
        letter, name = table.text("letter"), table.text("name")
        key = table.text("key", name.upper())
        adjective, other_names = table.text("adjective"), table.texts("other_names")
        if len(letter) != 1 or not name or not key:
            table.error(
                "bad-power",
                "a power needs a letter and a name",
                'write letter = "E" and name = "England"',
            )
        elif any(letter == power.letter or key == power.key for power in powers):
            table.error(
                "two-powers",
                f"another power has the letter {letter} or the key {key}",
                "give each power its own",
            )
        else:
            powers.append(Power(key, letter, name, adjective, other_names))
            if has_homes:
                homes[letter] = _read_homes(table, named, map_file, homes)
    return powers


def _read_homes(
    table: TomlTable,
    named: tuple[str, ...],
    map_file: MapFile,
    homes: Mapping[str, tuple[str, ...]],
) -> tuple[str, ...]:
    grounds = {p.key for p in map_file.provinces if not p.is_water and p.area not in "gr"}
    taken = {key for keys in homes.values() for key in keys}
    for key in named:
        if key not in grounds and map_file.is_lost(key):
            continue
        if key not in grounds:
            table.error(
                "unknown-home",
                f"no land of the map has the key {key}",
                "write the first abbreviation of a province, in capitals",
                "homes",
            )
        elif key in taken:
            table.error(
                "two-homes",
                f"{key} is home of another power already",
                "give it to one of them only",
                "homes",
            )
    return tuple(key for key in named if key in grounds - taken)


def _read_kinds(root: TomlTable, usual: Mapping[UnitKind, str]) -> Mapping[UnitKind, str]:
    kinds: dict[UnitKind, str] = {}
    for table in root.tables("units"):
        letter, name, moves = table.text("letter"), table.text("name"), table.text("moves")
        kind = UnitKind(
            letter,
            name,
            table.number("strength", 1, MOST_POINTS),
            table.flag("can_convoy"),
            table.flag("convoyable"),
            table.flag("flies"),
            table.number("cost", 1, MOST_POINTS),
        )
        if len(letter) != 1 or not name or moves not in KINDS.values():
            table.error(
                "bad-unit-kind",
                "a kind of unit needs a letter, a name, and the moves lines it goes by",
                'write letter = "A", name = "army" and moves = "mv" (or "xc")',
            )
        elif any(letter == other.letter for other in kinds):
            table.error(
                "two-unit-kinds",
                f"another kind of unit has the letter {letter}",
                "give each kind its own",
            )
        else:
            kinds[kind] = moves
    return MappingProxyType(kinds) if kinds else usual


@dataclass(slots=True)
class _Languages:
    """The names of places and powers in all languages."""

    printed: dict[str, LocalNames] = field(default_factory=dict[str, LocalNames])
    places: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    powers: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])

    def of_power(self, key: str) -> tuple[str, ...]:
        return tuple(spelling for spelling, power in self.powers if power == key)


def _read_names(
    root: TomlTable, map_file: MapFile, powers: Iterable[Power], base: VariantToml
) -> _Languages:
    """Tables ``[names.LANGUAGE.places]`` and ``.powers``: a key, and what people call it.

    The first of several names is the one that is printed. Of the base's names those count
    whose place or power is there and is given no other name in the language.
    """
    languages = _Languages()
    locations = set(map_file.locations)
    power_keys = {AUTONOMOUS, *(power.key for power in powers)}
    for language, names in base.names.items():
        languages.printed[language] = LocalNames(
            MappingProxyType({k: v for k, v in names.places.items() if k in locations}),
            MappingProxyType({k: v for k, v in names.powers.items() if k in power_keys}),
        )
        languages.powers += [(v, k) for k, v in names.powers.items() if k in power_keys]
    languages.places += [pair for pair in base.spellings if pair[1] in locations]
    names = root.table("names")
    for language in names.left():
        table = names.table(language)
        of_places = table.table("places")
        for key in filter(map_file.is_lost, of_places.left()):
            of_places.texts(key)
        places = _read_spellings(of_places, locations, languages.places)
        of_powers = _read_spellings(table.table("powers"), power_keys, languages.powers)
        usual = languages.printed.get(language, LocalNames())
        languages.printed[language] = LocalNames(
            MappingProxyType({**usual.places, **places}),
            MappingProxyType({**usual.powers, **of_powers}),
        )
    return languages


def _read_spellings(
    table: TomlTable, known: set[str], spellings: list[tuple[str, str]]
) -> dict[str, str]:
    """The printed name of each key; all names are added to ``spellings``."""
    printed: dict[str, str] = {}
    for key in table.left():
        names = table.texts(key)
        if key not in known:
            table.error(
                "unknown-name",
                f"there is no {key} to give a name to",
                "write the key of a province (STP), of a coast (STP/NC) or of a power (ITALY)",
                key,
            )
        elif names:
            printed[key] = names[0]
            spellings.extend((name, key) for name in names)
    return printed
