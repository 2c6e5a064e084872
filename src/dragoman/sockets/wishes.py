"""Who comes to a game over sockets, and as what."""

from __future__ import annotations

import re
from typing import Final

from dragoman.board import UnknownName
from dragoman.game import Variant
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused

_NAME: Final = re.compile(r"[^\s()]{1,200}\Z")


@dataclass(frozen=True, slots=True)
class Wishes:
    """Who comes, and as what: with a passcode back to the seat of a power, with a token of the
    judge as the one whose it is."""

    name: str = "person"
    power: str = ""
    passcode: int | None = None
    token: str = ""


def checked(wishes: Wishes, variant: Variant) -> Wishes:
    """The wishes with the key of the power.

    Raises:
        ActionRefused: if there is no such power, or a name or token cannot be said.
    """
    for called, said in (("name", wishes.name), ("token", wishes.token)):
        if said and not _NAME.match(said):
            what = f"the {called} has spaces or brackets, or more than 200 letters"
            raise ActionRefused("bad-name", what, "write it in one word")
    power = ""
    if wishes.power:
        try:
            power = variant.board.power_called(wishes.power)
        except UnknownName as unknown:
            raise ActionRefused("unknown-power", str(unknown), "name one of these") from None
    elif wishes.passcode is not None:
        what = "a passcode alone does not say whose it is"
        raise ActionRefused("no-power", what, "name your power with --power, too")
    return Wishes(wishes.name, power, wishes.passcode, wishes.token)
