/** What a gesture comes to: orders put on the sheet and taken off it, and what is said of that. */

import { homeOf } from "./board";
import type { Board, Order, Place, UnitId } from "./board";
import { changed, ordersOf, textOf, waivesOf } from "./sheet";
import type { Ordered, Sheet } from "./sheet";
import { IDLE } from "./state";
import type { Chip, Said, State } from "./state";

export const MOST_UNDONE = 50;

export function placed(state: State, put: readonly Ordered[], board: Board, chips: readonly Chip[] = []): State {
  const { unit, order } = put[0]!;
  const old = ordersOf(state.sheet);
  if (order[0] === "b" && !old.has(unit) && isFull(state, board)) {
    return said(state, { word: "too-many-builds", count: board.own!.due ?? 0 });
  }
  const others = order[0] === "b" ? [...old.keys()].filter(one => old.get(one)![0] === "b" && homeOf(one) === homeOf(unit)) : [];
  const offered = [...chips, { word: "remove", unit, taken: [unit] }];
  const next: State = { ...state, mode: { at: "refine", unit }, chips: offered };
  const what: Said = put.length > 1 ? { word: "ordered-all", unit, order, units: put.slice(1).map(one => one.unit) } : { word: "ordered", unit, order };
  return edited(next, changed(state.sheet, put, others, board.hand), what);
}

export function removed(state: State, unit: UnitId, board: Board): State {
  const next: State = { ...state, mode: IDLE, chips: [] };
  return edited(next, changed(state.sheet, [], [unit], board.hand), { word: "removed", unit });
}

export function edited(state: State, sheet: Sheet, what: Said): State {
  const isSame = textOf(sheet) === textOf(state.sheet);
  if (isSame) return { ...state, said: what };
  const past = [...state.past, state.sheet].slice(-MOST_UNDONE);
  return { ...state, sheet, past, future: [], said: what };
}

export function said(state: State, what: Said): State {
  return { ...state, said: what };
}

/** Whether all that can be built is chosen or waived. */
export function isFull(state: State, board: Board): boolean {
  const due = board.own!.due;
  if (due === null || due === undefined || due < 0) return false;
  const builds = [...ordersOf(state.sheet).values()].filter(one => one[0] === "b").length;
  return builds + waivesOf(state.sheet) >= due;
}

export function orderChip(word: string, unit: UnitId, order: Order, place?: Place): Chip {
  const chip: Chip = { word, unit, order, put: [{ unit, order }] };
  return place === undefined ? chip : { ...chip, place };
}
