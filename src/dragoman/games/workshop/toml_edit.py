"""A ``variant.toml`` with what was changed in a design: names, powers, rules, places."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from dragoman.formats.toml_table import listed, quoted
from dragoman.formats.variants.folders import TOML
from dragoman.games.workshop.design import Design, DesignPower
from dragoman.games.workshop.texts import VariantTexts
from dragoman.games.workshop.toml_lines import TomlLines

_PLACES: Final = ("points", "builds", "coordinates")
"""Tables whose keys are places."""
_LISTS: Final = (
    ("", "common_homes"),
    ("", "one_way"),
    ("", "impassable"),
    ("convoys", "also"),
    ("convoys", "never"),
    ("layout", "north"),
    ("layout", "around"),
)
"""Values that name places."""


def homes_by_toml(texts: VariantTexts) -> frozenset[str]:
    """The letters of powers whose home centres stand in ``variant.toml``, here or in the base's."""
    return frozenset(texts.read().toml.homes)


def toml_texts(texts: VariantTexts, before: Design, after: Design) -> Mapping[str, str]:
    """The texts of ``variant.toml`` and of the files that go on where it ends."""
    found: dict[str, str] = {}
    for name in texts.toml_names:
        lines = TomlLines(texts.files.get(name, ""))
        _places(lines, before, after)
        _power_names(lines, texts, before, after)
        if name == TOML:
            _head(lines, before, after)
            _rules(lines, before, after)
            _powers(lines, texts, before, after)
            _points(lines, before, after)
        if lines.text or name in texts.files:
            found[name] = lines.text
    return found


def _head(lines: TomlLines, before: Design, after: Design) -> None:
    for key in ("title", "about", "credits"):
        text = getattr(after, key)
        if text != getattr(before, key):
            if text:
                lines.put("", key, quoted(text))
            else:
                lines.remove("", key)
    if after.victory != before.victory:
        if after.victory:
            lines.put("", "victory_centers", str(after.victory))
        else:
            lines.remove("", "victory_centers")


def _rules(lines: TomlLines, before: Design, after: Design) -> None:
    if after.preset != before.preset:
        if after.preset:
            lines.put("rules", "preset", quoted(after.preset))
        else:
            lines.remove("rules", "preset")
    if after.settings != before.settings:
        if after.settings:
            lines.put("rules", "settings", listed(after.settings))
        else:
            lines.remove("rules", "settings")


# Powers


def _powers(lines: TomlLines, texts: VariantTexts, before: Design, after: Design) -> None:
    old = {one.was: one for one in before.powers}
    kept = {one.was: one for one in after.powers if one.was in old}
    at = _table_of(lines)
    changed = [one for one in after.powers if not _is_same(one, old.get(one.was))]
    if changed and texts.read().toml.powers is None:  # the letters of the map were their names
        changed = list(after.powers)
    for one in changed:
        first = old.get(one.was)
        number = at.get(first.letter) if first else None
        if number is None:
            row = [f"letter = {quoted(one.letter)}", f"name = {quoted(one.name)}"]
            if one.adjective:
                row.append(f"adjective = {quoted(one.adjective)}")
            lines.add("[[powers]]", row)
            continue
        for key, text in (("letter", one.letter), ("name", one.name), ("adjective", one.adjective)):
            if first and text == getattr(first, key):
                continue
            if text:
                lines.put("powers", key, quoted(text), number)
            else:
                lines.remove("powers", key, number)
    for was in old.keys() - kept.keys():
        number = _table_of(lines).get(was)
        if number is not None:
            lines.remove_table("powers", number)
        elif "absent" in lines.keys(""):
            inner = lines.value("", "absent").strip().removeprefix("[").removesuffix("]").strip()
            inner = inner.removesuffix(",")
            lines.put("", "absent", f"[{inner + ', ' if inner else ''}{quoted(was)}]")
        elif not texts.has_map:
            lines.put("", "absent", listed([was]))
    _homes(lines, texts, before, after)
    keys = _power_keys(texts)
    for one in after.powers:
        first = old.get(one.was)
        key = _key(one, first, keys)
        if one.colour != (first.colour if first else ""):
            if one.colour:
                lines.put("colours", key, quoted(one.colour))
            else:
                lines.remove("colours", key)


def _homes(lines: TomlLines, texts: VariantTexts, before: Design, after: Design) -> None:
    """Home centres, where they stand here and not in the map."""
    by_toml = homes_by_toml(texts)

    def homes(design: Design, power: str) -> list[str]:
        return [one.was or one.key for one in design.provinces if one.home == power]

    keys = {one.was or one.key: one.key for one in after.provinces}
    for one in after.powers:
        now, then = homes(after, one.id), homes(before, one.was) if one.was else []
        here = not texts.has_map or (one.was in by_toml)
        if here and sorted(now) != sorted(then):
            number = _table_of(lines).get(one.letter)
            if number is None:
                row = [f"letter = {quoted(one.letter)}", f"name = {quoted(one.name)}"]
                lines.add("[[powers]]", row)
                number = _table_of(lines)[one.letter]
            order = [key for key in then if key in now] + [key for key in now if key not in then]
            lines.put("powers", "homes", listed(keys[key] for key in order), number)


def _is_same(one: DesignPower, first: DesignPower | None) -> bool:
    return first is not None and (one.letter, one.name, one.adjective) == (
        first.letter,
        first.name,
        first.adjective,
    )


def _table_of(lines: TomlLines) -> Mapping[str, int]:
    """The number of the table of each power by its letter."""
    rows = range(lines.count("powers"))
    return {lines.value("powers", "letter", number).strip("\"'"): number for number in rows}


def _power_keys(texts: VariantTexts) -> Mapping[str, str]:
    """The keys of the powers that there were, by their letters."""
    return {one.letter: one.key for one in texts.read().board.powers.values()}


def _key(one: DesignPower, first: DesignPower | None, keys: Mapping[str, str]) -> str:
    """The key of a power: as before where its name is, or where the file says it."""
    if first is not None and (one.name == first.name or keys[one.was] != first.name.upper()):
        return keys[one.was]
    return one.name.upper()


def _power_names(lines: TomlLines, texts: VariantTexts, before: Design, after: Design) -> None:
    """The tables whose keys are powers, with the keys that they have now."""
    keys = _power_keys(texts)
    old = {one.was: one for one in before.powers}
    now = {one.was: _key(one, old[one.was], keys) for one in after.powers if one.was in old}
    for table, number in list(lines.tables()):
        is_names = table.startswith("names.") and table.endswith(".powers")
        if not is_names and table != "colours":
            continue
        for letter, key in keys.items():
            if key not in lines.keys(table, number):
                continue
            if letter not in now:
                lines.remove(table, key, number)
            elif now[letter] != key:
                lines.rename(table, key, now[letter], number)


# Places


def _places(lines: TomlLines, before: Design, after: Design) -> None:
    """Rename what names places, and take out those that are gone."""
    now = {one.was: one.key for one in after.provinces if one.was}
    old = {one.key for one in before.provinces}
    centers = {one.was for one in after.provinces if one.center}

    def word(text: str) -> str:
        place, slash, coast = text.partition("/")
        return f"{now.get(place, '')}{slash}{coast}" if place in old and place in now else ""

    def of_list(text: str) -> str:
        for mark in ">-":
            if mark in text:
                ends = [one.strip() for one in text.split(mark)]
                if not all(one.partition("/")[0] in old for one in ends):
                    return text
                words = [word(one) for one in ends]
                return text if words == ends else mark.join(words) if all(words) else ""
        return word(text) if text.partition("/")[0] in old else text

    for table, number in list(lines.tables()):
        is_names = table.startswith("names.") and table.endswith(".places")
        if is_names or table in _PLACES:
            for key in lines.keys(table, number):
                place = key.partition("/")[0]
                if place not in old:
                    continue
                after_key = word(key)
                is_idle = table in ("points", "builds") and place not in centers
                if not after_key or is_idle:
                    lines.remove(table, key, number)
                elif after_key != key:
                    lines.rename(table, key, after_key, number)
    for table, key in _LISTS:
        lines.reword(table, key, of_list)
    for number in range(lines.count("powers")):
        lines.reword("powers", "homes", of_list, number)


def _points(lines: TomlLines, before: Design, after: Design) -> None:
    """The coordinates that were changed; those that are as they were stay as they were written."""
    was = {one.id: one.was for one in after.provinces}
    keys = after.keys
    for place, point in after.points.items():
        province, slash, coast = place.partition("/")
        if before.points.get(f"{was[province]}{slash}{coast}") != point:
            lines.put("coordinates", f"{keys[province]}{slash}{coast}", f"[{point[0]}, {point[1]}]")
    now = {place.replace(place.partition("/")[0], was[place.partition("/")[0]], 1)
           for place in after.points}  # fmt: skip
    for place in before.points:
        if place not in now:
            lines.remove("coordinates", place)
