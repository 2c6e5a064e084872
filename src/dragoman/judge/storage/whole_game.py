"""A judged game as one file: its log, its people's names, and the variant that somebody brought."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from itertools import groupby
from secrets import token_hex
from typing import Any, Final, cast

from dragoman.diagnostics import Diagnostic, Severity, has_errors
from dragoman.extras import extra
from dragoman.formats import VariantError, read_variant_files
from dragoman.game import Find
from dragoman.judge.log import events as ev
from dragoman.judge.log.events import GameLogEntry, Muted, NoteSaved
from dragoman.judge.log.fold import rebuild
from dragoman.judge.log.plain_data import event_data, read_event
from dragoman.judge.storage.game_store import GameStore, entries
from dragoman.judge.storage.tables import people
from dragoman.judge.storage.variant_store import VariantStore
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused

with extra("judge"):
    import sqlalchemy as sa


FORMAT: Final = "dragoman judged game"
VERSION: Final = 1
_VARIANT: Final = ("name", "title", "map", "seed", "toml", "geometry", "facts")
_ALL: Final = 2**31 - 1


@dataclass(frozen=True, slots=True)
class TakenIn:
    """A game that was taken in: its number here, and what is to be said of it."""

    game: int
    told: tuple[Diagnostic, ...] = ()


def export_game(
    store: GameStore, variants: VariantStore, number: int, for_master: bool = False
) -> str:
    """A game as a file, with all that is secret in it: whoever asks has to be allowed that. One
    ``for_master`` is without ``LEFT_OUT``, which masters are never told.

    Raises:
        ActionRefused: if there is no such game, or the database does not answer.
    """
    g = store.load(number)
    rows = entries(store.database, number, most=_ALL)
    if for_master:
        rows = list(for_masters(rows))
    brought = variants.brought(g.settings.variant)
    variant = {one: getattr(brought, one) for one in _VARIANT} if brought is not None else None
    wanted = _people(rows)
    named = sa.select(people.c.id, people.c.name).where(people.c.id.in_(wanted))
    with store.database.reading() as connection:
        names = {row.id: row.name for row in connection.execute(named)}
    data = {
        "format": FORMAT,
        "version": VERSION,
        "game": number,
        "people": {str(one): names.get(one, "") for one in sorted(wanted)},
        "variant": variant,
        "left_out": list(LEFT_OUT) if for_master else [],
        "log": [
            {
                "number": one.number,
                "at": one.at,
                "by": one.by,
                "kind": type(one.event).__name__,
                "data": event_data(one.event),
            }
            for one in rows
        ],
    }
    return json.dumps(data, ensure_ascii=False, indent=1)


def import_game(
    store: GameStore,
    variants: VariantStore,
    text: str,
    now: datetime,
    owners: Mapping[str, int] | None = None,
    same_people: bool = False,
) -> TakenIn:
    """Keep the game of a file as it stands.

    A person of the file is whoever ``owners`` says by the name; with ``same_people`` also whoever
    has the same number and name here, as in a file that this judge wrote. Anybody else becomes a
    name that nobody can sign in with. All that the file says counts: who won, who kept deadlines,
    ratings. Whoever takes it in has to know where it comes from.

    Raises:
        ActionRefused: if the file makes no game, ``owners`` names somebody who is not in it or not
            here, or the database does not answer.
    """
    try:
        found: Any = json.loads(text)
        if found["format"] != FORMAT or found["version"] != VERSION:
            raise ValueError("it is of another kind or version")
        _check_letters(found)
        rows = [_read(one, number) for number, one in enumerate(found["log"], 1)]
        names = {int(one): str(name) for one, name in found["people"].items()}
        left_out = [str(one) for one in found.get("left_out", ())]
        brought = cast(dict[str, Any] | None, found["variant"])
        if brought is not None and (lacking := [one for one in _VARIANT if one not in brought]):
            raise ValueError(f"its variant lacks {', '.join(lacking)}")
        # Before anything is written: what makes no game leaves no names behind.
        rebuild(rows, _find_with(store, brought))
    except ActionRefused:
        raise
    except Exception as error:
        # Whatever a log that was written by hand does to the fold, it makes no game.
        raise _refused(error) from None
    named = {one: names.get(one, "") for one in _people(rows)}
    _check_owners(store, named, owners or {})
    here, strangers = _people_here(store, named, owners or {}, same_people, now)
    key = ""
    if brought is not None:
        files = (str(brought["map"]), str(brought["seed"]), str(brought["toml"]))
        kept = (str(brought["name"])[:40], str(brought["title"]), 0, now, files)
        key = variants.keep(*kept, str(brought["geometry"]), brought["facts"]).key
    game = store.take_in([_moved(one, here, key) for one in rows])
    told = [_nobody_here(name) for name in strangers]
    if left_out:
        what = f"the file is without {', '.join(left_out)}: a master of the game had it written"
        told.append(Diagnostic("left-out", what, severity=Severity.WARNING))
    return TakenIn(game, tuple(told))


def _read(data: dict[str, Any], number: int) -> GameLogEntry:
    if data["number"] != number:
        raise ValueError(f"event {number} is numbered {data['number']}")
    if datetime.fromisoformat(data["at"]).tzinfo is None:
        raise ValueError(f"event {number} has a moment without a zone")
    event = read_event(data["kind"], data["data"])
    for user in (data["by"], getattr(event, "user", 0)):
        if type(user) is not int or not 0 <= user <= _ALL:
            raise ValueError(f"event {number} was done by nobody")
    return GameLogEntry(number, data["at"], data["by"], event)


def _check_letters(value: Any) -> None:
    """See that all texts can be stored, wherever they stand."""
    match value:
        case str():
            value.encode()
            if "\0" in value:
                raise ValueError("a text cannot hold the letter NUL")
        case dict():
            for name, one in cast(dict[str, Any], value).items():
                _check_letters(name)
                _check_letters(one)
        case list():
            for one in cast(list[Any], value):
                _check_letters(one)
        case _:
            pass


def _find_with(store: GameStore, brought: Mapping[str, Any] | None) -> Find:
    """Variants as this judge has them, and the one that the file brings, which has no name here
    yet."""
    if brought is None:
        return store.find
    map_text, seed_text, toml_text = (str(brought[one]).encode() for one in ("map", "seed", "toml"))
    variant, faults = read_variant_files(str(brought["name"]), map_text, seed_text, toml_text)
    if variant is None or has_errors(faults):
        raise VariantError(faults)
    return lambda name: variant


def _check_owners(store: GameStore, names: Mapping[int, str], owners: Mapping[str, int]) -> None:
    known = sorted(set(names.values()))
    for name in owners:
        if name not in known:
            what = f"nobody in this file is called {name!r}"
            raise ActionRefused("unknown-person", what, "name those who are", known)
    wanted = sa.select(people.c.id).where(people.c.id.in_(owners.values()))
    with store.database.reading() as connection:
        here = set(connection.execute(wanted).scalars())
    for name, number in owners.items():
        if number not in here:
            what = f"there is no account {number}, which {name} should be"
            raise ActionRefused("no-person", what)


def _nobody_here(name: str) -> Diagnostic:
    what = f"{name or 'somebody without a name'} has no account here that was named"
    return Diagnostic(
        "nobody-here", f"{what}: nobody can sign in as him", severity=Severity.WARNING
    )


def _people(rows: list[GameLogEntry]) -> set[int]:
    """The accounts that a log names; 0 is the clock."""
    found = {one.by for one in rows} | {getattr(one.event, "user", 0) for one in rows}
    return found - {0}


def _people_here(
    store: GameStore,
    names: Mapping[int, str],
    owners: Mapping[str, int],
    same_people: bool,
    now: datetime,
) -> tuple[dict[int, int], list[str]]:
    """The accounts here of the people of a file, and the names of those who had none."""
    here = {number: owners[name] for number, name in names.items() if name in owners}
    strangers: list[str] = []
    with store.database.writing() as connection:
        known = sa.select(people.c.id, people.c.name).where(people.c.id.in_(names))
        same = {(row.id, row.name) for row in connection.execute(known)}
        if same_people:
            mine = {one for one, name in names.items() if (one, name) in same}
            here |= {one: one for one in mine - set(here)}
        if len(set(here.values())) < len(here):
            what = "two people of the file would be one account here"
            raise ActionRefused("one-person-twice", what, "name another account for one of them")
        for number, name in names.items():
            if number not in here:
                here[number] = _placeholder(connection, name or f"{number}", now)
                strangers.append(name)
    return here, strangers


def _placeholder(connection: sa.Connection, name: str, now: datetime) -> int:
    row = {
        "name": f"{name} (elsewhere)",
        "name_key": f"(elsewhere {token_hex(8)})",  # in brackets, as no name that can be chosen
        "created": now,
        "is_admin": False,
        "deleted": now,
    }
    made = sa.insert(people).values(row).returning(people.c.id)
    return connection.execute(made).scalar_one()


def _moved(one: GameLogEntry, here: Mapping[int, int], variant: str) -> GameLogEntry:
    """An event with the accounts, and the variant, that it means here."""
    data = event_data(one.event)
    if "user" in data:
        data["user"] = here[data["user"]]
    if variant and "settings" in data:
        data["settings"] = {**data["settings"], "variant": variant}
    event = read_event(type(one.event).__name__, data)
    return GameLogEntry(one.number, one.at, here.get(one.by, 0), event)


def _refused(error: Exception) -> ActionRefused:
    what = f"this file holds no judged game: {type(error).__name__}: {error}"
    return ActionRefused("wrong-game-file", what, "export the game anew")


# The file that a game's masters may have: without secrets that they never learn

LEFT_OUT: Final = ("votes", "notes", "mutes")
"""Who voted how and who proposed what, notes, and who muted whom."""
_SECRET: Final = (ev.Voted, NoteSaved, Muted)
_OF_VOTES: Final = (ev.Proposed, ev.Voted, ev.ProposalClosed)


def for_masters(log: Iterable[GameLogEntry]) -> Iterator[GameLogEntry]:
    """The log of a game that is over as its masters may have it, numbered anew. It folds to the
    same game."""
    number = 0
    for (_, by), group in groupby(log, lambda one: (one.at, one.by)):
        command = list(group)
        # Whoever votes last brings about what is carried.
        of_vote = any(isinstance(one.event, _OF_VOTES) for one in command)
        for one in command:
            if isinstance(one.event, _SECRET):
                continue
            event = replace(one.event, by="") if isinstance(one.event, ev.Proposed) else one.event
            number += 1
            yield GameLogEntry(number, one.at, 0 if of_vote else by, event)
