#!/usr/bin/env node
// Checks a part of a table that is too large for the memory, by the rules of check.mjs: bytes are
// read from the file when they are looked at.
//
//     node lab/checkers/large.mjs FILE [K/N]
//
// Prints a line if the states K, K + N, K + 2 N and so on hold, or all, and ends with status 1
// otherwise.

import { createHash } from "node:crypto";
import { openSync, readSync } from "node:fs";
import { argv, exit } from "node:process";

import { check, told } from "./check.mjs";

const [path, words = "0/1"] = argv.slice(2);
if (!path) {
  console.error("usage: node large.mjs FILE [K/N]");
  exit(1);
}
const part = words.split("/").map(Number);
const file = openSync(path);
const piece = Buffer.alloc(1 << 24);
/** The next bytes of the file from a place on; none at its end. */
const read = (at) => piece.subarray(0, readSync(file, piece, 0, piece.length, at));

const head = Buffer.from(read(0));
const start = head.indexOf(10) + 1;
const hash = createHash("sha256");
let end = start;
for (let bytes = read(end); bytes.length; bytes = read(end)) {
  hash.update(bytes);
  end += bytes.length;
}
const byte = Buffer.alloc(1);
const get = (_, at) => {
  if (at === "length") return end - start;
  return readSync(file, byte, 0, 1, start + Number(at)) ? byte[0] : undefined;
};
try {
  const checked = check(head, part, { table: new Proxy({}, { get }), sum: hash.digest("hex") });
  console.log(`${path}: ${told(checked, part)}`);
} catch (error) {
  console.error(`${path}: ${error.message}`);
  exit(1);
}
