/** Armies that go over the water, and the fleets that carry them. */

import { bare, placeOf, provinceOf } from "./board";
import type { Board, Order, Place, UnitId } from "./board";
import { choicesOf, keyOf, same2 } from "./choices";
import { orderChip, placed } from "./placing";
import { ordersOf } from "./sheet";
import type { Ordered } from "./sheet";
import type { Chip, State } from "./state";

/** An army goes over the water: with its fleets, in one step. */
export function byConvoy(state: State, unit: UnitId, goals: Place[], board: Board, more: Chip[]): State {
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
export function bestChain(state: State, unit: UnitId, to: Place, board: Board, needed?: UnitId): UnitId[] {
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
export function convoyed(state: State, unit: UnitId, to: Place, board: Board, chosen?: UnitId[]): Ordered[] {
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

export function fleetChips(state: State, unit: UnitId, to: Place, chain: UnitId[], board: Board): Chip[] {
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
export function carrying(state: State, unit: UnitId, army: UnitId, to: Place, order: Order, board: Board): State {
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
