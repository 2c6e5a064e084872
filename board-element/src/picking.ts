/** Picks: of a unit, and of what it is to do. */

import { bare, homeOf, named, provinceOf } from "./board";
import type { Board, Choices, Order, UnitId } from "./board";
import { center, isGoneEnough } from "./adjustments";
import { choicesOf, extras, keyOf, orderable, ownUnitAt, ownUnitsAt, unitAt, unseenAt } from "./choices";
import { byConvoy, convoyed } from "./convoys";
import { orderChip, placed, said } from "./placing";
import { ordersOf } from "./sheet";
import { IDLE } from "./state";
import type { Chip, Event, Mode, State } from "./state";
import { besideOwn, helpChips, helpTo, supportOf } from "./supports";

export function picked(state: State, event: Event & { do: "pick" }, board: Board): State {
  const { mode } = state;
  const { place, anyway } = event;
  const province = provinceOf(place);
  if (board.kind === "A" && (board.own!.builds?.length || (board.own!.due ?? 0) > 0)) {
    const unit = ownUnitAt(board, province, event.unit);
    if (!unit || board.own!.builds?.some(one => homeOf(one) === province)) return center(state, province, board);
  }
  switch (mode.at) {
    case "unit":
      return secondPick(state, mode.unit, event, board, mode.only);
    case "support": {
      const other = unitAt(board, province, event.unit);
      if (!other) return unseen(state, mode.unit, province, board);
      return supportOf(state, mode.unit, other, board, anyway);
    }
    case "support-to":
      if (mode.isOpen) return openPick(state, mode.unit, mode.other, event, board);
      return helpTo(state, "s", mode.unit, mode.other, province, board, anyway);
    case "convoy": {
      const other = unitAt(board, province, event.unit);
      if (!other) return said(state, { word: "no-unit-there", place: province });
      if (!keyOf(choicesOf(board, mode.unit).c, other) && !anyway) {
        return { ...state, chips: [{ word: "convoy-anyway", unit: other, doubtful: true, mode: { at: "convoy-to", unit: mode.unit, other } }], said: { word: "cannot-convoy", unit: other } };
      }
      return { ...state, mode: { at: "convoy-to", unit: mode.unit, other }, chips: [], said: { word: "convoy-where", unit: other } };
    }
    case "convoy-to":
      return helpTo(state, "c", mode.unit, mode.other, province, board, anyway);
    default:
      return firstPick(state, event, board);
  }
}

function unseen(state: State, unit: UnitId, province: string, board: Board): State {
  const can = choicesOf(board, unit);
  const chips = unseenAt(can, province).flatMap(other => helpChips(can, unit, other, false));
  return chips.length ? { ...state, chips } : said(state, { word: "no-unit-there", place: province });
}

/** It was left open what a unit is to do with another: a place to which that one could be supported
 * says it, and any other is meant for the unit itself. */
function openPick(state: State, unit: UnitId, other: UnitId, event: Event & { do: "pick" }, board: Board): State {
  const province = provinceOf(event.place);
  if (province === homeOf(other) && !event.isDragged) return state;
  const can = choicesOf(board, unit).s;
  const isHelp = can?.[keyOf(can, other) ?? ""]?.some(to => to !== "." && provinceOf(to) === province);
  if (isHelp && !event.isDragged) return helpTo(state, "s", unit, other, province, board);
  return secondPick({ ...state, chips: [] }, unit, event, board);
}

function firstPick(state: State, event: Event & { do: "pick" }, board: Board): State {
  const province = provinceOf(event.place);
  const unit = ownUnitAt(board, province, event.unit);
  if (unit) return select(state, nextOfName(state, unit, board), board);
  const there = unitAt(board, province, event.unit);
  return { ...state, mode: IDLE, chips: [], said: { word: "place", place: province, unit: there } };
}

/** Of several units of one name, on a high sea, one that has no order yet. */
function nextOfName(state: State, unit: UnitId, board: Board): UnitId {
  const given = ordersOf(state.sheet);
  const all = orderable(board).filter(one => named(one) === named(unit));
  return all.find(one => !given.has(one)) ?? unit;
}

function select(state: State, unit: UnitId, board: Board): State {
  const can = choicesOf(board, unit);
  const others = ownUnitsAt(board, homeOf(unit)).filter(one => one !== unit);
  const chips: Chip[] = others.map(one => ({ word: "other-unit", unit: one, mode: { at: "unit", unit: one } as Mode }));
  if (board.kind === "R") chips.push(...(can.r ?? []).map(to => orderChip("retreat-there", unit, ["r", to], to)));
  if (can.d && (board.kind === "R" || !isGoneEnough(state, board))) chips.push(orderChip(board.kind === "R" ? "disband" : "remove-unit", unit, ["d"]));
  chips.push(...extras(can, unit, board.kind === "A" ? null : ""));
  if (board.kind === "M") chips.push(...deeds(can, unit));
  const given = ordersOf(state.sheet).get(unit);
  if (given) chips.push({ word: "remove", unit, taken: [unit] });
  if (board.kind === "A" && given?.[0] !== "d" && can.d && isGoneEnough(state, board)) {
    return { ...state, mode: IDLE, chips, said: { word: "too-many-removals", count: -(board.own!.due ?? 0) } };
  }
  return { ...state, mode: { at: "unit", unit }, chips, said: { word: board.kind === "A" ? "picked" : "selected", unit, order: given } };
}

/** What a unit can do besides going somewhere. */
function deeds(can: Choices, unit: UnitId): Chip[] {
  const found: Chip[] = [];
  if (can.h) found.push({ ...orderChip("hold", unit, ["h"]), isQuiet: true });
  if (Object.keys(can.s ?? {}).length) found.push({ word: "support", unit, mode: { at: "support", unit }, isQuiet: true });
  if (Object.keys(can.c ?? {}).length) found.push({ word: "convoy", unit, mode: { at: "convoy", unit }, isQuiet: true });
  return found;
}

/** Every order that a unit can be given, to choose from. */
export function listed(state: State, unit: UnitId, board: Board): State {
  const can = choicesOf(board, unit);
  const helped = (letter: "s" | "c", some: Choices["s"]) =>
    Object.entries(some ?? {}).flatMap(([other, places]) => places.map(to => (to === "." ? ["s", other] : [letter, other, to]) as Order));
  const orders: Order[] = [
    ...(can.h ? [["h"] as Order] : []),
    ...(can.m ?? []).map(to => ["m", to] as Order),
    ...(can.r ?? []).map(to => ["r", to] as Order),
    ...helped("s", can.s),
    ...helped("c", can.c),
    ...(can.x ?? []).map(([text]) => ["x", text] as Order),
    ...(can.d ? [["d"] as Order] : []),
  ];
  const bySea: Chip[] = Object.keys(can.v ?? {}).map(to => {
    const put = convoyed(state, unit, to, board);
    return { word: "to-order", unit, order: put[0]!.order, put };
  });
  const chips = [...orders.map(order => orderChip("to-order", unit, order)), ...bySea];
  return { ...state, mode: { at: "unit", unit }, chips, said: { word: "all-orders", unit } };
}

/** The second pick completes the likeliest order, and offers the others. */
function secondPick(
  state: State,
  unit: UnitId,
  event: Event & { do: "pick" },
  board: Board,
  given?: "move" | "via",
): State {
  if (board.kind === "A" && !choicesOf(board, unit).x && homeOf(unit) !== provinceOf(event.place)) return firstPick(state, event, board);
  const only = event.isDragged ? "move" : given;
  const province = provinceOf(event.place);
  const can = choicesOf(board, unit);
  if (event.arrow && !only && board.kind === "M") {
    const { unit: other, to } = event.arrow;
    const key = keyOf(can.s, other);
    const goal = key && can.s![key]!.find(one => provinceOf(one) === provinceOf(to));
    if (key && goal) {
      const chips: Chip[] = [];
      const carry = keyOf(can.c, other);
      const across = carry && can.c![carry]!.find(one => provinceOf(one) === provinceOf(to));
      if (carry && across) chips.push(orderChip("convoy-it", unit, ["c", carry, across]));
      return placed(state, [{ unit, order: ["s", key, goal] }], board, chips);
    }
  }
  if (board.kind === "R") return retreatTo(state, unit, province, event.anyway, board);
  if (province === homeOf(unit) && !only) {
    const inside = unitAt(board, province, event.unit);
    if (!inside || inside === unit || bare(inside) === bare(unit)) return putDown(state, unit);
  }
  const other = unitAt(board, province, event.unit);
  const isOwn = other !== undefined && other in board.own!.units;
  const goals = only === "via" ? [] : (can.m ?? []).filter(one => provinceOf(one) === province);
  const bySea = Object.keys(can.v ?? {}).filter(one => provinceOf(one) === province);
  if (other && isOwn && !only) {
    const beside = besideOwn(state, unit, other, goals, board);
    if (beside) return beside;
  }
  const chips: Chip[] = [];
  if (other && !only) chips.push(...helpChips(can, unit, other, isOwn));
  if (goals.length === 1) {
    if (bySea.length) chips.push({ word: "via-convoy", unit, put: convoyed(state, unit, bySea[0]!, board) });
    chips.push(...extras(can, unit, province));
    return placed(state, [{ unit, order: ["m", goals[0]!] }], board, chips);
  }
  if (goals.length > 1) {
    const coasts = goals.map(to => orderChip("to-place", unit, ["m", to], to));
    return { ...state, chips: [...coasts, ...chips], said: { word: "which-coast", unit, place: province } };
  }
  if (bySea.length) return byConvoy(state, unit, bySea, board, chips);
  const special = extras(can, unit, province);
  if (special.length === 1 && special[0]!.order) {
    return placed(state, [{ unit, order: special[0]!.order }], board, chips);
  }
  if (special.length) return { ...state, chips: [...special, ...chips], said: { word: "which", unit } };
  if (other && !only && keyOf(can.s, other)) {
    return supportOf(state, unit, other, board, false);
  }
  if (other && !only && keyOf(can.c, other)) {
    return { ...state, mode: { at: "convoy-to", unit, other }, chips: [], said: { word: "convoy-where", unit: other } };
  }
  const order: Order = only === "via" ? ["m", event.place, 1] : ["m", event.place];
  if (event.anyway) return placed(state, [{ unit, order }], board);
  const bluffs: Chip[] = [{ ...orderChip("anyway", unit, order), doubtful: true }];
  if (other && !only) bluffs.push({ ...orderChip("anyway", unit, ["s", other]), doubtful: true });
  if (!other && !only) bluffs.unshift(...unseenAt(can, province).flatMap(one => helpChips(can, unit, one, false)));
  const mine = ownUnitAt(board, province, event.unit);
  if (mine && mine !== unit) bluffs.push({ word: "select", unit: mine, mode: { at: "unit", unit: mine } });
  return { ...state, chips: bluffs, said: { word: "out-of-reach", unit, place: province } };
}

function putDown(state: State, unit: UnitId): State {
  return { ...state, mode: IDLE, chips: [], said: { word: "put-down", unit } };
}

export function holding(state: State, unit: UnitId, board: Board): State {
  const can = choicesOf(board, unit);
  const chips = extras(can, unit, "");
  if (!can.h) {
    return { ...state, chips, said: { word: "which", unit } };
  }
  return placed(state, [{ unit, order: ["h"] }], board, chips);
}

function retreatTo(
  state: State,
  unit: UnitId,
  province: string,
  anyway: boolean | undefined,
  board: Board,
): State {
  const can = choicesOf(board, unit);
  if (province === homeOf(unit)) {
    return putDown(state, unit);
  }
  const goals = (can.r ?? []).filter(one => provinceOf(one) === province);
  if (goals.length === 1) return placed(state, [{ unit, order: ["r", goals[0]!] }], board);
  if (goals.length > 1) {
    const chips = goals.map(to => orderChip("to-place", unit, ["r", to], to));
    return { ...state, chips, said: { word: "which-coast", unit, place: province } };
  }
  const other = ownUnitAt(board, province);
  if (other && !anyway) return select(state, other, board);
  const order: Order = ["r", province];
  if (anyway) return placed(state, [{ unit, order }], board);
  return {
    ...state,
    chips: [{ ...orderChip("anyway", unit, order), doubtful: true }],
    said: { word: "out-of-reach", unit, place: province },
  };
}
