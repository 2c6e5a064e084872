"""``ORDERS.TXT``: parameters that change each turn, then the orders of each nation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TypeAlias

from dragoman.board import Board
from dragoman.diagnostics import Diagnostic, Severity
from dragoman.formats.dipwork.files.game_file import BUILDUPS, NATION, ORDERS, RETREATS
from dragoman.formats.dipwork.files.keywords import END, KeywordFile, read_keywords
from dragoman.formats.dipwork.files.parameters import PARAMETERS, Home, Parameters, check_parameters
from dragoman.formats.dipwork.files.text_file import TextFile, by_place
from dragoman.formats.dipwork.files.variant_files import VariantFiles
from dragoman.orders import (
    Awaited,
    Convoy,
    Hold,
    Lost,
    Move,
    Order,
    OrderFile,
    PhaseLetter,
    Scanned,
    ScanOptions,
    Support,
    scan,
    scan_file,
    unit_of,
)
from dragoman.quick_dataclass import dataclass
from dragoman.words import said


@dataclass(frozen=True, slots=True)
class OrdersFile:
    """The parameters above the first ``NATION``, and the lines from there on."""

    keywords: KeywordFile

    @property
    def name(self) -> str:
        return self.keywords.name

    @property
    def header(self) -> tuple[str, ...]:
        """The lines above the first nation."""
        lines = self.keywords.file.lines
        for number, line in enumerate(lines):
            if line.split(maxsplit=1)[:1] in ([NATION], [END]):
                return lines[:number]
        return lines

    @property
    def comments(self) -> str:
        """The lines above the first nation that are no parameters, on the lines they have."""
        passed = {
            value.line for value in self.keywords.values.values() if value.keyword in PARAMETERS
        }
        lines = enumerate(self.header, 1)
        return "\n".join("" if number in passed else line for number, line in lines)

    @property
    def order_text(self) -> str:
        """The orders, on the lines they have in the file. Other lines are empty: those above, and
        the lists of retreats and builds."""
        lines = [*without_winter_lines(self.keywords.file.read())]
        above = len(self.header)
        return "\n".join([*[""] * above, *lines[above:]])

    @property
    def winter(self) -> tuple[WinterLine, ...]:
        """The lists of retreats, builds and removals."""
        return winter_lines(self.keywords.file.read())


def read_orders_file(file: TextFile) -> tuple[OrdersFile, tuple[Diagnostic, ...]]:
    """The parameters of an orders file, and what is wrong with them. Never raises."""
    keywords, faults = read_keywords(file, PARAMETERS, NATION)
    orders = OrdersFile(keywords)
    checks = [*faults, *check_parameters(keywords, Home.ANY)]
    lines = [(number, line.split()) for number, line in file.read()]
    if not any(words[:1] == [END] for _, words in lines):
        what = "the file does not end with END"
        remedy = "add a line END, so that nobody wonders whether orders are missing"
        checks.append(
            Diagnostic("no-end", what, remedy, file.name, len(lines), 1, severity=Severity.WARNING)
        )
    for number, words in lines:
        if words[:1] == [NATION] and len(words) < 2:
            what, remedy = "NATION without a nation", "write as in: NATION En"
            checks.append(Diagnostic("no-nation", what, remedy, file.name, number, 1))
    return orders, by_place(checks)


def scan_options(files: VariantFiles, parameters: Parameters) -> ScanOptions:
    """The options by which orders are read: in the variant's words, as ``EXACT_MATCH`` and
    ``SPELLCHECK`` say."""
    return ScanOptions(
        parameters.flag("EXACT_MATCH"),
        parameters.number("SPELLCHECK"),
        own_words=files.own_words,
    )


def scan_orders(
    orders: OrdersFile,
    files: VariantFiles,
    board: Board,
    parameters: Parameters,
    phase: PhaseLetter = "M",
) -> tuple[OrderFile, tuple[Diagnostic, ...]]:
    """The orders of each power, read as ``scan_options`` has it.

    A line that is not an order has a warning: DipWork deletes it ("Can not evaluate this line").
    So has an order of another phase.
    One that would be an order if capitals did not count has an error, and so has an order
    above the first nation.
    """
    options = scan_options(files, parameters)
    exact = options.exact_match
    text = orders.order_text
    found = scan_file(text, board, phase, options)
    faults = [fault.at(source=orders.name) for fault in found.diagnostics]
    if phase == "M":
        found, others = movement_orders(found)
        faults += (fault.at(source=orders.name) for fault in others)
    for scanned in scan(orders.comments, board, phase, options).orders:
        what = said("{text!r} stands above the first NATION and was not read", text=scanned.text)
        remedy = "put it below the NATION whose order it is"
        line, column = scanned.line, scanned.column
        faults.append(Diagnostic("no-nation", what, remedy, orders.name, line, column))
    reported = {fault.line for fault in faults}
    read = _by_line(found)
    loose: dict[int, Scanned] = {}
    if exact:
        again = scan_file(text, board, phase, replace(options, exact_match=False))
        if phase == "M":
            again, _ = movement_orders(again)
        doubtful = {fault.line for fault in again.diagnostics}
        for line, orders_there in _by_line(again).items():
            same = [one.order for one in orders_there] == [o.order for o in read.get(line, ())]
            if not same and line not in doubtful:
                loose[line] = orders_there[0]
    faults = [fault for fault in faults if fault.line not in loose]
    for line, scanned in loose.items():
        what = said(
            "{text!r} is an order only if capitals do not count; EXACT_MATCH is on",
            text=scanned.text,
        )
        remedy = "write names as the variant does, or switch EXACT_MATCH off"
        faults.append(Diagnostic("wrong-case", what, remedy, orders.name, line, scanned.column))
    for passage in found.press:
        line, typed = passage.line, passage.text.strip()
        if line in read or line in reported or line in loose or typed.startswith(NATION):
            continue
        if passage.dressing:
            continue
        reported.add(line)
        what, remedy = said("{typed!r} is not an order", typed=typed), "mend it, or take it out"
        column, severity = passage.column, Severity.WARNING
        faults.append(
            Diagnostic("no-order", what, remedy, orders.name, line, column, severity=severity)
        )
    return found, by_place(faults)


def _by_line(found: OrderFile) -> dict[int, list[Scanned]]:
    lines: dict[int, list[Scanned]] = {}
    for section in found.sections.values():
        for scanned in section:
            lines.setdefault(scanned.line, []).append(scanned)
    return lines


def orders_lines(header: tuple[str, ...], orders: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """An orders file as it is written: the lines of each nation, by its word."""
    lines = [*header]
    for nation, rows in orders.items():
        lines += [f"{NATION} {nation}", *rows, ""]
    return (*lines, END)


# Orders of a movement, as DipWork's scanner knows them: hold, move, support or convoy

MovementOrder: TypeAlias = Hold | Move | Support | Convoy


def movement_orders(found: OrderFile) -> tuple[OrderFile, tuple[Diagnostic, ...]]:
    """The orders of a file as DipWork takes them, and what it does not take as it stands there.

    A move ends at the first field that it names (the BNF: ``MoveOrder = '-' Field``). A retreat, a
    build or a removal is no order of a movement: it is lost like any other text (zeOrderExp).
    """
    sections: dict[str, tuple[Scanned, ...]] = {}
    lost: dict[str, tuple[Lost, ...]] = {**found.lost}
    faults: list[Diagnostic] = []
    for power, section in found.sections.items():
        kept: list[Scanned] = []
        for scanned in section:
            order = _taken(scanned.order)
            if order is None:
                if (unit := unit_of(scanned.order)) is not None:
                    lost[power] = (*lost.get(power, ()), Lost(unit, Awaited.ORDER, scanned.line))
                what = said("{text!r} is not an order of a movement", text=scanned.text)
                remedy = "put retreats below a line RETREATS, builds and removals below BUILDUPS"
                faults.append(_warning("no-order", what, remedy, scanned))
                continue
            if order != scanned.order:
                what = said(
                    "the move in {text!r} was read to its first target alone", text=scanned.text
                )
                remedy = "name the field where the unit is to arrive"
                faults.append(_warning("unread-text", what, remedy, scanned))
            kept.append(replace(scanned, order=order))
        sections[power] = tuple(kept)
    return replace(found, sections=sections, lost=lost), tuple(faults)


def order_in(text: str, board: Board, options: ScanOptions) -> MovementOrder | None:
    """The order of a movement that some words say by themselves; None if they say none, or more
    than one."""
    silent = replace(options, suggestions=0)  # nobody is told what else might have been meant
    found = scan(text, board, "M", silent)
    if len(found.orders) != 1 or found.lost or any(fault.is_error for fault in found.diagnostics):
        return None
    return _taken(found.orders[0].order)


def _taken(order: Order) -> MovementOrder | None:
    if isinstance(order, Move) and order.route and not order.via_convoy:
        return Move(order.unit, order.route[0])
    if isinstance(order, Hold | Move | Support | Convoy):
        return order
    return None


def _warning(code: str, what: str, remedy: str, scanned: Scanned) -> Diagnostic:
    line, column = scanned.line, scanned.column
    warning = Severity.WARNING
    return Diagnostic(code, what, remedy, line=line, column=column, severity=warning)


# Retreats, builds and removals below the nation whose they are
#
#     NATION Au
#     A Vie-Boh
#     RETREATS
#     A Bud-Ser
#     BUILDUPS
#     +A Vie
#
# The lists go by the names they have in ``NEWGAME.TXT``. One that is there and empty says that
# there is nothing to build; one that is not there says nothing.


@dataclass(frozen=True, slots=True)
class WinterLine:
    """A line of a list, with what stands behind ``NATION`` above it. The line that opens the list
    has no text."""

    keyword: str
    nation: str
    text: str
    line: int


def winter_lines(lines: Iterable[tuple[int, str]]) -> tuple[WinterLine, ...]:
    """The entries of the lists among the numbered lines of a file of orders."""
    return tuple(found for _, _, found in _told_apart(lines) if found is not None)


def without_winter_lines(lines: Iterable[tuple[int, str]]) -> Iterator[str]:
    """The lines with those of the lists empty."""
    for _, line, found in _told_apart(lines):
        yield line if found is None else ""


def _told_apart(
    lines: Iterable[tuple[int, str]],
) -> Iterator[tuple[int, str, WinterLine | None]]:
    nation = keyword = ""
    for number, line in lines:
        words = line.split(maxsplit=1)
        if words[:1] in ([NATION], [END]):
            nation, keyword = " ".join(words[1:]).strip(), ""
        elif nation and words in ([RETREATS], [BUILDUPS], [ORDERS]):
            keyword = "" if words == [ORDERS] else words[0]
            yield number, line, WinterLine(words[0], nation, "", number)
            continue
        text = line.partition("%")[0].strip()
        if keyword and text:
            yield number, line, WinterLine(keyword, nation, text, number)
        else:
            yield number, line, None
