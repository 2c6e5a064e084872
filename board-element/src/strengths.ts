/** With which strength each side came, upon the arrows and at the units of a turn that was judged. */

import { bare, placeOf } from "./board";
import type { Fate, Ground, UnitId } from "./board";
import { escape } from "./ghosts";

export function strengths(fates: readonly Fate[], orders: Element, ground: Ground): string {
  const shafts = new Map<string, SVGPathElement>();
  for (const one of orders.querySelectorAll<SVGPathElement>(":scope > .move[data-unit] .shaft")) {
    const unit = one.closest<SVGElement>(".move")!.dataset.unit!;
    if (!shafts.has(unit)) shafts.set(unit, one);
  }
  return fates.map(fate => badge(fate, shafts.get(fate.unit), ground)).join("");
}

function badge(fate: Fate, shaft: SVGPathElement | undefined, ground: Ground): string {
  if (fate.strength === null || fate.strength === undefined) return "";
  const at = shaft ? onArrow(shaft) : atUnit(fate.unit, ground);
  if (!at) return "";
  const radius = ground.unit * 0.32;
  const text = half(fate.strength);
  return (
    `<g class="strength${fate.failed ? " failed" : ""}" data-unit="${escape(fate.unit)}">` +
    `<circle cx="${at[0].toFixed(1)}" cy="${at[1].toFixed(1)}" r="${radius.toFixed(1)}"/>` +
    `<text x="${at[0].toFixed(1)}" y="${(at[1] + radius * 0.42).toFixed(1)}" font-size="${(radius * 1.25).toFixed(1)}">${text}</text></g>`
  );
}

/** Half points as players write them. */
export function half(points: number): string {
  const whole = Math.floor(points);
  return points === whole ? String(whole) : `${whole || ""}½`;
}

function onArrow(shaft: SVGPathElement): [number, number] {
  const { x, y } = shaft.getPointAtLength(shaft.getTotalLength() * 0.3);
  return [x, y];
}

function atUnit(unit: UnitId, ground: Ground): [number, number] | null {
  const at = ground.places[placeOf(bare(unit))]?.at;
  return at ? [at[0] - ground.unit * 0.55, at[1] - ground.unit * 0.5] : null;
}
