"""Pictures of a game taken apart, so that a file holds its map once."""

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest

from dragoman.drawing import Options, map_of, report_pdf, scene_of, svg
from dragoman.drawing.files.raster import EMBEDDED_TYPE
from dragoman.drawing.files.shared_parts import Taken, taken_apart
from dragoman.formats import load_variant
from dragoman.game import Game, Variant
from dragoman.orders import write
from dragoman.reports import TurnFacts, turn_facts

PHASES = 8
_UNSEEN = ("defs", "style", "title", "svg", "g")


def turns_of(variant: Variant, **options: Any) -> list[TurnFacts]:
    """A game played at random, each turn with its picture."""
    drawn_on, _ = map_of(variant)
    assert drawn_on is not None
    game, dice = Game(variant), random.Random(7)
    while len(game.history) < PHASES:
        for power in game.survivors:
            orders = filter(None, game.legal_orders(power).values())
            game.order(power, "\n".join(write(dice.choice(one)) for one in orders))
        game.process()
    found: list[TurnFacts] = []
    for past in game.history:
        scene = scene_of(variant, drawn_on.geometry, past.before, resolution=past, **options)
        picture = EMBEDDED_TYPE.sub("", svg(scene))
        found.append(replace(turn_facts(variant, past), picture=picture))
    return found


@pytest.fixture(scope="module", params=["standard", "machiavelli"])
def turns(request: pytest.FixtureRequest) -> list[TurnFacts]:
    return turns_of(load_variant(request.param))


@pytest.fixture(scope="module")
def taken(turns: list[TurnFacts]) -> Taken:
    return taken_apart([one.picture for one in turns])


def put_together(taken: Taken, layers: tuple[str | int, ...]) -> list[str]:
    return [taken.shared[one] if isinstance(one, int) else one for one in layers]


def drawn(picture: str) -> Iterator[tuple[str, ...]]:
    """What a picture draws, from below: each with the groups it stands in."""

    def within(element: ElementTree.Element, groups: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        for one in element:
            name = one.tag.rpartition("}")[2]
            if name == "g":
                yield from within(one, (*groups, repr(sorted(one.items()))))
            elif name not in _UNSEEN:
                yield (*groups, name, repr(sorted(one.items())), "".join(one.itertext()))

    return within(ElementTree.fromstring(picture), ())


def test_put_together_they_draw_what_they_drew(turns: list[TurnFacts], taken: Taken):
    for turn, layers in zip(turns, taken.layers, strict=True):
        again = [one for part in put_together(taken, layers) for one in drawn(part)]
        assert again == [*drawn(turn.picture)]


def test_each_part_has_all_that_it_refers_to(turns: list[TurnFacts], taken: Taken):
    there = set(re.findall(r'id="([^"]+)"', "".join(one.picture for one in turns)))
    for layers in taken.layers:
        for part in put_together(taken, layers):
            given = set(re.findall(r'id="([^"]+)"', part))
            wanted = set(re.findall(r'(?:href="#|url\(#)([^")]+)', part))
            assert wanted <= there and wanted <= given


def test_what_pictures_have_alike_is_there_once(taken: Taken):
    land = "".join(taken.shared)
    assert 'class="seas"' in land and 'class="label ' in land
    used = [one for layers in taken.layers for one in layers if isinstance(one, int)]
    assert set(used) == set(range(len(taken.shared)))
    assert all(used.count(number) > 1 for number in set(used))
    assert not any("data-unit" in one for one in taken.shared), "units are of their own picture"


def test_pictures_of_another_style_share_nothing(turns: list[TurnFacts]):
    other = turns[0].picture.replace("<style>", "<style>.label{fill:red}")
    assert taken_apart([turns[0].picture, other]).shared == ()


def test_a_single_picture_stays_whole(turns: list[TurnFacts]):
    found = taken_apart([turns[0].picture])
    assert len(found.layers[0]) == 1 and found.shared == ()


@pytest.mark.slow
@pytest.mark.parametrize("mono", [False, True])
def test_a_report_of_a_game_holds_its_map_once(standard: Variant, mono: bool):
    turns = turns_of(standard, options=Options(mono=mono))
    alone, several = len(report_pdf(turns[0])), len(report_pdf(*turns))
    assert several < alone * (1 + PHASES / 4)


@pytest.mark.slow
def test_turns_without_a_picture_are_told_as_well(standard: Variant):
    turns = turns_of(standard)
    bare = [replace(one, picture="") for one in turns]
    assert report_pdf(*bare).startswith(b"%PDF-")
    assert len(report_pdf(bare[0], turns[1])) > len(report_pdf(*bare[:2]))
