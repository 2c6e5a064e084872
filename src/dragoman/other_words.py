"""The words of other libraries, and what does the same here.

Whoever comes from python-chess, the ``diplomacy`` package or pandas types the words of those. An
attribute that there is not raises an error that says what is meant; it is an ``AttributeError``, so
that ``hasattr`` and ``getattr`` do what they always do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, TypeVar

_Class = TypeVar("_Class", bound=type)

_RECORDS: Final = "pandas.DataFrame({}.records())"

OTHER_WORDS: Final[Mapping[str, Mapping[str, str]]] = {
    "Game": {
        "fen board_fen": "game.position.text()",
        "push set_orders add_orders push_san": 'game.order("France", "A PAR-BUR")',
        "pop undo_last": "game.undo()",
        "legal_moves get_all_possible_orders possible_orders": "game.legal_orders()",
        "get_orderable_locations": 'game.legal_orders("France")',
        "is_game_over is_game_done game_over finished": "game.is_over",
        "result outcome winner": "game.winners",
        "turn current_phase get_current_phase": "game.phase",
        "phase_type": "game.phase.kind",
        "get_units": 'game.units("France")',
        "get_centers supply_centers": 'game.centers("France")',
        "get_orders": 'game.orders("France")',
        "clear_orders": 'game.clear("France")',
        "get_state state": "game.position",
        "map": "game.board",
        "rules": "game.rule_set",
        "render show plot to_svg": "game.svg()",
        "resolutions turns phases get_phase_history move_stack": "game.history",
        "to_frame to_df to_pandas df": _RECORDS.format("game"),
        "to_json json": "game.to_dict()",
        "save to_file dump": 'dragoman.save_game(game, "game.json")',
        "explain why": 'dragoman.reports.explain(game.variant, game.resolution, "A PAR")',
        "play": 'dragoman.bots.bot_called("dumbbot")',
    },
    "Resolution": {
        "to_frame to_df to_pandas df": _RECORDS.format("resolution"),
        "failed succeeded successes failures": "[one for one in resolution if not one.success]",
        "dislodged": "resolution.position.dislodged",
        "items values keys results": "resolution.outcomes",
        "get": 'resolution["A PAR"]',
        "to_json json": "resolution.to_dict()",
        "explain why": 'dragoman.reports.explain(game.variant, resolution, "A PAR")',
        "next_position after": "resolution.position",
    },
    "Outcome": {
        "succeeded is_success ok failed": "outcome.success",
        "explain why": 'dragoman.reports.explain(game.variant, resolution, "A PAR")',
        "strength": "outcome.force",
    },
    "dragoman": {
        "explain": 'dragoman.reports.explain(game.variant, resolution, "A PAR")',
        "adjudicate resolve judge_orders": "dragoman.process(variant, variant.start, {})",
        "Client AsyncClient": "dragoman.client.Client",
        "Batch": "dragoman.rules.batch.Batch",
        "svg draw render": "game.svg()",
        "list_variants": "dragoman.shipped_variants()",
        "load open": 'dragoman.load_game("game.json")',
        "BatchEnv": 'dragoman.env.BatchEnv("standard", games=16)',
    },
    "dragoman.env": {"make": 'dragoman.env.BatchEnv("standard", games=16)'},
}
"""By class, or package: the words of others, and the expression that does it here, with ``game``,
``position`` and so on for the thing itself."""


class NoAttribute(AttributeError):
    """Something was asked for what it does not offer. What may be meant is found out when somebody
    reads it: Python itself asks packages for much, and wants no answer."""

    def __init__(self, owner: str, name: str, known: Iterable[str]) -> None:
        super().__init__(owner, name, tuple(known))

    def __str__(self) -> str:
        from dragoman.nearest import close_matches  # only now: most names are spelt right

        owner, asked, known = self.args
        what = f"{owner!r} object" if owner[:1].isupper() else f"module {owner!r}"
        word = asked.casefold()
        spelt = {one.casefold(): one for one in known}
        near = [one for one in spelt if word in one or one in word]
        near += [one for one in close_matches(word, spelt) if one not in near]
        meant = [spelt[one] for one in near[:3]]
        for words, here in OTHER_WORDS.get(owner, {}).items():
            if asked in words.split():
                meant = [here]
        hint = f"; did you mean {', '.join(meant)}?" if meant else ""
        return f"{what} has no attribute {asked!r}{hint}"


def understands(made: _Class) -> _Class:
    """Have the instances of a class say what is meant by an attribute that they do not have.

    It makes each look at an attribute slower, so it is for what people hold in their hands, and not
    for what the rules read all the time, such as boards and positions.
    """

    def missing(self: object, name: str) -> object:
        kind = type(self)
        # What is private is asked for often; what is there has raised an error of its own.
        if name.startswith("_") or name in dir(kind):
            return object.__getattribute__(self, name)
        raise NoAttribute(kind.__name__, name, (one for one in dir(kind) if one[0] != "_"))

    setattr(made, "__getattr__", missing)  # noqa: B010 - a type checker goes by what is there
    return made
