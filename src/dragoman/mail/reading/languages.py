"""The language that a mail is written in, as far as its commonest words tell."""

from __future__ import annotations

import re
from typing import Final

_GERMAN: Final = frozenset(
    """
    abmelden anmelden auch auf bei befehle bin bitte danke dann das dass dem den der dir du ein eine
    einen einer er es frage frühjahr frühling für gern gerne geht grüsse gruß grüße guten habe haben
    hallo herbst herzliche hier hilfe ich ihr ist ja jetzt kann kein keine kennwort könnte
    liebe lieber liste mal mein meine mich mir mit mitspielen mitmachen moin möchte möchten nach
    nicht noch nur oder partie passwort registrieren schicke schon sehr sie sind spiel spiele
    spielen tag über um und uns viele von vom wäre wenn wer werden wie wir würde zu zug züge
    zum zur
    """.casefold().split()
)
_ENGLISH: Final = frozenset(
    """
    about also and are at be best but can could dear do for from game games good have hello
    here hi how i if is it join just like my need new not of on one or our please play playing
    regards some thank thanks that the them there this to too want we what when where which
    who with would yes you your
    """.casefold().split()
)
"""Words that are not German as well."""
_LONGEST: Final = 20_000
_WORD: Final = re.compile(r"[^\W\d_]+")


def language_of(text: str) -> str:
    """``en`` or ``de``; empty where that is not plain."""
    words = [one.casefold() for one in _WORD.findall(text[:_LONGEST])]
    german = sum(word in _GERMAN for word in words)
    english = sum(word in _ENGLISH for word in words)
    if german == english:
        return ""
    return "de" if german > english else "en"
