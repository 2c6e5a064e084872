"""Games that programs may learn from: over, and by the leave of everybody who had a seat."""

from __future__ import annotations

import json
from typing import Final

import pytest

from dragoman.formats import read_saved_game
from dragoman.judge.accounts.training import agreed
from dragoman.judge.accounts.training_games import training_games
from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.service import Judge
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from tests.judge.accounts.letterbox import person
from tests.judge.stores import NOW

NAMES: Final = ("Mortimer", "Anna", "Bob", "Cyril", "Diana", "Eve", "Flora", "Gustav")


@dataclass(frozen=True, slots=True)
class Table:
    """A game of seven people and a master, of which the first phase was judged."""

    judge: Judge
    number: int
    master: int
    people: tuple[int, ...]

    def act(self, command: c.Command, by: int) -> None:
        answer = self.judge.games.act(self.number, command, Actor(by), NOW)
        assert answer.events, answer.told

    def end(self) -> None:
        self.act(c.DeclareResult("concession", ("FRANCE",)), self.master)

    def agree(self, people: tuple[int, ...], agrees: bool = True) -> None:
        for one in people:
            self.judge.accounts.training.choose(Actor(one), one, agrees, NOW)

    @property
    def given(self) -> list[str]:
        return [*training_games(self.judge.games)]


@pytest.fixture
def table(judge: Judge) -> Table:
    master, *people = (person(judge, name) for name in NAMES)
    number, _ = judge.games.create({"title": "Hidden table"}, master, NOW)
    assert number is not None
    table = Table(judge, number, master, tuple(people))
    for one in people:
        table.act(c.Join(), one)
    table.act(c.Begin(), master)
    players = judge.games.load(number).players
    france = next(one for one, power in players.items() if power == "FRANCE")
    table.act(c.SaveOrders("A par-bur"), france)
    table.act(c.Send("Xyzzy", ("ITALY",)), france)
    table.act(c.ProcessNow(), master)
    table.act(c.SaveOrders("A bur-mun"), france)
    return table


def test_nothing_is_given_before_the_end_nor_without_the_leave_of_all(table: Table) -> None:
    training = table.judge.accounts.training
    assert not any(training.agrees(Actor(one), one) for one in table.people)
    table.agree(table.people)
    assert table.given == [], "it goes on"
    table.end()
    (line,) = table.given
    for one in table.people:
        table.agree((one,), False)
        assert table.given == []
        table.agree((one,))
    assert table.given == [line]
    gone = table.people[3]
    table.judge.accounts.own_data.delete(Actor(gone), gone, NOW)
    assert table.given == [], "who is gone agrees to nothing"


def test_what_is_given(table: Table) -> None:
    table.agree(table.people)
    table.end()
    (line,) = table.given
    game, faults = read_saved_game(line)
    assert game is not None and faults == ()
    turns = table.judge.games.load(table.number).history
    assert [one.position for one in game.history] == [one.position for one in turns]
    assert game.ending is not None and game.ending.powers == ("FRANCE",)
    assert "A PAR - BUR" in line and "A BUR - MUN" not in line
    assert not any(secret in line for secret in ("Hidden", "Xyzzy", "2026", *NAMES))
    assert json.loads(line)["id"] == "game 1"


def test_who_had_a_seat_before_is_asked_as_well(table: Table) -> None:
    first, *others = table.people
    power = table.judge.games.load(table.number).players[first]
    late = person(table.judge, "Hal")
    table.act(c.Resign(), first)
    table.act(c.TakeSeat(power), late)
    table.end()
    table.agree((*others, late))
    assert table.given == []
    table.agree((first,))
    assert len(table.given) == 1


def test_a_program_plays_by_the_leave_of_whoever_keeps_it(table: Table) -> None:
    judge, first = table.judge, table.people[0]
    program = judge.accounts.programs.make(Actor(first), first, "Bot", "a bot", NOW)
    with judge.database.reading() as connection:
        assert not agreed(connection)
    table.agree((first,))
    with judge.database.reading() as connection:
        assert agreed(connection) >= {first, program}


def test_guests_and_others_cannot_agree(judge: Judge) -> None:
    ann, training = person(judge, "Ann"), judge.accounts.training
    for actor in (Actor(ann, is_guest=True), Actor(), Actor(ann + 1), Actor(9, is_admin=True)):
        with pytest.raises(ActionRefused):
            training.choose(actor, ann, True, NOW)
    training.choose(Actor(ann), ann, True, NOW)
    training.choose(Actor(ann), ann, True, NOW)
    assert judge.accounts.own_data.export(Actor(ann), ann)["training"][0]["person"] == ann
    assert training.agrees(Actor(ann), ann)
