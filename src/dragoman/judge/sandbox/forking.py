"""The beginnings of private boards: at what somebody sees of a game, at a variant's start, at a
position that was pasted, or where another board stands.

What is secret in a game stays there. A board has nothing of it but what its owner sees at that
moment; dice are rolled from a number of its own, and it tells nobody whose eyes it was seen with.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from dragoman.formats import VariantError
from dragoman.game import Find, FormatError, Game, find_variant
from dragoman.judge.commands.settings_check import LONGEST_START
from dragoman.judge.log.conditional_orders import orders_chosen
from dragoman.judge.log.on_board import rules_of, start_of
from dragoman.judge.log.settings import Settings
from dragoman.judge.log.table import TABLE
from dragoman.judge.sandbox import events as ev
from dragoman.judge.sandbox.board import ROOT, Sandbox
from dragoman.judge.sandbox.commands import LONGEST_SHEET, check_title
from dragoman.judge.views.viewer import Viewer
from dragoman.orders import write
from dragoman.refusal import ActionRefused
from dragoman.rules import PhaseKind, PositionError
from dragoman.values import FrozenMap


def fork_game(viewer: Viewer, game: int, phase: str = "", title: str = "") -> tuple[ev.Event, ...]:
    """A board at a phase of a game, the one at hand where none is named, as somebody sees it: with
    the orders that he sees. Of a phase at hand these are what he has on file himself; of one that
    was judged, those that all were told of.

    Raises:
        ActionRefused: if there is no such phase, or he may not see it.
    """
    g = viewer.g
    if not viewer.may_look or (viewer.power is None and not viewer.sees_board):
        raise ActionRefused("not-to-be-seen", "this game is not to be seen until it is over")
    wanted = phase.strip().upper() or str(g.phase)
    past = next((one for one in g.history if str(one.phase) == wanted), None)
    if past is not None:
        position, told = past.before, viewer.told_of(past)
        sheets = {
            power: "\n".join(write(one) for one in given if viewer.sees_order(power, one))
            for power, given in told.orders.items()
        }
    elif wanted == str(g.phase):
        position = g.game.position
        sheets = {power: _on_file(viewer, power) for power in g.seats if viewer.reads_orders(power)}
    else:
        had = (*(str(one.phase) for one in g.history), str(g.phase))
        what = f"the game has had no phase {wanted}"
        raise ActionRefused("unknown-phase", what, candidates=had)
    settings, table = g.settings, TABLE.of(g.game.variant)
    own = table.with_other_secrets(viewer.sees_of(position), viewer.sees_secrets)
    forked = ev.Forked(
        check_title(title or f"{settings.variant}, {wanted}"),
        settings.variant,
        own.to_dict(),
        settings.rules,
        settings.switches,
        game,
        wanted,
    )
    return (forked, *_ordered(sheets))


def fork_start(
    variant: str,
    rules: str = "",
    switches: Mapping[str, str] | None = None,
    position: str = "",
    title: str = "",
    find: Find = find_variant,
) -> tuple[ev.Event, ...]:
    """A board at the start of a variant, or at a position that was pasted: as JSON in the form of
    ``Position.to_dict``, or as text in the form of ``Position.text``.

    Raises:
        ActionRefused: if there is no such variant, or something is wrong with rules or position.
    """
    wished = Settings(title, variant, rules, FrozenMap(switches or {}))
    if len(position) > LONGEST_START:
        what = f"a position has at most {LONGEST_START} letters"
        raise ActionRefused("start-too-long", what)
    try:
        found = find(variant)
        rule_set = rules_of(wished, found)
        start = start_of(found, rule_set, position) if position.strip() else None
        game = Game(found, rule_set, start)
    except VariantError as error:
        raise ActionRefused("unknown-variant", str(error)) from None
    except FormatError as error:
        wrong = error.diagnostic
        raise ActionRefused(wrong.code, wrong.what, wrong.remedy, wrong.candidates) from None
    except PositionError as error:
        wrong = error.diagnostics[0]
        raise ActionRefused(wrong.code, wrong.what, wrong.remedy, wrong.candidates) from None
    except ValueError as error:
        raise ActionRefused("unknown-rule", str(error)) from None
    named = check_title(title or f"{variant}, {game.phase}")
    given = FrozenMap(switches or {})
    return (ev.Forked(named, variant, game.position.to_dict(), rules, given),)


def copied(s: Sandbox, title: str = "", owner: bool = False) -> tuple[ev.Event, ...]:
    """A board of one's own that stands as another does, in as few steps as can be. Who only has a
    link to it does not learn which game it was taken from."""
    origin = replace(s.origin, title=check_title(title or s.title))
    if not owner:
        origin = replace(origin, game=0, seen="")
    # Boughs before twigs, in the numbers that they will have.
    numbers = {number: place for place, number in enumerate(s.branch(ROOT), ROOT)}
    events: list[ev.Event] = [origin]
    for number, node in ((one, s.nodes[one]) for one in numbers):
        if node.parent:
            parent = numbers[node.parent]
            made = ev.Judged(numbers[number], parent, node.came_by, node.position, node.winners)
            events.append(made)
        if node.name:
            events.append(ev.Named(numbers[number], node.name))
        events += (ev.Ordered(numbers[number], p, text) for p, text in node.sheets.items())
    return (*events, ev.Went(numbers[s.at]))


def _on_file(viewer: Viewer, power: str) -> str:
    """The sheet of a power for the phase at hand, and the orders that it holds."""
    g = viewer.g
    sheet = g.sheets.get((power, str(g.phase)))
    chosen = orders_chosen(sheet.text, g.known_to(power)) if sheet is not None else ""
    stands = g.standing.get(power, "") if g.phase.kind is PhaseKind.MOVEMENT else ""
    return f"{stands}\n{chosen}".strip()


def _ordered(sheets: Mapping[str, str]) -> Iterator[ev.Event]:
    for power, text in sheets.items():
        if len(text) > LONGEST_SHEET:
            what = f"the orders of {power} have more than {LONGEST_SHEET} letters"
            raise ActionRefused("sheet-too-long", what, "shorten them")
        if text.strip():
            yield ev.Ordered(ROOT, power, text)
