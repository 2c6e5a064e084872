"""Files as other judges write them, made of games played here.

They have the forms of nJudge 1.7 (``gameout``, ``putdipent``), of webDiplomacy's ``game/status``
and of what the server of the diplomacy package keeps, with their habits: numbers as texts, coasts
as territories of their own, a phase in words.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from dragoman.board import province_of
from dragoman.formats import write_saved_game
from dragoman.formats.njudge import write_seed
from dragoman.formats.variants.kind_files import FILES
from dragoman.game import Game, Resolution
from dragoman.judge.imports.webdiplomacy_numbers import COUNTRIES, TERRITORIES
from dragoman.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Remove,
    Retreat,
    Support,
    Waive,
)
from dragoman.rules import PhaseKind, Position

# A game, played by lot


def played(turns: int, seed: int = 1, variant: str = "standard") -> Game:
    """A game in which units were ordered by lot, so many phases long."""
    from random import Random

    lot = Random(seed)
    game = Game(variant, "datc")
    for _ in range(turns):
        for unit, orders in game.legal_orders().items():
            moving = [one for one in orders if isinstance(one, (Move, Support, Retreat, Build))]
            game.order(unit.power, [lot.choice(moving or list(orders))])
        game.process()
    return game


# webDiplomacy

_NUMBER = {name: number for number, name in enumerate(TERRITORIES, 1)}
_SIDES = {"NC": "North Coast", "SC": "South Coast", "EC": "North Coast"}


def _terr(game: Game, location: str) -> int:
    province, _, side = location.partition("/")
    board = game.variant.board
    name = next(one for one in TERRITORIES if board.names.find(one) == (province,))
    return _NUMBER[f"{name} ({_SIDES[side]})" if side else name]


def _country(game: Game, power: str) -> int:
    return COUNTRIES.index(game.variant.board.powers[power].name) + 1


def webdiplomacy_status(game: Game, **more: Any) -> dict[str, Any]:
    """The site's answer to ``game/status`` about a game on its classic map."""
    phases = [_step(game, one.before, one) for one in game.history]
    phases.append(_step(game, game.position, None))
    waiting = game.position.dislodged
    last = phases[-1]
    return {
        "gameID": 4711,
        "countryID": None,
        "variantID": 1,
        "potType": "Winner-takes-all",
        "turn": last["turn"],
        "phase": last["phase"],
        "gameOver": "No",
        "pressType": "Regular",
        "phaseLengthInMinutes": "2880",
        "phases": phases,
        "standoffs": [
            {"terrID": _terr(game, place), "countryID": 0}
            for place in sorted(game.position.contested)
        ],
        "occupiedFrom": {
            str(_terr(game, province_of(one.unit.location))): str(_terr(game, one.came_from))
            for one in waiting
            if one.came_from
        }
        or [],
        "votes": "",
        "orderStatus": "",
        **more,
    }


def _step(game: Game, position: Position, judged: Resolution | None) -> dict[str, Any]:
    phase = position.phase
    turn = 2 * (phase.year - 1901) + (phase.season != "S")
    kind = {"M": "Diplomacy", "R": "Retreats", "A": "Builds"}[phase.letter]
    units = [
        *((unit, "No") for unit in position.units),
        *((one.unit, "Yes") for one in position.dislodged),
    ]
    return {
        "units": [
            {
                "unitType": {"A": "Army", "F": "Fleet"}[unit.kind],
                "retreating": retreating,
                "terrID": _terr(game, unit.location),
                "countryID": _country(game, unit.power),
            }
            for unit, retreating in units
        ],
        "orders": [] if judged is None else [*_orders(game, turn, kind, judged)],
        "centers": [
            {"terrID": _terr(game, place), "countryID": _country(game, power)}
            for place, power in position.owners.items()
        ],
        "turn": turn,
        "phase": kind,
    }


def _orders(game: Game, turn: int, kind: str, judged: Resolution) -> Iterable[dict[str, Any]]:
    for power, orders in judged.orders.items():
        for order in orders:
            said = _said(game, order, kind)
            yield {
                "turn": turn,
                "phase": kind,
                "countryID": _country(game, power),
                "unitType": "",
                "terrID": 0,
                "toTerrID": 0,
                "fromTerrID": 0,
                "viaConvoy": "No",
                "success": "Yes",
                "dislodged": "No",
                **said,
            }


def _said(game: Game, order: Order, kind: str) -> dict[str, Any]:
    def at(location: str) -> int:
        return _terr(game, location)

    match order:
        case Hold():
            return {"type": "Hold", "terrID": at(order.unit.location)}
        case Move():
            via = {"viaConvoy": "Yes"} if order.via_convoy else {}
            places = {"terrID": at(order.unit.location), "toTerrID": at(order.target)}
            return {"type": "Move", **places, **via}
        case Support() if order.target is None:
            places = {"terrID": at(order.unit.location), "toTerrID": at(order.supported.location)}
            return {"type": "Support hold", **places}
        case Support() | Convoy():
            other = order.supported if isinstance(order, Support) else order.convoyed
            return {
                "type": "Support move" if isinstance(order, Support) else "Convoy",
                "terrID": at(order.unit.location),
                "fromTerrID": at(province_of(other.location)),
                "toTerrID": at(province_of(order.target)),
            }
        case Retreat():
            places = {"terrID": at(order.unit.location), "toTerrID": at(order.target)}
            return {"type": "Retreat", **places}
        case Build():
            name = {"A": "Build Army", "F": "Build Fleet"}[order.unit.kind or "A"]
            return {
                "type": name,
                "terrID": at(order.unit.location),
                "toTerrID": at(order.unit.location),
            }
        case Disband() | Remove():
            name = "Disband" if kind == "Retreats" else "Destroy"
            return {"type": name, "terrID": at(order.unit.location)}
        case Waive():
            return {"type": "Wait"}
        case _:
            raise AssertionError(order)


# nJudge


def njudge_files(game: Game, people: dict[str, str], **more: str) -> list[tuple[str, bytes]]:
    """The folder of a game: a position for each phase, and the orders that were given for it."""
    files: list[tuple[str, bytes]] = []
    steps = [(one.before, one.orders) for one in game.history]
    now = {power: game.orders(power) for power in game.survivors}
    for number, (position, orders) in enumerate((*steps, (game.position, now)), 1):
        text = njudge_position(game, position, number, people, **more)
        files.append((f"G{number:03}", text.encode("latin-1")))
        lines = ["Y-marker"]
        for power, given in orders.items():
            letter = game.variant.board.powers[power].letter
            lines += (f"{letter}: {written(one)}" for one in given)
        files.append((f"M{number:03}", "\n".join((*lines, "X-marker", "")).encode("latin-1")))
    return files


def written(order: Order) -> str:
    from dragoman.orders import write

    return write(order)


def njudge_position(
    game: Game, position: Position, number: int, people: dict[str, str], **more: str
) -> str:
    """A position as nJudge writes it: the seed, then who plays, then the entry."""
    from dataclasses import replace

    at = replace(game.variant, start=position)
    seed = write_seed(FILES.of(at).seed_file(at)).rstrip("\n").split("\n")
    end = seed.index("-1")
    board = game.variant.board
    units = [_named(line, game) for line in seed[1:end]]
    letters = {power.key: power.letter for power in board.powers.values()}
    owners = "".join(
        letters[position.owners[key]] if key in position.owners else "." for key in board.provinces
    )
    names = [board.provinces[key].name.ljust(3) for key in board.provinces]
    rows: list[str] = []
    for first in range(0, len(owners), 77):
        part = slice(first, first + 77)
        rows.append("N:" + "".join(one[0] for one in names[part]))
        rows += ["n:" + "".join(one[k] for one in names[part]) for k in (1, 2)]
        rows.append("O:" + owners[part])
    phase = seed[0]
    players = [
        f"{board.powers[power].name:<9.9}    1  3  3   1     1    0 {address}    0  0"
        for power, address in people.items()
        if power in board.powers
    ]
    entry = njudge_entry(game, phase, number, people, **more)
    lines = (phase, *units, "-1", *rows, *players, "-2", *entry, "")
    return "\n".join(lines)


def _named(line: str, game: Game) -> str:
    """A line of a unit with its places written out, as nJudge does."""
    head, places = line[:5], line[5:].split(", ")
    found: list[str] = []
    for place in places:
        province, _, side = place.partition("/")
        name = game.variant.board.provinces[province.upper()].name
        found.append(f"{name}/{side}" if side else name)
    return head + ", ".join(found)


def njudge_entry(
    game: Game, phase: str, number: int, people: dict[str, str], **more: str
) -> list[str]:
    """An entry of ``dip.master``."""
    flags = more.get("flags", "0 18 7 0 0 0 0 0 7")
    variant = more.get("variant", "1")
    name = more.get("name", "friends")
    board = game.variant.board
    lines = [
        f"{name:<20}  {number:03}       {phase}{more.get('state', ''):<3}  1 {variant} 1 0 {flags}",
        "Process   Mon Jan 12 20:00:00 2026 (1768248000)",
        "Deadline  Mon Jan 12 20:00:00 2026 (1768248000)",
        "Ontime rat. min 0.000",
        "T = resignation ratio max 1.000",
        "Yet_Applied_deadline? 0",
        "Comment   A game among friends",
        "Moves     clock 1200 min  0.00 next  72.00 grace  24.00 delay 0.50 days -MTWTF-",
        "Retreat   clock 1200 min  0.00 next  24.00 grace  24.00 delay 0.50 days -MTWTF-",
        "Adjust    clock 1200 min  0.00 next  24.00 grace  24.00 delay 0.50 days -MTWTF-",
    ]
    for power, address in people.items():
        if power == "MASTER":
            lines.append(_player("Master", "M", address))
        else:
            known = board.powers[power]
            lines.append(_player(known.name, known.letter, address))
    return [*lines, "-"]


def _player(name: str, letter: str, address: str) -> str:
    tail = name[1:9].replace(" ", "_")
    return (
        f"{letter.lower()}{tail:<8}    1  3  3     1     1 xxx{'':39} {address}    0  0 0 "
        "0 0 0 0 0 0 0 0"
    )


# The diplomacy package


def saved(game: Game) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(write_saved_game(game))
    return found


_LONG = {"S": "SPRING", "F": "FALL", "W": "WINTER"}
_KIND = {"M": "MOVEMENT", "R": "RETREATS", "A": "ADJUSTMENTS"}


def server_file(game: Game, people: dict[str, str]) -> dict[str, Any]:
    """A game as the server of the package keeps it."""
    *past, now = saved(game)["phases"]
    name = now["name"]
    powers: dict[str, Any] = {}
    for power in game.variant.board.powers:
        units = now["state"]["units"].get(power, [])
        orders = now["orders"].get(power, [])
        powers[power] = {
            "abbrev": power[0],
            "adjust": orders if name[-1] != "M" else [],
            "centers": now["state"]["centers"].get(power, []),
            "controller": {
                "1700000000000000": "dummy",
                "1700000000000001": people.get(power, "dummy"),
            },
            "name": power,
            "orders": {" ".join(one.split()[:2]): " ".join(one.split()[2:]) for one in orders}
            if name[-1] == "M"
            else {},
            "retreats": now["state"]["retreats"].get(power, {}),
            "tokens": ["secret-token"],
            "units": [unit for unit in units if not unit.startswith("*")],
            "vote": "neutral",
        }
    return {
        "deadline": 86400,
        "game_id": "friends",
        "map_name": game.variant.name,
        "messages": {},
        "moderator_usernames": [people["MASTER"]] if "MASTER" in people else [],
        "message_history": {one["name"]: {} for one in past},
        "order_history": {one["name"]: one["orders"] for one in past},
        "phase": f"{_LONG[name[0]]} {name[1:-1]} {_KIND[name[-1]]}",
        "phase_abbr": "",
        "powers": powers,
        "registration_password": "hashed",
        "result_history": {one["name"]: one["results"] for one in past},
        "rules": ["POWER_CHOICE"],
        "state_history": {one["name"]: one["state"] for one in past},
        "status": "active",
    }


def at_kind(kind: PhaseKind, first: int = 1) -> Game:
    """A game played by lot that stands at a phase of a kind."""
    for seed in range(first, first + 40):
        for turns in range(6, 16):
            game = played(turns, seed)
            if game.phase.kind is kind and not game.winners:
                return game
    raise AssertionError(kind)
