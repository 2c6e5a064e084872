"""``variant.toml``: what nJudge's two files cannot say about a variant."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TypeVar, cast

from dragoman.board import Power, UnitKind
from dragoman.diagnostics import Diagnostic
from dragoman.formats.njudge import KINDS, MapFile
from dragoman.formats.source import Source
from dragoman.game.variant import LocalNames
from dragoman.rules import RuleSet


@dataclass(frozen=True, slots=True)
class VariantToml:
    """What a ``variant.toml`` says; the defaults are those of a variant without one.

    ``victory_centers`` is 0 where the majority wins. ``powers`` is None where the letters of
    the map must do. ``kinds`` goes from each kind of unit to the kind of moves line it goes
    by. ``names`` are what each language prints, ``spellings`` all names of places there are,
    each with its location. ``homes`` are the home centres of powers that have others than
    the map says, by the power's letter.
    """

    title: str = ""
    credits: str = ""
    victory_centers: int = 0
    rule_set: RuleSet = field(default_factory=RuleSet)
    powers: tuple[Power, ...] | None = None
    kinds: Mapping[UnitKind, str] = field(default_factory=lambda: KINDS)
    names: Mapping[str, LocalNames] = field(default_factory=lambda: MappingProxyType({}))
    spellings: tuple[tuple[str, str], ...] = ()
    homes: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))


def base_of(text: str | bytes) -> str:
    """The name of the variant a ``variant.toml`` is based on; empty for none, or no TOML."""
    try:
        value = tomllib.loads("\n".join(Source(text).lines)).get("based_on")
    except (ValueError, RecursionError):
        return ""
    return value if isinstance(value, str) else ""


def with_homes(map_file: MapFile, homes: Mapping[str, tuple[str, ...]]) -> MapFile:
    """The map with other home centres for some powers, by their letters.

    What was home of such a power and is not any more becomes a centre of nobody's; what was
    no centre becomes one.
    """
    areas = {key: letter for letter, keys in homes.items() for key in keys}
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
    try:
        values = tomllib.loads("\n".join(source.lines))
    except (ValueError, RecursionError) as error:
        place = re.search(r"at line (\d+), column (\d+)", str(error))
        line, column = map(int, place.groups()) if place else (max(len(source.lines), 1), 1)
        source.error("bad-toml", f"this is not TOML: {error}", "see https://toml.io", line, column)
        return base, source.diagnostics
    root = _Table(source, values)
    root.text("based_on")
    homes: dict[str, tuple[str, ...]] = {}
    own = {power.letter: power for power in _read_powers(root, map_file, homes)}
    # A power of the base whose letter another has taken is not played.
    kept = (power for power in base.powers or () if own.get(power.letter, power).key == power.key)
    powers = {power.letter: power for power in kept} | own
    languages = _read_names(root, map_file, powers.values(), base)
    toml = VariantToml(
        title=root.text("title"),
        credits=root.text("credits", base.credits),
        victory_centers=root.number("victory_centers", base.victory_centers),
        rule_set=_read_rule_set(root, base.rule_set),
        powers=tuple(
            replace(power, other_names=_all_names(power, languages.of_power(power.key)))
            for power in powers.values()
        )
        or None,
        kinds=_read_kinds(root, base.kinds),
        names=languages.printed,
        spellings=tuple(languages.places),
        homes=MappingProxyType({**base.homes, **homes}),
    )
    root.report_unknown()
    return toml, source.diagnostics


def _all_names(power: Power, others: tuple[str, ...]) -> tuple[str, ...]:
    names = dict.fromkeys((*power.other_names, *others))
    return tuple(name for name in names if name != power.name)


_Value = TypeVar("_Value", str, int, bool)


class _Table:
    """A table of a TOML file, whose values are taken out one by one."""

    def __init__(self, source: Source, values: Mapping[str, object], line: int = 0) -> None:
        self.source = source
        self.line = line
        """The line of its header, 0 for the head of the file."""
        self._values = dict(values)
        self._inner: list[_Table] = []

    def left(self) -> tuple[str, ...]:
        """The keys that were not taken out yet."""
        return tuple(self._values)

    def text(self, key: str, default: str = "") -> str:
        return self._take(key, default, "a text in quotes")

    def number(self, key: str, default: int = 0) -> int:
        number = self._take(key, default, "a whole number")
        if number < 0:
            self.error("bad-value", f"{key} cannot be less than 0", "leave it out or mend it", key)
            return default
        return number

    def flag(self, key: str) -> bool:
        return self._take(key, False, "true or false")

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts, or a text alone."""
        value = self._values.pop(key, [])
        items = cast("list[object]", value) if isinstance(value, list) else [value]
        texts = tuple(item for item in items if isinstance(item, str))
        if len(texts) < len(items):
            self._wrong(key, "a text in quotes, or several in brackets")
        return texts

    def table(self, key: str) -> _Table:
        """The table of this name; an empty one where there is none."""
        value = self._values.pop(key, {})
        if not isinstance(value, dict):
            self._wrong(key, f"a table [{key}]")
            value = {}
        return self._open(cast("dict[str, object]", value), key, 0)

    def tables(self, key: str) -> Iterator[_Table]:
        """The tables of this name, as ``[[...]]`` lists them."""
        value = self._values.pop(key, [])
        items = cast("list[object]", value) if isinstance(value, list) else [value]
        for number, item in enumerate(items):
            if isinstance(item, dict):
                yield self._open(cast("dict[str, object]", item), key, number)
            else:
                self._wrong(key, f"tables [[{key}]]")

    def error(
        self, code: str, what: str, remedy: str, key: str = "", candidates: tuple[str, ...] = ()
    ) -> None:
        self.source.error(code, what, remedy, self._line_of(key), 1, candidates)

    def report_unknown(self) -> None:
        """Warn of everything that was not taken out, here and in the tables inside."""
        for key in self._values:
            self.source.warn(
                "unknown-key", f"{key} means nothing here", "leave it out", self._line_of(key), 1
            )
        for table in self._inner:
            table.report_unknown()

    def _open(self, values: Mapping[str, object], key: str, number: int) -> _Table:
        header = re.compile(rf"\s*\[+[^\]]*\b{re.escape(key)}\b")
        lines = [n for n, line in enumerate(self.source.lines, 1) if header.match(line)]
        lines = [line for line in lines if line > self.line]
        table = _Table(
            self.source, values, lines[min(number, len(lines) - 1)] if lines else self.line
        )
        self._inner.append(table)
        return table

    def _take(self, key: str, default: _Value, wanted: str) -> _Value:
        value = self._values.pop(key, default)
        if type(value) is type(default):
            return value
        self._wrong(key, wanted)
        return default

    def _wrong(self, key: str, wanted: str) -> None:
        self.error("bad-value", f"{key} must be {wanted}", f"write {wanted}", key)

    def _line_of(self, key: str) -> int:
        written = re.compile(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=") if key else None
        for number, line in enumerate(self.source.lines[self.line :], self.line + 1):
            if written and written.match(line):
                return number
        return self.line


def _read_rule_set(root: _Table, usual: RuleSet) -> RuleSet:
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
    return rule_set


def _read_powers(root: _Table, map_file: MapFile, homes: dict[str, tuple[str, ...]]) -> list[Power]:
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
    table: _Table,
    named: tuple[str, ...],
    map_file: MapFile,
    homes: Mapping[str, tuple[str, ...]],
) -> tuple[str, ...]:
    grounds = {p.key for p in map_file.provinces if not p.is_water and p.area not in "gr"}
    taken = {key for keys in homes.values() for key in keys}
    for key in named:
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


def _read_kinds(root: _Table, usual: Mapping[UnitKind, str]) -> Mapping[UnitKind, str]:
    kinds: dict[UnitKind, str] = {}
    for table in root.tables("units"):
        letter, name, moves = table.text("letter"), table.text("name"), table.text("moves")
        kind = UnitKind(
            letter,
            name,
            table.number("strength", 1),
            table.flag("can_convoy"),
            table.flag("convoyable"),
            table.flag("flies"),
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
    root: _Table, map_file: MapFile, powers: Iterable[Power], base: VariantToml
) -> _Languages:
    """Tables ``[names.LANGUAGE.places]`` and ``.powers``: a key, and what people call it.

    The first of several names is the one that is printed. Of the base's names those count
    whose place or power is there and is given no other name in the language.
    """
    languages = _Languages()
    locations = set(map_file.locations)
    power_keys = {power.key for power in powers}
    for language, names in base.names.items():
        languages.printed[language] = LocalNames(
            MappingProxyType({k: v for k, v in names.places.items() if k in locations}),
            MappingProxyType({k: v for k, v in names.powers.items() if k in power_keys}),
        )
    languages.places += [pair for pair in base.spellings if pair[1] in locations]
    names = root.table("names")
    for language in names.left():
        table = names.table(language)
        places = _read_spellings(table.table("places"), locations, languages.places)
        of_powers = _read_spellings(table.table("powers"), power_keys, languages.powers)
        usual = languages.printed.get(language, LocalNames())
        languages.printed[language] = LocalNames(
            MappingProxyType({**usual.places, **places}),
            MappingProxyType({**usual.powers, **of_powers}),
        )
    return languages


def _read_spellings(
    table: _Table, known: set[str], spellings: list[tuple[str, str]]
) -> dict[str, str]:
    """What is printed for each key; all names are added to ``spellings``."""
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
