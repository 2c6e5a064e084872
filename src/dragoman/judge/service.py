"""A judge: all that interfaces open by the address of a database."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any, Final

from dragoman.game import Find
from dragoman.judge.accounts.account_mails import Site
from dragoman.judge.accounts.applicants import Applicants
from dragoman.judge.accounts.bounces import was_refused
from dragoman.judge.accounts.credentials import Passwords, new_code
from dragoman.judge.accounts.guests import AN_HOUR, Guests
from dragoman.judge.accounts.households import Households
from dragoman.judge.accounts.mailed_invitations import (
    BY_ADMIN,
    BY_MAIL,
    Invitation,
    MailedInvitations,
)
from dragoman.judge.accounts.own_data import OwnData
from dragoman.judge.accounts.passkeys import Passkeys
from dragoman.judge.accounts.people import People, keep_an_admin
from dragoman.judge.accounts.permissions import AccountAction, check_may
from dragoman.judge.accounts.preferences import Looks, WishStore
from dragoman.judge.accounts.rate_limits import INVITE, take_attempts
from dragoman.judge.accounts.registration import Registration
from dragoman.judge.accounts.relations import Relations
from dragoman.judge.accounts.sightings import DAYS, Sightings
from dragoman.judge.accounts.sign_ins import GamePasswords, SignIns
from dragoman.judge.accounts.tokens import ApiTokens, Programs, programs_of
from dragoman.judge.accounts.training import Training
from dragoman.judge.boards.published import PublishedTournaments
from dragoman.judge.boards.wish_calls import WishCalls
from dragoman.judge.clubs.clubs import Clubs
from dragoman.judge.commands import command as c, permissions as game_permissions
from dragoman.judge.commands.audit_entry import AuditAct, AuditEntry, AuditRole
from dragoman.judge.commands.bars import SanctionKind, check_not_barred
from dragoman.judge.commands.command import Decision
from dragoman.judge.commands.guests import check_guest_hosts
from dragoman.judge.commands.permissions import (
    CLOCK,
    WHO_MAY,
    Actor,
    GameRole,
    check_account,
    may_give,
)
from dragoman.judge.commands.seats import comes_by_code
from dragoman.judge.hooks.hooks import Hooks
from dragoman.judge.log.state import JudgedGame, Stage
from dragoman.judge.moderation.audit_log import AuditLog
from dragoman.judge.moderation.moderators import Moderators
from dragoman.judge.moderation.reports import Report, Reports
from dragoman.judge.moderation.sanctions import Sanctions, Sentence
from dragoman.judge.moderation.signals import Signals
from dragoman.judge.notices.notices import Notices
from dragoman.judge.notices.push_devices import PushDevices
from dragoman.judge.outbox.sending import Outbox
from dragoman.judge.results.statistics import reliability_of
from dragoman.judge.sandbox.sandbox_store import SandboxStore
from dragoman.judge.solo import go_on
from dragoman.judge.storage.audit import note
from dragoman.judge.storage.changes import ChangeFeed
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.design_store import DesignStore
from dragoman.judge.storage.game_keys import GameKeys
from dragoman.judge.storage.game_lists import Part, games_hosted, parts_of
from dragoman.judge.storage.game_store import Added, GameStore, no_game
from dragoman.judge.storage.variant_store import VariantStore
from dragoman.refusal import ActionRefused
from dragoman.values import FrozenMap

_LEAVING: Final = FrozenMap[Part, c.Command](
    {
        "player": c.Resign(),
        "waiting": c.Leave(),
        "invited": c.Decline(),
        "observer": c.StopObserving(),
        "master": c.StepDown(),
    }
)
"""The command with which somebody leaves a game, by his part in it."""

BARRED: Final = "the moderators of this judge have barred this player"
"""Why a seat is taken from somebody, as its game is told."""


class Accounts:
    """The accounts of a database: ``people`` with their names and addresses, ``sign_ins`` with
    passwords and sessions, ``guests`` who have neither address nor password, ``game_passwords`` for
    one game each, ``registration`` says who may have an account, ``applicants`` are those who wait
    for one, ``passkeys``, ``tokens``, their ``programs``, what they wish to be mailed
    (``wishes``), how they like pages (``looks``), whether programs may learn from their games
    (``training``), what they are to each other (``relations``), whom
    they have invited by mail (``invitations``), with whom they live (``households``), from where
    they came (``sightings``), and what people may ask about themselves (``own_data``)."""

    def __init__(
        self,
        database: Database,
        site: Site,
        passwords: Passwords | None = None,
        guests_an_hour: int = AN_HOUR,
        admin: str = "",
        signal_days: int = DAYS,
    ) -> None:
        hashing = passwords or Passwords()
        self.registration = Registration(database, site, admin)
        self.applicants = Applicants(database, site)
        self.people = People(database, site, hashing, self.registration)
        self.sign_ins = SignIns(database, site, hashing, self.people)
        self.guests = Guests(database, hashing, self.people, self.registration, guests_an_hour)
        self.game_passwords = GamePasswords(database, hashing)
        self.passkeys = Passkeys(database, site, self.people, self.registration)
        self.tokens = ApiTokens(database)
        self.programs = Programs(database, self.tokens)
        self.wishes = WishStore(database)
        self.looks = Looks(database)
        self.training = Training(database)
        self.relations = Relations(database, self.people)
        self.invitations = MailedInvitations(database, site, self.relations)
        self.households = Households(database, self.people)
        self.sightings = Sightings(database, signal_days)
        self.own_data = OwnData(database)


class Moderation:
    """The moderation of a judge: ``moderators``, ``reports`` to them, their ``sanctions``,
    ``signals`` of several accounts, and the ``audit_log`` of what all those read and did who have
    rights over others."""

    def __init__(
        self, database: Database, site: Site, games: GameStore, accounts: Accounts
    ) -> None:
        people = accounts.people
        self.moderators = Moderators(database, people)
        self.reports = Reports(database, games, people)
        self.sanctions = Sanctions(database, site, people)
        self.signals = Signals(database, games, accounts.households)
        self.audit_log = AuditLog(database)


class Judge:
    """Everything a judge keeps. Any number of processes may open the same one.

    ``games`` are judged games and their commands, ``changes`` tells what happens in them,
    ``game_keys`` are in the addresses of those that stand in no list; ``sandboxes`` are people's
    private boards; ``variants`` are what games can be played on, ``accounts`` people and how they
    are known, ``hooks`` addresses that are called, ``notices`` what is mailed about games,
    ``push_devices`` where people are told by push, ``outbox`` what waits to be sent,
    ``tournaments`` those that are shown to all, ``wish_calls`` those whose players are asked for
    powers, ``clubs`` people who play together, ``moderation`` what those decide who see that
    people keep to its rules. ``site`` is where people reach it, for links, mails and passkeys;
    ``admin`` the address that is told of mails that could not be sent; ``kept`` how many games are
    remembered folded; ``guests_an_hour`` how many may play from one address without an account,
    ``signal_days`` how long it is kept from where people came. With ``private_calls`` webhooks may
    call addresses of the local network.
    """

    def __init__(
        self,
        address: str,
        find: Find | None = None,
        site: Site | None = None,
        admin: str = "",
        passwords: Passwords | None = None,
        kept: int = 1000,
        guests_an_hour: int = AN_HOUR,
        private_calls: bool = False,
        signal_days: int = DAYS,
    ) -> None:
        self.database = Database(address)
        self.site = site = site or Site()
        self.variants = VariantStore(self.database)
        self.designs = DesignStore(self.database)
        self.hooks = Hooks(self.database, site.address, private_calls)
        self.notices = Notices(self.database, site)
        self.push_devices = PushDevices(self.database)
        self.games = GameStore(self.database, find or self.variants.find, kept, self._on_append)
        self.game_keys = GameKeys(self.database)
        self.sandboxes = SandboxStore(self.database, find or self.variants.find)
        self.accounts = Accounts(self.database, site, passwords, guests_an_hour, admin, signal_days)
        self.outbox = Outbox(self.database, admin, partial(was_refused, self.database, site))
        self.changes = ChangeFeed(self.database)
        self.tournaments = PublishedTournaments(self.database)
        self.wish_calls = WishCalls(self.database, new_code)
        self.clubs = Clubs(self.database)
        self.moderation = Moderation(self.database, site, self.games, self.accounts)

    def create(
        self, settings: Mapping[str, Any], actor: Actor, now: datetime
    ) -> tuple[int | None, Decision]:
        """Set up a game, whose master somebody is then; its number, or None where the settings are
        wrong.

        Raises:
            ActionRefused: if it takes an account, moderators have barred him from that, or the
                database does not answer.
        """
        self.check_may_host(actor, now)
        if actor.is_guest:
            check_guest_hosts(settings, games_hosted(self.database, actor.user))
        return self.games.create(settings, actor.user, now)

    def game(self, number: int, actor: Actor) -> JudgedGame:
        """A game as it stands, if somebody may know that there is one. Callers must not change it.

        Raises:
            ActionRefused: if there is none that he may know of, or the database does not answer.
        """
        self._check_found(number, actor)
        g = self.games.load(number)
        self._check_known(number, g, actor)
        return g

    def _check_found(self, number: int, actor: Actor, code: str = "") -> None:
        """See that somebody may know of a game before it is folded: that takes longer than to look
        for one that is not there, and would tell him as much.

        Raises:
            ActionRefused: if not.
        """
        known = self.games.remembered(number)
        if not (number in actor.shown or (known is not None and actor.knows(known))):
            self._check_may_know(number, actor, code)

    def _check_known(self, number: int, g: JudgedGame, actor: Actor) -> None:
        if not actor.knows(g):
            self._check_may_know(number, actor)

    def _check_may_know(self, number: int, actor: Actor, code: str = "") -> None:
        if not self.game_keys.may_know(number, actor, code):
            raise no_game(number)

    def act(
        self,
        game: int,
        command: c.Command,
        actor: Actor,
        now: datetime,
        check: Callable[[JudgedGame], None] | None = None,
    ) -> Decision:
        """Carry out somebody's command in a game that he may know of, as ``GameStore.act`` does.
        Where it depends on how reliable he is, or on who is meant, that is looked up. A game that
        he plays alone with bots goes on at once.

        Raises:
            ActionRefused: if there is no such game, or the database does not answer.
        """
        self._check_found(game, actor, getattr(command, "code", ""))
        actor = replace(actor, bars=self.moderation.sanctions.bars(actor.user, now))
        if isinstance(command, (c.Join, c.TakeSeat)):
            lives_with = self.accounts.households.of(actor.user).members
            reliability = reliability_of(self.database, actor.user)
            actor = replace(actor, reliability=reliability, lives_with=lives_with)
        if isinstance(command, (c.Invite, c.OfferSeat)):
            take_attempts(self.database, now, (INVITE, f"account {actor.user}"))

        def checked(g: JudgedGame) -> None:
            if not comes_by_code(g, command):
                self._check_known(game, g, actor)
            if check is not None:
                check(g)
            may = may_give(g, type(command), actor.roles(g))
            if may and isinstance(command, (c.Invite, c.Promote, c.OfferSeat)):
                self._check_there(command.user)
                self._check_not_shunned(command.user, actor.user)

        answer = self.games.act(game, command, actor, now, checked)
        if answer.events:
            self._note_command(game, command, actor)
            go_on(self.games, game, now)
        return answer

    def _note_command(self, game: int, command: c.Command, actor: Actor) -> None:
        """Note what an admin does by that right alone; what masters do stands in the log of their
        game."""
        if not actor.is_admin:
            return
        g = self.games.load(game)
        is_part = actor.user in g.masters or actor.user in g.players
        if not is_part and WHO_MAY[type(command)][0].isdisjoint({GameRole.USER}):
            what = type(command).__name__
            entry = AuditEntry(actor.user, AuditRole.ADMIN, AuditAct.COMMAND, game, detail=what)
            with self.database.writing() as connection:
                note(connection, entry)

    def check_may_host(self, actor: Actor, now: datetime) -> None:
        """See that moderators have not barred somebody from setting up games.

        Raises:
            ActionRefused: with the reason, if they have.
        """
        bars = self.moderation.sanctions.bars(actor.user, now)
        check_not_barred(bars, SanctionKind.BAN, SanctionKind.NO_NEW_GAMES)

    def check_not_banned(self, actor: Actor, now: datetime) -> None:
        """See that moderators have not barred somebody from the judge.

        Raises:
            ActionRefused: with the reason, if they have.
        """
        bars = self.moderation.sanctions.bars(actor.user, now)
        check_not_barred(bars, SanctionKind.BAN)

    def impose(
        self,
        actor: Actor,
        person: int,
        sentence: Sentence,
        now: datetime,
        report: Report | None = None,
        answer: str = "",
        *,
        frees_seats: bool = False,
    ) -> int:
        """Decide a sanction; its number. With ``frees_seats`` somebody who is barred loses his
        seats in running games at once, as if each game's master had taken them from him; else he
        misses his deadlines there, and the masters are told that they may.

        Raises:
            ActionRefused: if it may not be, or the report was decided meanwhile.
        """
        with self.database.together():
            number = self.moderation.sanctions.impose(actor, person, sentence, now, report, answer)
            if sentence.kind is SanctionKind.BAN:
                with self.database.asking() as connection:
                    programs = programs_of(connection, person)
                for one in (person, *programs):
                    self._free_seats(one, frees_seats, now)
        return number

    def _free_seats(self, person: int, frees_seats: bool, now: datetime) -> None:
        for game, part in parts_of(self.database, person):
            g = self.games.load(game)
            if part == "waiting":
                self.games.act(game, c.TurnAway(person), CLOCK, now)
            elif part == "player" and g.stage is not Stage.OVER:
                power = g.players[person]
                if frees_seats and g.stage is not Stage.FORMING:
                    self.games.act(game, c.Eject(power, BARRED), CLOCK, now)
                else:
                    self.moderation.sanctions.tell_masters(game, g, power, now)

    def invite_by_mail(
        self, game: int, to: str, actor: Actor, language: str, now: datetime, power: str = ""
    ) -> None:
        """Have an address invited to a game by its link, or to the seat of a power by the link to
        that, as a master may, in his name.

        Raises:
            ActionRefused: if he may not, the link is closed, or it is too much.
        """
        g = self.game(game, actor)
        game_permissions.check_may(g, c.MakeLink(), actor)
        check_account(actor)
        self.check_not_banned(actor, now)
        if actor.is_program:
            raise ActionRefused("not-allowed", "programs do not have mails written")
        link = g.seat_links.get(power, "") if power else g.link
        if not link:
            raise ActionRefused("no-link", "the link of this game is closed", "make another")
        name = self.accounts.people.person(actor.user).name
        named = g.game.variant.power_name(power, language) if power else ""
        invitation = Invitation(game, g.settings.title, link, actor.user, name, language, named)
        limit = BY_ADMIN if actor.is_admin else BY_MAIL
        self.accounts.invitations.mail(to, invitation, now, limit)

    def forget(self, actor: Actor, person: int, now: datetime) -> None:
        """Forget somebody, and have him leave the games in which others wait for him: there
        somebody else may take his seat.

        Raises:
            ActionRefused: if that is not allowed, there is nobody, or he is the only admin.
        """
        check_may(AccountAction.DELETE, actor, person)
        with self.database.writing() as connection:
            keep_an_admin(connection, person)
            programs = programs_of(connection, person)
        for one in (*programs, person):
            for game, part in parts_of(self.database, one):
                # What cannot be left any more is left as it is: a game that is over, for one.
                self.games.act(game, _LEAVING[part], Actor(one), now)
            self.clubs.forget(one)
        self.accounts.own_data.delete(actor, person, now)

    def turn_away(self, actor: Actor, person: int, why: str, now: datetime) -> None:
        """Not let somebody in who waits for an admin, and tell him why: his account is forgotten.

        Raises:
            ActionRefused: if he does not wait, or no more, or no reason is given.
        """
        with self.database.together():
            if self.accounts.applicants.turn_away(actor, person, why, now):
                self.forget(actor, person, now)

    def sweep(self, now: datetime) -> None:
        """Forget what is over: codes, sessions, accounts that nobody confirmed, and guests who
        cannot come back.

        Raises:
            ActionRefused: if the database does not answer.
        """
        self.accounts.own_data.sweep(now)
        self.accounts.sightings.sweep(now)
        for guest in self.accounts.guests.gone(now):
            self.forget(Actor(guest, is_guest=True), guest, now)

    def _check_there(self, person: int) -> None:
        """See that there is an account.

        Raises:
            ActionRefused: if not, or it is gone.
        """
        if self.accounts.people.person(person).is_deleted:
            raise ActionRefused("no-person", f"there is no account {person}")

    def _check_not_shunned(self, person: int, by: int) -> None:
        """See that somebody does not shun whoever wants him to take part in something.

        Raises:
            ActionRefused: if he does.
        """
        if self.accounts.relations.shuns(person, by):
            raise ActionRefused("not-invitable", "this player is not asked by you")

    def notify(self, now: datetime) -> bool:
        """Write the mails of one thing that happened in a game or is due; False if there was none.

        Raises:
            ActionRefused: if the database does not answer.
        """
        return self.notices.work(self.games, now)

    def _on_append(self, *added: *Added) -> None:
        """Pass what was added to a log on to webhooks and notices."""
        self.hooks.on_append(*added)
        self.notices.on_append(*added)

    def close(self) -> None:
        """Let go of the database."""
        self.changes.close()
        self.database.close()
