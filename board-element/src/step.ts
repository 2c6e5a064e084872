/** The one place where gestures become orders. Mouse, touch, keys, lists and text make nothing but
 * these events; what is offered and what is done at once is decided here, for all of them. */

import { bare, homeOf, placeOf, provinceOf } from "./board";
import type { Board, Choices, Order, Place, UnitId } from "./board";
import { changed, ordersOf, textOf, typed, waived, waivesOf } from "./sheet";
import type { Ordered, Sheet } from "./sheet";

export type Verb = "hold" | "move" | "support" | "convoy" | "via" | "remove" | "army" | "fleet";

export type Event =
  /** A province, a unit in it where one was hit, or the arrow of another unit; `anyway` where it
   * need not be legal. */
  | { do: "pick"; place: Place; unit?: UnitId; arrow?: { unit: UnitId; to: Place }; anyway?: boolean }
  | { do: "verb"; verb: Verb }
  | { do: "choose"; chip: number }
  | { do: "order"; unit: UnitId; order: Order | null }
  | { do: "waive"; more: boolean }
  | { do: "text"; text: string }
  | { do: "back" }
  | { do: "undo" }
  | { do: "redo" };

export type Mode =
  | { at: "idle" }
  | { at: "unit"; unit: UnitId; only?: "move" | "via" }
  | { at: "support"; unit: UnitId }
  | { at: "support-to"; unit: UnitId; other: UnitId }
  | { at: "convoy"; unit: UnitId }
  | { at: "convoy-to"; unit: UnitId; other: UnitId }
  | { at: "center"; place: Place }
  | { at: "refine"; unit: UnitId };

/** Something that is offered beside what was done. `word` is looked up in the language at hand. */
export interface Chip {
  readonly word: string;
  readonly unit?: UnitId;
  readonly order?: Order;
  readonly place?: Place;
  readonly put?: readonly Ordered[];
  readonly taken?: readonly UnitId[];
  readonly mode?: Mode;
  /** Whether it may come to nothing. */
  readonly doubtful?: boolean;
}

/** What is said of the last event: a word of the language at hand, and what it is about. */
export interface Said {
  readonly word: string;
  readonly unit?: UnitId | undefined;
  readonly order?: Order | undefined;
  readonly place?: Place | undefined;
  readonly units?: readonly UnitId[];
  readonly count?: number;
}

export interface State {
  readonly mode: Mode;
  readonly sheet: Sheet;
  readonly chips: readonly Chip[];
  readonly said: Said;
  readonly past: readonly Sheet[];
  readonly future: readonly Sheet[];
}

export const MOST_UNDONE = 50;
const IDLE: Mode = { at: "idle" };
const NOTHING: Said = { word: "" };

export function begin(sheet: Sheet): State {
  return { mode: IDLE, sheet, chips: [], said: NOTHING, past: [], future: [] };
}

export function step(state: State, event: Event, board: Board): State {
  if (!board.own) return state;
  switch (event.do) {
    case "pick":
      return picked(state, event, board);
    case "verb":
      return verb(state, event.verb, board);
    case "choose": {
      const chip = state.chips[event.chip];
      return chip ? chosen(state, chip, board) : state;
    }
    case "order":
      return event.order
        ? placed(state, [{ unit: event.unit, order: event.order }], board)
        : removed(state, event.unit);
    case "waive":
      return waive(state, event.more, board);
    case "text":
      return edited({ ...state, mode: IDLE, chips: [] }, typed(event.text, state.sheet), { word: "text" });
    case "back":
      return back(state);
    case "undo": {
      const last = state.past.at(-1);
      if (!last) return { ...state, said: { word: "nothing-to-undo" } };
      const past = state.past.slice(0, -1);
      const future = [state.sheet, ...state.future];
      return { ...begin(last), past, future, said: { word: "undone" } };
    }
    case "redo": {
      const [next, ...future] = state.future;
      if (!next) return { ...state, said: { word: "nothing-to-redo" } };
      return { ...begin(next), past: [...state.past, state.sheet], future, said: { word: "redone" } };
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

/** The units that are to be ordered in this phase, by the board's order. */
export function orderable(board: Board): UnitId[] {
  return board.own ? Object.keys(board.own.units) : [];
}

/** Those of them that have no order yet. */
export function unordered(state: State, board: Board): UnitId[] {
  const given = ordersOf(state.sheet);
  return orderable(board).filter(unit => !given.has(unit));
}

// Picking.

function picked(state: State, event: Event & { do: "pick" }, board: Board): State {
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
      if (!other) return said(state, { word: "no-unit-there", place: province });
      return supportOf(state, mode.unit, other, board, anyway);
    }
    case "support-to":
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

function firstPick(state: State, event: Event & { do: "pick" }, board: Board): State {
  const province = provinceOf(event.place);
  const unit = ownUnitAt(board, province, event.unit);
  if (unit) return select(state, unit, board);
  const there = unitAt(board, province, event.unit);
  return { ...state, mode: IDLE, chips: [], said: { word: "place", place: province, unit: there } };
}

function select(state: State, unit: UnitId, board: Board): State {
  const can = choicesOf(board, unit);
  if (board.kind === "A" && can.d && !can.x) return toggleRemoval(state, unit, board);
  const others = ownUnitsAt(board, homeOf(unit)).filter(one => one !== unit);
  const chips: Chip[] = others.map(one => ({ word: "other-unit", unit: one, mode: { at: "unit", unit: one } as Mode }));
  chips.push(...extras(can, unit, board.kind === "A" ? null : ""));
  const given = ordersOf(state.sheet).get(unit);
  if (given) chips.push({ word: "remove", unit, taken: [unit] });
  return { ...state, mode: { at: "unit", unit }, chips, said: { word: "selected", unit, order: given } };
}

/** The second pick completes the likeliest order, and offers the others. */
function secondPick(
  state: State,
  unit: UnitId,
  event: Event & { do: "pick" },
  board: Board,
  only?: "move" | "via",
): State {
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
    if (!inside || inside === unit || bare(inside) === bare(unit)) return holding(state, unit, board);
  }
  const other = unitAt(board, province, event.unit);
  const isOwn = other !== undefined && other in board.own!.units;
  const goals = only === "via" ? [] : (can.m ?? []).filter(one => provinceOf(one) === province);
  const bySea = Object.keys(can.v ?? {}).filter(one => provinceOf(one) === province);
  if (other && isOwn && !only) {
    const key = keyOf(can.s, other);
    if (key) return supportOwn(state, unit, other, goals, board);
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
  const mine = ownUnitAt(board, province, event.unit);
  if (mine && mine !== unit) bluffs.push({ word: "select", unit: mine, mode: { at: "unit", unit: mine } });
  return { ...state, chips: bluffs, said: { word: "not-possible", unit, place: province } };
}

function holding(state: State, unit: UnitId, board: Board): State {
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
    return can.d ? placed(state, [{ unit, order: ["d"] }], board, extras(can, unit, "")) : state;
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
    said: { word: "not-possible", unit, place: province },
  };
}

// Supports.

/** An own unit: what it is ordered, if that can be helped; else that it stays. */
function supportOwn(state: State, unit: UnitId, other: UnitId, goals: Place[], board: Board): State {
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

function supportOf(state: State, unit: UnitId, other: UnitId, board: Board, anyway?: boolean): State {
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

function helpTo(
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

function bluff(state: State, unit: UnitId, order: Order, board: Board, anyway?: boolean): State {
  if (anyway) return placed(state, [{ unit, order }], board);
  const chip: Chip = { ...orderChip("anyway", unit, order), doubtful: true };
  return { ...state, chips: [chip], said: { word: "not-possible", unit, order } };
}

function helpChips(can: Choices, unit: UnitId, other: UnitId, isOwn: boolean): Chip[] {
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

// Convoys.

/** An army goes over the water: with its fleets, in one step. */
function byConvoy(state: State, unit: UnitId, goals: Place[], board: Board, more: Chip[]): State {
  if (goals.length > 1) {
    const chips = goals.map(to => ({ ...orderChip("to-place", unit, ["m", to], to), put: convoyed(state, unit, to, board) }));
    return { ...state, chips, said: { word: "which-coast", unit, place: provinceOf(goals[0]!) } };
  }
  const to = goals[0]!;
  const chain = bestChain(state, unit, to, board);
  const chips = [...fleetChips(state, unit, to, chain, board), ...more];
  const foreign = chain.filter(fleet => !(fleet in board.own!.units));
  const after = placed(state, convoyed(state, unit, to, board), board, chips);
  return foreign.length ? { ...after, said: { ...after.said, word: "ask", units: foreign } } : after;
}

/** The shortest way with the most own fleets that have nothing else to do. */
function bestChain(state: State, unit: UnitId, to: Place, board: Board, needed?: UnitId): UnitId[] {
  const given = ordersOf(state.sheet);
  const ways = (choicesOf(board, unit).v?.[to] ?? []).filter(way => !needed || way.includes(needed));
  const isFree = (fleet: UnitId) => {
    const order = given.get(fleet);
    return fleet in board.own!.units && (!order || order[0] === "c" || fleet === needed);
  };
  const worth = (way: UnitId[]) => way.filter(isFree).length - way.length * 1.001;
  return [...ways].sort((a, b) => worth(b) - worth(a))[0] ?? [];
}

/** The orders of an army that is carried, and of those own fleets that have none: an order that
 * somebody gave a fleet is not overwritten by this. */
function convoyed(state: State, unit: UnitId, to: Place, board: Board, chosen?: UnitId[]): Ordered[] {
  const chain = chosen ?? bestChain(state, unit, to, board);
  const given = ordersOf(state.sheet);
  const order: Order = choicesOf(board, unit).m?.includes(to) ? ["m", to, 1] : ["m", to];
  const found: Ordered[] = [{ unit, order }];
  for (const fleet of chain) {
    const can = board.own!.units[fleet];
    const old = given.get(fleet);
    const carry = can && keyOf(can.c, unit);
    if (carry && (!old || old[0] === "c")) found.push({ unit: fleet, order: ["c", carry, to] });
  }
  return found;
}

function fleetChips(state: State, unit: UnitId, to: Place, chain: UnitId[], board: Board): Chip[] {
  const given = ordersOf(state.sheet);
  const chips: Chip[] = [];
  for (const fleet of chain) {
    const carry = keyOf(board.own!.units[fleet]?.c, unit);
    const old = given.get(fleet);
    if (carry && old && old[0] !== "c") chips.push(orderChip("fleet-too", fleet, ["c", carry, to]));
  }
  for (const way of choicesOf(board, unit).v?.[to] ?? []) {
    if (!same2(way, chain) && chips.length < 8) {
      chips.push({ word: "other-way", unit, put: convoyed(state, unit, to, board, way), place: way.map(placeOf).join(" ") });
    }
  }
  return chips;
}

/** A fleet is to carry an army: an own army goes that way, with the rest of the fleets. */
function carrying(state: State, unit: UnitId, army: UnitId, to: Place, order: Order, board: Board): State {
  const own = Object.keys(board.own!.units).find(one => bare(one) === bare(army));
  const put: Ordered[] = [{ unit, order }];
  const chips: Chip[] = [];
  const goal = own && Object.keys(choicesOf(board, own).v ?? {}).find(one => provinceOf(one) === provinceOf(to));
  if (own && goal) {
    const chain = bestChain(state, own, goal, board, unit);
    const rest = convoyed(state, own, goal, board, chain.filter(one => one !== unit));
    const old = ordersOf(state.sheet).get(own);
    if (!old || (old[0] === "m" && provinceOf(old[1]) === provinceOf(to))) put.push(...rest);
    else chips.push({ word: "army-too", unit: own, order: rest[0]!.order, put: rest });
  }
  return placed(state, put, board, chips);
}

// Adjustments.

function center(state: State, province: string, board: Board): State {
  const own = board.own!;
  const here = (own.builds ?? []).filter(one => homeOf(one) === province);
  const given = ordersOf(state.sheet);
  const built = [...given].find(([unit, order]) => order[0] === "b" && homeOf(unit) === province);
  if (built) return removed(state, built[0]);
  if (!here.length) return { ...state, mode: IDLE, chips: [], said: { word: "no-build-there", place: province } };
  if (isFull(state, board)) return said(state, { word: "too-many-builds", count: own.due ?? 0 });
  const chips = here.map(unit => orderChip("build", unit, ["b"]));
  const stands = ownUnitAt(board, province);
  if (stands) chips.push(...extras(choicesOf(board, stands), stands, null));
  return { ...state, mode: { at: "center", place: province }, chips, said: { word: "build-what", place: province } };
}

function isFull(state: State, board: Board): boolean {
  const due = board.own!.due;
  if (due === null || due === undefined || due < 0) return false;
  const builds = [...ordersOf(state.sheet).values()].filter(one => one[0] === "b").length;
  return builds + waivesOf(state.sheet) >= due;
}

function toggleRemoval(state: State, unit: UnitId, board: Board): State {
  const given = ordersOf(state.sheet);
  if (given.get(unit)?.[0] === "d") return removed(state, unit);
  const due = -(board.own!.due ?? 0);
  const gone = [...given.values()].filter(one => one[0] === "d").length;
  if (due > 0 && gone >= due) return said(state, { word: "too-many-removals", count: due });
  return placed(state, [{ unit, order: ["d"] }], board);
}

function waive(state: State, more: boolean, board: Board): State {
  if (more && (!board.own!.waive || isFull(state, board))) {
    return said(state, { word: "too-many-builds", count: board.own!.due ?? 0 });
  }
  if (!more && !waivesOf(state.sheet)) return state;
  const sheet = waived(state.sheet, more);
  return edited({ ...state, mode: IDLE, chips: [] }, sheet, { word: "waived", count: waivesOf(sheet) });
}

// Verbs, chips, steps back.

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
      if (board.kind === "M") return removed(state, unit);
      return can.d ? placed(state, [{ unit, order: ["d"] }], board) : removed(state, unit);
    default:
      return state;
  }
}

function chosen(state: State, chip: Chip, board: Board): State {
  if (chip.mode) {
    const word = chip.mode.at === "support-to" ? "support-where" : chip.mode.at === "convoy-to" ? "convoy-where" : "selected";
    return { ...state, mode: chip.mode, chips: [], said: { word, unit: chip.unit } };
  }
  if (chip.taken?.length) return removed(state, chip.taken[0]!);
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

function placed(state: State, put: readonly Ordered[], board: Board, chips: readonly Chip[] = []): State {
  const { unit, order } = put[0]!;
  const old = ordersOf(state.sheet);
  if (order[0] === "b" && !old.has(unit) && isFull(state, board)) {
    return said(state, { word: "too-many-builds", count: board.own!.due ?? 0 });
  }
  const others = order[0] === "b" ? [...old.keys()].filter(one => old.get(one)![0] === "b" && homeOf(one) === homeOf(unit)) : [];
  const offered = [...chips, { word: "remove", unit, taken: [unit] }];
  const next: State = { ...state, mode: { at: "refine", unit }, chips: offered };
  const what: Said = put.length > 1 ? { word: "ordered-all", unit, order, units: put.slice(1).map(one => one.unit) } : { word: "ordered", unit, order };
  return edited(next, changed(state.sheet, put, others), what);
}

function removed(state: State, unit: UnitId): State {
  const next: State = { ...state, mode: IDLE, chips: [] };
  return edited(next, changed(state.sheet, [], [unit]), { word: "removed", unit });
}

function edited(state: State, sheet: Sheet, what: Said): State {
  const isSame = textOf(sheet) === textOf(state.sheet);
  if (isSame) return { ...state, said: what };
  const past = [...state.past, state.sheet].slice(-MOST_UNDONE);
  return { ...state, sheet, past, future: [], said: what };
}

function said(state: State, what: Said): State {
  return { ...state, said: what };
}

// Looking things up.

export function choicesOf(board: Board, unit: UnitId): Choices {
  return board.own?.units[unit] ?? {};
}

/** The name under which a unit's choices have another: some rules want its power with it. */
function keyOf(some: Record<UnitId, unknown> | null | undefined, other: UnitId): UnitId | undefined {
  if (!some) return undefined;
  if (other in some) return other;
  return Object.keys(some).find(one => bare(one) === bare(other));
}

function ownUnitsAt(board: Board, province: string): UnitId[] {
  return orderable(board).filter(unit => homeOf(unit) === province);
}

/** The own unit in a province: the one that was hit, or the one that stands in the open. */
function ownUnitAt(board: Board, province: string, hit?: UnitId): UnitId | undefined {
  const here = ownUnitsAt(board, province);
  if (hit && here.includes(hit)) return hit;
  return here.find(unit => !unit.startsWith("G")) ?? here[0];
}

function unitAt(board: Board, province: string, hit?: UnitId): UnitId | undefined {
  const here = board.units.filter(([, , at]) => provinceOf(at) === province).map(([, unit]) => unit);
  if (hit && here.includes(hit)) return hit;
  return here.find(unit => !unit.startsWith("G")) ?? here[0];
}

/** Orders of other kinds, such as sieges: those for a place, those for none (`""`), or all. */
function extras(can: Choices, unit: UnitId, place: string | null): Chip[] {
  return (can.x ?? [])
    .filter(([, to]) => place === null || (place ? to && provinceOf(to) === place : !to))
    .map(([text]) => orderChip("order-text", unit, ["x", text]));
}

function orderChip(word: string, unit: UnitId, order: Order, place?: Place): Chip {
  const chip: Chip = { word, unit, order, put: [{ unit, order }] };
  return place === undefined ? chip : { ...chip, place };
}

function same2(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((part, at) => part === other[at]);
}
