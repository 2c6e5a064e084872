/** With which strength each side came, upon the arrows and at the units of a turn that was judged. */

import { bare, placeOf } from "./board";
import type { Fate, Ground, UnitId } from "./board";
import { escape } from "./ghosts";

export function strengths(fates: readonly Fate[], orders: Element, ground: Ground): string {
  const arrows = new Map<string, SVGPathElement>();
  for (const one of orders.querySelectorAll<SVGPathElement>(":scope > .move[data-unit] .arrow")) {
    const unit = one.closest<SVGElement>(".move")!.dataset.unit!;
    if (!arrows.has(unit)) arrows.set(unit, one);
  }
  return fates.map(fate => badge(fate, arrows.get(fate.unit), ground)).join("");
}

function badge(fate: Fate, arrow: SVGPathElement | undefined, ground: Ground): string {
  if (fate.strength === null || fate.strength === undefined) return "";
  const at = arrow ? onArrow(arrow) : atUnit(fate.unit, ground);
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

/** A third of the way along an arrow: its outline goes there on one side, and back on the other. */
function onArrow(arrow: SVGPathElement): [number, number] {
  const whole = arrow.getTotalLength();
  const [one, other] = [arrow.getPointAtLength(whole * 0.15), arrow.getPointAtLength(whole * 0.85)];
  return [(one.x + other.x) / 2, (one.y + other.y) / 2];
}

function atUnit(unit: UnitId, ground: Ground): [number, number] | null {
  const at = ground.places[placeOf(bare(unit))]?.at;
  return at ? [at[0] - ground.unit * 0.55, at[1] - ground.unit * 0.5] : null;
}
