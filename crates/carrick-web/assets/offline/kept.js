// Games kept in this browser, each under its own name, so that two windows can play two games at
// the same time.

/**
 * A game that was started here.
 * @typedef {object} Kept
 * @property {string} id
 * @property {string} game
 * @property {string} options words of a command
 * @property {string[]} turns
 * @property {string} [level] of the computer; without it both sides are played at this screen
 * @property {1 | 2} [seat] of the person, against the computer
 * @property {number} seed of the computer's choices
 * @property {string} begun as an ISO time
 * @property {string} touched when the last turn was played
 * @property {string} [state] as a sentence, for lists
 * @property {boolean} [over]
 * @property {1 | 2} [resigned] the seat that has resigned
 */

const PREFIX = "carrick.game.";

/** Maximum number of games, the same as on the server. */
export const MOST = 50;

/** @param {string} text @returns {Kept | undefined} */
function read(text) {
  try {
    const game = JSON.parse(text);
    const whole = typeof game.id === "string" && typeof game.game === "string" && typeof game.options === "string" && Array.isArray(game.turns);
    return whole ? game : undefined;
  } catch {
    return undefined;
  }
}

/** All games, the one played last first; unreadable ones are left out. */
export function all() {
  const names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
  const games = names.flatMap((name) => read(localStorage.getItem(name) ?? "") ?? []);
  return games.sort((one, other) => (one.touched < other.touched ? 1 : -1));
}

/** @param {string} id */
export const find = (id) => read(localStorage.getItem(PREFIX + id) ?? "");

/**
 * Keeps a game.
 * @param {Kept} game
 * @throws {Error} with a sentence, when the browser has no room
 */
export function keep(game) {
  try {
    localStorage.setItem(PREFIX + game.id, JSON.stringify(game));
  } catch {
    throw new Error("This browser does not keep games, or has no room for more; nothing was changed.");
  }
}

/**
 * Replaces the turns of a game, unless another window has changed it in the meantime.
 * @param {Kept} seen the game as it was
 * @param {string[]} turns
 * @param {{ state: string, over: boolean, resigned?: 1 | 2 | undefined }} now a resignation is
 * withdrawn by leaving it out
 * @returns {Kept | undefined} the game with its new turns, if they were replaced
 */
export function play(seen, turns, now) {
  const kept = find(seen.id);
  if (!kept || kept.turns.join(" ") !== seen.turns.join(" ")) return undefined;
  const game = { ...kept, turns, resigned: undefined, ...now, touched: new Date().toISOString() };
  keep(game);
  return game;
}

/** @param {string} id */
export const drop = (id) => localStorage.removeItem(PREFIX + id);

/** A name that no other game has, here or on the server. */
export const newId = () => crypto.randomUUID();

/** @param {Kept} game */
export const pathOf = ({ id, game }) => `/offline/${game}?game=${id}`;

/**
 * The players, in words.
 * @param {Kept} game
 */
export const playersOf = ({ level }) => (level ? `against the computer (${levelOf(level)})` : "for two at this screen");

/** @param {string} level */
export const levelOf = (level) => level.replace(/^level/, "level ");
