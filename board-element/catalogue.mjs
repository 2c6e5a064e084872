/** Catalogues of words for the programs that build and test the board: `import ENGLISH from "….pot"`
 * is a record of what stands there, by keys. Other languages come from the server. */

import { readFileSync } from "node:fs";

export const ENGLISH = new URL("../src/dragoman/web/pages/board/words.pot", import.meta.url);

/** A catalogue as the source of a module. */
function moduleOf(catalogue) {
  const text = (entry, keyword) => JSON.parse(entry.match(new RegExp(`^${keyword} (".*")$`, "m"))?.[1] ?? '""');
  const words = catalogue.split("\n\n").map(entry => [text(entry, "msgctxt").replace(/^board\./, ""), text(entry, "msgid")]);
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
