"""A variant as another program's files tell it, and one of ours made of that.

Every reader fills a ``DraftVariant``: places, borders, powers and units under the words that its
file has for them, each with its place in the file. What our board needs besides is chosen here and
told: abbreviations of three letters, letters of powers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field, replace

from dragoman.board import (
    ARMY,
    AUTONOMOUS,
    FLEET,
    Board,
    Neutrals,
    Path,
    Power,
    Province,
    Terrain,
    Unit,
    fold,
)
from dragoman.diagnostics import Diagnostic, Severity
from dragoman.formats.unsupported import free_letter, short_words
from dragoman.formats.variants.toml_movement import names_with_nobody, nobody
from dragoman.game.variant import Variant
from dragoman.quick_dataclass import dataclass
from dragoman.rules import DIPLOMACY, Calendar, Phase, Position, RuleSet

At = tuple[str, int]
"""A file, and a line in it (0: none)."""
COASTS = ("NC", "EC", "SC", "WC")
MOST_PLACES = 2_000


@dataclass(slots=True)
class DraftPlace:
    """A province. ``coasts`` has the file's word for each of its coasts (``NC``), by the coast."""

    name: str
    is_water: bool
    at: At
    words: list[str] = field(default_factory=list[str])
    """What it is called for short, the best first."""
    is_center: bool = False
    home: str = ""
    """The power whose home it is."""
    owner: str = ""
    """The power that owns it at the start, where that is not whose home it is."""
    convoys: bool = False
    """True if a fleet convoys here although it is land."""
    is_ice: bool = False
    """True for water that is closed in fall."""
    coasts: dict[str, str] = field(default_factory=dict[str, str])


@dataclass(slots=True)
class DraftPower:
    name: str
    at: At
    adjective: str = ""
    letter: str = ""
    other_names: list[str] = field(default_factory=list[str])
    colour: str = ""


@dataclass(slots=True)
class DraftVariant:
    """All that a file tells. Places and powers are known by the file's own words for them."""

    title: str = ""
    credits: str = ""
    about: str = ""
    phase: str = "S1901M"
    victory: int = 0
    settings: list[str] = field(default_factory=list[str])
    calendar: Calendar = DIPLOMACY
    places: dict[str, DraftPlace] = field(default_factory=dict[str, DraftPlace])
    powers: dict[str, DraftPower] = field(default_factory=dict[str, DraftPower])
    borders: dict[tuple[str, str, str], tuple[At, int]] = field(
        default_factory=dict[tuple[str, str, str], tuple[At, int]]
    )
    """By kind of unit, from where and to where: where it is written, and the half points lost."""
    units: list[tuple[str, str, str, At]] = field(default_factory=list[tuple[str, str, str, At]])
    """Power, kind, where, and where it is written; the power of a unit of nobody is
    ``AUTONOMOUS``."""
    spots: dict[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])
    """Where units stand on the file's own picture, in its pixels."""
    own_owners: bool = False
    """True if places say who owns them, and homes do not tell it."""
    common_homes: bool = False
    """True if the home centres are everybody's."""
    faults: list[Diagnostic] = field(default_factory=list[Diagnostic])

    def error(self, code: str, what: str, remedy: str, at: At) -> None:
        """Tell of something that was left out."""
        self.faults.append(Diagnostic(code, what, remedy, at[0], at[1], int(at[1] > 0)))

    def warn(self, code: str, what: str, remedy: str, at: At) -> None:
        """Tell of something that was guessed, or that nobody may have meant."""
        column = int(at[1] > 0)
        self.faults.append(
            Diagnostic(code, what, remedy, at[0], at[1], column, severity=Severity.WARNING)
        )

    def lost(self, what: str, at: At) -> None:
        """Tell of something that has no place here."""
        self.warn("not-held", f"{what}: nothing here corresponds to it", "", at)

    def border(self, kind: str, one: str, other: str, at: At, halves: int = 0) -> None:
        """Add a way from one place to another."""
        if one != other:
            self.borders.setdefault((kind, one, other), (at, halves))

    def add_coast(self, place: str, word: str, named: str, at: At) -> None:
        """Add a coast of a place, called so by the file; another direction than ours gets one that
        is left."""
        coasts = self.places[place].coasts
        coast = next((c for c in COASTS if c == named and c not in coasts), "")
        if not coast:
            coast = next((c for c in COASTS if c not in coasts), "")
            if not coast:
                what = f"{word} is a fifth coast of {self.places[place].name}"
                self.error("bad-coast", what, "a province has four coasts at most", at)
                return
            self.warn("other-coast", f"{word} becomes {coast.lower()}", "", at)
        coasts[coast] = word

    def variant(self, name: str) -> Variant | None:
        """The variant that this comes to; None where there is no map in it, or no power."""
        if not self.places or not self.powers or len(self.places) > MOST_PLACES:
            what = "no province" if not self.places else "no power"
            what = f"{what} could be read"
            if len(self.places) > MOST_PLACES:
                what = f"there are more than {MOST_PLACES} provinces"
            self.error("no-map", what, "see its lines", ("", 0))
            return None
        return _Making(self).variant(name)


@dataclass(slots=True)
class _Making:
    draft: DraftVariant
    keys: dict[str, str] = field(default_factory=dict[str, str])
    """The key of each place."""
    at: dict[str, str] = field(default_factory=dict[str, str])
    """Our location for each of the file's words."""
    powers: dict[str, Power] = field(default_factory=dict[str, Power])

    def variant(self, name: str) -> Variant:
        draft = self.draft
        self.keys = short_words(
            {w: (p.words[:1], p.words[1:], p.name) for w, p in draft.places.items()}
        )
        for word, place in draft.places.items():
            self.at[word] = self.keys[word]
            for coast, named in place.coasts.items():
                self.at[named] = f"{self.keys[word]}/{coast}"
        self._name_powers()
        paths = [*self._paths()]
        board = Board(
            name,
            [self._province(word, place) for word, place in draft.places.items()],
            (ARMY, FLEET),
            paths,
            self.powers.values(),
        )
        has_neutrals = any(power == AUTONOMOUS for power, *_ in draft.units)
        if has_neutrals:
            self.powers[AUTONOMOUS] = nobody()
            board = board.with_neutrals(nobody(), Neutrals())
        phase = self._phase()
        half = len(board.centers) // 2 + 1
        return Variant(
            name=name,
            title=draft.title or name,
            board=board,
            start=Position(phase, tuple(self._units(board)), self._owners()),
            rule_set=RuleSet().with_settings(*draft.settings),
            victory_centers=draft.victory or half,
            center_order=board.centers,
            names=names_with_nobody({}) if has_neutrals else {},
            credits=draft.credits,
            coordinates={self.at[w]: spot for w, spot in draft.spots.items() if w in self.at},
            calendar=draft.calendar,
            colours={
                self.powers[word].key: power.colour
                for word, power in draft.powers.items()
                if power.colour and word in self.powers
            },
            about=draft.about,
        )

    def _name_powers(self) -> None:
        letters: set[str] = set()
        keys: set[str] = set()
        for word, power in sorted(self.draft.powers.items(), key=lambda one: not one[1].letter):
            letter = power.letter if power.letter not in letters else ""
            letter = letter or free_letter(power.name, letters)
            key = " ".join(power.name.upper().split())
            if not letter or key in keys or not fold(key):
                what = "no letter is left for it" if not letter else "another power is called so"
                self.draft.error("bad-power", f"{power.name}: {what}", "", power.at)
                continue
            letters.add(letter)
            keys.add(key)
            others = tuple(name for name in power.other_names if fold(name))
            self.powers[word] = Power(key, letter, power.name, power.adjective, others)
        self.powers = {word: self.powers[word] for word in self.draft.powers if word in self.powers}

    def _province(self, word: str, place: DraftPlace) -> Province:
        key = self.keys[word]
        is_home = place.is_center and place.home in self.powers
        is_common = is_home and self.draft.common_homes
        words = [one for one in place.words if fold(one) and one.upper() != key]
        return Province(
            key,
            place.name,
            Terrain.ICE if place.is_ice else Terrain.WATER if place.is_water else Terrain.LAND,
            (key.lower(), *self._own(words)),
            tuple(place.coasts),
            place.is_center,
            self.powers[place.home].key if is_home and not is_common else None,
            convoyable_land=place.convoys,
            is_common_home=is_common,
        )

    def _own(self, words: list[str]) -> Iterator[str]:
        """The abbreviations that are no other place's."""
        taken = {fold(key) for key in self.keys.values()}
        for word in dict.fromkeys(words):
            called = [p for p in self.draft.places.values() if fold(word) in map(fold, p.words)]
            named = any(fold(p.name) == fold(word) for p in self.draft.places.values())
            if fold(word) not in taken and len(called) == 1 and not named:
                yield word

    def _paths(self) -> Iterator[Path]:
        draft = self.draft
        with_coasts = {word for word, place in draft.places.items() if place.coasts}
        unknown: dict[str, At] = {}
        found: dict[Path, At] = {}
        for (kind, one, other), (at, halves) in draft.borders.items():
            ends = one, other
            for end in ends:
                if end not in self.at:
                    unknown.setdefault(end, at)
            if not all(end in self.at for end in ends):
                continue
            if kind == ARMY.letter:  # armies stand in the middle of a province
                here, there = (self.at[end].partition("/")[0] for end in ends)
            elif with_coasts.intersection(ends):
                continue
            else:
                here, there = (self.at[end] for end in ends)
            if here.partition("/")[0] != there.partition("/")[0]:
                found.setdefault(Path(kind, here, there, halves), at)
        for word, at in unknown.items():
            what = f"{word} borders on something, but is no province"
            draft.error("unknown-province", what, "name it among the provinces", at)
        self._tell_one_way(found)
        yield from found

    def _tell_one_way(self, found: Mapping[Path, At]) -> None:
        """Warn of ways without a way back."""
        ways = {(path.kind, path.source, path.target.partition("/")[0]) for path in found}
        for path, at in found.items():
            if (path.kind, path.target, path.source.partition("/")[0]) not in ways:
                who = "armies go" if path.kind == ARMY.letter else "fleets go"
                what = f"{who} from {path.source} to {path.target}, but not back"
                self.draft.warn("one-way", what, "add the way back, unless it is meant so", at)

    def _owners(self) -> dict[str, str]:
        owners: dict[str, str] = {}
        for word, place in self.draft.places.items():
            owner = place.owner if self.draft.own_owners else place.owner or place.home
            if owner and place.is_center:
                if owner in self.powers:
                    owners[self.keys[word]] = self.powers[owner].key
                else:
                    what = f"{owner}, which owns {place.name}, is no power"
                    self.draft.error("unknown-power", what, "name it among the powers", place.at)
        return owners

    def _units(self, board: Board) -> Iterator[Unit]:
        taken: dict[str, str] = {}
        for power, kind, where, at in self.draft.units:
            location = self.at.get(where)
            if power not in self.powers:
                what = f"{power}, whose unit is in {where}, is no power"
                self.draft.error("unknown-power", what, "name it among the powers", at)
                continue
            if location is None:
                what = f"{where}, where a unit of {power} is, is no province"
                self.draft.error("unknown-province", what, "name it among the provinces", at)
                continue
            if kind == ARMY.letter:
                location = location.partition("/")[0]
            province = board.provinces[location.partition("/")[0]]
            if location not in board.stands[kind]:
                who = "an army" if kind == ARMY.letter else "a fleet"
                what = f"{who} cannot stand in {where}"
                self.draft.error("bad-unit", what, "see its borders and its coasts", at)
            elif province.key in taken:
                what = f"there are two units in {province.name}"
                self.draft.error("two-units", what, "take one of them out", at)
            else:
                taken[province.key] = power
                yield Unit(self.powers[power].key, kind, location)

    def _phase(self) -> Phase:
        try:
            return Phase.parse(self.draft.phase)
        except ValueError as error:
            self.draft.error("bad-phase", str(error), "write: S1901M", ("", 0))
            return Phase(1901, "S", "M")


def told(draft: DraftVariant, source: str) -> tuple[Diagnostic, ...]:
    """The faults of a draft, sorted by their places; those without a file are of ``source``."""
    faults = (replace(fault, source=fault.source or source) for fault in draft.faults)
    return tuple(sorted(faults, key=lambda fault: (fault.source, fault.line)))
