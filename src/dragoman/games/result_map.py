"""The map in a game's folder: the picture beside the report, and the map of an own variant."""

from __future__ import annotations

from pathlib import Path

from dragoman.diagnostics import Diagnostic
from dragoman.drawing import map_of, scene_of, svg
from dragoman.game import Resolution, Variant
from dragoman.games.folder import GameFolder, OpenGame

Faults = tuple[Diagnostic, ...]


def picture_of(
    folder: GameFolder, opened: OpenGame, resolution: Resolution, language: str | None
) -> tuple[str, Faults]:
    """The picture of a resolution in a game's folder; none, with diagnostics, where the map
    of the variant cannot be read."""
    game, settings = opened.game, opened.settings
    drawn_on, faults = map_of(game.variant, folder.own_variant)
    if drawn_on is None:
        return "", faults
    scene = scene_of(
        game.variant,
        drawn_on.geometry,
        resolution.before,
        resolution=resolution,
        title=settings.title,
        language=language or settings.language,
        backdrop=drawn_on.backdrop,
        players=settings.players,
    )
    return svg(scene), faults


def map_text(variant: Variant, folder: Path) -> str:
    """The map of a variant in a folder without one, laid out, as the text of a file; empty where
    that cannot be done."""
    from dragoman.drawing.files.geometry_file import write_geometry

    drawn_on, _ = map_of(variant, folder)
    return "" if drawn_on is None else write_geometry(drawn_on.geometry)
