"""Private boards: forked, ordered, judged, stepped back on, branched, named, shared, copied."""

from __future__ import annotations

import json
from collections.abc import Iterable

import pytest

from dragoman.judge.commands import command as c
from dragoman.judge.log.on_board import position_of
from dragoman.judge.sandbox import events as ev
from dragoman.judge.sandbox.board import ROOT, Sandbox, apply, rebuild
from dragoman.judge.sandbox.board_view import node_view, owners_view, possible_view, sandbox_view
from dragoman.judge.sandbox.commands import (
    Adjudicate,
    Command,
    GoTo,
    Name,
    Order,
    Prune,
    Retitle,
    Share,
    StepBack,
    decide,
)
from dragoman.judge.sandbox.forking import copied, fork_game, fork_start
from dragoman.refusal import ActionRefused
from tests.judge.table import seven


class Desk:
    """A board with its log; every event goes through JSON, as in a database."""

    def __init__(self, events: Iterable[ev.Event]) -> None:
        self.log: list[ev.Event] = []
        self._write(events)
        self.s = rebuild(self.log)

    def _write(self, events: Iterable[ev.Event]) -> None:
        for event in events:
            data = json.loads(json.dumps(ev.KINDS.data(event)))
            again = ev.KINDS.read(type(event).__name__, data)
            assert again == event
            self.log.append(again)

    def do(self, *commands: Command) -> Sandbox:
        for command in commands:
            decided = decide(self.s, command)
            self._write(decided.events)
            for event in decided.events:
                apply(self.s, event)
        assert rebuild(self.log) == self.s
        return self.s

    def refused(self, command: Command) -> str:
        with pytest.raises(ActionRefused) as why:
            decide(self.s, command)
        return why.value.diagnostic.code


def desk(variant: str = "standard") -> Desk:
    return Desk(fork_start(variant))


def test_all_sides_are_ordered_and_judged() -> None:
    d = desk()
    s = d.do(
        Order("France", "A par-bur"), Order("GERMANY", "A mun-bur"), Order("italy", "A ven-tri")
    )
    d.do(Adjudicate())
    view = node_view(s, s.at)
    assert (s.at, view["phase"], view["parent"]) == (2, "F1901M", ROOT)
    assert view["came_by"]["results"]["A PAR"] == ["bounce"]
    assert view["came_by"]["orders"]["ITALY"] == ["A VEN-TRI"]
    assert view["position"]["units"]["ITALY"] == ["F NAP", "A ROM", "A VEN"]


def test_stepping_back_and_other_orders_make_a_branch() -> None:
    d = desk()
    d.do(Order("FRANCE", "A par-bur"), Adjudicate(), StepBack())
    s = d.do(Order("FRANCE", "A par-pic"), Adjudicate(), Name(3, "Picardy"))
    assert [one.number for one in s.children(ROOT)] == [2, 3]
    assert s.position(2) != s.position(3)
    # The same orders again are the same node.
    d.do(StepBack(), Order("FRANCE", "A par-bur"), Adjudicate())
    assert s.at == 2 and len(s.nodes) == 3
    d.do(Adjudicate(), GoTo(3))
    assert owners_view(3, s)["nodes"][2]["name"] == "Picardy"
    d.do(GoTo(4), Prune(2))
    assert s.at == ROOT and list(s.nodes) == [1, 3]
    d.do(Order("FRANCE", ""), Adjudicate())
    assert s.at == 5, "a number is never given twice"
    assert d.refused(Prune(ROOT)) == "first-node"
    assert d.refused(GoTo(2)) == "no-node"
    d.do(GoTo(ROOT))
    assert d.refused(StepBack()) == "nothing-before"


def test_what_was_judged_stands_as_it_was_judged() -> None:
    d = desk()
    s = d.do(Order("FRANCE", "A par-bur"), Adjudicate())
    resolution = s.resolution(2)
    assert resolution is not None and resolution.position == s.position(2)
    game = s.game(ROOT)
    assert game.process().position == s.position(2)


def test_it_is_shared_by_a_link_that_tells_nothing_of_its_owner() -> None:
    table = seven()
    d = Desk(fork_game(table.viewer("FRANCE"), 17))
    s = d.do(Share(), Retitle("Burgundy"))
    assert len(s.link) >= 20
    shown = sandbox_view(s)
    assert not {"link", "game", "seen"} & set(shown) and s.link not in json.dumps(shown)
    assert owners_view(3, s)["game"] == 17
    d.do(Share(False))
    assert not s.link


def test_a_copy_stands_alike_and_forgets_the_game() -> None:
    table = seven()
    d = Desk(fork_game(table.viewer("FRANCE"), 17))
    d.do(Order("FRANCE", "A par-bur"), Adjudicate(), StepBack(), Order("FRANCE", "A par-pic"))
    d.do(Adjudicate(), Name(3, "Picardy"), Order("FRANCE", "A pic-bel"), Prune(2), Share())
    twin = Desk(copied(d.s, "Mine")).s
    assert (twin.title, twin.at, twin.link) == ("Mine", 2, "")
    assert twin.position(2) == d.s.position(3) and twin.nodes[2].name == "Picardy"
    assert twin.nodes[2].sheets == d.s.nodes[3].sheets
    assert not twin.origin.game and copied(d.s, owner=True)[0].game == 17


def test_a_position_is_pasted_as_json_and_as_text() -> None:
    start = desk().s.game(ROOT)
    as_json = json.dumps(start.position.to_dict())
    for text in (as_json, start.position.text()):
        s = rebuild(fork_start("standard", "1971", {}, text))
        assert s.position(ROOT) == start.position
    for wrong, code in (
        ({"variant": "atlantis"}, "unknown-variant"),
        ({"variant": "standard", "rules": "house"}, "unknown-rule"),
        ({"variant": "standard", "title": "x" * 81}, "no-title"),
        ({"variant": "standard", "position": "x" * 100_001}, "start-too-long"),
    ):
        with pytest.raises(ActionRefused) as why:
            fork_start(**wrong)  # type: ignore[arg-type]
        assert why.value.diagnostic.code == code
    for text in ("{", "{}", "nonsense", '{"phase": "S1901M", "units": {"FRANCE": ["A XXX"]}}'):
        with pytest.raises(ActionRefused):
            fork_start("standard", position=text)


def test_wrong_orders_are_kept_and_told() -> None:
    d = desk()
    decided = decide(d.s, Order("France", "A par-bur\nA mos-ukr"))
    assert decided.events and decided.told[0].line == 2
    assert d.refused(Order("Atlantis", "")) == "unknown-power"
    assert d.refused(Order("France", "x" * 20_001)) == "sheet-too-long"
    for title in ("  ", "\u200d\u200b", "One\nTwo", "\u202eEnO"):
        assert d.refused(Retitle(title)) == "no-title"
    assert d.refused(Name(1, "x" * 81)) == "name-too-long"
    assert "A PAR-BUR" in possible_view(d.s, ROOT, "France")["A PAR"]


def test_a_won_board_takes_no_orders() -> None:
    start = desk().s.game(ROOT)
    data = start.position.to_dict()
    data["phase"] = "F1901M"
    centers = [one for held in data["centers"].values() for one in held]
    data |= {"centers": {"FRANCE": centers}, "units": {"FRANCE": ["A PAR"]}}
    d = Desk(fork_start("standard", position=json.dumps(data)))
    d.do(Adjudicate())
    assert d.s.nodes[2].winners == ("FRANCE",)
    assert d.refused(Adjudicate()) == "game-over"
    assert d.refused(Order("FRANCE", "")) == "game-over"


def test_quotas(monkeypatch: pytest.MonkeyPatch) -> None:
    d = desk()
    d.do(Adjudicate(), Adjudicate())
    monkeypatch.setattr("dragoman.judge.sandbox.commands.MOST_NODES", 3)
    assert d.refused(Adjudicate()) == "sandbox-full"
    monkeypatch.setattr("dragoman.judge.sandbox.commands.MOST_EVENTS", 4)
    d.do(GoTo(1))
    assert d.refused(GoTo(2)) == "sandbox-full"
    assert d.refused(Retitle("Full")) == "sandbox-full"


def test_past_phases_are_forked_with_the_orders_that_counted() -> None:
    table = seven()
    table.done(c.SaveOrders("A par-bur"), "FRANCE")
    table.wait(days=1)
    table.done(c.SaveOrders("A bur-bel"), "FRANCE")
    s = rebuild(fork_game(table.viewer(99), 1, "s1901m"))
    assert s.nodes[ROOT].sheets["FRANCE"].startswith("A PAR-BUR")
    again = s.game(ROOT).process().position
    assert again == table.g.game.position
    now = rebuild(fork_game(table.viewer("FRANCE"), 1))
    assert now.nodes[ROOT].sheets == {"FRANCE": "A bur-bel"}
    with pytest.raises(ActionRefused, match="no phase F1950M"):
        fork_game(table.viewer(99), 1, "F1950M")


def test_machiavelli_rolls_its_own_dice() -> None:
    d = Desk(fork_start("machiavelli_3a"))
    s = d.do(Adjudicate())
    view = sandbox_view(s)
    assert "seed" not in json.dumps(view)
    position = position_of(s.variant, s.rules, s.nodes[2].position)
    assert position.affairs is not None
    assert "account" in view["node"]["came_by"]
