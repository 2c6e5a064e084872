"""A judged game as one file: its log, its people's names, and the variant that somebody brought."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from secrets import token_hex
from typing import Any, Final, cast

from dragoman.extras import extra
from dragoman.judge.log.events import Logged
from dragoman.judge.log.plain_data import event_data, read_event
from dragoman.judge.storage.account_tables import people
from dragoman.judge.storage.game_store import GameStore
from dragoman.judge.storage.lists import entries
from dragoman.judge.storage.variant_store import VariantStore
from dragoman.refusal import ActionRefused

with extra("judge"):
    import sqlalchemy as sa

FORMAT: Final = "dragoman judged game"
VERSION: Final = 1
_VARIANT: Final = ("name", "title", "map", "seed", "toml", "geometry", "facts")
_ALL: Final = 2**31 - 1


def export_game(store: GameStore, variants: VariantStore, number: int) -> str:
    """A game as a file, with all that is secret in it: whoever asks has to be allowed that.

    Raises:
        ActionRefused: if there is no such game, or the database does not answer.
    """
    g = store.load(number)
    rows = entries(store.database, number, most=_ALL)
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
) -> int:
    """Keep the game of a file as it stands; its number here.

    A person of the file is whoever ``owners`` says by the name, or whoever has the same number
    and name here; anybody else becomes a name that nobody can sign in with.

    Raises:
        ActionRefused: if the file makes no game, or the database does not answer.
    """
    try:
        found: Any = json.loads(text)
        if found["format"] != FORMAT or found["version"] != VERSION:
            raise ValueError("it is of another kind or version")
        rows = [_read(one, number) for number, one in enumerate(found["log"], 1)]
        names = {int(one): str(name) for one, name in found["people"].items()}
        brought = cast(dict[str, Any] | None, found["variant"])
        if brought is not None and (lacking := [one for one in _VARIANT if one not in brought]):
            raise ValueError(f"its variant lacks {', '.join(lacking)}")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise _refused(error) from None
    here = _people_here(
        store, {one: names.get(one, "") for one in _people(rows)}, owners or {}, now
    )
    key = ""
    if brought is not None:
        files = (str(brought["map"]), str(brought["seed"]), str(brought["toml"]))
        kept = (str(brought["name"])[:40], str(brought["title"]), 0, now, files)
        key = variants.keep(*kept, str(brought["geometry"]), brought["facts"]).key
    moved = [_moved(one, here, key) for one in rows]
    try:
        return store.take_in(moved)
    except ActionRefused:
        raise
    except Exception as error:
        # Whatever a log that was written by hand does to the fold, it makes no game.
        raise _refused(error) from None


def _read(data: dict[str, Any], number: int) -> Logged:
    if data["number"] != number:
        raise ValueError(f"event {number} is numbered {data['number']}")
    if datetime.fromisoformat(data["at"]).tzinfo is None:
        raise ValueError(f"event {number} has a moment without a zone")
    if type(data["by"]) is not int:
        raise ValueError(f"event {number} was done by nobody")
    return Logged(number, data["at"], data["by"], read_event(data["kind"], data["data"]))


def _people(rows: list[Logged]) -> set[int]:
    """The accounts that a log names; 0 is the clock."""
    found = {one.by for one in rows} | {getattr(one.event, "user", 0) for one in rows}
    return found - {0}


def _people_here(
    store: GameStore, names: Mapping[int, str], owners: Mapping[str, int], now: datetime
) -> dict[int, int]:
    """The accounts here of the people of a file."""
    with store.database.writing() as connection:
        known = sa.select(people.c.id, people.c.name).where(people.c.id.in_(names))
        same = {(row.id, row.name) for row in connection.execute(known)}
        here: dict[int, int] = {}
        for number, name in names.items():
            if name in owners:
                here[number] = owners[name]
            elif (number, name) in same:
                here[number] = number
            else:
                here[number] = _placeholder(connection, name or f"{number}", now)
    return here


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


def _moved(one: Logged, here: Mapping[int, int], variant: str) -> Logged:
    """An event with the accounts, and the variant, that it means here."""
    data = event_data(one.event)
    if "user" in data:
        data["user"] = here[data["user"]]
    if variant and "settings" in data:
        data["settings"] = {**data["settings"], "variant": variant}
    event = read_event(type(one.event).__name__, data)
    return Logged(one.number, one.at, here.get(one.by, 0), event)


def _refused(error: Exception) -> ActionRefused:
    what = f"this file holds no judged game: {type(error).__name__}: {error}"
    return ActionRefused("wrong-game-file", what, "export the game anew")
