/** The adjustment phase: builds, removals and civil disorder. */

import type { Board, Standing } from "./board.js";
import { BUILD, NONE, OK, OTHER_ORDER, REMOVE, WAIVE } from "./codes.js";
import type { Given } from "./movement.js";
import type { Notation, Read } from "./orders.js";
import type { Judged, Outcome, Result } from "./tables.js";

const [CIVIL_DISORDER, JUDGE_BUILDS] = [70, 71];

/** Carry out an adjustment phase. One outcome per order given, then one for each unit that the judge builds or
 * that civil disorder removes, which has no order. */
export function judgeAdjustments(board: Board, notation: Notation, before: Standing, given: readonly Given[]): Judged {
  const { machine: m, tables } = board;
  board.load(before);
  const columns = ["by", "type", "kind", "location", "odd_coast", "reason", "is_excess"].map(name => m.column(`adjustments.${name}`));
  const [by, type, kind, location, , reason, isExcess] = columns as [Int32Array, Int32Array, Int32Array, Int32Array, Int32Array, Int32Array, Int32Array];
  given.forEach(({ power, read }, order) => {
    const row = [board.power.get(power)!, typeOf(read), NONE, NONE, 0, 0, 0];
    if (read.is !== "waive") {
      const [at, odd] = board.locationOf(read.unit.location);
      row.splice(2, 3, board.kindOf(read.unit), at, odd ? 1 : 0);
    }
    row.forEach((number, place) => (columns[place]![order] = number));
  });
  m.set("adjustment_count", given.length);
  m.call("run_adjustments");
  const gone = m.column("gone");
  const outcomes: Outcome[] = [];
  const rows = before.rows.filter((_, unit) => gone[unit] === 0);
  for (let order = 0; order < m.number("adjustment_count"); order++) {
    const one = given[order];
    const unit = { power: tables.powers[by[order]!]!, unit: "" };
    const named = { power: "", kind: "", location: "" };
    if (location[order] !== NONE) {
      named.kind = kind[order] === NONE ? "" : tables.kinds[kind[order]!]!;
      named.location = tables.locations[location[order]!]!;
      unit.unit = [named.kind, named.location].filter(Boolean).join(" ");
    }
    let carriedOut: Read = one?.read ?? { is: "waive" };
    if (type[order] === BUILD) carriedOut = { is: "build", unit: named };
    else if (type[order] === REMOVE) carriedOut = { is: "disband", unit: named };
    const result: Result = reason[order] === OK ? "succeeds" : isExcess[order] === 1 ? "excess" : "illegal";
    const why = one ? reason[order]! : JUDGE_BUILDS;
    outcomes.push({ ...NOTHING, ...unit, order: one?.text ?? null, carriedOut: notation.write(carriedOut), result, reason: tables.reasons[why]! });
    if (result === "succeeds" && type[order] === BUILD) rows.push({ owner: by[order]!, kind: kind[order]!, location: location[order]! });
  }
  before.rows.forEach((row, unit) => {
    if (gone[unit] !== 2) return;
    const carriedOut = notation.write({ is: "disband", unit: board.named(row) });
    outcomes.push({ ...NOTHING, ...board.unit(row), order: null, carriedOut, result: "succeeds", reason: tables.reasons[CIVIL_DISORDER]! });
  });
  return { outcomes, unused: [], dislodged: [], contested: [], ...board.goOn(rows, [], []) };
}

const NOTHING = { dislodgedBy: null, force: null, met: [], cutBy: null, movedTo: null, byConvoy: false };

function typeOf(read: Read): number {
  if (read.is === "waive") return WAIVE;
  if (read.is === "build") return BUILD;
  return read.is === "disband" ? REMOVE : OTHER_ORDER;
}
