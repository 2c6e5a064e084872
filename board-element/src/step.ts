/** The one place where gestures become orders. Mouse, touch, keys, lists and text make nothing but
 * these events; what is offered and what is done at once is decided here, for all of them. */

import { homeOf, provinceOf } from "./board";
import type { Board, Place, UnitId } from "./board";
import { waive } from "./adjustments";
import { choicesOf, keyOf } from "./choices";
import { holding, listed, picked } from "./picking";
import { edited, placed, removed, said } from "./placing";
import { followed, offered } from "./repairs";
import { differing, typed } from "./sheet";
import { IDLE, NOTHING, begin } from "./state";
import type { Chip, Event, State, Verb } from "./state";

export function step(state: State, event: Event, board: Board): State {
  return board.own ? followed(state, taken(state, event, board), board) : state;
}

function taken(state: State, event: Event, board: Board): State {
  switch (event.do) {
    case "pick":
      return picked(state, event, board);
    case "list":
      return listed(state, event.unit, board);
    case "verb":
      return verb(state, event.verb, board);
    case "choose": {
      const chip = offered(state, board)[event.chip];
      return chip ? chosen(state, chip, board) : state;
    }
    case "order":
      return event.order
        ? placed(state, [{ unit: event.unit, order: event.order }], board)
        : removed(state, event.unit, board);
    case "waive":
      return waive(state, event.more, board);
    case "text":
      return edited({ ...state, mode: IDLE, chips: [] }, typed(event.text, state.sheet), { word: "text" });
    case "back":
      return back(state);
    case "cancel":
      return { ...state, mode: IDLE, chips: [], said: NOTHING };
    case "undo": {
      const last = state.past.at(-1);
      if (!last) return { ...state, said: { word: "nothing-to-undo" } };
      const past = state.past.slice(0, -1);
      const future = [state.sheet, ...state.future];
      return { ...begin(last), past, future, said: { word: "undone", units: differing(last, state.sheet) } };
    }
    case "redo": {
      const [next, ...future] = state.future;
      if (!next) return { ...state, said: { word: "nothing-to-redo" } };
      return { ...begin(next), past: [...state.past, state.sheet], future, said: { word: "redone", units: differing(next, state.sheet) } };
    }
  }
}

/** Where the unit that is at work could go or what it could help: what a map makes stand out. */
export function reachable(state: State, board: Board): Set<string> {
  const { mode } = state;
  if (mode.at === "idle" || mode.at === "refine" || mode.at === "center") return new Set();
  const can = choicesOf(board, mode.unit);
  const goals = (some: Record<UnitId, Place[]> | null | undefined, other: UnitId) =>
    (some?.[keyOf(some, other) ?? ""] ?? []).map(to => (to === "." ? homeOf(other) : provinceOf(to)));
  switch (mode.at) {
    case "support":
      return new Set(Object.keys(can.s ?? {}).map(homeOf));
    case "convoy":
      return new Set(Object.keys(can.c ?? {}).map(homeOf));
    case "support-to":
      return new Set(goals(can.s, mode.other));
    case "convoy-to":
      return new Set(goals(can.c, mode.other));
    case "unit": {
      const on = mode.only === "via" ? [] : [...(can.m ?? []), ...(can.r ?? [])];
      const bySea = Object.keys(can.v ?? {});
      const others = (can.x ?? []).map(([, to]) => to).filter(Boolean);
      return new Set([...on, ...bySea, ...others].map(provinceOf));
    }
  }
}

function verb(state: State, asked: Verb, board: Board): State {
  const { mode } = state;
  if (mode.at === "center") {
    const kind = asked === "army" ? "A" : asked === "fleet" ? "F" : "";
    const fitting = state.chips.filter(chip => chip.unit?.startsWith(`${kind} `));
    if (kind && fitting.length === 1) return chosen(state, fitting[0]!, board);
    return kind && fitting.length ? { ...state, chips: fitting } : state;
  }
  if (mode.at === "idle") return said(state, { word: "choose-unit" });
  const { unit } = mode;
  const can = choicesOf(board, unit);
  switch (asked) {
    case "hold":
      return board.kind === "M" ? holding({ ...state, mode: { at: "unit", unit } }, unit, board) : state;
    case "move":
      return { ...state, mode: { at: "unit", unit, only: "move" }, chips: [], said: { word: "move-where", unit } };
    case "via":
      if (!Object.keys(can.v ?? {}).length) return said(state, { word: "no-convoy", unit });
      return { ...state, mode: { at: "unit", unit, only: "via" }, chips: [], said: { word: "via-where", unit } };
    case "support":
      return { ...state, mode: { at: "support", unit }, chips: [], said: { word: "support-whom", unit } };
    case "convoy":
      return { ...state, mode: { at: "convoy", unit }, chips: [], said: { word: "convoy-whom", unit } };
    case "remove":
      if (board.kind === "M") return removed(state, unit, board);
      return can.d ? placed(state, [{ unit, order: ["d"] }], board) : removed(state, unit, board);
    default:
      return state;
  }
}

function chosen(state: State, chip: Chip, board: Board): State {
  if (chip.leaves) return { ...state, unfit: [], said: { word: "left" } };
  if (chip.mode) {
    const words: Record<string, string> = { "support": "support-whom", "convoy": "convoy-whom", "support-to": "support-where", "convoy-to": "convoy-where" };
    const word = words[chip.mode.at] ?? "selected";
    return { ...state, mode: chip.mode, chips: [], said: { word, unit: chip.unit } };
  }
  if (chip.taken?.length) return removed(state, chip.taken[0]!, board);
  if (chip.put?.length) return placed(state, chip.put, board);
  return state;
}

function back(state: State): State {
  const { mode } = state;
  if (state.chips.some(chip => chip.doubtful) && mode.at !== "idle") return { ...state, chips: [], said: NOTHING };
  switch (mode.at) {
    case "support-to":
      return { ...state, mode: { at: "support", unit: mode.unit }, chips: [], said: { word: "support-whom", unit: mode.unit } };
    case "convoy-to":
      return { ...state, mode: { at: "convoy", unit: mode.unit }, chips: [], said: { word: "convoy-whom", unit: mode.unit } };
    case "support":
    case "convoy":
      return { ...state, mode: { at: "unit", unit: mode.unit }, chips: [], said: { word: "selected", unit: mode.unit } };
    default:
      return { ...state, mode: IDLE, chips: [], said: NOTHING };
  }
}
