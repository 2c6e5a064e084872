"""What answers for the board of a game's page look like, for the OpenAPI document."""

from __future__ import annotations

from datetime import datetime

from dragoman.extras import extra
from dragoman.web.shapes import CommandAnswer, DiagnosticShape, Shape, StageName

with extra("judge"):
    from pydantic import Field


class ExpenseShape(Shape):
    """Something that ducats can be spent on, as an order, and how many that takes."""

    order: str
    minimum: int
    step: int
    most: int | None


class MeansShape(Shape):
    """What a power has, and what it can spend it on (Machiavelli)."""

    treasury: int
    credit: int
    owes: int
    falls_due: int
    receivers: list[str]
    chits: list[str]
    expenses: list[ExpenseShape]


class UnitChoices(Shape):
    """What a unit can be ordered; what it cannot is left out. Units go by how orders name them,
    as `A MUN`."""

    h: int | None = None
    """1 if it can hold."""
    m: list[str] | None = None
    """Where it can move."""
    v: dict[str, list[list[str]]] | None = None
    """Where it can be carried, and by which fleets: the shortest ways first. What is no place of
    `m`, too, is reached in no other way, and needs no `VIA`."""
    s: dict[str, list[str]] | None = None
    """The units that it can support, and to where; `.` to hold."""
    c: dict[str, list[str]] | None = None
    """The units that it can carry, and to where."""
    r: list[str] | None = None
    """Where it can retreat."""
    d: int | None = None
    """1 if it can be disbanded or removed."""
    x: list[tuple[str, str]] | None = None
    """Any other order as it is written, and the place that it is for, if it is for one."""


class SheetOnBoard(Shape):
    """What a power has on file."""

    text: str
    tag: str
    """For `If-Match` when the text is replaced."""
    conditional: bool
    """Whether the text has orders that depend on something."""
    lines: list[tuple[int, str, list[str | int]]]
    """For each order in the text its line, its unit, and the order: its kind (`h` hold, `m` move,
    `s` support, `c` convoy, `r` retreat, `d` disband or remove, `b` build, `w` waive, `x` any
    other) and what it names."""
    told: list[DiagnosticShape]
    ready: bool
    means: MeansShape | None = None


class OwnBoard(SheetOnBoard):
    """What a power can order, and what it has on file."""

    units: dict[str, UnitChoices]
    builds: list[str] | None = None
    """The units that could be built, as they would stand."""
    due: int | None = None
    """How many are to be built; removed, where that is less than nothing."""
    waive: bool | None = None
    """Whether builds can be waived."""
    early: str
    """What it takes for a phase to be judged early: a setting of the game."""


class SavedBoard(Shape):
    """What a sheet that was saved makes of the board of its phase."""

    phase: str
    own: SheetOnBoard
    orders: str
    """This layer of the picture."""


class SavedAnswer(CommandAnswer):
    """Orders were saved, or are as they were."""

    board: SavedBoard | None = None
    """Where it was asked for, and the phase is still at hand."""
    at: datetime | None = None
    """With it, when they were saved: the `at` of the event that tells of it."""


class LayersShape(Shape):
    """What stands on the ground, as SVG to be put in its groups of these names."""

    owners: dict[str, str]
    """For each province that is owned the end of its class `owner-`."""
    centers: str
    orders: str
    units: str


class PlainBoard(Shape):
    """What stands in a position, and what to draw it by."""

    variant: str
    phase: str
    turn: str
    """The phase in words."""
    kind: str
    units: list[tuple[str, str, str]]
    """Power, name in orders, location."""
    dislodged: list[tuple[str, str, str]]
    ground: str
    """The address of the picture that all of it stands on."""
    map_: str = Field(alias="map")
    """The address of what there is to know of that picture."""
    layers: LayersShape


class HandShape(Shape):
    """How one writes orders, where one chose a notation: for a board that puts them on a sheet."""

    orders: dict[str, str]
    """For each kind of order how it is put together (`st` supports a move, `v` moves by convoy)."""
    names: dict[str, str]
    """Units, places and all other orders, as they are written."""


class BoardShape(PlainBoard):
    """The phase at hand as the caller may see it."""

    stage: StageName
    deadline: datetime | None
    power: str
    """Whose orders the caller writes; empty if nobody's."""
    past: list[str]
    """The phases that were judged."""
    past_turns: list[str]
    """The same in words."""
    own: OwnBoard | None = None
    hand: HandShape | None = None


class FateShape(Shape):
    """What became of an order."""

    power: str
    unit: str
    text: str
    """The order in words, and with it what it failed by."""
    failed: bool
    strength: float | None
    """With which strength the unit came, where it met another or was supported."""


class JudgedBoard(PlainBoard):
    """A phase that was judged: what stood there before, and what became of each order."""

    fates: list[FateShape]


class PlaceShape(Shape):
    name: str
    short: str
    at: tuple[float, float, float, float]
    """Where a unit stands, and where one that was driven out of it does."""


class ProvinceShape(Shape):
    terrain: str
    center: bool
    near: list[str]


class PowerShape(Shape):
    name: str
    css: str
    """The end of its classes `power-` and `owner-`."""


class GroundShape(Shape):
    """What there is to know of a map."""

    size: tuple[float, float]
    unit: float
    """How large a unit is drawn."""
    places: dict[str, PlaceShape]
    provinces: dict[str, ProvinceShape]
    powers: dict[str, PowerShape]
    kinds: dict[str, str]
