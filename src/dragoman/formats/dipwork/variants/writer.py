"""From one of our variants to the files of a DipWork variant directory."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from string import ascii_uppercase, digits

from dragoman.board import Board, Province, UnitKind
from dragoman.diagnostics import Diagnostic
from dragoman.formats.dipwork.files.atlas import Atlas, usual_field
from dragoman.formats.dipwork.files.game_file import game_lines, nation_sections
from dragoman.formats.dipwork.files.geography import (
    ABSENT,
    AMBIGUOUS,
    COAST,
    LAND,
    NO,
    OCEAN,
    YES,
    Border,
    Geography,
    MapField,
    Synonyms,
)
from dragoman.formats.dipwork.files.keyword_lists import (
    EVERYBODY,
    Nation,
    OrderWords,
    UnitType,
    list_lines,
)
from dragoman.formats.dipwork.files.keywords import END
from dragoman.formats.dipwork.files.parameters import write_turn
from dragoman.formats.dipwork.files.text_file import TextFile, new_text_file
from dragoman.formats.dipwork.variants.rule_switches import rules_not_held, written_switches
from dragoman.formats.unsupported import (
    look_losses,
    neutral_losses,
    not_held,
    special_ground,
    without_neutrals,
    year_losses,
)
from dragoman.formats.variants.kind_files import FILES
from dragoman.game.variant import Variant
from dragoman.orders.vocabulary import word_list
from dragoman.quick_dataclass import dataclass
from dragoman.words import LANGUAGES, said

_ALLOWED = re.compile(r"[^\w/():,=^]")
_ROOM = 68
"""The greatest length of a row of synonyms."""
_MENU = (
    ("&bEdit the orders", "Type what the players ordered", "'EDITOR' 'GAMEPATH'\\'FNORDERS' '!'"),
    ("&aEvaluate", "All steps but the map, one after the other", "'EVALGAME' /all /m"),
    ("&rRead the report", "Look at the tables", "'READTEXT' 'GAMEPATH'\\'FNPLAINOUT' '!'"),
    (
        "&AAccept",
        "The new position becomes the present one",
        "'SHELLCOPY' 'GAMEPATH'\\'FNNEWGAME' 'GAMEPATH'\\'FNGAME'",
    ),
    ("&sScanner only", "Read the orders", "'EVALGAME' /s"),
    ("&pParser only", "Check the orders", "'EVALGAME' /p"),
    ("&cConflicter only", "Decide the conflicts", "'EVALGAME' /c"),
    ("&tReport before retreats", "For a game in three phases", "'EVALGAME' /op=conflced.ord"),
    ("&wWinterer only", "Retreats, builds and removals", "'EVALGAME' /w"),
    ("&nMap only", "Draw the new position", "'EVALGAME' /m"),
    ("&oReport only", "Write the tables", "'EVALGAME' /op"),
    (
        "&hReport for the web",
        "The whole round on a page: round.html",
        "dragoman dipwork report 'GAMEPATH' --as html --to 'GAMEPATH'\\round.html",
    ),
    ("&gEdit the position", "GAME.TXT", "'EDITOR' 'GAMEPATH'\\'FNGAME' '!'"),
    ("&SBackup", "Keep GAME.TXT", "'SHELLCOPY' 'GAMEPATH'\\'FNGAME' 'GAMEPATH'\\'FNSAVE'"),
)


def write_dipwork(
    whole: Variant, survey: Survey | None = None
) -> tuple[Mapping[str, TextFile], tuple[Diagnostic, ...]]:
    """The files of a variant directory by their names, and a list of what they cannot hold.

    ``VARIANT.TXT`` and ``FIELDS.TXT`` describe the variant, ``GAME.TXT`` its start;
    ``ORDERS.TXT`` is there to be filled in. Without a ``survey`` the coordinates are those of the
    variant, else 0, and the borders in the order of the board's paths.
    """
    writing = _Writing(without_neutrals(whole.as_diplomacy()))
    geography = writing.geography()
    if survey is not None:
        geography = surveyed(geography, survey, writing.field_of)
    files = {
        "VARIANT.TXT": writing.variant_lines(),
        "FIELDS.TXT": geography.lines,
        "GAME.TXT": writing.game_lines(),
        "ORDERS.TXT": writing.order_lines(),
    }
    texts = {name: new_text_file(name, [*lines]) for name, lines in files.items()}
    losses = [*FILES.of(whole).losses(whole), *neutral_losses(whole)]
    losses += [*_undrawn(geography), *writing.losses(geography)]
    return texts, tuple(map(not_held, losses))


class _Writing:
    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.board = variant.board
        self.grounds = [p for p in self.board.provinces.values() if p.terrain.is_ground]
        self.field_of = _field_names(self.board, self.grounds)
        self.build_letters = _build_letters(self.board.kinds.values())
        self.units = [self._unit(kind) for kind in self.board.kinds.values()]
        self.nations = _nations(variant, self.units, self.field_of)
        self.convoy_unit = len(self.units) + 1
        self.convoy_ends = {end for pair in self.board.convoy_steps for end in pair}

    # The files.

    def variant_lines(self) -> Iterator[str]:
        yield from list_lines("NATIONLIST", self.nations.values())
        yield from list_lines("UNITLIST", self.units)
        yield from list_lines("ORDERLIST", (" ".join(row) for row in OrderWords().rows))
        yield from list_lines("MENULIST", (line for entry in _MENU for line in entry))
        yield f"VARNAME {self.variant.title}"
        for keyword, value in written_switches(self.variant.rule_set):
            yield f"{keyword} {value}"
        yield f"CONVOY_RELEVANT_UNITNR {self.convoy_unit}"
        yield END

    def game_lines(self) -> Iterator[str]:
        start = self.variant.start
        header = [
            f"VARIANTPATH variants\\{self.variant.name}",
            f"NAME {self.variant.title}",
            f"YEAR {write_turn(start.phase)}",
        ]
        location_of = {field: location for location, field in self.field_of.items()}
        power_of = {nation.word: key for key, nation in self.nations.items()}
        geography, nations = Geography(), tuple(self.nations.values())
        atlas = Atlas(geography, nations, tuple(self.units), location_of, power_of)
        yield from game_lines(header, nation_sections(start, atlas, {}, {}))

    def order_lines(self) -> Iterator[str]:
        yield f"YEAR {write_turn(self.variant.start.phase)}"
        for nation in self.nations.values():
            yield from ("", f"NATION {nation.word}")
        yield from ("", END)

    def geography(self) -> Geography:
        fields = [
            self._field(province, location)
            for province in self.grounds
            for location in province.locations
        ]
        return Geography(tuple(fields), tuple(self._borders()), tuple(self._synonyms()))

    # What stands in them.

    def _unit(self, kind: UnitKind) -> UnitType:
        lists = (word_list(language).units.get(kind.letter, ()) for language in LANGUAGES)
        usual = [word for words in lists for word in words]
        own = [] if kind.name in map(str.lower, usual) else [kind.name.replace(" ", "_")]
        plain = dict.fromkeys(_clean(word) for word in (kind.letter, *own, *usual))
        letter = self.build_letters[kind.letter]
        return UnitType(
            tuple(plain), kind.cost, kind.strength, letter, kind.convoyable, kind.can_convoy
        )

    def _field(self, province: Province, location: str) -> MapField:
        is_coast = location != province.key
        owner = self.nations[province.home].word if province.home else None
        if province.is_common_home or (
            province.is_center and self.variant.rule_set.build_in == "any"
        ):
            owner = EVERYBODY
        x, y = self.variant.coordinates.get(location, (0, 0))
        return MapField(
            self.field_of[location],
            x,
            y,
            coast_of=self.field_of[province.key] if is_coast else None,
            kind=self._kind(province, location, is_coast),
            points=province.points if province.is_center and not is_coast else 0,
            home=None if is_coast else owner,
        )

    def _kind(self, province: Province, location: str, is_coast: bool) -> str:
        if province.terrain.is_water:
            return OCEAN
        kind = "" if is_coast else LAND
        if province.key in self.convoy_ends or self.board.is_coastal(province.key):
            kind += COAST
            rules = self.variant.rule_set
            if rules.coastal_convoys == "yes" or (
                rules.duality == "yes" and province.convoyable_land
            ):
                kind += OCEAN
        if province.is_center:
            for letter, places in self.board.buildable.items():
                kind += self.build_letters[letter] if location in places else ""
        return kind

    def _borders(self) -> Iterator[Border]:
        board = self.board
        ends: dict[str, dict[str, None]] = {}
        for path in board.paths:
            around = ends.setdefault(path.source, {})
            around[board.province_of[path.target]] = None
            around[path.target] = None
        steps = self._convoy_steps()
        for start in board.locations:
            if start not in self.field_of:
                continue
            for target in ends.get(start, {}):
                ways = [self._way(kind, start, target) for kind in board.kinds]
                ways.append(self._convoy_way(steps, start, target))
                if any(way not in (NO, ABSENT) for way in ways):
                    yield Border(self.field_of[start], self.field_of[target], tuple(ways))
            yield from self._convoys_alone(steps, start, ends.get(start, {}))

    def _way(self, kind: str, start: str, target: str) -> str:
        """The entry of a border for a kind of unit; the target may be a coast or all of it."""
        board = self.board
        reach = board.reach(kind, start)
        province = board.provinces[board.province_of[target]]
        if not reach and start not in board.stands[kind]:
            return ABSENT
        if target in reach:
            return YES
        if target != province.key:
            return self.field_of[province.key] if province.key in reach else NO
        coasts = [coast for coast in province.locations[1:] if coast in reach]
        if len(coasts) > 1:
            return AMBIGUOUS
        return self.field_of[coasts[0]] if coasts else NO

    def _convoy_steps(self) -> set[tuple[str, str]]:
        """From which province to which convoys step: from or to where units convoy."""
        steps = self.board.convoy_steps
        return {(a, b) for a, b in steps if self._afloat(a) or self._afloat(b)}

    def _afloat(self, key: str) -> bool:
        return OCEAN in self._kind(self.board.provinces[key], key, False)

    def _convoy_way(self, steps: set[tuple[str, str]], start: str, target: str) -> str:
        if start not in self.board.provinces:
            return ABSENT
        return YES if (start, target) in steps else NO

    def _convoys_alone(
        self, steps: set[tuple[str, str]], start: str, written: Container[str]
    ) -> Iterator[Border]:
        """The ways of a convoy that no unit takes: from a province that its fleets leave by
        coasts, and where convoys have ways of their own."""
        for here, target in sorted(steps):
            if here == start and target not in written:
                ways = [ABSENT if start not in s else NO for s in self.board.stands.values()]
                yield Border(self.field_of[start], self.field_of[target], (*ways, YES))

    def _synonyms(self) -> Iterator[Synonyms]:
        board = self.board
        taken = {name.lower(): location for location, name in self.field_of.items()}
        wishes: dict[str, list[str]] = {}
        for province in self.grounds:
            wishes[province.key] = [_clean(province.name.replace(" ", "_"))]
        for location in self.field_of:
            province, _, coast = location.partition("/")
            if coast:
                name = self.field_of[province]
                ending = coast.lower()
                wishes[location] = [f"{name}({ending})", f"{name}/{ending}"]
        for spelling, location in board.names.spellings:
            if location in wishes:
                wishes[location] += [_clean(spelling), _clean(spelling.replace(" ", "_"))]
        for location, spellings in wishes.items():
            found: list[str] = []
            for spelling in spellings:
                key = spelling.lower()
                if spelling and (spelling[0].isalnum()) and key not in taken:
                    taken[key] = location
                    found.append(spelling)
            for row in _rows(found):
                yield Synonyms(self.field_of[location], row)

    def losses(self, geography: Geography) -> Iterator[str]:
        variant, board = self.variant, self.board
        yield from special_ground(board)
        yield from year_losses(variant)
        if cities := [p.name for p in self.grounds if p.city_of]:
            yield said("that {cities} are cities in other provinces", cities=", ".join(cities))
        if rules := ", ".join(rules_not_held(variant.rule_set)):
            yield said("the rules {rules}", rules=rules)
        places = [(p.name, geography.titles[self.field_of[p.key]]) for p in self.grounds]
        if changed := _changed(places):
            yield said("some names of places: {changed}", changed=changed)
        kinds = zip(board.kinds.values(), self.units, strict=True)
        if changed := _changed((kind.name, unit.title) for kind, unit in kinds):
            yield said("some names of units: {changed}", changed=changed)
        if land := [
            p.name
            for p in self.grounds
            if p.convoyable_land and OCEAN not in self._kind(p, p.key, False)
        ]:
            yield said(
                "that fleets may convoy in {land} where the rules allow it", land=", ".join(land)
            )
        if variant.victory_centers != len(board.centers) // 2 + 1:
            yield said(
                "that {victory_centers} centres win", victory_centers=variant.victory_centers
            )
        if any(power.adjective for power in board.powers.values()):
            yield "the adjectives of powers"
        if variant.names:
            yield said("which language a name is of ({names})", names=", ".join(variant.names))
        if variant.credits:
            yield "the credits"
        if variant.about:
            yield "what it is about"
        yield from look_losses(variant)
        if variant.center_order != board.centers:
            yield "the order of the centres in reports"
        if variant.rule_set.build_in == "any" and any(board.homes.values()):
            yield "whose home centres are whose: anybody may build in all of them"
        elif own := [key for key in board.common_homes if board.provinces[key].home]:
            yield said(
                "whose home centre else {own} is: anybody may build there", own=", ".join(own)
            )
        if variant.start.dislodged:
            yield "dislodged units"


def _changed(names: Iterable[tuple[str, str]]) -> str:
    """The names that are others in the files."""
    return ", ".join(f"{name} is called {other}" for name, other in names if other != name)


def _undrawn(geography: Geography) -> Iterator[str]:
    """That fields are without coordinates."""
    undrawn = [field.name for field in geography.fields if not (field.x or field.y)]
    if undrawn:
        is_all = len(undrawn) == len(geography.fields)
        where = (
            "all coordinates" if is_all else said("those of {undrawn}", undrawn=", ".join(undrawn))
        )
        yield said("where units are drawn on a map picture: {where} are 0", where=where)


def _field_names(board: Board, grounds: Iterable[Province]) -> dict[str, str]:
    """The name of each location's field: ``Bud``, ``ENG`` for water, ``SpN`` for a coast.

    Where that would be another field's name for one of a province's coasts, all of them have their
    province's whole name in theirs: ``GasN`` and ``GasS``.
    """
    found: dict[str, str] = {}
    taken: set[str] = set()
    for province in grounds:
        usual = usual_field(province.key, province.terrain.is_water)
        own = (
            word
            for word in province.abbreviations
            if word.upper() == province.key and word != word.lower()
        )
        found[province.key] = _untaken([_clean(next(own, usual)) or "Field"], taken)
    for province in grounds:
        begin = found[province.key][:2]
        if any(f"{begin}{coast[:1]}".lower() in taken for coast in province.coasts):
            begin = found[province.key]
        for location in province.locations[1:]:
            spelled = [s for s, key in board.names.spellings if key == location]
            short = [word for word in spelled if word.isalnum() and 2 < len(word) < 5]
            ending = location.partition("/")[2]
            short.append(f"{begin}{ending[:1]}")
            found[location] = _untaken(short, taken)
    return found


def _untaken(wishes: list[str], taken: set[str]) -> str:
    numbered = (f"{wishes[-1]}{number}" for number in range(2, 10000))
    name = next(w for w in (*wishes, *numbered) if w.lower() not in taken)
    taken.add(name.lower())
    return name


def _nations(
    variant: Variant, units: Iterable[UnitType], field_of: Mapping[str, str]
) -> dict[str, Nation]:
    """The nations by the keys of their powers, with two letters each where that will do.

    Where there are more of them than letters each has one letter or digit, and its start field as
    another name (the manual, "Chaos").
    """
    found: dict[str, Nation] = {}
    letters = _letters(units, len(variant.board.powers))
    taken = {word.lower() for unit in units for word in unit.words}
    taken |= {word.lower() for words in OrderWords().rows for word in words}
    for power in variant.board.powers.values():
        short = [word for word in power.other_names if len(word) == 2 and word.isalpha()]
        name = _clean(power.name.replace(" ", "_")) or _clean(power.key) or "P"
        usual = [*short, name[:2], name[:3] or "P"]
        word = next(letters) if letters else _untaken(usual, taken)
        local = [names.powers.get(power.key, "") for names in variant.names.values()]
        others = dict.fromkeys(_clean(n.replace(" ", "_")) for n in (*power.other_names, *local))
        others = [o for o in others if o not in ("", word, name) and o.lower() not in taken]
        homes = [key for key, one in variant.board.provinces.items() if one.home == power.key]
        if letters and len(homes) == 1 and field_of[homes[0]] not in (name, *others):
            others.append(field_of[homes[0]])
        found[power.key] = Nation(word, name, tuple(others))
    return found


def _letters(units: Iterable[UnitType], powers: int) -> Iterator[str] | None:
    """A letter or digit for each nation, if there are more nations than letters and enough of
    both; none that a unit has."""
    units_have = {word.upper() for unit in units for word in unit.words}
    free = [sign for sign in ascii_uppercase + digits if sign not in units_have]
    return iter(free) if len(ascii_uppercase) < powers <= len(free) else None


def _build_letters(kinds: Iterable[UnitKind]) -> dict[str, str]:
    """A letter for each kind of unit, which marks the fields where it may be built."""
    taken = {OCEAN, COAST, LAND}
    found: dict[str, str] = {}
    for kind in kinds:
        wishes = (*kind.letter.upper(), *"ABDEFGHIJKMNPQRSTUVWXYZ")
        found[kind.letter] = next(w for w in wishes if w.isalpha() and w not in taken)
        taken.add(found[kind.letter])
    return found


def _rows(spellings: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """Spellings in rows that fit on a screen."""
    row: list[str] = []
    for spelling in spellings:
        if row and sum(map(len, row)) + len(row) + len(spelling) > _ROOM:
            yield tuple(row)
            row = []
        row.append(spelling)
    if row:
        yield tuple(row)


def _clean(word: str) -> str:
    """A word without what cannot stand in the name of a field."""
    return _ALLOWED.sub("", word)


# Where the fields of a map lie
#
# DipWork's manual has the borders of a field listed clockwise ("Uhrzeigersinn-Reihenfolge",
# Seismic): Just's right-hand rule goes by their order. A board does not know it; a drawn map does.


@dataclass(frozen=True)
class Survey:
    """By location: the point where a unit is drawn, and the locations around it, clockwise."""

    points: Mapping[str, tuple[float, float]]
    around: Mapping[str, Sequence[str]]


def surveyed(geography: Geography, survey: Survey, field_of: Mapping[str, str]) -> Geography:
    """A geography with the fields at their points and the borders of each in their order.

    ``field_of`` has the name of each location's field. Coordinates that the fields have already
    stay: they are of another picture. Borders that the survey does not know come last.
    """
    fields = geography.fields
    if not any(field.x or field.y for field in fields):
        points = {name: survey.points[at] for at, name in field_of.items() if at in survey.points}
        fields = tuple(
            replace(field, x=round(x), y=round(y))
            for field in fields
            for x, y in (points.get(field.name, (0, 0)),)
        )
    ranks = {
        (field_of[at], field_of[other]): rank
        for at, others in survey.around.items()
        for rank, other in enumerate(others)
        if at in field_of and other in field_of
    }
    blocks: dict[str, list[Border]] = {}
    for border in geography.borders:
        blocks.setdefault(border.start, []).append(border)
    last = len(ranks)
    return replace(
        geography,
        fields=fields,
        borders=tuple(
            border
            for block in blocks.values()
            for border in sorted(block, key=lambda b: ranks.get((b.start, b.target), last))
        ),
    )
