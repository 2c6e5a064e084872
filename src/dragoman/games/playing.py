"""Playing a game in its folder: a new game, its orders, their adjudication, and taking it back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dragoman.board import UnknownName, province_of
from dragoman.diagnostics import Diagnostic, Severity, has_errors
from dragoman.files import content_of
from dragoman.formats import VariantError, folder_of, load_variant, shipped_variants
from dragoman.game import Game, Resolution, Variant, dice_json, spoken, write_record
from dragoman.game.variant import PLAY
from dragoman.games.adjudication import (
    game_data,
    judged_data,
    last_adjudication,
    orders_data,
    phases_before,
    resolution_data,
    resolution_of,
)
from dragoman.games.folder import FolderSettings, GameFolder, OpenGame
from dragoman.games.order_sheet import (
    dice_asked,
    dice_heading,
    empty_sheet,
    read_sheet,
    without_orders,
)
from dragoman.games.requests import Answer, TypedText, UnknownRule, chosen_rules
from dragoman.games.sheet_lines import written_unit
from dragoman.nearest import nearest
from dragoman.orders import Hold, scan_order
from dragoman.words import SaidLines, counted, said

if TYPE_CHECKING:
    from dragoman.reports import Explanation


def new(
    variant_name: str,
    path: Path,
    preset: str | None,
    rules_set: Sequence[str],
    settings: FolderSettings,
    seed: int | None = None,
) -> Answer:
    """Make a game folder. Dice of Machiavelli are rolled from the seed, or from one at random."""
    folder = GameFolder(path)
    try:
        variant = load_variant(variant_name)
        rule_set = chosen_rules(preset, rules_set, variant.rule_set)
    except VariantError as error:
        return Answer(diagnostics=error.diagnostics)
    except UnknownRule as unknown:
        return Answer(diagnostics=(unknown.diagnostic,))
    if seed is not None and PLAY.of(variant).dice(variant) is None:
        what, remedy = f"no dice are rolled in {variant.title}", "leave the seed out"
        return Answer(diagnostics=(Diagnostic("no-dice", what, remedy),))
    if has_errors(faults := folder.mend()):
        return Answer(diagnostics=faults)
    if folder.record.exists():
        what, remedy = "there is a game in it already", "name another folder"
        return Answer(diagnostics=(Diagnostic("folder-taken", what, remedy, str(path)),))
    game = Game(variant, rule_set, seed=seed)
    write: dict[str, bytes | None] = {
        folder.name(folder.settings): str(settings).encode(),
        folder.name(folder.record): write_record(game).encode(),
    }
    if not folder.orders.exists():
        write[folder.name(folder.orders)] = empty_sheet(game, settings.language).encode()
    own: dict[str, bytes] = {}
    undrawn: tuple[Diagnostic, ...] = ()
    if variant_name not in shipped_variants():
        from dragoman.games.variants.maps import (
            wrong_with_its_map,
        )  # only now: it reads all formats

        source = folder_of(variant_name) or Path(variant_name)
        own = dict(_own_files(source, variant))
        undrawn = wrong_with_its_map(variant, source)
        write |= {folder.name(folder.variant / file): text for file, text in own.items()}
    if folder.variant.is_dir() and not _holds_only(folder.variant, own):
        what, remedy = "there are files of another variant here", "remove it, or name another place"
        return Answer(diagnostics=(Diagnostic("folder-taken", what, remedy, str(folder.variant)),))
    if faults := folder.change("new", write):
        return Answer(diagnostics=faults)
    begun = said(
        "{path}: {title}, {phase}",
        path=path,
        title=variant.title,
        phase=spoken(game.phase),
    )
    text = SaidLines((begun, _to_be_typed(folder)))
    data = {"folder": str(path), **game_data(game)}
    return Answer(text, data, tuple(map(_as_warning, undrawn)))


def check(path: Path, order_sheet: TypedText | None) -> Answer:
    """Read orders and report what is wrong with them, without judging them."""
    folder = GameFolder(path)
    opened, faults = _open_running(folder)
    if opened is None:
        return Answer(diagnostics=faults)
    sheet = read_sheet(order_sheet or opened.sheet, opened)
    missing = without_orders(opened.game, sheet.resolution)
    data = {
        "phase": str(opened.game.phase),
        "orders": orders_data(sheet.orders),
        "without_orders": missing,
        **dice_json(opened.game.variant, sheet.resolution.account),
    }
    number = sum(map(len, sheet.orders.values()))
    orders = counted(number, "order")
    lines: list[str] = [
        said("{phase}: {orders} read", phase=spoken(opened.game.phase), orders=orders)
    ]
    told = partial(written_unit, opened.game.variant)
    for power, units in without_orders(opened.game, sheet.resolution, told).items():
        name = opened.game.variant.power_name(power, opened.settings.language)
        lines.append(said("Without orders, {power}: {units}", power=name, units=", ".join(units)))
    dice = dice_asked(opened.game.variant, sheet.resolution, opened.settings.language)
    if dice:
        below = dice_heading(opened.settings.language)
        lines.append(said("Dice, as typed below {heading!r}:", heading=below))
        lines += (f"  {line}" for line in dice)
    return Answer(SaidLines(lines), data, (*opened.diagnostics, *sheet.diagnostics))


def adjudicate(path: Path, language: str | None, explained: bool, anyway: bool) -> Answer:
    """Judge the orders and write down the result. The game itself does not change."""
    folder = GameFolder(path)
    opened, faults = _open_running(folder)
    if opened is None:
        return Answer(diagnostics=faults)
    sheet = read_sheet(opened.sheet, opened)
    faults = (*opened.diagnostics, *sheet.diagnostics)
    if has_errors(faults) and not (anyway and sheet.is_usable):
        remedy = "correct the errors above"
        if sheet.is_usable:
            remedy = "correct the errors above, or leave the faulty orders out with --anyway"
        fault = Diagnostic("not-judged", "nothing was judged", remedy)
        return Answer(diagnostics=(*faults, fault))
    from dragoman.games.draw_request import picture_of  # only now: what reports and draws is large

    game = opened.game
    report = _report(sheet.resolution, opened, language, explained)
    picture, undrawn = picture_of(folder, opened, sheet.resolution, language)
    judged = judged_data(game.variant, sheet.resolution, anyway)
    result: dict[str, bytes | None] = {
        folder.name(folder.result): report.encode(),
        folder.name(folder.result_map): picture.encode() if picture else None,
        folder.name(folder.result_data): judged.encode(),
    }
    if has_errors(mended := folder.change("adjudicate", result, opened)):
        return Answer(diagnostics=(*opened.diagnostics, *mended))
    faults = (*faults, *mended)
    data = resolution_data(game.variant, sheet.resolution)
    if explained:
        from dragoman.reports import explanations

        found = explanations(game.variant, sheet.resolution, game.history)
        data["explanations"] = _explained(found, opened, language)
    return Answer(report, data, tuple(map(_as_warning, (*faults, *undrawn))))


def accept(path: Path) -> Answer:
    """Make the last adjudication final, and lay out the order sheet of the next phase."""
    folder = GameFolder(path)
    opened, faults = _open_running(folder)
    if opened is None:
        return Answer(diagnostics=faults)
    game, number = opened.game, len(opened.game.history) + 1
    phase = game.phase
    resolution, fault = last_adjudication(folder, opened)
    if resolution is None:
        return Answer(diagnostics=(*opened.diagnostics, *fault))
    game.adopt(resolution)
    sheet = None if game.ending else empty_sheet(game, opened.settings.language).encode()
    typed = opened.sheet.whole()
    kept, moved = _keep_orders(folder, folder.kept(number, phase, "orders"), typed)
    write: dict[str, bytes | None] = {
        **kept,
        folder.name(folder.kept(number, phase, "result")): content_of(folder.result),
        folder.name(folder.kept(number, phase, "map")): content_of(folder.result_map),
        folder.name(folder.record): write_record(game).encode(),
        folder.name(folder.orders): sheet,
        **folder.no_result,
    }
    if has_errors(mended := folder.change("accept", write, opened)):
        return Answer(diagnostics=(*opened.diagnostics, *mended))
    lines: list[str] = [said("{phase}: final", phase=spoken(phase))]
    if game.ending is not None:
        lines.append(_over(game))
    else:
        lines += [said("Next: {phase}", phase=spoken(game.phase)), _to_be_typed(folder)]
    text = SaidLines((*lines, *moved))
    return Answer(text, game_data(game), (*opened.diagnostics, *mended))


def undo(path: Path) -> Answer:
    """Take back the last phase that was accepted; its orders are in the order sheet again."""
    folder = GameFolder(path)
    opened, faults = folder.open()
    if opened is None:
        return Answer(diagnostics=faults)
    game, number, phase = opened.game, len(opened.game.history), opened.game.phase
    unfilled = empty_sheet(game, opened.settings.language).encode()
    if number == 0 and game.ending is None:
        fault = Diagnostic("nothing-to-undo", "nothing was accepted yet", source=str(path))
        return Answer(diagnostics=(*opened.diagnostics, fault))
    game.undo()
    lines = [
        said(
            "{phase} is open again; its orders are in {file}",
            phase=spoken(game.phase),
            file=folder.orders,
        )
    ]
    write: dict[str, bytes | None] = {}
    if game.phase != phase:  # else only the draw or concession is taken back
        sheet = empty_sheet(game, opened.settings.language).encode()
        # They are in the order sheet now.
        game.restore(replace(game.pending, sets={}, thrown=()), None)
        if folder.orders.exists() and (typed := opened.sheet.whole()) != unfilled:
            left = folder.kept(number + 1, phase, "orders")
            write, moved = _keep_orders(folder, left, typed)
            kept_there = said(
                "The orders for {phase} are kept in {file}", phase=spoken(phase), file=left
            )
            lines += [kept_there, *moved]
        kept = folder.kept(number, game.phase, "orders")
        accepted = content_of(kept)
        write[folder.name(folder.orders)] = sheet if accepted is None else accepted
        for what in ("orders", "result", "map"):
            write[folder.name(folder.kept(number, game.phase, what))] = None
        write |= folder.no_result
    write[folder.name(folder.record)] = write_record(game).encode()
    if has_errors(mended := folder.change("undo", write, opened)):
        return Answer(diagnostics=(*opened.diagnostics, *mended))
    return Answer(SaidLines(lines), game_data(game), (*opened.diagnostics, *mended))


def show(paths: Sequence[Path], language: str | None) -> Answer:
    """The state of one game, or a line for each of several; without a path, of those that are
    here."""
    paths = paths or _games_here()
    if not paths:
        what, remedy = "there is no game here", "name the folder of one, or make one: dragoman new"
        return Answer(diagnostics=(Diagnostic("no-game", what, remedy),))
    games: list[dict[str, Any]] = []
    lines: list[str] = []
    faults: list[Diagnostic] = []
    for path in paths:
        folder = GameFolder(path)
        opened, found = folder.open()
        faults += found
        if opened is None:
            continue
        faults += opened.diagnostics
        orders = _state_of_orders(folder, opened)
        games.append({"folder": str(path), **game_data(opened.game), "orders": orders})
        if len(paths) == 1:
            lines += _standing(opened, language)
            lines.append(said("{file}: {state}", file=folder.orders, state=orders))
        else:
            where = opened.game.ending.told() if opened.game.ending else spoken(opened.game.phase)
            parts = {"path": path, "title": opened.game.variant.title, "where": where}
            lines.append(said("{path}: {title}, {where}; {state}", state=orders, **parts))
    return Answer(SaidLines(lines), {"games": games}, tuple(faults))


def _games_here() -> Sequence[Path]:
    """The folder where somebody is, if it holds a game, else those in it that do."""
    here = Path()
    folders = [here] if GameFolder(here).record.is_file() else sorted(here.iterdir())
    return [one for one in folders if GameFolder(one).record.is_file()]


def explain(path: Path, unit: str, phase: str | None, language: str | None) -> Answer:
    """The outcome of one unit's order, and the reasons."""
    folder = GameFolder(path)
    opened, faults = folder.open()
    if opened is None:
        return Answer(diagnostics=faults)
    resolution, fault = resolution_of(folder, opened, phase)
    if resolution is None:
        return Answer(diagnostics=(*opened.diagnostics, *fault))
    from dragoman.reports import explanations

    found = explanations(opened.game.variant, resolution, phases_before(opened.game, resolution))
    about = [one for one in found if one.concerns(place_called(unit, opened))]
    if not about:
        fault = _not_ordered(unit, resolution)
        return Answer(diagnostics=(*opened.diagnostics, fault))
    data = _explained(about, opened, language)
    text = "\n".join(str(one["text"]) for one in data)
    return Answer(text, {"phase": str(resolution.phase), "explanations": data}, opened.diagnostics)


def without(
    path: Path, unit: str, orders: Sequence[str], phase: str | None, language: str | None
) -> Answer:
    """The differences without these orders: for one unit, or for all where
    none is named. Nothing is changed."""
    folder = GameFolder(path)
    opened, faults = folder.open()
    if opened is None:
        return Answer(diagnostics=faults)
    resolution, fault = resolution_of(folder, opened, phase)
    if resolution is None:
        return Answer(diagnostics=(*opened.diagnostics, *fault))
    from dragoman.reports import what_if

    place = place_called(unit, opened) if unit else ""
    try:
        found = what_if(opened.game.variant, resolution, *orders)
        text = found.text(language or opened.settings.language, place)
    except UnknownName as unknown:
        return Answer(diagnostics=(*opened.diagnostics, unknown.diagnostic))
    data = {"phase": str(resolution.phase), **found.data(place), "text": text}
    return Answer(text, data, opened.diagnostics)


# Games and orders in a folder


def _open_running(folder: GameFolder) -> tuple[OpenGame | None, tuple[Diagnostic, ...]]:
    """A game that has not ended."""
    opened, faults = folder.open()
    if opened is None or opened.game.ending is None:
        return opened, faults
    what = said("the game has ended: {ending}", ending=opened.game.ending.told())
    remedy = "undo takes its last phase back"
    return None, (Diagnostic("game-over", what, remedy, str(folder.path)),)


def place_called(unit: str, opened: OpenGame) -> str:
    """The province of a unit as a person names it: ``lon``, ``F LON``, ``Armee München``."""
    read = scan_order(f"{unit} H", opened.game.variant.board)
    return province_of(read.unit.location) if isinstance(read, Hold) else unit


def _not_ordered(unit: str, resolution: Resolution) -> Diagnostic:
    what = "no unit is named"
    if unit:
        what = said(
            "no order of {unit!r} was judged in {phase}", unit=unit, phase=str(resolution.phase)
        )
    units = [str(outcome.unit) for outcome in resolution.outcomes if outcome.unit.location]
    near = nearest(unit, units) or tuple(units)
    return Diagnostic("no-such-unit", what, "name a unit as it stood then", candidates=near)


def _state_of_orders(folder: GameFolder, opened: OpenGame) -> str:
    """The state of the order sheet in a few words."""
    if opened.game.ending is not None:
        return said("over")
    if isinstance(opened.sheet.content, FileNotFoundError):
        return said("there is no such file")
    sheet = read_sheet(opened.sheet, opened)
    if errors := sum(fault.is_error for fault in sheet.diagnostics):
        return counted(errors, "error")
    missing = without_orders(opened.game, sheet.resolution)
    if not missing:
        state = said("all orders are in")
    else:
        names = (opened.game.variant.power_name(power) for power in missing)
        state = said("orders are missing from {powers}", powers=", ".join(names))
    if opened.judged is None:
        return state
    return said("{state}; judged, not accepted", state=state)


# Texts of answers


def _report(resolution: Resolution, opened: OpenGame, language: str | None, explained: bool) -> str:
    from dragoman.reports import report_resolution

    game, settings = opened.game, opened.settings
    return report_resolution(
        game.variant,
        resolution,
        language or settings.language,
        title=settings.title,
        explained=explained,
        earlier=phases_before(game, resolution),
    )


def _explained(
    found: Iterable[Explanation], opened: OpenGame, language: str | None
) -> list[dict[str, Any]]:
    in_language = language or opened.settings.language
    return [{**one.data(), "text": one.text(in_language)} for one in found]


def _standing(opened: OpenGame, language: str | None) -> list[str]:
    from dragoman.reports import report_position

    game, settings = opened.game, opened.settings
    in_language = language or settings.language
    text = report_position(
        game.variant,
        game.position,
        in_language,
        title=settings.title,
        rule_set=game.rule_set,
        opening=None if game.history else game.opening,
    )
    return [text] if game.ending is None else [text, _over(game), ""]


def _over(game: Game) -> str:
    return said(
        "The game is over: {ending}.", ending="" if game.ending is None else game.ending.told()
    )


def _to_be_typed(folder: GameFolder) -> str:
    return said(
        "Type the orders into {orders}, then: dragoman adjudicate {game}",
        orders=folder.orders,
        game=folder.path,
    )


def _as_warning(diagnostic: Diagnostic) -> Diagnostic:
    """The fault of an order that is ignored on purpose."""
    return replace(diagnostic, severity=Severity.WARNING)


# Files of a game


def _keep_orders(
    folder: GameFolder, path: Path, typed: bytes
) -> tuple[dict[str, bytes | None], tuple[str, ...]]:
    """Keep orders in a file of ``turns``; others that were kept there get another name, and
    that is told."""
    write: dict[str, bytes | None] = {folder.name(path): typed}
    earlier = content_of(path)
    if earlier in (None, typed):
        return write, ()
    number = 2
    while (moved := path.with_name(f"{path.stem}-{number}{path.suffix}")).exists():
        number += 1
    write[folder.name(moved)] = earlier
    told = said(
        "Other orders that were kept in {path} are now in {moved}",
        path=path,
        moved=moved,
    )
    return write, (told,)


def _holds_only(folder: Path, own: Mapping[str, bytes]) -> bool:
    """True if there is nothing in the folder but some of these files. An empty folder of a
    variant is none."""
    files = [file for file in folder.iterdir() if file.is_file()]
    return bool(own) and all(own.get(file.name) == content_of(file) for file in files)


def _own_files(source: Path, variant: Variant) -> Iterator[tuple[str, bytes]]:
    """The files of a variant for a game to keep, with a map: laid out once, if there is none."""
    from dragoman.drawing import GEOMETRY, PICTURE
    from dragoman.formats import seed_text
    from dragoman.games.draw_request import map_text

    has_map = has_seed = False
    for file in (f"map.{variant.name}", f"seed.{variant.name}", "variant.toml", GEOMETRY, PICTURE):
        if (content := content_of(source / file)) is not None:
            has_map |= file in (GEOMETRY, PICTURE)
            has_seed |= file.startswith("seed.")
            yield file, content
    if not has_seed:  # its name is in no other file
        yield f"seed.{variant.name}", seed_text(source)
    if not has_map and (text := map_text(variant, source)):
        yield GEOMETRY, text.encode()
