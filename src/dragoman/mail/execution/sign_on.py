"""Sign-ons and new games: who speaks, and in which game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from dragoman.formats import VariantError, shipped_variants
from dragoman.judge.accounts.credentials import SHORTEST_PASSWORD
from dragoman.judge.commands import command as c
from dragoman.judge.commands.seats import comes_by_code
from dragoman.judge.log.njudge_settings import NJUDGE_VARIANTS
from dragoman.judge.log.settings import Entry
from dragoman.judge.log.state import JudgedGame, Stage
from dragoman.judge.storage.game_lists import GameSearch, find_games
from dragoman.judge.storage.name_keys import name_key
from dragoman.mail.execution.actions import wishes_named
from dragoman.mail.execution.lookup import game_called, game_meant, no_such_game, power_named
from dragoman.mail.execution.orders import settle
from dragoman.mail.execution.session import CommandOutcome, MailSession
from dragoman.mail.execution.settings import BY_MAIL, settings_of
from dragoman.mail.language.flags import read_flags
from dragoman.mail.language.parser import MailCommand
from dragoman.nearest import close_matches
from dragoman.refusal import ActionRefused

_NEAR: Final = 0.8
"""The least likeness of a misspelt name of a variant."""


def signon(s: MailSession, command: MailCommand) -> CommandOutcome:
    """Sign on to a game: as the power that one plays, to have a seat, to look on, as its master."""
    shut_out(s)
    words = command.part("rest").split()
    seat, name = _split(s, command.part("seat"), words)
    code = _taken_after(words, ("code", "kennwort"))
    variant = _variant_in(s, words)
    password = _password(s, words)
    bound, s.bound = s.bound, 0 if password else s.bound
    needless = ""
    try:
        game = s.asked = game_called(s, name, signs_on=True)
        g = s.judge.games.load(game)
        try:
            is_new, needless = _identify_known(s, g, seat, password, bound in (0, game))
        finally:
            _check_known(s, g, code)
    except ActionRefused:
        s.bound = bound
        raise
    if needless:
        s.bound = bound
    if variant and variant != g.settings.variant:
        what = s.say("other-variant", game=game, variant=g.settings.variant)
        raise ActionRefused("other-variant", what)
    s.game = game
    told = _enter(s, g, seat, code, _wished_below(s, g, command.line))
    s.shut_out = told.is_wrong
    if told.is_wrong:
        s.game = 0
        return told
    if needless:
        return replace(told, told=(*told.told, needless))
    return CommandOutcome((*told.told, *_keep_password(s, password))) if is_new else told


def _check_known(s: MailSession, g: JudgedGame, code: str) -> None:
    """See that whoever signs on may know of a game: he is, by now, somebody who does, or comes by
    its code.

    Raises:
        ActionRefused: if not, in the words of a game that is not there.
    """
    if not (s.actor.knows(g) or comes_by_code(g, c.Join(code=code))):
        raise no_such_game(s, g.game_id)


def _keep_password(s: MailSession, password: str) -> Sequence[str]:
    """Keep what whoever is known gave as his password for a game, as judges by mail do."""
    s.judge.accounts.game_passwords.set(s.person, s.game, password)
    is_short = len(password) < SHORTEST_PASSWORD
    return (s.say("game-password-short" if is_short else "game-password-set", game=s.game),)


def shut_out(s: MailSession) -> None:
    """Sign whoever speaks off: what stood above is for where he was, what follows for nothing until
    he is signed on again."""
    settle(s)
    s.become, s.phase, s.game, s.shut_out = "", "", 0, True


def _identify_known(
    s: MailSession, g: JudgedGame, seat: str, password: str, is_known_there: bool
) -> tuple[bool, str]:
    """As ``_identify``, in a game; but whoever is known there, and asks for no seat of another's,
    is not turned away for a password that he had elsewhere: what to tell him of that.

    Raises:
        ActionRefused: if that is nobody.
    """
    try:
        return _identify(s, g, seat, password), ""
    except ActionRefused as refused:
        is_wrong = refused.diagnostic.code in ("wrong-sign-in", "too-many-attempts")
        if not (s.person and is_known_there and is_wrong):
            raise
        if _holder(s, g, seat) not in (None, s.person):
            raise
        return False, s.say("needless-password")


def _holder(s: MailSession, g: JudgedGame, seat: str) -> int | None:
    """The holder of the seat that is meant, if that is a power's and anybody has it."""
    if seat in ("", "?"):
        return None
    try:
        return g.seats[power_named(s, g, seat)].user
    except ActionRefused:
        return None


def _password(s: MailSession, words: Sequence[str]) -> str:
    """The password of these words, which may be several, with quotes around them or without."""
    written = " ".join(words)
    s.password = password = written.strip('"“”')
    s.secrets += [one for one in (written, password) if one]
    s.secret_words += password.split()
    return password


def _split(s: MailSession, first: str, words: list[str]) -> tuple[str, str]:
    """The seat and the game of ``F17``, ``?friends``, ``France@17``, ``F friends`` or ``17``."""
    if "@" in first:
        seat, _, name = first.partition("@")
        return seat, name
    if first[0] in "?*":
        return "?", first[1:] or (words.pop(0) if words else "")
    if len(first) == 1 and not first.isdigit():
        return first, words.pop(0) if words else ""
    for seat, name in ((first[0], first[1:]), ("", first)):
        try:
            game_called(s, name)
        except ActionRefused:
            continue
        if not (seat and seat.isdigit()):
            return seat, name
    if words and (not first.isdigit()):
        try:
            game_called(s, words[0])
        except ActionRefused:
            return first[0], first[1:]
        return first, words.pop(0)
    return ("", first) if first.lstrip("#").isdigit() else (first[0], first[1:])


def _taken_after(words: list[str], named: Sequence[str]) -> str:
    """The word that follows one of these; both are taken out."""
    for at, word in enumerate(words[:-1]):
        if word.casefold().rstrip(":=") in named:
            found = words[at + 1]
            del words[at : at + 2]
            return found
    return ""


def _variant_in(s: MailSession, words: list[str]) -> str:
    """The variant that the last of these words names; it is taken out."""
    if words and _is_variant(s, words[-1]):
        return words.pop().casefold()
    return ""


def _is_variant(s: MailSession, name: str) -> bool:
    try:
        s.judge.variants.find(name.casefold())
    except VariantError:
        return False
    return True


def _identify(s: MailSession, g: JudgedGame | None, seat: str, password: str) -> bool:
    """See who speaks: whom the mail is known to be from, or who has the password. True if it is
    nobody's yet, and whoever speaks is known: then it shall be his in the game from now on.

    Raises:
        ActionRefused: if that is nobody.
    """
    if not password:
        if not s.person:
            raise ActionRefused("who-are-you", s.say("who"), s.say("who-remedy"))
        return False
    holder = None if g is None else _holder(s, g, seat)
    sign_ins = s.judge.accounts.sign_ins
    who = s.person or sign_ins.person_at(s.mail.sender)
    if holder is not None:
        who = holder
    if who is None:
        # As slow, and in the same words, as a password that is wrong.
        try:
            sign_ins.sign_in(s.mail.sender, password, place_of(s), "mail", s.now)
        except ActionRefused as refused:
            raise _wrong(s, refused) from None
        raise ActionRefused("who-are-you", s.say("who"), s.say("who-remedy"))
    if g is not None and _is_of_game(s, who, password):
        return False
    is_vouched = s.mail.is_verified and who == s.person and not s.by_reply
    is_set = g is not None and s.judge.accounts.game_passwords.is_set(who, s.asked)
    try:
        sign_ins.check_password(who, password, s.now, place_of(s))
    except ActionRefused as refused:
        if not is_vouched or refused.diagnostic.code != "wrong-sign-in":
            raise _wrong(s, refused) from None
        if is_set:
            what = s.say("game-password-wrong", game=s.asked)
            raise ActionRefused("wrong-sign-in", what, s.say("game-password-remedy")) from None
        return True
    s.person, s.by_reply, s.bound = who, False, 0
    s.learn_wishes()
    return False


def _wrong(s: MailSession, refused: ActionRefused) -> ActionRefused:
    """The same refusal; of a wrong password it says what helps whoever writes mails, who may be
    new."""
    if refused.diagnostic.code != "wrong-sign-in":
        return refused
    what, site = refused.diagnostic.what, s.judge.site.address
    return ActionRefused("wrong-sign-in", what, s.say("wrong-remedy", site=site))


def _is_of_game(s: MailSession, who: int, password: str) -> bool:
    """True if it is the password that somebody gave for the game which is asked for. Who is known
    by nothing else speaks in that game alone."""
    passwords, seat = s.judge.accounts.game_passwords, s.mail.seat
    if who == s.person and (not s.by_reply or (seat is not None and seat.game == s.asked)):
        if not passwords.fits(who, s.asked, password):
            return False
        s.bound = s.asked if s.by_reply else 0
        return True
    if not passwords.lets_in(who, s.asked, password, place_of(s), s.now):
        return False
    s.person, s.by_reply, s.bound = who, True, s.asked
    s.learn_wishes()
    return True


def place_of(s: MailSession) -> str:
    """The place under which attempts are counted: no address, for anybody can write in its name,
    and whoever did so with wrong passwords would keep out the one whose it is."""
    return f"mail {s.mail.came_over or s.mail.message_id or s.now.isoformat()}"


def _wished_below(s: MailSession, g: JudgedGame, line: int) -> tuple[str, ...]:
    """The powers that a mail prefers below its sign-on. They count with it: it may be the last one,
    and the powers are dealt out."""
    for item in s.items:
        if item.line <= line or not isinstance(item, MailCommand):
            continue
        if item.key in ("signon", "create", "signoff"):
            break
        wanted, _ = read_flags(item.part("flags")) if item.key == "set" else ((), None)
        for one in wanted:
            if one.flag.key == "preference":
                try:
                    return wishes_named(s, g, one.value)
                except ActionRefused:
                    return ()  # it is told where it stands
    return ()


def _enter(
    s: MailSession, g: JudgedGame, seat: str, code: str, wishes: tuple[str, ...]
) -> CommandOutcome:
    own = g.players.get(s.person, "")
    letters = {g.game.variant.board.powers[power].letter.upper() for power in g.seats}
    if seat.upper() == "M" and (s.person in g.masters or "M" not in letters):
        if s.person not in g.masters:
            raise ActionRefused("not-master", s.say("not-master", game=s.game))
        return _signed_on(s, g, "as-master")
    if seat.upper() == "O" and "O" not in letters:
        came = s.act(c.Observe())
        return s.outcome(came) if came.refused else _signed_on(s, g, "as-observer")
    if seat in ("", "?") and own:
        return _signed_on(s, g, "as-power", power=own)
    if seat == "" and s.person in g.masters:
        return _signed_on(s, g, "as-master")
    if seat in ("", "?"):
        return _join(s, g, wishes if s.person not in g.applicants else (), code)
    power = power_named(s, g, seat)
    if own == power:
        return _signed_on(s, g, "as-power", power=own)
    if own:
        name = s.book(g).power(own)
        raise ActionRefused(
            "other-power", s.say("other-power", power=name), s.say("other-power-remedy")
        )
    if g.stage is Stage.FORMING or (g.settings.entry is Entry.MASTER and s.person not in g.invited):
        return _join(s, g, (power,), code)
    came = s.act(c.TakeSeat(power, code))
    return s.outcome(came) if came.refused else _signed_on(s, s.g(), "taken-over", power=power)


def _join(s: MailSession, g: JudgedGame, wishes: tuple[str, ...], code: str) -> CommandOutcome:
    before = g.applicants.get(s.person)
    if before is not None and not wishes:
        return _signed_on(s, g, "waiting")
    came = s.act(c.Join(wishes, code))
    if came.refused:
        return s.outcome(came)
    g = s.g()
    if power := g.players.get(s.person):
        told = _signed_on(s, g, "as-power", power=power)
    else:
        told = _signed_on(s, g, "joined")
    return CommandOutcome((*told.told, *s.told(came.told)))


def _signed_on(s: MailSession, g: JudgedGame, key: str, power: str = "") -> CommandOutcome:
    """The state of the game, in a sentence."""
    name = s.book(g).power(power) if power else ""
    told = [s.say(key, game=s.game, title=g.settings.title, power=name)]
    s.subject = s.subject or g.settings.title
    if g.stage is not Stage.FORMING:
        s.entered[s.game] = None
    if g.stage is Stage.RUNNING and g.deadline is not None:
        phase = s.book(g).phase(g.phase)
        told.append(s.say("due", phase=phase, deadline=s.moment(g.deadline)))
    elif g.stage is not Stage.RUNNING:
        told.append(s.say(f"stage-{g.stage.value}"))
    return CommandOutcome(tuple(told))


def create(s: MailSession, command: MailCommand) -> CommandOutcome:
    """Set up a game and be its master, as with nJudge; whoever would play it, too, signs on."""
    shut_out(s)
    flags = command.part("rest").replace(",", " , ").split()
    words = _before_flags(s, flags)
    if not flags and words and (lacking := _variant_meant(words[-1])):
        what = s.say("no-such-variant", variant=lacking)
        raise ActionRefused("no-variant", what, s.say("no-such-variant-remedy"))
    password = _password(s, words)
    if s.bound and not password:
        raise ActionRefused("bound", s.say("bound", game=s.bound), s.say("bound-remedy"))
    is_new = _identify(s, None, "", password)
    variant = flags.pop(0).casefold() if flags and _is_variant(s, flags[0]) else "standard"
    name = command.part("game").rstrip(",").replace("_", " ")
    if name.isdigit():
        raise ActionRefused("number-name", s.say("number-name"))
    settings, unread = settings_of(s, variant, " ".join(flags))
    if unread:
        raise ActionRefused("unread", s.say("unread-words", words=unread))
    wished = {"title": name, "variant": variant, **BY_MAIL, **settings}
    number, came = s.judge.create(wished, s.actor, s.now)
    if number is None:
        return CommandOutcome(s.told(came.told), True)
    s.game, s.shut_out = number, False
    s.subject = s.subject or name
    told = [s.say("created", game=number, title=name, variant=variant)]
    told.append(s.say("created-master", game=number))
    told += _keep_password(s, password) if is_new else ()
    others = [one for one in _same_name(s, name) if one != number]
    if others:
        told.append(s.say("same-name", games=", ".join(map(str, others)), game=number))
    return CommandOutcome(tuple(told))


def _before_flags(s: MailSession, words: list[str]) -> list[str]:
    """The words before a variant, a comma or a flag; they are taken out."""
    for at, word in enumerate(words):
        found, _ = read_flags(" ".join(words[at:]))
        is_flag = bool(found) and found[0].flag.key != "-password"
        if is_flag and not at:
            # As with nJudge the first word is a password, unless it sets something.
            is_flag = not (found[0].flag.for_players or found[0].flag.key.startswith("-"))
        if word == "," or _is_variant(s, word) or is_flag:
            taken = words[:at]
            del words[:at]
            return taken
    taken = [*words]
    words.clear()
    return taken


def _variant_meant(word: str) -> str:
    """The last word of what would be a password, with nothing behind it, if that is a variant of
    other judges, or one of ours that was misspelt: it was hardly meant for a password."""
    name = word.casefold()
    is_near = bool(close_matches(name, shipped_variants(), 1, _NEAR))
    return name if name in NJUDGE_VARIANTS or is_near else ""


def _same_name(s: MailSession, name: str) -> list[int]:
    found = find_games(s.judge.database, GameSearch(title=name), s.actor, 50)
    return [
        one.game for one in found if name_key(one.title) == name_key(name) and one.stage != "over"
    ]


def signoff(s: MailSession, command: MailCommand) -> CommandOutcome:
    """Nothing behind this is read."""
    settle(s)
    return CommandOutcome()


def resign(s: MailSession, command: MailCommand) -> CommandOutcome:
    """Give up what one is in a game: its player, one who waits, one who looks on, its master."""
    settle(s)
    game = game_meant(s, command.part("game"))
    g = s.judge.games.load(game)
    if s.person in g.players and g.stage is not Stage.FORMING:
        leave, key = c.Resign(), "resigned"
    elif s.person in g.applicants:
        leave, key = c.Leave(), "left"
    elif s.person in g.invited:
        leave, key = c.Decline(), "declined"
    elif s.person in g.observers:
        leave, key = c.StopObserving(), "observes-no-more"
    elif s.person in g.masters:
        leave, key = c.StepDown(), "master-no-more"
    else:
        raise ActionRefused("no-part", s.say("no-part", game=game))
    return s.outcome(s.act(leave, game), key, game=game, title=g.settings.title)


def decline(s: MailSession, command: MailCommand) -> CommandOutcome:
    """Not follow an invitation."""
    game = game_meant(s, command.part("game"))
    return s.outcome(s.act(c.Decline(), game), "declined", game=game, title="")


def observe(s: MailSession, command: MailCommand) -> CommandOutcome:
    """Look on at a game."""
    game = game_called(s, command.part("game"))
    title = s.judge.games.load(game).settings.title
    return s.outcome(s.act(c.Observe(), game), "as-observer", game=game, title=title)
