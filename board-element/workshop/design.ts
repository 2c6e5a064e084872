/** A variant as it is edited: what the server reads of its files, and writes into them again.
 *
 * Provinces and powers have an id that stays; `was` is what the files call them. A place is an id, with a
 * coast behind it where it has one: `STP/NC`. */

import type { Shapes } from "./shapes";

export type Id = string;
export type Place = string;
export type Point = readonly [number, number];
export type Mover = "mv" | "xc";

export interface Province {
  readonly id: Id;
  readonly was: string;
  readonly name: string;
  /** Abbreviations; the first makes the key. */
  readonly words: readonly string[];
  /** l land, w water, h high sea, v ice, g gateway, r railway. */
  readonly area: string;
  readonly convoys: boolean;
  readonly center: boolean;
  /** The power whose home centre it is. */
  readonly home: Id;
}

export interface Power {
  readonly id: Id;
  readonly was: string;
  readonly letter: string;
  readonly name: string;
  readonly adjective: string;
  /** Empty is the colour that it gets by itself. */
  readonly colour: string;
}

export interface Way {
  readonly kind: Mover;
  readonly start: Place;
  readonly end: Place;
  readonly cost: string;
}

export interface Unit {
  readonly power: Id;
  readonly kind: string;
  readonly place: Place;
}

export interface Design {
  readonly title: string;
  readonly about: string;
  readonly credits: string;
  /** 0 is a majority of the centres. */
  readonly victory: number;
  readonly preset: string;
  readonly settings: readonly string[];
  readonly turn: string;
  readonly provinces: readonly Province[];
  readonly powers: readonly Power[];
  readonly ways: readonly Way[];
  readonly units: readonly Unit[];
  /** Where provinces lie, on a map that is laid out from that. */
  readonly points: Readonly<Record<Place, Point>>;
  /** The shapes of a map that is drawn. */
  readonly shapes: Shapes | null;
}

export const COASTS = ["NC", "EC", "SC", "WC"] as const;
export const provinceOf = (place: Place): Id => place.split("/")[0]!;
export const isWater = (province: Province): boolean => "whv".includes(province.area);
export const isGround = (province: Province): boolean => !"gr".includes(province.area);
export const keyOf = (province: Province): string => (province.words[0] ?? "").toUpperCase().replace(/[^\p{L}\p{N}]/gu, "");

export function province(design: Design, id: Id): Province | undefined {
  return design.provinces.find(one => one.id === id);
}

/** A province, and its coasts if fleets go to and from some. */
export function placesOf(design: Design, id: Id): Place[] {
  const coasts = new Set(design.ways.flatMap(way => [way.start, way.end]).filter(place => place.startsWith(`${id}/`)));
  return [id, ...COASTS.map(coast => `${id}/${coast}`).filter(place => coasts.has(place))];
}

export function neighbours(design: Design, id: Id): Set<Id> {
  return new Set(design.ways.filter(way => provinceOf(way.start) === id).map(way => provinceOf(way.end)));
}

export function hasWay(design: Design, kind: Mover, start: Place, end: Place): boolean {
  return design.ways.some(way => way.kind === kind && way.start === start && way.end === end);
}

/** An id that nobody has had in this design. */
export function freshId(design: Design): Id {
  const taken = [...design.provinces, ...design.powers].map(one => Number(/^n(\d+)$/.exec(one.id)?.[1] ?? 0));
  return `n${Math.max(0, ...taken) + 1}`;
}
