"""The table of a game before it begins, chair by chair, and what its master has to bring people to
it: the link, as an address and as a QR code."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NotRequired, TypedDict
from urllib.parse import quote

from dragoman.bots.characters import MIXED, characters_of
from dragoman.extras import extra
from dragoman.judge.commands.permissions import GameRole
from dragoman.judge.commands.seats import no_master_plays, waiting
from dragoman.judge.log.settings import Entry
from dragoman.judge.log.state import JudgedGame, Stage
from dragoman.judge.views.viewer import Viewer
from dragoman.quick_dataclass import dataclass
from dragoman.remembered import Remembered
from dragoman.web.pages.html.rendering import Visit
from dragoman.web.pages.people.friends import friends_of

with extra("judge"):
    import segno
    from markupsafe import Markup


@dataclass(frozen=True, slots=True)
class Chair:
    """A chair at the table. ``user`` is 0 where nobody sits there, or the reader may not know who;
    ``bot`` plays it unless somebody comes; ``power`` is what a master gave it to already."""

    is_taken: bool = False
    user: int = 0
    power: str = ""
    bot: str = ""
    is_program: bool = False
    is_host: bool = False
    is_reader: bool = False


class TableShown(TypedDict):
    """The table of a game that has not begun, and what its master has to bring people to it."""

    chairs: NotRequired[list[Chair]]
    free: NotRequired[int]
    standby: NotRequired[list[Chair]]
    """People beyond the chairs that there are."""
    asking: NotRequired[list[int]]
    """People whom a master has yet to let in."""
    host_may_play: NotRequired[bool]
    bot: NotRequired[str]
    """The bot that plays on chairs that stay free; ``bots`` are all that there are."""
    bots: NotRequired[tuple[str, ...]]
    zone: NotRequired[str]
    """The zone by whose clock the beginning is set."""
    link: NotRequired[str]
    """The whole address; empty while there is none."""
    qr: NotRequired[Markup]
    mail: NotRequired[str]
    """The address that opens the reader's own mail program."""
    seat_links: NotRequired[dict[str, str]]
    """Whole addresses of links to the seats of single powers."""
    unlinked: NotRequired[tuple[str, ...]]
    """Powers to whose seats there could be one."""
    invited_names: NotRequired[dict[int, str]]
    friends: NotRequired[dict[int, str]]
    """Friends of the reader who have not come yet."""


def table_shown(visit: Visit, viewer: Viewer) -> TableShown:
    """The table as its reader may see it."""
    g = viewer.g
    found: TableShown = {}
    if g.stage is Stage.FORMING:
        taken = [*_seated(viewer), *_waiting(viewer)]
        number = len(g.seats)
        free = max(0, number - len(taken))
        empty = [Chair(bot=g.settings.bot)] * free
        found |= {
            "chairs": [*taken[:number], *empty],
            "standby": taken[number:],
            "free": free,
            "asking": _asking(g) if viewer.is_master else [],
            "host_may_play": not no_master_plays(g.settings),
            "bot": g.settings.bot,
            "bots": (MIXED, *(one.bot for one in characters_of(g.game.variant))),
            "zone": visit.caller.look.zone or g.settings.zone,
        }
    if GameRole.MASTER in viewer.actor.roles(g) and brings_people(g):
        link = visit.address(f"/j/{g.link}") if g.link else ""
        invited = visit.state.judge.accounts.people.names(frozenset(g.invited))
        subject, text = quote(g.settings.title), quote(link)
        found |= {
            "link": link,
            "qr": qr_code(link) if link else Markup(""),
            "mail": f"mailto:?subject={subject}&body={text}",
            "seat_links": {p: visit.address(f"/j/{code}") for p, code in g.seat_links.items()},
            "unlinked": () if g.stage is Stage.FORMING else g.free,
            "invited_names": {one: invited.get(one, "?") for one in sorted(g.invited)},
            "friends": {
                one: name
                for one, name in friends_of(visit).items()
                if one not in (*g.players, *g.applicants, *g.invited)
            },
        }
    return found


def brings_people(g: JudgedGame) -> bool:
    """True if somebody more may come to a game: before it begins, or to seats that are free."""
    return g.stage is Stage.FORMING or (g.stage is not Stage.OVER and bool(g.vacant))


def _seated(viewer: Viewer) -> Iterator[Chair]:
    for power, seat in viewer.g.seats.items():
        if seat.user is not None:
            knows = viewer.sees_player(power)
            yield _chair(viewer, seat.user, knows, power if knows else "")


def _waiting(viewer: Viewer) -> Iterator[Chair]:
    """People who get a seat when the game begins, in the order in which they came."""
    g = viewer.g
    for programs in (False, True):
        for user in waiting(g, programs):
            is_open = not g.settings.anonymous or viewer.is_master
            yield _chair(viewer, user, is_open or user == viewer.actor.user)


def _chair(viewer: Viewer, user: int, knows: bool, power: str = "") -> Chair:
    g = viewer.g
    applicant = g.applicants.get(user)
    return Chair(
        is_taken=True,
        user=user if knows else 0,
        power=power,
        is_program=applicant is not None and applicant.program,
        is_host=knows and user in g.masters,
        is_reader=user == viewer.actor.user,
    )


def _asking(g: JudgedGame) -> list[int]:
    if g.settings.entry is not Entry.MASTER:
        return []
    return [user for user, one in g.applicants.items() if not one.admitted]


# QR codes

_codes: Remembered[str, Markup] = Remembered()


def qr_code(text: str) -> Markup:
    """A text as a QR code, drawn as SVG: black on white whatever the colours of the page, with the
    quiet zone that cameras look for."""
    if (known := _codes.get(text)) is not None:
        return known
    code = segno.make_qr(text, error="m")
    made = Markup(
        code.svg_inline(border=4, omitsize=True, dark="#000", light="#fff", svgclass="qr")
    )
    return _codes.keep(text, made, len(made))
