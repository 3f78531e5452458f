#!/usr/bin/env node
// Checks proofs by connections, in Antipod. Written from docs/rules and docs/certificates.md.
//
//     node lab/checkers/connect.mjs FILE...
//
// Prints a line for each file that holds, and ends with status 1 at the first that does not.

import { argv } from "node:process";

import { demand, isMain, readHead, run } from "./check.mjs";

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
    demand(line < found.length, "a step rests on a later line");
    return found[line];
  };
  const add = (full, ends, black, empty) => {
    demand(!((black | set(ends)) & empty), "a point is to be black and empty");
    found.push({ full, ends: sorted(ends), black, empty });
  };
  const moved = (points, by) => set(by.filter((_, at) => isIn(points, at)));
  return {
    map(...images) {
      const isWhole = images.length === near.length && images.every((at) => near[at]);
      demand(isWhole && new Set(images).size === near.length, "a map does not name each point once");
      for (const [at, others] of near.entries()) {
        const image = near[images[at]];
        demand(image.size === others.size, "a map does not keep neighbours");
        for (const other of others) demand(image.has(images[other]), "a map does not keep neighbours");
      }
      maps.push(images);
    },
    path(...points) {
      demand(points.every((at) => near[at]), "a point is not on the board");
      const isRow = points.length > 1 && new Set(points).size === points.length;
      demand(isRow, "a path is too short, or comes to a point again");
      for (let at = 1; at < points.length; at += 1) demand(near[points[at - 1]].has(points[at]), "a path jumps");
      add(true, [points[0], points.at(-1)], set(points.slice(1, -1)), 0n);
    },
    series(one, other) {
      const [a, b] = [get(one), get(other)];
      const shared = a.ends.filter((end) => b.ends.includes(end));
      demand(a.full && b.full, "a connection has to be full");
      demand(shared.length === 1, "a series does not hang together");
      demand(!(a.empty & b.empty), "a series needs a point twice");
      add(true, [...a.ends, ...b.ends].filter((end) => end !== shared[0]), a.black | b.black | set(shared), a.empty | b.empty);
    },
    key(point, line) {
      const { full, ends, black, empty } = get(line);
      demand(full, "a connection has to be full");
      demand(near[point], "a point is not on the board");
      demand(isIn(black, point) && !poles.includes(point), "a key is not needed");
      add(false, ends, black ^ set([point]), empty | set([point]));
    },
    all(...lines) {
      const ways = lines.map(get);
      demand(ways.every(({ ends }) => String(ends) === String(ways[0].ends)), "connections end elsewhere");
      demand(!ways.reduce((common, { empty }) => common & empty, ~0n), "one stone stops all connections");
      const union = (what) => ways.reduce((all, way) => all | way[what], 0n);
      add(true, ways[0].ends, union("black"), union("empty"));
    },
    image(map, line) {
      const [{ full, ends, black, empty }, by] = [get(line), maps[map]];
      demand(by, "a step rests on a later line");
      add(full, ends.map((end) => by[end]), moved(black, by), moved(empty, by));
    },
  };
}

/** The stones of Black and White, those of the start included, and whether Black is to move. */
function position({ near, poles, isCorner }, head) {
  const corners = [...isCorner.keys()].filter((at) => isCorner[at]);
  const [black, white] = ["black", "white"].map((colour) => {
    const points = Object.hasOwn(head, colour) ? head[colour] : [];
    const isList = Array.isArray(points) && points.every(Number.isSafeInteger);
    demand(isList && (points.length || !Object.hasOwn(head, colour)), "the stones are no list of points");
    demand(points.every((at, rank) => !rank || points[rank - 1] < at), "the stones are not in order");
    demand(points.every((at) => near[at]), "a point is not on the board");
    return points;
  });
  const all = [poles, corners, black, white].flat();
  demand(new Set(all).size === all.length, "two stones share a point");
  demand(white.length === black.length || white.length === black.length + 1, "the numbers of stones do not fit");
  const joined = new Set([poles[0]]);
  for (const at of joined) for (const next of near[at]) if (black.includes(next) || next === poles[1]) joined.add(next);
  demand(!joined.has(poles[1]), "Black has won already");
  return { ours: set([...black, ...poles]), theirs: set([...white, ...corners]), isBlackToMove: white.length > black.length };
}

/** A step: a word and numbers, with one blank before each. */
const STEP = /^(map|path|series|key|all|image)((?: (?:0|[1-9][0-9]{0,8}))+)$/;

/** Checks a proof, given as bytes. Returns its head. */
export function check(data) {
  const fields = ["winner", "black", "white", "steps", "sha256"];
  const { head, body } = readHead(data, "carrick connections", fields, ["black", "white"]);
  const radius = /^-radius=([3-9]|10)$/.exec(head.options);
  demand(head.game === "antipod" && radius, "no such file is written for this game and these options");
  demand(head.winner === "second", "connections are of the second player only");
  const board = sphere(Number(radius[1]));
  const { ours, theirs, isBlackToMove } = position(board, head);
  const found = [];
  const steps = rules(board, found);
  const lines = body.toString("latin1").split("\n");
  demand(lines.pop() === "", "the last line does not end");
  for (const line of lines) {
    const [, word, rest] = STEP.exec(line) ?? [];
    demand(word, "a line is no step");
    const numbers = rest.trim().split(" ").map(Number);
    const isCount = ["series", "key", "image"].includes(word) ? numbers.length === 2 : numbers.length <= 10_000;
    demand(isCount, "a step has too few or too many numbers");
    steps[word](...numbers);
  }
  demand(found.length === head.steps && found.length > 0, "the number of steps is wrong");
  const { full, ends, black, empty } = found.at(-1);
  demand(String(ends) === String(sorted(board.poles)), "the last step does not join the poles");
  demand(full || isBlackToMove, "White moves first, and the last step is not full");
  demand(!(black & ~ours), "stones are needed that are not there");
  demand(!(empty & (ours | theirs)), "points are needed that are not empty");
  return head;
}

/** A proof in words. */
function told({ game, options, black = [], white = [] }) {
  if (!white.length) return `Black, the second player, wins ${game} ${options}`;
  const mover = white.length > black.length ? "Black" : "White";
  return `Black wins ${game} ${options} with black on [${black.join(", ")}], white on [${white.join(", ")}], ${mover} to move`;
}

if (isMain(import.meta.url)) run("connect.mjs", check, told, argv.slice(2));
