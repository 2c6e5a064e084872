/** node in-node.mjs JUDGE.js JUDGE.wasm TURNS.json ANSWERS.json */

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { judged } from "./turns.mjs";

const [, , script, wasm, turns, answers] = process.argv;
const module = await WebAssembly.compile(readFileSync(wasm));
writeFileSync(answers, JSON.stringify(await judged(await import(pathToFileURL(script)), module, JSON.parse(readFileSync(turns)))));
