"""``/fieldtest`` and ``/orderview``: looking at a map's fields and at the records of a round."""

from __future__ import annotations

from collections.abc import Iterator

from dragoman.formats.dipwork import Geography, columns_explained, order_view
from dragoman.games.dipwork.workspace import DipworkWorkspace
from dragoman.orders import Hold, scan_order
from dragoman.words import counted, said

_LEAVE = "exit"


def field_test(workspace: DipworkWorkspace) -> None:
    """Ask for fields and describe each, until the answer is ``exit``."""
    directory = workspace.game.variant_directory
    geography = directory.files.geography
    workspace.dialogue.say(
        said(
            "{fields}, {borders}",
            fields=counted(len(geography.fields), "field"),
            borders=counted(len(geography.borders), "border"),
        )
    )
    while True:
        name = workspace.dialogue.ask("Field, or exit?", _LEAVE).strip() or _LEAVE
        if name.lower() == _LEAVE:
            return
        found = _field(workspace, name)
        if found:
            for line in _field_lines(workspace, geography, found):
                workspace.dialogue.say(line)
        else:
            workspace.dialogue.say(said("there is no field {name!r}", name=name))


def view_orders(workspace: DipworkWorkspace, name: str = "") -> None:
    """Show the records of an ``*.ORD`` file; without a name, explain the columns and keep asking
    for files until the answer is ``exit``."""
    if name:
        workspace.dialogue.show(name, _view(workspace, name))
        return
    for line in columns_explained():
        workspace.dialogue.say(line)
    while True:
        files = sorted(
            p.name for p in workspace.game.folder.iterdir() if p.suffix.upper() == ".ORD"
        )
        if not files:
            workspace.dialogue.say(
                said("there are no *.ORD files in {folder}", folder=workspace.game.folder)
            )
            return
        answer = (
            workspace.dialogue.ask(
                said("Which file: {files}, or exit?", files=", ".join(files)), _LEAVE
            ).strip()
            or _LEAVE
        )
        if answer.lower() == _LEAVE:
            return
        chosen = next((file for file in files if file.lower() == answer.lower()), None)
        if chosen is None and answer.isdigit() and 1 <= int(answer) <= len(files):
            chosen = files[int(answer) - 1]
        if chosen:
            workspace.dialogue.show(chosen, _view(workspace, chosen))
        else:
            workspace.dialogue.say(said("there is no {answer}", answer=answer))


def _view(workspace: DipworkWorkspace, name: str) -> str:
    lines = workspace.records(name, "run the earlier steps first")
    return order_view(lines, workspace.atlas).rstrip("\n")


def _field(workspace: DipworkWorkspace, name: str) -> str | None:
    """The field of a name or of one of its synonyms."""
    atlas = workspace.atlas
    for field in atlas.location_of:
        if field == name:
            return field
    for field in atlas.location_of:
        if field.lower() == name.lower():
            return field
    read = scan_order(f"{name} H", workspace.board, "M", workspace.scan_options)
    return atlas.field_of.get(read.unit.location) if isinstance(read, Hold) else None


def _field_lines(workspace: DipworkWorkspace, geography: Geography, name: str) -> Iterator[str]:
    field = geography.by_name[name]
    atlas = workspace.atlas
    over = said(", a coast of {coast_of}", coast_of=field.coast_of) if field.coast_of else ""
    yield said(
        "{name}{over}: number {number_of}, drawn at {x} {y}",
        name=name,
        over=over,
        number_of=atlas.number_of[name],
        x=field.x,
        y=field.y,
    )
    yield said(
        "  kind {kind}, {points} supply points, home of {home}",
        kind=field.kind or "-",
        points=field.points,
        home=field.home or "-",
    )
    if coasts := geography.coasts.get(name):
        yield said("  coasts: {coasts}", coasts=", ".join(coasts))
    spellings = [s for row in geography.synonyms if row.name == name for s in row.spellings]
    if spellings:
        yield said("  also written {spellings}", spellings=", ".join(spellings))
    units = [unit.word for unit in atlas.units]
    for border in geography.borders:
        if border.start == name:
            ways = [f"{unit} {way}" for unit, way in zip(units, border.ways, strict=False)]
            at_sea = border.ways[len(units) :]
            if at_sea:
                yield said(
                    "  - {target}: {ways}, convoy {at_sea}",
                    target=border.target,
                    ways=", ".join(ways),
                    at_sea=", ".join(at_sea),
                )
            else:
                yield f"  - {border.target}: {', '.join(ways)}"
    back = [border.start for border in geography.borders if border.target == name]
    yield said("  reached from {back}", back=", ".join(back) or "nowhere")
