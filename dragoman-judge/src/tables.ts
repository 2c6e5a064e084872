/** What a product exports of a variant (`dragoman variant tables`), and the positions and orders that
 * this judge takes and gives. All are plain JSON. */

/** A variant under a rule set. A province, location, kind of unit or power is called by its place in
 * these lists where there are numbers. */
export interface Tables {
  /** Of the judge that they are for. */
  digest: string;
  variant: string;
  provinces: string[];
  /** Provinces, then their coasts. */
  locations: string[];
  kinds: string[];
  powers: string[];
  /** The province of each gateway, and that of its gatekeeper. */
  gates: [string, string][];
  rails: string[];
  high_seas: string[];
  board: number[];
  /** The board while arctic water is closed, where that is another. */
  ice: number[] | null;
  rules: number[];
  calendar: number[];
  /** The phases of a year: season and kind, as `SM`. */
  phases: string[];
  victory: number;
  switches: Record<string, string>;
  results: string[];
  reasons: Record<string, string>;
  start: Position;
}

/** A unit by kind and location: `A PAR`, `F STP/SC`. */
export type Unit = string;
/** The key of a power: `FRANCE`. */
export type Power = string;
/** A province, or a coast of it: `STP/SC`. */
export type Location = string;
/** As Dragoman writes it: `A PAR-BUR`, `A PAR S A MAR-BUR`, `F NTH C A YOR-NWY`, `A YOR-NWY VIA`,
 * `A PAR H`, `A PAR cores`; in retreats `A PAR R GAS`, `A PAR D`; in adjustments `A PAR B`, `A PAR D`, `WAIVE`. */
export type Order = string;
export type Orders = Record<Power, readonly Order[]>;

export interface Position {
  /** `S1901M`; years B.C. as `S0260BCM`. */
  phase: string;
  units: Record<Power, Unit[]>;
  centers: Record<Power, Location[]>;
  /** Units that have to retreat, and where each may go. */
  dislodged?: Dislodged[];
  /** Provinces that a stand-off left empty. */
  contested?: Location[];
  /** Home centres, where they change in the game, if they are others than those of the board; ... */
  cores?: Record<Power, Location[]>;
  /** ... and centres of which a power has begun to make such. */
  half_cores?: Record<Power, Location[]>;
}

export interface Dislodged {
  power: Power;
  unit: Unit;
  retreats: Location[];
  attacker_from?: Location;
}

export interface UnitOf {
  power: Power;
  unit: Unit;
}

export type Result = "succeeds" | "bounce" | "no convoy" | "disrupted" | "cut" | "void" | "unused" | "paradox" | "dislodged" | "illegal" | "fails" | "disband" | "blocked" | "excess";

/** What became of the order of a unit. */
export interface Outcome extends UnitOf {
  /** As it was given; null where none was. */
  order: Order | null;
  /** As the judge carried it out. */
  carriedOut: Order;
  result: Result;
  /** A code that says why and which rule decided, as `no-path`; empty where nothing is to be said. */
  reason: string;
  dislodgedBy: UnitOf | null;
  /** Its own strength, where it moved or was attacked, ... */
  force: Force | null;
  /** ... and what stood against it. */
  met: Force[];
  cutBy: UnitOf | null;
  movedTo: Location | null;
  byConvoy: boolean;
}

/** One side of a fight, in half points. */
export interface Force extends UnitOf {
  role: "attack" | "hold" | "head-on" | "prevent";
  own: number;
  halves: number;
  supporters: { power: Power; unit: Unit; halves: number; counted: boolean; whyNot: "" | "cut" | "own" }[];
  /** Why its own part is 0. */
  whyZero: "" | "left" | "own" | "beaten" | "no-convoy" | "weak";
}

export interface UnusedOrder {
  power: Power;
  order: Order;
  reason: string;
}

export interface Resolution extends Judged {
  /** The phase that was judged. */
  phase: string;
}

export interface Judged {
  outcomes: Outcome[];
  /** Orders that were not used at all. */
  unused: UnusedOrder[];
  /** The units that were dislodged, those with nowhere to go, too. */
  dislodged: Dislodged[];
  contested: Location[];
  /** The next position in which there is something to decide. */
  position: Position;
  winner: Power | null;
}

/** A unit and what it can be ordered. In adjustments a unit that could be built, as it would stand;
 * builds are waived by a unit without a name. */
export interface Choices extends UnitOf {
  orders: Order[];
}
