/** Builds, removals, and builds that are waived. */

import { homeOf } from "./board";
import type { Board, UnitId } from "./board";
import { choicesOf, extras, ownUnitAt } from "./choices";
import { edited, isFull, orderChip, placed, removed, said } from "./placing";
import { ordersOf, waived, waivesOf } from "./sheet";
import { IDLE } from "./state";
import type { State } from "./state";

export function center(state: State, province: string, board: Board): State {
  const own = board.own!;
  const here = (own.builds ?? []).filter(one => homeOf(one) === province);
  const given = ordersOf(state.sheet);
  const built = [...given].find(([unit, order]) => order[0] === "b" && homeOf(unit) === province);
  if (built) return removed(state, built[0], board);
  if (!here.length) return { ...state, mode: IDLE, chips: [], said: { word: "no-build-there", place: province } };
  if (isFull(state, board)) return said(state, { word: "too-many-builds", count: own.due ?? 0 });
  const chips = here.map(unit => orderChip("build", unit, ["b"]));
  const stands = ownUnitAt(board, province);
  if (stands) chips.push(...extras(choicesOf(board, stands), stands, null));
  return { ...state, mode: { at: "center", place: province }, chips, said: { word: "build-what", place: province } };
}

export function toggleRemoval(state: State, unit: UnitId, board: Board): State {
  const given = ordersOf(state.sheet);
  if (given.get(unit)?.[0] === "d") return removed(state, unit, board);
  const due = -(board.own!.due ?? 0);
  const gone = [...given.values()].filter(one => one[0] === "d").length;
  if (due > 0 && gone >= due) return said(state, { word: "too-many-removals", count: due });
  return placed(state, [{ unit, order: ["d"] }], board);
}

export function waive(state: State, more: boolean, board: Board): State {
  if (more && (!board.own!.waive || isFull(state, board))) {
    return said(state, { word: "too-many-builds", count: board.own!.due ?? 0 });
  }
  if (!more && !waivesOf(state.sheet)) return state;
  const sheet = waived(state.sheet, more, board.hand);
  return edited({ ...state, mode: IDLE, chips: [] }, sheet, { word: "waived", count: waivesOf(sheet) });
}
