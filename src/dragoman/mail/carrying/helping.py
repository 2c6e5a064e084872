"""``HELP``: what can be written, and each command with an example."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, cast

from dragoman import __version__
from dragoman.judge.log.njudge_settings import NJUDGE_SETTINGS
from dragoman.mail.answer import Part
from dragoman.mail.carrying.session import Outcome, Session
from dragoman.mail.language.flags import FLAGS, Flag, read_flags
from dragoman.mail.language.reading import Command
from dragoman.mail.language.verbs import LACKING, VERBS, Whom, verb_called
from dragoman.mail.language.wording import words
from dragoman.values import FrozenMap
from dragoman.words import in_language

_ALSO: Final = ("if", "endpress")
"""Words of mails that are no commands, and have a help."""
_MEANT: Final = FrozenMap({"else": "if", "endif": "if", "wenn": "if", "moves": "orders"})


def help_(s: Session, command: Command) -> Outcome:
    """What can be written, or what one command does."""
    return help_on(s, command.part("topic"))


def version(s: Session, command: Command) -> Outcome:
    """Which program the judge is."""
    return Outcome((f"Dragoman {__version__}",))


def help_on(s: Session, topic: str) -> Outcome:
    """The help on a topic, or on all."""
    name = topic.strip().rstrip(".!?").casefold()
    name = name.removeprefix("set ") if name != "set" else name
    helps = cast(Mapping[str, Mapping[str, Any]], words(s.language)["help"])
    if not name:
        return _all(s, helps)
    if name in ("all", "commands", "alles", "kommandos"):
        return _all(s, helps)
    key = _MEANT.get(name, name)
    verb = verb_called(name)
    if verb is not None:
        key = verb.key
    if key == "set":
        return _flags(s, helps)
    if key in LACKING:
        return Outcome((s.say(f"lacking{key}", site=s.judge.site.address),))
    if key in helps:
        s.parts.append(
            Part(key.upper() if verb is None else verb.name, _lines(s, helps[key]), True)
        )
        return Outcome((s.say("below"),))
    wanted, _ = read_flags(f"{name} 1" if name in ("clock", "next") else name)
    flag = wanted[0].flag if wanted else FLAGS.get(name.replace(" ", "-"))
    if flag is not None:
        s.parts.append(Part(f"SET {flag.name}", (_flag(s, flag),)))
        return Outcome((s.say("below"),))
    told = _all(s, helps)
    return Outcome((s.say("no-topic", topic=topic), *told.told), True)


def _lines(s: Session, one: Mapping[str, Any]) -> tuple[str, ...]:
    text = str(one["text"]).strip().split("\n")
    example = str(one["example"]).strip("\n").split("\n")
    return (str(one["usage"]), "", *text, "", s.say("example"), *(f"    {row}" for row in example))


def _all(s: Session, helps: Mapping[str, Mapping[str, Any]]) -> Outcome:
    lines = [*s.say("help-head").split("\n")]
    for whom in Whom:
        lines += ["", s.say(f"help-{whom.value}")]
        keys = [verb.key for verb in VERBS.values() if verb.whom is whom]
        keys += _ALSO if whom is Whom.GAME else ()
        lines += [f"  {helps[key]['usage']}" for key in keys]
    s.parts.append(Part(s.say("help-title"), tuple(lines), True))
    return Outcome((s.say("below"),))


def _flags(s: Session, helps: Mapping[str, Mapping[str, Any]]) -> Outcome:
    lines = [*_lines(s, helps["set"]), ""]
    lines += [_flag(s, flag) for flag in FLAGS.values()]
    lines += ["", s.say("help-own")]
    lines += ["", s.say("help-lacking")]
    for name, text in NJUDGE_SETTINGS.items():
        lines.append(f"  {name.replace('_', ' ').upper()}: {in_language(text, s.language)}")
    s.parts.append(Part("SET", tuple(lines), True))
    return Outcome((s.say("below"),))


def _flag(s: Session, flag: Flag) -> str:
    """A flag in a line: what it does, and what it is called here."""
    if flag.key.startswith("-"):
        nearest = in_language(NJUDGE_SETTINGS[flag.key.removeprefix("-")], s.language)
        return s.say("lacking", flag=flag.name, instead=nearest)
    no = f" (NO {flag.name})" if flag.can_be_off else ""
    told = cast(Mapping[str, str], words(s.language)["flags"]).get(flag.key, "")
    if flag.switch:
        here = f"{flag.switch}={flag.on}" + (f" ({flag.off})" if flag.off is not None else "")
        told = f"{told} [{here}]"
    elif flag.setting:
        told = f"{told} [{flag.setting}]"
    return f"  {flag.name}{no}: {told}"
