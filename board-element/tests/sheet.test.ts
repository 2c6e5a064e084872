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

describe("who chose a notation", () => {
  const hand = {
    orders: {
      h: "{unit} hält", m: "{unit} zieht nach {target}", v: "{unit} zieht nach {target} per Konvoi", d: "Abbau {unit}",
      s: "{unit} unterstützt {other}", st: "{unit} unterstützt {other} nach {target}", w: "Verzicht",
      c: "{unit} geleitet {other} nach {target}", r: "{unit} weicht nach {target}", b: "Aufbau {unit}",
    },
    names: {
      "A MUN": "Armee München", "F GRE": "Flotte Griechenland", "A BER": "Armee Berlin", KIE: "Kiel",
      "A ROM besieges": "Armee Rom belagert",
    },
  };
  const written = (unit: string, order: Order) => textOf(changed([], [{ unit, order }], [], hand));
  test("has orders of the board written in it", () => {
    expect(written("A MUN", ["h"])).toBe("Armee München hält");
    expect(written("A MUN", ["m", "KIE"])).toBe("Armee München zieht nach Kiel");
    expect(written("A MUN", ["m", "KIE", 1])).toBe("Armee München zieht nach Kiel per Konvoi");
    expect(written("A MUN", ["s", "A BER"])).toBe("Armee München unterstützt Armee Berlin");
    expect(written("A MUN", ["s", "A BER", "KIE"])).toBe("Armee München unterstützt Armee Berlin nach Kiel");
    expect(written("F GRE #2", ["c", "A BER", "KIE"])).toBe("Flotte Griechenland geleitet Armee Berlin nach Kiel");
    expect(written("A BER", ["r", "KIE"])).toBe("Armee Berlin weicht nach Kiel");
    expect(written("A BER", ["b"])).toBe("Aufbau Armee Berlin");
    expect(written("A ROM", ["x", "A ROM besieges"])).toBe("Armee Rom belagert");
    expect(textOf(waived([], true, hand))).toBe("Verzicht");
  });
  test("has what there is no name for written as the judge does", () => {
    expect(written("A XYZ", ["m", "KIE"])).toBe("A XYZ zieht nach Kiel");
  });
  test("finds what he wrote himself as he wrote it", () => {
    const own = { text: "mun h # mine\nber - kie", lines: [line(1, "A MUN", ["h"]), line(2, "A BER", ["m", "KIE"])] };
    const sheet = changed(sheetOf(own), [{ unit: "A BER", order: ["h"] }], [], hand);
    expect(textOf(sheet)).toBe("mun h # mine\nArmee Berlin hält");
  });
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
