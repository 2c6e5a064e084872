"""An answer of a language model read: orders that its power may give, and letters of its power.

Nothing else can come of what a model says.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, Final, cast

from dragoman.bots.bot import View
from dragoman.bots.model.answer_form import LONGEST_LETTER
from dragoman.game import Game
from dragoman.orders import Order, Waive, write
from dragoman.orders.order import bare
from dragoman.press.daide.speech import FreeText
from dragoman.press.press_texts import read_press

_MOST_LINES: Final = 200
_LONGEST_LINE: Final = 200
THOUGHTS: Final = re.compile(r"<think>.*?(?:</think>|\Z)", re.DOTALL)
_BULLET: Final = re.compile(r"^[\s*•\-\d.)]*(?=[A-Za-z])")
_BLANK: Final = re.compile(r"\s+")


def answer_told(answer: str) -> Any:
    """The JSON in an answer, whatever stands around it; None where there is none."""
    bare = THOUGHTS.sub("", answer)
    begin, end = bare.find("{"), bare.rfind("}")
    try:
        return json.loads(bare[begin : end + 1]) if 0 <= begin < end else None
    except (ValueError, RecursionError):
        return None


def orders_in(answer: str, view: View) -> tuple[Order, ...]:
    """The legal orders in an answer, in its sequence: those given word for word, and whatever our
    scanner finds in it."""
    legal = {
        write(order).upper(): order for orders in view.legal_orders().values() for order in orders
    }
    legal[write(Waive()).upper()] = Waive()
    found: list[Order] = []
    for line in _lines(answer):
        order = legal.get(line.upper()) or _scanned(line, view)
        if order is not None:
            found.append(order)
    return tuple(found)


def letters_in(answer: str, view: View, to: Sequence[str], most: int) -> list[tuple[str, FreeText]]:
    """The letters in an answer, each with the power that it is for, as many and as long as they may
    be. What programs would read as theirs is left out: letters are for people."""
    told = answer_told(answer)
    given = cast("dict[str, Any]", told).get("letters") if isinstance(told, dict) else None
    found: list[tuple[str, FreeText]] = []
    for one in cast("list[Any]", given) if isinstance(given, list) else ():
        letter = cast("dict[str, Any]", one) if isinstance(one, dict) else {}
        power, text = letter.get("to"), letter.get("text")
        if power not in to or not isinstance(text, str):
            continue
        (said, *_) = read_press(_in_line(text), view.variant)
        if isinstance(said, FreeText) and said.text and len(found) < most:
            found.append((cast("str", power), said))
    return found


def _in_line(text: str) -> str:
    """A text on one line, of signs that can be shown, and no longer than a letter may be."""
    shown = "".join(sign if sign.isprintable() else " " for sign in text[: 4 * LONGEST_LETTER])
    line = _BLANK.sub(" ", shown).strip()
    if len(line) <= LONGEST_LETTER:
        return line
    return line[: LONGEST_LETTER - 1].rsplit(" ", 1)[0] + "…"


def _lines(answer: str) -> list[str]:
    """The texts that may be orders: those in JSON, or else each line."""
    told = answer_told(answer)
    if isinstance(told, dict) and "orders" in told:
        given = cast("dict[str, Any]", told)["orders"]
        if isinstance(given, dict):
            given = [*cast("dict[str, Any]", given).values()]
        texts = cast("list[Any]", given) if isinstance(given, list) else []
    else:
        texts = THOUGHTS.sub("", answer).splitlines()
    lines = [one.strip() for one in texts[:_MOST_LINES] if isinstance(one, str)]
    return [line for line in lines if line and len(line) <= _LONGEST_LINE]


def _scanned(line: str, view: View) -> Order | None:
    """The legal order of the power that a line is, as people write it."""
    game = Game(view.variant, view.rule_set, position=view.position)
    text = _BULLET.sub("", line)
    if "\n" in text or ";" in text or not text:
        return None
    game.order(view.power, text)
    for order in game.orders(view.power):
        for choices in view.legal_orders().values():
            for choice in choices:
                if bare(choice) == bare(order):
                    return choice
    return None
