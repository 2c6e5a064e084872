/** The retreat phase: where dislodged units go. */

import type { Board, Row, Standing } from "./board.js";
import { NONE, R_BOUNCED } from "./codes.js";
import type { Given } from "./movement.js";
import type { Named, Notation, Read } from "./orders.js";
import type { Dislodged, Judged, Location, Outcome, UnusedOrder } from "./tables.js";

/** Where a dislodged unit may go of what the position says: not to where another unit stands, nor to
 * where it cannot stand itself. */
export function openRetreats(board: Board, before: Standing, dislodged: Dislodged): Location[] {
  const { machine: m, tables } = board;
  const taken = new Set(before.rows.map(row => board.provinceOf[row.location]!));
  const { kind } = board.row(dislodged.power, dislodged.unit);
  const canStand = m.table("board", "can_stand");
  return dislodged.retreats.filter(to => {
    const location = board.location.get(to);
    if (location === undefined || canStand[kind * tables.locations.length + location] !== 1) return false;
    const province = board.provinceOf[location]!;
    return !taken.has(province) || board.highSeas.has(province);
  });
}

/** Carry out a retreat phase. Two units that retreat to one province are both disbanded (DATC 6.H.8); a unit
 * without a legal order is disbanded too. */
export function judgeRetreats(board: Board, notation: Notation, before: Standing, given: readonly Given[]): Judged {
  const { machine: m, tables } = board;
  const unused: UnusedOrder[] = [];
  const code = (reason: number) => tables.reasons[reason]!;
  const orders = before.dislodged.map((): Given[] => []);
  const at = new Map(before.dislodged.map((one, place) => [board.province(one.unit.split(" ")[1]!), place]));
  for (const one of given) {
    const refused = (reason: number) => unused.push({ power: one.power, order: one.text, reason: code(reason) });
    if (one.read.is === "build" || one.read.is === "waive") {
      refused(WRONG_PHASE);
      continue;
    }
    const province = board.province(one.read.unit.location);
    const place = at.get(province);
    if (place === undefined) {
      const isStanding = before.rows.some(row => tables.provinces[board.provinceOf[row.location]!] === province);
      refused(isStanding ? WRONG_PHASE : NO_SUCH_UNIT);
    } else if (before.dislodged[place]!.power !== one.power) refused(NOT_YOURS);
    else orders[place]!.push(one);
  }
  board.load(before);
  const outcomes = before.dislodged.map((one, place) => alone(board, notation, one, openRetreats(board, before, one), orders[place]!, unused));
  const [location, owner, kind, target, result] = ["location", "owner", "kind", "target", "result"].map(name => m.column(`dislodged.${name}`)) as [Int32Array, Int32Array, Int32Array, Int32Array, Int32Array];
  const rows = before.dislodged.map(one => board.row(one.power, one.unit));
  rows.forEach((row, place) => {
    location[place] = row.location;
    owner[place] = row.owner;
    kind[place] = row.kind;
    const to = outcomes[place]!.movedTo;
    target[place] = to === null ? NONE : board.location.get(to)!;
  });
  m.set("dislodged_count", rows.length);
  m.call("keep_standing");
  m.call("run_retreats");
  outcomes.forEach((one, place) => {
    if (one.movedTo === null || result[place] !== R_BOUNCED) return;
    one.result = "bounce";
    one.movedTo = null;
  });
  const arrived = rows.flatMap((row, place): Row[] => {
    const to = outcomes[place]!.movedTo;
    return to === null ? [] : [{ ...row, location: board.location.get(to)! }];
  });
  return { outcomes, unused, dislodged: [], contested: [], ...board.goOn([...before.rows, ...arrived], [], []) };
}

const [NO_SUCH_UNIT, NOT_YOURS, COAST_NEEDED, COAST_MISSING, WRONG_PHASE, OVERRULED, CONTRADICTED] = [1, 2, 9, 10, 23, 24, 25];
const [CANNOT_RETREAT, NO_RETREAT_ORDERED] = [60, 61];

/** The outcome for the unit if it were alone. */
function alone(board: Board, notation: Notation, dislodged: Dislodged, ways: readonly Location[], given: readonly Given[], unused: UnusedOrder[]): Outcome {
  const { tables } = board;
  const { power, unit } = dislodged;
  const named = board.named(board.row(power, unit));
  const code = (reason: number) => tables.reasons[reason]!;
  const tried = given.map(one => ({ one, ...tryOut(board, named, ways, one.read) }));
  const disband = notation.write({ is: "disband", unit: named });
  const nothing: Outcome = { power, unit, order: null, carriedOut: disband, result: "disband", reason: code(NO_RETREAT_ORDERED), dislodgedBy: null, force: null, met: [], cutBy: null, movedTo: null, byConvoy: false };
  if (!tried.length) return nothing;
  // Of several that say the same the last was given.
  const legal = new Map<string, { order: string; read: Read }>();
  for (const { one, read, reason } of tried) if (!reason) legal.set(notation.write(read), { order: one.text, read });
  if (!legal.size) {
    const { one, reason } = tried.at(-1)!;
    return { ...nothing, order: one.text, result: "illegal", reason: code(reason) };
  }
  const rule = tables.switches["two_orders"];
  if (legal.size > 1 && rule === "neither") {
    for (const { order } of legal.values()) unused.push({ power, order, reason: code(CONTRADICTED) });
    return { ...nothing, reason: code(CONTRADICTED) };
  }
  const choices = [...legal];
  const [chosen, { order, read }] = choices.at(rule === "last" ? -1 : 0)!;
  for (const [other, one] of choices) if (other !== chosen) unused.push({ power, order: one.order, reason: code(OVERRULED) });
  const found = { ...nothing, order, carriedOut: chosen, reason: "" };
  return read.is === "retreat" ? { ...found, result: "succeeds", movedTo: read.target } : found;
}

/** The order with its coast put right, and why it cannot be carried out (0: it can). */
function tryOut(board: Board, named: Named, ways: readonly Location[], read: Read): { read: Read; reason: number } {
  const { tables } = board;
  if (read.is === "disband") return { read: { is: "disband", unit: named }, reason: 0 };
  if (read.is !== "move" && read.is !== "retreat") return { read, reason: WRONG_PHASE };
  const { target } = read;
  const province = board.province(target);
  const options = ways.filter(to => board.province(to) === province);
  const to = (location: Location) => ({ read: { is: "retreat", unit: named, target: location } as const, reason: 0 });
  if (options.includes(target)) return to(target);
  if (!options.length || tables.locations.indexOf(target) >= tables.provinces.length) {
    const unreachable = tables.switches["coast_unreachable"] === "corrected" || options.includes(province);
    if (!options.length || !unreachable) return { read, reason: CANNOT_RETREAT };
  }
  if (options.length > 1) return { read, reason: COAST_NEEDED };
  if (tables.switches["coast_one_possible"] === "fails" && options[0] !== province) return { read, reason: COAST_MISSING };
  return to(options[0]!);
}
