import { describe, expect, test } from "vitest";
import type { Order } from "../src/board";
import { alike, changed, merged, sheetOf, textOf, typed, waived } from "../src/sheet";

const line = (number: number, unit: string, order: Order): [number, string, Order] => [number, unit, order];

describe("what somebody wrote stays as he wrote it", () => {
  const own = {
    text: "# north\nfleet edi to nwg, F lon-nth # careful\nnonsense",
    lines: [line(2, "F EDI", ["m", "NWG"]), line(2, "F LON", ["m", "NTH"])],
  };
  test("as long as nothing of the line changes", () => {
    expect(textOf(changed(sheetOf(own), [{ unit: "A LVP", order: ["h"] }]))).toBe(`${own.text}\nA LVP H`);
  });
  test("and of a line with several orders the others stay, and the note", () => {
    expect(textOf(changed(sheetOf(own), [{ unit: "F LON", order: ["m", "ENG"] }]))).toBe(
      "# north\nF EDI-NWG\nF LON-ENG\n# careful\nnonsense",
    );
  });
  test("an order taken out leaves the rest", () => {
    expect(textOf(changed(sheetOf(own), [], ["F EDI"]))).toBe("# north\nF LON-NTH\n# careful\nnonsense");
  });
  test("what is typed is what is kept; lines that were there keep their orders", () => {
    const sheet = typed("F edi-nwg?\nfleet edi to nwg, F lon-nth # careful", sheetOf(own));
    expect(sheet.map(one => one.orders.length)).toEqual([0, 2]);
  });
});

test("what the judge has read anew is of the lines that were there, where they are what they were", () => {
  const own = { text: "A MUN H\nA RUH H", lines: [line(1, "A MUN", ["h"]), line(2, "A RUH", ["h"])] };
  const before = sheetOf(own);
  const found = alike(sheetOf({ text: own.text, lines: [line(1, "A MUN", ["h"]), line(2, "A RUH", ["m", "KIE"])] }), before);
  expect(found[0]).toBe(before[0]);
  expect(found[1]!.orders).toEqual([{ unit: "A RUH", order: ["m", "KIE"] }]);
});

describe("two devices", () => {
  const base = sheetOf({ text: "A MUN H\nA RUH H", lines: [line(1, "A MUN", ["h"]), line(2, "A RUH", ["h"])] });
  test("that changed different units are both heard", () => {
    const here = changed(base, [{ unit: "A MUN", order: ["m", "BUR"] }]);
    const there = changed(base, [{ unit: "A RUH", order: ["m", "BEL"] }]);
    const found = merged(base, here, there);
    expect(textOf(found.sheet)).toBe("A MUN-BUR\nA RUH-BEL");
    expect(found.conflicts).toEqual([]);
  });
  test("that changed the same unit are asked", () => {
    const here = changed(base, [{ unit: "A MUN", order: ["m", "BUR"] }]);
    const there = changed(base, [{ unit: "A MUN", order: ["m", "BER"] }]);
    const found = merged(base, here, there);
    expect(textOf(found.sheet)).toBe("A MUN-BER\nA RUH H");
    expect(found.conflicts).toEqual([{ unit: "A MUN", here: ["m", "BUR"], there: ["m", "BER"] }]);
  });
  test("that did the same are of one mind", () => {
    const both = changed(base, [{ unit: "A MUN", order: ["m", "BUR"] }]);
    expect(merged(base, both, both)).toEqual({ sheet: both, conflicts: [] });
  });
  test("what was taken out here, or written there, counts", () => {
    const there = [...base, { text: "# not forgotten", orders: [] }];
    const found = merged(base, changed(base, [], ["A RUH"]), there);
    expect(textOf(found.sheet)).toBe("A MUN H\n# not forgotten");
  });
  test("waived builds are counted", () => {
    expect(textOf(merged([], waived([], true), []).sheet)).toBe("WAIVE");
  });
});
