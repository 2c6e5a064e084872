/** Arrows that are no orders: what somebody thinks of, kept on his device alone. */

import { arrow } from "./ghosts";
import { Keeper } from "./keeper";

export interface Sketch {
  readonly from: string;
  readonly to: string;
}

const MOST = 60;

export class Sketches {
  all: readonly Sketch[];
  /** Whether picks are of arrows, and not of orders. */
  isOn = false;
  private from: string | null = null;
  private readonly keeper: Keeper<readonly Sketch[]>;

  constructor(
    name: string,
    private readonly said: (word: string, from?: string, to?: string) => void,
  ) {
    this.keeper = new Keeper(`dip-sketches ${name}`);
    this.all = this.keeper.kept ?? [];
  }

  toggle(): void {
    this.isOn = !this.isOn;
    this.from = null;
    this.said(this.isOn ? "sketch-on" : "sketch-off");
  }

  /** Where an arrow begins, and then where it goes. */
  pick(place: string): void {
    const { from } = this;
    this.from = from ? null : place;
    if (from) this.put(from, place);
    else this.said("sketch-to", place);
  }

  put(from: string, to: string): void {
    this.keep(sketched(this.all, { from, to }));
    this.said("sketched", from, to);
  }

  wipe(): void {
    this.keep([]);
    this.said("sketch-wiped");
  }

  private keep(all: readonly Sketch[]): void {
    this.all = all;
    this.keeper.keep(all.length ? all : null);
  }
}

/** An arrow more, or the one that is drawn again less. */
export function sketched(all: readonly Sketch[], one: Sketch): readonly Sketch[] {
  if (one.from === one.to) return all;
  const others = all.filter(other => other.from !== one.from || other.to !== one.to);
  return others.length < all.length ? others : [...all, one].slice(-MOST);
}

export function drawnSketches(
  all: readonly Sketch[],
  at: (place: string) => readonly [number, number] | null,
  size: number,
): string {
  if (!all.length) return "";
  const drawn = all.map(({ from, to }) => {
    const [start, end] = [at(from), at(to)];
    return start && end ? arrow(start, end, size) : "";
  });
  return `<g class="order sketch">${drawn.join("")}</g>`;
}
