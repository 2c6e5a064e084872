"""Words of other libraries: each leads to an expression that does it here."""

import copy
import pickle
from pathlib import Path
from typing import Any

import pytest

import dragoman
from dragoman.other_words import OTHER_WORDS, NoAttribute

LOADED = {"dragoman.env": "numpy"}
"""Packages that import something which a light install lacks."""


@pytest.fixture(scope="module")
def things() -> dict[str, Any]:
    game = dragoman.Game()
    game.order("France", "A par-bur, A mar S A par-bur")
    resolution = game.process()
    return {
        "Game": game,
        "Resolution": resolution,
        "Outcome": resolution["A PAR"],
        "dragoman": dragoman,
        "dragoman.env": dragoman.env,
    }


@pytest.mark.parametrize(
    ("owner", "here"),
    [(owner, here) for owner, few in OTHER_WORDS.items() for here in few.values()],
)
def test_what_is_named_is_there(
    owner: str, here: str, things: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if owner in LOADED or "dragoman.env" in here:
        pytest.importorskip("numpy")
    names = {key.lower(): thing for key, thing in things.items()}
    names |= {"game": things["Game"].copy(), "variant": things["Game"].variant}
    names["pandas"] = type("pandas", (), {"DataFrame": staticmethod(list)})  # which takes records
    dragoman.save_game(things["Game"], "game.json")
    eval(here, names)


def test_words_of_others_are_told_and_are_not_there(things: dict[str, Any]) -> None:
    for owner, few in OTHER_WORDS.items():
        for words, here in few.items():
            for word in words.split():
                assert not hasattr(things[owner], word), (owner, word)
                with pytest.raises(AttributeError) as told:
                    getattr(things[owner], word)
                assert str(told.value).endswith(f"; did you mean {here}?"), (owner, word)


def test_an_attribute_of_its_own_that_is_misspelt(things: dict[str, Any]) -> None:
    with pytest.raises(NoAttribute, match=r"'Game' object .* 'postion'; did you mean position, "):
        _ = things["Game"].postion
    with pytest.raises(AttributeError, match="__weird__"):
        _ = things["Resolution"].__weird__
    for one in ("Game", "Resolution", "Outcome"):
        assert pickle.loads(pickle.dumps(things[one])) == things[one]
        assert copy.deepcopy(things[one]) == things[one]


def test_an_error_within_an_attribute_is_its_own() -> None:
    class Odd(dragoman.Game):
        @property
        def fen(self) -> str:
            return self.nothing.text  # type: ignore[attr-defined]

    with pytest.raises(AttributeError, match="'nothing'"):
        _ = Odd().fen
