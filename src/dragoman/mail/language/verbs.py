"""The commands of a mail: one table, from which mails are read and helps are made.

They are those of the judges that were played by mail, with what our judge has besides. What a
command does stands in ``mail.execution``, under its key; what its help says in the word files.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import Any, Final, get_type_hints

from dragoman.judge.commands import command as c
from dragoman.quick_dataclass import dataclass
from dragoman.values import FrozenMap
from dragoman.words import word_file


class Whom(Enum):
    """The people that a command is for."""

    ANYBODY = "anybody"
    """Also for who has no account, or is not known yet."""
    ACCOUNT = "account"
    GAME = "game"
    """Whoever is signed on to a game, in his role there."""
    MASTER = "master"


@dataclass(frozen=True, slots=True)
class Verb:
    """A command: its key, the words it goes by, the usual one first, and how its arguments look.

    Of a word of one piece the first four letters will do, or more, where no other begins so.
    ``holds_secrets`` says that a password may stand in it. Where it does nothing but give a command
    of the judge, ``gives`` is that command, its arguments are the fields of that, and ``done`` is
    the key of what is said when it was carried out.
    """

    key: str
    words: tuple[str, ...]
    whom: Whom
    shape: re.Pattern[str]
    holds_secrets: bool = False
    gives: type[c.Command] | None = None
    done: str = ""

    @property
    def name(self) -> str:
        """Its usual name."""
        return self.words[0].upper()


GAME_NAME: Final = r'(?P<game>"[^"]{1,80}"|[^\s"]\S{0,79})'
_WHY: Final = r"(?P<why>\S.*)?"


def _verb(
    words: str, whom: Whom, shape: str = "", *, key: str = "", holds_secrets: bool = False
) -> Verb:
    named = tuple(word.strip() for word in words.split(","))
    pattern = re.compile(shape, re.IGNORECASE | re.DOTALL)
    return Verb(key or named[0].replace(" ", ""), named, whom, pattern, holds_secrets)


_FIELDS: Final = FrozenMap(
    {
        c.Power: r"(?P<power>\S+)",
        c.Person: r"(?P<name>\S.{0,60})",
        c.Message: r"(?P<number>\d{1,6})",
        c.Why: _WHY,
    }
)
"""The patterns of fields of commands."""


def _giving(words: str, kind: type[c.Command], done: str, *, key: str = "") -> Verb:
    """A verb for masters that gives a command of the judge: its fields stand one after the
    other."""
    hints = get_type_hints(kind, include_extras=True).values()
    shape = r"\s+".join(_FIELDS[hint] for hint in hints).replace(rf"\s+{_WHY}", rf"\s*{_WHY}")
    return replace(_verb(words, Whom.MASTER, shape, key=key), gives=kind, done=done)


_VERBS: Final = (
    _verb("register, registrieren", Whom.ANYBODY, r"(?P<name>.{0,60})", holds_secrets=True),
    _verb("confirm, bestätige, bestätigen", Whom.ANYBODY, r"(?P<code>\w{4,6}[ -]?\w{4,6})"),
    _verb(
        "i am also, i am, ich bin auch, ich bin",
        Whom.ANYBODY,
        r"(?P<address>[^\s@]+@[^\s@]+)(?:\s+(?P<password>\S+))?",
        key="iam",
        holds_secrets=True,
    ),
    _verb(
        "create, erstelle, erstellen",
        Whom.ANYBODY,
        r"(?P<seat>\?)?\s*(?P<game>[^\s?]\S{0,79})(?P<rest>(?:\s+\S.*)?)",
        holds_secrets=True,
    ),
    _verb(
        "signon, sign on, login, anmelden",
        Whom.ANYBODY,
        r"(?P<seat>\S{1,80})(?P<rest>(?:\s+\S+){0,8})",
        holds_secrets=True,
    ),
    _verb("signoff, sign off, abmelden, exit, quit", Whom.ANYBODY),
    _verb("resign, withdraw, aufgeben", Whom.ACCOUNT, rf"{GAME_NAME}?"),
    _verb("decline, ablehnen", Whom.ACCOUNT, rf"{GAME_NAME}?"),
    _verb("observe, zuschauen", Whom.ACCOUNT, GAME_NAME),
    _verb("appeal, einspruch", Whom.ACCOUNT, r"(?P<number>\d{1,9})?"),
    _verb("list, liste, status", Whom.ANYBODY, rf"{GAME_NAME}?"),
    _verb("whogame, who game, who, wer", Whom.ACCOUNT, rf"{GAME_NAME}?"),
    _verb("summary, übersicht", Whom.ACCOUNT, rf"{GAME_NAME}?"),
    _verb(
        "history, verlauf",
        Whom.ACCOUNT,
        rf"(?:(?!from\b|to\b|von\b|bis\b){GAME_NAME})?"
        r"(?:\s*\b(?:from|von)\s+(?P<first>\w+))?(?:\s*\b(?:to|bis)\s+(?P<last>\w+))?",
    ),
    _verb("get, send, schicke", Whom.ANYBODY, r"(?P<what>\S+)(?P<rest>(?:\s+\S+){0,3})"),
    _verb("version", Whom.ANYBODY),
    _verb("help, hilfe", Whom.ANYBODY, r"(?P<topic>\S+(?:\s+\S+){0,2})?"),
    _verb("orders, order, befehle", Whom.GAME),
    _verb("phase", Whom.GAME, r"(?P<phase>.{0,40})"),
    _verb("clear, löschen", Whom.GAME, r"(?:orders?|all|units|befehle|alles)?"),
    _verb(
        "press, presse",
        Whom.GAME,
        r"(?P<kinds>(?:[\s/,]*\b(?:white|gr[ea]y|fake|partial)\b)*)"
        r"(?:[\s,]*\b(?P<from>from\s+\S[^\n]{0,60}?))?"
        r"(?:[\s,]*\bto\s+(?P<to>\S[^\n]{0,300}?))?"
        r"(?:[\s,]*\b(?P<after>from\s+\S[^\n]{0,60}))?",
    ),
    _verb(
        "broadcast, rundschreiben",
        Whom.GAME,
        r"(?P<kinds>(?:[\s/,]*\b(?:white|gr[ea]y|fake|partial)\b)*)"
        r"(?:[\s,]*\b(?P<from>from\s+\S[^\n]{0,60}))?",
    ),
    _verb("vote, stimme", Whom.GAME, r"(?P<number>\d{1,4})\s+(?P<how>yes|no|ja|nein)"),
    _verb(
        "propose, beantrage",
        Whom.GAME,
        r"(?P<what>draw|concession|extension|pause|remis)(?:\s+(?P<rest>\S.*))?",
    ),
    _verb("set, setze", Whom.GAME, r"(?P<flags>\S.*)", holds_secrets=True),
    _verb("become, werde", Whom.MASTER, r"(?P<power>\S.{0,60})"),
    _verb("process, auswerten", Whom.MASTER),
    _verb("rollback, roll back", Whom.MASTER, rf"(?P<phase>[SUFW]\d\S{{1,8}})?\s*{_WHY}"),
    _giving("pause, suspend, anhalten", c.Pause, "paused"),
    _giving("resume, weiter", c.Resume, "resumed"),
    _giving("terminate, beenden", c.Terminate, "terminated"),
    _giving("eject, entferne", c.Eject, "ejected"),
    _giving("promote, befördere", c.Promote, "promoted"),
    _giving("force begin, begin, beginne", c.Begin, "begun", key="begin"),
    _giving("invite, einladen", c.Invite, "invited"),
    _giving("admit, zulassen", c.Admit, "admitted"),
    _giving("turn away, abweisen", c.TurnAway, "turned-away"),
    _giving("seat, setze auf", c.SeatPlayer, "seated"),
    _giving("release, freigeben", c.LetThrough, "released"),
    _giving("turn back, zurückweisen", c.TurnBack, "turned-back"),
    _verb("dice, würfel", Whom.MASTER),
)

VERBS: Final = FrozenMap({verb.key: verb for verb in _VERBS})
"""The commands by their keys."""

_FEW_WORDS: Final = r"(?:[^\s?]+(?:\s+[^\s?]+){0,2})?"
LACKING: Final = FrozenMap(
    {
        verb.key: verb
        for verb in (
            _verb("unstart", Whom.ANYBODY, _FEW_WORDS, key="-unstart"),
            _verb("predict", Whom.ANYBODY, _FEW_WORDS, key="-predict"),
            _verb("whois, who is", Whom.ANYBODY, _FEW_WORDS, key="-whois"),
            _verb("info player, infoplayer", Whom.ANYBODY, _FEW_WORDS, key="-infoplayer"),
            _verb(
                "diary",
                Whom.ANYBODY,
                r"(?P<alone>(?:list|read|delete)(?:\s+\d+)?)?(?:record)?",
                key="-diary",
            ),
            _verb("postal press, postalpress", Whom.ANYBODY, key="-postalpress"),
        )
    }
)
"""Commands of other judges that ours has not; the word files say what to use instead. Under some
of them stands a text, unless they are for themselves (``alone``)."""

_BY_WORDS: Final = FrozenMap(
    {word: verb for verb in (*LACKING.values(), *_VERBS) for word in verb.words}
)
_WRITTEN_OUT: Final = frozenset(
    ("withdraw", "suspend", "login", *(word for verb in LACKING.values() for word in verb.words))
)
"""Words that are no command where they are not written out: sentences begin so."""
_LONGEST: Final = max(len(word.split()) for word in _BY_WORDS)
_SHORTEST: Final = 4
"""Letters of an abbreviation, at least: provinces have three."""


@dataclass(frozen=True, slots=True)
class VerbFound:
    """A command that a line begins with, how much of the line that takes, and whether its word is
    written out."""

    verb: Verb
    end: int
    is_whole: bool


def verb_at(line: str) -> VerbFound | None:
    """The command that a line begins with, if its first words are one."""
    words = list(re.finditer(r"[^\W\d_]+", line))
    at: list[re.Match[str]] = []
    for word in words[:_LONGEST]:
        if line[at[-1].end() if at else 0 : word.start()].strip():
            break
        at.append(word)
    for count in range(len(at), 0, -1):
        said = " ".join(word[0].casefold() for word in at[:count])
        if (verb := _BY_WORDS.get(said)) is not None and _ends(line, at[count - 1].end()):
            return VerbFound(verb, at[count - 1].end(), True)
    if not at or len(at[0][0]) < _SHORTEST or not _ends(line, at[0].end()):
        return None
    start = at[0][0].casefold()
    found = {
        verb.key: verb
        for word, verb in _BY_WORDS.items()
        if word.startswith(start) and word not in _WRITTEN_OUT
    }
    if len(found) == 1:
        return VerbFound(next(iter(found.values())), at[0].end(), False)
    return None


def _ends(line: str, at: int) -> bool:
    """True if a word that ends here is not part of a longer one: ``list-price``, ``get2``."""
    return at >= len(line) or line[at] in ' \t.,:;!?/"'


def verb_called(name: str) -> Verb | None:
    """The command of a name or an abbreviation."""
    found = verb_at(name.strip())
    return found.verb if found is not None and found.end == len(name.strip()) else None


# Words of answers and helps


def words(language: str) -> Mapping[str, Any]:
    """The word file of a language: ``told``, ``help`` and ``flags``, each by keys.

    Raises:
        ValueError: if there is none.
    """
    return word_file(Path(__file__).with_name("words"), language)


def said(language: str, key: str, /, **parts: object) -> str:
    """A sentence of the answers by its key, its gaps filled."""
    text: str = words(language)["told"][key]
    return text.format_map({name: str(part) for name, part in parts.items()})
