// Compares the module with the program: reads questions and the program's answers from standard
// input (`examples/asked.rs`), asks the module in the folder given as argument, and fails if an
// answer differs. For questions with the time that the program took, it prints the speed of both.
// `cargo xtask wasm test` runs it.

import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { brotliDecompressSync } from "node:zlib";

const folder = resolve(process.argv[2] ?? ".");
const code = await readFile(join(folder, "carrick_wasm.js"), "utf8");
const { initSync, report, turn } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
initSync({ module: brotliDecompressSync(await readFile(join(folder, "carrick_wasm_bg.wasm.br"))) });

/** Nodes of each game, and the seconds that program and module took for them. */
const speeds = new Map();

/** @param {{game: string, nodes: number, seconds: number | null}} timed */
function count({ game, nodes, seconds }, took) {
  if (seconds === null) return;
  const { nodes: before = 0, program = 0, module = 0 } = speeds.get(game) ?? {};
  speeds.set(game, { nodes: before + nodes, program: program + seconds, module: module + took });
}

/** Processor time of this program, in seconds. */
const processorTime = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

let [asked, different] = [0, 0];
for await (const line of createInterface({ input: process.stdin })) {
  const question = JSON.parse(line);
  const begun = processorTime();
  const answer = question.what === "turn" ? turn(question.asked, Infinity) : report(question.asked);
  asked += 1;
  if (question.timed) count(question.timed, processorTime() - begun);
  if (answer === question.answer) continue;
  different += 1;
  if (different > 3) continue;
  const [program, module] = [question.answer, answer].map((text) => text.slice(0, 300));
  console.error(`${question.what} ${question.asked}\n  program: ${program}\n  module:  ${module}`);
}
for (const [game, { nodes, program, module }] of speeds) {
  const speed = (seconds) => Math.round(nodes / seconds).toLocaleString("en");
  console.log(`${game}: ${speed(program)} nodes a second in the program, ${speed(module)} in the module, ${(program / module).toFixed(2)} of it.`);
}
console.log(`${asked} answers of the program, of which the module gives ${different} otherwise.`);
process.exit(asked > 0 && different === 0 ? 0 : 1);
