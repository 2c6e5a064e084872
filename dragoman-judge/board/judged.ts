/** A turn that was judged in the tab, as the board shows turns. */

import type { Board, Fate, Ground, Order, Place, UnitId, Why } from "../../board-element/src/board";
import { Notation, Teller } from "../src/index.js";
import type { Outcome, Position, Resolution, Tables, Words } from "../src/index.js";
import { ordersLayer } from "./drawing.js";
import type { Drawn } from "./drawing.js";

/** What a page is given of a variant (`dragoman variant tables`). */
export interface Given {
  tables: Tables;
  words: Words;
}

/** What became of a turn, in the words of a board; why, and the drawing, are made when somebody asks. */
export interface Shown {
  fates: Fate[];
  why(): Why[];
  orders(): string;
}

export function shownOf({ tables, words }: Given, ground: Ground, resolution: Resolution): Shown {
  const [teller, notation] = [new Teller(tables, words), new Notation(tables)];
  const told = resolution.outcomes.flatMap((outcome): Drawn[] => {
    const order = orderOf(notation, resolution, outcome);
    return order ? [{ fate: fateOf(teller, resolution, outcome), order }] : [];
  });
  return {
    fates: told.map(one => one.fate as Fate),
    why: () => [
      ...resolution.outcomes.map(one => ({ text: sentence(teller, resolution, one), data: { unit: one.unit } })),
      ...resolution.unused.map(({ power, order, reason }) => ({ text: capital(teller.unused(resolution, power, order, reason)), data: { order } })),
    ],
    orders: () => ordersLayer(ground, told, resolution.phase.endsWith("R")),
  };
}

/** An order and what became of it, in a sentence. */
export function sentence(teller: Teller, resolution: Resolution, outcome: Outcome): string {
  return `${teller.fate(resolution, outcome)}: ${teller.short(resolution, outcome)}.`;
}

/** A phase in words: `Spring 1901, movement`. */
export function phaseInWords({ words }: Words, phase: string): string {
  const found = /^(.)(\d+)(BC)?(.)$/.exec(phase)!;
  const number = String(Number(found[2]));
  const year = found[3] ? words["report"]!["bc"]!.replace("{year}", number) : number;
  const [season, kind] = [words["phases"]![found[1]!]!, words["phases"]![found[4]!]!];
  return capital(words["report"]!["phase"]!.replace("{season}", season).replace("{year}", year).replace("{kind}", kind));
}

/** Units as the board of a page lists them. */
export function listed(position: Position): Pick<Board, "units" | "dislodged"> {
  const one = (power: string, unit: UnitId): [string, UnitId, Place] => [power, unit, unit.slice(unit.lastIndexOf(" ") + 1)];
  return {
    units: Object.entries(position.units).flatMap(([power, units]) => units.map(unit => one(power, unit))),
    dislodged: (position.dislodged ?? []).map(({ power, unit }) => one(power, unit)),
  };
}

function fateOf(teller: Teller, resolution: Resolution, outcome: Outcome): Fate {
  const { power, unit, force } = outcome;
  const hasMet = force && (outcome.met.length || force.supporters.length);
  return {
    power,
    unit,
    text: teller.fate(resolution, outcome),
    failed: outcome.result !== "succeeds",
    strength: hasMet ? force.halves / 2 : null,
    to: standsAt(resolution, outcome),
    beside: outcome.dislodgedBy !== null,
  };
}

/** Where a unit stands afterwards; nowhere if it left the board. */
function standsAt(resolution: Resolution, outcome: Outcome): Place | null {
  const isDestroyed = outcome.dislodgedBy !== null && !resolution.position.dislodged?.some(one => one.power === outcome.power && one.unit === outcome.unit);
  if (isDestroyed || outcome.result === "disband") return null;
  if (resolution.phase.endsWith("R")) return outcome.movedTo;
  if (outcome.carriedOut.endsWith(" D") && outcome.result === "succeeds") return null;
  return outcome.movedTo ?? outcome.unit.slice(outcome.unit.lastIndexOf(" ") + 1);
}

/** The order that is shown, in few letters; none for a build that is waived. */
function orderOf(notation: Notation, resolution: Resolution, outcome: Outcome): Order | null {
  const wasImpossible = (outcome.result === "illegal" || outcome.result === "fails") && outcome.order !== null;
  const read = notation.read(wasImpossible ? outcome.order! : outcome.carriedOut);
  const there = (place: Place) => resolution.outcomes.find(one => one.unit.split(" ")[1]?.split("/")[0] === place.split("/")[0])?.unit ?? place;
  switch (read.is) {
    case "hold":
      return ["h"];
    case "move":
      return ["m", outcome.movedTo ?? read.target];
    case "support":
      return read.target === null ? ["s", there(read.other.location)] : ["s", there(read.other.location), read.target];
    case "convoy":
      return ["c", there(read.other.location), read.target];
    case "convert":
    case "core":
      return ["x", outcome.carriedOut];
    case "retreat":
      return ["r", read.target];
    case "disband":
      return ["d"];
    case "build":
      return ["b"];
    case "waive":
      return null;
  }
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
