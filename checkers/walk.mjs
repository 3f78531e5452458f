#!/usr/bin/env node
// Checks strategies: walks over all answers of the loser. Written from docs/rules and
// docs/certificates.md; the rules are those of check.mjs.
//
//     node checkers/walk.mjs FILE...
//
// Prints a line for each file that holds, and ends with status 1 at the first that does not.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { argv, exit } from "node:process";
import { pathToFileURL } from "node:url";

import { GAMES, demand, words } from "./check.mjs";

/** Games with the ends and turns of states that were asked about, by name and options. */
const made = new Map();

function game(name, options) {
  const key = `${name} ${options}`;
  if (!made.has(key)) {
    const { count, over, turns, openings } = GAMES[name](words(options));
    // By number: whether the player to move has won (1) or the other one (-1), and what follows.
    const [ends, after, states] = [new Map(), new Map(), new Map()];
    const end = (at) => {
      if (!ends.has(at)) ends.set(at, Math.sign(over(...states.get(at)) ?? 0));
      return ends.get(at);
    };
    const next = (at) => {
      if (!after.has(at)) {
        const found = [];
        turns(...states.get(at), (number, ...state) => {
          if (!states.has(number)) states.set(number, state);
          found.push(number);
        });
        after.set(at, found);
      }
      return after.get(at);
    };
    // The start has a number that no other state has, and is never over.
    ends.set(0, 0);
    after.set(0, openings().map(([, number, ...state]) => {
        states.set(number, state);
        return number;
      }));
    made.set(key, { end, next, width: count < 2 ** 32 ? 4 : 8 });
  }
  return made.get(key);
}

/** Every position that can come about when the winner plays as is named. */
function walk({ end, next }, named, winnerBegins) {
  const [met, open] = [new Set(), [[0, winnerBegins]]];
  while (open.length) {
    const [at, isWinners] = open.pop();
    if (met.has(at)) continue;
    met.add(at);
    if (end(at)) {
      demand(end(at) > 0 === isWinners, `the loser wins in state ${at}`);
    } else if (!isWinners) {
      for (const after of next(at)) open.push([after, true]);
    } else if (named.has(at)) {
      const after = named.get(at);
      demand(next(at).includes(after), `the turn in state ${at} is no turn`);
      demand(!end(after), `state ${at} is won at once`);
      open.push([after, false]);
    } else {
      demand(next(at).some((after) => end(after) < 0), `no turn is named for state ${at}, and none wins at once`);
    }
  }
  for (const at of named.keys()) demand(met.has(at), `a turn is named for state ${at}, which cannot come about`);
}

/** Checks a strategy, given as bytes. Returns its head. */
export function check(data) {
  const line = data.indexOf(10);
  const [head, body] = [JSON.parse(data.subarray(0, line).toString()), data.subarray(line + 1)];
  demand(head.certificate === "carrick strategy", "this is no strategy");
  demand(head.format === 1 && head.rules === 1, "it is of another version");
  demand(["first", "second"].includes(head.winner), "nobody is the winner");
  demand(["antipod", "boche"].includes(head.game), "the game is unknown");
  const { end, next, width } = game(head.game, head.options);
  demand(body.length === 2 * width * head.positions, "the length is wrong");
  demand(createHash("sha256").update(body).digest("hex") === head.sha256, "the sum is wrong");
  const [named, numbers] = [new Map(), [-1]];
  const number = (at) => (width > 4 ? Number(body.readBigUInt64LE(at)) : body.readUInt32LE(at));
  for (let at = 0; at < body.length; at += 2 * width) {
    demand(number(at) > numbers.at(-1), "the positions are not in order");
    numbers.push(number(at));
    named.set(numbers.at(-1), number(at + width));
  }
  walk({ end, next }, named, head.winner === "first");
  return head;
}

if (argv[1] && import.meta.url === pathToFileURL(argv[1]).href) {
  for (const path of argv.slice(2)) {
    try {
      const head = check(readFileSync(path));
      console.log(`${path}: the ${head.winner} player wins ${head.game} ${head.options}`);
    } catch (wrong) {
      console.error(`${path}: ${wrong.message}`);
      exit(1);
    }
  }
}
