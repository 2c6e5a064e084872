import { expect, test } from "vitest";
import type { Own } from "../src/board";
import { otherSide } from "../src/sides";
import { MIDDLE } from "./boards";

test("on a private board the unit that is picked says whose orders are written", () => {
  const sides = { ENGLAND: MIDDLE.own as Own, FRANCE: MIDDLE.own as Own };
  const all = { ...MIDDLE, sides };
  expect(otherSide(all, { at: "idle" }, "PAR")).toBe("FRANCE");
  expect(otherSide(all, { at: "refine", unit: "A MUN" }, "PAR", "A PAR")).toBe("FRANCE");
  expect(otherSide(all, { at: "unit", unit: "A MUN" }, "PAR")).toBeNull();
  expect(otherSide(all, { at: "idle" }, "MUN")).toBeNull();
  expect(otherSide(MIDDLE, { at: "idle" }, "PAR")).toBeNull();
});
