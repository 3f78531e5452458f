// Fetches positions from the server or from the rules in this browser, and turns pictures into
// elements.

/** @typedef {import("./types.js").Position} Position */

/**
 * Parameters of the position endpoint, by the server's names.
 * @typedef {{ ply?: number, then?: string[], select?: string, show?: string[] }} PositionQuery
 */

/** Number of answers in the cache, so that going back and forth needs no requests. */
const KEPT = 60;

/** Cache of one game's positions, by query. */
export class Positions {
  /**
   * @param {string} url the endpoint with the parameters that name the game
   * @param {string} [rules] where the rules are: `here` for games that this browser keeps, `also`
   * if the page's engine may answer in place of a server that cannot be reached
   */
  constructor(url, rules) {
    this.url = url;
    this.rules = rules;
    /** @type {Map<string, Promise<Position>>} */
    this.answers = new Map();
  }

  /**
   * Empties the cache, because the game has changed or another one is shown.
   * @param {string} url
   */
  name(url) {
    this.url = url;
    this.answers.clear();
  }

  /**
   * @param {PositionQuery} query
   * @returns {Promise<Position>}
   */
  ask(query) {
    const url = address(this.url, query);
    const known = this.answers.get(url);
    if (known) return known;
    const answer = this.rules === "here" ? position(url) : fetchPosition(url, this.rules === "also");
    this.answers.set(url, answer);
    // A failed request is not kept, unless a newer one has replaced it.
    answer.catch(() => {
      if (this.answers.get(url) === answer) this.answers.delete(url);
    });
    const oldest = this.answers.keys().next().value;
    if (this.answers.size > KEPT && oldest !== undefined) this.answers.delete(oldest);
    return answer;
  }
}

/**
 * @param {string} base
 * @param {PositionQuery} query
 */
function address(base, { ply, then, select, show }) {
  const url = new URL(base, document.baseURI);
  const query = url.searchParams;
  if (ply !== undefined) query.set("ply", String(ply));
  if (then?.length) query.set("then", then.join(" "));
  if (select) query.set("select", select);
  if (show?.length) query.set("show", show.join(" "));
  return url.href;
}

/** Timeout of a request, in milliseconds. */
const PATIENCE_MS = 20_000;

/** The server could not be reached; the request can be sent again. */
export class Unreachable extends Error {}

/**
 * A position according to the rules in this browser.
 * @param {string} url
 * @returns {Promise<Position>}
 */
async function position(url) {
  const rules = await import("./rules.js");
  return rules.position(/** @type {any} */ (Object.fromEntries(new URL(url).searchParams)));
}

/**
 * A position from the server, or else from the page's engine.
 * @param {string} url
 * @param {boolean} also whether the engine may answer
 */
async function fetchPosition(url, also) {
  const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => undefined);
  const body = await response?.json().catch(() => undefined);
  if (response?.ok && body) return /** @type {Position} */ (body);
  if (!response || [502, 504].includes(response.status)) {
    const alone = also ? await position(url).catch(() => undefined) : undefined;
    if (alone) return alone;
    document.dispatchEvent(new CustomEvent("carrick:unreachable"));
    throw new Unreachable("The connection is lost. The position appears when it is back.");
  }
  if (!body) throw new Error("The server sent an unexpected answer; please try again.");
  throw new Error(body.error ?? "The server sent an unexpected answer; please try again.");
}

/**
 * The page's Trusted Types policy. It allows pictures from this server, which are parsed as SVG and
 * inserted into the page without scripts.
 */
const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("carrick", {
  /** @param {string} text */
  createHTML: (text) => text,
});

/**
 * A picture as an element of this page.
 * @param {string} text
 * @returns {SVGSVGElement}
 */
export function picture(text) {
  const source = policy ? policy.createHTML(text) : text;
  const parsed = new DOMParser().parseFromString(source, "image/svg+xml");
  if (parsed.querySelector("parsererror, script, foreignObject")) throw new Error("This is not a picture.");
  return /** @type {any} */ (document.importNode(parsed.documentElement, true));
}
