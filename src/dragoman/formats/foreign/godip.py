"""Variants of godip, the judge of Diplicity: Go source with a graph, units and owners.

    Prov("lon").Conn("eng", godip.Sea).Conn("wal", godip.Coast...).Flag(godip.Coast...).SC(England).

The source is read as text: the calls that make the graph, the tables of units, centres, names and
colours, and the fields of ``common.Variant``. What else it does is a program, and not carried out.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import field

from dragoman.board import ARMY, AUTONOMOUS, FLEET
from dragoman.diagnostics import Diagnostic
from dragoman.files import decode
from dragoman.formats.foreign.bundle import Bundle
from dragoman.formats.foreign.draft import DraftPlace, DraftPower, DraftVariant, told
from dragoman.game.variant import Variant
from dragoman.quick_dataclass import dataclass

SOURCE = "*.go"
_NEUTRAL = "Neutral"
_LEFT_OUT = re.compile(r'//[^\n]*|/\*.*?\*/|("(?:[^"\\\n]|\\.)*"|`[^`]*`)', re.DOTALL)
_NATION = re.compile(r'(\w+)\s+(?:godip\.)?Nation\s*=\s*"([^"]+)"')
_NATIONS = re.compile(r"Nations\s*[:=]+\s*\[\](?:godip\.)?Nation\{([^}]*)\}")
_CALL = re.compile(r'\.?\b(Prov|Conn|Flag|SC)\(\s*("[^"]*"|[\w.]+)?\s*,?\s*([^()]*)\)')
_UNIT = re.compile(
    r'"([a-z]{1,12}(?:/[a-z]{2})?)"\)?\s*[:,]\s*(?:godip\.Unit)?\{\s*(?:Type:\s*)?godip\.(\w+),'
    r"\s*(?:Nation:\s*)?([\w.]+),?\s*\}"
)
_OWNERS = re.compile(r"map\[godip\.Province\]godip\.Nation\{([^}]*)\}")
_OWNER = re.compile(r'"([a-z/]+)":\s*([\w.]+)')
_NAMES = re.compile(r"map\[godip\.Province\]string\{([^}]*)\}")
_NAME = re.compile(r'"([a-z/]+)":\s*"((?:[^"\\]|\\.)*)"')
_COLOURS = re.compile(r"map\[godip\.Nation\]string\{([^}]*)\}")
_COLOUR = re.compile(r'([\w.]+):\s*"(#[0-9a-fA-F]{6})"')
_FIELD = re.compile(
    r'^\s*(Name|CreatedBy|Description):\s*("(?:[^"\\]|\\.)*"|`[^`]*`)', re.MULTILINE
)
_WINS = re.compile(r"SCCountWinner\((\d+)\)")
_PHASE = re.compile(r"Phase\(\s*(\d{1,4})\s*,\s*(\w+(?:\.\w+)?)\s*,\s*godip\.(\w+)\s*\)")
_STARTED = re.compile(r"\b\w+\.Start\(\)")
"""The start of another variant, which is changed."""
_IMPORT = re.compile(r'"[^"]*/variants/((?:beta/)?\w+)(/start)?"')
_KINDS = {"Movement": "M", "Retreat": "R", "Adjustment": "A"}
_FILES = ("{0}.go", "start/map.go", "start/units.go")
"""The files of another variant that one may build on."""


def read_godip(
    bundle: Bundle, name: str, which: str = ""
) -> tuple[Variant | None, tuple[Diagnostic, ...]]:
    """The variant in Go source, and what is wrong with it or has no place here."""
    draft = DraftVariant()
    _Reading(bundle, draft).read()
    return draft.variant(name), told(draft, bundle.name)


@dataclass(slots=True)
class _GoText:
    """A source without its comments, each of which is as many blanks."""

    file: str
    text: str
    ends: list[int] = field(default_factory=list[int])

    def at(self, place: int) -> tuple[str, int]:
        return self.file, bisect_right(self.ends, place) + 1


def _go_text(file: str, content: bytes) -> _GoText:
    text = _LEFT_OUT.sub(lambda m: m[1] or re.sub(r"[^\n]", " ", m[0]), decode(content)[0])
    return _GoText(file, text, [match.end() for match in re.finditer("\n", text)])


@dataclass(slots=True)
class _Reading:
    bundle: Bundle
    draft: DraftVariant
    nations: dict[str, str] = field(default_factory=dict[str, str])
    """The name of a power by that of its constant."""

    def read(self) -> None:
        names = [name for name in sorted(self.bundle) if name.endswith(".go")]
        names = [n for n in names if not n.endswith("_test.go") and "bindata" not in n]
        own = [_go_text(name, self.bundle.get(name) or b"") for name in names if "/" not in name]
        own += [_go_text(name, self.bundle.get(name) or b"") for name in names if "/" in name]
        base = [*self._imported(own)]
        for source in (*base, *own):
            self.nations.update({match[1]: match[2] for match in _NATION.finditer(source.text)})
        self._powers(own, base)
        self._graph(own, base)
        self._start(own, base)
        self._fields(own)
        for source in (*base, *own):
            self._names(source)

    def _imported(self, own: list[_GoText]) -> Iterator[_GoText]:
        """The sources of the variants that one builds on, as far as they are at hand."""
        for path in dict.fromkeys(m[1] for one in own for m in _IMPORT.finditer(one.text)):
            folder = path.rpartition("/")[2]
            if folder in ("common", self.bundle.name):
                continue
            for pattern in _FILES:
                file = pattern.format(folder)
                content = self.bundle.beside(path).get(file)
                if content is not None:
                    yield _go_text(f"../{path}/{file}", content)

    def _nation(self, word: str) -> str:
        """The name of a power; ``Neutral`` for nobody."""
        if word.startswith("godip."):
            return word.removeprefix("godip.")
        return self.nations.get(word, word)

    def _powers(self, own: list[_GoText], base: list[_GoText]) -> None:
        for source in (*own, *base):
            if match := _NATIONS.search(source.text):
                at = source.at(match.start())
                for word in filter(None, (w.strip() for w in match[1].split(","))):
                    name = self._nation(word)
                    self.draft.powers[name] = DraftPower(name, at)
                return
        what = "no list of nations could be read"
        self.draft.error("no-power", what, "write: Nations = []godip.Nation{...}", ("", 0))

    # The map

    def _graph(self, own: list[_GoText], base: list[_GoText]) -> None:
        for source in (*own, *reversed(base)):
            if "Prov(" in source.text:
                self._provinces(source)
                if self.draft.places:
                    return
        what = "no graph of provinces could be read"
        remedy = "put the variant that it builds on beside this one, as godip has it"
        self.draft.error("no-map", what, remedy, ("", 0))

    def _provinces(self, source: _GoText) -> None:
        draft = self.draft
        here, waters, lands = "", set[str](), set[str]()
        convoying = set[str]()
        for match in _CALL.finditer(source.text):
            call, word, rest = match[1], (match[2] or "").strip('"'), match[3]
            at = source.at(match.start())
            if call == "Prov":
                here = word
                self._place(word, at)
            elif not here:
                continue
            elif call == "Conn":
                self._border(here, word, rest, at)
            elif call == "Flag":
                flags = f"{match[2] or ''} {rest}"
                is_both = "Coast" in flags or "Archipelago" in flags
                (lands if "Land" in flags or is_both else waters).add(here)
                if "Archipelago" in flags or "Convoyable" in flags:
                    convoying.add(here)
            elif call == "SC" and here in draft.places:
                draft.places[here].is_center = True
                draft.places[here].home = self._nation(match[2] or "")
        for word, place in draft.places.items():
            place.is_water = word in waters - lands and not place.coasts
            place.convoys = word in convoying & lands
        if any(place.convoys for place in draft.places.values()):
            draft.settings.append("duality=yes")

    def _place(self, word: str, at: tuple[str, int]) -> None:
        """Take in a province, or a coast, which may stand before its province."""
        province, slash, coast = word.partition("/")
        if not province:
            return
        place = self.draft.places.setdefault(province, DraftPlace(province, False, at, [province]))
        if slash and word not in place.coasts.values():
            self.draft.add_coast(province, word, coast.upper(), at)

    def _border(self, here: str, there: str, flags: str, at: tuple[str, int]) -> None:
        is_both = "Coast" in flags or "Archipelago" in flags
        if "Land" in flags or is_both:
            self.draft.border(ARMY.letter, here, there, at)
        if "Sea" in flags or is_both:
            self.draft.border(FLEET.letter, here, there, at)

    # The start

    def _start(self, own: list[_GoText], base: list[_GoText]) -> None:
        units: dict[str, tuple[str, str, tuple[str, int]]] = {}
        builds_on = any(_STARTED.search(source.text) for source in own)
        is_whole = any("SetUnits(" in source.text for source in own)
        for source in (*(base if builds_on and not is_whole else ()), *own):
            for match in _UNIT.finditer(source.text):
                units = {w: u for w, u in units.items() if w[:3] != match[1][:3]}
                units[match[1]] = self._nation(match[3]), match[2], source.at(match.start())
        for where, (power, kind, at) in units.items():
            letter = {"Army": ARMY.letter, "Fleet": FLEET.letter}.get(kind)
            if letter is None:
                self.draft.error("bad-unit", f"{kind} is neither Army nor Fleet", "", at)
            else:
                owner = AUTONOMOUS if power == _NEUTRAL else power
                self.draft.units.append((owner, letter, where, at))
        self._owners(own)
        for source in (*own, *base):
            phases = [*_PHASE.finditer(source.text)]
            if phases:  # most can also begin with builds on an empty board
                usual = sorted(phases, key=lambda match: match[3] != "Movement")
                self._phase(usual[0], source)
                return

    def _owners(self, own: list[_GoText]) -> None:
        for source in own:
            for table in _OWNERS.finditer(source.text):
                if (
                    "SetSupplyCenters"
                    not in source.text[max(0, table.start() - 80) : table.start()]
                ):
                    continue
                self.draft.own_owners = True
                for match in _OWNER.finditer(table[1]):
                    place, owner = self.draft.places.get(match[1]), self._nation(match[2])
                    if place is None:
                        what = f"the centre {match[1]} is no province"
                        at = source.at(table.start() + match.start())
                        self.draft.error("unknown-province", what, "add it to the graph", at)
                    elif owner in self.draft.powers:
                        place.owner = owner
        for place in self.draft.places.values():
            if place.home not in self.draft.powers:
                place.home = ""

    def _phase(self, match: re.Match[str], source: _GoText) -> None:
        season, kind = match[2].rpartition(".")[2], _KINDS.get(match[3], "M")
        if season not in ("Spring", "Fall"):
            what = f"{season} is a season of its own; the game begins in spring"
            self.draft.warn("guessed", what, "write a calendar", source.at(match.start()))
        letter = "W" if kind == "A" else "F" if season == "Fall" else "S"
        self.draft.phase = f"{letter}{int(match[1]):04}{kind}"

    def _fields(self, own: list[_GoText]) -> None:
        draft = self.draft
        for source in own:
            for match in _FIELD.finditer(source.text):
                text = " ".join(match[2][1:-1].replace('\\"', '"').split())
                if match[1] == "Name":
                    draft.title = draft.title or text
                elif match[1] == "CreatedBy":
                    draft.credits = draft.credits or text
                elif match[1] == "Description" and len(text) <= 300:
                    draft.about = draft.about or text
                elif match[1] == "Description":
                    at = source.at(match.start())
                    draft.lost("the description, for it is more than a sentence", at)
            if wins := _WINS.search(source.text):
                draft.victory = int(wins[1][:4])
            if "godip.Anywhere" in source.text or "BuildAnywhere" in source.text:
                if "build_in=any" not in draft.settings:
                    draft.settings.append("build_in=any")
            elif "AnyHomeCenter" in source.text:
                draft.common_homes = True
            for table in _COLOURS.finditer(source.text):
                for match in _COLOUR.finditer(table[1]):
                    if power := draft.powers.get(self._nation(match[1])):
                        power.colour = match[2].lower()
            if re.search(r"SoloWinner:\s*(?!common\.SCCountWinner)\w", source.text):
                what = "who wins, which a program decides"
                draft.lost(what, source.at(source.text.index("SoloWinner:")))
        if not draft.victory:
            what = "no source says how many centres win: a majority does"
            draft.warn("guessed", what, "write victory_centers", ("", 0))

    def _names(self, source: _GoText) -> None:
        for table in _NAMES.finditer(source.text):
            for match in _NAME.finditer(table[1]):
                place = self.draft.places.get(match[1])
                if place is not None:
                    place.name = match[2].replace('\\"', '"')
