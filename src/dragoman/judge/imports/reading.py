"""From files that somebody gives to the game that goes on in them, whatever judge they are of."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final, cast

from dragoman.diagnostics import has_errors
from dragoman.formats import VariantError, shipped_variants
from dragoman.formats.variants.reader import VariantMap, map_of_files, shipped_map
from dragoman.game import Find, FormatError, Game, Variant, read_record
from dragoman.judge.imports.given_files import GivenFile
from dragoman.judge.imports.njudge_games import (
    is_master_file,
    is_position,
    running_njudge_game,
)
from dragoman.judge.imports.running_game import (
    MOST_PHASES,
    GameSource,
    RunningGame,
    refused_file,
    refused_for,
)
from dragoman.judge.imports.saved_games import is_saved_game, running_saved_game
from dragoman.judge.imports.webdiplomacy_games import (
    answer_in,
    is_beside,
    is_status,
    running_webdiplomacy_game,
)
from dragoman.judge.log.on_board import check_crowd
from dragoman.judge.storage.variant_store import VariantStore
from dragoman.orders import write
from dragoman.refusal import ActionRefused
from dragoman.rules import RuleSet

MOST_TOLD: Final = 500
"""Things that are told of one game; a game of a century is judged otherwise less often."""
_RECORD: Final = "dragoman-game"


def running_game(
    files: tuple[GivenFile, ...], variants: VariantStore, variant: str = "", rules: str = ""
) -> RunningGame:
    """The game that goes on in these files. ``variant`` and ``rules`` say on which map here, and by
    which rule set, it goes on, where that does not follow from the files or is to be another.

    Raises:
        ActionRefused: if there is none in them, or there are several.
    """
    texts = [file for file in files if (is_position(file.text) or is_master_file(file.text))]
    data = [(file, found) for file in files if (found := _object(file)) is not None]
    try:
        game = _running(files, texts, data, variants, variant)
        if rules:
            game = _by_rules(game, rules)
        check_crowd(game.game.variant, game.game.position)
        if len(game.told) > MOST_TOLD:
            what = f"more than {MOST_TOLD} things in it came out otherwise here"
            raise refused_file(what, "see that it is of this variant, and whole")
    except VariantError as error:
        raise refused_for(error.diagnostics[0], "", "choose one that is here") from None
    except FormatError as error:
        raise refused_for(error.diagnostic, "", "save the file anew") from None
    return game


def _running(
    files: tuple[GivenFile, ...],
    texts: list[GivenFile],
    data: list[tuple[GivenFile, Mapping[str, Any]]],
    variants: VariantStore,
    variant: str,
) -> RunningGame:
    def found(key: str) -> Variant:
        return variants.find(variant or _key_here(key, variants))

    records = [(file, one) for file, one in data if one.get("format") == _RECORD]
    status = [(file, one) for file, one in data if is_status(one)]
    others = ((file, one) for file, one in data if not is_status(one) and "format" not in one)
    saved = [(file, one) for file, one in others if is_saved_game(one)]
    games = (*status, *saved, *records)
    if len(games) > 1 or (games and any(is_position(one.text) for one in texts)):
        names = ", ".join(file.name for file, _ in games)
        raise refused_file(f"there are several games: {names}", "give one at a time")
    if status:
        file, one = status[0]
        beside = [other for _, other in data if is_beside(other)]
        return running_webdiplomacy_game(one, beside, variants.find, variant, file.name)
    if saved:
        file, _ = saved[0]
        return running_saved_game(_one_game(file), found, file.name)
    if records:
        return _recorded(records[0][0], found)
    if any(is_position(one.text) for one in texts):
        return running_njudge_game(files, _maps(variants), found, variant)
    first = files[0].name
    for file in files:
        _check_readable(file)
    remedy = (
        "give a saved game of the diplomacy package or a game of its server, webDiplomacy's answer "
        "to game/status, or positions of nJudge (G001) with their orders (M001)"
    )
    raise refused_file("no running game is known in this", remedy, first)


def _object(file: GivenFile) -> Mapping[str, Any] | None:
    """The object in a file of JSON, without what a site wraps around it; None where it is none."""
    text = file.text.removeprefix("\ufeff").strip()
    if not text.startswith("{"):
        return None
    try:
        found: object = json.loads(_one_game(file))
    except (ValueError, RecursionError):
        return None
    return answer_in(cast(Mapping[str, Any], found)) if isinstance(found, Mapping) else None


def _one_game(file: GivenFile) -> str:
    """The text of a file; of one with a game on each line, that of its only one."""
    text = file.text.removeprefix("\ufeff").strip()
    lines = [line for line in text.split("\n") if line.strip()]
    if len(lines) > 1 and all(line[:1] == "{" and line.rstrip()[-1:] == "}" for line in lines):
        what = f"it has {len(lines)} games, one on each line"
        raise refused_file(what, "give the line of one game alone", file.name)
    return text


def _check_readable(file: GivenFile) -> None:
    """See that a file that is meant as JSON can be read, for it says best what is wrong with it."""
    if not file.text.lstrip("\ufeff \t\n").startswith(("{", "[")):
        return
    try:
        json.loads(file.text.removeprefix("\ufeff"))
    except json.JSONDecodeError as error:
        why = error.msg[0].lower() + error.msg[1:]
        what = f"this is not whole JSON: {why}"
        remedy = "save the file anew, whole and unchanged"
        raise refused_file(what, remedy, file.name, error.lineno) from None
    except (ValueError, RecursionError):
        raise refused_file("this is no usable JSON", "save the file anew", file.name) from None


def _recorded(file: GivenFile, find: Find) -> RunningGame:
    """The running game in a record of ours."""
    game, faults = read_record(file.text, find, file.name)
    if game is None or has_errors(faults):
        first = next((one for one in faults if one.is_error), faults[-1])
        raise refused_for(first, file.name, "save the record anew")
    if game.ending is not None:
        raise refused_file("this game is over", "give one that goes on", file.name)
    if len(game.history) > MOST_PHASES:
        raise refused_file(f"it has more than {MOST_PHASES} phases", "give another", file.name)
    preset, changed = game.rule_set.nearest_preset()
    settings: dict[str, Any] = {"rules": preset}
    if changed:
        settings["switches"] = dict(changed)
    given = {power: game.orders(power) for power in game.survivors}
    sheets = {power: "\n".join(map(write, orders)) for power, orders in given.items() if orders}
    told = tuple(faults)
    return RunningGame(GameSource.DRAGOMAN, "", game, sheets, {}, (), settings, told)


def _by_rules(running: RunningGame, preset: str) -> RunningGame:
    """The same game, judged by another rule set from the phase at hand on; its history stands as it
    was read."""
    try:
        rules = RuleSet.preset(preset)
    except ValueError as error:
        raise ActionRefused("unknown-rule", str(error), "choose one that is listed") from None
    before = running.game
    game = Game(before.variant, rules, before.start)
    for one in before.history:
        game.adopt(one)
    settings = {name: one for name, one in running.settings.items() if name != "switches"}
    return replace(running, game=game, settings={**settings, "rules": preset})


def _key_here(name: str, variants: VariantStore) -> str:
    """The key of a variant here that another judge calls so: shipped, or brought under this name by
    one person alone."""
    if name in shipped_variants():
        return name
    keys = [one.key for one in variants.listed() if one.name == name]
    return keys[0] if len(keys) == 1 else name


def _maps(variants: VariantStore) -> Callable[[str], VariantMap | None]:
    def found(named: str) -> VariantMap | None:
        key = _key_here(named, variants)
        if key in shipped_variants():
            return shipped_map(key)
        brought = variants.brought(key)
        if brought is None:
            return None
        return map_of_files(brought.key, brought.map.encode(), brought.toml.encode())

    return found
