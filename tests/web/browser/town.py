"""A judge on which everything there is has been done once, by people who write wherever one can
write what must never run; and the addresses of every page of it, as each of them sees it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import timedelta
from itertools import product
from pathlib import Path
from typing import Final

import sqlalchemy as sa

from dragoman.formats import shipped_folder
from dragoman.games.variants.trial import try_variant
from dragoman.games.workshop.texts import empty_texts
from dragoman.judge.accounts.registration import RegistrationMode, RegistrationWish
from dragoman.judge.boards.wish_calls import WishCall
from dragoman.judge.commands import command as c
from dragoman.judge.commands.bars import SanctionKind
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.moderation.reports import Misconduct, ReportGround
from dragoman.judge.moderation.sanctions import Sentence
from dragoman.judge.running.maintenance import announce_maintenance
from dragoman.judge.running.metrics import Metrics
from dragoman.judge.running.metrics_history import MetricsHistory
from dragoman.judge.sandbox import commands as s
from dragoman.judge.sandbox.forking import fork_game
from dragoman.judge.solo import begin_solo
from dragoman.judge.storage.tables import addresses as owned, passkeys
from dragoman.judge.storage.upkeep import Announcement
from dragoman.judge.views.viewer import Viewer
from dragoman.tournament.publishing.public_view import published_view
from tests.web.conftest import PASSWORD
from tests.web.pages.routes import page_routes
from tests.web.test_boards import hall
from tests.web.trial_page import ROOT, Trial

PAYLOADS: Final = (
    "<img src=/ran onerror=ran()>",
    "<svg/onload=ran()>",
    "'\"><b onfocus=ran() autofocus>",
    "</textarea><script>ran()</script>",
    "</title></style><script>ran()</script>",
    "javascript:ran()",
    "{{7*7}}${ran()}<!--",
    "<a href=javascript:ran()>x</a>&lt;b&gt;",
)
"""What a page must show, and never do."""


def nasty(what: str, number: int = 0) -> str:
    """A text that says where it was written, and would run if a page let it."""
    return f"{what} {PAYLOADS[(len(what) + number) % len(PAYLOADS)]}"


_NO_MARKUP: Final = "markup is refused: tests/judge/accounts, tests/web/pages"
_A_SECRET: Final = "what is typed here no page shows"
_AN_ANSWER: Final = "told again on the page that answers alone: QUERIES, tests/web/pages"
_NOTHING: Final = "nobody reads what stands here"
_OF_VARIANTS: Final = (
    "what files of other sites say is shown by tests/web/pages/test_variant_pages.py"
)
_OF_FILES: Final = "what files of games say is shown by tests/web/pages/test_import.py"
FIELDS: Final = {
    **dict.fromkeys(
        (
            *("/account/addresses address", "/account/name name", "/account/programs name"),
            *("/admin/people address", "/admin/people name"),
            *("/admin/maintenance/stop length", "/admin/maintenance/shift length"),
            *("/admin/people/{}/delete name", "/admin/people/{}/rename name"),
            *("/confirm address", "/new-password address", "/register address", "/reset address"),
            *("/register name", "/sign-in who", "/settings/mails hours"),
            *("/games/{}/money ducats", "/games/{}/do/save-orders phase", "/variants/new name"),
            "/workshop name",
            *("/games/{}/invite-by-mail address", "/account/household name"),
            *("/tournaments/new name", "/tournaments/new games", "/sandboxes position"),
            "/admin/registration/domains domains",
            *("/j/{} name", "/friends/called name", "/clubs name", "/table name"),
            *(
                f"{page} {one}"
                for page in ("/games/new", "/games/{}/settings")
                for one in (
                    *("movement", "retreat", "adjustment", "delay", "grace", "least", "not_before"),
                    *("press_closes", "abandoned", "zone", "days_off", "dates_off", "programs"),
                    *("scoring_settings", "start"),
                )
            ),
        ),
        _NO_MARKUP,
    ),
    **dict.fromkeys(
        (
            *("/account/delete password", "/account/password new", "/account/password old"),
            *("/admin/people password", "/admin/people/{}/password password", "/games/new code"),
            "/games/{}/settings code",
            *("/new-password password", "/register password", "/sign-in password"),
            *("/confirm code", "/new-password code"),
        ),
        _A_SECRET,
    ),
    **dict.fromkeys(
        (
            *("/archive name", "/archive power", "/archive title", "/games title"),
            *(f"/games/{{}}/do/{one} user" for one in ("invite", "offer-seat", "promote")),
            *("/games/{}/do/set-position position", "/games/{}/do/throw-dice text"),
            *(
                "/variants title",
                "/tutorial/{}#came text",
                "/j code",
                "/powers code",
                "/clubs/oslo/dissolve sure",
            ),
            "/games/{}#press find",
        ),
        _AN_ANSWER,
    ),
    " design-field": _NOTHING,
    "/import files": _OF_FILES,
    **dict.fromkeys(("/clubs title", "/clubs/oslo/change title"), "club"),
    **dict.fromkeys(("/clubs about", "/clubs/oslo/change about"), "about a club"),
    "/clubs/oslo/add-date title": "date",
    "/account/programs about": "program",
    "/account/programs/{}/tokens name": "token",
    "/account/tokens name": "own token",
    " passkey-name": "passkey",
    "/account/invitations note": "invitation",
    "/admin/registration/invite note": "invitation of an admin",
    "/admin/registration/applicants/{}/turn-away why": "turning away",
    "/admin/people/{}/block why": "block",
    "/admin/maintenance/announce text": "announcement",
    "/admin/maintenance/stop why": "why it stands still",
    "/admin/maintenance/shift why": "why deadlines are shifted",
    "/report why": "report",
    **dict.fromkeys(
        ("/moderation/people/{}/sanction why", "/moderation/reports/{}/decide why"), "sanction"
    ),
    **dict.fromkeys(
        ("/moderation/reports/{}/decide answer", "/moderation/sanctions/{}/grant why"), "answer"
    ),
    "/moderation/sanctions/{}/lift why": "lifting",
    "/moderation/people/{}/note note": "note about somebody",
    "/decisions/{}/appeal text": "appeal",
    "/desk why": "pause",
    **dict.fromkeys(("/desk/games/{}/hide-message why", "/games/{}/do/hide-message why"), "hiding"),
    **dict.fromkeys(
        (f"/games/{{}}/do/{one} why" for one in ("roll-back", "set-position", "declare-result")),
        "told where all acts of masters are",
    ),
    "/games/{}/do/eject why": "ejection",
    "/games/{}/do/pause why": "pause",
    "/games/{}/do/report-power why": "complaint",
    "/games/{}/do/save-note text": "note",
    "/games/{}/do/set-deadline why": "deadline",
    "/games/{}/do/silence why": "silence",
    "/games/{}/do/terminate why": "why it ended",
    "/games/{}/settings title": "title",
    "/games/{}/do/save-orders text": "odd order",
    "/games/{}/do/send text": "press to ()",
    "/games/new title": "title",
    "/table title": "title",
    "/workshop title": "design",
    **dict.fromkeys(
        (f"/workshop {one}-file" for one in ("map", "seed", "toml", "geometry")), "design"
    ),
    "/sandboxes title": "board",
    "/sandboxes/{}/do/name name": "branch",
    "/sandboxes/{}/do/retitle title": "board",
    "/sandboxes/{}/orders text": "order aside",
    "/tournaments/new public": "cup",
    "/tournaments/new public-file": "cup",
    **dict.fromkeys(("/variants/new/other file", "/variants/new/other which"), _OF_VARIANTS),
    **dict.fromkeys(
        (f"/variants/new {one}{way}" for one in ("map", "seed", "toml") for way in ("", "-file")),
        "place",
    ),
}
"""Every field of every form that takes a text, and which of the texts is written by it, or why none
is."""


@dataclass
class Town:
    """The judge, the people by their parts, and what the parameters of addresses may be: by name,
    or by address and name where one name means several things."""

    t: Trial
    people: dict[str, int] = field(default_factory=dict[str, int])
    values: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    written: dict[str, str] = field(default_factory=dict[str, str])
    """Every text that somebody wrote, by what it is."""

    def writes(self, what: str, most: int = 200) -> str:
        text = nasty(what, len(self.written))
        if len(text) > most:
            text = nasty(what, next(n for n in range(8) if len(nasty(what, n)) <= most))
        self.written[what] = text
        return text


_THREADS: Final = ("ALL", "ENGLAND%2BFRANCE", "FRANCE%2BMASTER")
QUERIES: Final[dict[str, tuple[str, ...]]] = {
    "/games": ("?kind=open", "?kind=running", "?kind=over", "?kind=mine", "?kind=watched"),
    "/games/{game}": (
        *("", *(f"?thread={one}" for one in _THREADS)),
        "?find=%22%3E%3Cimg%20src=/ran%20onerror=ran()%3E",
    ),
    "/games/{game}/turns/{phase}": ("", "?why=true"),
    "/j": ("?code=%3Cb%3E",),
    "/powers": ("", "?code=%3Cb%3E"),
    "/report": ("?person=2", "?game=1&letter=1", "?game=1"),
    "/oembed": ("?url=http://127.0.0.1:8080/games/1",),
    "/sign-in": ("", "?next=%22%3E%3Cscript%3Eran()%3C/script%3E"),
    "/variants": ("", "?title=%22%3E%3Cimg%20src=/ran%20onerror=ran()%3E"),
    "/confirm": ("", "?address=%22%3E%3Cscript%3Eran()%3C/script%3E&code=%3Cb%3E"),
    "/new-password": ("", "?address=%22%3E%3Cscript%3Eran()%3C/script%3E&code=%3Cb%3E"),
}
"""What is asked for with an address besides."""


def addresses(town: Town) -> Iterator[str]:
    """Every page there is, of each of the games, variants and people that there are."""
    for route in page_routes():
        names = re.findall(r"{(\w+)(?::\w+)?}", route)
        offered: list[list[str]] = []
        for name in names:
            found = town.values.get(f"{route} {name}") or town.values.get(name)
            assert found, f"{route}: say in town.py what {name!r} may be"
            offered.append(found)
        for chosen in product(*offered):
            path = route
            for name, value in zip(names, chosen, strict=True):
                path = re.sub(rf"{{{name}(?::\w+)?}}", value, path)
            yield from (path + query for query in QUERIES.get(route, ("",)))


def settle(t: Trial) -> Town:
    """Have people do everything that they can do, and write wherever they can write."""
    town = Town(t)
    parts = ("master", "player", "other", "observer", "keeper")
    town.people = {part: t.account(number) for number, part in enumerate(parts, 1)}
    t.judge.accounts.people.set_admin(ROOT, town.people["keeper"], True)
    guest = t.judge.accounts.guests.begin("", "a browser", t.now())
    town.people["guest"] = guest.number
    begin_solo(t.judge.games, Actor(guest.number, is_guest=True), t.now(), "Against six bots")
    running = _running_game(town)
    forming = _forming_game(town)
    over = _game_over(town)
    brought, abroad = _brought_variant(town)
    italy, _ = t.game(variant="machiavelli")
    _private_board(town, running)
    _design(town)
    _program(town)
    _tournament(town, running)
    _club(town, running)
    _moderated(town, running)
    t.act(forming, c.MakeLink())
    _own_texts(t)
    _newcomers(town)
    _noted_metrics(t)
    ahead = Announcement(town.writes("announcement"), t.now() + timedelta(hours=3))
    announce_maintenance(t.judge, ahead, t.now())
    town.values |= {
        "game": [str(one) for one in (running, forming, over, abroad, italy)],
        "phase": ["S1901M"],
        "variant": ["standard", "machiavelli", brought],
        "number": [str(town.people["player"]), *town.values["program"]],
        "pool": ["standard"],
        "/j/{code} code": [t.judge.games.load(forming).link, "WRONG-CODES"],
        **{f"/clubs/{{name}}{one} name": ["oslo"] for one in ("", "/calendar.ics", "/feed.atom")},
        "/games/{game}/letters/{number} number": ["1", "2"],
        "/moderation/reports/{number} number": ["1", "2"],
        "/tutorial/{number} number": ["1", "7"],
        "/tutorial/{number}/map.svg number": ["1"],
        "/house/{name} name": ["imprint", "rules"],
    }
    return town


def _newcomers(town: Town) -> None:
    """Somebody who waits to be let in, somebody who was not, and invitations."""
    t, accounts = town.t, town.t.judge.accounts
    registration, root = accounts.registration, Actor(town.people["keeper"], is_admin=True)
    registration.set_mode(ROOT, RegistrationMode.APPROVAL, t.now())
    for name, words in (("Wendy", town.writes("words to admins")), ("Wanda", "hello")):
        to, wish = f"{name.lower()}@dip.example", RegistrationWish(words=words)
        made = accounts.people.register(name, to, PASSWORD, "", t.now(), wish=wish)
        with t.judge.database.writing() as connection:
            mine = owned.c.person == made.number
            connection.execute(owned.update().where(mine).values(verified=t.now()))
    t.judge.turn_away(root, made.number, town.writes("turning away"), t.now())
    registration.set_mode(ROOT, RegistrationMode.OPEN, t.now())
    for user, what in (
        (Actor(town.people["player"]), "invitation"),
        (root, "invitation of an admin"),
    ):
        registration.invitations.make(user, user.user, t.now(), town.writes(what, 100))


def _noted_metrics(t: Trial) -> None:
    metrics = Metrics()
    history = MetricsHistory(t.judge.database, metrics, "server here:8080")
    metrics.requests.labels("GET", "/games", "200").inc()
    metrics.request_seconds.labels("GET", "/games").observe(0.01)
    history.note(t.now())


def _own_texts(t: Trial) -> None:
    """Texts of the operator: one with headings, links and a table, one without."""
    folder = Path(t.judge.database.url.database or "").parent / "texts"
    folder.mkdir()
    rules = (
        "# Rules\n\n## Be fair\n\n- [Fair](/help)\n\n| what | then |\n|---|---|\n| cheat | out |\n"
    )
    for name, text in (("imprint", "Ann Lee, Main Street 1"), ("rules", rules)):
        (folder / f"{name}.md").write_text(text, "utf-8")
    t.judge.site.texts.folder = folder


def _moderated(town: Town, game: int) -> None:
    """Reports, one of them decided, and sanctions: with an appeal, lifted, and one that holds."""
    t, people = town.t, town.people
    keeper, reports = Actor(people["keeper"], is_admin=True), t.judge.moderation.reports
    sanctions = t.judge.moderation.sanctions
    letter = Misconduct(ReportGround.INSULT, town.writes("report"), game=game, letter=1)
    reports.make(Actor(people["other"]), letter, "here", t.now())
    someone = Misconduct(ReportGround.OTHER, "a second report", person=people["player"])
    reports.make(Actor(people["other"]), someone, "here", t.now())
    found = reports.one(keeper, 2)
    sanctions.dismiss(keeper, found, town.writes("answer"), t.now())
    warning = Sentence(SanctionKind.WARNING, town.writes("sanction"))
    player = people["player"]
    appealed, lifted, _ = (t.judge.impose(keeper, player, warning, t.now()) for _ in range(3))
    sanctions.appeal(Actor(player), appealed, town.writes("appeal"), t.now())
    sanctions.lift(keeper, lifted, town.writes("lifting"), t.now())
    sanctions.add_note(keeper, player, town.writes("note about somebody"), t.now())
    t.judge.accounts.households.declare(Actor(people["other"]), player, t.now())
    t.judge.accounts.sightings.note(player, "here", now=t.now())
    t.judge.accounts.sightings.note(people["other"], "here", now=t.now())


def _running_game(town: Town) -> int:
    """A game with press, votes, notes, a turn that was judged, and a master who says why."""
    t = town.t
    title = town.writes("title", 80)
    press = ["private", "public", "grey", "fake"]
    settings = {"title": title, "movement": "2 d", "press": press, "readiness_shown": True}
    game, who = t.game(**settings)
    france, england = who["FRANCE"], who["ENGLAND"]
    town.people |= {"player": france, "other": england}
    t.act(game, c.SaveOrders(f"A par-bur # {town.writes('remark')}"), france)
    t.act(game, c.SaveOrders(f"F lon-nth\n{town.writes('odd order')}"), england)
    t.act(game, c.ProcessNow())
    t.act(game, c.SaveOrders(f"A bur-bel # {town.writes('second remark')}"), france)
    t.act(game, c.SetReady(True), who["ITALY"])
    for to in ((), ("ENGLAND",), ("MASTER",)):
        t.act(game, c.Send(town.writes(f"press to {to}"), to), france)
    t.act(game, c.Send(town.writes("unsigned"), (), "-"), england)
    t.act(game, c.Send(town.writes("by the master"), ("FRANCE",)))
    t.act(game, c.Observe(), town.people["observer"])
    t.act(game, c.SaveNote(town.writes("note")), france)
    t.act(game, c.ReportMessage(1, town.writes("report")), england)
    t.act(game, c.ReportPower("FRANCE", town.writes("complaint")), england)
    t.act(game, c.HideMessage(4, town.writes("hiding")))
    t.act(game, c.SetDeadline(t.now() + timedelta(days=3), town.writes("deadline")))
    t.act(game, c.Propose("draw"), france)
    t.act(game, c.Propose("extension", (), t.now() + timedelta(days=5)), england)
    t.act(game, c.Pause(town.writes("pause")))
    t.act(game, c.Resume())
    t.act(game, c.Silence("TURKEY", True, town.writes("silence")))
    t.act(game, c.Eject("RUSSIA", town.writes("ejection")))
    return game


def _forming_game(town: Town) -> int:
    t = town.t
    settings = {"title": town.writes("forming", 80), "movement": "1 d", "entry": "master"}
    number, answer = t.judge.games.create(settings, town.people["master"], t.now())
    assert number is not None, answer
    t.act(number, c.Join(), t.account(60))
    t.act(number, c.Invite(town.people["observer"]))
    return number


def _game_over(town: Town) -> int:
    t = town.t
    game, _ = t.game(title=town.writes("over", 80))
    t.act(game, c.Terminate(town.writes("why it ended")))
    return game


def _club(town: Town, game: int) -> None:
    """A club with everything in it; and people who are something to each other."""
    t, clubs = town.t, town.t.judge.clubs
    head, member = Actor(town.people["master"]), Actor(town.people["player"])
    title, about = town.writes("club", 80), town.writes("about a club")
    clubs.found(head, "oslo", title, about, is_open=False, now=t.now())
    number = clubs.club("oslo").number
    for actor in (member, Actor(town.people["observer"])):
        clubs.join(actor, number, t.now())
    clubs.admit(head, number, member.user, t.now())
    clubs.add_game(head, number, game, [head.user])
    date = t.now() + timedelta(days=3)
    clubs.add_date(head, number, date, town.writes("date", 80), t.now())
    relations = t.judge.accounts.relations
    for one, other in (("master", "player"), ("player", "master"), ("observer", "player")):
        relations.follow(Actor(town.people[one]), town.people[other], t.now())
    relations.shun(head, town.people["keeper"], t.now())


def _brought_variant(town: Town) -> tuple[str, int]:
    """A variant whose files say what must not run wherever they can, and a game of it."""
    t, folder = town.t, shipped_folder() / "pure"
    texts = [(folder / f"{kind}.pure").read_text("utf-8") for kind in ("map", "seed")]
    toml = (folder / "variant.toml").read_text("utf-8").partition("[names.de")[0]
    place, power = town.writes("place", 60), town.writes("power", 60)
    title, credit = town.writes("variant", 80), town.writes("credits")
    texts[0] = texts[0].replace("Paris,", f"{place.replace(',', '')},")
    texts[1] = texts[1].replace("Paris", "par")
    toml = toml.replace('"Pure"', f"'''{title}'''\ncredits = '''{credit}'''")
    toml = toml.replace('"France"', f"'''{power}'''")
    files = {"name": "mean", "map": texts[0], "seed": texts[1], "toml": toml}
    tried = try_variant("mean", (files["map"], files["seed"], files["toml"]))
    assert tried.facts is not None, tried.told
    owner, given = town.people["player"], (files["map"], files["seed"], files["toml"])
    kept = t.judge.variants.keep(
        "mean", tried.title, owner, t.now(), given, tried.geometry, tried.facts
    )
    game, who = t.game(variant=kept.key, title=town.writes("game abroad", 80))
    t.act(game, c.SaveOrders("A par-lon"), next(iter(who.values())))
    t.act(game, c.ProcessNow())
    assert t.judge.games.tick(t.now()), "on such a map the judge's worker judges"
    return kept.key, game


def _private_board(town: Town, game: int) -> None:
    """A board taken aside, with a link to it."""
    t, owner = town.t, town.people["player"]
    boards = t.judge.sandboxes
    viewer = Viewer(t.judge.games.load(game), Actor(owner))
    number = boards.create(owner, fork_game(viewer, game, "", town.writes("board", 80)), t.now())
    sheet = s.Order("FRANCE", f"A bur H # {town.writes('order aside')}")
    name = s.Name(2, town.writes("branch", 60))
    for command in (sheet, s.Adjudicate(), name, s.Share()):
        shared, _ = boards.act(number, owner, command, t.now())
    town.values |= {"sandbox": [str(number)], "board": [str(number)], "link": [shared.link]}


def _design(town: Town) -> None:
    """A design in the workshop."""
    t, title = town.t, town.writes("design", 80)
    texts = empty_texts("mine", title)
    number = t.judge.designs.create(town.people["player"], title, texts, t.now())
    town.values |= {"design": [str(number)]}


def _program(town: Town) -> None:
    """A program of somebody, which says of itself what it is."""
    programs, owner = town.t.judge.accounts.programs, town.people["player"]
    actor, now = Actor(owner), town.t.now()
    about = town.writes("program", 60)
    number = programs.make(actor, owner, "Clockwork", about, now)
    town.values.setdefault("program", []).append(str(number))
    programs.make_token(actor, number, town.writes("token", 60), ("play",), now)
    tokens = town.t.judge.accounts.tokens
    tokens.make(actor, owner, town.writes("own token", 60), ("read",), now)
    passkey = {"credential": "AA", "person": owner, "name": town.writes("passkey", 60)}
    with town.t.judge.database.writing() as connection:
        row = {**passkey, "public_key": b"", "uses": 0, "created": now}
        connection.execute(sa.insert(passkeys).values(row))
    blocked = town.t.account(59)
    town.t.judge.accounts.people.block(ROOT, blocked, town.writes("block"))


def _tournament(town: Town, game: int) -> None:
    """A tournament that an admin shows, with people and places of all names."""
    h = hall()
    founded, registered = h.log[0], h.log[1]
    named = replace(founded.event, name=town.writes("cup", 60), place=town.writes("town", 60))
    player = replace(registered.event, first=town.writes("first name", 60))
    h.log[:2] = [replace(founded, event=named), replace(registered, event=player)]
    t, keeper = town.t, town.people["keeper"]
    t.judge.tournaments.publish("mean-cup", published_view(h.t), {"1A": game}, keeper, t.now())
    town.values["name"] = ["mean-cup"]
    call = WishCall("mean-cup", keeper, town.writes("wishes", 60), "standard")
    t.judge.wish_calls.call(call, {1: town.writes("who wishes", 60)})
    [asked] = t.judge.wish_calls.wishes("mean-cup")
    town.values["wish_code"] = [asked.code, "WRCNG-CCDFS"]
