/** A board in numbers, a position on it as the turn has it, and what stands after the turn. */

import { NONE } from "./codes.js";
import type { Machine } from "./machine.js";
import { JudgeError } from "./orders.js";
import type { Named } from "./orders.js";
import type { Dislodged, Location, Position, Power, Tables, Unit, UnitOf } from "./tables.js";

/** A unit by its numbers. */
export interface Row {
  owner: number;
  kind: number;
  location: number;
}

type Owned = Record<Power, Location[]>;

/** A position that was read: its units in the order in which positions keep them. */
export interface Standing {
  /** The place of its phase in the year, and the year. */
  phase: number;
  year: number;
  rows: Row[];
  /** For each province the power that owns it, ... */
  owners: number[];
  /** ... and where home centres change in the game whose home it is, null for those of the board, and who has
   * begun to make it his. */
  cores: number[] | null;
  halfCores: number[];
  dislodged: Dislodged[];
  contested: Location[];
}

export class Board {
  readonly location: ReadonlyMap<string, number>;
  readonly power: ReadonlyMap<string, number>;
  readonly kind: ReadonlyMap<string, number>;
  readonly provinceOf: number[];
  readonly highSeas: ReadonlySet<number>;
  private readonly ranks: [number[], number[], number[]];

  constructor(
    readonly tables: Tables,
    readonly machine: Machine,
  ) {
    this.location = numbered(tables.locations);
    this.power = numbered(tables.powers);
    this.kind = numbered(tables.kinds);
    this.provinceOf = tables.locations.map(one => this.location.get(one.split("/")[0]!)!);
    this.highSeas = new Set(tables.high_seas.map(one => this.location.get(one)!));
    this.ranks = [ranks(tables.powers), ranks(tables.locations), ranks(tables.kinds)];
  }

  /** The key of the province of a location. */
  province(location: Location): Location {
    return location.split("/")[0]!;
  }

  /** The number of a location, and whether it is a coast that there is not: then the province's. */
  locationOf(written: Location): [number, boolean] {
    const found = this.location.get(written);
    return found === undefined ? [this.location.get(this.province(written))!, true] : [found, false];
  }

  kindOf(named: Named): number {
    return named.kind ? this.kind.get(named.kind)! : NONE;
  }

  powerOf(named: Named): number {
    return named.power ? this.power.get(named.power)! : NONE;
  }

  row(power: Power, unit: Unit): Row {
    const [kind = "", place = ""] = unit.split(" ");
    const row = { owner: this.power.get(power), kind: this.kind.get(kind), location: this.location.get(place) };
    const { owner, kind: number, location } = row;
    if (owner === undefined) throw new JudgeError("unknown-power", `there is no power ${power}`);
    if (number === undefined) throw new JudgeError("unknown-kind", `${unit} is no unit; units are written F LON`);
    if (location === undefined) throw new JudgeError("unknown-place", `${unit}: there is no place ${place}`);
    return { owner, kind: number, location };
  }

  unit({ owner, kind, location }: Row): UnitOf {
    return { power: this.tables.powers[owner]!, unit: `${this.tables.kinds[kind]!} ${this.tables.locations[location]!}` };
  }

  named({ kind, location }: Row): Named {
    return { power: "", kind: this.tables.kinds[kind]!, location: this.tables.locations[location]! };
  }

  read(position: Position): Standing {
    const found = /^([SUFW])(\d{1,4})(BC)?([MRA])$/.exec(position.phase);
    const phase = found ? this.tables.phases.indexOf(found[1]! + found[4]!) : NONE;
    if (!found || phase < 0) throw new JudgeError("unknown-phase", `there is no phase ${position.phase} in a year of this game`);
    const rows = Object.entries(position.units).flatMap(([power, units]) => units.map(unit => this.row(power, unit)));
    const owners = this.powersOf(position.centers);
    const cores = position.cores ? this.powersOf(position.cores) : null;
    const halfCores = this.powersOf(position.half_cores ?? {});
    const places = rows.map(row => this.provinceOf[row.location]!).filter(one => !this.highSeas.has(one));
    if (new Set(places).size < places.length) throw new JudgeError("wrong-position", "two units stand in one province");
    const year = Number(found[2]) * (found[3] ? -1 : 1);
    return { phase, year, rows: this.sorted(rows), owners, cores, halfCores, dislodged: position.dislodged ?? [], contested: position.contested ?? [] };
  }

  /** For each province the power that has it. */
  private powersOf(centers: Record<Power, Location[]>): number[] {
    const found = this.tables.provinces.map(() => NONE);
    for (const [power, owned] of Object.entries(centers)) {
      const owner = this.power.get(power);
      if (owner === undefined) throw new JudgeError("unknown-power", `there is no power ${power}`);
      for (const one of owned) {
        const place = this.location.get(one);
        if (place === undefined || place >= found.length) throw new JudgeError("unknown-place", `there is no province ${one}`);
        found[place] = owner;
      }
    }
    return found;
  }

  /** For each province the power whose home centre it is on the board. */
  private homes(): number[] {
    const homeOf = this.machine.table("board", "home_of");
    return this.tables.provinces.map((_, place) => Math.max(homeOf[place]!, NONE));
  }

  private get hasCores(): boolean {
    return this.machine.fact("board", "has_cores") === 1;
  }

  /** Begin the turn at a position. */
  load({ phase, year, rows, owners, cores, halfCores }: Standing): void {
    const { machine: m } = this;
    m.use("calendar", "calendar");
    const isIcy = m.table("calendar", "is_icy")[phase] === 1;
    m.use("board", isIcy && this.tables.ice ? "ice" : "open");
    m.set("phase", phase);
    m.set("year", year);
    m.set("winner", NONE);
    m.set("unit_count", rows.length);
    for (const name of ["order_count", "doubtful_count", "adjustment_count", "dislodged_count", "standing_count", "is_loose", "has_convoys", "strait_count"]) m.set(name, 0);
    const strengths = m.table("board", "strength");
    const [place, location, owner, kind, spot, strength, gone] = ["place", "location", "owner", "kind", "spot", "strength", "gone"].map(one => m.column(one)) as [Int32Array, Int32Array, Int32Array, Int32Array, Int32Array, Int32Array, Int32Array];
    const at = m.column("at");
    at.fill(NONE, 0, this.tables.provinces.length);
    rows.forEach((row, unit) => {
      const here = this.provinceOf[row.location]!;
      place[unit] = here;
      location[unit] = row.location;
      owner[unit] = row.owner;
      kind[unit] = row.kind;
      spot[unit] = row.kind * this.tables.locations.length + row.location;
      strength[unit] = strengths[row.kind]!;
      gone[unit] = 0;
      if (!this.highSeas.has(here)) at[here] = unit;
    });
    m.column("owners").set(owners);
    if (this.hasCores) {
      m.column("cores").set(cores ?? this.homes());
      m.column("half_cores").set(halfCores);
    }
  }

  /** Go on from a phase that is judged to the next in which there is something to decide. */
  goOn(rows: readonly Row[], dislodged: Dislodged[], contested: Location[]): { position: Position; winner: Power | null } {
    const { machine: m, tables } = this;
    m.set("victory_centers", tables.victory);
    const standing = m.number("standing_count");
    m.call("next_phase");
    const [locations, owners_, kinds] = ["location", "owner", "kind"].map(one => m.column(`standing.${one}`)) as [Int32Array, Int32Array, Int32Array];
    const returned: Row[] = [];
    for (let row = standing; row < m.number("standing_count"); row++) returned.push({ owner: owners_[row]!, kind: kinds[row]!, location: locations[row]! });
    const [owners, cores, halfCores] = ["owners", "cores", "half_cores"].map(one => this.centers(m.column(one))) as [Owned, Owned, Owned];
    const [season = "", kind = ""] = tables.phases[m.number("phase")]!;
    const year = m.number("year");
    const position: Position = {
      phase: `${season}${String(Math.abs(year)).padStart(4, "0")}${year < 0 ? "BC" : ""}${kind}`,
      units: {},
      centers: owners,
    };
    for (const row of this.sorted([...rows, ...returned])) {
      const { power, unit } = this.unit(row);
      (position.units[power] ??= []).push(unit);
    }
    if (kind === "R") {
      const waiting = dislodged.filter(one => one.retreats.length);
      if (waiting.length) position.dislodged = waiting;
      if (contested.length) position.contested = contested;
    }
    if (this.hasCores) position.cores = cores;
    if (this.hasCores && Object.keys(halfCores).length) position.half_cores = halfCores;
    const winner = m.number("winner");
    return { position, winner: winner === NONE ? null : tables.powers[winner]! };
  }

  private centers(owners: Int32Array): Owned {
    const found: Owned = {};
    const { provinces, powers } = this.tables;
    for (const key of [...powers].sort()) {
      const owned = provinces.filter((_, place) => powers[owners[place]!] === key).sort();
      if (owned.length) found[key] = owned;
    }
    return found;
  }

  private sorted(rows: readonly Row[]): Row[] {
    const [powers, locations, kinds] = this.ranks;
    const rank = (row: Row) => (powers[row.owner]! * locations.length + locations[row.location]!) * kinds.length + kinds[row.kind]!;
    return [...rows].sort((one, other) => rank(one) - rank(other));
  }
}

function numbered(keys: readonly string[]): ReadonlyMap<string, number> {
  return new Map(keys.map((key, place) => [key, place]));
}

/** For each key its place among them sorted. */
function ranks(keys: readonly string[]): number[] {
  const sorted = [...keys].sort();
  return keys.map(key => sorted.indexOf(key));
}
