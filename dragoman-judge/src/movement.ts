/** The movement phase. What the engine decides it decides by itself; here orders are written to the turn,
 * and outcomes read off it. */

import type { Board, Row, Standing } from "./board.js";
import { CHANGES_KIND, CONVOY, CONVOY_PARADOX, CORES, GATED, GATE_CLOSED, HOLD, MOVE, NAMES_ROUTE, NONE, NO_SUCH_UNIT, NOT_YOURS, ODD_COAST_OF_OTHER, ODD_COAST_OF_TARGET, ODD_COAST_OF_UNIT, OK, OVERRULED, R_BLOCKED, R_CUT, R_DISRUPTED, R_FAILED, SUPPORT, VIA, WAY_CLOSED } from "./codes.js";
import { Forces } from "./forces.js";
import type { Notation, Named, Read } from "./orders.js";
import type { Dislodged, Location, Order, Outcome, Judged, Power, Result, UnusedOrder } from "./tables.js";

/** An order of a power, read, as it was written. */
export interface Given {
  power: Power;
  text: Order;
  read: Read;
}

type Moving = Extract<Read, { is: "hold" | "core" | "move" | "support" | "convoy" | "convert" }>;
type OfMovement = Given & { read: Moving };

export function judgeMovement(board: Board, notation: Notation, before: Standing, all: readonly Given[]): Judged {
  const { machine: m, tables } = board;
  const unused: UnusedOrder[] = [];
  const given: OfMovement[] = [];
  const whole = tables.switches["implied_orders"] === "yes" ? [...all, ...implied(board, notation, before, all)] : all;
  for (const one of whole) {
    if (isOfMovement(one)) given.push(one);
    else unused.push({ power: one.power, order: one.text, reason: tables.reasons["23"]! });
  }
  board.load(before);
  writeOrders(board, before, given);
  m.call("run_movement", false);
  unused.push(...unusedOf(board, given));
  const outcomes = readOutcomes(board, notation, before, given);
  const { rows, dislodged } = after(board, before);
  const contested = contestedAfter(board);
  return { outcomes, unused, dislodged, contested, ...board.goOn(rows, dislodged, contested) };
}

function isOfMovement(one: Given): one is OfMovement {
  return ["hold", "core", "move", "support", "convoy", "convert"].includes(one.read.is);
}

// Orders to the turn

function writeOrders(board: Board, before: Standing, given: readonly OfMovement[]): void {
  const { machine: m, tables } = board;
  const column = (name: string) => m.column(`orders.${name}`);
  const columns = ["by", "kind", "location", "type", "other_power", "other_kind", "other_location", "target", "flags", "route_start", "route_end", "unit", "other"].map(column);
  const routes: number[] = [];
  const standing = new Map<number, number>();
  const width = tables.locations.length;
  before.rows.forEach((row, unit) => {
    if (!board.highSeas.has(board.provinceOf[row.location]!)) standing.set(row.kind * width + row.location, unit);
  });
  let isLoose = false;
  const unitAt = (kind: number, location: number, odd: boolean) => (odd || kind === NONE ? NONE : (standing.get(kind * width + location) ?? NONE));
  given.forEach(({ power, read }, order) => {
    const [location, odd] = board.locationOf(read.unit.location);
    let flags = odd ? ODD_COAST_OF_UNIT : 0;
    let [target, otherPower, otherKind, otherLocation, start, end, other] = [NONE, NONE, NONE, NONE, NONE, NONE, NONE];
    const goal = read.is === "convert" ? `${read.unit.location.split("/")[0]}${read.coast && `/${read.coast}`}` : "target" in read ? read.target : null;
    if (goal !== null) {
      const [to, isOdd] = board.locationOf(goal);
      target = to;
      if (isOdd) flags |= ODD_COAST_OF_TARGET;
    }
    if (read.is === "core") flags |= CORES;
    if (read.is === "convert") {
      flags |= CHANGES_KIND;
      otherKind = tables.kinds.indexOf(read.kind);
    }
    if (read.is === "move") {
      if (read.via) flags |= VIA;
      const rail = read.route.find(one => tables.rails.includes(one));
      if (rail) otherLocation = board.location.get(rail)!;
      else if (read.route.length) {
        flags |= NAMES_ROUTE;
        start = routes.length;
        routes.push(...read.route.map(one => board.locationOf(one)[0]));
        end = routes.length;
      }
    }
    if (read.is === "support" || read.is === "convoy") {
      otherPower = board.powerOf(read.other);
      otherKind = board.kindOf(read.other);
      const [place, isOdd] = board.locationOf(read.other.location);
      otherLocation = place;
      if (isOdd) flags |= ODD_COAST_OF_OTHER;
      other = unitAt(otherKind, place, isOdd);
      isLoose ||= other === NONE;
    }
    const kind = board.kindOf(read.unit);
    const unit = unitAt(kind, location, odd);
    isLoose ||= unit === NONE;
    const type = { hold: HOLD, core: HOLD, move: MOVE, support: SUPPORT, convoy: CONVOY, convert: HOLD }[read.is];
    const row = [board.power.get(power)!, kind, location, type, otherPower, otherKind, otherLocation, target, flags, start, end, unit, other];
    row.forEach((number, place) => (columns[place]![order] = number));
  });
  m.cells("routes", routes.length).set(routes);
  m.set("order_count", given.length);
  m.set("is_loose", isLoose ? 1 : 0);
  m.set("has_convoys", given.some(one => one.read.is === "convoy") ? 1 : 0);
}

/** Orders that a support or convoy implies for own units without any (DATC 4.E.3). */
function implied(board: Board, notation: Notation, before: Standing, all: readonly Given[]): OfMovement[] {
  const key = (power: Power, location: Location) => `${power} ${board.province(location)}`;
  const [ordered, own, known] = [new Map<string, number>(), new Map<string, number>(), new Set<string>()];
  const more = (counted: Map<string, number>, one: string) => counted.set(one, (counted.get(one) ?? 0) + 1);
  for (const row of before.rows) more(own, key(board.tables.powers[row.owner]!, board.tables.locations[row.location]!));
  for (const one of all.filter(isOfMovement)) {
    more(ordered, key(one.power, one.read.unit.location));
    if (one.read.is === "move") known.add(`${key(one.power, one.read.unit.location)} ${one.read.target}`);
  }
  const found: OfMovement[] = [];
  for (const { power, read } of all.filter(isOfMovement)) {
    if (read.is !== "support" && read.is !== "convoy") continue;
    const here = key(power, read.other.location);
    const to = `${here} ${read.target}`;
    if ((ordered.get(here) ?? 0) >= (own.get(here) ?? 0) || known.has(to)) continue;
    more(ordered, here);
    known.add(to);
    const implies = read.target === null ? ({ is: "hold", unit: read.other } as const) : ({ is: "move", unit: read.other, target: read.target, via: false, route: [] as Location[] } as const);
    found.push({ power, read: implies as Moving, text: notation.write(implies) });
  }
  return found;
}

// What became of them

function unusedOf(board: Board, given: readonly OfMovement[]): UnusedOrder[] {
  const { machine: m, tables } = board;
  const [reasons, units, chosen] = [m.column("orders.reason"), m.column("orders.unit"), m.column("chosen")];
  const found: UnusedOrder[] = [];
  given.forEach(({ power, text }, order) => {
    const [reason, unit] = [reasons[order]!, units[order]!];
    const taken = unit !== NONE && chosen[unit] !== NONE && chosen[unit] !== order;
    const isUnused = unit === NONE ? [NO_SUCH_UNIT, NOT_YOURS, OVERRULED].includes(reason) : reason === NOT_YOURS || (reason !== OK && taken);
    if (isUnused) found.push({ power, order: text, reason: tables.reasons[reason]! });
  });
  return found;
}

function readOutcomes(board: Board, notation: Notation, before: Standing, given: readonly OfMovement[]): Outcome[] {
  const { machine: m, tables } = board;
  const forces = new Forces(board, before);
  const [chosenOf, kinds, results, reasons, attackers, paradox, places, targets] = ["chosen", "order", "result", "reason", "dislodged_by", "paradox", "place", "target"].map(one => m.column(one)) as [Int32Array, Int32Array, Int32Array, Int32Array, Int32Array, Int32Array, Int32Array, Int32Array];
  const moved = new Set(m.members("moves_yes"));
  const last = lastGiven(board, given);
  const units = before.rows.map(row => board.unit(row));
  const outcomes = before.rows.map((_, unit): Outcome => {
    const [chosen, kind, result, attacker] = [chosenOf[unit]!, kinds[unit]!, results[unit]!, attackers[unit]!];
    const order = chosen !== NONE ? given[chosen]! : kind === SUPPORT ? standsBy(board, notation, before, unit) : last.get(unit);
    const found: Outcome = {
      ...units[unit]!,
      order: order?.text ?? null,
      carriedOut: notation.write(putRight(board, before, unit, chosen, order?.read)),
      result: tables.results[result] as Result,
      reason: tables.reasons[reasons[unit]!]!,
      dislodgedBy: attacker === NONE ? null : units[attacker]!,
      force: null,
      met: [],
      cutBy: null,
      movedTo: null,
      byConvoy: false,
    };
    if (kind === MOVE && chosen !== NONE) {
      [found.force, found.met] = forces.ofMove(unit);
      if (moved.has(unit)) found.movedTo = tables.locations[targets[unit]!]!;
      found.byConvoy = m.call("by_sea", unit) === 1;
      if (result === R_BLOCKED && reasons[unit] === OK) found.reason = tables.reasons[GATE_CLOSED]!;
      else if (result === R_DISRUPTED && paradox[unit]! & WAY_CLOSED) found.reason = tables.reasons[CONVOY_PARADOX]!;
    } else if (m.members("rivals", places[unit]!).length) {
      [found.force, found.met] = forces.ofStay(unit);
      const wasStopped = result === R_FAILED && order?.read.is === "convert";
      if (wasStopped || result === R_CUT) found.cutBy = forces.cutter(unit);
    }
    return found;
  });
  return [...outcomes, ...leaveGiven(board, notation, given)];
}

/** The support of a unit of nobody, which stands by another without being told. */
function standsBy(board: Board, notation: Notation, before: Standing, unit: number): OfMovement {
  const [row, helped] = [before.rows[unit]!, before.rows[board.machine.column("helps")[unit]!]!];
  const read = { is: "support", unit: board.named(row), other: board.named(helped), target: null } as const;
  return { power: board.unit(row).power, text: notation.write(read), read };
}

/** For each unit the order that it was given last. */
function lastGiven(board: Board, given: readonly OfMovement[]): Map<number, OfMovement> {
  const { machine: m } = board;
  const [units, reasons] = [m.column("orders.unit"), m.column("orders.reason")];
  const found = new Map<number, OfMovement>();
  given.forEach((one, order) => {
    if (![NO_SUCH_UNIT, NOT_YOURS].includes(reasons[order]!)) found.set(units[order]!, one);
  });
  return found;
}

/** As what an order was treated: names and coasts put right, what is not legal a hold. */
function putRight(board: Board, before: Standing, unit: number, chosen: number, order: Moving | undefined): Read {
  const { machine: m, tables } = board;
  const named = board.named(before.rows[unit]!);
  const [kind, target] = [m.column("order")[unit]!, m.column("target")];
  const name = (number: number) => tables.locations[number]!;
  if (order?.is === "move" && kind === MOVE) return { ...order, unit: named, target: chosen === NONE ? order.target : name(target[unit]!) };
  if ((order?.is === "convert" || order?.is === "core") && chosen !== NONE) return order;
  const helps = m.column("helps")[unit]!;
  if (order?.is === "support" && kind === SUPPORT && helps !== NONE) {
    return { is: "support", unit: named, other: board.named(before.rows[helps]!), target: order.target === null ? null : name(target[helps]!) };
  }
  const army = m.column("carries")[unit]!;
  if (order?.is === "convoy" && kind === CONVOY && army !== NONE) {
    return { is: "convoy", unit: named, other: board.named(before.rows[army]!), target: tables.provinces[m.column("goal")[army]!]! };
  }
  if ((order?.is === "support" || order?.is === "convoy") && chosen !== NONE && kind !== HOLD) {
    const number = m.column("orders.target")[chosen]!;
    return { ...order, unit: named, target: number === NONE ? null : name(number) } as Read;
  }
  return { is: "hold", unit: named };
}

/** The outcomes of the orders of gatekeepers' notional units. */
function leaveGiven(board: Board, notation: Notation, given: readonly OfMovement[]): Outcome[] {
  const { machine: m, tables } = board;
  const gates = tables.gates.map(([place]) => place);
  if (!gates.length) return [];
  const [reasons, others, locations] = [m.column("orders.reason"), m.column("orders.other"), m.column("orders.location")];
  const closed = new Set(m.members("open_no"));
  const found: Outcome[] = [];
  given.forEach(({ power, text, read }, order) => {
    const place = tables.provinces[board.provinceOf[locations[order]!]!]!;
    const [reason, other] = [reasons[order]!, others[order]!];
    if (!gates.includes(place) || [NO_SUCH_UNIT, NOT_YOURS, OVERRULED].includes(reason)) return;
    let result: Result = reason === OK ? "succeeds" : "illegal";
    if (reason === OK && read.is === "support" && other !== NONE) {
      const passes = m.column("route")[other] === GATED && m.column("pass_gate")[other] === gates.indexOf(place) && m.column("reason")[other] !== GATE_CLOSED;
      if (!passes) result = "unused";
      else if (closed.has(other)) result = "void";
    }
    const named: Named = { power: "", kind: "", location: place };
    const carriedOut = reason === OK ? text : notation.write({ is: "hold", unit: named });
    found.push({ power, unit: place, order: text, carriedOut, result, reason: tables.reasons[reason]!, dislodgedBy: null, force: null, met: [], cutBy: null, movedTo: null, byConvoy: false });
  });
  return found;
}

// What stands after it

function after(board: Board, before: Standing): { rows: Row[]; dislodged: Dislodged[] } {
  const { machine: m, tables } = board;
  const [by, targets, places] = [m.column("dislodged_by"), m.column("target"), m.column("place")];
  const moved = new Set(m.members("moves_yes"));
  const stands = new Set(m.members("stands_yes"));
  const converted = new Set(m.members("converting").filter(unit => stands.has(unit)));
  const [chosen, becomes] = [m.column("chosen"), m.column("orders.other_kind")];
  const dislodged: Dislodged[] = [];
  const rows: Row[] = [];
  before.rows.forEach((row, unit) => {
    const attacker = by[unit]!;
    if (attacker === NONE) {
      if (converted.has(unit)) rows.push({ ...row, kind: becomes[chosen[unit]!]!, location: targets[unit]! });
      else rows.push(moved.has(unit) ? { ...row, location: targets[unit]! } : row);
      return;
    }
    const origin = m.call("forbidden_origin", attacker);
    const found = m.call("list_retreats", row.owner, row.kind, row.location, origin);
    const retreats = [...m.column("options").subarray(0, found)].map(to => tables.locations[to]!).sort();
    dislodged.push({ ...board.unit(row), retreats, attacker_from: tables.provinces[places[attacker]!]! });
  });
  return { rows, dislodged };
}

/** The provinces left empty by a stand-off. */
function contestedAfter(board: Board): Location[] {
  const { machine: m, tables } = board;
  const goals = m.column("goal");
  const found = new Set<string>();
  for (const unit of m.members("moves_no")) {
    if (m.call("leaves_contested", unit)) found.add(tables.provinces[goals[unit]!]!);
  }
  return [...found].sort();
}
