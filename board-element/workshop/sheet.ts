/** The sheet: the map as SVG, what is drawn upon it for the tool in hand, and where it is looked at. */

import { cell, middles } from "./cells";
import { isGround, isWater, neighbours, placesOf, province, provinceOf } from "./design";
import type { Id, Point } from "./design";
import { svg } from "./dom";
import { corners, pathOf } from "./shapes";
import { design, shown, spotOf } from "./state";
import type { State } from "./state";
import { say } from "./words";

export interface Look {
  /** What of the sheet is in the middle of the window, and how many pixels a unit of it has. */
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

/** A point that is being dragged, and from where. */
export interface Drag {
  readonly what: "point" | "label" | "unit" | "corner" | "center" | "line" | "look";
  readonly id: string;
  readonly from: Point;
  readonly to: Point;
  /** Where it was taken hold of, on the screen. */
  readonly start: Point;
}

export interface Background {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly opacity: number;
}

const FACES = 12;

/** The part of the sheet on which something is. */
export function extent(state: State): readonly [number, number, number, number] {
  const { points } = design(state);
  const map = shown(state);
  if (map) return [-map.shift[0], -map.shift[1], map.shapes.width - map.shift[0], map.shapes.height - map.shift[1]];
  const all = Object.values(points);
  if (!all.length) return [0, 0, 1000, 700];
  return [Math.min(...all.map(one => one[0])) - 150, Math.min(...all.map(one => one[1])) - 150, Math.max(...all.map(one => one[0])) + 150, Math.max(...all.map(one => one[1])) + 150];
}

/** Everything in the window, anew. */
export function drawnSheet(state: State, look: Look, drag: Drag | null, background: Background | null): SVGElement[] {
  const now = design(state);
  const { hand, tried } = state;
  const map = shown(state);
  const px = 1 / look.scale;
  const parts: (SVGElement | null)[] = [];
  if (background) parts.push(svg("image", { href: background.url, width: background.width, height: background.height, opacity: background.opacity, class: "trace" }));
  const colour = (id: Id) => tried.colours[now.powers.find(one => one.id === id)?.letter ?? ""] ?? "#888";
  const owner = (id: Id): Id => now.units.find(unit => provinceOf(unit.place) === id)?.power ?? province(now, id)?.home ?? "";
  if (map) {
    const grounds = now.provinces.filter(one => map.shapes.grounds[one.id]).sort((a, b) => Number(isWater(b)) - Number(isWater(a)));
    const group = svg("g", { transform: `translate(${-map.shift[0]} ${-map.shift[1]})`, class: background ? "grounds traced" : "grounds" });
    if (map.shapes.outside.length) group.append(svg("path", { d: pathOf(map.shapes, map.shapes.outside), class: "outside" }));
    for (const one of grounds) {
      const isMarked = !isWater(one) && one.center && owner(one.id) !== "";
      const path = svg("path", { d: pathOf(map.shapes, map.shapes.grounds[one.id]!.rings), class: `ground area-${one.area}${one.id === hand.selected ? " selected" : ""}`, "data-id": one.id, "stroke-width": px });
      if (isMarked) (path as SVGPathElement).style.fill = `color-mix(in oklab, ${colour(owner(one.id))} 45%, var(--land))`;
      group.append(path);
    }
    if (map.shapes.lakes.length) group.append(svg("path", { d: pathOf(map.shapes, map.shapes.lakes), class: "lakes" }));
    const chosen = map.shapes.grounds[hand.selected];
    if (chosen) group.append(svg("path", { d: pathOf(map.shapes, chosen.rings), class: "around", "stroke-width": 3 * px }));
    parts.push(group);
    for (const [one, other] of map.shapes.bridges) parts.push(line(spotOf(state, one), spotOf(state, other), "bridge", px));
  }
  if (drag?.what === "point") {
    const moved = { ...middles(now), [provinceOf(drag.id)]: drag.to };
    const ring = cell(moved, provinceOf(drag.id)).ring;
    parts.push(svg("path", { d: `M${ring.map(at => at.join()).join("L")}Z`, class: "ghost", "stroke-width": 2 * px }));
  }
  if (hand.selected && (hand.tool === "border" || hand.tab === "province")) parts.push(...borders(state, px));
  for (const one of now.provinces) {
    const isMoved = drag && drag.id === one.id;
    const at = isMoved && (drag.what === "point" || drag.what === "unit") ? drag.to : spotOf(state, one.id);
    if (!at) continue;
    const ground = map?.shapes.grounds[one.id];
    const sized = Math.max(10, Math.min(16, (map?.shapes.unit_size ?? 30) * look.scale * 0.6)) * px;
    if (one.center) {
      const spot = isMoved && drag.what === "center" ? drag.to : ground?.center ? ([ground.center[0] - map!.shift[0], ground.center[1] - map!.shift[1]] as Point) : ([at[0] - sized, at[1] - sized] as Point);
      const mark = svg("circle", { cx: spot[0], cy: spot[1], r: sized * 0.36, class: one.home ? "center home" : "center", "stroke-width": 1.5 * px, "data-drag": "center", "data-id": one.id });
      if (one.home) (mark as SVGCircleElement).style.fill = colour(one.home);
      parts.push(mark);
    }
    for (const place of placesOf(now, one.id)) {
      const unit = now.units.find(found => found.place === place);
      const spot = drag && drag.id === place && (drag.what === "unit" || drag.what === "point") ? drag.to : place === one.id ? at : (spotOf(state, place) ?? at);
      const is = now.shapes ? "unit" : "point";
      if (unit) parts.push(piece(spot, sized, unit.kind, colour(unit.power), px, is, place));
      else if (place === one.id || now.shapes) parts.push(svg("circle", { cx: spot[0], cy: spot[1], r: (place === one.id ? 4 : 3) * px, class: "spot", "data-drag": is, "data-id": place, "stroke-width": 1.5 * px }));
    }
    const beside: Point = ground ? [ground.label[0] - map!.shift[0], ground.label[1] - map!.shift[1]] : [at[0], at[1] + 16 * px];
    const label = isMoved && drag.what === "label" ? drag.to : beside;
    const text = svg("text", { x: label[0], y: label[1], class: `name area-${one.area}${one.id === hand.cursor ? " here" : ""}`, "font-size": FACES * px, "data-drag": "label", "data-id": one.id, ...(ground?.angle ? { transform: `rotate(${ground.angle} ${label[0]} ${label[1]})` } : {}) });
    text.textContent = look.scale * (map?.shapes.unit_size ?? 30) > 26 ? one.name : (one.words[0] ?? "").replace(/^./, letter => letter.toUpperCase());
    parts.push(text);
  }
  if (now.shapes && hand.tool === "select" && now.shapes.grounds[hand.selected]) parts.push(...handles(state, px, drag));
  if (drag?.what === "line") parts.push(line(drag.from, drag.to, "knife", px));
  if (hand.outline.length) parts.push(svg("polyline", { points: hand.outline.map(at => at.join()).join(" "), class: "knife", "stroke-width": 2 * px }));
  const cursor = hand.cursor && spotOf(state, hand.cursor);
  if (cursor) parts.push(svg("circle", { cx: cursor[0], cy: cursor[1], r: 18 * px, class: "cursor", "stroke-width": 2 * px }));
  return parts.filter((one): one is SVGElement => !!one);
}

function line(from: Point | undefined, to: Point | undefined, kind: string, px: number): SVGElement | null {
  return from && to ? svg("line", { x1: from[0], y1: from[1], x2: to[0], y2: to[1], class: kind, "stroke-width": (kind === "knife" ? 2 : 3) * px, ...(kind === "fleet" ? { "stroke-dasharray": `${6 * px} ${5 * px}` } : {}) }) : null;
}

/** An army is a square, a fleet a hull, whatever else a disc; with its letter. */
function piece(at: Point, size: number, kind: string, colour: string, px: number, drag: string, place: string): SVGElement {
  const [x, y] = at;
  const body = kind === "A" ? svg("rect", { x: x - size, y: y - size * 0.75, width: size * 2, height: size * 1.5, rx: size * 0.2 })
    : kind === "F" ? svg("path", { d: `M${x - size * 1.2},${y - size * 0.4}h${size * 2.4}l${-size * 0.6},${size * 1.1}h${-size * 1.2}z` }) : svg("circle", { cx: x, cy: y, r: size });
  body.setAttribute("stroke-width", String(1.5 * px));
  (body as SVGGraphicsElement).style.fill = colour;
  const letter = svg("text", { x, y: y + size * 0.4, "font-size": size * 1.1, class: "letter" });
  letter.textContent = kind;
  const group = svg("g", { class: "piece", "data-drag": drag, "data-id": place }, body, letter);
  letter.setAttribute("fill", isPale(colour) ? "#111" : "#fff");
  return group;
}

function isPale(colour: string): boolean {
  const [r, g, b] = [1, 3, 5].map(at => parseInt(colour.slice(at, at + 2), 16)) as [number, number, number];
  return r * 0.3 + g * 0.59 + b * 0.11 > 140;
}

/** The borders of the province that is selected: whole lines for armies, broken ones for fleets. */
function borders(state: State, px: number): (SVGElement | null)[] {
  const now = design(state);
  return [...neighbours(now, hand(state))].flatMap(id => {
    const ways = now.ways.filter(way => provinceOf(way.start) === hand(state) && provinceOf(way.end) === id);
    const [one, other] = [spotOf(state, hand(state)), spotOf(state, id)];
    return [ways.some(way => way.kind === "mv") && line(one, other, "army", px), ways.some(way => way.kind === "xc") && line(one, other, "fleet", px)].filter((found): found is SVGElement => !!found);
  });
}

const hand = (state: State): Id => state.hand.selected;

/** Handles at the corners of the outline, and between them, as far apart as fingers need. */
function handles(state: State, px: number, drag: Drag | null): SVGElement[] {
  const shapes = design(state).shapes!;
  const found: SVGElement[] = [];
  const near: Point[] = [];
  for (const [gx, gy] of corners(shapes, state.hand.selected)) {
    const at: Point = drag?.what === "corner" && drag.id === `${gx},${gy}` ? drag.to : [gx / shapes.grid, gy / shapes.grid];
    if (near.some(other => Math.hypot(other[0] - at[0], other[1] - at[1]) < 9 * px)) continue;
    near.push(at);
    found.push(svg("rect", { x: at[0] - 5 * px, y: at[1] - 5 * px, width: 10 * px, height: 10 * px, class: "handle", "data-drag": "corner", "data-id": `${gx},${gy}`, "stroke-width": 1.5 * px }));
  }
  return found;
}

/** The province in a direction from another, for arrow keys. */
export function toward(state: State, from: Id, dx: number, dy: number): Id {
  const start = spotOf(state, from);
  const all = design(state).provinces.filter(one => isGround(one) && spotOf(state, one.id));
  if (!start) return all[0]?.id ?? "";
  let [best, found] = [Infinity, from];
  for (const one of all) {
    const at = spotOf(state, one.id)!;
    const [x, y] = [at[0] - start[0], at[1] - start[1]];
    const ahead = x * dx + y * dy;
    const aside = Math.abs(x * dy - y * dx);
    if (one.id !== from && ahead > 0 && ahead + aside * 2 < best && aside <= ahead * 1.8) [best, found] = [ahead + aside * 2, one.id];
  }
  return found;
}

export const described = (state: State, id: Id): string => {
  const one = province(design(state), id);
  if (!one) return "";
  const now = design(state);
  const unit = now.units.find(found => provinceOf(found.place) === id);
  const power = (which: Id) => now.powers.find(found => found.id === which)?.name ?? "";
  return [one.name, say(`area-${one.area}`), one.center ? (one.home ? say("home-of", { power: power(one.home) }) : say("center")) : "", unit ? `${unit.kind} ${power(unit.power)}` : ""].filter(Boolean).join(", ");
};
