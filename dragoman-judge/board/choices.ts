/** The orders that the units of a power can be given, as the board offers them
 * (`judge/views/choices_view.py`). */

import type { Choices as OfUnit, Ground, Own, Place, UnitId } from "../../board-element/src/board";
import type { Judge, Notation, Position } from "../src/index.js";

const MOST_CHAINS = 8;
const MOST_WAYS = 64;

export type Possible = Pick<Own, "units" | "builds" | "due" | "waive">;

/** For each power what its units can be ordered. */
export function choicesOf(judge: Judge, notation: Notation, ground: Ground, position: Position): Record<string, Possible> {
  const legal = judge.legalOrders(position).map(({ power, unit, orders }) => ({ power, unit, read: orders.map(one => notation.read(one)) }));
  const carriers = new Map<string, Map<string, UnitId>>();
  for (const { unit, read } of legal) {
    for (const one of read) {
      if (one.is !== "convoy") continue;
      const way = `${one.other.location} ${one.target}`;
      if (!carriers.has(way)) carriers.set(way, new Map());
      carriers.get(way)!.set(provinceOf(placeOf(unit)), unit);
    }
  }
  const chains = new Map([...carriers].map(([way, fleets]) => [way, [...ways(ground, way, fleets)]]));
  const isAdjustment = position.phase.endsWith("A");
  const due = isAdjustment ? judge.due(position) : {};
  const found: Record<string, Possible> = {};
  for (const power of judge.tables.powers) {
    found[power] = { units: {}, ...(isAdjustment ? { builds: [], due: due[power] ?? 0, waive: judge.tables.switches["waive_builds"] === "yes" } : {}) };
  }
  for (const { power, unit, read } of legal) {
    const own = found[power]!;
    const [first] = read;
    if (first?.is === "waive") continue;
    if (first?.is === "build") own.builds!.push(unit);
    else own.units[unit] = ofUnit(notation, unit, read, chains);
  }
  for (const power of judge.tables.powers) numberEqual(found[power]!, position.units[power] ?? []);
  return found;
}

/** The second of several units of one name, on a high sea, is `F GRE #2`. */
function numberEqual(own: Possible, units: readonly UnitId[]): void {
  const seen = new Map<UnitId, number>();
  for (const unit of units) {
    const count = (seen.get(unit) ?? 0) + 1;
    seen.set(unit, count);
    if (count > 1 && own.units[unit]) own.units[`${unit} #${count}`] = own.units[unit];
  }
}

function ofUnit(notation: Notation, unit: UnitId, read: readonly ReturnType<Notation["read"]>[], chains: ReadonlyMap<string, UnitId[][]>): OfUnit {
  const found: OfUnit = {};
  const both = new Set(read.flatMap(one => (one.is === "move" && one.via ? [one.target] : [])));
  for (const one of read) {
    switch (one.is) {
      case "hold":
        found.h = 1;
        break;
      case "move": {
        const ways_ = chains.get(`${placeOf(unit)} ${one.target}`);
        if (one.route.length) (found.x ??= []).push([notation.write(one), one.target]);
        else if (one.via || (!both.has(one.target) && ways_)) (found.v ??= {})[one.target] = ways_ ?? [];
        else (found.m ??= []).push(one.target);
        break;
      }
      case "support":
      case "convoy": {
        const other = [one.other.power, one.other.kind, one.other.location].filter(Boolean).join(" ");
        const of = one.is === "support" ? (found.s ??= {}) : (found.c ??= {});
        (of[other] ??= []).push(one.target ?? ".");
        break;
      }
      case "convert":
      case "core":
        (found.x ??= []).push([notation.write(one), ""]);
        break;
      case "retreat":
        (found.r ??= []).push(one.target);
        break;
      case "disband":
        found.d = 1;
        break;
    }
  }
  return found;
}

/** The ways over the water from an army to a shore, the shortest first: by which fleets. */
function* ways(ground: Ground, way: string, carriers: ReadonlyMap<string, UnitId>): Generator<UnitId[]> {
  const [start = "", goal = ""] = way.split(" ").map(provinceOf);
  const near = (province: string) => ground.provinces[province]?.near ?? [];
  let growing = [...carriers.keys()].filter(one => near(start).includes(one)).map(one => [one]);
  let given = 0;
  while (growing.length) {
    const longer: string[][] = [];
    for (const one of growing) {
      const last = one.at(-1)!;
      if (near(goal).includes(last)) {
        yield one.map(place => carriers.get(place)!);
        if (++given === MOST_CHAINS) return;
      }
      for (const place of carriers.keys()) if (near(last).includes(place) && !one.includes(place)) longer.push([...one, place]);
    }
    growing = longer.slice(0, MOST_WAYS);
  }
}

function placeOf(unit: UnitId): Place {
  return unit.slice(unit.lastIndexOf(" ") + 1);
}

function provinceOf(place: Place): string {
  return place.split("/")[0]!;
}
