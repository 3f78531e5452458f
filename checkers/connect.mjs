#!/usr/bin/env node
// Checks proofs by connections, in Antipod. Written from docs/rules and docs/certificates.md.
//
//     node checkers/connect.mjs FILE...
//
// Prints a line for each file that holds, and ends with status 1 at the first that does not.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { argv, exit } from "node:process";
import { pathToFileURL } from "node:url";

import { demand, words } from "./check.mjs";

/** Points by number: the left board with its rim, then the rest of the right one. */
function sphere(r) {
  const last = 2 * r - 1;
  const [numbers, isCorner, centre] = [new Map(), [], [r, r]];
  for (const half of [0, 1])
    for (let i = 1; i <= last; i += 1)
      for (let j = Math.max(1, i - r + 1); j <= Math.min(last, i + r - 1); j += 1) {
        const isRim = i === 1 || j === 1 || i === last || j === last || Math.abs(i - j) === r - 1;
        // The rim of one board is that of the other.
        if (half && isRim) numbers.set(`1 ${i} ${j}`, numbers.get(`0 ${i} ${j}`));
        else {
          isCorner.push(isRim && [i, j].every((at) => at === 1 || at === r || at === last));
          numbers.set(`${half} ${i} ${j}`, isCorner.length - 1);
        }
      }
  const near = isCorner.map(() => new Set());
  for (const [name, number] of numbers) {
    const [half, i, j] = name.split(" ").map(Number);
    for (const [di, dj] of [[0, 1], [1, 1], [1, 0], [0, -1], [-1, -1], [-1, 0]]) {
      const other = numbers.get(`${half} ${i + di} ${j + dj}`);
      if (other !== undefined) near[number].add(other);
    }
  }
  const poles = [0, 1].map((half) => numbers.get(`${half} ${centre.join(" ")}`));
  return { near, poles, isCorner };
}

const isIn = (set, at) => (set >> BigInt(at)) & 1n;
const set = (points) => points.reduce((all, at) => all | (1n << BigInt(at)), 0n);
const sorted = (ends) => [...ends].sort((a, b) => a - b);

/** The rules. Each connection has `full`, two `ends`, points that have to be `black`, and those that have to be `empty`. */
function rules({ near, poles }, found) {
  const maps = [];
  const get = (line) => {
    demand(line < found.length, "a step rests on a later one");
    return found[line];
  };
  const add = (full, ends, black, empty) => {
    demand(!((black | set(ends)) & empty), "a point is to be black and empty");
    found.push({ full, ends: sorted(ends), black, empty });
  };
  const moved = (points, by) => set(by.filter((_, at) => isIn(points, at)));
  return {
    map(...images) {
      demand(images.length === near.length && new Set(images).size === near.length, "a map is none");
      for (const [at, others] of near.entries()) {
        const image = near[images[at]];
        demand(image?.size === others.size, "a map does not keep neighbours");
        for (const other of others) demand(image.has(images[other]), "a map does not keep neighbours");
      }
      maps.push(images);
    },
    path(...points) {
      demand(points.length > 1 && new Set(points).size === points.length, "a path comes to a point again");
      for (let at = 1; at < points.length; at += 1) demand(near[points[at - 1]]?.has(points[at]), "a path jumps");
      add(true, [points[0], points.at(-1)], set(points.slice(1, -1)), 0n);
    },
    series(one, other, ...more) {
      const [a, b] = [get(one), get(other)];
      const shared = a.ends.filter((end) => b.ends.includes(end));
      demand(!more.length && a.full && b.full && shared.length === 1, "a series does not hang together");
      demand(!(a.empty & b.empty), "a series needs a point twice");
      add(true, [...a.ends, ...b.ends].filter((end) => end !== shared[0]), a.black | b.black | set(shared), a.empty | b.empty);
    },
    key(point, line, ...more) {
      const { ends, black, empty } = get(line);
      demand(!more.length && isIn(black, point) && !poles.includes(point), "a key is not needed");
      add(false, ends, black ^ set([point]), empty | set([point]));
    },
    all(...lines) {
      const ways = lines.map(get);
      demand(ways.length && ways.every(({ ends }) => String(ends) === String(ways[0].ends)), "connections end elsewhere");
      demand(!ways.reduce((common, { empty }) => common & empty, ~0n), "one stone stops all connections");
      const union = (what) => ways.reduce((all, way) => all | way[what], 0n);
      add(true, ways[0].ends, union("black"), union("empty"));
    },
    image(map, line, ...more) {
      const [{ full, ends, black, empty }, by] = [get(line), maps[map]];
      demand(by && !more.length, "a map is none");
      add(full, ends.map((end) => by[end]), moved(black, by), moved(empty, by));
    },
  };
}

/** The stones of Black and White, those that are there at the start included. */
function position({ near, poles, isCorner }, [black, white]) {
  const corners = [...isCorner.keys()].filter((at) => isCorner[at]);
  const all = [poles, corners, black, white].flat();
  demand(all.every((at) => Number.isInteger(at) && near[at]), "a stone is beside the board");
  demand(new Set(all).size === all.length, "two stones share a point");
  demand(white.length === black.length || white.length === black.length + 1, "nobody is to move");
  return [set([...black, ...poles]), set([...white, ...corners])];
}

/** Checks a proof, given as bytes. Returns its head. */
export function check(data) {
  const line = data.indexOf(10);
  const [head, body] = [JSON.parse(data.subarray(0, line).toString()), data.subarray(line + 1)];
  demand(head.certificate === "carrick connections", "these are no connections");
  demand(head.format === 1 && head.rules === 1, "it is of another version");
  demand(head.game === "antipod" && head.winner === "second", "it claims something else");
  demand(createHash("sha256").update(body).digest("hex") === head.sha256, "the sum is wrong");
  const board = sphere(words(head.options).radius);
  const played = [head.black ?? [], head.white ?? []];
  const [ours, theirs] = position(board, played);
  const found = [];
  const steps = rules(board, found);
  for (const step of body.toString().split("\n").slice(0, -1)) {
    const [word, ...numbers] = step.split(" ");
    demand(Object.hasOwn(steps, word), "a step is unknown");
    demand(numbers.every((number) => /^\d+$/.test(number)), "a number is none");
    steps[word](...numbers.map(Number));
  }
  demand(found.length === head.steps && found.length > 0, "the number of steps is wrong");
  const { full, ends, black, empty } = found.at(-1);
  const isBlackToMove = played[1].length > played[0].length;
  demand((full || isBlackToMove) && String(ends) === String(sorted(board.poles)), "the poles are not joined");
  demand(!(black & ~ours), "stones are needed that are not there");
  demand(!(empty & (ours | theirs)), "points are needed that are not empty");
  return head;
}

/** A proof in words, in words. */
function told(head) {
  const stones = ["black", "white"].filter((colour) => head[colour]).map((colour) => `${colour} on [${head[colour].join(", ")}]`);
  return [`the ${head.winner} player wins ${head.game} ${head.options}`, ...stones].join(" ");
}

if (argv[1] && import.meta.url === pathToFileURL(argv[1]).href) {
  for (const path of argv.slice(2)) {
    try {
      console.log(`${path}: ${told(check(readFileSync(path)))}`);
    } catch (wrong) {
      console.error(`${path}: ${wrong.message}`);
      exit(1);
    }
  }
}
