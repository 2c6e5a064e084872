/** Builds the judge for the pages, where it comes when it is first needed (`dip-judge.js`), for pages that stand
 * alone (`dip-alone.js`), and the package (`dist/`). What is served has a note of the sources that it was built
 * from: a test compares them, so that what is served is what is here. `judge.wasm` comes from
 * `tools/judge_wasm.py`. */

import { build } from "esbuild";
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const ROOT = new URL("../", import.meta.url);
const STATIC = new URL("src/dragoman/web/pages/static/", ROOT);
const DIST = new URL("dist/", import.meta.url);

async function made(entry) {
  const found = await build({
    entryPoints: [`dragoman-judge/${entry}`],
    absWorkingDir: ROOT.pathname,
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    charset: "utf8",
    metafile: true,
    write: false,
  });
  const files = Object.keys(found.metafile.inputs).sort();
  const hash = createHash("sha256");
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(new URL(file, ROOT)));
  const note = `/* Built from ${files.join(" ")}: ${hash.digest("hex")}. Change it there. */\n`;
  return note + found.outputFiles[0].text;
}

for (const [entry, name] of [["board/pages.ts", "dip-judge.js"], ["board/page.ts", "dip-alone.js"]]) {
  const text = await made(entry);
  writeFileSync(new URL(name, STATIC), text);
  console.log(`${name}: ${gzipSync(text, { level: 9 }).length} bytes, compressed`);
}
mkdirSync(DIST, { recursive: true });
writeFileSync(new URL("judge.js", DIST), await made("src/index.ts"));
copyFileSync(new URL("judge.wasm", STATIC), new URL("judge.wasm", DIST));
