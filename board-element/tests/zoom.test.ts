import { describe, expect, test } from "vitest";
import type { Board, Ground } from "../src/board";
import { Steps, theatre } from "../src/zoom";
import { ZOOM } from "./boards";

const ground = (): Ground => ({
  size: [1600, 1400],
  unit: 25,
  zoom: ZOOM,
  places: {
    PAR: { name: "Paris", short: "Par", at: [100, 200, 120, 210] },
    BRE: { name: "Brest", short: "Bre", at: [60, 180, 80, 190] },
    MUN: { name: "Munich", short: "Mun", at: [400, 220, 420, 230] },
  },
  provinces: { PAR: { terrain: "land", center: true, near: [] }, BRE: { terrain: "coast", center: true, near: [] }, MUN: { terrain: "land", center: true, near: [] } },
  powers: { FRANCE: { name: "France", css: "france" }, GERMANY: { name: "Germany", css: "germany" } },
  kinds: {},
});

describe("at every scale", () => {
  const steps = new Steps(ground());
  test.each([0.1, 0.242, 0.3, 0.42, 0.5, 0.62, 0.8, 1, 1.3, 1.7, 2.2, 2.9])("%f is served by a step that is hardly smaller", scale => {
    const share = scale / steps.scale(steps.below(scale));
    expect(share).toBeGreaterThan(0.99);
    expect(share).toBeLessThan(1.151);
  });
  test("a step serves itself", () => {
    for (let step = ZOOM.first; step <= ZOOM.last; step++) expect(steps.below(steps.scale(step))).toBe(step);
  });
});

test("what stands beside a unit is as far off as the unit is large", () => {
  const map = ground();
  const steps = new Steps(map);
  for (const unit of [12.5, 50]) {
    steps.take(unit);
    expect(map.unit).toBe(unit);
    expect(map.places.PAR!.at).toEqual([100, 200, 100 + (20 * unit) / 25, 200 + (10 * unit) / 25]);
  }
});

test("a theatre is one's own units and centres", () => {
  const board = {
    units: [["FRANCE", "F MUN", "MUN"], ["GERMANY", "A BRE", "BRE"]],
    dislodged: [],
    layers: { owners: { PAR: "france", BRE: "germany" } },
  } as unknown as Board;
  expect(theatre(board, "FRANCE", ground())).toEqual([[400, 220], [100, 200]]);
  expect(theatre(board, "", ground())).toEqual([]);
});
