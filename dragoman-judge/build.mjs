/** Builds the judge for browsers and Node, with a note of the sources that it was built from: a test compares
 * them, so that what is served is what is here. `judge.wasm` beside it comes from `tools/judge_wasm.py`. */

import { build } from "esbuild";
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const STATIC = new URL("../src/dragoman/web/pages/static/", import.meta.url);
const DIST = new URL("dist/", import.meta.url);
const hash = createHash("sha256");
for (const name of readdirSync(new URL("src/", import.meta.url)).sort()) {
  hash.update(`${name}\n`).update(readFileSync(new URL(`src/${name}`, import.meta.url)));
}
const note = `/* Built from dragoman-judge/src, ${hash.digest("hex")}: change it there. */\n`;
const made = await build({
  entryPoints: [new URL("src/index.ts", import.meta.url).pathname],
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  write: false,
});
const text = note + made.outputFiles[0].text;
writeFileSync(new URL("judge.js", STATIC), text);
mkdirSync(DIST, { recursive: true });
writeFileSync(new URL("judge.js", DIST), text);
copyFileSync(new URL("judge.wasm", STATIC), new URL("judge.wasm", DIST));
console.log(`judge.js: ${gzipSync(text, { level: 9 }).length} bytes, compressed`);
