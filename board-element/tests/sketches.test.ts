import { expect, test } from "vitest";
import { drawnSketches, sketched } from "../src/sketches";
import { half } from "../src/strengths";

test("an arrow that is drawn again is gone, and one to its own place is none", () => {
  const one = { from: "MUN", to: "BUR" };
  const all = sketched(sketched([], one), { from: "PAR", to: "BUR" });
  expect(all).toHaveLength(2);
  expect(sketched(all, one)).toEqual([{ from: "PAR", to: "BUR" }]);
  expect(sketched(all, { from: "MUN", to: "MUN" })).toBe(all);
});
test("what there is no place for is not drawn", () => {
  expect(drawnSketches([], () => [0, 0], 10)).toBe("");
  expect(drawnSketches([{ from: "A", to: "B" }], place => (place === "A" ? [0, 0] : null), 10)).not.toContain("path");
});
test("half points are written as players write them", () => {
  expect([half(2), half(1.5), half(0.5), half(0)]).toEqual(["2", "1½", "½", "0"]);
});
