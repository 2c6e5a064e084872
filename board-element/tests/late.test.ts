import { beforeEach, expect, test, vi } from "vitest";
import { Draft } from "../src/draft";
import type { Around } from "../src/draft";
import { Keeper } from "../src/keeper";
import { Late } from "../src/late";
import { IN_FEW_LETTERS } from "../src/saver";
import type { Kept } from "../src/saver";
import { changed } from "../src/sheet";
import type { Source } from "../src/source";
import { MIDDLE } from "./boards";

const device = new Map<string, string>();
vi.stubGlobal("addEventListener", () => undefined);
vi.stubGlobal("localStorage", {
  getItem: (name: string) => device.get(name) ?? null,
  setItem: (name: string, what: string) => device.set(name, what),
  removeItem: (name: string) => device.delete(name),
});
const page = { documentElement: { dataset: { account: "11" } } };
vi.stubGlobal("document", page);
const written = () => new Promise(resolve => setTimeout(resolve, 0));
const here = () => new Late("dip-board 7 ");
const SHEET = changed([], [{ unit: "A MUN", order: ["m", "BUR"] }]);
const KEPT: Kept = { phase: "F1900M", tag: '"0"', base: [], sheet: SHEET, past: [], future: [], sent: false };

/** A device on which something is kept of a sheet. */
function source(kept: Kept | null): Source & { kept: Kept | null } {
  const found = { kept, late: here(), keep: (next: Kept | null) => void (found.kept = next), save: () => new Promise(() => undefined) };
  return found as unknown as Source & { kept: Kept | null };
}
const around = () => ({ left: vi.fn(), status: vi.fn() }) as unknown as Around & { left: ReturnType<typeof vi.fn> };

beforeEach(() => device.clear());

test("what is undone is kept beside the sheet for little more, and read back as it was", async () => {
  const sheets = [SHEET];
  for (let n = 0; n < 50; n++) sheets.push(changed(sheets.at(-1)!, [{ unit: `A P${n % 30}`, order: ["h"] }]));
  const kept = { ...KEPT, sheet: sheets.at(-1)!, past: sheets.slice(0, -1), future: [SHEET] };
  const keeper = () => new Keeper<Kept>("dip-board 7 ", IN_FEW_LETTERS);
  keeper().keep(kept);
  await written();
  expect(keeper().kept).toEqual(kept);
  const [text] = device.values();
  expect(text!.length).toBeLessThan(JSON.stringify(kept).length / 5);
});

test("so is what was kept when each sheet had its lines", () => {
  device.set("dip-board 7  11", JSON.stringify(KEPT));
  expect(new Keeper<Kept>("dip-board 7 ", IN_FEW_LETTERS).kept).toEqual(KEPT);
});

test("another who uses the same browser finds nothing of it", async () => {
  here().add({ phase: "F1900M", text: "A MUN-BUR" });
  await written();
  page.documentElement.dataset.account = "12";
  expect(here().all).toEqual([]);
  page.documentElement.dataset.account = "11";
  expect(here().all).toHaveLength(1);
});

test("a late draft stays on the device until it is put away, and once alone", async () => {
  const draft = { phase: "F1900M", text: "A MUN-BUR" };
  here().add(draft);
  await written();
  here().add(draft);
  await written();
  here().add({ ...draft, phase: "S1901M" });
  await written();
  expect(here().all.map(one => one.phase)).toEqual(["F1900M", "S1901M"]);
  here().putAway(draft);
  await written();
  expect(here().all.map(one => one.phase)).toEqual(["S1901M"]);
  here().putAway({ ...draft, phase: "S1901M" });
  await written();
  expect(device.size).toBe(0);
});

test.each([
  ["of a phase that is over", MIDDLE],
  ["where nothing is ordered any more", { ...MIDDLE, own: null }],
])("what was not sent, %s, becomes a late draft", (_, board) => {
  const kept = source(KEPT);
  const page = around();
  new Draft(kept, page, board);
  expect(kept.late.all).toEqual([{ phase: "F1900M", text: "A MUN-BUR" }]);
  expect(kept.kept).toBe(null);
  expect(page.left).toHaveBeenCalledOnce();
});

test("of a game that ended in the phase at hand, too", () => {
  const kept = source({ ...KEPT, phase: MIDDLE.phase });
  new Draft(kept, around(), { ...MIDDLE, stage: "over", own: null });
  expect(kept.late.all).toEqual([{ phase: "S1901M", text: "A MUN-BUR" }]);
});

test("what was sent, or is of the phase at hand, does not", () => {
  const sent = source({ ...KEPT, sent: true });
  new Draft(sent, around(), MIDDLE);
  expect([sent.kept, sent.late.all]).toEqual([null, []]);
  const own = source({ ...KEPT, phase: MIDDLE.phase });
  new Draft(own, around(), { ...MIDDLE, own: null });
  expect([own.kept?.phase, own.late.all]).toEqual(["S1901M", []]);
});
