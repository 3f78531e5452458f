#!/usr/bin/env node
// Shows that a checker catches a wrong byte: flips bits of a certificate in many places, each time
// with the sum made right again, and demands that check.mjs, walk.mjs for a strategy or connect.mjs
// for connections refuses every one of them.
//
//     node lab/checkers/mutate.mjs FILE [PLACES]

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { argv, exit } from "node:process";

import { check as checkTable } from "./check.mjs";
import { check as checkConnections } from "./connect.mjs";
import { check as checkStrategy } from "./walk.mjs";

const [path, wanted = "1000"] = argv.slice(2);
const whole = readFileSync(path);
const end = whole.indexOf(10);
const kind = JSON.parse(whole.subarray(0, end).toString()).certificate.replace("carrick ", "");
const isTable = kind === "table";
const check = { table: checkTable, strategy: checkStrategy, connections: checkConnections }[kind];
const head = check(whole);
// The two states of Boche's empty board stand for nothing.
const unused = isTable && head.game === "boche" ? 2 : 0;
const first = end + 1 + unused;

/** The certificate with one bit changed, and a sum that fits. */
function changed(at, bit) {
  const bytes = Buffer.from(whole.subarray(end + 1));
  bytes[at - end - 1] ^= 1 << bit;
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return Buffer.concat([Buffer.from(`${JSON.stringify({ ...head, sha256 })}\n`), bytes]);
}

let missed = 0;
for (let place = 0; place < Number(wanted); place += 1) {
  // Places all over the table, and all eight bits in turn.
  const at = first + Math.floor((place * (whole.length - first)) / Number(wanted));
  try {
    check(changed(at, (place * 3) % 8));
    missed += 1;
    console.error(`${path}: bit ${(place * 3) % 8} of byte ${at} may be flipped unnoticed`);
  } catch {
    // Refused, as it should be.
  }
}
console.log(`${path}: ${wanted} flipped bits, ${missed} not noticed`);
exit(missed ? 1 : 0);
