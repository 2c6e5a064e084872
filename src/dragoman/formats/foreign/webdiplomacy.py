"""Variants of webDiplomacy and vDiplomacy: a folder with ``install.php`` and ``variant.php``.

``install.php`` has the territories and borders as arrays, ``variant.php`` the powers, the years and
how many centres win, ``classes/adjudicatorPreGame.php`` the units at the start, and
``classes/drawMap.php`` the colours. They are read as text. What other classes do is a program: of
a few that many variants share it is known what they are for, and of all others it is told that
they are there.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import field
from itertools import zip_longest

from dragoman.board import ARMY, AUTONOMOUS, FLEET
from dragoman.diagnostics import Diagnostic
from dragoman.files import decode
from dragoman.formats.foreign.bundle import Bundle
from dragoman.formats.foreign.draft import DraftPlace, DraftPower, DraftVariant, told
from dragoman.formats.foreign.php_text import (
    PhpArray,
    PhpText,
    Value,
    is_written,
    row_of,
    word_of,
)
from dragoman.game.variant import Variant
from dragoman.quick_dataclass import dataclass
from dragoman.rules import Calendar, CalendarPhase

FORMAT = "webdiplomacy"
INSTALL = "install.php"
VARIANT = "variant.php"
MARKS = (INSTALL, VARIANT)
"""The files that lie in every such folder."""
_CLASSES = "classes"
_TERRITORY = ("name", "type", "supply", "countryID", "x", "y", "sx", "sy")
_BORDER = ("from", "to", "fleets", "armies")
_COAST = re.compile(r"(.+) \((.+) Coast\)")
_COASTS = {"north": "NC", "east": "EC", "south": "SC", "west": "WC"}
_SHORT = re.compile(r"\s*(?:\((\w{2,4}(?: \w\w?)?)\)|\{([\w. ]{1,12})\}|#\d+)\s*")
"""What territories are called for short, or whose they are to be, behind their names."""
_REQUIRED = re.compile(r"variants/(\w+)/install\.php")
_YEAR = re.compile(r"floor\s*\(\s*\$turn\s*/\s*2\s*\)\s*(?:\*\s*(\d+)\s*)?\+\s*(\d+)")
_LONG = re.compile(r"\$turn\s*\*\s*(\d{1,2})\s*\)\s*\+\s*(\d+)")
"""The years between two turns, and the first year."""
_BC = re.compile(
    r"-\s*1\s*\*\s*\(\s*floor\s*\(\s*\$turn\s*/\s*2\s*\)\s*-\s*(\d+)"
    r"|(\d+)\s*-\s*floor\s*\(\s*\$turn\s*/\s*2"
)
_DELETED = re.compile(
    r"DELETE\s+FROM\s+wD_(?:Coastal)?Borders\s+WHERE\s+mapID\s*=\s*\?"
    r"(?:this->mapID)?(?:\s+AND\s+fromTerrID\s*=\s*(\d+))?\s+AND\s+toTerrID\s*=\s*(\d+)\s*",
    re.IGNORECASE,
)
_TERRITORIES = r"\$Territories\[\s*'((?:[^'\\]|\\.)*)'\s*\]\s*"
_ADDED = re.compile(
    rf"{_TERRITORIES}->\s*addBorder\(\s*InstallTerritory::{_TERRITORIES},\s*'(\w+)'\s*,\s*'(\w+)'"
)
"""A border that is added by itself: where it ends and begins, for fleets and for armies."""
_NO_CENTERS = re.compile(
    r'UPDATE\s+wD_Territories\s+SET\s+supply="No"\s+WHERE\s+mapID\s*=\s*\?(.*)', re.IGNORECASE
)
_NAMED = re.compile(r'name\s*=\s*"([^"]+)"', re.IGNORECASE)
_NUMBERED = re.compile(r"countryID\s*(<>|>|=)\s*(\d+)", re.IGNORECASE)
_NEUTRAL = "Neutral units"
_NOBODY = re.compile(r"\$countryName\s*==\s*'([^']+)'")
"""Other names for that."""
_BUILDS_FIRST = re.compile(r"'Pre-game'.{0,200}?setPhase\('Builds'\)", re.DOTALL)
_LOOKS = frozenset(
    (
        *("drawMap", "drawMapXML", "IAmap", "OrderInterface", "OrderArchiv", "Maps", "Chatbox"),
        *("panelGameBoard", "panelGame", "panelMembers", "panelMembersHome", "panelMember"),
        *("panelMemberHome", "panelGameHome", "adjudicatorPreGame"),
    )
)
"""The classes that have nothing to do with the rules."""
_KNOWN = {
    "Fog": "",
    "Transform": "the order that makes a fleet of an army, and back",
    "AddHomeSCs": "home centres that are gained",
    "RiverRule": "convoys along rivers",
    "OneWay": "ways that lead one way only",
    "MoveFlags": "",
    "CustomIcons": "",
}
"""What classes of these names are for; empty where they are for looks alone."""
_ANY = ("supplycenterscorrect.js", "buildanywhere.js")
"""Signs of builds in any centre that is owned, where a class counts builds otherwise."""
_FOG = ("sight=borders", "orders_seen=in-sight")
"""The switches of fog as the variant of that name has it."""
_CONVOYS = ("CoastConvoy", "ConvoyCoasts", "coastConvoy.js")


def read_webdiplomacy(
    bundle: Bundle, name: str, which: str = ""
) -> tuple[Variant | None, tuple[Diagnostic, ...]]:
    """The variant in a folder of webDiplomacy or vDiplomacy, which holds one, and what is wrong
    with it or has no place here."""
    draft = DraftVariant()
    _Reading(bundle, draft).read()
    return draft.variant(name), told(draft, bundle.name)


@dataclass(slots=True)
class _Reading:
    bundle: Bundle
    draft: DraftVariant
    numbers: list[str] = field(default_factory=list[str])
    """The names of the territories, by their numbers less one."""
    nobody: set[str] = field(default_factory=lambda: {_NEUTRAL})
    """What the units of nobody are called."""
    countries: dict[str, int] = field(default_factory=dict[str, int])
    """The number of the power that each territory belongs to."""
    flagged: bool = False
    """True when it was told that there are rules about builds here and there."""
    classes: dict[str, tuple[str, str]] = field(default_factory=dict[str, tuple[str, str]])
    """By what a class is for: the file that it is in, and the text of that."""

    def read(self) -> None:
        self._variant(self.bundle, 0)
        self._install(self.bundle, 0)
        self._start()
        self._colours()
        self._rules()
        self._victory()

    def _text(self, bundle: Bundle, file: str) -> str:
        content = bundle.get(file)
        return "" if content is None else decode(content)[0]

    def _victory(self) -> None:
        centers = sum(place.is_center for place in self.draft.places.values())
        if not self.draft.victory and centers:
            self.draft.victory = centers // 2 + 1
            elsewhere = int(centers * 18 / 34 + 0.5)
            what = f"no file says how many centres win: {self.draft.victory} do, as on vDiplomacy"
            if elsewhere != self.draft.victory:
                what += f" (on webDiplomacy {elsewhere})"
            self.draft.warn("guessed", what, "write victory_centers", (VARIANT, 0))

    # variant.php

    def _variant(self, bundle: Bundle, depth: int) -> None:
        """Take in what a variant says of itself; first what the one says that it builds on."""
        text = self._text(bundle, VARIANT)
        php = PhpText(text)
        for _, base in php.classes():
            if base.endswith("Variant") and base != "WDVariant" and depth < 3:
                other = bundle.beside(base.removesuffix("Variant"))
                if other.get(VARIANT) is None:
                    self._absent(base.removesuffix("Variant"), VARIANT)
                else:
                    self._variant(other, depth + 1)
        self._find_classes(bundle, php)
        self.nobody |= {*_NOBODY.findall(text)}
        draft, at = self.draft, VARIANT
        people: dict[str, str] = {}
        for one in php.assignments():
            if isinstance(one.value, str) and one.name in ("author", "adapter", "homepage"):
                people[one.name] = one.value.strip()
            elif one.name == "fullName" and isinstance(one.value, str):
                draft.title = _clear(one.value)
            elif one.name == "description" and isinstance(one.value, str):
                draft.about = _clear(re.sub(r"<[^>]*>", " ", one.value))
            elif one.name == "countries" and isinstance(one.value, PhpArray):
                draft.powers = {
                    word_of(country): DraftPower(_clear(word_of(country)), (at, line))
                    for _, country, line in one.value.items
                }
            elif one.name == "supplyCenterTarget" and isinstance(one.value, int):
                draft.victory = one.value
        if people:
            who = people.get("author", ""), people.get("adapter", ""), people.get("homepage", "")
            parts = who[0], f"adapted by {who[1]}" if who[1] and who[1] != who[0] else "", who[2]
            draft.credits = _clear("; ".join(part for part in parts if part))
        self._years(text, php)

    def _years(self, text: str, php: PhpText) -> None:
        """The first year, and how the years go by."""
        draft = self.draft
        if match := _BC.search(text):
            draft.phase = f"S{int(match[1] or match[2]):04}BCM"
        elif match := _LONG.search(text):
            draft.phase = f"S{int(match[2][:4]):04}M"
            self._steps(int(match[1]), int(match[1]))
        elif match := _YEAR.search(text):
            draft.phase = f"S{int(match[2][:4]):04}M"
            if match[1] and int(match[1]) > 1:
                self._steps(int(match[1][:3]))
        elif re.search(r"floor\s*\(\s*\$turn\s*/\s*2\s*\)\s*\)", text):
            draft.phase = "S0000M"
        elif "turnAsDate" in text:
            line = text[: text.index("turnAsDate")].count("\n") + 1
            what = "the years go by in a way that is not understood; the game begins in spring 1901"
            draft.warn("guessed", what, "see turnAsDate, and write a calendar", (VARIANT, line))

    def _steps(self, years: int, in_fall: int = 0) -> None:
        fall = f"FM +{in_fall}" if in_fall else "FM"
        phases = f"SM +{years}", "SR", fall, "FR", "WA centres"
        self.draft.calendar = Calendar(tuple(map(CalendarPhase.parse, phases)))

    def _find_classes(self, bundle: Bundle, php: PhpText) -> None:
        """The classes of a variant, and those of others that it names."""
        own = {name.removesuffix("Variant") for name, _ in php.classes()} | {"$this"}
        for use, owner, line in php.keyed("variantClasses"):
            around = bundle if owner in own else bundle.beside(owner)
            file = f"{_CLASSES}/{use}.php"
            content = self._text(around, file)
            if content:
                is_near = around.root == self.bundle.root
                shown = file if is_near else f"../{around.name}/{file}"
                self.classes[use] = (shown, content)
            elif owner not in own:
                self._absent(owner, file, line)

    def _absent(self, variant: str, file: str, line: int = 0) -> None:
        what = f"it builds on {file} of the variant {variant}, which is not here"
        remedy = f"put the folder {variant} beside this one"
        self.draft.warn("no-such-file", what, remedy, (VARIANT, line))

    # install.php

    def _install(self, bundle: Bundle, depth: int) -> None:
        text = self._text(bundle, INSTALL)
        php = PhpText(text)
        found = [one for one in php.assignments() if isinstance(one.value, PhpArray)]
        territories = [one.value for one in found if one.name == "territoryRawData"]
        single = [(row, line) for row, line in php.made("InstallTerritory") if is_written(row)]
        for row, line in single:
            self._territory(row, _TERRITORY, line)
        if not territories and not single:
            if (match := _REQUIRED.search(text)) and depth < 3:
                other = bundle.beside(match[1])
                if other.get(INSTALL) is not None:
                    self._install(other, depth + 1)
                    return
            what = "no list of territories could be read"
            remedy = "it should have $territoryRawData=array(array('Name', 'Coast', 'Yes', ...))"
            self.draft.error("no-map", what, remedy, (INSTALL, 0))
            return
        named = [names for names, row in php.lists() if row == "territoryRawRow"]
        for rows, names in zip_longest(territories, named, fillvalue=_TERRITORY):
            if isinstance(rows, PhpArray):
                for _, row, line in rows.items:
                    self._territory(row, names, line)
        borders = [one.value for one in found if one.name == "bordersRawData"]
        named = [names for names, row in php.lists() if row == "borderRawRow"]
        for rows, names in zip_longest(borders, named, fillvalue=_BORDER):
            if isinstance(rows, PhpArray):
                for _, row, line in rows.items:
                    self._border(row, names, line)
        for match in _ADDED.finditer(text):
            words = [match[2], match[1], match[3], match[4]]
            row = PhpArray([(None, word, 0) for word in words])
            self._border(row, _BORDER, text.count("\n", 0, match.start()) + 1)
        self._afterwards(php)
        self._mend()

    def _territory(self, row: Value, names: Sequence[str], line: int) -> None:
        draft, at = self.draft, (INSTALL, line)
        fields = row_of(row, names)
        name = word_of(fields.get("name", ""))
        if not name or "type" not in fields:
            what = "this is no territory"
            draft.error("bad-line", what, "write: array('Name', 'Coast', 'Yes', 0, x, y, x, y)", at)
            return
        self.numbers.append(name)
        spot = fields.get("x"), fields.get("y")
        if isinstance(spot[0], int) and isinstance(spot[1], int):
            draft.spots[name] = (spot[0], spot[1])
        match = _COAST.fullmatch(name)
        if match and match[1] in draft.places:
            named = _COASTS.get(match[2].strip().lower(), "")
            draft.add_coast(match[1], name, named, at)
            return
        short = _SHORT.search(name)
        own = "".join(filter(None, short.groups())) if short else ""
        place = DraftPlace(_clear(_SHORT.sub("", name)), fields["type"] == "Sea", at)
        place.words = [own] if own and own != "fake" and not own.isdecimal() else []
        place.is_center = fields.get("supply") == "Yes"
        owner = self._country(fields, at)
        flags = fields.get("buildEligibilityFlags", 0)
        if flags and place.is_center and not self.flagged:
            self.flagged = True
            draft.lost("where powers may build besides (buildEligibilityFlags)", at)
        self.countries[name] = [*self.draft.powers, owner].index(owner) + 1 if owner else 0
        if owner in self.draft.powers:
            place.home = owner
        if name in draft.places:
            draft.error("two-places", f"{name} is named twice", "give one another name", at)
        draft.places.setdefault(name, place)

    def _country(self, fields: dict[str, Value], at: tuple[str, int]) -> str:
        powers = [*self.draft.powers]
        named = fields.get("country")
        if isinstance(named, str):
            if named in ("Neutral", ""):
                return ""
            if named in powers or named in self.nobody:
                return named
            what = f"{named} is none of the powers"
            self.draft.error("unknown-power", what, f"see $countries in {VARIANT}", at)
            return ""
        number = fields.get("countryID", 0)
        if isinstance(number, str) and number.isdecimal():
            number = int(number[:4])
        if not isinstance(number, int) or not 0 <= number <= len(powers) + 1:
            what = f"there is no power number {number}"
            self.draft.error("unknown-power", what, f"see $countries in {VARIANT}", at)
            return ""
        return ["", *powers, _NEUTRAL][number]

    def _border(self, row: Value, names: Sequence[str], line: int) -> None:
        draft, at = self.draft, (INSTALL, line)
        fields = row_of(row, names)
        one, other = word_of(fields.get("from", "")), word_of(fields.get("to", ""))
        if not one or not other or "armies" not in fields:
            remedy = "write: array('From', 'To', 'Yes', 'Yes'), for fleets and for armies"
            draft.error("bad-line", "this is no border", remedy, at)
            return
        for kind, word in ((ARMY, "armies"), (FLEET, "fleets")):
            if fields.get(word) == "Yes":
                draft.border(kind.letter, one, other, at)
                draft.border(kind.letter, other, one, at)

    def _afterwards(self, php: PhpText) -> None:
        """Carry out what is changed behind the arrays."""
        draft = self.draft
        for name, what, text, line in php.elements("Territories"):
            if name in draft.places and what == "supply":
                draft.places[name].is_center = text == "Yes"
            else:
                draft.lost(f"->{what} of {name}", (INSTALL, line))
        for text, line in php.calls("sql_put"):
            if match := _DELETED.fullmatch(text):
                self._delete(match[1], match[2], line)
            elif match := _NO_CENTERS.match(text):
                self._no_centers(match[1], line)
            else:
                what = f"{' '.join(text.split())[:100]!r} is not carried out"
                remedy = "see what it changes, and change that by hand"
                draft.warn("not-held", what, remedy, (INSTALL, line))

    def _delete(self, one: str | None, other: str, line: int) -> None:
        """Take out ways to a territory, from another or from all."""
        if not 0 < int(other[:5]) <= len(self.numbers):
            self.draft.error(
                "unknown-province", f"there is no territory {other}", "", (INSTALL, line)
            )
            return
        to = self.numbers[int(other[:5]) - 1]
        starts = (
            {self.numbers[int(one[:5]) - 1]} if one and int(one[:5]) <= len(self.numbers) else None
        )
        for kind, here, there in [*self.draft.borders]:
            if there == to and (starts is None or here in starts):
                del self.draft.borders[(kind, here, there)]

    def _no_centers(self, condition: str, line: int) -> None:
        """Make ordinary provinces of centres that were there for the program's sake alone."""
        named = {*_NAMED.findall(condition)}
        numbered = _NUMBERED.search(condition)
        for name, place in self.draft.places.items():
            number = self.countries.get(name, 0)
            if numbered:
                limit = int(numbered[2][:4])
                is_meant = {"<>": number != limit, ">": number > limit, "=": number == limit}
                place.is_center = place.is_center and not is_meant[numbered[1]]
            elif name in named:
                place.is_center = False
        if not numbered and not named:
            what = f"{condition.strip()!r} is not understood"
            self.draft.warn("not-held", what, "see which centres it means", (INSTALL, line))

    def _mend(self) -> None:
        """Make land of seas where armies go, whose fleets convoy, and take out what is there for
        the program's sake alone: places that no way leads to."""
        draft = self.draft
        walked = {here for kind, here, _ in draft.borders if kind == ARMY.letter}
        reached = {here for _, here, _ in draft.borders}
        for name, place in [*draft.places.items()]:
            if place.is_water and name in walked:
                place.is_water, place.convoys = False, True
                what = f"armies go to the sea {place.name}: it becomes land whose fleets convoy"
                draft.warn("guessed", what, "", place.at)
            if not reached.intersection((name, *place.coasts.values())):
                what = f"{place.name} is left out: nothing leads there"
                draft.warn("not-held", what, "add its borders, if it is no mere sign", place.at)
                del draft.places[name]

    # Classes

    def _start(self) -> None:
        """The units at the start; where there are none, the game begins with builds."""
        file, text = self.classes.get("adjudicatorPreGame", ("", ""))
        for one in PhpText(text).assignments():
            if one.name == "countryUnits" and isinstance(one.value, PhpArray):
                for country, units, line in one.value.items:
                    if isinstance(units, PhpArray):
                        self._units(word_of(country), units, (file, line))
        _, process = self.classes.get("processGame", ("", ""))
        if not self.draft.units or _BUILDS_FIRST.search(process):
            phase = self.draft.phase
            year = int(phase[1:5]) + (1 if "BC" in phase else -1)
            self.draft.phase = f"W{max(year, 0):04}{phase[5:-1]}A"

    def _units(self, country: str, units: PhpArray, at: tuple[str, int]) -> None:
        kinds = {"Army": ARMY.letter, "Fleet": FLEET.letter}
        if country in self.nobody:
            country = AUTONOMOUS
        for place, kind, line in units.items:
            letter = kinds.get(word_of(kind))
            if letter is None:
                what = f"{word_of(kind)} is neither Army nor Fleet"
                self.draft.error("bad-unit", what, "write: 'Paris'=>'Army'", (at[0], line))
            else:
                self.draft.units.append((country, letter, word_of(place), (at[0], line)))

    def _colours(self) -> None:
        _, text = self.classes.get("drawMap", ("", ""))
        powers = [*self.draft.powers.values()]
        for one in PhpText(text).assignments():
            if one.name == "countryColors" and isinstance(one.value, PhpArray):
                for number, colour, _ in one.value.items:
                    parts = [*colour] if isinstance(colour, PhpArray) else []
                    if isinstance(number, int) and 0 < number <= len(powers) and len(parts) == 3:
                        shades = [min(max(int(p), 0), 255) for p in parts if isinstance(p, int)]
                        if len(shades) == 3:
                            powers[number - 1].colour = "#{:02x}{:02x}{:02x}".format(*shades)

    def _rules(self) -> None:
        draft = self.draft
        texts = {file: text for file, text in self.classes.values()}
        own = self._text(self.bundle, VARIANT)
        every = "".join(texts.values())
        is_said = "processOrderBuilds" in self.classes and "AddHomeSCs_" not in every
        if "BuildAnywhere_" in every or (is_said and any(sign in every for sign in _ANY)):
            draft.settings.append("build_in=any")
        self._convoys(own, texts)
        for use, (file, text) in self.classes.items():
            known = {what for sign, what in _KNOWN.items() if f"{sign}_" in text}
            for what in known - {""}:
                draft.lost(what, (file, 0))
            if use not in _LOOKS and not known and not self._is_told(use, text):
                what = f"{file} is a program that changes the rules; nothing of it is carried out"
                draft.warn(
                    "not-held", what, "read it, and see whether a rule here does so", (file, 0)
                )

        if "Fog_" in every:
            draft.settings += _FOG
            what = "a program limits sight: it becomes that of Fog of War"
            draft.warn("guessed", what, "see the switches sight and orders_seen", (VARIANT, 0))

    def _convoys(self, own: str, texts: dict[str, str]) -> None:
        for one in PhpText(own).assignments():
            if one.name != "convoyCoasts" or not isinstance(one.value, PhpArray):
                continue
            for _, number, line in one.value.items:
                index = int(word_of(number)[:5]) if word_of(number).isdecimal() else 0
                if not 0 < index <= len(self.numbers):
                    what = f"there is no territory {word_of(number)}"
                    self.draft.error("unknown-province", what, "", (VARIANT, line))
                    continue
                name = self.numbers[index - 1]
                place = self.draft.places.get(name)
                match = _COAST.fullmatch(name)
                place = place or (self.draft.places.get(match[1]) if match else None)
                if place is not None and not place.is_water:
                    place.convoys = True
        if any(place.convoys for place in self.draft.places.values()):
            self.draft.settings.append("duality=yes")

    def _is_told(self, use: str, text: str) -> bool:
        """True for classes of which everything is known by other signs."""
        if use in ("processOrderBuilds", "userOrderBuilds"):
            return "build_in=any" in self.draft.settings
        if use == "userOrderDiplomacy":
            return any(sign in text for sign in _CONVOYS)
        if use in ("processGame", "processMembers", "processOrderDiplomacy"):
            is_start = use == "processGame" and self.draft.phase.startswith("W")
            return is_start or "NeutralUnits_" in text or "Neutral Units" in text
        return False


def _clear(text: str) -> str:
    """A text for people: its entities as signs, no backslashes left over, one line."""
    return " ".join(html.unescape(text).replace("\\", "").split())
