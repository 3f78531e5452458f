#!/usr/bin/env node
// Checks strategies: walks over all answers of the loser. Written from docs/rules and
// docs/certificates.md; the rules are those of check.mjs.
//
//     node lab/checkers/walk.mjs FILE...
//
// Prints a line for each file that holds, and ends with status 1 at the first that does not.

import { argv } from "node:process";

import { GAMES, demand, isMain, readBoard, readHead, run } from "./check.mjs";

/** Games with the ends and turns of states that were asked about, by name and options. */
const made = new Map();

function game(head) {
  const options = readBoard(head);
  const key = `${head.game} ${head.options}`;
  if (!made.has(key)) {
    const { count, over, turns, openings } = GAMES[head.game](options);
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
  const [met, used, open] = [new Set(), new Set(), [[0, winnerBegins]]];
  while (open.length) {
    const [at, isWinners] = open.pop();
    if (met.has(at)) continue;
    met.add(at);
    if (end(at)) {
      demand(end(at) > 0 === isWinners, `the loser wins in state ${at}`);
      continue;
    }
    demand(next(at).length, `nobody has won in state ${at}, and there is no turn`);
    if (!isWinners) {
      for (const after of next(at)) open.push([after, true]);
    } else if (named.has(at)) {
      const after = named.get(at);
      used.add(at);
      demand(next(at).includes(after), `the turn in state ${at} is no turn`);
      demand(!end(after), `state ${at} is won at once`);
      open.push([after, false]);
    } else {
      demand(next(at).some((after) => end(after) < 0), `no turn is named for state ${at}, and none wins at once`);
    }
  }
  demand(used.size === named.size, "a turn is named for a position in which the winner never moves");
}

/** Checks a strategy, given as bytes. Returns its head. */
export function check(data) {
  const { head, body } = readHead(data, "carrick strategy", ["winner", "positions", "sha256"]);
  demand(["antipod", "boche"].includes(head.game), "strategies are written for antipod and boche only");
  demand(["first", "second"].includes(head.winner), "nobody is the winner");
  const { end, next, width } = game(head);
  const isWhole = Number.isSafeInteger(head.positions) && body.length === 2 * width * head.positions;
  demand(isWhole, "the number of positions is wrong");
  const number = (at) => (width > 4 ? Number(body.readBigUInt64LE(at)) : body.readUInt32LE(at));
  const named = new Map();
  for (let at = 0, last = -1; at < body.length; at += 2 * width) {
    const before = number(at);
    demand(before > last, "the positions are not in order");
    named.set((last = before), number(at + width));
  }
  walk({ end, next }, named, head.winner === "first");
  return head;
}

/** A strategy in words. */
function told({ game, options, winner }) {
  return `the ${winner} player wins ${game} ${options}${game === "boche" ? " without a swap" : ""}`;
}

if (isMain(import.meta.url)) run("walk.mjs", check, told, argv.slice(2));
