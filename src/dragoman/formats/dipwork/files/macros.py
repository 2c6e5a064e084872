"""Macros in the commands of menus: a name between quotes stands for a parameter's text.

    'EDITOR' 'GAMEPATH'\\'FNORDERS' '!'

A macro may be made of others. ``GAMEPATH`` and ``CURRENTPATH`` are given by the program;
``'SUBMENU' NAME`` opens another menu, and ``'!'`` at the end asks for no key to be pressed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from dragoman.diagnostics import Diagnostic
from dragoman.formats.dipwork.files.keyword_lists import MenuEntry, read_menu
from dragoman.formats.dipwork.files.keywords import KeywordFile
from dragoman.formats.dipwork.files.parameters import PARAMETERS, Parameters, Sort
from dragoman.words import said

GIVEN = frozenset({"GAMEPATH", "CURRENTPATH"})
"""The macros that the program itself defines."""
SUBMENU = "SUBMENU"
NO_KEY = "!"

_MACRO = re.compile(r"[´'`]([^´'`\s]+)[´'`]")


class MacroFault(ValueError):
    """A macro that is not defined, or that contains itself."""


def expand(text: str, parameters: Parameters, given: Mapping[str, str]) -> str:
    """A command with its macros expanded, and those inside them.

    ``given`` defines ``GAMEPATH`` and ``CURRENTPATH``; ``SUBMENU`` and ``!`` stay.

    Raises:
        MacroFault: if a macro is not defined anywhere, or is made of itself.
    """
    return _expanded(text, parameters, given, ())


def submenu_of(entry: MenuEntry) -> str:
    """The keyword of the menu that an entry opens; empty where it has a command to run."""
    found = re.match(rf"[´'`]{SUBMENU}[´'`]\s+(\S+)", entry.command)
    return found.group(1) if found else ""


def check_menus(file: KeywordFile, parameters: Parameters) -> Iterator[Diagnostic]:
    """The faults of the menus of a file, from ``MENULIST`` down.

    Macros that no file at hand defines may stand in another file; only those that are made
    of themselves are faults here.
    """
    waiting, seen = ["MENULIST"], {"MENULIST"}
    while waiting:
        entries, faults = read_menu(file, waiting.pop())
        yield from faults
        for entry in entries:
            below = submenu_of(entry)
            if below and below not in file.lists:
                what, remedy = (
                    said("there is no menu {below}", below=below),
                    said("write a list {below}", below=below),
                )
                yield Diagnostic("missing-list", what, remedy, file.name, entry.line + 2, 1)
            elif below and below not in seen:
                seen.add(below)
                waiting.append(below)
            elif not below:
                yield from _check_command(file, entry, parameters)


def _check_command(
    file: KeywordFile, entry: MenuEntry, parameters: Parameters
) -> Iterator[Diagnostic]:
    try:
        expand(entry.command, parameters, dict.fromkeys(GIVEN, ""))
    except _Unknown:
        pass
    except MacroFault as fault:
        remedy = "take one of the macros out of the other's definition"
        yield Diagnostic("macro-in-itself", fault.args[0], remedy, file.name, entry.line + 2, 1)


class _Unknown(MacroFault):
    pass


def _expanded(
    text: str, parameters: Parameters, given: Mapping[str, str], within: tuple[str, ...]
) -> str:
    def replaced(match: re.Match[str]) -> str:
        name = match.group(1)
        if name in (SUBMENU, NO_KEY):
            return match.group()
        if name in given:
            return given[name]
        if name in within:
            chain = " -> ".join((*within[within.index(name) :], name))
            raise MacroFault(
                said("the macro {name} is made of itself: {chain}", name=name, chain=chain)
            )
        if parameters.find(name) is None and name not in PARAMETERS:
            raise _Unknown(said("nothing defines the macro {name}", name=name))
        return _expanded(_meaning(name, parameters), parameters, given, (*within, name))

    return _MACRO.sub(replaced, text)


def _meaning(name: str, parameters: Parameters) -> str:
    """The meaning of a macro; behind a parameter that is one word may be a comment."""
    parameter = PARAMETERS.get(name)
    is_word = parameter is not None and parameter.sort is Sort.WORD
    return parameters.word(name) if is_word else parameters.text(name)
