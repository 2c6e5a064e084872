/** What keys mean on the board. */

import type { Place } from "./board";
import type { Verb } from "./state";

export interface Keyed {
  arrow(direction: readonly [number, number]): void;
  enter(anyway: boolean): void;
  back(): void;
  undo(): void;
  redo(): void;
  verb(verb: Verb): void;
  choose(number: number): void;
  next(): void;
  /** All orders of the unit that is there. */
  list(): void;
  find(letters: string): void;
  help(): void;
  write(): void;
  turn(step: -1 | 1): void;
  sketch(): void;
  bare(): void;
  zoom(by: number): void;
}

const VERBS: Record<string, Verb> = { h: "hold", m: "move", s: "support", c: "convoy", v: "via", r: "remove", d: "remove", a: "army", f: "fleet" };
const ARROWS: Record<string, readonly [number, number]> = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const FINDING_PAUSE = 1500;
const LETTER = /^\p{L}$/u;

export class Keys {
  private letters: string | null = null;
  private timer = 0;

  constructor(private readonly does: Keyed) {}

  pressed(event: KeyboardEvent): void {
    if (this.meant(event)) event.preventDefault();
  }

  private meant(event: KeyboardEvent): boolean {
    const { does } = this;
    const { key } = event;
    const low = key.toLowerCase();
    if (key !== "Shift" && !LETTER.test(key)) this.letters = null;
    // The bracket is Alt Gr with another key on many keyboards.
    if (key === "[" || key === "]") does.turn(key === "[" ? -1 : 1);
    else if (event.ctrlKey || event.metaKey) {
      if (low === "y" || (low === "z" && event.shiftKey)) does.redo();
      else if (low === "z") does.undo();
      else return false;
    } else if (event.altKey) return false;
    else if (this.letters !== null && LETTER.test(key)) {
      this.finding(this.letters + low);
      does.find(this.letters);
    } else if (event.shiftKey && (key === "ArrowLeft" || key === "ArrowRight")) does.turn(key === "ArrowLeft" ? -1 : 1);
    else if (key in ARROWS) does.arrow(ARROWS[key]!);
    else if (key === "Enter" || key === " ") does.enter(event.shiftKey);
    else if (key === "Escape") does.back();
    else if (key === ".") this.finding("");
    else if (key === "?") does.help();
    else if (key === "/") does.write();
    else if (key === "+" || key === "=") does.zoom(1.4);
    else if (key === "-") does.zoom(1 / 1.4);
    else if (/^[1-9]$/.test(key)) does.choose(Number(key) - 1);
    else if (low === "n") does.next();
    else if (low === "l") does.list();
    else if (low === "k") does.sketch();
    else if (low === "o") does.bare();
    else if (low in VERBS) does.verb(VERBS[low]!);
    else return false;
    return true;
  }

  private finding(letters: string): void {
    this.letters = letters;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.letters = null), FINDING_PAUSE);
  }
}

/** The neighbour of a province that lies in a direction, as arrow keys mean it. */
export function neighbour(
  from: string,
  [dx, dy]: readonly [number, number],
  near: readonly string[],
  at: (place: Place) => readonly [number, number] | null,
): string | null {
  const start = at(from);
  if (!start) return null;
  let best: string | null = null;
  let least = Infinity;
  for (const one of near) {
    const to = at(one);
    if (!to) continue;
    const [x, y] = [to[0] - start[0], to[1] - start[1]];
    const far = Math.hypot(x, y) || 1;
    const straight = (x * dx + y * dy) / far;
    if (straight < 0.35) continue;
    const cost = far * (2.2 - straight);
    if (cost < least) [least, best] = [cost, one];
  }
  return best;
}

