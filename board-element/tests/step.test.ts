import { describe, expect, test } from "vitest";
import type { Order } from "../src/board";
import { unordered } from "../src/choices";
import { reachable } from "../src/step";
import { sheetOf, textOf } from "../src/sheet";
import { Hand, MIDDLE, NORTH, board } from "./boards";

const onMiddle = () => new Hand(MIDDLE);
const onNorth = () => new Hand(NORTH);

describe("two picks make the likeliest order", () => {
  test.each([
    [["MUN", "BER"], "A MUN-BER"],
    [["MUN", "TYR"], "A MUN-TYR"],
    [["MAO", "POR"], "F MAO-POR"],
    [["WES", "SPA"], "F WES-SPA/SC"],
  ])("%j", (places, order) => {
    const hand = new Hand(places[0] === "MUN" ? MIDDLE : NORTH).pick(...places);
    expect(hand.orders).toEqual([order]);
  });

  test("a foreign unit that can be reached is attacked; its support is a chip", () => {
    const hand = new Hand(board({ "A MUN": { h: 1, m: ["TYR"], s: { "A TYR": [".", "VEN"] } } }, { foreign: ["A TYR"] }));
    hand.pick("MUN", "TYR");
    expect(hand.orders).toEqual(["A MUN-TYR"]);
    expect(hand.chips).toEqual(["support-hold", "support-foreign-move", "remove"]);
    expect(hand.chip("support-hold").orders).toEqual(["A MUN S A TYR"]);
  });

  test("an own unit with a drafted move gets support for that", () => {
    expect(onMiddle().pick("MUN", "BUR", "RUH", "MUN").orders).toEqual(["A MUN-BUR", "A RUH S A MUN-BUR"]);
  });

  test("a unit out of reach: support, if a target is common", () => {
    const hand = onMiddle().pick("MUN", "PAR");
    expect(hand.orders).toEqual([]);
    expect([...reachable(hand.state, MIDDLE)]).toEqual(["BUR"]);
    expect(hand.pick("BUR").orders).toEqual(["A MUN S A PAR-BUR"]);
  });

  test("the arrow of another unit is supported", () => {
    const hand = onMiddle().pick("MUN", "BUR", "RUH");
    hand.does({ do: "pick", place: "BUR", arrow: { unit: "A MUN", to: "BUR" } });
    expect(hand.orders[1]).toBe("A RUH S A MUN-BUR");
  });
});

test("two quick orders of neighbours never fuse", () => {
  expect(onMiddle().pick("MUN", "BER", "RUH", "BEL").orders).toEqual(["A MUN-BER", "A RUH-BEL"]);
  expect(onMiddle().pick("MUN", "BER", "RUH", "BUR").orders).toEqual(["A MUN-BER", "A RUH-BUR"]);
});

test("where nothing is selected places are only named", () => {
  const hand = onMiddle().pick("PAR");
  expect(hand.orders).toEqual([]);
  expect(hand.state.said).toMatchObject({ word: "place", place: "PAR", unit: "A PAR" });
});

describe("verbs", () => {
  test("what is out of sight is supported where it may come from", () => {
    const fog = board({ "A MUN": { h: 1, m: ["BUR"], s: { "A GAS": ["BUR"], "A KIE": ["RUH"], "F KIE": ["HOL"] } } });
    expect(new Hand(fog).pick("MUN").does({ do: "verb", verb: "support" }).pick("GAS").chips).toEqual(["support-foreign-move"]);
    const hand = new Hand(fog).pick("MUN").does({ do: "verb", verb: "support" }).pick("KIE");
    expect(hand.chips).toEqual(["support-foreign-move", "support-foreign-move"]);
    expect(hand.chip("support-foreign-move").pick("RUH").orders).toEqual(["A MUN S A KIE-RUH"]);
    expect(new Hand(fog).pick("MUN", "KIE").chips).toContain("support-foreign-move");
  });

  test("S, unit, target", () => {
    const hand = onMiddle().pick("MUN").does({ do: "verb", verb: "support" }).pick("RUH");
    expect(hand.state.mode.at).toBe("support-to");
    expect(hand.pick("BUR").orders).toEqual(["A MUN S A RUH-BUR"]);
  });
  test("a support to hold is a pick of the unit again", () => {
    const hand = onMiddle().pick("MUN").does({ do: "verb", verb: "support" }).pick("RUH", "RUH");
    expect(hand.orders).toEqual(["A MUN S A RUH"]);
  });
  test("M onto an own unit is a move", () => {
    const hand = onNorth().pick("YOR").does({ do: "verb", verb: "move" }).pick("LON");
    expect(hand.orders).toEqual(["A YOR-LON"]);
  });
  test("H holds, and R takes the order back", () => {
    const hand = onMiddle().pick("MUN").does({ do: "verb", verb: "hold" });
    expect(hand.orders).toEqual(["A MUN H"]);
    expect(hand.does({ do: "verb", verb: "remove" }).orders).toEqual([]);
  });
  test("Escape goes back a step at a time", () => {
    const hand = onMiddle().pick("MUN").does({ do: "verb", verb: "support" }).pick("RUH");
    const modes = [1, 2, 3].map(() => hand.does({ do: "back" }).state.mode.at);
    expect(modes).toEqual(["support", "unit", "idle"]);
  });
});

describe("convoys", () => {
  test("two picks draft the army and its fleets, in one step to undo", () => {
    const hand = onNorth().pick("YOR", "NWY");
    expect(hand.orders).toEqual(["A YOR-NWY", "F NTH C A YOR-NWY"]);
    expect(hand.does({ do: "undo" }).orders).toEqual([]);
    expect(hand.does({ do: "redo" }).orders).toEqual(["A YOR-NWY", "F NTH C A YOR-NWY"]);
  });
  test("by the other way", () => {
    expect(onNorth().pick("YOR", "NWY").chip("other-way").orders).toEqual([
      "A YOR-NWY", "F NTH C A YOR-NWY", "F NWG C A YOR-NWY",
    ]);
  });
  test("a fleet that has an order keeps it until somebody says so", () => {
    const hand = onNorth().pick("NTH", "EDI", "YOR", "NWY");
    expect(hand.orders).toEqual(["F NTH-EDI", "A YOR-NWY"]);
    expect(hand.chip("fleet-too").orders).toEqual(["F NTH C A YOR-NWY", "A YOR-NWY"]);
  });
  test("own fleets come before foreign ones; whom to ask is said", () => {
    expect(onNorth().pick("YOR", "BEL").orders).toContain("F NTH C A YOR-BEL");
    const hand = onNorth().pick("NTH", "EDI", "YOR", "BEL");
    expect(hand.state.said).toMatchObject({ word: "ask", units: ["F ENG"] });
  });
  test("where it could also walk, the way is said with VIA", () => {
    const hand = onNorth().pick("YOR", "EDI");
    expect(hand.orders).toEqual(["A YOR-EDI"]);
    expect(hand.chip("via-convoy").orders).toEqual(["A YOR-EDI VIA", "F NTH C A YOR-EDI"]);
  });
  test("fleet first: the army goes along", () => {
    const hand = onNorth().pick("NTH").does({ do: "verb", verb: "convoy" }).pick("YOR", "BEL");
    expect(hand.orders).toEqual(["F NTH C A YOR-BEL", "A YOR-BEL"]);
  });
  test("a foreign army", () => {
    const hand = onNorth().pick("NTH").does({ do: "verb", verb: "convoy" }).pick("PIC", "NWY");
    expect(hand.orders).toEqual(["F NTH C A PIC-NWY"]);
  });
});

describe("coasts", () => {
  test("several are asked for, and none is preset", () => {
    const hand = onNorth().pick("MAO", "SPA");
    expect(hand.orders).toEqual([]);
    expect(hand.chips).toEqual(["to-place", "to-place"]);
    expect(hand.chip("to-place", "SPA/NC").orders).toEqual(["F MAO-SPA/NC"]);
  });
  test("one is not asked for", () => {
    expect(onNorth().pick("WES", "SPA").orders).toEqual(["F WES-SPA/SC"]);
  });
  test("a support follows the coast that the move was given", () => {
    const hand = onNorth().pick("MAO", "SPA").chip("to-place", "SPA/NC").pick("WES", "MAO");
    expect(hand.orders[1]).toBe("F WES S F MAO-SPA/NC");
  });
});

describe("bluffs", () => {
  test("what is not possible is one step away", () => {
    const hand = onMiddle().pick("MUN", "POR");
    expect(hand.orders).toEqual([]);
    expect(hand.chip("anyway").orders).toEqual(["A MUN-POR"]);
  });
  test("with shift it is done at once", () => {
    const hand = onMiddle().pick("MUN").does({ do: "pick", place: "POR", anyway: true });
    expect(hand.orders).toEqual(["A MUN-POR"]);
  });
  test("supports and convoys, too", () => {
    const hand = onMiddle().pick("KIE").does({ do: "verb", verb: "support" }).pick("VEN");
    expect(hand.chip("support-anyway").pick("TYR").chip("anyway").orders).toEqual(["F KIE S A VEN-TYR"]);
    const fleet = onNorth().pick("MAO").does({ do: "verb", verb: "convoy" }).pick("PIC").chip("convoy-anyway");
    expect(fleet.pick("POR").chip("anyway").orders).toEqual(["F MAO C A PIC-POR"]);
  });
});

describe("retreats", () => {
  const beaten = board({ "A BUR": { r: ["PAR", "GAS"], d: 1 } }, { kind: "R", foreign: ["A BUR", "A MAR"] });
  test("the one that was driven out goes, not its attacker", () => {
    expect(new Hand(beaten).pick("BUR", "PAR").orders).toEqual(["A BUR R PAR"]);
  });
  test("where it can go, and that it is disbanded, is to choose from", () => {
    expect(new Hand(beaten).pick("BUR").chips).toEqual(["retreat-there", "retreat-there", "disband"]);
    expect(new Hand(beaten).pick("BUR").chip("retreat-there", "GAS").orders).toEqual(["A BUR R GAS"]);
    expect(new Hand(beaten).pick("BUR").chip("disband").orders).toEqual(["A BUR D"]);
  });
  test("a sole choice waits for somebody", () => {
    const only = board({ "A BUR": { d: 1 } }, { kind: "R", foreign: ["A BUR"] });
    expect(new Hand(only).pick("BUR").orders).toEqual([]);
  });
});

describe("adjustments", () => {
  const due = board({}, { kind: "A", builds: ["A STP", "F STP/NC", "F STP/SC", "A MOS", "F SEV", "A SEV"], due: 2 });
  test("kinds and coasts are asked for, and a build is taken back or changed", () => {
    const hand = new Hand(due).pick("STP");
    expect(hand.chips).toEqual(["build", "build", "build"]);
    expect(hand.chip("build", "STP/SC").orders).toEqual(["F STP/SC B"]);
    expect(hand.pick("STP").orders).toEqual(["F STP/SC B"]);
    expect(hand.chips).toEqual(["build", "build", "remove"]);
    expect(hand.chip("build", "A STP").orders).toEqual(["A STP B"]);
    expect(hand.pick("STP").chip("remove").orders).toEqual([]);
  });
  test("letters choose, and ask where they leave a choice", () => {
    const hand = new Hand(due).pick("STP").does({ do: "verb", verb: "fleet" });
    expect(hand.chips).toEqual(["build", "build"]);
    expect(new Hand(due).pick("STP").does({ do: "verb", verb: "army" }).orders).toEqual(["A STP B"]);
  });
  test("one too many is refused in words", () => {
    const hand = new Hand(due).pick("MOS").chip("build").pick("SEV").chip("build", "F SEV").pick("STP");
    expect(hand.orders).toEqual(["A MOS B", "F SEV B"]);
    expect(hand.state.said).toEqual({ word: "too-many-builds", count: 2 });
    expect(hand.does({ do: "waive", more: true }).state.said.word).toBe("too-many-builds");
  });
  test("a build is waived, and that is taken back", () => {
    const hand = new Hand(due).does({ do: "waive", more: true });
    expect(textOf(hand.state.sheet)).toBe("WAIVE");
    expect(textOf(hand.does({ do: "waive", more: false }).state.sheet)).toBe("");
  });
  test("a removal is chosen and taken back, and no more than are due", () => {
    const hand = new Hand(board({ "A PAR": { d: 1 }, "F BRE": { d: 1 } }, { kind: "A", due: -1 }));
    expect(hand.pick("PAR").orders).toEqual([]);
    expect(hand.chip("remove-unit").orders).toEqual(["A PAR D"]);
    expect(hand.pick("BRE").state.said).toEqual({ word: "too-many-removals", count: 1 });
    expect(hand.pick("PAR").chip("remove").orders).toEqual([]);
  });
});

test("conversions and sieges of Machiavelli are chips of their unit", () => {
  const italy = board({ "A ROM": { h: 1, m: ["PER"], x: [["A ROM converts to G", ""], ["A ROM besieges", ""]] } });
  const hand = new Hand(italy).pick("ROM");
  expect(hand.chips).toEqual(["order-text", "order-text", "hold"]);
  expect(hand.chip("order-text", "besieges").orders).toEqual(["A ROM besieges"]);
});

test("undo reaches back as far as fifty changes", () => {
  const hand = onMiddle();
  for (let i = 0; i < 60; i++) hand.pick("MUN", i % 2 ? "BER" : "TYR");
  expect(hand.state.past).toHaveLength(50);
  for (let i = 0; i < 50; i++) hand.does({ do: "undo" });
  expect(hand.orders).toHaveLength(1);
  expect(hand.does({ do: "undo" }).state.said.word).toBe("nothing-to-undo");
});

test("who has no order yet", () => {
  expect(unordered(onMiddle().pick("MUN", "BER").state, MIDDLE)).toEqual(["A RUH", "F KIE"]);
});

test("whoever only looks orders nothing", () => {
  const { own, ...looking } = MIDDLE;
  expect(own).toBeDefined();
  expect(new Hand(looking).pick("MUN", "BER").orders).toEqual([]);
});

test("random gestures never leave an order that nobody made", () => {
  let seed = 7;
  const random = (most: number) => (seed = (seed * 48271) % 2147483647) % most;
  const places = ["MUN", "RUH", "KIE", "BUR", "TYR", "BER", "PAR", "POR", "HOL"];
  for (let game = 0; game < 20; game++) {
    const hand = onMiddle();
    for (let i = 0; i < 30; i++) {
      const before = hand.orders.length;
      const kind = random(5);
      if (kind < 3) hand.pick(places[random(places.length)]!);
      else if (kind === 3) hand.does({ do: "back" });
      else hand.does({ do: "choose", chip: random(4) });
      expect(hand.orders.length - before).toBeLessThanOrEqual(1);
      const units = hand.orders.map(order => order.slice(0, 5));
      expect(new Set(units).size).toBe(units.length);
      const read = sheetOf({ text: textOf(hand.state.sheet), lines: hand.state.sheet.flatMap((line, at) => line.orders.map(one => [at + 1, one.unit, one.order] as [number, string, typeof one.order])) });
      expect(textOf(read)).toBe(textOf(hand.state.sheet));
    }
  }
});

describe("several units of one name in a high sea", () => {
  const sea = board({ "F GRE": { h: 1, m: ["NWG", "OUT"] }, "F GRE #2": { h: 1, m: ["NWG", "OUT"] } });
  test("are ordered one after the other, each under the name that they share", () => {
    const hand = new Hand(sea).pick("GRE", "NWG", "GRE", "OUT");
    expect(textOf(hand.state.sheet)).toBe("F GRE-NWG\nF GRE-OUT");
    expect(unordered(hand.state, sea)).toEqual([]);
  });
  test("and come back as they were sent", () => {
    const own = { text: "F GRE-NWG\nF GRE-OUT", lines: [[1, "F GRE", ["m", "NWG"]], [2, "F GRE #2", ["m", "OUT"]]] as [number, string, Order][] };
    const hand = new Hand(sea, { ...new Hand(sea).state, sheet: sheetOf(own) });
    hand.does({ do: "order", unit: "F GRE #2", order: ["h"] });
    expect(textOf(hand.state.sheet)).toBe("F GRE-NWG\nF GRE H");
  });
});
