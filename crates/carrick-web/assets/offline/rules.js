// Rules and computer for offline games: from the page's engine if there is one, or else from the
// server, which only knows the rules.
//
// The computer thinks in a separate worker, so that the board keeps responding.

import { Engine, hasEngine, loadEngine } from "./engine.js";

/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./engine.js").PositionQuestion} PositionQuestion */

/**
 * The answer of the position endpoint.
 * @param {PositionQuestion} query
 * @returns {Promise<Position>}
 */
export async function position(query) {
  if (hasEngine()) return (await loadEngine()).position(query);
  const answer = await fetch(`/position?${new URLSearchParams(/** @type {Record<string, string>} */ (query))}`).catch(() => undefined);
  const body = await answer?.json().catch(() => undefined);
  if (answer?.ok && body) return body;
  throw new Error(body?.error ?? "This browser has not stored the rules of the game. Try again when you are online.");
}

/** The computer's worker, while it is needed. @type {Engine | undefined} */
let thinker;

/**
 * A turn of the computer.
 * @param {PositionQuestion} query
 * @param {string} level
 * @param {number} seed
 * @returns {Promise<string>}
 */
export async function think(query, level, seed) {
  if (!hasEngine()) throw new Error("This browser cannot run the computer.");
  thinker ??= new Engine();
  return (await thinker.turn(query, level, seed)).turn;
}

/** Stops the computer in the middle of a turn. */
export function stop() {
  thinker?.close();
  thinker = undefined;
}
