/** Orders that fitted another until that was changed: they stay as they are, and what would fit is offered. */

import { bare, homeOf, provinceOf } from "./board";
import type { Board, Order, UnitId } from "./board";
import { choicesOf, keyOf, orderable } from "./choices";
import { ordersOf, same } from "./sheet";
import type { Sheet } from "./sheet";
import type { Chip, State } from "./state";

type Orders = ReadonlyMap<UnitId, Order>;

/** Own units whose order hangs on that of another own unit, which says otherwise. */
export function misfits(sheet: Sheet, board: Board): UnitId[] {
  const orders = ordersOf(sheet);
  return orderable(board).filter(unit => {
    const order = orders.get(unit);
    return order !== undefined && isUnfit(unit, order, orders, board);
  });
}

/** The state after an event, with the units whose orders it left behind. */
export function followed(before: State, after: State, board: Board): State {
  if (after.sheet === before.sheet || board.kind !== "M") return after;
  const [was, is] = [misfits(before.sheet, board), misfits(after.sheet, board)];
  const given = ordersOf(before.sheet);
  const now = ordersOf(after.sheet);
  const fresh = is.filter(unit => !was.includes(unit) && same(given.get(unit), now.get(unit)));
  const unfit = [...after.unfit.filter(unit => is.includes(unit)), ...fresh];
  const said = fresh.length ? { ...after.said, unfit: fresh } : after.said;
  return { ...after, unfit, said };
}

/** What is offered: repairs first, while no other order is begun. */
export function offered(state: State, board: Board): readonly Chip[] {
  const { mode, unfit, chips } = state;
  if (!unfit.length || (mode.at !== "idle" && mode.at !== "refine")) return chips;
  const orders = ordersOf(state.sheet);
  const repairs = unfit.map((unit): Chip => {
    const order = repaired(unit, orders.get(unit)!, orders, board);
    return { word: "instead", unit, order, put: [{ unit, order }] };
  });
  return [...repairs, { word: "leave", leaves: true }, ...chips];
}

function isUnfit(unit: UnitId, order: Order, orders: Orders, board: Board): boolean {
  switch (order[0]) {
    case "s": {
      const other = given(order[1], orders, board);
      if (!other) return false;
      return order[2] ? !isMoveTo(other, order[2]) : other[0] === "m";
    }
    case "c": {
      const other = given(order[1], orders, board);
      return other !== undefined && !isMoveTo(other, order[2]);
    }
    case "m":
      return isBlocked(unit, order[1], orders, board) || isWithoutFleets(unit, order, orders, board);
    default:
      return false;
  }
}

/** The order of an own unit that another's order names. */
function given(name: UnitId, orders: Orders, board: Board): Order | undefined {
  const own = orderable(board).find(one => bare(one) === bare(name));
  return own === undefined ? undefined : orders.get(own);
}

function isMoveTo(order: Order, place: string): boolean {
  return order[0] === "m" && provinceOf(order[1]) === provinceOf(place);
}

/** Whether a unit goes where another of one's own stays. */
function isBlocked(unit: UnitId, to: string, orders: Orders, board: Board): boolean {
  return orderable(board).some(other => {
    const order = orders.get(other);
    return other !== unit && homeOf(other) === provinceOf(to) && order !== undefined && ["h", "s", "c"].includes(order[0]);
  });
}

/** Whether an army goes by sea, and on every way an own fleet does something else. */
function isWithoutFleets(unit: UnitId, order: Order & { 0: "m" }, orders: Orders, board: Board): boolean {
  const can = choicesOf(board, unit);
  const ways = can.v?.[order[1]];
  if (!ways?.length || (can.m?.includes(order[1]) && !order[2])) return false;
  const isElsewhere = (fleet: UnitId) => {
    const its = orders.get(fleet);
    return its !== undefined && !(its[0] === "c" && bare(its[1]) === bare(unit) && provinceOf(its[2]) === provinceOf(order[1]));
  };
  return ways.every(way => way.some(isElsewhere));
}

/** The order that is nearest to what a unit was to do. */
function repaired(unit: UnitId, order: Order, orders: Orders, board: Board): Order {
  const can = choicesOf(board, unit);
  if (order[0] === "s" || order[0] === "c") {
    const other = given(order[1], orders, board)!;
    const helps = order[0] === "s" ? can.s : can.c;
    const key = keyOf(helps, order[1]);
    const places = (key && helps?.[key]) || [];
    const to = other[0] === "m" ? places.find(one => provinceOf(one) === provinceOf(other[1])) : undefined;
    if (key && to) return [order[0], key, to];
    if (key && order[0] === "s" && other[0] !== "m" && places.includes(".")) return ["s", key];
  }
  if (order[0] === "m") {
    const other = orderable(board).find(one => one !== unit && homeOf(one) === provinceOf(order[1]));
    const key = other && keyOf(can.s, other);
    if (key && can.s![key]!.includes(".")) return ["s", key];
  }
  return ["h"];
}
