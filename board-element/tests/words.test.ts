import { expect, test } from "vitest";
import { line } from "../src/telling";
import { Words } from "../src/words";
import { MIDDLE, ZOOM } from "./boards";

const GROUND = { size: [1, 1] as [number, number], unit: 1, zoom: ZOOM, places: {}, provinces: {}, powers: {}, kinds: { A: "army" } };

test("an order in words", () => {
  expect(MIDDLE.kind).toBe("M");
  expect(new Words(GROUND, { "v-s": "unterstützt" }).order("A MUN", ["s", "A RUH", "BUR"])).toBe("A MUN: unterstützt A RUH → BUR");
  expect(new Words(GROUND).kind("A")).toBe("army");
});
test("whoever orders nothing watches, or sees where a game ended or will begin", () => {
  const seen = { ...MIDDLE, own: null };
  expect(line(new Words(GROUND), seen, { word: "" })).toBe("You are watching");
  for (const stage of ["over", "forming"]) expect(line(new Words(GROUND), { ...seen, stage }, { word: "" })).toBe(MIDDLE.turn);
});
