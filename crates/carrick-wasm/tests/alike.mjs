// Compares the module with the program: reads questions with the program's answers from standard
// input (`examples/asked.rs`), asks the module in the folder named as argument, and fails where an
// answer is another one. `cargo xtask wasm test` runs it.

import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

const folder = resolve(process.argv[2] ?? ".");
const code = await readFile(join(folder, "carrick_wasm.js"), "utf8");
const { initSync, report, turn } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
initSync({ module: await readFile(join(folder, "carrick_wasm_bg.wasm")) });

let [asked, different] = [0, 0];
for await (const line of createInterface({ input: process.stdin })) {
  const question = JSON.parse(line);
  const answer = question.what === "turn" ? turn(question.asked, Infinity) : report(question.asked);
  asked += 1;
  if (answer === question.answer) continue;
  different += 1;
  if (different > 3) continue;
  const [program, module] = [question.answer, answer].map((text) => text.slice(0, 300));
  console.error(`${question.what} ${question.asked}\n  program: ${program}\n  module:  ${module}`);
}
console.log(`${asked} answers of the program, of which the module gives ${different} otherwise.`);
process.exit(asked > 0 && different === 0 ? 0 : 1);
