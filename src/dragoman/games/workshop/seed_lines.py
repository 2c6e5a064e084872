"""A seed file edited line by line."""

from __future__ import annotations

from collections import Counter

from dragoman.board import fold
from dragoman.formats.njudge import SeedUnit, read_map, read_seed
from dragoman.games.workshop.design import Design, DesignUnit
from dragoman.games.workshop.map_lines import word_in
from dragoman.games.workshop.texts import VariantTexts, location_of


def seed_text(texts: VariantTexts, before: Design, after: Design) -> str:
    """The seed with what was changed."""
    text = texts.seed
    newline = "\r\n" if "\r\n" in text else "\n"
    lines = text.replace("\r\n", "\n").removesuffix("\n").split("\n")
    seed, _ = read_seed(text.encode(), texts.seed_name)
    file, _ = read_map(texts.map.encode(), texts.map_name)
    new = {one.was: one for one in after.provinces if one.was}
    was = {one.id: one.was or f"+{one.id}" for one in after.provinces}
    power_was = {one.id: one.was or f"+{one.id}" for one in after.powers}
    letters = {power_was[one.id]: one.letter for one in after.powers}
    known = {one.letter for one in before.powers}

    def in_file(one: DesignUnit) -> DesignUnit:
        province, slash, coast = one.place.partition("/")
        return DesignUnit(power_was[one.power], one.kind, f"{was[province]}{slash}{coast}")

    wanted = Counter(map(in_file, after.units))
    units = {one.line: one for one in seed.units}
    has_names = any(fold(one.place) in {fold(p.name) for p in file.provinces} for one in seed.units)
    has_names = has_names or not seed.units
    found: list[str] = []
    last_of: dict[str, int] = {}
    has_turn = not seed.turn
    for number, line in enumerate(lines, start=1):
        if not has_turn and line.strip() and not line.startswith("#"):
            has_turn = True
            found.append(line if after.turn == before.turn else after.turn)
        elif number in units:
            unit = units[number]
            place = location_of(file, unit.place)
            if unit.status != ":" or unit.owner not in known or not place:
                found.append(line)
                continue
            key = DesignUnit(unit.owner, unit.kind, place)
            if not wanted[key]:
                continue
            wanted[key] -= 1
            last_of[unit.owner] = len(found)
            found.append(_renamed(line, unit, letters, word_in(file, new, unit.place)))
        elif number == seed.ownership_line and seed.ownership:
            found.append(_owners(seed.ownership, texts, before, after))
        else:
            found.append(line)
    end = next((n for n, line in enumerate(found) if line.startswith("-")), len(found))
    by_was = {was[one.id]: one for one in after.provinces}
    for unit in wanted.elements():
        province, slash, coast = unit.place.partition("/")
        one = by_was[province]
        place = one.name if has_names else one.words[0].lower()
        at = last_of.get(unit.power, end - 1) + 1
        found.insert(at, f"{letters[unit.power]}: {unit.kind} {place}{slash}{coast.lower()}")
        last_of = {owner: n + (n >= at) for owner, n in last_of.items()} | {unit.power: at}
        end += 1
    return newline.join([*found, ""])


def _renamed(line: str, unit: SeedUnit, letters: dict[str, str], place: str) -> str:
    letter = letters.get(unit.owner, unit.owner)
    if place != unit.place:
        at = unit.column - 1
        line = line[:at] + place + line[at + len(unit.place) :]
    return letter + line[1:] if letter != unit.owner else line


def _owners(row: str, texts: VariantTexts, before: Design, after: Design) -> str:
    """The row of owners, a character for each province of the map as it is now."""
    old = {one.id: one for one in before.provinces}
    owner = dict(zip((one.id for one in before.provinces), row, strict=False))
    letters = {one.was: one.letter for one in after.powers if one.was}
    homes = {one.id: one.letter for one in after.powers}
    found: list[str] = []
    for one in after.provinces:
        usual = homes.get(one.home, ".")
        first = old.get(one.was)
        if first is None or first.home != one.home:
            found.append(usual)
        else:
            found.append(letters.get(owner.get(one.was, "."), owner.get(one.was, ".")))
    return "".join(found)
