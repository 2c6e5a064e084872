"""A game goes from one judge to another as one file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from dragoman.judge.accounts.credentials import Passwords
from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.log.state import JudgedGame
from dragoman.judge.service import Judge
from dragoman.judge.storage.whole_game import export_game, import_game
from dragoman.refusal import ActionRefused
from dragoman.variants import __path__ as shipped
from tests.judge.accounts.letterbox import person
from tests.judge.conftest import CHEAP
from tests.judge.stores import NOW, Opened

LATER = NOW + timedelta(days=1)


@pytest.fixture
def elsewhere(empty_address: str) -> Iterator[Judge]:
    judge = Judge(empty_address, passwords=Passwords(CHEAP))
    judge.database.create()
    yield judge
    judge.close()


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Judge]:
    """A judge of one kind, where one will do."""
    judge = Judge(f"sqlite:///{tmp_path / 'other.db'}", passwords=Passwords(CHEAP))
    judge.database.create()
    yield judge
    judge.close()


def played(judge: Judge) -> int:
    """A game of seven people of whom some wrote and ordered, a year old."""
    people = [person(judge, f"Player {number}", f"p{number}@example.org") for number in range(7)]
    number, _ = judge.games.create({"title": "Grüße"}, people[0], NOW)
    assert number is not None
    for one in people[1:]:
        judge.games.act(number, c.Join(), Actor(one), NOW)
    judge.games.act(number, c.Begin(), Actor(people[0]), NOW)
    for one in judge.games.load(number).players:
        judge.games.act(number, c.Send(f"I am {one}"), Actor(one), NOW)
    judge.games.act(number, c.ProcessNow(), Actor(people[0]), LATER)
    assert judge.games.load(number).history
    return number


def told(g: JudgedGame, names: dict[int, str]) -> list[Any]:
    """What is to be the same."""
    who = {names.get(user, "?").removesuffix(" (elsewhere)"): p for user, p in g.players.items()}
    messages = [(one.at, one.sender, one.to, one.text, one.phase) for one in g.messages]
    return [g.game, g.settings, g.stage, g.deadline, who, messages, g.number, g.created]


def test_a_game_stands_elsewhere_as_it_stood_here(opened: Opened, elsewhere: Judge) -> None:
    judge = opened()
    stranger = person(elsewhere, "Stranger")
    number = played(judge)
    text = export_game(judge.games, judge.variants, number)
    taken = import_game(elsewhere.games, elsewhere.variants, text, LATER)
    there = taken.game
    assert [one.code for one in taken.told] == ["nobody-here"] * 7
    before, after = judge.games.load(number), elsewhere.games.load(there)
    names = judge.accounts.people.names(frozenset(before.players))
    names_there = elsewhere.accounts.people.names(frozenset(after.players))
    assert told(before, names) == told(after, names_there)
    assert stranger not in after.players and stranger not in after.masters
    assert set(names_there.values()) <= {f"Player {one} (elsewhere)" for one in range(7)}
    again = json.loads(export_game(elsewhere.games, elsewhere.variants, there))
    assert [one["kind"] for one in again["log"]] == [one["kind"] for one in json.loads(text)["log"]]
    elsewhere.games.act(there, c.ProcessNow(), Actor(after.masters[0]), LATER)
    assert len(elsewhere.games.load(there).history) == len(before.history) + 1


def test_whose_game_it_is(opened: Opened, file: Judge) -> None:
    judge = opened()
    number = played(judge)
    text = export_game(judge.games, judge.variants, number)
    taken = import_game(judge.games, judge.variants, text, LATER, same_people=True)
    copy = taken.game
    assert copy != number and not taken.told
    assert judge.games.load(copy).players == judge.games.load(number).players
    mine = {
        f"Player {one}": person(file, f"Friend {one}", f"f{one}@example.org") for one in range(7)
    }
    there = import_game(file.games, file.variants, text, LATER, mine).game
    assert set(file.games.load(there).players) <= set(mine.values())
    # Numbers and names are known to everybody, and say nothing about where a file comes from.
    strange = import_game(judge.games, judge.variants, text, LATER).game
    assert not set(judge.games.load(strange).players) & set(judge.games.load(number).players)
    for owners, code in (
        ({"Player 7": mine["Player 1"]}, "unknown-person"),
        ({"Player 1": 999}, "no-person"),
        ({"Player 1": mine["Player 1"], "Player 2": mine["Player 1"]}, "one-person-twice"),
    ):
        with pytest.raises(ActionRefused) as why:
            import_game(file.games, file.variants, text, LATER, owners)
        assert why.value.diagnostic.code == code


def test_a_variant_goes_with_its_game(opened: Opened, file: Judge) -> None:
    judge = opened()
    folder = Path(next(iter(shipped))) / "standard"
    files = tuple(
        (folder / name).read_text("utf-8")
        for name in ("map.standard", "seed.standard", "variant.toml")
    )
    assert len(files) == 3
    brought = judge.variants.keep("mine", "Mine", 1, NOW, files, "{}", {})
    number, answer = judge.games.create({"title": "Mine", "variant": brought.key}, 1, NOW)
    assert number is not None, answer.told
    text = export_game(judge.games, judge.variants, number)
    file.variants.keep("other", "Other", 1, NOW, files, "{}", {})
    there = import_game(file.games, file.variants, text, NOW).game
    g = file.games.load(there)
    assert g.settings.variant == "mine.2"
    assert g.game.position == judge.games.load(number).game.position


def damaged() -> list[Any]:
    def without(key: str) -> Any:
        return lambda data: data.pop(key)

    return [
        *(without(key) for key in ("format", "people", "log", "variant")),
        lambda data: data.update(format="x"),
        lambda data: data.update(log={}),
        lambda data: data["log"].clear(),
        lambda data: data["log"].pop(0),
        lambda data: data["log"].pop(3),
        lambda data: data["log"][0].update(kind="Nothing"),
        lambda data: data["log"][0].update(data={"settings": 3}),
        lambda data: data["log"][0].update(at="yesterday"),
        lambda data: data["log"][0].update(at="2026-01-05T12:00:00"),
        lambda data: data["log"][0].update(by="Ann"),
        lambda data: data["log"][-1].update(data={"phase": "S1901M"}),
        lambda data: data["log"][0]["data"]["settings"].update(variant="nowhere"),
        lambda data: data.update(variant={"name": "x"}),
        lambda data: data["log"][1]["data"].update(user="Ann"),
        lambda data: data["log"][1]["data"].update(user=[1]),
        lambda data: data["log"][1]["data"].update(user=2**40),
        lambda data: data["people"].update({"1": "A\0nn"}),
        lambda data: data["log"][0]["data"]["settings"].update(title="\ud800"),
    ]


def test_a_file_that_is_damaged_is_refused_whole(opened: Opened) -> None:
    judge = opened()
    text = export_game(judge.games, judge.variants, played(judge))
    for damage in damaged():
        data = json.loads(text)
        damage(data)
        with pytest.raises(ActionRefused, match="no judged game"):
            import_game(judge.games, judge.variants, json.dumps(data), LATER)
    for nothing in ("", "[]", "17", "{", '"text"', "[" * 100_000):
        with pytest.raises(ActionRefused, match="no judged game"):
            import_game(judge.games, judge.variants, nothing, LATER)
    listed = judge.accounts.people.all(Actor(is_admin=True))
    assert not [one for one in listed if one.name.endswith("(elsewhere)")], "no names are left"
    with pytest.raises(ActionRefused, match="no game 2"):
        judge.games.load(2)
    with pytest.raises(ActionRefused, match="no game 9"):
        export_game(judge.games, judge.variants, 9)


def test_a_file_for_masters_is_without_what_they_are_never_told(opened: Opened) -> None:
    judge = opened()
    number = played(judge)
    seats = judge.games.load(number).players
    first, second, *others = seats
    master = judge.games.load(number).masters[0]
    text = "remember the secret"
    judge.games.act(number, c.SaveNote(text), Actor(first), LATER)
    judge.games.act(number, c.Mute(seats[second]), Actor(first), LATER)
    judge.games.act(number, c.Propose("draw"), Actor(second), LATER)
    judge.games.act(number, c.Vote(1, False), Actor(others[0]), LATER)
    judge.games.act(number, c.ProcessNow(), Actor(master), LATER)
    judge.games.act(number, c.Propose("draw"), Actor(second), LATER)
    for one in (first, *others):
        judge.games.act(number, c.Vote(2, True), Actor(one), LATER)
    whole = json.loads(export_game(judge.games, judge.variants, number))
    assert text in json.dumps(whole) and whole["left_out"] == []
    kept = export_game(judge.games, judge.variants, number, for_master=True)
    data = json.loads(kept)
    assert text not in kept and data["left_out"]
    kinds = {one["kind"] for one in whole["log"]} - {one["kind"] for one in data["log"]}
    assert kinds == {"Voted", "NoteSaved", "Muted"}
    for one in data["log"]:
        if one["kind"] in ("Proposed", "ProposalClosed", "Ended"):
            assert one["by"] == 0 and not one["data"].get("by"), one
    taken = import_game(judge.games, judge.variants, kept, LATER, same_people=True)
    assert [one.code for one in taken.told] == ["left-out"]
    before, after = judge.games.load(number), judge.games.load(taken.game)
    assert (before.game, before.ending, before.players) == (after.game, after.ending, after.players)
    assert [one.outcome for one in after.proposals] == [one.outcome for one in before.proposals]
    assert before.messages == after.messages
