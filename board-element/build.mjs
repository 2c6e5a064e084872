/** Builds the elements into the pages of the judge, with their English; with a note of the sources that each
 * was built from: a test compares them, so that what is served is what is here. */

import { build, transform } from "esbuild";
import { BOARD, WORKSHOP, catalogues } from "./catalogue.mjs";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { readFileSync, readdirSync, writeFileSync, mkdirSync } from "node:fs";
import { gzipSync } from "node:zlib";

const OUT = new URL("../src/dragoman/web/pages/static/", import.meta.url);
/** A style as the text of one, in few letters. */
const styles = {
  name: "styles",
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const { code } = await transform(await readFile(path, "utf8"), { loader: "css", minify: true });
      return { contents: code.trim(), loader: "text" };
    }),
};

/** Builds the element whose sources lie in a folder. */
async function written(name, folder, words) {
  const hash = createHash("sha256");
  for (const source of readdirSync(new URL(`${folder}/`, import.meta.url)).sort()) {
    hash.update(`${source}\n`).update(readFileSync(new URL(`${folder}/${source}`, import.meta.url)));
  }
  hash.update(readFileSync(words));
  const note = `/* Built from board-element/${folder}, ${hash.digest("hex")}: change it there. */\n`;
  const made = await build({
    entryPoints: [new URL(`${folder}/element.ts`, import.meta.url).pathname],
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    charset: "utf8",
    plugins: [styles, catalogues],
    write: false,
  });
  const text = note + made.outputFiles[0].text;
  writeFileSync(new URL(name, OUT), text);
  console.log(`${name}: ${gzipSync(text, { level: 9 }).length} bytes, compressed`);
}

mkdirSync(OUT, { recursive: true });
await written("dip-board.js", "src", BOARD);
await written("dip-workshop.js", "workshop", WORKSHOP);
