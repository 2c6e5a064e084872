import { describe, expect, test } from "vitest";
import { misfits, offered } from "../src/repairs";
import { reachable } from "../src/step";
import { textOf } from "../src/sheet";
import { Hand, MIDDLE, NORTH, board } from "./boards";

/** Two armies and a fleet, each beside the others; MUN can help RUH to BUR and not to BEL. */
const TRIO = board({
  "A MUN": { h: 1, m: ["BUR", "RUH", "KIE", "BER"], s: { "A RUH": [".", "BUR"], "F KIE": [".", "BER"] } },
  "A RUH": { h: 1, m: ["BUR", "BEL", "MUN"], s: { "A MUN": [".", "BUR"] } },
  "F KIE": { h: 1, m: ["HOL", "BER"], s: { "A MUN": ["BER"] } },
});
const trio = () => new Hand(TRIO);

describe("a second pick of an own unit, by what that one is ordered", () => {
  test("it leaves within help: its move is supported", () => {
    expect(trio().pick("RUH", "BUR", "MUN", "RUH").orders).toEqual(["A RUH-BUR", "A MUN S A RUH-BUR"]);
  });

  test("it leaves out of help: it is followed, and what hangs on it is said", () => {
    const hand = trio().pick("RUH", "BEL", "MUN", "RUH");
    expect(hand.orders).toEqual(["A RUH-BEL", "A MUN-RUH"]);
    expect(hand.state.said).toMatchObject({ word: "following", units: ["A RUH"] });
  });

  test.each(["hold", "support"] as const)("it stays (%s): it is supported there", deed => {
    const hand = trio().pick("RUH").does({ do: "verb", verb: deed });
    if (deed === "support") hand.pick("MUN", "BUR");
    expect(hand.pick("MUN", "RUH").orders.at(-1)).toBe("A MUN S A RUH");
    expect(hand.chips).toContain("move-there");
  });

  test("it has no order: nothing is written, and two buttons ask", () => {
    const hand = trio().pick("MUN", "RUH");
    expect(hand.orders).toEqual([]);
    expect(hand.chips).toEqual(["support-there", "move-there"]);
    expect(hand.pick("RUH", "RUH").orders).toEqual([]);
    expect(hand.chip("support-there").orders).toEqual(["A MUN S A RUH"]);
    expect(trio().pick("MUN", "RUH").chip("move-there").orders).toEqual(["A MUN-RUH"]);
  });

  test("it has no order: a third pick, of a place that is made to stand out, supports it on its way there", () => {
    const hand = trio().pick("MUN", "RUH");
    expect([...reachable(hand.state, TRIO)]).toContain("BUR");
    expect(hand.pick("BUR").orders).toEqual(["A MUN S A RUH-BUR"]);
  });

  test("and one of a place where it cannot be helped is meant for the first", () => {
    expect(trio().pick("MUN", "RUH", "BER").orders).toEqual(["A MUN-BER"]);
    const hand = trio().pick("MUN", "RUH", "POR");
    expect(hand.orders).toEqual([]);
    expect(hand.state.said).toMatchObject({ word: "out-of-reach", unit: "A MUN", place: "POR" });
  });

  test("two do not change places by a pick", () => {
    const hand = trio().pick("RUH").does({ do: "pick", place: "MUN", unit: "A MUN", isDragged: true });
    expect(hand.orders).toEqual(["A RUH-MUN"]);
    expect(hand.pick("MUN", "RUH").orders).toEqual(["A RUH-MUN"]);
    expect(hand.chips).toEqual(["move-there"]);
  });
});

describe("what is dragged moves, and never supports", () => {
  test("onto an own unit", () => {
    const hand = trio().pick("MUN").does({ do: "pick", place: "RUH", unit: "A RUH", isDragged: true });
    expect(hand.orders).toEqual(["A MUN-RUH"]);
  });
  test("though that one moves where it could be helped", () => {
    const hand = trio().pick("RUH", "BUR", "MUN").does({ do: "pick", place: "RUH", unit: "A RUH", isDragged: true });
    expect(hand.orders).toEqual(["A RUH-BUR", "A MUN-RUH"]);
  });
  test("though it was left open what it is to do", () => {
    const hand = trio().pick("MUN", "RUH").does({ do: "pick", place: "BUR", isDragged: true });
    expect(hand.orders).toEqual(["A MUN-BUR"]);
  });
});

describe("nothing is stored, and nothing stays picked", () => {
  test("the same unit twice", () => {
    const hand = trio().pick("MUN", "MUN");
    expect([hand.orders, hand.state.mode.at]).toEqual([[], "idle"]);
  });
  test("Escape", () => {
    const hand = trio().pick("MUN").does({ do: "back" });
    expect([hand.orders, hand.state.mode.at]).toEqual([[], "idle"]);
  });
  test("a place out of reach, of which both are named", () => {
    const hand = trio().pick("MUN", "POR");
    expect(hand.orders).toEqual([]);
    expect(hand.state.said).toMatchObject({ word: "out-of-reach", unit: "A MUN", place: "POR" });
    expect(hand.chips).toContain("anyway");
  });
  test("a thousand picks, each put down again, in every kind of phase", () => {
    const places = ["MUN", "RUH", "KIE", "BUR", "BEL", "BER", "STP", "PAR", "POR"];
    const winter = board({ "A MUN": { d: 1 } }, { kind: "A", builds: ["A STP", "F STP/NC"], due: 1, text: "" });
    const removing = board({ "A MUN": { d: 1 }, "A PAR": { d: 1 } }, { kind: "A", due: -1 });
    const retreat = board({ "A BUR": { r: ["PAR"], d: 1 } }, { kind: "R", foreign: ["A BUR"] });
    for (const one of [TRIO, NORTH, winter, removing, retreat]) {
      const hand = new Hand(one);
      for (let at = 0; at < 1000; at++) hand.pick(places[(at * 7) % places.length]!).does({ do: "back" }, { do: "back" });
      expect(hand.orders).toEqual([]);
    }
  });
});

describe("an order that no longer fits is offered another, and stays as it is", () => {
  test("a support of a move that became another", () => {
    const hand = trio().pick("RUH", "BUR", "MUN", "RUH", "RUH", "BEL");
    expect(hand.orders).toEqual(["A RUH-BEL", "A MUN S A RUH-BUR"]);
    expect(hand.state.said).toMatchObject({ word: "ordered", unit: "A RUH", unfit: ["A MUN"] });
    expect(offered(hand.state, TRIO)[0]).toMatchObject({ word: "instead", unit: "A MUN", order: ["h"] });
  });
  test("a support of a move that became a hold", () => {
    const hand = trio().pick("RUH", "BUR", "MUN", "RUH", "RUH").chip("hold");
    hand.does({ do: "choose", chip: 0 });
    expect(hand.orders).toEqual(["A RUH H", "A MUN S A RUH"]);
    expect(hand.state.unfit).toEqual([]);
  });
  test("a support to hold of what goes now", () => {
    const hand = trio().pick("RUH").chip("hold").pick("MUN", "RUH", "RUH", "BUR");
    expect(hand.does({ do: "choose", chip: 0 }).orders).toEqual(["A RUH-BUR", "A MUN S A RUH-BUR"]);
  });
  test("who followed one that stays now", () => {
    const hand = trio().pick("RUH", "BEL", "MUN", "RUH").does({ do: "order", unit: "A RUH", order: ["h"] });
    expect(hand.orders).toEqual(["A RUH H", "A MUN-RUH"]);
    expect(hand.does({ do: "choose", chip: 0 }).orders).toEqual(["A RUH H", "A MUN S A RUH"]);
  });
  test("a fleet whose army goes elsewhere, and an army whose fleet does", () => {
    const hand = new Hand(NORTH).pick("YOR", "NWY", "YOR", "LON");
    expect(hand.state.unfit).toEqual(["F NTH"]);
    const other = new Hand(NORTH).pick("YOR", "BEL").pick("NTH").chip("hold");
    expect(other.state.unfit).toEqual([]);
    const sole = board({ "A YOR": { h: 1, v: { NWY: [["F NTH"]] } }, "F NTH": { h: 1, c: { "A YOR": ["NWY"] } } });
    expect(new Hand(sole).pick("YOR", "NWY").pick("NTH").chip("hold").state.unfit).toEqual(["A YOR"]);
  });
  test("may be left as it is", () => {
    const hand = trio().pick("RUH", "BUR", "MUN", "RUH", "RUH", "BEL");
    const at = offered(hand.state, TRIO).findIndex(chip => chip.leaves);
    hand.does({ do: "choose", chip: at });
    expect([hand.orders, hand.state.unfit]).toEqual([["A RUH-BEL", "A MUN S A RUH-BUR"], []]);
  });
  test("one that its writer gave so is his own affair", () => {
    const hand = trio().pick("RUH").chip("hold").does({ do: "order", unit: "A MUN", order: ["s", "A RUH", "BUR"] });
    expect(hand.state.unfit).toEqual([]);
    expect(misfits(hand.state.sheet, TRIO)).toEqual(["A MUN"]);
  });
});

test("all orders of a unit are listed, and one of them is chosen", () => {
  const hand = new Hand(NORTH).does({ do: "list", unit: "A YOR" });
  expect(hand.orders).toEqual([]);
  expect(offered(hand.state, NORTH).map(chip => chip.order![0])).toEqual(["h", "m", "m", "m", "m", "m"]);
  expect(hand.chip("to-order", "BEL").orders).toEqual(["A YOR-BEL", "F NTH C A YOR-BEL"]);
  expect(textOf(new Hand(MIDDLE).does({ do: "list", unit: "F KIE" }).chip("to-order", "HOL").state.sheet)).toBe("F KIE-HOL");
});
