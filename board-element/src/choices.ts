/** Which units stand where, and what they can be ordered. */

import { bare, homeOf, provinceOf } from "./board";
import type { Board, Choices, UnitId } from "./board";
import { orderChip } from "./placing";
import { ordersOf } from "./sheet";
import type { Chip, State } from "./state";

/** The units that are to be ordered in this phase, by the board's order. */
export function orderable(board: Board): UnitId[] {
  return board.own ? Object.keys(board.own.units) : [];
}

/** Those of them that have no order yet. */
export function unordered(state: State, board: Board): UnitId[] {
  const given = ordersOf(state.sheet);
  return orderable(board).filter(unit => !given.has(unit));
}

export function choicesOf(board: Board, unit: UnitId): Choices {
  return board.own?.units[unit] ?? {};
}

/** The name under which a unit's choices have another: some rules want its power with it. */
export function keyOf(some: Record<UnitId, unknown> | null | undefined, other: UnitId): UnitId | undefined {
  if (!some) return undefined;
  if (other in some) return other;
  return Object.keys(some).find(one => bare(one) === bare(other));
}

export function ownUnitsAt(board: Board, province: string): UnitId[] {
  return orderable(board).filter(unit => homeOf(unit) === province);
}

/** The own unit in a province: the one that was hit, or the one that stands in the open. */
export function ownUnitAt(board: Board, province: string, hit?: UnitId): UnitId | undefined {
  const here = ownUnitsAt(board, province);
  if (hit && here.includes(hit)) return hit;
  return here.find(unit => !unit.startsWith("G")) ?? here[0];
}

export function unitAt(board: Board, province: string, hit?: UnitId): UnitId | undefined {
  const here = board.units.filter(([, , at]) => provinceOf(at) === province).map(([, unit]) => unit);
  if (hit && here.includes(hit)) return hit;
  return here.find(unit => !unit.startsWith("G")) ?? here[0];
}

/** Units that may stand in a province out of sight, as far as their moves can be supported. */
export function unseenAt(can: Choices, province: string): UnitId[] {
  return Object.keys(can.s ?? {}).filter(one => homeOf(one) === province);
}

/** Orders of other kinds, such as sieges: those for a place, those for none (`""`), or all. */
export function extras(can: Choices, unit: UnitId, place: string | null): Chip[] {
  return (can.x ?? [])
    .filter(([, to]) => place === null || (place ? to && provinceOf(to) === place : !to))
    .map(([text]) => orderChip("order-text", unit, ["x", text]));
}

export function same2(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((part, at) => part === other[at]);
}
