"""The text of a game, written and read back; and what can be wrong with one."""

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from dragoman.formats import load_variant
from dragoman.game import Game, Intent, Variant, process, read_game_text, read_headers
from dragoman.rules import PRESETS, RuleSet

SHARED = settings(
    max_examples=25,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)

TEXT = """[England "Ann \\"A\\" Lee"]
[Variant "standard"]
[Rules "datc"]
[Result "*"]

# A quiet opening.
S1901M
England: F Lon - Nth, F Edi - Nwg, A Lvp - Yor
France: A Par - Bur, A Mar S A Par - Bur, F Bre - Mao

F1901M
"""


def again(game: Game) -> Game:
    read, faults = read_game_text(game.text())
    assert faults == () and read is not None
    return read


def test_a_text_is_what_people_write() -> None:
    game, faults = read_game_text(TEXT)
    assert faults == () and game is not None
    assert game.history[0].outcome("A PAR").moved_to == "BUR"
    headers = read_headers(TEXT)
    assert headers["England"] == 'Ann "A" Lee'
    assert game.text({"England": headers["England"]}) == TEXT.replace("# A quiet opening.\n", "")


@pytest.mark.slow
@SHARED
@given(
    seed=st.integers(0, 2**32),
    phases=st.integers(0, 14),
    name=st.sampled_from(["standard", "chaos", "isthmus", "archipelago", "pure"]),
    preset=st.sampled_from(sorted(PRESETS)),
)
def test_a_game_played_at_random_is_read_back(play, seed, phases, name, preset) -> None:
    game = Game(name, PRESETS[preset].replace(waive_builds="no"))
    play(game, seed, phases)
    if game.ending is None:
        for unit, orders in list(game.legal_orders().items())[:3]:
            game.order(unit.power, orders[0])
    assert again(game) == game


def test_everything_handed_in_is_read_back(standard: Variant) -> None:
    rules = RuleSet(
        standing_orders="yes", proxy_orders="in-set", order_sets="merge", unordered_sets="merge"
    )
    game = Game(standard, rules)
    game.submit("England", "F lon-nth", intent=Intent.ADDS)
    game.submit("England", "F lon-eng", intent=Intent.REPLACES, dated=False)
    game.submit("France", "", proxies={"bre": "England", "par": "Italy"})
    game.order("Italy", "A rom-ven; F nap H", standing=True)
    assert again(game) == game
    beforehand = Game(standard, rules.replace(proxy_orders="beforehand"))
    beforehand.proxy("France", "bre", "England")
    assert again(beforehand) == beforehand


def test_endings_are_read_back(standard: Variant, stage) -> None:
    for end in (
        lambda g: g.draw(),
        lambda g: g.draw(["Italy", "France"]),
        lambda g: g.concede("Italy"),
    ):
        game = Game(standard)
        game.process()
        game.order("Italy", "A rom H")
        assert end(game) == ()
        assert again(game) == game
    owners = dict.fromkeys(standard.board.centers[:18], "FRANCE")
    won = Game(standard, position=stage("F1910M", FRANCE="A PAR", GERMANY="A MUN", owners=owners))
    won.process()
    assert won.winners == ("FRANCE",)
    assert again(won) == won


def test_a_phase_judged_elsewhere_is_read_back(standard: Variant, stage) -> None:
    game = Game(standard)
    other = process(standard, standard.start, {})
    moved = stage("S1902M", FRANCE="A GAS", ITALY="F NAP")
    object.__setattr__(other, "position", moved)
    game.adopt(other)
    assert "position: S1902M" in game.text()
    assert again(game) == game


def test_powers_with_odd_names(standard: Variant) -> None:
    chaos = load_variant("chaos")
    game = Game(chaos)
    power = next(iter(chaos.board.powers))
    game.order(power, [orders[0] for orders in list(game.legal_orders(power).values())[:1]])
    assert again(game) == game


@pytest.mark.parametrize(
    ("old", "new", "code", "line", "column"),
    [
        ("A Par - Bur, A Mar S", "A Par - Xyz, A Mar S", "unknown-place", 9, 17),
        ("France: A", "Narnia: A", "unknown-power", 9, 1),
        ("F1901M", "F1905M", "wrong-phase", 11, 1),
        ("F1901M", "soon", "unknown-phase", 11, 1),
        ("F1901M", "U1901M", "wrong-phase", 11, 1),
        ("F1901M", "F1901M\nposition: F1901M | FRANCE: A NOWHERE", "unknown-place", 12, 11),
        ('[Variant "standard"]', '[Variant "narnia"]', "unknown-variant", 2, 1),
        ('[Variant "standard"]', "", "missing-header", 1, 1),
        ('[Rules "datc"]', '[Rules "mine"]', "unknown-rule", 3, 1),
        ('[Rules "datc"]', '[Rules "datc"]\n[Changed "self_cut=maybe"]', "unknown-rule", 4, 1),
        ('[Rules "datc"]', "[Rules datc]", "unreadable-header", 3, 1),
        ('[Rules "datc"]', '[Rules "datc"]\n[Position "S1901M | X"]', "unreadable-position", 4, 11),
        ('[Result "*"]', '[Result "lost"]', "unreadable-result", 4, 1),
        ('[Result "*"]', '[Result "draw: Narnia"]', "unknown-power", 4, 1),
        ("S1901M\n", "", "missing-phase", 7, 1),
        ("England: F Lon", "England (maybe): F Lon", "unreadable-note", 8, 1),
    ],
)
def test_what_is_wrong_has_a_place(old, new, code, line, column) -> None:
    assert old in TEXT
    game, faults = read_game_text(TEXT.replace(old, new, 1), source="game.txt")
    assert game is None
    fault = faults[0]
    assert (fault.code, fault.line, fault.column) == (code, line, column)
    assert fault.source == "game.txt"


@SHARED
@given(data=st.data())
def test_damaged_text_never_raises(data) -> None:
    place = data.draw(st.integers(0, len(TEXT)))
    more = data.draw(st.text(alphabet='SF1901MR: ,"()[]\n|Aparto-', max_size=12))
    cut = data.draw(st.integers(0, 12))
    read_game_text(TEXT[:place] + more + TEXT[place + cut :])
    read_headers(TEXT[:place] + more + TEXT[place + cut :])
