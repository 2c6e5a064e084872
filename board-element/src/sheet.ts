/** A sheet of orders, line by line: what is changed on the board changes its own lines alone. */

import { named } from "./board";
import type { Hand, Order, Own, UnitId } from "./board";

export interface Line {
  readonly text: string;
  /** The orders that the judge, or this board, knows to stand on the line. */
  readonly orders: readonly Ordered[];
}

export interface Ordered {
  readonly unit: UnitId;
  readonly order: Order;
}

export type Sheet = readonly Line[];

/** An order as it is written: as one likes it, else in the judge's own notation. Every door reads both. */
export function written({ unit, order }: Ordered, hand?: Hand | null): string {
  if (hand) return inHand({ unit, order }, hand);
  const who = named(unit);
  switch (order[0]) {
    case "h":
      return `${who} H`;
    case "m":
      return `${who}-${order[1]}${order[2] ? " VIA" : ""}`;
    case "s":
      return `${who} S ${order[1]}${order[2] ? `-${order[2]}` : ""}`;
    case "c":
      return `${who} C ${order[1]}-${order[2]}`;
    case "r":
      return `${who} R ${order[1]}`;
    case "d":
      return `${who} D`;
    case "b":
      return `${who} B`;
    case "w":
      return "WAIVE";
    case "x":
      return order[1];
  }
}

function inHand({ unit, order }: Ordered, { orders, names }: Hand): string {
  const [kind, what, where] = order;
  const called = (one: string | 1 | undefined) => (typeof one === "string" ? (names[named(one)] ?? named(one)) : "");
  if (kind === "x") return called(what);
  const helps = kind === "s" || kind === "c";
  const put = kind === "s" && where ? "st" : kind === "m" && where ? "v" : kind;
  const parts: Record<string, string> = {
    unit: called(unit),
    other: helps ? called(what) : "",
    target: called(helps ? where : what),
  };
  return orders[put]!.replace(/{(\w+)}/g, (_, name: string) => parts[name] ?? "");
}

/** The sheet that a judge has on file. */
export function sheetOf(own: Pick<Own, "text" | "lines">): Sheet {
  if (!own.text) return [];
  return own.text.split(/\r\n|\r|\n/).map((text, at) => ({
    text,
    orders: own.lines
      .filter(([line]) => line === at + 1)
      .map(([, unit, order]) => ({ unit, order })),
  }));
}

/** The same sheet, of lines that another has where those are what they are: so that what was undone
 * is kept beside it for little more. */
export function alike(sheet: Sheet, before: Sheet): Sheet {
  const known = new Map(before.map(line => [line.text, line]));
  return sheet.map(line => {
    const other = known.get(line.text);
    const isSame = other && other.orders.length === line.orders.length && line.orders.every(({ unit, order }, at) => unit === other.orders[at]!.unit && same(order, other.orders[at]!.order));
    return isSame ? other : line;
  });
}

/** What somebody typed: which orders it holds, the judge will say. Lines that were there already are
 * what they were. */
export function typed(text: string, before: Sheet): Sheet {
  if (!text) return [];
  const known = new Map(before.map(line => [line.text, line]));
  return text.split("\n").map(line => known.get(line) ?? { text: line, orders: [] });
}

export function textOf(sheet: Sheet): string {
  return sheet.map(line => line.text).join("\n");
}

/** Sheets do not change, and after each pick all that is seen asks for their orders. */
const known = new WeakMap<Sheet, ReadonlyMap<UnitId, Order>>();

/** The orders of a sheet, the last where a unit has several. */
export function ordersOf(sheet: Sheet): ReadonlyMap<UnitId, Order> {
  let found = known.get(sheet);
  if (!found) {
    found = new Map(sheet.flatMap(line => line.orders.map(({ unit, order }): [UnitId, Order] => [unit, order])));
    known.set(sheet, found);
  }
  return found;
}

export function waivesOf(sheet: Sheet): number {
  return sheet.reduce((sum, line) => sum + line.orders.filter(one => one.order[0] === "w").length, 0);
}

/** The sheet with some orders put in and others taken out. A new order takes the place of the old;
 * lines with nothing of it stay as they were written. */
export function changed(
  sheet: Sheet,
  put: readonly Ordered[],
  taken: readonly UnitId[] = [],
  hand?: Hand | null,
): Sheet {
  const waiting = new Map(put.map(one => [one.unit, one]));
  const gone = new Set([...taken, ...waiting.keys()]);
  const found: Line[] = [];
  for (const line of sheet) {
    if (!line.orders.some(one => gone.has(one.unit))) {
      found.push(line);
      continue;
    }
    const note = /(#|%|\/\/).*$/.exec(line.text);
    for (const one of line.orders) {
      const now = gone.has(one.unit) ? waiting.get(one.unit) : one;
      waiting.delete(one.unit);
      if (now) found.push({ text: written(now, hand), orders: [now] });
    }
    if (note) found.push({ text: note[0], orders: [] });
  }
  for (const one of waiting.values()) found.push({ text: written(one, hand), orders: [one] });
  return found;
}

/** One more waived build, or one fewer. */
export function waived(sheet: Sheet, more: boolean, hand?: Hand | null): Sheet {
  const one: Ordered = { unit: "WAIVE", order: ["w"] };
  if (more) return [...sheet, { text: written(one, hand), orders: [one] }];
  const at = sheet.findIndex(line => line.orders.some(some => some.order[0] === "w"));
  if (at < 0) return sheet;
  const line = sheet[at]!;
  const which = line.orders.findIndex(some => some.order[0] === "w");
  const left = line.orders.filter((_, number) => number !== which);
  return [
    ...sheet.slice(0, at),
    ...left.map(some => ({ text: written(some, hand), orders: [some] })),
    ...sheet.slice(at + 1),
  ];
}

/** The units that have another order on one sheet than on another. */
export function differing(one: Sheet, other: Sheet): UnitId[] {
  const [here, there] = [ordersOf(one), ordersOf(other)];
  return [...new Set([...here.keys(), ...there.keys()])].filter(unit => !same(here.get(unit), there.get(unit)));
}

export interface Conflict {
  readonly unit: UnitId;
  readonly here: Order | undefined;
  readonly there: Order | undefined;
}

/** What two devices made of one sheet, together: by unit, and by line where a line is no order.
 * Where both changed the same unit, what is on file stands until somebody chooses. */
export function merged(
  base: Sheet,
  here: Sheet,
  there: Sheet,
  hand?: Hand | null,
): { sheet: Sheet; conflicts: Conflict[] } {
  const [old, mine, theirs] = [ordersOf(base), ordersOf(here), ordersOf(there)];
  const put: Ordered[] = [];
  const taken: UnitId[] = [];
  const conflicts: Conflict[] = [];
  for (const unit of new Set([...old.keys(), ...mine.keys(), ...theirs.keys()])) {
    if (unit === "WAIVE") continue;
    const [was, is, became] = [old.get(unit), mine.get(unit), theirs.get(unit)];
    if (same(is, became) || same(is, was)) continue;
    if (!same(became, was)) conflicts.push({ unit, here: is, there: became });
    else if (is) put.push({ unit, order: is });
    else taken.push(unit);
  }
  let sheet = changed(there, put, taken, hand);
  const more = waivesOf(here) - waivesOf(base);
  if (waivesOf(there) === waivesOf(base)) {
    for (let i = 0; i < Math.abs(more); i++) sheet = waived(sheet, more > 0, hand);
  }
  const notes = (some: Sheet) => some.filter(line => !line.orders.length).map(line => line.text);
  const [before, now, stands] = [notes(base), notes(here), notes(there)];
  sheet = sheet.filter(
    line => line.orders.length > 0 || !before.includes(line.text) || now.includes(line.text),
  );
  const added = now.filter(text => text && !before.includes(text) && !stands.includes(text));
  return { sheet: [...sheet, ...added.map(text => ({ text, orders: [] }))], conflicts };
}

export function same(one: Order | undefined, other: Order | undefined): boolean {
  if (one === other) return true;
  return !!one && !!other && one.length === other.length && one.every((part, at) => part === other[at]);
}
