"""A judged game as somebody may see it: plain data, for pages, JSON, mails and programs."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from dragoman.game import position_json, results
from dragoman.judge.commands.judging import next_due
from dragoman.judge.commands.voting import voters
from dragoman.judge.log.plain_data import settings_data
from dragoman.judge.log.state import Proposal
from dragoman.judge.views.viewer import Viewer
from dragoman.orders import write


def game_view(viewer: Viewer) -> dict[str, Any]:
    """Everything but press, notes and past turns."""
    g = viewer.g
    found: dict[str, Any] = {
        "title": g.settings.title,
        "variant": g.settings.variant,
        "stage": g.stage.value,
        "settings": _settings(viewer),
        "masters": list(g.masters),
        "created": _text(g.created),
        "you": {"power": viewer.power, "master": viewer.is_master},
        "seats": [_seat(viewer, power) for power in g.seats],
        "waiting": _waiting(viewer),
    }
    if not viewer.may_look:
        return found
    found |= {
        "phase": str(g.phase),
        "began": _text(g.began),
        "deadline": _text(g.deadline),
        "grace": _text(g.grace),
        "position": _position(viewer),
        "phases": [str(one.phase) for one in g.history],
        "proposals": [_proposal(viewer, one) for one in g.proposals],
        "acts": [
            {"at": _text(one.at), "by": one.by, "what": one.what, "why": one.why} for one in g.acts
        ],
    }
    if g.ending is not None:
        found["ending"] = {"how": g.ending[0], "powers": list(g.ending[1])}
    if viewer.is_master:
        found["next_due"] = _text(next_due(g))
    found["sheets"] = list(_sheets(viewer))
    return found


def turn_view(viewer: Viewer, number: int) -> dict[str, Any]:
    """A phase that was judged, by its number from 0 on: position, orders and what came of them.

    Raises:
        LookupError: if there is no such phase, or he may not see it.
    """
    g = viewer.g
    if not viewer.may_look or not 0 <= number < len(g.history):
        raise LookupError(f"no phase {number}")
    past = g.history[number]
    if g.settings.blind and not (viewer.is_over or viewer.is_master):
        raise LookupError("past turns of a blind game are secret until it is over")
    return {
        "number": number,
        "before": position_json(past.before),
        "orders": {power: [write(one) for one in orders] for power, orders in past.orders.items()},
        "written": {
            power: sheet.text
            for (power, phase), sheet in g.sheets.items()
            if phase == str(past.phase)
        },
        "results": results(past.outcomes, past.phase.kind),
        "after": position_json(past.position),
    }


def press_view(viewer: Viewer, after: int = 0) -> list[dict[str, Any]]:
    """The messages that he may read, oldest first, after that of a number."""
    return [
        {
            "number": one.number,
            "at": _text(one.at),
            "phase": one.phase,
            "from": viewer.sender_of(one),
            "to": list(one.to),
            "text": one.text,
            "hidden": one.hidden,
        }
        for one in viewer.g.messages[after:]
        if viewer.reads(one)
    ]


def _settings(viewer: Viewer) -> dict[str, Any]:
    """The settings; the code only for those who let people in."""
    data = settings_data(viewer.g.settings)
    if not viewer.is_master:
        data.pop("code", None)
    return data


def _seat(viewer: Viewer, power: str) -> dict[str, Any]:
    g, seat = viewer.g, viewer.g.seats[power]
    found: dict[str, Any] = {"power": power, "taken": seat.user is not None}
    if viewer.sees_player(power):
        found["user"] = seat.user
        found["since"] = _text(seat.since)
    if viewer.sees_orders(power):
        found["ready"] = g.is_ready(power)
        found["ordered"] = g.has_ordered(power)
    return found


def _waiting(viewer: Viewer) -> list[dict[str, Any]]:
    """Who waits for a seat; what he wishes for is between him and the master."""
    g = viewer.g
    if g.settings.anonymous and not viewer.is_master:
        return [{} for _ in g.applicants]
    return [
        {"user": user, "wishes": list(wishes)}
        if viewer.is_master or user == viewer.actor.user
        else {"user": user}
        for user, wishes in g.applicants.items()
    ]


def _position(viewer: Viewer) -> dict[str, Any]:
    """The position; of a blind game only what is in sight."""
    g = viewer.g
    data = position_json(g.game.position)
    if not g.settings.blind or viewer.is_over or viewer.is_master:
        return data
    province_of = g.game.variant.board.province_of
    seen = {
        power: [text for text in units if viewer.sees_unit(province_of[text.split()[-1]])]
        for power, units in data["units"].items()
    }
    return {
        "phase": data["phase"],
        "units": {power: units for power, units in seen.items() if units},
        "centers": {
            power: [one for one in centers if power == viewer.power or viewer.sees_unit(one)]
            for power, centers in data["centers"].items()
        },
        "dislodged": [one for one in data.get("dislodged", ()) if one.get("power") == viewer.power],
    }


def _sheets(viewer: Viewer) -> Iterator[dict[str, Any]]:
    """What is on file for the phase at hand and later ones, as far as he may read it."""
    g = viewer.g
    past = {str(one.phase) for one in g.history}
    for (power, phase), sheet in g.sheets.items():
        if phase not in past and viewer.sees_orders(power):
            yield {"power": power, "phase": phase, "text": sheet.text, "at": _text(sheet.at)}


def _proposal(viewer: Viewer, one: Proposal) -> dict[str, Any]:
    """A proposal: what became of it, and one's own vote. Nobody learns another's, nor who
    proposed it."""
    found: dict[str, Any] = {
        "number": one.number,
        "what": one.what,
        "powers": list(one.powers),
        "until": _text(one.until),
        "phase": one.phase,
        "outcome": one.outcome,
    }
    if viewer.power in voters(viewer.g, one):
        found["your_vote"] = one.votes.get(viewer.power or "")
    return found


def _text(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None
