"""``*.ORD``: the orders between two steps of DipWork, records as Turbo Pascal wrote them.

A record has, one after the other (DipWork manual, its chapter on the ORD files):

- the nation and the kind of the unit ordered, a byte each; its field; the order, a signed byte
- the same four of its target, or of the unit that it helps
- the field that a helped unit goes to
- the number of the error found in it, a word; the power that gave it, a byte
- the order as it was written: a byte for its length, then room for 80 signs

A field is two words: its number, and that of the field it is a coast of (its own if it is
none). Turbo Pascal on the PC packs records, low byte first: 102 bytes in all. What stands
behind the end of a comment is what the memory held before; it is kept.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from dataclasses import field, replace
from enum import IntEnum

from dragoman.diagnostics import Diagnostic
from dragoman.formats.dipwork.files.text_file import DOS_ENCODING
from dragoman.quick_dataclass import dataclass
from dragoman.words import said

COMMENT_LENGTH = 80
"""The number of signs of an order a record holds."""
_LAYOUT = struct.Struct(f"<BBHHbBBHHbHHHBB{COMMENT_LENGTH}s")
RECORD_LENGTH = _LAYOUT.size


class OrdCode(IntEnum):
    """The order of a record's unit. The last ones are written by later steps."""

    EMPTY = 0
    HOLD = 1
    MOVE = 2
    SUPPORT = 3
    CONVOY = 4
    SUPPORT_HOLD = -1
    SUPPORT_MOVE = -2
    CONVOYED_MOVE = -3
    FAILED_MOVE = -4
    NOTHING = -5
    ATTACKED_FROM = -6
    """The unit has to retreat; its target is the field it was attacked from. If it was to move
    itself, the other order says so, and the reference where to: the manual leaves them free."""
    RETREAT = -7
    STANDOFF = -8
    """No unit: nobody may retreat to the target, which a stand-off left empty."""
    BUILDUP = -9
    """A build (its field is 0) or a removal (its target is 0)."""


_KNOWN = frozenset(map(int, OrdCode))


@dataclass(frozen=True, slots=True)
class OrdField:
    """A field and the field it is a coast of, by their numbers; both are 0 for no field."""

    field: int = 0
    over: int = 0

    def __bool__(self) -> bool:
        return self.field != 0


NOWHERE = OrdField()


@dataclass(frozen=True, slots=True)
class OrdRecord:
    """One record. Nations and unit types are numbers that count from 1.

    ``other_nation``, ``other_unit``, ``target`` and ``other_order`` are the Trg fields of the
    layout: the supported or convoyed unit where there is one, else the target alone.
    ``reference`` is where that unit goes. ``after_comment`` are the bytes behind the comment.
    """

    nation: int = 0
    unit: int = 0
    place: OrdField = NOWHERE
    order: int = OrdCode.HOLD
    other_nation: int = 0
    other_unit: int = 0
    target: OrdField = NOWHERE
    other_order: int = 0
    reference: OrdField = NOWHERE
    error: int = 0
    leader: int = 0
    comment: str = ""
    after_comment: bytes = field(default=b"", repr=False)

    @property
    def is_cut(self) -> bool:
        """True if the comment fills its room, and may have lost its end."""
        return len(self.comment.encode(DOS_ENCODING, "replace")) >= COMMENT_LENGTH


def read_records(
    content: bytes, name: str = "", encoding: str = DOS_ENCODING
) -> tuple[tuple[OrdRecord, ...], tuple[Diagnostic, ...]]:
    """The records of a file, and what is wrong with it. A diagnostic's line is a record.

    Never raises. Records with an order that DipWork does not know are kept.
    """
    faults: list[Diagnostic] = []
    found: list[OrdRecord] = []
    whole, rest = divmod(len(content), RECORD_LENGTH)
    for number in range(whole):
        start = number * RECORD_LENGTH
        line, fault = _read(content[start : start + RECORD_LENGTH], encoding)
        found.append(line)
        if fault:
            faults.append(Diagnostic("bad-record", fault, "write the file anew", name, number + 1))
    if rest:
        what = said(
            "{rest} bytes behind the last of {whole} records are no record", rest=rest, whole=whole
        )
        remedy = said(
            "restore the file from a copy: a record has {RECORD_LENGTH} bytes",
            RECORD_LENGTH=RECORD_LENGTH,
        )
        faults.append(Diagnostic("cut-short", what, remedy, name, whole + 1))
    return tuple(found), tuple(faults)


def write_records(lines: Iterable[OrdRecord], encoding: str = DOS_ENCODING) -> bytes:
    """The records as bytes. A comment is cut to 80 bytes; signs the encoding lacks become ``?``.

    Raises:
        ValueError: if a number does not fit into its place of the record.
    """
    return b"".join(_write(line, encoding) for line in lines)


def _read(content: bytes, encoding: str) -> tuple[OrdRecord, str]:
    cells = _LAYOUT.unpack(content)
    length, memory = cells[14], cells[15]
    fault = ""
    if length > COMMENT_LENGTH:
        fault = said(
            "a comment of {length} signs stands where {COMMENT_LENGTH} have room",
            length=length,
            COMMENT_LENGTH=COMMENT_LENGTH,
        )
        length = COMMENT_LENGTH
    comment = memory[:length].decode(encoding, "surrogateescape")
    rest = memory[length:]
    if cells[4] not in _KNOWN:
        fault = fault or said("no order has the number {cells}", cells=cells[4])
    line = OrdRecord(
        cells[0],
        cells[1],
        OrdField(*cells[2:4]),
        cells[4],
        cells[5],
        cells[6],
        OrdField(*cells[7:9]),
        cells[9],
        OrdField(*cells[10:12]),
        cells[12],
        cells[13],
        comment,
        rest if rest.strip(b"\0") else b"",
    )
    return line, fault


def _write(line: OrdRecord, encoding: str) -> bytes:
    try:
        comment = line.comment.encode(encoding, "surrogateescape")
    except UnicodeEncodeError:
        comment = line.comment.encode(encoding, "replace")
    comment = comment[:COMMENT_LENGTH]
    try:
        return _LAYOUT.pack(
            line.nation,
            line.unit,
            line.place.field,
            line.place.over,
            line.order,
            line.other_nation,
            line.other_unit,
            line.target.field,
            line.target.over,
            line.other_order,
            line.reference.field,
            line.reference.over,
            line.error,
            line.leader,
            len(comment),
            comment + line.after_comment,
        )
    except struct.error as error:
        raise ValueError(
            said("a number is too large for the record: {error}", error=error)
        ) from None


# The meanings of a retreat, and the change of version 2.0.7.


def is_removed_after_retreat(line: OrdRecord, before_2_0_7: bool = False) -> bool:
    """True if a unit retreated and was removed in the same turn: one record since 2.0.7.

    Its target is 0, its other order a buildup, and its reference where it retreated to. In
    files of earlier versions nothing but the target meant something in a retreat.
    """
    return (
        line.order == OrdCode.RETREAT
        and not line.target
        and line.other_order == OrdCode.BUILDUP
        and not before_2_0_7
    )


def retreats_to(line: OrdRecord, before_2_0_7: bool = False) -> OrdField:
    """The field to which the unit of a retreat goes; nowhere if it is disbanded at once."""
    return line.reference if is_removed_after_retreat(line, before_2_0_7) else line.target


def with_new_removals(lines: Iterable[OrdRecord]) -> tuple[OrdRecord, ...]:
    """Records of a version before 2.0.7 as later ones have them.

    Before, a retreat and the removal of the unit where it had gone to were two records; the
    manual describes the new form alone, and the old one is what follows from its other cases.
    """
    lines = tuple(lines)
    removals = {
        (line.nation, line.place): line
        for line in lines
        if line.order == OrdCode.BUILDUP and line.place and not line.target
    }
    found: list[OrdRecord] = []
    joined: set[tuple[int, OrdField]] = set()
    for line in lines:
        key = (line.nation, line.target)
        if line.order == OrdCode.RETREAT and line.target and key in removals:
            joined.add(key)
            found.append(
                replace(line, target=NOWHERE, other_order=OrdCode.BUILDUP, reference=line.target)
            )
        elif line.order == OrdCode.RETREAT and not line.target:
            found.append(replace(line, other_order=0, reference=NOWHERE))
        else:
            found.append(line)
    return tuple(
        line
        for line in found
        if not (line.order == OrdCode.BUILDUP and (line.nation, line.place) in joined)
    )


def with_old_removals(lines: Iterable[OrdRecord]) -> tuple[OrdRecord, ...]:
    """Records as versions before 2.0.7 had them: a retreat, and a removal where it went."""
    found: list[OrdRecord] = []
    for line in lines:
        if is_removed_after_retreat(line):
            retreat = replace(line, target=line.reference, other_order=0, reference=NOWHERE)
            removal = replace(retreat, place=line.reference, target=NOWHERE, order=OrdCode.BUILDUP)
            found += [retreat, removal]
        else:
            found.append(line)
    return tuple(found)
