/** Builds, removals, and builds that are waived. */

import { homeOf } from "./board";
import type { Board } from "./board";
import { choicesOf, extras, ownUnitAt } from "./choices";
import { edited, isFull, orderChip, said } from "./placing";
import { ordersOf, waived, waivesOf } from "./sheet";
import { IDLE } from "./state";
import type { State } from "./state";

export function center(state: State, province: string, board: Board): State {
  const own = board.own!;
  const here = (own.builds ?? []).filter(one => homeOf(one) === province);
  const given = ordersOf(state.sheet);
  const built = [...given].find(([unit, order]) => order[0] === "b" && homeOf(unit) === province);
  const others = here.filter(unit => unit !== built?.[0]);
  if (built) {
    const chips = [...others.map(unit => orderChip("build", unit, ["b"])), { word: "remove", unit: built[0], taken: [built[0]] }];
    return { ...state, mode: { at: "center", place: province }, chips, said: { word: "selected-build", unit: built[0], order: built[1] } };
  }
  if (!here.length) return { ...state, mode: IDLE, chips: [], said: { word: "no-build-there", place: province } };
  if (isFull(state, board)) return said(state, { word: "too-many-builds", count: own.due ?? 0 });
  const chips = here.map(unit => orderChip("build", unit, ["b"]));
  const stands = ownUnitAt(board, province);
  if (stands) chips.push(...extras(choicesOf(board, stands), stands, null));
  return { ...state, mode: { at: "center", place: province }, chips, said: { word: "build-what", place: province } };
}

/** Whether as many units are removed as are due. */
export function isGoneEnough(state: State, board: Board): boolean {
  const due = -(board.own!.due ?? 0);
  const gone = [...ordersOf(state.sheet).values()].filter(one => one[0] === "d").length;
  return due > 0 && gone >= due;
}

export function waive(state: State, more: boolean, board: Board): State {
  if (more && (!board.own!.waive || isFull(state, board))) {
    return said(state, { word: "too-many-builds", count: board.own!.due ?? 0 });
  }
  if (!more && !waivesOf(state.sheet)) return state;
  const sheet = waived(state.sheet, more, board.hand);
  return edited({ ...state, mode: IDLE, chips: [] }, sheet, { word: "waived", count: waivesOf(sheet) });
}
