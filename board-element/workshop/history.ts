/** What was done, to be undone: designs one after the other. */

import type { Design } from "./design";

const MOST = 200;

export interface History {
  readonly past: readonly Design[];
  readonly now: Design;
  readonly future: readonly Design[];
}

export const begin = (now: Design): History => ({ past: [], now, future: [] });

export function done(history: History, next: Design): History {
  if (next === history.now) return history;
  return { past: [...history.past.slice(1 - MOST), history.now], now: next, future: [] };
}

export function undo(history: History): History {
  const last = history.past.at(-1);
  return last ? { past: history.past.slice(0, -1), now: last, future: [history.now, ...history.future] } : history;
}

export function redo(history: History): History {
  const [next, ...rest] = history.future;
  return next ? { past: [...history.past, history.now], now: next, future: rest } : history;
}

/** After saving, what the files call each province and each power is known in all designs. */
export function renamed(history: History, was: ReadonlyMap<string, string>): History {
  const with_ = (design: Design): Design => ({
    ...design,
    provinces: design.provinces.map(one => ({ ...one, was: was.get(one.id) ?? "" })),
    powers: design.powers.map(one => ({ ...one, was: was.get(one.id) ?? "" })),
  });
  return { past: history.past.map(with_), now: with_(history.now), future: history.future.map(with_) };
}
