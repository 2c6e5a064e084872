/** A turn that was judged, as it went: one's own arrows grow, then those of others, then the units go
 * where they went. And an order of it that is pointed at. */

import { placeOf } from "./board";
import type { Fate, Place, UnitId } from "./board";

const GROW = 550;
const SLIDE = 600;

/** Where a turn is shown: a picture, and where units stand on it, or beside where they are driven out. */
export interface Scene {
  readonly svg: SVGSVGElement;
  at(place: Place, beside?: boolean): [number, number] | null;
}

export class Playback {
  private moved: SVGGElement[] = [];
  private animations: Animation[] = [];
  private pointed: UnitId = "";
  private own = "";
  /** When it began to move: long ago for what does not. */
  private begun = -Infinity;

  constructor(private readonly scene: Scene) {}

  /** Show how a turn went that is seen, for who plays a power: it is over when all has moved. Who wants no
   * motion sees at once what it came to. */
  async play(fates: readonly Fate[], own: string): Promise<void> {
    this.begun = isStill() ? -Infinity : performance.now();
    this.own = own;
    this.show(fates);
    await Promise.allSettled(this.animations.map(one => one.finished));
  }

  /** Show it as far as it is, where it is drawn anew: for another scale, say. What was pointed at still is. */
  show(fates: readonly Fate[]): void {
    const { pointed } = this;
    const past = Math.round(performance.now() - this.begun);
    this.rest();
    const [mine, others] = [fates.filter(one => one.power === this.own), fates.filter(one => one.power !== this.own)];
    const later = mine.length ? GROW : 0;
    const last = later + (others.length ? GROW : 0);
    for (const one of mine) this.grow(one, -past);
    for (const one of others) this.grow(one, later - past);
    for (const one of fates) this.move(one, last - past);
    this.pointAt(pointed);
  }

  /** Have all stand where it is drawn, for another turn that is seen. */
  rest(): void {
    for (const one of this.animations) one.cancel();
    for (const one of this.moved) one.removeAttribute("style");
    this.animations = [];
    this.moved = [];
    this.pointAt("");
  }

  /** Point at the order of a unit: all others fade; at none, none does. */
  pointAt(unit: UnitId): void {
    const { svg } = this.scene;
    this.pointed = unit;
    for (const one of svg.querySelectorAll(".told")) one.classList.remove("told");
    svg.classList.toggle("pointed", !!unit);
    if (unit) for (const one of [...this.drawings(".order", unit), ...this.drawings(".unit", unit)]) one.classList.add("told");
  }

  /** The drawing of an order grows from its unit: as it becomes larger it is moved back less. */
  private grow(fate: Fate, delay: number): void {
    const from = this.scene.at(placeOf(fate.unit));
    if (!from) return;
    for (const one of this.drawings(".order", fate.unit)) {
      const [x, y] = this.within(one, from);
      this.animate(one, { translate: `${x}px ${y}px`, scale: "0" }, { translate: "0px 0px", scale: "1" }, GROW, delay);
    }
  }

  /** A unit goes where it went: beside its place if it was driven out, and off the map if it is no more. */
  private move(fate: Fate, delay: number): void {
    const { scene } = this;
    const from = scene.at(placeOf(fate.unit));
    const to = fate.to ? scene.at(fate.to, fate.beside) : null;
    if (!from || (to && from[0] === to[0] && from[1] === to[1])) return;
    for (const one of this.drawings(".unit", fate.unit)) {
      this.moved.push(one);
      if (to) {
        const [start, end] = [this.within(one, from), this.within(one, to)];
        one.style.translate = `${end[0] - start[0]}px ${end[1] - start[1]}px`;
      } else one.style.opacity = "0";
      this.animate(one, { translate: "0px 0px", opacity: "1" }, {}, SLIDE, delay);
    }
  }

  private animate(drawing: SVGGElement, from: Keyframe, to: Keyframe, duration: number, delay: number): void {
    if (delay + duration <= 0) return;
    this.animations.push(drawing.animate([from, to], { duration, delay, fill: "backwards", easing: "ease-in-out" }));
  }

  private drawings(name: string, unit: UnitId): SVGGElement[] {
    return [...this.scene.svg.querySelectorAll<SVGGElement>(`${name}[data-unit="${CSS.escape(unit)}"]`)];
  }

  /** A point of the map, as what holds a drawing has it. */
  private within(drawing: SVGGElement, point: readonly [number, number]): [number, number] {
    const [all, own] = [this.scene.svg.getScreenCTM(), (drawing.parentNode as SVGGElement).getScreenCTM()];
    if (!all || !own) return [point[0], point[1]];
    const { x, y } = new DOMPoint(...point).matrixTransform(all).matrixTransform(own.inverse());
    return [x, y];
  }
}

/** Whether somebody wants no motion. */
function isStill(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches || document.documentElement.dataset.motion === "less";
}
