"""Reading a broken file in the place of a sound one of the small variant."""

import shutil
import tempfile
from pathlib import Path

from dragoman.diagnostics import Severity
from dragoman.formats.dipwork import (
    check_pictures,
    read_game_directory,
    read_pictures,
    read_project,
    read_text_file,
    read_variant_directory,
    scan_orders,
)

CASES = Path(__file__).parents[2] / "cases" / "dipwork"


def diagnostics_of(path):
    """What is found in a project whose files are sound but for this one."""
    _, name = path.name.split(".", 1)
    with tempfile.TemporaryDirectory() as folder:
        small = Path(folder) / "small"
        shutil.copytree(CASES / "small", small)
        (small / "PROJECT.TXT").rename(Path(folder) / "PROJECT.TXT")
        target = Path(folder) / name if name == "PROJECT.TXT" else small / name
        target.write_bytes(path.read_bytes())
        if name == "PICTURES.TXT":
            variant, _ = read_variant_directory(small)
            files = variant.files
            pictures, faults = read_pictures(read_text_file(target.read_bytes()))
            checked = check_pictures(pictures, files.units, files.nations, "")
            return sorted((*faults, *checked), key=lambda fault: fault.line)
        project, faults = read_project(Path(folder))
        if project is None or name == "PROJECT.TXT":
            return faults
        game, more = read_game_directory(small, project)
        if game is not None and game.orders is not None:
            variant = game.variant_directory
            _, scanned = scan_orders(
                game.orders, game.variant_directory.files, variant.board, game.parameters
            )
            more += scanned
        assert all(isinstance(fault.severity, Severity) for fault in more)
        return (*faults, *more)
