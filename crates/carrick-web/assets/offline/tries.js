// Answers to puzzles that were given on the page of the last week, and handing them in. They are
// kept in this browser until the server has confirmed that it has them; an answer that is sent
// twice counts once.

/**
 * The answers to a puzzle.
 * @typedef {object} Tried
 * @property {string} game
 * @property {number} number
 * @property {string} day the day of the puzzle
 * @property {number} found number of turns found so far
 * @property {string[]} tries each after the number of turns found before it, such as `0:c3`; `0:`
 * if the reader gave up
 * @property {"" | "solved" | "shown"} end
 * @property {number} sent number of tries that the server has
 * @property {string} said the server's last sentences about it
 * @property {boolean} [refused] whether the server refuses it
 */

const NAME = "carrick.puzzles";

/** Timeout of a request, in milliseconds. */
const PATIENCE_MS = 20_000;

/** Maximum number of tries to keep for a puzzle, which is the maximum that the server accepts. */
const MOST = 200;

/** @param {unknown} one @returns {one is Tried} */
function isTried(one) {
  const { game, number, tries } = /** @type {Record<string, unknown>} */ (one ?? {});
  return typeof game === "string" && typeof number === "number" && Array.isArray(tries);
}

/** All that is kept; unreadable entries are left out. @returns {Tried[]} */
function all() {
  try {
    const kept = JSON.parse(localStorage.getItem(NAME) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isTried) : [];
  } catch {
    return [];
  }
}

/**
 * @param {Tried[]} tried
 * @throws {Error} with a sentence, if the browser has no room
 */
function keep(tried) {
  try {
    if (tried.length) localStorage.setItem(NAME, JSON.stringify(tried));
    else localStorage.removeItem(NAME);
  } catch {
    throw new Error("This browser does not store answers, or has no room for more, so this one will not be handed in.");
  }
}

/** @param {{ game: string, number: number }} puzzle @returns {(one: Tried) => boolean} */
const same = ({ game, number }) => (one) => one.game === game && one.number === number;

/** The answers to a puzzle, if there are any. @param {{ game: string, number: number }} puzzle */
export const find = (puzzle) => all().find(same(puzzle));

/**
 * Records an answer. What another window has recorded in the meantime stays.
 * @param {{ game: string, number: number, day: string }} puzzle
 * @param {number} before number of turns found before
 * @param {string} turn empty if the reader gave up
 * @param {{ found: number, end: Tried["end"] }} now
 */
export function note(puzzle, before, turn, now) {
  const { game, number, day } = puzzle;
  const kept = find(puzzle) ?? { game, number, day, found: 0, tries: [], end: /** @type {const} */ (""), sent: 0, said: "" };
  // Whatever follows the end is practice.
  if (kept.end || kept.tries.length >= MOST) return;
  const tries = [...kept.tries, `${before}:${turn}`];
  keep([...all().filter((one) => !same(puzzle)(one)), { ...kept, ...now, tries }]);
}

/** Whether the server does not have everything yet. @param {Tried} one */
const waits = (one) => one.sent < one.tries.length && !one.refused;

/**
 * Changes what is kept of a puzzle, if it still is kept.
 * @param {Tried} of
 * @param {Partial<Tried>} now
 */
const change = (of, now) => keep(all().map((one) => (same(of)(one) ? { ...one, ...now } : one)));

/**
 * Forgets what the server has, or refuses, of puzzles that are no longer on the page.
 * @param {string[]} days
 */
export function tidy(days) {
  const tried = all();
  const left = tried.filter((one) => waits(one) || days.includes(one.day));
  if (left.length < tried.length) keep(left);
}

/**
 * Hands in what is waiting; returns a sentence that explains why it was not accepted, or nothing.
 * @returns {Promise<string | undefined>}
 */
export async function send() {
  // A copy of a page does not know whether the reader is signed in.
  const { copy, kept } = document.documentElement.dataset;
  const waiting = all().filter(waits);
  if (!waiting.length) return undefined;
  if (copy === undefined && kept === undefined) return "Your answers are kept in this browser; sign in to hand them in.";
  for (const one of waiting) {
    const fields = { game: one.game, number: String(one.number), tries: one.tries.join(" ") };
    const body = new URLSearchParams(fields);
    const asked = fetch("/offline/puzzles", { method: "POST", body, signal: AbortSignal.timeout(PATIENCE_MS) });
    const answer = await asked.catch(() => undefined);
    const told = await answer?.json().catch(() => undefined);
    if (answer?.ok && told) change(one, { sent: one.tries.length, said: String(told.said) });
    else if (answer?.status === 422 && told) change(one, { refused: true, said: String(told.error) });
    else if (answer?.status === 401) return String(told?.error ?? "Sign in to hand your answers in.");
    else return "Your answers are kept in this browser and will be handed in when the site can be reached.";
  }
  return undefined;
}
