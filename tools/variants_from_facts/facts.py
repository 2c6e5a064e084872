"""A file of facts, and the words of the house for what it says."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from dragoman.drawing.scene.colours import STANDARD
from dragoman.formats.toml_table import bare_key, listed, quoted
from dragoman.game.variant import Provenance, VariantSource

MISSING: Final = frozenset(
    {
        "bidding", "choice-of-home", "conditional-border", "convoys-along-rivers-only",
        "delayed-builds", "emergency-units", "extra-homes", "influence-or-money",
        "more-than-36-powers", "neutral-supports", "other-victory",
        "restricted-builds", "sea-centres",
    }
)  # fmt: skip
"""Tags of rules that ask for more than facts of this form hold: such folders are made by hand."""
CALENDARS: Final = {
    "dutch_revolt": ["SM +5", "SR", "FM +5", "FR", "WA centres"],
    "hundred": ["SM +5", "SR", "FM +5", "FR", "WA centres"],
    "europa_renovatio": ["SM +5", "SR", "FM", "FR", "WA centres"],
}
"""Years of other than two moves and a winter, which facts say in words alone."""
SETTINGS: Final = {"1900": ["weak_retreats=yield"], "chesspolitik": ["retreats=no"]}
"""Answers of the rule set, which facts say in words alone."""
STARTS: Final = {"dutch_revolt": "F1550B", "europa_renovatio": "F1445B"}
"""First phases, where those of the facts are reckoned in other years."""
NEUTRALS: Final = {"zeus_5": ["A IND"]}
"""Units of nobody of which facts do not tell where they stand."""
ONE_WAY: Final = {"dutch_revolt": "SPA"}
"""Provinces that units leave, but never enter."""
LETTERS: Final = "ÄÖÜÅÆØÇÉÈÊÑÐÞÝÍÓÚÁÀ"
"""Capitals for the powers of a map that has more of them than letters and digits: facts tell them
by small letters, which mean kinds of area there."""
_BUILDS = {"any": "build_in=any", "one-home": "build_in=one-home"}
_HYPHENATED = frozenset(
    {"Austria-Hungary", "Piedmont-Sardinia", "Poland-Lithuania", "East-Anglia", "Ming-tao"}
)
"""Names of powers that are written with a hyphen; in others it stands for a space, for programs."""


def read_facts(path: Path) -> Mapping[str, Any]:
    """The facts in a file. Units of nobody are apart from the powers."""
    facts = json.loads(path.read_text("utf-8"))
    nobody = [one for one in facts["powers"] if one.get("neutral")]
    facts["powers"] = [one for one in facts["powers"] if not one.get("neutral")]
    facts["neutral_units"] = [unit for one in nobody for unit in one["units"]]
    facts["neutral_units"] += NEUTRALS.get(facts["name"], ())
    if facts["name"] in ONE_WAY:
        facts["one_way"] = [*_out_of(ONE_WAY[facts["name"]], facts)]
    names = {one["name"].casefold(): one["id"] for one in facts["provinces"]}
    for one in facts["provinces"]:  # another's name is no alias
        one["aliases"] = [
            a for a in one["aliases"] if names.get(a.casefold(), one["id"]) == one["id"]
        ]
    if facts["build_rule"] == "any-home":
        facts.setdefault("common_homes", [key for one in facts["powers"] for key in one["homes"]])
    facts["start"] = STARTS.get(facts["name"], facts["start"])
    more = iter(LETTERS)
    for power in facts["powers"]:
        if power["letter"].islower():
            power["letter"] = next(more)
    return facts


def _out_of(province: str, facts: Mapping[str, Any]) -> Iterator[list[str]]:
    """The borders of a province as ways out of it."""
    for here, there in facts["fleet_borders"]:
        if province in (here.partition("/")[0], there.partition("/")[0]):
            yield ["F", "", *((here, there) if here.startswith(province) else (there, here))]


def is_missing_rules(facts: Mapping[str, Any]) -> bool:
    """True if the variant is played by rules that neither these facts nor its terms have a form
    for."""
    return not MISSING.isdisjoint(facts["tags"]) and not _terms_file(facts).exists()


def movement_lines(facts: Mapping[str, Any]) -> Iterator[str]:
    """The lines of its ``variant.toml`` about conversions, and units of nobody that come back."""
    if "transform" in facts["tags"]:
        yield 'converts_in = "centres"'
    if "neutral-rebuild" in facts["tags"]:
        places = [unit.split()[1].partition("/")[0] for unit in facts["neutral_units"]]
        yield from ("", "[neutral]", f"comes_back = {listed(places)}")


def terms_of(facts: Mapping[str, Any]) -> Iterator[str]:
    """The lines of its ``variant.toml`` about rules that facts say in words alone."""
    if (file := _terms_file(facts)).exists():
        yield from file.read_text("utf-8").splitlines()


def _terms_file(facts: Mapping[str, Any]) -> Path:
    return Path(__file__).with_name("terms") / f"{facts['name']}.toml"


def about(facts: Mapping[str, Any]) -> str:
    """The sentence about a variant; empty where nobody wrote one."""
    return _words().get(facts["name"], {}).get("about", "")


def origin(facts: Mapping[str, Any]) -> Provenance:
    """Who designed a variant, who says so, and what others say."""
    designer, year = facts["designer"], str(facts["year"] or "")
    told = facts["agreement"]
    differs = {one["source"]: one["what"] for one in told.get("differences", ())}
    return Provenance(
        "" if designer.casefold() == "unknown" else designer,
        int(year[:4] or 0),
        tuple(_words().get(facts["name"], {}).get("tags", ())),
        tuple(
            VariantSource(
                one["repo"],
                one["path"],
                one["licence"],
                tuple(differs.get(f"{one['repo']}: {one['path']}", ())),
            )
            for one in facts["sources"]
        ),
        told.get("judgement") or "",
    )


_USUALLY = {
    "Austria-Hungary": "AUSTRIA", "Britain": "ENGLAND", "British Empire": "ENGLAND",
    "United Kingdom": "ENGLAND", "French Empire": "FRANCE", "Prussia": "GERMANY",
    "Italian Empire": "ITALY", "Soviet Russia": "RUSSIA", "Soviet Union": "RUSSIA",
    "USSR": "RUSSIA", "Ottoman Empire": "TURKEY",
}  # fmt: skip
"""Powers by other names than those of the usual game, whose colours they have."""


def colours(facts: Mapping[str, Any]) -> Iterator[str]:
    """The lines of the colours of powers that everybody knows by those of the usual game."""
    names = [power_name(one["name"]) for one in facts["powers"]]
    taken = {name.upper() for name in names}
    for name in names:
        usual = _USUALLY.get(name)
        if usual is not None and usual not in taken:
            taken.add(usual)
            yield f"{bare_key(name.upper())} = {quoted(STANDARD[usual])}"


@cache
def _words() -> Mapping[str, Any]:
    return tomllib.loads(Path(__file__).with_name("words.toml").read_text("utf-8"))


def built_by(facts: Mapping[str, Any]) -> str:
    """The setting that says where builds are, where it is not the usual one."""
    return _BUILDS.get(facts["build_rule"], "")


def power_name(name: str) -> str:
    """The name of a power as people write it."""
    return name if name in _HYPHENATED else name.replace("-", " ")


_SHORTENED = {
    "N.": "North ", "S.": "South ", "E.": "East ", "W.": "West ", "St.": "St ", "Ste.": "Ste ",
    "Mt.": "Mount ", "Isl.": "Islands", "Aest.": "Aestuarium", "Cyn.": "Cynuria",
}  # fmt: skip
_RENAMED = {"mraerof": "Mraerof", "Belgium (B)": "Belgium", "Army": "The Army"}
_RENAMED |= {f"{ware} (Trade)": f"{ware} Trade" for ware in ("Iron", "Grain", "Wood")}
_ADJECTIVES = {
    "Ivory-Coastish": "Ivorian", "Saudi-Arabian": "Saudi Arabian",
    "South-African": "South African", "Ukranian": "Ukrainian",
}  # fmt: skip
_SHORT = re.compile(r"\b(?:N|S|E|W|Ste?|Mt|Isl|Aest|Cyn)\. ?")


def adjective_of(power: Mapping[str, Any]) -> str:
    """The adjective of a power; empty where the facts have none."""
    told = power.get("adjective", "")
    return _ADJECTIVES.get(told, told)


def place_name(name: str) -> str:
    """The name of a place as people write it, without points of abbreviation."""
    whole = _SHORT.sub(lambda found: _SHORTENED[found[0].strip()], name).strip()
    whole = whole.replace(",", "")  # which ends a name in a map
    return _RENAMED.get(whole, whole)


def place_names(one: Mapping[str, Any]) -> Iterator[str]:
    """The lines of a province's names that its map has no room for: those of several words, and
    the names of its coasts."""
    longer = [
        name.title() if name.islower() else name for name in one["aliases"] if set(name) & set(" -")
    ]
    if longer:
        yield f"{bare_key(one['id'])} = {listed([place_name(one['name']), *longer])}"
    for coast, name in one.get("coast_names", {}).items():
        at, shown = f"{one['id']}/{coast}", f"{place_name(one['name'])} ({name})"
        yield f"{bare_key(at)} = {listed([shown])}"


HALVES: Final = {"mx": 2, "hx": 1, "lx": 1}
"""The half points that a unit loses on a weak border, by its sign."""


def weak_borders(facts: Mapping[str, Any]) -> Mapping[tuple[str, str, str], str]:
    """The signs of borders of less strength, by kind of unit and both ends."""
    return {(kind, here, there): sign for here, there, sign, kind in facts.get("weak_borders", ())}


def one_way(facts: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Borders that lead one way: the kind of unit, from which place to which."""
    return ((kind, here, there) for kind, _, here, there in facts.get("one_way", ()))


def ways(facts: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Every way there is: the kind of unit, from which place to which."""
    barred = {(kind, there, here) for kind, here, there in one_way(facts)}
    for kind, key in (("A", "army_borders"), ("F", "fleet_borders")):
        for here, there in facts[key]:
            for way in ((kind, here, there), (kind, there, here)):
                if way not in barred:
                    yield way
