import { expect, test, vi } from "vitest";
import { Draft } from "../src/draft";
import type { Around } from "../src/draft";
import { changed } from "../src/sheet";
import type { Source } from "../src/source";
import { MIDDLE } from "./boards";

test("who orders a unit anew is asked no more which of two orders counts", () => {
  const source = { kept: null, keep: () => undefined, save: () => new Promise(() => undefined) } as unknown as Source;
  const draft = new Draft(source, { status: vi.fn(), took: vi.fn() } as unknown as Around, MIDDLE);
  const sheet = changed([], [{ unit: "A MUN", order: ["m", "TYR"] }]);
  draft.merged(sheet, MIDDLE, [{ unit: "A MUN", here: ["m", "BUR"], there: ["m", "TYR"] }]);
  draft.does({ do: "order", unit: "F KIE", order: ["h"] });
  expect(draft.conflicts).toHaveLength(1);
  draft.does({ do: "order", unit: "A MUN", order: ["h"] });
  expect(draft.conflicts).toEqual([]);
});
