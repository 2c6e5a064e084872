/** Catalogues of words for the programs that build and test the elements: `import ENGLISH from "….pot"`
 * is a record of what stands there, by keys. Other languages come from the server. */

import { readFileSync } from "node:fs";

const PAGES = new URL("../src/dragoman/web/pages/", import.meta.url);
export const BOARD = new URL("board/words.pot", PAGES);
export const WORKSHOP = new URL("workshop/words.pot", PAGES);

/** A catalogue as the source of a module. */
function moduleOf(catalogue) {
  const text = (entry, keyword) => JSON.parse(entry.match(new RegExp(`^${keyword} (".*")$`, "m"))?.[1] ?? '""');
  const words = catalogue.split("\n\n").map(entry => [text(entry, "msgctxt").replace(/^\w+\./, ""), text(entry, "msgid")]);
  return `export default ${JSON.stringify(Object.fromEntries(words.filter(([key]) => key)))};`;
}

/** For esbuild. */
export const catalogues = {
  name: "catalogues",
  setup: ({ onLoad }) => onLoad({ filter: /\.pot$/ }, ({ path }) => ({ contents: moduleOf(readFileSync(path, "utf8")), loader: "js" })),
};

/** For vitest. */
export const cataloguesInTests = {
  name: "catalogues",
  enforce: "pre",
  transform: (code, path) => (path.endsWith(".pot") ? { code: moduleOf(code), map: null } : undefined),
};
