/** Builds the element into the pages of the judge, with a note of the sources that it was built from:
 * a test compares them, so that what is served is what is here. */

import { build } from "esbuild";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync, mkdirSync } from "node:fs";
import { gzipSync } from "node:zlib";

const OUT = new URL("../src/dragoman/web/pages/static/dip-board.js", import.meta.url);
const sources = readdirSync(new URL("src/", import.meta.url)).sort();
const hash = createHash("sha256");
for (const name of sources) {
  hash.update(`${name}\n`).update(readFileSync(new URL(`src/${name}`, import.meta.url)));
}
const made = await build({
  entryPoints: [new URL("src/element.ts", import.meta.url).pathname],
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  loader: { ".css": "text" },
  write: false,
});
const note = `/* Built from board-element/src, ${hash.digest("hex")}: change it there. */\n`;
mkdirSync(new URL(".", OUT), { recursive: true });
writeFileSync(OUT, note + made.outputFiles[0].text);
console.log(`dip-board.js: ${gzipSync(note + made.outputFiles[0].text, { level: 9 }).length} bytes, compressed`);
