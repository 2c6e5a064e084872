import { expect, test } from "vitest";
import { JudgeError, Notation } from "../src/orders";
import type { Tables } from "../src/tables";

const tables = { locations: ["PAR", "BUR", "NTH", "YOR", "NWY", "STP", "STP/SC"], kinds: ["A", "F"], powers: ["FRANCE", "ST PETERSBURG"] } as Partial<Tables> as Tables;
const notation = new Notation(tables);

test.each([
  "A PAR H",
  "A PAR-BUR",
  "A YOR-NTH-NWY VIA",
  "A PAR S A BUR",
  "A PAR S FRANCE A YOR-BUR",
  "PAR S ST PETERSBURG F STP/SC-NTH",
  "F NTH C A YOR-NWY",
  "F NTH R STP/SC",
  "A PAR D",
  "F STP/SC B",
  "WAIVE",
])("%s is read, and written as it was", order => {
  expect(notation.write(notation.read(order))).toBe(order);
});

test("spaces do not matter", () => {
  expect(notation.read("  A  PAR-BUR ")).toEqual({ is: "move", unit: { power: "", kind: "A", location: "PAR" }, target: "BUR", via: false, route: [] });
});

test.each([
  ["A PAR to BUR", "unknown-order"],
  ["hello", "unknown-order"],
  ["A PAR-XXX", "unknown-place"],
  ["TURKEY A PAR-BUR", "unknown-power"],
  ["F NTH C A YOR", "unknown-order"],
  ["", "unknown-order"],
])("%s is refused", (order, code) => {
  expect(() => notation.read(order)).toThrow(JudgeError);
  try {
    notation.read(order);
  } catch (error) {
    expect((error as JudgeError).code).toBe(code);
  }
});
