"""A judged game as somebody may see it: plain data, for pages, JSON, mails and programs."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from typing import Any, NotRequired, overload

from dragoman.judge.commands.judging import phase_due
from dragoman.judge.commands.voting import voters
from dragoman.judge.log.plain_data import SettingsData, settings_data
from dragoman.judge.log.state import Stage, VoteProposal
from dragoman.judge.views.position_view import PositionShape, position_view
from dragoman.judge.views.viewer import Viewer
from dragoman.rules import Phase
from dragoman.views import DiagnosticShape, Moment, StageName, View


class You(View):
    """The caller's part in the game."""

    power: str | None
    master: bool
    """Whether he sees what masters see."""
    invited: bool
    """Whether a master asks him to play."""
    offered: list[str]
    """Powers whose players hand them over to him."""


class SeatShape(View):
    """A power, and what one may know of who plays it; what one may not is left out."""

    power: str
    taken: bool
    kept: bool
    """Whether it has no player, and is kept for somebody."""
    program: bool
    bot: str
    alive: bool | None
    missed: int
    disorder: bool
    silenced: bool
    user: NotRequired[int | None]
    since: NotRequired[Moment | None]
    past: NotRequired[list[int]]
    away: NotRequired[list[tuple[Moment, Moment]]]
    wishes: NotRequired[list[str]]
    ready: NotRequired[bool]
    ordered: NotRequired[bool]
    muted: NotRequired[list[str]]
    offered_to: NotRequired[int | None]


class WaitingShape(View):
    """Somebody who waits for a seat; empty where one may not know who."""

    user: NotRequired[int]
    admitted: NotRequired[bool]
    program: NotRequired[bool]
    wishes: NotRequired[list[str]]


class ProposalShape(View):
    number: int
    what: str
    powers: list[str]
    until: Moment | None
    phase: str
    outcome: str
    """Empty while it is open."""
    your_vote: NotRequired[bool | None]


class ActShape(View):
    """Something a master did."""

    at: Moment
    by: int
    what: str
    why: str


class EndingShape(View):
    how: str
    powers: list[str]


class FiledSheet(View):
    power: str
    phase: str
    text: str
    at: Moment


class OriginShape(View):
    """The place where a game went on before it came here."""

    source: str
    name: str
    masters: list[str]
    players: dict[str, str]
    """Those there, by power, as far as one may know them."""
    told: list[DiagnosticShape]
    """What came out otherwise here, or could not be taken over."""


class GameView(View):
    """A game as somebody may see it; what he may not see of it is left out."""

    title: str
    variant: str
    stage: StageName
    settings: Mapping[str, Any]
    masters: list[int]
    created: Moment
    you: You
    seats: list[SeatShape]
    waiting: list[WaitingShape]
    phase: NotRequired[str]
    began: NotRequired[Moment | None]
    deadline: NotRequired[Moment | None]
    grace: NotRequired[Moment | None]
    awaited: NotRequired[list[str]]
    abandoned: NotRequired[Moment | None]
    """When the game is over unless somebody gives a sign."""
    position: NotRequired[PositionShape]
    phases: NotRequired[list[str]]
    """Those that were judged."""
    proposals: NotRequired[list[ProposalShape]]
    acts: NotRequired[list[ActShape]]
    ending: NotRequired[EndingShape]
    next_due: NotRequired[Moment | None]
    observers: NotRequired[list[int]]
    invited: NotRequired[list[int]]
    link: NotRequired[str]
    """The code of the link that invites; empty while there is none."""
    seat_links: NotRequired[dict[str, str]]
    """The codes of links to the seats of single powers."""
    origin: NotRequired[OriginShape]
    begins_at: NotRequired[Moment | None]
    """When a game that has not begun does so by itself."""
    dice: NotRequired[str]
    sheets: NotRequired[list[FiledSheet]]
    standing: NotRequired[dict[str, str]]


def game_view(viewer: Viewer) -> GameView:
    """Everything but press, notes and past turns."""
    g = viewer.g
    alive = g.game.survivors if viewer.sees_board else None
    found: GameView = {
        "title": g.settings.title,
        "variant": g.settings.variant,
        "stage": g.stage.value,
        "settings": settings_view(viewer),
        "masters": list(g.masters),
        "created": time_text(g.created),
        "you": {
            "power": viewer.power,
            "master": viewer.is_master,
            "invited": viewer.actor.user in g.invited,
            "offered": [power for power, user in g.offers.items() if user == viewer.actor.user],
        },
        "seats": [_seat(viewer, power, alive) for power in g.seats],
        "waiting": _waiting(viewer),
    }
    if g.stage is Stage.FORMING:
        found["begins_at"] = time_text(g.begins_at)
    if not viewer.may_look:
        return found
    found["phase"] = str(g.phase)
    found["began"] = time_text(g.began)
    found["deadline"] = time_text(g.deadline)
    found["grace"] = time_text(g.grace)
    found["awaited"] = [one for one in g.awaited if viewer.sees_due(one, g.phase.kind)]
    found["abandoned"] = time_text(g.warned)
    found["position"] = position_view(viewer, g.game.position)
    found["phases"] = [str(one.phase) for one in g.history]
    found["proposals"] = [_proposal(viewer, one) for one in g.proposals]
    found["acts"] = [
        {"at": time_text(one.at), "by": one.by, "what": one.what, "why": one.why} for one in g.acts
    ]
    if (origin := origin_view(viewer)) is not None:
        found["origin"] = origin
    if g.ending is not None:
        found["ending"] = {"how": g.ending[0], "powers": list(g.ending[1])}
    if viewer.is_master:
        found["next_due"] = time_text(phase_due(g))
        found["observers"] = sorted(g.observers)
        found["invited"] = sorted(g.invited)
        found["link"] = g.link
        found["seat_links"] = dict(g.seat_links)
        found["dice"] = g.dice
    found["sheets"] = list(_sheets(viewer))
    found["standing"] = {
        power: text for power, text in g.standing.items() if text and viewer.reads_orders(power)
    }
    return found


def origin_view(viewer: Viewer) -> OriginShape | None:
    """The place where the game went on before it came here; None where it began here. What came out
    otherwise tells where units stood."""
    if (origin := viewer.g.origin) is None:
        return None
    return {
        "source": origin.source,
        "name": origin.name,
        "masters": list(origin.masters),
        "players": {
            power: name for power, name in origin.players.items() if viewer.sees_player(power)
        },
        "told": [one.data() for one in origin.told] if viewer.sees_board else [],
    }


def settings_view(viewer: Viewer) -> SettingsData:
    """The settings; the code only for those who let people in."""
    data = settings_data(viewer.g.settings)
    if not viewer.is_master:
        data.pop("code", None)
    return data


@overload
def time_text(moment: datetime) -> str: ...
@overload
def time_text(moment: None) -> None: ...
@overload
def time_text(moment: datetime | None) -> str | None: ...
def time_text(moment: datetime | None) -> str | None:
    """A moment as views have it: ISO, in UTC."""
    return moment.isoformat() if moment else None


def _seat(viewer: Viewer, power: str, alive: Collection[str] | None) -> SeatShape:
    g, seat = viewer.g, viewer.g.seats[power]
    found: SeatShape = {
        "power": power,
        "taken": seat.user is not None,
        "kept": seat.user is None and (power in g.seat_links or power in g.offers),
        "program": g.is_programs(power),
        "bot": seat.bot,
        "alive": power in alive if alive is not None else None,
        "missed": _missed(viewer, power),
        "disorder": g.is_in_disorder(power),
        "silenced": power in g.silenced,
    }
    if viewer.sees_player(power):
        found["user"] = seat.user
        found["since"] = time_text(seat.since)
        found["past"] = list(seat.past)
        if seat.user is not None:
            found["away"] = [
                (time_text(start), time_text(end)) for start, end in g.absences.get(seat.user, ())
            ]
    if viewer.sees_orders(power):
        found["wishes"] = list(seat.wishes)
        found["offered_to"] = g.offers.get(power)
    if viewer.sees_readiness(power):
        found["ready"] = g.is_ready(power)
        found["ordered"] = g.has_ordered(power)
    if viewer.power == power:
        found["muted"] = sorted(other for one, other in g.muted if one == power)
    return found


def _missed(viewer: Viewer, power: str) -> int:
    """The number of deadlines in a row that a power's player had missed when the last phase was
    judged. That he has given a sign since is not to be seen: he may have written orders."""
    count = 0
    for one in reversed(viewer.g.dues):
        if one.power == power and viewer.sees_due(power, Phase.parse(one.phase).kind):
            if not one.missed or one.user != viewer.g.seats[power].user:
                break
            count += 1
    return count


def _waiting(viewer: Viewer) -> list[WaitingShape]:
    """People who wait for a seat; what he wishes for is between him and the master."""
    g = viewer.g
    found: list[WaitingShape] = []
    for user, one in g.applicants.items():
        knows = viewer.is_master or user == viewer.actor.user
        if g.settings.anonymous and not knows:
            found.append({})
            continue
        shown: WaitingShape = {"user": user, "admitted": one.admitted, "program": one.program}
        found.append({**shown, "wishes": list(one.wishes)} if knows else shown)
    return found


def _sheets(viewer: Viewer) -> Iterator[FiledSheet]:
    """Sheets on file for the phase at hand and later ones, as far as he may read it."""
    g = viewer.g
    now = str(g.phase)
    past = {str(one.phase) for one in g.history}
    for (power, phase), sheet in g.sheets.items():
        if (phase == now or phase not in past) and viewer.reads_orders(power):
            yield {"power": power, "phase": phase, "text": sheet.text, "at": time_text(sheet.at)}


def _proposal(viewer: Viewer, one: VoteProposal) -> ProposalShape:
    """A proposal: what became of it, and one's own vote. Nobody learns another's, nor who
    proposed it."""
    found: ProposalShape = {
        "number": one.number,
        "what": one.what,
        "powers": list(one.powers),
        "until": time_text(one.until),
        "phase": one.phase,
        "outcome": one.outcome,
    }
    if viewer.power in voters(viewer.g, one):
        found["your_vote"] = one.votes.get(viewer.power or "")
    return found
