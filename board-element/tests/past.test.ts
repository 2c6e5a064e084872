import { describe, expect, test } from "vitest";
import type { Board, Why } from "../src/board";
import { Past, beside, isAbout, listed, told } from "../src/past";

const ALL = ["S1901M", "F1901M", "F1901A"];

describe("turns one after the other", () => {
  test.each([
    ["", -1, "F1901A"],
    ["F1901A", 1, ""],
    ["S1901M", 1, "F1901M"],
    ["S1901M", -1, undefined],
    ["", 1, undefined],
    ["W1850A", 1, undefined],
  ])("%s %i", (from, by, to) => expect(beside(from, ALL, by)).toBe(to));
  test("where none was judged there is none before", () => expect(beside("", [], -1)).toBeUndefined());
});

test("turns are listed in words, the one at hand last", () => {
  const now = { past: ["S1901M", "F1901M"], past_turns: ["Spring 1901, movement", "Fall 1901, movement"], turn: "Winter 1901, adjustments" };
  expect(listed(now as Board)).toEqual([
    ["S1901M", "Spring 1901, movement"],
    ["F1901M", "Fall 1901, movement"],
    ["", "Winter 1901, adjustments"],
  ]);
  expect(told(now as Board, "F1901M")).toBe("Fall 1901, movement");
  expect(told(now as Board, "S1850M")).toBe("S1850M");
});

describe("what was judged", () => {
  const records = () => {
    const asked: string[] = [];
    const turn = (name: string) => {
      asked.push(name);
      return name === "lost" ? Promise.reject(new Error("lost")) : Promise.resolve({ phase: name } as Board);
    };
    const asking = { step: -4, turn, why: () => Promise.resolve([]) };
    return { asked, asking, past: new Past(asking) };
  };
  test("is asked for once more at another step of zoom", async () => {
    const { asked, asking, past } = records();
    await past.turn("F1901M");
    asking.step = -3;
    await past.turn("F1901M");
    asking.step = -4;
    await past.turn("F1901M");
    expect(asked).toEqual(["F1901M", "F1901M"]);
  });
  test("is asked for once, and its neighbours ahead", async () => {
    const { asked, past } = records();
    await past.turn("F1901M");
    past.ahead("F1901M", ALL);
    await past.turn("S1901M");
    expect((await past.turn("F1901M")).phase).toBe("F1901M");
    expect(asked).toEqual(["F1901M", "S1901M", "F1901A"]);
  });
  test("is asked for again where it did not come, or was taken back", async () => {
    const { asked, past } = records();
    await expect(past.turn("lost")).rejects.toThrow();
    await expect(past.turn("lost")).rejects.toThrow();
    await past.turn("S1901M");
    past.forget();
    await past.turn("S1901M");
    expect(asked).toEqual(["lost", "lost", "S1901M", "S1901M"]);
  });
});

test("an explanation is about its unit alone", () => {
  const why = (unit: string | null, order: string): Why => ({ text: "", data: { unit, order } });
  expect(isAbout(why("A PAR", "A PAR-BUR"), "A PAR")).toBe(true);
  expect(isAbout(why("A MAR", "A MAR S A PAR-BUR"), "A PAR")).toBe(false);
  expect(isAbout(why(null, "A PAR-BUR"), "A PAR")).toBe(true);
  expect(isAbout(why(null, "A PARM-BUR"), "A PAR")).toBe(false);
});
