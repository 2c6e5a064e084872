/** What is said and offered around the map, in words. */

import { homeOf, provinceOf } from "./board";
import type { Board, Fate, Ground, Order, UnitId } from "./board";
import { orderable, ownUnitsAt } from "./choices";
import { offered } from "./repairs";
import type { Status } from "./saver";
import { ordersOf, same, waivesOf } from "./sheet";
import type { Conflict } from "./sheet";
import type { Said, State } from "./state";
import type { Words } from "./words";

export interface Offer {
  text: string;
  look: "" | "plain" | "doubtful";
}

/** What there is to choose from: places that a finger may have meant, one of two orders, or chips. */
export function offers(words: Words, names: readonly string[], conflict: Conflict | undefined, state: State, board: Board): Offer[] {
  if (names.length) return names.map(place => ({ text: words.place(place), look: "" }));
  if (conflict) {
    const { unit, here, there } = conflict;
    return [
      { text: words.say("use-here", { order: told(words, unit, here) }), look: "" },
      { text: words.say("use-there", { order: told(words, unit, there) }), look: "" },
    ];
  }
  return offered(state, board).map(chip => ({ text: words.of(chip), look: chip.doubtful ? "doubtful" : chip.taken || chip.isQuiet ? "plain" : "" }));
}

/** An order, or that there is none. */
function told(words: Words, unit: UnitId, order: Order | undefined, none = "none"): string {
  return order ? words.order(unit, order) : words.say(none);
}

/** The line below the map. */
export function line(words: Words, board: Board, what: Said): string {
  if (what.word === "new-phase") return words.say("new-phase", { phase: what.place ?? "" });
  if (what.word) return words.of(what);
  // Of a game that has not begun, its host and who sits down already are more than watchers.
  if (!board.own) return board.stage === "over" || board.stage === "forming" ? board.turn : words.say("watching");
  const due = board.own.due ?? 0;
  const isIdle = board.kind === "A" ? !due : board.kind === "R" && !orderable(board).length;
  if (isIdle) return words.say("nothing-due");
  return words.say(board.kind === "R" ? "start-R" : board.kind === "A" ? (due < 0 ? "start-remove" : "start-build") : "start");
}

export function statusLine(words: Words, status: Status): { text: string; isBad: boolean } {
  // By hand: a browser takes as long for its first moment in words as for all else of an order.
  const time = status.is === "saved" ? [status.at.getHours(), status.at.getMinutes()].map(one => String(one).padStart(2, "0")).join(":") : "";
  const why = status.is === "refused" ? status.why : "";
  const isBad = status.is === "refused" || status.is === "offline" || status.is === "over";
  return { text: status.is === "idle" ? "" : words.say(`is-${status.is}`, { time, why }), isBad };
}

/** How much of what is to be ordered is ordered. */
export function counted(words: Words, board: Board, state: State): { done: number; all: number; text: string } {
  const { own, kind } = board;
  const orders = ordersOf(state.sheet);
  const isBuilding = kind === "A" && !!own?.due;
  const all = isBuilding ? Math.abs(own!.due!) : orderable(board).length;
  const done = isBuilding
    ? [...orders.values()].filter(one => one[0] !== "w").length + waivesOf(state.sheet)
    : orderable(board).filter(unit => orders.has(unit)).length;
  const word = isBuilding ? (own!.due! > 0 ? "build-count" : "remove-count") : "count";
  return { done, all, text: words.say(word, { done, all }) };
}

/** Units with an order that the judge warns of. */
export function doubtful(board: Board, orders: ReadonlyMap<UnitId, Order>): Set<UnitId> {
  const found = new Set<UnitId>();
  const { own } = board;
  for (const [number, unit, order] of own?.lines ?? []) {
    if (own!.told.some(one => one.line === number) && same(order, orders.get(unit))) found.add(unit);
  }
  return found;
}

/** Who stands in each province. */
export function everywhere(words: Words, ground: Ground, board: Board): ReadonlyMap<string, string[]> {
  const found = new Map<string, string[]>();
  for (const one of [...board.units, ...board.dislodged]) {
    const [power, unit, at] = one;
    const who = words.say("of", { kind: words.kind(unit.charAt(0)), power: ground.powers[power]?.name ?? power });
    const said = board.dislodged.includes(one) ? `${who}, ${words.say("driven-out")}` : who;
    const province = provinceOf(at);
    found.set(province, [...(found.get(province) ?? []), said]);
  }
  return found;
}

/** A province as it is read to whoever does not see it. */
export function described(words: Words, ground: Ground, board: Board, state: State, can: ReadonlySet<string>, province: string): string {
  const facts = ground.provinces[province];
  const isHidden = board.hidden?.includes(province);
  const here = (units: Board["units"]) => units.filter(([, , at]) => provinceOf(at) === province);
  const parts = [words.place(province), facts ? words.say(facts.terrain) : "", isHidden ? words.say("hidden") : "", ...(everywhere(words, ground, { ...board, units: here(board.units), dislodged: here(board.dislodged) }).get(province) ?? [])];
  const owner = Object.entries(ground.powers).find(([, one]) => one.css === board.layers.owners[province]);
  if (facts?.center && (owner || !isHidden)) parts.push(owner ? words.say("center-of", { power: owner[1].name }) : words.say("center-free"));
  if (board.fates) parts.push(...fatesAt(board.fates, province).map(one => one.text));
  else for (const unit of ownUnitsAt(board, province)) parts.push(told(words, unit, ordersOf(state.sheet).get(unit), "unordered"));
  if (can.has(province)) parts.push(words.say("reachable"));
  return parts.filter(Boolean).join(", ");
}

export function fatesAt(fates: readonly Fate[], province: string): Fate[] {
  return fates.filter(one => homeOf(one.unit) === province);
}
