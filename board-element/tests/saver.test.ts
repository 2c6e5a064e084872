import { describe, expect, test } from "vitest";
import type { Board, Own } from "../src/board";
import { Saver } from "../src/saver";
import type { Asked, Heard, Kept, Outside, Status } from "../src/saver";
import { changed, sheetOf, textOf } from "../src/sheet";
import type { Conflict, Sheet } from "../src/sheet";
import { MIDDLE } from "./boards";

/** A judge with one sheet, whose line can be cut. */
class Judge implements Outside, Heard {
  text = "";
  revision = 0;
  isCut = false;
  isOver = false;
  isReady = false;
  kept: Kept | null = null;
  states: string[] = [];
  waiting: (() => void)[] = [];
  sheet: Sheet = [];
  conflicts: Conflict[] = [];
  keptBack: Kept | null = null;
  saves = 0;
  lines: Own["lines"] = [];

  get tag(): string {
    return `"${this.revision}"`;
  }
  async save(_: Board, text: string, tag: string): Promise<Asked> {
    await Promise.resolve();
    if (this.isCut) throw new TypeError("no network");
    this.saves++;
    if (this.isOver) return { status: 422, tag: null, data: { diagnostics: [{ code: "phase-is-over", severity: "error", what: "it has been judged" }] } };
    if (text === "bad") return { status: 422, tag: null, data: { diagnostics: [{ code: "else-without-if", severity: "error", what: "ELSE has no IF" }] } };
    if (tag !== this.tag) return { status: 412, tag: this.tag, data: {} };
    this.text = text;
    this.revision++;
    return { status: 200, tag: this.tag, data: {} };
  }
  async unready(): Promise<void> {
    await Promise.resolve();
    this.isReady = false;
  }
  async board(): Promise<Board> {
    await Promise.resolve();
    return this.now_();
  }
  now_(): Board & { own: Own } {
    return { ...MIDDLE, own: { ...MIDDLE.own!, text: this.text, tag: this.tag, lines: this.lines, ready: this.isReady } };
  }
  keep(kept: Kept | null): void {
    this.kept = kept;
  }
  later(_: number, act: () => void): void {
    this.waiting.push(act);
  }
  now(): Date {
    return new Date(0);
  }
  status(status: Status): void {
    this.states.push(status.is);
  }
  merged(sheet: Sheet, _: Board, conflicts: Conflict[]): void {
    this.sheet = sheet;
    this.conflicts = conflicts;
  }
  saved(): void {}
  wasReady(): void {
    this.states.push("was ready");
  }
  over(kept: Kept): void {
    this.keptBack = kept;
  }
  saver(): Saver {
    return new Saver(this, this, this.now_());
  }
}

const settled = () => new Promise(resolve => setTimeout(resolve, 0));
const one = changed([], [{ unit: "A MUN", order: ["m", "BUR"] }]);
const two = changed(one, [{ unit: "A RUH", order: ["h"] }]);

describe("saving", () => {
  test("is done at once, and said", async () => {
    const judge = new Judge();
    judge.saver().change(one, [], []);
    await settled();
    expect(judge.text).toBe("A MUN-BUR");
    expect(judge.states).toEqual(["saving", "saved"]);
    expect(judge.kept).toMatchObject({ sent: true, tag: '"1"' });
  });
  test("of two quick changes the last is sent after the first, over it", async () => {
    const judge = new Judge();
    const saver = judge.saver();
    saver.change(one, [], []);
    saver.change(two, [], []);
    await settled();
    expect(judge.text).toBe("A MUN-BUR\nA RUH H");
    expect(judge.saves).toBe(2);
    expect(saver.isPending).toBe(false);
  });
  test("takes ready back first, and says so", async () => {
    const judge = new Judge();
    judge.isReady = true;
    judge.saver().change(one, [], []);
    await settled();
    expect(judge.states).toEqual(["saving", "was ready", "saved"]);
  });
});

test("without network it is kept here, and sent once when there is one", async () => {
  const judge = new Judge();
  judge.isCut = true;
  const saver = judge.saver();
  saver.change(one, [], []);
  await settled();
  expect(judge.states).toEqual(["saving", "offline"]);
  expect(judge.kept).toMatchObject({ sent: false, phase: "S1901M" });
  judge.isCut = false;
  judge.waiting.forEach(act => act());
  await saver.send();
  await settled();
  expect(judge.text).toBe("A MUN-BUR");
  expect(judge.saves).toBe(1);
});

test("two tabs that order different units", async () => {
  const judge = new Judge();
  const [here, there] = [judge.saver(), judge.saver()];
  there.change(changed([], [{ unit: "F KIE", order: ["m", "HOL"] }]), [], []);
  await settled();
  judge.lines = [[1, "F KIE", ["m", "HOL"]]];
  here.change(one, [], []);
  await settled();
  expect(judge.text).toBe("F KIE-HOL\nA MUN-BUR");
  expect(judge.conflicts).toEqual([]);
  expect(textOf(judge.sheet)).toBe(judge.text);
});

test("two tabs that order the same unit: nothing is overwritten, and somebody is asked", async () => {
  const judge = new Judge();
  const [here, there] = [judge.saver(), judge.saver()];
  there.change(changed([], [{ unit: "A MUN", order: ["m", "TYR"] }]), [], []);
  await settled();
  judge.lines = [[1, "A MUN", ["m", "TYR"]]];
  here.change(one, [], []);
  await settled();
  expect(judge.text).toBe("A MUN-TYR");
  expect(judge.conflicts).toEqual([{ unit: "A MUN", here: ["m", "BUR"], there: ["m", "TYR"] }]);
});

test("a phase that is over keeps the draft, and it is sent nowhere", async () => {
  const judge = new Judge();
  judge.isOver = true;
  const saver = judge.saver();
  saver.change(one, [], []);
  await settled();
  expect(judge.states.at(-1)).toBe("over");
  expect(textOf(judge.keptBack!.sheet)).toBe("A MUN-BUR");
  expect(saver.isPending).toBe(false);
});

test("a refusal says why", async () => {
  const judge = new Judge();
  judge.saver().change([{ text: "bad", orders: [] }], [], []);
  await settled();
  expect(judge.states.at(-1)).toBe("refused");
});

test("what was refused is not for what another device wrote meanwhile", async () => {
  const judge = new Judge();
  const [here, there] = [judge.saver(), judge.saver()];
  here.change([{ text: "bad", orders: [] }], [], []);
  there.change(changed([], [{ unit: "F KIE", order: ["m", "HOL"] }]), [], []);
  await settled();
  judge.lines = [[1, "F KIE", ["m", "HOL"]]];
  expect(here.know(judge.now_())).toBe(false);
  here.change(one, [], []);
  await settled();
  expect(judge.text).toBe("F KIE-HOL\nA MUN-BUR");
  expect(here.know(judge.now_())).toBe(true);
});

test("what was kept is of this phase and this revision, or it is not sent on", () => {
  const judge = new Judge();
  const saver = judge.saver();
  const kept: Kept = { phase: "S1901M", tag: '"0"', base: [], sheet: one, past: [], future: [], sent: false };
  expect(saver.fits(kept)).toBe(true);
  expect(saver.fits({ ...kept, phase: "F1901M" })).toBe(false);
  expect(saver.fits({ ...kept, tag: '"9"' })).toBe(false);
  expect(sheetOf(judge.now_().own)).toEqual([]);
});

test("what stands there of a save whose answer was lost is nobody else's", async () => {
  const judge = new Judge();
  const [here, there] = [judge.saver(), judge.saver()];
  const save = judge.save.bind(judge);
  judge.save = async (board, text, tag) => {
    judge.save = save;
    await save(board, text, tag);
    throw new TypeError("no network");
  };
  here.change(one, [], []);
  await settled();
  judge.lines = [[1, "A MUN", ["m", "BUR"]]];
  there.change(changed([], [{ unit: "F KIE", order: ["m", "HOL"] }]), [], []);
  await settled();
  judge.lines = [[1, "A MUN", ["m", "BUR"]], [2, "F KIE", ["m", "HOL"]]];
  judge.conflicts = [];
  here.change(changed([], [{ unit: "A MUN", order: ["m", "TYR"] }]), [], []);
  await settled();
  expect(judge.conflicts).toEqual([]);
  expect(judge.text).toBe("A MUN-TYR\nF KIE-HOL");
});
