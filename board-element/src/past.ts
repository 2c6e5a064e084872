/** Turns that were judged. Each is fetched once and kept, and those beside the one that is looked at
 * come ahead of being asked for. */

import type { Board, Why } from "./board";

export interface Records {
  /** The step of zoom for which turns are laid out. */
  readonly step: number | null;
  turn(name: string): Promise<Board>;
  why(name: string): Promise<Why[]>;
}

export class Past {
  private turns = new Map<string, Promise<Board>>();
  private whys = new Map<string, Promise<Why[]>>();

  constructor(private readonly records: Records) {}

  turn(name: string): Promise<Board> {
    return once(this.turns, `${name} ${this.records.step}`, () => this.records.turn(name));
  }

  why(name: string): Promise<Why[]> {
    return once(this.whys, name, () => this.records.why(name));
  }

  /** Have the neighbours of a turn at hand. */
  ahead(name: string, all: readonly string[]): void {
    const at = all.indexOf(name);
    for (const one of [all[at - 1], all[at + 1]]) if (at >= 0 && one) void this.turn(one).catch(() => undefined);
  }

  /** The game was taken back: what was judged then did not happen. */
  forget(): void {
    this.turns = new Map();
    this.whys = new Map();
  }
}

/** The turns of a game and what each is called; the last is the one at hand, of no name. */
export function listed(now: Board): [name: string, told: string][] {
  return [...(now.past ?? []).map((name, at): [string, string] => [name, now.past_turns?.[at] ?? name]), ["", now.turn]];
}

/** What a phase is called. */
export function told(now: Board, phase: string): string {
  return listed(now).find(([name]) => (name || now.phase) === phase)?.[1] ?? phase;
}

/** The turn before one, or after it; `""` is the turn at hand, and undefined that there is none. */
export function beside(name: string, all: readonly string[], step: number): string | undefined {
  const at = name ? all.indexOf(name) : all.length;
  const to = at + step;
  if (at < 0 || to < 0 || to > all.length) return undefined;
  return all[to] ?? "";
}

/** Whether an explanation is about a unit, or about an order of its. */
export function isAbout(why: Why, unit: string): boolean {
  const { unit: named, order } = why.data;
  return named ? named === unit : !!order && order.startsWith(unit) && /[ -]/.test(order.charAt(unit.length));
}

function once<T>(kept: Map<string, Promise<T>>, name: string, ask: () => Promise<T>): Promise<T> {
  let found = kept.get(name);
  if (!found) {
    found = ask();
    kept.set(name, found);
    found.catch(() => kept.delete(name));
  }
  return found;
}
