"""What a user of the library might write: every public name of ``dragoman`` is used here.

The tests run this script, and check it with pyright at its strictest.
"""

# pyright: strict

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import dragoman


def opening(game: dragoman.Game) -> dragoman.Resolution:
    """Orders as one text, as a list of texts, as objects."""
    assert game.order("England", "F lon-nth, F edi-nwg, A lvp-yor") == ()
    assert game.order("France", ["A par-bur", "A mar S A par-bur"]) == ()
    army = dragoman.UnitRef("BER", "A")
    order: dragoman.Order = dragoman.Move(army, "KIE")
    assert dragoman.parse_order("A BER-KIE", game.board) == order
    assert str(order) == "A Ber - Kie"
    assert game.order("Germany", order) == ()
    assert game.order("Germany", [dragoman.Hold(dragoman.UnitRef("MUN", "A"))]) == ()
    faults: tuple[dragoman.Diagnostic, ...] = game.order("Turkey", "A con-mos")
    assert faults[0].severity is dragoman.Severity.WARNING and not dragoman.has_errors(faults)
    pending: dragoman.Pending = game.pending
    assert "FRANCE" in pending.sets
    return game.process()


def looking(game: dragoman.Game, resolution: dragoman.Resolution) -> None:
    """Outcomes, positions, boards."""
    outcome: dragoman.Outcome = resolution.outcome("A PAR")
    assert outcome.result is dragoman.Result.SUCCEEDS and outcome.moved_to == "BUR"
    unused: tuple[dragoman.UnusedOrder, ...] = resolution.unused
    assert unused == ()
    position: dragoman.Position = game.position
    unit: dragoman.Unit = position.by_location["BUR"]
    board: dragoman.Board = game.variant.board
    power: dragoman.Power = board.powers[unit.power]
    province: dragoman.Province = board.provinces["BUR"]
    assert (str(power), str(province)) == ("France", "Burgundy")
    phase: dragoman.Phase = game.phase
    assert phase > resolution.phase and phase.kind is dragoman.PhaseKind.MOVEMENT
    waiting: tuple[dragoman.Dislodged, ...] = position.dislodged
    assert waiting == ()
    assert "<svg" in game.svg("S1901M")
    again, faults = dragoman.read_record(json.dumps(game.to_dict()))
    assert again == game and not faults


def orders_of_every_kind() -> None:
    """What can be written, and read back."""
    fleet, army = dragoman.UnitRef("NTH", "F"), dragoman.UnitRef("YOR", "A")
    for order, text in (
        (dragoman.Support(fleet, army), "F Nth S A Yor"),
        (dragoman.Convoy(fleet, army, "NWY"), "F Nth C A Yor - Nwy"),
        (dragoman.Retreat(fleet, "NWG"), "F Nth R Nwg"),
        (dragoman.Disband(fleet), "Disband F Nth"),
        (dragoman.Build(army), "Build A Yor"),
        (dragoman.Remove(army), "Remove A Yor"),
        (dragoman.Waive(), "Waive"),
    ):
        assert str(order) == text
    board = dragoman.load_variant("standard").board
    assert [str(one.order) for one in dragoman.scan("F nth S A yor", board).orders] == [
        "F Nth S A Yor"
    ]
    assert dragoman.scan_order("A par-bur", board) == dragoman.Move(
        dragoman.UnitRef("PAR", "A"), "BUR"
    )
    assert dragoman.scan_file("England:\nF lon-nth\n", board).diagnostics == ()
    assert dragoman.write(dragoman.Hold(army), "english", board) == "Army Yorkshire holds"


def texts_and_files(game: dragoman.Game) -> None:
    """Positions and games as text, and the record of a game."""
    board = game.variant.board
    assert dragoman.Position.parse(game.position.text(), board) == game.position
    text = game.text({"England": "Ann Lee"})
    again, faults = dragoman.read_game_text(text)
    assert again == game and faults == ()
    assert dragoman.read_headers(text)["England"] == "Ann Lee"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.json"
        dragoman.save_game(game, path)
        loaded, faults = dragoman.load_game(path)
    assert isinstance(loaded, dragoman.Game) and loaded == game and faults == ()


def rules_and_variants() -> None:
    """Rule sets, variants, the judge itself."""
    rules = dragoman.RuleSet(convoy_paradox="2000").replace(two_orders="last")
    assert rules.differences(dragoman.PRESETS["datc"]) == {
        "convoy_paradox": "2000",
        "two_orders": "last",
    }
    assert dragoman.SWITCHES["two_orders"].source == "DATC 4.D.3"
    variant: dragoman.Variant = dragoman.load_variant("fleet_rome")
    assert "fleet_rome" in dragoman.shipped_variants()
    found = dragoman.process(variant, variant.start, {}, rules)
    assert str(found.position.phase) == "F1901M"
    listed = dragoman.legal_orders(variant.board, variant.start, rules)
    assert sum(map(len, listed.values())) > 100
    with tempfile.TemporaryDirectory() as folder:
        nothing, faults = dragoman.read_variant(Path(folder))
    assert nothing is None and dragoman.has_errors(faults)


def endings() -> None:
    """How a game ends, and can be handed in set by set."""
    game = dragoman.Game("standard", dragoman.RuleSet(order_sets="last"))
    game.submit("Italy", "A rom H", intent=dragoman.Intent.REPLACES)
    twin = game.copy()
    assert game.draw(["Italy", "France"]) == ()
    assert game.ending == dragoman.Ending("draw", ("FRANCE", "ITALY"))
    assert twin.ending is None


def mistakes(game: dragoman.Game) -> None:
    """What is raised, all of it kinds of ``DragomanError``, which is a ``ValueError``."""
    try:
        dragoman.Move("PAR", "BUR")  # type: ignore[arg-type]
    except dragoman.WrongArgument as error:
        assert isinstance(error, TypeError) and 'UnitRef("PAR", "A")' in str(error)
    try:
        dragoman.process(game.variant, game.variant.start, {"FRANCE": "A par - nowhere"})
    except dragoman.OrdersError as error:
        assert dragoman.has_errors(error.diagnostics)
    try:
        dragoman.Game("standard", "2032")
    except dragoman.DragomanError as error:
        assert "2023" in str(error)
    try:
        game.order("Narnia", "A par H")
    except dragoman.UnknownName as error:
        assert error.kind == "power" and "ENGLAND" in error.candidates
    try:
        dragoman.Position.parse("S1901M | ENGLAND: A LON, A LON", game.variant.board)
    except dragoman.PositionError as error:
        assert error.diagnostics[0].code == "two-units"
    try:
        dragoman.Game("standard").process("famine severity: 4 2")
    except dragoman.DiceError as error:
        assert error.diagnostics[0].code == "unasked-die"
    try:
        dragoman.Game("narnia")
    except dragoman.VariantError as error:
        assert dragoman.has_errors(error.diagnostics)
    try:
        power = dragoman.Power("ITALY", "I", "Italy")
        dragoman.Board("odd", [], [], [], [power, power])
    except dragoman.BoardError as error:
        assert error.faults


def main() -> None:
    assert dragoman.__version__
    game = dragoman.Game()
    looking(game, opening(game))
    orders_of_every_kind()
    texts_and_files(game)
    rules_and_variants()
    endings()
    mistakes(game)
    print(game)


if __name__ == "__main__":
    main()
