"""Variants of jDip: a folder with ``variants.xml`` and a file of adjacency for each map.

``variants.xml`` may hold several variants; each has powers, centres, units, a first turn and how
many centres win, and names the file with the provinces and what borders on them.
"""

from __future__ import annotations

import html
import re
from dataclasses import field

from dragoman.board import ARMY, FLEET
from dragoman.diagnostics import Diagnostic
from dragoman.formats.foreign.bundle import Bundle
from dragoman.formats.foreign.draft import DraftPlace, DraftPower, DraftVariant, told
from dragoman.formats.foreign.xml_text import XmlElement, read_xml
from dragoman.game.variant import Variant
from dragoman.quick_dataclass import dataclass

FORMAT = "jdip"
VARIANTS = "variants.xml"
_TURN = re.compile(
    r"(Spring|Summer|Fall|Winter)[\s,]+(\d{1,4})[\s,]+(BC[\s,]+)?(\w+)", re.IGNORECASE
)
_KINDS = {"movement": "M", "retreat": "R", "adjustment": "A"}
_BUILDS = {
    "VALUE_BUILDS_HOME_ONLY": "",
    "VALUE_BUILDS_ANY_OWNED": "build_in=any",
    "VALUE_BUILDS_ANY_IF_HOME_OWNED": "build_in=one-home",
}
_SENTENCE = 300
"""A description is no longer than this where it is kept as a sentence."""


def read_jdip(
    bundle: Bundle, name: str, which: str
) -> tuple[Variant | None, tuple[Diagnostic, ...]]:
    """The variant of this title in a ``variants.xml``, or the first, and what is wrong with it."""
    draft = DraftVariant()
    root = read_xml(bundle.get(VARIANTS) or b"", VARIANTS)
    if isinstance(root, Diagnostic):
        return None, (root,)
    element, others = _chosen(root, which)
    if element is None:
        what = f"there is no variant {which!r}" if which else "there is no VARIANT in it"
        fault = Diagnostic("no-map", what, "name one that there is", VARIANTS, candidates=others)
        return None, (fault,)
    if others and not which:
        what = f"{element.get('name')} is read; there are others: {', '.join(others)}"
        draft.warn("several-variants", what, "name another behind a #", (VARIANTS, element.line))
    _Reading(bundle, draft, element).read()
    return draft.variant(name), told(draft, VARIANTS)


def picture_of(bundle: Bundle, which: str) -> str:
    """The name of the file with the variant's map; empty where there is none."""
    root = read_xml(bundle.get(VARIANTS) or b"", VARIANTS)
    element = None if isinstance(root, Diagnostic) else _chosen(root, which)[0]
    if isinstance(root, Diagnostic) or element is None:
        return ""
    files = {one.get("id"): one.get("URI") for one in root.all("MAP_DEFINITION")}
    graphics = sorted(element.all("MAP_GRAPHIC"), key=lambda one: one.get("default") != "true")
    return next((files[one.get("ref")] for one in graphics if one.get("ref") in files), "")


def _chosen(root: XmlElement, which: str) -> tuple[XmlElement | None, tuple[str, ...]]:
    """The variant that is meant, and the titles of the others."""
    variants = [*root.all("VARIANT")]
    meant = [
        one
        for one in variants
        if which.lower()
        in [word.strip().lower() for word in (one.get("name"), *_listed(one, "aliases"))]
    ]
    usual = sorted(variants, key=lambda one: one.get("default") != "true")
    chosen = meant if which else usual
    others = tuple(one.get("name") for one in variants if not chosen or one is not chosen[0])
    return (chosen[0] if chosen else None), others


def _listed(element: XmlElement, name: str) -> list[str]:
    return [" ".join(word.split()) for word in element.get(name).split(",") if word.strip()]


@dataclass(slots=True)
class _Reading:
    bundle: Bundle
    draft: DraftVariant
    element: XmlElement
    powers: dict[str, str] = field(default_factory=dict[str, str])
    """The title of a power by whatever it is called; empty for one that nobody plays."""
    words: dict[str, str] = field(default_factory=dict[str, str])
    """The short name of a province by whatever it is called."""
    closed: set[str] = field(default_factory=set[str])
    """The provinces that nobody enters."""

    def read(self) -> None:
        draft, element = self.draft, self.element
        draft.title = element.get("name")
        self._description()
        for power in element.all("POWER"):
            self._power(power)
        self._adjacency()
        for option in element.all("RULEOPTION"):
            self._option(option)
        if wins := element.first("WINNING_SUPPLY_CENTERS"):
            self._victory(wins)
        for tag, what in (
            ("YEARS_WITHOUT_SC_CAPTURE", "that a game ends after years without a conquest"),
            ("GAME_LENGTH", "that a game ends after some years"),
        ):
            if one := element.first(tag):
                draft.lost(what, (VARIANTS, one.line))
        if turn := element.first("STARTINGTIME"):
            self._turn(turn)
        draft.own_owners = any(one.get("owner") for one in element.all("SUPPLYCENTER"))
        for center in element.all("SUPPLYCENTER"):
            self._center(center)
        for unit in element.all("INITIALSTATE"):
            self._unit(unit)

    def _description(self) -> None:
        description = self.element.first("DESCRIPTION")
        if description is None:
            return
        plain = re.sub(r"<[^>]{0,500}>", " ", description.text)
        text = " ".join(html.unescape(plain).split())
        if len(text) <= _SENTENCE:
            self.draft.about = text
        else:
            self.draft.lost(
                "the description, for it is more than a sentence", (VARIANTS, description.line)
            )

    def _power(self, power: XmlElement) -> None:
        name, at = power.get("name"), (VARIANTS, power.line)
        if power.get("active") == "false":
            self.draft.lost(f"{name}, which nobody plays", at)
            self.powers.update({word.lower(): "" for word in (name, *_listed(power, "altnames"))})
            return
        others = _listed(power, "altnames")
        self.draft.powers[name] = DraftPower(
            name, at, power.get("adjective"), other_names=[one for one in others if one != name]
        )
        for word in (name, power.get("adjective"), *others):
            self.powers.setdefault(word.lower(), name)
        if power.get("emergency") == "true":
            self.draft.lost(f"emergency units of {name}", at)

    def _option(self, option: XmlElement) -> None:
        setting = (
            _BUILDS.get(option.get("value")) if option.get("name") == "OPTION_BUILDS" else None
        )
        if setting is None:
            self.draft.lost(f"{option.get('name')}={option.get('value')}", (VARIANTS, option.line))
        elif setting:
            self.draft.settings.append(setting)

    def _victory(self, wins: XmlElement) -> None:
        value = wins.get("value")
        if value.isdecimal() and int(value[:4]) > 0:
            self.draft.victory = int(value[:4])
        else:
            what = f"{value!r} is no number of centres"
            self.draft.error("bad-number", what, 'write value="18"', (VARIANTS, wins.line))

    def _turn(self, turn: XmlElement) -> None:
        match = _TURN.match(turn.get("turn"))
        kind = _KINDS.get(match[4].lower()) if match else None
        if match is None or kind is None:
            what = f"{turn.get('turn')!r} is no turn"
            self.draft.error(
                "bad-phase", what, "write: Spring, 1901, Movement", (VARIANTS, turn.line)
            )
            return
        season = {"summer": "U"}.get(match[1].lower(), match[1][0].upper())
        season = "W" if kind == "A" else season
        self.draft.phase = f"{season}{int(match[2]):04}{'BC' if match[3] else ''}{kind}"

    def _center(self, center: XmlElement) -> None:
        at = (VARIANTS, center.line)
        word, _ = self._find(center.get("province"), at)
        place = self.draft.places.get(word)
        if place is None:
            what = f"the centre {center.get('province')} is no province"
            self.draft.error("unknown-province", what, "see the file of adjacency", at)
            return
        place.is_center = True
        place.home = self._named(center.get("homepower"), at) or place.home
        place.owner = self._named(center.get("owner"), at) or place.owner

    def _named(self, power: str, at: tuple[str, int]) -> str:
        if power.lower() in ("", "none", "any"):
            if power.lower() == "any":
                self.draft.lost("that a centre is everybody's home", at)
            return ""
        if power.lower() not in self.powers:
            self.draft.error("unknown-power", f"{power} is no power", "add it as a POWER", at)
        return self.powers.get(power.lower(), "")

    def _unit(self, unit: XmlElement) -> None:
        at = (VARIANTS, unit.line)
        kind = {"army": ARMY.letter, "fleet": FLEET.letter}.get(unit.get("unit").lower())
        if kind is None:
            what = f"a unit of another kind: {unit.get('unit')} {unit.get('province')}"
            self.draft.lost(what, at)
            return
        named = f"{unit.get('province')}-{unit.get('unitcoast')}".rstrip("-")
        if power := self._named(unit.get("power"), at):
            self.draft.units.append((power, kind, self._find(named, at)[1], at))

    # The map

    def _adjacency(self) -> None:
        maps = self.element.first("MAP")
        file = maps.get("adjacencyURI") if maps else ""
        content = self.bundle.get(file) if file and "/" not in file else None
        if content is None:
            what = f"the file of adjacency {file!r} is not here"
            self.draft.error("no-such-file", what, "put it beside variants.xml", (VARIANTS, 0))
            return
        root = read_xml(content, file)
        if isinstance(root, Diagnostic):
            self.draft.faults.append(root)
            return
        for province in root.all("PROVINCE"):
            self._province(province, file)
        for province in root.all("PROVINCE"):  # short names go before others
            names = [one.get("name") for one in province.all("UNIQUENAME")]
            for name in (*names, province.get("fullname")):
                self.words.setdefault(name.lower(), province.get("shortname").lower())
        definitions = {one.get("id"): one for one in root.all("BORDER")}
        weak: dict[tuple[str, str], int] = {}
        for province in root.all("PROVINCE"):
            for word in province.get("borders").split():
                if word in definitions:
                    known = province.get("shortname").lower()
                    self._restriction(known, definitions[word], file, weak)
        for province in root.all("PROVINCE"):
            self._borders(province, file, weak)

    def _province(self, province: XmlElement, file: str) -> None:
        word, at = province.get("shortname").lower(), (file, province.line)
        lines = {one.get("type") or "mv" for one in province.all("ADJACENCY")}
        is_land = "mv" in lines or province.get("isImpassable") == "true"
        place = DraftPlace(province.get("fullname") or word, not is_land, at)
        names = [one.get("name") for one in province.all("UNIQUENAME")]
        place.words = [word, *(name for name in names if name.lower() != word)]
        place.convoys = province.get("isConvoyableCoast") == "true"
        if not word or word in self.draft.places:
            what = (
                f"{word or 'a province without a name'} stands twice" if word else "it has no name"
            )
            self.draft.error("two-places", what, "give it another shortname", at)
            return
        self.draft.places[word] = place
        self.words[word] = word
        if province.get("isImpassable") == "true":
            self.closed.add(word)
        for coast in ("nc", "ec", "sc", "wc"):
            if coast in lines:
                self.draft.add_coast(word, f"{word}-{coast}", coast.upper(), at)
        if place.convoys and "duality=yes" not in self.draft.settings:
            self.draft.settings.append("duality=yes")

    def _restriction(
        self, word: str, border: XmlElement, file: str, weak: dict[tuple[str, str], int]
    ) -> None:
        """Take in what holds for those who come to a province."""
        at, place = (file, border.line), self.draft.places.get(word)
        others = {"unitTypes", "orderTypes", "year", "phase"} & border.attributes.keys()
        modifier, season = border.get("baseMoveModifier"), border.get("season").lower()
        starts = border.get("from").lower().replace(",", " ").split()
        if modifier == "-1" and starts and not season and not others:
            weak.update({(self._find(start, at)[0], word): 2 for start in starts})
        elif season == "fall" and not starts and not modifier and not others and place:
            place.is_ice = place.is_water
        else:
            what = f"the border {border.get('id')} of {word}: {border.get('description')}"
            self.draft.lost(what.rstrip(": "), at)

    def _borders(self, province: XmlElement, file: str, weak: dict[tuple[str, str], int]) -> None:
        word = province.get("shortname").lower()
        for line in province.all("ADJACENCY"):
            kind = line.get("type") or "mv"
            here = word if kind in ("mv", "xc") else f"{word}-{kind}"
            letter = ARMY.letter if kind == "mv" else FLEET.letter
            for end in line.get("refs").lower().split():
                place, there = self._find(end, (file, line.line))
                if not self.closed.intersection((word, place)):
                    halves = weak.get((word, place), 0)
                    self.draft.border(letter, here, there, (file, line.line), halves)

    def _find(self, named: str, at: tuple[str, int]) -> tuple[str, str]:
        """The province that is meant, and the place in it; jDip takes the beginning of a name, too.
        What nobody knows stays as it is."""
        before, dash, coast = named.lower().replace("/", "-").rpartition("-")
        if not dash or coast not in ("nc", "ec", "sc", "wc"):
            before, coast = named.lower(), ""
        word = self.words.get(before, "")
        if not word:
            begins = {place for name, place in self.words.items() if name.startswith(before)}
            if len(begins) != 1 or not before:
                return named, named
            (word,) = begins
            what = f"{named} is taken for {self.draft.places[word].name}"
            self.draft.warn("guessed", what, "write its shortname", at)
        location = f"{word}-{coast}"
        is_coast = location in self.draft.places[word].coasts.values()
        return word, location if is_coast else word
