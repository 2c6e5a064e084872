"""``GET``: maps of variants as files, and pictures of games."""

from __future__ import annotations

from dragoman.formats import shipped_folder, shipped_variants
from dragoman.mail.answer import Part, Picture
from dragoman.mail.carrying.finding import game_meant, phase_named
from dragoman.mail.carrying.helping import help_on
from dragoman.mail.carrying.session import Outcome, Session
from dragoman.mail.language.reading import Command
from dragoman.mail.message import Attachment
from dragoman.refusal import ActionRefused

_KINDS = ("map", "seed")


def get(s: Session, command: Command) -> Outcome:
    """Send something: ``GET MAP 17 F1901M``, ``GET map.standard``, ``GET VARIANTS``."""
    what, rest = command.part("what"), command.part("rest").split()
    kind, _, name = what.casefold().partition(".")
    if not name and kind in ("map", "karte", "picture"):
        return _picture(s, rest)
    if kind in ("index", "variants", "varianten") and not name:
        lines = [*shipped_variants(), *(one.key for one in s.judge.variants.listed())]
        s.parts.append(Part(s.say("variants-title"), tuple(lines), True))
        return Outcome((s.say("below"),))
    if kind in ("help", "hilfe") and not name:
        return help_on(s, " ".join(rest))
    if not name and rest and kind in _KINDS:
        name = rest[0].casefold()
    if kind in (*_KINDS, "variant") and name:
        return _file(s, kind, name.removesuffix(".toml"))
    raise ActionRefused("no-file", s.say("no-file", name=what), s.say("no-file-remedy"))


def _picture(s: Session, words: list[str]) -> Outcome:
    """The map of a game, at the phase at hand or as one left it."""
    name = words[0] if words and (words[0].isdigit() or len(words) > 1) else ""
    game = game_meant(s, name)
    viewer = s.viewer(game)
    rest = " ".join(words[1:] if name else words)
    g = viewer.g
    if not viewer.may_look:
        raise ActionRefused("not-to-be-seen", s.say("not-to-be-seen"))
    phase = ""
    if rest:
        found = phase_named(g, rest)
        if found is None or (found != g.phase and all(one.phase != found for one in g.history)):
            had = (*(str(one.phase) for one in g.history), str(g.phase))
            raise ActionRefused("unknown-phase", s.say("no-phase", text=rest), "", had)
        phase = "" if found == g.phase else str(found)
    s.pictures.append(Picture(game, s.person, phase))
    return Outcome((s.say("picture-sent"),))


def _file(s: Session, kind: str, name: str) -> Outcome:
    """A file of a variant, as designers write them."""
    brought = s.judge.variants.brought(name)
    if brought is not None:
        text = {"map": brought.map, "seed": brought.seed, "variant": brought.toml}[kind]
        data = text.encode()
        name = brought.name
    elif name in shipped_variants():
        folder = shipped_folder() / name
        data = (folder / ("variant.toml" if kind == "variant" else f"{kind}.{name}")).read_bytes()
    else:
        near = tuple(one for one in shipped_variants() if one.startswith(name[:3]))
        raise ActionRefused("unknown-variant", s.say("no-variant", name=name), "", near)
    called = "variant.toml" if kind == "variant" else f"{kind}.{name}"
    s.files.append(Attachment(called, "text/plain", data))
    return Outcome((s.say("file-sent", name=called),))
