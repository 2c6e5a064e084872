"""What the wall, phones and the public page are shown, under every combination of what a preset
keeps secret, from the first board to the ceremony."""

from itertools import product

import pytest
from directing import AFTER, Hall

from dragoman.tournament.log import events as ev
from dragoman.tournament.publishing.public_view import view
from dragoman.tournament.rules.preset import preset_text, read_preset

FLAGS = [
    one
    for one in product((True, False), repeat=3)  # standings secret, counts public, provisional
    if not one[2] or (not one[0] and one[1])
]
GONE = "5 5 5 5 4 5 5"
LAST = "9 8 8 7 2 0 0"


def _text(secret: bool, counts: bool, provisional: bool) -> str:
    text = preset_text("nz1999")
    for name, value in (
        ("standings", secret),
        ("public_counts", counts),
        ("provisional", provisional),
    ):
        usual = "true" if name == "standings" else "false"
        before, after = f"\n{name} = {usual}", f"\n{name} = {str(value).lower()}"
        assert before in text
        text = text.replace(before, after)
    return text


@pytest.mark.parametrize(("secret", "counts", "provisional"), FLAGS)
def test_boards_come_first_and_awards_last(secret: bool, counts: bool, provisional: bool) -> None:
    hall = Hall(_text(secret, counts, provisional))
    assert view(hall.t, AFTER)["turns"] == []
    hall.boards(2)
    seen = view(hall.t, AFTER)
    assert (seen["turns"], len(seen["rounds"][0]["boards"])) == (["boards"], 2)

    hall.count(1901, GONE, "1A")
    seen = view(hall.t, AFTER)
    assert seen["turns"] == ["boards", *(["provisional"] if provisional else [])]
    playing = seen["rounds"][0]["boards"][0]["seats"][0]
    assert ("centers" in playing) is counts
    assert ("points" in playing) is provisional
    assert "points" not in seen["rounds"][0]["boards"][1]["seats"][0], "nothing was counted there"

    hall.add(ev.GameEnded("1A", "time-draw", "F1901"))
    seen = view(hall.t, AFTER)
    over = ["standings"] if not secret else []
    assert seen["turns"] == ["boards", *over, *(["provisional"] if provisional else [])]
    ended = seen["rounds"][0]["boards"][0]["seats"][0]
    assert ("centers" in ended) is (not secret)
    assert "points" not in ended
    assert not {"results", "revealed"} & seen.keys(), "nobody is a champion before the end"

    hall.count(1901, GONE, "1B")
    hall.add(ev.GameEnded("1B", "time-draw", "F1901"))
    assert "provisional" not in view(hall.t, AFTER)["turns"], "they are the standings by now"
    hall.add(ev.Revealed("Third"))
    assert view(hall.t, AFTER)["turns"] == ["revealed"]
    hall.add(ev.CeremonyHeld())
    seen = view(hall.t, AFTER)
    assert seen["turns"] == ["results"]
    assert seen["results"]["awards"][0]["title"] == "Champion"


def test_what_would_come_of_a_board_is_what_comes_of_it() -> None:
    hall = Hall(_text(False, True, True))
    hall.boards(2)
    hall.count(1901, GONE, "1A")
    hall.count(1902, LAST, "1A")
    before = view(hall.t, AFTER)
    would = {one["player"]: one["points"] for one in before["rounds"][0]["boards"][0]["seats"]}
    assert would["Player Nr1"] == "30.612"  # 15 of 49
    places = {one["player"]: one["points"] for one in before["provisional"]["standings"]}
    assert places == would
    hall.add(ev.GameEnded("1A", "time-draw", "F1902"))
    after = view(hall.t, AFTER)["standings"]["standings"]
    assert {one["player"]: one["points"] for one in after} == would


@pytest.mark.parametrize(("secret", "counts"), [(True, True), (True, False), (False, False)])
def test_nothing_that_tells_a_secret_can_be_public(secret: bool, counts: bool) -> None:
    preset, [fault] = read_preset(_text(secret, counts, True))
    assert not preset.house.provisional
    assert (fault.code, fault.is_error) == ("tells-secret", True)
    assert "provisional = false" in fault.remedy
