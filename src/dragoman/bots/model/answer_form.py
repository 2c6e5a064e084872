"""The form of an answer, as servers take it: a JSON schema, or a grammar as llama.cpp writes it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from dragoman.quick_dataclass import dataclass

LONGEST_LETTER: Final = 600
"""The signs of a letter."""


@dataclass(frozen=True, slots=True)
class AnswerForm:
    """A form of answers: nothing but what it describes may be said."""

    schema: Mapping[str, Any]
    grammar: str
    tokens: int
    """The most tokens that an answer takes."""


def unit_orders_form(choices: Mapping[str, Sequence[str]]) -> AnswerForm:
    """An order for each unit: ``{"orders": {"A VIE": "A VIE-GAL", ...}}``."""
    properties = {unit: _text_of(orders) for unit, orders in choices.items()}
    rules = [f"unit{n} ::= {_one_of(orders)}" for n, orders in enumerate(choices.values())]
    pairs = ' "," '.join(f"{quoted(f'{json.dumps(u)}:')} unit{n}" for n, u in enumerate(choices))
    root = f'root ::= "{{\\"orders\\":{{" {pairs} "}}}}"'
    return AnswerForm(
        _object({"orders": _object(properties)}), "\n".join((root, *rules)), _room(len(choices))
    )


def listed_orders_form(choices: Sequence[str], count: int) -> AnswerForm:
    """So many orders out of some: ``{"orders": ["F TRI BUILD", ...]}``."""
    items = {
        "type": "array",
        "items": _text_of(choices),
        "minItems": count,
        "maxItems": count,
    }
    several = ' "," '.join(["order"] * count)
    root = f'root ::= "{{\\"orders\\":[" {several} "]}}"'
    grammar = f"{root}\norder ::= {_one_of(choices)}"
    return AnswerForm(_object({"orders": items}), grammar, _room(count))


def letters_form(to: Sequence[str], most: int) -> AnswerForm:
    """Letters to some powers, none of which has to be written: ``{"letters": [{"to": "ITALY",
    "text": "..."}, ...]}``."""
    letter = _object({"to": _text_of(to), "text": {"type": "string"}})
    letters = {"type": "array", "items": letter, "maxItems": most}
    grammar = "\n".join(
        (
            f'root ::= "{{\\"letters\\":[" (letter ("," letter){{0,{most - 1}}})? "]}}"',
            r'letter ::= "{\"to\":" power ",\"text\":\"" text "\"}"',
            f"text ::= sign{{1,{LONGEST_LETTER}}}",
            f"power ::= {_one_of(to)}",
            r'sign ::= [^"\\\x00-\x1f] | "\\" ["\\/n]',
        )
    )
    return AnswerForm(_object({"letters": letters}), grammar, 64 + most * LONGEST_LETTER // 2)


def _object(properties: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": [*properties],
        "additionalProperties": False,
    }


def _text_of(texts: Sequence[str]) -> dict[str, Any]:
    return {"type": "string", "enum": [*texts]}


def _one_of(texts: Sequence[str]) -> str:
    return " | ".join(quoted(json.dumps(text)) for text in texts)


def quoted(text: str) -> str:
    """A text as a literal of the grammar."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _room(orders: int) -> int:
    return 256 + 48 * orders
