/** Builds the element into the pages of the judge, with its English; with a note of the sources that it
 * was built from: a test compares them, so that what is served is what is here. */

import { build, transform } from "esbuild";
import { catalogues, ENGLISH } from "./catalogue.mjs";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { readFileSync, readdirSync, writeFileSync, mkdirSync } from "node:fs";
import { gzipSync } from "node:zlib";

const OUT = new URL("../src/dragoman/web/pages/static/", import.meta.url);
const NAME = "dip-board.js";
const sources = readdirSync(new URL("src/", import.meta.url)).sort();
const hash = createHash("sha256");
for (const name of sources) {
  hash.update(`${name}\n`).update(readFileSync(new URL(`src/${name}`, import.meta.url)));
}
hash.update(readFileSync(ENGLISH));
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
const made = await build({
  entryPoints: [new URL("src/element.ts", import.meta.url).pathname],
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  plugins: [styles, catalogues],
  write: false,
});
writeFileSync(new URL(NAME, OUT), note + made.outputFiles[0].text);
console.log(`${NAME}: ${gzipSync(note + made.outputFiles[0].text, { level: 9 }).length} bytes, compressed`);
