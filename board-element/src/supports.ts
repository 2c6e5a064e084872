/** Supports, and what else a unit can do for another. */

import { homeOf, provinceOf } from "./board";
import type { Board, Choices, Order, Place, UnitId } from "./board";
import { choicesOf, keyOf, same2 } from "./choices";
import { carrying } from "./convoys";
import { orderChip, placed } from "./placing";
import { ordersOf } from "./sheet";
import type { Chip, Mode, State } from "./state";

/** An own unit: what it is ordered, if that can be helped; else that it stays. */
export function supportOwn(state: State, unit: UnitId, other: UnitId, goals: Place[], board: Board): State {
  const can = choicesOf(board, unit);
  const key = keyOf(can.s, other)!;
  const targets = can.s![key]!;
  const draft = ordersOf(state.sheet).get(other);
  const chips: Chip[] = goals.map(to => orderChip("move-there", unit, ["m", to], to));
  const carry = keyOf(can.c, other);
  if (carry) chips.push({ word: "convoy-it-to", unit: other, mode: { at: "convoy-to", unit, other } });
  const moves = targets.filter(one => one !== ".");
  if (moves.length) chips.push({ word: "support-its-move", unit: other, mode: { at: "support-to", unit, other } });
  if (draft?.[0] === "m") {
    const goal = moves.find(one => provinceOf(one) === provinceOf(draft[1]));
    if (goal) return placed(state, [{ unit, order: ["s", key, goal] }], board, chips);
  }
  if (targets.includes(".")) return placed(state, [{ unit, order: ["s", key] }], board, chips);
  return { ...state, mode: { at: "support-to", unit, other }, chips, said: { word: "support-where", unit: other } };
}

export function supportOf(state: State, unit: UnitId, other: UnitId, board: Board, anyway?: boolean): State {
  const can = choicesOf(board, unit);
  const key = keyOf(can.s, other);
  if (!key) {
    const order: Order = ["s", other];
    if (anyway) return placed(state, [{ unit, order }], board);
    const chip: Chip = { word: "anyway", unit, order, doubtful: true, put: [{ unit, order }] };
    const more: Chip = { word: "support-anyway", unit: other, doubtful: true, mode: { at: "support-to", unit, other } };
    return { ...state, chips: [chip, more], said: { word: "cannot-support", unit: other } };
  }
  if (same2(can.s![key]!, ["."])) return placed(state, [{ unit, order: ["s", key] }], board);
  return { ...state, mode: { at: "support-to", unit, other }, chips: [], said: { word: "support-where", unit: other } };
}

export function helpTo(
  state: State,
  kind: "s" | "c",
  unit: UnitId,
  other: UnitId,
  province: string,
  board: Board,
  anyway?: boolean,
): State {
  const can = choicesOf(board, unit)[kind];
  const key = keyOf(can, other);
  const targets = key ? can![key]! : [];
  if (kind === "s" && province === homeOf(other)) {
    if (targets.includes(".")) return placed(state, [{ unit, order: ["s", key!] }], board);
    return bluff(state, unit, ["s", key ?? other], board, anyway);
  }
  const goals = targets.filter(one => one !== "." && provinceOf(one) === province);
  const order = (to: Place): Order => (kind === "s" ? ["s", key ?? other, to] : ["c", key ?? other, to]);
  if (goals.length > 1) {
    const chips = goals.map(to => orderChip("to-place", unit, order(to), to));
    return { ...state, chips, said: { word: "which-coast", unit: other, place: province } };
  }
  if (!goals.length) return bluff(state, unit, order(province), board, anyway);
  if (kind === "c") return carrying(state, unit, other, goals[0]!, order(goals[0]!), board);
  return placed(state, [{ unit, order: order(goals[0]!) }], board);
}

export function bluff(state: State, unit: UnitId, order: Order, board: Board, anyway?: boolean): State {
  if (anyway) return placed(state, [{ unit, order }], board);
  const chip: Chip = { ...orderChip("anyway", unit, order), doubtful: true };
  return { ...state, chips: [chip], said: { word: "not-possible", unit, order } };
}

export function helpChips(can: Choices, unit: UnitId, other: UnitId, isOwn: boolean): Chip[] {
  const found: Chip[] = [];
  const key = keyOf(can.s, other);
  if (key && can.s![key]!.includes(".")) found.push(orderChip("support-hold", unit, ["s", key]));
  if (key && can.s![key]!.some(one => one !== ".")) {
    const mode: Mode = { at: "support-to", unit, other };
    found.push({ word: isOwn ? "support-its-move" : "support-foreign-move", unit: other, mode });
  }
  const carry = keyOf(can.c, other);
  if (carry) found.push({ word: "convoy-it-to", unit: other, mode: { at: "convoy-to", unit, other } });
  return found;
}
