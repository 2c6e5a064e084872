/** Builds the element into the pages of the judge, and its words in other languages than English each
 * into a file of their own; with a note of the sources that they were built from: a test compares them,
 * so that what is served is what is here. */

import { build, transform } from "esbuild";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { readFileSync, readdirSync, writeFileSync, mkdirSync } from "node:fs";
import { gzipSync } from "node:zlib";

const OUT = new URL("../src/dragoman/web/pages/static/", import.meta.url);
const FILES = { "dip-board.js": "element.ts", "dip-board-de.js": "german.ts" };
const sources = readdirSync(new URL("src/", import.meta.url)).sort();
const hash = createHash("sha256");
for (const name of sources) {
  hash.update(`${name}\n`).update(readFileSync(new URL(`src/${name}`, import.meta.url)));
}
const note = `/* Built from board-element/src, ${hash.digest("hex")}: change it there. */\n`;
/** A style as the text of one, in few letters. */
const styles = {
  name: "styles",
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const { code } = await transform(await readFile(path, "utf8"), { loader: "css", minify: true });
      return { contents: code.trim(), loader: "text" };
    }),
};
mkdirSync(OUT, { recursive: true });
for (const [name, entry] of Object.entries(FILES)) {
  const made = await build({
    entryPoints: [new URL(`src/${entry}`, import.meta.url).pathname],
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    charset: "utf8",
    plugins: [styles],
    write: false,
  });
  writeFileSync(new URL(name, OUT), note + made.outputFiles[0].text);
  console.log(`${name}: ${gzipSync(note + made.outputFiles[0].text, { level: 9 }).length} bytes, compressed`);
}
