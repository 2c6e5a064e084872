import { expect, test } from "vitest";
import { Keys, neighbour } from "../src/keys";
import type { Keyed } from "../src/keys";

function pressed(...keys: (string | Partial<KeyboardEvent>)[]): string[] {
  const done: string[] = [];
  const does = new Proxy({}, { get: (_, name: string) => (...given: unknown[]) => done.push([name, ...given].join(" ")) }) as unknown as Keyed;
  const board = new Keys(does);
  for (const one of keys) {
    const key = typeof one === "string" ? { key: one } : one;
    board.pressed({ ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, preventDefault: () => undefined, ...key } as KeyboardEvent);
  }
  return done;
}

test("keys mean one thing each", () => {
  expect(pressed("ArrowUp", "n", "H", "3", "Escape", "?", "k")).toEqual(["arrow 0,-1", "next", "verb hold", "choose 2", "back", "help", "sketch"]);
});
test("brackets and shifted arrows go through the turns, also where a bracket takes Alt Gr", () => {
  const left = { key: "ArrowLeft", shiftKey: true };
  expect(pressed("[", { key: "]", ctrlKey: true, altKey: true }, left)).toEqual(["turn -1", "turn 1", "turn -1"]);
});
test("after a full stop letters find a place, and mean no orders", () => {
  expect(pressed(".", "s", "p", "Enter", "s")).toEqual(["find s", "find sp", "enter false", "verb support"]);
});
test("undo and redo by either habit", () => {
  const key = (one: string, shiftKey = false) => ({ key: one, ctrlKey: true, shiftKey });
  expect(pressed(key("z"), key("Z", true), key("y"), key("s"))).toEqual(["undo", "redo", "redo"]);
});
test("what a browser keeps for itself is left to it", () => {
  expect(pressed({ key: "ArrowLeft", altKey: true }, "Tab", "q")).toEqual([]);
});
test("an arrow goes to the neighbour that lies that way", () => {
  const places: Record<string, [number, number]> = { A: [0, 0], B: [10, 1], C: [5, -9], D: [-4, 0] };
  const go = (x: number, y: number) => neighbour("A", [x, y], ["B", "C", "D"], place => places[place] ?? null);
  expect([go(1, 0), go(0, -1), go(-1, 0), go(0, 1)]).toEqual(["B", "C", "D", null]);
});
