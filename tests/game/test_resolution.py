"""What follows a phase: the next one with something to decide, ownership, victory."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings, strategies as st

from dragoman.board import UnknownName
from dragoman.game import Game, Resolution, Variant, process
from dragoman.orders import scan
from dragoman.rules import Phase, PhaseKind, Position, Result, RuleSet, resolve

Judge = Callable[..., Resolution]


@pytest.fixture(scope="module")
def judge(standard: Variant) -> Judge:
    def judged(position: Position, **orders: str) -> Resolution:
        read = {
            power: [one.order for one in scan(text, standard.board, position.phase.letter).orders]
            for power, text in orders.items()
        }
        return process(standard, position, read)

    return judged


def test_a_quiet_spring_leads_to_fall(stage, judge: Judge) -> None:
    resolution = judge(stage("S1901M", FRANCE="A PAR"), FRANCE="A PAR-BUR")
    assert str(resolution.position.phase) == "F1901M"
    assert str(resolution.position.units[0]) == "A BUR"
    assert resolution.phase == resolution.before.phase


def test_who_is_driven_out_retreats(stage, judge: Judge) -> None:
    position = stage("S1901M", FRANCE="A PAR, A MAR", GERMANY="A BUR")
    moved = judge(position, FRANCE="A PAR-BUR, A MAR S A PAR-BUR")
    assert str(moved.position.phase) == "S1901R"
    assert [str(d) for d in moved.position.dislodged] == ["*A BUR"]
    assert moved.destroyed == ()
    retreated = judge(moved.position, GERMANY="A BUR-RUH")
    assert str(retreated.position.phase) == "F1901M"
    assert [str(unit) for unit in retreated.position.units_of("GERMANY")] == ["A RUH"]


def test_who_has_nowhere_to_go_is_destroyed_at_once(stage, judge: Judge) -> None:
    position = stage("S1901M", AUSTRIA="A TYR, F TRI, A PIE, A ROM", ITALY="A VEN, A APU, A TUS")
    resolution = judge(position, AUSTRIA="A TYR-VEN, F TRI S A TYR-VEN")
    assert [str(unit) for unit in resolution.destroyed] == ["A VEN"]
    assert str(resolution.position.phase) == "F1901M"
    assert resolution.position.dislodged == ()
    assert resolution.outcome("A VEN").dislodged_by is not None
    assert "Destroyed: A VEN" in str(resolution)


def test_contested_provinces_are_forgotten_after_retreats(stage, judge: Judge) -> None:
    position = stage("S1901M", FRANCE="A PAR, A MAR, A PIC", GERMANY="A BUR, A KIE, A BER")
    orders = {"FRANCE": "A PAR-BUR, A MAR S A PAR-BUR", "GERMANY": "A KIE-MUN, A BER-MUN"}
    moved = judge(position, **orders)
    assert moved.position.contested == {"MUN"}
    retreated = judge(moved.position)
    assert retreated.position.contested == frozenset()
    assert retreated.outcome("BUR").result is Result.DISBANDS
    assert moved.position.contested == {"MUN"}


def test_centres_change_hands_after_the_fall_only(stage, judge: Judge) -> None:
    spring = judge(stage("S1901M", FRANCE="A GAS"), FRANCE="A GAS-SPA")
    assert "SPA" not in spring.position.owners
    fall = judge(spring.position)
    assert fall.position.owners["SPA"] == "FRANCE"


def test_centres_change_hands_after_the_retreats_of_the_fall(stage, judge: Judge) -> None:
    position = stage("F1901M", FRANCE="A PAR, A MAR", GERMANY="A BUR")
    moved = judge(position, FRANCE="A PAR-BUR, A MAR S A PAR-BUR")
    assert str(moved.position.phase) == "F1901R"
    retreated = judge(moved.position, GERMANY="A BUR R BEL")
    assert retreated.position.owners["BEL"] == "GERMANY"


def test_no_adjustments_where_nobody_can_build(stage, judge: Judge) -> None:
    """Four centres, three units, but a unit on each home centre."""
    owners = {"PAR": "FRANCE", "BRE": "FRANCE", "MAR": "FRANCE", "SPA": "FRANCE"}
    full = stage("F1901M", FRANCE="A PAR, F BRE, A MAR", owners=owners)
    assert str(judge(full).position.phase) == "S1902M"
    free = stage("F1901M", FRANCE="A PAR, F BRE, A GAS", owners=owners)
    assert str(judge(free).position.phase) == "W1901A"


def test_no_adjustments_where_the_balance_is_even(stage, judge: Judge) -> None:
    owners = {"PAR": "FRANCE"}
    assert str(judge(stage("F1901M", FRANCE="A GAS", owners=owners)).position.phase) == "S1902M"


def test_adjustments_where_somebody_must_remove(stage, judge: Judge) -> None:
    resolution = judge(stage("F1901M", FRANCE="A GAS, A BUR", owners={"PAR": "FRANCE"}))
    assert str(resolution.position.phase) == "W1901A"
    removed = judge(resolution.position)
    assert len(removed.position.units) == 1
    assert str(removed.position.phase) == "S1902M"
    assert "no order" in str(removed)


def test_victory(standard: Variant, stage, judge: Judge) -> None:
    centers = standard.board.centers
    seventeen = dict.fromkeys([c for c in centers if c != "NAP"][:17], "ITALY")
    position = stage("S1910M", ITALY="A ROM", owners=seventeen)
    spring = judge(position, ITALY="A ROM-NAP")
    assert spring.winners == ()
    fall = judge(spring.position)
    assert fall.winners == ("ITALY",)
    assert str(fall.position.phase) == "W1910A"
    assert "won by Italy" in str(fall)


@pytest.mark.parametrize(
    ("italy", "russia", "needed", "won"),
    [
        (18, 16, 18, "ITALY"),
        (17, 17, 18, None),
        (17, 17, 17, None),
        (16, 18, 15, "RUSSIA"),
        (0, 0, 18, None),
    ],
)
def test_the_winner_leads_alone(
    standard: Variant, italy: int, russia: int, needed: int, won: str | None
) -> None:
    board = standard.board
    centers = list(board.centers)
    owners = dict.fromkeys(centers[:italy], "ITALY")
    owners |= dict.fromkeys(centers[italy : italy + russia], "RUSSIA")
    fall = Position(Phase.parse("F1907M"), (), owners)
    result = resolve(board, fall, {}, RuleSet(), victory_centers=needed)
    assert result.position.owners == owners
    assert result.winner == won


def test_an_outcome_is_found_by_unit_and_by_place(standard: Variant, judge: Judge) -> None:
    resolution = judge(standard.start, RUSSIA="F STP/SC-BOT")
    fleet = standard.start.by_location["STP/SC"]
    for name in (fleet, "F STP/SC", "STP/SC"):
        assert resolution.outcome(name).moved_to == "BOT"
    with pytest.raises(UnknownName, match="BOT"):
        resolution.outcome("BOT")


def test_a_resolution_says_what_happened(standard: Variant, judge: Judge) -> None:
    resolution = judge(standard.start, AUSTRIA="A VIE-GAL", RUSSIA="A WAR-GAL")
    assert "Austria: A Bud H (no order), F Tri H (no order), A Vie - Gal (bounce)" in str(
        resolution
    )
    assert str(resolution).endswith("Next: fall 1901, movement")


def test_orders_of_nobody_are_left_out(standard: Variant) -> None:
    resolution = process(standard, standard.start, {"ENGLAND": [], "FRANCE": []})
    assert resolution.orders == {}


@pytest.mark.slow
@settings(max_examples=30)
@given(seed=st.integers(0, 2**32))
def test_every_phase_has_something_to_decide(standard: Variant, play, seed: int) -> None:
    game = Game(standard)
    play(game, seed, 12)
    for resolution in game.history:
        position = resolution.position
        assert position.faults(standard.board) == ()
        match position.phase.kind:
            case PhaseKind.MOVEMENT:
                assert not position.dislodged
            case PhaseKind.RETREAT:
                assert position.dislodged
                assert all(dislodged.options for dislodged in position.dislodged)
            case PhaseKind.ADJUSTMENT:
                assert game.ending or any(
                    len(position.units_of(p)) != len(position.centers_of(p))
                    for p in standard.board.powers
                )
        if position.phase.kind is not PhaseKind.RETREAT:
            assert not position.contested


@pytest.mark.slow
@settings(max_examples=30)
@given(seed=st.integers(0, 2**32))
def test_units_appear_and_vanish_only_by_the_rules(standard: Variant, play, seed: int) -> None:
    game = Game(standard)
    play(game, seed, 12)
    for resolution in game.history:
        before, after = resolution.before, resolution.position
        change = len(after.units) + len(after.dislodged) - len(before.units) - len(before.dislodged)
        match resolution.phase.kind:
            case PhaseKind.MOVEMENT:
                assert change == -len(resolution.destroyed)
            case PhaseKind.RETREAT:
                gone = [o for o in resolution.outcomes if o.result is not Result.SUCCEEDS]
                assert change == -len(gone)
            case PhaseKind.ADJUSTMENT:
                for power in standard.board.powers:
                    assert len(after.units_of(power)) <= len(after.centers_of(power))
