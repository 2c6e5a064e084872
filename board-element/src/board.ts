/** What the judge says of a phase and its map: the answers of `/api/games/{game}/board` and of the
 * address that it names for the map. */

/** A unit as orders name it: `A MUN`, `F STP/SC`, `G ROM`; a build as it would stand. */
export type UnitId = string;
/** A province, or a coast of it. */
export type Place = string;

/** An order as the judge sends it, without its unit. */
export type Order =
  | ["h"]
  | ["m", Place]
  | ["m", Place, 1]
  | ["s", UnitId]
  | ["s", UnitId, Place]
  | ["c", UnitId, Place]
  | ["r", Place]
  | ["d"]
  | ["b"]
  | ["w"]
  | ["x", string];

/** What a unit can be ordered; what it cannot is left out. */
export interface Choices {
  h?: 1 | null;
  m?: Place[] | null;
  v?: Record<Place, UnitId[][]> | null;
  s?: Record<UnitId, Place[]> | null;
  c?: Record<UnitId, Place[]> | null;
  r?: Place[] | null;
  d?: 1 | null;
  x?: [string, Place][] | null;
}

export interface Told {
  code: string;
  severity: "error" | "warning";
  what: string;
  remedy?: string;
  line?: number;
}

export interface Own {
  units: Record<UnitId, Choices>;
  builds?: UnitId[];
  due?: number | null;
  waive?: boolean | null;
  text: string;
  tag: string;
  conditional: boolean;
  lines: [number, UnitId, Order][];
  told: Told[];
  ready: boolean;
  early: string;
}

/** What a sheet that was saved makes of the board of its phase, and when that was. */
export interface Saved {
  phase: string;
  own: Pick<Own, "text" | "tag" | "conditional" | "lines" | "told" | "ready">;
  orders: string;
}

/** What became of an order: in words, and with which strength where it met something. */
export interface Fate {
  power: string;
  unit: UnitId;
  text: string;
  failed: boolean;
  strength?: number | null;
  /** Where the unit stands afterwards, or waits to retreat, beside; nowhere if it is no more. */
  to?: Place | null;
  beside?: boolean;
}

/** Why an order came out as it did. */
export interface Why {
  text: string;
  data: { unit?: UnitId | null; order?: string | null };
}

/** How somebody writes orders: how each kind of them is put together, and what is named in one. */
export interface Hand {
  orders: Record<string, string>;
  names: Record<string, string>;
}

export interface Board {
  variant: string;
  stage: string;
  phase: string;
  turn: string;
  kind: "M" | "R" | "A";
  deadline: string | null;
  power: string;
  units: [string, UnitId, Place][];
  dislodged: [string, UnitId, Place][];
  /** The provinces that are out of sight. */
  hidden?: string[];
  /** The step of zoom for which its layers are laid out. */
  step?: number | null;
  ground: string;
  map: string;
  layers: { owners: Record<string, string>; unit: number; centers: string; orders: string; names: string; names_at?: string; units: string };
  own?: Own | null;
  /** How orders are put on the sheet, where that is not as the judge writes them. */
  hand?: Hand | null;
  /** The turns that were judged, by the names that their addresses have. */
  past?: string[];
  /** The same in words. */
  past_turns?: string[];
  /** What became of its orders, where it was judged. */
  fates?: Fate[];
  /** Why they came out so, where that was sent along. */
  why?: Why[] | Promise<Why[]>;
  /** What each side can order, on a private board. */
  sides?: Record<string, Own>;
  /** The position of a private board. */
  node?: number;
}

export interface Ground {
  size: [number, number];
  /** How large a unit is, on the map, and where it stands: at step 0 as it is told, then as it is seen. */
  unit: number;
  /** At step `n` of zoom a unit of the map takes `scale * ratio ** n` pixels; below 0 no units are drawn. */
  zoom: { scale: number; ratio: number; first: number; last: number };
  places: Record<Place, { name: string; short: string; at: [number, number, number, number] | null }>;
  provinces: Record<string, { terrain: string; center: boolean; near: string[] }>;
  powers: Record<string, { name: string; css: string }>;
  kinds: Record<string, string>;
}

export function provinceOf(place: Place): string {
  const cut = place.indexOf("/");
  const province = cut < 0 ? place : place.slice(0, cut);
  return province.endsWith("_CITY") ? province.slice(0, -5) : province;
}

/** A unit as an order names it: of several of one name in a high sea the second is `F GRE #2` here,
 * and `F GRE` in every order. */
export function named(unit: UnitId): string {
  const cut = unit.indexOf(" #");
  return cut < 0 ? unit : unit.slice(0, cut);
}

/** Where a unit stands, by its name. */
export function placeOf(unit: UnitId): Place {
  const name = named(unit);
  return name.slice(name.lastIndexOf(" ") + 1);
}

export function homeOf(unit: UnitId): string {
  return provinceOf(placeOf(unit));
}

/** A unit without the power that some rules want it to be named with. */
export function bare(unit: UnitId): UnitId {
  return named(unit).split(" ").slice(-2).join(" ");
}
